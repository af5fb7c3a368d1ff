"""Turns: how many actions there are, what they cost, in which order they come, how a battle ends."""

from __future__ import annotations

import pytest
from fixtures import clause
from woin.measures import kinds, left, parts, rolled, verbs
from woin.scenes import duel, exactly, scene

SLOW = {"actions": 2, "SPEED": 5}
DOOR = """
............
............
............
............
............
............
....D.......
............
............
............
............
............
"""

# --- the budget


@clause("woin.turn.two_actions", "woin.turn.budget")
def test_two_actions_a_free_one_and_a_reaction():
    table = duel(distance=5)
    assert left(table) == (2, 1) and table.unit("man").reactions_left == 1


@clause("woin.turn.budget")
@pytest.mark.parametrize(
    ("knob", "value", "found"), [("actions", 3, (2, 1, 1)), ("free_actions", 2, (2, 2, 1)), ("reactions", 2, (2, 1, 2))]
)
def test_the_budget_can_be_set(knob, value, found):
    table = duel(distance=5, rules={f"turn.budget.{knob}": value})
    unit = table.unit("man")
    assert (unit.actions_left, unit.free_left, unit.reactions_left) == found
    assert unit.actions == (value if knob == "actions" else 2)


@clause("woin.turn.two_actions", "woin.action.attack")
def test_two_attacks():
    table = duel(dice=[1, 1, 1, 1, 1, 1])
    table.play("attack orc longsword normal")
    assert left(table) == (1, 1)
    table.play("attack orc longsword normal")
    assert left(table) == (0, 1) and "attack" not in verbs(table)


@clause("woin.turn.two_actions", "woin.action.move")
def test_two_moves():
    table = duel(man=SLOW, distance=7)
    table.play("move 1,5")
    assert left(table) == (1, 1) and table.unit("man").moves_left == 2
    table.play("move 4,5")
    assert left(table) == (0, 1) and table.unit("man").moves_left == 4
    table.play("move 0,5")
    assert table.unit("man").moves_left == 0 and "move" not in verbs(table)


@clause("woin.turn.any_order", "woin.move.split")
def test_attack_and_move_in_any_order():
    table = duel(man=SLOW, dice=[1, 1, 1])
    table.play("attack orc longsword normal", "move 4,4")
    assert left(table) == (0, 1)
    table = duel(man=SLOW, distance=3, dice=[1, 1, 1])
    table.play("move 6,5", "attack orc longsword normal", "move 4,5")
    assert left(table) == (0, 1)


@clause("woin.turn.two_actions", "woin.turn.budget")
def test_what_is_not_used_is_lost():
    table = duel(man=SLOW, distance=7)
    table.play("move 5,5", "end_turn")
    unit = table.unit("man")
    assert (unit.actions_left, unit.moves_left) == (0, 0)
    table.play("end_turn")
    assert table.decider == "man" and left(table) == (2, 1)


@clause("woin.turn.two_actions")
def test_a_turn_with_nothing_left_ends_by_itself():
    table = duel(dice=[1] * 6, skip_forced=False)
    table.play("drop_prone", "attack orc longsword normal", "attack orc longsword normal")
    assert table.decider == "orc"


@clause("woin.turn.budget", "woin.action.drop_prone", "woin.action.draw_sheathe")
def test_a_second_free_action_costs_one():
    table = duel(man={"weapons": ["longsword", "dagger"], "held": -1}, distance=5)
    table.play("drop_prone")
    assert left(table) == (2, 0)
    table.play("draw dagger")
    assert left(table) == (1, 0) and table.unit("man").held == 1


@clause("woin.turn.budget")
def test_a_second_free_action_may_be_forbidden():
    rules = {"turn.budget.free_overflow_costs_action": 0}
    table = duel(man={"weapons": ["longsword", "dagger"], "held": -1}, distance=5, rules=rules)
    table.play("drop_prone")
    assert "draw" not in verbs(table)


@clause("woin.turn.budget", "woin.action.drop_prone")
def test_nothing_is_left_for_it():
    table = duel(dice=[1] * 6)
    table.unit("man").free_left = 0
    table.play("attack orc longsword normal")
    assert "drop_prone" in verbs(table)
    table.play("attack orc longsword normal")
    assert table.decider == "orc"


