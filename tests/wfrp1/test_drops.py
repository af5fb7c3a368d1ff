"""Lights that are dropped: they go out, burn on, or set the cell on fire."""

from __future__ import annotations

import pytest
from fixtures import clause, table
from wfrp1.blows import exactly
from wfrp1.melee import kinds, verbs
from wfrp1.seen import on_board


def at_night(light, dice=None, rules=None, orc=(6, 4), **man):
    """A man with a light at (4, 4) in the dark, and an orc."""
    return table(
        {"name": "man", "side": "men", "at": [4, 4], "i": 50, "light": light, "w": 20, **man},
        {"name": "orc", "side": "orcs", "at": list(orc), "i": 20, "w": 20},
        dice=dice,
        rules=rules,
        battle={"light": "dark"},
    )


def lies(scene):
    """What lies about and burns."""
    return [(int(item), int(cell)) for item, cell in zip(scene.state["light_item"], scene.state["light_cell"], strict=True)
            if item]  # fmt: skip


CELL = 4 * 32 + 4


@clause("wfrp1.item.dropped_light")
@pytest.mark.parametrize("light", ["candle", "torch"])
def test_odds_of_a_torch_that_burns_on(light):
    scene = at_night(light)
    odds = scene.odds("drop off_hand", want=lambda after: bool(lies(after)))
    assert odds[True] == exactly(0.250000)


@clause("wfrp1.item.dropped_light")
@pytest.mark.parametrize("light", ["lamp", "lantern"])
def test_odds_of_what_becomes_of_a_lantern(light):
    scene = at_night(light)
    odds = scene.odds(
        "drop off_hand",
        want=lambda after: "fire" if after.state["fire_rounds"].any() else "on" if lies(after) else "out",
    )
    assert odds["out"] == exactly(0.500000)
    assert odds["fire"] == exactly(0.125000)
    assert odds["on"] == exactly(0.375000)


@clause("wfrp1.item.dropped_light")
@pytest.mark.parametrize(("light", "roll", "goes_out"), [("torch", 75, True), ("torch", 76, False), ("lamp", 50, True)])
def test_a_roll_equal_to_the_chance_goes_out(light, roll, goes_out):
    scene = at_night(light, [roll])
    scene.play("drop off_hand")
    assert ("light_went_out" in kinds(scene)) == goes_out
    assert bool(lies(scene)) != goes_out


@clause("wfrp1.item.dropped_light", "wfrp1.c.fire_damage")
@pytest.mark.parametrize(("roll", "burns"), [(25, True), (26, False)])
def test_a_lamp_may_set_its_cell_on_fire(roll, burns):
    """Three rounds; 2D4 = 5 for the man who stands there, on the right leg."""
    scene = at_night("lamp", [51, roll, *([3, 2, 3, 1] if burns else [])])
    scene.play("drop off_hand")
    assert scene.unit("man").wounds == (15 if burns else 20)
    if burns:
        assert (int(scene.state["fire_cell"][0]), int(scene.state["fire_rounds"][0])) == (CELL, 3)
        assert not lies(scene)
        assert int(scene.unit("man").ground_item) == 0
    else:
        assert lies(scene) == [(52, CELL)]


@clause("wfrp1.action.drop", "wfrp1.item.dropped_light")
def test_who_burns_up_over_a_lamp_has_no_more_to_choose():
    """Dropping takes no time, but the fire at its feet ends the turn: 8 Wounds of 1, and a critical hit that kills."""
    scene = at_night("lamp", [51, 25, 3, 4, 4, 1, 98], w=1)
    scene.play("drop off_hand")
    assert scene.unit("man").dead == 1
    assert scene.ending == "orcs won" or scene.decider != "man"


@clause("wfrp1.item.dropped_light", "wfrp1.c.fire_damage")
def test_odds_of_the_burns():
    scene = at_night(
        "lamp", rules={"item.dropped_light.lantern_out_pct": 0, "item.dropped_light.lantern_fire_pct": 100}
    )
    left = scene.odds("drop off_hand", want="man.wounds")
    assert sum((20 - wounds) * chance for wounds, chance in left.items()) == exactly(5)
    assert left.at_most(15) == exactly(0.625000)
    assert left[12] == exactly(0.062500)


@clause("wfrp1.item.dropped_light", "wfrp1.c.fire_damage")
def test_a_pool_burns_at_each_end_of_round_and_goes_out():
    """Two rounds: at the first end of a round 2 Wounds, at the second 8; armour and Toughness do not help."""
    scene = at_night("lantern", [51, 25, 2, 1, 1, 4, 1, 1, 4, 4, 4, 4], t=6, armour=["leggings"], orc=(11, 11))
    scene.play("drop off_hand", "pass", "orc: pass")
    assert scene.unit("man").wounds == 20 - 2 - 2
    assert int(scene.state["fire_rounds"][0]) == 1
    while scene.round == 2:
        scene.play("pass")
    assert scene.unit("man").wounds == 20 - 2 - 2 - 8
    assert not scene.state["fire_rounds"].any()


@clause("wfrp1.item.dropped_light", "wfrp1.c.light_sources")
def test_a_light_that_burns_on_lights_its_surroundings():
    scene = at_night("torch", [76])
    assert on_board(scene, "enemy", 6, 4) == 1
    scene.play("drop off_hand", "move_standard 0,4")
    assert lies(scene) == [(51, CELL)]
    assert on_board(scene, "light", 4, 4) == 51
    assert on_board(scene, "enemy", 6, 4) == 1, "seen by the light it left behind"


@clause("wfrp1.item.dropped_light", "wfrp1.c.light_sources")
def test_in_the_dark_nobody_is_seen_any_more():
    scene = at_night("torch", [75])
    scene.play("drop off_hand")
    assert on_board(scene, "enemy", 6, 4) == 0
    assert "charge" not in verbs(scene)


@clause("wfrp1.item.dropped_light", "wfrp1.action.drop")
def test_a_light_that_burns_is_picked_up_again():
    scene = at_night("torch", [76])
    scene.play("drop off_hand", "pick_up off_hand")
    assert not lies(scene)
    assert int(scene.unit("man").off_hand) == 51


@clause("wfrp1.item.dropped_light", "wfrp1.action.drop")
def test_a_light_that_went_out_is_of_no_more_use():
    scene = at_night("torch", [75])
    scene.play("drop off_hand")
    assert "pick_up" not in verbs(scene)


@clause("wfrp1.item.dropped_light", "wfrp1.action.take_up")
def test_nobody_puts_away_a_light_that_burns():
    scene = at_night("torch", main_hand="none")
    assert "stow" not in verbs(scene)


@clause("wfrp1.item.dropped_light", "wfrp1.c.critical_table")
def test_a_light_falls_from_a_hand_that_is_hit():
    """The left arm: the critical makes it drop the torch, which goes out."""
    scene = table(
        {"name": "orc", "side": "orcs", "at": [5, 4], "facing": "west", "i": 50, "ws": 90, "s": 3},
        {
            "name": "man",
            "side": "men",
            "at": [4, 4],
            "facing": "east",
            "light": "torch",
            "npc": True,
            "int": 20,
            "w": 7,
        },
        dice=[63, 1, 1, 75],
    )
    scene.unit("man").wounds = 0
    scene.play("strike man")
    assert scene.last("dropped_item").amount == 51
    assert scene.last("light_went_out").who == "man"
