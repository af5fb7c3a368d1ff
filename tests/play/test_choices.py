"""Complete choices as a page lists them: all there are, none stepped beyond, forced parts left out, and who may not do what."""

from __future__ import annotations

import numpy as np
import pytest
from play.scenes import match_of, pick, started

from tactica.envs.engine.describing import IllegalChoice
from tactica.envs.engine.parsing import Chooser
from tactica.envs.render.scene import side_names
from tactica.experiments.play import choices as listing
from tactica.experiments.play.choices import Menu, with_keys

SCENES = ("toybook/banners", "toybook/deploying", "wfrp1/tiny", "tow/tiny", "owh/tiny", "woin/tiny", "heimr/tiny")


def complete(game):
    """The answers of every complete choice, as the sandbox finds them."""
    chooser = Chooser(game.ruleset, game.books, game.fields, game.names, side_names(game))
    chooser.put_listed(game.lanes[0, : game.ruleset.state.snapshot_lanes].copy(), game.answers())
    return [answers for _, answers in chooser.complete()]


def positions(name, count, seed=1):
    """Positions of a battle played at random."""
    game, rng = started(name, seed), np.random.default_rng(seed)
    for _ in range(count):
        if game.over:
            return
        yield game
        game.answer(int(rng.choice(game.answers())))


@pytest.mark.parametrize("name", SCENES)
def test_all_complete_choices_are_listed_and_the_game_stays_as_it_is(name):
    for game in positions(name, 12):
        before = game.lanes.copy()
        found, wanted = Menu(game).complete(), complete(game)
        assert (game.lanes == before).all()
        if name.startswith("toybook"):  # some of its verbs ask for more on their own
            assert {choice["give"][0] for choice in found} == {answers[0] for answers in wanted}
            continue
        assert len(found) == len(wanted)
        for choice, answers in zip(found, wanted, strict=True):
            given = iter(answers)
            assert all(answer in given for answer in choice["give"]), "in the order of the parts"


@pytest.mark.parametrize("name", SCENES)
def test_what_is_sent_makes_the_whole_choice(name):
    rng = np.random.default_rng(1)
    for game in positions(name, 8):
        found = Menu(game).complete()
        for choice in (found[int(k)] for k in rng.integers(len(found), size=3)):
            twin = game.clone()
            for number, answer in enumerate(choice["give"]):
                assert number == 0 or int(twin.s["pending_verb"]) != 0, "parts of one choice"
                twin.answer(answer)
            if not name.startswith("toybook"):
                assert twin.over or int(twin.s["pending_verb"]) == 0 or twin.decider != game.decider


def test_choices_have_words_parts_and_keys():
    game = started("wfrp1/tiny")
    while game.prompt_text != "choose an action":
        game.answer(int(game.answers()[-1]))
    found = with_keys(Menu(game).complete())
    keys = {}
    for choice in found:
        assert choice["words"].startswith(choice["verb"])
        assert keys.setdefault(choice["verb"], choice["key"]) == choice["key"]
        for part in choice["parts"]:
            assert part["kind"] in ("unit", "cell", "direction", "mode", "item", "other") and part["words"]
    used = [key for key in keys.values() if key]
    assert len(set(used)) == len(used) > 3
    cell = next(part for choice in found for part in choice["parts"] if part["kind"] == "cell")
    assert cell["words"] == "{},{}".format(*cell["value"])


def test_too_many_choices_are_listed_by_their_beginnings(monkeypatch):
    monkeypatch.setattr(listing, "MOST", 20)
    game = started("wfrp1/tiny")
    while game.prompt_text != "choose an action":
        game.answer(int(game.answers()[-1]))
    menu = Menu(game)
    found = menu.complete()
    assert len(found) <= 20 + len(game.answers())
    more = [choice for choice in found if choice.get("more")]
    assert more and all(len(choice["give"]) == 1 for choice in more)
    monkeypatch.setattr(listing, "MOST", 4_000)
    whole = Menu(game).complete()
    begun = Menu(game).complete(more[0]["give"])
    assert begun == [choice for choice in whole if choice["give"][0] == more[0]["give"][0]]
    with pytest.raises(IllegalChoice, match="not legal here"):
        menu.complete([9_999])


def test_a_choice_that_has_begun_goes_on_where_it_is():
    match = match_of("wfrp1/tiny", "human", "random")
    choice = next(one for one in match.choices() if len(one["give"]) > 1)
    at = match.at
    match.answer(0, at, choice["give"][:1])
    rest = match.choices()
    assert [choice["give"][1]] in [one["give"] for one in rest]
    assert {one["verb"] for one in rest} == {choice["verb"]}
    assert match.may_undo and match.missing() == []
    match.undo(0, match.at)
    assert match.at == at


def test_verbs_that_are_missing_have_the_reason_the_rules_tell():
    match = match_of("wfrp1/tiny", "human", "random")
    rng = np.random.default_rng(1)
    while match.game.prompt_text != "choose an action" or match.game.side != 0:
        match.answer(0, match.at, pick(match, rng))
    missing = {one["verb"]: one["reason"] for one in match.missing()}
    assert missing["fire"] and not {choice["verb"] for choice in match.choices()} & set(missing)


def test_hints_stand_beside_the_choices_they_are_about():
    game = started("wfrp1/duel", seed=3)
    rng = np.zeros(4, np.int64)
    from tactica.envs.engine.players import seat_code

    code = seat_code(game.ruleset, "guardian")
    for _ in range(60):
        blows = [one for one in Menu(game).complete() if one["verb"] == "strike" and one["hint"]]
        if blows:
            break
        game.answer(game.choose(code, rng))
    assert blows and all("hits" in one["hint"] for one in blows)


def test_what_is_not_to_be_had_says_why_for_each_verb_that_asks_for_it():
    game = started("toybook/banners", 1)
    row = {name: game.names.index(name) for name in game.names}
    game.states["hand"][0] = 3  # a draught each; blue is asked
    game.states["units"]["health"][0, row["soldier_3"]] = 0
    game.loops.list_choices(game.states, 0, game.books, game.fields)
    menu, before = Menu(game), game.lanes.copy()
    assert {choice["verb"] for choice in menu.complete()} == {"keep", "drink"}
    for name, reason in (
        ("soldier_4", "a draught is for the fallen"),
        ("soldier_1", "a draught is for units of its own side"),
    ):
        assert menu.refused("", "unit", row[name]) == [{"verb": "drink", "reason": reason}]
        assert menu.refused("drink", "unit", row[name]) == [{"verb": "drink", "reason": reason}]
        assert menu.refused("keep", "unit", row[name]) == [] == menu.refused("", "cell", row[name])
    assert menu.refused("", "unit", row["soldier_3"]) == [], "this one may have it"
    assert (game.lanes == before).all()


def test_what_a_page_points_at_is_on_the_board_and_known():
    game = started("toybook/banners", 1)
    while game.side != 0:
        game.answer(int(game.answers()[0]))
    hidden = game.names.index("scout_2")  # green's, which red does not see
    assert listing.place_of(game, "unit", [0]) == 0 and listing.place_of(game, "unit", [hidden]) == -1
    assert listing.place_of(game, "unit", [99]) == -1
    assert listing.place_of(game, "cell", (6, 4)) == game.ruleset.board.cell(6, 4)
    assert listing.place_of(game, "cell", (7, 4)) == -1 == listing.place_of(game, "cell", (6, 5))
    assert listing.place_of(game, "direction", [7]) == 7 and listing.place_of(game, "direction", [8]) == -1
    assert listing.place_of(game, "unit", (0, 0)) == -1 == listing.place_of(game, "cell", [3])
