"""Effective Initiative, the edge roll, and blows spread over the round."""

from __future__ import annotations

import pytest
from fixtures import clause, table

FAR = {"size": (8, 4)}


def effective(scene, name):
    """What the last round's order says of a unit: its Effective Initiative and how many blows it has."""
    event = next(e for e in reversed(scene.events) if e.kind == "initiative_set" and e.who == name)
    return event.amount, event.extra


def alone(rules=None, **unit):
    """Ada at one end of a board, an orc with a hand weapon at the other."""
    return table(
        {"name": "ada", "side": "men", "at": [0, 0], "i": 30, "a": 1, **unit},
        {"name": "orc", "side": "orcs", "at": [7, 3], "i": 5},
        rules=rules,
        **FAR,
    )


def duellists(ada=None, orc=None, **more):
    """Ada and an orc in contact, who do not parry."""
    both = {"ws": 33, "s": 3, "t": 3, "w": 15, "a": 1, "npc": True, "int": 30}
    return table(
        {"name": "ada", "side": "men", "at": [3, 1], "facing": "east", "i": 30, **both, **(ada or {})},
        {"name": "orc", "side": "orcs", "at": [4, 1], "facing": "west", "i": 20, **both, **(orc or {})},
        **{**FAR, **more},
    )


def ada_is_winning(ada=None, orc=None, rules=None):
    """Ada has hit the orc in the first round and followed it; the second begins."""
    scene = duellists(ada, {"i": 20, **(orc or {})}, dice=[1, 5], rules=rules)  # 01 hits whatever the weapon does
    scene.play("ada: strike orc normal", "orc: pass", "ada: press", "act", "act")
    assert scene.round == 2
    return scene


# --- effective initiative


def helmut_loses_the_first_round(rules=None):
    both = {"ws": 33, "s": 3, "t": 3, "w": 8, "a": 1, "npc": True, "int": 30, "main_hand": "hand weapon"}
    scene = table(
        {"name": "helmut", "side": "heroes", "at": [3, 1], "facing": "east", "i": 45, **both},
        {"name": "skaven", "side": "monsters", "at": [4, 1], "facing": "west", "i": 40, **both},
        dice=[98, 12, 4],
        rules=rules,
        **FAR,
    )
    assert scene.decider == "helmut"
    scene.play("helmut: strike skaven", "skaven: strike helmut", "skaven: press", "act", "act")
    assert scene.round == 2
    return scene


@clause("wfrp1.initiative.effective")
def test_winning_brings_the_skaven_before_helmut():
    scene = helmut_loses_the_first_round()
    assert (effective(scene, "skaven"), effective(scene, "helmut")) == ((50, 1), (45, 1))
    assert scene.decider == "skaven"
    assert scene.unit("skaven").i == 40, "the characteristic itself does not change"


@clause("wfrp1.initiative.effective")
def test_the_bonus_for_winning_lasts_one_round():
    scene = helmut_loses_the_first_round()
    scene.play("skaven: pass", "helmut: pass", "act", "act")
    assert scene.round == 3
    assert effective(scene, "skaven") == (40, 1)
    assert scene.decider == "helmut"


@pytest.mark.parametrize(("bonus", "first"), [(0, "helmut"), (4, "helmut"), (6, "skaven")])
@clause("wfrp1.initiative.effective")
def test_the_bonus_for_winning_can_be_set(bonus, first):
    scene = helmut_loses_the_first_round({"initiative.effective.winning_ei_bonus": bonus})
    assert effective(scene, "skaven") == (40 + bonus, 1)
    assert scene.decider == first


@clause("wfrp1.initiative.effective")
def test_without_effective_initiative_the_winner_waits_its_turn():
    scene = helmut_loses_the_first_round({"initiative.effective.opt_effective_initiative": 0})
    assert (effective(scene, "skaven"), scene.decider) == ((40, 1), "helmut")


@clause("wfrp1.initiative.effective")
def test_modifiers_add_up():
    scene = ada_is_winning({"i": 30, "main_hand": "rapier", "specialist": ["fencing"]})
    event = next(e for e in reversed(scene.events) if e.kind == "initiative_set" and e.who == "ada")
    assert event.amount == 60
    assert event.terms == [("I", 30), ("winning", 10), ("weapon", 20)]


