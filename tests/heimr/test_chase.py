"""Leaving the map, and chases."""

from __future__ import annotations

import pytest
from fixtures import clause
from heimr.ground import act, exactly, faces, foe, kinds, man, naturals, rest, scene, settle, verbs

SOUTH = {"exits": ["south"]}
FAR = foe(name="far", at="A3", wp=0)


def chased(at="B1", fled="B1", rules=None, orc=None, pursues=True, **runner):
    """A man has fled over the southern rim, and the orc goes after him: he is asked where he runs."""
    table = scene(
        man(at=fled, **{"wp": 4, **runner}),
        foe(at=at, **{"wp": 3, **(orc or {})}),
        FAR,
        man(name="friend", at="A3", wp=0),
        battle=SOUTH,
        rules=rules,
    )
    table.play("flee")
    if pursues:
        assert (table.prompt, table.decider) == ("pursue", "orc")
        table.play("pursue")
        assert (table.prompt, table.decider) == ("chase", "man")
    return table


def exchange(table, mine, its, ground="chase_run"):
    """One exchange: what he rolls, and what it does."""
    known = len(table.events)
    table.dice = [*mine, *its]
    table.play(ground)
    return table.events[known:]


def distance(table):
    """How far behind the pursuer is."""
    return table.last("chase_distance").amount


def is_out(table):
    """Whether he has got away."""
    return table.unit("man").escaped == 1


# --- leaving the map


@clause("heimr.c.escape")
@pytest.mark.parametrize(
    ("at", "exits", "is_open"),
    [
        ("B1", ["south"], True),
        ("B2", ["south"], False),
        ("B1", ["north"], False),
        ("C2", ["east"], True),
        ("B1", [], False),
    ],
)
def test_only_over_an_exit(at, exits, is_open):
    table = scene(man(at=at), FAR, battle={"exits": exits})
    assert ("flee" in verbs(table)) is is_open


@clause("heimr.c.escape")
@pytest.mark.parametrize("fields", [{"prone": 1}, {"bound_feet": 1}, {"standard_left": 0}])
def test_only_where_one_could_run(fields):
    assert "flee" not in verbs(scene(man(at="B1", set=fields), FAR, battle=SOUTH))


@clause("heimr.c.escape")
def test_without_a_pursuer_one_is_gone():
    table = scene(man(at="B1", wp=4), man(name="friend", at="A3", wp=1), FAR, battle=SOUTH)
    table.play("flee")
    unit = table.unit("man")
    assert unit.escaped == 1 and unit.at is None and table.decider == "friend" and "fled" in kinds(table)


@clause("heimr.c.escape", "heimr.chase.start")
@pytest.mark.parametrize(("at", "asked"), [("B1", True), ("B2", True), ("A1", True), ("B3", False), ("C2", False)])
def test_enemies_near_by_are_asked(at, asked):
    """In the same square or one that borders it."""
    table = chased(at, pursues=False)
    assert (table.prompt == "pursue") is asked
    assert is_out(table) is not asked


@clause("heimr.c.escape")
@pytest.mark.parametrize("fields", [{"daze_timer": 2}, {"injuries": ["torso"], "hp": 0}])
def test_nobody_who_is_not_able(fields):
    table = chased(orc={"set": fields}, pursues=False)
    assert table.prompt != "pursue" and is_out(table)


@clause("heimr.c.escape", "heimr.position.sleeping")
def test_nobody_who_sleeps():
    assert chased(orc={"sleeping": True}, pursues=False).prompt != "pursue"


@clause("heimr.c.escape", "heimr.position.hidden")
@pytest.mark.parametrize(("hidden_from", "asked"), [([], True), (["orc"], False)])
def test_nobody_who_does_not_see_it(hidden_from, asked):
    cells = [("B1", "night")]
    runner = {"set": {"hide_value": 9, "hidden_from": hidden_from}} if hidden_from else {}
    table = scene(
        man(at="B1", wp=4, **runner), foe(at="B1", wp=3), man(name="friend", at="A3", wp=0), battle=SOUTH, cells=cells
    )
    table.play("flee")
    assert (table.prompt == "pursue") is asked


@clause("heimr.c.escape", "heimr.cluster.leave", "heimr.forced.restrain")
def test_out_of_a_cluster_but_not_out_of_a_grip():
    both = {"cluster": "man"}
    table = scene(man(at="B1", wp=4, set=both), foe(at="B1", set=both), FAR, battle=SOUTH)
    assert "flee" in verbs(table)
    orc = foe(at="B1", set={**both, "grab_target": "man", "grab_part": 1})
    assert "flee" not in verbs(scene(man(at="B1", wp=4, set=both), orc, FAR, battle=SOUTH))


