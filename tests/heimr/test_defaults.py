"""The neutral choices, which behaviours lean to: what is answered at each prompt where nothing speaks against it."""

from __future__ import annotations

import pytest
from fixtures import clause
from heimr.blows import PLENTY, bare, striker, use, with_skill
from heimr.ground import act, archer, dodging, foe, man, parrying, scene, swordsman

from tactica.agents.why import why

BOTH = {"weapons": ["medium_weapon"], "shield": "medium_shield"}


def neutral(table) -> str:
    """The neutral answer to what is asked, in words."""
    found = why(table.game, {"intents": {"react": 1.0}})
    assert found.choices[0].intent == "react"
    word = found.choices[0].text.split()[0]
    return word if word != "none" else table.game.describe_answer(found.answer)


def asked(hero):
    """What a man takes as his defence at the end of his turn."""
    table = scene(man(**hero), foe(at="C1"))
    table.play("end_turn")
    assert table.prompt == "defence"
    return neutral(table)


# --- which defence


@clause("heimr.c.default_choices")
@pytest.mark.parametrize(
    ("hero", "found"),
    [
        ({"agility": (0, 2), "weapons": ["medium_weapon"], "dueling": (0, 2)}, "parry_sword_hand"),  # 1, 2 and 1, 5
        ({"agility": (0, 6), "weapons": ["medium_weapon"], "dueling": (0, 2)}, "use_dodge"),
        ({"agility": (0, 3), "weapons": ["medium_weapon"]}, "use_dodge"),  # equal: 1, 3 and 1, 3
        ({**BOTH, "agility": (0, 1)}, "use_block"),  # equal: 1, 3 and 1, 3
        ({**BOTH, "weapons": ["light_weapon"], "sword_and_shield": (0, 3)}, "use_block"),
        ({"weapons": ["light_weapon", "light_weapon"]}, "parry_sword_hand"),
        ({"agility": (1, 0), "weapons": ["light_weapon"], "sta": -3}, "use_dodge"),  # fatigue 7: consistency counts
        ({"agility": (1, 0), "weapons": ["light_weapon"], "sta": 3}, "parry_sword_hand"),
    ],
)  # fmt: skip
def test_the_defence_with_the_highest_mean_that_holds(hero, found):
    """A mean natural result of 5.55 for a consistency of 1, of 3.5 for 0, and no more than the share that reaches fatigue."""
    assert asked(hero) == found


@clause("heimr.c.default_choices", "heimr.defence.multiple")
def test_what_has_been_used_is_worth_less():
    hero = man(agility=(1, 2), weapons=["medium_weapon"], stand=dodging(3, 2))
    table = scene(striker(4, 9, side="orcs", name="orc"), {**hero, "hp_max": PLENTY})
    table.dice = [6, 10, 10, 1, 1]
    table.play("weapon_attack man", "defend")
    assert (table.prompt, table.decider) == ("defence", "man") and neutral(table) == "parry_sword_hand"


@clause("heimr.c.default_choices", "heimr.defence.parry_vs_ranged")
def test_against_a_shot_what_stops_it():
    table = scene(archer(at="B2"), foe(at="B3", weapons=["medium_weapon"], stand=parrying(8)))
    table.play("shoot orc")
    assert (table.prompt, table.decider) == ("defence", "orc") and neutral(table) == "use_dodge"


# --- the others


@clause("heimr.c.default_choices", "heimr.defence.decline")
def test_nobody_declines():
    table = scene(striker(), foe(stand=dodging(2)))
    table.play("weapon_attack orc")
    assert table.prompt == "attacked" and neutral(table) == "defend"


@clause("heimr.c.default_choices", "heimr.brawl.provoked")
def test_a_provoked_blow_is_struck():
    table = scene(man(), foe(weapons=["medium_weapon"]))
    table.play("brawl orc")
    assert (table.prompt, table.decider) == ("provoked", "orc") and neutral(table) == "attack_it"


@clause("heimr.c.default_choices", "heimr.check.willpower_reroll")
def test_nothing_is_rolled_again():
    table = scene(man(), foe(at="C1"), borders=[("B2", "B3", {"crossing": 9})])
    table.dice = [5, 3]
    table.play("move north")
    assert table.prompt == "reroll" and neutral(table) == "accept"


@clause("heimr.c.default_choices", "heimr.effect.resist")
def test_effects_are_resisted():
    table = scene(with_skill("knockdown"), bare(skills=["resist"]))
    table.play("prime_skill knockdown")
    table.dice = [6, 10]
    table.play("weapon_attack orc")
    assert table.prompt == "resist" and neutral(table) == "resist"


@clause("heimr.c.default_choices", "heimr.effect.miss")
def test_hits_are_taken():
    table = scene(striker(), bare(skills=["evade"]))
    table.dice = [6, 10]
    table.play("weapon_attack orc")
    assert table.prompt == "evade" and neutral(table) == "take_it"


@clause("heimr.c.default_choices", "heimr.guard.outmanoeuvre")
def test_a_guard_is_accepted():
    table = scene(swordsman(), foe(), foe(name="guard", weapons=["medium_weapon"]))
    act(table, "end_turn")
    act(table, "end_turn")
    act(table, "guard orc")
    act(table, "end_turn")
    table.play("weapon_attack orc")
    assert (table.prompt, table.decider) == ("intercepted", "man") and neutral(table) == "stay"


@clause("heimr.c.default_choices", "heimr.brawl.grab_release", "heimr.brawl.grab_stop")
@pytest.mark.parametrize(
    ("least", "left", "found"), [(2, 2, "let_go"), (2, 3, "keep_hold"), (0, 2, "keep_hold"), (3, 3, "let_go")]
)
def test_a_grabber_that_is_attacked_lets_go_when_it_is_hurt(least, left, found):
    """But first it tries to stop the blow."""
    rules = {} if least == 2 else {"c.default_choices.release_at_or_below_hp": least}
    table = scene(
        striker(set={"cluster": "man"}), foe(hp_max=PLENTY, str=7, sta=3, set={"cluster": "man"}), rules=rules
    )
    use(table, "orc", grab_target=table.unit("man").row, grab_part=2, hp=left)
    table.play("brawl orc")
    assert (table.prompt, table.decider) == ("stop", "orc") and neutral(table) == "stop_it"
    table.play("let_pass")
    assert (table.prompt, table.decider) == ("hold", "orc") and neutral(table) == found


@clause("heimr.c.default_choices", "heimr.c.escape")
def test_nobody_is_pursued():
    table = scene(man(at="B3"), foe(at="B3"), battle={"exits": ["north"]})
    table.play("flee")
    assert table.prompt == "pursue" and neutral(table) == "stay_behind"


@clause("heimr.c.default_choices", "heimr.blind.snap")
def test_a_shot_between_two_lines_counts_on_the_straight_one():
    table = scene(archer(at="A1"), foe(at="B3", stand=dodging(10, 2), agility=(1, 7)))
    table.dice = [6, 1]
    table.play("shoot orc", "defend")
    assert table.prompt == "blind_axis" and neutral(table) == "blind_straight"


@clause("heimr.c.default_choices", "heimr.effect.stumble_combat")
def test_a_stumble_bars_the_north():
    table = scene(with_skill("shove"), bare())
    table.play("prime_skill shove")
    table.dice = [6, 10]
    table.play("weapon_attack orc")
    assert table.prompt == "stumble" and neutral(table) == "north"


def test_in_turns_there_is_no_neutral_choice():
    table = scene(man(weapons=["medium_weapon"]), foe())
    assert {choice.intent for choice in why(table.game, {}).choices} >= {"strike", "wait"}
