"""Gunpowder: misfires and what comes of each, damp, several barrels, and loading in haste."""

from __future__ import annotations

import pytest
from fixtures import clause, table
from wfrp1.shooting import ONE_DIE, labels, shooting, shot, turn, until, verbs

from tactica.envs.rulesets.wfrp1.vocab import Flaw, Misfire

GUNNER = {"specialist": ["firearms"], "loaded": 1, "bs": 45, "dex": 33}
HASTE = {"firearm.reload_stress.opt_reload_stress": 1}


def gun(weapon="pistol", cells=4, dice=None, *, archer=None, **more):
    """A loaded gun in trained hands; at 4 cells an orc."""
    return shooting(weapon, cells, dice, archer={**GUNNER, **(archer or {})}, **more)


#: Every misfire welds the barrel, which shows.
WELDS = {**ONE_DIE, **{f"firearm.misfire.{row}_max": 0 for row in ("partial", "no_ignition", "must_reload", "hang_fire",
                                                                   "flash")}, "firearm.misfire.burn_round_max": 100}  # fmt: skip

# --- the double


@pytest.mark.parametrize("weapon", ["pistol", "arquebus", "jezail"])
@clause("wfrp1.firearm.misfire")
def test_one_shot_in_ten_misfires_whoever_shoots_it(weapon):
    odds = gun(weapon, rules=WELDS).odds("fire orc normal", want="archer.gun_flaw", until="procedure")
    assert round(odds[Flaw.WELDED], 6) == 0.1


@clause("wfrp1.firearm.misfire")
def test_what_comes_of_it_by_the_chart():
    """BS 100 at 4 yards, where half the range is short too: whoever hits hurts, and half the strength hurts less."""

    def outcome(t):
        archer = t.unit("archer")
        if archer.main_hand == 0:
            return Misfire.EXPLOSION
        if archer.hang_target >= 0:
            return Misfire.HANG_FIRE
        if archer.gun_flaw == Flaw.WELDED:
            return Misfire.BURN_ROUND
        if archer.gun_flaw == Flaw.FLASHED:
            return Misfire.FLASH
        if archer.loaded:
            return Misfire.NO_IGNITION
        return {40: Misfire.MUST_RELOAD, 39: Misfire.PARTIAL_BURN}.get(t.unit("orc").wounds)

    scene = gun(cells=2, archer={"bs": 100}, orc={"t": 2, "w": 40}, rules=ONE_DIE)
    odds = scene.odds("fire orc normal", want=outcome, until="procedure")
    expected = {Misfire.PARTIAL_BURN: 0.02 / 6, Misfire.NO_IGNITION: 0.03, Misfire.MUST_RELOAD: 0.02,
                Misfire.HANG_FIRE: 0.01, Misfire.FLASH: 0.01, Misfire.BURN_ROUND: 0.009, Misfire.EXPLOSION: 0.001,
                None: 0.9 + 0.02 * 5 / 6}  # fmt: skip
    assert {result: round(p, 9) for result, p in odds.items()} == {r: round(p, 9) for r, p in expected.items()}


@clause("wfrp1.firearm.misfire", "wfrp1.missile.to_hit")
def test_bs_45_hits_cleanly_with_41_and_misses_cleanly_with_49():
    def outcome(t):
        return (
            "misfire" if t.unit("archer").gun_flaw == Flaw.WELDED else "miss" if t.unit("orc").wounds == 40 else "hit"
        )

    odds = gun(orc={"t": 0, "w": 40}, rules=WELDS).odds("fire orc normal", want=outcome, until="procedure")
    assert {result: round(p, 6) for result, p in odds.items()} == {"hit": 0.41, "miss": 0.49, "misfire": 0.1}


@clause("wfrp1.firearm.misfire")
def test_doubles_mean_nothing_to_bows():
    assert gun("short bow", dice=[99], archer={"loaded": 1}).play("fire orc normal")[0].kind == "shot_missed"


