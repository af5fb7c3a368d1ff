"""Equal Initiative: all act at the same time, but winners strike first."""

from __future__ import annotations

import pytest
from fixtures import clause, table
from wfrp1.melee import verbs
from wfrp1.riders import mounted

from tactica.envs.rulesets.wfrp1.vocab import Item


def equals(dice=None, rules=None, ada=None, **both):
    """Ada and an orc in contact, both acting at 40, neither able to parry. The first die of a round says who is taken
    first: 1 Ada, 2 the orc.
    """
    both = {"i": 40, "ws": 33, "s": 3, "t": 3, "w": 1, "npc": True, "int": 30, **both}
    return table(
        {"name": "ada", "side": "men", "at": [2, 1], "facing": "east", **both, **(ada or {})},
        {"name": "orc", "side": "orcs", "at": [3, 1], "facing": "west", **both},
        size=(8, 4),
        dice=dice,
        rules=rules,
    )


@clause("wfrp1.turn.simultaneous")
def test_one_killed_at_the_same_count_still_strikes():
    scene = equals(
        dice=[1, 12, 5, 90, 12, 5, 90]
    )  # a hit for 5, excess 4, severity 4 + 4 = 8: dead; and the same again
    scene.play("ada: strike orc")
    assert (scene.decider, scene.prompt) == ("orc", "turn")
    assert not {"wait", "move_standard", "charge", "declare_flee"} & verbs(scene)
    scene.play("orc: strike ada")
    assert (scene.unit("ada").dead, scene.unit("orc").dead) == (1, 1)
    assert (scene.ending, scene.winner) == ("nobody_standing", None)


@clause("wfrp1.turn.simultaneous")
def test_one_knocked_down_at_the_same_count_strikes_standing():
    scene = equals(
        dice=[1, 7, 2, 30, 34, 1]
    )  # 07 is 70, the body; 2 + 3 - 3, excess 1, severity 1 + 1 = 2: prone; the orc misses
    scene.play("ada: strike orc")
    assert (scene.decider, scene.unit("orc").prone) == ("orc", 0)
    scene.play("orc: strike ada")
    assert scene.unit("orc").prone == 1
    assert [event.kind for event in scene.events if event.kind in ("blow_missed", "knocked_prone")] == [
        "blow_missed", "knocked_prone"
    ]  # fmt: skip


@clause("wfrp1.turn.simultaneous", "wfrp1.flee.declare")
def test_one_put_to_flight_at_the_same_count_strikes_its_blow_first():
    scene = equals(dice=[1, 7, 2, 60, 98, 1])  # the body again, severity 1 + 2 = 3: flight
    scene.play("ada: strike orc")
    assert (scene.decider, scene.unit("orc").fleeing) == ("orc", 0)
    scene.play("orc: strike ada normal")
    assert (scene.round, scene.unit("orc").fleeing) == (2, 2)


@pytest.mark.parametrize(
    ("to_hit", "critical", "hurt"),
    [(7, 10, {"attack_debt": 1}), (12, 10, {"main_hand": Item.NOTHING}), (12, 30, {"right_arm_off": 1}),
     (18, 60, {"leg_off": 4})],
    ids=["blow lost", "weapon dropped", "arm disabled", "leg disabled"],
)  # fmt: skip
@clause("wfrp1.turn.simultaneous", "wfrp1.attack.sequence", "wfrp1.c.critical_table")
def test_one_hurt_at_the_same_count_is_hindered_after_its_blow(to_hit, critical, hurt):
    """A wound too many, and severity 1 to 3; a round later one of the rounds of a disabled limb is over."""
    scene = equals(dice=[1, to_hit, 2, critical, 98])
    before = {field: getattr(scene.unit("orc"), field) for field in hurt}
    scene.play("ada: strike orc")
    assert {field: getattr(scene.unit("orc"), field) for field in hurt} == before
    assert {"strike", "drop"} <= verbs(scene), "it is not put out"
    scene.play("orc: strike ada normal")
    assert scene.last("blow_missed").terms == [("WS", 33)]
    after = scene.unit("orc")
    if "attack_debt" in hurt:
        assert scene.last("lost_blows").who == "orc"
    else:
        assert {field: getattr(after, field) for field in hurt} == hurt


