"""Readied actions: what they wait for, what they do, and what they do to the order."""

from __future__ import annotations

import pytest
from fixtures import clause
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
    naturals,
    order,
    scene,
    swordsman,
    verbs,
)

from tactica.envs.rulesets.heimr.vocab import SLOTS

RESPONSES = ("ready_attack", "ready_shot", "ready_hit", "ready_bind", "ready_move", "ready_prone")
TRIGGERS = (
    "enemy_enters",
    "enemy_leaves",
    "enemy_attacks_me",
    "enemy_means_to_attack_me",
    "enemy_attacks_ally",
    "enemy_in_range",
    "enemy_shoots",
    "enemy_seen",
)
FAR = foe(name="far", at="A1", wp=0)
MISS, HIT = [4, 1, 1], [6, 9, 9]  # of a consistency of 2


def ready(table, text):
    """Somebody readies something: its turn is over."""
    return act(table, text)


# --- what may be readied


@clause("heimr.ready.declare")
def test_eight_triggers_and_nine_responses():
    """With claws, something to throw, a free hand, and a friend; but three kinds of blow do not reach who has left."""
    table = scene(man(weapons=["claws", "throwing_weapon"]), foe(at="B3"), man(name="friend", wp=1))
    found = table.choices("ready_")
    assert len(found) == 8 * 9 - 3
    assert {text.split()[0] for text in found} == set(RESPONSES)
    assert {text.split()[1] for text in found} == set(TRIGGERS)


@clause("heimr.ready.declare")
@pytest.mark.parametrize(
    ("weapons", "missing"),
    [
        (["medium_weapon"], {"ready_shot"}),
        (["bow"], {"ready_attack", "ready_bind"}),
        ([], {"ready_attack", "ready_shot"}),
    ],
)
def test_only_what_the_equipment_allows(weapons, missing):
    table = scene(man(weapons=weapons), foe(at="B3"))
    assert set(RESPONSES) - verbs(table) == missing


@clause("heimr.ready.declare", "heimr.ready.after_trigger")
def test_triggers_that_cannot_come_are_not_offered():
    """Without a ranged weapon nothing has a range; there is no ally to be attacked; who has left is out of reach."""
    table = scene(swordsman(), foe(at="B3"))
    of_attacks = {text.split()[1] for text in table.choices("ready_attack")}
    assert of_attacks == set(TRIGGERS) - {"enemy_leaves", "enemy_in_range", "enemy_attacks_ally"}
    assert {text.split()[1] for text in table.choices("ready_prone")} == of_attacks | {"enemy_leaves"}


@clause("heimr.ready.declare", "heimr.c.reload")
@pytest.mark.parametrize(("to_draw", "is_open"), [(0, True), (1, False)])
def test_a_shot_is_readied_with_a_missile_that_is_ready(to_draw, is_open):
    """A missile is drawn in one's own turn, and the readied shot comes before that."""
    table = scene(archer(set={"to_draw": [to_draw, 0, 0, 0, 0, 0, 0, 0][:SLOTS]}), foe(at="B3"))
    assert ("ready_shot" in verbs(table)) is is_open


@clause("heimr.ready.declare", "heimr.effect.duration_turns", "heimr.effect.bind_feet", "heimr.effect.bind_body")
@pytest.mark.parametrize(
    ("fields", "move", "prone"),
    [
        ({}, True, True), ({"prone": 1}, False, False), ({"bound_feet": 1}, True, True), ({"bound_feet": 2}, False, True),
        ({"bound_legs": [0, 2]}, False, True), ({"bound_body": 1}, True, True), ({"bound_body": 2}, False, False),
    ],
)  # fmt: skip
def test_neither_a_move_nor_a_fall_by_who_cannot(fields, move, prone):
    """What binds for one turn more is over as the readied turn ends."""
    found = verbs(scene(man(set=fields), foe(at="B3")))
    assert ("ready_move" in found, "ready_prone" in found) == (move, prone)


@clause("heimr.ready.declare", "heimr.grid.borders", "heimr.height.climb")
def test_a_move_only_where_one_could_go():
    """B3 has the edge to the north and a wall to the west; a cliff of two levels rises in the east."""
    table = scene(man(at="B3"), foe(at="A1"), borders=[("B3", "A3", "wall")], cells=[("C3", {"ground": 2})])
    assert {text.split()[2] for text in table.choices("ready_move")} == {"south"}


