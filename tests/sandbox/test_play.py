"""The sandbox: who decides, choices in words, dice on a tape, what happened."""

from __future__ import annotations

import numpy as np
import pytest
from sandbox.toy import SKIRMISH, skirmish

from tactica.envs import rulesets, scenario
from tactica.envs.core.rulebook import KnobError
from tactica.envs.engine.describing import IllegalChoice
from tactica.envs.engine.game import Game
from tactica.envs.sandbox import ParseError, Table, TapeError, sandbox


def to_target(table):
    """Ann is told to strike, everybody else to hold; up to her choice of a target, or the end of the round."""
    table.play("strike", "hold", "hold", "hold")
    return table


def test_a_table_says_who_decides_what():
    table = skirmish()
    assert (table.decider, table.prompt, table.side) == ("ann", "order", 0)
    assert table.sides == ["red", "blue"]
    assert table.names == ["ann", "bea", "cid", "dot"]
    assert table.choices()[:3] == ["strike", "guard north", "guard north-east"]
    assert (table.round, table.ending, table.winner) == (1, None, None)


def test_parts_of_a_choice_are_one_text():
    table = skirmish()
    events = table.play("guard east")
    assert table.unit("ann").order == rulesets.get("toybook").module("vocab").Verb.GUARD
    assert table.unit("ann").guard_direction == 2
    assert table.decider == "bea"
    assert events == []
    assert skirmish().play("guard ne") == []


def test_a_side_decides_under_its_name():
    table = sandbox("toybook", SKIRMISH, rules={"tables.cards.might.copies": 20, "tables.cards.haste.copies": 0,
                                                "tables.cards.draught.copies": 0})  # fmt: skip
    assert (table.decider, table.prompt, table.choices()) == ("red", "card", ["keep", "play"])
    table.play("red: play", "blue: keep")
    assert table.state["might"][0] == 1
    assert table.last("CARD_PLAYED").clause == "toybook.cards.play"


def test_words_may_be_cut_short_and_differ_in_case():
    table = skirmish()
    table.play("  STRIKE ")
    table.play("bea: Hold")
    assert table.decider == "cid"


@pytest.mark.parametrize(
    ("text", "kind", "says"),
    [
        ("strik", ParseError, "'strik' is not one of the choices of ann (did you mean 'strike'?): strike, guard "),
        ("guard upwards", ParseError, "unknown word 'upwards'; choices of ann: "),
        ("guard", ParseError, "incomplete choice, add one of: north, north-east"),
        ("strike cid", IllegalChoice, "'cid' is not possible here; choices of ann: "),
        ("play", IllegalChoice, "'play' is not possible here"),
        ("strike ann", IllegalChoice, "'ann' is not possible here; it is ann's own turn"),
        ("bea: strike", IllegalChoice, "ann decides now, not bea"),
        ("eve: strike", ParseError, "unknown name 'eve'"),
        ("", ParseError, "empty choice"),
    ],
)
def test_what_is_not_legal_is_refused_with_what_is(text, kind, says):
    table = skirmish()
    before = table.snapshot()
    with pytest.raises(IllegalChoice) as error:
        table.play(text)
    assert type(error.value) is kind
    assert says in str(error.value)
    assert ("choices of ann" in str(error.value)) == ("incomplete" not in says)
    assert str(error.value).count(repr(text)) == 1
    assert table.snapshot() == before


def test_the_closest_choice_is_listed_first():
    with pytest.raises(ParseError, match=r"choices of ann: guard south-west, "):
        skirmish().play("guard south-wes")


def test_play_is_all_or_nothing():
    table = skirmish()
    before = table.snapshot()
    with pytest.raises(ParseError):
        table.play("strike", "hold", "no such thing")
    assert table.snapshot() == before
    assert table.decider == "ann"
    assert table.choices()


def test_nothing_can_be_played_when_the_battle_is_over():
    table = skirmish(dice=None, seed=1)
    table.state["round_limit"] = 1
    table.play("hold", "hold", "hold", "hold")
    assert table.ending == "round_limit"
    assert table.choices() == []
    assert (table.decider, table.prompt, table.side) == (None, None, None)
    assert table.winner in (None, "red", "blue")
    with pytest.raises(IllegalChoice, match="the battle is over"):
        table.play("hold")


def test_single_answers_are_given_unless_wanted():
    table = to_target(skirmish([9, 9, 9, 1, 1, 1, 5]))
    assert table.dice_left == []
    assert (table.decider, table.prompt, table.round) == ("ann", "order", 2)
    asked = skirmish([9, 9, 9, 1, 1, 1], skip_forced=False)
    to_target(asked)
    assert (asked.decider, asked.prompt, asked.choices()) == ("ann", "target", ["cid"])


