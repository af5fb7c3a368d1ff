"""Each missile weapon has its own shots and stays as it was put away, whatever was in the hand meanwhile."""

from __future__ import annotations

import pytest
from fixtures import clause, duel, table
from wfrp1.melee import verbs
from wfrp1.seen import of_unit
from wfrp1.shooting import shooting, turn, until

from tactica.envs.engine.describing import IllegalChoice
from tactica.envs.rulesets.wfrp1.vocab import Item
from tactica.envs.scenario import ScenarioError

TRAINED = {"specialist": ["firearms", "repeating_crossbow", "lasso", "bomb", "throwing"]}
DULL = {"w": 20, "npc": True, "int": 10, "i": 10}


def with_backup(weapon, backup, cells=6, dice=(), **archer):
    """An archer with a weapon in hand, others stowed, and an orc some way off."""
    return shooting(weapon, cells, list(dice), archer={"bs": 60, "backup": backup, **TRAINED, **archer}, orc=DULL)


def fighter(dice=(), **man):
    """The same in contact with the orc."""
    return duel(list(dice), man={"bs": 60, "w": 20, **TRAINED, **man}, orc=DULL)


def shots(scene, who="archer"):
    """Shots left for the weapon at hand, and ready in it."""
    return int(scene.unit(who).ammunition), int(scene.unit(who).loaded)


def refusal(scene, text):
    """Why a choice is not possible."""
    with pytest.raises(IllegalChoice) as error:
        scene.parse(text)
    return str(error.value)


# --- as it was put away


@pytest.mark.parametrize("weapon", ["crossbow", "pistol"])
@pytest.mark.parametrize("first", ["hand weapon", "dart"])
@clause("wfrp1.take_up.two_handed_and_bows", "wfrp1.c.ammunition")
def test_a_dart_in_hand_loads_no_crossbow(weapon, first):
    """On the back it is not loaded, whatever was in the hand before."""
    scene = with_backup(first, [weapon])
    scene.play("drop")
    turn(scene, f"take_up {weapon}")
    assert shots(scene) == ({"crossbow": 20, "pistol": 10}[weapon], 0)
    assert verbs(scene) & {"fire", "load"} == {"load"}


@clause("wfrp1.take_up.two_handed_and_bows", "wfrp1.missile.repeating_crossbow", "wfrp1.c.ammunition")
def test_a_magazine_stays_full_and_bolts_are_no_darts():
    """Ten bolts in the magazine and ten more; three darts."""
    scene = with_backup("repeating crossbow", ["dart"])
    turn(scene, "stow")
    turn(scene, "take_up dart")
    assert shots(scene) == (3, 1)
    scene.play("drop")
    turn(scene, "take_up repeating_crossbow")
    assert shots(scene) == (20, 10)
    assert list(scene.unit("archer").pack) == [0] * 6
    assert (scene.unit("archer").ground_ammunition, scene.unit("archer").ground_loaded) == (3, 1)


@clause("wfrp1.take_up.two_handed_and_bows", "wfrp1.firearm.misfire")
def test_a_pistol_put_away_loaded_comes_back_loaded():
    scene = with_backup("pistol", ["dart"], 4, [98, 98], loaded=1)
    turn(scene, "stow")
    turn(scene, "take_up dart")
    turn(scene, "fire orc")
    scene.play("drop")
    turn(scene, "take_up pistol")
    assert shots(scene) == (10, 1)
    turn(scene, "fire orc")
    turn(scene, "stow")
    turn(scene, "take_up pistol")
    assert shots(scene) == (9, 0)


@clause("wfrp1.take_up.two_handed_and_bows", "wfrp1.c.entangle")
def test_a_lasso_that_was_thrown_is_coiled_up_in_two_rounds_by_nothing_else():
    scene = with_backup("lasso", [], 3, [98, 98])
    turn(scene, "fire orc")
    for way in (("drop", "pick_up"), ("stow", "take_up lasso"), ("swap_hands",)):
        for text in way:
            scene.play(text)
            until(scene)
        assert verbs(scene) & {"fire", "load"} == {"load"}, way
    turn(scene, "load")
    turn(scene, "load")
    scene.play("fire orc")


