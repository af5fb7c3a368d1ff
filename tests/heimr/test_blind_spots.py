"""Blind spots: where shots make them, what they cost, and how they lie on larger grids."""

from __future__ import annotations

import pytest
from fixtures import clause
from heimr.ground import (
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
    naturals,
    parrying,
    scene,
    square,
    swordsman,
)

from tactica.envs.rulesets.heimr.vocab import Compass

REACH = {"tables.items.bow.range": 12}


def mask(table, name="orc"):
    """From where attacks have made a blind spot."""
    return int(table.unit(name).blind)


def shot_from(at, orc="B2", size=(3, 3), wanted=(), dice=(4, 1, 1), stand=None, **more):
    """An orc that shows a dodge of 10 is shot at from a square, and has used it then."""
    distance = sum(abs(a - b) for a, b in zip(square(at, 12), square(orc, 12), strict=True))
    shooter = archer(at=at, archery=(min(7, 2 + distance // 2), 2))
    table = scene(
        shooter, foe(at=orc, stand=stand or dodging(10)), foe(name="far", at="A3", wp=0), size=size, rules=REACH, **more
    )
    act(table, "shoot orc", *wanted, dice=dice)
    return table


def blind_squares(orc, directions, size=(3, 3)):
    """From which squares shots count as coming from the blind spot: there the orc rolls its dodge anew."""
    bits = [direction.name.lower() for direction in directions]
    table = scene(archer(), foe(at=orc, stand=dodging(10), set={"blind": bits}), size=size, rules=REACH, dice=None)
    found = set()
    for column in range(size[0]):
        for rank in range(1, size[1] + 1):
            name = f"{'ABCDEFGH'[column]}{rank}"
            if name == orc:
                continue
            here = table.clone()
            here.unit("man").at = square(name, size[1])
            if not here.offers("shoot orc"):
                continue  # too far
            events = act(here, "shoot orc")
            if "defence_rolled" in [event.kind for event in events]:
                found.add(name)
    return found


# --- how they come about


@clause("heimr.blind.create")
@pytest.mark.parametrize(
    ("at", "direction", "squares"),
    [
        ("B3", Compass.NORTH, {"A1", "B1", "C1"}),
        ("C2", Compass.EAST, {"A1", "A2", "A3"}),
        ("C3", Compass.NORTHEAST, {"A1", "A2", "B1"}),
        ("A1", Compass.SOUTHWEST, {"C3", "C2", "B3"}),
    ],
)
def test_opposite_to_the_shot(at, direction, squares):
    table = shot_from(at)
    assert mask(table) == direction and "blind_spot" in kinds(table)
    assert blind_squares("B2", [direction]) == squares


@clause("heimr.blind.create")
@pytest.mark.parametrize(
    ("dice", "wanted", "stand", "is_blind"),
    [
        ((4, 1, 1), (), dodging(10), True),
        ((6, 10, 10), (), dodging(4), True),
        ((4, 1, 1), ("decline",), dodging(10), False),
        ((1, 1, 1), (), dodging(10), False),
        ((6, 9, 9), (), ("none",), False),
    ],
)
def test_only_by_a_defence_that_was_used(dice, wanted, stand, is_blind):
    """Whether it hit or missed; not if the target declined or had none, or the shooter was too tired."""
    assert (mask(shot_from("B3", dice=dice, wanted=wanted, stand=stand)) != 0) is is_blind


@clause("heimr.blind.create")
def test_never_by_a_shot_from_the_same_square():
    assert mask(shot_from("B2")) == 0


@clause("heimr.blind.create")
def test_never_by_a_blow():
    table = scene(swordsman(), foe(stand=dodging(10)), foe(name="far", at="A3", wp=0), dice=[4, 1, 1])
    act(table, "weapon_attack orc")
    assert mask(table) == 0


@clause("heimr.blind.create")
def test_until_its_next_turn():
    table = shot_from("B3")
    act(table, "end_turn")
    assert table.decider == "orc" and mask(table) != 0, "it might put its turn off"
    act(table, "whisper")
    assert mask(table) == 0


@clause("heimr.blind.create")
def test_or_until_it_changes_its_square():
    carriers = {"forced.move_unwilling.carriers": 1}
    table = scene(man(), foe(set={"blind": ["north"]}), foe(name="far", at="A3", wp=0), rules=carriers)
    act(table, "drag orc east")
    assert table.unit("orc").at == (2, 1) and mask(table) == 0


@clause("heimr.blind.extend")
def test_further_shots_enlarge_it():
    """Shot at from B3, then from C2."""
    one, two = archer(name="one", at="B3", wp=9), archer(name="two", at="C2", wp=8)
    table = scene(one, two, foe(stand=dodging(10)), foe(name="far", at="A3", wp=0))
    act(table, "shoot orc", "use_dodge", dice=[4, 1, 1, *faces(6, -1)])
    act(table, "end_turn")
    act(table, "shoot orc", dice=[4, 1, 1])
    assert mask(table) == Compass.NORTH | Compass.EAST
    assert blind_squares("B2", [Compass.NORTH, Compass.EAST]) == {"A1", "B1", "C1", "A2", "A3"}


@clause("heimr.blind.extend")
def test_one_from_inside_does_not():
    """B1 lies in the blind spot that a shot from the north has made."""
    table = scene(archer(at="B1"), foe(stand=dodging(10), set={"blind": ["north"]}), foe(name="far", at="A3", wp=0))
    act(table, "shoot orc", dice=[*faces(6, -4), 4, 1, 1])
    assert mask(table) == Compass.NORTH and table.unit("orc").dodges == 1


@clause("heimr.blind.extend", "heimr.blind.snap")
@pytest.mark.parametrize(
    ("blind", "asks"), [(["north"], True), (["north", "northeast"], False), (["southwest"], False)]
)
def test_nobody_is_asked_for_a_line_that_adds_nothing(blind, asks):
    """From C4 at B2, as near to the north as to the north-east; from inside the blind spot no line counts at all."""
    orc = foe(at="B2", stand=dodging(10), set={"blind": blind})
    table = scene(archer(at="C4", wp=9), orc, foe(name="far", at="A4", wp=0), size=(4, 4))
    table.dice = [*faces(6, -4), 4, 1] if blind == ["southwest"] else [4, 1]
    table.play("shoot orc")
    if table.prompt == "attacked":
        table.play("defend")
    assert (table.prompt == "blind_axis") is asks


# --- what they cost


def against_dodge(c, p, dodge_c, dodge_p):
    """The chance of a shot, fatigue 4, against a dodge that is rolled, fatigue 4."""
    return sum(
        w * v
        for n, w in naturals(c).items()
        if n >= 4
        for m, v in naturals(dodge_c).items()
        if m < 4 or n + p > m + dodge_p
    )


@clause("heimr.blind.penalty")
@pytest.mark.parametrize(("penalty", "c", "book"), [(5, -4, 0.843398), (0, 1, None), (2, -1, None), (1, 0, None)])
def test_dodges_suffer(penalty, c, book):
    """A shot of consistency 1, potential 3 against a dodge of potential 2."""
    assert book is None or against_dodge(1, 3, c, 2) == exactly(book)
    orc = foe(dex=2, stand=dodging(10), set={"blind": ["north"]})
    rules = {"blind.penalty.penalty": penalty}
    table = scene(archer(at="B1", archery=(1, 2), wp=9), orc, rules=rules)
    expected = against_dodge(1, 3, c, 2) if penalty else hits(1, 3, 12)
    assert chance(table, "shoot orc") == exactly(expected)


@clause("heimr.blind.penalty")
def test_without_a_blind_spot():
    """Rolled on the spot, for it has a parry in hand."""
    assert against_dodge(1, 3, 1, 2) == exactly(0.543611)
    orc = foe(dex=2, weapons=["medium_weapon"], stand=parrying(10))
    table = scene(archer(at="B1", archery=(1, 2), wp=9), orc)
    assert chance(table, "shoot orc", wanted=["use_dodge"]) == exactly(0.543611)


@clause("heimr.blind.penalty", "heimr.defence.multiple")
def test_together_with_what_was_used_before():
    """1 - 2 - 5."""
    orc = foe(dex=2, stand=dodging(10))
    one, two = archer(name="one", at="B3", wp=9, dex=2), archer(name="two", at="B1", wp=8, dex=2)
    table = scene(one, two, orc, foe(name="far", at="A3", wp=0))
    act(table, "shoot orc", "use_dodge", dice=[4, 1, 1, *faces(6, -1)])
    act(table, "end_turn")
    assert chance(table, "shoot orc") == exactly(against_dodge(2, 4, -6, 2))


@clause("heimr.blind.penalty")
def test_blocks_suffer_as_well():
    orc = foe(shield="small_shield", stand=("block", 6, 10), set={"blind": ["north"]})
    table = scene(archer(at="B1"), orc)
    assert chance(table, "shoot orc") == exactly(against_dodge(2, 3, 1 - 5, 2))


@clause("heimr.blind.penalty", "heimr.blind.create")
def test_the_shot_that_makes_it_does_not_profit():
    orc = foe(stand=dodging(7))
    assert chance(scene(archer(at="B3"), orc), "shoot orc") == exactly(hits(2, 3, 7))


# --- melee


@clause("heimr.blind.melee")
@pytest.mark.parametrize(("at", "is_blind"), [("B1", True), ("A2", False), ("B3", False), ("C2", False)])
def test_who_charges_out_of_it(at, is_blind):
    """It has dodged a shot from the north."""
    orc = foe(stand=dodging(10), set={"blind": ["north"]})
    table = scene(swordsman(at=at), orc)
    assert chance(table, "charge_weapon orc") == exactly(against_dodge(2, 4, -4, 0) if is_blind else hits(2, 4, 10))


@clause("heimr.blind.melee")
def test_not_who_was_there_already():
    orc = foe(stand=dodging(10), set={"blind": ["north"]})
    assert chance(scene(swordsman(), orc), "weapon_attack orc") == exactly(hits(2, 4, 10))


@clause("heimr.blind.melee", "heimr.defence.parry")
def test_parries_suffer_too():
    orc = foe(weapons=["medium_weapon"], stand=parrying(10), set={"blind": ["north"]})
    assert chance(scene(swordsman(at="B1"), orc), "charge_weapon orc") == exactly(against_dodge(2, 4, -4, 3))


@clause("heimr.blind.melee", "heimr.defence.preroll_stale", "heimr.defence.parry_vs_ranged")
def test_so_do_kept_parries():
    """A kept parry of 10 is rolled anew."""
    orc = foe(weapons=["medium_weapon"], set={"blind": ["north"], "kept": 3, "kept_natural": 10, "kept_six": 6})
    assert chance(scene(swordsman(at="B1"), orc), "charge_weapon orc") == exactly(against_dodge(2, 4, -4, 3))


# --- larger grids


@clause("heimr.blind.geometry")
@pytest.mark.parametrize(
    ("orc", "direction", "squares"),
    [
        ("D4", Compass.NORTH, {f"{c}{r}" for r, cs in ((3, "CDE"), (2, "BCDEF"), (1, "ABCDEFG")) for c in cs}),
        ("D4", Compass.NORTHEAST, {f"{c}{r}" for c in "ABCD" for r in (1, 2, 3, 4)} - {"D4"}),
        ("A1", Compass.NORTHEAST, set()),
        (
            "D4",
            Compass.WEST,
            {f"{c}{r}" for c, rs in (("E", "345"), ("F", "23456"), ("G", "1234567"), ("H", "12345678")) for r in rs},
        ),
    ],
)
def test_a_right_angle(orc, direction, squares):
    assert blind_squares(orc, [direction], (8, 8)) == squares


@clause("heimr.blind.snap")
@pytest.mark.parametrize(
    ("at", "direction"),
    [
        ("D8", Compass.NORTH),
        ("E7", Compass.NORTH),
        ("F7", Compass.NORTHEAST),
        ("G5", Compass.EAST),
        ("G7", Compass.NORTHEAST),
        ("B1", Compass.SOUTHWEST),
        ("A3", Compass.WEST),
    ],
)
def test_shots_count_on_the_nearest_line(at, direction):
    """At somebody in D4."""
    assert mask(shot_from(at, "D4", (8, 8))) == direction


@clause("heimr.blind.snap")
@pytest.mark.parametrize("at", ["E6", "F8"])
@pytest.mark.parametrize(
    ("wanted", "direction"), [("blind_straight", Compass.NORTH), ("blind_diagonal", Compass.NORTHEAST)]
)
def test_the_shooter_chooses_where_both_are_as_near(at, wanted, direction):
    assert mask(shot_from(at, "D4", (8, 8), wanted=[wanted])) == direction


@clause("heimr.blind.snap")
def test_unless_a_battle_says_otherwise():
    rules = {**REACH, "blind.snap.tie_attacker_chooses": 0}
    table = scene(
        archer(at="E6", archery=(3, 2)),
        foe(at="D4", stand=dodging(10)),
        foe(name="far", at="A3", wp=0),
        size=(8, 8),
        rules=rules,
    )
    table.dice = [4, 1, 1]
    table.play("shoot orc")
    while table.prompt in ("attacked", "defence"):
        table.play("defend" if table.prompt == "attacked" else "no_defence")
    assert table.prompt == "turn" and mask(table) in (Compass.NORTH, Compass.NORTHEAST)


# --- told in the log


@clause("heimr.blind.penalty", "heimr.defence.preroll_stale")
def test_the_log_says_what_the_blind_spot_takes():
    """One dodge used before, and the shot comes out of the blind spot: 1 - 2 - 5."""
    table = scene(
        archer(at="B1"), foe(stand=dodging(9), set={"blind": ["north"], "dodges": 1}), dice=[6, *[9] * 6, 6, 9, 9]
    )
    rolled = next(event for event in act(table, "shoot orc") if event.kind == "consistency")
    assert (rolled.who, rolled.amount) == ("orc", -6)
    assert rolled.terms == [("consistency", 1), ("used before", -2), ("blind spot", -5)]


@clause("heimr.blind.melee", "heimr.ready.after_trigger")
def test_only_in_the_turn_in_which_it_came():
    """He comes from the south by a readied move, in the goblin's turn; in the orc's it does not matter any more."""
    table = scene(man(wp=3, at="B1"), foe(name="goblin", wp=2, at="B1", hp=12), foe(wp=1, hp=12))
    act(table, "ready_move enemy_attacks_me north")
    act(table, "brawl man", dice=[1, 1])
    unit = table.unit("man")
    assert unit.at == (1, 1) and unit.entered_from >= 0
    act(table, "end_turn")
    assert table.decider == "orc" and unit.entered_from == -1