# --- what things cost


MEDIC = {
    "LOG": 10, "weapons": ["light_crossbow", "dagger"], "traits": ["aim", "feint"], "MAG": 10, "health_left": 3,
    "spells": ["firebolt", "fog", "mind_lance"], "PSI": 6, "draughts": 1, "magic_skill": 1,
}  # fmt: skip
FRIEND = {"name": "friend", "side": "men", "at": [3, 5], "health_left": 5}


def medic(**more):
    """Somebody who can do nearly everything, next to a closed door, with an enemy five squares away."""
    return duel(man=MEDIC, distance=5, friends=[FRIEND], map=DOOR.strip(), **more)


@clause(
    "woin.action.cost_table",
    "woin.action.emergency_healing",
    "woin.action.reload",
    "woin.action.cast_spell",
    "woin.action.overwatch",
    "woin.action.open",
    "woin.action.scan",
    "woin.action.shake_off",
    "woin.action.drop_item",
    "woin.action.universal",
)
@pytest.mark.parametrize(
    ("choice", "knob", "cost", "dice"),
    [
        ("attack orc light_crossbow normal", "attack", 1, 3),
        ("heal friend", "emergency_healing", 2, 4),
        ("reload", "reload_or_recharge", 2, 0),
        ("aim", "aim_or_feint", 1, 0),
        ("feint", "aim_or_feint", 1, 0),
        ("cast firebolt orc", "cast_spell", 2, 5),
        ("cast_area fog 4,5", "cast_spell", 2, 0),
        ("sheathe", "draw_or_sheathe", 0, 0),
        ("drop_prone", "drop_prone_or_crouch", 0, 0),
        ("overwatch", "overwatch", 1, 0),
        ("open 4,6", "open_unlocked_door_or_chest", 1, 0),
        ("drop", "drop_item", 0, 0),
        ("scan orc", "scan", 1, 3),
        ("shake_off slowed", "shake_off_condition", 1, 3),
    ],
)
def test_what_activities_cost(choice, knob, cost, dice):
    verb = choice.split()[0]
    for price in (cost, (cost + 1) % 3):
        found = medic(dice=[1] * dice, rules={f"action.cost_table.{knob}": price})
        man = found.unit("man")
        if verb == "reload":
            man.loaded = [0, 2]
        if verb == "shake_off":
            man.slowed = 1
        if price > 1:
            man.actions_left = 1
            assert verb not in verbs(found) or verb == "cast"
            man.actions_left = 2
        found.play(choice)
        assert left(found) == ((2, 0) if price == 0 else (2 - price, 1))


@clause("woin.attack.psionic", "woin.action.cast_spell")
def test_a_power_costs_one_a_spell_two():
    table = medic(dice=[1] * 2)
    table.unit("man").actions_left = 1
    assert table.choices("cast ") == ["cast mind_lance orc"]
    table.play("cast mind_lance orc")
    assert left(table)[0] == 0


@clause("woin.completion.weapon_table")
@pytest.mark.parametrize("price", [1, 2])
def test_a_draught_costs_what_the_table_says(price):
    table = medic(dice=[1, 1], rules={"tables.items.healing_draught.actions": price})
    table.play("drink friend")
    assert left(table)[0] == 2 - price


@clause("woin.action.pick_lock", "woin.completion.doors_traps")
@pytest.mark.parametrize(("face", "is_open"), [(6, True), (1, False)])
def test_picking_a_lock_takes_both_actions(face, is_open):
    table = duel(distance=5, map=DOOR.strip().replace("D", "L"), dice=[face] * 3)
    table.unit("man").actions_left = 1
    assert "unlock" not in verbs(table)
    table.unit("man").actions_left = 2
    table.play("unlock 4,6")
    assert left(table)[0] == 0
    assert ("unlocked" in kinds(table)) is is_open


@clause("woin.action.pick_up", "woin.action.drop_item")
def test_picking_up_costs_one():
    table = duel(man=SLOW, distance=6)
    table.play("drop")
    assert table.unit("man").held == -1 and left(table) == (2, 0)
    table.play("pick_up")
    assert table.unit("man").held == 0 and left(table) == (1, 0)
    table.play("drop", "end_turn", "move 2,5")
    assert "pick_up" not in verbs(table)
    table.play("move 3,5", "pick_up")
    assert table.unit("man").held == 0