@clause("heimr.ready.declare")
def test_it_takes_the_standard_action():
    table = scene(swordsman(), foe(at="B3"))
    act(table, "move south")
    assert not set(RESPONSES) & verbs(table)


@clause("heimr.ready.declare", "heimr.action.ongoing")
def test_it_ends_the_turn_and_takes_nothing_off_defences():
    table = scene(swordsman(), foe(at="B3"), dice=faces(7))
    act(table, "ready_attack enemy_enters", "man: use_dodge")
    unit = table.unit("man")
    assert table.decider == "orc" and unit.ongoing == 0 and unit.defence_consistency == 1


# --- when they come


def waiting(text, *, orc=None, reader=None, **more):
    """A man has readied something, and it is the orc's turn: his square is B2."""
    table = scene(swordsman(**(reader or {})), foe(**{"weapons": ["medium_weapon"], **(orc or {})}), FAR, **more)
    act(table, text)
    assert table.decider == "orc"
    return table


@clause("heimr.ready.after_trigger")
@pytest.mark.parametrize(
    ("trigger", "at", "choice", "dice"),
    [
        ("enemy_enters", "B3", "move south", []),
        ("enemy_attacks_me", "B2", "weapon_attack man", [4, 1]),
        ("enemy_attacks_me", "B2", "brawl man", [4, 1]),
    ],
)
def test_it_comes_right_after_its_trigger(trigger, at, choice, dice):
    table = waiting(f"ready_attack {trigger}", orc={"at": at, "stand": dodging(10)})
    act(table, choice, dice=[*dice, *MISS])
    fired = [event for event in table.events if event.kind in ("ready_fires", "attacks", "moved")]
    assert fired[-2].kind == "ready_fires" and (fired[-1].who, fired[-1].target) == ("man", "orc")
    assert table.decider == "orc", "its turn goes on"


@clause("heimr.ready.after_trigger")
def test_who_leaves():
    """The orc has gone by then: only something that does not need it can be readied for that."""
    table = waiting("ready_prone enemy_leaves")
    act(table, "move north")
    assert table.unit("man").prone == 1 and "ready_fires" in kinds(table)


@clause("heimr.ready.after_trigger")
def test_who_attacks_an_ally_here():
    friend = man(name="friend", wp=1)
    table = scene(swordsman(), foe(weapons=["medium_weapon"], stand=dodging(10)), friend)
    act(table, "ready_attack enemy_attacks_ally")
    act(table, "weapon_attack friend", dice=[4, 1, *MISS])
    assert "ready_fires" in kinds(table)
    table = scene(
        swordsman(), foe(weapons=["medium_weapon"], at="B3", stand=dodging(10)), man(name="friend", wp=1, at="B3")
    )
    act(table, "ready_prone enemy_attacks_ally")
    act(table, "weapon_attack friend", dice=[4, 1])
    assert "ready_fires" not in kinds(table), "the ally is elsewhere"


@clause("heimr.ready.after_trigger", "heimr.ranged.range")
@pytest.mark.parametrize(("start", "fires"), [("H1", True), ("F1", False)])
def test_who_comes_into_range(start, fires):
    """The bow reaches six squares; who has been in range already does not come into it."""
    table = scene(archer(at="A1"), foe(at=start, stand=dodging(10)), foe(name="far", at="H3", wp=0), size=(8, 3))
    act(table, "ready_shot enemy_in_range")
    act(table, "move west", dice=[4, 10] if fires else [])
    assert ("ready_fires" in kinds(table)) is fires


@clause("heimr.ready.declare", "heimr.action.jump_down", "heimr.action.climb")
@pytest.mark.parametrize(
    ("down", "reach", "dice"),
    [
        ("jump_down", 1, [6, 9, *MISS]), ("jump_down", 9, [6, 9]),
        ("climb_down", 1, [6, 9, 1, 9, 1, 9, 9, 9, 1, 9, 9]), ("climb_down", 9, [6, 9, 1, 9, 1, 9, 9, 9]),
    ],
)  # fmt: skip
def test_who_comes_down_into_range(down, reach, dice):
    """A bow that reaches one square reaches the ground of the next one, but nobody up in its tree; the other reaches both."""
    cells = [("B2", {"feature": 2, "feature_climb": 1})]
    orc = foe(at="B2", set={"elevation": 2}, dex=2, stand=dodging(10))
    table = scene(archer(at="B3"), orc, FAR, cells=cells, rules={"tables.items.bow.range": reach})
    act(table, "ready_shot enemy_in_range")
    act(table, down, dice=dice)
    assert ("ready_fires" in kinds(table)) is (reach == 1)


