"""Initiative: the cards, their order, who gets one."""

from __future__ import annotations

import random

import pytest
from fixtures import clause
from owh.scenes import cards, duel, exactly, scene

CLUB, DIAMOND, HEART, SPADE = range(4)
JOKERS = (52, 53)


def code(rank, suit):
    """The number of a card; the ace is 14."""
    return 4 * (rank - 2) + suit


def places(*codes):
    """Where cards lie in what is left of the deck, from the lowest on: what the tape holds for them."""
    return [1 + card - sum(dealt < card for dealt in codes[:i]) for i, card in enumerate(codes)]


def soldiers(count, **more):
    """So many men and an orc."""
    men = [{"name": f"man_{i}", "side": "men", "at": [i, 0]} for i in range(count - 1)]
    return scene(*men, {"name": "orc", "side": "orcs", "at": [11, 11]}, **more)


def dealt(*codes, **more):
    """Units with these cards, at the first turn."""
    return soldiers(len(codes), dealt=places(*codes), **more)


def order(table):
    """Who acts, one after the other, in a round."""
    found, round_no = [], table.round
    while table.round == round_no:
        found.append(table.decider)
        if len(found) == len(table.names):
            return found
        table.play("end_turn")
    return found


@clause("owh.initiative.cards")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (code(14, CLUB), code(13, SPADE)),
        (code(9, HEART), code(9, DIAMOND)),
        (code(9, SPADE), code(9, HEART)),
        (code(9, DIAMOND), code(9, CLUB)),
        (code(13, CLUB), code(12, SPADE)),
        (code(11, CLUB), code(10, SPADE)),
        (52, code(14, SPADE)),
        (53, 52),
    ],
)
def test_the_best_card_acts_first(better, worse):
    assert order(dealt(better, worse)) == ["man_0", "orc"]
    assert order(dealt(worse, better)) == ["orc", "man_0"]


@clause("owh.initiative.cards")
def test_the_codes_of_cards():
    table = dealt(code(14, CLUB), code(13, SPADE), code(9, HEART), code(9, DIAMOND), 53)
    assert [unit.card for unit in table.units] == [48, 47, 30, 29, 53]
    assert order(table) == ["orc", "man_0", "man_1", "man_2", "man_3"]


@clause("owh.initiative.cards")
def test_one_of_two_units_is_first_as_often_as_the_other():
    table = duel(distance=7)
    table.play("end_turn")
    found = table.odds("end_turn", want=["man.card", "orc.card"])
    assert found.p(lambda card: card[0] > card[1]) == exactly(1 / 2)
    assert found.p(lambda card: card[0] in JOKERS or card[1] in JOKERS) == exactly(35 / 477)
    assert found.p(lambda card: card[0] in JOKERS and card[1] in JOKERS) == exactly(2 / (54 * 53))
    assert len(found) == 2 + 4 + 2, "of the cards below the jokers only the order is counted"


@clause("owh.initiative.cards")
@pytest.mark.parametrize(("units", "jokers", "chance"), [(6, 1, 101 / 477), (10, 2, 5 / 159)])
def test_jokers_among_many_cards(units, jokers, chance):
    """Any cards may come, in any order: the chance follows from how many hands of so many cards hold jokers."""
    hands = [random.Random(i).sample(range(54), units) for i in range(20)]
    for hand in [*hands, [53, 52, *range(units - 2)], [*range(units - 2), 52, 53]]:
        table = dealt(*hand)
        assert [unit.card for unit in table.units] == hand
    without = 1.0
    for i in range(units):
        without *= (52 - i) / (54 - i)
    both = units * (units - 1) / (54 * 53)
    assert (1 - without if jokers == 1 else both) == exactly(chance)


@clause("owh.initiative.cards")
@pytest.mark.parametrize(
    ("knobs", "cards_in_it"),
    [
        ({"jokers": 1}, {*range(52), 53}),
        ({"jokers": 0}, {*range(52)}),
        ({"suits": 3, "deck_size": 41}, {4 * rank + suit for rank in range(13) for suit in (1, 2, 3)} | {52, 53}),
        ({"ranks_per_suit": 8, "deck_size": 34}, {*range(20, 52), 52, 53}),
        ({"deck_size": 53}, {*range(1, 54)}),
    ],
)
def test_the_deck_can_be_set(knobs, cards_in_it):
    rules = {f"initiative.cards.{knob}": value for knob, value in knobs.items()}
    ranked = sorted(cards_in_it)
    for place in (1, 2, 3, len(ranked)):
        table = soldiers(2, dealt=[place, 1], rules=rules)
        assert table.unit("man_0").card == ranked[place - 1]


@clause("owh.initiative.cards")
def test_every_round_has_a_fresh_deck():
    table = duel(distance=7, dice=cards(2))
    before = [unit.card for unit in table.units]
    table.play("end_turn", "end_turn")
    assert table.round == 2 and [unit.card for unit in table.units] == before


@clause("owh.initiative.cards")
@pytest.mark.parametrize(
    ("field", "gets_one"),
    [("stunned", True), ("paralyzed", True), ("unconscious", False), ("down", False), ("dead", False)],
)
def test_who_gets_a_card(field, gets_one):
    table = soldiers(3, dice=cards(3 if gets_one else 2))
    unit = table.unit("man_1")
    setattr(unit, field, 9 if field == "stunned" else 1)
    if field in ("down", "dead"):
        unit.hp = 0
    while table.round == 1:
        table.play("end_turn")
    assert (unit.card >= 0) == gets_one
