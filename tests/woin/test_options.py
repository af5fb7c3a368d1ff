"""What an attack may be: grabs and escapes, Called Shots, exploits; who may, at what price, and what a hit does."""

from __future__ import annotations

import pytest
from fixtures import clause
from woin.measures import PLENTY, kinds, rolled
from woin.scenes import duel, exactly, scene

from tactica.envs.rulesets.woin.vocab import Refusal
from tactica.experiments.watch.hints import why_not

MAN = {"strength": 6, "agility": 6, "unarmed_skill": 2, "melee_skill": 2}
ORC = {"health_max": PLENTY}


def offers(table, text: str) -> bool:
    """Whether a choice is open."""
    return bool(table.offers(text))


def chance(table, text: str) -> float:
    """The exact chance that it hits."""
    return table.odds(text, want="hit").at_least(1)


def struck(mode, man=None, orc=None, dice=(), weapon="longsword", distance=1, **more):
    """A table after one attack; the first faces are those of the attack roll."""
    table = duel(man={**MAN, **(man or {})}, orc={**ORC, **(orc or {})}, distance=distance, dice=dice, **more)
    table.play(f"attack orc {weapon} {mode}")
    return table


# --- grabs and escapes


@clause("woin.attack.option_grab")
@pytest.mark.parametrize(
    ("man", "orc", "price"),
    [({}, {}, 0), ({}, {"size": "enormous", "legs": 4}, 3), ({}, {"legs": 0}, 1), ({"size": "large"}, {"legs": 4}, 1)],
)
def test_larger_targets_and_odd_legs_cost_dice(man, orc, price):
    table = struck("grab", man, orc, [1] * (5 - price), "unarmed")
    assert rolled(table) == [5 - price]


@clause("woin.attack.option_grab")
def test_a_grab_restrains_and_does_no_damage():
    table = duel(man=MAN, orc={"size": "large", "melee_defence": 13, **ORC}, dice=[4, 4, 4, 4, 4, 4, 4, 4])
    assert chance(table, "attack orc unarmed grab") == exactly(0.664352)
    table.play("attack orc unarmed grab", "attack orc unarmed grab")
    orc = table.unit("orc")
    assert (orc.restrained, orc.health) == (2, PLENTY) and orc.holder == 0
    table.unit("man").actions_left = 1
    assert not offers(table, "attack orc unarmed grab")


@clause("woin.attack.option_grab", "woin.attack.option_gate")
def test_not_with_a_sword_nor_against_who_cannot_be_grabbed():
    assert not offers(duel(man=MAN, orc=ORC), "attack orc longsword grab")
    assert not offers(duel(man=MAN, orc={"immunities": ["grab"], **ORC}), "attack orc unarmed grab")
    assert offers(duel(man={**MAN, "weapons": ["martial_fists"]}, orc=ORC), "attack orc martial_fists grab")


@clause("woin.attack.types", "woin.attack.option_grab", "woin.attack.option_escape")
def test_a_bite_is_an_unarmed_attack():
    """Five dice, two of them the unarmed skill; it grabs, and gets free of a grab."""
    beast = {**MAN, "melee_skill": 0, "weapons": ["bite"]}
    table = duel(man=beast, orc=ORC, dice=[1] * 5)
    table.play("attack orc bite normal")
    assert rolled(table) == [5]
    assert offers(duel(man=beast, orc=ORC), "attack orc bite grab")
    table = duel(man=beast, orc=ORC)
    table.unit("man").restrained, table.unit("man").holder = 1, 1
    assert offers(table, "attack orc bite escape")


@clause("woin.attack.option_grab")
def test_one_target_at_a_time():
    goblin = {"name": "goblin", "side": "orcs", "at": [4, 4], **ORC}
    table = duel(man=MAN, orc=ORC, friends=[goblin], dice=[4] * 5)
    table.play("attack orc unarmed grab")
    assert not offers(table, "attack goblin unarmed grab") and offers(table, "attack orc unarmed grab")


