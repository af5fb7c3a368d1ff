"""Out of play: defeat, bleeding out, instant death, being saved, and how a battle ends."""

from __future__ import annotations

import pytest
from fixtures import clause, table
from owh.scenes import cards, duel, scene

BOY = {"name": "boy", "side": "men", "at": [3, 5]}
GOBLIN = {"name": "goblin", "side": "orcs", "at": [11, 11]}


def hit(points, party=False, rules=None):
    """An orc with 15 of 60 HP left suffers so much damage from a sword: Strength and a 3."""
    laid = duel(
        man={"strength": points - 3}, orc={"hp": 60, "hp_left": 15}, party=[False, party], rules=rules, dice=[19, 3],
        friends=[GOBLIN],
    )  # fmt: skip
    laid.play("attack orc normal")
    return laid


@clause("owh.death.defeat")
@pytest.mark.parametrize(("points", "left", "rules"), [
    (14, 1, {}), (15, 0, {}), (30, 0, {}), (15, None, {"death.defeat.defeat_hp_threshold": -1}),
    (16, 0, {"death.defeat.defeat_hp_threshold": -1}),
])  # fmt: skip
def test_defeat_at_0(points, left, rules):
    orc = hit(points, rules=rules).unit("orc")
    assert orc.dead == (1 if left == 0 else 0)
    assert orc.hp == (left or 0)


@clause("owh.death.defeat")
@pytest.mark.parametrize(("party", "rules", "down"), [
    (True, {}, 1), (False, {}, 0), (True, {"death.defeat.party_bleeds_out": 0}, 0),
    (False, {"death.defeat.npc_bleeds_out": 1}, 1),
])  # fmt: skip
def test_a_party_bleeds_out_others_die(party, rules, down):
    orc = hit(30, party=party, rules=rules).unit("orc")
    assert (orc.down, orc.dead, orc.hp) == (down, 1 - down, 0)


@clause("owh.death.defeat", "owh.death.status_on_downed")
def test_what_a_downed_unit_keeps():
    laid = duel(man={"strength": 20}, orc={"hp_left": 15}, friends=[GOBLIN], party=[False, True], dice=[19, 1])
    orc = laid.unit("orc")
    timers = ("stunned", "rooted", "blind", "deafened", "berserk", "defending")
    for name in timers:
        setattr(orc, name, 1)
    for name, value in {"bleeding": 2, "poisoned": 1, "ignited": 3}.items():
        setattr(orc, name, value)
    orc.stunned = 0
    laid.play("attack orc normal")
    assert orc.down == 1
    assert [getattr(orc, name) for name in timers] == [0] * len(timers)
    assert (orc.bleeding, orc.poisoned, orc.ignited) == (2, 1, 3)


@clause("owh.death.bleeding_out", "owh.completion.occupancy")
def test_who_bleeds_out_has_no_part_in_the_fight():
    laid = duel(
        man={"at": [1, 0]}, orc={"at": [2, 0]}, friends=[{**GOBLIN, "at": [7, 0]}], party=[False, True],
        map="........\n########", dice=[*cards(2)],
    )  # fmt: skip
    orc = laid.unit("orc")
    orc.down, orc.hp, orc.bleeding = 1, 0, 2
    assert not laid.choices("attack")
    assert laid.offers("execute orc")
    assert laid.offers("move 3,0"), "past it"
    assert not laid.offers("move 2,0"), "not onto it"
    laid.play("end_turn")
    assert laid.decider == "goblin"
    laid.play("end_turn")
    assert (laid.decider, laid.round, orc.down, orc.dead, orc.card) == ("man", 2, 1, 0, -1)


@clause("owh.death.bleeding_out")
@pytest.mark.parametrize(("clock", "rounds", "dead"), [(0, 11, 0), (1, 2, 0), (1, 3, 1), (3, 4, 0), (3, 5, 1)])
def test_the_clock(clock, rounds, dead):
    """The round in which it falls is no full one."""
    laid = duel(
        man={"strength": 20}, orc={"hp_left": 15}, friends=[GOBLIN], party=[False, True],
        dice=[19, 1, *cards(2) * (rounds - 1)],
        rules={"fatigue.accrual.interval_rounds": 99, **({"death.bleeding_out.clock_rounds": clock} if clock else {})},
    )  # fmt: skip
    laid.play("attack orc normal")
    while laid.round < rounds:
        laid.play("end_turn")
    assert laid.unit("orc").dead == dead