@clause("wfrp1.firearm.misfire", "wfrp1.missile.into_melee")
def test_a_double_that_would_have_struck_another_misfires_first():
    """BS 45 into a fight of two: 46 to 50 strikes the other, but 99 and 11 misfire."""
    friend = {"name": "friend", "side": "men", "at": [5, 1], "i": 20}
    scene = gun(dice=[66, 60], others=(friend,), archer={"bs": 63})
    assert [event.kind for event in scene.play("fire orc normal")][:2] == ["double_rolled", "misfired"]


# --- partial burn


@clause("wfrp1.firearm.misfire")
def test_a_partial_burn_of_a_pistol_at_10_yards_is_a_shot_at_long_range():
    scene = gun(cells=5, dice=[11, 20, 3], orc={"t": 1})
    scene.play("fire orc normal")
    assert shot(scene.events).total == 45 - 10
    assert shot(scene.events).face == 11
    assert labels(scene.last("wounded")) == {"dice": 3, "ES": 2, "T": -1}


@clause("wfrp1.firearm.misfire")
def test_the_same_roll_may_miss_at_half_the_range():
    scene = gun(cells=5, dice=[44, 1])
    scene.play("fire orc normal")
    assert (shot(scene.events).kind, shot(scene.events).total) == ("shot_missed", 35)
    assert scene.unit("archer").loaded == 0


@pytest.mark.parametrize(("weapon", "cells", "band"), [
    ("pistol", 3, "short"), ("pistol", 4, "long"), ("pistol", 6, "long"), ("pistol", 7, "extreme"),
    ("pistol", 12, "extreme"), ("jezail", 9, "short"), ("jezail", 10, "long"), ("arquebus", 1, "point_blank"),
])  # fmt: skip
@clause("wfrp1.firearm.misfire")
def test_half_of_each_range(weapon, cells, band):
    """Half of 3, 12, 24 and 50 yards is 2, 6, 12 and 25."""
    scene = gun(weapon, cells, [11, 1, 1], archer={"bs": 50})
    scene.play("fire orc normal")
    penalty = {"point_blank": 0, "short": 0, "long": -10, "extreme": -20}[band]
    assert shot(scene.events).total == 50 + penalty


@clause("wfrp1.firearm.misfire")
def test_beyond_half_of_extreme_range_nothing_is_hit():
    scene = turn(gun(cells=13, dice=[11, 1]), "aim orc")
    scene.play("fire orc normal")
    assert shot(scene.events).kind == "shot_missed"


@pytest.mark.parametrize(("weapon", "cells", "es"), [("jezail", 4, 2), ("pistol", 2, 2), ("arquebus", 4, 2),
                                                     ("swivel gun", 1, 3), ("arquebus", 16, 2)])  # fmt: skip
@clause("wfrp1.firearm.misfire")
def test_half_the_effective_strength_fractions_up(weapon, cells, es):
    scene = gun(weapon, cells, [11, 1, 4], orc={"t": 1})
    scene.play("fire orc normal")
    assert labels(scene.last("wounded"))["ES"] == es


@clause("wfrp1.firearm.misfire")
def test_an_aimed_shot_that_burns_partly_still_goes_where_it_was_aimed():
    scene = turn(gun(dice=[11, 1, 4], archer={"bs": 80}, orc={"t": 1}), "aim orc")
    scene.play("fire orc aim_body")
    assert (scene.last("shot_hit").kind, scene.last("shot_hit").amount) == ("shot_hit", 3)


# --- the untrained

RISKY = {"weapon.specialist.opt_untrained_risk": 1}


@pytest.mark.parametrize(("dice", "lost"), [([22, 21, 50], 0), ([22, 21, 51, 1], 1), ([22, 21, 51, 3], 3)])
@clause("wfrp1.weapon.specialist", "wfrp1.c.risk_test")
def test_an_untrained_gunner_may_be_hurt_by_a_misfire(dice, lost):
    scene = gun(dice=dice, archer={"specialist": [], "w": 20}, rules=RISKY)
    scene.play("fire orc normal")
    assert scene.unit("archer").wounds == 20 - lost
    assert not scene.dice_left


