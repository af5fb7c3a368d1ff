"""Whom to attack: one of several enemies, or the character among them."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.frays import CALM, HARDY, attacks_of, blows, fought, melee, settled, strikes
from tow.scenes import exactly, fray, regiment

TOUGH = {"char_toughness": 10, "char_wounds": 5}


def two(men=None, rules=None, **more):
    """Men before orcs, who face their three left files, and goblins, who face the other two."""
    return melee(
        regiment("men", at=(10, 14), **{**HARDY, **(men or {})}),
        regiment("orcs", at=(12, 13), facing="south", models=3, files=3, **HARDY),
        regiment("goblins", "orcs", at=(14, 13), facing="south", models=2, files=2, **HARDY),
        **{"dice": None, "rules": rules, **more},
    )


def at_lord(men=None, **lord):
    """Men before orcs with a lord in the middle of their front rank, who comes to strike later than they do."""
    orcs = {**HARDY, "character": "lord", "char_attacks": 0, **TOUGH, **lord}
    scene = fray(men={**HARDY, **(men or {})}, orcs=orcs, dice=None)
    scene.play("pass")
    return scene


def groups(scene, who="men"):
    """Target and number of each group of attacks."""
    return [(target, amount) for one, target, amount, _ in strikes(scene) if one == who]


# --- units


@clause("tow.x.combat.allocate")
def test_a_unit_picks_one_of_the_enemies_it_touches():
    scene = two()
    scene.play("pass")
    assert (scene.decider, scene.prompt) == ("men", "target")
    assert scene.choices() == ["orcs", "goblins"]


@clause("tow.x.combat.allocate")
def test_nobody_is_asked_without_a_choice():
    scene = fray(men=HARDY, orcs=HARDY, dice=None)
    scene.play("pass")
    assert attacks_of(scene) == 10
    assert scene.decider == "spy"


@clause("tow.x.combat.allocate")
@pytest.mark.parametrize(("choice", "first", "second"), [
    ("orcs", ("orcs", 4 + 4), ("goblins", 1 + 1)), ("goblins", ("goblins", 3 + 3), ("orcs", 2 + 2)),
])  # fmt: skip
def test_those_in_touch_attack_it_and_the_others_whom_they_touch(choice, first, second):
    """At the seam corners touch: two men reach both. Supporters follow the man in front of them."""
    scene = fought(two(), attack=f"attack_unit {choice}")
    assert groups(scene) == [first, second]


@clause("tow.x.combat.allocate")
def test_the_others_attack_the_first_of_those_they_touch():
    """Three enemies of two files, the last of whom is chosen: one man touches both others, and attacks the first of them."""
    names = ["orcs", "goblins", "trolls"]
    foes = [
        regiment(name, "orcs", at=(11 + 2 * i, 13), facing="south", models=2, files=2, **HARDY)
        for i, name in enumerate(names)
    ]
    scene = melee(regiment("men", at=(10, 14), models=6, files=6, **HARDY), *foes, dice=None)
    fought(scene, attack="attack_unit trolls")
    assert groups(scene) == [("trolls", 3), ("orcs", 3)]


@clause("tow.x.combat.allocate", "tow.x.combat.initiative_order")
def test_it_is_asked_when_the_unit_strikes():
    """After those of higher Initiative, and before those of lower."""
    scene = two({"initiative": 2})
    scene.play("pass")
    assert {who for who, *_ in strikes(scene)} == {"orcs", "goblins"}
    swift = two({"initiative": 4})
    swift.play("pass")
    assert strikes(swift) == []


@clause("tow.x.combat.allocate", "tow.x.combat.losses_before_striking")
def test_losses_leave_some_at_the_chosen_enemy():
    """Three of the men fall to orcs and goblins who strike first: two of five fighters are left for orcs and goblins together."""
    men = {"toughness": 3, "initiative": 2}
    rules = {"x.combat.supporting.base_support_ranks": 0}
    scene = two(men, rules=rules, dice=[*blows(3, 2), *blows(2, 1)] + [1] * 2)
    scene.play("pass")
    scene.play("orcs")
    assert attacks_of(scene) == 5 - 3


# --- characters


@clause("tow.x.combat.allocate", "tow.x.character.embedded")
def test_a_character_may_be_attacked_by_those_who_touch_its_cell():
    """The lord stands in the third of five files: three men touch his cell."""
    scene = at_lord()
    assert (scene.decider, scene.prompt) == ("men", "attack")
    assert scene.choices() == ["attack_unit orcs", "attack_character orcs"]


@clause("tow.x.combat.allocate")
def test_those_in_touch_attack_the_character_and_supporters_never_do():
    scene = at_lord()
    scene.play("attack_character orcs")
    settled(scene)
    found = groups(scene)
    assert sorted(amount for _, amount in found) == [3, 2 + 5]
    assert len([e for e in scene.events if e.kind == "strikes"]) == 2 + 1


@clause("tow.x.combat.allocate", "tow.x.character.embedded")
def test_attacks_at_the_character_wound_it_alone():
    """It has its own Toughness and armour: S 3 against T 3, saved on 5, three attacks; supporters do nothing to T 10."""
    scene = at_lord(char_toughness=3, char_armour_value=5, models=6, files=5)
    found = scene.odds(
        "attack_character orcs", want=["event character_lost.amount on orcs", "result models on orcs"], open="stop"
    )
    p = 1 / 4 * 4 / 6
    assert found.of("result models on orcs")[0] == exactly(1.0)
    assert found.p(lambda value: not value[0]) == exactly((1 - p) ** 3)


@clause("tow.x.combat.allocate", "tow.x.character.embedded")
def test_attacks_at_the_unit_never_wound_the_character():
    """Ten attacks that wound nearly always: nine men of the rank and file can fall, and the lord stands."""
    orcs = {"models": 10, "character": "lord", "char_attacks": 0, "traits": ["unbreakable"], "attacks": 0}
    men = {**HARDY, "attacks": 2, "strength": 10, "weapon_skill": 10}
    scene = fray(men=men, orcs=orcs, dice=None)
    scene.play("pass")
    found = scene.odds("attack_unit orcs", want=["orcs.models", "orcs.char_lost_wounds"], open="stop")
    assert {wounds for _, wounds in found} == {0}
    assert min(models for models, _ in found) == 1


@clause("tow.x.combat.allocate")
def test_who_does_not_touch_the_character_may_not_choose_it():
    """The orcs overlap the men by two files; their lord is in the middle of six."""
    scene = melee(
        regiment("men", at=(10, 10), **HARDY),
        regiment("orcs", at=(19, 9), facing="south", models=18, files=6, character="lord", **CALM | {"toughness": 10}), dice=None,
    )  # fmt: skip
    scene.play("pass")
    assert scene.prompt != "attack"


@clause("tow.x.combat.allocate", "tow.x.character.embedded")
def test_a_character_strikes_where_it_stands_with_the_unit():
    """The lord makes four attacks at his own Initiative, the other four fighters and the five supporters theirs."""
    scene = fought(fray(men={**HARDY, "character": "lord"}, orcs=HARDY, dice=None))
    assert [(amount, step) for who, _, amount, step in strikes(scene) if who == "men"] == [(4, 6), (4 + 5, 3)]
