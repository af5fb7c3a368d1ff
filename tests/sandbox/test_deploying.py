"""Players who place their units before the first round, in the toy ruleset."""

from __future__ import annotations

from typing import Any

import numpy as np
from fixtures import clause
from sandbox.toy import PLAIN

from tactica.envs.sandbox import Table, sandbox


def deploying(*units: dict[str, Any], zone: tuple[int, int, int, int] = (0, 0, 3, 0), **more: Any) -> Table:
    """Ann's rank and others of red, to be deployed in a zone, against a soldier who stands in a corner."""
    ann = {"name": "ann", "side": "red", "template": "rank"}
    zoe = {"name": "zoe", "side": "blue", "at": [5, 4]}
    fight = {
        "ruleset": "toybook", "board": {"size": [6, 5]}, "sides": ["red", "blue"], "deploy": {"red": list(zone)},
        "units": [ann, *units, zoe], "rules": {**PLAIN, "deploy.zone.players_deploy": 1}, **more,
    }  # fmt: skip
    return sandbox("toybook", fight, dice=[], skip_forced=False)


def at(laid: Table, name: str) -> tuple[int, int]:
    """Where a unit stands."""
    return laid.game.ruleset.board.place(int(laid.unit(name).cell))


@clause("toybook.deploy.zone")
def test_units_without_a_place_are_deployed_in_their_zone_one_after_the_other():
    laid = deploying({"name": "bea", "side": "red"})
    assert (laid.decider, laid.prompt, laid.choices(), laid.round) == ("ann", "cell", ["0,0", "1,0"], 0)
    laid.play("1,0")
    assert (laid.decider, laid.choices()) == ("bea", ["0,0"])
    laid.play("0,0")
    assert (at(laid, "ann"), at(laid, "bea")) == ((1, 0), (0, 0))
    assert (laid.decider, laid.prompt, laid.round) == ("ann", "order", 1)
    assert laid.last("deployed").who == "bea"


@clause("toybook.deploy.zone", "toybook.march.room")
def test_friends_share_a_cell_of_the_zone():
    laid = deploying({"name": "bea", "side": "red"}, {"name": "cleo", "side": "red"})
    laid.play("0,0", "3,0")
    assert (laid.decider, laid.choices()) == ("cleo", ["3,0"])


@clause("toybook.deploy.zone")
def test_who_finds_no_room_takes_no_part():
    """Two ranks have room in two rows of three, but not when the first stands across the middle of them."""
    laid = deploying({"name": "bea", "side": "red", "template": "rank", "width": 1, "height": 2}, zone=(0, 0, 2, 1))
    laid.play("0,0")
    assert laid.last("left_out").who == "bea"
    assert (int(laid.unit("bea").health), int(laid.unit("bea").cell)) == (0, -1)
    assert (laid.decider, laid.prompt) == ("ann", "order")


@clause("toybook.deploy.zone", "toybook.march.bump")
def test_who_is_put_where_a_hidden_enemy_stands_is_deployed_elsewhere():
    laid = deploying({"name": "eve", "side": "blue", "hidden": True, "at": [0, 0]})
    laid.play("0,0")
    assert [event.kind for event in laid.events] == ["bumped", "revealed"]
    assert (laid.decider, laid.prompt, laid.choices()) == ("ann", "cell", ["1,0"])
    laid.play("1,0")
    assert at(laid, "ann") == (1, 0)


@clause("toybook.deploy.zone")
def test_each_side_sees_its_zone_until_all_are_deployed():
    laid = deploying({"name": "kit", "side": "blue"}, deploy={"red": [0, 0, 3, 0], "blue": [4, 4, 5, 4]})
    channel = laid.game.ruleset.module("observe").Channel.ZONE
    seen = [laid.game.observe(side)["grid"][channel] for side in (0, 1)]
    assert [np.argwhere(grid).tolist() for grid in seen] == [[[0, x] for x in range(4)], [[4, 4], [4, 5]]]
    laid.play("0,0", "4,4")
    assert not any(laid.game.observe(side)["grid"][channel].any() for side in (0, 1))
    assert laid.prompt == "order"
