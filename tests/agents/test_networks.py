"""Trained networks inside the kernels: the same as in torch, whatever the engine, and files that are no networks."""

from __future__ import annotations

import json
import struct
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from conformance.play import INTERPRETED
from safetensors.numpy import load, save

import toybook
from tactica.agents.outlook import outlook
from tactica.agents.players import PlayerError, absolute, load_player, player_hash, player_name
from tactica.agents.search import look_ahead
from tactica.envs import make_vec, play_games, rulesets
from tactica.envs.core.loops.searchers import USED
from tactica.envs.core.loops.seats import FIRST_NETWORK, FIRST_SEARCHER
from tactica.envs.engine.game import Game
from tactica.envs.engine.networks import (
    CHECKPOINTS,
    HEAD,
    CheckpointError,
    Network,
    columns_of,
    head_of,
    load_network,
    shapes_of,
    trained,
)
from tactica.envs.engine.players import Search, SearchError, seat_code
from tactica.envs.engine.players.searcher import parse
from tactica.envs.engine.policies import RandomLegal
from tactica.envs.engine.pools import open_pool
from tactica.envs.engine.spaces import Layout

TOY = toybook.RULESET
SIZES = (6, 8, 5)
SHIPPED = [slug for slug in rulesets.names() if slug != TOY.slug]


def layout_of(name="alliance", mirror=True, ruleset=TOY):
    return Layout.covering(ruleset, open_pool(ruleset, name).states, mirror=mirror)


def network(seed=1, name="pupil", layout=None, size=0.5, **options):
    """A network of random weights."""
    layout = layout or layout_of()
    rng, shapes = np.random.default_rng(seed), shapes_of(layout, *SIZES)
    weights = {key: (size * rng.normal(size=shape)).astype(np.float32) for key, shape in shapes.items()}
    return Network(name, layout, weights, SIZES, **options)


def positions(layout, count, scenario="alliance", seed=1):
    """Positions of random battles."""
    rng, battles = np.random.default_rng(seed), 0
    game = Game(layout.ruleset, open_pool(layout.ruleset, scenario), layout=layout).start(seed=seed)
    for _ in range(count):
        while game.over:
            battles += 1
            game.start(seed=seed + battles)
        yield game
        game.step(int(rng.choice(game.legal())))


def answer_of(game, player, chance=1):
    """The index a player inside the kernels answers with."""
    rng = np.full((1, 4), chance, np.int64)
    answer = game.loops.choose_game(game.states, game.row, game.books, game.fields, player.seat_in(game.ruleset), rng)
    return game.loops.index_of(game.states, game.row, game.layout.record, answer)


# --- how it answers


@pytest.mark.parametrize(
    ("how", "deterministic"), [(":sampled", False), (":sampled=2.5", False), (":greedy", True), ("", True)]
)
def test_a_network_may_be_told_to_draw_or_to_take_the_best(tmp_path, how, deterministic):
    file = network(deterministic=True).save(tmp_path / "pupil.safetensors")
    found = load_player(f"{file}{how}", TOY)
    assert found.deterministic is deterministic
    assert found.name == f"pupil{how}" and absolute(f"{file}{how}") == f"{file}{how}"
    assert (player_hash(f"{file}{how}", TOY) == player_hash(str(file), TOY)) == (not how)


def test_the_higher_the_temperature_the_more_even_are_the_chances(tmp_path):
    """The odds between two answers are those of the network itself to the power of 1 / temperature."""
    file = network(seed=4).save(tmp_path / "pupil.safetensors")
    game = next(game for game in positions(layout_of(), 60) if len(game.legal()) > 3)
    cold, warm = (
        {one.answer: one.probability for one in outlook(game, load_player(f"{file}:sampled{how}", TOY)).choices}
        for how in ("", "=4")
    )
    even = {answer: chance ** (1 / 4) for answer, chance in cold.items()}
    assert max(cold.values()) > 1.2 * min(cold.values())
    assert warm == pytest.approx({answer: one / sum(even.values()) for answer, one in even.items()}, rel=1e-6)
    for wrong in ("0", "5000"):
        with pytest.raises(PlayerError, match=r"allowed: 0\.01 to 1000"):
            load_player(f"{file}:sampled={wrong}", TOY)


# --- thinking