@clause("heimr.c.escape", "heimr.c.chase_mode")
def test_nobody_where_a_battle_knows_no_pursuit():
    table = chased(rules={"c.chase_mode.allow_pursuit": 0}, pursues=False)
    assert table.prompt != "pursue" and is_out(table)


@clause("heimr.c.escape")
def test_in_the_order_of_initiative_and_only_one():
    table = scene(
        man(at="B1", wp=6),
        foe(name="one", at="B1", wp=3),
        foe(name="two", at="B1", wp=2),
        man(name="friend", at="A3", wp=0),
        battle=SOUTH,
    )
    table.play("flee")
    assert table.decider == "one"
    table.play("stay_behind")
    assert table.decider == "two"
    table.play("stay_behind")
    assert is_out(table)


# --- how it goes


@clause("heimr.chase.start")
@pytest.mark.parametrize(("at", "start"), [("B1", 0), ("B2", 1)])
def test_how_far_apart_it_begins(at, start):
    """Neither gains on the other at first."""
    table = chased(at)
    events = exchange(table, faces(6, 2), faces(6, 2))
    assert distance(table) == start
    rolled = [event for event in events if event.kind == "chase_rolled"]
    assert [event.total for event in rolled] == [event.amount for event in rolled] and len(rolled) == 2


@clause("heimr.chase.step")
@pytest.mark.parametrize(
    ("target", "chaser", "after"), [(6, 9, 0), (6, 8, 1), (7, 4, 2), (7, 5, 1), (9, 6, 2), (5, 7, 1)]
)
def test_by_three_one_comes_closer_or_gets_away(target, chaser, after):
    """The target rolls first; both with a consistency of 2. They begin one square apart."""
    table = chased("B2")
    exchange(table, faces(target, 2), faces(chaser, 2))
    assert distance(table) == after


@clause("heimr.chase.step")
@pytest.mark.parametrize(
    ("knob", "value", "target", "chaser", "after"),
    [
        ("margin", 2, 6, 8, 0),
        ("margin", 4, 6, 9, 1),
        ("squares", 2, 7, 4, 3),
        ("squares", 3, 9, 4, 4),
        ("margin", 1, 7, 6, 2),
    ],
)
def test_other_margins_and_steps(knob, value, target, chaser, after):
    table = chased("B2", rules={f"chase.step.{knob}": value, "c.chase_mode.escape_distance": 9})
    exchange(table, faces(target, 2), faces(chaser, 2))
    assert distance(table) == after


@clause("heimr.chase.step")
def test_nobody_is_nearer_than_at_ones_heels():
    """From one square behind, two squares gained."""
    table = chased("A1", rules={"chase.step.squares": 2})
    exchange(table, faces(6, 2), faces(9, 2))
    assert distance(table) == 0 and table.prompt == "chase"


def gains(c, mine, its):
    """The chances that a pursuer comes closer and that it falls behind, where nobody tires."""
    both = [(n + its, m + mine, w * v) for n, w in naturals(c).items() for m, v in naturals(c).items()]
    return sum(w for chaser, target, w in both if chaser - target >= 3), sum(
        w for chaser, target, w in both if target - chaser >= 3
    )


@clause("heimr.chase.step")
@pytest.mark.parametrize(("its", "book"), [(1, (0.2092, 0.2092)), (3, (0.430458, 0.067969))])
def test_the_chances_of_the_book(its, book):
    """Consistency 2, fatigue 1; stamina 1 against stamina 1 or 3."""
    assert gains(2, 1, its) == (exactly(book[0]), exactly(book[1]))
    table = chased("B2", sta=1, fatigue=1, orc={"sta": its, "fatigue": 1})
    odds = table.odds("chase_run", want="chase_distance.amount", until=lambda now: now.prompt == "chase")
    assert odds[0] == exactly(book[0]) and odds[2] == exactly(book[1])


@clause("heimr.chase.terrain", "heimr.c.chase_mode")
@pytest.mark.parametrize(("ground", "c"), [("chase_run", 2), ("chase_climb", 1), ("chase_swim", 1)])
def test_the_target_picks_the_ground(ground, c):
    """Running is stamina with a consistency of 2, climbing agility, swimming survival: for both."""
    table = chased("B2", dex=1, sta=0, orc={"dex": 1, "sta": 0})
    assert verbs(table) == {"chase_run", "chase_climb", "chase_swim"}
    exchange(table, faces(6, c), faces(9, c), ground)
    assert distance(table) == 0