@clause("wfrp1.weapon.specialist", "wfrp1.c.risk_test")
def test_odds_of_an_untrained_gunner():
    """A tenth of the shots misfire, whoever shoots; half of these cost D3 Wounds."""
    odds = gun(archer={"specialist": [], "w": 20}, rules={**WELDS, **RISKY}).odds(
        "fire orc normal", want="archer.wounds", until="procedure"
    )
    assert {wounds: round(p, 9) for wounds, p in odds.items()} == {
        20: 0.95, **{20 - lost: round(0.05 / 3, 9) for lost in (1, 2, 3)}
    }  # fmt: skip


@clause("wfrp1.weapon.specialist", "wfrp1.firearm.misfire")
def test_the_risk_comes_before_the_gun_bursts():
    """51 fails, 3 Wounds; then 15, the head, for 1 + ES 3 - T 3."""
    scene = gun(dice=[22, 100, 51, 3, 15, 1], archer={"specialist": [], "w": 20, "t": 3}, rules=RISKY)
    scene.play("fire orc normal")
    lines = [event.kind for event in scene.events]
    assert lines.index("risk_failed") < lines.index("gun_burst")
    assert scene.unit("archer").wounds == 20 - 3 - scene.last("wounded").amount


@clause("wfrp1.weapon.specialist")
def test_a_trained_gunner_runs_no_risk():
    scene = gun(dice=[22, 21], rules=RISKY)
    scene.play("fire orc normal")
    assert not scene.dice_left


# --- no ignition, reloading, flash


@pytest.mark.parametrize("face", [21, 50])
@clause("wfrp1.firearm.misfire")
def test_no_ignition_and_it_may_be_fired_again_in_the_next_round(face):
    scene = gun(dice=[22, face])
    turn(scene, "fire orc normal")
    archer = scene.unit("archer")
    assert (archer.loaded, archer.ammunition, archer.gun_flaw) == (1, 10, Flaw.NONE)
    assert "fire" in verbs(scene)


@pytest.mark.parametrize("face", [51, 70])
@clause("wfrp1.firearm.misfire")
def test_no_ignition_and_it_must_be_loaded_again(face):
    scene = gun(dice=[22, face])
    turn(scene, "fire orc normal")
    archer = scene.unit("archer")
    assert (archer.loaded, archer.load_progress, archer.ammunition) == (0, 0, 9)
    assert "fire" not in verbs(scene)
    turn(turn(scene, "load"), "load")
    assert "fire" in verbs(scene)


@pytest.mark.parametrize("face", [81, 90])
@clause("wfrp1.firearm.misfire", "wfrp1.missile.modifiers")
def test_a_flash_in_the_pan_takes_a_round_to_prime_and_makes_nervous(face):
    scene = gun(dice=[22, face, 97, 97])
    turn(scene, "fire orc normal")
    assert (scene.unit("archer").ammunition, scene.unit("archer").loaded) == (10, 0)
    assert "fire" not in verbs(scene)
    turn(scene, "load")
    turn(scene, "fire orc normal")
    fired = [event for event in scene.events if event.kind == "shot_missed"]
    assert dict(fired[0].terms)["flash in the pan"] == -10
    assert fired[0].total == 35
    turn(turn(scene, "load"), "load")
    scene.play("fire orc normal")
    assert scene.last("shot_missed").total == 45


@clause("wfrp1.firearm.misfire")
def test_rounds_of_priming_as_a_house_rule():
    two = gun(dice=[22, 81], rules={"firearm.misfire.flash_reprime_rounds": 2})
    turn(turn(two, "fire orc normal"), "load")
    assert "fire" not in verbs(two)
    none = gun(dice=[22, 81], rules={"firearm.misfire.flash_reprime_rounds": 0})
    assert "fire" in verbs(turn(none, "fire orc normal"))


# --- hanging fire


