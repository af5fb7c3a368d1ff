"""Sentences: complete for every ruleset, nothing that was rolled left out, nothing told that a side may not know."""

from __future__ import annotations

import string
from dataclasses import replace

import numpy as np
import pytest

from tactica.envs import rulesets, scenario
from tactica.envs.core.state import CoreEvent
from tactica.envs.core.told import TONES
from tactica.envs.engine.game import Game
from tactica.envs.render import happenings, known_units, narrate, sentence
from tactica.envs.render.words import (
    FIELDS,
    TONE_COLOURS,
    EventNumber,
    Happening,
    fill,
    shares_of_terms,
    sum_of_terms,
    tone_of_line,
)


@pytest.fixture(params=rulesets.names())
def ruleset(request):
    return rulesets.get(request.param)


def test_tones_have_colours():
    assert set(TONES.values()) == set(TONE_COLOURS)


def test_numbers_that_have_words_are_known(ruleset):
    assert {field for _, field in ruleset.book.text.numbers} <= {"amount", "extra", "face"}


def test_every_template_can_be_filled(ruleset):
    worded = ruleset.book.text.numbers
    for event in ruleset.book.vocab.events:
        numbers = {
            field
            for field in ("amount", "extra", "face")
            if (event, field) not in worded and not event.is_cell(field) and not event.is_side(field)
        }
        said = fill(event.sentence, {field: EventNumber(7) if field in numbers else "7" for field in FIELDS})
        assert "{" not in said, event
        asked = {name for _, name, _, _ in string.Formatter().parse(event.sentence) if name}
        assert asked <= set(FIELDS), event


def test_every_number_that_has_words_has_them_for_its_whole_range(ruleset):
    for (event, field), words in ruleset.book.text.numbers.items():
        assert isinstance(words(1), str), (event, field)


def test_sum_of_terms():
    assert sum_of_terms(()) == ""
    assert sum_of_terms((("WS", 33),)) == "WS 33"
    assert sum_of_terms((("WS", 25), ("charging", 10), ("obstacle", -10))) == "WS 25 + charging 10 - obstacle 10 = 25"
    assert sum_of_terms((("T", -3), ("S", 4))) == "T -3 + S 4 = 1"


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        ((("dice", 1), ("T", -3), ("limit", 2)), "dice 1 - T 3 = -2, minimum 0"),
        ((("WS", 90), ("charging", 20), ("limit", -10)), "WS 90 + charging 20 = 110, maximum 100"),
        ((("WS", 110), ("limit", -10)), "WS 110, maximum 100"),
        ((("limit", 3),), "limit 3"),
    ],
)
def test_a_total_that_meets_a_limit(terms, words):
    assert sum_of_terms(terms) == words


def test_shares_of_two_sides():
    terms = (("wounds", 1), ("wounds", -4), ("standard", -1))
    assert shares_of_terms(terms, ["red", "blue"]) == "red: wounds 1; blue: wounds 4 + standard 1"
    assert shares_of_terms(terms[1:], ["red", "blue"]) == "blue: wounds 4 + standard 1"


def test_no_hits_are_no_hit():
    tow = rulesets.get("tow")
    one = Happening("HIT", "", "", 0, 1, 0, 0, 0, 3, ())
    assert tone_of_line(tow, one) == ""
    assert tone_of_line(tow, replace(one, amount=2)) == "hit"
    assert tone_of_line(rulesets.get("heimr"), replace(one, event="ATTACK_HIT")) == "hit", "its amount is a defence"


def test_what_was_rolled_is_never_left_out():
    given = {
        "who": "orc",
        "target": "elf",
        "amount": "3",
        "extra": "4",
        "face": EventNumber(27),
        "terms": "WS 25 + x 10 = 35",
    }
    assert (
        fill("{who} strikes {target}: {terms}; rolled {face}", given) == "orc strikes elf: WS 25 + x 10 = 35; rolled 27"
    )
    assert fill("{who} strikes {target}.", given) == "orc strikes elf (WS 25 + x 10 = 35; rolled 27)."
    assert fill("{who} waits", {**given, "face": "", "terms": ""}) == "orc waits"
    assert (
        fill("{who} loses {amount} HP ({terms}): {extra} left", {**given, "face": "", "terms": ""})
        == "orc loses 3 HP: 4 left"
    )


def test_a_narrated_game_names_units_and_clauses(ruleset):
    game = Game.of(ruleset, scenario.shipped(ruleset.slug)[0], seed=2)
    rng = np.random.default_rng(2)
    clauses = ruleset.rulebook.clauses
    told = 0
    for _ in range(60):
        if game.over:
            break
        for happening in happenings(game):
            told += 1
            if happening.event in {one.name for one in CoreEvent}:  # no clause of a book stands behind it
                assert (happening.clause, str(happening)) == ("", happening.sentence)
                continue
            assert happening.clause.removeprefix(f"{ruleset.slug}.") in clauses
            assert "nobody" not in happening.sentence or happening.who < 0 or happening.target < 0, happening
            assert str(happening).endswith(f"[{happening.clause}]")
        assert len(narrate(game, clauses=False)) == len(happenings(game))
        game.step(int(rng.choice(game.legal())))
    assert told > 5