@clause("owh.death.bleeding_out", "owh.completion.deployment")
@pytest.mark.parametrize(("clock", "rounds", "dead"), [(1, 1, 0), (1, 2, 1), (2, 2, 0), (2, 3, 1)])
def test_the_clock_of_who_is_down_when_the_first_round_begins(clock, rounds, dead):
    """Disease leaves it no hit points from the start, so that the first round is a full one."""
    laid = duel(
        orc={"hp": 50, "disease": 5}, friends=[GOBLIN], party=[False, True], dealt=[52, 51],
        dice=cards(2) * (rounds - 1), rules={"death.bleeding_out.clock_rounds": clock, "fate.supply.per_player": 0},
    )  # fmt: skip
    while laid.round < rounds:
        laid.play("end_turn")
    assert (laid.unit("orc").down, laid.unit("orc").dead) == (1 - dead, dead)


@clause("owh.completion.deployment", "owh.death.defeat")
@pytest.mark.parametrize("harm", [{"disease": 5}, {"disease": 6}, {"fatigue": 4}])
def test_a_corpse_is_not_defeated_again(harm):
    corpse = {"name": "corpse", "side": "men", "at": [2, 2], "hp": 50, "dead": True, "traits": ["flying"], **harm}
    laid = duel(distance=5, friends=[corpse], party=[True, False])
    assert not [event for event in laid.events if event.who == "corpse"]
    laid.play("end_turn")
    dead = laid.unit("corpse")
    assert (dead.dead, dead.down, dead.unconscious, dead.hp, laid.decider) == (1, 0, 0, 0, "orc")


@clause("owh.completion.deployment", "owh.completion.hidden", "owh.loot.action")
def test_a_corpse_is_not_hidden():
    corpse = {"name": "corpse", "side": "orcs", "at": [4, 6], "dead": True, "hidden": True}
    laid = duel(distance=5, friends=[corpse])
    assert laid.unit("corpse").hidden == 0
    assert laid.offers("loot corpse")


@clause("owh.death.instant")
@pytest.mark.parametrize(("points", "rules", "dead"), [
    (69, {}, 0), (70, {}, 1), (39, {"death.instant.massive_damage_fraction_pct": 50}, 0),
    (40, {"death.instant.massive_damage_fraction_pct": 50}, 1),
])  # fmt: skip
def test_massive_damage_kills(points, rules, dead):
    """HP 10 of 60; a sword in the hand of a berserk gives the rest."""
    laid = duel(
        man={"strength": 36, "weapons": ["sword"]}, orc={"hp": 60, "hp_left": 10}, party=[False, True], friends=[GOBLIN],
        rules={"completion.abilities.berserk_damage": points - 36 - 8, **rules}, dice=[19, 8],
    )  # fmt: skip
    laid.unit("man").berserk = 1
    laid.play("attack orc normal")
    orc = laid.unit("orc")
    assert (orc.dead, orc.down) == (dead, 1 - dead)


# --- being saved


def fallen(*dice, man=None, friends=(), **boy):
    """A man in contact with a boy that bleeds out; an orc stands afar."""
    laid = duel(
        man={"bandage": 1, "healing": 18, **(man or {})}, distance=7, friends=[{**BOY, "hp": 60, **boy}, *friends],
        party=[True, False], dice=dice,
    )  # fmt: skip
    laid.unit("boy").down, laid.unit("boy").hp = 1, 0
    laid.state["tokens"][0] = 0
    laid.refresh()
    return laid


@clause("owh.death.stabilise", "owh.heal.amount")
def test_healing_saves():
    laid = fallen(7, 3, 4, 2)
    laid.play("heal boy")
    boy = laid.unit("boy")
    assert (boy.hp, boy.down) == (27, 0)


@clause("owh.death.stabilise")
def test_healing_that_fails():
    laid = fallen(6)
    laid.play("heal boy")
    assert (laid.unit("boy").down, laid.unit("man").bandage) == (1, 0)


@clause("owh.death.stabilise", "owh.completion.spells")
def test_magic_saves_from_afar():
    laid = fallen(1, 2, man={"spells": ["mend"], "winds": 3, "spirit": 12}, at=[2, 8])
    laid.play("cast mend boy")
    boy = laid.unit("boy")
    assert (boy.hp, boy.down) == (15, 0)


