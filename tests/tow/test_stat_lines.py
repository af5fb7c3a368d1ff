"""The ready-made regiments and characters of the ledger, number by number."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.scenes import Ground, regiment

from tactica.envs.rulesets.tow.rules.formation import unit_strength
from tactica.envs.rulesets.tow.vocab import Missile, Role, Trait, Troop, Weapon
from tactica.envs.scenario import ScenarioError

FIELDS = (
    "movement", "weapon_skill", "ballistic_skill", "strength", "toughness", "wounds", "initiative", "attacks",
    "leadership", "armour",
)  # fmt: skip
#: Troop type, base in cells, models, files; M WS BS S T W I A Ld AV; weapon, missile; champion, standard, musician; points.
LINES = {
    "spear_levy": ("regular_infantry", (1, 1), 20, 5, (4, 3, 3, 3, 3, 1, 3, 1, 7, 5), "spear", "nothing", (1, 1, 1), 6),
    "axe_guard": ("heavy_infantry", (1, 1), 18, 6, (4, 4, 3, 4, 4, 1, 3, 1, 9, 5), "great_weapon", "nothing", (1, 1, 0), 13),
    "longbow_company": ("regular_infantry", (1, 1), 10, 5, (4, 3, 4, 3, 3, 1, 3, 1, 7, 7), "hand_weapon", "longbow", (0, 0, 1),
        9),
    "ogre_brutes": ("monstrous_infantry", (2, 2), 8, 4, (6, 3, 2, 4, 4, 3, 2, 3, 7, 6), "hand_weapon", "nothing", (0, 0, 0), 35),
    "vermin_swarm": ("swarms", (2, 2), 4, 4, (5, 3, 0, 2, 2, 4, 3, 4, 6, 7), "hand_weapon", "nothing", (0, 0, 0), 30),
    "fast_riders": ("light_cavalry", (1, 2), 5, 5, (8, 3, 3, 3, 3, 1, 4, 1, 7, 5), "cavalry_spear", "javelin", (0, 0, 1), 18),
    "lance_knights": ("heavy_cavalry", (1, 2), 6, 6, (7, 4, 3, 3, 3, 1, 3, 1, 8, 2), "lance", "nothing", (1, 1, 1), 25),
    "wolf_pack": ("war_beasts", (1, 2), 10, 5, (8, 3, 0, 3, 3, 1, 3, 1, 6, 7), "hand_weapon", "nothing", (0, 0, 0), 12),
    "scythe_chariots": ("light_chariots", (2, 4), 3, 3, (7, 3, 3, 4, 4, 4, 3, 2, 8, 6), "hand_weapon", "nothing", (0, 0, 0), 75),
    "hill_giant": ("behemoths", (4, 4), 1, 1, (6, 3, 3, 6, 6, 6, 3, 5, 9, 7), "monstrous_limbs", "nothing", (0, 0, 0), 200),
    "stone_thrower": ("war_machines", (2, 2), 1, 1, (3, 3, 3, 3, 6, 3, 3, 3, 7, 7), "crew_weapons", "stone_thrower", (0, 0, 0),
        100),
    "hex_coven": ("regular_infantry", (1, 1), 10, 5, (4, 3, 3, 3, 3, 1, 3, 1, 7, 5), "hand_weapon", "nothing", (0, 1, 0), 8),
}  # fmt: skip
TRAITS = {
    "axe_guard": Trait.STUBBORN,
    "ogre_brutes": Trait.FEAR,
    "vermin_swarm": Trait.UNBREAKABLE | Trait.POISON,
    "fast_riders": Trait.SWIFTSTRIDE,
    "lance_knights": Trait.SWIFTSTRIDE,
    "wolf_pack": Trait.SWIFTSTRIDE,
    "scythe_chariots": Trait.SWIFTSTRIDE,
    "hill_giant": Trait.FEAR | Trait.TERROR | Trait.LARGE_TARGET,
}
MOUNTS = {"fast_riders": (3, 3, 3, 1), "lance_knights": (3, 3, 3, 1), "scythe_chariots": (3, 3, 3, 2)}  # WS, S, I, A
SIZES = {
    "spear_levy": (10, 60), "axe_guard": (8, 30), "longbow_company": (10, 30), "ogre_brutes": (3, 12), "vermin_swarm": (2, 6),
    "fast_riders": (5, 15), "lance_knights": (5, 12), "wolf_pack": (5, 15), "scythe_chariots": (1, 3), "hill_giant": (1, 1),
    "stone_thrower": (1, 1), "hex_coven": (5, 20),
}  # fmt: skip
STRENGTHS = {
    "spear_levy": 20, "axe_guard": 18, "longbow_company": 10, "ogre_brutes": 24, "vermin_swarm": 12, "fast_riders": 10,
    "lance_knights": 12, "wolf_pack": 10, "scythe_chariots": 9, "hill_giant": 6, "stone_thrower": 3, "hex_coven": 10,
}  # fmt: skip
#: WS, S, T, W, I, A, Ld, AV, ward; roles, wizard level, points.
CHARACTERS = {
    "lord": ((6, 4, 4, 3, 6, 4, 9, 4, 7), Role.GENERAL, 0, 90),
    "standard_bearer": ((5, 4, 4, 2, 5, 3, 8, 4, 7), Role.BATTLE_STANDARD, 0, 70),
    "war_priest": ((4, 4, 4, 2, 4, 2, 8, 4, 7), 0, 1, 60),
}
OF_CHARACTER = (
    "weapon_skill", "strength", "toughness", "wounds", "initiative", "attacks", "leadership", "armour", "ward",
)  # fmt: skip


def ready_made(template, **more):
    """A ready-made regiment in the field."""
    at, size = (10, 4), (36, 24)
    return Ground(regiment(template=template, at=at, **more), regiment("orcs", at=(30, 20), models=1), size=size)


@clause("tow.x.units.templates")
@pytest.mark.parametrize("template", LINES)
def test_the_profile_of_a_regiment(template):
    ground = ready_made(template)
    men = ground.unit("men")
    troop, base, models, files, profile, weapon, missile, command, _ = LINES[template]
    assert men.troop_type == Troop[troop.upper()]
    assert (men.base_width, men.base_depth) == base
    assert (men.models, men.files) == (models, files)
    assert tuple(int(getattr(men, field)) for field in FIELDS) == profile
    assert (men.weapon, men.missile) == (Weapon[weapon.upper()], Missile[missile.upper()])
    assert (men.champion, men.standard, men.musician) == command
    assert men.ward == 7


@clause("tow.x.units.templates")
@pytest.mark.parametrize("template", LINES)
def test_the_special_rules_of_a_regiment(template):
    men = ready_made(template).unit("men")
    assert int(men.traits) == int(TRAITS.get(template, 0))
    mount = (men.mount_weapon_skill, men.mount_strength, men.mount_initiative, men.mount_attacks)
    assert tuple(int(number) for number in mount) == MOUNTS.get(template, (0, 0, 0, 0))


@clause("tow.x.units.templates", "tow.x.combat.impact_hits", "tow.x.combat.stomp")
@pytest.mark.parametrize(("template", "impact", "stomp"), [
    ("ogre_brutes", (1, 0, 4, 0), (0, 0)), ("scythe_chariots", (1, 6, 5, -1), (0, 0)), ("hill_giant", (0, 0, 6, 0), (1, 6)),
    ("spear_levy", (0, 0, 3, 0), (0, 0)),
])  # fmt: skip
def test_impact_hits_and_stomps(template, impact, stomp):
    """Number, sides of the die, Strength, armour piercing; number, sides of the die."""
    men = ready_made(template).unit("men")
    assert (men.impact_hits, men.impact_die, men.impact_strength, men.impact_ap) == impact
    assert (men.stomp_hits, men.stomp_die) == stomp


@pytest.mark.interpreted_only
@clause("tow.x.units.templates", "tow.troop.unit_strength")
@pytest.mark.parametrize("template", LINES)
def test_the_unit_strength_of_a_regiment(template):
    """Models times what the notes' table says of their troop type."""
    assert ready_made(template).ask(unit_strength, "men") == STRENGTHS[template]