@pytest.mark.parametrize("face", [71, 80])
@clause("wfrp1.firearm.misfire")
def test_a_hanging_fire_goes_off_at_the_start_of_the_next_turn(face):
    """34 at BS 45 hits; 34 reads 43, the left arm: 4 + ES 3 - T 3."""
    scene = gun(dice=[22, face, 34, 4])
    turn(scene, "fire orc normal")
    assert (scene.unit("archer").hang_target, scene.unit("archer").loaded) == (-1, 0)
    assert scene.unit("orc").wounds == 7 - 4
    assert "fire" not in verbs(scene)
    assert {"load", "move_standard"} <= verbs(scene), "the rest of its turn is its own"


@clause("wfrp1.firearm.misfire")
def test_a_hanging_fire_does_not_misfire_again():
    scene = gun(dice=[22, 71, 99])
    turn(scene, "fire orc normal")
    assert [event.kind for event in scene.events if event.kind == "shot_missed"] == ["shot_missed"]


@clause("wfrp1.firearm.misfire")
def test_a_hanging_fire_without_a_target_goes_off_at_nothing():
    other = {"name": "other", "side": "orcs", "at": [0, 0], "i": 10}
    scene = gun(dice=[22, 71], others=(other,))
    scene.play("fire orc normal")
    scene.strict = False  # the orc is asked what it does, and dead
    scene.unit("orc").dead = 1
    scene.unit("orc").wounds = 0
    until(scene)
    assert scene.last("went_off_at_nothing").who == "archer"
    assert (scene.unit("archer").loaded, scene.unit("archer").ammunition) == (0, 9)


@clause("wfrp1.firearm.misfire")
def test_another_barrel_may_not_be_fired_in_the_turn_in_which_one_went_off():
    scene = gun("duck-foot", 3, [22, 71, 97, 96, 95, 94], archer={"loaded": 4})
    turn(scene, "fire orc normal")
    assert scene.unit("archer").loaded == 0
    scene = gun("duck-foot", 3, [22, 71, 22, 21, 97, 96, 94], archer={"loaded": 4})
    turn(scene, "fire orc normal")
    assert scene.unit("archer").loaded == 1
    assert "fire" not in verbs(scene)
    turn(scene, "pass")
    assert "fire" in verbs(scene)


# --- burn-round and explosion


@pytest.mark.parametrize("face", [91, 99])
@clause("wfrp1.firearm.misfire")
def test_a_burn_round_welds_the_barrel(face):
    scene = gun(dice=[22, face, 51])
    turn(scene, "fire orc normal")
    assert scene.unit("archer").gun_flaw == Flaw.WELDED
    assert "fire_broken" in verbs(scene)
    assert not {"fire", "load", "aim", "fire_group"} & verbs(scene)
    silent = scene.play("fire_broken")[0]
    assert (silent.kind, silent.face) == ("broken_gun_silent", 51)
    assert scene.unit("archer").main_hand != 0


@clause("wfrp1.firearm.misfire", "wfrp1.parry.cost")
def test_a_turn_without_a_blow_has_no_shot_with_a_welded_barrel_either():
    scene = gun(dice=[22, 91])
    turn(scene, "fire orc normal")
    scene.unit("archer").blow_lost = 1
    scene.refresh()
    assert "fire_broken" not in verbs(scene)


@clause("wfrp1.firearm.misfire", "wfrp1.damage.additional")
def test_using_it_again_bursts_it_half_the_time_with_more_dice_by_bs():
    """50 bursts; 15 is the head: 6, confirmed by 45, and 2, with ES 3 on T 3."""
    scene = gun(dice=[22, 91, 50, 15, 6, 45, 2], archer={"w": 20})
    turn(scene, "fire orc normal")
    scene.play("fire_broken")
    archer = scene.unit("archer")
    assert (scene.last("gun_burst").amount, archer.wounds, archer.main_hand, archer.gun_flaw) == (0, 12, 0, Flaw.NONE)
    assert (scene.last("broken_gun_fired").face, scene.last("gun_burst").face) == (50, 15)


@clause("wfrp1.firearm.misfire")
def test_chance_of_a_burst():
    scene = turn(gun(dice=[22, 91]), "fire orc normal")
    odds = scene.odds("fire_broken", want=lambda t: t.unit("archer").main_hand == 0, until="procedure")
    assert round(odds[True], 6) == 0.5


