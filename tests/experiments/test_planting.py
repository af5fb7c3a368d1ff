"""The generator of plants and controls: legal, deterministic, in two halves; controls that concern nobody; rates that go on."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from tactica.envs import rulesets
from tactica.envs.core.behaviour.bans import ANY
from tactica.envs.engine.options import UnknownOption, find
from tactica.experiments.cli import app
from tactica.experiments.laboratory import checked
from tactica.experiments.laboratory.planting import CONTROLS, PLANTS, families_of, generated, rate_of, rates_of
from tactica.experiments.laboratory.shards import Player, Shard, Stream, play
from tactica.experiments.laboratory.variants import UNIT, possessions

SLUGS = [slug for slug in rulesets.names() if slug != "toybook"]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_plant_and_control_is_legal_and_moves_a_number(slug):
    book = rulesets.get(slug).rulebook
    for seed in range(3):
        for half in (1, 2):
            found = generated(slug, seed, half)
            assert len(found.plants) == PLANTS // 2 and len(found.controls) == CONTROLS // 2
            for one in (*found.plants.values(), *found.controls.values()):
                moved = {address: book.knob(address).value(value) for address, value in one.rules.items()}
                assert all(value != book.knob(address).default for address, value in moved.items()), one
            for one in found.plants.values():
                had = {each.thing for each in possessions(book_of(slug), found.where(one), 4) if each.field != UNIT}
                assert all(name in had or known(slug, name) for name in one.names), one


def book_of(slug):
    return rulesets.get(slug)


def known(slug, name):
    try:
        return all(option.verb != ANY for option in find(slug, name))
    except UnknownOption:
        return False


def test_the_halves_share_nothing_and_depend_on_the_seed_alone():
    one, other = generated("owh", 5, 1), generated("owh", 5, 2)
    assert generated("owh", 5, 1) == one and generated("owh", 6, 1) != one
    assert not one.plants.keys() & other.plants.keys() and not one.controls.keys() & other.controls.keys()
    rules = [str(each.rules) for part in (one, other) for each in part.plants.values()]
    assert len(set(rules)) == len(rules)
    assert any(each.other_dice and not each.rules for each in one.controls.values())


@pytest.mark.parametrize("slug", SLUGS)
def test_families_make_options_dominant_and_worthless(slug):
    found = families_of(slug)
    assert len(found.dominant) >= 8 and len(found.worthless) >= 2 and found.tables and len(found.idle) >= 5


@pytest.mark.compiled_only
@pytest.mark.parametrize("slug", SLUGS)
def test_controls_change_no_battle_of_players_who_try_everything(slug):
    stream, random = Stream(slug, "small", 3, 8), Player.of("random")
    moved = {}
    for half in (1, 2):
        for one in generated(slug, 0, half).controls.values():
            moved |= one.rules
    games = [play(Shard(stream, random, Player.of("charger"), 0, 12, rules)) for rules in ({}, moved)]
    assert len(moved) > 10 and (games[0].trace == games[1].trace).all()


def test_rates_have_wilson_intervals():
    """Wilson (1927) by hand: 9 of 10 is 0.596 to 0.982."""
    found = rate_of(9, 10)
    assert (found.low, found.high) == (pytest.approx(0.596, abs=5e-4), pytest.approx(0.982, abs=5e-4))
    assert rate_of(0, 0).text == "none" and rate_of(9, 10).text == "9 of 10 (90 %, 95 % CI 60 to 98)"
    cases = [
        {"kind": "plant", "verdict": "found", "seconds": 3.0}, {"kind": "plant", "verdict": "missed", "seconds": 5.0},
        {"kind": "control", "verdict": "silent", "seconds": 1.0},
    ]  # fmt: skip
    rates = rates_of(cases)
    assert (rates.found.hits, rates.found.cases, rates.false_alarms.hits, rates.seconds) == (1, 2, 0, 9)
    assert rates.text.endswith("; 9 s, 3 s a case.")


def test_finished_cases_are_not_audited_again(tmp_path, monkeypatch):
    """The second case is stopped; the same command audits it alone, and both count."""
    asked = []

    def check(cases, played, phase, clock):
        for case in cases:
            asked.append(case.name)
            if len(asked) == 2:
                raise KeyboardInterrupt
            yield checked.Checked(case.name, case.is_plant, 1, checked.Audited(), 4, 2.0)

    monkeypatch.setattr(checked, "check", check)
    monkeypatch.setattr("tactica.experiments.commands.rates.ensure_compiled", lambda slug: None)
    arguments = [
        "lab",
        "rates",
        "-r",
        "wfrp1",
        "--cases",
        "1",
        "-o",
        str(tmp_path / "run"),
        "--json",
        str(tmp_path / "r.json"),
    ]
    assert CliRunner().invoke(app, arguments).exit_code == 130
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    assert "1 of 2 cases of wfrp1 were audited before" in " ".join(result.output.split())
    assert len(asked) == 3 and asked[1] == asked[2] != asked[0]
    found = json.loads((tmp_path / "r.json").read_text())
    assert [one["name"] for one in found["cases"]] == [asked[0], asked[1]]
    assert found["rates"]["found"]["cases"] == found["rates"]["false_alarms"]["cases"] == 1
    plant = tmp_path / "run" / "wfrp1" / "cases" / "plant-1.json"
    for damage in (plant.read_bytes().replace(b'"found"', b'"wrong"'), b"{"):
        plant.write_bytes(damage)
        assert CliRunner().invoke(app, arguments).exit_code == 0
    assert len(asked) == 5 and asked[3] == asked[4] == asked[0]  # what is damaged is audited again
    refused = CliRunner().invoke(app, ["lab", "rates", "-r", "nothing"])
    assert refused.exit_code == 2 and "no families" in refused.output
