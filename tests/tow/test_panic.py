"""Panic: what gives reason to test, who does not care, and what becomes of those who fail."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.frays import RESULT, beaten, blows, charged, melee
from tow.scenes import battle, duel, exactly, go_on, regiment

PANIC = "x.morale.panic"
BROKEN = [6, 6]
TESTED = ("calm", "panics")


def shot_at(archers=5, rules=None, friends=(), men=None, at=(10, 22), **orcs):
    """Archers who are about to shoot at twenty orcs, of whom each hit kills one in two."""
    men = {"models": archers, "files": archers, "missile": "longbow", **(men or {})}
    rules = {f"{PANIC}.{knob}": value for knob, value in (rules or {}).items()}
    foes = regiment("orcs", at=(14, 16), facing="south", **orcs)
    return battle(regiment("men", at=at, **men), foes, *friends, rules=rules, upto="shoot", who="men")


def by_losses(scene, *events, lost="result models on orcs"):
    """Models lost -> the chances of these events after such a loss."""
    found = scene.odds("shoot orcs single", want=[lost, *events], open="stop")
    whole, happened = {}, {}
    for (number, *counts), chance in found.items():
        whole[number] = whole.get(number, 0.0) + chance
        for event, count in zip(events, counts, strict=True):
            happened[number, event] = happened.get((number, event), 0.0) + (chance if count else 0.0)
    return {number: tuple(happened[number, event] / chance for event in events) for number, chance in whole.items()}


def alarmed(rules=None, orcs=None, dice=BROKEN, men=None, **goblins):
    """Orcs who break, the goblins some cells behind them: whether these test for panic."""
    fields = {"at": (12, 6), "models": 3, "files": 3, **goblins}
    friend = regiment("goblins", "orcs", facing="south", **fields)
    scene = beaten(7, 1, {f"{PANIC}.{knob}": value for knob, value in (rules or {}).items()}, friends=[friend], orcs=orcs,
                   dice=[*dice], men=men)  # fmt: skip
    scene.play("pass")
    scene.dice = None
    if scene.prompt == "after":
        scene.play("restrain")
    kinds = [e.kind for e in scene.events]
    end = kinds.index("turn_begins", kinds.index("combat_begins"))
    return [e.who for e in scene.events[:end] if e.kind in TESTED]


# --- losses


@clause("tow.x.morale.panic")
def test_a_quarter_lost_is_reason_to_panic():
    """Five of twenty, and not four: a test of Leadership 7."""
    found = by_losses(shot_at(), "panics", "calm")
    assert found[5] == (exactly(0.416667), exactly(1 - 0.416667))
    assert found[4] == (exactly(0.0), exactly(0.0))


@clause("tow.x.morale.panic")
@pytest.mark.parametrize(("percent", "least"), [(20, 4), (30, 6), (10, 2), (50, 10)])
def test_what_is_reason_to_panic_can_be_set(percent, least):
    found = by_losses(shot_at(12, {"loss_fraction_pct": percent}), "panics")
    assert {lost for lost, (chance,) in found.items() if chance} == set(range(least, 13))


@clause("tow.x.morale.panic")
def test_the_models_at_the_start_of_the_phase_count():
    """Ten are left of twenty: three are a quarter, and who panics flees, for no more than half are left."""
    found = by_losses(shot_at(models=10, models_start=20, leadership=8), "panics", "flees", "falls_back")
    assert found[3] == (exactly(0.277778), exactly(0.277778), exactly(0.0))
    assert found[2] == (exactly(0.0), exactly(0.0), exactly(0.0))


@clause("tow.x.morale.panic", "tow.x.combat.fall_back")
@pytest.mark.parametrize(("percent", "models", "falls", "flees"), [
    (50, 15, {4}, {5}), (50, 14, set(), {4, 5}), (50, 12, set(), {3, 4, 5}), (50, 16, {4, 5}, set()),
    (55, 16, {4}, {5}), (45, 14, {4}, {5}),
])  # fmt: skip
def test_more_than_half_left_fall_back_and_others_flee(percent, models, falls, flees):
    """Of the twenty they began with."""
    rules = {} if percent == 50 else {"fall_back_fraction_pct": percent}
    found = by_losses(shot_at(rules=rules, models=models, models_start=20, leadership=2), "falls_back", "flees")
    assert {lost for lost, (fell, _) in found.items() if fell} == falls
    assert {lost for lost, (_, fled) in found.items() if fled} == flees


@clause("tow.x.morale.panic")
@pytest.mark.parametrize(("wounds", "tests"), [(5, False), (4, True), (3, True)])
def test_of_a_single_model_the_wounds_count(wounds, tests):
    """One Wound of five is a fifth."""
    scene = shot_at(1, models=1, files=1, wounds=wounds, leadership=8)
    found = by_losses(scene, *TESTED, lost="result wounds on orcs")
    assert sum(found[1]) == exactly(1.0 if tests else 0.0)
    if tests:
        assert found[1][1] == exactly(0.277778)


@clause("tow.x.morale.panic")
def test_losses_of_a_phase_are_added_up():
    """Three of twenty by the men's arrows, and two by those of others."""
    others = regiment("others", "men", (18, 22), models=2, files=2, missile="longbow")
    scene = shot_at(3, friends=[others])
    scene.dice = [6] * 3 + [6] * 3
    scene.play("shoot orcs single")
    assert not [e for e in scene.events if e.kind in TESTED]
    scene.dice = [6] * 2 + [6] * 2 + [3, 4]
    scene.play("shoot orcs single")
    assert [e.who for e in scene.events if e.kind in TESTED] == ["orcs"]


