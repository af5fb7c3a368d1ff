"""What sides are shown: secret plans to their own side alone; attacks, watches and moves that go on; things and fog."""

from __future__ import annotations

import numpy as np
import pytest
from fixtures import clause
from woin.scenes import GUARD, TRADE, duel, scene

from tactica.envs import rulesets
from tactica.envs.core.dice import seed_rng
from tactica.envs.core.loops.searchers import USED
from tactica.envs.engine.players import seat_code
from tactica.envs.render.scene import look_at
from tactica.envs.rulesets.woin import observe
from tactica.envs.rulesets.woin.board import STRIDE
from tactica.envs.rulesets.woin.invariants import scramble_hidden
from tactica.envs.rulesets.woin.vocab import Frame, Mode, Thing, Verb

CHANNEL = {piece.name: i for i, piece in enumerate(observe.CHANNELS)}
FEATURE = {piece.name: i for i, piece in enumerate(observe.FEATURES)}
CONTEXT = {piece.name: i for i, piece in enumerate(observe.CONTEXT)}
ARCHER = {"weapons": ["longbow"], "STR": 6, "AGI": 6}
MAN = {"name": "man", "side": "men", "at": [2, 5], **ARCHER}
BOY = {"name": "boy", "side": "men", "at": [2, 7], **ARCHER}
ORC = {"name": "orc", "side": "orcs", "at": [8, 5], **ARCHER}


def put(laid, name, value, row=1):
    """Change a number of a unit."""
    laid.state["units"][row][name] = value


def seen(laid, side=0):
    """What a side sees: numbers of the context, rows of units (own first), and the board, all by name."""
    given = laid.game.observe(side)
    context = {name: int(given["context"][place]) for name, place in CONTEXT.items()}
    units = [{name: int(row[place]) for name, place in FEATURE.items()} for row in given["units"]]
    return context, units, given["grid"]


def plotting(ambush=(True, True), **more):
    """Two archers and an orc before the battle, the man asked for a plan."""
    return scene(MAN, BOY, ORC, ambush=list(ambush), order=[], **more)


# --- secret plans ----------------------------------------------------------------------------------------------------


@clause("woin.ambush.declaration")
def test_plans_are_shown_to_their_own_side_alone():
    laid = plotting()
    laid.play("ambush_attack orc longbow normal")
    own, others = seen(laid, 0)[1][0], seen(laid, 1)[1]
    assert (own["plan_verb"], own["plan_mode"]) == (Verb.AMBUSH_ATTACK, Mode.NORMAL)
    assert own["plan_row"] == laid.game.layout.own_rows
    man = others[laid.game.layout.own_rows]
    assert [man[name] for name in ("plan_verb", "plan_row", "plan_x", "plan_y")] == [0, -1, -1, -1]


@clause("woin.ambush.declaration")
def test_where_a_planned_move_goes_is_shown_to_its_own_side_alone():
    laid = plotting()
    laid.play("ambush_move orc 4,6")
    assert [seen(laid, 0)[1][0][name] for name in ("plan_x", "plan_y")] == [4, 6]
    assert [seen(laid, 1)[1][laid.game.layout.own_rows][name] for name in ("plan_x", "plan_y")] == [-1, -1]


@clause("woin.ambush.declaration")
def test_an_attack_that_is_being_planned_is_shown_to_its_own_side_alone():
    laid = plotting(rules={TRADE: 4})
    laid.play("ambush_attack orc longbow normal")
    own, other = seen(laid, 0)[0], seen(laid, 1)[0]
    assert (own["attack_row"], own["attack_pool"]) == (0, 3)
    assert own["attack_target"] == laid.game.layout.own_rows
    assert (other["attack_row"], other["attack_target"], other["attack_pool"]) == (-1, -1, 0)


@clause("woin.ambush.declaration")
def test_what_others_have_planned_changes_nothing_that_a_side_is_shown():
    laid, rng = plotting(), np.random.default_rng(7)
    laid.play("ambush_attack orc longbow normal")
    laid.play("no_ambush")
    assert laid.decider == "orc"
    game = laid.game
    before = {name: part.tobytes() for name, part in game.observe(1).items()}
    shown = game.observe(0)["units"].tobytes()
    scramble_hidden(game.s, 1, rng)
    assert {name: part.tobytes() for name, part in game.observe(1).items()} == before
    assert game.observe(0)["units"].tobytes() != shown