@clause("heimr.ready.declare", "heimr.c.change_level")
def test_who_steps_up_into_range():
    """Where the way down counts, who stands on a step has nobody at its foot within no squares at all."""
    rules = {"tables.items.bow.range": 0, "ranged.distance.descent_cost": 1}
    reader = archer(at="B2", set={"elevation": 1})
    table = scene(reader, foe(at="B2", stand=dodging(10)), FAR, cells=[("B2", {"feature": 1})], rules=rules)
    act(table, "ready_shot enemy_in_range")
    act(table, "change_level", dice=MISS)
    assert "ready_fires" in kinds(table)


@clause("heimr.ready.after_trigger")
def test_who_shoots():
    orc = {"weapons": ["bow"], "at": "B3"}
    table = waiting("ready_prone enemy_shoots", orc=orc)
    act(table, "shoot man", dice=[1])
    assert table.unit("man").prone == 1


@clause("heimr.ready.after_trigger")
def test_who_comes_into_view():
    cells = [("B3", "thick_tree")]
    hiding = {"at": "B3", "set": {"hide_value": 9, "hidden_from": ["man"], "in_cover": 1}}
    table = waiting("ready_prone enemy_seen", orc=hiding, cells=cells)
    act(table, "move west")
    assert table.unit("man").prone == 1 and "ready_fires" in kinds(table)


@clause("heimr.ready.after_trigger")
@pytest.mark.parametrize(
    ("field", "value", "fires"),
    [("daze_timer", 0, True), ("daze_timer", 1, False), ("bound_hands", 2, False)],
)
def test_only_by_who_is_able(field, value, fires):
    table = waiting("ready_attack enemy_enters", orc={"at": "B3", "stand": dodging(10)})
    setattr(table.unit("man"), field, value)
    act(table, "move south", dice=MISS if fires else [])
    assert ("ready_fires" in kinds(table)) is fires


@clause("heimr.ready.after_trigger")
def test_not_by_who_has_been_knocked_out():
    rules = {"tables.items.medium_weapon.damage": 7}
    friend = man(name="friend", at="C3", wp=1)
    table = scene(swordsman(), foe(weapons=["medium_weapon"]), friend, rules=rules)
    act(table, "ready_attack enemy_attacks_me")
    act(table, "weapon_attack man", dice=[6, 9])
    assert table.unit("man").unconscious == 1 and "ready_fires" not in kinds(table)


@clause("heimr.ready.after_trigger", "heimr.position.hidden")
def test_not_at_who_is_hidden_from_it():
    """It shoots at somebody who sees it; the bow is heard softly, and the dark conceals it."""
    orc = foe(at="B3", weapons=["bow"], set={"hide_value": 9, "hidden_from": ["man"]})
    table = scene(swordsman(), orc, man(name="friend", at="C3", wp=1), cells=[("B3", {"dark": 2})])
    act(table, "ready_prone enemy_shoots")
    act(table, "shoot friend", dice=[1])
    assert "ready_fires" not in kinds(table) and list(table.unit("orc").hidden_from) == ["man"]


@clause("heimr.ready.after_trigger")
def test_what_is_impossible_stays_readied():
    """Who shoots from the next square cannot be struck."""
    table = waiting("ready_attack enemy_shoots", orc={"at": "B3", "weapons": ["bow"]})
    act(table, "shoot man", dice=[4])
    assert "ready_fires" not in kinds(table) and table.unit("man").ready_response != 0


@clause("heimr.ready.after_trigger")
def test_moves_and_grabs():
    table = waiting("ready_move enemy_enters south", orc={"at": "B3"})
    act(table, "move south")
    assert table.unit("man").at == (1, 2)
    table = scene(man(), foe(at="B3"), FAR)
    act(table, "ready_bind enemy_enters")
    act(table, "move south", dice=[6, 9])
    assert table.unit("man").grab_target == 1
    table = scene(man(), foe(at="B3", hp=4), FAR)
    act(table, "ready_hit enemy_enters")
    act(table, "move south", dice=[6, 9])
    assert table.unit("orc").hp == 3


