"""The time left, with simulated work on a clock of its own: within a factor of two once a tenth of the work is done."""

from __future__ import annotations

import heapq
from itertools import accumulate

import numpy as np
import pytest

from tactica.envs import scenario
from tactica.experiments.commands.playing import time_left, work_of
from tactica.experiments.time_left import TimeLeft, in_time
from tactica.experiments.tournament import manifest as manifests
from tactica.experiments.tournament.run import all_chunks


def finished(seconds, jobs):
    """When each piece is finished, by so many processes that take the next one as soon as they are free: (time, piece)."""
    free, ends = [0.0] * jobs, []
    for piece, lasts in enumerate(seconds):
        end = heapq.heappop(free) + lasts
        heapq.heappush(free, end)
        ends.append((end, piece))
    return sorted(ends)


def factors(left, pieces, seconds, jobs):
    """By which factor the estimate is wrong, from a tenth of the work on until little is left to be wrong about.

    Args:
        left: the estimate, begun at 0.
        pieces: amount and kind of each, in order.
        seconds: that each takes.
        jobs: processes.
    """
    ends = finished(seconds, jobs)
    whole, done, wrong = ends[-1][0], list(accumulate(seconds[piece] for _, piece in ends)), []
    for (now, piece), work in zip(ends, done, strict=True):
        left.finish(*pieces[piece], seconds[piece])
        if done[-1] / 10 <= work and whole - now > max(seconds):
            wrong.append(left.seconds(now) / (whole - now))
    assert wrong, "the work is too small for the test"
    return wrong


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_a_tournament_with_scenarios_of_unequal_size(jobs):
    """A pair takes 1, 7 or 60 seconds, by the scenario, give or take a half."""
    sources = [(name, scenario.load(name)) for name in ("toybook/banners", "toybook/alliance", "toybook/ranks")]
    manifest = manifests.draw_up(["random", "charger", "fierce"], sources, pairs=200, seed=1, starts=8)
    plan, rng = all_chunks(manifest), np.random.default_rng(1)
    pieces = [(chunk.size, work_of(manifest, chunk)) for chunk in plan]
    seconds = [chunk.size * (1, 7, 60)[chunk.scenario] * rng.uniform(0.5, 1.5) for chunk in plan]
    found = factors(time_left(manifest, plan, 0.0, {}), pieces, seconds, jobs)
    assert min(found) > 0.5 and max(found) < 2


@pytest.mark.parametrize("jobs", [1, 2])
def test_work_whose_long_pieces_come_last(jobs):
    """Known: the last scenario takes 40 times as long as the first, on another machine; here all take 3 times as long."""
    pieces = [(10, "short")] * 60 + [(10, "middle")] * 60 + [(10, "long")] * 60
    usual = {"short": 1.0, "middle": 6.0, "long": 40.0}
    seconds = [3 * amount * usual[kind] for amount, kind in pieces]
    left = TimeLeft(dict.fromkeys(usual, 600), 0.0, usual)
    found = factors(left, pieces, seconds, jobs)
    assert min(found) > 0.5 and max(found) < 2
    # without that knowledge the estimate is far off: the test can fail
    blind = TimeLeft({None: 1800}, 0.0)
    far = factors(blind, [(amount, None) for amount, _ in pieces], seconds, jobs)
    assert min(far) < 0.5 or max(far) > 2


def test_it_is_exact_where_all_pieces_take_the_same():
    left = TimeLeft({None: 10}, 100.0)
    assert left.seconds(100.0) is None and left.text(105.0) == ""
    left.finish(2)
    assert left.seconds(106.0) == pytest.approx(24)
    assert left.text(106.0) == "about 24 s left"
    left.amounts = {None: 4}  # a better estimate of the work
    assert left.seconds(106.0) == pytest.approx(6)
    left.finish(2)
    assert left.seconds(112.0) == 0


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.2, "1 s"), (42.4, "42 s"), (99, "99 s"), (100, "2 min"), (3600, "60 min")]
)
def test_spans_of_time_in_words(seconds, text):
    assert in_time(seconds) == text
