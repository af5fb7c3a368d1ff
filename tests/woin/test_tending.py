"""Checks: healing, draughts, scanning, shaking off conditions; and the countdown of who is down."""

from __future__ import annotations

import pytest
from fixtures import clause
from woin.measures import PLENTY, kinds, rolled
from woin.scenes import duel, exactly, scene

from tactica.envs import rulesets
from tactica.envs.rulesets.woin.vocab import Refusal
from tactica.experiments.watch.hints import why_not

MEDIC = {"name": "man", "side": "men", "at": [4, 5], "logic": 10, "medicine_skill": 2}


def bedside(patient, dice=(), **man):
    """A medic, somebody who needs one, and an orc far off; the medic to act."""
    friend = {"name": "friend", "side": "men", "at": [4, 6], "intuition": 1, "health_max": 21, **patient}
    return scene(
        {**MEDIC, **man},
        friend,
        {"name": "orc", "side": "orcs", "at": [10, 10]},
        order=[6, 6, 6, 1, 2, 2, 2],
        dice=dice,
    )


@clause("woin.completion.emergency_healing", "woin.action.emergency_healing")
@pytest.mark.parametrize(("health", "chance"), [(-4, 0.983796), (-14, 0.847994)])
def test_the_worse_the_wound_the_harder(health, chance):
    assert bedside({"health_left": health}).odds("heal friend", want="success").at_least(1) == exactly(chance)


@clause("woin.completion.emergency_healing", "woin.completion.down_and_dying")
def test_healing_begins_from_none_and_wakes_still_prone():
    table = bedside({"health_left": -4}, dice=[3, 3, 3, 3, 3, 3])
    table.play("heal friend")
    friend = table.unit("friend")
    assert (friend.health, friend.down, friend.prone, friend.healed) == (3, 0, 1, 1)
    table.unit("man").actions_left = 2
    assert not table.offers("heal friend")


@clause("woin.completion.emergency_healing")
def test_never_above_full():
    table = bedside({"health_left": 20}, dice=[3, 3, 3, 3, 3, 5])
    table.play("heal friend")
    assert table.unit("friend").health == 21 and table.last("healed").amount == 1


@clause("woin.completion.weapon_table")
def test_a_draught_heals_without_a_check():
    table = bedside({"health_left": 5}, dice=[6, 5], draughts=1)
    table.play("drink friend")
    assert table.unit("friend").health == 16 and table.unit("man").draughts == 0 and table.unit("man").actions_left == 1


@clause("woin.completion.shake_off", "woin.action.shake_off")
@pytest.mark.parametrize(("end", "chance"), [(6, 0.259259), (10, 0.664352)])
def test_shaking_off_goes_by_the_better_of_two(end, chance):
    table = duel(man={"endurance": end, "willpower": 3})
    table.unit("man").slowed = 1
    assert table.odds("shake_off slowed", want="man.slowed")[0] == exactly(chance)


@clause("woin.completion.shake_off")
@pytest.mark.parametrize(
    ("field", "value", "word"),
    [("slowed", 1, "slowed"), ("blinded", 2, "blinded"), ("afraid", 1, "afraid"), ("restrained", 2, "restrained")],
)
def test_one_level_or_the_whole_of_it(field, value, word):
    table = duel(dice=[5, 5, 3])
    setattr(table.unit("man"), field, value)
    table.play(f"shake_off {word}")
    assert getattr(table.unit("man"), field) == (1 if field == "restrained" else 0)


@clause("woin.completion.shake_off", "woin.completion.status.restrained")
@pytest.mark.parametrize(
    ("level", "text"), [(2, "man is now restrained only at level 1"), (1, "man is no longer restrained")]
)
def test_the_log_says_whether_any_restraint_is_left(level, text):
    table = duel(dice=[5, 5, 3])
    table.unit("man").restrained = level
    table.play("shake_off restrained")
    assert table.events[-1].text == text


@clause("woin.completion.shake_off")
def test_not_a_hold():
    table = duel()
    table.unit("man").restrained, table.unit("man").holder = 1, 1
    assert not table.offers("shake_off restrained")


