"""Healing: the check, the amount, who may be treated, and what a magic resistance takes off."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.scenes import cards, duel, exactly


def patient(man=None, friend=None, **more):
    """A man with a bandage, a friend beside him, an orc farther off."""
    friend = {"name": "friend", "side": "men", "at": [4, 6], "weapons": ["sword"], **(friend or {})}
    return duel(man={"bandage": 1, **(man or {})}, distance=5, friends=[friend], **more)


@clause("owh.heal.check")
@pytest.mark.parametrize(
    ("score", "state", "chance"),
    [(18, {}, 7 / 10), (10, {}, 1 / 2), (18, {"fear": 1}, 49 / 100), (18, {"blind": 2}, 1 / 2)],
)
def test_a_check_of_11_heals(score, state, chance):
    scene = duel(man={"healing": score, "bandage": 1, "hp_left": 20})
    for field, value in state.items():
        setattr(scene.unit("man"), field, value)
    assert scene.odds("heal man", want="passed")[1] == exactly(chance)


@clause("owh.heal.check")
@pytest.mark.parametrize(("roll", "left"), [(10, 1), (11, 1)])
def test_the_bandage_is_spent_even_on_failure(roll, left):
    scene = patient({"bandage": 2}, {"hp_left": 10}, dice=[roll, 1, 1, 1] if roll > 10 else [roll])
    scene.play("heal friend")
    assert scene.unit("man").bandage == left
    assert scene.unit("friend").hp == (10 + 3 + 10 if roll > 10 else 10)


@clause("owh.heal.check")
def test_without_a_bandage_there_is_no_healing():
    assert not patient({"bandage": 0}, {"hp_left": 10}).choices("heal")


@clause("owh.heal.check")
@pytest.mark.parametrize(
    ("at", "state", "is_treated"),
    [
        ([4, 6], {}, False),
        ([4, 6], {"hp": 49}, True),
        ([4, 6], {"bleeding": 1}, True),
        ([4, 6], {"poisoned": 1}, False),
        ([4, 7], {"hp": 20}, False),
        ([3, 4], {"hp": 20}, True),
    ],
)
def test_whoever_is_hurt_or_bleeds_is_treated_in_base_contact(at, state, is_treated):
    scene = patient(friend={"at": at})
    for field, value in state.items():
        setattr(scene.unit("friend"), field, value)
    assert scene.choices("heal") == (["heal friend"] if is_treated else [])


@clause("owh.heal.check")
def test_enemies_are_not_treated():
    scene = duel(man={"bandage": 1}, orc={"hp_left": 5})
    assert not scene.choices("heal")


@clause("owh.heal.check")
def test_once_a_turn_like_any_item():
    scene = patient({"bandage": 2, "potion": 1, "hp_left": 5}, {"hp_left": 5}, dice=[10])
    scene.play("heal friend")
    assert scene.decider == "man"
    assert not scene.choices("heal")
    assert not scene.choices("use_potion")
    assert scene.choices("defend")


@clause("owh.heal.amount")
def test_three_dice_and_the_score():
    scene = duel(man={"healing": 18, "bandage": 1, "hp": 60, "hp_left": 1})
    healed = scene.odds("heal man", want=["passed", "regained"])
    amounts = {amount: p / (7 / 10) for (passed, amount), p in healed.items() if passed}
    assert sum(amount * p for amount, p in amounts.items()) == pytest.approx(28.5)
    assert (min(amounts), max(amounts)) == (21, 36)
    assert amounts[21] == exactly(1 / 216)


@clause("owh.heal.amount")
@pytest.mark.parametrize(
    ("score", "passes", "hp", "full", "chance"), [(18, 7 / 10, 40, 50, 1.0), (8, 9 / 20, 40, 60, 3 / 8)]
)
def test_never_above_the_maximum(score, passes, hp, full, chance):
    scene = duel(man={"healing": score, "bandage": 1, "hp": full, "hp_left": hp})
    odds = scene.odds("heal man", want=["passed", "man.hp"])
    assert odds[1, full] / passes == exactly(chance)
    assert max(hp for _, hp in odds) == full


@clause("owh.heal.amount")
def test_the_maximum_is_that_of_the_diseased():
    scene = duel(man={"healing": 18, "bandage": 1, "hp": 60, "hp_left": 39, "disease": 2}, dice=[20, 6, 6, 6])
    scene.play("heal man")
    assert scene.unit("man").hp == 40


@clause("owh.heal.amount")
def test_field_medics_heal_four_more():
    scene = patient({"healing": 18, "abilities": ["field_medic"]}, {"hp": 90, "hp_left": 10}, dice=[11, 3, 4, 2])
    scene.play("heal friend")
    assert scene.unit("friend").hp == 10 + 9 + 18 + 4


@clause("owh.heal.amount")
def test_bleeding_ends():
    scene = patient(dice=[11, 1, 1, 1])
    scene.unit("friend").bleeding = 3
    scene.play("heal friend")
    assert scene.unit("friend").bleeding == 0


@clause("owh.heal.check")
def test_a_failure_stops_no_bleeding():
    scene = patient(dice=[10])
    scene.unit("friend").bleeding = 3
    scene.play("heal friend")
    assert scene.unit("friend").bleeding == 3


@clause("owh.heal.amount", "owh.completion.rouse")
def test_the_unconscious_wake():
    scene = patient(dice=[11, 1, 1, 1])
    scene.unit("friend").hp = 20
    scene.unit("friend").unconscious = 1
    scene.play("heal friend")
    assert scene.unit("friend").unconscious == 0
    assert scene.unit("friend").hp == 20 + 3 + 10


@clause("owh.heal.amount", "owh.heal.check")
def test_the_unconscious_are_treated_although_unhurt():
    scene = patient()
    scene.unit("friend").unconscious = 1
    assert scene.choices("heal") == ["heal friend"]


@clause("owh.heal.amount", "owh.fatigue.unconscious")
def test_healing_does_not_wake_who_collapsed_of_fatigue():
    scene = patient(friend={"fatigue": 4}, dealt=cards(2), dice=[11, 1, 1, 1])
    scene.unit("friend").hp = 20
    scene.play("heal friend")
    assert scene.unit("friend").hp == 20 + 13
    assert scene.unit("friend").unconscious == 1


# --- magic


def mended(spirit, resistance, hp=1, **more):
    """A wizard with mend beside a hurt friend."""
    friend = {"hp": 90, "hp_left": hp, "magic_resistance": resistance}
    return patient({"spirit": spirit, "spells": ["mend"], "winds": 9, "bandage": 0}, friend, **more)


@clause("owh.heal.magic_resistance")
def test_magic_resistance_is_taken_off():
    healed = mended(18, 4).odds("cast mend friend", want="regained")
    assert healed.mean() == pytest.approx(21.0)
    assert (min(healed), max(healed)) == (16, 26)


@clause("owh.heal.magic_resistance")
def test_nothing_may_be_left():
    assert mended(10, 18).odds("cast mend friend", want="friend.hp")[1] == exactly(13 / 18)


@clause("owh.heal.magic_resistance")
def test_bandages_know_no_magic_resistance():
    scene = patient(friend={"hp_left": 10, "magic_resistance": 9}, dice=[11, 1, 1, 1])
    scene.play("heal friend")
    assert scene.unit("friend").hp == 10 + 3 + 10


@clause("owh.heal.magic_resistance")
@pytest.mark.parametrize(("dice", "hp"), [([4, 4], 0), ([4, 5], 1)])
def test_one_point_must_get_through_to_save_the_dying(dice, hp):
    scene = mended(10, 18, dice=dice, party=[True, False], rules={"fate.denial.enabled": 0})
    friend = scene.unit("friend")
    friend.hp, friend.down = 0, 1
    scene.play("cast mend friend")
    assert friend.hp == hp
    assert friend.down == (hp == 0)


@clause("owh.heal.magic_resistance", "owh.status.bleeding", "owh.completion.rouse")
@pytest.mark.parametrize(("dice", "points"), [([4, 4], 0), ([4, 5], 1)])
def test_one_point_must_get_through_to_stop_bleeding_and_to_wake(dice, points):
    scene = mended(10, 18, hp=20, dice=dice)
    friend = scene.unit("friend")
    friend.bleeding, friend.unconscious = 2, 1
    scene.play("cast mend friend")
    assert friend.hp == 20 + points
    assert (friend.bleeding, friend.unconscious) == ((0, 0) if points else (2, 1))


# --- a maximum of 0 hit points


@clause("owh.status.diseased", "owh.heal.amount", "owh.death.defeat")
@pytest.mark.parametrize(("disease", "hp", "lies"), [(5, 0, 1), (4, 10, 0)])
def test_a_maximum_of_0_keeps_a_patient_down(disease, hp, lies):
    """With a maximum of 50 five levels of disease leave 0, four leave 10."""
    scene = patient({"healing": 10}, {"hp": 50, "disease": 5}, party=[True, False], dice=[20, 6, 6, 6], dealt=cards(2))
    scene.state["tokens"][:2] = 0
    friend = scene.unit("friend")
    assert (friend.hp, friend.down) == (0, 1), "defeated from the start"
    friend.disease = disease
    friend.bleeding = 1
    scene.play("heal friend")
    assert (friend.hp, friend.down, friend.bleeding) == (hp, lies, 0)


@clause("owh.status.diseased", "owh.completion.spells")
def test_no_spell_gets_up_whose_maximum_is_0():
    scene = patient(
        {"spells": ["mend"], "winds": 3, "spirit": 30}, {"hp": 50, "disease": 5}, party=[True, False], dice=[6, 6],
        dealt=cards(2),
    )  # fmt: skip
    scene.state["tokens"][:2] = 0
    scene.play("cast mend friend")
    assert (scene.unit("friend").hp, scene.unit("friend").down) == (0, 1)


@clause("owh.status.diseased", "owh.completion.rouse")
@pytest.mark.parametrize(("disease", "may"), [(5, False), (4, True)])
def test_whose_maximum_is_0_does_not_wake(disease, may):
    scene = patient(friend={"hp": 50})
    friend = scene.unit("friend")
    friend.disease, friend.hp, friend.unconscious = disease, 0, 1
    assert scene.choices("rouse") == (["rouse friend"] if may else [])