@pytest.mark.parametrize(("weapon", "cells", "es"), [("pistol", 4, 3), ("arquebus", 20, 4), ("swivel gun", 4, 6)])
@clause("wfrp1.firearm.misfire")
def test_an_explosion_hits_its_user_as_at_point_blank(weapon, cells, es):
    """60 is the body, where a mail shirt stops a point."""
    scene = gun(weapon, cells, [22, 100, 60, 5], archer={"armour": ["mail shirt"], "w": 20})
    scene.play("fire orc normal")
    assert labels(scene.last("wounded")) == {"dice": 5, "ES": es, "T": -3, "armour": -1}
    archer = scene.unit("archer")
    assert (archer.wounds, archer.main_hand, archer.loaded, archer.ammunition) == (20 - 5 - es + 4, 0, 0, 0)


# --- several barrels


@clause("wfrp1.c.multi_barrel", "wfrp1.missile.firearms_chart")
def test_seven_barrels_misfire_once_at_least_in_52_of_100_volleys():
    scene = gun("volley gun", 4, archer={"loaded": 7, "bs": 40}, orc={"t": 10, "w": 40}, rules=WELDS)
    odds = scene.odds("fire orc normal", want="archer.gun_flaw", until="procedure")
    assert round(odds[Flaw.WELDED], 6) == 0.521703


@clause("wfrp1.c.multi_barrel")
def test_all_barrels_of_a_volley_gun_point_at_the_target():
    other = {"name": "other", "side": "orcs", "at": [5, 1]}
    dice = [98, 97, 96, 95, 94, 93, 92]
    scene = gun("volley gun", 4, dice, archer={"loaded": 7, "bs": 30}, others=(other,))
    scene.play("fire orc normal")
    assert [event.target for event in scene.events if event.kind == "shot_missed"] == ["orc"] * 7


@clause("wfrp1.c.multi_barrel")
def test_four_barrels_of_a_duck_foot_spread_over_the_group():
    """The second of three others, then the first of the two left, then the last one, for whom no die is needed."""
    three = tuple({"name": f"goblin_{i}", "side": "orcs", "at": [5, i]} for i in range(3))
    scene = gun("duck-foot", 4, [98, 2, 97, 1, 96, 95], archer={"loaded": 4, "bs": 20}, others=three)
    scene.play("fire orc normal")
    missed = [event.target for event in scene.events if event.kind == "shot_missed"]
    assert missed == ["orc", "goblin_1", "goblin_0", "goblin_2"]
    drawn = [(event.target, event.face) for event in scene.events if event.kind == "barrel_points"]
    assert drawn == [("goblin_1", 2), ("goblin_0", 1)]


@clause("wfrp1.c.multi_barrel")
def test_barrels_without_another_member_point_at_the_target_again():
    goblin = {"name": "goblin", "side": "orcs", "at": [5, 1]}
    scene = gun("duck-foot", 4, [98, 97, 96, 95], archer={"loaded": 4, "bs": 20}, others=(goblin,))
    scene.play("fire orc normal")
    missed = [event.target for event in scene.events if event.kind == "shot_missed"]
    assert missed == ["orc", "goblin", "orc", "orc"]
    assert scene.unit("archer").ammunition == 10 - 4


@clause("wfrp1.c.multi_barrel")
def test_who_stands_apart_is_not_spread_over():
    """Three cells apart leave a gap of four yards."""
    goblin = {"name": "goblin", "side": "orcs", "at": [7, 1]}
    scene = gun("duck-foot", 4, [98, 97, 96, 95], archer={"loaded": 4, "bs": 20}, others=(goblin,))
    scene.play("fire orc normal")
    assert {event.target for event in scene.events if event.kind == "shot_missed"} == {"orc"}


