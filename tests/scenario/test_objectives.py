"""Objectives as written: what they come to, and what is wrong with them."""

from __future__ import annotations

from typing import Any

import pytest

from tactica.envs import scenario

FIGHT: dict[str, Any] = {
    "ruleset": "toybook", "board": {"size": [6, 4]}, "sides": ["red", "blue"],
    "units": [{"template": "soldier", "side": side, "at": at} for side, at in (("red", [0, 0]), ("blue", [5, 3]))],
}  # fmt: skip


def test_zones_are_cells_or_rectangles() -> None:
    zones = {"well": [[1, 1]], "hill": {"from": [4, 2], "to": [3, 1]}}
    goals = scenario.load(FIGHT | {"objectives": {"zones": zones}}).objectives
    assert goals is not None
    assert goals.zones == {"well": ((1, 1),), "hill": ((3, 1), (4, 1), (3, 2), (4, 2))}
    assert (goals.to_win, goals.rounds, goals.attacker, goals.verdict) == (0, 0, -1, (1,))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"zones": {"a": [[0, 2]], "b": [[0, 2]]}}, r"zones\.b: cell \[0, 2\] already lies in 'a'; allowed: zones that do not"),
        ({"zones": {"a": [[9, 9]]}}, r"zones\.a\.cells: cell \[9, 9\] is off the board; allowed: x 0 to 5, y 0 to 3"),
        ({"zones": {"a": {"from": [1, 1]}}}, r"zones\.a: a zone needs cells, or both corners of a rectangle"),
        ({"zones": {f"z{k}": [[k % 6, k // 6]] for k in range(9)}}, r"zones: 9 zones are too many; allowed: at most 8"),
        ({"to_win": 2}, r"to_win: nobody can get points without zones"),
        ({"verdict": "score"}, r"verdict: nobody can get points without zones"),
        ({"verdict": ["luck"]}, r"verdict: \['luck'\] is not a verdict; allowed: \[score\], \[staying\], or both"),
        ({"attacker": "green"}, r"attacker: unknown side 'green'; allowed: red, blue"),
        ({"rounds": 0}, r"rounds: 0 is not possible; allowed: 1 to 9000"),
        ({"zone": 3}, r"objectives\.zone: unknown key 'zone' \(did you mean 'zones'\?\); allowed: zones, to_win, rounds, att"),
        ({"zones": {"a": {"form": [1, 1]}}}, r"zones\.a\.form: .* \(did you mean 'from'\?\); allowed: cells, from, to$"),
    ],
)  # fmt: skip
def test_mistakes_are_named_with_what_is_allowed(given: dict[str, Any], said: str) -> None:
    with pytest.raises(scenario.ScenarioError, match=said):
        scenario.load(FIGHT | {"objectives": given})