@clause("tow.x.morale.panic")
def test_nobody_tests_twice_in_a_phase():
    others = regiment("others", "men", (18, 22), models=5, files=5, missile="longbow")
    scene = shot_at(5, friends=[others])
    scene.dice = [6] * 5 + [6] * 5 + [3, 4]
    scene.play("shoot orcs single")
    scene.dice = [6] * 5 + [6] * 5
    scene.play("shoot orcs single")
    assert len([e for e in scene.events if e.kind in TESTED]) == 1
    assert scene.unit("orcs").models == 10


@clause("tow.x.morale.panic", "tow.x.morale.traits")
@pytest.mark.parametrize("orcs", [{"traits": ["unbreakable"]}, {"traits": ["frenzy"]}])
def test_the_unbreakable_and_the_frenzied_do_not_panic(orcs):
    found = by_losses(shot_at(10, **orcs), *TESTED)
    assert sum(sum(chances) for chances in found.values()) == 0.0


@clause("tow.x.morale.panic")
def test_who_is_in_flight_does_not_panic():
    scene = shot_at(10)
    scene.unit("orcs").fleeing = 1
    assert sum(sum(chances) for chances in by_losses(scene, *TESTED).values()) == 0.0


@clause("tow.x.morale.panic", "tow.x.character.battle_standard")
def test_near_the_battle_standard_a_failed_test_is_rolled_again():
    bearer = regiment("guard", "orcs", (22, 16), "south", models=5, character="standard_bearer")
    found = by_losses(shot_at(friends=[bearer]), "calm")
    assert found[5] == (exactly(0.826389),)
    assert found[5] == (exactly(21 / 36 + 15 / 36 * 21 / 36),)


@clause("tow.x.morale.panic", "tow.x.combat.fall_back")
def test_they_fall_back_from_the_nearest_enemy():
    """Men who do not shoot stand west of the orcs, nearer than the archers in the south: the orcs go east, facing as before."""
    near = regiment("others", "men", (6, 12), "east", models=5)
    scene = shot_at(friends=[near])
    scene.dice = [6] * 5 + [6] * 5 + [6, 5, 2, 4]
    scene.play("shoot orcs single")
    assert scene.last("falls_back").extra == 4
    assert (scene.unit("orcs").at, scene.unit("orcs").facing) == ((14 + 4, 16), 4)
    assert scene.unit("orcs").fleeing == 0


@clause("tow.x.morale.panic", "tow.x.move.flee")
def test_those_who_flee_turn_their_backs():
    scene = shot_at(models=5, models_start=20)
    scene.dice = [6, 6, 1, 1, 1, 6, 6, 6, 5, 2, 4]
    scene.play("shoot orcs single")
    assert scene.last("flees").extra == 6
    assert scene.last("panics").who == "orcs"


@clause("tow.x.morale.panic", "tow.x.combat.resolve")
def test_losses_in_combat_are_no_reason_to_panic():
    """Impact hits slay five of twenty orcs, who do not lose the combat."""
    orcs = {"standard": True, "attacks": 0}
    scene = charged({"attacks": 0, "impact_hits": 1}, orcs, dice=[1, 1, *[6] * 5], rules={f"{RESULT}.standard": 6})
    scene.play("pass")
    assert scene.unit("orcs").models == 15
    assert not [e for e in scene.events if e.kind in TESTED]


# --- friends


@clause("tow.x.morale.panic")
@pytest.mark.parametrize(("goblins", "rules", "tests"), [
    ({"at": (12, 6)}, {}, True), ({"at": (12, 6)}, {"panic_range": 5}, False), ({"at": (12, 5)}, {}, False),
    ({"at": (12, 5)}, {"panic_range": 7}, True), ({"at": (12, 6), "traits": ["unbreakable"]}, {}, False),
    ({"at": (8, 7)}, {}, True), ({"at": (6, 6)}, {}, False), ({"at": (6, 6)}, {"panic_range": 7}, True),
])  # fmt: skip
def test_a_friend_that_breaks_alarms_those_near_it(goblins, rules, tests):
    """Orcs in the row y 13, from x 10 to 19: six cells are between 13 and 6; with four cells sideways less is left."""
    assert alarmed(rules, **goblins) == (["goblins"] if tests else [])


