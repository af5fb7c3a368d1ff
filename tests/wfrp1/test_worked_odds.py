"""Odds worked out by hand from the numbers of the book, with numbers that no other test uses."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from fixtures import clause, duel
from wfrp1.blows import NO_FUMBLES, NO_SIXES
from wfrp1.riders import mounted
from wfrp1.shooting import at_yards, shooting
from wfrp1.test_free_blows import ONE_ROLL, ada_flees
from wfrp1.test_grapples import hold, wrestling
from wfrp1.test_missiles import REPEATER
from wfrp1.test_mounted import SIMPLE, struck

#: One damage die, and nothing follows from a hit but that.
PLAIN = {**NO_SIXES, **NO_FUMBLES, "injury.critical_hit.opt_criticals": 0}
UNPARRIED = {"parry": "no_parry"}


def worked(chances):
    """Chances worked out by hand, to nine decimals."""
    return pytest.approx(dict(chances), abs=1e-9)


@clause("wfrp1.attack.hit_location", "wfrp1.damage.basic")
def test_helmet_and_breastplate():
    """WS 52: of the 52 faces, backwards 01 to 15 is the head and 56 to 80 the body; S 5 against T 4 is the die + 1."""
    lost = Counter()
    for face, die in product(range(1, 101), range(1, 7)):
        backwards = face % 10 * 10 + face // 10 % 10 or 100
        covered = backwards <= 15 or 56 <= backwards <= 80
        lost[60 - (die + 1 - covered if face <= 52 else 0)] += 1 / 600
    scene = duel(man={"ws": 52, "s": 5}, orc={"t": 4, "w": 60, "armour": ["helmet", "breastplate"]}, rules=PLAIN)
    assert dict(scene.odds("strike orc", answers=UNPARRIED, want="orc.wounds")) == worked(lost)


@clause("wfrp1.parry.attempt", "wfrp1.parry.shield")
@pytest.mark.parametrize(("how", "below"), [("parry_main", 28), ("parry_off", 48)])
def test_a_blow_parried_with_sword_or_shield(how, below):
    """WS 61, S 4, T 3 and the shield's armour: the die, less a die of the parry in 27 or 47 of a hundred."""
    left = Counter({60: 0.39})
    parried = (below - 1) / 100
    for die, stopped in product(range(1, 7), range(1, 7)):
        left[60 - die] += 0.61 * (1 - parried) / 36
        left[60 - max(0, die - stopped)] += 0.61 * parried / 36
    scene = duel(man={"ws": 61, "s": 4}, orc={"ws": 28, "t": 3, "w": 60, "off_hand": "shield"}, rules=PLAIN)
    assert dict(scene.odds("strike orc", answers={"parry": how}, want="orc.wounds")) == worked(left)


@clause("wfrp1.damage.additional")
def test_dice_that_go_on_after_a_six():
    """WS 52: a six goes on in 52 of a hundred, each further six without a test."""
    odds = duel(man={"ws": 52}, orc={"w": 60}, rules=NO_FUMBLES).odds(
        "strike orc", answers=UNPARRIED, want="orc.wounds"
    )
    assert odds[54] == pytest.approx(0.52 / 6 * 0.48, abs=1e-9)
    assert odds.at_most(53) == pytest.approx(0.52 / 6 * 0.52, abs=1e-9)
    assert odds.at_most(47) == pytest.approx(0.52 / 6 * 0.52 / 6, abs=1e-9)


@clause("wfrp1.attack.targeted_blow")
@pytest.mark.parametrize(
    ("aim", "number", "armour"),
    [("aim_head", 38, 1), ("aim_body", 48, 0), ("aim_legs", 48, 0), ("aim_right_arm", 38, 0)],
)
def test_aimed_blows_at_somebody_in_a_helmet(aim, number, armour):
    """WS 58 and S 4 against T 3."""
    left = {60: 1 - number / 100, **{60 - (die + 1 - armour): number / 600 for die in range(1, 7)}}
    scene = duel(man={"ws": 58, "s": 4}, orc={"w": 60, "t": 3, "armour": ["helmet"]}, rules=PLAIN)
    assert dict(scene.odds(f"strike orc {aim}", answers=UNPARRIED, want="orc.wounds")) == worked(left)


