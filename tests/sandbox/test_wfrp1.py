"""The sandbox and exact odds on a real rulebook: worked odds of blows, and its choices in words."""

from __future__ import annotations

import os

import numpy as np
import pytest
from fixtures import clause, duel, table

from tactica.envs.engine.describing import IllegalChoice
from tactica.envs.sandbox import ParseError, sandbox

PRINTED = 5e-7  # worked odds are given to six decimals


@clause("wfrp1.parry.attempt")
def test_a_parry_equal_to_ws_fails():
    scene = duel(ws=40, dice=[27, 40, 5])
    scene.play("strike orc", "parry")
    assert scene.unit("orc").wounds == 7 - 5


@clause("wfrp1.attack.sequence")
def test_odds_of_a_blow_through_armour():
    scene = duel(man={"ws": 45, "s": 4}, orc={"armour": ["helmet", "breastplate"], "w": 40})
    counted = scene.odds("strike orc", then=["no_parry"], want="orc.wounds", until="procedure")
    assert counted.at_most(40 - 1) == pytest.approx(0.45, abs=PRINTED)
    assert counted.at_most(40 - 4) == pytest.approx(0.27, abs=PRINTED)
    assert counted.at_most(40 - 7) == pytest.approx(0.0585, abs=PRINTED)
    assert sum(counted.values()) + counted.lost == pytest.approx(1.0, abs=1e-12)
    assert counted.complete


@clause("wfrp1.attack.sequence")
def test_mean_damage_of_a_blow():
    scene = duel(orc={"w": 60})
    counted = scene.odds("strike orc", then=["no_parry"], want="orc.wounds", until="procedure")
    assert 60 - counted.mean() == pytest.approx(1.231230, abs=PRINTED)


@clause("wfrp1.parry.attempt")
def test_odds_of_a_blow_with_a_parry():
    scene = duel(orc={"w": 40, "Int": 40})
    counted = scene.odds("strike orc", then=["parry"], want=lambda t: t.unit("orc").wounds, until="procedure")
    assert counted.at_most(40 - 4) / 0.33 == pytest.approx(0.375467, abs=PRINTED)
    assert (counted[40] - 0.67) / 0.33 == pytest.approx(0.183733, abs=PRINTED)


def test_a_parry_that_is_not_clear_is_refused():
    scene = duel(orc={"off_hand": "shield"}, dice=[1, 2, 4, 5])
    with pytest.raises(ParseError, match="'parry' is ambiguous: parry with the main hand or parry with the off-hand"):
        scene.play("strike orc", "parry")
    scene.play("strike orc", "orc: parry_off")
    assert scene.dice_left == []


def test_abbreviations_and_items():
    scene = duel(upto=None)
    man = scene.unit("man")
    assert (man.ws, man.bs, man.s, man.t, man.i, man.a, man.ld, man.cl, man.fel) == (33, 33, 3, 3, 50, 1, 33, 33, 33)
    assert (man.w, man.wounds, man.at) == (7, 7, (4, 5))
    man.ws = 60
    man.main_hand = "spear"
    man.facing = "west"
    assert (man.weapon_skill, man.main_hand, man.facing) == (60, 3, 6)


def test_every_choice_of_many_positions_goes_into_words_and_back():
    rng = np.random.default_rng(7)
    prompts = set()
    for name in ("tiny", "small"):
        scene = sandbox("wfrp1", name, seed=3)
        for _ in range(30 if os.environ.get("NUMBA_DISABLE_JIT") != "1" else 6):
            if scene.ending:
                break
            prompts.add(scene.prompt)
            scene.chooser.put(scene.game.lanes[0])
            choices = list(scene.chooser.complete())
            assert len({text for text, _ in choices}) == len(choices)
            assert {answers[0] for _, answers in choices} == set(scene.game.answers().tolist())
            for at in rng.choice(len(choices), min(len(choices), 40), replace=False):
                text, answers = choices[at]
                assert scene.parse(text) == answers
            scene.play(choices[int(rng.integers(len(choices)))][0])
    assert "turn" in prompts


@pytest.mark.compiled_only
def test_a_blow_with_a_parry_is_counted_in_few_steps():
    assert duel().odds("strike orc", then=["parry"], want="orc.wounds", budget=100_000).complete


