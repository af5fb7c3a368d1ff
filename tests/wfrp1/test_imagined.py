"""What a side makes of what it cannot know: what enemies have stowed, and whether a gun is loaded well."""

from __future__ import annotations

import numpy as np
import pytest
from fixtures import clause, duel
from wfrp1.seen import of_unit
from wfrp1.shooting import shooting

from tactica.envs.core.dice import seed_rng
from tactica.envs.rulesets.wfrp1.vocab import Flaw, Item

MEN, ORCS = 0, 1
HASTE = {"firearm.reload_stress.opt_reload_stress": 1}
LOADED = {"ammunition": 5, "loaded": 1}


def imagined(scene, viewer):
    """Whether anything may be other than it is, and the units as a side imagines them."""
    twin, rng = scene.game.clone(), np.zeros(4, np.int64)
    seed_rng(rng, 1, 0, 0, 5)
    is_other = twin.loops.imagine_game(twin.states, 0, twin.books, twin.fields, viewer, rng)
    return bool(is_other), twin.s["units"]


def pack(units, who):
    """What a unit has stowed, by name."""
    return [Item(int(item)).name.lower() for item in units["pack"][who] if item != Item.NOTHING]


@pytest.mark.parametrize("flaw", [Flaw.NONE, Flaw.MISFIRE, Flaw.NO_BALL, Flaw.RAMROD])
@pytest.mark.parametrize(("rules", "may_be_bad"), [(HASTE, True), ({}, False)], ids=["tested", "not tested"])
@clause("wfrp1.firearm.reload_stress")
def test_neither_side_knows_whether_a_loaded_gun_is_loaded_well(flaw, rules, may_be_bad):
    scene = shooting("pistol", 4, rules=rules, archer=LOADED)
    scene.unit("archer").gun_flaw = flaw if rules else Flaw.NONE
    for viewer in (MEN, ORCS):
        is_other, units = imagined(scene, viewer)
        assert (is_other, int(units["gun_flaw"][0])) == (may_be_bad, Flaw.NONE)


@pytest.mark.parametrize(("loaded", "may_be_bad"), [(1, True), (0, False)])
@clause("wfrp1.firearm.reload_stress")
def test_ones_own_stowed_pistol_may_be_loaded_badly(loaded, may_be_bad):
    """The one in hand is not loaded; of an enemy's pack nothing is known in any case."""
    scene = shooting("pistol", 4, rules=HASTE, archer={"backup": ["pistol"], "loaded": 0})
    scene.unit("archer").pack_loaded = [loaded, 0, 0, 0, 0, 0]
    scene.unit("archer").pack_flaw = [Flaw.NO_BALL * loaded, 0, 0, 0, 0, 0]
    is_other, units = imagined(scene, MEN)
    assert (is_other, int(units["pack_flaw"][0, 0])) == (may_be_bad, Flaw.NONE)
    assert imagined(scene, ORCS)[0]


@clause("wfrp1.firearm.reload_stress")
def test_a_flaw_that_has_shown_is_known():
    scene = shooting("pistol", 4, rules=HASTE, archer=LOADED)
    scene.unit("archer").gun_flaw = Flaw.SLOW
    is_other, units = imagined(scene, ORCS)
    assert (is_other, int(units["gun_flaw"][0])) == (False, Flaw.SLOW)


def knifeman(**more):
    """A man with a sword in hand, a knife stowed, and an orc beside him, who is to choose."""
    scene = duel(man={"main_hand": "hand weapon", "backup": ["knife/dagger"], **more})
    while scene.decider != "orc":
        scene.play("pass" if scene.prompt == "turn" else scene.choices()[0])
    return scene


@clause("wfrp1.action.take_up")
def test_a_side_imagines_in_the_packs_of_enemies_what_they_began_with():
    scene = knifeman()
    scene.game.s["units"]["pack"][0, 0] = Item.BOMB
    is_other, units = imagined(scene, ORCS)
    assert (is_other, pack(units, 0)) == (False, ["knife"])
    assert pack(imagined(scene, MEN)[1], 0) == ["bomb"]


@clause("wfrp1.action.take_up")
def test_who_holds_its_second_weapon_may_have_stowed_or_lost_the_first():
    scene = knifeman()
    for stowed in (Item.NOTHING, Item.HAND_WEAPON):
        scene.unit("man").main_hand = Item.KNIFE
        scene.game.s["units"]["pack"][0, 0] = stowed
        is_other, units = imagined(scene, ORCS)
        assert (is_other, pack(units, 0)) == (True, ["hand_weapon"])
    scene.unit("man").ground_item, scene.unit("man").ground_cell = Item.HAND_WEAPON, scene.unit("man").cell
    is_other, units = imagined(scene, ORCS)
    assert (is_other, pack(units, 0)) == (True, [])


@clause("wfrp1.c.bomb_blast")
def test_how_many_bombs_are_left_is_told_to_friends_alone():
    scene = knifeman(bombs=2)
    assert of_unit(scene, "bombs", 0, MEN) == 2
    assert [of_unit(scene, "bombs", row, ORCS) for row in range(2)] == [0, 0]
    scene.game.s["units"]["pack"][0, 1] = Item.NOTHING
    is_other, units = imagined(scene, ORCS)
    assert (is_other, pack(units, 0)) == (True, ["knife", "bomb", "bomb"])
