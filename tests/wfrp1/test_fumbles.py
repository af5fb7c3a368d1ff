"""Fumbles: when a miss is one, and the ten rows of the table."""

from __future__ import annotations

import pytest
from fixtures import clause, duel, table
from wfrp1.blows import exactly, to_hit

from tactica.envs.rulesets.wfrp1.vocab import Item, Slot

DOUBLES = (11, 22, 33, 44, 55, 66, 77, 88, 99, 100)
#: The further dice each row asks for, all harmless: a D8, one of eight cells, a location and a damage die.
FURTHER = {22: [1], 66: [1], 99: [60, 1], 100: [60, 1]}


def fumbles(scene, text="strike orc"):
    """Which faces of the roll to hit are fumbles, all doubles and their neighbours tried."""
    found = []
    for face in sorted({face + step for face in DOUBLES for step in (-1, 0)}):
        tried = scene.clone()
        for dice in ([face], [face, *FURTHER.get(face, [])]):
            tried = scene.clone()
            tried.dice = [*dice, 1, 1, 1, 1, 1, 1]
            happened = [event.kind for event in tried.play(text)]
            if "fumbled" in happened:
                found.append(face)
                assert tried.last("fumbled").amount == face
                break
    return found


def fumbling(double, *dice, friend=None, rules=None, **man):
    """A man of WS 5 who fumbles at once, and what happened. He acts first, and again after the orc."""
    units = [
        {
            "name": "man",
            "side": "men",
            "at": [4, 5],
            "facing": "east",
            "ws": 5,
            "s": 3,
            "t": 3,
            "w": 20,
            "i": 60,
            "a": 3,
            **man,
        },
        {"name": "orc", "side": "orcs", "at": [5, 5], "facing": "west", "i": 50, "w": 20},
    ]
    if friend:
        units.append({"name": "friend", "side": "men", "at": friend, "i": 10, "t": 3, "w": 20})
    scene = table(*units, dice=[double, *dice], rules=rules)
    scene.play("strike orc")
    return scene


@clause("wfrp1.attack.fumble", "wfrp1.c.fumble_table")
@pytest.mark.parametrize(("double", "further"), [(33, []), (66, [1]), (88, [])])
@pytest.mark.parametrize(("mode", "left"), [("off_hand", (1, 0)), ("normal", (0, 1))])
def test_of_two_alike_the_weapon_of_the_blow_is_lost(double, further, mode, left):
    """Dropped, flung or broken: that of the hand that struck."""
    scene = duel([double, *further], man={"ws": 5, "off_hand": "hand weapon"}, orc={"npc": True, "int": 10, "w": 20})
    scene.play(f"strike orc {mode}")
    man = scene.unit("man")
    assert (int(man.main_hand == Item.HAND_WEAPON), int(man.off_hand == Item.HAND_WEAPON)) == left


@clause("wfrp1.c.fumble_table")
@pytest.mark.parametrize(
    ("double", "more", "kinds"),
    [
        (66, {"drop": 1}, ["dropped_item"]),
        (88, {"drop": 1}, ["dropped_item"]),
        (66, {"break_weapon": 1}, ["weapon_broken"]),
        (33, {"break_weapon": 1}, ["dropped_item"]),
    ],
)
def test_what_has_left_the_hand_is_neither_flung_nor_broken(double, more, kinds):
    """A house rule gives a row a second effect on the weapon."""
    rules = {f"tables.fumble_effects.{double}.{name}": value for name, value in more.items()}
    scene = fumbling(double, rules=rules)
    lost = [event.kind for event in scene.events if event.kind in ("dropped_item", "weapon_flung", "weapon_broken")]
    assert lost == kinds and scene.unit("man").main_hand == Item.NOTHING


# --- when a miss is a fumble


@clause("wfrp1.attack.fumble")
@pytest.mark.parametrize(
    ("ws", "winning", "expected"),
    [
        (45, False, [55, 66, 77, 88, 99, 100]),
        (45, True, [66, 77, 88, 99, 100]),
        (0, False, list(DOUBLES)),
        (100, False, []),
    ],
)
def test_which_misses_are_fumbles(ws, winning, expected):
    scene = duel(man={"ws": ws, "w": 20}, orc={"w": 60})
    if winning:
        scene.unit("man").won_over, scene.unit("orc").beaten_by = ["orc"], ["man"]
    assert fumbles(scene) == expected