@clause("heimr.ready.after_trigger", "heimr.action.charge")
@pytest.mark.parametrize(("damage", "strikers"), [(1, ["man", "orc"]), (9, ["man"])])
def test_who_charges_is_struck_first(damage, strikers):
    """It has come into the square; its own blow follows, if it lives."""
    rules = {"tables.items.medium_weapon.damage": damage}
    orc = foe(weapons=["medium_weapon"], at="B3")
    table = scene(swordsman(), orc, FAR, rules=rules)
    act(table, "ready_attack enemy_enters")
    act(table, "charge_weapon man", dice=[*HIT, *([4, 1] if len(strikers) == 2 else [])])
    assert [event.who for event in table.events if event.kind == "attacks"] == strikers
    assert table.unit("man").hp == 3 - (damage if len(strikers) == 2 else 0)


@clause("heimr.ready.after_trigger", "heimr.attack.per_weapon")
def test_a_readied_attack_is_made_with_every_weapon():
    table = scene(swordsman(weapons=["medium_weapon", "light_weapon"]), foe(at="B3", hp=9), FAR)
    act(table, "ready_attack enemy_enters")
    act(table, "move south", dice=[*HIT, *HIT])
    assert table.unit("orc").hp == 9 - 2 - 1


@clause("heimr.ready.after_trigger", "heimr.ready.declare")
def test_going_after_who_leaves():
    table = waiting("ready_move enemy_leaves north")
    act(table, "move north")
    assert table.unit("man").at == (1, 0) == table.unit("orc").at


@clause("heimr.ready.after_trigger", "heimr.ready.expiry")
def test_it_is_done_once():
    table = scene(man(), foe(at="B3", wp=2), foe(name="two", at="A2", wp=1))
    act(table, "ready_prone enemy_enters")
    act(table, "move south")
    assert table.unit("man").ready_response == 0
    act(table, "end_turn")
    act(table, "move east")
    assert kinds(table).count("ready_fires") == 1


@clause("heimr.position.hidden_bonus", "heimr.ready.after_trigger")
@pytest.mark.parametrize(("hidden", "p"), [([], 3), (["orc"], 5), (["far"], 3)])
def test_a_readied_shot_from_hiding(hidden, p):
    reader = archer(at="B1", wp=6, set={"hide_value": 9, "hidden_from": hidden})
    orc, rules = foe(at="B3", wp=3, stand=dodging(9)), {"tables.items.bow.range": 1}
    table = scene(reader, orc, foe(name="far", at="A3", wp=0), cells=[("B1", "night")], rules=rules)
    act(table, "ready_shot enemy_in_range")
    assert table.decider == "orc"
    assert chance(table, "move south") == exactly(hits(2, p, 9))


# --- what enemies do out of turn


def comes_into(square, *, bow=False):
    """An orc waits for an enemy, with a pal that has readied to drop; the man comes into its square, or into its range."""
    trigger = "shoots" if bow else "attacks_ally"
    orc = foe(at="A1", wp=9, weapons=["bow"]) if bow else foe(at="B2", wp=9, weapons=["medium_weapon"])
    start = "H1" if bow else "B3"
    pal = man(name="pal", at=square, wp=6)
    table = scene(orc, pal, man(at=start, wp=3, stand=dodging(10)), foe(name="far", at="A1", wp=0), size=(8, 3))
    act(table, "ready_shot enemy_in_range" if bow else "ready_attack enemy_enters")
    act(table, f"ready_prone enemy_{trigger}")
    act(table, "move west" if bow else "move south", dice=[6, 1, 1, 1] if bow else [4, 1])
    return table


@clause("heimr.ready.after_trigger", "heimr.ready.declare")
@pytest.mark.parametrize(("square", "drops"), [("B2", 1), ("C2", 0)])
def test_a_readied_blow_triggers_what_waits_for_blows(square, drops):
    """At an ally in the same square."""
    table = comes_into(square)
    assert table.unit("pal").prone == drops and kinds(table).count("ready_fires") == 1 + drops


