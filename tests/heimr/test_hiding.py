"""Hiding: who sees whom, shots into the dark, what gives hiders away, and what hiding is worth."""

from __future__ import annotations

import pytest
from fixtures import clause
from heimr.blows import use
from heimr.ground import (
    MENTAL,
    act,
    archer,
    chance,
    dodging,
    exactly,
    faces,
    foe,
    hits,
    kinds,
    man,
    meets,
    rest,
    scene,
    swordsman,
    targets,
    verbs,
)

from tactica.envs.rulesets.heimr.vocab import GuardKind

FAR = foe(name="far", at="A1", wp=0)
NIGHT = [(f"{column}{rank}", "night") for column in "ABC" for rank in (1, 2, 3)]
HIDDEN = {"hide_value": 9, "hidden_from": ["man"]}
GUARDS = {"guard": "ally", "guard_unit": "healer", "guard_left": 1}


def hidden_from(table, name="orc"):
    """From whom somebody is hidden."""
    return set(table.unit(name).hidden_from)


def hider(**more):
    """An orc that hides from the man in the dark."""
    return foe(**{**more, "set": {**HIDDEN, **more.get("set", {})}})


# --- who starts hidden


@clause("heimr.c.setup", "heimr.action.hide")
def test_the_first_hiding_roll_has_a_line_of_its_own():
    """A 9 and a stamina of 2, a 4 and a stamina of 1; neither shows in the other's roll nor in initiative."""
    hiders = [man(hidden=True, sta=2), man(name="pal", hidden=True, sta=1, survival=(1, 0), wp=2)]
    table = scene(*hiders, foe(at="A1", wp=1), cells=NIGHT, first=[5, 9, 4, 3, 2])
    said = [event.text for event in table.events[:7] if event.kind in ("consistency", "hid", "initiative")]
    dice, more_dice = (f"the d6 and {count} d10, of which the highest counts" for count in (1, 2))
    assert said[:4] == [
        f"man rolls {dice} (consistency 1; the d6 shows 5)",
        "man hides (natural result 9 + attributes 2 = 11; the d6 shows 5)",
        f"pal rolls {more_dice} (consistency 1 + training 1 = 2; the d6 shows 4)",
        "pal hides (natural result 4 + attributes 1 = 5; the d6 shows 4)",
    ]
    assert [line.split(" (")[0] for line in said[4:]] == said[4:], "initiative is a die, not a sum"


@clause("heimr.c.setup", "heimr.fatigue.requirement")
@pytest.mark.parametrize(
    ("stamina", "cells", "kind", "words"),
    [
        (-2, NIGHT, "too_tired", "man is too tired for hiding (natural result 5 - attributes 2 = 3; the d6 shows 5)"),
        (0, [], "failed", "man fails at hiding from anyone (natural result 5; the d6 shows 5)"),
    ],
)
def test_so_has_one_that_hides_nobody(stamina, cells, kind, words):
    """A 5: below a fatigue of 6; or where nothing conceals the unit."""
    table = scene(man(hidden=True, sta=stamina), foe(at="A1"), cells=cells, first=[5, 4])
    assert table.last(kind).text == words and hidden_from(table, "man") == set()


# --- what it means


@clause("heimr.position.hidden")
@pytest.mark.parametrize(
    "verb", ["weapon_attack", "brawl", "shoot", "charge_weapon", "observe_insight", "threaten", "point_out"]
)
def test_nobody_aims_at_whom_it_does_not_see(verb):
    weapons = ["bow"] if verb == "shoot" else ["medium_weapon"]
    at = "B3" if verb in ("charge_weapon", "shoot") else "B2"
    for found, is_open in ((HIDDEN, False), ({}, True)):
        orc = foe(at=at, hp=1, set={**found, **({"wp": 0} if verb == "threaten" else {})})
        table = scene(man(weapons=weapons), orc, foe(name="far", at="A1", wp=1), man(name="friend", wp=2), cells=NIGHT)
        assert (f"{verb} orc" in table.choices(f"{verb} ")) is is_open


