"""What being hidden is good for, how it ends, and that nothing a side does not know shows in what it may choose and sees."""

from __future__ import annotations

import numpy as np
import pytest
from fixtures import clause
from owh.scenes import cards, duel, exactly, scene

from tactica.envs import rulesets, scenario
from tactica.envs.core.dice import seed_rng
from tactica.envs.engine.game import Game
from tactica.envs.rulesets.owh.invariants import scramble_hidden

RULESET = rulesets.get("owh")

HIDDEN = {"hidden": True}
MAGE = {"spells": ["firebolt", "mend", "entangle", "dread", "gust", "flash"], "winds": 30}


def asked(laid):
    """All that the decider's side is given: choices, mask, and observation."""
    game = laid.game
    seen = {name: part.tobytes() for name, part in game.observe(laid.side).items()}
    return laid.choices(), seen


@clause("owh.completion.hidden", "owh.hide.being_seen")
@pytest.mark.parametrize("hidden", [True, False])
def test_the_hidden_are_no_target(hidden):
    man = {**MAGE, "weapons": ["sword", "longbow"], "abilities": ["frenzy", "shield_bash"], "traits": ["shield"]}
    laid = duel(
        man=man, orc={"hidden": hidden, "size": 2}, friends=[{"name": "goblin", "side": "orcs", "at": [11, 11]}]
    )
    verbs = {choice.split()[0] for choice in laid.choices() if "orc" in choice.split()}
    assert verbs == (set() if hidden else {"attack", "free_attack", "cast"})


@clause("owh.completion.hidden")
def test_the_hidden_are_targets_of_their_friends():
    laid = duel(man={"potion": 1}, friends=[{"name": "boy", "side": "men", "at": [3, 5], "hp_left": 5, **HIDDEN}])
    assert laid.offers("use_potion boy")


@clause("owh.completion.hidden")
def test_a_target_that_stands_sees_the_attacker():
    laid = duel(man={"weapons": ["dagger"], **HIDDEN}, orc={"hp": 200})
    assert laid.odds("attack orc normal", want="man.hidden")[0] == exactly(1)


KILL = {"fighting": 40, "strength": 40}


def killing(goblin, map_="", rules=None, **more):
    """A hidden man kills an orc with nobody but a goblin near; whether he stays hidden, given that he kills."""
    laid = scene(
        {"name": "man", "side": "men", "at": [0, 0], **HIDDEN, **KILL, "weapons": ["dagger"]},
        {"name": "orc", "side": "orcs", "at": [1, 0], "hp": 5, "parry": 1},
        {"name": "goblin", "side": "orcs", "notice": 10, **goblin}, map=map_, rules=rules, **more,
    )  # fmt: skip
    odds = laid.odds("attack orc normal", want=["orc.dead", "man.hidden"])
    return odds[1, 1] / (odds[1, 1] + odds[1, 0])


@clause("owh.completion.hidden")
def test_killing_unseen():
    assert killing({"at": [5, 0]}, map_="...#..\n...#..") == exactly(1)
    assert killing({"at": [5, 0]}) == exactly(1 / 2)


@clause("owh.completion.hidden")
@pytest.mark.parametrize(("distance", "rules", "stays"), [
    (12, {}, 1 / 2), (13, {}, 1), (5, {"completion.hidden.notice_tn": 16}, 3 / 4),
    (5, {"completion.hidden.notice_range": 4}, 1), (5, {"completion.hidden.notice_range": 5}, 1 / 2),
])  # fmt: skip
def test_who_may_notice_a_killing(distance, rules, stays):
    assert killing({"at": [distance, 0]}, rules=rules, size=(20, 4)) == exactly(stays)


@clause("owh.completion.hidden", "owh.incapacitate.methods")
def test_one_witness_is_enough():
    laid = duel(
        man={**HIDDEN, **KILL}, orc={"hp": 60, "parry": 1},
        friends=[{"name": f"goblin{i}", "side": "orcs", "at": [9, 2 + i], "notice": 10} for i in (0, 1)],
    )  # fmt: skip
    odds = laid.odds("attack orc subdue", want=["orc.unconscious", "man.hidden"])
    assert odds[1, 0] / (odds[1, 0] + odds[1, 1]) == exactly(3 / 4)


