"""What the words for a manoeuvre say of where it ends."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.scenes import drill, duel, inches_left, pose, regiment

from tactica.envs.sandbox import Table

NUMBERS = {"1 file": 1, **{f"{n} files": n for n in range(2, 13)}}


def told(laid: Table, *parts: str) -> dict[str, str]:
    """What is said of the legal answers of a table after some parts of a choice: the words for the answer -> how it ends."""
    game = laid.game
    for part in parts:
        game.step(next(index for index, text in game.legal_texts().items() if text.startswith(part)))
    return {text.partition(",")[0]: text.partition(", ")[2] for text in game.legal_texts().values()}


@clause("tow.x.move.turn", "tow.x.move.back_and_side")
def test_turns_and_steps_say_where_they_end():
    """Eighteen men in four files stand in five ranks; a turn takes one of their four inches, a step back or aside two."""
    found = told(drill(models=18, files=4))
    assert {verb: found[verb] for verb in ("turn left", "turn right", "about face")} == {
        "turn left": "then facing west, 5 files wide, 3 inches of movement to spare",
        "turn right": "then facing east, 5 files wide, 3 inches of movement to spare",
        "about face": "then facing south, 4 files wide, 3 inches of movement to spare",
    }
    for verb in ("back", "side left", "side right"):
        assert found[verb] == "then facing north, 4 files wide, 2 inches of movement to spare"


@clause("tow.x.move.turn", "tow.x.move.back_and_side")
def test_parts_of_inches_are_told_as_they_are():
    """A quarter of five inches is an inch and a quarter; two inches back leave one of three."""
    assert told(drill(movement=5))["turn left"].endswith("4 files wide, 3.75 inches of movement to spare")
    assert told(drill(movement=3))["back"].endswith("5 files wide, 1 inch of movement to spare")


@clause("tow.x.move.wheel", "tow.x.move.march")
def test_a_wheel_after_a_march():
    """Two files wheel through an arc of 3.14 inches, counted as four of the eight."""
    laid = drill(models=4, files=2)
    laid.play("march")
    found = told(laid)
    assert found["wheel left"] == "then facing west, 2 files wide, 4 inches of movement to spare"
    assert found["wheel right"] == "then facing east, 2 files wide, 4 inches of movement to spare"


@clause("tow.x.move.normal", "tow.x.move.redress")
def test_what_takes_a_second_part_is_told_with_that_part():
    """Forward and redressing say nothing as long as nobody knows how far."""
    found = told(drill())
    assert (found["forward"], found["redress"], found["pass"], found["march"]) == ("", "", "", "")
    assert told(drill(), "forward") == {
        "forward 1 inch": "then facing north, 5 files wide, 3 inches of movement to spare",
        "forward 2 inches": "then facing north, 5 files wide, 2 inches of movement to spare",
        "forward 4 inches": "then facing north, 5 files wide, 0 inches of movement to spare",
    }
    assert (
        told(drill(), "redress")["redress 2 files fewer"]
        == "then facing north, 3 files wide, 2 inches of movement to spare"
    )


@clause("tow.x.move.reform")
def test_a_reform_is_told_when_the_facing_is_chosen():
    """It takes the whole move, and ten files of ten men are one rank."""
    by_files = told(drill(models=10), "reform")
    assert by_files["reform 10 files"] == ""
    found = told(drill(models=10), "reform", "reform 10 files")
    assert found == {
        "reform facing as before": "then facing north, 10 files wide, 0 inches of movement to spare",
        "reform facing to the right": "then facing east, 10 files wide, 0 inches of movement to spare",
        "reform facing about": "then facing south, 10 files wide, 0 inches of movement to spare",
        "reform facing to the left": "then facing west, 10 files wide, 0 inches of movement to spare",
    }


@clause("tow.x.move.normal")
@pytest.mark.parametrize(
    "men", [{}, {"models": 1}, {"models": 12, "files": 3, "base_mm": (50, 50)}, {"movement": 7, "models": 6}]
)
@pytest.mark.parametrize("march", [False, True])
def test_every_manoeuvre_ends_as_it_was_told(men, march):
    def ready():
        laid = drill(regiment("orcs", at=(30, 3), facing="south"), at=(14, 12), **men)
        if march:
            laid.play("march")
        return laid

    manoeuvres = {verb: ends for verb, ends in told(ready()).items() if ends}
    assert len(manoeuvres) >= 3
    for verb, ends in manoeuvres.items():
        laid = ready()
        laid.play(verb.replace(" ", "_"))
        _, facing, files = pose(laid)
        left = inches_left(laid)
        counted = {count: words for words, count in NUMBERS.items()}[files]
        spare = f"{left:g} inch{'' if left == 1 else 'es'} of movement to spare"
        assert ends == f"then facing {facing}, {counted} wide, {spare}", verb


@clause("tow.x.move.charge_declare")
def test_other_choices_say_nothing_of_where_they_end():
    laid = duel(upto="charge", who="men")
    assert all("then facing" not in text for text in laid.game.legal_texts().values())