@clause("heimr.position.hidden", "heimr.c.information")
def test_who_does_not_know_of_it_has_no_choice_that_refers_to_it():
    """The same choices as if it were not there at all."""
    with_it = scene(swordsman(), hider(), foe(name="far", at="A1", wp=1), cells=NIGHT)
    without = scene(swordsman(), foe(name="orc", at="A1", wp=2), foe(name="far", at="A1", wp=1), cells=NIGHT)
    found = [text for text in with_it.choices() if "orc" not in text]
    assert found == with_it.choices()
    assert found == [text for text in without.choices() if "orc" not in text]


@clause("heimr.position.hidden", "heimr.action.observe_cell")
def test_each_observer_sees_for_itself():
    men = [swordsman(name=name, wp=6 - i) for i, name in enumerate(("a", "b", "c"))]
    orc = foe(wp=1, set={"hide_value": 9, "hidden_from": ["a", "b", "c"]})
    table = scene(*men, orc, cells=NIGHT)
    act(table, "observe_cell 1,1", dice=[6, 9])
    assert hidden_from(table) == {"b", "c"}
    assert table.offers("weapon_attack orc")
    act(table, "end_turn")
    assert not [text for text in table.choices("weapon_attack ") if "orc" in text]


# --- when it ends


@clause("heimr.position.hidden")
@pytest.mark.parametrize(
    ("choice", "dice"), [("move north", []), ("weapon_attack far", [4, 1]), ("brawl far", [4, 1]), ("shout", [])]
)
def test_what_gives_a_hider_away(choice, dice):
    hiding = swordsman(dueling=(0, 1), set={"hide_value": 9, "hidden_from": ["orc", "far"]})
    table = scene(hiding, foe(at="B3", wp=2), foe(name="far", wp=1, stand=dodging(10)), cells=NIGHT)
    act(table, choice, dice=dice)
    assert hidden_from(table, "man") == set() and "revealed" in kinds(table)


@clause("heimr.position.hidden")
@pytest.mark.parametrize(
    "choice", ["take_cover", "drop_prone", "drop_items sword_hand", "end_turn", "observe_cell 0,0"]
)
def test_what_does_not(choice):
    hiding = swordsman(set={"hide_value": 9, "hidden_from": ["orc"]})
    table = scene(hiding, foe(at="B3"), cells=[*NIGHT, ("B2", "cart")], dice=None)
    act(table, choice)
    assert hidden_from(table, "man") == {"orc"}


@clause("heimr.position.hidden", "heimr.cluster.form")
def test_who_is_attacked_is_in_a_cluster_and_seen():
    friend = man(name="friend", wp=2, weapons=["medium_weapon"])
    orc = foe(wp=1, set={"hide_value": 9, "hidden_from": ["man"]})
    table = scene(man(), friend, orc, cells=NIGHT)
    act(table, "end_turn")
    act(table, "weapon_attack orc", dice=[4, 1])
    assert hidden_from(table) == set()


@clause("heimr.position.hidden", "heimr.action.hide")
def test_hiding_again_is_hiding_from_all():
    """Two of three had found it; its new value holds for everybody."""
    orcs = [foe(name=name, at=at, wp=wp) for name, at, wp in (("a", "B3", 2), ("b", "A2", 1), ("c", "C1", 0))]
    hiding = man(sta=1, set={"hide_value": 9, "hidden_from": ["a"], "known_hiding": []})
    table = scene(hiding, *orcs, cells=NIGHT, dice=faces(5))
    act(table, "hide")
    assert hidden_from(table, "man") == {"a", "b", "c"} and table.unit("man").hide_value == 5 + 1
    assert set(table.unit("man").known_hiding) == {"b", "c"}, "who saw it until now"