@clause("wfrp1.initiative.effective", "wfrp1.modifier.winning", "wfrp1.flee.declare")
def test_the_winner_over_one_who_flees_is_still_the_winner():
    scene = duellists({"i": 30}, {"i": 20}, dice=[1, 5])
    scene.play("ada: strike orc normal", "orc: pass", "ada: press", "orc: declare_flee")
    assert (scene.round, scene.unit("orc").fleeing) == (2, 1)
    assert effective(scene, "ada") == (40, 1)


@clause("wfrp1.initiative.effective")
def test_a_winner_over_nobody_who_can_still_fight_has_no_bonus():
    """A second orc, alive and out of reach; the one that was beaten lies senseless before initiative is counted."""
    scene = duellists({"i": 30}, {"i": 20}, dice=[1, 5])
    scene.play("ada: strike orc normal", "orc: pass", "ada: press", "orc: act")
    scene.unit("orc").unconscious_rounds = 5
    scene.play("ada: act")
    assert effective(scene, "ada") == (30, 1)


@clause("wfrp1.initiative.effective")
def test_an_initiative_below_one_counts_as_one():
    scene = alone(i=15, main_hand="2-handed flail", specialist=["two_handed", "flail"])
    assert effective(scene, "ada") == (-5, 1)
    scene.play("orc: pass")
    assert scene.decider == "ada"
    assert scene.last("turn_begins").amount == 1


# --- the edge roll


def edge(dice, rules=None):
    return table(
        {"name": "helmut", "side": "heroes", "at": [0, 0], "i": 45},
        {"name": "serafin", "side": "heroes", "at": [0, 2], "i": 63},
        {"name": "ragnerek", "side": "heroes", "at": [0, 4], "i": 39},
        {"name": "skaven", "side": "monsters", "at": [7, 2], "i": 40},
        size=(8, 5),
        dice=dice,
        rules={"initiative.edge_roll.opt_edge_roll": 1, **(rules or {})},
    )


@clause("wfrp1.initiative.edge_roll")
def test_the_edge_brings_all_three_before_the_enemy():
    scene = edge([2, 7])
    assert [effective(scene, name)[0] for name in scene.names] == [52, 70, 46, 40]
    order = []
    for _ in range(4):
        order.append(scene.decider)
        if len(order) < 4:
            scene.play("pass")
    assert order == ["serafin", "helmut", "ragnerek", "skaven"]
    won, rolled = scene.last("edge_won"), scene.last("edge_rolled")
    assert (won.amount, won.face) == (0, 2)
    assert (rolled.amount, rolled.extra, rolled.face) == (0, 7, 7)


@pytest.mark.parametrize(
    ("face", "rules", "expected"),
    [
        (3, {}, [55, 73, 49, 40]),
        (4, {}, [45, 63, 39, 50]),
        (6, {}, [45, 63, 39, 50]),
        (4, {"initiative.edge_roll.edge_team0_max": 4}, [55, 73, 49, 40]),
    ],
)
@clause("wfrp1.initiative.edge_roll")
def test_who_has_the_edge(face, rules, expected):
    scene = edge([face, 10], rules)
    assert [effective(scene, name)[0] for name in scene.names] == expected


@clause("wfrp1.initiative.edge_roll")
def test_the_edge_is_rolled_for_every_round():
    scene = edge([2, 7, 5, 3])
    scene.play("pass", "pass", "pass", "pass")
    assert [effective(scene, name)[0] for name in scene.names] == [45, 63, 39, 43]


@clause("wfrp1.initiative.edge_roll")
def test_of_three_sides_any_may_have_the_edge():
    units = [{"name": f"unit_{n}", "side": f"side_{n}", "at": [3 * n, 0], "i": 30} for n in range(3)]
    scene = table(*units, size=(8, 4), dice=[1, 3, 9], rules={"initiative.edge_roll.opt_edge_roll": 1})
    assert [effective(scene, name)[0] for name in scene.names] == [30, 30, 39]
    assert scene.decider == "unit_2"


def edge_odds(first, second, rules=None):
    """The odds of both Effective Initiatives, from the last declaration on."""
    scene = duellists(
        {"i": first}, {"i": second}, rules={"initiative.edge_roll.opt_edge_roll": 1, **(rules or {})}, upto=None
    )
    assert scene.prompt == "declare"
    return scene.odds("act", then=["act"], want=("ada.effective_initiative", "orc.effective_initiative"))


