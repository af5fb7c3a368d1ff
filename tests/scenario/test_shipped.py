"""The scenarios that ship, the templates they use, and the JSON Schema."""

import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import numpy as np
import pytest
import yaml

from tactica.envs import scenario
from tactica.envs.rulesets.wfrp1 import setup
from tactica.envs.scenario.schema import schema_text

NAMES = ("ambush", "brawl", "camp_random", "cavalry", "cellar", "contest_small",
         "contest_small_random", "contest_standard", "duel", "giant_hunt", "harpies", "night_guns", "powder",
         "press_gang", "small", "small_random", "standard", "standard_random", "tiny", "tiny_random")  # fmt: skip


def test_all_are_there_and_playable() -> None:
    assert tuple(scenario.shipped("wfrp1")) == NAMES
    for name in NAMES:
        path = scenario.find("wfrp1", name)
        assert path.name == f"{name}.yaml"
        assert scenario.check(path) == []
        loaded = scenario.load(path)
        assert loaded.description and loaded.name != name
        assert str(loaded) == f"wfrp1/{name}"
        assert loaded.is_random == name.endswith("_random")


@pytest.mark.parametrize("source", ["wfrp1/duel", "duel", Path(scenario.find("wfrp1", "duel"))])
def test_ways_to_name_one(source: str | Path) -> None:
    assert scenario.load(source).name == "Duel at the bridge"


def test_a_text_a_dict_and_a_file_are_the_same() -> None:
    text = scenario.find("wfrp1", "duel").read_text()
    pools = [
        scenario.pool("wfrp1", source)
        for source in ("duel", text, yaml.safe_load(text), scenario.load("duel", "wfrp1"))
    ]
    for pool in pools[1:]:
        assert pool.states.tobytes() == pools[0].states.tobytes()
        assert pool.fields.tobytes() == pools[0].fields.tobytes()


@pytest.mark.parametrize("name", ["small", "standard"])
def test_both_seats_are_the_same(name: str) -> None:
    """Turned by half a circle, the board is itself and every unit stands where its twin of the other side stood."""
    (battle,) = scenario.expand(scenario.load(f"wfrp1/{name}"))
    board = battle.board
    for layer in board.layers.values():
        assert np.array_equal(layer, layer[::-1, ::-1])
    turned = {
        board.border_key((board.width - 1 - x, board.height - 1 - y), (d + 4) % 8): kind
        for (x, y, d), kind in board.borders.items()
    }
    assert turned == board.borders
    half = len(battle.units) // 2
    for one, other in zip(battle.units[:half], battle.units[half:], strict=True):
        assert one.cell is not None and other.cell is not None
        assert (one.side, other.side, one.unit) == (0, 1, other.unit)
        assert (board.width - 1 - one.cell[0], board.height - 1 - one.cell[1]) == other.cell
        assert (one.facing + 4) % 8 == other.facing


def test_templates() -> None:
    templates = setup.templates()
    assert set(templates) == {"sellsword", "ranger", "elf_assassin", "dwarf_axeman", "physician", "gunner", "lancer",
                              "warhorse", "skaven", "goblin_archer", "ogre", "giant", "giant_eagle", "harpy",
                              "harpy_spear", "grenadier", "pistoleer", "net_fighter", "herder"}  # fmt: skip
    for name, fields in templates.items():
        assert fields["points"] > 0, name
        unit = setup.Unit.model_validate({key: value for key, value in fields.items() if key != "points"})
        assert unit.height_ft >= 4
    serafin = setup.Unit.model_validate({k: v for k, v in templates["elf_assassin"].items() if k != "points"})
    assert (serafin.initiative, serafin.attacks, serafin.movement, serafin.night_vision) == (70, 3, 5, "elf_wood")


def test_every_template_is_used() -> None:
    used = {unit.template for name in NAMES for battle in scenario.pool("wfrp1", name).battles for unit in battle.units}
    assert used == set(setup.templates())


@pytest.mark.parametrize("seed", range(8))
def test_what_comes_to_the_camp(seed: int) -> None:
    """Four who stay where they are, and a beast with two hangers-on, 4D6 yards away and no farther than they see."""
    for battle in scenario.expand(scenario.load("wfrp1/camp_random"), seed, 4):
        travellers = [unit.cell for unit in battle.units if unit.side == 0]
        assert travellers == [(8, 7), (7, 8), (9, 8), (8, 9)]
        wanderers = [unit for unit in battle.units if unit.side == 1]
        assert [unit.name in ("troll", "hydra") for unit in wanderers] == [True, False, False]
        gaps = [
            max(abs(x - unit.cell[0]), abs(y - unit.cell[1])) for x, y in travellers for unit in wanderers if unit.cell
        ]
        assert 2 <= min(gaps) <= 12


def test_unit_takes_abbreviations() -> None:
    assert setup.Unit(M=5, WS=40, W=9).model_dump(include={"movement", "weapon_skill", "wounds"}) == {  # type: ignore[call-arg]
        "movement": 5, "weapon_skill": 40, "wounds": 9}  # fmt: skip


def test_schema_accepts_what_ships_and_refuses_mistakes() -> None:
    schema = json.loads(schema_text("wfrp1"))
    validator = jsonschema.Draft202012Validator(schema)
    validator.check_schema(schema)
    for name in NAMES:
        written = yaml.safe_load(scenario.find("wfrp1", name).read_text())
        assert list(validator.iter_errors(written)) == [], name
    good = yaml.safe_load(scenario.find("wfrp1", "duel").read_text())
    mistakes = [("nmae", "x"), ("max_rounds", 0), ("battle", {"light": "dim"}), ("units", [{"template": "skavn"}]),
                ("units", [{"weapon_skill": 400}])]  # fmt: skip
    for key, value in mistakes:
        assert not validator.is_valid({**good, key: value}), key
    ranges = {"units": [{"WS": {"from": 3, "to": 5}, "main_hand": ["spear", "rapier"]}], "max_rounds": [5, 9]}
    assert validator.is_valid({**good, **ranges})


def test_command_line(tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("ruleset: wfrp1\nnmae: x\n")
    run = [sys.executable, "-m", "tactica.envs.scenario", "wfrp1/duel", str(bad)]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout.startswith(f"{bad}:2: nmae: unknown key 'nmae' (did you mean 'name'?)")
