"""Positions that are equal for everything to come are counted as one, and nothing else is."""

from __future__ import annotations

import time

import numpy as np
import pytest
from fixtures import duel

from tactica.envs.odds.positions import Positions

PLAIN = {"injury.critical_hit.opt_criticals": 0, "attack.fumble.opt_fumbles": 0}
#: Both strike whenever they may, and parry whenever they may.
ANSWERS = {"parry": "parry", "turn": ["strike man", "strike orc", "pass"], "extra_blow": ["strike man", "strike orc"]}


def a_round(rules=None, **both):
    """Two fighters, whose blows may come by turns."""
    return duel(man={"a": 2, **both}, orc={"a": 2, **both}, rules={**PLAIN, **(rules or {})})


def test_merging_changes_no_odds(monkeypatch):
    rules = {"damage.additional.opt_additional_damage": 0, "damage.basic.damage_die": 2, "parry.attempt.parry_die": 2}
    scene = duel(rules={**PLAIN, **rules}, w=3)
    want = ["man.wounds", "orc.wounds", "orc.won_over", "hit", "location"]
    merged = scene.odds("strike orc", answers=ANSWERS, want=want, until="round")
    assert merged.complete

    def only_put_together(positions, batches):
        """What ``merged`` does, but for merging."""
        padded = []
        for values, _ in batches:
            row = positions.root[positions.columns][None].repeat(len(values), axis=0)
            row[:, : values.shape[1]] = values
            padded.append(row)
        return np.concatenate(padded), np.concatenate([weights for _, weights in batches])

    monkeypatch.setattr(Positions, "merged", only_put_together)
    apart = scene.odds("strike orc", answers=ANSWERS, want=want, until="round")
    assert dict(merged) == {value: pytest.approx(chance, abs=1e-12) for value, chance in apart.items()}
    assert merged.positions < apart.positions


@pytest.mark.compiled_only
def test_rows_are_merged_wherever_they_lie():
    merge_rows = duel().ruleset.loops.merge_rows
    rng = np.random.default_rng(3)
    values = rng.integers(-3, 3, (5_000, 4)) * 2**40
    weights = rng.random(5_000)
    distinct, group = np.unique(values, axis=0, return_inverse=True)
    sums = np.bincount(group.ravel(), weights)
    found = merge_rows(values, weights, np.full(16_384, -1))
    assert found == len(distinct)
    order = np.lexsort(values[:found].T[::-1])
    assert (values[:found][order] == distinct).all()
    assert weights[:found][order] == pytest.approx(sums, abs=1e-9)


@pytest.mark.compiled_only
def test_a_plain_round_of_two_blows_and_two_parries_each_is_counted_in_two_seconds():
    """Without criticals and fumbles. Of processor time: other programs may be running."""
    scene = a_round()
    scene.odds("strike orc", answers=ANSWERS, want="orc.wounds", until="round", budget=100)
    begun = time.process_time()
    counted = scene.odds("strike orc", answers=ANSWERS, want=["man.wounds", "orc.wounds"], until="round")
    assert counted.complete
    assert counted.lost < 1e-7
    assert time.process_time() - begun < 2.0