def imagine(laid, side, seed=1):
    """Put into a position what a side imagines of it; returns whether there is anything to imagine."""
    game, rng = laid.game, np.zeros(4, np.int64)
    seed_rng(rng, seed, 0, 0, 5)
    return game.loops.imagine_game(game.states, game.row, game.books, game.fields, side, rng)


def imagined(laid, seed):
    """The plans a search of the orcs imagines: verb and target of man and boy."""
    kept = laid.snapshot()
    is_other = imagine(laid, 1, seed)
    found = [(int(unit["plan_verb"]), int(unit["plan_target"])) for unit in laid.state["units"][:2]]
    laid.restore(kept)
    return is_other, found


@clause("woin.ambush.declaration")
def test_searches_imagine_any_plan_of_those_who_have_been_asked():
    laid = plotting()
    laid.play("ambush_move orc 4,6")
    laid.play("no_ambush")
    plans = [imagined(laid, seed) for seed in range(30)]
    assert all(is_other for is_other, _ in plans)
    assert {plan for _, found in plans for plan in found} == {(Verb.NONE, -1), (Verb.AMBUSH_ATTACK, 2)}


@clause("woin.ambush.declaration")
def test_searches_imagine_nothing_once_the_battle_has_begun():
    assert imagined(duel(), 1) == (False, [(Verb.NONE, -1), (Verb.NONE, -1)])


def walking(goal="9,5", friends=(), **more):
    """An orc walks away from a man on overwatch, who is asked after its first step."""
    laid = duel(man=ARCHER, orc={"SPEED": 6, **more}, distance=2, friends=friends)
    laid.play("overwatch", "end_turn", "hold_fire", f"move {goal}")
    assert (laid.decider, laid.prompt, laid.unit("orc").at) == ("man", "watch", (7, 5))
    return laid


@clause("woin.overwatch.interrupt")
@pytest.mark.parametrize("goal", ["7,5", "8,5", "10,5"])
def test_who_may_fire_imagines_nothing_of_the_way_to_come(goal):
    laid = walking(goal)
    assert imagine(laid, side=0)
    laid.play("hold_fire")
    assert (laid.decider, laid.prompt, laid.unit("orc").at) == ("orc", "turn", (7, 5))


@clause("woin.overwatch.interrupt", "woin.completion.occupancy")
def test_who_passes_a_friend_is_imagined_to_make_one_more_step():
    laid = walking("10,5", friends=[{"name": "goblin", "side": "orcs", "at": [7, 5], "INT": 3}])
    assert imagine(laid, side=0)
    found = set()
    kept = laid.snapshot()
    for seed in range(20):
        imagine(laid, 0, seed)
        laid.play("hold_fire")
        x, y = laid.unit("orc").at
        assert max(abs(x - 7), abs(y - 5)) == 1
        found.add((x, y))
        laid.restore(kept)
    assert len(found) > 3


@clause("woin.overwatch.interrupt", "woin.completion.exploit.charge")
def test_his_own_side_knows_his_way_and_all_know_that_of_a_charge():
    assert not imagine(walking(), side=1)
    laid = duel(man=ARCHER, orc={"exploits": ["charge"]}, distance=5)
    laid.play("overwatch", "end_turn", "hold_fire", "attack man longsword charge")
    assert (laid.decider, laid.prompt) == ("man", "watch") and not imagine(laid, side=0)


@clause("woin.overwatch.interrupt")
def test_where_an_enemy_is_going_changes_nothing_that_is_shown_or_searched():
    laid, rng, lane = walking(), np.random.default_rng(7), np.zeros((1, 4), np.int64)
    game = laid.game

    def found():
        lane[:] = 1
        code = seat_code(rulesets.get("woin"), "search:8:guardian:rounds=1:caution=0")
        answer = game.loops.choose_game(game.states, game.row, game.books, game.fields, code, lane)
        players = game.loops.everybody()
        shown = {name: part.tobytes() for name, part in game.observe(0).items()}
        return shown, answer, players.totals[: players.counts[USED]].tobytes()

    before, way = found(), game.s["way"].tobytes()
    scramble_hidden(game.s, 0, rng)
    assert game.s["way"].tobytes() != way
    assert found() == before