@clause("woin.attack.option_escape")
@pytest.mark.parametrize(("weapon", "is_open"), [("longsword", False), ("dagger", True), ("unarmed", True)])
def test_escapes_need_bare_hands_or_something_small(weapon, is_open):
    table = duel(man={**MAN, "weapons": [weapon] if weapon != "unarmed" else []}, orc={"melee_defence": 12, **ORC})
    table.unit("man").restrained, table.unit("man").holder = 2, 1
    assert offers(table, f"attack orc {weapon} escape") is is_open


@clause("woin.attack.option_escape")
def test_one_hit_removes_every_level():
    table = duel(man={"unarmed_skill": 1}, orc={"melee_defence": 12, **ORC}, dice=[3] * 4)
    table.unit("man").restrained, table.unit("man").holder = 2, 1
    assert chance(table, "attack orc unarmed escape") == exactly(0.760802)
    table.play("attack orc unarmed escape")
    assert (table.unit("man").restrained, table.unit("man").holder, table.unit("orc").health) == (0, -1, PLENTY)


# --- Called Shots


@clause("woin.called.base", "woin.called.cost", "woin.called.any_character", "woin.called.declare", "woin.called.slow")
def test_two_dice_and_two_actions_against_vital_defence():
    table = duel(man={**MAN, "rank": 6, "melee_skill": 3}, orc={"vital_defence": 10, "speed": 5, **ORC}, dice=[3] * 4)
    assert chance(table, "attack orc longsword called_slow") == exactly(0.902778)
    table.play("attack orc longsword called_slow")
    orc = table.unit("orc")
    assert (rolled(table), orc.slowed, orc.health, table.unit("man").actions_left) == ([4], 1, PLENTY, 0)


@clause("woin.called.base")
def test_not_with_one_action_and_not_without_a_die_to_roll():
    table = duel(man={"strength": 3, "agility": 3}, orc=ORC)
    assert not offers(table, "attack orc longsword called_slow")
    table.unit("man").luck = 1
    assert offers(table, "attack orc longsword called_slow")
    table.unit("man").actions_left = 1
    assert not offers(table, "attack orc longsword called_slow")


@clause("woin.called.once_per_turn")
def test_one_a_turn():
    table = duel(man=MAN, orc={"vital_defence": 40, **ORC}, dice=[1] * 3)
    table.play("attack orc longsword called_slow")
    table.unit("man").actions_left = 2
    assert not offers(table, "attack orc longsword called_slow") and offers(table, "attack orc longsword")


@clause("woin.called.prone")
def test_a_called_knockdown_is_dearer_against_large_beasts():
    man = {**MAN, "rank": 7, "melee_skill": 4}
    table = duel(man=man, orc={"size": "large", "legs": 4, "vital_defence": 14, **ORC}, dice=[5, 5, 5])
    assert chance(table, "attack orc longsword called_prone") == exactly(0.162037)
    table.play("attack orc longsword called_prone")
    assert (rolled(table), table.unit("orc").prone, table.unit("orc").health) == ([3], 1, PLENTY)


@clause("woin.called.disarm", "woin.completion.status.disarmed")
def test_a_called_disarming_drops_the_weapon():
    table = duel(man=MAN, orc={"vital_defence": 12, **ORC}, dice=[4, 4, 4])
    assert chance(table, "attack orc longsword called_disarm") == exactly(0.375)
    table.play("attack orc longsword called_disarm")
    orc = table.unit("orc")
    assert orc.held == -1 and orc.lies[0] == orc.cell and orc.health == PLENTY
    table = duel(man=MAN, orc={"weapons": [], **ORC})
    assert not offers(table, "attack orc longsword called_disarm")


@clause("woin.called.stat_block", "woin.called.availability", "woin.called.threshold")
@pytest.mark.parametrize(("damage", "actions"), [([6, 4, 4], 3), ([5, 4, 4], 4)])
def test_a_quarter_of_health_triggers_what_the_stat_block_says(damage, actions):
    orc = {"health_max": 55, "called_special": "neck", "actions": 4, "vital_defence": 9, "weapons": []}
    assert not offers(duel(man=MAN, orc=ORC), "attack orc longsword called_special")
    table = duel(man=MAN, orc=orc, dice=[3, 3, 3, *damage])
    table.play("attack orc longsword called_special")
    assert table.unit("orc").actions == actions and table.unit("orc").health == 55 - sum(damage)


# --- the gate