@clause("owh.death.stabilise")
def test_potions_do_not():
    laid = fallen(man={"potion": 1})
    assert not laid.offers("use_potion boy")
    laid.unit("boy").down, laid.unit("boy").hp = 0, 5
    assert laid.offers("use_potion boy")


@clause("owh.death.reentry")
@pytest.mark.parametrize("downed", ["bleeding out", "unconscious"])
def test_who_is_saved_waits_for_a_card(downed):
    """The orc acts first, then the man; the boy would act last."""
    laid = duel(
        man={"bandage": 1, "healing": 18}, orc={"at": [2, 6], "strength": 20}, party=[True, False],
        rules={"fate.supply.per_player": 0}, dealt=[50, 49, 50], dice=[19, 1, 7, 1, 1, 1, *cards(3)],
        friends=[{**BOY, "hp": 60, "hp_left": 20}],
    )  # fmt: skip
    assert laid.decider == "orc"
    laid.play(f"attack boy {'normal' if downed == 'bleeding out' else 'subdue'}", "end_turn")
    assert (laid.unit("boy").down, laid.unit("boy").unconscious) == ((1, 0) if downed == "bleeding out" else (0, 1))
    laid.play("heal boy", "end_turn")
    assert (laid.round, laid.decider) == (2, "man"), "no turn for the boy"
    laid.play("end_turn")
    assert laid.decider == "boy"
    assert laid.unit("boy").at == (3, 5)
    assert laid.offers("move 2,5")
    assert laid.unit("boy").actions_left == 2, "standing up costs nothing"


@clause("owh.death.status_on_downed")
@pytest.mark.parametrize(
    ("antidote", "water", "poisoned", "ignited"), [(1, 0, 0, 1), (0, 1, 1, 0), (1, 1, 0, 0), (0, 0, 1, 1)]
)
def test_healing_the_fallen_includes_what_else_is_needed(antidote, water, poisoned, ignited):
    laid = fallen(7, 1, 1, 1, man={"antidote": antidote, "water": water})
    boy, man = laid.unit("boy"), laid.unit("man")
    boy.poisoned, boy.ignited, boy.bleeding, boy.paralyzed = 1, 1, 2, 1
    laid.play("heal boy")
    assert (boy.down, boy.bleeding, boy.poisoned, boy.paralyzed, boy.ignited) == (0, 0, poisoned, poisoned, ignited)
    assert (man.bandage, man.antidote, man.water, man.actions_left) == (0, 0, 0, 1)


@clause("owh.death.status_on_downed")
def test_healing_the_unconscious_includes_what_else_is_needed():
    laid = fallen(7, 1, 1, 1, man={"antidote": 1, "water": 1})
    boy, man = laid.unit("boy"), laid.unit("man")
    boy.down, boy.unconscious, boy.hp = 0, 1, 10
    boy.poisoned, boy.ignited, boy.bleeding = 1, 2, 1
    laid.play("heal boy")
    assert (boy.unconscious, boy.hp, boy.bleeding, boy.poisoned, boy.ignited) == (0, 10 + 3 + 18, 0, 0, 0)
    assert (man.antidote, man.water, man.actions_left) == (0, 0, 1)


@clause("owh.death.status_on_downed")
def test_items_are_not_wasted_on_the_fallen():
    laid = fallen(7, 1, 1, 1, man={"antidote": 1, "water": 1})
    laid.play("heal boy")
    assert (laid.unit("man").antidote, laid.unit("man").water) == (1, 1)


@clause("owh.death.status_on_downed")
def test_healing_who_stands_cures_no_poison():
    laid = fallen(7, 1, 1, 1, man={"antidote": 1})
    boy = laid.unit("boy")
    boy.down, boy.hp, boy.poisoned = 0, 5, 1
    laid.play("heal boy")
    assert (boy.poisoned, boy.hp, laid.unit("man").antidote) == (1, 26, 1)


# --- the end


@clause("owh.death.battle_end", "owh.status.paralyzed")
def test_paralyzed_is_lost():
    laid = duel(man={"weapons": ["claws+paralyse"]}, orc={"hp": 100}, dice=[19, 1, 14])
    laid.play("attack orc normal")
    assert (laid.winner, laid.ending) == ("men", "last_able")
    assert laid.unit("orc").dead == 0