@pytest.mark.compiled_only
def test_a_round_of_three_blows_with_two_parries():
    """Without criticals and fumbles it is counted to the end; with them all but a thousandth, most likely first."""
    three = {"man": {"a": 3}, "orc": {"a": 2}}
    then = {"parry": "parry", "man: extra_blow": "strike orc", "turn": "pass", "extra_blow": "pass"}
    plain = duel(rules={"injury.critical_hit.opt_criticals": 0, "attack.fumble.opt_fumbles": 0}, **three)
    counted = plain.odds("strike orc", then=then, want="orc.wounds", until="round")
    assert counted.complete
    assert counted.lost < 1e-7
    partial = duel(**three).odds("strike orc", then=then, want="orc.wounds", until="round", budget=400_000)
    assert sum(partial.values()) + partial.lost == pytest.approx(1.0, abs=1e-12)
    assert partial.lost < 0.2


def test_several_units_share_a_table():
    scene = table(
        {"name": "a", "side": "red", "at": [1, 1], "i": 60},
        {"name": "b", "side": "blue", "at": [2, 1]},
        {"name": "c", "side": "blue", "at": [1, 2]},
    )
    assert {"strike b", "strike c"} <= set(scene.choices())
    with pytest.raises(ParseError, match="incomplete choice, add one of: b, c"):
        scene.play("strike")


def test_things_in_a_pack_are_called_what_they_are_and_numbered_if_alike():
    scene = duel(man={"main_hand": "none", "backup": ["knife/dagger", "hand weapon", "knife/dagger"]}, distance=5)
    packed = {choice.removeprefix("take_up ") for choice in scene.choices() if choice.startswith("take_up")}
    assert packed == {f"{thing}{hand}" for thing in ("knife", "knife_2", "hand_weapon") for hand in ("", " off_hand")}
    game = scene.game.clone()
    game.step(next(index for index in game.legal().tolist() if game.describe(index) == "take up"))
    named = {game.describe(index).removeprefix("take up ") for index in game.legal().tolist()}
    assert named == {"knife", "knife 2", "hand weapon"}
    first, second, _, *rest = list(scene.unit("man").pack)
    scene.play("take_up knife_2")
    assert list(scene.unit("man").pack) == [first, second, 0, *rest], "the knife in the third slot"


def declared():
    """The duel, when all have declared that they act normally."""
    scene = sandbox("wfrp1/duel", seed=1)
    while scene.prompt == "declare":
        scene.play("act normally")
    return scene


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("xyz", "'xyz' is not one of the choices of sellsword: move cautious X,Y, move standard X,Y, "),
        ("moev standard 3 3", "unknown word 'moev' (did you mean 'move'?); choices of sellsword: "),
        ("move", "'move' is ambiguous: move cautious or move standard or move run or move evade"),
        ("move standard", "'move standard': incomplete choice, add a cell by column and row, such as 0,0 or a0"),
        ("charge orc", "'charge orc': no unit 'orc' here; units: sellsword, skaven"),
        ("strike torhc", "'strike torhc': no unit 'torhc' here; units: sellsword, skaven"),
        ("strike skaven", "'strike skaven' is not possible here (no enemy is in contact); choices of sellsword: "),
    ],
)
def test_what_is_refused_is_told_in_the_words_of_the_menu(said, words):
    with pytest.raises(IllegalChoice) as refused:
        declared().play(said)
    assert str(refused.value).startswith(words) or str(refused.value).startswith(f"{said!r}: {words}")
    assert str(refused.value).count(repr(said)) == 1
    assert (": " + words in f": {refused.value}") and ("choices of" in words) == ("choices of" in str(refused.value))


def test_a_unit_that_is_missing_is_not_suggested_from_words_of_other_places():
    scene = duel()
    with pytest.raises(IllegalChoice, match=r"no unit 'orcc' here \(did you mean 'orc'\?\); units: orc$"):
        scene.play("strike orcc")


@pytest.mark.parametrize("cell", ["5,1", "5 1", "f1", "f 1", "(5, 1)"])
def test_a_cell_in_a_choice_may_be_written_in_any_way(cell):
    scene = declared()
    assert scene.describe(scene.parse(f"move standard {cell}")) == "move_standard 5,1"