@clause("woin.attack.option_gate")
@pytest.mark.parametrize(
    ("mode", "orc"),
    [
        ("disarm", {"weapons": []}),
        ("trip", {"immunities": ["prone"]}),
        ("called_prone", {"prone": True}),
        ("called_slow", {"immunities": ["slowed"]}),
        ("called_push", {"immunities": ["push"]}),
        ("blinding_attack", {"immunities": ["blinded"]}),
    ],
)
def test_no_option_that_could_do_nothing(mode, orc):
    man = {**MAN, "exploits": ["disarm", "trip", "blinding_attack"]}
    assert offers(duel(man=man, orc=ORC), f"attack orc longsword {mode}")
    assert not offers(duel(man=man, orc={**ORC, **orc}), f"attack orc longsword {mode}")


@clause("woin.attack.effects_dice", "woin.exploit.price_table")
def test_only_exploits_that_are_owned_and_each_once_a_turn():
    table = duel(man={**MAN, "exploits": ["trip"]}, orc={"melee_defence": 40, **ORC}, dice=[1] * 3)
    assert offers(table, "attack orc longsword trip") and not offers(table, "attack orc longsword knockdown")
    table.play("attack orc longsword trip")
    assert not offers(table, "attack orc longsword trip")


@clause("woin.attack.step3_spend")
def test_a_battle_may_do_without_exploits_and_called_shots():
    rules = {"attack.step3_spend.max_exploits_per_attack": 0}
    table = duel(man={**MAN, "exploits": ["trip"]}, orc=ORC, rules=rules)
    assert not offers(table, "attack orc longsword trip") and not offers(table, "attack orc longsword called_slow")


# --- exploits


@clause("woin.exploit.price_table")
@pytest.mark.parametrize(
    ("mode", "exploit", "price", "weapon"),
    [
        ("achilles_heel", "achilles_heel", 2, "longsword"),
        ("arm_lock", "arm_lock", 2, "unarmed"),
        ("blinding_attack", "blinding_attack", 1, "longsword"),
        ("crippling_strike", "crippling_strike", 1, "longsword"),
        ("disarm", "disarm", 3, "longsword"),
        ("knockback", "knockback", 1, "longsword"),
        ("strong_knockback", "knockback", 2, "longsword"),
        ("knockdown", "knockdown", 2, "longsword"),
        ("spinning_kick", "spinning_kick", 2, "unarmed"),
        ("throw", "throw", 2, "unarmed"),
        ("strong_throw", "throw", 3, "unarmed"),
        ("trip", "trip", 2, "longsword"),
    ],
)
def test_prices(mode, exploit, price, weapon):
    table = struck(mode, {"exploits": [exploit]}, {"melee_defence": 40}, [1] * (5 - price), weapon)
    assert rolled(table) == [5 - price]


@clause("woin.exploit.price_table")
@pytest.mark.parametrize(("mode", "price"), [("blind_shot", 2), ("double_tap", 2), ("ricochet", 4), ("scattershot", 1)])
def test_prices_of_shots(mode, price):
    man = {"ranged_skill": 2, "weapons": ["shortbow"], "exploits": [mode]}
    table = struck(mode, man, {"ranged_defence": 40, "vital_defence": 40}, [1] * (5 - price), "shortbow", distance=3)
    assert "attack_missed" in kinds(table)  # the tape has exactly as many dice


@clause("woin.completion.exploit.achilles_heel")
def test_achilles_heel_halves_soak():
    table = struck("achilles_heel", {"exploits": ["achilles_heel"]}, {"soak": 7}, [4, 4, 4, 3, 3, 3])
    assert table.unit("orc").health == PLENTY - (9 - 3)


@clause("woin.completion.exploit.arm_lock")
def test_an_arm_lock_hurts_and_holds():
    table = struck("arm_lock", {"exploits": ["arm_lock"]}, {}, [4, 4, 4, 5], "unarmed")
    assert (table.unit("orc").restrained, table.unit("orc").health) == (1, PLENTY - 5)


@clause("woin.completion.exploit.blinding_attack")
def test_a_blinding_attack_hurts_and_blinds():
    table = struck("blinding_attack", {"exploits": ["blinding_attack"]}, {}, [4, 4, 4, 4, 1, 1, 1])
    assert (table.unit("orc").blinded, table.unit("orc").health) == (1, PLENTY - 3)