@clause("heimr.chase.terrain")
@pytest.mark.parametrize(("ground", "after"), [("chase_run", 1), ("chase_climb", 2), ("chase_swim", 1)])
def test_it_picks_what_suits_it(ground, after):
    """Dexterity 3 against none."""
    table = chased("B2", dex=3)
    c = 2 if ground == "chase_run" else 1
    exchange(table, faces(6, c), faces(6, c), ground)
    assert distance(table) == after


@clause("heimr.c.chase_mode", "heimr.c.attribute_check_consistency")
@pytest.mark.parametrize("c", [0, 1, 4])
def test_how_steady_running_is(c):
    table = chased("B2", rules={"c.attribute_check_consistency.sta": c})
    exchange(table, faces(6, c), faces(6, c))
    assert distance(table) == 1


@clause("heimr.check.penalty_scope", "heimr.check.situational_penalty", "heimr.check.attribute_roll")
@pytest.mark.parametrize(
    ("penalties", "c"),
    [
        ({"physical_penalty": 2}, 0),
        ({"stamina_penalty": 1}, 1),
        ({"physical_penalty": 2, "stamina_penalty": 2}, -2),
        ({"dexterity_penalty": 2, "mental_penalty": 2}, 2),
    ],
)
def test_what_hampers_a_runner(penalties, c):
    """Running rolls stamina, a physical attribute, with a consistency of 2."""
    table = chased("B2", **penalties)
    events = exchange(table, faces(6, c), faces(6, 2))
    assert [event.amount for event in events if event.kind == "consistency"] == [c, 2]


@clause("heimr.chase.no_recovery", "heimr.action.breather")
def test_nobody_rests():
    table = chased()
    assert verbs(table) <= {"chase_run", "chase_climb", "chase_swim"}


@clause("heimr.chase.no_recovery", "heimr.fatigue.gain")
def test_and_who_rolls_low_tires():
    table = chased("B2")
    exchange(table, [3, 9, 1], [3, 9, 1])
    assert (table.unit("man").fatigue, table.unit("orc").fatigue) == (5, 5)
    exchange(table, [3, 9, 1], [6, 9, 1])
    assert (table.unit("man").fatigue, table.unit("orc").fatigue) == (6, 5)


# --- how it ends


@clause("heimr.chase.fatigue_end")
@pytest.mark.parametrize(
    ("at", "mine", "its", "escapes"),
    [
        ("B2", [3, 1, 1], faces(6, 2), False),
        ("B2", faces(6, 2), [3, 1, 1], True),
        ("B1", [3, 1, 1], [3, 1, 1], False),
        ("B2", [3, 1, 1], [3, 1, 1], True),
    ],
)
def test_who_is_too_tired_goes_no_further(at, mine, its, escapes):
    """Both: reached if there is no distance between them, else escaped."""
    table = chased(at)
    exchange(table, mine, its)
    assert ("escaped" in kinds(table)) is escapes and ("caught" in kinds(table)) is not escapes
    settle(table)
    assert is_out(table) is escapes


@clause("heimr.chase.fatigue_end", "heimr.fatigue.requirement")
def test_who_is_too_tired_is_said_to_be():
    """A 3 and a stamina of 2, at fatigue 4; the orc has 6."""
    said = [event.text for event in exchange(chased("B2", sta=2, fatigue=4), [3, 1, 1], faces(6, 2))]
    parts = "(natural result 3 + attributes 2 = 5; the d6 shows 3)"
    assert f"man scores 5 in the chase, but is too tired to go on {parts}" in said
    assert [line for line in said if line.startswith("orc scores 6 in the chase (")]


@clause("heimr.chase.fatigue_end", "heimr.c.chase_mode")
def test_how_likely_that_is():
    """Stamina 0, fatigue 4, running: 3 in 6 times 0.09."""
    assert sum(w for n, w in naturals(2).items() if n < 4) == exactly(0.045)
    table = chased("B2")
    odds = table.odds("chase_run", want=["caught", "escaped"], until=lambda now: True)
    assert odds.of("caught").at_least(1) == exactly(0.045 * 0.955)
    assert odds.of("escaped").at_least(1) == exactly(0.045)


