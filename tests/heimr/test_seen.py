"""What sides are shown: defences with their dice, hit points and fatigue by the knobs, hidden enemies not at all, things as far
as they can be seen, borders and objectives as they are now, and what goes on; what searches imagine; and pictures.
"""

from __future__ import annotations

import numpy as np
import pytest
from fixtures import clause, shown_row
from heimr.scenes import act, duel, pass_to, scene

from tactica.envs.core.dice import seed_rng
from tactica.envs.render import happenings
from tactica.envs.render.scene import look_at
from tactica.envs.rulesets.heimr import observe
from tactica.envs.rulesets.heimr.board import STRIDE
from tactica.envs.rulesets.heimr.invariants import scramble_hidden
from tactica.envs.rulesets.heimr.vocab import (
    Ability,
    Body,
    Defence,
    Event,
    Frame,
    GuardKind,
    Injury,
    Item,
    Place,
    Response,
    Task,
    Term,
    Trigger,
)

CHANNEL = {piece.name: i for i, piece in enumerate(observe.CHANNELS)}
FEATURE = {piece.name: i for i, piece in enumerate(observe.FEATURES)}
CONTEXT = {piece.name: i for i, piece in enumerate(observe.CONTEXT)}
MAN, ORC = 0, 1  # roster rows of a duel
HP, FATIGUE = "c.information.public_hp", "c.information.public_fatigue"


def put(laid, row, **changes):
    """Change numbers of a unit; of an array ``name=(place, value)``."""
    for name, value in changes.items():
        if isinstance(value, tuple):
            laid.state["units"][row][name][value[0]] = value[1]
        else:
            laid.state["units"][row][name] = value


def hide(laid, row, *observers, known=(), last=None):
    """Hide a unit from others; of these some know that it hides, where side 0 or 1 saw it last."""
    bits = sum(1 << one for one in observers)
    put(laid, row, hidden_from=bits, known_hiding=sum(1 << one for one in known), hide_value=6)
    viewer = int(laid.state["units"][observers[0]]["side"])
    put(laid, row, last_seen=(viewer, -1 if last is None else last[0] + STRIDE * last[1]))


def seen(laid, side=0):
    """What a side sees: numbers of the context, units by roster row, and the board, all by name."""
    given = laid.game.observe(side)
    context = {name: int(given["context"][place]) for name, place in CONTEXT.items()}
    grid = {name: given["grid"][place] for name, place in CHANNEL.items()}
    units = []
    for row in range(len(laid.names)):
        place = shown_row(laid, row, side)
        units.append({name: int(given["units"][place][column]) for name, column in FEATURE.items()})
    return context, units, grid


# --- units -----------------------------------------------------------------------------------------------------------


@clause("heimr.attack.see_defence", "heimr.c.information")
@pytest.mark.parametrize("side", [0, 1])
def test_standing_defences_are_shown_to_all_with_their_dice(side):
    laid = duel(defences={"orc": ("dodge", 4, 9)})
    orc = seen(laid, side)[1][ORC]
    assert (orc["defence"], orc["defence_natural"], orc["defence_six"]) == (Defence.DODGE, 9, 4)
    assert (orc["defence_consistency"], orc["defence_total"], orc["defence_valid"]) == (1, 9, 1)
    assert seen(laid, side)[1][MAN]["defence_total"] == 0


@clause("heimr.attack.see_defence", "heimr.fatigue.requirement")
def test_a_defence_that_does_not_reach_fatigue_is_shown_as_such():
    laid = duel({"fatigue": 4}, {"fatigue": 5}, defences={"orc": ("dodge", 4, 3)})
    orc = seen(laid)[1][ORC]
    assert (orc["defence_natural"], orc["defence_valid"]) == (4, 0)


@clause("heimr.c.information")
@pytest.mark.parametrize(("public", "shown"), [(1, (2, 1)), (0, (0, 0))])
def test_hit_points_of_others_by_the_knob(public, shown):
    laid = duel(orc={"hp": 2}, rules={HP: public})
    orc = seen(laid)[1][ORC]
    assert (orc["hp"], orc["hp_known"]) == shown
    assert (seen(laid, 1)[1][ORC]["hp"], seen(laid)[1][MAN]["hp"]) == (2, 3)