@clause("heimr.position.hidden", "heimr.concealment.light")
def test_light_gives_it_away():
    """Nothing conceals it any more."""
    table = scene(man(torch=True, at="B1"), hider(at="B3"), cells=NIGHT)
    assert hidden_from(table) == {"man"}
    act(table, "move north")
    assert hidden_from(table) == set()


@clause("heimr.position.hidden", "heimr.concealment.light")
@pytest.mark.parametrize(("least", "found"), [(1, {"man"}), (2, set()), (0, {"man"})])
def test_so_much_concealment_it_takes(least, found):
    """Light comes near; the weather is left, a concealment of 1."""
    rules = {"position.hidden.min_concealment": least}
    table = scene(man(torch=True, at="B1"), hider(at="B3"), cells=NIGHT, battle={"weather": 1}, rules=rules)
    act(table, "move north")
    assert hidden_from(table) == found


@clause("heimr.position.hidden", "heimr.position.hidden_sounds")
@pytest.mark.parametrize(("least", "is_hidden"), [(1, True), (2, False), (0, True)])
def test_so_high_must_its_value_be(least, is_hidden):
    """A hide value of 3, and a whisper."""
    hiding = man(set={"hide_value": 3, "hidden_from": ["orc"]})
    table = scene(hiding, foe(at="B3"), cells=NIGHT, rules={"position.hidden.min_hide_value": least})
    act(table, "whisper")
    assert (hidden_from(table, "man") == {"orc"}) is is_hidden


# --- sounds


@clause("heimr.position.hidden_sounds", "heimr.c.sounds")
@pytest.mark.parametrize(("reduction", "left"), [(2, [9, 7, 5]), (1, [9, 8, 7]), (0, [9, 9, 9])])
def test_soft_sounds_make_it_easier_to_find(reduction, left):
    """Shots with a bow."""
    hiding = archer(set={"hide_value": 9, "hidden_from": ["orc"]})
    rules = {"position.hidden_sounds.soft_reduction": reduction, "c.reload.bow_draws": 0}
    table = scene(hiding, foe(at="B3", hp=12), cells=[("B2", "night")], rules=rules)
    found = [table.unit("man").hide_value]
    for _ in range(2):
        act(table, "shoot orc", dice=[1, 1, 1])
        found.append(table.unit("man").hide_value)
        rest(table, "man")
    assert found == left and hidden_from(table, "man") == {"orc"}


@clause("heimr.position.hidden_sounds", "heimr.c.speech")
@pytest.mark.parametrize(
    ("choice", "value", "found"), [("shout", 9, set()), ("whisper", 2, set()), ("whisper", 9, {"orc"})]
)
def test_shouts_and_whispers(choice, value, found):
    table = scene(man(set={"hide_value": value, "hidden_from": ["orc"]}), foe(at="B3"), cells=NIGHT)
    act(table, choice)
    assert hidden_from(table, "man") == found


@clause("heimr.position.hidden_sounds", "heimr.c.sounds")
@pytest.mark.parametrize(
    ("weapon", "is_hidden", "value"),
    [("bow", True, 7), ("throwing_weapon", True, 7), ("blowgun", True, 7), ("crossbow", False, None)],
)
def test_what_is_shot_with(weapon, is_hidden, value):
    """Crossbows are not in the list of soft sounds."""
    hiding = man(weapons=[weapon], set={"hide_value": 9, "hidden_from": ["orc", "far"]})
    orcs = [foe(at="B3", wp=2), foe(name="far", at="C3", wp=1)]
    table = scene(hiding, *orcs, cells=[("B2", "night")])
    act(table, "shoot orc", dice=[1, *([1] if weapon == "throwing_weapon" else [])])
    assert hidden_from(table, "man") == ({"orc", "far"} if is_hidden else set())
    if value is not None:
        assert table.unit("man").hide_value == value
        assert set(table.unit("man").known_hiding) >= {"orc", "far"}, "the target, and who sees it"