@clause("woin.completion.status.restrained", "woin.completion.shake_off")
@pytest.mark.parametrize(
    ("level", "holder", "open_to_it"),
    [(1, 1, {"slowed", "afraid"}), (2, 1, set()), (1, -1, {"restrained", "slowed", "afraid"}), (2, -1, {"restrained"})],
)
def test_who_is_bound_shakes_off_nothing_else(level, holder, open_to_it):
    table = duel()
    man = table.unit("man")
    man.restrained, man.holder, man.slowed, man.afraid = level, holder, 1, 1
    assert {choice.split()[-1] for choice in table.choices("shake_off")} == open_to_it
    words = why_not(table.game, "shake off")
    assert (Refusal.HELD.words in words) is (not open_to_it)


@clause("woin.completion.scan", "woin.action.scan")
def test_who_is_scanned_is_not_hidden_by_darkness():
    man = {"weapons": ["longbow"], "ranged_skill": 2}
    dark = "\n".join(["............"] * 5 + ["........d..."] + ["............"] * 6)
    table = duel(
        man=man, orc={"health_max": PLENTY, "ranged_defence": 40}, distance=4, map=dark, dice=[5, 5, 3, *[1] * 5]
    )
    table.play("scan orc", "attack orc longbow normal")
    assert "scanned" in kinds(table) and rolled(table) == [5]


@clause("woin.completion.opposed_check", "woin.pinned.hide")
@pytest.mark.parametrize(
    ("own", "other", "chance"),
    [(3, 3, 0.453575), (4, 3, 0.742831), (5, 3, 0.909347), (3, 4, 0.191701), (4, 4, 0.459528)],
)
def test_the_initiator_must_have_more(own, other, chance):
    man = {"agility": {3: 6, 4: 10, 5: 15}[own], "prone": True}
    table = duel(man=man, orc={"intuition": {3: 6, 4: 10}[other]}, distance=4, order=[6, 6, 6, *[1] * other])
    table.unit("man").pinned = 2
    assert table.odds("hide", want="man.pinned")[0] == exactly(chance)


@clause("woin.completion.opposed_check")
def test_a_battle_may_give_ties_to_the_initiator():
    rules = {"completion.opposed_check.tie_goes_to_initiator": 1}
    table = duel(man={"prone": True}, distance=4, rules=rules)
    table.unit("man").pinned = 2
    assert table.odds("hide", want="man.pinned")[0] == exactly(0.453575 + 0.09285)


@clause("woin.completion.down_and_dying")
@pytest.mark.parametrize(
    ("dice", "left", "chance"), [(3, 0, 0.00463), (2, 2, 0.694444), (2, 1, 0.277778), (2, 0, 0.027778)]
)
def test_every_six_of_the_countdown_takes_a_die(dice, left, chance):
    friend = {"name": "friend", "side": "men", "at": [1, 1], "health_left": -3, "intuition": 6}
    table = scene(
        {**MEDIC}, friend, {"name": "orc", "side": "orcs", "at": [10, 10], "intuition": 1}, order=[6, 6, 6, 5, 5, 5, 1]
    )
    table.unit("friend").dying_dice = dice
    assert table.odds("end_turn", want="friend.dying_dice")[left] == exactly(chance)


@clause("woin.completion.down_and_dying")
@pytest.mark.parametrize(
    ("faces", "lost", "text"),
    [([1, 5, 3], 0, "friend's countdown: rolls 3 dice for 9, loses none"),
     ([6, 1, 6], 2, "friend's countdown: rolls 3 dice for 13, loses 2 dice")],
)  # fmt: skip
def test_the_log_of_the_countdown(faces, lost, text):
    friend = {"name": "friend", "side": "men", "at": [0, 0], "health_left": 0, "END": 6}
    table = duel(friends=[friend], order=[6] * 3 + [5] * 3 + [4] * 3, dice=faces)
    table.play("end_turn")
    assert table.last("counted_down").text == text
    assert table.unit("friend").dying_dice == 3 - lost
    assert [event.amount for event in table.events if event.kind == "dying_dice_lost"] == [3 - lost] * (lost > 0)