def test_dice_come_from_the_tape():
    table = skirmish([9, 9, 9, 1, 1, 1])
    with pytest.raises(TapeError, match=r"all 6 dice of the tape are used up; next comes a D6 \(clash\)"):
        to_target(table)
    assert (table.decider, table.prompt) == ("ann", "order")
    assert table.dice_left == [9, 9, 9, 1, 1, 1], "nothing has changed"
    table.dice = [9, 9, 9, 1, 1, 1, 6, 3]
    to_target(table)
    assert table.dice_left == []
    struck = table.last("pool_thrown")
    assert (struck.who, struck.target, struck.amount, struck.extra) == ("ann", "cid", 6, 1)
    assert struck.terms == [("strength", 1)]
    assert struck.total == 1
    assert "ann" in struck.text
    assert "cid" in struck.text
    assert table.unit("cid").health == 3 - 1 - 1, "a hit that a 3 does not save against armour 2, and a six"
    assert table.terms == [("armour", 2)]


def test_a_face_the_die_does_not_have_is_refused():
    table = skirmish([9, 9, 9, 1, 1, 1, 7, 3])
    with pytest.raises(TapeError, match=r"die 7 of the tape is 7, but the roll there is a D6 \(clash\)"):
        to_target(table)
    assert len(table.dice_left) == 8


def test_dice_may_be_thrown_after_all():
    table = skirmish([1])
    assert table.dice == [1]
    table.dice = None
    assert table.dice is None
    to_target(table)
    assert table.dice_left == []


def test_dice_before_the_first_decision_come_from_the_tape_too():
    cards = {"tables.cards.might.copies": 1, "tables.cards.haste.copies": 1, "tables.cards.draught.copies": 0}
    table = sandbox("toybook", SKIRMISH, [2, 1], cards)
    assert table.state["hand"][:2].tolist() == [2, 1]
    with pytest.raises(TapeError, match="next comes a D2"):
        sandbox("toybook", SKIRMISH, [], cards)
    with pytest.raises(TapeError, match="die 2 of the tape is 2, but the roll there is a D1"):
        sandbox("toybook", SKIRMISH, [2, 2], cards)


ROOM = 128  # dice that lie in a state record


def watchful(dice: list[int]) -> Table:
    """A hundred rounds in which all stand on guard: each that is hidden is looked for."""
    table = skirmish(dice, skip_forced=False)
    table.state["round_limit"] = 100
    table.refresh()
    return table


def choice_of(table: Table) -> str:
    """To hold, or the first there is."""
    return "hold" if "hold" in table.first_words() else table.choices()[0]