def by_hand(player, seen, layout):
    """Logits and value in NumPy, written down from the docstrings alone."""
    w = {key: one.astype(np.float64) for key, one in player.weights.items()}
    relu = lambda values: np.maximum(values, 0.0)  # noqa: E731
    at = {piece.source: k for k, piece in enumerate(layout.features)}
    asked = {piece.source: k for k, piece in enumerate(layout.context)}
    units, context = seen["units"].astype(int), seen["context"].astype(int)
    known = units[:, at["core.known"]] == 1
    friend = units[:, at["core.friend"]] == 1 if "core.friend" in at else np.arange(len(units)) < layout.own_rows
    places = units[:, [at["core.x"], at["core.y"]]]
    decider, target = (
        context[asked[name]] if name in asked else -1 for name in ("core.decider_row", "core.target_row")
    )
    here = places[decider] if decider >= 0 else np.array([-1, -1])

    def who_is(row, itself):
        if row < 0:
            return 0
        return 1 if row == itself else 2 if row == decider else 3 if friend[row] else 4

    def crowd_of(value, others):
        start = layout.own_rows if others else 0
        inside = [start + bit for bit in range(16) if value >> bit & 1]
        return [len(inside) / 8, float(decider in inside), float(target in inside)]

    def encoded(values, fields, rows, itself=-1):
        columns = columns_of(fields)
        total = 0.0
        for kind, column, low, size, first in columns.table.tolist():
            value = values[column]
            if kind == 2:
                total = total + rows[first + who_is(value, itself)]
                continue
            if kind == 3:
                total = total + np.array(crowd_of(value, low)) @ rows[first : first + 3]
                continue
            if kind == 0:
                total = total + value / fields[column].divisor * rows[first]
            else:
                total = total + rows[first + min(max(value - low, 0), size - 1)]
        return total

    def lying(place):
        if place[0] < 0 or here[0] < 0:
            return np.zeros(4)
        gap = np.abs(place - here).max()
        return np.array([(place[0] - here[0]) / 8, (place[1] - here[1]) / 8, 1 / (1 + gap), float(gap <= 1)])

    channel = seen["grid"][[piece.source for piece in layout.channels].index("core.objective_zone")]
    zones = {held: np.argwhere((channel == 2) if held else (channel == 1) | (channel == 3)) for held in (True, False)}

    def near_zones(place):
        gaps = [np.abs(zones[held] - place[::-1]).max(1) if place[0] >= 0 else [] for held in (True, False)]
        return np.array([max((1 / (1 + gap) for gap in one), default=0.0) for one in gaps])

    vectors = np.zeros((len(units), SIZES[0]))
    for row in np.flatnonzero(known):
        lies = np.concatenate([lying(places[row]), near_zones(places[row])])
        rows = w["unit.rows"]
        first = lies @ rows[: len(lies)] + encoded(units[row], layout.features, rows[len(lies) :], row)
        vectors[row] = relu(relu(first + w["unit.bias"]) @ w["deepen.rows"] + w["deepen.bias"])
    nobody = np.zeros(SIZES[0])
    joined = [relu(encoded(context, layout.context, w["context.rows"]) + w["context.bias"])]
    joined += [vectors[row] if row >= 0 else nobody for row in (decider, target)]
    for side in (known & friend, known & ~friend):
        joined += [vectors[side].sum(0) / 8, vectors[side].max(0, initial=0.0)]
    hidden = relu(np.concatenate(joined) @ w["join.rows"] + w["join.bias"])
    trunk = relu(hidden @ w["trunk.rows"] + w["trunk.bias"])
    logits = np.zeros(layout.n)
    plain = (layout.unit_row < 0) & (layout.cell < 0)
    logits[plain] = trunk @ w["plain.rows"] + w["plain.bias"]
    for index in np.flatnonzero(layout.unit_row >= 0):
        base = trunk @ w["pointing_base.rows"] + w["pointing_base.bias"]
        vector = relu(vectors[layout.unit_row[index]] @ w["pointing.rows"] + base)
        logits[index] = (vector @ w["pointing_out.rows"] + w["pointing_out.bias"])[0]
    others = [row for row in range(len(units)) if known[row] and row != decider and places[row][0] >= 0]
    for index in np.flatnonzero(layout.cell >= 0):
        y, x = divmod(int(layout.cell[index]), layout.width)
        gaps = {
            is_friend: [np.abs(places[r] - (x, y)).max() for r in others if friend[r] == is_friend]
            for is_friend in (0, 1)
        }
        near = [max([1 / (1 + gap) for gap in gaps[side]], default=0.0) for side in (0, 1)]
        near += [sum(gap <= 1 for gap in gaps[side]) / 3 for side in (0, 1)]
        rows = w["cell.rows"]
        lies = np.concatenate([lying(np.array([x, y])), near, near_zones(np.array([x, y]))])
        vector = lies @ rows[: len(lies)]
        vector = vector + encoded(seen["grid"][:, y, x].astype(int), layout.channels, rows[len(lies) :])
        vector = relu(vector + trunk @ w["cell_base.rows"] + w["cell_base.bias"])
        logits[index] = (vector @ w["cell_out.rows"] + w["cell_out.bias"])[0]
    return logits, (trunk @ w["value.rows"] + w["value.bias"])[0]


