"""Surprise: the free round, ambushes, and doors that are burst open."""

from __future__ import annotations

import pytest
from fixtures import clause, table
from wfrp1.shooting import verbs


def parties(surprise, apart=6, dice=None, upto="turn", **more):
    """Two men and two orcs; the men are quicker."""
    units = [
        {"name": "man", "side": "men", "at": [2, 2], "i": 60},
        {"name": "boy", "side": "men", "at": [2, 4], "i": 50},
        {"name": "orc", "side": "orcs", "at": [2 + apart, 2], "i": 40},
        {"name": "goblin", "side": "orcs", "at": [2 + apart, 4], "i": 30},
    ]
    battle = {"surprise": surprise, **more.pop("battle", {})}
    return table(*units, dice=dice, upto=upto, battle=battle, **more)


def turns(scene, rounds):
    """Who has had a turn in which round, everybody only passing."""
    found = []
    while scene.round < rounds:
        scene.play(next(answer for answer in ("decline_press", "act", "no_parry", "pass") if answer in verbs(scene)))
    number = 0
    for event in scene.events:
        number = event.amount if event.kind == "round_begins" else number
        if event.kind == "turn_begins":
            found.append((number, event.who))
    return found


EVERYBODY = [(1, "man"), (1, "boy"), (1, "orc"), (1, "goblin")]


@pytest.mark.parametrize(
    ("surprise", "free"),
    [
        ("nobody", []),
        ("men", [(0, "man"), (0, "boy")]),
        ("orcs", [(0, "orc"), (0, "goblin")]),
        ("everybody", []),
    ],
)
@clause("wfrp1.surprise.general", "wfrp1.surprise.ambush")
def test_the_free_round(surprise, free):
    """Round 0 holds the turns of one side only; round 1 is an ordinary one."""
    scene = parties(surprise, dice=[])
    assert [turn for turn in turns(scene, 2) if turn[0] < 2] == free + EVERYBODY


@clause("wfrp1.surprise.general")
def test_the_surprised_are_hit_with_ordinary_rolls_and_cannot_parry():
    """Contact, WS 40: 41 misses, 40 hits, and nobody is asked."""
    for dice, lost in (([41], 0), ([40, 4], 4)):
        scene = table(
            {"name": "man", "side": "men", "at": [2, 2], "i": 60, "ws": 40},
            {"name": "orc", "side": "orcs", "at": [3, 2], "off_hand": "shield", "facing": "west"},
            dice=dice,
            battle={"surprise": "men"},
        )
        scene.play("strike orc normal")
        assert "parry" not in {event.kind.split("_")[0] for event in scene.events}
        assert scene.unit("orc").wounds == 7 - max(lost - 1, 0), "the shield counts as armour"


@clause("wfrp1.surprise.general")
def test_surprise_is_over_after_the_free_round():
    scene = parties("men", dice=[])
    assert [scene.unit(name).surprised for name in ("man", "boy", "orc", "goblin")] == [0, 0, 1, 1]
    turns(scene, 1)
    assert [scene.unit(name).surprised for name in ("man", "boy", "orc", "goblin")] == [0, 0, 0, 0]


@clause("wfrp1.surprise.general")
def test_surprise_can_be_left_out_or_last_longer():
    none = {"surprise.general.surprise_rounds": 0}
    assert [turn for turn in turns(parties("men", dice=[], rules=none), 2) if turn[0] < 2] == EVERYBODY
    scene = parties("men", dice=[], rules={"surprise.general.surprise_rounds": 2})
    assert turns(scene, 2)[:4] == [(-1, "man"), (-1, "boy"), (0, "man"), (0, "boy")]


def inside(door_attempts, dice, forewarned=False, rules=None):
    """The orc (I 30) is inside, and the man bursts the door open."""
    units = [
        {"name": "man", "side": "men", "at": [2, 2], "i": 60},
        {"name": "orc", "side": "orcs", "at": [8, 2], "i": 30},
    ]
    battle = {"surprise": "by_unit", "door_attempts": door_attempts, "forewarned": forewarned}
    return table(*units, dice=dice, battle=battle, rules=rules)


