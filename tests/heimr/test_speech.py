"""Speech, and what is heard of a fight."""

from __future__ import annotations

import pytest
from fixtures import clause
from heimr.ground import MENTAL, act, chance, exactly, foe, man, meets, naturals, scene, swordsman, verbs

NIGHT = [(f"{column}{rank}", "night") for column in "ABC" for rank in (1, 2, 3)]
WEAK = {"wp": 0}


def gives_in(c, p, other_c, other_p):
    """The chance that persuasion is higher than insight."""
    return sum(w * v for n, w in naturals(c).items() for m, v in naturals(other_c).items() if n + p > m + other_p)


# --- threats


@clause("heimr.c.speech")
@pytest.mark.parametrize(("soc", "emp", "book"), [(3, 0, 0.961111), (0, 0, None), (0, 3, None), (2, -1, None)])
def test_threats(soc, emp, book):
    assert book is None or gives_in(1, soc, 0, emp) == exactly(book)
    table = scene(man(soc=soc), foe(emp=emp, set=WEAK), foe(name="far", at="A1", wp=0))
    assert chance(table, "threaten orc", "surrendered") == exactly(gives_in(1, soc, 0, emp))


@clause("heimr.c.speech")
@pytest.mark.parametrize(
    ("fields", "is_open"),
    [({"wp": 0}, True), ({"hp": 0}, True), ({"hp": -1}, True), ({}, False), ({"wp": 2}, False), ({"hp": 1}, False)],
)
def test_only_at_the_weak(fields, is_open):
    """Without hit points or without willpower."""
    assert scene(man(), foe(set=fields)).offers("threaten orc") is is_open


@clause("heimr.c.speech")
@pytest.mark.parametrize(
    ("fields", "is_open"),
    [
        ({"daze_timer": 2}, True), ({"sleeping": 1, "prone": 1}, False), ({"unconscious": 1, "prone": 1}, False),
        ({"surrendered": 1}, False),
    ],
)  # fmt: skip
def test_only_at_who_can_listen_and_give_up(fields, is_open):
    """A daze keeps from acting and defending, not from giving up."""
    table = scene(man(), foe(set={**WEAK, **fields}), foe(name="far", at="A1"))
    assert table.offers("threaten orc") is is_open


@clause("heimr.action.observe_item", "heimr.action.observe_insight", "heimr.c.speech")
@pytest.mark.parametrize("fields", [{}, {"surrendered": 1}, {"unconscious": 1, "prone": 1}, {"daze_timer": 2}])
@pytest.mark.parametrize("choice", ["observe_item orc", "observe_insight orc", "point_out orc"])
def test_anyone_in_view_can_be_searched_gauged_and_pointed_out(fields, choice):
    assert scene(man(), foe(set=fields), foe(name="far", at="A1")).offers(choice)


@clause("heimr.c.speech")
@pytest.mark.parametrize(("at", "is_open"), [("B2", True), ("B3", True), ("A2", True), ("C3", False)])
def test_only_near_by(at, is_open):
    assert scene(man(), foe(at=at, set=WEAK)).offers("threaten orc") is is_open


@clause("heimr.c.speech")
@pytest.mark.parametrize(("enabled", "is_open"), [(1, True), (0, False)])
def test_where_threats_count(enabled, is_open):
    table = scene(man(), foe(set=WEAK), rules={"c.speech.threaten_enabled": enabled})
    assert ("threaten" in verbs(table)) is is_open


@clause("heimr.c.speech")
@pytest.mark.parametrize(("dice", "gives_up"), [([6, 7, 6], True), ([6, 6, 6], False)])
def test_who_gives_up_leaves_the_fight(dice, gives_up):
    """Equal is not enough."""
    table = scene(man(), foe(set=WEAK), foe(name="far", at="A1", wp=0), dice=dice)
    act(table, "threaten orc")
    said = [event.text for event in table.events]
    assert "man threatens orc" in said and any("threatening orc" in line for line in said) is not gives_up
    assert table.unit("orc").surrendered == gives_up
    act(table, "end_turn")
    assert table.decider == ("far" if gives_up else "orc")