@clause("heimr.c.chase_mode")
@pytest.mark.parametrize(("far", "exchanges"), [(4, 3), (2, 1), (3, 2)])
def test_far_enough_is_escaped(far, exchanges):
    table = chased("B2", rules={"c.chase_mode.escape_distance": far})
    for i in range(exchanges):
        assert table.prompt == "chase", i
        exchange(table, [6, 10, 1], faces(6, 2))
    assert is_out(table) and "escaped" in kinds(table)


@clause("heimr.c.chase_mode")
def test_four_squares_are_far_enough():
    """One square at first, and three more."""
    table = chased("B2")
    for far in (2, 3):
        exchange(table, [6, 10, 1], faces(6, 2))
        assert table.prompt == "chase" and distance(table) == far
    exchange(table, [6, 10, 1], faces(6, 2))
    assert is_out(table)


@clause("heimr.c.chase_mode")
@pytest.mark.parametrize("most", [1, 3])
def test_nobody_runs_for_ever(most):
    table = chased("B2", rules={"c.chase_mode.max_exchanges": most})
    for i in range(most):
        assert table.prompt == "chase", i
        exchange(table, faces(6, 2), faces(6, 2))
    assert is_out(table)


@clause("heimr.c.chase_mode")
def test_thirty_exchanges_are_enough():
    table = chased("B2")
    for _ in range(30):
        assert table.prompt == "chase"
        exchange(table, faces(6, 2), faces(6, 2))
    assert is_out(table)


@clause("heimr.c.escape", "heimr.chase.fatigue_end")
def test_who_is_caught_is_back():
    """In its last square, in a cluster with its pursuer, who gets one standard action."""
    table = chased("B2", hp=5)
    exchange(table, [3, 1, 1], faces(6, 2))
    unit, orc = table.unit("man"), table.unit("orc")
    assert unit.at == (1, 2) == orc.at and unit.escaped == 0
    assert (table.prompt, table.decider) == ("surpass", "orc")
    assert {"surpass_hit", "surpass_bind"} <= verbs(table)
    table.dice = [6, 9]
    table.play("surpass_hit")
    settle(table)
    assert table.unit("man").hp == 4 and table.unit("man").cluster == table.unit("orc").cluster >= 0


@clause("heimr.chase.surpass")
@pytest.mark.parametrize(("at", "nearest", "asked"), [("B1", 0, True), ("B2", 0, False), ("B2", 1, True)])
def test_who_would_get_past_may_strike(at, nearest, asked):
    """Natural 10 against 7: without distance between them, or as little as a battle says."""
    table = chased(at, rules={"chase.surpass.at_distance": nearest})
    exchange(table, faces(7, 2), [6, 10, 1])
    assert (table.prompt == "surpass") is asked
    if asked:
        assert table.decider == "orc" and "go_on" in verbs(table)
        table.play("go_on")
        assert table.prompt == "chase"


@clause("heimr.chase.surpass")
def test_with_any_attack():
    table = chased("B1", hp=5, orc={"weapons": ["medium_weapon"]})
    exchange(table, faces(7, 2), [6, 10, 1])
    assert {"surpass_attack", "surpass_hit", "surpass_bind"} <= verbs(table)
    table.dice = [6, 9]
    table.play("surpass_attack")
    while table.prompt == "defence":
        table.play("no_defence")
    assert table.unit("man").hp == 5 - 2


@clause("heimr.chase.surpass")
def test_not_without_the_margin():
    table = chased("B1")
    exchange(table, faces(7, 2), faces(9, 2))
    assert table.prompt == "chase" and distance(table) == 0


# --- leaving: who is in the way, and from where


@clause("heimr.c.escape", "heimr.guard.border_near")
@pytest.mark.parametrize(("guarded", "asked"), [("south", True), ("east", False)])
def test_a_guard_of_the_exit_is_in_the_way(guarded, asked):
    """Leaving is like a run over the border: who guards it stops the runner or strikes at it."""
    table = scene(foe(at="B1", wp=5), man(at="B1", wp=2), FAR, battle=SOUTH, dice=None)
    act(table, f"guard_border {guarded}")
    rest(table, "man")
    table.play("flee")
    assert (table.prompt == "intercepted") is asked
    if asked:
        table.play("stay")
        settle(table)
        assert not is_out(table) and table.unit("man").cluster == table.unit("orc").cluster >= 0


@clause("heimr.c.escape", "heimr.guard.border_near")
def test_the_unguarded_exit_is_taken():
    table = scene(foe(at="A1", wp=5), man(at="A1", wp=2), FAR, battle={"exits": ["south", "west"]}, dice=None)
    act(table, "guard_border south")
    rest(table, "man")
    table.play("flee")
    assert table.prompt != "intercepted"


