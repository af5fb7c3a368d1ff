"""Behaviours: what a file may say, what features measure, doctrines, and who sees what."""

from __future__ import annotations

import jsonschema
import numpy as np
import pytest
import yaml
from fixtures import duel, table

from tactica.agents.why import why
from tactica.envs import play_games, rulesets
from tactica.envs.core.behaviour.features import FEATURES, INTENTS, SITUATION, Feature, Intent, Situation
from tactica.envs.engine import behaviours
from tactica.envs.engine.behaviours import BehaviourError, check, load
from tactica.envs.engine.game import Game
from tactica.envs.engine.players import seat_code
from tactica.envs.engine.policies import UnknownPolicy, policy_names
from tactica.envs.engine.seating import Seating

WFRP1 = rulesets.get("wfrp1")


def lines(tmp_path, text):
    """What is wrong with a file: (line, key, what)."""
    file = tmp_path / "npc.yaml"
    file.write_text(text)
    return [(problem.line, problem.key, problem.what) for problem in check(file)]


def weighed(scene, *weights):
    """What a behaviour that weighs these features sees: choice in words -> features."""
    found = why(scene.game, {"weights": dict.fromkeys(weights, 1.0)})
    return {choice.text: choice.features for choice in found.choices}


# --- files


def test_every_shipped_behaviour_is_right_and_says_what_it_does():
    assert len(behaviours.shipped()) >= 8
    for name in behaviours.shipped():
        assert check(name) == []
        assert load(name).name == name and load(name).about.endswith(".")


def test_a_wrong_key_is_named_with_its_line(tmp_path):
    text = "about: A knave.\nwieghts:\n  harm: 1\n"
    assert lines(tmp_path, text) == [(2, "wieghts", "unknown key 'wieghts' (did you mean 'weights'?)")]


def test_wrong_features_intents_and_conditions_are_named_with_their_lines(tmp_path):
    text = (
        "weights:\n  harm: 1\n  hram: 2\nintents: {stirke: 1}\ndoctrines:\n  - when: {stayng_power: 1}\n    do: flea\n"
        "  - when: {gap: 'about 3'}\n    do: flee\nown:\n  wfrp1: {pase: 1}\n"
    )
    found = lines(tmp_path, text)
    assert [(line, key) for line, key, _ in found] == [
        (3, "weights.hram"),
        (4, "intents.stirke"),
        (6, "doctrines[0].when.stayng_power"),
        (7, "doctrines[0].do"),
        (8, "doctrines[1].when.gap"),
        (11, "own.wfrp1.pase"),
    ]
    assert "did you mean 'harm'" in found[0][2] and "did you mean 'pace'" in found[5][2]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("keep_distance: -1\n", "keep_distance"),
        ("dither: 2\n", "dither"),
        ("weights: {harm: 1e9}\n", "weights.harm"),
        ("weights: {harm: much}\n", "weights.harm"),
        ("doctrines:\n  - when: {engaged: true}\n", "doctrines[0]"),
        ("doctrines:\n  - when: {shots: 0}\n    keep_distance: 5\n", "doctrines[0].keep_distance"),
        ("name: Ogre\n", "name"),
    ],
)
def test_values_out_of_range_are_refused(tmp_path, text, key):
    assert [found[1] for found in lines(tmp_path, text)] == [key]


def test_everything_that_is_wrong_is_named_at_once(tmp_path):
    file = tmp_path / "npc.yaml"
    file.write_text(
        "bogus: 3\ndoctrines:\n- {do: flea}\n- {do: strike, keep_distance: -1}\n- strike\n- {do: strke}\n"
        "intents: {strkie: 2, shoot: x}\nweights: {hram: 1}\n"
    )
    found = [(problem.line, problem.key) for problem in behaviours.check(file)]
    assert found == [
        (1, "bogus"), (3, "doctrines[0].do"), (4, "doctrines[1].keep_distance"), (5, "doctrines[2]"),
        (6, "doctrines[3].do"), (7, "intents.shoot"), (7, "intents.strkie"), (8, "weights.hram"),
    ]  # fmt: skip