@clause("wfrp1.turn.simultaneous", "wfrp1.c.entangle")
def test_one_caught_in_a_net_at_the_same_count_is_entangled_after_its_blow():
    scene = equals(dice=[1, 7, 98, 1], ada={"main_hand": "net", "specialist": ["net"]})
    scene.play("ada: strike orc normal")
    assert scene.unit("orc").entangled == 0
    scene.play("orc: strike ada normal")
    assert scene.last("blow_missed").terms == [("WS", 33)]
    assert scene.unit("orc").entangled == 2


@pytest.mark.parametrize(("dice", "role"), [([98, 1], 2), ([7, 5, 90], 0)], ids=["it misses", "it kills the holder"])
@clause("wfrp1.turn.simultaneous", "wfrp1.grapple.hold")
def test_one_seized_at_the_same_count_is_held_after_its_blow(dice, role):
    """WS 33 - 20; the Dexterity test fails at 90. Whoever is dead holds nobody."""
    scene = equals(dice=[1, 7, 90, *dice], ada={"main_hand": "none"})
    scene.play("ada: grapple orc")
    assert scene.unit("orc").hold_role == 0
    scene.play("orc: strike ada normal")
    assert (scene.unit("orc").hold_role, scene.unit("ada").dead) == (role, 1 if role == 0 else 0)


@clause("wfrp1.turn.simultaneous")
def test_one_shot_at_the_same_count_may_not_charge_any_more():
    scene = table(
        {"name": "ada", "side": "men", "at": [1, 1], "i": 40, "bs": 50, "main_hand": "short bow", "ammunition": 3},
        {"name": "orc", "side": "orcs", "at": [4, 1], "i": 40, "t": 3, "w": 1, "m": 4},
        {"name": "goblin", "side": "orcs", "at": [7, 3], "i": 10},
        size=(8, 4),
        dice=[1, 12, 5, 90],  # the right arm, 5 + 3 - 3, excess 4, dead
        skip_forced=False,
    )
    scene.play("ada: fire orc normal")
    assert (scene.decider, scene.choices()) == ("orc", ["pass"]), "a blow or a shot is all that is left to it"
    scene.play("orc: pass")
    assert scene.unit("orc").dead == 1


@clause("wfrp1.turn.simultaneous", "wfrp1.c.bomb_blast")
def test_one_shot_at_the_same_count_may_still_throw_its_bomb():
    scene = table(
        {"name": "ada", "side": "men", "at": [1, 1], "i": 40, "bs": 50, "main_hand": "short bow", "ammunition": 3},
        {"name": "orc", "side": "orcs", "at": [4, 1], "i": 40, "t": 3, "w": 1, "main_hand": "bomb", "ammunition": 1,
         "specialist": ["bomb"]},
        {"name": "goblin", "side": "orcs", "at": [7, 3], "i": 10},
        size=(8, 4),
        dice=[1, 12, 5, 90],  # the right arm, 5 + 3 - 3, excess 4, dead
    )  # fmt: skip
    scene.play("ada: fire orc normal")
    assert (scene.decider, verbs(scene)) == ("orc", {"throw_bomb", "pass"})