@clause("heimr.c.escape", "heimr.guard.border_near", "heimr.position.hidden")
@pytest.mark.parametrize("hides", [True, False])
def test_a_guard_that_hides_turns_no_runner_aside(hides):
    battle, cells = {"exits": ["south", "west"]}, [("A1", "night")]
    table = scene(foe(at="A1", wp=5), man(at="A1", wp=2), FAR, battle=battle, cells=cells, dice=None)
    act(table, "guard_border south")
    rest(table, "man")
    if hides:
        table.unit("orc").hidden_from, table.unit("orc").hide_value = ["man"], 9
    table.play("flee")
    assert (table.prompt == "intercepted") is hides


@clause("heimr.c.escape", "heimr.effect.stumble_combat")
@pytest.mark.parametrize("barred", [4, 6])
def test_another_exit_is_open_to_who_stumbles(barred):
    unit = man(at="A1", set={"stumble_timer": 2, "stumble_direction": barred})
    assert scene(unit, foe(at="C3"), battle={"exits": ["south", "west"]}).offers("flee")
    assert not scene(unit, foe(at="C3"), battle={"exits": [{4: "south", 6: "west"}[barred]]}).offers("flee")


@clause("heimr.c.escape", "heimr.height.free")
@pytest.mark.parametrize(("elevation", "is_open"), [(5, False), (2, False), (1, True), (0, True)])
def test_not_from_high_up(elevation, is_open):
    """A level up or down is free, more is a climb or a jump."""
    tree = [("B1", {"feature": 5, "feature_climb": 5})]
    table = scene(man(at="B1", set={"elevation": elevation}), foe(at="B2"), cells=tree, battle=SOUTH)
    assert table.offers("flee") is is_open


@clause("heimr.c.escape", "heimr.position.climbing")
def test_nobody_gives_chase_from_a_wall():
    table = chased("B2", orc={"set": {"climbing": 1, "elevation": 2}}, pursues=False)
    assert table.prompt != "pursue" and is_out(table)


@clause("heimr.chase.surpass", "heimr.c.chase_mode")
def test_overtaking_again_and_again_ends_too():
    """A chaser that could overtake each time has only so many exchanges."""
    table = chased("B1", rules={"c.chase_mode.max_exchanges": 2})
    for _ in range(2):
        assert table.prompt == "chase"
        exchange(table, faces(5, 2), faces(10, 2))
        assert table.prompt == "surpass"
        table.play("go_on")
    assert is_out(table)


# --- the way after it


@clause("heimr.chase.start", "heimr.env.structure", "heimr.env.crossing")
@pytest.mark.parametrize(
    ("border", "asked"),
    [({}, True), ({"closed": True}, False), ({"toughness": 6}, False), ({"crossing": 9}, False), ({"limit": 1}, True)],
)
def test_nobody_pursues_where_it_could_not_run(border, asked):
    units = man(at="B1", wp=4), foe(at="B2", wp=3), man(name="friend", at="A3", wp=0)
    table = scene(*units, battle=SOUTH, borders=[("B1", "B2", border)] if border else [])
    table.play("flee")
    assert (table.prompt == "pursue") is asked


@clause("heimr.env.limit", "heimr.chase.start")
def test_a_border_that_is_full_keeps_pursuers_off():
    """A goblin has gone through before."""
    goblin = foe(name="goblin", at="B2", wp=5)
    units = goblin, man(at="B1", wp=4), foe(at="B2", wp=3), man(name="friend", at="A3", wp=0)
    table = scene(*units, battle=SOUTH, borders=[("B1", "B2", {"limit": 1})])
    act(table, "move south")
    act(table, "end_turn")
    table.play("flee")
    assert (table.prompt, table.decider) == ("pursue", "goblin")
    table.play("stay_behind")
    assert table.prompt != "pursue" and is_out(table)


@clause("heimr.env.limit", "heimr.c.escape")
def test_who_catches_up_counts_for_the_limit():
    goblin = foe(name="goblin", at="B2", wp=1)
    units = man(at="B1", wp=4), foe(at="B2", wp=3), goblin, man(name="friend", at="A3", wp=0)
    table = scene(*units, battle=SOUTH, borders=[("B1", "B2", {"limit": 2})])
    table.play("flee", "pursue")
    exchange(table, [3, 1, 1], faces(6, 2))
    table.play("go_on")
    settle(table)
    assert table.unit("orc").at == (1, 2) and list(table.state["edge_passed"])[:1] == [1]