@clause("woin.completion.exploit.crippling_strike")
def test_a_crippling_strike_hurts_and_slows():
    table = struck("crippling_strike", {"exploits": ["crippling_strike"]}, {}, [4, 4, 4, 4, 1, 1, 1])
    assert (table.unit("orc").slowed, table.unit("orc").health) == (1, PLENTY - 3)


@clause("woin.completion.exploit.disarm")
def test_a_disarm_hurts_and_disarms():
    table = struck("disarm", {"exploits": ["disarm"], "rank": 6, "melee_skill": 3}, {}, [5, 5, 5, 1, 1, 1])
    assert (table.unit("orc").held, table.unit("orc").health) == (-1, PLENTY - 3)


@clause("woin.completion.exploit.double_tap", "woin.completion.ammunition")
def test_a_double_tap_takes_two_shots_and_adds_two_dice():
    man = {"ranged_skill": 2, "weapons": ["pistol"], "exploits": ["double_tap"]}
    table = struck("double_tap", man, {}, [4, 4, 4, *[1] * 4], "pistol", distance=3)
    assert table.unit("man").loaded[0] == 4 and table.unit("orc").health == PLENTY - 4
    table.unit("man").loaded, table.unit("man").exploits_used = [1, 0], 0
    assert not offers(table, "attack orc pistol double_tap") and offers(table, "attack orc pistol")
    crossbow = duel(man={**man, "weapons": ["light_crossbow"]}, orc=ORC, distance=3)
    assert not offers(crossbow, "attack orc light_crossbow double_tap")


@clause("woin.completion.exploit.knockback")
@pytest.mark.parametrize(("mode", "squares", "dice"), [("knockback", 1, 4), ("strong_knockback", 2, 3)])
def test_a_knockback_pushes(mode, squares, dice):
    table = struck(mode, {"exploits": ["knockback"]}, {}, [*[4] * dice, 1, 1, 1])
    assert table.unit("orc").at == (5 + squares, 5) and table.unit("orc").health == PLENTY - 3


@clause("woin.completion.exploit.knockback", "woin.completion.exploit.knockdown", "woin.completion.exploit.throw")
@pytest.mark.parametrize(
    ("mode", "most", "weapon"),
    [("knockback", "large", "longsword"), ("knockdown", "large", "longsword"), ("throw", "medium", "unarmed")],
)
def test_not_against_the_much_larger(mode, most, weapon):
    sizes = ("medium", "large", "enormous")
    man = {**MAN, "exploits": [mode]}
    for size in sizes:
        fits = sizes.index(size) <= sizes.index(most)
        assert offers(duel(man=man, orc={"size": size, **ORC}), f"attack orc {weapon} {mode}") is fits


@clause("woin.completion.exploit.knockdown")
def test_a_knockdown_hurts_and_fells():
    table = struck("knockdown", {"exploits": ["knockdown"]}, {}, [4, 4, 4, 1, 1, 1])
    assert (table.unit("orc").prone, table.unit("orc").health) == (1, PLENTY - 3)


@clause("woin.completion.exploit.spinning_kick")
def test_a_spinning_kick_adds_a_die_and_pushes():
    man = {"exploits": ["spinning_kick"], "weapons": ["martial_fists"]}
    table = struck("spinning_kick", man, {}, [4, 4, 4, 1, 1, 1], "martial_fists")
    assert table.unit("orc").health == PLENTY - 3 and table.unit("orc").at == (6, 5)


@clause("woin.completion.exploit.throw")
@pytest.mark.parametrize(
    ("mode", "rank", "dice", "damage", "squares"), [("throw", 5, 3, 2, 1), ("strong_throw", 6, 3, 3, 2)]
)
def test_a_throw_hurts_pushes_and_fells(mode, rank, dice, damage, squares):
    man = {"exploits": ["throw"], "weapons": ["martial_fists"], "rank": rank, "unarmed_skill": rank - 3}
    table = struck(mode, man, {}, [*[4] * dice, *[1] * damage], "martial_fists")
    orc = table.unit("orc")
    assert (orc.health, orc.at, orc.prone) == (PLENTY - damage, (5 + squares, 5), 1)


