"""Whom a unit perceives itself, as ``sight="unit"`` shows it: everyone but those hidden from it."""

from __future__ import annotations

from fixtures import clause, perceived_by
from heimr.scenes import scene

from tactica.envs.rulesets.heimr.observe import Channel, Context

MAN, BOY, ORC = 0, 1, 2  # roster rows


def laid_out():
    """A man and an orc with a stone wall between them, and a boy."""
    wall = [{"type": "stone_wall", "cell": [1, y], "direction": "east"} for y in range(3)]
    return scene(
        {"name": "man", "side": "men", "at": [0, 0]}, {"name": "boy", "side": "men", "at": [0, 1]},
        {"name": "orc", "side": "orcs", "at": [2, 0]}, size=(3, 3), borders=wall,
    )  # fmt: skip


def hide(laid, observers, known=()):
    """Hide the orc from some; of these some know that it hides. Side 0 saw it last at (1, 0)."""
    unit = laid.state["units"][ORC]
    unit["hidden_from"] = sum(1 << one for one in observers)
    unit["known_hiding"] = sum(1 << one for one in known)
    unit["hide_value"] = 6
    unit["last_seen"][0] = 1


@clause("heimr.c.information", "heimr.position.hidden")
def test_walls_alone_hide_nobody():
    laid = laid_out()
    for name in ("man", "boy", "orc"):
        assert perceived_by(laid, name) == {"man", "boy", "orc"}


@clause("heimr.c.information", "heimr.position.hidden")
def test_an_orc_hidden_behind_a_wall_is_perceived_by_the_friend_who_sees_it():
    laid = laid_out()
    hide(laid, [MAN])
    assert perceived_by(laid, "man") == {"man", "boy"}
    assert perceived_by(laid, "boy") == perceived_by(laid, "orc") == {"man", "boy", "orc"}


@clause("heimr.c.information", "heimr.position.hidden")
def test_that_an_enemy_hides_shows_to_the_unit_that_knows_it():
    """Hidden from both, and only the boy knows."""
    laid = laid_out()
    hide(laid, [MAN, BOY], [BOY])
    by_man, by_boy, by_side = (laid.game.observe(0, unit) for unit in (MAN, BOY, -1))
    assert [int(seen["context"][Context.HIDING]) for seen in (by_man, by_boy, by_side)] == [0, 1, 1]
    assert [int(seen["grid"][Channel.LAST_SEEN].sum()) for seen in (by_man, by_boy, by_side)] == [0, 1, 1]


@clause("heimr.c.information", "heimr.c.end")
def test_the_unconscious_perceive_nobody_outside_their_cluster():
    laid = laid_out()
    for name in ("unconscious", "prone"):
        laid.state["units"][BOY][name] = 1
    assert perceived_by(laid, "boy") == {"boy"}