@clause("heimr.c.information")
@pytest.mark.parametrize(("public", "shown"), [(1, 4), (0, 0)])
def test_fatigue_of_others_by_the_knob(public, shown):
    laid = duel(rules={FATIGUE: public})
    assert (seen(laid)[1][ORC]["fatigue"], seen(laid)[1][MAN]["fatigue"]) == (shown, 4)


@clause("heimr.c.information", "heimr.action.observe_insight")
def test_whoever_has_been_judged_hides_nothing_of_its_strength():
    laid = duel(orc={"wp": 2, "hp": 1}, rules={HP: 0})
    orc = seen(laid)[1][ORC]
    assert [orc[name] for name in ("wp", "hp", "fatigue")] == [0, 0, 0]
    put(laid, ORC, read_by=1 << MAN)
    orc = seen(laid)[1][ORC]
    assert [orc[name] for name in ("wp", "hp", "fatigue")] == [2, 1, 4]


@clause("heimr.c.information", "heimr.ready.declare")
def test_what_is_readied_is_shown_to_its_own_side():
    laid = duel()
    put(laid, MAN, ready_trigger=Trigger.ENEMY_ENTERS, ready_response=Response.MOVE, ready_direction=2, primed=3)
    names = ("ready_trigger", "ready_response", "ready_direction", "primed")
    assert [seen(laid, 0)[1][MAN][name] for name in names] == [Trigger.ENEMY_ENTERS, Response.MOVE, 2, 3]
    assert [seen(laid, 1)[1][MAN][name] for name in names] == [0, 0, 0, 0]


def test_who_is_in_the_fight_and_who_can_act():
    laid = duel()
    assert [seen(laid)[1][ORC][name] for name in ("in_fight", "able")] == [1, 1]
    put(laid, ORC, daze_timer=1)
    assert [seen(laid)[1][ORC][name] for name in ("in_fight", "able")] == [1, 0]
    put(laid, ORC, injuries=1, hp=0)
    assert [seen(laid)[1][ORC][name] for name in ("in_fight", "able")] == [0, 0]


# --- who hides -------------------------------------------------------------------------------------------------------

FRIEND, LAST = 1, 2  # roster rows of three


def three(at=(0, 0), **more):
    """A man, his friend, and an orc beside the man."""
    armed = {"weapons": ["medium_weapon"]}
    return scene(
        {"name": "man", "side": "men", "at": [1, 2], **armed},
        {"name": "friend", "side": "men", "at": list(at), **armed},
        {"name": "orc", "side": "orcs", "at": [1, 2], **armed},
        **more,
    )


@clause("heimr.position.hidden", "heimr.c.information")
def test_nothing_is_shown_of_who_is_hidden_from_all():
    laid = duel()
    assert seen(laid)[1][ORC]["known"] == 1
    hide(laid, ORC, MAN)
    context, units, grid = seen(laid)
    assert set(units[ORC].values()) == {0}
    assert (grid["enemy_units"].sum(), grid["last_seen"].sum(), context["hiding"]) == (0, 0, 0)
    assert seen(laid, 1)[1][ORC]["known"] == 1


@clause("heimr.position.hidden", "heimr.c.information")
def test_where_a_hider_was_seen_last_is_shown_to_who_knows_that_it_hides():
    laid = duel()
    hide(laid, ORC, MAN, known=[MAN], last=(3, 4))
    context, units, grid = seen(laid)
    assert {(int(x), int(y)) for y, x in np.argwhere(grid["last_seen"])} == {(3, 4)}
    assert (context["hiding"], units[MAN]["knows_hidden"], units[ORC]["known"]) == (1, 1, 0)
    assert seen(laid, 1)[2]["last_seen"].sum() == 0