@pytest.mark.parametrize(
    ("slug", "scenario"),
    [
        ("toybook", "banners"),
        ("heimr", "contest_small"),
        ("owh", "contest_small"),
        *((slug, "tiny") for slug in SHIPPED),
    ],
)
def test_a_network_answers_as_its_layers_say(slug, scenario):
    layout = layout_of(scenario, ruleset=rulesets.get(slug))
    player = network(layout=layout, deterministic=True)
    met = set()
    for game in positions(layout, 40, scenario):
        seen = game.observe()
        logits, _ = by_hand(player, seen, layout)
        legal = np.flatnonzero(seen["action_mask"])
        met |= set(layout.kind[legal].tolist())
        answer = answer_of(game, player)
        assert answer in legal and logits[answer] == pytest.approx(
            logits[legal].max(), abs=1e-5
        )  # of two alike, either
    assert len(met) > 1  # kinds of answers


def test_a_network_that_draws_draws_by_its_logits():
    layout = layout_of()
    player = network(layout=layout)
    game = next(game for game in positions(layout, 60) if 2 <= len(game.legal()) <= 6)
    legal = game.legal()
    logits = by_hand(player, game.observe(), layout)[0][legal]
    wanted = np.exp(logits - logits.max()) / np.exp(logits - logits.max()).sum()
    rng = np.random.default_rng(3)
    drawn = [answer_of(game, player, int(rng.integers(1, 1 << 32))) for _ in range(1200)]
    found = np.array([drawn.count(index) for index in legal]) / len(drawn)
    assert np.abs(found - wanted).max() < 4 * np.sqrt(0.25 / len(drawn))


def test_an_outlook_tells_probabilities_and_what_is_expected():
    layout = layout_of()
    player = network(layout=layout, size=0.1)
    values = set()
    for game in positions(layout, 25):
        legal, seen = game.legal(), outlook(game, player)
        logits, value = by_hand(player, game.observe(), layout)
        wanted = np.exp(logits[legal]) / np.exp(logits[legal]).sum()
        found = {one.answer: one for one in seen.choices}
        assert len(found) == len(seen.choices) == len(legal)
        answers = [game.loops.answer_of(game.states, game.row, layout.record, int(index)) for index in legal]
        np.testing.assert_allclose([found[answer].logit for answer in answers], logits[legal], atol=1e-9)
        np.testing.assert_allclose([found[answer].probability for answer in answers], wanted, atol=1e-9)
        assert seen.best == answers[int(wanted.argmax())] == seen.choices[0].answer
        assert seen.value == pytest.approx(np.clip(value, -1.0, 1.0), abs=1e-9)
        assert (seen.decider, seen.prompt) == (game.decider_text, game.prompt_text)
        values.add(seen.value)
    assert len(values) > 10


def test_what_a_network_expects_counts_the_staying_power_it_was_paid_for():
    layout = layout_of("tiny", ruleset=rulesets.get("wfrp1"))
    plain, shaped = network(layout=layout, size=0.05), network(layout=layout, size=0.05, about={"shaping": 0.5})
    met = set()
    for game in positions(layout, 5_000, "tiny"):
        if len(met) > 5:
            break
        staying = np.zeros(game.side_count)
        game.loops.value_game(game.states, game.row, game.books, game.fields, 0.0, staying)
        if staying[game.side] in met:
            continue
        met.add(float(staying[game.side]))
        wanted = outlook(game, plain).value + 0.5 * staying[game.side]
        assert outlook(game, shaped).value == pytest.approx(np.clip(wanted, -1.0, 1.0))
    assert len(met) > 2