@clause("heimr.position.hidden_sounds", "heimr.action.observe_cell")
@pytest.mark.parametrize(("value", "book"), [(9, 0.4), (7, 0.733333), (5, 0.933333)])
def test_how_likely_it_is_found_after_shots(value, book):
    """Perception of consistency 1, potential 1, in a bordering square."""
    orc = foe(at="B3", set={"hide_value": value, "hidden_from": ["man"]})
    table = scene(man(int=1), orc, cells=NIGHT)
    assert meets(1, 1 + 1, value, MENTAL) == exactly(book)
    assert chance(table, "observe_cell 1,0", "revealed") == exactly(book)


# --- luck


def lucky(hiding=None, rules=None, **shooter):
    """An archer who knows that an orc hides behind a crate in the next square."""
    orc = foe(at="B3", hp=9, stand=dodging(7), set={"in_cover": 1, **HIDDEN, "known_hiding": ["man"], **(hiding or {})})
    return scene(archer(**shooter), orc, foe(name="far", at="A1", wp=0), cells=[("B3", "cart")], rules=rules)


@clause("heimr.position.hidden_luck")
@pytest.mark.parametrize("known", [True, False])
def test_only_at_whom_one_knows_to_hide(known):
    table = lucky({} if known else {"known_hiding": []})
    assert ("luck_shot" in verbs(table)) is known
    assert not table.choices("shoot orc")


@clause("heimr.position.hidden_luck")
def test_any_square_may_be_tried():
    """So that nothing betrays where the hider is."""
    table = lucky()
    assert len(table.choices("luck_shot ")) == 9


@clause("heimr.position.hidden_luck", "heimr.melee.same_cell")
def test_a_blow_finds_only_who_is_in_reach():
    """Who hides on top of a tree is out of reach, and is no cover for who hides at its foot."""
    hidden = {**HIDDEN, "known_hiding": ["man"]}
    above = foe(name="above", wp=2, set={**hidden, "hide_value": 5, "elevation": 4})
    below = foe(name="below", wp=1, set={**hidden, "hide_value": 9})
    tree = [("B2", {"feature": 4, "feature_climb": 0})]
    table = scene(swordsman(), above, below, FAR, cells=tree)
    act(table, "luck_strike", dice=[10, *faces(6, 0), 9])
    assert "attacks" in kinds(table) and targets(table, "attacks") == ["below"]
    assert table.last("luck_held").text == "man is lucky: the d10 shows 10"


@clause("heimr.position.hidden_luck", "heimr.melee.same_cell")
def test_luck_is_no_use_where_nobody_is_in_reach():
    above = foe(name="above", wp=2, set={**HIDDEN, "known_hiding": ["man"], "elevation": 4})
    table = scene(swordsman(), above, FAR, cells=[("B2", {"feature": 4, "feature_climb": 0})])
    act(table, "luck_strike", dice=[10])
    assert kinds(table).count("luck_failed") == 1


@clause("heimr.position.hidden_luck", "heimr.ranged.range")
def test_no_luck_without_a_square_to_try():
    """A thrower high up, with whom each level down counts as five squares, reaches no square at all."""
    unit = man(weapons=["throwing_weapon"], set={"elevation": 4})
    hidden = foe(at="B3", set={**HIDDEN, "known_hiding": ["man"]})
    tree = [("B2", {"feature": 4, "feature_climb": 0})]
    assert "luck_shot" in verbs(scene(unit, hidden, FAR, cells=tree))
    assert "luck_shot" not in verbs(scene(unit, hidden, FAR, cells=tree, rules={"ranged.distance.descent_cost": 5}))


@clause("heimr.position.hidden_luck")
def test_the_chance_of_the_book():
    assert hits(2 - 1 - 2, 3, 7) == exactly(0.2)
    assert chance(lucky(), "luck_shot 1,0") == exactly(0.02)


