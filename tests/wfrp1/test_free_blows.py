"""The free blows at a fleer's back, and the victor who stays."""

from __future__ import annotations

import pytest
from fixtures import clause
from wfrp1.melee import ONE_ROLL, ada_flees, deeds, fight, verbs

# --- free blows


@clause("wfrp1.flee.free_blows", "wfrp1.modifier.winning")
def test_a_free_blow_has_ten_for_winning_and_cannot_be_parried():
    scene = ada_flees(dice=[43, 4], ada={"npc": False})  # 34 is the right arm
    scene.play("orc: pass", "ada: flee 0,5")
    assert scene.last("blow_hit").terms == [("WS", 33), ("free blow", 10)]
    assert scene.unit("ada").wounds == 15 - 4
    assert "parry_declined" not in [event.kind for event in scene.events]
    assert scene.unit("ada").at == (0, 5)


@clause("wfrp1.flee.free_blows")
def test_the_odds_of_a_free_blow():
    scene = ada_flees(rules=ONE_ROLL)
    scene.play("orc: pass")
    assert scene.odds("ada: flee 0,5", want="ada.wounds")[15] == pytest.approx(1 - 0.43, abs=1e-6)


@clause("wfrp1.flee.free_blows")
def test_three_opponents_strike_three_free_blows():
    others = [("orc_2", "orcs", (6, 4), {"i": 40, "ws": 25}), ("orc_3", "orcs", (6, 6), {"i": 45, "ws": 25})]
    scene = ada_flees(*others, orc={"ws": 25, "a": 1}, ada={"w": 30}, rules=ONE_ROLL)
    scene.play("orc: pass", "orc_3: pass", "orc_2: pass")
    odds = scene.odds("ada: flee 0,5", want="ada.wounds")
    assert 1 - odds[30] == pytest.approx(0.725375, abs=1e-6)
    scene.dice = [98, 98, 98]
    scene.play("ada: flee 0,5")
    order = [event.who for event in scene.events if event.kind == "free_blow"]
    assert order == ["orc", "orc_3", "orc_2"], "in descending Initiative"


@pytest.mark.parametrize(
    ("knob", "terms"), [(10, [("WS", 33), ("free blow", 10)]), (25, [("WS", 33), ("free blow", 25)])]
)
@clause("wfrp1.flee.free_blows")
def test_the_bonus_of_a_free_blow_can_be_set(knob, terms):
    scene = ada_flees(dice=[98], rules={"flee.free_blows.free_blow_bonus": knob})
    scene.play("orc: pass", "ada: flee 0,5")
    assert scene.last("blow_missed").terms == terms


@clause("wfrp1.flee.free_blows", "wfrp1.modifier.winning")
def test_the_bonus_does_not_come_twice():
    scene = fight(
        ("ada", "men", (5, 5), {"facing": "east", "i": 30}), ("orc", "orcs", (6, 5), {"facing": "west", "i": 50}),
        dice=[12, 3, 98], upto="turn",
    )  # fmt: skip
    scene.play("orc: strike ada normal", "ada: pass", "orc: press", "ada: declare_flee", "orc: pass")
    assert scene.unit("orc").effective_initiative == 60, "it is winning"
    scene.play("ada: flee 0,5")
    assert scene.last("blow_missed").total == 43


@pytest.mark.parametrize("blows", [0, 1, 2])
@clause("wfrp1.flee.free_blows")
def test_how_many_free_blows_an_opponent_has_can_be_set(blows):
    scene = ada_flees(dice=[98] * blows, rules={"flee.free_blows.free_blows_per_opponent": blows})
    scene.play("orc: pass", "ada: flee 0,5")
    assert [event.who for event in scene.events if event.kind == "free_blow"] == ["orc"] * blows


@clause("wfrp1.flee.free_blows")
def test_a_shield_does_not_protect_a_back_a_mail_shirt_does():
    scene = ada_flees(dice=[7, 5], ada={"off_hand": "shield", "armour": ["mail shirt"]})  # 70: the body
    scene.play("orc: pass", "ada: flee 0,5")
    assert scene.unit("ada").wounds == 15 - (5 + 3 - 3 - 1)


@pytest.mark.parametrize(
    "state", [{"dazed": 3}, {"surprised": 1}, {"off_guard": 1}, {"fleeing": 2, "forced_flee_rounds": 1}]
)
@clause("wfrp1.flee.free_blows")
def test_who_strikes_no_free_blow(state):
    bert = ("bert", "men", (4, 11), {"i": 10})
    scene = ada_flees(bert)
    scene.play("orc: pass")
    for field, value in state.items():
        setattr(scene.unit("orc"), field, value)
    scene.play("ada: flee 0,5")
    assert "free_blow" not in [event.kind for event in scene.events]


