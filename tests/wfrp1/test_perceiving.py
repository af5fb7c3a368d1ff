"""Whom a unit perceives itself, as ``sight="unit"`` shows it: walls, darkness, contact, mounts and the unconscious."""

from __future__ import annotations

from fixtures import WALL, check_parted, clause, parted, perceived_by, table


@clause("wfrp1.visibility.awareness")
def test_a_wall_hides_two_enemies_from_each_other_but_not_from_a_friend_at_its_end():
    check_parted(parted(table, board={"map": WALL}))


@clause("wfrp1.visibility.awareness", "wfrp1.visibility.night_vision")
def test_in_the_dark_friends_are_lost_from_sight_too():
    laid = parted(table, orc={"night_vision": 60}, board={"size": [12, 12]}, battle={"light": "dark"})
    assert perceived_by(laid, "man") == {"man"}
    assert perceived_by(laid, "orc") == {"man", "boy", "orc"}
    near = parted(table, boy={"at": [2, 2]}, board={"size": [12, 12]}, battle={"light": "dark"})
    assert perceived_by(near, "man") == {"man", "boy"}


@clause("wfrp1.visibility.awareness")
def test_the_unconscious_perceive_only_whom_they_are_in_contact_with():
    laid = parted(table, boy={"at": [2, 1]}, board={"size": [12, 12]})
    assert perceived_by(laid, "boy") == {"man", "boy", "orc"}
    laid.state["units"][1]["unconscious_rounds"] = 3
    assert perceived_by(laid, "boy") == {"man", "boy"}


@clause("wfrp1.visibility.awareness", "wfrp1.c.mounts")
def test_rider_and_mount_perceive_each_other_in_the_dark():
    laid = parted(table, man={"mount": "warhorse"}, board={"size": [12, 12]}, battle={"light": "dark"})
    assert perceived_by(laid, "man") == perceived_by(laid, "warhorse") == {"man", "warhorse"}
