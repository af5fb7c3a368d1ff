"""Positions that are equal for everything to come are counted as one, and nothing else is."""

from __future__ import annotations

import numpy as np
import pytest
from fixtures import duel

from tactica.envs.odds import count
from tactica.envs.odds.positions import Pile

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

    def only_put_together(pile, values, weights, places=None, place=0):
        """What ``add`` does, but for merging."""
        at = slice(None) if places is None else places == place
        known, known_weights = pile.taken()
        pile._values = np.concatenate([known, pile._positions.padded(values)[at]])
        pile._weights = np.concatenate([known_weights, weights[at]])
        pile._found = len(pile._weights)

    monkeypatch.setattr(Pile, "add", only_put_together)
    apart = scene.odds("strike orc", answers=ANSWERS, want=want, until="round")
    assert dict(merged) == {value: pytest.approx(chance, abs=1e-12) for value, chance in apart.items()}
    assert merged.positions < apart.positions


@pytest.mark.compiled_only
@pytest.mark.parametrize("room", [5, 5_000])
def test_rows_are_merged_wherever_they_lie(room):
    rng = np.random.default_rng(3)
    values = rng.integers(-3, 3, (5_000, 4)) * 2**40
    weights, places = rng.random(5_000), rng.integers(0, 2, 5_000)
    distinct, group = np.unique(values[places == 1], axis=0, return_inverse=True)
    sums = np.bincount(group.ravel(), weights[places == 1])
    pile_up = duel().ruleset.loops.pile_up
    kept, kept_weights, slots = np.empty((room, 4), np.int64), np.empty(room), np.full(16_384, -1)
    found, after = pile_up(values, weights, places, 1, kept, kept_weights, slots, 0, 0)
    if room < len(distinct):
        assert (found, places[after]) == (room, 1), "the next new one has no room"
        return
    assert (found, after) == (len(distinct), 5_000)
    order = np.lexsort(kept[:found].T[::-1])
    assert (kept[:found][order] == distinct).all()
    assert kept_weights[:found][order] == pytest.approx(sums, abs=1e-9)


def test_results_do_not_depend_on_the_number_of_threads(monkeypatch):
    found = []
    for threads in (1, 2, 5):
        monkeypatch.setattr(count, "THREADS", threads)
        scene = duel(man={"w": 1}, orc={"w": 1}, rules={"damage.basic.damage_die": 2, "parry.attempt.parry_die": 2})
        odds = scene.odds("strike orc", answers=ANSWERS, want=BOTH, until="round", cut=1e-5)
        found.append((dict(odds), odds.lost_to, odds.runs, odds.positions, odds.layers))
    assert found[0] == found[1] == found[2], "to the last bit"


# --- whole rounds ----------------------------------------------------------------------------------------------------

BOTH = ["man.wounds", "orc.wounds"]


@pytest.fixture(scope="module")
def whole_round():
    """Two blows and two parries of each, with critical hits and fumbles."""
    return duel(man={"a": 2}, orc={"a": 2}).odds("strike orc", answers=ANSWERS, want=BOTH, until="round")


@pytest.mark.compiled_only
def test_a_whole_round_is_counted_completely(whole_round):
    odds = whole_round
    assert odds.complete
    assert odds.lost < 1e-6, odds.lost_to
    assert sum(odds.values()) + odds.lost == pytest.approx(1.0, abs=1e-12)


@pytest.mark.compiled_only
def test_a_whole_round_is_as_counted_in_part_without_leaving_out_what_is_spent(monkeypatch, whole_round):
    """No value is less likely than what was followed of it, nor likelier than with all that was not followed."""
    odds = whole_round
    monkeypatch.setattr(count.Count, "_is_told_what_is_spent", lambda count, text: False)
    part = duel(man={"a": 2}, orc={"a": 2}).odds(
        "strike orc", answers=ANSWERS, want=BOTH, until="round", budget=1_000_000, open="stop"
    )
    assert not part.complete
    assert part.lost < 0.05
    for value in {*odds, *part}:
        assert part[value] - 1e-12 <= odds[value] <= part[value] + part.lost + 1e-12, value


@pytest.mark.compiled_only
def test_a_whole_round_is_as_played(whole_round):
    """600 rounds played: the share of each value that is not rare, and the means, within five standard errors."""
    odds = whole_round
    scene = duel(man={"a": 2}, orc={"a": 2})
    rng = np.random.default_rng(5)
    played = []
    for _ in range(600):
        twin = scene.clone()
        twin.state["rng"][:] = rng.integers(0, 2**32, 4)
        twin.play("strike orc")
        while twin.ending is None and twin.round == scene.round:
            foe = "orc" if twin.decider == "man" else "man"
            given = ("parry",) if twin.prompt == "parry" else (f"strike {foe}", "pass")
            twin.play(next(text for text in given if text.split()[0] in "parry_main " + " ".join(twin.first_words())))
        played.append((twin.unit("man").wounds, twin.unit("orc").wounds))
    for value, chance in odds.items():
        error = np.sqrt(chance * (1 - chance) / len(played))
        if chance > 0.01:
            assert abs(played.count(value) / len(played) - chance) < 5 * error, value
    for name, numbers in zip(BOTH, np.transpose(played), strict=True):
        mean = odds.of(name).mean()
        spread = np.sqrt(sum(chance * (value - mean) ** 2 for value, chance in odds.of(name).items()))
        assert abs(numbers.mean() - mean) < 5 * spread / np.sqrt(len(played)), name


@pytest.mark.compiled_only
def test_a_plain_round_of_two_blows_and_two_parries_each_is_counted_completely():
    """Without criticals and fumbles."""
    scene = a_round()
    scene.odds("strike orc", answers=ANSWERS, want="orc.wounds", until="round", budget=100)
    counted = scene.odds("strike orc", answers=ANSWERS, want=["man.wounds", "orc.wounds"], until="round")
    assert counted.complete
    assert counted.lost < 1e-7
