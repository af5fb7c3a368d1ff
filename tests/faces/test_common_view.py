"""The common view: one space for all rulesets, what its rows say, and what answering with a row does."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from starts import EVERY, starts

from tactica.envs import make_vec, play_games, rulesets
from tactica.envs.apis.common_view import CommonView
from tactica.envs.core.behaviour.common_view import CHOICE_COLUMNS, TASTES, UnitColumn
from tactica.envs.core.behaviour.features import FEATURES, NOWHERE, WEIGHTS, Feature, Intent, seal
from tactica.envs.engine import common_view as common
from tactica.envs.engine.describing import IllegalChoice
from tactica.envs.engine.game import Game

PARTS = ("choices", "verbs", "targets", "units", "situation", "action_mask")
HARM = len(Intent) + Feature.HARM
BOOKS = [name for name in EVERY if name.endswith("/tiny")]


def view_of(name, count, **options):
    ruleset, pool = starts(name)
    return CommonView(make_vec(ruleset, count, scenario=pool, **options))


def played(envs, steps, seed=3):
    """Observations of random games."""
    seen, _ = envs.reset(seed=seed)
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        yield seen
        actions = [rng.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]]
        seen, *_ = envs.step(np.array(actions))


@pytest.mark.parametrize("name", EVERY)
def test_every_ruleset_has_the_same_spaces_and_keeps_to_them(name):
    """Every position has a choice, rows behind the last one are empty, and every number lies in the space."""
    envs = view_of(name, 3, opponent="random", seat="alternate")
    assert envs.single_observation_space == common.observation_space()
    assert envs.single_action_space == common.action_space()
    for seen in played(envs, 40):
        assert envs.observation_space.contains(seen)
        for slot in range(3):
            count = int(seen["action_mask"][slot].sum())
            assert 0 < count <= common.CHOICES and seen["action_mask"][slot, :count].all()
            assert not seen["choices"][slot, count:].any() and (seen["targets"][slot, count:] == -1).all()
            intents = seen["choices"][slot, :count, : len(Intent)].sum(1)
            assert (intents == 1).all() or not seen["choices"][slot].any()  # all are plans, or none is
            assert seen["units"][slot, :, UnitColumn.DECIDES].sum() <= 1


@pytest.mark.parametrize("name", EVERY)
def test_a_row_is_the_index_that_leads_to_it(name):
    """Answering with rows is answering with indices: the same games, whether anybody looks at the common view or not."""
    envs, plain = view_of(name, 2, opponent="random", seed=7), view_of(name, 2, opponent="random", seed=7).env
    seen, _ = envs.reset()
    looked, _ = plain.reset()
    rng = np.random.default_rng(7)
    for _ in range(40):
        rows = np.array([rng.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]])
        indices = envs._view.to_indices(rows)
        assert (looked["action_mask"][np.arange(2), indices] == 1).all()
        seen, *told = envs.step(rows)
        looked, *others = plain.step(indices)
        for one, other in zip(told[:3], others[:3], strict=True):
            np.testing.assert_array_equal(one, other)
        assert envs.env.batch.states["rng"].tobytes() == plain.batch.states["rng"].tobytes()
        for part, array in envs.env.batch.observation.items():
            np.testing.assert_array_equal(array, looked[part], err_msg=part)


def weighs_all():
    """A behaviour that weighs every shared feature, and likes them all equally little."""
    taste = TASTES[:1].copy()
    taste["weights"][0, : len(FEATURES)] = 1e-9
    seal(taste)
    return taste


@pytest.mark.parametrize("name", BOOKS)
def test_the_numbers_are_those_that_behaviours_weigh(name):
    """Every choice a behaviour lists, but for the places it likes best, stands there with the same features."""
    ruleset, pool = starts(name)
    game, behaviour = Game(ruleset, pool), weighs_all()
    view, rng = common.CommonPositions(ruleset, game.layout, 1), np.random.default_rng(2)
    values = np.zeros((ruleset.state.capacities.plans, WEIGHTS))
    compared = 0
    for number in range(3):
        game.start(seed=number)
        for _ in range(25):
            if game.over:
                break
            view.observe(game.states, game.books, game.fields, np.array([game.row]))
            rows = view.rows
            words = np.ones(4, np.int64)
            game.loops.explain_game(game.states, game.row, game.books, game.fields, behaviour, 0, words, values)
            state = game.states[game.row]
            for k in range(int(state["plan_count"])):
                plan = state["plans"][k]
                index = game.loops.index_of(game.states, game.row, game.layout.record, int(plan["answer"]))
                if plan["cell"] != NOWHERE or index < 0:
                    continue
                alike = (rows.indices[0] == index) & (rows.verbs[0] == plan["verb"])
                alike &= rows.targets[0] == plan["target"]
                shown = rows.choices[0][alike]
                wanted = np.zeros(len(CHOICE_COLUMNS), np.float32)
                wanted[plan["intent"]] = 1
                wanted[len(Intent) :] = values[k, : len(FEATURES)]
                assert (np.abs(shown - wanted).max(1) < 1e-6).any(), plan
                compared += 1
            legal = np.flatnonzero(game.mask())
            game.step(int(legal[rng.integers(len(legal))]))
    assert compared > 10


class Hurter:
    """Takes what may be expected to hurt most; else what comes nearest."""

    name = "hurter"
    view = "common"

    def act(self, observation, mask, rng):
        choices = observation["choices"]
        closing = choices[:, :, len(Intent) + Feature.CLOSING]
        charge = choices[:, :, len(Intent) + Feature.CHARGE]
        worth = 4 * choices[:, :, HARM] + closing + charge - 4 * choices[:, :, Intent.FLEE]
        return np.where(mask == 1, worth, -np.inf).argmax(1)


@pytest.mark.parametrize("name", BOOKS)
def test_one_agent_plays_every_rulebook(name):
    """Three lines over the shared columns beat chance in each of them, and nobody forfeits."""
    ruleset, _ = starts(name)
    games = 40 if ruleset.is_compiled else 4
    results = play_games(ruleset, "tiny", policies=(Hurter(), "random"), games=games, seed=4)
    assert not results.forfeits
    assert results.scores(0).mean() > 0.5  # three quarters of the points


class OffTheList:
    """Answers with a row that holds nothing."""

    view = "common"

    def act(self, observation, mask, rng):
        return np.full(len(mask), common.CHOICES - 1)


def test_a_row_that_holds_no_choice_is_refused():
    envs = view_of("toybook", 2, opponent="random")
    seen, _ = envs.reset(seed=1)
    assert not seen["action_mask"][:, -1].any()
    most = int(seen["action_mask"][1].sum()) - 1
    before = envs.env.snapshot()
    for row in (common.CHOICES - 1, common.CHOICES, -1, 2**62):
        words = rf"^game 1: row {row} holds no choice; rows with a choice: 0\.\.{most} "
        with pytest.raises(IllegalChoice, match=words):
            envs.step(np.array([0, row]))
    for given, got in (
        (np.zeros(2), r"float64 of shape \(2,\)"),
        ([0, np.nan], r"float64 of shape \(2,\)"),
        ([0, "x"], "list"),
        ([0, 10**30], "list"),
        ([[0], [0, 1]], "list"),
        ([0], r"int64 of shape \(1,\)"),
        (np.zeros((2, 1), int), r"int64 of shape \(2, 1\)"),
        (None, "NoneType"),
    ):
        with pytest.raises(IllegalChoice, match=f"^need 2 integers, one for each game; got {got}"):
            envs.step(given)
    assert envs.env.snapshot() == before
    results = play_games(*starts("toybook"), policies=(OffTheList(), "random"), games=2, seed=1)
    assert results.forfeits


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.DISABLED])
def test_a_game_that_is_over_shows_nothing(mode):
    envs = view_of("toybook", 1, opponent="random", autoreset_mode=mode)
    seen, _ = envs.reset(seed=2)
    for _ in range(400):
        seen, _, ended, cut, _ = envs.step(envs.random_actions())
        if ended[0] or cut[0]:
            break
    assert (ended | cut)[0] and not any(seen[part].any() for part in PARTS if part != "targets")
    if mode == AutoresetMode.NEXT_STEP:
        seen, *_ = envs.step(np.array([5]))
        assert seen["action_mask"].any()


def test_the_end_of_a_game_is_shown_empty():
    envs = view_of("toybook", 1, opponent="random")
    envs.reset(seed=2)
    for _ in range(400):
        _, _, ended, cut, info = envs.step(envs.random_actions())
        if ended[0] or cut[0]:
            break
    assert envs.single_observation_space.contains(info["final_obs"][0])
    final = info["final_obs"][0]
    assert not any(final[part].any() for part in PARTS if part != "targets") and (final["targets"] == -1).all()
    assert info["final_info"]["rank"][0] in (1, 2)


@pytest.mark.parametrize("threads", [1, 3])
def test_threads_look_at_the_same(threads):
    """However many look, an observation is what one position alone is shown."""
    envs = view_of("toybook", 7, opponent="random", threads=threads)
    for seen in played(envs, 12):
        batch = envs.env.batch
        for slot in range(7):
            alone = common.CommonPositions(batch.ruleset, batch.layout, 1)
            alone.observe(batch.states, batch.shelf.books, batch.shelf.fields, np.array([slot]))
            for part, array in alone.seen.items():
                np.testing.assert_array_equal(array[0], seen[part][slot], err_msg=part)


class Misspelt(OffTheList):
    """Asks for a view there is not."""

    name, view = "misspelt", "comon"


def test_a_misspelt_view_is_refused():
    with pytest.raises(ValueError, match="misspelt has the view 'comon', allowed: 'common'"):
        play_games(*starts("toybook"), policies=(Misspelt(), "random"), games=1, seed=1)


def test_more_units_than_rows_are_refused(monkeypatch):
    monkeypatch.setattr(common, "UNIT_ROWS", 3)
    with pytest.raises(ValueError, match=r"has up to \d+ units, the common view shows 3"):
        view_of("toybook", 1, opponent="random")


def test_a_verb_has_one_number_in_every_rulebook():
    """The number belongs to the word."""
    tables = {slug: common.verb_numbers(rulesets.get(slug)) for slug in rulesets.names()}
    words = {slug: common.enum_words(rulesets.get(slug), "verb") for slug in tables}
    for slug, table in tables.items():
        assert {int(table[verb]) for verb in words[slug] if verb} <= set(range(1, common.VERBS))
        for other, others in words.items():
            for verb, word in words[slug].items():
                for number, same in others.items():
                    if word == same and verb and number:
                        assert table[verb] == tables[other][number]


def test_only_what_make_vec_makes_can_be_wrapped():
    with pytest.raises(TypeError, match=r"wraps what tactica.make_vec makes, not int"):
        CommonView(3)