@clause("heimr.position.hidden")
def test_a_side_knows_of_whom_one_of_its_units_sees_and_who_does_not():
    laid = three()
    hide(laid, LAST, MAN, known=[MAN])
    context, units, _ = seen(laid)
    assert (units[LAST]["known"], units[LAST]["hidden_from_own"], units[LAST]["known_hiding_own"]) == (1, 1, 1)
    assert (context["hiding"], units[MAN]["knows_hidden"], units[FRIEND]["knows_hidden"]) == (0, 1, 0)
    own = seen(laid, 1)[1][LAST]
    bit = 1 << (shown_row(laid, MAN, 1) - laid.game.layout.own_rows)
    assert (own["hidden_from_others"], own["known_hiding_others"], own["hidden_from_own"]) == (bit, bit, 0)
    hide(laid, LAST, MAN, FRIEND)
    assert seen(laid)[1][LAST]["known"] == 0


@clause("heimr.position.hidden", "heimr.c.end")
def test_who_is_out_of_the_fight_sees_nothing_for_its_side():
    laid = three()
    hide(laid, LAST, MAN)
    assert seen(laid)[1][LAST]["known"] == 1
    put(laid, FRIEND, unconscious=1, prone=1)
    assert seen(laid)[1][LAST]["known"] == 0


@clause("heimr.position.hidden", "heimr.c.information")
def test_what_a_side_cannot_know_changes_nothing_that_it_is_shown():
    laid, rng = three(), np.random.default_rng(3)
    hide(laid, LAST, MAN, FRIEND, known=[MAN], last=(2, 2))
    game = laid.game
    before, own = game.observe(0), game.observe(1)["units"].tobytes()
    scramble_hidden(game.s, 0, rng)
    for name, part in game.observe(0).items():
        assert part.tobytes() == before[name].tobytes(), name
    assert game.observe(1)["units"].tobytes() != own


@clause("heimr.initiative.roll", "heimr.initiative.delay", "heimr.c.information")
def test_the_order_shows_no_gap_where_somebody_hides():
    """A man, a hidden orc, a friend: the friend is the next of those known, whenever the orc's turn comes."""
    laid, found = three(), []
    hide(laid, LAST, MAN, FRIEND)
    for friend, orc in ((1, 2), (2, 1)):
        put(laid, MAN, order=0)
        put(laid, FRIEND, order=friend)
        put(laid, LAST, order=orc)
        found.append(laid.game.observe(0))
        assert [seen(laid, 1)[1][row]["order"] for row in (MAN, FRIEND, LAST)] == [0, friend, orc]
    assert {name: part.tobytes() for name, part in found[0].items()} == {
        name: part.tobytes() for name, part in found[1].items()
    }
    assert [seen(laid)[1][row]["order"] for row in (MAN, FRIEND)] == [0, 1]


@clause("heimr.position.hidden", "heimr.c.information")
@pytest.mark.parametrize("hidden", [True, False])
def test_what_somebody_hidden_is_asked_does_not_show(hidden):
    laid = three()
    while laid.decider != "orc":
        act(laid, "end_turn")
    if hidden:
        hide(laid, LAST, MAN, FRIEND)
    assert seen(laid)[0]["procedure"] == (-1 if hidden else Frame.TURN)
    assert seen(laid, 1)[0]["procedure"] == Frame.TURN


def imagined(laid, seed, side=0, row=ORC):
    """A unit as a search of a side imagines it."""
    kept, rng = laid.snapshot(), np.zeros(4, np.int64)
    seed_rng(rng, seed, 0, 0, 5)
    game = laid.game
    game.observe(side)
    is_other = game.loops.imagine_game(game.states, game.row, game.books, game.fields, side, rng)
    found = laid.state["units"][row].copy()
    laid.restore(kept)
    return bool(is_other), found


@clause("heimr.position.hidden")
def test_searches_look_for_a_hider_where_it_was_seen_last():
    laid = duel()
    hide(laid, ORC, MAN, known=[MAN], last=(3, 4))
    for seed in range(5):
        is_other, orc = imagined(laid, seed)
        assert is_other
        assert int(orc["cell"]) == 3 + 4 * STRIDE
        assert int(orc["hidden_from"]) == 1 << MAN