def test_a_key_that_is_no_text_is_refused(tmp_path):
    file = tmp_path / "npc.yaml"
    file.write_text("about: x\n? [1, 2]\n: 3\n")
    assert "not valid YAML" in str(behaviours.check(file)[0])
    file.write_text("weights: 3\ndoctrines: [3]\n")
    assert ["mapping" in str(problem) for problem in behaviours.check(file)] == [True, True]


def test_what_is_no_mapping_or_no_yaml_is_refused(tmp_path):
    assert "a behaviour is a mapping" in lines(tmp_path, "- harm\n")[0][2]
    assert "not valid YAML" in lines(tmp_path, "weights: {harm: 1\n")[0][2]
    (tmp_path / "twice.yaml").write_text("dither: 0\ndither: 1\n")
    with pytest.raises(BehaviourError, match="duplicate key in this mapping"):
        load(tmp_path / "twice.yaml")


def test_names_that_do_not_exist_are_answered_with_those_that_do():
    with pytest.raises(LookupError, match="did you mean 'archer'"):
        load("archr")
    with pytest.raises(UnknownPolicy, match="did you mean 'archer'"):
        seat_code(WFRP1, "archr")
    assert set(behaviours.shipped()) <= set(policy_names(WFRP1))


def test_the_schema_accepts_what_ships():
    schema = behaviours.schema()
    for name in behaviours.shipped():
        jsonschema.validate(yaml.safe_load(behaviours.find(name).read_text()), schema)
    for wrong in ({"weights": {"hram": 1}}, {"intents": {"x": 1}}, {"doctrines": [{"do": "flea"}]}, {"own": {"x": {}}}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, schema)


def test_a_behaviour_survives_being_written():
    for name in behaviours.shipped():
        again = load(yaml.safe_load(load(name).to_yaml()) | {"name": name})
        assert again.packed(WFRP1).tobytes() == load(name).packed(WFRP1).tobytes()


def test_catalogues_and_numbers_agree():
    assert [piece.name.upper() for piece in FEATURES] == [feature.name for feature in Feature]
    assert [piece.name.upper() for piece in SITUATION] == [situation.name for situation in Situation]
    assert list(INTENTS) == list(Intent)


# --- features


def test_hit_and_harm_of_a_blow():
    """WS 40, S 4 against T 3 without armour and 7 wounds: D6 + 1 of the 8 points it can still take. After a 6 another hit adds a
    die: 8 points or more with 40 %, else 7.
    """
    scene = duel(man={"ws": 40, "s": 4}, orc={"t": 3, "w": 7})
    found = weighed(scene, "hit", "harm", "fell")["strike orc"]
    assert found["hit"] == pytest.approx(0.40)
    assert found["harm"] == pytest.approx(0.40 * (2 + 3 + 4 + 5 + 6 + 0.6 * 7 + 0.4 * 8) / 6 / 8)
    assert found["fell"] == pytest.approx(
        0.40 * 0.4 / 6
    )  # 1 + 6 is 7, just the last wound: only another die brings more


def test_the_chance_to_fell_counts_what_is_more_than_all_wounds():
    scene = duel(man={"ws": 40, "s": 4}, orc={"t": 3, "w": 4})
    assert weighed(scene, "fell")["strike orc"]["fell"] == pytest.approx(0.40 * 3 / 6)  # 4, 5 or 6, and 1


def test_armour_lowers_the_harm():
    scene = duel(man={"ws": 40, "s": 4}, orc={"t": 3, "w": 7, "armour": ["mail_coat"]})
    assert weighed(scene, "harm")["strike orc"]["harm"] < 0.40 * (2 + 3 + 4 + 5 + 6 + 0.6 * 7 + 0.4 * 8) / 6 / 8


def test_harm_is_the_odds_without_parries_and_additional_dice():
    """The estimate against exact odds, where nothing is left out."""
    rules = {
        "damage.additional.opt_additional_damage": 0,
        "attack.fumble.opt_fumbles": 0,
        "parry.cost.parries_per_blow": 0,
    }
    scene = duel(man={"ws": 47, "s": 5}, orc={"t": 4, "w": 30}, rules=rules)
    found = weighed(scene, "hit", "harm")["strike orc"]
    exact = scene.odds("strike orc", want="orc.wounds", until="procedure")
    mean = sum((30 - wounds) * chance for wounds, chance in exact.items())
    assert found["harm"] * 31 == pytest.approx(mean)