@clause("heimr.ready.after_trigger", "heimr.action.hide")
def test_a_readied_shot_triggers_what_waits_for_shots():
    """It is not made in the turn of the shooter: it keeps nobody from hiding."""
    table = comes_into("B2", bow=True)
    assert table.unit("pal").prone == 1 and not list(table.unit("man").shot_by)


@clause("heimr.ready.after_trigger", "heimr.ready.declare")
@pytest.mark.parametrize(("side", "drops"), [(foe, 1), (man, 0)])
def test_a_readied_move_triggers_who_waits_for_enemies(side, drops):
    """The mover is a man: a friend of his waits for others."""
    reader = side(name="reader", at="B2", wp=9)
    table = scene(reader, man(at="B3", wp=6), foe(name="goad", at="C3", wp=3), FAR)
    act(table, "ready_prone enemy_enters")
    act(table, "ready_move enemy_enters south")
    act(table, "move west")
    assert table.unit("man").at == (1, 1) and table.unit("reader").prone == drops


@clause("heimr.ready.after_trigger", "heimr.brawl.provoked")
def test_a_provoked_blow_triggers_as_well():
    """Before the brawl, which goes on."""
    brawler = man(wp=6, stand=dodging(10))
    table = scene(man(name="pal", wp=9), brawler, foe(wp=3, hp=9, weapons=["medium_weapon"]), FAR)
    act(table, "ready_prone enemy_attacks_ally")
    act(table, "brawl orc", "attack_it", dice=[4, 1, 6, 9])
    assert [event.kind for event in table.events if event.kind in ("attacks", "prone")] == [
        "attacks",
        "prone",
        "attacks",
    ]
    assert table.unit("orc").hp == 9 - 1


@clause("heimr.ready.after_trigger", "heimr.guard.outmanoeuvre")
def test_so_does_a_blow_at_who_gets_past_a_guard():
    guard = foe(wp=1, weapons=["medium_weapon"], set={"guard": "border", "guard_direction": "north", "guard_left": 1})
    table = scene(man(name="pal", wp=9), man(wp=6, stand=dodging(10)), guard, FAR)
    act(table, "ready_prone enemy_attacks_ally")
    act(table, "move north", "outmanoeuvre", "attack_it", dice=[6, 1, 1])
    assert table.unit("pal").prone == 1 and table.unit("man").at == (1, 0)


@clause("heimr.ready.intent", "heimr.ready.after_trigger")
def test_nobody_foresees_a_readied_blow():
    """No roll; what waits for the intention comes after the blow. The guard strikes at one orc, and the other at the guard."""
    guard = man(wp=9, hp_max=30, weapons=["medium_weapon"], set={"guard": "border", "guard_left": 1})
    striker = foe(name="striker", wp=6, weapons=["medium_weapon"])
    table = scene(guard, striker, foe(wp=3, stand=dodging(10)), man(name="friend", at="A1", wp=0))
    act(table, "ready_prone enemy_means_to_attack_me")
    act(table, "ready_attack enemy_attacks_ally")
    act(table, "move north", "outmanoeuvre", "attack_it", dice=[6, 1, 1, 6, 9])
    found = [
        (event.kind, event.who) for event in table.events if event.kind in ("attacks", "ready_fires", "intent_seen")
    ]
    assert found == [("attacks", "man"), ("ready_fires", "striker"), ("attacks", "striker"), ("ready_fires", "man")]


@clause("heimr.ready.after_trigger")
@pytest.mark.parametrize("each", [2, 6])
def test_one_response_after_the_other(each):
    """All wait for a blow at themselves or an ally: each strikes once, however many there are, and then the turn goes on."""
    names = [f"unit_{i}" for i in range(2 * each)]
    units = [
        (foe, man)[i % 2](name=name, hp_max=30, weapons=["light_weapon"], wp=2 * each - i)
        for i, name in enumerate(names)
    ]
    table = scene(*units, dice=None)
    for _ in range(2 * each - 1):
        act(table, "ready_attack enemy_attacks_ally")
    act(table, f"weapon_attack {names[0]}")
    assert kinds(table).count("ready_fires") == 2 * each - 1 and table.decider == names[-1]


# --- the order


