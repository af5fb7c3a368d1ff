"""Networks carried over to observations with new columns: they play as before, and nothing else is taken."""

from __future__ import annotations

import json

import numpy as np
import pytest
from agents.test_networks import answer_of, layout_of, network, positions
from safetensors.numpy import load, save

from tactica.envs.engine import carrying
from tactica.envs.engine.networks import Network, columns_of, head_of
from tactica.envs.engine.spaces import Layout

NEW = {"features": ("unit.rows", "risen"), "context": ("context.rows", "verdict_1"), "channels": ("cell.rows", "rough")}


def older(path, layout, dropped, change=None):
    """Rewrite a checkpoint as one from before some columns: by part of the layout, the name of a column."""
    data = path.read_bytes()
    weights, head = load(data), json.loads(head_of(data))
    for part, name in dropped.items():
        fields = getattr(layout, part)
        place = next(k for k, field in enumerate(fields) if field.name == name)
        columns = columns_of(fields)
        _, _, _, size, at = next(line for line in columns.table.tolist() if line[1] == place)
        rows = weights[NEW[part][0]]
        first = len(rows) - columns.rows + at
        weights[NEW[part][0]] = np.ascontiguousarray(np.delete(rows, range(first, first + size), axis=0))
        del head["layout"][part][place]
    head["layout"]["hash"] = "0" * 16
    if change:
        change(head["layout"])
    path.write_bytes(save(weights, {"tactica": json.dumps(head)}))


def test_new_columns_weigh_nothing_and_all_else_is_as_it_was(tmp_path):
    pupil = network()
    path = pupil.save(tmp_path / "pupil.safetensors")
    older(path, pupil.layout, {part: name for part, (_, name) in NEW.items()})
    found = carrying.carried_over(path)
    parts = {"features": found.layout.features, "context": found.layout.context, "channels": found.layout.channels}
    for part, (weights, name) in NEW.items():
        columns = columns_of(parts[part])
        place = next(k for k, field in enumerate(parts[part]) if field.name == name)
        _, _, _, size, at = next(line for line in columns.table.tolist() if line[1] == place)
        first = len(found.weights[weights]) - columns.rows + at
        expected = pupil.weights[weights].copy()
        expected[first : first + size] = 0
        np.testing.assert_array_equal(found.weights[weights], expected)
    same = set(pupil.weights) - {weights for weights, _ in NEW.values()}
    assert all((found.weights[name] == pupil.weights[name]).all() for name in same)


def test_the_command_rewrites_files_that_then_play_the_same(tmp_path, capsys):
    """In battles without objectives, a network that never saw them answers as before."""
    pupil = network(deterministic=True)
    weights = {name: array.copy() for name, array in pupil.weights.items()}
    place = next(k for k, field in enumerate(pupil.layout.context) if field.name == "own_score")
    columns = columns_of(pupil.layout.context)
    at = next(line[4] for line in columns.table.tolist() if line[1] == place)
    weights["context.rows"][at] = 0
    pupil = Network("pupil", pupil.layout, weights, pupil.sizes, True)
    path = pupil.save(tmp_path / "pupil.safetensors")
    older(path, pupil.layout, {"context": "own_score"})
    assert carrying.main([str(path)]) == 0 and pupil.layout.hash in capsys.readouterr().out
    carried = Network.load(path)
    for game in positions(layout_of(), 12):
        assert answer_of(game, carried) == answer_of(game, pupil)


def test_sight_deterministic_and_temperature_stay(tmp_path):
    layout = Layout.named("toybook", "full", sight="unit")
    pupil = network(layout=layout, deterministic=True, temperature=2.5)
    path = pupil.save(tmp_path / "pupil.safetensors")
    older(path, pupil.layout, {"context": "verdict_1"})
    found = carrying.carried_over(path)
    assert found.layout == pupil.layout and (found.deterministic, found.temperature) == (True, 2.5)


def test_a_damaged_file_is_named(tmp_path, capsys):
    path = network().save(tmp_path / "pupil.safetensors")
    data = path.read_bytes()
    weights, head = load(data), json.loads(head_of(data))
    files = {"short": data[:100], "bare": save(weights), "other": save(weights, {"tactica": "[]"})}
    files["less"] = save({"unit.bias": weights["unit.bias"]}, {"tactica": json.dumps(head)})
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
        assert carrying.main([str(tmp_path / name)]) == 1
        assert capsys.readouterr().err.startswith(f"{tmp_path / name}: not a checkpoint of tactica ("), name


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda layout: layout["context"][0].__setitem__(0, "gone"), "column 'gone' has changed or is gone"),
        (lambda layout: layout["features"][0].__setitem__(2, 77), "has changed or is gone"),
        (lambda layout: layout["sections"].pop(), "sections of the layout have changed"),
    ],
)
def test_a_layout_that_differs_in_more_is_refused_and_the_file_left_alone(tmp_path, capsys, change, words):
    pupil = network()
    path = pupil.save(tmp_path / "pupil.safetensors")
    older(path, pupil.layout, {"context": "verdict_1"}, change)
    before = path.read_bytes()
    assert carrying.main([str(path)]) == 1 and words in capsys.readouterr().err
    assert path.read_bytes() == before
