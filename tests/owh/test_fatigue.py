"""Fatigue: what each level costs, and when it is gained."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.scenes import cards, duel, exactly


@clause("owh.fatigue.moderate", "owh.fatigue.heavy", "owh.fatigue.extreme")
@pytest.mark.parametrize(("level", "chance"), [(0, 12 / 20), (1, 11 / 20), (2, 10 / 20), (3, 8 / 20)])
def test_agility(level, chance):
    scene = duel(man={"agility": 18, "weapons": ["javelin"], "fatigue": level}, orc={"parry": 12}, distance=6)
    assert scene.odds("attack orc normal", want="hit")[1] == exactly(chance)


@clause("owh.fatigue.moderate", "owh.execute.protection")
@pytest.mark.parametrize(("level", "chance"), [(0, 12 / 20), (1, 13 / 20), (2, 14 / 20), (3, 15 / 20)])
def test_protection_from_execution(level, chance):
    guard = {"name": "guard", "side": "orcs", "at": [5, 6], "agility": 16, "fatigue": level}
    scene = duel(friends=[guard])
    scene.unit("orc").unconscious = 1
    assert scene.odds("execute orc", want="orc.dead")[1] == exactly(chance)


@clause("owh.fatigue.moderate", "owh.fatigue.heavy", "owh.fatigue.extreme")
@pytest.mark.parametrize(("level", "chance"), [(1, 1 / 2), (2, 2 / 5), (3, 3 / 10)])
def test_fighting(level, chance):
    scene = duel(man={"fighting": 16, "fatigue": level}, orc={"parry": 13})
    assert scene.odds("attack orc normal", want="hit")[1] == exactly(chance)


@clause("owh.fatigue.heavy", "owh.fatigue.extreme")
@pytest.mark.parametrize(("level", "chance"), [(1, 12 / 20), (2, 10 / 20), (3, 8 / 20)])
def test_shooting(level, chance):
    scene = duel(man={"shooting": 18, "weapons": ["longbow"], "fatigue": level}, orc={"parry": 12}, distance=7)
    assert scene.odds("attack orc normal", want="hit")[1] == exactly(chance)


@clause("owh.fatigue.heavy", "owh.fatigue.extreme")
@pytest.mark.parametrize(("level", "chance"), [(1, 14 / 20), (2, 12 / 20), (3, 10 / 20)])
def test_healing_and_hiding(level, chance):
    scene = duel(
        man={"healing": 18, "stealth": 18, "bandage": 1, "hp_left": 9, "fatigue": level},
        distance=5,
        map="\n".join(["......#....."] * 12),
    )
    assert scene.odds("heal man", want="passed")[1] == exactly(chance)
    assert scene.odds("hide", want="man.hidden")[1] == exactly(chance)


@clause("owh.fatigue.heavy", "owh.fatigue.extreme")
@pytest.mark.parametrize(("level", "chance"), [(1, 12 / 20), (2, 10 / 20)])
def test_spirit(level, chance):
    scene = duel(man={"spirit": 18, "spells": ["firebolt"], "winds": 9, "fatigue": level}, orc={"parry": 12})
    assert scene.odds("cast firebolt orc", want="hit")[1] == exactly(chance)


@clause("owh.fatigue.heavy", "owh.fatigue.extreme")
@pytest.mark.parametrize(("level", "chance"), [(1, 1 / 2), (2, 6 / 10), (3, 7 / 10)])
def test_strength_against_roots(level, chance):
    scene = duel(man={"spells": ["entangle"], "winds": 9}, orc={"strength": 14, "fatigue": level})
    assert scene.odds("cast entangle orc", want="orc.rooted")[2] == exactly(chance)


@clause("owh.fatigue.heavy", "owh.fatigue.extreme", "owh.pr.value")
@pytest.mark.parametrize(("level", "failing"), [(1, 12 / 20), (2, 14 / 20), (3, 16 / 20)])
def test_stamina_against_poison(level, failing):
    man = {"fighting": 40, "weapons": ["sword+poison"]}
    scene = duel(man, orc={"parry": 1, "stamina": 14, "fatigue": level})
    assert scene.odds("attack orc normal", want="orc.poisoned")[1] / (19 / 20) == exactly(failing)


@clause("owh.fatigue.heavy", "owh.fatigue.extreme")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_scores_and_parry_are_as_ever(level):
    scene = duel(man={"fighting": 20, "strength": 14, "fatigue": level}, orc={"parry": 12}, dice=[19, 5])
    scene.unit("orc").fatigue = level
    needed = 12 + 1 - 5 + {1: 0, 2: 2, 3: 4}[level]
    assert scene.odds("attack orc normal", want="hit")[1] == exactly((21 - needed) / 20)
    scene.play("attack orc normal")
    assert scene.unit("orc").hp == 50 - 14 - 5


@clause("owh.fatigue.extreme")
@pytest.mark.parametrize(("level", "may"), [(2, True), (3, False)])
def test_the_exhausted_use_no_active_abilities_but_berserk(level, may):
    man = {"abilities": ["frenzy", "berserk"], "spells": ["firebolt"], "winds": 9, "fatigue": level}
    scene = duel(man)
    assert bool(scene.choices("free_attack")) is may
    assert bool(scene.choices("cast")) is may
    assert scene.choices("berserk") == ["berserk"]


# --- gaining it


def until_round(number, man=None, **more):
    """The last unit is about to end its turn of a round."""
    found = duel(man, distance=5, **more)
    found.state["round_no"] = number
    found.refresh()
    found.play("end_turn")
    return found


@clause("owh.fatigue.accrual")
@pytest.mark.parametrize(
    ("ended", "start", "level"), [(9, None, 0), (10, None, 1), (11, None, 0), (20, 1, 2), (30, 2, 3), (20, None, 1)]
)
def test_one_level_every_tenth_round(ended, start, level):
    scene = until_round(ended, {"fatigue": start} if start else {}, dice=cards(2))
    scene.play("end_turn")
    assert scene.round == ended + 1
    assert scene.unit("man").fatigue == level


@clause("owh.fatigue.accrual")
def test_nobody_is_tired_at_the_start_unless_it_is_said():
    scene = duel(man={"fatigue": 2})
    assert (scene.unit("man").fatigue, scene.unit("orc").fatigue) == (2, 0)


@clause("owh.fatigue.accrual")
def test_zero_switches_it_off():
    scene = until_round(10, dice=cards(2), rules={"fatigue.accrual.interval_rounds": 0})
    scene.play("end_turn")
    assert scene.unit("man").fatigue == 0


@clause("owh.fatigue.accrual")
def test_the_tireless_gain_none():
    scene = until_round(10, {"traits": ["tireless"]}, dice=cards(2))
    scene.play("end_turn")
    assert (scene.unit("man").fatigue, scene.unit("orc").fatigue) == (0, 1)


@clause("owh.fatigue.accrual")
def test_who_lies_on_the_ground_gains_none():
    friend = {"name": "friend", "side": "men", "at": [0, 0]}
    scene = duel(distance=5, friends=[friend], dice=cards(2))
    scene.unit("friend").unconscious = 1
    scene.state["round_no"] = 10
    scene.refresh()
    scene.play("end_turn", "end_turn")
    assert (scene.unit("friend").fatigue, scene.unit("man").fatigue) == (0, 1)


@clause("owh.fatigue.accrual", "owh.fatigue.unconscious")
def test_the_fourth_level_is_collapse():
    friend = {"name": "friend", "side": "men", "at": [4, 6], "fatigue": 3}
    scene = duel(
        man={"bandage": 1},
        distance=5,
        friends=[friend],
        dice=cards(2),
        rules={"completion.round_limit.round_limit": 50},
    )
    scene.state["round_no"] = 40
    scene.refresh()
    scene.play("end_turn", "end_turn", "end_turn")
    assert scene.unit("friend").fatigue == 4
    assert scene.unit("friend").unconscious == 1
    assert scene.decider == "man"
    assert not scene.choices("rouse")


@clause("owh.fatigue.unconscious")
def test_who_starts_at_the_fourth_level_is_unconscious():
    friend = {"name": "friend", "side": "men", "at": [4, 6], "fatigue": 4}
    found = duel(friends=[friend], dealt=cards(2))
    assert found.unit("friend").unconscious == 1
    assert not found.choices("rouse")


@clause("owh.fatigue.unconscious", "owh.death.stabilise", "owh.death.reentry")
@pytest.mark.parametrize(
    ("choice", "dice", "hp"), [("heal friend", [20, 1, 2, 3], 16), ("cast mend friend", [1, 2], 13)]
)
def test_the_exhausted_are_saved_but_stay_unconscious(choice, dice, hp):
    """A flier collapses at the end of a round, falls and bleeds out; help saves it, but does not get it up."""
    friend = {"name": "friend", "side": "men", "at": [4, 6], "traits": ["flying"], "fatigue": 3, "hp_left": 3}
    scene = until_round(
        10, {"bandage": 1, "spells": ["mend"], "winds": 3}, friends=[friend], party=[True, False],
        rules={"fate.supply.per_player": 0}, dice=[1, 1, 1, *cards(2), *dice, *cards(2)],
    )  # fmt: skip
    scene.play("end_turn", "end_turn")
    fallen = scene.unit("friend")
    assert (fallen.fatigue, fallen.down, fallen.unconscious) == (4, 1, 0)
    scene.play(choice)
    assert (fallen.hp, fallen.down, fallen.unconscious) == (hp, 0, 1)
    assert scene.events[-1].text == "friend is unconscious"
    scene.play("end_turn", "end_turn")
    assert (scene.round, scene.decider, fallen.card) == (12, "man", -1), "no turn for the friend"


@clause("owh.fatigue.unconscious", "owh.fatigue.extreme")
def test_at_the_third_level_one_still_stands():
    assert duel(man={"fatigue": 3}).unit("man").unconscious == 0


@clause("owh.fatigue.unconscious", "owh.death.battle_end")
def test_a_battle_may_end_in_collapse():
    found = until_round(30, orc={"fatigue": 3})
    found.play("end_turn")
    assert (found.ending, found.winner) == ("last_able", "men")