@clause("tow.x.units.templates", "tow.profile.unit_size")
@pytest.mark.parametrize("template", LINES)
def test_the_size_of_a_regiment(template):
    least, most = SIZES[template]
    assert fits_size(template, least)
    assert fits_size(template, most)
    assert not fits_size(template, most + 1)
    assert least == 1 or not fits_size(template, least - 1)


def fits_size(template, models):
    """Whether a scenario may give a regiment so many models."""
    men = regiment(template=template, at=(10, 4), models=models, files=min(models, 12))
    try:
        Ground(men, regiment("orcs", at=(70, 70), models=1), size=(72, 72))
    except ScenarioError as error:
        assert "models" in str(error)
        return False
    return True


@clause("tow.x.units.templates", "tow.x.turn.end_and_victory")
@pytest.mark.parametrize("template", LINES)
def test_the_points_of_a_regiment(template):
    """Models times the points of one; the coven's wizard costs sixty."""
    models, each = LINES[template][2], LINES[template][-1]
    expected = models * each + (60 if template == "hex_coven" else 0)
    assert ready_made(template).unit("men").points == expected


@clause("tow.x.units.templates", "tow.x.character.embedded")
@pytest.mark.parametrize("name", CHARACTERS)
def test_the_profile_of_a_character(name):
    profile, roles, level, points = CHARACTERS[name]
    men = ready_made("spear_levy", character=name).unit("men")
    assert tuple(int(getattr(men, f"char_{field}")) for field in OF_CHARACTER) == profile
    assert (int(men.roles) & ~Role.FIGHTER, men.wizard_level) == (roles, level)
    assert men.points == 20 * 6 + points
    assert men.char_alive == 1


@clause("tow.x.units.templates", "tow.profile.magic")
def test_the_wizard_of_the_coven():
    """Level 2: WS 4, S 3, T 3, W 2, I 4, A 1, Ld 8, no armour."""
    men = ready_made("hex_coven").unit("men")
    assert tuple(int(getattr(men, f"char_{field}")) for field in OF_CHARACTER) == (4, 3, 3, 2, 4, 1, 8, 7, 7)
    assert (men.wizard_level, men.roles & Role.GENERAL) == (2, 0)