@clause("woin.action.stand", "woin.completion.status.prone")
def test_standing_up_costs_one():
    table = duel(man={"prone": True}, distance=5)
    assert "drop_prone" not in verbs(table)
    table.play("stand")
    assert table.unit("man").prone == 0 and left(table) == (1, 1)
    assert "stand" not in verbs(table)


@clause("woin.action.stand", "woin.completion.status.restrained")
def test_nobody_stands_up_who_is_held():
    table = duel(man={"prone": True})
    table.unit("man").restrained = 1
    table.unit("man").holder = "orc"
    assert "stand" not in verbs(table) and "move" not in verbs(table)


@clause("woin.cover.positions", "woin.completion.status.restrained")
@pytest.mark.parametrize(("hunkered", "verb"), [(0, "hunker"), (1, "unhunker")])
@pytest.mark.parametrize("restrained", [0, 1])
def test_who_cannot_move_cannot_change_between_cover_and_blocked(hunkered, verb, restrained):
    """Either takes a move action. Dropping prone does not."""
    table = duel(man={"at": [3, 5]}, orc={"at": [9, 5]}, map=WALL)
    table.unit("man").hunkered = hunkered
    table.unit("man").restrained = restrained
    assert (verb in verbs(table)) is (restrained == 0)
    assert "drop_prone" in verbs(table)


@clause("woin.completion.status.restrained")
def test_who_is_bound_can_only_struggle():
    table = duel(man={"weapons": ["longsword", "dagger"], "exploits": ["whirlwind_frenzy"]})
    table.unit("man").restrained = 2
    table.unit("man").holder = "orc"
    assert verbs(table) == {"attack"}
    assert table.choices("attack ") == ["attack orc unarmed escape"]
    table.unit("man").holder = -1
    assert verbs(table) == {"shake_off"}


@clause("woin.action.draw_sheathe")
def test_another_weapon_takes_two_free_activities():
    table = duel(man={"weapons": ["longsword", "dagger"]}, distance=5)
    assert "draw" not in verbs(table)
    table.play("sheathe", "draw dagger")
    assert table.unit("man").held == 1 and left(table) == (1, 0)


@clause("woin.action.reload")
@pytest.mark.parametrize(("weapon", "loaded", "is_open"), [
    ("heavy_crossbow", 0, True), ("heavy_crossbow", 1, False), ("longbow", 0, False),
])  # fmt: skip
def test_only_what_has_a_capacity_is_reloaded(weapon, loaded, is_open):
    table = duel(man={"weapons": [weapon]}, distance=5)
    table.unit("man").loaded = [loaded, 0]
    assert ("reload" in verbs(table)) is is_open
    if is_open:
        table.play("reload")
        assert table.unit("man").loaded[0] == 1 and left(table)[0] == 0


@clause("woin.completion.exploit.whirlwind_frenzy")
@pytest.mark.parametrize("price", [2, 1])
def test_a_whirlwind_costs_two(price):
    rules = {"completion.exploit.whirlwind_frenzy.action_cost": price}
    table = duel(man={"exploits": ["whirlwind_frenzy"]}, dice=[1] * 3, rules=rules)
    table.unit("man").actions_left = price - 1
    assert "whirlwind" not in verbs(table)
    table.unit("man").actions_left = 2
    table.play("whirlwind")
    assert left(table)[0] == 2 - price


@clause("woin.called.base")
@pytest.mark.parametrize("price", [2, 1])
def test_a_called_shot_costs_two(price):
    table = duel(man={"melee_skill": 2}, dice=[1] * 3, rules={"called.base.action_cost": price})
    table.unit("man").actions_left = 1
    assert ("attack orc longsword called_prone" in table.choices("attack ")) is (price == 1)
    table.unit("man").actions_left = 2
    table.play("attack orc longsword called_prone")
    assert left(table)[0] == 2 - price