@clause("heimr.position.hidden_luck")
@pytest.mark.parametrize(("needed", "lucky_faces"), [(10, 1), (9, 2), (1, 10), (11, 0)])
def test_which_face_is_luck(needed, lucky_faces):
    table = lucky(rules={"position.hidden_luck.d10_needed": needed})
    assert chance(table, "luck_shot 1,0") == exactly(lucky_faces / 10 * hits(-1, 3, 7))


@clause("heimr.position.hidden_luck")
@pytest.mark.parametrize(("penalty", "c"), [(0, 0), (1, -1), (3, -3)])
def test_how_much_harder_it_is(penalty, c):
    table = lucky(rules={"position.hidden_luck.extra_penalty": penalty})
    assert chance(table, "luck_shot 1,0") == exactly(0.1 * hits(c, 3, 7))


@clause("heimr.position.hidden_luck")
@pytest.mark.parametrize(("cell", "dice"), [("0,0", [10]), ("1,0", [9])])
def test_without_luck_the_action_is_gone(cell, dice):
    """Nobody hides there, or the die does not show a ten."""
    table = lucky()
    act(table, f"luck_shot {cell}", dice=dice)
    assert table.unit("man").standard_left == 0 and "luck_failed" in kinds(table) and hidden_from(table) == {"man"}
    said = {
        9: "man has no luck: the d10 shows 9",
        10: "man has no luck: the d10 shows 10, but there is nobody to attack",
    }
    assert table.last("luck_failed").text == said[dice[0]]


@clause("heimr.position.hidden_luck")
@pytest.mark.parametrize(("dice", "found"), [([10, 4, 10], {"man"}), ([10, 6, 10], set())])
def test_who_is_hit_is_hidden_no_longer(dice, found):
    """4 + 3 against a dodge of 7, or 6 + 3."""
    table = lucky()
    act(table, "luck_shot 1,0", dice=dice)
    assert hidden_from(table) == found
    assert targets(table, "attack_hit", "attack_missed") == ["orc"]


@clause("heimr.position.hidden_luck")
def test_the_worst_hider_is_attacked():
    orcs = [
        foe(name=name, at="B3", hp=9, wp=wp, set={"hide_value": value, "hidden_from": ["man"], "known_hiding": ["man"]})
        for name, wp, value in (("one", 3, 9), ("two", 2, 5), ("three", 1, 5))
    ]
    table = scene(archer(), *orcs, cells=NIGHT)
    act(table, "luck_shot 1,0", dice=[10, 6, 10])
    assert targets(table, "attack_hit") == ["two"]


@clause("heimr.position.hidden_luck", "heimr.cluster.form")
@pytest.mark.parametrize(("luck", "forms"), [(10, True), (9, False)])
def test_striking_at_luck(luck, forms):
    """In melee; concealment counts until the roll, and a cluster comes of the roll alone."""
    orc = hider(stand=dodging(9), set={**HIDDEN, "known_hiding": ["man"]})
    table = scene(swordsman(dueling=(2, 1)), orc, foe(name="far", at="A1", wp=0), cells=NIGHT)
    c = 3 - 1 - 2
    assert chance(table, "luck_strike") == exactly(0.1 * hits(c, 4, 9))
    act(table, "luck_strike", dice=[luck, *(faces(4, c) if forms else [])])
    assert (table.unit("man").cluster >= 0) is forms and table.unit("man").standard_left == 0


# --- what it is worth


@clause("heimr.position.hidden_bonus")
@pytest.mark.parametrize(("hidden", "book"), [(False, 0.64), (True, 0.893333)])
def test_shots_from_hiding(hidden, book):
    assert hits(2, 5 if hidden else 3, 9) == exactly(book)
    hiding = archer(set={"hide_value": 9, "hidden_from": ["orc"]} if hidden else {})
    table = scene(hiding, foe(at="B3", stand=dodging(9)), cells=[("B2", "night")])
    assert chance(table, "shoot orc") == exactly(book)