@clause("owh.completion.hidden", "owh.spell.cast")
@pytest.mark.parametrize("spell", ["mend man", "firebolt orc"])
def test_casting_shows_who_casts(spell):
    laid = duel(man={**MAGE, **HIDDEN, "hp_left": 5}, orc={"hp": 200}, distance=3)
    assert laid.odds(f"cast {spell}", want="man.hidden")[0] == exactly(1)


@clause("owh.completion.hidden", "owh.completion.push")
def test_being_pushed_shows():
    """Great claws hit a friend by an insane friend's hand: he is pushed, and seen."""
    laid = duel(
        man={"weapons": ["great_claws"], "insane": True, "fighting": 40}, orc={"at": [11, 11]},
        friends=[{"name": "boy", "side": "men", "at": [5, 5], "hp": 300, **HIDDEN}],
        rules={"turn.action_economy.standard_actions": 1}, dice=[15, 1, 1, 1],
    )  # fmt: skip
    assert laid.unit("boy").at == (7, 5)
    assert laid.unit("boy").hidden == 0


@clause("owh.completion.hidden")
def test_what_does_not_end_it():
    laid = scene(
        {"name": "man", "side": "men", "at": [0, 0], **HIDDEN, "potion": 1, "hp_left": 30, "weapons": ["sword", "dagger"]},
        {"name": "orc", "side": "orcs", "at": [5, 0]}, map="...#..\n...#..", dice=[1, 1, 52, 51],
    )  # fmt: skip
    man = laid.unit("man")
    man.bleeding = 1
    laid.play("use_potion man", "switch_weapon dagger", "move 2,0")
    assert man.hidden == 1
    laid.play("end_turn")
    assert (laid.decider, man.hp, man.hidden) == ("man", 30 + 12 - 15, 1)


@clause("owh.completion.hidden", "owh.death.defeat")
def test_who_goes_down_is_seen():
    laid = duel(
        friends=[{"name": "boy", "side": "men", "at": [0, 0]}], party=[True, False], man=HIDDEN,
        orc={"at": [9, 9]}, dice=cards(3), rules={"fate.supply.per_player": 0},
    )  # fmt: skip
    laid.play("end_turn", "end_turn")
    laid.unit("man").bleeding = 4
    laid.play("end_turn")
    assert (laid.unit("man").down, laid.unit("man").hidden) == (1, 0)


# --- what is not known does not show


def watched(hidden_at, orc=None, **more):
    """A man with everything a man may do, a boy beside him; an orc hides at a cell."""
    man = {**MAGE, "weapons": ["sword", "longbow"], "abilities": ["frenzy"], "potion": 2, "bandage": 1, "hp_left": 40}
    return scene(
        {"name": "man", "side": "men", "at": [4, 5], **man}, {"name": "boy", "side": "men", "at": [4, 6], "hp_left": 10},
        {"name": "wolf", "side": "orcs", "at": [9, 9]}, {"name": "orc", "side": "orcs", "at": hidden_at, **HIDDEN, **(orc or {})},
        **more,
    )  # fmt: skip


@clause("owh.completion.hidden", "owh.completion.occupancy", "owh.hide.being_seen")
@pytest.mark.parametrize("at", [[5, 5], [5, 4], [6, 6], [8, 5], [4, 2]])
def test_where_somebody_hides_changes_no_byte(at):
    """Next to a unit, in its way, or far away: the same choices, the same observation."""
    assert asked(watched([0, 11])) == asked(watched(at))


@clause("owh.completion.hidden", "owh.hide.being_seen")
@pytest.mark.parametrize("field", ["hp", "stunned", "bleeding", "potion", "fear", "blind", "winds", "defending"])
def test_what_somebody_hidden_suffers_changes_no_byte(field):
    laid = watched([8, 5])
    before = asked(laid)
    setattr(laid.unit("orc"), field, 1)
    assert asked(laid) == before