@pytest.mark.parametrize(
    ("attempts", "rolls", "caught"),
    [
        (1, [], 1),
        (2, [30], 0),
        (2, [31], 1),
        (3, [31, 30], 0),
        (3, [31, 31], 1),
    ],
)
@clause("wfrp1.surprise.bursting_through_doors", "wfrp1.c.characteristic_test")
def test_each_attempt_beyond_the_first_may_be_heard(attempts, rolls, caught):
    """I 30: one D100 at or below it is enough."""
    assert inside(attempts, rolls).unit("orc").surprised == caught


@clause("wfrp1.surprise.bursting_through_doors")
def test_the_forewarned_are_not_surprised():
    assert inside(1, [], forewarned=True).unit("orc").surprised == 0


@clause("wfrp1.surprise.bursting_through_doors")
def test_everybody_inside_listens_for_himself():
    """Two attempts: the orc (I 30) rolls 31 and is caught, the goblin (I 45) rolls 45 and is not."""
    scene = table(
        {"name": "man", "side": "men", "at": [2, 2], "i": 60},
        {"name": "orc", "side": "orcs", "at": [8, 2], "i": 30},
        {"name": "goblin", "side": "orcs", "at": [8, 4], "i": 45},
        dice=[31, 45],
        battle={"surprise": "by_unit", "door_attempts": 2},
    )
    assert [scene.unit(name).surprised for name in ("man", "orc", "goblin")] == [0, 1, 0]


@clause("wfrp1.surprise.bursting_through_doors")
@pytest.mark.parametrize(("roll", "caught"), [(44, 0), (45, 0), (46, 1)])
def test_the_referee_may_let_them_listen_with_their_wits(roll, caught):
    """I 30, but Int 45."""
    units = [
        {"name": "man", "side": "men", "at": [2, 2], "i": 60},
        {"name": "orc", "side": "orcs", "at": [8, 2], "i": 30, "int": 45},
    ]
    rules = {"surprise.bursting_through_doors.listen_uses_initiative": 0}
    scene = table(*units, dice=[roll], battle={"surprise": "by_unit", "door_attempts": 2}, rules=rules)
    assert scene.unit("orc").surprised == caught


def ambush(rules=None, upto=""):
    """Orcs in hiding fall upon a man."""
    return table(
        {"name": "man", "side": "men", "at": [2, 2], "i": 60},
        {"name": "orc", "side": "orcs", "at": [8, 2], "i": 30, "hidden": True},
        battle={"surprise": "orcs"},
        rules=rules,
        upto=upto,
    )


@clause("wfrp1.surprise.ambush")
def test_an_ambush_gives_a_free_round():
    scene = ambush()
    assert (scene.round, scene.decider) == (0, "orc")
    assert turns(scene, 2)[:3] == [(0, "orc"), (1, "man"), (1, "orc")]


@clause("wfrp1.surprise.ambush")
def test_the_ambushers_show_themselves_before_it():
    scene = ambush(upto=None)
    assert scene.unit("orc").hidden == 0
    assert [event.who for event in scene.events if event.kind == "revealed"] == ["orc"]


@clause("wfrp1.surprise.ambush")
@pytest.mark.parametrize(("rounds", "first"), [(0, [(1, "man"), (1, "orc")]), (2, [(-1, "orc"), (0, "orc")])])
def test_how_long_an_ambush_is_free_is_the_referees(rounds, first):
    """That of other surprises does not count here."""
    rules = {"surprise.ambush.ambush_free_rounds": rounds, "surprise.general.surprise_rounds": 1}
    assert turns(ambush(rules), 2)[:2] == first


@clause("wfrp1.surprise.general", "wfrp1.initiative.effective")
def test_surprise_may_bring_initiative():
    rules = {"surprise.general.surprise_ei_bonus": 15}
    scene = ambush(rules)
    assert int(scene.unit("orc").effective_initiative) == 45
    turns(scene, 1)
    assert int(scene.unit("orc").effective_initiative) == 30


@clause("wfrp1.surprise.general", "wfrp1.initiative.effective")
def test_by_the_book_surprise_brings_no_initiative():
    assert int(ambush().unit("orc").effective_initiative) == 30


# --- several sides, and units that are surprised one by one


def three_sides(surprise, units=None, dice=(), **more):
    """A man, an elf and an orc, far from one another; I 60, 50, 40. ``units``: what else is said of each."""
    places = {"man": ("men", [1, 1], 60), "elf": ("elves", [1, 10], 50), "orc": ("orcs", [10, 5], 40)}
    fighters = [
        {"name": name, "side": side, "at": at, "i": i, **(units or {}).get(name, {})}
        for name, (side, at, i) in places.items()
    ]
    battle = {"surprise": surprise, **more.pop("battle", {})}
    return table(*fighters, dice=list(dice), upto=None, battle=battle, **more)


