"""Levels of opponents: declared for rulesets that have a network, ordered by what was measured, and able to play."""

from __future__ import annotations

import re

import pytest

import tactica
from tactica.agents.players import load_player
from tactica.envs import rulesets
from tactica.experiments.fighting.levels import FILE, HARD, LEVELS, Level, levels_of

WITH_LEVELS = [slug for slug in rulesets.names() if levels_of(rulesets.get(slug))]


def test_the_file_declares_rulesets_that_there_are():
    declared = re.findall(r"^(\w+):", FILE.read_text(), re.MULTILINE)
    assert declared and sorted(declared) == WITH_LEVELS


@pytest.mark.parametrize("slug", WITH_LEVELS)
def test_levels_rise_and_their_players_play(slug):
    levels = levels_of(rulesets.get(slug))
    assert tuple(levels)[:4] == LEVELS[:4] and levels[HARD].rating == 0
    ratings = [level.rating for level in levels.values()]
    assert ratings == sorted(set(ratings))
    players = [load_player(level.player, slug) for level in levels.values()]
    for player in players[:4]:  # Expert, where there is one, searches
        assert len(tactica.play_games(slug, "tiny", policies=(player, "random"), games=2, seed=1).ranks) == 2


def test_what_is_said_of_a_level():
    assert Level("trained:x", 0).about == "the trained network (trained:x)"
    assert (
        Level("trained:x:sampled=3", -250).about
        == "the trained network, choosing more at random: 250 Elo below Hard (trained:x:sampled=3)"
    )
    assert (
        Level("search:200:trained:x", 40).about
        == "the trained network, with a search: 40 Elo above Hard (search:200:trained:x)"
    )