@clause("owh.completion.hidden")
def test_its_own_side_sees_it():
    laid, other = watched([8, 5]), watched([8, 6])
    for one in (laid, other):
        one.play("end_turn", "end_turn")
        assert one.decider == "wolf"
    assert asked(laid) != asked(other)


@clause("owh.completion.occupancy", "owh.completion.hidden")
@pytest.mark.parametrize("goal", ["move 5,5", "move 6,5"])
def test_running_into_somebody_hidden(goal):
    """Whether he is at the end of the way or on it, the Move ends before him, and he is seen."""
    walls = [".......", "#######"]
    laid = scene(
        {"name": "man", "side": "men", "at": [3, 0]}, {"name": "orc", "side": "orcs", "at": [5, 0], **HIDDEN},
        {"name": "wolf", "side": "orcs", "at": [0, 0]}, map="\n".join(walls),
    )  # fmt: skip
    goal = goal.replace(",5", ",0")
    assert laid.offers(goal)
    laid.play(goal)
    man, orc = laid.unit("man"), laid.unit("orc")
    assert (man.at, orc.hidden, man.moves, man.actions_left) == ((4, 0), 0, 1, 1)
    assert (laid.last("bumped").who, laid.last("bumped").target) == ("man", "orc")
    assert not laid.offers(goal)
    assert laid.offers("attack orc")


@clause("owh.completion.occupancy", "owh.engage.attack_of_opportunity")
def test_leaving_somebody_hidden():
    """The one who hides may attack who leaves it unaware, and shows itself by that; nothing shows before."""
    laid = watched([5, 5], dice=[1, 1])
    laid.play("move 1,5")
    assert (laid.prompt, laid.decider) == ("opportunity", "orc")
    laid.play("opportunity")
    assert (laid.unit("orc").hidden, laid.unit("man").at) == (0, (1, 5))


@clause("owh.hide.action", "owh.completion.hidden")
def test_hiding_from_somebody_hidden_tells_nothing():
    """Hiding where only a hidden enemy watches is offered, and cannot succeed."""
    watcher = {"name": "orc", "side": "orcs", "at": [2, 0], **HIDDEN}
    units = [
        {"name": "man", "side": "men", "at": [0, 0], "stealth": 40},
        {"name": "wolf", "side": "orcs", "at": [5, 0]},
    ]
    laid = scene(*units, watcher, map="...#..\n...#..", dice=[20])
    assert laid.offers("hide")
    laid.play("hide")
    assert laid.unit("man").hidden == 0


@clause("owh.hide.advantage_factors", "owh.status.deafened", "owh.completion.hidden")
@pytest.mark.parametrize(("orc", "chance"), [
    ({}, 1 / 2), ({"notice": 18}, 1 / 4), ({"notice": 18, **HIDDEN}, 1 / 2), (HIDDEN, 14 / 20),
])  # fmt: skip
def test_only_who_is_known_bears_on_hiding(orc, chance):
    """A d20 of 11. A sharp-eyed orc brings disadvantage, and ears that hear keep away the +4 for the deaf, if it is known."""
    laid = scene(
        {"name": "man", "side": "men", "at": [0, 0]}, {"name": "wolf", "side": "orcs", "at": [5, 0]},
        {"name": "orc", "side": "orcs", "at": [5, 1], **orc}, map="...#..\n...#..",
    )  # fmt: skip
    laid.unit("wolf").deafened = 3 if orc == HIDDEN else 0
    assert laid.odds("hide", want="man.hidden")[1] == exactly(chance)


# --- as a search of the other side imagines them

HOME = [(3, 10), (5, 10), (8, 11)]


def raiders(count, round_no=1):
    """The three raiders of the night raid as the defenders imagine them: (cell, fatigue) of each, as often as asked."""
    game = Game(RULESET, scenario.pool(RULESET, "night_raid", n=1, seed=1)).start(0, seed=1)
    game.s["round_no"] = round_no
    kept, rng, found = game.snapshot(), np.zeros(4, np.int64), []
    for seed in range(count):
        seed_rng(rng, seed, 0, 0, 5)
        game.observe(1)
        assert game.loops.imagine_game(game.states, game.row, game.books, game.fields, 1, rng)
        found.append([(RULESET.board.place(int(unit["cell"])), int(unit["fatigue"])) for unit in game.s["units"][:3]])
        game.restore(kept)
    return found