def surprised(scene):
    """Who is, when the first is asked."""
    return [unit.name for unit in scene.units if unit.surprised]


@pytest.mark.parametrize(
    ("free", "allies", "caught"),
    [
        ("men", [], ["elf", "orc"]),
        ("men", [["men", "elves"]], ["orc"]),
        ("elves", [["men", "elves"]], ["orc"]),
        ("elves", [["elves", "orcs"]], ["man"]),
        ("orcs", [], ["man", "elf"]),
        ("orcs", [["men", "elves"]], ["man", "elf"]),
    ],
)
@clause("wfrp1.surprise.general", "wfrp1.surprise.ambush")
def test_allies_share_the_free_round_of_whichever_side_has_it(free, allies, caught):
    scene = three_sides(free, allies=allies)
    assert (scene.round, surprised(scene)) == (0, caught)


@clause("wfrp1.surprise.general")
def test_the_fourth_side_may_surprise_the_others():
    scene = table(
        {"name": "man", "side": "men", "at": [1, 1]},
        {"name": "elf", "side": "elves", "at": [1, 10]},
        {"name": "orc", "side": "orcs", "at": [10, 1]},
        {"name": "rat", "side": "rats", "at": [10, 10]},
        battle={"surprise": "rats"},
    )
    assert (scene.round, scene.decider, surprised(scene)) == (0, "rat", ["man", "elf", "orc"])


@clause("wfrp1.surprise.bursting_through_doors")
def test_the_allies_of_those_who_burst_in_are_not_inside():
    """Men and elves break in upon the orc: one attempt, so that it hears nothing."""
    battle = {"door_attempts": 1}
    assert surprised(three_sides("by_unit", allies=[["men", "elves"]], battle=battle)) == ["orc"]


@clause("wfrp1.surprise.bursting_through_doors")
def test_every_enemy_of_those_who_burst_in_listens():
    """Two attempts: the elf (I 50) rolls 51 and is caught, the orc (I 40) rolls 40 and is not."""
    assert surprised(three_sides("by_unit", dice=[51, 40], battle={"door_attempts": 2})) == ["elf"]


@clause("wfrp1.surprise.bursting_through_doors")
@pytest.mark.parametrize(("attempts", "dice", "caught"), [(1, [], ["orc"]), (2, [41], ["orc"]), (2, [40], [])])
def test_a_door_wakes_only_those_who_are_said_to_be_unaware(attempts, dice, caught):
    """The elf inside keeps watch; only the orc (I 40) is marked."""
    units = {"orc": {"surprised": True}}
    assert surprised(three_sides("by_unit", units, dice, battle={"door_attempts": attempts})) == caught


@clause("wfrp1.surprise.bursting_through_doors")
def test_the_first_side_may_be_inside_too():
    """The man (I 60) is the one who is marked."""
    units = {"man": {"surprised": True}}
    assert surprised(three_sides("by_unit", units, [61], battle={"door_attempts": 2})) == ["man"]
    assert surprised(three_sides("by_unit", units, [60], battle={"door_attempts": 2})) == []


@clause("wfrp1.surprise.bursting_through_doors", "wfrp1.surprise.ambush")
def test_where_only_ambushes_have_a_free_round_those_inside_listen_all_the_same():
    rules = {"surprise.general.surprise_rounds": 0, "surprise.ambush.ambush_free_rounds": 1}
    units = {"man": {"hidden": True}}
    scene = three_sides("by_unit", units, [51, 40], battle={"door_attempts": 2}, rules=rules)
    assert (scene.round, surprised(scene)) == (0, ["elf"])


@clause("wfrp1.surprise.general", "wfrp1.surprise.bursting_through_doors", "wfrp1.c.mounts")
@pytest.mark.parametrize(("dice", "caught"), [([41], [1, 1]), ([40], [0, 0])])
def test_rider_and_mount_are_surprised_as_one(dice, caught):
    """One test, the rider's (I 40)."""
    units = {"orc": {"surprised": True, "mount": "warhorse"}}
    scene = three_sides("by_unit", units, dice, battle={"door_attempts": 2})
    assert [int(scene.unit(name).surprised) for name in ("orc", len(scene.names) - 1)] == caught