@pytest.mark.parametrize("last", [[91], [100, 60, 1]])
@clause("wfrp1.c.multi_barrel", "wfrp1.firearm.misfire")
def test_what_destroys_the_gun_ends_the_volley(last):
    scene = gun("volley gun", 4, [98, 22, *last], archer={"loaded": 7, "bs": 30})
    scene.play("fire orc normal")
    assert sum(event.kind == "shot_missed" for event in scene.events) == 1


@clause("wfrp1.c.multi_barrel")
def test_a_barrel_that_did_not_ignite_is_not_fired_twice_in_a_volley():
    scene = gun("duck-foot", 4, [22, 30, 98, 97, 96], archer={"loaded": 4, "bs": 30})
    scene.play("fire orc normal")
    assert (scene.unit("archer").loaded, scene.unit("archer").ammunition) == (1, 7)


@pytest.mark.parametrize(("weapon", "barrels"), [("duck-foot", 4), ("volley gun", 7)])
@clause("wfrp1.c.multi_barrel", "wfrp1.missile.phases")
def test_two_rounds_of_loading_a_barrel(weapon, barrels):
    scene = gun(weapon, 4, archer={"loaded": 0})
    rounds = 0
    while "load" in verbs(scene):
        turn(scene, "load")
        rounds += 1
        assert scene.unit("archer").loaded == rounds // 2
    assert rounds == 2 * barrels


@clause("wfrp1.c.multi_barrel")
def test_only_the_barrels_that_are_loaded_are_fired():
    scene = gun("duck-foot", 4, [98, 97], archer={"loaded": 2, "bs": 30})
    scene.play("fire orc normal")
    assert scene.unit("archer").loaded == 0


# --- damp


@pytest.mark.parametrize(("place", "rules", "fires"), [
    ([], {}, False), ([[0, 1]], {}, True), ([], {"firearm.damp.opt_damp": 0}, True),
    ([], {"firearm.damp.damp_rain": 0}, True), ([], {"firearm.damp.damp_blocks_fire": 0}, True),
])  # fmt: skip
@clause("wfrp1.firearm.damp")
def test_a_pistol_in_the_rain_and_under_a_roof(place, rules, fires):
    board = {"size": [5, 3], "cells": [{"flag": "indoor", "at": place}] if place else []}
    scene = gun(board=board, rules=rules, battle={"rain": True})
    assert ("fire" in verbs(scene)) == fires


@clause("wfrp1.firearm.damp")
def test_a_bow_shoots_in_the_rain():
    assert "fire" in verbs(gun("short bow", battle={"rain": True}))


@pytest.mark.parametrize(("rules", "fires"), [({}, False), ({"firearm.damp.opt_damp": 0}, True)])
@clause("wfrp1.firearm.damp")
def test_powder_that_was_in_the_river_does_not_burn_again(rules, fires):
    board = {"size": [7, 3], "cells": [{"flag": "water", "at": [[0, 0]]}]}
    scene = gun(cells=6, board=board, rules=rules)
    turn(scene, "move_standard 0,0")
    assert scene.unit("archer").powder_wet == 1
    assert any(event.kind == "powder_wet" for event in scene.events) == (not fires)
    turn(scene, "move_standard 0,1")
    assert ("fire" in verbs(scene)) == fires


# --- loading in haste


def loading(dice=None, cells=4, rules=None, **more):
    """A pistol one round of loading short."""
    scene = gun(cells=cells, dice=dice, rules={**HASTE, **(rules or {})}, **{"archer": {"loaded": 0}, **more})
    scene.unit("archer").load_progress = 1
    scene.refresh()
    return scene


@clause("wfrp1.firearm.reload_stress")
def test_mishaps_of_a_gunner_with_dex_33():
    odds = loading().odds("load", want="archer.gun_flaw", until="procedure")
    expected = {Flaw.NONE: 0.33, Flaw.SLOW: 0.1, Flaw.ONE_MORE_ROUND: 0.1, Flaw.MISFIRE: 0.1, Flaw.NO_POWDER: 0.1,
                Flaw.NO_BALL: 0.1, Flaw.RAMROD: 0.17}  # fmt: skip
    assert {flaw: round(p, 6) for flaw, p in odds.items()} == expected


