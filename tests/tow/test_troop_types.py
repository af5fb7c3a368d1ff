"""Troop types: what a rank needs, how much ranks are worth, unit strength."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.scenes import Ground, regiment

from tactica.envs import rulesets
from tactica.envs.rulesets.tow.rules.formation import main_type, rank_bonus, unit_strength
from tactica.envs.rulesets.tow.vocab import MainType, Troop
from tactica.envs.scenario import ScenarioError

pytestmark = pytest.mark.interpreted_only  # asks kernels of the rules by hand

#: Troop type -> models a rank needs (0: ranks never count), highest rank bonus, unit strength of a model (0: its Wounds).
TABLE = {
    "regular_infantry": (5, 2, 1),
    "heavy_infantry": (4, 2, 1),
    "monstrous_infantry": (3, 2, 3),
    "swarms": (0, 0, 3),
    "light_cavalry": (5, 1, 2),
    "heavy_cavalry": (4, 1, 2),
    "monstrous_cavalry": (3, 1, 3),
    "war_beasts": (5, 1, 1),
    "light_chariots": (3, 1, 3),
    "heavy_chariots": (0, 0, 5),
    "monstrous_creatures": (0, 0, 0),
    "behemoths": (0, 0, 0),
    "war_machines": (0, 0, 0),
}
IN_RANKS = [name for name, row in TABLE.items() if row[0]]
BY_WOUNDS = [name for name, row in TABLE.items() if row[2] == 0]


def ground_of(troop_type, models, files=None, rules=None, **more):
    """Men of a troop type, in one rank if nothing is said."""
    return Ground(regiment(at=(5, 5), troop_type=troop_type, models=models, files=files or models, **more), rules=rules)


def bonus(troop_type, models, files, rules=None):
    """Their rank bonus."""
    return ground_of(troop_type, models, files, rules).ask(rank_bonus, "men")


def strength_of(troop_type, models, **more):
    """Their unit strength."""
    return ground_of(troop_type, models, **more).ask(unit_strength, "men")


# --- main types


@clause("tow.troop.infantry", "tow.profile.troop_type")
def test_infantry_is_regular_heavy_monstrous_or_a_swarm():
    infantry = [troop for troop in Troop if main_type(troop) == MainType.INFANTRY]
    assert infantry == [Troop.REGULAR_INFANTRY, Troop.HEAVY_INFANTRY, Troop.MONSTROUS_INFANTRY, Troop.SWARMS]


@clause("tow.troop.infantry")
def test_light_infantry_is_another_name_of_regular_infantry():
    assert ground_of("light_infantry", 20, 5).unit("men").troop_type == Troop.REGULAR_INFANTRY


@clause("tow.troop.cavalry", "tow.profile.troop_type")
def test_cavalry_is_light_heavy_or_monstrous_or_beasts():
    cavalry = [troop for troop in Troop if main_type(troop) == MainType.CAVALRY]
    assert cavalry == [Troop.LIGHT_CAVALRY, Troop.HEAVY_CAVALRY, Troop.MONSTROUS_CAVALRY, Troop.WAR_BEASTS]


@clause("tow.troop.chariots", "tow.profile.troop_type")
def test_chariots_are_light_or_heavy():
    assert [troop for troop in Troop if main_type(troop) == MainType.CHARIOTS] == [
        Troop.LIGHT_CHARIOTS,
        Troop.HEAVY_CHARIOTS,
    ]


@clause("tow.troop.monsters", "tow.profile.troop_type")
def test_monsters_are_creatures_or_behemoths():
    assert [troop for troop in Troop if main_type(troop) == MainType.MONSTERS] == [
        Troop.MONSTROUS_CREATURES,
        Troop.BEHEMOTHS,
    ]


@clause("tow.troop.war_machines", "tow.profile.troop_type")
def test_war_machines_have_no_sub_types():
    assert [troop for troop in Troop if main_type(troop) == MainType.WAR_MACHINES] == [Troop.WAR_MACHINES]


@clause("tow.troop.war_machines")
def test_a_war_machine_is_one_model_with_its_crew():
    machine = rulesets.get("tow").book.setup.templates()["stone_thrower"]
    assert (machine["models"], machine["unit_size"]) == (1, "1")
    with pytest.raises(ScenarioError, match="unit size"):
        Ground(regiment(template="stone_thrower", models=2, files=2))


@clause("tow.profile.troop_type")
def test_there_are_thirteen_troop_types_and_no_others():
    assert [troop.name.lower() for troop in Troop] == list(TABLE)
    with pytest.raises(ScenarioError, match="troop type"):
        ground_of("ships", 1)


# --- the table


@clause("tow.troop.table", "tow.troop.models_per_rank")
@pytest.mark.parametrize("troop_type", IN_RANKS)
def test_a_rank_needs_as_many_models_as_the_table_says(troop_type):
    """Two full ranks count from that frontage on, and not with one file less (five files for a square of two by two)."""
    least, most, _ = TABLE[troop_type]
    assert bonus(troop_type, 2 * least, least) == min(1, most)
    assert bonus(troop_type, 2 * least - 2, least - 1) == 0


@clause("tow.troop.table", "tow.troop.max_rank_bonus")
@pytest.mark.parametrize("troop_type", TABLE)
def test_no_more_bonus_than_the_table_says(troop_type):
    """Four ranks of six: three behind the first."""
    assert bonus(troop_type, 24, 6) == TABLE[troop_type][1]


@clause("tow.troop.table", "tow.troop.unit_strength")
@pytest.mark.parametrize("troop_type", TABLE)
def test_the_unit_strength_of_a_model(troop_type):
    each = TABLE[troop_type][2] or 7
    assert strength_of(troop_type, 1, wounds=7) == each
    assert strength_of(troop_type, 3, wounds=7) == 3 * each


@clause("tow.troop.table")
@pytest.mark.parametrize("troop_type", [name for name in TABLE if name not in IN_RANKS])
def test_ranks_without_a_number_of_models_never_count(troop_type):
    """A dash in the table: not even where a bonus is set."""
    assert bonus(troop_type, 24, 6, {f"troop.table.{troop_type}_max_rank_bonus": 3}) == 0
    assert bonus(troop_type, 36, 12) == 0


@clause("tow.troop.table")
@pytest.mark.parametrize("troop_type", IN_RANKS)
def test_the_numbers_of_the_table_can_be_set(troop_type):
    each = TABLE[troop_type][2]
    rules = {f"troop.table.{troop_type}_{what}": value for what, value in
             (("models_per_rank", 6), ("max_rank_bonus", 3), ("us", each + 1))}  # fmt: skip
    assert bonus(troop_type, 10, 5, {f"troop.table.{troop_type}_models_per_rank": 6}) == 0
    assert bonus(troop_type, 24, 6, rules) == 3
    assert strength_of(troop_type, 2, rules=rules) == 2 * (each + 1)


@clause("tow.troop.table", "tow.troop.unit_strength")
@pytest.mark.parametrize("troop_type", BY_WOUNDS)
def test_unit_strength_by_wounds_can_be_a_number_instead(troop_type):
    assert strength_of(troop_type, 1, wounds=5, rules={f"troop.table.{troop_type}_us": 9}) == 9


# --- models per rank, highest bonus


@clause("tow.troop.models_per_rank")
@pytest.mark.parametrize(("troop_type", "models", "files", "expected"), [
    ("war_beasts", 12, 6, 1), ("war_beasts", 8, 4, 0), ("light_chariots", 6, 3, 1), ("monstrous_cavalry", 8, 4, 1),
])  # fmt: skip
def test_a_rank_of_fewer_models_does_not_count(troop_type, models, files, expected):
    assert bonus(troop_type, models, files) == expected


@clause("tow.troop.models_per_rank")
def test_narrower_formations_are_allowed():
    assert ground_of("regular_infantry", 8, 4).unit("men").files == 4


@clause("tow.troop.max_rank_bonus")
@pytest.mark.parametrize(
    ("troop_type", "models", "files", "expected"), [("heavy_infantry", 24, 6, 2), ("light_cavalry", 15, 5, 1)]
)
def test_the_bonus_never_exceeds_the_table(troop_type, models, files, expected):
    """Three extra ranks with a limit of two, two with a limit of one."""
    assert bonus(troop_type, models, files) == expected


# --- unit strength


@clause("tow.troop.unit_strength", "tow.profile.wounds")
@pytest.mark.parametrize(("troop_type", "models", "wounds", "lost", "expected"), [
    ("regular_infantry", 20, 1, 0, 20), ("heavy_cavalry", 5, 1, 0, 10), ("monstrous_infantry", 6, 3, 2, 18),
    ("monstrous_creatures", 1, 5, 4, 5), ("heavy_chariots", 2, 1, 0, 10), ("swarms", 4, 1, 0, 12), ("war_machines", 1, 3, 0, 3),
])  # fmt: skip
def test_models_times_the_strength_of_one(troop_type, models, wounds, lost, expected):
    assert strength_of(troop_type, models, files=min(models, 5), wounds=wounds, lost_wounds=lost) == expected


@clause("tow.troop.unit_strength")
def test_a_destroyed_unit_has_no_unit_strength():
    ground = ground_of("war_beasts", 1)
    assert ground.ask(unit_strength, "men") == 1
    ground.unit("men").models = 0
    assert ground.ask(unit_strength, "men") == 0


@clause("tow.troop.unit_strength", "tow.x.character.embedded")
def test_a_character_counts_as_one_model_of_its_unit():
    """Ten with a lord of three Wounds, who is one of them."""
    assert strength_of("regular_infantry", 10, character="lord") == 10
    assert strength_of("heavy_cavalry", 10, character="lord") == 20