@clause("wfrp1.turn.simultaneous", "wfrp1.grapple.attempt", "wfrp1.initiative.multiple_attacks")
@pytest.mark.parametrize(("dice", "open_to_it"), [
    ([12, 5, 90], {"strike", "pass"}), ([98], {"strike", "grapple", "drop", "pass"}),
])  # fmt: skip
def test_one_killed_before_a_later_blow_of_the_same_count_has_nothing_but_the_blow(dice, open_to_it):
    """Two blows each, at 40 and 20. All miss at 40; at 20 Ada kills the orc, whose good hand is empty, or misses again."""
    both = {"i": 40, "ws": 33, "s": 3, "t": 3, "w": 1, "a": 2, "npc": True, "int": 30}
    scene = table(
        {"name": "ada", "side": "men", "at": [2, 1], "facing": "east", **both},
        {"name": "orc", "side": "orcs", "at": [3, 1], "facing": "west", **both, "main_hand": "none", "off_hand": "torch"},
        size=(8, 4),
        dice=[1, 98, 98, *dice],
    )  # fmt: skip
    scene.play("ada: strike orc", "orc: strike ada unarmed", "ada: strike orc")
    assert (scene.decider, scene.prompt) == ("orc", "extra_blow")
    assert verbs(scene) == open_to_it


def the_orc_is_winning(dice, rules=None):
    """Ada (I 40) has missed, the orc (I 30) has hit her for 2 + 5 - 3 = 4: it pressed, and both act at 40 now."""
    scene = table(
        {"name": "ada", "side": "men", "at": [4, 1], "facing": "east", "i": 40, "ws": 33, "t": 3, "w": 5, "npc": True,
         "int": 30},
        {"name": "orc", "side": "orcs", "at": [5, 1], "facing": "west", "i": 30, "ws": 33, "s": 5, "w": 7, "npc": True,
         "int": 30},
        size=(8, 4),
        dice=[98, 12, 2, 1, *dice],  # the 1 is for Ada's side
        rules=rules,
    )  # fmt: skip
    scene.play("ada: strike orc", "orc: strike ada", "orc: press", "act", "act")
    assert scene.unit("ada").wounds == 1
    assert (scene.unit("ada").effective_initiative, scene.unit("orc").effective_initiative) == (40, 40)
    return scene


@clause("wfrp1.turn.simultaneous")
def test_between_equals_the_winner_strikes_first():
    scene = the_orc_is_winning([43, 5, 90])  # hits on 33 + 10; 5 + 5 - 3 = 7, excess 6, dead
    assert scene.decider == "orc", "although it stands second in the roster"
    scene.play("strike ada")
    assert scene.unit("ada").dead == 1
    assert scene.ending == "last_side_standing", "and she has not struck"


@clause("wfrp1.turn.simultaneous")
def test_the_winner_need_not_strike_first():
    scene = the_orc_is_winning([], {"turn.simultaneous.winner_first_on_tie": 0})
    assert scene.decider == "ada"


@pytest.mark.parametrize(
    ("dice", "rules", "order"),
    [([1, 1], {}, ["ada", "bert", "orc"]), ([2, 1], {}, ["orc", "ada", "bert"]),
     ([], {"turn.simultaneous.order_on_tie": 0}, ["ada", "bert", "orc"])],
)  # fmt: skip
@clause("wfrp1.turn.simultaneous")
def test_a_die_says_whose_turn_is_taken_first_among_equals(dice, rules, order):
    scene = table(
        {"name": "ada", "side": "men", "at": [1, 1], "i": 40},
        {"name": "bert", "side": "men", "at": [1, 3], "i": 40},
        {"name": "orc", "side": "orcs", "at": [9, 1], "i": 40},
        dice=dice,
        rules=rules,
    )
    for name in order:
        scene.play(f"{name}: pass")
    assert scene.round == 2


@clause("wfrp1.turn.simultaneous", "wfrp1.initiative.effective")
def test_equal_by_their_weapons_only():
    """40 with a two-handed weapon and 30: the die comes after the declarations, and again in the next round."""
    scene = table(
        {"name": "ada", "side": "men", "at": [1, 1], "i": 40, "main_hand": "2-handed weapon"},
        {"name": "orc", "side": "orcs", "at": [9, 1], "i": 30},
        dice=[2, 1],
    )
    assert scene.decider == "orc"
    scene.play("pass", "pass")
    assert (scene.round, scene.decider) == (2, "ada")
    assert scene.last("equals_ordered").text.startswith("initiative tie: men first")