@clause("wfrp1.firearm.reload_stress")
def test_dex_100_has_no_mishap():
    odds = loading(archer={"loaded": 0, "dex": 100}).odds("load", want="archer.gun_flaw", until="procedure")
    assert odds[Flaw.NONE] == 1.0


@clause("wfrp1.firearm.reload_stress")
def test_width_of_the_bands_as_a_house_rule():
    rules = {"firearm.reload_stress.band": 20}
    odds = loading(rules=rules).odds("load", want="archer.gun_flaw", until="procedure")
    assert round(odds[Flaw.SLOW], 6) == 0.2


@pytest.mark.parametrize(("cells", "orc", "tested"), [(4, {}, True), (5, {}, False),
                                                      (4, {"unconscious_rounds": 9}, False)])  # fmt: skip
@clause("wfrp1.firearm.reload_stress")
def test_stress_is_an_able_enemy_within_8_yards(cells, orc, tested):
    second = {"name": "second", "side": "orcs", "at": [11, 1]}
    scene = loading([20] if tested else [], cells, others=(second,))
    for field, value in orc.items():
        setattr(scene.unit("orc"), field, value)
    scene.refresh()
    scene.play("load")
    assert scene.unit("archer").loaded == 1


@clause("wfrp1.firearm.reload_stress")
def test_having_been_shot_at_since_the_last_turn_is_stress_too():
    """The orc, quicker and 20 yards away, shoots and misses; a round later nobody has shot."""
    bow = {"main_hand": "short bow", "i": 60, "bs": 20, "ammo": 1}
    scene = loading([98, 40], 10, orc=bow, upto=None)
    until(scene, "orc")
    scene.play("fire archer normal")
    assert scene.unit("archer").under_fire == 1
    until(scene)
    scene.play("load")
    assert (scene.unit("archer").gun_flaw, scene.unit("archer").under_fire) == (Flaw.SLOW, 0)


@clause("wfrp1.firearm.reload_stress")
def test_without_the_harsh_rule_nobody_is_tested():
    scene = loading([], rules={"firearm.reload_stress.opt_reload_stress": 0})
    scene.play("load")
    assert scene.unit("archer").loaded == 1


@clause("wfrp1.firearm.reload_stress", "wfrp1.initiative.effective")
def test_a_slow_gun_costs_10_initiative_in_the_round_it_is_fired():
    scene = loading([34, 97])
    turn(scene, "load")
    assert scene.unit("archer").effective_initiative == 40
    turn(scene, "fire orc normal")
    assert scene.unit("archer").effective_initiative == 50


@clause("wfrp1.firearm.reload_stress")
def test_one_more_round_of_loading_is_not_tested_again():
    scene = loading([53])
    turn(scene, "load")
    assert scene.last("loaded_badly").face == 53
    assert (scene.unit("archer").loaded, scene.unit("archer").gun_flaw) == (0, Flaw.ONE_MORE_ROUND)
    turn(scene, "load")
    assert (scene.unit("archer").loaded, scene.unit("archer").gun_flaw) == (1, Flaw.NONE)


@pytest.mark.parametrize(("face", "flaw"), [(64, Flaw.NO_POWDER), (73, Flaw.NO_POWDER), (74, Flaw.NO_BALL),
                                            (83, Flaw.NO_BALL)])  # fmt: skip
@clause("wfrp1.firearm.reload_stress")
def test_what_was_forgotten_shows_when_the_gun_is_fired(face, flaw):
    scene = loading([face])
    turn(scene, "load")
    assert scene.last("loaded").face == 0
    assert not any(event.kind == "loaded_badly" for event in scene.events)
    happened = scene.play("fire orc normal")[0]
    assert (happened.kind, happened.amount) == ("shot_came_to_nothing", flaw)
    archer = scene.unit("archer")
    assert (archer.loaded, archer.ammunition, archer.gun_flaw) == (0, 9, Flaw.NONE)