@clause("heimr.position.hidden_bonus")
@pytest.mark.parametrize("bonus", [0, 1, 4])
def test_how_much(bonus):
    hiding = archer(set={"hide_value": 9, "hidden_from": ["orc"]})
    rules = {"position.hidden_bonus.potential_bonus": bonus}
    table = scene(hiding, foe(at="B3", stand=dodging(9)), cells=[("B2", "night")], rules=rules)
    assert chance(table, "shoot orc") == exactly(hits(2, 3 + bonus, 9))


@clause("heimr.position.hidden_bonus")
@pytest.mark.parametrize(("hidden", "p"), [([], 4), (["orc"], 6), (["far"], 4)])
def test_charges_from_hiding(hidden, p):
    """Only from whom it is attacked counts."""
    hiding = swordsman(at="B1", set={"hide_value": 9, "hidden_from": hidden})
    orc, far = foe(stand=dodging(9), wp=2), foe(name="far", at="A3", wp=1)
    table = scene(hiding, orc, far, cells=[("B1", "night")])
    assert chance(table, "charge_weapon orc") == exactly(hits(2, p, 9))


@clause("heimr.position.hidden_bonus")
def test_nothing_for_a_blow_in_the_same_square():
    hiding = swordsman(set={"hide_value": 9, "hidden_from": ["orc"]})
    table = scene(hiding, foe(stand=dodging(9)), cells=NIGHT)
    assert chance(table, "weapon_attack orc") == exactly(hits(2, 4, 9))


@clause("heimr.position.hidden_bonus", "heimr.ranged.cluster_spill")
@pytest.mark.parametrize(("unseen_by_two", "p"), [(True, 5), (False, 3)])
def test_further_targets_judge_for_themselves(unseen_by_two, p):
    from_whom = ["one", "two"] if unseen_by_two else ["one"]
    hiding = archer(sta=3, set={"hide_value": 9, "hidden_from": from_whom})
    orcs = [
        foe(name=name, at="B3", wp=wp, stand=dodging(9), set={"cluster": "one"})
        for name, wp in (("one", 2), ("two", 1))
    ]
    table = scene(hiding, *orcs, cells=[("B2", "night")])
    first = hits(0, 5, 9, fatigue=1)
    assert chance(table, "shoot one", "hit on two") == exactly((1 - first) * hits(1, p, 9, fatigue=1))


# --- guards in hiding


@clause("heimr.guard.ally", "heimr.position.hidden")
@pytest.mark.parametrize(("text", "at"), [("shoot healer", "B3"), ("weapon_attack healer", "B2")])
def test_a_hidden_guard_that_steps_in_is_hidden_no_longer(text, at):
    """It is seen before it is attacked; and the penalty of a shot is that of the dark alone."""
    guard = foe(name="guard", wp=2, hp=9, set={**GUARDS, **HIDDEN})
    hero = archer(at=at) if at == "B3" else swordsman(at=at)
    table = scene(hero, guard, foe(name="healer", wp=1, hp=9), cells=[("B2", {"dark": 2})])
    assert not [choice for choice in table.choices() if "guard" in choice.split()[1:]]
    act(table, text, dice=[6] if at == "B3" else [6, 9, 9])
    assert hidden_from(table, "guard") == set() and targets(table, "attacks") == ["guard"]
    assert kinds(table).index("revealed") < kinds(table).index("intercepted")


@clause("heimr.guard.outmanoeuvre", "heimr.position.hidden")
@pytest.mark.parametrize(
    ("post", "text"),
    [
        (GuardKind.ALLY, "weapon_attack healer"),
        (GuardKind.BORDER, "move north"),
    ],
)
def test_so_is_one_that_lets_its_opponent_past(post, text):
    """It could have struck, and did not."""
    guard = foe(name="guard", wp=2, hp=9, weapons=["light_weapon"], set={**GUARDS, **HIDDEN})
    table = scene(swordsman(), guard, foe(name="healer", wp=1, hp=9), cells=[("B2", {"dark": 2})])
    if post == GuardKind.BORDER:
        use(table, "guard", guard="border", guard_unit=-1)
    act(table, text, "outmanoeuvre", "let_it_be", dice=[6, 9, 9] if post == GuardKind.ALLY else [])
    assert hidden_from(table, "guard") == set() and "intercepted" not in kinds(table)