def test_an_outlook_is_refused_where_there_is_none():
    wfrp1 = rulesets.get("wfrp1")
    layout = layout_of("small", ruleset=wfrp1)
    game = Game(wfrp1, open_pool(wfrp1, "small"), layout=layout).start(seed=1)
    with pytest.raises(CheckpointError, match="no such network"):
        outlook(game, "trained:nobody")
    with pytest.raises(CheckpointError, match="was trained for toybook"):
        outlook(game, network())
    while not game.over:
        game.step(int(game.legal()[0]))
    with pytest.raises(ValueError, match="nobody decides"):
        outlook(game, network(layout=layout))


def test_looking_leaves_the_battle_as_it_is():
    layout = layout_of()
    player = network(layout=layout)
    for game in positions(layout, 12):
        before = game.snapshot()
        answer_of(game, player)
        outlook(game, player)
        assert game.snapshot() == before


def test_networks_of_different_sizes_and_layouts_meet():
    small, large = network(1, "small"), network(2, "large", Layout.named(TOY, "full", mirror=True))
    results = play_games(TOY, "alliance", policies=(small, large), games=4, seed=2, alternate=True)
    again = play_games(TOY, "alliance", policies=(small, large), games=4, seed=2, alternate=True)
    assert results.ranks.tolist() == again.ranks.tolist() and results.decisions.tolist() == again.decisions.tolist()


@pytest.mark.parametrize("slug", SHIPPED)
def test_a_network_plays_every_scenario_of_its_ruleset(slug):
    ruleset = rulesets.get(slug)
    player = network(7, layout=layout_of("tiny", ruleset=ruleset))
    for scenario in ("tiny",) if INTERPRETED else ("tiny", "contest_small", "standard_random"):
        results = play_games(slug, scenario, policies=(player, "random"), games=2, seed=3)
        assert results.policies[0] == "pupil" and not results.reasons


def test_what_a_network_answers_does_not_depend_on_the_room_there_is():
    tight, roomy = layout_of(), Layout.named(TOY, "full", mirror=True)
    one, other = network(5, layout=tight), network(5, layout=roomy)
    games = [
        play_games(TOY, "alliance", policies=(player, "charger"), games=10, seed=4, layout=layout).decisions.tolist()
        for player, layout in ((one, tight), (other, roomy), (one, roomy))
    ]
    assert games[0] == games[1] == games[2]


def test_a_network_plays_in_vector_environments_and_their_copies():
    envs = make_vec(TOY, 3, scenario="alliance", opponent=[network(4, "rival"), "random"], seed=5)
    envs.reset(seed=5)
    for _ in range(10):
        envs.step(envs.random_actions())
    kept = envs.snapshot()
    first = [envs.step(envs.random_actions())[1].tolist() for _ in range(10)]
    twin = make_vec(TOY, 3, scenario="alliance", opponent=[network(4, "rival"), "random"], seed=5)
    twin.reset(seed=1)
    twin.restore(kept)
    assert [twin.step(twin.random_actions())[1].tolist() for _ in range(10)] == first


@pytest.mark.compiled_only
def test_networks_think_in_several_threads_at_once():
    """Kernels let other threads run meanwhile; none writes where another thinks."""
    player = network()

    def played(seed):
        return play_games(TOY, "alliance", policies=(player, "random"), games=60, seed=seed).decisions.tolist()

    wanted = [played(seed) for seed in range(4)]
    with ThreadPoolExecutor(4) as threads:
        for _ in range(3):
            assert list(threads.map(played, range(4))) == wanted


def test_players_taken_in_by_several_threads_at_once_are_all_there():
    """A game in a thread of its own may bring its players while another begins."""
    assert TOY.loops.players is not None, "the rules are loaded"
    pause = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    pupils = [network(100 + k, f"pupil {k}") for k in range(12)]
    searches = [Search(k + 2, rollouts=pupil) for k, pupil in enumerate(pupils)]
    try:
        with ThreadPoolExecutor(6) as threads:
            codes = list(threads.map(lambda one: seat_code(TOY, one), [*pupils, *searches]))
    finally:
        sys.setswitchinterval(pause)
    assert len(set(codes)) == len(codes)
    players = TOY.loops.players
    for pupil, code in zip(pupils, codes, strict=False):
        row = players.networks[code - FIRST_NETWORK]
        start = int(row["value_start"])
        wanted = pupil.packed_weights()["value_start"].reshape(-1)
        np.testing.assert_array_equal(players.weights[start : start + wanted.size], wanted)
    for pupil, code in zip(codes, codes[len(pupils) :], strict=False):
        assert players.searchers[code - FIRST_SEARCHER]["player"] == pupil


