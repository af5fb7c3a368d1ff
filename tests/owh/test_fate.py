"""Fate tokens: supply, jokers, rolling again, and shaking off a status."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.scenes import cards, duel, exactly, scene

JOKER = 54  # place of the better joker in a full deck
AGAIN = {"reroll": "reroll"}
ALL = {"bleeding": 2, "blind": 3, "deafened": 3, "disease": 2, "ignited": 2, "insane": 1, "paralyzed": 1, "poisoned": 1,
       "rooted": 2, "stunned": 1, "fear": 3}  # fmt: skip
NAMES = {"disease": "diseased"}


def tokens(found):
    """The tokens of both sides."""
    return [int(n) for n in found.state["tokens"][:2]]


def men(count, **more):
    """So many men, a party, against an orc far off."""
    fighters = [{"name": f"man{i}", "side": "men", "at": [0, i], "weapons": ["sword"]} for i in range(count)]
    orc = {"name": "orc", "side": "orcs", "at": [11, 5], "weapons": ["sword"]}
    return scene(*fighters, orc, **{"party": [True, False], **more})


# --- supply


@clause("owh.fate.supply")
def test_one_token_for_each_member_of_a_party():
    assert tokens(men(5)) == [5, 0]


@clause("owh.fate.supply", "owh.completion.teams")
def test_two_parties():
    assert tokens(men(3, party=[True, True])) == [3, 1]


@clause("owh.fate.supply")
@pytest.mark.parametrize("fields", [{"dead": True}, {"hp": 20, "disease": 3}])
def test_the_dead_bring_no_token(fields):
    """Neither a corpse laid out nor who dies of disease: three levels cost 30 of 20 hit points."""
    corpse = {"name": "corpse", "side": "men", "at": [1, 1], **fields}
    man = {"name": "man", "side": "men", "at": [0, 0]}
    orc = {"name": "orc", "side": "orcs", "at": [11, 5]}
    assert tokens(scene(man, corpse, orc, party=[True, True], dealt=cards(2))) == [1, 1]


@clause("owh.fate.supply", "owh.completion.teams")
def test_without_a_party_nobody_has_any():
    assert tokens(men(3, party=[False, False])) == [0, 0]


# --- jokers


@clause("owh.fate.joker")
def test_an_enemys_joker_counts():
    found = men(3, dealt=[52, 51, 50, 51])
    assert tokens(found) == [4, 0]
    assert found.last("joker").amount == 4


@clause("owh.fate.joker")
@pytest.mark.parametrize(("dealt", "left"), [([54, 52, 51, 50], 4), ([54, 53, 52, 51], 5), ([52, 51, 50, 49], 3)])
def test_one_token_a_joker(dealt, left):
    assert tokens(men(3, dealt=dealt)) == [left, 0]


@clause("owh.fate.joker")
@pytest.mark.parametrize(("dealt", "held"), [([54, 52, 51, 50], [4, 1]), ([52, 51, 50, 51], [3, 2])])
def test_only_the_owner_gains_if_the_table_plays_so(dealt, held):
    assert tokens(men(3, dealt=dealt, party=[True, True], rules={"fate.joker.owner_only": 1})) == held


@clause("owh.fate.joker")
def test_every_party_gains():
    assert tokens(men(3, dealt=[54, 52, 51, 50], party=[True, True])) == [4, 2]


@clause("owh.fate.joker")
def test_tokens_to_be_expected():
    """Two jokers among 54 cards: each unit that is dealt a card is worth 2/54 of a token a round, ten units 10/27."""
    found = men(1)
    found.play("end_turn")
    gained = found.odds("end_turn", want="event joker")
    assert 10 * gained.mean() / 2 == pytest.approx(10 / 27)
    assert gained[2] == exactly(2 / (54 * 53))


@clause("owh.fate.joker")
def test_a_joker_of_a_later_round():
    found = men(1, dice=[54, 52])
    found.play("end_turn", "end_turn")
    assert (found.round, tokens(found)) == (2, [2, 0])


# --- rolling again


def swordsman(orc=None, dice=(), rules=None, **more):
    """A man of a party with a Fighting of +3 against Parry 13; attack rolls alone may be repeated."""
    rules = {"fate.reroll.kinds_mask": 1, **(rules or {})}
    return duel({"fighting": 16}, {"parry": 13, **(orc or {})}, dice=dice, party=[True, False], rules=rules, **more)


@clause("owh.fate.reroll")
@pytest.mark.parametrize(("count", "chance"), [(0, 1 / 2), (1, 3 / 4), (2, 7 / 8)])
def test_an_attack_is_repeated_for_each_token(count, chance):
    found = swordsman(rules={"fate.supply.per_player": count})
    assert found.odds("attack orc normal", answers=AGAIN, want="hit")[1] == exactly(chance)


@clause("owh.fate.reroll")
def test_it_costs_a_token_and_the_new_roll_stands():
    found = swordsman(dice=[10, 11, 5], rules={"fate.supply.per_player": 2})
    found.play("attack orc normal")
    assert (found.decider, found.prompt, found.choices()) == ("man", "reroll", ["reroll", "keep_roll"])
    found.play("reroll")
    assert tokens(found) == [1, 0]
    assert found.unit("orc").hp == 50 - 10 - 5
    assert found.last("token_spent").amount == 1


@clause("owh.fate.reroll")
def test_it_may_be_repeated_again():
    found = swordsman(dice=[10, 9, 8], rules={"fate.supply.per_player": 2})
    found.play("attack orc normal", "reroll", "reroll")
    assert tokens(found) == [0, 0]
    assert found.prompt == "turn"


@clause("owh.fate.reroll")
def test_a_roll_may_be_kept():
    found = swordsman(dice=[10])
    found.play("attack orc normal", "keep_roll")
    assert (tokens(found), found.prompt) == ([1, 0], "turn")


@clause("owh.fate.reroll")
def test_a_hit_is_not_offered():
    found = swordsman(dice=[11, 5])
    found.play("attack orc normal")
    assert found.prompt == "turn"


@clause("owh.fate.reroll")
def test_unless_the_table_offers_every_roll():
    found = swordsman(dice=[11], rules={"fate.reroll.only_failed_d20": 0})
    found.play("attack orc normal")
    assert found.prompt == "reroll"


@clause("owh.fate.reroll")
@pytest.mark.parametrize(("state", "chance"), [({"fear": 1}, 1 - (3 / 4) ** 2), ({}, 1 - (1 / 2) ** 2)])
def test_both_dice_are_rolled_again(state, chance):
    found = swordsman()
    for field, value in state.items():
        setattr(found.unit("man"), field, value)
    assert found.odds("attack orc normal", answers=AGAIN, want="hit")[1] == exactly(chance)


@clause("owh.fate.reroll")
def test_only_ones_own_rolls():
    found = duel({"fighting": 16}, {"parry": 13}, dice=[10], party=[False, True], rules={"fate.reroll.kinds_mask": 1})
    found.play("attack orc normal")
    assert (found.prompt, tokens(found)) == ("turn", [0, 1])


@clause("owh.fate.reroll")
def test_a_shared_pool():
    found = swordsman(friends=[{"name": "friend", "side": "men", "at": [0, 0]}])
    assert found.odds("attack orc normal", answers=AGAIN, want="hit")[1] == exactly(7 / 8)


WALL = "\n".join(["......#....."] * 12)
SPELL = {"spells": ["firebolt", "entangle", "dread", "gust", "mend"], "winds": 9, "fighting": 40, "spirit": 20}
KINDS = [
    # bit, man, orc, what else, choice, dice up to the question, dice after it, who is asked
    (1, {}, {}, {}, "attack orc normal", [2], [], "man"),
    (1, SPELL, {"parry": 40}, {}, "cast firebolt orc", [2], [], "man"),
    (2, {}, {"at": [9, 5]}, {"map": WALL}, "hide", [2], [], "man"),
    (2, {"bandage": 1, "hp_left": 9}, {}, {}, "heal man", [2], [], "man"),
    (2, SPELL, {}, {}, "cast entangle orc", [2], [], "orc"),
    (2, SPELL, {}, {}, "cast dread orc", [2], [], "orc"),
    (2, {"fear_aura": 1}, {}, {}, "end_turn", [2], [], "orc"),
    (4, {"weapons": ["sword+poison"]}, {"parry": 1}, {}, "attack orc normal", [19, 1, 2], [], "orc"),
    (4, {"weapons": ["sword+paralyse"]}, {"parry": 1}, {}, "attack orc normal", [19, 1, 2], [], "orc"),
    (8, {}, {}, {"orc": {"unconscious": 1}}, "execute orc", [2], [], "man"),
    (16, SPELL, {"parry": 1}, {"map": WALL}, "cast gust orc", [19, 2], [1, 1], "orc"),
    (32, {}, {"parry": 1}, {}, "attack orc normal", [19, 8], [], "man"),
    (32, SPELL, {"parry": 1}, {}, "cast firebolt orc", [19, 6, 6], [], "man"),
    (32, {"bandage": 1, "hp_left": 9}, {}, {}, "heal man", [19, 6, 6, 6], [], "man"),
    (32, {"potion": 1, "hp_left": 9}, {}, {}, "use_potion man", [6, 6], [], "man"),
    (32, {**SPELL, "hp_left": 9}, {}, {}, "cast mend man", [6, 6], [], "man"),
    (64, {"fighting": 40}, {"parry": 1}, {}, "attack orc called", [19, 1, 10, 10], [], "man"),
    (64, {"fighting": 40}, {"parry": 1}, {}, "attack orc headshot", [19, 1, 8, 1], [], "man"),
    (64, {"fighting": 40}, {"parry": 1}, {}, "attack orc blinding", [19, 8, 1], [], "man"),
]


@clause("owh.fate.reroll")
@pytest.mark.parametrize("allowed", [True, False])
@pytest.mark.parametrize(("bit", "man", "orc", "more", "choice", "dice", "after", "asked"), KINDS)
def test_which_rolls_may_be_repeated(bit, man, orc, more, choice, dice, after, asked, allowed):
    more = dict(more)
    state = more.pop("orc", {})
    other = {"name": "other", "side": "orcs", "at": [11, 11]}
    rules = {"fate.reroll.kinds_mask": bit if allowed else 0}
    dice = dice if allowed else [*dice, *after]
    found = duel(man, orc, friends=[other], party=[True, True], rules=rules, dice=dice, **more)
    for field, value in state.items():
        setattr(found.unit("orc"), field, value)
    found.play(choice)
    assert (found.prompt == "reroll") is allowed
    assert not allowed or found.decider == asked


@clause("owh.fate.reroll", "owh.collision.damage", "owh.status.blind_move", "owh.status.falling")
@pytest.mark.parametrize(("man", "orc", "states", "more", "choices", "dice", "lost"), [
    (SPELL, {"parry": 1}, {}, {"map": WALL}, ["cast gust orc", "keep_roll"], [19, 2, 6, 6], 12),
    ({}, {"parry": 7}, {"blind": 2}, {"distance": 5}, ["end_turn", "keep_tokens", "move 8,5"], [6, 4, 4], 8),
    (SPELL, {"traits": ["flying"]}, {}, {}, ["cast entangle orc", "keep_roll"], [2, 6, 6, 6], 18),
])  # fmt: skip
def test_mishaps_are_not_repeated(man, orc, states, more, choices, dice, lost):
    """The damage of a collision, a stumble and its damage, and the damage of a fall: nobody is asked after them."""
    found = duel({"hp": 60, **man}, {"hp": 60, **orc}, party=[True, True], dice=dice, **more)
    for field, value in states.items():
        setattr(found.unit("orc"), field, value)
    found.play(*choices)
    assert (found.unit("orc").hp, found.prompt) == (60 - lost, "turn")


@clause("owh.fate.reroll", "owh.engage.attack_of_opportunity")
def test_attacks_of_opportunity_too():
    found = duel({"parry": 13}, {"fighting": 16}, party=[False, True], rules={"fate.reroll.kinds_mask": 1}, dice=[2, 3])
    found.play("move (0, 5)", "opportunity")
    assert (found.prompt, found.decider) == ("reroll", "orc")
    found.play("reroll")
    assert found.unit("man").at == (0, 5)


@clause("owh.fate.reroll", "owh.status.insane")
def test_whom_the_insane_attack_is_not_repeated():
    rules = {"fate.reroll.only_failed_d20": 0}
    second = {"name": "second", "side": "orcs", "at": [4, 6], "weapons": ["sword"]}
    found = duel(
        {"fighting": 16, "insane": True},
        {"parry": 13},
        friends=[second],
        party=[True, False],
        rules=rules,
        dice=[2, 20],
    )
    found.play("keep_tokens")
    assert (found.prompt, found.last("rages").who) == ("reroll", "man")


# --- shaking off a status


def suffering(orc=None, rules=None, dice=(), **statuses):
    """The orcs are a party; the turn of one that suffers begins."""
    other = {"name": "other", "side": "orcs", "at": [11, 11]}
    orc = {"hp": 300, **(orc or {})}
    found = duel({}, orc, distance=6, friends=[other], party=[False, True], dice=dice, rules=rules)
    for field, value in {"hp": 200, **statuses}.items():
        setattr(found.unit("orc"), field, value)
    found.play("end_turn")
    return found


@clause("owh.fate.status_removal")
@pytest.mark.parametrize(
    ("orc", "chance"),
    [
        ({"stamina": 14}, 7 / 10),
        ({"stamina": 26, "poison_ability": 3}, 17 / 20),
        ({"stamina": 34, "poison_ability": 3}, 1.0),
        ({"stamina": 26}, 7 / 10),
        ({"stamina": 28}, 3 / 4),
    ],
)
def test_seven_or_the_poison_resistance(orc, chance):
    found = suffering(orc, rules={"fate.supply.per_player": 1}, rooted=2)
    odds = found.odds("shake_off rooted", answers={"fate": "keep_tokens"}, want="orc.rooted")
    assert odds[0] == exactly(chance)


@clause("owh.fate.status_removal")
def test_the_poison_resistance_does_not_help_if_the_table_plays_so():
    found = suffering({"stamina": 30}, {"fate.status_removal.use_pr_if_lower": 0}, rooted=2)
    assert found.odds("shake_off rooted", answers={"fate": "keep_tokens"}, want="orc.rooted")[0] == exactly(7 / 10)


@clause("owh.fate.status_removal")
def test_it_may_be_repeated_while_tokens_last():
    found = suffering({"stamina": 14}, rooted=2)
    assert tokens(found) == [0, 2]
    odds = found.odds("shake_off rooted", answers={"fate": ["shake_off rooted", "keep_tokens"]}, want="orc.rooted")
    assert odds[0] == exactly(91 / 100)


@clause("owh.fate.status_removal")
@pytest.mark.parametrize("field", ALL)
def test_a_status_goes_completely(field):
    found = suffering(dice=[7], **{field: ALL[field]})
    assert (found.decider, found.prompt) == ("orc", "fate")
    word = NAMES.get(field, field)
    assert found.choices() == [f"shake_off {word}", "keep_tokens"]
    found.play(f"shake_off {word}")
    assert getattr(found.unit("orc"), field) == 0
    assert tokens(found) == [0, 1]
    assert (found.decider, found.prompt) == ("orc", "turn")


@clause("owh.fate.status_removal")
def test_failure_costs_the_token():
    found = suffering(dice=[6], rooted=2)
    found.play("shake_off rooted")
    assert (found.unit("orc").rooted, tokens(found), found.prompt) == (2, [0, 1], "fate")


@clause("owh.fate.status_removal")
def test_only_what_the_unit_has_is_offered():
    found = suffering(bleeding=1, stunned=1)
    assert found.choices() == ["shake_off bleeding", "shake_off stunned", "keep_tokens"]


@clause("owh.fate.status_removal")
@pytest.mark.parametrize("fields", [{"fatigue": 3}, {"arm_broken": 1}, {"leg_broken": 1}, {}])
def test_not_fatigue_nor_broken_limbs(fields):
    found = suffering(**fields)
    assert (found.decider, found.prompt) == ("orc", "turn")


@clause("owh.fate.status_removal", "owh.turn.status_phase")
def test_before_it_hurts():
    found = suffering(dice=[7], bleeding=2)
    found.play("shake_off bleeding")
    assert found.unit("orc").hp == 200


@clause("owh.fate.status_removal", "owh.turn.status_phase")
def test_declined_it_hurts():
    found = suffering(bleeding=2)
    found.play("keep_tokens")
    assert (found.unit("orc").hp, tokens(found)) == (200 - 2 * 15, [0, 2])


@clause("owh.fate.status_removal")
@pytest.mark.parametrize("field", ["paralyzed", "insane", "fear"])
def test_who_shakes_it_off_acts_freely(field):
    found = suffering(dice=[7], **{field: ALL[field]})
    found.play(f"shake_off {field}")
    assert (found.decider, found.prompt, found.unit("orc").actions_left) == ("orc", "turn", 2)


@clause("owh.fate.status_removal", "owh.fear.frightened")
def test_plain_even_for_the_frightened_and_blind():
    found = suffering({"stamina": 14}, fear=1, blind=3)
    odds = found.odds("shake_off blind", answers={"fate": "keep_tokens", "spirit": "bear_fear"}, want="orc.blind")
    assert odds[0] == exactly(7 / 10)


@clause("owh.fate.status_removal", "owh.fate.reroll")
def test_its_roll_is_not_repeated():
    found = suffering(dice=[2], rooted=2)
    found.play("shake_off rooted")
    assert found.prompt == "fate"


@clause("owh.fate.status_removal")
def test_without_tokens_nothing_is_asked():
    found = suffering(rules={"fate.supply.per_player": 0}, rooted=2)
    assert (found.decider, found.prompt) == ("orc", "turn")


# --- hard mode


@clause("owh.fate.denial")
def test_without_tokens_altogether():
    rules = {"fate.denial.enabled": 0}
    found = men(2, dealt=[54, 52, 51], rules=rules)
    assert tokens(found) == [0, 0]
    assert found.decider == "man0"
    attack = duel({"fighting": 16}, {"parry": 13}, party=[True, False], rules=rules, dice=[10])
    attack.play("attack orc normal")
    assert attack.prompt == "turn"
    assert suffering(rules=rules, rooted=2).prompt == "turn"


@clause("owh.fate.denial", "owh.initiative.cards")
def test_jokers_still_act_first():
    assert men(2, dealt=[52, 53, 52], rules={"fate.denial.enabled": 0}).decider == "man1"