def mishap(after):
    """Whether something has befallen the man. The rows are told apart in what follows."""
    man = after.unit("man")
    return (
        man.prone + man.attack_debt + man.off_guard + abs(man.weapon_damage) + (man.main_hand == 0) > 0
        or man.wounds < 20
        or man.slot_state[1] != 1
    )


@clause("wfrp1.attack.fumble", "wfrp1.weapon.specialist")
@pytest.mark.parametrize(
    ("man", "won", "chance"),
    [
        ({"ws": 45}, False, 0.06),
        ({"ws": 45}, True, 0.05),
        ({"ws": 0}, False, 0.10),
        ({"ws": 100}, False, 0.0),
        ({"ws": 45, "main_hand": "2-handed weapon"}, True, 0.09),
    ],
)
def test_odds_of_a_fumble(man, won, chance):
    """The last, untrained but winning, needs 20: it fumbles on all doubles but 11."""
    scene = duel(man={"w": 20, "a": 2, "i": 60, **man}, orc={"w": 60})
    if won:
        scene.unit("man").won_over, scene.unit("orc").beaten_by = ["orc"], ["man"]
    odds = scene.odds("strike orc", want=mishap, open="stop")
    assert odds[True] == exactly(chance)


@clause("wfrp1.attack.fumble", "wfrp1.weapon.specialist")
def test_an_untrained_charge_fumbles_often():
    """WS 10 for a two-handed sword without the skill, and ten for the charge."""
    man = {"ws": 45, "main_hand": "2-handed weapon", "w": 20}
    scene = duel(man=man, orc={"w": 60}, distance=2)
    assert fumbles(scene, "charge orc") == [22, 33, 44, 55, 66, 77, 88, 99, 100]
    assert to_hit(scene, "charge orc") == exactly(0.200000)


@clause("wfrp1.attack.fumble")
@pytest.mark.parametrize("knob", ["opt_fumbles", "fumble_on_doubles"])
def test_fumbles_are_an_option(knob):
    assert fumbles(duel(man={"ws": 0}), "strike orc") != []
    assert fumbles(duel(man={"ws": 0}, rules={f"attack.fumble.{knob}": 0})) == []


# --- the rows

#: How the man stands after a miss that was no fumble.
UNHARMED = {
    "blows lost": 0, "facing": 2, "holds": Item.HAND_WEAPON, "on the ground": None, "off guard": 0, "prone": 0,
    "weapon": 0, "wounds": 20, "wounds of the friend": 20,
}  # fmt: skip
HERE, NORTH = (4, 5), (4, 4)
#: Double -> further dice, what becomes of the man, and which happenings of the table are told.
ROWS = {
    11: ([], {"blows lost": 1}, {"lost_blows"}),
    22: ([5], {"blows lost": 1, "facing": 4}, {"lost_blows", "turned_to_face"}),
    33: ([], {"holds": Item.NOTHING, "on the ground": (Item.HAND_WEAPON, HERE)}, {"dropped_item"}),
    44: ([], {"off guard": 2}, {"off_guard"}),
    55: ([], {"prone": 1}, {"knocked_prone"}),
    66: ([1], {"holds": Item.NOTHING, "on the ground": (Item.HAND_WEAPON, NORTH)}, {"weapon_flung"}),
    77: ([], {"weapon": -10}, {"weapon_damaged"}),
    88: ([], {"holds": Item.NOTHING}, {"weapon_broken"}),
    99: ([60, 5], {"wounds of the friend": 15}, {"struck_friend"}),
    100: ([60, 5], {"wounds": 15, "prone": 1}, {"struck_itself", "knocked_prone"}),
}
TOLD = {event for _, _, events in ROWS.values() for event in events}