@clause("wfrp1.turn.simultaneous")
def test_fighters_of_one_side_need_no_die():
    scene = table(
        {"name": "ada", "side": "men", "at": [1, 1], "i": 40},
        {"name": "bert", "side": "men", "at": [1, 3], "i": 40},
        {"name": "orc", "side": "orcs", "at": [9, 1], "i": 30},
        dice=[],
    )
    scene.play("ada: pass", "bert: pass", "orc: pass")
    assert scene.round == 2


@pytest.mark.parametrize(("face", "order"), [(1, "abc"), (2, "bca"), (3, "cab")])
@clause("wfrp1.turn.simultaneous")
def test_of_three_sides_the_others_follow_in_turn(face, order):
    units = [{"name": name, "side": f"side_{name}", "at": [4 * k, 0], "i": 30} for k, name in enumerate("abc")]
    scene = table(*units, dice=[face, 1])
    for name in order:
        scene.play(f"{name}: pass")


@clause("wfrp1.turn.simultaneous")
def test_the_odds_of_a_double_kill():
    sure = {"i": 40, "s": 9, "t": 3, "w": 1, "npc": True, "int": 30}  # whoever is hit is dead
    scene = table(
        {"name": "ada", "side": "men", "at": [2, 1], "ws": 20, **sure},
        {"name": "orc", "side": "orcs", "at": [3, 1], "ws": 30, **sure},
        size=(8, 4),
        rules={
            "injury.critical_hit.opt_criticals": 0,
            "attack.fumble.opt_fumbles": 0,
            "damage.additional.opt_additional_damage": 0,
        },
    )
    fate = scene.odds("ada: strike orc", then=["orc: strike ada"], want=("ada.dead", "orc.dead"))
    assert fate.complete
    assert fate[1, 1] == pytest.approx(0.06, abs=1e-6)
    assert fate[0, 1] == pytest.approx(0.14, abs=1e-6)
    assert fate[1, 0] == pytest.approx(0.24, abs=1e-6)
    assert fate[0, 0] == pytest.approx(0.56, abs=1e-6)


@clause("wfrp1.turn.simultaneous", "wfrp1.c.mounts", "wfrp1.mounted.slain_mount", "wfrp1.flee.declare")
@pytest.mark.parametrize(
    ("wounds", "dice", "after"),
    [
        (1, [1], {"mount": -1, "trapped": 0}),
        (1, [95, 1], {"mount": -1, "trapped": 1}),
        (1, [75, 3, 1, 1, 60, 1], {"mount": -1}),
        (6, [1], {"fleeing": 2}),
    ],
    ids=["rider on foot", "rider trapped", "rider thrown", "horse has to flee"],
)
def test_what_befalls_a_mount_at_the_same_count_comes_after_its_riders_blow(wounds, dice, after):
    """65 hits, 41 the horse, for 6 + 5 - 4 = 7: slain, or too much by one; the rider misses, and then it takes effect."""
    scene = mounted(
        [1, 65, 41, 6, 60, 98, *dice],
        {"i": 40, "ws": 90, "s": 5, "npc": True},
        {"i": 40},
        rules={"damage.additional.opt_additional_damage": 0},
        size=(12, 12),
        horse={"wounds": wounds},
    )
    scene.play("orc: strike rider normal")
    assert (scene.decider, scene.prompt) == ("rider", "turn") and "strike" in verbs(scene)
    assert scene.unit("rider").mount == 2 and scene.unit("rider").fleeing == 0
    scene.play("rider: strike orc normal")
    assert {name: getattr(scene.unit("rider"), name) for name in after} == after


@clause("wfrp1.turn.simultaneous", "wfrp1.attack.prone_static")
def test_what_an_equal_does_to_itself_is_so_for_those_taken_later():
    """The one taken first trips over its own feet with 55, and lies before the other strikes."""
    scene = equals([1, 55, 60, 3, 1], w=20)
    scene.play("ada: strike orc normal", "orc: strike ada normal")
    assert scene.last("static_hit").target == "ada"