@clause("wfrp1.attack.fumble")
def test_fumbles_of_somebody_with_ws_37():
    """44, 55, 66, 77, 88, 99 and 00."""
    odds = duel(man={"ws": 37}, orc={"w": 60}).odds("strike orc", answers=UNPARRIED, want="fumbled by man", open="stop")
    assert odds[1] == pytest.approx(0.07, abs=1e-9)


@clause("wfrp1.injury.critical_hit")
def test_a_critical_needs_more_than_the_wounds_left():
    """S 5 against T 4 with 3 Wounds left: 3 to 6 on the die."""
    scene = duel(man={"ws": 74, "s": 5}, orc={"t": 4}, rules={**NO_FUMBLES, **NO_SIXES})
    scene.unit("orc").wounds = 3
    assert scene.odds("strike orc", answers=UNPARRIED, want="critical")[1] == pytest.approx(0.74 * 4 / 6, abs=1e-9)


@clause("wfrp1.grapple.attempt", "wfrp1.grapple.hold")
def test_a_hold_and_what_becomes_of_it():
    """WS 71 - 20 against Dex 46; then S 7 against S 2."""
    seized = wrestling(man={"ws": 71}, orc={"dex": 46}, rules=NO_FUMBLES).odds("grapple orc", want="orc.hold_role")
    assert seized[2] == pytest.approx(0.51 * 0.54, abs=1e-9)
    odds = hold(man={"s": 7}, orc={"s": 2}).odds(
        "hold_maintain", want=lambda after: (after.prompt, after.unit("orc").hold_role), open="stop"
    )
    assert odds.p(lambda end: end[0] == "pressure") == pytest.approx(0.7 * 0.8, abs=1e-9)
    assert odds.p(lambda end: end[0] != "pressure" and end[1] == 0) == pytest.approx(0.3 * 0.2, abs=1e-9)


@clause("wfrp1.flee.free_blows")
def test_free_blows_of_three_with_different_skill():
    others = [("orc_2", "orcs", (6, 4), {"i": 40, "ws": 52}), ("orc_3", "orcs", (6, 6), {"i": 45, "ws": 17})]
    scene = ada_flees(*others, orc={"ws": 29, "a": 1}, ada={"w": 60}, rules=ONE_ROLL)
    scene.play("orc: pass", "orc_3: pass", "orc_2: pass")
    assert scene.odds("ada: flee 0,5", want="ada.wounds")[60] == pytest.approx(0.61 * 0.38 * 0.73, abs=1e-9)


@clause("wfrp1.mounted.rider_or_mount")
def test_rider_and_horse_before_somebody_with_ws_67():
    found = struck(mounted(orc={"s": 5, "ws": 67}, rules=SIMPLE, horse={"height_ft": 8}))
    assert found == pytest.approx((0.67 * 0.4, 0.67 * 0.6), abs=1e-9)


@clause("wfrp1.missile.damage")
@pytest.mark.parametrize(("yards", "number", "less"), [(20, 56, 0), (40, 46, 1)])
def test_an_arrow_at_short_and_long_range(yards, number, less):
    """BS 56, ES 3 against T 2; at long range 10 less to hit and a point less."""
    left = {60: 1 - number / 100, **{60 - (die + 1 - less): number / 600 for die in range(1, 7)}}
    scene = at_yards(
        yards, "long bow", archer={"bs": 56, "specialist": ["long_bow"]}, orc={"w": 60, "t": 2}, rules=PLAIN
    )
    assert dict(scene.odds("fire orc normal", want="orc.wounds", until="procedure")) == worked(left)


@clause("wfrp1.missile.repeating_crossbow")
def test_two_bolts_of_somebody_with_bs_58():
    """The die is 1 here, and ES 1 then does 2 each."""
    scene = shooting(
        "repeating crossbow", archer={**REPEATER, "bs": 58}, orc={"t": 0, "w": 60},
        rules={**PLAIN, "damage.basic.damage_die": 1},
    )  # fmt: skip
    odds = scene.odds("fire orc normal", want="orc.wounds", until="procedure")
    assert dict(odds) == worked({60: 0.42 * 0.42, 58: 2 * 0.42 * 0.58, 56: 0.58 * 0.58})