@clause("wfrp1.firearm.reload_stress", "wfrp1.firearm.misfire")
def test_an_automatic_misfire_goes_to_the_chart():
    scene = turn(loading([54, 51]), "load")
    assert scene.play("fire orc normal")[0].kind == "misfired"
    assert scene.unit("archer").loaded == 0


@clause("wfrp1.firearm.reload_stress", "wfrp1.firearm.misfire")
def test_an_automatic_misfire_that_burns_partly_is_rolled_to_hit_at_half_the_range():
    scene = turn(loading([63, 20, 35, 6, 99], orc={"t": 1}), "load")
    scene.play("fire orc normal")
    assert shot(scene.events).total == 35
    assert labels(scene.last("wounded"))["ES"] == 2


@clause("wfrp1.firearm.reload_stress", "wfrp1.firearm.misfire")
def test_an_automatic_misfire_that_did_not_ignite_is_over():
    scene = turn(loading([54, 30, 98]), "load")
    turn(scene, "fire orc normal")
    scene.play("fire orc normal")
    assert scene.last("shot_missed").total == 45


@clause("wfrp1.firearm.reload_stress")
def test_a_ramrod_does_three_times_the_damage_and_has_to_be_found():
    """3 + ES 3 - T 3, three times; then a round to find it and two to load."""
    scene = turn(loading([84, 34, 3, 20], orc={"w": 20}), "load")
    assert scene.unit("archer").gun_flaw == Flaw.RAMROD
    turn(scene, "fire orc normal")
    assert scene.unit("orc").wounds == 20 - 9
    assert scene.unit("archer").gun_flaw == Flaw.RAMROD_GONE
    for left in (2, 1, 0):
        turn(scene, "load")
        assert (scene.unit("archer").loaded == 1) == (left == 0)
    assert scene.unit("archer").gun_flaw == Flaw.NONE


@clause("wfrp1.firearm.reload_stress")
def test_finding_the_ramrod_takes_as_long_as_the_rule_says():
    rules = {"firearm.reload_stress.ramrod_recover_rounds": 0, "firearm.reload_stress.ramrod_damage_factor": 2}
    scene = turn(loading([84, 34, 3, 20], orc={"w": 20}, rules=rules), "load")
    turn(scene, "fire orc normal")
    assert scene.unit("orc").wounds == 20 - 6
    turn(turn(scene, "load"), "load")
    assert scene.unit("archer").loaded == 1


@clause("wfrp1.firearm.misfire", "wfrp1.c.multi_barrel")
def test_a_flash_in_one_barrel_troubles_the_shot_primed_again_and_none_before():
    """The first of two barrels flashes, the second is fired as ever; then one round primes the first, and it is fired."""
    scene = gun("duck-foot", 3, [66, 85, 97, 98], archer={"loaded": 2})
    fired = scene.play("fire orc normal")
    assert shot(fired).terms == [("BS", 45)]
    until(scene)
    turn(scene, "load")
    assert scene.unit("archer").loaded == 1
    fired = scene.play("fire orc normal")
    assert shot(fired).terms == [("BS", 45), ("flash in the pan", -10)]


@clause("wfrp1.firearm.misfire", "wfrp1.turn.delay")
def test_whose_gun_has_gone_off_late_does_not_wait_for_another_shot():
    """44 and 75: it hangs fire, and goes off in the turn of the next round; that is the missile attack of this round."""
    scene = table(
        {"name": "ada", "side": "men", "at": [2, 5], "facing": "east", "i": 60, "bs": 40, "main_hand": "pistol", "loaded": 1,
         "ammunition": 5, "specialist": ["firearms", "bomb"], "bombs": 2},
        {"name": "orc", "side": "orcs", "at": [6, 5], "facing": "east", "i": 20, "w": 20},
        size=(12, 12), dice=[44, 75, 98],
    )  # fmt: skip
    scene.play("ada: fire orc normal", "orc: pass")
    while scene.prompt != "turn":
        scene.play("act")
    assert (scene.round, scene.decider) == (2, "ada")
    assert not {"fire", "throw_bomb", "wait"} & verbs(scene)