@clause("woin.completion.release")
def test_letting_go_costs_nothing():
    table = duel()
    assert "release" not in verbs(table)
    table.unit("orc").restrained = 1
    table.unit("orc").holder = "man"
    table.unit("man").actions_left = 0
    table.unit("man").free_left = 0
    table.play("release")
    assert table.unit("orc").restrained == 0 and "let_go" in kinds(table)
    assert table.decider == "orc"


# --- aim and feint


ARCHER = {"weapons": ["longbow", "longsword"], "ranged_skill": 2}


@clause("woin.aim.bonus")
@pytest.mark.parametrize(("plays", "chance"), [(["aim"], 0.96412), ([], 0.847994)])
def test_what_aiming_adds(plays, chance):
    table = duel(man=ARCHER, orc={"ranged_defence": 14}, distance=5)
    table.play(*plays)
    assert table.odds("attack orc longbow normal", want="hit").at_least(1) == exactly(chance)


@clause("woin.aim.bonus")
@pytest.mark.parametrize("dice", [0, 2])
def test_dice_of_an_aim(dice):
    rules = {"aim.bonus.bonus_dice": dice}
    table = duel(man=ARCHER, orc={"ranged_defence": 30}, distance=5, dice=[1] * (5 + dice), rules=rules)
    table.play("aim", "attack orc longbow normal")
    assert rolled(table) == [5 + dice]


@clause("woin.aim.bonus", "woin.aim.immediate")
def test_an_aim_is_for_the_next_attack_only():
    rules = {"turn.three_action_creatures.main_turn_actions": 3}
    table = duel(man={**ARCHER, "actions": 3}, distance=5, dice=[1] * 11, rules=rules)
    table.play("aim")
    assert "aim" not in verbs(table) and table.unit("man").aimed == 1
    table.play("attack orc longbow normal", "attack orc longbow normal")
    assert rolled(table) == [6, 5] and parts(table, "aim") == [1]


@clause("woin.aim.bonus")
def test_an_aim_is_for_ranged_attacks_a_feint_for_melee():
    both = {"weapons": ["dagger"], "traits": ["aim", "feint"], "ranged_skill": 1}
    for plays, distance, found in [
        (["aim"], 1, []), (["feint"], 1, [1]), (["aim"], 2, [1]), (["feint"], 2, []),
    ]:  # fmt: skip
        dice = 3 + len(found) + (1 if distance == 2 else 0)
        table = duel(man=both, distance=distance, dice=[1] * dice)
        table.play(*plays, "attack orc dagger normal")
        assert parts(table, "aim" if plays == ["aim"] else "feint") == found


@clause("woin.aim.immediate")
@pytest.mark.parametrize("between", ["move 4,4", "drop_prone", "sheathe"])
def test_anything_in_between_and_the_aim_is_gone(between):
    table = duel(man=ARCHER, distance=5)
    table.play("aim", between)
    assert table.unit("man").aimed == 0


@clause("woin.aim.immediate", "woin.completion.release")
def test_letting_go_comes_in_between_as_well():
    table = duel(man={"traits": ["feint"]})
    table.unit("orc").restrained = 1
    table.unit("orc").holder = "man"
    table.play("feint", "release")
    assert table.unit("man").aimed == 0


@clause("woin.aim.immediate")
def test_an_aim_ends_with_the_turn():
    table = duel(man=ARCHER, distance=5)
    table.play("aim", "end_turn")
    assert table.unit("man").aimed == 0


@clause("woin.aim.immediate", "woin.called.base")
def test_no_called_shot_after_an_aim():
    table = duel(man=ARCHER, distance=5)
    assert any("called" in choice for choice in table.choices("attack "))
    table.play("aim")
    assert not any("called" in choice for choice in table.choices("attack "))


@clause("woin.aim.immediate", "woin.attack.psionic")
def test_an_aim_serves_spells():
    man = {"PSI": 6, "spells": ["mind_lance"], "weapons": []}
    table = duel(man=man, distance=3, dice=[1] * 4)
    table.play("aim", "cast mind_lance orc")
    assert parts(table, "aim") == [1]


