"""Why a verb is not offered, in the words of the rules."""

from __future__ import annotations

import numpy as np
import pytest
from fixtures import table

from tactica.envs import rulesets, sandbox
from tactica.envs.core.told import Named, plain
from tactica.envs.engine.describing import IllegalChoice
from tactica.envs.engine.game import Game
from tactica.envs.engine.wording import enum_words
from tactica.experiments.watch.hints import why_not

PLAIN = {"m": 4, "ws": 45, "s": 3, "t": 3, "w": 12, "a": 1, "npc": True, "int": 30}


def scene(distance=3, ada=None, orc=None, **more):
    """Ada, whose turn it is, and an orc in one row, so many cells from each other."""
    return table(
        {"name": "ada", "side": "men", "at": [1, 1], "facing": "east", "i": 50, **PLAIN, "main_hand": "hand weapon",
         **(ada or {})},
        {"name": "orc", "side": "orcs", "at": [1 + distance, 1], "facing": "west", "i": 20, **PLAIN,
         "main_hand": "hand weapon", **(orc or {})},
        **{"size": (30, 3), **more},
    )  # fmt: skip


TWO = {"action.move.engage_move_allows_blows": 1}  # a move into contact and a blow in one turn
BOW = {"main_hand": "short bow", "ammunition": 5}


@pytest.mark.parametrize(
    ("made", "verb", "reason"),
    [
        (lambda: scene(), "fire", "it has no missile weapon in hand"),
        (lambda: scene(1, BOW), "aim", "hand-to-hand combat"),
        (lambda: scene(3, {**BOW, "ammunition": 0}), "fire", "it has no ammunition left"),
        (lambda: scene(3, {"main_hand": "crossbow", "ammunition": 5}), "fire", "not loaded"),
        (lambda: scene(), "strike", "no enemy is in contact"),
        (lambda: scene(1), "move run", "hand-to-hand combat"),
        (lambda: scene(1), "charge", "hand-to-hand combat"),
        (lambda: scene(20), "charge", "a charge needs at least one cell between the two"),
        (lambda: scene(), "flee", "declared at the start of the round"),
        (lambda: scene(), "parry main", "only when a blow has just hit it"),
        (lambda: scene(), "stand up", "it is not prone"),
        (lambda: scene(), "dismount", "on foot"),
        (lambda: scene(), "wait", "you can choose this now"),
        (lambda: scene(), "act", "declared at the start of the round"),
        (lambda: scene(), "press", "only when asked after a round"),
        (lambda: scene(), "hold pressure", "against an opponent it holds"),
        (lambda: scene(), "throw bomb", "it has no bomb"),
        (lambda: scene(3, BOW), "fire broken", "no gun with a welded barrel"),
        (lambda: scene(), "take up", "its pack is empty"),
        (
            lambda: scene(3, {"main_hand": "2-handed weapon", "in_pack": ["knife/dagger"]}),
            "take up",
            "it has no hand free for it",
        ),
        (lambda: scene(3, {"main_hand": "empty"}), "stow", "its hands are empty"),
        (lambda: scene(3, {"main_hand": "empty"}), "drop", "its hands are empty"),
        (lambda: scene(), "pick up", "nothing it has dropped lies within reach"),
        (lambda: scene(1), "face", "hand-to-hand combat"),
        (lambda: scene(), "crawl out", "not trapped under a mount"),
        (lambda: scene(), "break free", "it is not entangled"),
        (lambda: scene(), "ascend", "it has no usable wings"),
        (lambda: scene(), "mount", "its own mount is not standing ready"),
        (lambda: scene(), "strike door", "there is no locked door next to it"),
        (lambda: scene(), "magic", "these rules do not allow spells"),
    ],
)
def test_the_rule_that_stands_in_the_way(made, verb, reason):
    table = made()
    assert reason in why_not(table.game, verb)
    if reason != "you can choose this now":
        with pytest.raises(IllegalChoice, match=rf"is not possible here \(.*{reason}.*\); choices of ada: "):
            table.play(f"{verb.replace(' ', '_')} orc")


