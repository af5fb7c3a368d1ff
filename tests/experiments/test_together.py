"""Options that belong together: known to their rulesets, taken one after the other, and named as one."""

from __future__ import annotations

import threading

import pytest

from tactica.envs import rulesets
from tactica.envs.engine.options import find
from tactica.experiments.laboratory import together
from tactica.experiments.laboratory.auditing import NamedWay
from tactica.experiments.laboratory.checked import rank_of
from tactica.experiments.laboratory.running import GameWorkers, QuestionFolder, QuestionStopped, run
from tactica.experiments.laboratory.shards import Player, Stream, play
from tactica.experiments.laboratory.through import OptionUse, Way, seen_of
from tactica.experiments.laboratory.together import halves_of, is_pair, pairs_of, takers_of_pairs, unused_pairs
from tactica.experiments.laboratory.unused import unused_of
from tactica.experiments.laboratory.worth.usage import SITUATIONS, Use, uses_of

ARCHER = Player.of("archer")


def seen(**offered):
    uses = {
        name: Use(name, 10, (times, *(0,) * (len(SITUATIONS) - 1)), (0,) * len(SITUATIONS))
        for name, times in offered.items()
    }
    return [OptionUse(ARCHER, ARCHER, False, uses)]


@pytest.mark.parametrize("slug", [slug for slug in rulesets.names() if slug != "toybook"])
def test_every_half_is_an_option_of_its_ruleset(slug):
    pairs = pairs_of(slug)
    assert len(pairs) >= 4 and len(set(pairs)) == len(pairs)
    for first, second in pairs:
        assert first != second and find(slug, first) and find(slug, second)


def test_a_ruleset_without_pairs_has_none():
    assert pairs_of("toybook") == ()


def test_a_pair_is_tried_if_its_first_half_was_legal_and_a_half_is_unused(monkeypatch):
    monkeypatch.setattr(together, "pairs_of", lambda slug: (("aim", "fire"), ("mount", "charge"), ("ascend", "swoop")))
    assert unused_pairs("wfrp1", ["aim"], seen(aim=5, fire=9, charge=3, ascend=2, swoop=1)) == ["aim then fire"]
    assert unused_pairs("wfrp1", [], seen(aim=5, fire=9)) == []
    assert unused_pairs("wfrp1", [], seen(aim=5)) == ["aim then fire"], "its second half becomes legal by the first"


def test_a_pair_is_written_as_one_and_counts_for_either_half():
    assert halves_of("aim then fire") == ("aim", "fire") and halves_of("aim") == ("aim",)
    assert is_pair("aim then fire") and not is_pair("strike.aim_head")
    findings = [NamedWay(Way(option, 1.0, 0.9, 3.0)) for option in ("charge", "aim then fire")]
    assert rank_of(findings, ["fire"]) == rank_of(findings, ["aim"]) == 2 and rank_of(findings, ["then"]) == 0


@pytest.mark.compiled_only
def test_a_player_is_varied_until_it_aims_and_then_shoots():
    """By the book an archer of woin that aims whenever that is legal shoots as well, as nothing else is left to it."""
    stream = Stream("woin", "small", 0, 8)
    watched = seen_of(stream, [ARCHER], {}, run)
    unused = [one.option for one in unused_of("woin", watched)]
    pairs = [pair for pair in unused_pairs("woin", [*unused, "aim"], watched) if pair == "aim then attack"]
    found = takers_of_pairs(stream, [ARCHER], pairs, watched, {}, run)
    assert [one.option for one in found] == ["aim then attack"] * 2
    assert found[0].how == "archer takes aim then attack whenever it is legal" and found[0].other == ARCHER
    by_book, taken = uses_of(stream, ARCHER, ARCHER, 10), uses_of(stream, found[0].player, ARCHER, 10)
    shares = [uses["aim"].chosen[0] / uses["aim"].games if "aim" in uses else 0 for uses in (by_book, taken)]
    assert shares[1] > 1 and shares[1] > shares[0]
    assert taken["attack"].chosen[0] > taken["attack"].games


@pytest.mark.compiled_only
def test_what_completes_a_pair_is_played_once_by_any_number_of_processes(tmp_path, monkeypatch):
    """Stopped after three shards it goes on with the fourth; two processes play the same and find the same."""
    stream, players, stop, keys = Stream("woin", "small", 0, 8), [ARCHER, Player.of("guardian")], threading.Event(), []
    watched = seen_of(stream, players, {}, run)
    pairs = unused_pairs("woin", [one.option for one in unused_of("woin", watched)], watched)

    def counted(shard):
        keys.append(shard.key)
        if len(keys) == 3:
            stop.set()
        return play(shard)

    monkeypatch.setattr("tactica.experiments.laboratory.running.play", counted)
    alone, divided = (
        QuestionFolder.create(tmp_path / name, {"what": "pairs"}, "woin") for name in ("alone", "divided")
    )

    def found(**how):
        return takers_of_pairs(stream, players, pairs, watched, {}, lambda shards: run(shards, **how))

    with pytest.raises(QuestionStopped):
        found(folder=alone, stop=stop)
    assert len(keys) == 3
    here, told = found(folder=alone), []
    assert here and len(keys) == len(set(keys)) > len(players) * len(pairs)
    assert found(folder=alone, tell=told.append) == here and len(told) == len(keys) == len(set(keys))
    assert sum(told) == together.WATCHED * len(keys), "the estimate of the time left counts them"
    monkeypatch.undo()
    with GameWorkers(2) as workers:
        assert found(folder=divided, jobs=2, workers=workers) == here
    assert {file.name for file in divided.path.glob("shards/*")} == {f"{key}.parquet" for key in keys}