@clause("woin.aim.bonus", "woin.aim.free_exploit")
@pytest.mark.parametrize(
    ("unit", "found"),
    [
        ({"weapons": ["longbow"]}, {"aim"}),
        ({"weapons": ["longsword"]}, {"feint"}),
        ({"weapons": ["longsword"], "traits": ["aim"]}, set()),
        ({"weapons": ["light_crossbow"]}, {"aim"}),
        ({"weapons": ["longbow"], "held": -1}, set()),
        ({"weapons": [], "MAG": 3, "spells": ["firebolt"]}, {"aim"}),
        ({"weapons": [], "MAG": 1, "spells": ["firebolt"]}, set()),
    ],
)
def test_who_can_aim_and_who_can_feint(unit, found):
    assert verbs(duel(man=unit, distance=5)) & {"aim", "feint"} == found


@clause("woin.aim.bonus")
def test_no_aim_with_an_empty_weapon():
    table = duel(man={"weapons": ["light_crossbow"]}, distance=5)
    table.unit("man").loaded = [0, 0]
    assert "aim" not in verbs(table)


# --- cover


WALL = "\n".join(["............"] * 5 + ["....=......."] + ["............"] * 6)


@clause("woin.cover.positions")
def test_taking_cover_costs_one_and_hides():
    man = {"weapons": ["longbow"], "at": [3, 5]}
    orc = {"weapons": ["longbow"], "at": [9, 5]}
    table = duel(man=man, orc=orc, map=WALL, dice=[1] * 4)
    assert "unhunker" not in verbs(table)
    table.play("hunker")
    assert left(table) == (1, 1) and table.unit("man").hunkered == 1
    assert not verbs(table) & {"attack", "hunker", "overwatch", "suppress"}
    table.play("end_turn")
    assert "attack" not in verbs(table)
    table.play("end_turn", "unhunker", "attack orc longbow normal")
    assert left(table)[0] == 0 and table.unit("man").hunkered == 0


@clause("woin.cover.positions")
def test_from_the_open_side_it_does_not_help():
    man = {"weapons": ["longbow"], "at": [3, 5]}
    orc = {"weapons": ["longbow"], "at": [3, 9]}
    table = duel(man=man, orc=orc, map=WALL, dice=[1] * 4)
    table.play("hunker", "end_turn", "attack man longbow normal")
    assert parts(table, "cover") == []


@clause("woin.cover.positions")
def test_only_where_there_is_cover():
    assert "hunker" not in verbs(duel(man={"at": [2, 5]}, orc={"at": [9, 5]}, map=WALL))
    assert "hunker" in verbs(duel(man={"at": [3, 4]}, orc={"at": [9, 5]}, map=WALL))


@clause("woin.cover.positions", "woin.move.split")
def test_cover_takes_what_movement_is_left_and_a_move_ends_it():
    table = duel(man={"at": [2, 5], **SLOW}, orc={"at": [9, 5]}, map=WALL)
    table.play("move 3,5")
    assert table.unit("man").moves_left == 4
    table.play("hunker")
    assert table.unit("man").moves_left == 0
    table.play("end_turn", "end_turn", "move 3,4")
    assert table.unit("man").hunkered == 0


@clause("woin.cover.positions")
@pytest.mark.parametrize("price", [1, 2, 0])
def test_what_cover_costs_can_be_set(price):
    table = duel(man={"at": [3, 5]}, orc={"at": [9, 5]}, map=WALL, rules={"cover.positions.switch_cost": price})
    table.play("hunker")
    assert left(table) == ((2, 0) if price == 0 else (2 - price, 1))


# --- conditions and the turn


@clause("woin.completion.status.blinded")
def test_blindness_lasts_until_the_end_of_the_next_main_turn():
    table = duel(distance=5)
    table.unit("man").blinded = 1
    table.unit("orc").blinded = 1
    table.play("end_turn")
    assert table.unit("man").blinded == 1 and table.unit("orc").blinded == 2
    table.play("end_turn")
    assert table.unit("man").blinded == 2 and table.unit("orc").blinded == 0
    table.play("end_turn")
    assert table.unit("man").blinded == 0