def test_weakness_and_threat():
    scene = duel(man={"w": 9}, orc={"ws": 50, "s": 6, "w": 9})
    scene.unit("orc").wounds = 4
    found = weighed(scene, "weakness", "threat")["strike orc"]
    assert found["weakness"] == pytest.approx(0.5)  # 10 points fresh, 5 left
    assert found["threat"] == pytest.approx(0.50 * (4 + 5 + 6 + 7 + 8 + 0.5 * 9 + 0.5 * 10) / 6 / 10)


def scene_of_three():
    """A man at (2, 5), his weaker friend at (2, 8), an orc at (9, 5); M 4 is a move of 8 cells."""
    return table(
        {"name": "man", "side": "men", "at": [2, 5], "facing": "east", "i": 60, "w": 9},
        {"name": "maid", "side": "men", "at": [2, 8], "facing": "east", "i": 20, "w": 4},
        {"name": "orc", "side": "orcs", "at": [9, 5], "facing": "west", "i": 30, "w": 9},
        size=(12, 12),
    )


def test_places_are_measured_in_own_moves():
    scene = scene_of_three()
    own_move = 8
    found = weighed(scene, "gap", "closing", "exposure", "crowd", "company")
    assert found["pass"]["gap"] == pytest.approx(7 / own_move)
    assert found["pass"]["closing"] == 0.0
    assert found["pass"]["exposure"] == 1.0 and found["pass"]["crowd"] == 0.0
    assert found["pass"]["company"] == 0.0  # she is three cells away


def test_approach_and_withdrawal_are_told_by_the_distance():
    scene = scene_of_three()
    found = why(scene.game, {"weights": {"closing": 1}})
    for choice in found.choices:
        if choice.text.startswith("move") and choice.intent != "shield":
            closing = choice.features["closing"]
            assert choice.intent == ("approach" if closing > 0 else "withdraw" if closing < 0 else "shift")
    assert found.choices[0].is_taken and found.choices[0].intent == "approach"


def test_the_best_place_of_a_move_is_the_best_of_all_places():
    """What the kernel finds among all cells is what going through the offered cells one by one finds."""
    scene = scene_of_three()
    npc = {"weights": {"off_distance": -1, "company": 0.5, "guard": 0.3}, "keep_distance": 0.5}
    best = next(choice for choice in why(scene.game, npc).choices if choice.text.startswith("move_standard"))
    cells = scene.choices("move_standard ")
    assert cells
    orc, maid, post = (9, 5), (2, 8), (3, 7)

    def away(one, other):
        return max(abs(one[0] - other[0]), abs(one[1] - other[1]))

    def worth(text):
        cell = tuple(int(part) for part in text.split()[1].split(","))
        company = 0.5 * (away(cell, maid) <= 2)
        guard = 0.3 * max(1 - min(away(cell, post) / 8, 4) / 2, 0)
        return -abs(min(away(cell, orc) / 8, 4) - 0.5) + company + guard

    top = max(choice.score for choice in why(scene.game, npc).choices if choice.text.startswith("move_standard"))
    assert top == pytest.approx(max(map(worth, cells)))
    assert best.text in cells


def test_the_post_lies_before_the_weakest_friend():
    scene = scene_of_three()
    found = why(scene.game, {"intents": {"shield": 5}, "weights": {"guard": 1}})
    assert found.choices[0].intent == "shield" and found.choices[0].text.endswith("3,7")
    assert found.choices[0].features["guard"] == 1.0


def test_while_no_enemy_is_known_distances_are_measured_to_where_one_looks():
    """A wall lies between: the nearest enemy is not known, and the middle of the board is looked at first."""
    scene = table(
        {"name": "man", "side": "men", "at": [1, 1], "facing": "east", "i": 60},
        {"name": "orc", "side": "orcs", "at": [11, 11], "facing": "west", "i": 30},
        size=(12, 12),
        board={"size": [12, 12], "cells": [{"flag": "blocked", "at": [[x, 8] for x in range(12)]}]},
    )
    assert weighed(scene, "gap")["pass"]["gap"] == pytest.approx(5 / 8)  # to (6, 6)


