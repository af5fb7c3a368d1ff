"""Dangers of the ground, penalties that circumstances bring, and what each side is shown."""

from __future__ import annotations

import pytest
from fixtures import clause
from heimr.ground import MENTAL, act, chance, exactly, faces, foe, kinds, man, meets, scene, swordsman

from tactica.envs.rulesets.heimr import observe

FEATURE = {piece.name: i for i, piece in enumerate(observe.FEATURES)}
FAR = foe(name="far", at="A1", wp=0)
NIGHT = [(f"{column}{rank}", "night") for column in "ABC" for rank in (1, 2, 3)]
ICE = {"hazard": "fall", "hazard_number": 2}


# --- dangers


@clause("heimr.c.hazard")
def test_ice():
    """Fall 2 against 4: agility of consistency 1, potential 0, fatigue 1."""
    assert 1 - meets(1, 0, 4, 1) == exactly(0.15)
    table = scene(man(fatigue=1, sta=3), FAR, cells=[("B3", {**ICE, "hazard_cr": 4})])
    assert chance(table, "move north", "event prone") == exactly(0.15)
    act(table, "move north", dice=faces(3))
    unit = table.unit("man")
    assert unit.at == (1, 0) and unit.prone == 1 and unit.fall_timer > 0


@clause("heimr.c.hazard")
@pytest.mark.parametrize(
    ("number", "dice", "falls"), [(4, faces(4), False), (4, faces(3), True), (0, [], True), (9, faces(8), True)]
)
def test_what_is_to_be_met(number, dice, falls):
    """0: it cannot be avoided."""
    table = scene(man(sta=3), FAR, cells=[("B3", {**ICE, "hazard_cr": number})], dice=dice)
    act(table, "move north")
    assert table.unit("man").prone == falls


@clause("heimr.c.hazard")
@pytest.mark.parametrize(("number", "falls"), [(4, False), (6, True), (5, False)])
def test_where_nothing_is_said(number, falls):
    table = scene(man(sta=3), FAR, cells=[("B3", ICE)], rules={"c.hazard.default_cr": number}, dice=faces(5))
    act(table, "move north")
    assert table.unit("man").prone == falls


@clause("heimr.c.hazard")
@pytest.mark.parametrize(
    ("hazard", "number", "field", "value"),
    [
        ("hit", 2, "hp", 1),
        ("drain", 2, "wp", 1),
        ("weaken", 4, "weaken_timer", None),
        ("drop", 2, "places", None),
        ("bind_feet", 4, "bound_feet", None),
    ],
)
def test_any_effect(hazard, number, field, value):
    marks = {"hazard": hazard, "hazard_number": number, "hazard_cr": 0}
    table = scene(swordsman(), FAR, cells=[("B3", marks)])
    before = getattr(table.unit("man"), field)
    act(table, "move north")
    found = getattr(table.unit("man"), field)
    assert found == value if value is not None else found != before


@clause("heimr.c.hazard")
@pytest.mark.parametrize("verb", ["run north", "charge_weapon orc"])
def test_however_one_comes(verb):
    cells = [("B3", {**ICE, "hazard_cr": 0})]
    table = scene(swordsman(), foe(at="B3", hp=9), FAR, cells=cells, dice=None)
    act(table, verb)
    assert table.unit("man").prone == 1


@clause("heimr.c.hazard", "heimr.c.drag")
def test_whoever_is_dragged_there():
    friend = man(name="friend", wp=2, set={"prone": 1, "injuries": ["right_leg"], "hp": 0})
    marks = {"hazard": "drain", "hazard_number": 1, "hazard_cr": 0}
    table = scene(man(wp=5), friend, FAR, cells=[("B3", marks)])
    act(table, "drag friend north")
    assert (table.unit("man").wp, table.unit("friend").wp) == (4, 1)


@clause("heimr.c.hazard")
def test_who_is_there_already_is_spared():
    table = scene(man(), FAR, cells=[("B2", {**ICE, "hazard_cr": 0})])
    act(table, "end_turn")
    assert table.unit("man").prone == 0


# --- penalties


@clause("heimr.c.gm_penalties", "heimr.check.penalty_scope")
@pytest.mark.parametrize(
    ("penalty", "c"),
    [
        ({"mental_penalty": 1}, 0),
        ({"physical_penalty": 1}, 1),
        ({"intelligence_penalty": 2}, -1),
        ({"perception_penalty": 1}, 0),
        ({"mental_penalty": 1, "intelligence_penalty": 1, "perception_penalty": 1}, -2),
        ({"empathy_penalty": 2}, 1),
        ({}, 1),
    ],
)
def test_a_hangover(penalty, c):
    """Perception of consistency 1."""
    orc = foe(at="B3", set={"hide_value": 5, "hidden_from": ["man"]})
    table = scene(man(**penalty), orc, cells=NIGHT)
    assert chance(table, "observe_cell 1,0", "revealed") == exactly(meets(c, 1, 5, MENTAL))