@clause("owh.completion.hidden", "owh.completion.line_of_sight")
def test_searches_imagine_the_hidden_where_nobody_would_see_them():
    """The defenders see the lit hall and all that lies north of it; it is dark from row 8 on."""
    guesses = [[cell for cell, _ in guess] for guess in raiders(60)]
    assert min(y for guess in guesses for _, y in guess) >= 8
    assert 15 < sum(guess == HOME for guess in guesses) < 45  # as likely as not they wait where they began
    assert len({cell for guess in guesses for cell in guess}) > 20


@clause("owh.fatigue.accrual", "owh.completion.hidden")
@pytest.mark.parametrize(("round_no", "fatigue"), [(1, 0), (10, 0), (11, 1), (20, 1), (21, 2), (39, 3)])
def test_searches_imagine_the_hidden_as_tired_as_all_are(round_no, fatigue):
    assert {tired for guess in raiders(3, round_no) for _, tired in guess} == {fatigue}


def imagine(laid, side, seed=1):
    """Put into a position what a side imagines of it; returns whether there is anything to imagine."""
    game, rng = laid.game, np.zeros(4, np.int64)
    seed_rng(rng, seed, 0, 0, 5)
    return game.loops.imagine_game(game.states, game.row, game.books, game.fields, side, rng)


@clause("owh.move.action", "owh.engage.attack_of_opportunity")
def test_who_may_attack_somebody_leaving_imagines_any_step_away():
    """Three of the cells next to the man are not next to the orc."""
    found = {}
    for goal in ("3,5", "2,5", "1,5"):
        laid = duel()
        laid.play(f"move {goal}")
        assert (laid.decider, laid.prompt) == ("orc", "opportunity")
        kept, ends = laid.snapshot(), []
        for seed in range(20):
            assert imagine(laid, 1, seed)
            laid.play("let_go")
            ends.append(laid.unit("man").at)
            laid.restore(kept)
        found[goal] = ends
    assert found["3,5"] == found["2,5"] == found["1,5"]
    assert set(found["1,5"]) == {(3, 4), (3, 5), (3, 6)}


@clause("owh.completion.occupancy", "owh.engage.attack_of_opportunity")
def test_where_the_next_step_cannot_end_a_move_one_more_is_imagined():
    laid = scene(
        {"name": "man", "side": "men", "at": [4, 0]}, {"name": "boy", "side": "men", "at": [3, 0]},
        {"name": "orc", "side": "orcs", "at": [5, 0]}, map=".......\n#######",
    )  # fmt: skip
    laid.play("move 0,0")
    assert laid.decider == "orc" and imagine(laid, side=1)
    laid.play("let_go")
    assert laid.unit("man").at == (2, 0)


@clause("owh.move.action", "owh.completion.withdraw")
def test_nothing_is_imagined_of_a_way_that_is_known():
    """His own side knows where a unit is going, and everybody that it leaves the battlefield."""
    laid = duel()
    laid.play("move 1,5")
    assert not imagine(laid, side=0)
    laid = duel(man={"at": [0, 5]}, orc={"at": [1, 5]})
    laid.play("withdraw")
    assert laid.decider == "orc" and not imagine(laid, side=1)


@clause("owh.move.action", "owh.engage.attack_of_opportunity")
def test_where_an_enemy_is_going_changes_nothing_that_is_shown_or_imagined():
    laid, rng = duel(), np.random.default_rng(7)
    laid.play("move 1,5")
    state = laid.state

    def found(seed):
        kept, shown = laid.snapshot(), asked(laid)
        imagine(laid, 1, seed)
        ahead = int(state["way_length"]), state["way_steps"].tolist()
        laid.restore(kept)
        return shown, ahead

    before, way = [found(seed) for seed in range(5)], state["way_steps"].tobytes()
    scramble_hidden(state, 1, rng)
    assert state["way_steps"].tobytes() != way
    assert [found(seed) for seed in range(5)] == before
