"""Casualties: wounds fall on one model at a time, models are missing at the back, or at the ends of a single rank."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.measures import chances, strike
from tow.scenes import Ground, battle, block, cell, exactly, regiment

from tactica.envs.rulesets.tow.rules.bodies import bounds, character_model, is_in_unit, is_there
from tactica.envs.rulesets.tow.rules.casualties import (
    is_character_alone,
    lose_models,
    lose_wounds,
    pool_wounds,
    rank_and_file,
    wound_character,
    wounds_left,
)
from tactica.envs.rulesets.tow.rules.formation import ranks_of
from tactica.envs.rulesets.tow.vocab import Gone, Mark

pytestmark = pytest.mark.interpreted_only  # asks kernels of the rules by hand

FIRST_END = "casualties.single_rank.first_end"
ALIGN = "casualties.back_rank.last_rank_align"
CORNERS = {"north": (10, 10), "east": (14, 10), "south": (14, 14), "west": (10, 14)}
BEYOND = 99  # wounds, more than anybody has


def ground_of(models=20, files=5, at=(10, 10), facing="north", rules=None, **men):
    """Men with some orcs far away."""
    orcs = regiment("orcs", at=(30, 4), facing="south", models=1)
    return Ground(regiment(models=models, files=files, at=at, facing=facing, **men), orcs, rules=rules)


def lose(ground, models):
    """Men that lose so many models to the orcs."""
    ground.ask(lose_models, "men", models, "orcs")
    return ground.unit("men")


def hurt(ground, wounds):
    """Men that suffer so many wounds from the orcs. Returns the wounds they really took."""
    return ground.ask(lose_wounds, "men", wounds, "orcs")


# --- a model at zero wounds


@clause("tow.casualties.removal", "tow.profile.wounds")
@pytest.mark.parametrize(("wounds", "alive"), [(2, True), (3, False)])
def test_a_model_with_three_wounds_dies_of_the_third(wounds, alive):
    ground = ground_of(models=1, files=1, wounds=3)
    hurt(ground, wounds)
    assert (ground.unit("men").models > 0) is alive
    assert bool(ground.ask(is_there, "men")) is alive


@clause("tow.casualties.removal")
def test_the_last_model_takes_the_regiment_with_it():
    ground = ground_of(models=1, files=1)
    assert ground.ask(is_there, "men")
    hurt(ground, 1)
    men = ground.unit("men")
    assert (men.models, men.cell, men.gone) == (0, -1, Gone.SLAIN)
    assert not ground.ask(is_there, "men")


@clause("tow.casualties.removal")
def test_the_profile_keeps_its_wounds():
    ground = ground_of(models=6, files=3, wounds=3)
    hurt(ground, 8)
    assert ground.unit("men").wounds == 3


# --- the pool of wounds


@clause("tow.casualties.wound_pool")
@pytest.mark.parametrize(("models", "each", "lost", "wounds", "left", "then"), [
    (6, 3, 0, 7, 4, 1), (6, 3, 2, 1, 5, 0), (6, 3, 2, 2, 5, 1), (6, 3, 0, 2, 6, 2), (2, 3, 0, BEYOND, 0, 0),
    (20, 1, 0, 5, 15, 0),
])  # fmt: skip
def test_wounds_fall_on_one_model_until_it_dies(models, each, lost, wounds, left, then):
    ground = ground_of(models=models, files=min(models, 5), wounds=each, lost_wounds=lost)
    hurt(ground, wounds)
    assert (ground.unit("men").models, ground.unit("men").lost_wounds) == (left, then)


@clause("tow.casualties.wound_pool", "tow.x.combat.resolve")
@pytest.mark.parametrize(
    ("models", "each", "lost", "wounds", "taken"), [(2, 1, 0, 5, 2), (2, 3, 2, 99, 4), (6, 3, 1, 4, 4)]
)
def test_no_more_wounds_are_taken_than_there_are(models, each, lost, wounds, taken):
    ground = ground_of(models=models, files=models, wounds=each, lost_wounds=lost)
    assert ground.ask(wounds_left, "men") == models * each - lost
    assert ground.ask(pool_wounds, "men", wounds)[0] == taken
    assert hurt(ground_of(models=models, files=models, wounds=each, lost_wounds=lost), wounds) == taken


@clause("tow.casualties.wound_pool")
def test_wounds_of_several_attacks_add_up_on_the_wounded_model():
    ground = ground_of(models=4, files=4, wounds=3)
    for models, lost in ((4, 1), (4, 2), (3, 0), (3, 1)):
        hurt(ground, 1)
        assert (ground.unit("men").models, ground.unit("men").lost_wounds) == (models, lost)


@clause("tow.casualties.wound_pool", "tow.x.damage.multiple_wounds")
def test_one_hit_never_kills_two_models():
    """Two wounds of a die of three each on models of two, one of which has lost one: 3s count as 2s, and 1 + 4 is five."""

    def left():
        strike(ground, 2, multiple=3, marks=Mark.AUTO_WOUND)
        return int(ground.unit("men").models), int(ground.unit("men").lost_wounds)

    ground = ground_of(models=5, files=5, wounds=2, lost_wounds=1)
    assert chances(ground, left) == {(3, 1): exactly(4 / 9), (3, 0): exactly(4 / 9), (4, 1): exactly(1 / 9)}


# --- from the back


@clause("tow.casualties.back_rank")
def test_models_are_missing_at_the_right_end_of_the_last_rank():
    ground = ground_of()
    men = lose(ground, 3)
    assert (men.models, men.files, men.cell) == (17, 5, cell(10, 10))
    assert {(x, 13) for x in range(8, 18) if ground.ask(is_in_unit, "men", x, 13)} == {(10, 13), (11, 13)}


@clause("tow.casualties.back_rank")
@pytest.mark.parametrize(("models", "lost", "left", "ranks", "last"), [(20, 5, 15, 3, 5), (12, 4, 8, 2, 3)])
def test_the_last_rank_goes_before_the_one_in_front_of_it(models, lost, left, ranks, last):
    """Of twelve: two from the third rank and then two from the second."""
    ground = ground_of(models=models)
    men = lose(ground, lost)
    assert (men.models, men.files, ground.ask(ranks_of, left, 5)) == (left, 5, ranks)
    rear = 10 + ranks - 1
    assert {x for x in range(8, 18) if ground.ask(is_in_unit, "men", x, rear)} == set(range(10, 10 + last))
    assert not any(ground.ask(is_in_unit, "men", x, rear + 1) for x in range(8, 18))


@clause("tow.casualties.back_rank")
@pytest.mark.parametrize("facing", ["north", "east", "south", "west"])
def test_the_front_rank_stays_where_it_is(facing):
    ground = ground_of(at=CORNERS[facing], facing=facing)
    before = ground.unit("men").cell
    men = lose(ground, 14)
    assert (men.cell, men.files, men.models) == (before, 5, 6)


@clause("tow.casualties.back_rank")
@pytest.mark.parametrize(("align", "rear"), [(0, {10, 11}), (1, {13, 14})])
def test_the_last_rank_can_be_mirrored(align, rear):
    ground = Ground.of(battle(regiment(at=(10, 10)), rules={ALIGN: align}))
    ground.ask(lose_models, "men", 3, "onlooker")
    assert {x for x in range(8, 18) if ground.ask(is_in_unit, "men", x, 13)} == rear
    assert ground.unit("men").cell == cell(10, 10)


# --- a single rank


@clause("tow.casualties.single_rank")
@pytest.mark.parametrize(("models", "files", "lost", "expected"), [
    (5, 5, 2, (3, 3, 11, 0)), (5, 5, 1, (4, 4, 10, 1)), (5, 5, 3, (2, 2, 11, 1)), (7, 5, 4, (3, 3, 11, 0)),
])  # fmt: skip
def test_a_single_rank_loses_from_both_ends_in_turn(models, files, lost, expected):
    men = lose(ground_of(models=models, files=files), lost)
    left, wide, x, next_end = expected
    assert (men.models, men.files, men.cell, men.next_end) == (left, wide, cell(x, 10), next_end)


@clause("tow.casualties.single_rank")
def test_the_corner_moves_by_the_width_of_a_base():
    ground = ground_of(models=4, files=4, base_mm=[40, 40])
    men = lose(ground, 2)
    assert (men.models, men.files, men.cell) == (2, 2, cell(12, 10))
    assert ground.ask(bounds, "men") == (12, 10, 4, 2)


@clause("tow.casualties.single_rank")
@pytest.mark.parametrize(
    ("facing", "corner"), [("north", (11, 10)), ("east", (14, 11)), ("south", (13, 14)), ("west", (10, 13))]
)
def test_the_corner_moves_to_the_right_of_the_regiment(facing, corner):
    men = lose(ground_of(models=5, files=5, at=CORNERS[facing], facing=facing), 2)
    assert men.cell == cell(*corner)


@clause("tow.casualties.single_rank")
def test_whose_turn_it_is_is_remembered_over_the_battle():
    ground = ground_of(models=5, files=5)
    found = [(int(lose(ground, 1).cell), int(ground.unit("men").files)) for _ in range(4)]
    assert found == [(cell(10, 10), 4), (cell(11, 10), 3), (cell(11, 10), 2), (cell(12, 10), 1)]


@clause("tow.casualties.single_rank")
def test_which_end_is_first_can_be_set():
    men = lose(ground_of(models=5, files=5, rules={FIRST_END: 1}), 1)
    assert (men.files, men.cell, men.next_end) == (4, cell(11, 10), 0)


# --- who is spared to the last


@clause("tow.x.setup.command_group")
def test_the_flags_hold_until_the_last_model_falls():
    """Twenty men lose nineteen; who is left holds champion, standard and horn."""
    ground = ground_of(champion=True, standard=True, musician=True)
    men = lose(ground, 19)
    assert (men.models, men.champion, men.standard, men.musician) == (1, 1, 1, 1)


@clause("tow.x.character.embedded", "tow.casualties.removal")
def test_the_character_is_the_last_to_be_removed():
    ground = ground_of(models=10, character="lord")
    hurt(ground, 9)
    men = ground.unit("men")
    assert (men.models, men.char_alive) == (1, 1)
    assert ground.ask(is_character_alone, "men")
    assert ground.ask(rank_and_file, "men") == 0


@clause("tow.x.character.embedded")
def test_the_character_stands_in_the_middle_of_the_front_rank():
    assert ground_of(models=10, character="lord").ask(character_model, "men") == 2


@clause("tow.x.character.embedded", "tow.casualties.wound_pool")
def test_wounds_of_the_character_are_its_own():
    """A lord has three wounds: nine on the rank and file leave it unhurt, two on it leave the others unhurt."""
    ground = ground_of(models=10, character="lord")
    hurt(ground, BEYOND)
    assert (ground.unit("men").char_alive, ground.unit("men").char_lost_wounds, ground.unit("men").models) == (1, 0, 1)
    ground = ground_of(models=10, character="lord")
    assert ground.ask(wound_character, "men", 2, "orcs") == 2
    men = ground.unit("men")
    assert (men.models, men.lost_wounds, men.char_lost_wounds, men.char_alive) == (10, 0, 2, 1)
    assert ground.ask(wound_character, "men", BEYOND, "orcs") == 1
    assert (men.char_alive, men.models) == (0, 9)


@clause("tow.casualties.back_rank")
def test_losses_show_at_the_table():
    """What stands where is worked out from the numbers that are left."""
    laid = battle(regiment(at=(10, 10), models=12), regiment("orcs", at=(30, 4), facing="south"))
    ground = Ground.of(laid)
    ground.ask(lose_models, "men", 4, "orcs")
    laid.refresh()
    assert {c for c in block(8, 8, 10, 10) if ground.ask(is_in_unit, "men", *c)} == set(
        block(10, 10, 5, 1) + block(10, 11, 3, 1)
    )