@clause("heimr.c.speech", "heimr.check.opposed")
@pytest.mark.parametrize(
    ("dice", "words"),
    [
        ([6, 9, 5], "orc gives in to a threat of 12 and surrenders (natural result 5 + attributes 1 = 6; the d6 shows 5)"),
        ([1, 3, 5], "man fails at threatening orc, whose insight reaches 6 (natural result 5 + attributes 1 = 6; "
                    "the d6 shows 5)"),
    ],
)  # fmt: skip
def test_both_rolls_of_a_threat_are_told(dice, words):
    """Persuasion with a sociability of 3, insight with an empathy of 1."""
    table = scene(man(soc=3), foe(emp=1, set=WEAK), foe(name="far", at="A1", wp=0))
    said = [event.text for event in act(table, "threaten orc", dice=dice)]
    threat = max(dice[:2]) + 3
    parts = f"(natural result {threat - 3} + attributes 3 = {threat}; the d6 shows {dice[0]})"
    assert f"man scores {threat} in persuasion {parts}" in said and words in said


# --- other words


@clause("heimr.c.speech", "heimr.action.speak")
@pytest.mark.parametrize("choice", ["whisper", "shout", "point_out orc", "threaten orc"])
def test_one_thing_a_turn_and_for_nothing(choice):
    table = scene(man(), foe(set=WEAK), foe(name="far", at="A1", wp=0), dice=None)
    act(table, choice)
    assert table.unit("man").standard_left == 1 and not {"whisper", "shout", "point_out", "threaten"} & verbs(table)


def scouting(**friend):
    """A man sees an orc in B3; some friends do not: one beside him, one in the next square, one far away."""
    friends = [man(name="beside", wp=5), man(name="near", at="A2", wp=4), man(name="distant", at="C1", wp=3)]
    orc = foe(at="B3", wp=2, set={"hide_value": 9, "hidden_from": ["beside", "near", "distant"]})
    return scene(man(wp=6), *friends, orc, cells=NIGHT)


@clause("heimr.c.speech", "heimr.c.information")
def test_pointing_somebody_out():
    """Who is near sees it; everybody knows that it hides."""
    table = scouting()
    act(table, "point_out orc")
    orc = table.unit("orc")
    assert set(orc.hidden_from) == {"distant"} and set(orc.known_hiding) >= {"distant"}


@clause("heimr.c.speech", "heimr.ready.declare")
def test_who_waits_for_it_acts_when_it_is_pointed_out():
    """An enemy who becomes visible is one who is seen; when nobody is left who does not see it, it no longer hides."""
    watch = foe(name="watch", at="A3", wp=6)
    hiding = man(wp=1, set={"hide_value": 9, "hidden_from": ["watch"], "known_hiding": ["watch"]})
    table = scene(watch, foe(name="spy", at="B3", wp=3), hiding, cells=[("B2", {"dark": 2})])
    act(table, "ready_prone enemy_seen")
    act(table, "point_out man")
    unit = table.unit("man")
    assert (list(unit.hidden_from), list(unit.known_hiding), unit.hide_value) == ([], [], 0)
    assert table.unit("watch").prone == 1


@clause("heimr.c.speech", "heimr.position.hidden")
def test_only_whom_one_sees():
    table = scouting()
    act(table, "end_turn")
    assert table.decider == "beside" and not [text for text in table.choices("point_out") if "orc" in text]


@clause("heimr.c.speech", "heimr.position.hidden_sounds")
@pytest.mark.parametrize("choice", ["shout", "point_out orc", "threaten orc"])
def test_loud_words_give_the_speaker_away(choice):
    hiding = man(set={"hide_value": 20, "hidden_from": ["orc", "far"]})
    table = scene(hiding, foe(at="B3", set=WEAK), foe(name="far", at="A1", wp=0), cells=NIGHT, dice=None)
    act(table, choice)
    assert list(table.unit("man").hidden_from) == []


# --- sounds


def sleeper(at="B3", **more):
    """Somebody asleep."""
    return foe(name="sleeper", at=at, sleeping=True, **{"wp": 1, "int": 1, **more})


def wakes(*units, text, cells=(), rules=None, **more):
    """The chance that the sleeper wakes."""
    return chance(scene(*units, foe(name="far", at="A1", wp=0), cells=cells, rules=rules, **more), text, "woke")


SOFT, LOUD = 0.3, 0.85  # of a perception of consistency 1, potential 1