@clause("wfrp1.take_up.two_handed_and_bows", "wfrp1.c.entangle")
def test_a_lasso_is_carried_coiled_up():
    scene = with_backup("none", ["lasso"], 3, [98])
    turn(scene, "take_up lasso")
    scene.play("fire orc")


# --- a weapon in each hand


@pytest.mark.parametrize(("off_hand", "counts"), [("pistol", (10, 0)), ("dart", (3, 1)), ("hand weapon", (0, 0))])
@clause("wfrp1.c.ammunition", "wfrp1.missile.definition")
def test_the_weapon_of_the_other_hand_has_its_own_shots(off_hand, counts):
    """Who drops a loaded pistol holds the other weapon, as that one is."""
    scene = with_backup("pistol", [], 4, off_hand=off_hand, loaded=1)
    assert shots(scene) == (10, 1)
    scene.play("drop")
    assert shots(scene) == counts
    scene.play("pick_up")
    until(scene)
    assert shots(scene) == (10, 1)


@clause("wfrp1.action.drop", "wfrp1.c.ammunition")
def test_changing_hands_changes_no_charge():
    scene = with_backup("pistol", [], 4, off_hand="duelling pistol", loaded=1)
    turn(scene, "swap_hands")
    assert (int(scene.unit("archer").main_hand), shots(scene)) == (Item.DUELLING_PISTOL, (10, 0))
    turn(scene, "swap_hands")
    assert (int(scene.unit("archer").main_hand), shots(scene)) == (Item.PISTOL, (10, 1))


@clause("wfrp1.c.ammunition", "wfrp1.missile.definition")
def test_the_last_dart_leaves_the_hand_to_the_pistol():
    scene = with_backup("dart", [], 2, [98], off_hand="pistol", ammunition=1)
    scene.play("fire orc")
    until(scene)
    assert shots(scene) == (10, 0)
    assert verbs(scene) & {"fire", "load"} == {"load"}


@clause("wfrp1.missile.carry_loaded", "wfrp1.c.ammunition")
@pytest.mark.parametrize(("main_hand", "ready"), [("none", (3, 1)), ("hand weapon", (3, 1))])
def test_a_dart_is_ready_in_either_hand(main_hand, ready):
    assert shots(with_backup(main_hand, [], off_hand="dart")) == ready


# --- what is wrong with a gun, and loading that has begun


@clause("wfrp1.firearm.misfire", "wfrp1.take_up.two_handed_and_bows")
def test_a_welded_pistol_spoils_no_other():
    """22 is a double, and 91 on the chart a burn-round: the pistol is useless, the one in the other hand is not."""
    scene = with_backup("pistol", ["arquebus"], 4, [22, 91], off_hand="duelling pistol", loaded=1)
    turn(scene, "fire orc normal")
    assert verbs(scene) & {"load", "fire_broken"} == {"fire_broken"}
    scene.play("drop")
    assert verbs(scene) & {"load", "fire_broken"} == {"load"}
    scene.play("pick_up")
    until(scene)
    assert verbs(scene) & {"load", "fire_broken"} == {"fire_broken"}, "it is welded still"


@pytest.mark.parametrize("way", ["stow", "swap_hands"])
@clause("wfrp1.firearm.misfire", "wfrp1.take_up.two_handed_and_bows")
def test_a_welded_barrel_stays_welded_wherever_the_gun_is(way):
    scene = with_backup("pistol", [], 4, [22, 91], loaded=1)
    turn(scene, "fire orc normal")
    turn(scene, way)
    assert ("fire_broken" in verbs(scene)) == (way == "swap_hands"), "from the other hand it could be fired"
    turn(scene, {"stow": "take_up pistol", "swap_hands": "swap_hands"}[way])
    assert verbs(scene) & {"load", "fire_broken"} == {"fire_broken"}


@pytest.mark.interpreted_only
@clause("wfrp1.firearm.misfire")
def test_fire_that_hangs_in_a_pistol_on_the_ground_sets_off_no_other():
    """55 is a double, and 71 on the chart hangs fire."""
    scene = with_backup("pistol", [], 4, [55, 71], off_hand="duelling pistol", loaded=1)
    scene.unit("archer").second_loaded = 1
    scene.play("fire orc normal")
    assert scene.unit("archer").hang_target == 1
    scene.ruleset.module("rules.carrying").empty_hand(scene.state, 0, False)
    until(scene)
    assert shots(scene) == (10, 1)