def test_a_network_meets_policies_in_python():
    results = play_games(TOY, "alliance", policies=(network(), RandomLegal()), games=4, seed=1, on_error="raise")
    assert results.policies == ("pupil", "random-legal") and (results.ranks[:, :2] > 0).all()


@pytest.mark.compiled_only  # a minute interpreted
def test_networks_value_positions_and_play_on_in_searches(tmp_path):
    pupil, file = network(), network(seed=3).save(tmp_path / "judge.safetensors")
    searches = [
        Search(6, rollouts="charger"),
        Search(6, rollouts="charger", value=pupil),
        Search(6, rollouts=pupil),
        parse(f"search:6:charger:value={file}"),
    ]
    assert len({one.digest(TOY) for one in searches}) == 4
    assert searches[1].name == "search:6:charger:value=pupil"
    found = []
    for one in searches:
        once, again = (play_games(TOY, "banners", policies=(one, "charger"), games=1, seed=2) for _ in range(2))
        assert once.decisions.tolist() == again.decisions.tolist() and once.ranks.tolist() == again.ranks.tolist()
        found.append(once.decisions.tolist())
    assert found[0] != found[2]  # who plays on matters


def test_a_network_that_guides_a_search_also_values_positions(tmp_path):
    """Unless another network is named for that."""
    pupil, other = network(seed=1, deterministic=True), network(seed=3)
    spec = str(pupil.save(tmp_path / "pupil.safetensors"))
    for player in (pupil, spec):
        code, evaluator = (seat_code(TOY, one) for one in (Search(7, player), player))
        assert TOY.loops.players.searchers[code - FIRST_SEARCHER]["evaluator"] == evaluator
        assert Search(7, player).digest(TOY) == Search(7, player, value=player).digest(TOY)
        assert Search(7, player).digest(TOY) != Search(7, player, value=other).digest(TOY)
    judged = seat_code(TOY, Search(7, pupil, value=other))
    assert TOY.loops.players.searchers[judged - FIRST_SEARCHER]["evaluator"] == seat_code(TOY, other)
    assert Search(7, "charger").evaluator is None and Search(7, "charger", value=other).evaluator is other
    assert parse(f"search:7:{spec}").digest(TOY) == Search(7, spec).digest(TOY)


def test_a_network_says_which_answers_a_search_tries():
    """Its best answer, then by its numbers."""
    player = network(deterministic=True, size=0.2)
    counts = set()
    for game in positions(layout_of(), 12):
        by_number = [one.answer for one in outlook(game, player).choices]
        found = look_ahead(game, Search(2, player, width=3, widening=0))
        count = min(3, len(by_number))
        assert {one.answer for one in found.choices} == set(by_number[:count])
        assert [one.answer for one in found.choices if one.is_own] == by_number[:1]
        counts.add(count)
    assert counts == {2, 3}


def test_what_a_network_likes_is_followed_sooner():
    """Below the root an answer is worth following by the share the network gives it there."""
    player, explore, met = network(deterministic=True, size=0.2), 0.3, 0
    for game in positions(layout_of(), 6):
        look_ahead(game, Search(20, player, explore=explore, width=2, widening=1, leaf=1))
        players = game.loops.everybody()
        nodes = players.nodes[: players.counts[USED]]
        for parent in range(1, len(nodes)):
            children = nodes[nodes["parent"] == parent]
            assert (children["pull"] > 0).all() and (children["pull"] <= explore).all()
            met += len(children) > 1
        assert (nodes["pull"][nodes["parent"] == 0] == 0).all()  # there they race
    assert met > 3


def test_a_search_may_value_where_it_leaves_its_tree():
    """Nobody plays on then: a simulation whose answers are all new ends after two of them."""
    judge, longer = network(seed=3), 0
    for game in positions(layout_of(), 8):
        lasted = []
        for leaf in (0, 1):
            look_ahead(game, Search(1, "charger", value=judge, leaf=leaf, rounds=3))
            root, played = game.loops.everybody().work["decisions"]
            lasted.append(int(played - root))
        assert lasted[1] <= 2
        longer += lasted[0] > 2
    assert longer > 4