@clause("woin.ambush.awareness")
def test_who_may_ambush_is_shown():
    laid = plotting(ambush=(True, False))
    assert [seen(laid, 0)[0][f"ambush_{i}"] for i in range(2)] == [1, 0]
    assert [seen(laid, 1)[0][f"ambush_{i}"] for i in range(2)] == [0, 1]


# --- what goes on ----------------------------------------------------------------------------------------------------


@clause("woin.attack.step3_spend", "woin.attack.step4_luck")
def test_an_attack_that_goes_on_is_shown_with_its_pool_and_what_is_spent():
    laid = duel({"melee_skill": 2, "luck": 2}, {"MELEE_DEFENSE": 13}, rules={TRADE: 4, GUARD: 1})
    put(laid, "reactions_left", 1)
    laid.play("attack orc longsword normal")
    context = seen(laid)[0]
    assert (context["attack_row"], context["attack_target"]) == (0, laid.game.layout.own_rows)
    assert (context["attack_pool"], context["attack_number"], context["attack_trade"]) == (5, 13, 0)
    laid.play("one_die")
    laid.play("two_dice")
    context = seen(laid, 1)[0]
    assert (laid.decider, context["attack_trade"], context["attack_luck"]) == ("orc", 1, 2)
    assert context["target_row"] == laid.game.layout.own_rows
    assert context["procedure"] == Frame.ATTACK


@clause("woin.overwatch.interrupt")
def test_who_shows_itself_to_a_watcher_is_shown():
    laid = scene(MAN, {**ORC, "weapons": ["club"]}, dice=[])
    laid.play("overwatch")
    laid.play("end_turn")
    context, units, _ = seen(laid)
    assert (laid.prompt, context["watch_row"]) == ("watch", laid.game.layout.own_rows)
    assert units[0]["is_asked"] == 1
    assert units[0]["overwatch"] == 1


@clause("woin.turn.four_plus_action_creatures")
def test_which_of_its_activations_a_unit_has_is_shown():
    laid = duel({"actions": 4, "INT": 15}, {"INT": 0}, order=[6, 6, 6, 6, 6])
    assert seen(laid)[0]["turn_slot"] == 0
    laid.play("end_turn")
    assert (laid.decider, seen(laid)[0]["turn_slot"]) == ("man", 1)


def test_rounds_left():
    assert seen(duel(rules={"completion.battle_end.round_limit": 7}))[0]["rounds_left"] == 6


@clause("woin.completion.status.slowed", "woin.pinned.bonus")
def test_numbers_as_they_are_now():
    laid = duel(orc={"SPEED": 5})
    laid.state["units"][1]["slowed"] = 1
    laid.state["units"][1]["pinned"] = 3
    row = seen(laid)[1][laid.game.layout.own_rows]
    assert (row["speed"], row["speed_now"], row["pinned_dice"], row["active"]) == (5, 2, 3, 1)


# --- the board -------------------------------------------------------------------------------------------------------

MAP = "\n".join(
    ["............"] * 4 + ["......D....."] + ["............"] * 3 + [".^....C....."] + ["............"] * 3
)


@clause("woin.completion.doors_traps")
def test_things_are_shown_as_they_are_now():
    laid = duel({"at": [5, 5]}, {"at": [10, 5]}, map=MAP)
    grid = seen(laid)[2][CHANNEL["thing"]]
    assert [grid[4, 6], grid[8, 1], grid[8, 6]] == [Thing.DOOR_CLOSED, Thing.TRAP_ARMED, Thing.CHEST_FULL]
    laid.play("open 6,4")
    grid = seen(laid)[2][CHANNEL["thing"]]
    assert [grid[4, 6], grid[8, 1], grid[8, 6]] == [Thing.DOOR_OPEN, Thing.TRAP_ARMED, Thing.CHEST_FULL]


