"""What is told of a verb or a part that is not offered: the rule that stands in the way, under other knobs as well."""

from __future__ import annotations

import pytest
from woin.scenes import TRADE, duel

from tactica.envs.rulesets.woin.vocab import A_DICE, A_ITEM, A_MODE, A_UNIT, Mode, Refusal, Verb
from tactica.experiments.play.choices import Menu
from tactica.experiments.watch.hints import why_not

FRIEND = {"name": "friend", "side": "men", "at": [4, 8], "weapons": ["longsword"], "INT": 3}
WHIRL = {"exploits": ["whirlwind_frenzy"]}


@pytest.mark.parametrize(
    ("man", "rules", "verb", "refusal"),
    [
        (WHIRL, {"attack.step3_spend.max_exploits_per_attack": 0}, Verb.WHIRLWIND, Refusal.NO_EXPLOITS),
        ({}, {}, Verb.WHIRLWIND, Refusal.NO_EXPLOIT),
        ({"weapons": ["pistol"]}, {"suppress.beneficiary.ammo_cost": 10}, Verb.SUPPRESS, Refusal.TOO_FEW_SHOTS),
        ({"weapons": ["heavy_crossbow"]}, {}, Verb.SUPPRESS, Refusal.SINGLE),
        ({"weapons": ["mace"]}, {}, Verb.SUPPRESS, Refusal.NO_MISSILES),
        ({"weapons": []}, {}, Verb.SUPPRESS, Refusal.NO_MISSILES),
        ({"weapons": ["javelin"]}, {}, Verb.SUPPRESS, Refusal.THROWN_WEAPON),
        ({}, {}, Verb.STAND, Refusal.NOT_PRONE),
        ({}, {}, Verb.HUNKER, Refusal.NO_COVER),
        ({}, {}, Verb.CAST, Refusal.NO_SPELL),
        ({}, {}, Verb.AMBUSH_MOVE, Refusal.FIGHT_HAS_BEGUN),
        ({}, {}, Verb.GUARD, Refusal.WHEN_ASKED),
    ],
)
def test_the_rule_that_stands_in_the_way_of_a_verb(man, rules, verb, refusal):
    table = duel(man=man, distance=5, friends=[FRIEND], rules=rules)
    words = table.game.ruleset.book.vocab.verbs(verb).name.lower().replace("_", " ")
    assert refusal.words in why_not(table.game, words)


def told(game, answer):
    """What is told of an answer."""
    twin = game.clone()
    return Refusal(
        int(twin.loops.tell(twin.states, twin.row, twin.books, twin.fields, twin.loops.REFUSAL, int(answer)))
    )


def test_a_spent_free_action_where_no_other_may_take_its_place():
    table = duel(distance=5, rules={"turn.budget.free_overflow_costs_action": 0})
    table.play("drop_prone")
    assert told(table.game, Verb.SHEATHE) == Refusal.NO_FREE_ACTION and table.unit("man").actions_left == 2


def test_the_parts_of_an_attack():
    ogre = {"name": "ogre", "side": "orcs", "at": [4, 4], "INT": 1}
    table = duel(man={"exploits": ["disarm"]}, orc={"weapons": []}, friends=[FRIEND, ogre])
    game, orc, friend = table.game.clone(), table.names.index("orc"), table.names.index("friend")
    game.answer(int(Verb.ATTACK))
    assert told(game, A_UNIT + friend) == Refusal.NO_ENEMY and told(game, A_UNIT + orc) == Refusal.NONE
    game.answer(A_UNIT + orc)
    assert told(game, A_ITEM) == Refusal.NONE and told(game, A_ITEM + 1) == Refusal.NO_WEAPON
    game.answer(A_ITEM)
    assert told(game, A_MODE + Mode.NORMAL) == Refusal.NONE
    assert told(game, A_MODE + Mode.DISARM) == Refusal.UNARMED
    assert told(game, A_MODE + Mode.TRIP) == Refusal.NO_EXPLOIT
    assert told(game, A_MODE + Mode.GRAB) == Refusal.BARE_HANDS
    assert told(game, A_MODE + Mode.FEAR) == Refusal.NO_ATTACK


@pytest.mark.parametrize(
    ("weapon", "distance", "refusal"),
    [
        ("javelin", 2, Refusal.THROWN_WEAPON),
        ("javelin", 1, Refusal.WITHIN_REACH),
        ("mace", 2, Refusal.MELEE_WEAPON),
        ("heavy_crossbow", 2, Refusal.SINGLE),
        ("longbow", 2, Refusal.NONE),
    ],
)
def test_the_weapon_of_a_double_tap(weapon, distance, refusal):
    """The mace is asked about for the ogre at hand, all others for the orc."""
    ogre = {"name": "ogre", "side": "orcs", "at": [4, 6], "INT": 1}
    man = {"weapons": [weapon], "exploits": ["double_tap"], "ranged_skill": 2}
    table = duel(man=man, distance=distance, friends=[ogre])
    game = table.game.clone()
    game.answer(int(Verb.ATTACK))
    game.answer(A_UNIT + table.names.index("ogre" if weapon == "mace" else "orc"))
    game.answer(A_ITEM)
    assert told(game, A_MODE + Mode.DOUBLE_TAP) == refusal


#: Four dice to attack with, and LUCK.
LUCKY = {"strength": 6, "agility": 6, "melee_skill": 1, "luck": 2}


@pytest.mark.parametrize(
    ("most", "told_of"),
    [
        (4, [Refusal.NONE, Refusal.NONE, Refusal.NONE, Refusal.NO_DICE, Refusal.NO_DICE]),
        (1, [Refusal.NONE, Refusal.NONE, Refusal.TOO_MUCH_DAMAGE, Refusal.TOO_MUCH_DAMAGE, Refusal.TOO_MUCH_DAMAGE]),
    ],
)
def test_how_many_dice_are_traded(most, told_of):
    table = duel(man=LUCKY, rules={TRADE: most})
    table.play("attack orc longsword normal")
    assert [told(table.game, A_DICE + dice) for dice in range(5)] == told_of
    last = told_of[-1].words
    assert why_not(table.game, "four dice") == f"'four dice' is not possible here ({last})"
    assert {"verb": "four dice", "reason": last} in Menu(table.game).missing()
    with pytest.raises(ValueError, match=last.split(":", maxsplit=1)[0]):
        table.play("four_dice")


def test_how_many_luck_dice_are_added():
    table = duel(man=LUCKY, rules={TRADE: 4})
    table.play("attack orc longsword normal", "two_dice")
    assert [told(table.game, A_DICE + dice) for dice in range(5)] == [
        Refusal.TOO_LITTLE_LUCK, Refusal.NONE, Refusal.NONE, Refusal.NO_LUCK, Refusal.TOO_MUCH_LUCK
    ]  # fmt: skip
    assert [one["verb"] for one in Menu(table.game).missing()] == ["no dice", "three dice", "four dice"]


def test_dice_are_asked_for_in_their_own_time():
    table = duel(man=LUCKY, rules={TRADE: 4})
    assert told(table.game, A_DICE + 1) == Refusal.WHEN_ASKED
