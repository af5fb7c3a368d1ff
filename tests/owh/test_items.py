"""Items, and waking the unconscious."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.scenes import cards, duel, exactly

OTHER = {"name": "other", "side": "orcs", "at": [11, 11]}


def pair(man=None, friend=None, distance=5, **more):
    """A man and a friend beside him, an orc farther off."""
    friend = {"name": "friend", "side": "men", "at": [4, 6], "weapons": ["sword"], **(friend or {})}
    return duel(man, distance=distance, friends=[friend], **more)


def given(verb, man, friend=None, states=None, **more):
    """The choices of a verb when the friend is in some state."""
    scene = pair(man, friend, **more)
    for name, fields in (states or {}).items():
        for field, value in fields.items():
            setattr(scene.unit(name), field, value)
    return scene.choices(verb)


# --- potions


@clause("owh.completion.items")
def test_a_potion():
    drunk = duel({"potion": 1, "hp": 100, "hp_left": 20}).odds("use_potion man", want="regained")
    assert drunk.mean() == pytest.approx(17.0)
    assert (min(drunk), max(drunk)) == (12, 22)
    assert drunk[12] == exactly(1 / 36)


@clause("owh.completion.items")
def test_never_above_the_maximum():
    odds = duel({"potion": 1, "hp": 60, "hp_left": 45}).odds("use_potion man", want="man.hp")
    assert odds[60] == exactly(5 / 6)
    assert max(odds) == 60


@clause("owh.completion.items", "owh.item.use")
def test_it_is_given_to_a_friend_and_used_up():
    scene = pair({"potion": 2, "antidote": 1, "bandage": 1}, {"hp_left": 9}, dice=[3, 4])
    scene.play("use_potion friend")
    assert scene.unit("friend").hp == 9 + 3 + 4 + 10
    assert (scene.unit("man").potion, scene.unit("man").actions_left) == (1, 1)
    assert not scene.choices("use_potion")
    assert not scene.choices("heal")


@clause("owh.completion.items")
@pytest.mark.parametrize(
    ("friend", "states", "may"),
    [
        ({"hp_left": 9}, {}, True),
        ({}, {}, False),
        ({"hp_left": 9, "at": [4, 7]}, {}, False),
        ({"hp_left": 9}, {"friend": {"unconscious": 1}}, False),
        ({"hp_left": 9}, {"friend": {"paralyzed": 1}}, True),
        ({"hp_left": 9}, {"man": {"potion": 0}}, False),
    ],
)
def test_who_drinks_potions(friend, states, may):
    assert given("use_potion", {"potion": 1}, friend, states) == (["use_potion friend"] if may else [])


@clause("owh.item.use", "owh.status.poisoned", "owh.status.ignited", "owh.death.status_on_downed")
@pytest.mark.parametrize(("downed", "may"), [
    ({"unconscious": 1}, {"use_antidote", "use_water"}), ({"down": 1, "hp": 0}, set()), ({"dead": 1, "hp": 0}, set()),
])  # fmt: skip
def test_what_the_fallen_can_be_given(downed, may):
    """Nobody who is unconscious drinks; who bleeds out gets items along with healing."""
    scene = pair({"potion": 1, "antidote": 1, "water": 1, "courage": 1}, {"hp_left": 9})
    for field, value in {"poisoned": 1, "ignited": 2, "fear": 1, **downed}.items():
        setattr(scene.unit("friend"), field, value)
    assert {choice.split()[0] for choice in scene.choices() if choice.endswith(" friend")} - {"rouse"} == may


@clause("owh.item.use")
def test_water_for_the_unconscious():
    scene = pair({"water": 1})
    scene.unit("friend").unconscious, scene.unit("friend").ignited = 1, 2
    scene.play("use_water friend")
    assert (scene.unit("friend").ignited, scene.unit("friend").unconscious, scene.unit("man").water) == (0, 1, 0)


@clause("owh.completion.items")
def test_who_bleeds_out_cannot_drink():
    down = {"friend": {"hp": 0, "down": 1}}
    rules = {"fate.denial.enabled": 0}
    assert not given("use_potion", {"potion": 1}, {}, down, party=[True, False], rules=rules)


@clause("owh.completion.items")
def test_enemies_get_nothing():
    scene = duel({"potion": 1, "antidote": 1, "water": 1, "courage": 1}, {"hp_left": 5})
    for field in ("poisoned", "ignited", "fear"):
        setattr(scene.unit("orc"), field, 1)
    assert not scene.choices("use")


# --- cures


@clause("owh.completion.items", "owh.item.use")
@pytest.mark.parametrize(
    ("verb", "item", "field", "had"),
    [
        ("use_antidote", "antidote", "poisoned", 1),
        ("use_antidote", "antidote", "paralyzed", 1),
        ("use_water", "water", "ignited", 3),
        ("use_courage", "courage", "fear", 3),
    ],
)
def test_cures(verb, item, field, had):
    scene = pair({item: 2})
    assert not scene.choices(verb)
    setattr(scene.unit("friend"), field, had)
    assert scene.choices(verb) == [f"{verb} friend"]
    scene.play(f"{verb} friend")
    assert getattr(scene.unit("friend"), field) == 0
    assert (getattr(scene.unit("man"), item), scene.unit("man").actions_left) == (1, 1)
    assert not scene.choices("use")


@clause("owh.completion.items", "owh.item.use")
@pytest.mark.parametrize(
    ("verb", "item", "field"),
    [("use_antidote", "antidote", "poisoned"), ("use_water", "water", "ignited"), ("use_courage", "courage", "fear")],
)
def test_cures_for_oneself_and_only_in_contact(verb, item, field):
    scene = pair({item: 1}, {"at": [4, 7]})
    setattr(scene.unit("friend"), field, 1)
    assert not scene.choices(verb)
    setattr(scene.unit("man"), field, 1)
    assert scene.choices(verb) == [f"{verb} man"]


@clause("owh.completion.items")
def test_an_antidote_ends_both_poison_and_paralysis():
    scene = pair({"antidote": 1})
    scene.unit("friend").poisoned = scene.unit("friend").paralyzed = 1
    scene.play("use_antidote friend")
    assert (scene.unit("friend").poisoned, scene.unit("friend").paralyzed) == (0, 0)


@clause("owh.completion.items", "owh.status.paralyzed")
def test_the_paralyzed_need_a_friend():
    scene = pair({"antidote": 1}, {"antidote": 1})
    scene.unit("friend").paralyzed = 1
    scene.play("end_turn")
    assert scene.decider == "orc"
    assert scene.unit("friend").paralyzed == 1


@clause("owh.completion.items", "owh.fear.horrified")
def test_the_horrified_need_a_friend():
    scene = pair({"courage": 1}, {"courage": 1})
    scene.unit("friend").fear, scene.unit("friend").rooted = 3, 2
    scene.play("use_courage friend")
    assert (scene.unit("friend").fear, scene.unit("friend").courage) == (0, 1)


@clause("owh.completion.items")
def test_a_cure_that_is_not_needed_does_not_go():
    assert not given("use", {"antidote": 1, "water": 1, "courage": 1}, states={"friend": {"bleeding": 2}})


# --- coatings


def coater(man=None, **more):
    """A man who hits unless he rolls a 1, with venom and sleep poison."""
    man = {"fighting": 40, "venom": 1, "sleep": 1, **(man or {})}
    return duel(man, {"parry": 1, "hp": 400}, friends=[OTHER], **more)


@clause("owh.completion.items")
def test_venom_lasts_three_hits():
    scene = coater(dice=[*([19, 1, 15] * 2), *([*cards(3)]), 19, 1, 15, 19, 1])
    scene.play("coat_venom")
    man = scene.unit("man")
    assert (man.venom, man.venom_charges, man.venom_slot, man.actions_left) == (0, 3, 0, 1)
    man.actions_left = 2
    scene.play("attack orc normal", "attack orc normal")
    assert man.venom_charges == 1
    scene.play("end_turn", "end_turn", "end_turn")
    scene.play("attack orc normal")
    assert (man.venom_charges, man.venom_slot) == (0, -1)
    scene.play("attack orc normal")
    assert scene.unit("orc").poisoned == 0


@clause("owh.completion.items", "owh.status.poison_trigger")
@pytest.mark.parametrize(("roll", "poisoned"), [(14, 1), (15, 0)])
def test_each_hit_is_resisted(roll, poisoned):
    scene = coater(dice=[19, 1, roll])
    scene.play("coat_venom", "attack orc normal")
    assert scene.unit("orc").poisoned == poisoned
    assert scene.unit("man").venom_charges == 2


@clause("owh.completion.items")
def test_a_miss_costs_no_charge():
    scene = coater(dice=[1])
    scene.play("coat_venom", "attack orc normal")
    assert scene.unit("man").venom_charges == 3


@clause("owh.completion.items", "owh.incapacitate.methods")
@pytest.mark.parametrize(("roll", "asleep"), [(14, 1), (15, 0)])
def test_sleep_poison_lasts_one_hit(roll, asleep):
    scene = coater(dice=[19, 1, roll])
    scene.play("coat_sleep")
    man = scene.unit("man")
    assert (man.sleep, man.sleep_charges, man.sleep_slot) == (0, 1, 0)
    scene.play("attack orc normal")
    assert (scene.unit("orc").unconscious, man.sleep_charges) == (asleep, 0)


@clause("owh.incapacitate.methods", "owh.completion.items", "owh.pr.roll")
def test_how_likely_a_hit_puts_to_sleep():
    scene = duel({"fighting": 40, "sleep": 1}, {"parry": 1, "stamina": 12}, friends=[OTHER])
    odds = scene.odds("coat_sleep", then=["attack orc normal"], want="orc.unconscious")
    assert odds[1] / (19 / 20) == exactly(13 / 20)


@clause("owh.completion.items")
@pytest.mark.parametrize(("weapons", "may"), [(["sword"], True), (["longbow"], True), (["claws"], False), ([], False)])
def test_only_a_weapon_in_hand_is_coated(weapons, may):
    scene = duel({"venom": 1, "sleep": 1, "weapons": weapons})
    assert bool(scene.choices("coat_venom")) is may
    assert bool(scene.choices("coat_sleep")) is may


@clause("owh.completion.items")
def test_without_the_poison_nothing_is_coated():
    assert not duel().choices("coat")


@clause("owh.completion.items", "owh.item.use")
def test_one_coating_a_turn():
    scene = coater()
    scene.play("coat_venom")
    assert not scene.choices("coat")


@clause("owh.completion.items")
def test_a_coating_is_refilled_not_added_to():
    scene = coater({"venom": 2})
    scene.unit("man").venom_slot, scene.unit("man").venom_charges = 0, 2
    scene.play("coat_venom")
    assert scene.unit("man").venom_charges == 3


@clause("owh.completion.items", "owh.completion.hands")
def test_a_coating_stays_with_its_weapon():
    scene = coater({"weapons": ["sword", "dagger"]}, dice=[19, 1])
    scene.play("coat_venom", "switch_weapon dagger", "attack orc normal")
    assert scene.unit("man").venom_charges == 3


@clause("owh.completion.items", "owh.completion.hands")
def test_a_coating_is_gone_with_its_weapon():
    scene = coater()
    scene.play("coat_venom", "drop_weapon")
    assert (scene.unit("man").venom_charges, scene.unit("man").venom_slot) == (0, -1)


# --- waking


@clause("owh.completion.rouse")
def test_rousing_takes_an_action_and_no_roll():
    scene = pair()
    scene.unit("friend").unconscious, scene.unit("friend").hp = 1, 1
    assert scene.choices("rouse") == ["rouse friend"]
    scene.play("rouse friend")
    assert (scene.unit("friend").unconscious, scene.unit("friend").hp) == (0, 1)
    assert scene.unit("man").actions_left == 1


@clause("owh.completion.rouse", "owh.death.reentry")
def test_the_roused_act_from_the_next_round_on():
    """The orc is dealt a joker and knocks the friend out before its turn; the man wakes it in the same round."""
    orc = {"at": [5, 6], "fighting": 40, "strength": 1}
    dice = [19, 1, 10, 1, *cards(3)]
    scene = pair(friend={"parry": 1}, orc=orc, dealt=[52, 51, 52], dice=dice)
    scene.play("attack friend headshot", "end_turn", "rouse friend", "end_turn")
    assert scene.unit("friend").unconscious == 0
    assert (scene.round, scene.decider) == (2, "man")
    scene.play("end_turn")
    assert scene.decider == "friend"


@clause("owh.completion.rouse")
@pytest.mark.parametrize(
    ("friend", "states", "may"),
    [
        ({}, {"friend": {"unconscious": 1}}, True),
        ({}, {}, False),
        ({"at": [4, 7]}, {"friend": {"unconscious": 1}}, False),
        ({}, {"friend": {"paralyzed": 1}}, False),
        ({}, {"friend": {"unconscious": 1}, "man": {"stunned": 1}}, True),
    ],
)
def test_who_can_be_roused(friend, states, may):
    assert given("rouse", {}, friend, states) == (["rouse friend"] if may else [])


@clause("owh.completion.rouse")
def test_enemies_are_not_roused():
    scene = duel(friends=[OTHER])
    scene.unit("orc").unconscious = 1
    assert not scene.choices("rouse")


@clause("owh.completion.rouse")
def test_rousing_is_no_use_of_an_item():
    scene = pair({"potion": 1}, {"hp_left": 20})
    scene.unit("friend").unconscious = 1
    scene.play("rouse friend")
    assert scene.choices("use_potion") == ["use_potion friend"]