def beside_the_dying(dice=(), allowed=1, **orc):
    """A man with a sword and spells beside an orc that is dying, and another orc far off."""
    man = {
        "weapons": ["longsword"],
        "spells": ["firebolt", "fear"],
        "magic_score": 6,
        "exploits": ["knockdown", "achilles_heel"],
    }
    friends = [{"name": "other", "side": "orcs", "at": [11, 11], "intuition": 1}]
    rules = {"completion.reaction_defend.enabled": 1}
    if allowed is not None:
        rules["completion.down_and_dying.may_be_attacked"] = allowed
    dying = {"endurance": 6, "health_left": -2, "melee_defence": 16, **orc}
    return duel(man=man, orc=dying, friends=friends, rules=rules, dice=dice)


@clause("woin.completion.down_and_dying")
@pytest.mark.parametrize("allowed", [None, 0, 1])  # as the book has it, forbidden, allowed
def test_who_is_down_can_only_be_hurt_and_only_if_the_knob_allows_it(allowed):
    table = beside_the_dying(allowed=allowed)
    attacks = [
        text for verb in ("attack", "cast") for text in table.choices(verb) if " orc" in text or text.endswith("orc")
    ]
    named = ["attack orc longsword", "attack orc longsword achilles_heel", "attack orc unarmed",
             "attack orc unarmed achilles_heel", "cast firebolt orc"]  # fmt: skip
    assert sorted(attacks) == ([] if allowed == 0 else named)


@clause("woin.completion.down_and_dying")
@pytest.mark.parametrize(("left", "dead"), [(3, 0), (1, 1)])
def test_who_is_hit_while_dying_has_less_time_left(left, dead):
    table = beside_the_dying(dice=[4, 3, 3, 3, 3, 1, 1, 1])  # three dice, and two against the prone
    table.unit("orc").dying_dice = left
    table.play("attack orc longsword")
    orc = table.unit("orc")
    assert (orc.health, orc.dying_dice, orc.dead, orc.at) == (-5, left - 1, dead, None if dead else (5, 5))


@clause("woin.completion.down_and_dying")
def test_going_down():
    table = duel(man={"melee_skill": 2}, orc={"health_max": 5, "endurance": 6}, dice=[4] * 5 + [2] * 3,
                 friends=[{"name": "other", "side": "orcs", "at": [10, 10], "intuition": 3}])  # fmt: skip
    table.play("attack orc longsword normal")
    orc = table.unit("orc")
    assert (orc.health, orc.down, orc.prone, orc.dying_dice) == (-1, 1, 1, 3)


@clause("woin.completion.difficulty_ladder")
def test_locks_are_difficult_and_climbs_routine():
    book = rulesets.get("woin").rulebook
    named = {
        name: book.knob(f"completion.difficulty_ladder.{name}").default
        for name in ("routine", "challenging", "difficult")
    }
    used = (
        "move.climb.default_climb_difficulty",
        "completion.scan.difficulty",
        "completion.doors_traps.lock_difficulty",
    )
    assert [book.knob(address).default for address in used] == list(named.values())


@clause("woin.completion.scan", "woin.completion.down_and_dying")
def test_the_dead_see_nothing_for_their_side():
    """The orc's bite fells the scanner, and its venom kills it; the archer aims into the dark: 3 + 1 (pinned) - 2 dice."""
    man = {"END": 1, "health_max": 3, "vital_defence": 2}
    archer = {"name": "archer", "side": "men", "at": [5, 0], "weapons": ["longbow"]}
    orc = {"weapons": ["bite"], "ranged_defence": 40}
    dark = [{"flag": "dark", "at": [[5, 5]]}]
    scan, bite, venom = [6, 6, 6], [4, 4, 4, 1, 1, 1, 1], [1, 1, 1, 1]
    table = duel(man=man, orc=orc, friends=[archer], cells=dark, dice=[*scan, *bite, *venom, 1, 1])
    table.play("scan orc", "end_turn", "end_turn", "attack man bite normal", "end_turn")
    assert table.unit("man").dead == 1 and table.decider == "archer"
    table.play("attack orc longbow normal")
    assert rolled(table)[-1] == 2