def after(table, *words):
    """A table at which something was chosen."""
    table.play(*words)
    return table


@pytest.mark.parametrize(
    ("made", "verb", "reason"),
    [
        (lambda: after(scene(3, rules=TWO), "move_standard 3,1"), "move run", "it has moved: it can only strike or pass"),
        (lambda: after(scene(3, rules=TWO), "move_standard 3,1"), "wait", "it has moved: it can only strike or pass"),
    ],
)  # fmt: skip
def test_what_was_done_before_stands_in_the_way(made, verb, reason):
    assert reason in why_not(made().game, verb)


def test_a_second_blow_leaves_no_time_to_drop_what_is_held_where_that_takes_a_turn():
    table = scene(1, {"a": 2, "w": 30}, {"w": 30, "a": 1}, rules={"action.drop.drop_cost": 1})
    for _ in range(20):
        if table.prompt == "extra_blow":
            break
        words = table.first_words()
        table.play(next(word for word in ("act", "strike", "no_parry", "pass") if word in words))
    assert table.prompt == "extra_blow"
    assert "a later blow of the round can only strike" in why_not(table.game, "drop")


def test_several_verbs_of_one_beginning_and_unknown_ones():
    game = scene(1).game
    said = why_not(game, "move")
    assert said == "move cautious, move standard, move run, move evade: it is in hand-to-hand combat"
    assert "did you mean fire?" in why_not(game, "fir e") or why_not(game, "fir").startswith("fire")
    assert why_not(game, "tango").startswith("no action is called 'tango'; actions: press")


def test_all_actions_that_the_words_may_mean_are_explained():
    game = Game.of("heimr", "small", seed=1)
    for said in ("attack", "attack shield_guard_1"):
        assert why_not(game, said).startswith("weapon attack, ready an attack: ")
    assert why_not(game, "shoot").startswith("shoot: ")


@pytest.mark.parametrize("slug", [slug for slug in rulesets.names() if slug != "toybook"])
def test_every_refusal_has_words(slug):
    book = rulesets.get(slug).book
    refusals = book.vocab.enums["Refusal"]
    assert issubclass(refusals, Named)
    named = [refusal.name for refusal in refusals if refusal and refusal.words == plain(refusal)]
    assert not named, "these have no words but their names"


def test_a_ruleset_may_give_reasons_of_its_own_or_none(monkeypatch):
    game = Game.of("toybook", "banners", seed=1)
    assert game.prompt_text == "card"
    game.states["hand"][0] = 0
    game.loops.list_choices(game.states, 0, game.books, game.fields)
    assert "no card to play" in why_not(game, "play")
    assert "something else is asked" in why_not(game, "march")
    monkeypatch.setattr(game.loops, "tell", lambda *asked: 0)
    assert "not possible now" in why_not(game, "play")


@pytest.mark.parametrize(
    "name",
    [
        "wfrp1/small", "wfrp1/cavalry", "wfrp1/harpies", "owh/small", "tow/small", "woin/small", "heimr/small",
        "toybook/banners",
    ],
)  # fmt: skip
def test_whatever_is_not_offered_has_a_reason_and_asking_changes_nothing(name):
    table, rng = sandbox(name, seed=4), np.random.default_rng(4)
    game = table.game
    verbs = [word.replace("_", " ") for value, word in enum_words(game.ruleset, "verb").items() if value]
    reasons = 0
    for _ in range(60):
        if game.over:
            break
        before = game.states.tobytes()
        told = {verb: why_not(game, verb) for verb in verbs}
        assert game.states.tobytes() == before
        if game.decider >= 0 and int(game.s["pending_verb"]) == 0 and not name.startswith("toybook"):
            assert not {verb: said for verb, said in told.items() if "not possible now" in said}
        reasons += sum("not possible now" not in said and "offered" not in said for said in told.values())
        game.answer(int(rng.choice(game.answers())))
    assert reasons > 0 or name.startswith("toybook")