# --- luck: out of hiding, at a guard, and what is heard


WARD = {"hide_value": 9, "hidden_from": ["man"], "known_hiding": ["man"]}


@clause("heimr.position.hidden_bonus", "heimr.position.hidden_luck")
@pytest.mark.parametrize(("fields", "p"), [({}, 3), ({"hide_value": 9, "hidden_from": ["orc"]}, 3 + 2)])
def test_a_luck_shot_out_of_hiding_has_the_bonus_too(fields, p):
    """A 10 in the first place; consistency 2, less 1 for luck and 2 for the night."""
    orc = foe(at="B3", hp=9, stand=dodging(7), set=WARD)
    table = scene(archer(set=fields), orc, FAR, cells=NIGHT)
    assert chance(table, "luck_shot 1,0") == exactly(0.1 * hits(-1, p, 7))


@clause("heimr.position.hidden_bonus", "heimr.guard.ally")
def test_no_bonus_against_a_guard_that_sees_the_shooter():
    ward = foe(name="healer", at="B3", wp=1, hp=9)
    guard = foe(name="guard", at="B3", wp=2, hp=9, stand=dodging(8), set=GUARDS)
    table = scene(archer(set={"hide_value": 9, "hidden_from": ["healer"]}), guard, ward, cells=[("B2", "night")])
    assert chance(table, "shoot healer", "hit on guard") == exactly(hits(2, 3, 8))


@clause("heimr.guard.ally", "heimr.position.hidden_luck", "heimr.guard.ranged")
def test_a_guard_takes_a_luck_shot():
    """The guard is in view: consistency 2, less 2 for the night. A shot that it dodges goes on, with 1 less for luck."""
    ward = foe(name="healer", at="B3", wp=1, hp=9, set=WARD)
    guard = foe(name="guard", at="B3", wp=2, hp=9, stand=dodging(7), set=GUARDS)
    table = scene(archer(sta=3), guard, ward, cells=NIGHT)
    first = hits(0, 3, 7, fatigue=1)
    assert chance(table, "luck_shot 1,0", "hit on guard") == exactly(0.1 * first)
    assert chance(table, "luck_shot 1,0", "hit on healer") == exactly(0.1 * (1 - first) * hits(-1, 3, fatigue=1))


@clause("heimr.guard.ally", "heimr.position.hidden_luck", "heimr.cluster.form")
def test_a_guard_takes_a_luck_strike():
    ward = foe(name="healer", wp=1, hp=9, set=WARD)
    table = scene(swordsman(), foe(name="guard", wp=2, hp=9, set=GUARDS), ward, cells=NIGHT)
    act(table, "luck_strike", dice=[10, *faces(6, 2)])
    assert targets(table, "attacks") == ["guard"] and hidden_from(table, "healer") == {"man"}
    assert table.unit("man").cluster == table.unit("guard").cluster >= 0 > table.unit("healer").cluster


@clause("heimr.c.sounds", "heimr.position.hidden_sounds", "heimr.position.hidden_luck")
@pytest.mark.parametrize("dice", [[9], [10, 4, 10]])
def test_a_luck_shot_is_heard_with_luck_or_without(dice):
    """A bow is a soft sound: 2 off what perception must reach."""
    orc = foe(at="B3", hp=9, set=WARD)
    table = scene(archer(set={"hide_value": 9, "hidden_from": ["orc"]}), orc, FAR, cells=NIGHT)
    act(table, "luck_shot 1,0", dice=dice)
    assert table.unit("man").hide_value == 9 - 2