OTHER = {"name": "other", "side": "orcs", "at": [11, 11]}  # the battle goes on


@clause("woin.completion.exploit.knockback", "woin.completion.exploit.spinning_kick", "woin.completion.exploit.throw")
@pytest.mark.parametrize(
    ("mode", "weapon", "dice", "squares"),
    [
        ("knockback", "longsword", 4, 1),
        ("strong_knockback", "longsword", 3, 2),
        ("spinning_kick", "unarmed", 3, 1),
        ("throw", "unarmed", 3, 1),
        ("strong_throw", "unarmed", 2, 2),
    ],
)
def test_a_felling_hit_pushes_all_the_same(mode, weapon, dice, squares):
    man = {**MAN, "exploits": [mode.removeprefix("strong_")], "unarmed_skill": 2}
    table = duel(man=man, orc={"health_left": 1}, friends=[OTHER], dice=[*[6] * dice, *[1] * 9])
    table.play(f"attack orc {weapon} {mode}")
    orc = table.unit("orc")
    assert (orc.down, orc.prone, orc.at) == (1, 1, (5 + squares, 5))
    table.dice = None


@clause("woin.completion.exploit.knockback", "woin.called.push", "woin.move.fall_damage")
def test_the_felled_fall_over_an_edge():
    """Down at - 2 by the blow of 3 dice, the orc falls 20 feet: 2 dice more, and a dying die less."""
    man = {**MAN, "exploits": ["knockback"]}
    cells = [{"flag": {"level": 4}, "area": [0, 0, 5, 11]}]
    orc = {"health_left": 1, "END": 6}
    table = duel(man=man, orc=orc, friends=[OTHER], cells=cells, dice=[4, 4, 4, 4, 1, 1, 1, 2, 3])
    table.play("attack orc longsword knockback")
    found = table.unit("orc")
    assert (found.at, found.health, found.dying_dice) == ((6, 5), 1 - 3 - 5, 3 - 1)


@clause("woin.completion.exploit.disarm", "woin.completion.exploit.crippling_strike")
@pytest.mark.parametrize(
    ("mode", "dice", "field", "value"),
    [("disarm", 3, "held", -1), ("crippling_strike", 5, "slowed", 1), ("blinding_attack", 5, "blinded", 1)],
)
def test_a_felling_hit_brings_its_effect(mode, dice, field, value):
    man = {"exploits": [mode], "rank": 6, "melee_skill": 3}
    table = duel(man=man, orc={"health_left": 1}, friends=[OTHER], dice=[*[4] * dice, 1, 1, 1])
    table.play(f"attack orc longsword {mode}")
    assert table.unit("orc").down == 1 and getattr(table.unit("orc"), field) == value


@clause("woin.completion.exploit.trip")
def test_a_trip_costs_more_against_four_legs():
    table = duel(man={**MAN, "exploits": ["trip"]}, orc={"legs": 4, "melee_defence": 12, **ORC}, dice=[6, 6, 1, 1, 1])
    assert chance(table, "attack orc longsword trip") == exactly(1 / 36)
    table.play("attack orc longsword trip")
    assert table.unit("orc").prone == 1


@clause("woin.completion.exploit.charge", "woin.completion.exploit.death_from_on_high")
@pytest.mark.parametrize(
    ("mode", "distance", "height", "dice"),
    [("charge", 3, 0, [4, 4, 4, 2, 2, 2]), ("death_from_on_high", 2, 2, [3, 3, 3, 3, 2, 2, 1, 1])],
)
def test_who_lies_on_the_ground_attacks_at_the_end_of_its_way_all_the_same(mode, distance, height, dice):
    man = {**MAN, "exploits": [mode], "prone": True}
    cells = [{"flag": {"level": height}, "at": [[4, 5]]}]
    table = duel(man=man, orc={"melee_defence": 12, **ORC}, distance=distance, dice=dice, cells=cells)
    table.play(f"attack orc longsword {mode}")
    assert table.unit("man").prone == 1 and table.unit("orc").health == PLENTY - 6