@pytest.mark.parametrize(
    ("off_hand", "terms"),
    [("hand weapon", [("WS", 33), ("free blow", 10), ("wrong hand", -10)]),
     ("none", [("WS", 33), ("free blow", 10), ("unarmed", -20)])],
)  # fmt: skip
@clause("wfrp1.flee.free_blows", "wfrp1.action.combat", "wfrp1.unarmed.blows")
def test_a_free_blow_is_struck_with_either_hand_or_none(off_hand, terms):
    scene = ada_flees(dice=[98], orc={"main_hand": "none", "off_hand": off_hand})
    scene.play("orc: pass", "ada: flee 0,5")
    assert scene.last("blow_missed").terms == terms


@clause("wfrp1.flee.free_blows", "wfrp1.attack.prone_static")
def test_a_fleer_felled_by_one_blow_is_struck_by_the_others():
    """Severity 1 + 1, the body: prone. The next hits without a roll, at 10 the head, for twice 1 + 3 - 3: bleeding."""
    scene = ada_flees(("orc_2", "orcs", (6, 4), {"i": 40}), dice=[7, 2, 30, 10, 1, 1], ada={"w": 1})
    scene.play("orc: pass", "orc_2: pass", "ada: flee 0,5")
    assert [event.who for event in scene.events if event.kind == "free_blow"] == ["orc", "orc_2"]
    assert scene.last("static_hit").who == "orc_2"
    assert scene.unit("ada").at == (5, 5)


@clause("wfrp1.flee.free_blows")
def test_a_fleer_put_out_by_one_blow_is_struck_no_more():
    scene = ada_flees(("orc_2", "orcs", (6, 4), {"i": 40}), dice=[7, 5, 90], ada={"w": 1})
    scene.play("orc: pass", "orc_2: pass", "ada: flee 0,5")
    assert [event.who for event in scene.events if event.kind == "free_blow"] == ["orc"]
    assert scene.unit("ada").dead == 1


@clause("wfrp1.flee.free_blows")
def test_a_free_blow_costs_no_slot_and_no_debt():
    scene = ada_flees(("bert", "men", (7, 5), {"i": 10}), dice=[98, 98], orc={"a": 2, "i": 50})
    scene.play("orc: pass", "ada: flee 0,5")
    assert (scene.decider, scene.prompt) == ("orc", "extra_blow"), "its slot at 25"
    scene.play("orc: strike bert normal")
    assert scene.unit("orc").attack_debt == 0


# --- the victor


@clause("wfrp1.flee.victor_stays")
def test_the_victor_may_strike_others_but_not_move():
    bert = ("bert", "men", (7, 5), {"facing": "west", "i": 10})
    goblin = ("goblin", "orcs", (6, 4), {"facing": "west", "i": 40})
    scene = ada_flees(bert, goblin, dice=[98, 98, 98, 98], orc={"a": 2})
    # the goblin at (6, 4) touches ada at (5, 5) and bert at (7, 5)
    assert scene.decider == "orc"
    assert {choice.split()[1] for choice in scene.choices("strike")} == {"bert"}
    scene.play("orc: strike bert normal", "goblin: pass", "ada: flee 0,5", "orc: strike bert normal")
    assert scene.unit("orc").at == (6, 5)


@clause("wfrp1.flee.victor_stays")
def test_a_victor_with_no_other_enemy_may_only_turn_or_pass():
    far = ("bert", "men", (9, 5), {"i": 10})
    scene = ada_flees(far, dice=[98], orc={"m": 4, "a": 1})
    assert deeds(scene) <= {"face", "pass", "wait"}
    assert "face" in verbs(scene)
    scene.play("orc: wait", "ada: flee 0,5")
    assert scene.decider == "orc"
    assert deeds(scene) <= {"face", "pass", "wait"}, "no charge at bert, 4 yards away"


@clause("wfrp1.flee.victor_stays")
def test_the_victor_moves_again_in_the_next_round():
    scene = ada_flees(dice=[98], orc={"a": 1})
    scene.play("orc: pass", "ada: flee 0,5")
    assert scene.round == 2
    assert scene.unit("orc").hold_ground == 0
    assert "move_standard" in verbs(scene)


@pytest.mark.parametrize(("at", "may"), [((7, 5), True), ((9, 5), False)])
@clause("wfrp1.flee.victor_stays", "wfrp1.c.prone")
def test_the_victor_gets_up_to_fight_another(at, may):
    scene = ada_flees(("bert", "men", at, {"facing": "west", "i": 10}), upto=None)
    scene.unit("orc").prone = 1
    scene.refresh()
    assert ("stand_up" in verbs(scene)) == may
    assert not {"crawl", "move_cautious", "load", "pick_up"} & verbs(scene)
    if may:
        scene.play("orc: stand_up")
        assert scene.unit("orc").prone == 0