@pytest.mark.parametrize("way", ["drop", "swap_hands"])
@clause("wfrp1.take_up.two_handed_and_bows", "wfrp1.missile.phases")
def test_loading_that_has_begun_is_lost_with_the_weapon(way):
    """A pistol takes two rounds, and so does the other one."""
    scene = with_backup("pistol", [], 4, off_hand="pistol")
    turn(scene, "load")
    assert scene.unit("archer").load_progress == 1
    scene.play(way)
    until(scene)
    turn(scene, "load")
    assert shots(scene)[1] == 0
    turn(scene, "load")
    assert shots(scene)[1] == 1


@clause("wfrp1.take_up.two_handed_and_bows", "wfrp1.missile.phases")
def test_loading_that_has_begun_is_lost_in_the_other_hand():
    scene = with_backup("pistol", [], 4)
    turn(scene, "load")
    turn(scene, "swap_hands")
    turn(scene, "load")
    assert shots(scene)[1] == 0


@clause("wfrp1.c.ammunition", "wfrp1.action.missile")
def test_the_last_axe_thrown_does_not_spend_the_pistols_shots():
    """Two missile attacks a round: the second finds no axe, and the pistol is another weapon."""
    rules = {"action.missile.missile_attacks_per_round": 2}
    archer = {"bs": 60, "off_hand": "pistol", "ammunition": 1, **TRAINED}
    scene = shooting("throwing axe", 3, [98], archer=archer, orc=DULL, rules=rules)
    scene.play("fire orc")
    until(scene)
    assert shots(scene) == (10, 0)


# --- in a fight


@pytest.mark.parametrize("hand", ["main_hand", "off_hand"])
@clause("wfrp1.missile.in_melee", "wfrp1.missile.definition")
def test_in_a_fight_no_second_dart_comes_by_changing_hands(hand):
    scene = fighter([98, 98], **{"main_hand": "none", hand: "dart"})
    scene.play("fire orc")
    until(scene, "man")
    scene.play("swap_hands")
    until(scene, "man")
    assert "fire" not in verbs(scene)
    scene.unit("orc").at = (6, 5)
    scene.play("fire orc")


@pytest.mark.parametrize("way", ["drop", "stow"])
@clause("wfrp1.missile.in_melee", "wfrp1.action.drop", "wfrp1.action.take_up")
def test_in_a_fight_no_second_dart_is_picked_up_or_drawn(way):
    scene = fighter([98], main_hand="dart")
    scene.play("fire orc")
    until(scene, "man")
    scene.play(way)
    until(scene, "man")
    again = {"drop": "pick_up", "stow": "take_up dart"}[way]
    assert "no new missile can be drawn in hand-to-hand combat" in refusal(scene, again)
    scene.unit("orc").at = (9, 5)
    scene.play(again)
    until(scene, "man")
    assert shots(scene, "man") == (2, 1)


@clause("wfrp1.missile.in_melee", "wfrp1.action.drop")
def test_a_dart_that_fell_out_of_the_hand_is_no_new_one():
    scene = fighter([98], main_hand="dart")
    scene.play("drop", "pick_up")
    until(scene, "man")
    scene.play("fire orc")


@clause("wfrp1.missile.in_melee", "wfrp1.take_up.quick_draw")
@pytest.mark.parametrize(("cell", "backup", "drawn"), [
    ([3, 1], ["dart"], set()),
    ([3, 1], ["dart", "knife/dagger"], {"quick_draw knife"}),
    ([9, 9], ["dart"], {"quick_draw dart"}),
])  # fmt: skip
def test_in_a_fight_no_dart_is_drawn_quickly(cell, backup, drawn):
    scene = table(
        {"name": "man", "side": "men", "at": [2, 1], "main_hand": "hand weapon", "off_hand": "none", "backup": backup},
        {"name": "orc", "side": "orcs", "at": cell},
        upto=None,
    )
    while scene.decider != "man":
        scene.play("act")
    assert scene.offers("drop") == bool(drawn), "room is made only for what can be drawn"
    if drawn:
        scene.play("drop")
        assert set(scene.choices("quick_draw")) == {*drawn, *(f"{one} off_hand" for one in drawn)}