def four(*readied, trigger="d"):
    """a, b, c and d; some of them have readied to drop when an enemy comes into their square; d does."""
    sides = {"a": man, "b": man, "c": man, "d": foe}
    units = [
        make(name=name, wp=6 - i, at="B3" if name == trigger else "B2") for i, (name, make) in enumerate(sides.items())
    ]
    table = scene(*units, FAR)
    for name in "abc":
        act(table, "ready_prone enemy_enters" if name in readied else "end_turn")
    assert table.decider == "d"
    return table


@clause("heimr.ready.shift")
@pytest.mark.parametrize(("shift", "expected"), [(1, ["b", "c", "a", "d", "far"]), (0, ["a", "b", "c", "d", "far"])])
def test_its_owner_comes_before_who_triggered_it(shift, expected):
    table = four("a") if shift else None
    if table is None:
        units = [man(name="a", wp=6), man(name="b", wp=5), man(name="c", wp=4), foe(name="d", wp=3, at="B3")]
        table = scene(*units, FAR, rules={"ready.shift.shift_before_trigger": 0})
        act(table, "ready_prone enemy_enters")
        act(table, "end_turn")
        act(table, "end_turn")
    act(table, "move south")
    assert table.decider == "d" and order(table) == expected


@clause("heimr.ready.shift", "heimr.ready.after_trigger")
def test_several_come_in_the_order_of_initiative():
    """B acts first (a c b d), then C (a b c d); D goes on."""
    table = four("b", "c")
    events = act(table, "move south")
    assert [event.who for event in events if event.kind == "ready_fires"] == ["b", "c"]
    assert order(table)[:4] == ["a", "b", "c", "d"] and table.decider == "d"


@clause("heimr.ready.shift")
def test_one_before_the_other():
    """Order A B C; A readied; C triggers: B A C, and so they act in the next round."""
    a, b, c = man(name="a", wp=6), man(name="b", wp=5), foe(name="c", wp=4, at="B3")
    table = scene(a, b, c)
    act(table, "ready_prone enemy_enters")
    act(table, "end_turn")
    act(table, "move south")
    assert order(table) == ["b", "a", "c"] and table.decider == "c"
    act(table, "end_turn")
    assert (table.round, table.decider) == (2, "b")
    act(table, "end_turn")
    assert table.decider == "a"


@clause("heimr.ready.shift")
def test_who_waited_through_the_round_does_not_act_again():
    """Order A B C; C readied in round 1; in round 2 A triggers it: C A B, and C does not act again in round 2."""
    a, b, c = foe(name="a", wp=6, at="B3"), man(name="b", wp=5), man(name="c", wp=4)
    table = scene(a, b, c)
    act(table, "end_turn")
    act(table, "end_turn")
    act(table, "ready_prone enemy_enters")
    assert (table.round, table.decider) == (2, "a")
    act(table, "move south")
    assert order(table) == ["c", "a", "b"]
    act(table, "end_turn")
    assert table.decider == "b"
    act(table, "end_turn")
    assert (table.round, table.decider) == (3, "c")


@clause("heimr.ready.shift")
def test_who_is_not_moved_keeps_its_turn():
    """As before, in a battle in which nobody is moved: after A and B it is the turn of C in round 2."""
    a, b, c = foe(name="a", wp=6, at="B3"), man(name="b", wp=5), man(name="c", wp=4)
    table = scene(a, b, c, rules={"ready.shift.shift_before_trigger": 0})
    act(table, "end_turn")
    act(table, "end_turn")
    act(table, "ready_prone enemy_enters")
    act(table, "move south")
    assert order(table) == ["a", "b", "c"] and table.unit("c").prone == 1
    act(table, "end_turn")
    act(table, "end_turn")
    assert (table.round, table.decider) == (2, "c")


@clause("heimr.ready.expiry")
def test_it_is_lost_with_the_owners_next_turn():
    table = scene(swordsman(), foe(at="B3"))
    act(table, "ready_attack enemy_enters")
    assert table.unit("man").ready_response != 0
    act(table, "end_turn")
    unit = table.unit("man")
    assert table.decider == "man"
    act(table, "whisper")
    assert unit.ready_response == unit.ready_trigger == 0 and "ready_lost" in kinds(table)
    assert unit.standard_left == 1, "a normal turn"


# --- intentions