@clause("wfrp1.initiative.edge_roll")
def test_the_odds_that_the_edge_turns_the_order():
    odds = edge_odds(55, 54)
    assert odds.p(lambda both: both[1] > both[0]) == pytest.approx(0.45, abs=1e-6)
    assert odds.p(lambda both: both[1] == both[0]) == pytest.approx(0.05, abs=1e-6)
    assert edge_odds(45, 40).p(lambda both: both[1] > both[0]) == pytest.approx(0.25, abs=1e-6)


@clause("wfrp1.initiative.edge_roll")
def test_the_dice_of_the_edge_can_be_set():
    address = "initiative.edge_roll."
    odds = edge_odds(40, 40, {address + "edge_die": 4, address + "edge_bonus_die": 2})
    assert odds[41, 40] == pytest.approx(3 / 4 / 2, abs=1e-6)
    assert odds[40, 42] == pytest.approx(1 / 4 / 2, abs=1e-6)


# --- multiple attacks


@pytest.mark.parametrize(
    ("initiative", "attacks", "slots"),
    [
        (72, 3, (72, 48, 24)),
        (30, 2, (30, 15)),
        (70, 4, (70, 53, 35, 18)),
        (70, 3, (70, 47, 23)),
        (20, 5, (20, 16, 12, 8, 4)),
        (40, 1, (40,)),
    ],
)
@clause("wfrp1.initiative.multiple_attacks")
def test_blows_fall_at_equal_steps(initiative, attacks, slots):
    scene = alone(i=initiative, a=attacks, npc=True)
    assert scene.unit("ada").slot_at[:attacks] == slots
    assert effective(scene, "ada") == (initiative, attacks)


def strikers(scene):
    """Everybody strikes with every blow; who struck, in order."""
    other = {"ada": "orc", "orc": "ada"}
    order = []
    while scene.round == 1:
        order.append(scene.decider)
        scene.play(f"strike {other[scene.decider]} normal")
    return order


@clause("wfrp1.initiative.multiple_attacks")
def test_an_elf_and_an_ogre_strike_in_turns():
    scene = duellists({"i": 72, "a": 3}, {"i": 30, "a": 2}, dice=[98] * 5)
    assert strikers(scene) == ["ada", "ada", "orc", "ada", "orc"]


@clause("wfrp1.initiative.multiple_attacks")
def test_an_elf_strikes_three_times_before_a_giant():
    scene = duellists({"i": 72, "a": 3}, {"i": 20, "a": 5}, dice=[98] * 8)
    assert strikers(scene) == ["ada"] * 3 + ["orc"] * 5


@clause("wfrp1.initiative.multiple_attacks")
def test_all_blows_may_fall_in_the_turn():
    rules = {"initiative.multiple_attacks.opt_multiple_attack_schedule": 0}
    scene = duellists({"i": 72, "a": 3}, {"i": 30, "a": 2}, dice=[98] * 5, rules=rules)
    assert strikers(scene) == ["ada"] * 3 + ["orc"] * 2


@clause("wfrp1.initiative.multiple_attacks")
def test_a_blow_that_is_passed_is_lost():
    scene = duellists({"i": 72, "a": 3}, {"i": 30, "a": 1}, dice=[98, 98])
    scene.play("ada: pass")
    assert (scene.decider, scene.prompt) == ("ada", "extra_blow")
    scene.play("ada: strike orc normal", "orc: pass")
    assert (scene.decider, scene.prompt) == ("ada", "extra_blow")
    scene.play("ada: strike orc normal")
    assert scene.round == 2
    assert [e.kind for e in scene.events].count("blow_missed") == 2


@clause("wfrp1.initiative.multiple_attacks")
def test_later_blows_are_only_for_those_who_are_engaged():
    scene = alone(i=60, a=3)
    scene.play("ada: pass")
    assert scene.decider == "orc"
    scene.play("orc: pass")
    assert scene.round == 2