@clause("owh.death.battle_end")
def test_nobody_left_is_a_draw():
    laid = duel(man={"fatigue": 3}, orc={"fatigue": 3}, distance=5, rules={"fatigue.accrual.interval_rounds": 1})
    laid.play("end_turn", "end_turn")
    assert (laid.winner, laid.ending) == (None, "nobody_able")


@clause("owh.death.battle_end", "owh.completion.round_limit")
def test_captured_and_rescued():
    laid = duel(
        man={"strength": 30}, orc={"hp_left": 5}, party=[True, True], dice=[19, 1],
        friends=[BOY, {**GOBLIN, "at": [9, 9]}, {"name": "wolf", "side": "orcs", "at": [9, 7]}],
        rules={"fate.supply.per_player": 0},
    )  # fmt: skip
    laid.unit("boy").unconscious = 1
    laid.unit("goblin").unconscious = 1
    laid.unit("wolf").dead = 1
    laid.play("attack orc normal")
    assert laid.winner == "men"
    assert {event.who for event in laid.events if event.kind == "captured"} == {"orc", "goblin"}
    assert {event.who for event in laid.events if event.kind == "rescued"} == {"boy"}


@clause("owh.death.battle_end", "owh.status.bleeding")
def test_the_last_may_die_of_its_wounds():
    laid = duel()
    laid.unit("orc").bleeding = 4
    laid.play("end_turn")
    assert laid.winner == "men"


@clause("owh.completion.round_limit")
@pytest.mark.parametrize(("rules", "last"), [({}, 40), ({"completion.round_limit.round_limit": 3}, 3)])
def test_the_last_round_is_a_draw(rules, last):
    laid = duel(distance=6, rules={"fatigue.accrual.interval_rounds": 99, **rules}, dice=cards(2) * (last - 1))
    while laid.ending is None:
        laid.play("end_turn")
    assert (laid.round, laid.ending, laid.winner) == (last, "round_limit", None)


@clause("owh.completion.round_limit", "owh.completion.withdraw")
def test_who_leaves_loses_without_being_captured():
    laid = duel(man={"at": [0, 5]}, orc={"at": [8, 5]})
    laid.play("withdraw")
    assert (laid.winner, laid.ending) == ("orcs", "last_able")
    assert not [event for event in laid.events if event.kind == "captured"]


# --- set-up


@clause("owh.completion.teams")
@pytest.mark.parametrize(("rules", "parties", "tokens"), [
    ({}, [1, 0], [2, 0]), ({"completion.teams.team1_party": 1}, [1, 1], [2, 1]),
    ({"completion.teams.team0_party": 0}, [0, 0], [0, 0]),
])  # fmt: skip
def test_the_first_side_is_a_party(rules, parties, tokens):
    laid = table(
        {"name": "man", "side": "men", "at": [4, 5]}, {"name": "boy", "side": "men", "at": [3, 5]},
        {"name": "orc", "side": "orcs", "at": [9, 5]}, ruleset="owh", dice=cards(3), rules=rules,
    )  # fmt: skip
    assert laid.state["party"][:2].tolist() == parties
    assert laid.state["tokens"][:2].tolist() == tokens


@clause("owh.completion.teams", "owh.fate.joker", "owh.fate.supply")
def test_a_symmetric_match():
    units = [
        {"name": f"{side}{i}", "side": side, "at": [x, i]} for side, x in (("men", 1), ("orcs", 9)) for i in range(4)
    ]
    laid = scene(*units, party=[True, True], dealt=[54, *cards(7)])
    assert laid.state["tokens"][:2].tolist() == [5, 5]


@clause("owh.completion.deployment")
def test_nothing_said():
    laid = duel(man={"weapons": ["crossbow", "dagger"]}, distance=5)
    man = laid.unit("man")
    assert (man.hidden, man.fatigue, man.disease, man.wielded, man.loaded[:2], man.hp) == (0, 0, 0, 0, (1, 1), 50)
    assert laid.prompt == "turn", "no decisions before the battle"


@clause("owh.completion.deployment", "owh.hide.being_seen")
def test_what_a_scenario_says():
    laid = duel(
        man={"hidden": True, "fatigue": 2, "disease": 1, "wielded": 1, "weapons": ["crossbow", "dagger"]}, distance=5
    )
    man = laid.unit("man")
    assert (man.hidden, man.fatigue, man.disease, man.wielded, man.at, man.hp) == (1, 2, 1, 1, (4, 5), 40)
    laid.play("end_turn")
    assert laid.decider == "orc"
    assert not laid.choices("attack")
