"""Nets, lassos, bolas and whips, and getting free of them."""

from __future__ import annotations

import pytest
from fixtures import clause, duel
from wfrp1.shooting import labels, shooting, turn, until, verbs

NET = {"main_hand": "net", "specialist": ["net"]}
WHIP = {"main_hand": "whip", "specialist": ["flail"]}
LASSO = {"specialist": ["lasso"], "loaded": 1}
BODY, HEAD, LEFT_ARM = 3, 0, 2


def caught(scene, who="man", how=1, location=BODY):
    """Somebody is entangled."""
    scene.unit(who).entangled, scene.unit(who).entangled_location = how, location
    scene.refresh()
    return scene


# --- being caught


@clause("wfrp1.c.entangle")
def test_a_net_entangles_and_does_no_damage_and_nobody_is_asked_to_parry():
    """20 reads 02, the head; in a net it is the body and both arms all the same."""
    scene = duel([20], man={**NET, "ws": 40})
    scene.play("strike orc normal")
    assert (scene.unit("orc").entangled, scene.unit("orc").wounds) == (2, 7)
    assert not any(event.kind.startswith("parr") for event in scene.events)
    assert scene.last("entangled").target == "orc"


@clause("wfrp1.c.entangle")
def test_a_net_that_misses_catches_nobody():
    scene = duel([98], man={**NET, "ws": 40})
    scene.play("strike orc normal")
    assert scene.unit("orc").entangled == 0


@pytest.mark.parametrize(("mode", "entangled"), [("normal", 0), ("aim_left_arm", 1), ("aim_head", 1)])
@clause("wfrp1.c.entangle")
def test_a_whip_entangles_where_it_was_aimed(mode, entangled):
    scene = duel([20, 5], man={**WHIP, "ws": 80}, orc={"w": 20, "off_hand": "none", "main_hand": "none"})
    scene.play(f"strike orc {mode}")
    assert scene.unit("orc").entangled == entangled
    assert scene.unit("orc").wounds < 20, "and hurts as well"
    if entangled:
        assert scene.unit("orc").entangled_location == {"aim_left_arm": LEFT_ARM, "aim_head": HEAD}[mode]


@clause("wfrp1.c.entangle", "wfrp1.parry.attempt")
def test_a_whip_may_be_parried_but_entangles_all_the_same():
    scene = duel([20, 10, 6, 1], man={**WHIP, "ws": 80}, orc={"w": 20})
    scene.play("strike orc aim_body", "parry_main")
    assert (scene.unit("orc").wounds, scene.unit("orc").entangled) == (20, 1)


@clause("wfrp1.c.entangle", "wfrp1.missile.chart")
def test_a_lasso_entangles_and_does_no_damage():
    """27 reads 72, the body."""
    scene = shooting("lasso", 4, [27], archer={**LASSO, "bs": 40})
    scene.play("fire orc normal")
    assert (scene.unit("orc").entangled, scene.unit("orc").entangled_location, scene.unit("orc").wounds) == (1, BODY, 7)


@clause("wfrp1.c.entangle", "wfrp1.missile.sharpshooting")
def test_a_lasso_aimed_at_the_head_catches_the_head():
    scene = turn(shooting("lasso", 4, [30], archer={**LASSO, "bs": 80}), "aim orc")
    scene.play("fire orc aim_head")
    assert (scene.unit("orc").entangled, scene.unit("orc").entangled_location) == (1, HEAD)


@clause("wfrp1.c.entangle", "wfrp1.missile.phases")
def test_a_lasso_takes_two_rounds_to_recoil():
    scene = shooting("lasso", 4, [98], archer=LASSO)
    turn(scene, "fire orc normal")
    for _ in range(2):
        assert "fire" not in verbs(scene)
        turn(scene, "load")
    assert "fire" in verbs(scene)


@clause("wfrp1.c.entangle")
def test_bolas_entangle_and_do_damage_by_es_1():
    scene = shooting("bolas", 4, [27, 5], archer={"specialist": ["lasso"], "bs": 40})
    scene.play("fire orc normal")
    assert labels(scene.last("wounded")) == {"dice": 5, "ES": 1, "T": -3}
    assert (scene.unit("orc").entangled, scene.unit("orc").wounds) == (1, 7 - 3)


@clause("wfrp1.c.entangle", "wfrp1.missile.into_melee")
def test_bolas_that_stray_catch_another():
    man = {"name": "man", "side": "men", "at": [5, 1], "w": 20, "i": 20}
    scene = shooting("bolas", 4, [42, 1], archer={"specialist": ["lasso"], "bs": 40}, others=(man,))
    scene.play("fire orc normal")
    assert (scene.unit("orc").entangled, scene.unit("man").entangled) == (0, 1)


