"""What people are told of a choice that is not possible: the rule that stands in the way, here under other knobs, too."""

from __future__ import annotations

import pytest
from owh.scenes import duel

from tactica.envs.core.state.choosing import FIRST_ANSWER, Part
from tactica.envs.rulesets.owh.vocab import ANSWERS, Mode, Refusal, Verb
from tactica.experiments.watch.hints import why_not

GHOST = {"traits": ["ethereal"]}
LONG_TURN = {"turn.action_economy.standard_actions": 4}


def after(table, *words, **fields):
    """A table at which something was chosen, and then fields of the man were set."""
    if words:
        table.play(*words)
    for name, value in fields.items():
        setattr(table.unit("man"), name, value)
    return table


def friend(**fields):
    """Someone of the man's side, in base contact with him, with fields that no scenario sets."""
    table = duel(friends=[{"name": "boy", "side": "men", "at": [4, 6]}], distance=4)
    for name, value in fields.items():
        setattr(table.unit("boy"), name, value)
    return table


@pytest.mark.parametrize(
    ("made", "verb", "reason"),
    [
        (lambda: duel(), "attack", "you can choose this now"),
        (lambda: duel(distance=3), "attack", "no standing enemy it knows of is within reach"),
        (
            lambda: duel({"weapons": ["longbow"]}, {"hidden": True}, 5),
            "attack",
            "it sees no standing enemy within range",
        ),
        (lambda: duel({"weapons": ["halberd"]}, GHOST, 2), "attack", "can be harmed by the weapon in hand"),
        (lambda: duel(rules={"attack.per_turn.max_attacks_unmoved": 0}), "attack", "it has no attack left this turn"),
        (lambda: after(duel(dice=[2, 2]), "attack orc", "attack orc"), "heal", "it has too few standard actions left"),
        (lambda: after(duel(dice=[2]), "attack orc"), "move", "you can choose this now"),
        (lambda: after(duel(distance=7), "move 4,6", "move 4,7"), "attack", "it has too few standard actions left"),
        (lambda: after(duel(distance=7, rules=LONG_TURN), "move 4,6", "move 4,7"), "defend", "after two Moves"),
        (
            lambda: after(duel(distance=7, rules=LONG_TURN), "move 4,6", attacks=1),
            "attack",
            "it has moved, so it has no attack left",
        ),
        (lambda: after(duel(distance=7), "move 4,6", others=1), "move", "it has already done something else"),
        (
            lambda: after(duel(rules={"status.blind.max_moves": 0}), blind=1),
            "move",
            "it is blind and has no Move left",
        ),
        (lambda: after(duel(), stunned=1), "execute", "it is stunned"),
        (lambda: after(duel(rules={"status.stunned.blocks_other_actions": 1}), stunned=1), "defend", "it is stunned"),
        (
            lambda: duel(rules={"defend.action.max_per_turn": 0}),
            "defend",
            "the rules of this battle do not allow Defend",
        ),
        (lambda: duel(rules={"item.use.cost": 3}), "heal", "it has too few standard actions left"),
        (
            lambda: duel(rules={"free.single_event.max_per_turn": 0}),
            "drop weapon",
            "it has no free action left this turn",
        ),
        (lambda: duel({"abilities": ["rapid_fire"]}), "free attack", "does not work with what it has in hand"),
        (
            lambda: after(duel({"weapons": ["crossbow"], "abilities": ["rapid_fire"]}, distance=4), loaded=[0]),
            "free attack",
            "the weapon in hand is not loaded",
        ),
        (
            lambda: after(duel({"weapons": ["sword", "crossbow"], "abilities": ["rapid_fire"]}), loaded=[1, 0]),
            "free attack",
            "does not work with what it has in hand",
        ),
        (lambda: duel(), "berserk", "it does not have this ability"),
        (
            lambda: duel({"spells": ["gust"], "winds": 9}, {"body_size": 4}),
            "cast",
            "it sees no target within range for a spell",
        ),
        (lambda: duel({"spells": ["gust"], "winds": 1}), "cast", "it has too few winds left for any of its spells"),
        (lambda: friend(unconscious=1, fatigue=4), "rouse", "no friend in base contact can be woken"),
        (lambda: duel(), "agree", "only as a reply, when the rules ask for it"),
        (lambda: duel(), "withdraw", "only from an edge cell of the board"),
        (lambda: after(duel({"hidden": True}, distance=7), deafened=1), "coordinate", "it is deaf"),
    ],
)
def test_the_rule_that_stands_in_the_way(made, verb, reason):
    assert reason in why_not(made().game, verb)


def told(table, verb, part, value, *before):
    """What is told of a value of a part, once a verb is chosen and whatever comes before that part."""
    game = table.game.clone()
    for answer in (verb, *before):
        game.answer(int(answer))
    tell = game.loops.tell
    answer = int(ANSWERS[part, FIRST_ANSWER]) + value
    number = int(tell(game.states, game.row, game.books, game.fields, game.loops.REFUSAL, answer))
    return Refusal(number).words if number else "it is offered"