@clause("heimr.c.gm_penalties", "heimr.check.penalty_scope")
@pytest.mark.parametrize(
    ("penalty", "c"),
    [
        ({"physical_penalty": 1}, 0),
        ({"dexterity_penalty": 2}, -1),
        ({"agility_penalty": 3}, -2),
        ({"mental_penalty": 3}, 1),
        ({"strength_penalty": 2}, 1),
    ],
)
def test_stiff_limbs(penalty, c):
    """Agility of consistency 1."""
    table = scene(man(**penalty), FAR)
    act(table, "end_turn", "man: use_dodge", dice=faces(5, c))
    assert table.unit("man").defence_consistency == c


@clause("heimr.c.gm_penalties")
@pytest.mark.parametrize("default", [0, 1, 2])
def test_for_everybody_of_whom_nothing_is_said(default):
    order = [*faces(6, -default), *faces(4, -2 * default)]
    table = scene(man(physical_penalty=0), foe(), rules={"c.gm_penalties.default": default}, order=order)
    assert (table.unit("man").physical_penalty, table.unit("man").mental_penalty) == (0, default)
    assert table.unit("orc").physical_penalty == default


# --- what is shown


def shown(table, feature, row, viewer=0):
    """A feature of a unit, as a side sees it; its own units come first."""
    return int(table.game.observe(viewer)["units"][row, FEATURE[feature]])


@clause("heimr.c.information")
@pytest.mark.parametrize(("public", "hp", "known"), [(1, 5, 1), (0, 0, 0)])
def test_hit_points_of_others(public, hp, known):
    table = scene(man(), foe(hp=5), rules={"c.information.public_hp": public})
    assert (shown(table, "hp", 1), shown(table, "hp_known", 1)) == (hp, known)
    assert shown(table, "hp", 0) == 3


@clause("heimr.c.information")
def test_everybody_knows_how_badly_others_are_hurt_but_not_how_tired_they_are():
    table = scene(man(), foe(hp=5, sta=2))
    assert (shown(table, "hp", 1), shown(table, "fatigue", 1)) == (5, 0)


@clause("heimr.c.information")
@pytest.mark.parametrize(("public", "fatigue"), [(0, 0), (1, 2)])
def test_fatigue_of_others(public, fatigue):
    table = scene(man(), foe(sta=2), rules={"c.information.public_fatigue": public})
    assert shown(table, "fatigue", 1) == fatigue and shown(table, "fatigue", 0) == 4


@clause("heimr.c.information")
def test_what_only_the_own_side_is_shown():
    table = scene(man(wp=5), foe(wp=2, set={"primed": 1, "ready_trigger": 1, "ready_response": 6}))
    for feature in ("wp", "primed", "ready_response"):
        assert shown(table, feature, 1) == 0
        assert shown(table, feature, 0, viewer=1) > 0


@clause("heimr.c.information", "heimr.position.hidden")
def test_choices_go_by_the_eyes_of_who_chooses():
    """Hidden from A, but seen by its ally B: A cannot aim at it, B can."""
    orc = foe(wp=1, set={"hide_value": 9, "hidden_from": ["a"]})
    table = scene(swordsman(name="a", wp=5), swordsman(name="b", wp=4), orc, cells=NIGHT)
    assert not [text for text in table.choices("weapon_attack") if "orc" in text]
    act(table, "end_turn")
    assert table.offers("weapon_attack orc") and "revealed" not in kinds(table)


@clause("heimr.c.information", "heimr.position.hidden")
def test_of_the_hidden_only_where_they_were_last():
    """The same is shown of an orc that hides here or there, from a side that does not see it."""
    found = []
    for at in ("C3", "C1"):
        orc = foe(at=at, hidden=True, hide_value=9)
        table = scene(man(at="A2"), orc, foe(name="far", at="A1", wp=0), cells=NIGHT)
        found.append({name: part.tobytes() for name, part in table.game.observe(0).items()})
    assert found[0] == found[1]


@clause("heimr.shield.tower_stamina", "heimr.c.shield_penalties", "heimr.action.swap_items")
def test_a_tower_shield_weighs_as_much_in_the_other_hand():
    """Stamina 0, less 1: base fatigue 5. A dodge of consistency 1 loses 2 for it, and 2 for the breather."""
    table = scene(man(shield="tower_shield"), FAR)
    assert table.unit("man").fatigue == 5
    act(table, "swap_items")
    table.unit("man").fatigue = 6
    table.play("breather")
    assert table.unit("man").fatigue == 5
    table.dice = faces(5, 1 - 2 - 2)
    table.play("use_dodge")
    assert table.unit("man").defence_consistency == 1 - 2 - 2