@clause("tow.x.morale.panic")
@pytest.mark.parametrize(("models", "least", "tests"), [(5, 5, True), (4, 5, False), (4, 4, True), (5, 6, False)])
def test_weak_friends_alarm_nobody(models, least, tests):
    """Unit strength five or more."""
    men = {"models": models, "files": models}
    assert alarmed({"panic_us": least}, {"models": models, "files": models}, men=men) == (["goblins"] if tests else [])


@clause("tow.x.morale.panic")
def test_a_friend_that_does_not_break_alarms_nobody():
    assert alarmed(dice=[1, 1]) == []
    assert alarmed(dice=[3, 4, 2, 1]) == []


@clause("tow.x.morale.panic")
def test_who_is_engaged_does_not_panic():
    """The goblins fight, too, beside the orcs who break; they win nothing and lose nothing of their own."""
    friend = regiment("goblins", "orcs", (22, 10), "south", models=5, attacks=0)
    foe = regiment("others", "men", (18, 11), models=5, attacks=0)
    scene = beaten(7, 1, dice=[*BROKEN], friends=[friend, foe])
    scene.play("pass")
    scene.dice = None
    scene.play("restrain")
    assert "goblins" not in [e.who for e in scene.events if e.kind in TESTED]


@clause("tow.x.morale.panic")
def test_who_has_slain_its_enemy_in_the_combat_counts_as_engaged_until_it_is_over():
    """The goblins slay the two others; then the orcs beside them break."""
    units = [
        regiment("men", at=(21, 16), models=15, standard=True, strength=5),
        regiment("others", "men", (19, 16), models=2, attacks=0),
        regiment("orcs", at=(24, 15), facing="south", models=10, leadership=2, attacks=0),
        regiment(
            "goblins", "orcs", (19, 15), "south", models=5, initiative=9, strength=10, weapon_skill=8, leadership=9
        ),
    ]
    scene = melee(*units, dice=[*blows(2, 2), *blows(10, 3), *BROKEN, 1, 1])
    scene.play("pass")
    assert scene.last("breaks").who == "orcs"
    assert scene.unit("others").models == 0
    scene.dice = None
    scene.play("restrain")
    assert "goblins" not in [e.who for e in scene.events if e.kind in TESTED]


@clause("tow.x.morale.panic", "tow.x.move.charge_reaction")
def test_a_friend_that_is_destroyed_alarms_those_near_it():
    """Five goblins are shot to the last."""
    prey = {"models": 5, "files": 5, "toughness": 1}
    goblins = regiment("goblins", "orcs", (14, 12), "south", models=6, files=6)
    far = regiment("trolls", "orcs", (30, 2), "south", models=6, files=6)
    scene = shot_at(5, friends=[goblins, far], **prey)
    found = by_losses(scene, "calm by goblins", "panics by goblins", "calm by trolls", "panics by trolls")
    assert sum(found[5][:2]) == exactly(1.0)
    assert sum(found[5][2:]) == exactly(0.0)
    assert sum(found[1]) == exactly(0.0)


@clause("tow.x.morale.panic", "tow.x.move.flee")
@pytest.mark.parametrize(("models", "tests"), [(5, True), (4, False)])
def test_a_friend_that_flees_through_alarms(models, tests):
    """Orcs flee before a charge, through goblins right behind them, whom nothing else alarms."""
    goblins = regiment("goblins", "orcs", (14, 8), "south", models=5)
    rules = {f"{PANIC}.panic_range": 0}
    scene = duel(
        {"models": 5}, {"models": models, "files": models}, friends=[goblins], dice=None, upto="charge", rules=rules
    )
    scene.play("charge orcs")
    found = scene.odds("flee", want=["calm by goblins", "panics by goblins"], open="stop")
    assert found.p(any) == exactly(1.0 if tests else 0.0)


@clause("tow.x.morale.panic", "tow.x.move.charge_reaction")
def test_a_charger_that_panics_does_not_charge():
    """Five of twenty men are shot as they come on."""
    scene = duel(orcs={"missile": "longbow", "models": 10, "files": 10}, gap=6, dice=None, upto="charge")
    scene.play("charge orcs")
    scene.dice = [6] * 5 + [1] * 5 + [6] * 5 + [6, 5, 1, 1]
    scene.play("stand_and_shoot")
    assert scene.last("panics").who == "men"
    scene.dice = None
    go_on(scene, "move")
    assert not [e for e in scene.events if e.kind in ("charge_reached", "charge_failed")]