def crowd(man=None, orc=None, **third):
    """A duel with two more orcs, the second of them with fields of its own."""
    return duel(
        man,
        orc,
        friends=[
            {"name": "boar", "side": "orcs", "at": [4, 6]},
            {"name": "goblin", "side": "orcs", "at": [9, 5], **third},
        ],
        skip_forced=False,
        size=(24, 12),
    )


def test_why_a_unit_is_no_target():
    assert told(crowd(), Verb.ATTACK, Part.TARGET, 0) == "that unit is not an enemy"
    assert told(crowd(), Verb.ATTACK, Part.TARGET, 1) == "it is offered"
    assert told(crowd(), Verb.ATTACK, Part.TARGET, 3) == "that unit is out of reach"
    assert told(crowd(hidden=True), Verb.ATTACK, Part.TARGET, 3) == "its side does not know where that unit is"
    assert (
        told(crowd({"weapons": ["throwing_knife"]}, at=[23, 5]), Verb.ATTACK, Part.TARGET, 3)
        == "that unit is out of range"
    )


def test_why_a_friend_is_not_woken():
    boys = [{"name": f"boy_{x}", "side": "men", "at": [x, 6]} for x in (3, 4)]
    table = duel(friends=boys, distance=4, skip_forced=False)
    for row, fields in enumerate(({}, {"fatigue": 4})):
        for name, value in {"unconscious": 1, **fields}.items():
            setattr(table.unit(f"boy_{row + 3}"), name, value)
    reasons = [told(table, Verb.ROUSE, Part.TARGET, row) for row in range(3)]
    assert reasons == ["that unit is not unconscious", "it is offered", "that unit is too exhausted to be woken"]


def test_why_a_spell_is_not_cast_at_a_unit():
    gust = int(ANSWERS[Part.MODE, FIRST_ANSWER]) + Mode.GUST
    table = crowd({"spells": ["gust"], "winds": 9}, {"size": 4}, dead=True)
    reasons = [told(table, Verb.CAST, Part.TARGET, row, gust) for row in range(4)]
    fallen = "that unit has fallen or left the battlefield"
    assert reasons == ["that unit is not an enemy", "that unit is too large", "it is offered", fallen]


def deaf_and_blind(**man):
    """The man, who neither sees nor hears, touches a boar. An orc is two cells away, a hurt friend of his three."""
    boy = {"name": "boy", "side": "men", "at": [4, 8], "hp_left": 9}
    boar = {"name": "boar", "side": "orcs", "at": [3, 4]}
    return after(duel(man, distance=2, friends=[boy, boar], skip_forced=False), blind=2, deafened=2)


def test_why_a_unit_that_neither_sees_nor_hears_does_not_aim_at_another():
    unperceived = "it can neither see nor hear that unit"
    for weapon in ("longbow", "throwing_knife", "spear"):
        assert told(deaf_and_blind(weapons=[weapon]), Verb.ATTACK, Part.TARGET, 2) == unperceived
    assert told(deaf_and_blind(weapons=["sword"]), Verb.ATTACK, Part.TARGET, 2) == "that unit is out of reach"
    for spell, target in ((Mode.FIREBOLT, 2), (Mode.MEND, 1)):
        mode = int(ANSWERS[Part.MODE, FIRST_ANSWER]) + spell
        table = deaf_and_blind(spells=["firebolt", "mend"], winds=9, hp_left=9)
        assert told(table, Verb.CAST, Part.TARGET, target, mode) == unperceived


def test_why_an_attack_is_not_made_in_a_mode():
    target = int(ANSWERS[Part.TARGET, FIRST_ANSWER]) + 1
    for orc, mode, reason in (
        ({"weapons": ["claws"]}, Mode.DISARM, "the target has no weapon in hand to lose"),
        ({"traits": ["naturally_blind"]}, Mode.BLINDING, "the target is blind by nature"),
        ({}, Mode.MEND, "that does not fit this action"),
        ({}, Mode.SUBDUE, "it is offered"),
    ):
        assert told(crowd(orc=orc), Verb.ATTACK, Part.MODE, mode, target) == reason


def test_why_a_move_does_not_end_in_a_cell():
    for cell, reason in (
        ((4, 5), "it is already there"),
        ((5, 5), "another unit is there"),
        ((23, 5), "that cell is too far away for one Move"),
        ((4, 20), "that cell is off the board"),
        ((3, 5), "it is offered"),
    ):
        assert told(crowd(), Verb.MOVE, Part.CELL, cell[1] * 32 + cell[0]) == reason


def test_why_a_weapon_is_not_taken_in_hand():
    table = crowd({"weapons": ["sword", "dagger"]})
    reasons = [told(table, Verb.SWITCH_WEAPON, Part.ITEM, slot) for slot in range(3)]
    assert reasons == ["that weapon is already in hand", "it is offered", "that weapon slot is empty"]
