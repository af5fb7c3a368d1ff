"""OpenSpiel: its own checks, searches and learners play; skipped where OpenSpiel is not installed."""

from __future__ import annotations

import pickle
import subprocess
import sys

import numpy as np
import pytest

PARAMETERS = ({"ruleset": "toybook/banners"}, {"ruleset": "wfrp1", "scenario": "tiny"})
quiet = pytest.mark.filterwarnings("ignore", "error:::tactica")


@pytest.fixture(scope="module")
def pyspiel():
    found = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    import tactica.openspiel  # noqa: F401  (registers the game)

    return found


def at_decision(game, number, seed=1):
    """The state at a decision of a random game, by its number."""
    rng, state = np.random.default_rng(seed), game.new_initial_state()
    while state.is_chance_node() or number > 0:
        number -= not state.is_chance_node()
        chances = [chance for _, chance in state.chance_outcomes()] if state.is_chance_node() else None
        state.apply_action(int(rng.choice(range(len(chances)) if chances else state.legal_actions(), p=chances)))
        if state.is_terminal():
            state = game.new_initial_state()
    return state


def bots(game, seat, kind):
    """A search in one seat, chance in the others."""
    from open_spiel.python.algorithms import ismcts, mcts
    from open_spiel.python.bots.uniform_random import UniformRandomBot

    rng = np.random.RandomState(1)
    playouts = mcts.RandomRolloutEvaluator(1, rng, max_length=20)
    if kind == "mcts":
        search = mcts.MCTSBot(game, 1.4, 4, playouts, random_state=rng)
    else:
        search = ismcts.ISMCTSBot(game, playouts, 1.4, 4, random_state=rng, allow_inconsistent_action_sets=True)
    return [search if side == seat else UniformRandomBot(side, rng) for side in range(game.num_players())]


def test_without_the_library_an_error_says_what_to_install():
    code = "import sys; sys.modules['pyspiel'] = None; import tactica.openspiel"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    said = 'ImportError: tactica.openspiel needs OpenSpiel: pip install "tactica[openspiel]"'
    assert done.stderr.splitlines()[-1] == said


@pytest.mark.compiled_only
@pytest.mark.parametrize("parameters", PARAMETERS, ids=str)
def test_the_librarys_own_check(pyspiel, parameters):
    """Random games with copies, serialised states, masks, words of actions, bounds of returns and lengths."""
    pyspiel.random_sim_test(pyspiel.load_game("tactica", parameters), 1, True, False)


@quiet
@pytest.mark.compiled_only
@pytest.mark.parametrize("kind", ["mcts", "ismcts"])
@pytest.mark.parametrize("parameters", PARAMETERS, ids=str)
def test_searches_play(pyspiel, parameters, kind):
    """A whole battle, in which a search only gives legal answers."""
    game = pyspiel.load_game("tactica", parameters)
    state, players, rng = game.new_initial_state(), bots(game, 1, kind), np.random.RandomState(2)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=chances)))
            continue
        action = players[state.current_player()].step(state)
        assert action in state.legal_actions()
        state.apply_action(int(action))
    returns = state.returns()
    assert len(returns) == game.num_players() and sum(returns) == pytest.approx(0)
    assert all(-1 <= one <= 1 for one in returns)


@quiet
@pytest.mark.compiled_only
def test_learners_of_its_environment_play(pyspiel):
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms.tabular_qlearner import QLearner

    env = rl_environment.Environment("tactica", ruleset="wfrp1", scenario="tiny")
    env.seed(1)
    agents = [QLearner(side, env.action_spec()["num_actions"]) for side in range(2)]
    step, size = env.reset(), env.observation_spec()["info_state"][0]
    while not step.last():
        side = step.observations["current_player"]
        legal = step.observations["legal_actions"]
        assert legal[side] and not legal[1 - side] and len(step.observations["info_state"][side]) == size
        step = env.step([agents[side].step(step).action])
    for agent in agents:
        agent.step(step)
    assert sum(step.rewards) == 0


