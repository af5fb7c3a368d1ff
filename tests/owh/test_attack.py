"""Attack rolls: what must be exceeded, natural 1 and 20, advantage, how many attacks a turn has."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.measures import PLENTY, damage, p_hit, verbs
from owh.scenes import duel, exactly

BOTH_EDGES = "completion.advantage_dice.cancel_completely"


def face_to_face(orc=None, rules=None, stunned=0, fear=0, **man):
    """A man and an orc in contact; stunned: the orc, which gives the man advantage; fear: his, for disadvantage."""
    scene = duel(man=man, orc={"hp": PLENTY, **(orc or {})}, rules=rules)
    scene.unit("orc").stunned = stunned
    scene.unit("man").fear = fear
    return scene


# --- the roll


@clause("owh.attack.to_hit", "owh.melee.attack")
@pytest.mark.parametrize(("parry", "chance"), [(13, 1 / 2), (12, 11 / 20)])
def test_the_total_must_exceed_parry(parry, chance):
    assert p_hit(face_to_face({"parry": parry}, fighting=16)) == exactly(chance)


@clause("owh.attack.to_hit")
@pytest.mark.parametrize(("die", "hits"), [(10, False), (11, True)])
def test_a_total_equal_to_parry_misses(die, hits):
    scene = duel(man={"fighting": 16}, orc={"parry": 13}, dice=[die, 5][: 1 + hits])
    scene.play("attack orc")
    assert (scene.unit("orc").hp < 50) == hits


@clause("owh.attack.to_hit", "owh.completion.advantage_dice")
def test_advantage_and_disadvantage():
    assert p_hit(face_to_face({"parry": 13}, fighting=16, stunned=1)) == exactly(3 / 4)
    assert p_hit(face_to_face({"parry": 13}, fighting=16, fear=1)) == exactly(1 / 4)


@clause("owh.attack.to_hit")
@pytest.mark.parametrize(("knob", "value", "parry", "chance"), [("die", 10, 8, 1 / 2), ("must_exceed", 0, 13, 11 / 20)])
def test_the_roll_can_be_set(knob, value, parry, chance):
    scene = face_to_face({"parry": parry}, {f"attack.to_hit.{knob}": value}, fighting=16)
    assert p_hit(scene) == exactly(chance)


@clause("owh.attack.to_hit", "owh.damage.formula")
def test_a_hit_and_its_damage():
    scene = duel(man={"fighting": 16, "strength": 14}, orc={"parry": 13, "armour": 4}, dice=[11, 5])
    scene.play("attack orc normal")
    assert scene.unit("orc").hp == 50 - 15


@clause("owh.melee.attack")
def test_fighting_is_what_counts_in_melee():
    assert p_hit(face_to_face({"parry": 13}, fighting=16, shooting=30, agility=30)) == exactly(1 / 2)


# --- natural 1 and 20


@clause("owh.attack.natural_1")
@pytest.mark.parametrize(
    ("fear", "rules", "chance"),
    [(0, {}, 19 / 20), (1, {}, 361 / 400), (0, {"attack.natural_1.auto_miss_on": 0}, 1.0)],
)
def test_a_natural_1_misses_whatever_the_total(fear, rules, chance):
    scene = face_to_face({"parry": 5}, rules, fighting=34, fear=fear)
    assert p_hit(scene) == exactly(chance)


@clause("owh.attack.natural_1")
@pytest.mark.parametrize(("die", "hits"), [(1, False), (2, True)])
def test_only_a_natural_1_misses_so(die, hits):
    scene = duel(man={"fighting": 34}, orc={"parry": 5}, dice=[die, 5][: 1 + hits])
    scene.play("attack orc")
    assert (scene.unit("orc").hp < 50) == hits


@clause("owh.attack.natural_20", "owh.completion.advantage_dice")
@pytest.mark.parametrize(
    ("stunned", "fear", "chance"), [(0, 0, 1 / 20), (1, 0, 39 / 400), (0, 1, 1 / 400)]
)  # fmt: skip
def test_a_natural_20_hits_whatever_the_parry(stunned, fear, chance):
    assert p_hit(face_to_face({"parry": 40}, stunned=stunned, fear=fear)) == exactly(chance)


@clause("owh.attack.natural_20", "owh.damage.formula")
def test_a_natural_20_rolls_the_weapon_dice_twice():
    scene = face_to_face({"armour": 4}, strength=14)
    assert damage(scene) == (exactly(14.5), 11, 18)
    assert damage(scene, critical=True) == (exactly(19), 12, 26)


@clause("owh.attack.natural_20")
def test_what_a_natural_20_does_can_be_set():
    never = {"attack.natural_20.nat20_auto_hit": 0}
    assert p_hit(face_to_face({"parry": 40}, never)) == exactly(0)
    often = {"attack.natural_20.crit_on": 19}
    assert p_hit(face_to_face({"parry": 40}, often)) == exactly(1 / 10)
    thrice = face_to_face({"armour": 4}, {"attack.natural_20.dice_multiplier": 3}, strength=14)
    assert damage(thrice, critical=True) == (exactly(23.5), 13, 34)


# --- advantage and disadvantage


@clause("owh.completion.advantage_dice")
@pytest.mark.parametrize(
    ("stunned", "fear", "chance"), [(0, 0, 1 / 2), (1, 0, 3 / 4), (0, 1, 1 / 4), (1, 1, 1 / 2)]
)  # fmt: skip
def test_a_natural_11_or_more(stunned, fear, chance):
    assert p_hit(face_to_face({"parry": 10}, stunned=stunned, fear=fear)) == exactly(chance)


@clause("owh.completion.advantage_dice")
def test_one_advantage_cancels_two_disadvantages():
    unarmed = {"weapons": [], "stunned": 1, "fear": 1}
    assert p_hit(face_to_face({"parry": 10}, **unarmed)) == exactly(1 / 2)
    assert p_hit(face_to_face({"parry": 10}, {BOTH_EDGES: 0}, **unarmed)) == exactly(1 / 4)
    assert p_hit(face_to_face({"parry": 10}, weapons=[], fear=1)) == exactly(1 / 4), "disadvantages do not add up"


@clause("owh.completion.advantage_dice")
def test_advantage_can_be_taken_away():
    scene = face_to_face({"parry": 10}, {"completion.advantage_dice.dice": 1}, stunned=1)
    assert p_hit(scene) == exactly(1 / 2)


# --- scores


@clause("owh.completion.score_modifier")
@pytest.mark.parametrize(
    ("score", "modifier"), [(10, 0), (9, -1), (11, 0), (18, 4), (33, 11), (34, 12), (35, 12), (40, 12), (1, -5)]
)
def test_a_score_as_modifier(score, modifier):
    assert p_hit(face_to_face({"parry": 14}, fighting=score)) == exactly((6 + modifier) / 20)


@clause("owh.completion.score_modifier")
@pytest.mark.parametrize(
    ("knob", "value", "score", "modifier"),
    [
        ("base", 12, 16, 2),
        ("base", 20, 1, -5),  # the lower limit, -9 or -10 without it
        ("divisor", 3, 16, 2),
        ("min", -3, 1, -3),
        ("max", 5, 40, 5),
    ],
)
def test_the_modifier_can_be_set(knob, value, score, modifier):
    scene = face_to_face({"parry": 14}, {f"completion.score_modifier.{knob}": value}, fighting=score)
    assert p_hit(scene) == exactly((6 + modifier) / 20)


@clause("owh.completion.score_modifier")
def test_disease_is_subtracted_without_limit():
    assert p_hit(face_to_face({"parry": 10}, fighting=1, hp=PLENTY, disease=3)) == exactly((10 - 5 - 3) / 20)


# --- how many attacks


@clause("owh.attack.per_turn")
def test_two_attacks_or_attack_and_defend_or_attack_and_move():
    scene = duel(dice=[2, 2])
    scene.play("attack orc")
    assert {"attack", "defend", "move"} <= verbs(scene)
    scene.play("attack orc")
    assert not verbs(scene) & {"attack", "defend", "move"}


@clause("owh.attack.per_turn", "owh.move.action")
def test_one_attack_with_a_move():
    scene = duel(distance=2, dice=[2])
    scene.play("move 5,5", "attack orc")
    assert not verbs(scene) & {"attack", "move", "defend"}


@clause("owh.attack.per_turn")
def test_whoever_has_moved_attacks_once_however_many_actions_there_are():
    rules = {"turn.action_economy.standard_actions": 3}
    scene = duel(distance=2, dice=[2], rules=rules)
    scene.play("move 5,5", "attack orc")
    assert "attack" not in verbs(scene) and "defend" in verbs(scene)
    scene = duel(dice=[2, 2], rules=rules)
    scene.play("attack orc", "attack orc")
    assert "attack" not in verbs(scene) and "defend" in verbs(scene)


@clause("owh.attack.per_turn")
def test_how_many_attacks_can_be_set():
    scene = duel(dice=[2], rules={"attack.per_turn.max_attacks_unmoved": 1})
    scene.play("attack orc")
    assert "attack" not in verbs(scene) and "defend" in verbs(scene)
    scene = duel(distance=2, rules={"attack.per_turn.max_attacks_moved": 0})
    scene.play("move 5,5")
    assert "attack" not in verbs(scene) and "defend" in verbs(scene)


@clause("owh.attack.per_turn")
def test_two_attacks_may_have_two_targets_and_modes():
    goblin = {"name": "goblin", "side": "orcs", "at": [3, 5]}
    scene = duel(friends=[goblin], dice=[2, 2])
    scene.play("attack orc subdue", "attack goblin called")
    assert [event.target for event in scene.events if event.kind == "attack_missed"] == ["orc", "goblin"]


# --- checks


@clause("owh.completion.check")
@pytest.mark.parametrize(("stealth", "chance"), [(10, 1 / 2), (34, 1.0), (8, 9 / 20)])
def test_a_check_succeeds_with_its_number(stealth, chance):
    scene = duel(man={"stealth": stealth}, distance=4, map=BEHIND_A_WALL)
    assert scene.odds("hide", want="man.hidden")[1] == exactly(chance)


@clause("owh.completion.check")
def test_a_natural_20_is_no_success_by_itself():
    scene = duel(distance=4, map=BEHIND_A_WALL, rules={"hide.action.tn": 21})
    assert scene.odds("hide", want="man.hidden")[1] == exactly(0)


BEHIND_A_WALL = "\n".join("......#....." for _ in range(12))