def test_a_long_tape_plays_as_short_ones_do():
    """Several hundred dice, laid out at once, lead where they lead when each choice gets its own from a short tape."""
    dice = [1 + (7 * k + k // 5) % 6 for k in range(700)]
    long, short = watchful(dice), watchful([])
    used = 0
    assert (long.dice, long.dice_left) == (dice, dice)
    while long.ending is None:
        short.dice = dice[used : used + ROOM]
        choice = choice_of(long)
        assert choice_of(short) == choice
        assert [event.text for event in long.play(choice)] == [event.text for event in short.play(choice)]
        used += len(short.dice) - len(short.dice_left)
        assert (long.dice, long.dice_left) == (dice, dice[used:])
    assert (short.ending, used > 2 * ROOM) == (long.ending, True)


def test_a_long_tape_that_does_not_fit():
    """It is said where on the whole tape; nothing has changed then."""
    table = watchful([1] * 300)
    while len(table.dice_left) > 100:
        table.play(choice_of(table))
    used = 300 - len(table.dice_left)
    assert used > ROOM
    table = watchful([*[1] * used, *[99] * (300 - used)])
    with pytest.raises(TapeError, match=rf"die {used + 1} of the tape is 99, but the roll there is a D\d+"):
        while True:
            table.play(choice_of(table))
    assert table.dice_left == [99] * (300 - used) and len(table.dice) == 300
    table = watchful([1] * 300)
    with pytest.raises(TapeError, match="all 300 dice of the tape are used up; next comes a D"):
        while True:
            table.play(choice_of(table))


def test_a_snapshot_holds_only_so_many_dice():
    table = skirmish([1] * 129)
    with pytest.raises(ValueError, match="a snapshot holds 128 dice, 129 are laid out"):
        table.snapshot()
    assert table.clone().dice == [1] * 129
    table.dice = [1] * 128
    restored = skirmish([]).restore(table.snapshot())
    assert restored.dice == [1] * 128


@pytest.mark.parametrize("face", [0, -1, 1.5, "x", 99999])
def test_a_face_is_a_whole_number_from_1(face):
    with pytest.raises(TapeError, match="is not a die roll"):
        skirmish([1, face])


@pytest.mark.parametrize("choice", [3, None])
def test_a_choice_is_a_text(choice):
    with pytest.raises(ParseError, match="give choices in words"):
        skirmish().play(choice)


def test_same_seed_same_dice():
    def end(seed):
        return to_target(skirmish(seed=seed)).game.position()

    assert end(3) == end(3)
    assert len({end(seed) for seed in range(6)}) > 1


def test_snapshots_continue_identically():
    table = skirmish(seed=4)
    table.play("strike", "hold")
    data = table.snapshot()
    twin = table.clone()
    other = skirmish(seed=99).restore(data)
    ends = []
    for one in (table, twin, other):
        one.play("march", "strike")
        while one.prompt != "order":
            one.play(one.choices()[-1])
        ends.append(one.snapshot())
    assert ends[0] == ends[1] == ends[2]
    assert len(twin.events) == len(table.events)
    table.restore(data)
    assert (table.decider, table.prompt) == ("cid", "order")
    assert table.choices()
    assert table.events == []


def test_a_tape_survives_a_snapshot():
    table = skirmish([9, 9, 9, 1, 1, 1, 5])
    twin = skirmish().restore(table.snapshot())
    assert twin.dice_left == table.dice_left
    assert to_target(twin).dice_left == []


def test_scenarios_of_every_kind():
    battle = scenario.expand(scenario.load(SKIRMISH))[0]
    by_battle = sandbox("toybook", battle, rules={"march.room.room": 3})
    assert by_battle.game.book["room"] == 3
    pool = scenario.pool("toybook", SKIRMISH)
    assert sandbox("toybook", pool).names == by_battle.names
    with pytest.raises(ValueError, match="for packed starts"):
        sandbox("toybook", pool, rules={"march.room.room": 3})
    with pytest.raises(TypeError, match="not int"):
        sandbox("toybook", 7)
    with pytest.raises(KnobError):
        skirmish(rules={"march.room.rooom": 1})
    with pytest.raises(LookupError):
        sandbox("toybook", "no_such_scenario")


def test_rules_go_over_those_of_the_scenario():
    table = sandbox("toybook", {**SKIRMISH, "rules": {"march.room.room": 4}}, rules={"march.room.room": 5})
    assert table.game.book["room"] == 5


def test_a_started_game_can_be_put_on_a_table():
    game = Game("toybook", scenario.pool("toybook", SKIRMISH)).start(0, seed=2)
    table = Table.of(game)
    table.play(table.choices()[0])
    assert table.game is game


def test_every_choice_of_many_positions_goes_into_words_and_back():
    """play(text), parse(text) and describe(answers) agree on every complete choice, and with the rules on its parts."""
    rng = np.random.default_rng(5)
    seen = set()
    for seed in range(4):
        table = sandbox("toybook", {**SKIRMISH, "units": [*SKIRMISH["units"], {
            "name": "eli", "side": "blue", "at": [3, 3], "width": 3, "height": 1}]}, seed=seed)  # fmt: skip
        for _ in range(25):
            if table.ending:
                break
            table.chooser.put(table.game.lanes[0])
            choices = list(table.chooser.complete())
            assert len({text for text, _ in choices}) == len(choices)
            legal = set(table.game.answers().tolist())
            assert {answers[0] for _, answers in choices} == legal
            for text, answers in choices:
                assert table.parse(text) == answers
            text, answers = choices[int(rng.integers(len(choices)))]
            assert table.describe(answers) == text
            seen.add(table.prompt)
            table.play(text)
    assert {"card", "order", "cell"} <= seen


def test_describe_refuses_what_is_no_choice():
    with pytest.raises(IllegalChoice, match="not a legal choice"):
        skirmish().describe([999])


def test_a_scenario_may_be_named_with_its_ruleset():
    assert sandbox("wfrp1/tiny").names == sandbox("wfrp1", "tiny").names
    with pytest.raises(ValueError, match="already names a scenario"):
        sandbox("wfrp1/tiny", "small")
    assert sandbox("wfrp1").names == sandbox("wfrp1", rulesets.get("wfrp1").scenario).names
    with pytest.raises(ValueError, match="no scenario given"):
        sandbox("toybook")


@pytest.mark.parametrize("name", ["rules", "seed", "dices"])
def test_a_table_takes_no_settings_that_it_does_not_have(name):
    scene = skirmish()
    with pytest.raises(AttributeError, match=name):
        setattr(scene, name, [1])


def test_answers_are_given_as_parse_returns_them():
    table, twin = skirmish(), skirmish()
    answers = table.parse("guard east")
    assert len(answers) == 2
    table.give(answers)
    twin.play("guard east")
    assert (table.decider, table.game.snapshot()) == ("bea", twin.game.snapshot())


def test_answers_up_to_one_that_is_not_legal_stand():
    table = skirmish()
    guard, _ = table.parse("guard east")
    with pytest.raises(IllegalChoice, match=r"answer -7 is not legal for ann"):
        table.give([guard, -7])
    assert (table.decider, table.prompt) == ("ann", "direction")