def test_only_networks_value_positions():
    with pytest.raises(SearchError, match="only a trained network values positions"):
        play_games(
            TOY, "banners", policies=(Search(6, rollouts="charger", value="charger"), "charger"), games=1, seed=2
        )
    with pytest.raises(CheckpointError, match="no such network"):
        play_games(TOY, "banners", policies=("search:6:charger:value=nobody", "charger"), games=1, seed=2)


# --- files


def test_a_checkpoint_comes_back(tmp_path):
    player = network(deterministic=True, about={"recipe": {"seed": 3}})
    back = Network.load(player.save(tmp_path / "pupil.safetensors"))
    assert back.digest(TOY) == player.digest(TOY)
    assert (back.name, back.about, back.deterministic) == ("pupil", {"recipe": {"seed": 3}}, True)
    assert back.greedy(False).digest(TOY) != player.digest(TOY)


def test_a_checkpoint_keeps_its_temperature(tmp_path):
    player = network(temperature=2.5)
    file = player.save(tmp_path / "pupil.safetensors")
    assert Network.load(file).digest(TOY) == player.digest(TOY) != network().digest(TOY)
    assert load_player(f"{file}:sampled=4", TOY).temperature == 4
    with pytest.raises(PlayerError, match="a temperature of 0; allowed"):
        load_player(damaged(file, changed_head(temperature=0)), TOY)


def test_a_checkpoint_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    """Each process drafts into a file of its own, and Ctrl-C takes it away again."""
    file, drafts = tmp_path / "pupil.safetensors", []

    def interrupted(draft, target):
        drafts.append(draft)
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            network().save(file)
    assert len(set(drafts)) == 2 and not list(tmp_path.iterdir())


def test_a_checkpoint_plays_wherever_a_player_is_named(tmp_path):
    file = str(network().save(tmp_path / "pupil.safetensors"))
    assert player_name(file, TOY) == "pupil"
    before = player_hash(file, TOY)
    network(seed=9).save(file)
    assert player_hash(file, TOY) != before
    assert (
        play_games(TOY, "alliance", policies=(load_player(file, TOY), "random"), games=2, seed=1).policies[0] == "pupil"
    )


SOUND = {"ruleset": "toybook", "height": 5, "width": 7, "own_rows": 2, "other_rows": 4, "mirror": True}


def test_a_name_with_control_characters_is_told_on_one_line(tmp_path):
    file = network(name="a\x1b[31m\nb" + 200 * "c").save(tmp_path / "pupil.safetensors")
    name = Network.load(file).name
    assert name.isprintable() and len(name) <= 80


def damaged(file, change):
    """A checkpoint whose head has been changed."""
    data = file.read_bytes()
    length = struct.unpack("<Q", data[:8])[0]
    head = json.loads(data[8 : 8 + length])
    change(head)
    text = json.dumps(head).encode()
    file.write_bytes(struct.pack("<Q", len(text)) + text + data[8 + length :])
    return str(file)


def changed_head(**what):
    def change(head):
        inner = json.loads(head["__metadata__"]["tactica"])
        inner.update(what)
        head["__metadata__"]["tactica"] = json.dumps(inner)

    return change


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda head: head.pop("__metadata__"), "not a checkpoint of tactica"),
        (changed_head(kind="oracle"), "a network of kind 'oracle'"),
        (changed_head(version=99), "version 99"),
        (changed_head(sizes={"width": 7, "trunk": 8, "cell_width": 5}), "weights do not fit"),
        (changed_head(sizes={"width": 10**9, "trunk": 8, "cell_width": 5}), "weights do not fit"),
        (changed_head(sizes=None), "not a checkpoint of tactica"),
        (changed_head(layout={"ruleset": "toybook"}), "not a checkpoint of tactica"),
        (changed_head(layout=[[1, 2]]), "not a checkpoint of tactica"),
        (changed_head(layout={**SOUND, "ruleset": 5}), "not a checkpoint of tactica"),
        (changed_head(layout={**SOUND, "ruleset": "chess"}), "not a checkpoint of tactica"),
        (changed_head(layout={**SOUND, "height": "tall"}), "not a checkpoint of tactica"),
        (changed_head(layout={**SOUND, "height": 10**9}), "not a checkpoint of tactica"),
        (changed_head(about=[1, 2]), "not a checkpoint of tactica"),
        (changed_head(about={"shaping": "much"}), "shaping 'much' is not a number"),
        (changed_head(about={"shaping": float("nan")}), "shaping nan is not a number"),
    ],
)
def test_what_is_no_checkpoint_is_refused(tmp_path, change, says):
    file = network().save(tmp_path / "pupil.safetensors")
    with pytest.raises(PlayerError, match=says):
        load_player(damaged(file, change), TOY)