def test_sentence_serves_the_table_and_the_game():
    game = Game.of("toybook", scenario.shipped("toybook")[0], seed=1)
    row = game.s["events"][0]
    assert game.s["event_count"] > 0
    assert sentence(game, row) == happenings(game)[0].sentence


def test_what_befalls_the_unknown_is_not_told():
    game = Game.of("toybook", scenario.shipped("toybook")[0], seed=1)
    hidden = [i for i in range(int(game.s["unit_count"])) if game.s["units"][i]["hidden"]]
    assert hidden, "the toy scenario hides nobody"
    who = hidden[0]
    side = int(game.s["units"][who]["side"])
    enemy = next(other for other in range(game.side_count) if not game.s["allied"][other][side])
    assert who in known_units(game, side)
    assert who not in known_units(game, enemy)
    event = game.states["events"][0]
    event["who"][0], event["target"][0] = who, -1
    game.states["event_count"][0] = 1
    assert happenings(game) and happenings(game, side)
    assert happenings(game, enemy) == []


def test_what_is_felt_is_told_without_the_name_and_the_numbers_of_who_did_it():
    game = Game.of("toybook", scenario.shipped("toybook")[0], seed=1)
    units = game.s["units"]
    who = next(i for i in range(int(game.s["unit_count"])) if units[i]["hidden"])
    side = int(units[who]["side"])
    target = next(i for i in range(int(game.s["unit_count"])) if not game.s["allied"][side][units[i]["side"]])
    enemy = int(units[target]["side"])
    vocab = game.ruleset.module("vocab")
    event, terms = game.states["events"][0], game.states["term_rows"][0]
    terms["label"][0], terms["value"][0] = vocab.Term.STRENGTH, 5
    event["kind"][0], event["who"][0], event["target"][0] = vocab.Event.POOL_THROWN, who, target
    event["amount"][0], event["extra"][0], event["face"][0] = 1, 2, 0
    event["first_term"][0], event["terms"][0] = 0, 1
    game.states["event_count"][0] = 1
    victim = game.names[target]
    assert happenings(game)[0].sentence == f"{game.names[who]} strikes at {victim}: 1 point and 2 sixes (strength 5)."
    told = happenings(game, enemy)
    assert [one.sentence for one in told] == [f"somebody strikes at {victim}: 1 point and 2 sixes (hidden)."]
    assert (told[0].who, told[0].target, told[0].terms) == (-1, target, ())
    event["kind"][0] = vocab.Event.BUMPED
    assert happenings(game, enemy) == [], "no event of those that are felt"
    event["who"][0], event["target"][0] = target, who
    assert happenings(game, enemy)[0].sentence == f"{victim} bumps into somebody (hidden)."


@pytest.mark.parametrize(("number", "words"), [(0, "no wounds"), (1, "1 wound"), (2, "2 wounds"), (-1, "-1 wounds")])
def test_numbers_that_count(number, words):
    assert fill("loses {amount:wound}", {"amount": EventNumber(number), "terms": "", "face": ""}) == f"loses {words}"
    assert fill("loses {amount}", {"amount": EventNumber(number), "terms": "", "face": ""}) == f"loses {number}"


def test_what_somebody_unknown_needs_to_hit_is_not_told():
    game = Game.of("owh", "night_raid", seed=1)
    vocab = game.ruleset.module("vocab")
    event = game.states["events"][0]
    who, target = 0, int(game.s["side_start"][1])
    for name, value in (("kind", vocab.Event.ATTACK_MISSED), ("who", who), ("target", target), ("amount", 33)):
        event[name][0] = value
    event["extra"][0], event["face"][0], event["first_term"][0], event["terms"][0] = 0, 9, 0, 1
    game.states["event_count"][0] = 1
    (seen,) = happenings(game, 1, [{who, target}])
    assert "needs 33, rolled 9" in seen.sentence and seen.amount == 33
    (felt,) = happenings(game, 1, [{target}])
    assert felt.sentence.startswith("somebody attacks") and "needs hidden, rolled 9" in felt.sentence
    assert felt.amount == 0


def test_how_many_wounds_somebody_unknown_has_left_is_not_told():
    game = Game.of("wfrp1", "duel", seed=1)
    event = game.states["events"][0]
    kind = game.ruleset.module("vocab").Event.WOUNDED
    for name, value in (
        ("kind", kind),
        ("who", 0),
        ("target", 1),
        ("amount", 3),
        ("extra", 4),
        ("face", 0),
        ("terms", 0),
    ):
        event[name][0] = value
    game.states["event_count"][0] = 1
    (seen,) = happenings(game, 0, [{0, 1}])
    assert seen.sentence.endswith(": 4 Wounds left") and (seen.amount, seen.extra) == (3, 4)
    (felt,) = happenings(game, 0, [{0}])
    assert felt.sentence.startswith("somebody takes damage") and felt.sentence.endswith(": ? left")
    assert (felt.amount, felt.extra) == (0, 0)