@clause("heimr.position.hidden", "heimr.action.hide")
def test_searches_imagine_those_they_never_saw_where_something_conceals_them():
    cells = [{"flag": "tall_grass", "at": [[4, 4], [0, 3]]}]
    laid = duel(orc={"at": [4, 4]}, cells=cells)
    hide(laid, ORC, MAN)
    found = {int(imagined(laid, seed)[1]["cell"]) for seed in range(20)}
    assert found == {4 + 4 * STRIDE, 3 * STRIDE}


@clause("heimr.c.information")
def test_searches_imagine_the_strength_of_others_as_it_was_at_first():
    laid = duel(orc={"wp": 1})
    put(laid, ORC, primed=1, ready_trigger=Trigger.ENEMY_ENTERS, ready_response=Response.PRONE)
    orc = imagined(laid, 1)[1]
    assert [int(orc[name]) for name in ("wp", "primed", "ready_trigger", "ready_response")] == [3, 0, 0, 0]
    put(laid, ORC, read_by=1 << MAN)
    assert int(imagined(laid, 1)[1]["wp"]) == 1


@clause("heimr.c.information", "heimr.fatigue.base")
@pytest.mark.parametrize(("fatigue", "natural", "thought"), [(9, 0, 4), (2, 3, 3), (9, 9, 4), (12, 9, 10)])
def test_searches_imagine_base_fatigue_unless_the_defence_shows_otherwise(fatigue, natural, thought):
    """Base fatigue is 4; whether a standing defence counts shows."""
    laid = duel(distance=2, defences={"orc": ("dodge", 4, natural)} if natural else {})
    put(laid, ORC, fatigue=fatigue)
    if natural:
        put(laid, ORC, defence_natural=natural)
    assert int(imagined(laid, 1)[1]["fatigue"]) == thought
    put(laid, ORC, read_by=1 << MAN)
    assert int(imagined(laid, 1)[1]["fatigue"]) == fatigue


@clause("heimr.c.information")
@pytest.mark.parametrize(("knob", "name", "thought"), [(HP, "hp", 2), (FATIGUE, "fatigue", 7)])
def test_searches_know_what_the_knobs_make_public(knob, name, thought):
    laid = duel(orc={"hp": 2}, rules={knob: 1})
    put(laid, ORC, fatigue=7)
    assert int(imagined(laid, 1)[1][name]) == thought


@clause("heimr.c.information", "heimr.injury.effects")
@pytest.mark.parametrize(("changes", "thought"), [
    ({"hp": 1}, 3),
    ({"hp": -1, "injuries": Injury.SWORD_ARM}, 0),
    ({"hp": -3, "injuries": Injury.SWORD_ARM, "faint_timer": 9}, -2),
])  # fmt: skip
def test_searches_imagine_hit_points_by_the_injuries_that_show(changes, thought):
    """Of 3 hit points; an injured unit has 0 or less, one that faints -2 or less."""
    laid = duel(rules={HP: 0})
    put(laid, ORC, **changes)
    assert int(imagined(laid, 1)[1]["hp"]) == thought
    put(laid, ORC, read_by=1 << MAN)
    assert int(imagined(laid, 1)[1]["hp"]) == changes["hp"]


@clause("heimr.c.information", "heimr.c.reload", "heimr.c.poison_darts")
def test_searches_imagine_missiles_and_things_out_of_sight_as_they_were_at_first():
    laid = duel(orc={"weapons": ["blowgun", "bow"]}, distance=2)
    was = laid.state["units"][ORC].copy()
    put(laid, ORC, ammo=(0, 1))
    put(laid, ORC, poison=(0, 0), items=(1, Item.BARE_HANDS), places=(1, Place.NOWHERE))
    put(laid, ORC, ammo=(1, 0))
    orc = imagined(laid, 1)[1]
    for name in ("items", "places", "ammo", "to_draw", "poison"):
        assert orc[name].tolist() == was[name].tolist(), name
    put(laid, ORC, ammo=(0, 0), to_draw=(0, 0))
    assert int(imagined(laid, 1)[1]["ammo"][0]) == 0, "it shows that no missile is left"