# --- doctrines


def test_the_first_doctrine_that_holds_rules_out_all_other_intents():
    scene = duel(man={"w": 9})
    npc = {
        "doctrines": [
            {"when": {"staying_power": "< 0.5"}, "do": "wait"},
            {"when": {"engaged": True}, "do": "strike"},
        ],
        "intents": {"wait": 5},
    }
    found = why(scene.game, npc)
    assert found.doctrine == "strike, because engaged is true"
    assert found.choices[0].intent == "strike" and found.choices[0].is_taken
    assert not any(choice.is_left for choice in found.choices if choice.intent != "strike")
    scene.unit("man").wounds = 3  # 4 points of 10
    assert why(scene.game, npc).doctrine == "wait, because staying_power < 0.5"


def test_a_doctrine_without_a_choice_is_passed_over():
    scene = duel()
    npc = {"doctrines": [{"when": {}, "do": "shoot"}, {"when": {}, "do": "strike"}]}
    assert why(scene.game, npc).doctrine == "strike"


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ({"opponents": 1}, True),
        ({"opponents": "> 1"}, False),
        ({"engaged": False}, False),
        ({"gap": "<= 0.125"}, True),
        ({"shots": 0, "ready": False}, True),
        ({"odds": "== 0.5"}, True),
        ({"friends": "< 1", "weakest_friend": ">= 1"}, True),
        ({"round": ">= 2"}, False),
    ],
)
def test_situations(condition, holds):
    found = why(duel().game, {"doctrines": [{"when": condition, "do": "strike"}]})
    assert bool(found.doctrine) == holds


def test_a_doctrine_may_say_how_near_to_go():
    """He has seven cells to the orc, and a run of 32: without shots he likes to be a cell and a half away."""
    scene = scene_of_three()
    npc = {
        "keep_distance": 4,
        "doctrines": [{"when": {"shots": 0}, "keep_distance": 0.25}, {"when": {}, "keep_distance": 3}],
        "weights": {"off_distance": -1},
    }
    found = why(scene.game, npc).choices
    assert found[0].is_taken and found[0].features["off_distance"] == pytest.approx(0)
    x, y = map(int, found[0].text.split()[-1].split(","))
    assert max(abs(x - 9), abs(y - 5)) == 2
    npc["doctrines"][0]["when"] = {"shots": "> 0"}
    passing = next(choice for choice in why(scene.game, npc).choices if choice.text == "pass")
    assert passing.features["off_distance"] == pytest.approx(3 - 7 / 8)


def test_a_doctrine_that_names_a_distance_only_rules_nothing_out():
    npc = {"doctrines": [{"when": {}, "keep_distance": 1}, {"when": {}, "do": "strike"}]}
    found = why(duel().game, npc)
    assert found.doctrine == "strike"


def test_of_equal_places_any_may_be_taken():
    """Nothing is weighed that tells the cells around the middle apart: all are taken in time, both seats alike."""
    scene = table(
        {"name": "man", "side": "men", "at": [5, 5], "facing": "east", "i": 60},
        {"name": "orc", "side": "orcs", "at": [10, 5], "facing": "west", "i": 30},
        size=(11, 11),
    )
    code = seat_code(WFRP1, load({"intents": {"withdraw": 1}, "weights": {"gap": 1}}))
    game, words = scene.game, np.array([[1, 2, 3, 4]], np.int64)
    start, taken = game.snapshot(), set()
    for _ in range(120):
        game.restore(start)
        game.answer(chosen(game, code, words))
        taken.add(game.describe_answer(chosen(game, code, words)))
    assert len(taken) == 11, "every cell of the western edge"


# --- playing


def chosen(game, code, words):
    """The answer of a behaviour to the prompt at which a game stands."""
    return game.loops.choose_game(game.states, game.row, game.books, game.fields, code, words)