@clause("woin.completion.spell.fog")
def test_fog_is_shown_with_the_rounds_it_lasts():
    laid = duel({"MAG": 6, "spells": ["fog"]}, distance=5)
    laid.play("cast_area fog 6,5")
    grid = seen(laid)[2][CHANNEL["fog"]]
    fog = {(int(x), int(y)) for y, x in np.argwhere(grid)}
    assert fog == {(x, y) for x in (5, 6, 7) for y in (4, 5, 6)}
    assert set(grid[grid > 0].tolist()) == {3}


def test_who_is_down_is_marked():
    grid = seen(duel(orc={"health_left": 0}, friends=[{**ORC, "name": "chief"}]))[2]
    assert grid[CHANNEL["down"], 5, 5] == 1
    assert grid[CHANNEL["down"]].sum() == 1


# --- pictures --------------------------------------------------------------------------------------------------------


def test_pictures_show_ground_things_and_weapons_that_lie():
    rows = ["#=rTmwD.", "C^pds...", *["........"] * 6]
    laid = duel({"at": [1, 5]}, {"at": [6, 5]}, map="\n".join(rows))
    laid.play("drop")
    shown = look_at(laid.game)
    marks = {mark.cell: mark.words for mark in shown.marks}
    assert marks == {
        (3, 0): "pillar", (6, 0): "closed door", (0, 1): "full chest", (1, 1): "trap", (2, 1): "pit", (4, 1): "smoke",
        (1, 5): "longsword",
    }  # fmt: skip
    layers = shown.layers
    assert (layers["difficult"][0, 4], layers["water"][0, 5], layers["danger"][1, 1]) == (1, 1, 1)
    assert (layers["cover"][0, 1], layers["cover"][0, 2]) == (2, 1)
    assert {(int(x), int(y)) for y, x in np.argwhere(layers["blocked"])} == {(0, 0), (3, 0), (6, 0), (0, 1)}
    assert shown.light is not None
    assert shown.light[1, 3] == 0
    assert [figure.wounds for figure in shown.figures] == [21, 21]


# --- positions that cannot be ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("changes", "words"), [
    ({"health": 22}, "HEALTH above the maximum"),
    ({"down": 1, "prone": 1, "dying_dice": 1}, "HEALTH above the maximum, or at odds"),
    ({"health": 0}, "HEALTH above the maximum, or at odds"),
    ({"overwatch": 1, "blinded": 1}, "out of action with what ends there"),
    ({"held": 1}, "no weapon it carries"),
    ({"loaded": 1}, "no weapon it carries"),
    ({"reactions_left": 2}, "than the book's numbers allow"),
    ({"holder": 0}, "an impossible hold"),
    ({"plan_verb": Verb.AMBUSH_WATCH, "plan_target": 0}, "a plan for the ambush turn"),
    ({"initiative": 18}, "the same place in the order"),
    ({"cell": -1}, "off the map"),
])  # fmt: skip
def test_what_does_not_hold_together_is_noticed(changes, words):
    laid = duel(distance=3)
    for name, value in changes.items():
        put(laid, name, value)
    with pytest.raises(ValueError, match=words):
        laid.play("end_turn")


@pytest.mark.parametrize(("name", "place", "value", "words"), [
    ("fog_cell", 0, 5 + 5 * STRIDE, "fog without rounds"),
    ("thing_cell", 0, 5 + 5 * STRIDE, "door, chest or trap"),
])  # fmt: skip
def test_things_that_cannot_be_are_noticed(name, place, value, words):
    laid = duel(distance=3)
    laid.state[name][place] = value
    with pytest.raises(ValueError, match=words):
        laid.play("end_turn")


def test_who_is_asked_is_whom_the_procedure_waits_for():
    laid = duel(rules={GUARD: 1})
    put(laid, "reactions_left", 1)
    laid.play("attack orc longsword normal")
    assert (laid.decider, laid.prompt) == ("orc", "guard")
    laid.state["stack"][laid.state["depth"] - 1]["target"] = 0
    with pytest.raises(ValueError, match="the prompt does not fit"):
        laid.play("guard")