def intent(persuasion, insight, **orc):
    """A man waits for an orc that means to attack him."""
    reader = swordsman(emp=2 if insight[1] == 2 else 0, insight=(insight[0], 0 if insight[1] == 2 else insight[1]))
    table = scene(reader, foe(weapons=["medium_weapon"], persuasion=(0, persuasion[1]), **orc), FAR)
    act(table, "ready_attack enemy_means_to_attack_me")
    return table


def sees_through(persuasion, insight):
    """The chance that insight is no less than persuasion."""
    one, other = naturals(persuasion[0]), naturals(insight[0])
    return sum(w * v for n, w in one.items() for m, v in other.items() if m + insight[1] >= n + persuasion[1])


@clause("heimr.ready.intent")
@pytest.mark.parametrize(("persuasion", "insight", "book"), [((1, 0), (0, 2), 0.488889), ((1, 1), (1, 1), 0.559722)])
def test_insight_against_persuasion(persuasion, insight, book):
    assert sees_through(persuasion, insight) == exactly(book)
    table = intent(persuasion, insight)
    assert chance(table, "weapon_attack man", "intent_seen") == exactly(book)
    assert MENTAL < 0


@clause("heimr.ready.intent", "heimr.check.opposed")
@pytest.mark.parametrize(
    ("mental", "words"),
    [
        ([1, 1, 6, 9], "notices that orc means to attack (persuasion 1) (natural result 9"),
        ([6, 9, 1, 1], "does not notice that orc means to attack (persuasion 9) (natural result 1"),
    ],
)
def test_both_rolls_are_told(mental, words):
    """Persuasion without potential, insight with a trained one of 1."""
    table = intent((1, 0), (1, 1), stand=dodging(10))
    blows = [*MISS, 4, 1] if mental[0] == 1 else [4, 1, *MISS]
    act(table, "weapon_attack man", dice=[*mental, *blows])
    hides = max(mental[:2])
    parts = f"(natural result {hides}; the d6 shows {mental[0]})"
    assert table.last("opposed").text == f"orc scores {hides} in persuasion {parts}"
    notices = next(event.text for event in table.events if event.kind.startswith("intent_"))
    natural = max(mental[2:])
    assert notices == f"man {words} + trained potential 1 = {natural + 1}; the d6 shows {mental[2]})"


@clause("heimr.ready.intent")
@pytest.mark.parametrize(("seen", "first"), [(True, "man"), (False, "orc")])
def test_who_sees_it_strikes_first(seen, first):
    table = intent((1, 0), (1, 1), stand=dodging(10))
    mental = [1, 1, 6, 9] if seen else [6, 9, 1, 1]
    blows = [*MISS, 4, 1] if seen else [4, 1, *MISS]
    act(table, "weapon_attack man", dice=[*mental, *blows])
    assert next(event.who for event in table.events if event.kind == "attacks") == first
    assert ("intent_seen" in kinds(table)) is seen and ("intent_hidden" in kinds(table)) is not seen
    assert [event.who for event in table.events if event.kind == "attacks"] == (
        [first, "orc"] if seen else ["orc", "man"]
    )


@clause("heimr.ready.intent")
def test_the_first_blow_may_be_the_last():
    rules = {"tables.items.medium_weapon.damage": 9}
    table = scene(swordsman(insight=(1, 1)), foe(weapons=["medium_weapon"]), FAR, rules=rules)
    act(table, "ready_attack enemy_means_to_attack_me")
    act(table, "weapon_attack man", dice=[1, 1, 6, 9, *HIT])
    assert table.unit("orc").dead == 1 and table.unit("man").hp == 3
    assert [event.who for event in table.events if event.kind == "attacks"] == ["man"]


@clause("heimr.ready.intent", "heimr.ranged.range")
def test_who_is_out_of_range_by_then_is_not_shot_at():
    thrower = foe(weapons=["throwing_weapon"], at="B3")
    table = scene(man(insight=(1, 1)), thrower, FAR, size=(4, 4))
    act(table, "ready_move enemy_means_to_attack_me south")
    act(table, "shoot man", dice=[1, 1, 6, 9])
    assert table.unit("man").at != (1, 2) and "attacks" not in kinds(table) and "intent_seen" in kinds(table)
    assert table.unit("orc").standard_left == 0