def test_the_parts_of_a_choice_are_answered_by_the_plan_taken_at_its_verb():
    """Of 11 cells that are as good the one drawn with the verb is gone to, however often one asks."""
    scene = table(
        {"name": "man", "side": "men", "at": [5, 5], "facing": "east", "i": 60},
        {"name": "orc", "side": "orcs", "at": [10, 5], "facing": "west", "i": 30},
        size=(11, 11),
    )
    code, words = seat_code(WFRP1, load({"intents": {"withdraw": 1}, "weights": {"gap": 1}})), np.ones((1, 4), np.int64)
    game = scene.game
    game.answer(chosen(game, code, words))
    went = chosen(game, code, words)
    assert {chosen(game, code, words) for _ in range(50)} == {went}
    found = why(game, {"intents": {"withdraw": 1}, "weights": {"gap": 1}})
    assert found.answer == went, "and that is what is explained"
    other = chosen(game, seat_code(WFRP1, load({"intents": {"approach": 1}, "weights": {"gap": -1}})), words)
    assert other != went, "another behaviour has plans of its own"


def test_another_answer_ends_what_a_behaviour_had_begun():
    scene = duel()
    game, words = scene.game, np.ones((1, 4), np.int64)
    chosen(game, seat_code(WFRP1, "charger"), words)
    assert game.s["chosen_for"] != 0
    begun = int(game.s["chosen"][0]["answer"])
    game.answer(next(int(answer) for answer in game.s["choices"][: int(game.s["choice_count"])] if answer != begun))
    assert game.s["chosen_for"] == 0


def test_a_game_restored_in_the_middle_of_a_choice_goes_on_as_it_would_have():
    codes = [seat_code(WFRP1, name) for name in ("charger", "archer")]
    one, two = (Game.of("wfrp1", "small", seed=1) for _ in range(2))
    words, same = np.ones((1, 4), np.int64), np.ones((1, 4), np.int64)
    restored = 0
    for _ in range(120):
        if one.over:
            break
        answer = chosen(one, codes[one.side], words)
        assert chosen(two, codes[two.side], same) == answer
        one.answer(answer)
        two.answer(answer)
        restored += int(two.s["pending_verb"] != 0 and two.s["chosen_for"] != 0)
        two.restore(two.snapshot())
    assert restored > 10 and one.snapshot() == two.snapshot()


def test_the_choice_taken_is_the_answer_given():
    scene = duel()
    npc = load("charger")
    found = why(scene.game, npc)
    words = np.zeros((1, 4), np.int64)
    game = scene.game
    answer = game.loops.choose_game(game.states, game.row, game.books, game.fields, seat_code(WFRP1, npc), words)
    assert found.answer == answer > 0
    assert sum(choice.is_taken for choice in found.choices) == 1


def test_scores_are_sums_of_what_is_shown():
    for choice in why(scene_of_three().game, "guardian").choices:
        assert choice.score == pytest.approx(choice.worth + sum(choice.contributions.values()))


def test_weighing_leaves_the_battle_as_it_is():
    scene = scene_of_three()
    before = scene.game.snapshot()
    why(scene.game, "archer")
    assert scene.game.snapshot() == before


def test_a_behaviour_has_one_code_and_another_has_another():
    one, other = load("archer"), load({"weights": {"harm": 1}})
    assert seat_code(WFRP1, one) == seat_code(WFRP1, "archer") != seat_code(WFRP1, other)
    assert Seating(WFRP1).name(seat_code(WFRP1, "archer")) == "archer"


def test_more_behaviours_than_there_was_room_for():
    codes = [seat_code(WFRP1, load({"weights": {"harm": 0.001 * k}})) for k in range(200)]
    assert len(set(codes)) == 200
    assert seat_code(WFRP1, load({"weights": {"harm": 0.005}})) == codes[5]


def test_dither_leaves_that_share_to_chance():
    scene = duel()
    game = scene.game
    words = np.ones((1, 4), np.int64)
    taken = {}
    for dither in (0.0, 1.0):
        code = seat_code(WFRP1, load({"intents": {"strike": 1}, "dither": dither}))
        answers = [
            game.loops.choose_game(game.states, game.row, game.books, game.fields, code, words) for _ in range(60)
        ]
        taken[dither] = {game.describe_answer(answer) for answer in answers}
    assert len(taken[0.0]) == 1 and len(taken[1.0]) == len(game.answers()) > 1


def test_behaviours_play_every_ruleset():
    results = play_games("toybook", "alliance", policies=("charger", "random", "guardian"), games=4, seed=1)
    assert len(results) == 4 and not results.forfeits
