"""Turns: how many actions there are, what they cost, in which order they come, what comes before them."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.measures import PLENTY, verbs
from owh.scenes import cards, duel, scene

FREE = {"free_attack", "drop_weapon", "switch_weapon", "berserk"}


def left(table, who="man"):
    """Standard and free actions left."""
    unit = table.unit(who)
    return unit.actions_left, unit.free_left


# --- how many


@clause("owh.turn.action_economy")
def test_two_standard_actions_and_a_free_one():
    assert left(duel()) == (2, 1)


@clause("owh.turn.action_economy")
@pytest.mark.parametrize(("knob", "value", "found"), [("standard_actions", 3, (3, 1)), ("free_actions", 2, (2, 2))])
def test_how_many_actions_can_be_set(knob, value, found):
    assert left(duel(rules={f"turn.action_economy.{knob}": value})) == found


@clause("owh.turn.action_economy", "owh.free.single_event")
def test_a_turn_ends_when_nothing_is_left():
    table = duel(man={"abilities": ["frenzy"]}, dice=[2, 2, 2])
    table.play("attack orc", "attack orc")
    assert left(table) == (0, 1) and "free_attack" in verbs(table)
    table.play("free_attack orc")
    assert table.decider == "orc"
    assert [event.kind for event in table.events].count("attack_missed") == 3


@clause("owh.turn.action_economy")
def test_a_turn_with_nothing_left_ends_by_itself():
    table = duel(man={"abilities": ["frenzy"]}, dice=[2, 2, 2], skip_forced=False)
    table.play("attack orc", "free_attack orc", "attack orc")
    assert table.decider == "orc"


@clause("owh.turn.action_economy")
def test_what_is_not_used_is_lost():
    table = duel(dice=[*cards(2)])
    table.play("end_turn", "end_turn")
    assert table.decider == "man" and left(table) == (2, 1)


@clause("owh.turn.standard_actions")
def test_every_standard_action_may_be_the_last_one():
    man = {
        "bandage": 1, "potion": 1, "hp_left": 20, "hp": 50, "spells": ["firebolt"], "winds": 10,
        "weapons": ["crossbow"], "antidote": 1, "water": 1,
    }  # fmt: skip
    down = {"name": "down", "side": "orcs", "at": [4, 4]}
    dead = {"name": "dead", "side": "orcs", "at": [3, 5], "dead": True}
    asleep = {"name": "asleep", "side": "men", "at": [3, 6]}
    table = duel(man=man, friends=[down, dead, asleep], map=lever_beside((4, 6)))
    table.unit("down").unconscious = 1
    table.unit("asleep").unconscious = 1
    wanted = {
        "move", "attack", "defend", "heal", "use_potion", "cast", "execute", "loot", "rouse", "interact",
    }  # fmt: skip
    assert wanted <= verbs(table)
    table.unit("man").actions_left = 1
    assert wanted <= verbs(table)
    table.play("loot dead")
    assert left(table)[0] == 0


@clause("owh.turn.standard_actions")
@pytest.mark.parametrize("choice", ["move 3,5", "attack orc", "use_potion man", "heal man", "cast firebolt orc"])
def test_each_costs_one(choice):
    man = {"bandage": 1, "potion": 1, "hp_left": 20, "spells": ["firebolt"], "winds": 10}
    dice = {"move": [], "attack": [2], "use_potion": [1, 1], "heal": [1], "cast": [2]}
    table = duel(man=man, dice=dice[choice.split()[0]], rules={"engage.attack_of_opportunity.enabled": 0})
    table.play(choice)
    assert left(table) == (1, 1)


@clause("owh.turn.standard_actions")
def test_what_they_cost_can_be_set():
    dear = {"turn.standard_actions.cost_each": 2}
    table = duel(dice=[2], rules=dear)
    table.play("attack orc")
    assert left(table) == (0, 1)
    table = duel(distance=3, rules=dear)
    table.play("move 4,4")
    assert left(table) == (0, 1)


# --- levers


def lever_beside(cell, size=(12, 12)):
    """A map with a lever in a cell, and a gate far off."""
    rows = [["."] * size[0] for _ in range(size[1])]
    rows[cell[1]][cell[0]] = "L"
    rows[11][11] = "G"
    return "\n".join("".join(row) for row in rows)


@clause("owh.turn.interact", "owh.completion.lever_gate")
def test_a_lever_opens_every_gate():
    table = duel(distance=4, map=lever_beside((4, 6)).replace("...G", "G..G"))
    assert list(table.state["gate_shut"][:2]) == [1, 1]
    table.play("interact")
    assert left(table) == (1, 1)
    assert list(table.state["gate_shut"][:2]) == [0, 0]


@clause("owh.turn.interact")
def test_what_a_lever_costs_can_be_set():
    table = duel(distance=4, map=lever_beside((4, 6)), rules={"turn.interact.cost": 2})
    table.play("interact")
    assert left(table) == (0, 1)


@clause("owh.turn.interact")
def test_a_lever_is_worked_from_base_contact_only():
    assert "interact" not in verbs(duel(distance=4, map=lever_beside((4, 7))))
    assert "interact" in verbs(duel(distance=4, map=lever_beside((3, 6))))


# --- free actions


@clause("owh.turn.free_action_examples", "owh.free.single_event")
def test_switching_takes_the_free_action():
    table = duel(man={"weapons": ["sword", "dagger"]})
    assert {"switch_weapon", "drop_weapon"} <= verbs(table)
    table.play("switch_weapon dagger")
    assert left(table) == (2, 0) and table.unit("man").wielded == 1
    assert not verbs(table) & FREE


@clause("owh.turn.free_action_examples")
def test_dropping_takes_the_free_action():
    table = duel()
    table.play("drop_weapon")
    assert left(table) == (2, 0) and table.unit("man").wielded == -1


@clause("owh.free.single_event")
def test_frenzy_takes_the_free_action():
    table = duel(man={"abilities": ["frenzy"], "weapons": ["sword", "dagger"]}, dice=[2])
    table.play("free_attack orc")
    assert left(table) == (2, 0)
    assert not verbs(table) & FREE
    assert table.unit("man").attacks == 0


@clause("owh.free.single_event")
def test_how_many_free_events_can_be_set():
    two = {"turn.action_economy.free_actions": 2}
    table = duel(man={"abilities": ["frenzy"]}, dice=[2], rules=two)
    table.play("free_attack orc")
    assert not verbs(table) & FREE
    table = duel(man={"abilities": ["frenzy"]}, dice=[2], rules={**two, "free.single_event.max_per_turn": 2})
    table.play("free_attack orc")
    assert {"free_attack", "drop_weapon"} <= verbs(table)
    assert not verbs(duel(rules={"free.single_event.max_per_turn": 0})) & FREE


@clause("owh.free.single_event")
def test_a_free_attack_is_not_bound_by_the_limits_of_attacks():
    table = duel(man={"abilities": ["frenzy"]}, distance=2, dice=[2, 2])
    table.play("move 5,5", "attack orc", "free_attack orc")
    assert table.decider == "orc"


# --- order


@clause("owh.turn.order_of_actions")
def test_free_attack_defend():
    table = duel(man={"weapons": ["sword", "dagger"]}, dice=[2])
    table.play("switch_weapon dagger", "attack orc", "defend")
    assert table.decider == "orc" and table.unit("man").defending == 1


@clause("owh.turn.order_of_actions", "owh.defend.action")
def test_nothing_comes_after_defend():
    table = duel(man={"weapons": ["sword", "dagger"], "abilities": ["frenzy"]})
    table.play("defend")
    assert table.decider == "orc"


@clause("owh.turn.order_of_actions")
def test_attack_then_move_then_free():
    table = duel(man={"weapons": ["sword", "dagger"]}, dice=[2], rules={"engage.attack_of_opportunity.enabled": 0})
    table.play("attack orc", "move 3,5")
    assert verbs(table) == {"switch_weapon", "drop_weapon"}


# --- what comes first


def afflicted(hp, rules=None):
    """An orc about to begin its turn: two stacks of bleeding, poison, and one stack of fire."""
    table = duel(orc={"hp": 120, "hp_left": hp}, rules=rules, distance=4)
    orc = table.unit("orc")
    orc.bleeding, orc.poisoned, orc.ignited = 2, 1, 1
    return table


@clause("owh.turn.status_phase")
def test_statuses_hurt_before_anything_is_done():
    table = afflicted(70)
    table.play("end_turn")
    assert table.decider == "orc" and table.unit("orc").hp == 10
    kinds = [event.kind for event in table.events]
    hurts = [kind for kind in kinds if kind.endswith("_hurts")]
    assert hurts == ["bleeding_hurts", "poison_hurts", "fire_hurts"]


@clause("owh.turn.status_phase")
def test_whoever_goes_down_by_them_has_no_actions():
    table = afflicted(60)
    table.play("end_turn")
    assert table.unit("orc").dead == 1 and table.ending == "last_able"


@clause("owh.turn.status_phase")
def test_somebody_down_does_not_act_where_the_battle_goes_on():
    goblin = {"name": "goblin", "side": "orcs", "at": [10, 10]}
    table = duel(orc={"hp_left": 15}, friends=[goblin], distance=4)
    table.unit("orc").bleeding = 1
    table.play("end_turn")
    assert table.decider == "goblin" and table.unit("orc").dead == 1


@clause("owh.turn.status_phase", "owh.defend.action")
def test_defence_ends_as_the_own_turn_begins():
    table = duel(dice=cards(2))
    table.play("defend")
    assert table.unit("man").defending == 1
    table.play("end_turn")
    assert table.decider == "man" and table.unit("man").defending == 0


@clause("owh.turn.status_phase")
def test_the_paralyzed_do_nothing():
    goblin = {"name": "goblin", "side": "orcs", "at": [10, 10]}
    table = duel(friends=[goblin], distance=4)
    table.unit("orc").paralyzed = 1
    table.unit("orc").bleeding = 1
    table.play("end_turn")
    assert table.decider == "goblin" and table.unit("orc").hp == 50 - 15


@clause("owh.turn.status_phase")
def test_horror_goes_before_insanity():
    table = duel(distance=2)
    orc = table.unit("orc")
    orc.insane, orc.fear = 1, 3
    table.play("end_turn")
    assert [event.kind for event in table.events if event.kind in ("horrified", "rages")] == ["horrified"]


@clause("owh.turn.status_phase")
def test_a_token_may_be_spent_before_the_damage():
    table = duel(orc={"hp_left": 10}, party=[False, True], distance=4, dice=[20])
    table.unit("orc").bleeding = 1
    table.play("end_turn")
    assert table.prompt == "fate" and table.unit("orc").hp == 10
    table.play("shake_off bleeding")
    assert table.decider == "orc" and table.prompt == "turn" and table.unit("orc").hp == 10


@clause("owh.turn.status_phase")
def test_tokens_then_spirit_then_damage():
    table = duel(orc={"hp": 50}, party=[False, True], distance=4, dice=[])
    orc = table.unit("orc")
    orc.fear, orc.bleeding = 1, 1
    table.play("end_turn")
    asked = [(table.prompt, orc.hp)]
    table.play("keep_tokens")
    asked.append((table.prompt, orc.hp))
    table.play("bear_fear")
    asked.append((table.prompt, orc.hp))
    assert asked == [("fate", 50), ("spirit", 50), ("turn", 35)]


# --- items, spells


def owner(rules=None, **man):
    """A man who is hurt and poisoned, with an antidote and a potion, facing an orc."""
    carried = {"antidote": 1, "potion": 1, "bandage": 1, "hp_left": 20, **man}
    table = duel(man=carried, rules=rules)
    table.unit("man").poisoned = 1
    return table


@clause("owh.item.use")
def test_one_item_a_turn():
    table = owner()
    assert {"use_antidote", "use_potion", "heal"} <= verbs(table)
    table.play("use_antidote man")
    assert left(table) == (1, 1)
    assert not verbs(table) & {"use_antidote", "use_potion", "heal"}
    assert {"move", "attack", "defend"} <= verbs(table)
    assert (table.unit("man").antidote, table.unit("man").poisoned) == (0, 0)


@clause("owh.item.use")
def test_how_many_items_and_what_they_cost_can_be_set():
    table = owner({"item.use.max_per_turn": 2})
    table.play("use_antidote man")
    assert {"use_potion", "heal"} <= verbs(table)
    table = owner({"item.use.cost": 2})
    table.play("use_antidote man")
    assert left(table) == (0, 1)


@clause("owh.item.use")
def test_an_item_is_gone_even_if_the_roll_fails():
    table = duel(man={"bandage": 1, "hp_left": 20}, dice=[1])
    table.play("heal man")
    assert (table.unit("man").bandage, table.unit("man").hp) == (0, 20)


@clause("owh.item.use")
def test_items_are_for_oneself_and_friends_in_contact():
    near = {"name": "near", "side": "men", "at": [3, 5], "hp_left": 20}
    far = {"name": "far", "side": "men", "at": [2, 5], "hp_left": 20}
    table = duel(man={"potion": 1, "hp_left": 20}, orc={"hp_left": 20}, friends=[near, far])
    assert table.choices("use_potion ") == ["use_potion man", "use_potion near"]


def caster(rules=None):
    """A man with a firebolt, facing an orc."""
    return duel(man={"spells": ["firebolt"], "winds": 10}, rules=rules, dice=[2])


@clause("owh.spell.cast")
def test_one_spell_a_turn():
    table = caster()
    table.play("cast firebolt orc")
    assert left(table) == (1, 1)
    assert "cast" not in verbs(table) and "attack" in verbs(table)


@clause("owh.spell.cast")
def test_how_many_spells_and_what_they_cost_can_be_set():
    table = caster({"spell.cast.max_per_turn": 2})
    table.play("cast firebolt orc")
    assert "cast" in verbs(table)
    table = caster({"spell.cast.cost": 2})
    table.play("cast firebolt orc")
    assert left(table) == (0, 1)


# --- what one attack does is settled before the next


@clause("owh.damage.resolve_first")
def test_the_second_attack_has_another_target_when_the_first_has_killed():
    goblin = {"name": "goblin", "side": "orcs", "at": [3, 5], "hp": PLENTY}
    table = duel(orc={"hp_left": 1}, friends=[goblin], dice=[15, 1])
    table.play("attack orc")
    assert table.unit("orc").dead == 1
    assert table.choices("attack ")[0] == "attack goblin"


@clause("owh.damage.resolve_first")
def test_the_battle_may_end_between_two_attacks():
    table = duel(orc={"hp_left": 1}, dice=[15, 1])
    table.play("attack orc")
    assert table.ending == "last_able" and table.winner == "men"


@clause("owh.hide.being_seen")
def test_who_starts_hidden_is_no_target_until_found():
    hidden = {"name": "skulker", "side": "men", "at": [4, 5], "weapons": ["dagger"], "hidden": True}
    table = scene({"name": "orc", "side": "orcs", "at": [5, 5], "weapons": ["sword"]}, hidden)
    assert table.decider == "orc" and "attack" not in verbs(table)
    table.unit("skulker").hidden = 0
    assert "attack" in verbs(table)