@clause("wfrp1.c.fumble_table")
@pytest.mark.parametrize("double", ROWS)
def test_what_a_fumble_does_and_nothing_else(double):
    dice, changes, told = ROWS[double]
    scene = fumbling(double, *dice, friend=[4, 6])
    man = scene.unit("man")
    x_and_y = (man.ground_cell % 32, man.ground_cell // 32)
    happened = {
        "blows lost": man.slot_state.count(Slot.LOST) if double != 44 else 0,
        "facing": man.facing,
        "holds": man.main_hand,
        "on the ground": (man.ground_item, x_and_y) if man.ground_item else None,
        "off guard": man.off_guard,
        "prone": man.prone,
        "weapon": man.weapon_damage,
        "wounds": man.wounds,
        "wounds of the friend": scene.unit("friend").wounds,
    }
    assert happened == {**UNHARMED, **changes}
    assert {event.kind for event in scene.events if event.who == "man"} & TOLD == told


@clause("wfrp1.c.fumble_table")
def test_11_loses_the_next_blow():
    """A 3 and I 60, blows at 60, 40 and 20: the one at 40 is lost."""
    scene = fumbling(11)
    scene.play("pass")
    assert (scene.decider, scene.prompt) == ("man", "extra_blow")
    scene.play("pass")
    assert scene.round == 2, "that was the one at 20"
    assert fumbling(11, a=1).unit("man").attack_debt == 1, "or one of the next round"


@clause("wfrp1.c.fumble_table")
@pytest.mark.parametrize(("die", "facing"), [(1, 0), (4, 3), (8, 7)])
def test_22_loses_the_next_blow_and_turns_the_man_about(die, facing):
    scene = fumbling(22, die, a=1)
    assert (scene.unit("man").attack_debt, scene.unit("man").facing) == (1, facing)


@clause("wfrp1.c.fumble_table")
def test_33_drops_the_weapon_where_the_man_stands():
    scene = fumbling(33)
    man = scene.unit("man")
    assert (man.main_hand, man.ground_item) == (Item.NOTHING, Item.HAND_WEAPON)
    assert man.ground_cell == 5 * 32 + 4
    assert man.attack_debt == 0


@clause("wfrp1.c.fumble_table")
def test_44_puts_the_man_off_guard():
    """The two blows that are left are lost, and he does not parry; in the next round he acts again."""
    scene = fumbling(44, 27, 3)
    assert scene.unit("man").off_guard == 2
    scene.play("strike man")
    assert scene.unit("man").wounds == 20 - 3, "nobody asked him about a parry"
    assert scene.round == 2
    assert (scene.unit("man").off_guard, scene.unit("man").attack_debt) == (0, 0)


@clause("wfrp1.c.fumble_table")
def test_55_trips():
    scene = fumbling(55)
    assert (scene.unit("man").prone, scene.unit("man").wounds) == (1, 20)


@clause("wfrp1.c.fumble_table")
def test_66_flings_the_weapon_away():
    """Seven of the eight cells round (4, 5) are free; the orc stands in (5, 5)."""
    places = set()
    for die in range(1, 8):
        scene = fumbling(66, die)
        man = scene.unit("man")
        assert (man.main_hand, man.ground_item) == (Item.NOTHING, Item.HAND_WEAPON)
        places.add((man.ground_cell % 32, man.ground_cell // 32))
    assert places == {(3, 4), (4, 4), (5, 4), (3, 5), (3, 6), (4, 6), (5, 6)}


@clause("wfrp1.c.fumble_table")
@pytest.mark.parametrize("effect", ["drop", "fling", "break_weapon", "damage_weapon"])
def test_fists_are_not_lost_whatever_the_first_row_says(effect):
    """A rule that gives 11 such an effect: with a weapon it happens, with bare hands nothing does."""
    change = {f"tables.fumble_effects.11.{effect}": -10 if effect == "damage_weapon" else 1}
    armed = fumbling(11, *([1] if effect == "fling" else []), rules=change)
    assert (armed.unit("man").main_hand == Item.HAND_WEAPON) == (effect == "damage_weapon")
    assert armed.unit("man").weapon_damage == (-10 if effect == "damage_weapon" else 0)
    bare = fumbling(11, rules=change, main_hand="nothing")
    man = bare.unit("man")
    assert (man.main_hand, man.off_hand, man.ground_item, man.weapon_damage) == (0, 0, Item.NOTHING, 0)
    assert man.ground_cell == -1 and bare.last("fumbled").amount == 11


@clause("wfrp1.c.fumble_table")
def test_77_damages_the_weapon_each_time():
    scene = duel(man={"ws": 45, "a": 3, "i": 60}, orc={"i": 10}, dice=[77, 77, 26])
    scene.play("strike orc", "strike orc")
    assert scene.last("blow_missed").amount == 35, "45 - 10"
    scene.play("strike orc")
    assert scene.last("blow_missed").amount == 25, "45 - 20"


@clause("wfrp1.c.fumble_table")
def test_88_breaks_the_weapon():
    scene = fumbling(88)
    man = scene.unit("man")
    assert (man.main_hand, man.ground_item) == (Item.NOTHING, Item.NOTHING)
    assert scene.last("weapon_broken").amount == Item.HAND_WEAPON


@clause("wfrp1.c.fumble_table")
def test_99_hits_a_friend_in_contact():
    """A location read as it is rolled, and an ordinary blow; a six is a six and no more."""
    scene = fumbling(99, 60, 6, friend=[4, 6])
    assert (scene.unit("friend").wounds, scene.unit("man").wounds, scene.unit("orc").wounds) == (20 - 6, 20, 20)
    assert scene.last("struck_friend").target == "friend"
    assert (scene.last("struck_friend").amount, scene.last("struck_friend").face) == (3, 60), "60 is the body"


@clause("wfrp1.c.fumble_table")
def test_99_hits_any_friend_in_contact():
    """Two friends in contact and one who is not: each of the two with half the chance."""
    units = [
        {"name": "man", "side": "men", "at": [4, 5], "ws": 5, "i": 60, "w": 20},
        {"name": "orc", "side": "orcs", "at": [5, 5], "i": 50},
        {"name": "friend_1", "side": "men", "at": [4, 4], "i": 10, "w": 20},
        {"name": "friend_2", "side": "men", "at": [4, 6], "i": 10, "w": 20},
        {"name": "friend_3", "side": "men", "at": [4, 8], "i": 10, "w": 20},
    ]
    hurt = set()
    for die in (1, 2):
        scene = table(*units, dice=[99, die, 60, 2])
        scene.play("strike orc")
        hurt.add(scene.last("struck_friend").target)
        assert (scene.last("friend_picked").face, scene.last("friend_picked").target) == (die, f"friend_{die}")
    assert hurt == {"friend_1", "friend_2"}


@clause("wfrp1.c.fumble_table")
def test_99_hits_the_man_himself_when_no_friend_is_near():
    scene = fumbling(99, 10, 6, friend=[4, 7], armour=["helmet"])
    man = scene.unit("man")
    assert man.wounds == 20 - (6 + 3 - 3 - 1), "10 is the head, read as it is rolled"
    assert (man.prone, man.taken) == (0, 5)
    assert (man.dealt, scene.unit("orc").dealt) == (0, 0), "nobody has dealt it"
    assert (scene.last("struck_itself").amount, scene.last("struck_itself").face) == (0, 10)


@clause("wfrp1.c.fumble_table")
def test_99_counts_the_weapon():
    assert (
        fumbling(99, 60, 3, main_hand="2-handed weapon", specialist=["two_handed"], i=70).unit("man").wounds == 20 - 5
    )


@clause("wfrp1.c.fumble_table")
def test_00_hits_the_man_himself_and_fells_him():
    scene = fumbling(100, 60, 4, friend=[4, 6])
    assert (scene.unit("man").wounds, scene.unit("man").prone) == (20 - 4, 1)
    assert scene.unit("friend").wounds == 20


@clause("wfrp1.c.fumble_table")
def test_odds_of_hurting_oneself():
    """The man never hits. One roll in a hundred is 00, and two thirds of those do 3 or more and leave him lying."""
    scene = duel(man={"ws": 0, "s": 3, "t": 3, "w": 20}, orc={"w": 60})
    odds = scene.odds("strike orc", want=("man.wounds", "man.prone"))
    lying = odds.p(lambda after: after[1] == 1 and after[0] <= 17)
    assert lying / 0.01 == exactly(0.666667)


@clause("wfrp1.c.fumble_table", "wfrp1.c.natural_weapons")
@pytest.mark.parametrize("double", [33, 66, 77, 88])
@pytest.mark.parametrize(
    ("how", "man"),
    [("strike orc unarmed", {}), ("strike orc", {"main_hand": "none", "natural_weapons": True})],
    ids=["bare hands", "claws"],
)
def test_what_cannot_be_dropped_or_broken_loses_a_blow_instead(double, how, man):
    scene = duel(man={"ws": 5, "i": 60, **man}, orc={"i": 50}, dice=[double])
    before = scene.unit("man").main_hand
    scene.play(how)
    man = scene.unit("man")
    assert (man.attack_debt, man.main_hand, man.weapon_damage, man.ground_item) == (1, before, 0, 0)