@pytest.mark.parametrize(
    ("npc", "rules", "slots"),
    [
        (False, {}, (60, 45, 30, 15)),
        (True, {}, (60, 50, 40, 30, 20, 10)),
        (False, {"initiative.multiple_attacks.pc_max_attacks": 3}, (60, 40, 20)),
    ],
)
@clause("wfrp1.initiative.multiple_attacks")
def test_player_characters_have_at_most_four_blows(npc, rules, slots):
    scene = alone(rules, i=60, a=6, npc=npc)
    assert effective(scene, "ada") == (60, len(slots))
    assert scene.unit("ada").slot_at[: len(slots)] == slots


# --- the simplified system

SIMPLIFIED = {"initiative.simplified_multiple_attacks.opt_simplified_multiple_attacks": 1}
TWO_HANDED = {"main_hand": "2-handed weapon", "specialist": ["two_handed"]}


@pytest.mark.parametrize(
    ("unit", "rules", "slots", "blows"),
    [
        ({"i": 30, "a": 2, **TWO_HANDED}, {}, (20, 10), 2),
        ({"i": 30, "a": 2, **TWO_HANDED}, SIMPLIFIED, (20, 5), 2),
        ({"i": 20, "a": 5, "npc": True, **TWO_HANDED}, {}, (10, 8, 6, 4, 2), 5),
        ({"i": 20, "a": 5, "npc": True, **TWO_HANDED}, SIMPLIFIED, (10, 6, 2), 3),
        ({"i": 8, "a": 2, **TWO_HANDED}, SIMPLIFIED, (1,), 1),  # -2, which counts as 1, and -6, which is lost
    ],
)
@clause("wfrp1.initiative.simplified_multiple_attacks", "wfrp1.initiative.multiple_attacks")
def test_modifiers_may_be_added_to_each_blow(unit, rules, slots, blows):
    scene = alone(rules, **unit)
    if scene.decider == "orc":
        scene.play("pass")
    assert scene.unit("ada").slot_at[: len(slots)] == slots
    assert effective(scene, "ada")[1] == blows


@pytest.mark.parametrize(("rules", "slots"), [({}, (50, 25)), (SIMPLIFIED, (50, 30))])
@clause("wfrp1.initiative.simplified_multiple_attacks")
def test_winning_adds_to_each_blow(rules, slots):
    scene = duellists({"i": 40, "a": 2}, {"i": 10}, dice=[1, 5], rules=rules)
    scene.play("ada: strike orc normal", "ada: pass", "orc: pass", "ada: press", "act", "act")
    assert scene.unit("ada").slot_at[:2] == slots


def bow_and_orc(attacks):
    """Ada (I 50) with a bow, and an orc (I 20) far away."""
    return table(
        {"name": "ada", "side": "men", "at": [1, 1], "facing": "east", "i": 50, "bs": 40, "main_hand": "short bow",
         "ammunition": 5, "a": attacks},
        {"name": "orc", "side": "orcs", "at": [8, 1], "facing": "west", "i": 20},
        size=(12, 4),
        dice=[98],
    )  # fmt: skip


@pytest.mark.parametrize("attacks", [0, 1, 2])
@clause("wfrp1.missile.phases", "wfrp1.turn.delay")
def test_the_number_of_attacks_matters_to_no_shot(attacks):
    scene = bow_and_orc(attacks)
    assert scene.offers("fire orc normal")
    scene.play("ada: wait", "orc: pass", "ada: fire orc normal")
    assert scene.last("shot_missed").total == 40


@clause("wfrp1.turn.delay", "wfrp1.parry.cost")
def test_a_parry_while_one_waits_costs_the_shot():
    """The javelin is thrown in place of the next attack, which the parry has taken."""
    scene = table(
        {"name": "ada", "side": "men", "at": [1, 1], "facing": "east", "i": 40, "ws": 40, "a": 2,
         "main_hand": "javelin", "off_hand": "shield", "ammunition": 5},
        {"name": "orc", "side": "orcs", "at": [2, 1], "facing": "west", "i": 30, "ws": 40},
        size=(12, 4),
        dice=[12, 98, 1],
    )  # fmt: skip
    assert scene.offers("fire orc normal")
    scene.play("ada: wait", "orc: strike ada", "ada: parry_main")
    assert (scene.decider, scene.prompt) == ("ada", "turn")
    assert not scene.offers("fire orc normal")