# --- the log -----------------------------------------------------------------------------------------------------------


def told(laid, side, event, who, target, amount, extra=0):
    """An event with a total and a die, as a side is told it."""
    states = laid.game.states
    row, terms = states["events"][0], states["term_rows"][0]
    terms["label"][0], terms["value"][0] = Term.ATTRIBUTES, 7
    for name, value in (("kind", event), ("who", who), ("target", target), ("amount", amount), ("extra", extra)):
        row[name][0] = value
    row["face"][0], row["first_term"][0], row["terms"][0] = 4, 0, 1
    states["event_count"][0] = 1
    return happenings(laid.game, side)[0]


@clause("heimr.c.information", "heimr.action.hide", "heimr.action.conceal_item")
@pytest.mark.parametrize(("event", "words"), [(Event.HID, "orc hides"), (Event.CONCEALED, "orc conceals an item")])
def test_the_log_tells_values_of_hiding_to_the_own_side(event, words):
    laid = duel()
    own, other = (told(laid, side, event, ORC, -1, 7) for side in (1, 0))
    assert own.sentence == f"{words} (attributes 7; the d6 shows 4)" and own.amount == 7
    assert (other.sentence, other.terms, other.amount, other.face) == (words, (), 0, 0)


@clause("heimr.c.information", "heimr.initiative.roll")
def test_the_log_tells_the_dice_of_initiative_to_the_own_side():
    laid = duel()
    own, other = (told(laid, side, Event.INITIATIVE_ROLLED, ORC, -1, 0) for side in (1, 0))
    assert own.sentence.startswith("orc rolls for initiative: the d6 alone (") and own.total == 7
    assert (other.sentence, other.terms, other.face) == ("orc rolls for initiative", (), 0)


@clause("heimr.c.information", "heimr.fatigue.gain", "heimr.action.breather")
@pytest.mark.parametrize("public", [0, 1])
@pytest.mark.parametrize("event, words", [(Event.TIRED, "orc tires"), (Event.RESTED, "orc catches its breath")])
def test_the_log_tells_how_tired_a_unit_is_to_those_who_know_it(event, words, public):
    laid = duel(rules={"c.information.public_fatigue": public})
    put(laid, ORC, fatigue=3)
    own, other = (told(laid, side, event, ORC, -1, 3) for side in (1, 0))
    assert own.sentence == other.sentence and own.sentence.startswith(words)
    assert (own.amount, other.amount) == (3, 3 if public else 0)


@clause("heimr.c.information", "heimr.fatigue.requirement")
@pytest.mark.parametrize("public", [0, 1])
def test_the_log_tells_the_fatigue_of_a_failed_attack_to_those_who_know_it(public):
    laid = duel(rules={"c.information.public_fatigue": public})
    words, behind = "orc is too tired to hit man", "(attributes 7; the d6 shows 4)"
    own, other = (told(laid, side, Event.ATTACK_TIRED, ORC, MAN, 9) for side in (1, 0))
    assert (own.sentence, own.amount) == (f"{words}, with fatigue 9 {behind}", 9)
    assert (other.sentence, other.amount) == ((own.sentence, 9) if public else (f"{words} {behind}", 0))


@clause("heimr.c.information", "heimr.effect.hit")
@pytest.mark.parametrize(("public", "words"), [(1, "orc loses 2 hit points: now at 1"), (0, "orc loses hit points")])
def test_the_log_tells_hit_points_to_those_who_know_them(public, words):
    laid = duel(rules={HP: public})
    assert told(laid, 0, Event.DAMAGED, MAN, ORC, 2, 1).sentence.split(" (")[0] == words
    assert told(laid, 1, Event.DAMAGED, MAN, ORC, 2, 1).sentence.split(" (")[0] == "orc loses 2 hit points: now at 1"
    put(laid, ORC, read_by=1 << MAN)
    assert told(laid, 0, Event.DAMAGED, MAN, ORC, 2, 1).sentence.split(" (")[0] == "orc loses 2 hit points: now at 1"


