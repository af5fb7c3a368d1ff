"""Executions and looting: what may be done to those who are down or dead."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.scenes import cards, duel, exactly

OTHER = {"name": "other", "side": "orcs", "at": [11, 11]}  # keeps the battle going


def over_a_victim(man=None, orc=None, friends=(), how="unconscious", **more):
    """A man in contact with an orc that is down."""
    found = duel(man, orc, friends=[*friends, OTHER], **more)
    victim = found.unit("orc")
    if how == "down":
        victim.hp = 0
    setattr(victim, how, 1)
    return found


@clause("owh.execute.action")
@pytest.mark.parametrize("how", ["unconscious", "down"])
def test_six_or_more_kills(how):
    party = [False, how == "down"]
    assert over_a_victim(how=how, party=party).odds("execute orc", want="orc.dead")[1] == exactly(3 / 4)


@clause("owh.execute.action")
@pytest.mark.parametrize(("roll", "dead"), [(5, 0), (6, 1)])
def test_a_natural_6_succeeds(roll, dead):
    scene = over_a_victim(dice=[roll])
    scene.play("execute orc")
    assert scene.unit("orc").dead == dead
    assert scene.unit("orc").unconscious == 1 - dead
    assert scene.unit("man").actions_left == 1


@clause("owh.execute.action")
@pytest.mark.parametrize(
    ("field", "value", "chance"), [("fear", 1, 9 / 16), ("blind", 2, 11 / 20), ("arm_broken", 1, 3 / 4)]
)
def test_what_changes_the_roll(field, value, chance):
    scene = over_a_victim()
    setattr(scene.unit("man"), field, value)
    assert scene.odds("execute orc", want="orc.dead")[1] == exactly(chance)


@clause("owh.execute.action")
def test_skills_do_not_count():
    scene = over_a_victim({"fighting": 40, "fatigue": 2, "disease": 1, "agility": 30})
    assert scene.odds("execute orc", want="orc.dead")[1] == exactly(3 / 4)


@clause("owh.execute.action")
@pytest.mark.parametrize(("tn", "chance"), [(1, 1.0), (20, 1 / 20), (21, 0.0)])
def test_no_automatic_success_or_failure(tn, chance):
    scene = over_a_victim(rules={"execute.action.tn": tn})
    assert scene.odds("execute orc", want="orc.dead")[1] == exactly(chance)


@clause("owh.execute.action")
def test_an_enemy_in_contact_does_not_hinder():
    """The goblin that stands beside the man neither strikes nor, with Agility 10, protects."""
    goblin = {"name": "goblin", "side": "orcs", "at": [4, 6], "weapons": ["sword"]}
    scene = over_a_victim(friends=[goblin], dice=[6])
    assert scene.odds("execute orc", want="orc.dead")[1] == exactly(3 / 4)
    scene.play("execute orc")
    assert scene.unit("orc").dead == 1
    assert (scene.decider, scene.prompt) == ("man", "turn")


@clause("owh.execute.action", "owh.status.stunned")
def test_not_while_stunned():
    scene = over_a_victim()
    scene.unit("man").stunned = 1
    assert not scene.choices("execute")


@clause("owh.execute.action")
def test_only_in_base_contact():
    assert not over_a_victim(distance=2).choices("execute")


@clause("owh.execute.action")
def test_only_who_is_down():
    assert not duel().choices("execute")
    paralyzed = duel(friends=[OTHER])
    paralyzed.unit("orc").paralyzed = 1
    assert not paralyzed.choices("execute")


@clause("owh.execute.action")
def test_no_friends():
    scene = duel(friends=[{"name": "friend", "side": "men", "at": [4, 6]}])
    scene.unit("friend").unconscious = 1
    assert not scene.choices("execute")


# --- attempts


@clause("owh.execute.attempts")
def test_two_attempts():
    odds = over_a_victim().odds("execute orc", then=["execute orc"], want="orc.dead")
    assert odds[1] == exactly(15 / 16)


@clause("owh.execute.attempts")
@pytest.mark.parametrize(
    "man",
    [
        {"abilities": ["frenzy"]},
        {"abilities": ["shield_bash"], "traits": ["shield"]},
        {"abilities": ["rapid_fire"], "weapons": ["pistol"]},
    ],
)
def test_a_third_one_with_a_free_attack(man):
    scene = over_a_victim(man)
    attempts = ["execute orc", "free_execute orc"]
    odds = scene.odds("execute orc", then=attempts, want="orc.dead")
    assert odds[1] == exactly(63 / 64)


@clause("owh.execute.attempts")
@pytest.mark.parametrize(
    "man",
    [
        {},
        {"abilities": ["berserk"]},
        {"abilities": ["frenzy"], "weapons": ["shortbow"]},
        {"abilities": ["rapid_fire"]},
        {"abilities": ["shield_bash"]},
        {"abilities": ["frenzy"], "fatigue": 3},
    ],
)
def test_only_with_an_ability_that_can_be_used(man):
    assert not over_a_victim(man).choices("free_execute")


@clause("owh.execute.attempts", "owh.free.single_event")
def test_the_free_attempt_is_the_free_action():
    scene = over_a_victim({"abilities": ["frenzy"]}, dice=[2])
    scene.play("free_execute orc")
    assert (scene.unit("man").free_left, scene.unit("man").actions_left) == (0, 2)
    assert not scene.choices("free_execute")
    assert not scene.choices("drop_weapon")


@clause("owh.execute.attempts")
@pytest.mark.parametrize(("abilities", "more"), [([], False), (["frenzy"], True)])
def test_after_a_move_one_attempt_and_perhaps_a_free_one(abilities, more):
    scene = over_a_victim({"abilities": abilities}, distance=4, dice=[3])
    scene.play("move (7, 5)", "execute orc")
    assert scene.choices("free_execute") == (["free_execute orc"] if more else [])
    assert scene.unit("man").actions_left == 0


# --- protection


def protected(*guards, **more):
    """A victim with friends, given as (place, agility, fields to set)."""
    friends = [
        {"name": f"guard{i}", "side": "orcs", "at": list(place), "agility": agility}
        for i, (place, agility, _) in enumerate(guards)
    ]
    found = over_a_victim(friends=friends, **more)
    for i, (_, _, fields) in enumerate(guards):
        for field, value in fields.items():
            setattr(found.unit(f"guard{i}"), field, value)
    return found.odds("execute orc", want="orc.dead")[1]


@clause("owh.execute.protection")
@pytest.mark.parametrize(
    ("guards", "chance"),
    [
        ([((5, 6), 16, {})], 3 / 5),
        ([((5, 6), 12, {}), ((6, 6), 18, {})], 11 / 20),
        ([((6, 6), 18, {}), ((5, 6), 12, {})], 11 / 20),
        ([((5, 6), 8, {})], 3 / 4),
        ([((6, 5), 16, {})], 3 / 5),  # in contact with the victim alone
        ([((3, 5), 16, {})], 3 / 5),  # in contact with the executioner alone
        ([((7, 5), 16, {})], 3 / 4),
        ([((5, 6), 16, {"stunned": 1})], 3 / 4),
        ([((5, 6), 16, {"paralyzed": 1})], 3 / 4),
        ([((5, 6), 16, {"unconscious": 1})], 3 / 4),
        ([((5, 6), 16, {"fear": 2})], 3 / 5),
    ],
)
def test_the_most_agile_friend_in_contact_protects(guards, chance):
    assert protected(*guards) == exactly(chance)


@clause("owh.execute.protection")
def test_two_attempts_against_a_protected_victim():
    guard = {"name": "guard", "side": "orcs", "at": [5, 6], "agility": 16}
    scene = over_a_victim(friends=[guard])
    odds = scene.odds("execute orc", then=["execute orc"], want="orc.dead")
    assert odds[1] == exactly(21 / 25)


@clause("owh.execute.protection", "owh.status.diseased")
def test_disease_makes_less_agile():
    guard = {"name": "guard", "side": "orcs", "at": [5, 6], "agility": 16, "disease": 2}
    assert over_a_victim(friends=[guard]).odds("execute orc", want="orc.dead")[1] == exactly(14 / 20)


@clause("owh.execute.protection")
def test_friends_of_the_executioner_protect_nobody():
    friend = {"name": "friend", "side": "men", "at": [5, 6], "agility": 18}
    assert over_a_victim(friends=[friend]).odds("execute orc", want="orc.dead")[1] == exactly(3 / 4)


@clause("owh.execute.protection")
def test_more_than_20_cannot_be_reached():
    assert protected(((5, 6), 18, {}), rules={"execute.action.tn": 17}) == exactly(0.0)
    assert protected(((5, 6), 18, {}), rules={"execute.action.tn": 16}) == exactly(1 / 20)


# --- loot


def corpse(at=(5, 5), **more):
    """A man and a dead orc; another orc is alive."""
    found = duel(orc={"dead": True, "at": list(at)}, friends=[{**OTHER, "weapons": ["sword"]}], dealt=cards(2), **more)
    return found


@clause("owh.loot.action")
def test_a_dead_enemy_is_looted_once():
    scene = corpse()
    scene.play("loot orc")
    assert [int(n) for n in scene.state["loot"][:2]] == [1, 0]
    assert scene.unit("orc").looted == 1
    assert scene.unit("man").actions_left == 1
    assert not scene.choices("loot")


@clause("owh.loot.action")
@pytest.mark.parametrize(("at", "may"), [((5, 5), True), ((4, 5), True), ((3, 4), True), ((6, 5), False)])
def test_in_base_contact_or_on_the_spot(at, may):
    assert corpse(at).choices("loot") == (["loot orc"] if may else [])


@clause("owh.loot.action")
@pytest.mark.parametrize("how", ["down", "unconscious", "paralyzed"])
def test_the_enemy_must_be_dead(how):
    assert not over_a_victim(how=how, party=[False, how == "down"]).choices("loot")


@clause("owh.loot.action")
def test_dead_friends_are_not_looted():
    scene = duel(distance=5, friends=[{"name": "friend", "side": "men", "at": [4, 6], "dead": True}], dealt=cards(2))
    assert not scene.choices("loot")


@clause("owh.loot.action", "owh.fate.reroll")
def test_no_roll_and_no_tokens():
    scene = corpse(party=[True, False])
    scene.play("loot orc")
    assert scene.prompt == "turn"


@clause("owh.loot.action", "owh.death.battle_end")
def test_the_winner_gets_the_other_corpses():
    dead = [
        {"name": f"dead{i}", "side": side, "at": [9, i], "dead": True} for i, side in enumerate(("orcs", "orcs", "men"))
    ]
    scene = duel({"fighting": 40}, {"hp_left": 1, "parry": 1}, friends=dead, dealt=cards(2), dice=[19, 5])
    scene.unit("dead0").looted = 1
    scene.state["loot"][0] = 1
    scene.play("attack orc normal")
    assert scene.winner == "men"
    assert [int(n) for n in scene.state["loot"][:2]] == [3, 0]
    assert scene.last("spoils").amount == 2


@clause("owh.loot.action", "owh.completion.round_limit")
def test_without_a_winner_nobody_does():
    scene = corpse(rules={"completion.round_limit.round_limit": 1})
    scene.play("end_turn", "end_turn")
    assert scene.ending == "round_limit"
    assert [int(n) for n in scene.state["loot"][:2]] == [0, 0]
