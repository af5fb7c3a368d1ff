"""Random play: seeds, snapshots, legality, invariants, endings, both engines."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from conformance import play

from tactica.envs import rulesets
from tactica.envs.core.ranges import check_ranges
from tactica.envs.core.state import WATCHED, Overrun, overrun_words, room_for
from tactica.envs.engine.behaviours import code_of, load, shipped
from tactica.envs.engine.describing import part_words, whole_choice
from tactica.envs.engine.game import Game

DECISIONS = 5_000 if play.LONG else 80 if play.INTERPRETED else 400
GAMES = 60 if play.LONG else 1 if play.INTERPRETED else 8


def other_process(slug, decisions, interpreted):
    """The digests another process comes to on every start of a ruleset: {name: digests}."""
    tests = str(Path(__file__).resolve().parent.parent)
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1" if interpreted else "0"}
    env["PYTHONPATH"] = os.pathsep.join(filter(None, [tests, env.get("PYTHONPATH", "")]))
    command = [sys.executable, "-W", "error", "-m", "conformance.play", slug, str(decisions)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def assert_same_play(name, one, other):
    """Two lists of digests of a start are equal; says at which state they part."""
    part = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    assert part is None, f"{name}: the games part at state {part} of {len(one)}"
    assert len(one) == len(other) > 0, name


def test_the_same_seed_gives_the_same_bytes(start):
    mine = play.digests(*start, DECISIONS)
    assert_same_play(start[1], mine, play.digests(*start, DECISIONS))
    assert mine != play.digests(*start, DECISIONS, seed=1)


@pytest.mark.compiled_only
def test_another_process_plays_the_same(slug):
    """The same seeds give the same bytes in another process, on every start."""
    other = other_process(slug, DECISIONS, interpreted=False)
    assert [(slug, name) for name in other] == [start for start in play.starts() if start[0] == slug]
    for name, digests in other.items():
        assert_same_play(name, play.digests(slug, name, DECISIONS), digests)


@pytest.mark.compiled_only
def test_interpreted_and_compiled_play_the_same(slug):
    """The other engine, in a process of its own, comes to the same bytes on every start."""
    decisions = 5_000 if play.LONG else 400
    other = other_process(slug, decisions, interpreted=True)
    assert [(slug, name) for name in other] == [start for start in play.starts() if start[0] == slug]
    for name, digests in other.items():
        assert_same_play(name, play.digests(slug, name, decisions), digests)


def test_invariants_hold_after_every_decision(table):
    words = table.rules.broken
    for game in table.positions(DECISIONS, seed=3):
        broken = table.broken()
        assert broken == 0, f"game {game}, decision {table.s.decisions}: {words.get(broken, broken)}"
        if table.s.decisions % 10 == 0:
            assert [str(problem) for problem in check_ranges(table.rules, table.states)] == []


def test_a_snapshot_goes_on_as_the_game_does(start, table):
    """Into a state whose log and scratch are full of rubbish: nothing there may matter."""
    other = play.Table(*start)
    rng = np.random.default_rng(1)
    every = max(DECISIONS // 12, 1)
    for i, _ in enumerate(table.positions(DECISIONS, seed=4)):
        if i % every or table.is_over:
            continue
        kept, choices = table.snapshot(), table.answers()
        other.lanes[0] = rng.integers(0, 2**63, other.lanes.shape[1]) & 0x0707070707070707
        other.restore(kept)
        assert other.answers() == choices
        back = table.snapshot()
        for _ in range(8):
            answer = int(rng.choice(table.answers()))
            assert table.step(answer)
            assert other.step(answer)
            assert other.kept == table.kept
            assert other.answers() == table.answers()
            assert other.told() == table.told()
            if table.is_over:
                break
        table.restore(back)


def test_every_prompt_has_a_choice_and_no_choice_twice(table):
    for _ in table.positions(DECISIONS, seed=5, skip=False):
        answers = table.answers()
        if table.is_over:
            assert answers == []
            continue
        assert len(answers) >= 1
        assert len(set(answers)) == len(answers)
        assert min(answers) > 0
        assert 0 <= table.s.decider_side < table.s.side_count


def test_what_is_offered_is_accepted_and_nothing_else(table):
    """Every offered answer runs on; every other one is refused and changes not one byte."""
    last = sum(size for _, _, size in table.rules.book.choices.sections)
    rng = np.random.default_rng(6)
    every = max(DECISIONS // 10, 1)
    for i, _ in enumerate(table.positions(DECISIONS, seed=6)):
        if i % every or table.is_over:
            continue
        kept, answers = table.snapshot(), table.answers()
        bytes_before = table.lanes.tobytes()
        refused = np.setdiff1d(np.arange(-2, last + 2), answers)
        for answer in rng.permutation(refused)[: 60 if play.INTERPRETED else None]:
            assert not table.step(int(answer)), answer
        assert table.lanes.tobytes() == bytes_before
        for answer in rng.permutation(answers)[: 12 if play.INTERPRETED else None]:
            assert table.step(int(answer))
            table.restore(kept)
            assert table.answers() == answers


def test_what_an_answer_leads_to_is_told_of_what_is_offered_alone(table):
    """Of anything else, such as a verb while its mode is asked, nothing is told, and nothing is read beside an array."""
    last = sum(size for _, _, size in table.rules.book.choices.sections)
    asked = 0
    for i, _ in enumerate(table.positions(DECISIONS, seed=8)):
        if i % 7 or table.is_over:
            continue
        offered = table.answers()
        others = np.setdiff1d(np.arange(-2, last + 2), offered)[:: 40 if play.INTERPRETED else 1]
        for answer in others:
            told = table.loops.tell(table.states, 0, table.books, table.fields, table.loops.OUTCOME, int(answer))
            assert told == 0, answer
            asked += 1
    assert asked > 100


def test_forced_answers_given_unasked_change_nothing(start, table):
    """Skipping prompts with one legal answer leads to the same positions and dice."""
    asking = play.Table(*start)
    rng = np.random.default_rng(7)
    for game in range(GAMES):
        table.begin(game)
        asking.begin(game, skip=False)
        for _ in range(100):
            while not asking.is_over and len(asking.answers()) == 1:
                assert asking.step(asking.answers()[0], skip=False)
            assert asking.position == table.position
            assert asking.s.rng.tolist() == table.s.rng.tolist()
            assert table.is_over == asking.is_over
            if table.is_over:
                break
            answer = int(rng.choice(table.answers()))
            assert table.step(answer)
            assert asking.step(answer, skip=False)


def test_a_choice_in_full_names_the_parts_that_follow_unasked(slug):
    """As if they were asked: the words of a choice are those of its answers, without the verb that each part is told with.

    Battles are played until one such choice was made at least: in a ruleset of few verbs they are rare.
    """
    rng, names = np.random.default_rng(8), play.scenario_module().shipped(slug)
    verbs, fuller = part_words(rulesets.get(slug), "verb"), 0
    for seed in range(60):
        if seed >= GAMES and fuller > 0:
            break
        game = Game.of(slug, names[seed % len(names)], seed=seed)
        for _ in range(100):
            if game.over:
                break
            answer, asking = int(rng.choice(game.answers())), game.clone()
            asking.skip_forced = False
            said, part = [asking.describe_answer(answer)], answer
            asking.answer(part)
            while not asking.over and asking.s["pending_verb"] and len(asking.answers()) == 1:
                part = int(asking.answers()[0])
                said.append(asking.describe_answer(part).removeprefix(f"{verbs[int(asking.s['pending_verb'])]} "))
                asking.answer(part)
            before = game.digest()
            assert whole_choice(game, answer) == " ".join(word for word in said if word != "normal")
            assert game.digest() == before
            fuller += len(said) > 1
            game.answer(answer)
    assert fuller > 0


def test_random_battles_end_with_ranks(table):
    loops = table.loops
    rng = np.random.default_rng(8)
    for game in range(GAMES):
        table.begin(game)
        while not table.is_over:
            assert table.step(int(rng.choice(table.answers())))
        s = table.s
        stalled = table.rules.book.vocab.endings.STALLED
        assert s.ending != stalled
        sides = int(s.side_count)
        assert all(1 <= rank <= sides for rank in s.rank[:sides])
        assert 1 in s.rank[:sides]
        assert not any(s.rank[sides:])
        assert (s.prompt, s.choice_count, s.answer) == (0, 0, 0)
        assert abs(sum(loops.reward_of(s, side) for side in range(sides))) < 1e-12


def test_there_is_room_for_all_that_happens(table):
    """No capacity of the state is used up: not by random play, not by policies, not by behaviours."""
    capacities = table.rules.state.capacities
    used = dict.fromkeys(WATCHED, 0)

    def look():
        assert table.s.overrun == Overrun.NONE, overrun_words(int(table.s.overrun), capacities)
        assert table.s.events_lost == 0
        for one in WATCHED:
            used[one] = max(used[one], int(table.s.most_used[one]))

    for _ in table.positions(DECISIONS, seed=9):
        look()
    words = np.ones((1, 4), np.int64)
    npcs = [code_of(table.rules, load(name)) for name in shipped()]
    for policy in (*range(1, len(table.rules.book.tactics.policies)), *npcs[: None if play.LONG else 2]):
        table.begin(policy)
        for _ in range(DECISIONS // 6):
            if table.is_over:
                break
            answer = int(table.loops.choose_game(table.states, 0, table.books, table.fields, policy, words))
            assert table.step(answer)
            look()
    full = {one.name.lower(): most for one, most in used.items() if most >= room_for(one, capacities)}
    assert not full, f"declare more room in state.py: {full}"
    assert used[Overrun.CHOICES] >= 2 and used[Overrun.FRAMES] >= 1 and used[Overrun.EVENTS] >= 1


def test_a_battle_over_the_cap_is_stalled(table):
    table.pool["decision_cap"] = 3
    table.begin(0)
    while not table.is_over:
        assert table.step(table.answers()[0])
    assert table.s.ending == table.rules.book.vocab.endings.STALLED
    assert table.s.decisions == 4
    assert len(set(table.s.rank[: table.s.side_count].tolist())) == 1
    assert table.broken() == 0


def test_policies_in_the_kernel_answer_and_finish(table):
    rules = table.rules.book.tactics.policies
    assert rules[0] == "random"
    rng = np.ones((1, 4), np.int64)
    for policy in range(len(rules)):
        for game in range(max(GAMES // 3, 1)):
            table.begin(game)
            while not table.is_over:
                answer = int(table.loops.choose_game(table.states, 0, table.books, table.fields, policy, rng))
                assert answer in table.answers(), rules[policy]
                assert table.step(answer)