@clause("heimr.c.information", "heimr.action.observe_insight")
def test_pictures_show_hit_points_to_those_who_know_them():
    """Those of the orc: to its own side, to a spectator, and to a side that has judged it or by the knob."""

    def shown(laid, viewer):
        figures = {figure.row: figure for figure in look_at(laid.game, viewer).figures}
        return figures[ORC].wounds, figures[ORC].wounds_max

    laid = duel(orc={"hp": 2}, rules={HP: 0})
    known = (2, int(laid.state["units"][ORC]["hp_max"]))
    assert [shown(laid, viewer) for viewer in (0, 1, None)] == [(0, 0), known, known]
    put(laid, ORC, read_by=1 << MAN)
    assert shown(laid, 0) == known
    assert shown(duel(orc={"hp": 2}), 0) == known


# --- things ----------------------------------------------------------------------------------------------------------


@clause("heimr.c.information", "heimr.wield.hands")
def test_what_others_hold_is_shown_and_what_they_carry_is_not():
    laid = duel(orc={"weapons": ["medium_weapon", "bow"]})
    orc, own = seen(laid)[1][ORC], seen(laid, 1)[1][ORC]
    assert (orc["items_1"], orc["places_1"]) == (Item.MEDIUM_WEAPON, Place.SWORD_HAND)
    assert (orc["items_2"], orc["places_2"], orc["ammo_2"]) == (0, 0, 0)
    assert (own["items_2"], own["ammo_2"]) == (Item.BOW, 20)


@clause("heimr.action.observe_item", "heimr.action.conceal_item")
def test_what_is_concealed_is_shown_once_it_has_been_found():
    laid = duel()
    put(laid, ORC, places=(0, Place.CONCEALED))
    assert seen(laid)[1][ORC]["items_1"] == 0
    put(laid, ORC, shown_to=(0, 1 << 0))
    assert (seen(laid)[1][ORC]["items_1"], seen(laid)[1][ORC]["places_1"]) == (Item.MEDIUM_WEAPON, Place.CONCEALED)


@clause("heimr.effect.drop", "heimr.c.information")
def test_what_lies_about_is_shown_where_it_lies():
    laid = duel(distance=1)
    act(laid, "drop_items sword_hand")
    man = seen(laid, 1)[1][MAN]
    assert (man["items_1"], man["places_1"]) == (Item.MEDIUM_WEAPON, Place.ON_GROUND)
    assert (man["lies_x_1"], man["lies_y_1"], man["lies_x_2"]) == (1, 2, -1)


@clause("heimr.c.reload", "heimr.c.information")
def test_whether_a_missile_is_ready_is_shown_and_how_many_are_left_is_not():
    laid = duel(orc={"weapons": ["bow"]}, distance=2)
    assert [seen(laid)[1][ORC][name] for name in ("missile_ready", "ammo_1")] == [1, 0]
    put(laid, ORC, to_draw=(0, 1))
    assert [seen(laid)[1][ORC][name] for name in ("missile_ready", "to_draw_1")] == [0, 1]


# --- the board -------------------------------------------------------------------------------------------------------


@clause("heimr.grid.location")
def test_how_many_are_in_a_location():
    laid = three(at=(1, 2))
    assert [seen(laid)[2][name][2, 1] for name in ("own_units", "enemy_units", "out")] == [2, 1, 0]
    put(laid, FRIEND, unconscious=1, prone=1)
    assert seen(laid)[2]["out"][2, 1] == 1


@clause("heimr.env.structure", "heimr.env.limit")
def test_borders_are_shown_as_they_are_now():
    borders = [
        {"type": "regular_door", "cell": [1, 2], "direction": "east"},
        {"type": "single_door", "cell": [0, 0], "direction": "south"},
    ]
    laid = duel(distance=2, borders=borders)
    grid = seen(laid)[2]
    assert (grid["toughness_east"][2, 1], grid["toughness_west"][2, 2], grid["toughness_east"].sum()) == (2, 2, 2)
    s = laid.state
    door = next(k for k in range(int(s["edge_count"])) if int(s["edge_cell"][k]) in (0, STRIDE))
    s["edge_passed"][door], s["edge_first"][door] = 1, ORC
    grid = seen(laid)[2]
    assert (grid["limit_south"][0, 0], grid["passed_south"][0, 0], grid["passed_north"][1, 0]) == (2, 1, 1)
    assert grid["counter_south"][0, 0] == 1 + shown_row(laid, ORC)