@clause("wfrp1.missile.in_melee", "wfrp1.c.bomb_blast")
@pytest.mark.parametrize(("cells", "throws"), [(1, False), (9, True)])
def test_the_next_bomb_is_drawn_at_leisure_only(cells, throws):
    """The first, in the hand, is thrown at any time: 98 goes wide, north of (7, 1)."""
    scene = with_backup("bomb", [], 9, [98, 1])
    scene.play("throw_bomb bomb 7,1")
    scene.unit("orc").at = (cells, 1)
    until(scene)
    assert ("throw_bomb" in verbs(scene)) == throws
    if not throws:
        assert "bombs cannot be lit in hand-to-hand combat" in refusal(scene, "throw_bomb")


# --- how many


@clause("wfrp1.c.ammunition", "wfrp1.c.bomb_blast")
def test_charges_of_a_pistol_are_no_bombs():
    """Ten charges for the pistol; each bomb in the pack is one."""
    scene = with_backup("pistol", [], 9, [98, 1], bombs=1)
    scene.play("drop")
    turn(scene, "take_up bomb")
    assert shots(scene) == (1, 1)
    scene.play("throw_bomb bomb 7,1")
    until(scene)
    assert "throw_bomb" not in verbs(scene)


@clause("wfrp1.c.ammunition", "wfrp1.c.bomb_blast")
def test_bombs_put_away_together_are_thrown_one_by_one():
    """98 and 97 go wide; 1 is north."""
    scene = with_backup("bomb", [], 9, [98, 1, 97, 1])
    turn(scene, "stow")
    turn(scene, "throw_bomb bomb 7,1")
    turn(scene, "throw_bomb bomb 7,1")
    assert "throw_bomb" not in verbs(scene)


@clause("wfrp1.c.ammunition", "wfrp1.c.bomb_blast")
def test_no_bomb_is_thrown_that_is_not_there():
    """The main hand's are spent; of two alike the main hand's count."""
    scene = with_backup("bomb", [], 9, off_hand="bomb", ammunition=0)
    assert "throw_bomb" not in verbs(scene)
    scene.play("drop")
    assert "throw_bomb" in verbs(scene)


@pytest.mark.parametrize(("held", "backup", "loaded", "most"), [
    ("crossbow", [], 2, 1), ("none", ["crossbow"], 5, 1), ("repeating crossbow", [], 11, 10), ("volley gun", [], 8, 7),
])  # fmt: skip
@clause("wfrp1.c.ammunition", "wfrp1.c.multi_barrel", "wfrp1.missile.repeating_crossbow")
def test_no_weapon_holds_more_than_it_can(held, backup, loaded, most):
    with pytest.raises(ScenarioError, match=rf"units\[0\].loaded.*{loaded} ready.*0 to {most}"):
        with_backup(held, backup, loaded=loaded, ammunition=20)
    with_backup(held, backup, loaded=most, ammunition=20)


@clause("wfrp1.c.ammunition")
def test_shots_may_be_those_of_a_bow_in_the_pack():
    scene = with_backup("hand weapon", [], in_pack=["short bow"], ammunition=7)
    assert list(scene.unit("archer").pack_ammunition)[:1] == [7]


@clause("wfrp1.c.ammunition")
def test_who_carries_bombs_alone_has_no_shots():
    scene = with_backup("hand weapon", ["bomb", "incendiary"])
    assert of_unit(scene, "ammunition", 0, viewer=0) == 0


@clause("wfrp1.c.ammunition")
def test_the_scenarios_number_is_for_the_first_weapon():
    scene = with_backup("hand weapon", ["short bow", "dart"], ammunition=7)
    assert list(scene.unit("archer").pack_ammunition)[:2] == [7, 3]


@clause("wfrp1.c.ammunition")
def test_ones_own_side_sees_the_shots_of_a_stowed_weapon():
    scene = with_backup("hand weapon", ["pistol"], ammunition=7, loaded=1)
    seen = [[of_unit(scene, what, row, viewer=viewer) for what in ("ammunition", "loaded")] for row, viewer in
            ((0, 0), (1, 1))]  # fmt: skip
    assert seen == [[7, 1], [0, 0]], "the second, of an enemy, shows what is in its hands"
