"""Answers to a charge: hold, stand and shoot, flee; fleeing targets that are run down."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.scenes import battle, charging, exactly, go_on, kinds, pose, regiment

from tactica.envs.render.scene import look_at
from tactica.envs.rulesets.tow.look import note_on
from tactica.envs.rulesets.tow.vocab import Gone

SHORT_GAP = "x.move.charge_reaction.min_gap_is_charger_move"
ARCHERS = {"models": 5, "missile": "longbow", "ballistic_skill": 4}


def charged(men=None, orcs=None, gap=7, **more):
    """The men have declared their charge; the orcs are about to answer, or they have no choice."""
    scene = charging(men, orcs, gap=gap, **{"dice": None, **more})
    scene.play("charge orcs")
    return scene


def answers(laid):
    """What the orcs may answer, nothing when they are not asked."""
    return set(laid.choices()) if (laid.prompt, laid.decider) == ("reaction", "orcs") else set()


# --- hold and flee


@clause("tow.x.move.charge_reaction")
def test_the_target_answers_each_charge_at_once():
    scene = charged()
    assert (scene.prompt, scene.decider) == ("reaction", "orcs")
    assert answers(scene) == {"hold", "flee"}


def test_pictures_show_who_charges_whom_until_chargers_move():
    scene = charging(gap=7, dice=None)
    assert look_at(scene.game).links == []
    scene.play("charge orcs")
    shown = look_at(scene.game)
    assert [link.words for link in shown.links] == ["charged by"]
    assert {figure.name: shown.state_of(figure) for figure in shown.figures}["orcs"].endswith("charged by men")
    scene.play("hold")
    go_on(scene, "move")
    assert look_at(scene.game).links == []


def test_the_legend_says_nothing_of_a_charge_at_somebody_who_has_left():
    scene = charged(gap=9)
    said = lambda: note_on(scene.state["units"][scene.unit("men").row])  # noqa: E731
    assert "charges" in said()
    scene.dice = [6, 6, 1, 1]
    scene.play("flee")
    assert scene.unit("orcs").gone == int(Gone.FLED) and "charges" not in said()


@clause("tow.x.move.charge_reaction")
def test_who_holds_stays_as_it_is():
    scene = charged(gap=9)
    scene.dice = [1, 1]
    events = scene.play("hold")
    assert kinds(events, "holds", "flees", "shoots") == [("holds", "orcs")]
    assert pose(scene, "orcs") == ((14, 4), "south", 5)
    assert scene.unit("orcs").fleeing == 0


@clause("tow.x.move.charge_reaction", "tow.x.move.flee")
def test_who_flees_runs_at_once_directly_away():
    """One rank of five between rows 6 and 6; 5 cells to the north. Then the charge fails at 12 inches."""
    scene = charged({}, {"models": 5}, gap=7)
    scene.dice = [2, 3, 6, 6]
    events = scene.play("flee")
    assert kinds(events, "flees", "charge_failed") == [("flees", "orcs"), ("charge_failed", "men")]
    assert pose(scene, "orcs") == ((10, 1), "north", 5)
    assert scene.unit("orcs").fleeing == 1


@clause("tow.x.move.charge_reaction", "tow.x.morale.traits")
@pytest.mark.parametrize(("orcs", "expected"), [
    ({}, {"hold", "flee"}), ({"traits": ["unbreakable"]}, set()), ({"movement": 0}, set()), ({"movement": 1}, {"hold", "flee"}),
    ({"traits": ["stubborn"]}, {"hold", "flee"}), ({"traits": ["frenzy"]}, {"hold", "flee"}),
    ({"traits": ["unbreakable"], **ARCHERS}, {"hold", "stand_and_shoot"}),
    ({"troop_type": "war_machines", "models": 1}, {"hold", "flee"}),
])  # fmt: skip
def test_who_may_flee(orcs, expected):
    """Who can only hold is not asked."""
    assert answers(charged({}, {"models": 5, **orcs}, gap=8)) == expected


@clause("tow.x.move.charge_reaction")
def test_a_target_in_flight_has_no_choice_and_does_not_move_again():
    scene = charging({}, {"models": 5, "fleeing": True}, gap=9, dice=[1, 1])
    events = scene.play("charge orcs")
    assert kinds(events, "holds", "flees", "charge_failed") == [("charge_failed", "men")]
    assert pose(scene, "orcs")[0] == (14, 4)


@clause("tow.x.move.charge_reaction", "tow.x.move.charge_declare")
def test_a_second_charge_on_those_who_fled_is_not_answered():
    """They have run two cells from the first; both charges are rolled, and the first that reaches them ends them."""
    second = regiment("others", "men", at=(18, 14))
    scene = charged({}, {"models": 5}, gap=6, friends=[second])
    scene.dice = [1, 1]
    scene.play("flee")
    assert (scene.prompt, scene.decider) == ("charge", "others")
    scene.dice = [1, 1, 6, 6]
    events = scene.play("charge orcs")
    found = kinds(events, "charges", "holds", "flees", "charge_failed", "ran_down")
    assert found == [("charges", "others"), ("charge_failed", "men"), ("ran_down", "others")]


@clause("tow.x.move.charge_reaction")
def test_the_engaged_can_only_hold():
    """Archers who fight somebody else are charged in the flank."""
    orcs = regiment("orcs", at=(14, 8), facing="south", **ARCHERS)
    other = regiment("others", "men", at=(10, 9), models=5)
    charger = regiment("men", at=(3, 7), facing="east", models=3, files=3, movement=6)
    scene = battle(charger, orcs, other, dice=None, upto="charge", who="men")
    events = scene.play("charge orcs")
    assert ("flees", "orcs") not in kinds(events)
    assert ("holds", "orcs") in kinds(events), "it was not asked"
    apart = regiment("others", "men", at=(10, 20), models=5)
    scene = battle(charger, orcs, apart, dice=None, upto="charge", who="men")
    scene.play("charge orcs")
    assert "flee" in answers(scene)


# --- stand and shoot


@clause("tow.x.move.charge_reaction")
@pytest.mark.parametrize(
    ("gap", "rules", "fine"),
    [(7, {}, False), (8, {}, True), (7, {SHORT_GAP: 0}, True), (1, {SHORT_GAP: 0}, True), (6, {}, False)],
)
def test_the_charger_must_be_further_away_than_it_moves(gap, rules, fine):
    assert ("stand_and_shoot" in answers(charged({"movement": 7}, ARCHERS, gap=gap, rules=rules))) is fine


@clause("tow.x.move.charge_reaction", "tow.x.move.fly")
@pytest.mark.parametrize(("fly", "fine"), [(8, False), (7, True)])
def test_a_charger_on_wings_moves_by_them(fly, fine):
    assert ("stand_and_shoot" in answers(charged({"movement": 4, "fly": fly}, ARCHERS, gap=8))) is fine


@clause("tow.x.move.charge_reaction", "tow.x.shoot.modifiers")
def test_stand_and_shoot_at_short_range_hits_on_four():
    """BS 4 hits on 3, one harder: of five shots each hits in half of the rolls."""
    scene = charged({"movement": 7}, ARCHERS, gap=8)
    hits = scene.odds("stand_and_shoot", want="hits", answers={"after": "restrain"}, open="stop")
    assert hits[5] == exactly(0.5**5)
    assert hits.mean() == exactly(2.5)


@clause("tow.x.move.charge_reaction")
@pytest.mark.parametrize(("orcs", "fine"), [
    ({}, True), ({"missile": "none"}, False), ({"ballistic_skill": 0}, False), ({"missile": "crossbow"}, True),
])  # fmt: skip
def test_who_may_stand_and_shoot(orcs, fine):
    assert ("stand_and_shoot" in answers(charged({}, {**ARCHERS, **orcs}, gap=8))) is fine


@clause("tow.x.move.charge_reaction")
def test_who_does_not_see_the_charger_does_not_shoot_at_it():
    """The archers look away."""
    men = regiment("men", at=(10, 14))
    for facing, at, fine in (("south", (14, 5), True), ("north", (10, 5), False)):
        scene = battle(men, regiment("orcs", at=at, facing=facing, **ARCHERS), dice=None, upto="charge", who="men")
        scene.play("charge orcs")
        assert ("stand_and_shoot" in answers(scene)) is fine


@clause("tow.x.move.charge_reaction")
def test_one_volley_a_turn():
    """Charged twice, they shoot at one of the two."""
    second = regiment("others", "men", at=(18, 14))
    for first in ("hold", "stand_and_shoot"):
        scene = charged({}, ARCHERS, gap=8, friends=[second])
        scene.play(first)
        scene.play("charge orcs")
        assert ("stand_and_shoot" in answers(scene)) is (first == "hold")


@clause("tow.x.move.charge_reaction")
def test_next_turn_they_may_shoot_again():
    scene = charged({}, {**ARCHERS, "missile": "shortbow"}, gap=10)
    scene.dice = [1, 1, 1, 1, 1, 1, 1]
    scene.play("stand_and_shoot")
    go_on(scene, "charge", "men")
    assert scene.round == 2
    scene.play("charge orcs")
    assert "stand_and_shoot" in answers(scene)


@clause("tow.x.move.charge_reaction", "tow.x.move.charge_roll")
def test_the_volley_comes_before_the_charge():
    scene = charged({"movement": 7}, ARCHERS, gap=8)
    found = kinds(scene.play("stand_and_shoot"), "stands", "shoots", "charge_reached")
    assert found[0] == ("stands", "orcs")
    assert found.index(("shoots", "orcs")) < found.index(("charge_reached", "men"))


@clause("tow.x.move.charge_reaction", "tow.x.morale.panic")
def test_panic_under_fire_ends_the_charge():
    """Of four riders one falls, a quarter: a double six, and they fall back."""
    scene = charged({"models": 4, "movement": 8}, {**ARCHERS, "models": 1, "missile": "shortbow"}, gap=9)
    scene.dice = [6, 6, 6, 6, 1, 1]
    events = scene.play("stand_and_shoot")
    assert kinds(events, "panics", "charge_reached", "charge_failed") == [("panics", "men")]
    assert scene.unit("men").models == 3
    assert scene.unit("men").y > 14
    scene = charged({"models": 4, "movement": 8}, {**ARCHERS, "models": 1, "missile": "shortbow"}, gap=9)
    scene.dice = [6, 6, 1, 1, 1, 1]
    events = scene.play("stand_and_shoot")
    assert kinds(events, "panics", "calm", "charge_reached") == [("calm", "men"), ("charge_reached", "men")]


# --- running down


@clause("tow.x.move.run_down")
def test_a_charge_that_reaches_the_fleeing_destroys_them():
    """Twelve inches and M 8: a 4 on the better of two dice."""
    scene = charging({"movement": 8}, {"models": 5, "fleeing": True}, gap=12, dice=None)
    destroyed = scene.odds("charge orcs", want="orcs.gone")
    assert destroyed.p(lambda gone: gone != 0) == exactly(0.75)
    assert scene.odds("charge orcs", want="event ran_down")[1] == exactly(0.75)


@clause("tow.x.move.run_down", "tow.x.move.charge_contact")
def test_the_charger_is_put_into_the_pose_and_engaged_with_nobody():
    scene = charging({"movement": 8}, {"models": 5, "fleeing": True}, gap=12, dice=[4, 1])
    events = scene.play("charge orcs")
    assert kinds(events, "ran_down") == [("ran_down", "men")]
    assert pose(scene) == ((10, 2), "north", 5)
    assert scene.unit("orcs").models == 0
    assert not kinds(events, "combat_begins")


@clause("tow.x.move.run_down", "tow.x.move.charge_reaction")
def test_who_flees_from_a_charge_may_be_run_down():
    """Five inches, and four more: nine, which 8 and a 1 reach."""
    scene = charged({"movement": 8}, {"models": 5}, gap=5)
    scene.dice = [2, 2, 1, 1]
    events = scene.play("flee")
    assert kinds(events, "flees", "ran_down") == [("flees", "orcs"), ("ran_down", "men")]
    assert scene.unit("orcs").models == 0


@clause("tow.x.move.charge_arc", "tow.x.move.run_down")
def test_the_fleeing_are_struck_wherever_they_stand():
    """Charged in front, they turn and run; the charger strikes their rear."""
    scene = charged({"movement": 8}, {"models": 5}, gap=5)
    scene.dice = [1, 1, 6, 6]
    scene.play("flee")
    assert pose(scene) == ((10, 7), "north", 5)