@clause("heimr.c.objective")
def test_objectives_are_shown_with_who_holds_them():
    laid = duel(distance=2, cells=[{"flag": "objective", "at": [[1, 2]]}])
    assert [seen(laid, side)[2]["objective"][2, 1] for side in (0, 1)] == [1, 1]
    act(laid, "seize")
    assert [seen(laid, side)[2]["objective"][2, 1] for side in (0, 1)] == [2, 3]


@clause("heimr.concealment.light", "heimr.c.torch")
def test_darkness_is_shown_as_it_is_with_the_light_of_torches():
    cells = [{"flag": "pitch_dark", "at": [[x, y] for x in range(5) for y in range(5)]}]
    laid = duel({"torch": True}, distance=2, cells=cells)
    grid = seen(laid)[2]
    assert set(grid["dark"].flatten().tolist()) == {3}
    around = {(1, 2), (0, 2), (2, 2), (1, 1), (1, 3)}
    assert {(int(x), int(y)) for y, x in np.argwhere(grid["darkness"] == 0)} == around
    light = look_at(laid.game).light
    assert light is not None
    assert {(int(x), int(y)) for y, x in np.argwhere(light)} == around


def test_rounds_left():
    assert seen(duel(rules={"c.end.max_rounds": 7}))[0]["rounds_left"] == 6


# --- what goes on ----------------------------------------------------------------------------------------------------


@clause("heimr.defence.decline", "heimr.attack.roll")
def test_an_attack_that_goes_on_is_shown():
    laid = duel(defences={"orc": ("dodge", 4, 9)}, dice=[4, 10])
    laid.play("weapon_attack orc torso")
    context, units, _ = seen(laid, 1)
    assert (laid.decider, laid.prompt, context["procedure"]) == ("orc", "attacked", Frame.STRIKE)
    assert (context["attack_row"], context["attack_target"]) == (shown_row(laid, MAN, 1), shown_row(laid, ORC, 1))
    assert (context["strike_row"], context["strike_target"]) == (shown_row(laid, MAN, 1), shown_row(laid, ORC, 1))
    assert (context["strike_part"], context["strike_aimed"], context["strike_shot"]) == (Body.TORSO, 1, 0)
    assert (context["target_row"], units[MAN]["targeted"]) == (shown_row(laid, MAN, 1), 1)
    assert context["turn_row"] == shown_row(laid, MAN, 1)
    assert [context[f"{name}_row"] for name in ("first_attack", "check", "move", "effect", "chase", "stop")] == [-1] * 6
    act(laid, "decline")


@clause("heimr.brawl.provoked")
def test_the_brawl_that_provokes_a_blow_is_shown_below_it():
    laid = duel({"weapons": []}, defences={"man": ("dodge", 4, 9)}, dice=[])
    laid.play("brawl orc anywhere")
    assert (laid.decider, laid.prompt) == ("orc", "provoked")
    context = seen(laid, 1)[0]
    assert (context["attack_brawl"], context["attack_provoked"], context["first_attack_row"]) == (1, 0, -1)


@clause("heimr.check.willpower_reroll")
def test_a_roll_that_could_be_made_again_is_shown_with_its_number():
    borders = [{"type": "jump_3m", "cell": [1, 2], "direction": "east"}]
    laid = duel(distance=2, borders=borders, dice=[4, 1])
    laid.play("move east")
    assert (laid.decider, laid.prompt) == ("man", "reroll")
    context = seen(laid)[0]
    assert (context["check_row"], context["check_task"], context["check_number"]) == (0, Task.CROSSING, 9)
    assert (context["check_ability"], context["check_outcome"], context["move_row"]) == (Ability.AGILITY, 0, 0)
    assert context["move_way"] == 2