@clause("heimr.c.escape", "heimr.ready.declare", "heimr.ready.after_trigger")
@pytest.mark.parametrize(
    ("at", "trigger", "reach", "drops"),
    [
        ("B1", "enters", 6, True),
        ("B2", "enters", 6, False),
        ("B2", "leaves", 6, True),
        ("B1", "leaves", 6, False),
        ("B1", "in_range", 0, True),
        ("B1", "in_range", 1, False),
    ],
)
def test_who_catches_up_triggers_what_waits_for_it(at, trigger, reach, drops):
    """From B2 to B1, past a friend who waits for somebody to come or go; a bow that reached it in B2 does not wait for it."""
    friend = man(name="friend", at=at, wp=6, weapons=["bow"])
    units = friend, man(at="B1", wp=4), foe(at="B2", wp=3), FAR
    table = scene(*units, battle=SOUTH, rules={"tables.items.bow.range": reach})
    act(table, f"ready_prone enemy_{trigger}")
    table.play("flee", "pursue")
    exchange(table, [3, 1, 1], faces(6, 2))
    table.play("go_on")
    settle(table)
    assert table.unit("orc").at == (1, 2) and table.unit("friend").prone == drops


@clause("heimr.chase.start", "heimr.effect.stumble_combat")
@pytest.mark.parametrize(
    ("at", "barred", "asked"),
    [("B2", "south", False), ("B2", "east", True), ("B1", "south", False), ("A1", "east", False)],
)
def test_nobody_pursues_in_a_barred_direction(at, barred, asked):
    """The way to where it was, and out to the south."""
    table = chased(at, orc={"set": {"stumble_timer": 2, "stumble_direction": barred}}, pursues=False)
    assert (table.prompt == "pursue") is asked


@clause("heimr.chase.start", "heimr.height.free")
@pytest.mark.parametrize(("high", "asked"), [(1, True), (2, False)])
def test_nobody_pursues_from_high_above(high, asked):
    units = man(at="B1", wp=4), foe(at="B1", wp=3, set={"elevation": high}), man(name="friend", at="A3", wp=0)
    table = scene(*units, battle=SOUTH, cells=[("B1", {"feature": high, "feature_climb": 0})])
    table.play("flee")
    assert (table.prompt == "pursue") is asked


@clause("heimr.chase.surpass", "heimr.effect.stumble_combat")
@pytest.mark.parametrize("turns", [0, 2])
@pytest.mark.parametrize("at", ["B1", "B2"])
def test_who_stumbles_strikes_nobody_on_the_run(at, turns):
    """All it can do is go on, so nobody is asked."""
    stumbling = {"stumble_timer": turns, "stumble_direction": "east" if turns else "north"}
    orc = {"weapons": ["medium_weapon"], "set": stumbling}
    table = chased(at, rules={"chase.surpass.at_distance": 1}, orc=orc)
    exchange(table, faces(7, 2), [6, 10, 1])
    assert table.prompt == ("chase" if turns else "surpass")


@clause("heimr.chase.surpass")
def test_an_archer_shoots_whom_it_overtakes():
    """6 on the D6 and no defence: 3 hit points, and no cluster."""
    table = chased("B1", hp=5, orc={"weapons": ["bow"], "archery": (2, 2)})
    exchange(table, faces(7, 2), [6, 10, 1])
    assert table.prompt == "surpass" and "surpass_attack" in verbs(table)
    table.dice = [6, 9, 9]
    table.play("surpass_attack")
    while table.prompt == "defence":
        table.play("no_defence")
    assert table.unit("man").hp == 5 - 3 and table.unit("man").cluster == -1


@clause("heimr.chase.fatigue_end", "heimr.chase.surpass", "heimr.brawl.provoked")
@pytest.mark.parametrize(("hp", "is_dead"), [(-3, True), (-2, False)])
def test_a_chaser_struck_down_catches_nobody(hp, is_dead):
    """The runner's great weapon takes 3 from who brawls with it: dead or unconscious, it is behind."""
    hurt = {"hp": hp, "injuries": ["other_arm"], "death_timer": 100, "faint_timer": 50}
    table = chased("B1", hp=12, weapons=["great_weapon"], orc={"set": hurt})
    exchange(table, faces(5, 2), [6, 10, 1])
    table.dice = [1, 1, 4, 10]
    table.play("surpass_hit", "attack_it")
    settle(table)
    assert table.unit("orc").dead == is_dead and is_out(table)
