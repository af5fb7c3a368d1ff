"""How many shots there are, where they go, and how many hands a weapon takes."""

from __future__ import annotations

import pytest
from fixtures import clause
from wfrp1.shooting import shooting, turn, verbs

from tactica.envs.scenario import ScenarioError

#: Weapon, what it is shot with at the start where the scenario says nothing, and the hands it takes.
KIT = [
    *((weapon, 20, 2) for weapon in ("short bow", "normal bow", "long bow", "elf bow", "crossbow")),
    *((weapon, 20, 2) for weapon in ("repeating crossbow", "staff-sling", "blowpipe")),
    *((weapon, 20, 1) for weapon in ("crossbow pistol", "sling", "lasso")),
    *((weapon, 3, 1) for weapon in ("javelin", "thrown spear", "dart", "throwing knife", "throwing axe")),
    *((weapon, 3, 1) for weapon in ("bolas", "thrown improvised")),
    *((weapon, 2, 1) for weapon in ("bomb", "incendiary")),
    *((weapon, 10, 2) for weapon in ("arquebus", "blunderbuss", "jezail", "pike gun", "swivel gun", "volley gun")),
    *((weapon, 10, 1) for weapon in ("duck-foot", "duelling pistol", "henricus salus", "pistol")),
]


@pytest.mark.parametrize(("weapon", "shots"), [(weapon, shots) for weapon, shots, _ in KIT])
@clause("wfrp1.c.ammunition")
def test_what_one_carries_unless_it_is_said(weapon, shots):
    """20 arrows, bolts or stones, 3 of what is thrown, 2 bombs, powder for 10 shots."""
    assert shooting(weapon).unit("archer").ammunition == shots


@pytest.mark.parametrize(("weapon", "hands"), [(weapon, hands) for weapon, _, hands in KIT])
@clause("wfrp1.missile.definition")
def test_hands_a_missile_weapon_takes(weapon, hands):
    """The other hand may hold a shield, or may not."""
    if hands == 2:
        with pytest.raises(ScenarioError, match="needs both hands"):
            shooting(weapon, archer={"off_hand": "shield"})
    else:
        assert shooting(weapon, archer={"off_hand": "shield"}).unit("archer").off_hand


@clause("wfrp1.c.ammunition", "wfrp1.missile.definition")
def test_a_third_axe_cannot_be_thrown_by_who_has_two():
    scene = shooting("throwing axe", dice=[98, 98], archer={"specialist": ["throwing"], "ammo": 2})
    turn(scene, "fire orc")
    assert scene.unit("archer").main_hand
    turn(scene, "fire orc")
    assert "fire" not in verbs(scene)
    assert (scene.unit("archer").ammunition, scene.unit("archer").main_hand) == (0, 0), "and the hand is empty"


@pytest.mark.parametrize("weapon", [weapon for weapon, shots, _ in KIT if shots == 3])
@clause("wfrp1.c.ammunition", "wfrp1.missile.definition")
def test_the_last_of_what_is_thrown_leaves_the_hand(weapon):
    scene = shooting(weapon, 2, dice=[98], archer={"ammo": 1})
    turn(scene, "fire orc")
    assert scene.unit("archer").main_hand == 0


@pytest.mark.parametrize("weapon", ["short bow", "normal bow", "long bow", "elf bow", "sling", "blowpipe"])
@clause("wfrp1.c.ammunition", "wfrp1.missile.definition")
def test_a_bow_stays_in_the_hand(weapon):
    scene = shooting(weapon, dice=[98], archer={"ammo": 1})
    turn(scene, "fire orc")
    assert scene.unit("archer").main_hand
    assert "fire" not in verbs(scene)


@clause("wfrp1.c.ammunition")
def test_a_hit_uses_an_arrow_as_a_miss_does():
    scene = shooting("short bow", dice=[10, 1, 98], archer={"ammo": 12})
    turn(scene, "fire orc")
    assert scene.unit("archer").ammunition == 11
    turn(scene, "fire orc")
    assert scene.unit("archer").ammunition == 10


@clause("wfrp1.c.ammunition", "wfrp1.missile.repeating_crossbow")
def test_ten_bolts_in_the_magazine_and_ten_more():
    archer = shooting("repeating crossbow", archer={"specialist": ["repeating_crossbow"]}).unit("archer")
    assert (archer.loaded, archer.ammunition) == (10, 20)


@clause("wfrp1.c.ammunition")
def test_the_last_load_is_the_last():
    scene = shooting("crossbow", dice=[98], archer={"ammo": 1})
    turn(scene, "load")
    turn(scene, "fire orc")
    assert not {"load", "fire"} & verbs(scene)