@pytest.mark.parametrize("data", [b"", b"x" * 100, struct.pack("<Q", 2**60) + b"{}", b'{"__metadata__": {}}'])
def test_files_of_strangers_are_refused(tmp_path, data):
    file = tmp_path / "pupil.safetensors"
    file.write_bytes(data)
    with pytest.raises(PlayerError, match="not a checkpoint of tactica"):
        load_player(str(file), TOY)


@pytest.mark.parametrize("size", ["Infinity", "NaN", "1e999", "9" * 400])
@pytest.mark.parametrize("part", ["sizes", "layout"])
def test_numbers_of_a_head_that_no_network_has_are_refused(tmp_path, part, size):
    network().save(tmp_path / "pupil.safetensors")
    data = (tmp_path / "pupil.safetensors").read_bytes()
    head = json.loads(head_of(data))
    head[part] = dict.fromkeys(head[part], "SIZE") if part == "sizes" else {**head[part], "height": "SIZE"}
    text = json.dumps(head).replace('"SIZE"', size)
    (tmp_path / "pupil.safetensors").write_bytes(save(load(data), {HEAD: text}))
    with pytest.raises(PlayerError, match=r"pupil"):
        load_player(str(tmp_path / "pupil.safetensors"), TOY)


def test_weights_must_be_numbers():
    bad = network()
    weights = {**bad.weights, "trunk.bias": np.full_like(bad.weights["trunk.bias"], np.nan)}
    with pytest.raises(CheckpointError, match=r"no finite numbers in trunk\.bias"):
        Network("bad", bad.layout, weights, SIZES)


def test_a_network_of_another_rulebook_is_refused():
    with pytest.raises(CheckpointError, match="was trained for toybook, not for wfrp1"):
        network().seat_in(rulesets.get("wfrp1"))


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", trained())
def test_networks_that_come_with_the_project_play(name):
    slug = name.split("_")[0]
    results = play_games(slug, "small", policies=(f"trained:{name}", "random"), games=10, seed=1, alternate=True)
    assert results.policies[0] == f"trained:{name}" and results.scores(0).mean() > 0.5
    records = [json.loads(file.read_text()) for file in (CHECKPOINTS / "records").glob(f"{name}_v_*.json")]
    assert [record["result"]["verdict"] for record in records].count("accepted") > 3
    own = player_hash(f"trained:{name}", rulesets.get(slug))
    assert all(record["players"][0]["hashes"][slug] == own for record in records)
    assert (CHECKPOINTS / f"{name}.log.jsonl").read_text().count("\n") > 10


def test_networks_come_with_the_project():
    assert {"heimr", "wfrp1", "woin", "owh", "tow"} == set(trained())


def test_a_network_is_found_by_the_name_it_had_before():
    assert load_network("trained:owh_small").digest(None) == load_network("trained:owh").digest(None)
    assert load_network("trained:owh_small:sampled=2").temperature == 2
    with pytest.raises(CheckpointError, match="trained:nobody_small: no such network"):
        load_network("trained:nobody_small")


def test_unknown_networks_are_named_with_those_there_are():
    with pytest.raises(PlayerError, match=r"no such network; allowed: FILE\.safetensors"):
        load_player("trained:nobody", TOY)


@pytest.mark.parametrize("how", ["foo", "sampled=nan", "sampled=-1", ""])
def test_an_unknown_ending_is_named(how):
    with pytest.raises(
        PlayerError, match=rf"^trained:wfrp1:{how}: unknown ending ':{how}'; allowed: :greedy, :sampled, "
    ):
        load_player(f"trained:wfrp1:{how}", "wfrp1")
    with pytest.raises(PlayerError, match=rf"unknown ending ':{how}'; allowed: "):
        load_player(f"mine.safetensors:{how}", "wfrp1")