@clause("heimr.action.observe_item", "heimr.c.information")
def test_the_value_of_what_is_concealed_does_not_show_in_the_search_for_it():
    """The search is no roll against a known number."""
    laid = duel(dice=[4, 1])
    put(laid, ORC, places=(0, Place.CONCEALED), conceal_value=(0, 11))
    laid.play("observe_item orc")
    context = seen(laid)[0]
    assert (laid.prompt, context["task_task"], context["check_row"]) == ("reroll", Task.OBSERVING_ITEM, -1)
    assert 11 not in context.values()


@clause("heimr.guard.outmanoeuvre")
def test_the_guard_in_the_way_is_shown():
    laid = scene(
        {"name": "man", "side": "men", "at": [1, 2], "weapons": ["medium_weapon"]},
        {"name": "orc", "side": "orcs", "at": [1, 2], "weapons": ["medium_weapon"], "guard": "east"},
    )
    laid.play("move east")
    context = seen(laid)[0]
    assert (laid.prompt, context["move_row"], context["move_guard"]) == ("intercepted", 0, shown_row(laid, ORC))


# --- pictures --------------------------------------------------------------------------------------------------------


def test_pictures_show_clusters_defences_cover_borders_and_objectives():
    cells = [{"flag": "objective", "at": [[0, 0]]}, {"flag": "shrubbery", "at": [[4, 4]]}]
    borders = [{"type": "regular_door", "cell": [3, 3], "direction": "east"}]
    laid = duel(defences={"orc": ("dodge", 4, 9)}, cells=cells, borders=borders, dice=[4, 3])
    act(laid, "weapon_attack orc", attacked="defend")
    act(laid, "drop_items sword_hand")
    shown = look_at(laid.game)
    notes = {figure.name: shown.state_of(figure) for figure in shown.figures}
    assert notes["man"] == "in a cluster with orc"
    marks = {(mark.cell, mark.words) for mark in shown.marks}
    assert ((0, 0), "objective, held by nobody") in marks
    assert ((1, 2), "medium weapon of man") in marks
    assert ((3, 3), "structure to the east, toughness 2") in marks
    assert (3, 3, 2) in shown.borders
    assert shown.layers["cover"][4, 4] == 1
    assert [figure.wounds for figure in shown.figures] == [3, 3]


def test_pictures_show_who_guards_and_who_holds_whom():
    laid = three(at=(1, 2))
    put(laid, FRIEND, guard=GuardKind.ALLY, guard_unit=MAN, guard_left=1)
    put(laid, MAN, cluster=MAN, grab_target=LAST, grab_part=Body.SWORD_ARM)
    put(laid, LAST, cluster=MAN)
    shown = look_at(laid.game)
    notes = {figure.name: shown.state_of(figure) for figure in shown.figures}
    assert notes["friend"] == "guards man"
    assert notes["man"] == "in a cluster with orc, holds orc by the sword arm"
    assert notes["orc"] == "in a cluster with man, held by man"


@clause("heimr.position.hidden")
def test_pictures_for_a_side_leave_out_who_hides_from_it():
    laid = duel()
    hide(laid, ORC, MAN)
    assert [figure.name for figure in look_at(laid.game, 0).figures] == ["man"]
    assert [figure.name for figure in look_at(laid.game, 1).figures] == ["man", "orc"]


@clause("heimr.position.hidden")
def test_pictures_tell_only_the_own_side_that_somebody_hides():
    laid = three()
    hide(laid, LAST, MAN)
    seen_by_one, own = (look_at(laid.game, side).figures for side in (0, 1))
    assert {figure.name: figure.condition for figure in seen_by_one}["orc"] == ""
    assert {figure.name: figure.condition for figure in own}["orc"] == "hidden"


def test_turns_pass():
    laid = duel()
    pass_to(laid, "orc")
    assert seen(laid, 1)[0]["turn_row"] == 0
