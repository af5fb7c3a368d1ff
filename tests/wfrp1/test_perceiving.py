"""Whom a unit perceives itself, as ``sight="unit"`` shows it: walls, darkness, contact, mounts and the unconscious."""

from __future__ import annotations

from fixtures import clause, perceived_by, table

WALL = "\n".join([*["....#......."] * 4, *["............"] * 8])


def parted(man=None, orc=None, boy=None, others=(), **more):
    """A man and an orc on both sides of a wall, and a boy at its end."""
    return table(
        {"name": "man", "side": "men", "at": [1, 1], "i": 60, **(man or {})},
        {"name": "boy", "side": "men", "at": [4, 8], **(boy or {})},
        {"name": "orc", "side": "orcs", "at": [7, 1], **(orc or {})}, *others, **{"board": {"map": WALL}, **more},
    )  # fmt: skip


@clause("wfrp1.visibility.awareness")
def test_a_wall_hides_two_enemies_from_each_other_but_not_from_a_friend_at_its_end():
    laid = parted()
    assert perceived_by(laid, "man") == {"man", "boy"}
    assert perceived_by(laid, "boy") == {"man", "boy", "orc"}
    assert perceived_by(laid, "orc") == {"boy", "orc"}


@clause("wfrp1.visibility.awareness", "wfrp1.visibility.night_vision")
def test_in_the_dark_friends_are_lost_from_sight_too():
    laid = parted(orc={"night_vision": 60}, board={"size": [12, 12]}, battle={"light": "dark"})
    assert perceived_by(laid, "man") == {"man"}
    assert perceived_by(laid, "orc") == {"man", "boy", "orc"}
    near = parted(boy={"at": [2, 2]}, board={"size": [12, 12]}, battle={"light": "dark"})
    assert perceived_by(near, "man") == {"man", "boy"}


@clause("wfrp1.visibility.awareness")
def test_the_unconscious_perceive_only_whom_they_are_in_contact_with():
    laid = parted(boy={"at": [2, 1]}, board={"size": [12, 12]})
    assert perceived_by(laid, "boy") == {"man", "boy", "orc"}
    laid.state["units"][1]["unconscious_rounds"] = 3
    assert perceived_by(laid, "boy") == {"man", "boy"}