@clause("woin.completion.scan")
def test_a_scan_lasts_until_the_end_of_the_next_main_turn():
    table = duel(distance=5, dice=[6, 6, 6])
    table.play("scan orc")
    man = table.unit("man")
    assert list(man.scanned) == ["orc"]
    table.play("end_turn", "end_turn")
    assert list(man.scanned) == [] and list(man.scanned_before) == ["orc"]
    table.play("end_turn")
    assert list(man.scanned_before) == []


@clause("woin.called.once_per_turn", "woin.exploit.price_table", "woin.move.climb")
def test_what_a_turn_allows_once_is_there_again():
    table = duel(distance=5)
    man = table.unit("man")
    man.called_shots, man.exploits_used, man.climbed, man.swum = 1, 4, 1, 1
    table.play("end_turn", "end_turn")
    assert (man.called_shots, int(table.state["units"][0]["exploits_used"]), man.climbed, man.swum) == (0, 0, 0, 0)


@clause("woin.completion.down_and_dying")
def test_the_countdown_at_the_start_of_each_main_turn():
    friend = {"name": "friend", "side": "orcs", "at": [11, 11]}
    table = duel(orc={"health_left": 0}, distance=5, friends=[friend], dice=[6, 2, 3, 6, 6])
    assert table.unit("orc").dying_dice == 3
    table.play("end_turn")
    assert table.unit("orc").dying_dice == 2 and table.decider == "friend"
    table.play("end_turn", "end_turn")
    assert table.unit("orc").dead == 1
    assert [event.face for event in table.events if event.kind == "counted_down"] == [6 + 2 + 3, 6 + 6]


@clause("woin.completion.luck_pool")
@pytest.mark.parametrize(("refills", "luck"), [(0, 1), (1, 3)])
def test_luck_may_come_back_every_round(refills, luck):
    table = duel(man={"LUC": 6}, distance=5, rules={"completion.luck_pool.refill_in_battle": refills})
    assert table.unit("man").luck == 3
    table.unit("man").luck = 1
    table.play("end_turn")
    assert table.unit("man").luck == 1
    table.play("end_turn")
    assert table.unit("man").luck == luck


# --- the end


@clause("woin.completion.battle_end")
def test_the_last_side_wins():
    table = duel(man={"melee_skill": 2}, orc={"health_max": 5}, dice=[3] * 5 + [3] * 3)
    table.play("attack orc longsword normal")
    assert list(table.state["rank"][:2]) == [1, 2] and table.state["ending"] == 1


@clause("woin.completion.battle_end")
@pytest.mark.parametrize(
    ("man", "orc", "ranks"),
    [
        ({"health_left": 20}, {"health_left": 19}, [1, 2]),
        ({"health_left": 20}, {"health_left": 20}, [1, 1]),
        ({"health_max": 40, "health_left": 20}, {"health_left": 19}, [2, 1]),
    ],
)
def test_after_the_last_round_the_healthier_side_wins(man, orc, ranks):
    table = duel(man=man, orc=orc, distance=5, rules={"completion.battle_end.round_limit": 2})
    table.play("end_turn", "end_turn", "end_turn", "end_turn")
    assert table.state["ending"] == 3 and list(table.state["rank"][:2]) == ranks


@clause("woin.completion.battle_end")
def test_the_sum_of_a_side_counts():
    """Who is down adds nothing, and takes nothing away."""
    men = [{"name": f"man_{i}", "side": "men", "at": [i, 0], "health_left": 6} for i in range(3)]
    down = {"name": "down", "side": "orcs", "at": [9, 9], "health_left": -10, "END": 66}
    orc = {"name": "orc", "side": "orcs", "at": [11, 11], "health_left": 18, "INT": 3}
    table = scene(*men, orc, down, dice=[1] * 10, rules={"completion.battle_end.round_limit": 1},
                  order=[6, 6, 6, 6, 6, 5, 6, 5, 5, 6, 1, 1, 1, 1])  # fmt: skip
    table.play("end_turn", "end_turn", "end_turn", "end_turn")
    assert list(table.state["rank"][:2]) == [1, 1]


@clause("woin.sequence.round_loop")
def test_the_next_round_begins_when_all_have_acted():
    table = duel(distance=5)
    table.play("end_turn")
    assert table.round == 1
    table.play("end_turn")
    assert table.round == 2 and table.decider == "man"