@clause("woin.completion.exploit.scattershot", "woin.attack.vital")
def test_a_scattershot_rolls_once_against_all_around_the_target():
    man = {"ranged_skill": 2, "weapons": ["shortbow"], "exploits": ["scattershot"]}
    others = [
        {"name": name, "side": "orcs", "at": [8, y], "vital_defence": vital, **ORC}
        for name, y, vital in (("near", 4, 10), ("hard", 6, 14))
    ]
    far = {"name": "far", "side": "orcs", "at": [11, 5], "vital_defence": 1, **ORC}
    table = scene(
        {"name": "man", "side": "men", "at": [4, 5], **man},
        {"name": "orc", "side": "orcs", "at": [7, 5], "vital_defence": 10, **ORC},
        *others,
        far,
        dice=[3, 3, 3, 3, 2, 2],
    )
    odds = table.odds("attack orc shortbow scattershot", want="hard.health")
    assert 1 - odds[PLENTY] == pytest.approx(0.556327, abs=1e-6)
    table.play("attack orc shortbow scattershot")
    assert [table.unit(name).health for name in ("orc", "near", "hard", "far")] == [
        PLENTY - 4,
        PLENTY - 4,
        PLENTY,
        PLENTY,
    ]


@clause("woin.completion.exploit.whirlwind_frenzy")
def test_a_whirlwind_attacks_everybody_in_reach():
    man = {
        "name": "man",
        "side": "men",
        "at": [4, 5],
        "weapons": ["longsword"],
        **MAN,
        "exploits": ["whirlwind_frenzy"],
        "luck_score": 3,
    }
    orcs = [{"name": f"orc{k}", "side": "orcs", "at": [3 + k, 4], "melee_defence": 12, **ORC} for k in range(3)]
    table = scene(man, *orcs, rules={"tables.weapons.longsword.damage": 0})
    odds = table.odds("whirlwind", want="hit")
    assert odds[3] == pytest.approx(0.833847, abs=1e-6)
    assert odds.mean() == pytest.approx(2.823688, abs=1e-5)


@clause("woin.completion.exploit.whirlwind_frenzy", "woin.attack.step3_spend")
@pytest.mark.parametrize(("strength", "is_open"), [(3, True), (1, False)])
def test_a_whirlwind_needs_a_die_to_roll(strength, is_open):
    """Fear takes one of two dice, or the only one; LUCK dice do not help."""
    man = {"strength": strength, "agility": 1, "exploits": ["whirlwind_frenzy"], "luck": 3}
    table = duel(man=man, orc=ORC)
    table.unit("man").afraid = 1
    assert offers(table, "whirlwind") is is_open
    assert (Refusal.NO_DICE.words in why_not(table.game, "whirlwind")) is not is_open


@clause("woin.completion.exploit.blind_shot", "woin.cover.penalty", "woin.cover.positions")
@pytest.mark.parametrize(("at", "dice"), [((4, 5), 1), ((7, 1), 3)])
def test_a_blind_shot_meets_cover_only_behind_what_covers(at, dice):
    """Five dice, less the price of 2; the wall lies to the west of the BLOCKED orc."""
    man = {"ranged_skill": 2, "weapons": ["shortbow"], "exploits": ["blind_shot"], "at": at}
    table = duel(man=man, orc={**ORC, "at": [7, 5]}, cells=[{"flag": "low_wall", "at": [[6, 5]]}], dice=[1] * dice)
    table.unit("orc").hunkered = 1
    table.play("attack orc shortbow blind_shot")
    assert rolled(table) == [dice]


@clause("woin.completion.exploit.blind_shot", "woin.completion.exploit.ricochet")
def test_they_find_whom_cover_hides():
    man = {"ranged_skill": 2, "weapons": ["shortbow"], "exploits": ["blind_shot", "ricochet"]}
    rows = ["........", "........", "........", "........", "........", "......=.", "........", "........"]
    table = duel(man=man, orc=ORC, distance=3, map="\n".join(rows), dice=[1])
    table.unit("orc").hunkered = 1
    assert not offers(table, "attack orc shortbow")
    assert offers(table, "attack orc shortbow blind_shot") and offers(table, "attack orc shortbow ricochet")
    table.play("attack orc shortbow blind_shot")
    assert rolled(table) == [1] and "attack_missed" in kinds(table)