@clause("heimr.c.sounds", "heimr.position.sleeping")
@pytest.mark.parametrize(
    ("who", "text", "book"),
    [
        ({}, "whisper", SOFT),
        ({}, "shout", LOUD),
        ({}, "brawl orc", LOUD),
        ({"weapons": ["medium_weapon"]}, "weapon_attack orc", LOUD),
        ({"weapons": ["bow"]}, "shoot orc", SOFT),
        ({"weapons": ["throwing_weapon"]}, "shoot orc", SOFT),
        ({"weapons": ["blowgun"]}, "shoot orc", SOFT),
        ({"weapons": ["crossbow"]}, "shoot orc", LOUD),
        ({}, "point_out orc", LOUD),
        ({}, "move south", 0),
        ({}, "take_cover", 0),
        ({"torch": True}, "put_away torch", 0),
        ({}, "drop_prone", 0),
    ],
)
def test_what_is_soft_and_what_is_loud(who, text, book):
    assert (meets(1, 1, 9, MENTAL), meets(1, 1, 5, MENTAL)) == (exactly(SOFT), exactly(LOUD))
    found = wakes(man(wp=9, **who), foe(hp=20, wp=2, brawl=(0, 0)), sleeper(), text=text, cells=[("B2", "cart")])
    assert found == exactly(book)


@clause("heimr.c.sounds", "heimr.position.sleeping")
def test_an_attack_that_is_blocked_or_parried_is_loud():
    """So is the attack itself; a shot with a bow is not, but a block of it is."""
    orc = foe(wp=2, shield="small_shield", stand=("block", 6, 10))
    found = wakes(man(weapons=["bow"], wp=9, archery=(7, 0)), orc, sleeper(), text="shoot orc")
    used = sum(w for n, w in naturals(7).items() if n >= 4)
    assert found > used * LOUD - 1e-9


@clause("heimr.c.sounds", "heimr.defence.block", "heimr.defence.parry", "heimr.defence.dodge")
@pytest.mark.parametrize(
    ("stand", "items", "loudest"),
    [(("dodge", 6, 10), {}, 9), (("block", 6, 10), {"shield": "small_shield"}, 5), (("none",), {}, 9)],
)
def test_shields_clatter(stand, items, loudest):
    """A shot is heard softly, a block of it loudly, a dodge not at all."""
    orc = foe(wp=2, stand=stand, **items)
    table = scene(man(weapons=["bow"], wp=9, archery=(2, 0)), orc, sleeper(), foe(name="far", at="A1", wp=0), dice=None)
    act(table, "shoot orc")
    found = [event.amount for event in table.events if event.who == "sleeper" and event.kind in ("passed", "failed")]
    assert min(found) == loudest and (loudest == 5 or found == [9])


@clause("heimr.c.sounds", "heimr.action.charge")
def test_charges_and_falls_are_loud():
    table = scene(swordsman(at="B1", wp=9), foe(wp=2), sleeper(), foe(name="far", at="A1", wp=0), dice=None)
    assert chance(table, "charge_weapon orc", "woke") >= LOUD
    cells = [("B2", {"feature": 4, "feature_climb": 30})]
    found = wakes(man(wp=9), foe(at="C1", wp=2), sleeper(), text="climb_up", cells=cells)
    fails = 1 - sum(w for n, w in naturals(1).items() if n >= 30)
    assert found == exactly(fails * LOUD)


@clause("heimr.c.sounds")
@pytest.mark.parametrize(
    ("at", "knob", "hears"),
    [("B2", 1, True), ("B3", 1, True), ("C3", 1, False), ("C3", 2, True), ("B3", 0, False), ("B2", 0, True)],
)
def test_how_far_one_hears(at, knob, hears):
    found = wakes(man(wp=9), foe(at="A1", wp=2), sleeper(at), text="shout", rules={"c.sounds.hearing_distance": knob})
    assert found == exactly(LOUD if hears else 0)


@clause("heimr.c.sounds", "heimr.position.sleeping")
def test_every_attack_is_a_sound_of_its_own():
    """Two loud ones wake it with 0.9775."""
    assert exactly(0.9775) == 1 - (1 - LOUD) ** 2
    men = [swordsman(name="one", wp=9), swordsman(name="two", wp=8)]
    table = scene(*men, foe(hp=20, wp=2), sleeper(), foe(name="far", at="A1", wp=0))
    for _ in men:
        act(table, "weapon_attack orc", dice=[1, 1, 1, 1, 1])
        act(table, "end_turn")
    assert [event.amount for event in table.events if event.who == "sleeper" and event.kind == "failed"] == [5, 5]


@clause("heimr.c.sounds", "heimr.position.hidden_sounds")
def test_who_hides_suffers_its_own_sounds_only():
    table = scene(man(), foe(at="B3", set={"hide_value": 9, "hidden_from": ["man"]}), cells=NIGHT)
    act(table, "shout")
    assert list(table.unit("orc").hidden_from) == ["man"] and table.unit("orc").hide_value == 9
