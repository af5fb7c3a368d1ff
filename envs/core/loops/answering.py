"""Answers of the players inside the kernels, by seat code, and calls of slow players that Ctrl-C can end.

Executed once for every ruleset like ``core/loops/advance.py``. Its globals are the functions of its copies of that file and of
``search.py``, and those of the ruleset.
"""

from __future__ import annotations

import functools
import threading
from typing import TYPE_CHECKING

from tactica.envs.core.compiler import record_at
from tactica.envs.core.dice import random_below
from tactica.envs.core.loops.barred import Menus
from tactica.envs.core.loops.network_records import Thoughts
from tactica.envs.core.loops.searchers import POTENTIAL, Room
from tactica.envs.core.loops.seats import FIRST_BARRED, FIRST_SEARCHER
from tactica.envs.core.loops.threads import Threads, is_among_threads, stoppable
from tactica.envs.core.state.choosing import is_offered

if TYPE_CHECKING:
    from tactica.envs.core.loops.advance import World, decided, forget, key_chance
    from tactica.envs.core.loops.barring import MENU, put_back, strike_barred
    from tactica.envs.core.loops.given import CHOICES, LANES, SIDES, STATES, entry, imagine, kernel, know_units, loops
    from tactica.envs.core.loops.search import search
    from tactica.envs.core.loops.values import value_of


room, thoughts, menus = Room(), Thoughts(), Menus()
barred_count = 0  # players taken in so far who may not choose everything; ``engine.players.barred`` raises it
most_nodes = 0  # of the searchers taken in so far; ``engine.players.searcher`` raises it


@kernel
def pick(s, w, players, policy, rng):
    """The answer of the player with a seat code. If some options are barred to it, they are struck from the list of answers,
    and an answer left to chance is drawn from all answers until one is not barred.
    """
    whole = int(s.choice_count)
    who = int(policy)
    if policy >= FIRST_BARRED:
        row = record_at(players.barred, policy - FIRST_BARRED)
        who = int(row.player) if strike_barred(s, w, row, players.menu) else int(row.free)
    if who < FIRST_SEARCHER:
        answer = decided(s, w, players, who, rng)
    else:
        found = search(s, w, players, record_at(players.searchers, who - FIRST_SEARCHER), rng, LANES)
        answer = int(record_at(players.nodes, found).answer)
    if policy < FIRST_BARRED:
        return answer if answer > 0 else int(s.choices[random_below(rng, whole)])
    while answer <= 0 or not is_offered(s, answer):
        answer = int(players.menu[MENU, random_below(rng, whole)])
    put_back(s, players.menu, whole)
    return answer


# --- called from Python -----------------------------------------------------------------------------------------------


@entry("states, int, books, fields, players, int, int64[:,:]")
def choose_answer(states, i, books, fields, players, policy, policy_rng):
    """Row i: the answer of an in-kernel policy to the current prompt."""
    s = record_at(states, i)
    w = World(record_at(books, s.book_row), record_at(fields, s.field_row))
    return pick(s, w, players, policy, policy_rng[i])


@entry("states, int, int64[:,:]")
def key_answer(states, i, policy_rng):
    """Row i: start the generator of the policies for the present decision."""
    key_chance(record_at(states, i), policy_rng[i])


def choose_next(states, i, books, fields, policy, policy_rng):
    """As :func:`choose_game`, with the generator that this decision has in whole games."""
    key_answer(states, i, policy_rng)
    return choose_game(states, i, books, fields, policy, policy_rng)


def choose_game(states, i, books, fields, policy, policy_rng):
    """Row i: the answer of an in-kernel policy, a behaviour or a searcher, by its seat code, to the current prompt."""
    return heard(choose_answer, policy >= FIRST_SEARCHER, states, i, books, fields, everybody(), policy, policy_rng)


@entry("states, int, books, fields, players, float, float64[:]")
def value_position(states, i, books, fields, players, outcome, values):
    """Row i: write what the position is worth to each side, as at the end of a simulation."""
    s = record_at(states, i)
    w = World(record_at(books, s.book_row), record_at(fields, s.field_row))
    for side in range(s.side_count):
        values[side] = value_of(s, w, players, POTENTIAL, outcome, side)


def value_game(states, i, books, fields, outcome, values):
    """Row i: write what the position is worth to each side, float64 (sides,)."""
    value_position(states, i, books, fields, loops.players, outcome, values)


@entry("states, int, books, fields, int, int64[:]")
def imagine_game(states, i, books, fields, side, rng):
    """Row i: replace what a side cannot know by something plausible. Returns whether anything has changed."""
    s = record_at(states, i)
    w = World(record_at(books, s.book_row), record_at(fields, s.field_row))
    know_units(s, w, side)
    is_other = bool(imagine(s, w, side, rng))
    forget(s)
    return is_other


def everybody():
    """Who may play, with working space for networks and searches in this thread."""
    players = loops.players
    space = thoughts.of(players) if len(players.weights) > 0 else {}
    if loops.barred_count > 0:
        space = space | menus.of(CHOICES)
    if loops.most_nodes > 0 or is_among_threads():
        space = space | room.of(loops.most_nodes, SIDES, STATES)
    return players._replace(**space) if space else players


def heard(call, is_slow, *arguments):
    """Call an entry so that Ctrl-C ends it soon even if players search: searches stop at once, the rest is played without."""
    if not is_slow or threading.current_thread() is not threading.main_thread():
        return stoppable(call, *arguments)
    with Threads(1) as one:
        return one.run([functools.partial(stoppable, call, *arguments)])[0]