@clause("wfrp1.c.entangle")
def test_who_is_caught_again_is_held_where_it_was_caught_last():
    scene = caught(duel([20, 5], man={**WHIP, "ws": 80}, orc={"w": 20, "main_hand": "none"}), "orc", 1, LEFT_ARM)
    scene.play("strike orc aim_body")
    assert scene.unit("orc").entangled_location == BODY
    scene = caught(duel([20, 5], man={**WHIP, "ws": 90}, orc={"w": 20, "main_hand": "none"}), "orc", 2, BODY)
    scene.play("strike orc aim_head")
    assert (scene.unit("orc").entangled, scene.unit("orc").entangled_location) == (2, BODY)


# --- what the entangled cannot do


@clause("wfrp1.c.entangle", "wfrp1.action.move")
def test_the_entangled_neither_move_nor_charge():
    scene = duel(distance=3)
    assert {"move_standard", "charge"} <= verbs(scene)
    assert not {"move_cautious", "move_standard", "move_run", "move_evade", "charge"} & verbs(caught(scene))


@clause("wfrp1.c.entangle", "wfrp1.flee.declare")
def test_the_entangled_do_not_declare_flight():
    scene = duel(upto="declare")
    while scene.decider != "man":
        scene.play("act")
    assert scene.offers("declare_flee")
    assert not caught(scene).offers("declare_flee")


@clause("wfrp1.c.entangle", "wfrp1.flee.movement")
def test_who_is_caught_after_declaring_flight_goes_nowhere():
    scene = duel([98], upto="declare")
    while scene.decider != "man":
        scene.play("act")
    scene.play("declare_flee")
    caught(scene)
    until(scene, "orc")
    assert scene.unit("man").at == (4, 5)


@clause("wfrp1.c.entangle", "wfrp1.parry.attempt")
def test_the_entangled_do_not_parry():
    scene = caught(duel([20, 4], ws=40), "orc")
    scene.play("strike orc normal")
    assert scene.unit("orc").wounds == 7 - 4


@pytest.mark.parametrize(("rules", "penalty"), [({}, -20), ({"c.entangle.entangled_to_hit": -35}, -35)])
@clause("wfrp1.c.entangle")
def test_the_entangled_are_worse_at_hitting(rules, penalty):
    scene = caught(duel([98], ws=60, rules=rules))
    scene.play("strike orc normal")
    assert scene.last("blow_missed").total == 60 + penalty
    scene = caught(shooting("short bow", 4, [98], archer={"bs": 60}, rules=rules), "archer")
    scene.play("fire orc normal")
    assert scene.last("shot_missed").total == 60 + penalty


@clause("wfrp1.c.entangle", "wfrp1.c.prone")
def test_the_entangled_do_not_crawl():
    scene = duel(distance=3)
    scene.unit("man").prone = 1
    scene.refresh()
    assert "crawl" in verbs(scene)
    assert "crawl" not in verbs(caught(scene))


@pytest.mark.parametrize(("mode", "free"), [("aim_body", True), ("aim_right_arm", True), ("aim_left_arm", True),
                                            ("aim_head", False), ("aim_legs", False)])  # fmt: skip
@clause("wfrp1.c.entangle", "wfrp1.attack.targeted_blow_waiver")
def test_a_net_holds_the_body_and_both_arms(mode, free):
    scene = caught(duel([98], ws=60), "orc", 2)
    scene.play(f"strike orc {mode}")
    assert ("aimed" not in dict(scene.last("blow_missed").terms)) == free


# --- getting free


@clause("wfrp1.c.entangle", "wfrp1.c.characteristic_test")
def test_strength_3_is_free_within_two_turns_with_51_in_100():
    scene = caught(duel(distance=5))
    quiet = {"turn": ["break_free", "pass"], "declare": "act"}
    odds = scene.odds("break_free", then=quiet, want=lambda t: t.unit("man").entangled, until=lambda t: t.round == 3)
    assert round(odds[0], 6) == 0.51


@pytest.mark.parametrize(("face", "kind", "left"), [(30, "broke_free", 0), (31, "still_caught", 2)])
@clause("wfrp1.c.entangle")
def test_getting_free_takes_the_turn(face, kind, left):
    scene = caught(duel([face], man={"a": 3}), "man", 2)
    events = scene.play("break_free")
    assert events[0].kind == kind
    man = scene.unit("man")
    assert (man.entangled, man.slots_forfeited) == (left, 1)


@clause("wfrp1.c.entangle")
def test_who_is_not_caught_has_nothing_to_get_free_of():
    assert "break_free" not in verbs(duel())