@pytest.mark.parametrize("parameters", PARAMETERS, ids=str)
def test_states_show_the_battle(pyspiel, parameters):
    game = pyspiel.load_game("tactica", parameters)
    state = at_decision(game, 5)
    shown, side = state.tree.show(state.node), state.current_player()
    mask = shown.mask()
    assert side == shown.side and state.legal_actions() == np.flatnonzero(mask).tolist()
    assert game.num_distinct_actions() == len(mask)
    for index, words in shown.legal_texts().items():
        assert state.action_to_string(index) == words and state.string_to_action(words) == index
    assert shown.prompt_text in str(state)
    columns = [game.layout.flat_columns.index(column) for column in game.view.columns]
    for player in range(game.num_players()):
        assert state.observation_tensor(player) == game.layout.flatten(shown.observe(player))[columns].tolist()


@pytest.mark.parametrize("parameters", PARAMETERS, ids=str)
def test_copies_go_their_own_way_and_bytes_come_back(pyspiel, parameters):
    game = pyspiel.load_game("tactica", parameters)
    state = at_decision(game, 4)
    kept, twin = state.information_state_string(), state.clone()
    twin.apply_action(twin.legal_actions()[-1])
    assert state.information_state_string() == kept
    _, back = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    for other in (back, pickle.loads(pickle.dumps(state))):
        assert other.information_state_string() == kept and other.history() == state.history()
        other.apply_action(other.legal_actions()[-1])
        assert str(other) == str(twin)


def test_a_side_remembers_what_it_chose_and_not_what_others_did(pyspiel):
    game = pyspiel.load_game("tactica", {"ruleset": "wfrp1", "scenario": "tiny"})
    state = at_decision(game, 0)
    side = state.current_player()
    one, other = state.child(state.legal_actions()[0]), state.child(state.legal_actions()[1])
    assert one.memories[side] != other.memories[side]
    assert one.memories[1 - side] == other.memories[1 - side] == ""
    assert state.information_state_string(0) != state.information_state_string(1)


def test_what_is_resampled_is_the_same_to_the_side_that_looks(pyspiel):
    """In banners scouts hide and cards are held in secret."""
    game = pyspiel.load_game("tactica", {"ruleset": "toybook/banners"})
    state = at_decision(game, 6)
    side, differs = state.current_player(), 0
    for share in np.linspace(0, 0.9, 10).tolist():
        twin = state.resample_from_infostate(side, lambda share=share: share)
        assert twin.information_state_string(side) == state.information_state_string(side)
        assert twin.legal_actions() == state.legal_actions()
        differs += twin.node.lanes.tobytes() != state.node.lanes.tobytes()
    assert differs > 0


def test_rules_are_knobs_and_wrong_parameters_are_refused(pyspiel):
    knob = "parry.shield.shield_parry_bonus"
    text = f"tactica(ruleset=wfrp1,scenario=tiny,rules={knob}:7)"
    game = pyspiel.load_game(text)
    assert game.tree.game.book["shield_parry_bonus"] == 7
    assert pyspiel.load_game(str(game)).tree.game.book["shield_parry_bonus"] == 7
    for wrong, said in (({"rules": "x"}, "address:value"), ({"ruleset": "nosuch"}, "unknown ruleset"),
                        ({"rules": "parry.nosuch:1"}, "unknown knob")):  # fmt: skip
        with pytest.raises(ValueError, match=said):
            pyspiel.load_game("tactica", wrong)


@pytest.mark.parametrize("size", [1, 3])
def test_the_starts_of_a_scenario_that_varies_are_drawn_first(pyspiel, size):
    game = pyspiel.load_game("tactica", {"ruleset": "wfrp1", "scenario": "tiny_random", "pool_size": size})
    state = game.new_initial_state()
    assert len(state.tree.game.pool_states) == size
    if size > 1:
        assert state.chance_outcomes() == [(row, pytest.approx(1 / size)) for row in range(size)]
        assert state.action_to_string(1) == "start 1" and set(state.observation_tensor(0)) == {0.0}
        state.apply_action(1)
        assert state.tree.show(state.node).s["pool_row"] == 1
