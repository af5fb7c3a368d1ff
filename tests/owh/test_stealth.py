"""Hidden units: attacks out of hiding, staying unseen, being noticed, and incapacitating."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.scenes import cards, duel, exactly, scene

from tactica.envs.rulesets.owh.vocab import Frame, Roll

HIDDEN = {"hidden": True}
GOBLIN = {"name": "goblin", "side": "orcs", "at": [11, 11]}


def struck(laid, choice="attack orc normal"):
    """Damage of the man's attack given that it hits: damage -> chance."""
    hp = laid.unit("orc").hp
    odds = laid.odds(choice, want=["result hit", "orc.hp"])
    landed = {hp - left: odds[1, left] for number, left in odds if number == 1}
    return {damage: chance / sum(landed.values()) for damage, chance in landed.items()}


def mean(chances):
    """The mean of numbers with their chances."""
    return sum(number * chance for number, chance in chances.items())


# --- the attack


@clause("owh.stealth.attack_bonus")
@pytest.mark.parametrize(("hidden", "rules", "chance"), [
    (True, {}, 11 / 20), (False, {}, 10 / 20), (True, {"stealth.attack_bonus.attack_bonus": 3}, 13 / 20),
])  # fmt: skip
def test_one_more_to_hit_out_of_hiding(hidden, rules, chance):
    laid = duel(man={"fighting": 16, "hidden": hidden}, orc={"parry": 13}, rules=rules)
    assert laid.odds("attack orc normal", want="hit")[1] == exactly(chance)


@clause("owh.stealth.attack_bonus", "owh.stealth.damage")
@pytest.mark.parametrize(("weapon", "skill", "dice"), [("longbow", "shooting", 4.5), ("javelin", "agility", 4.5)])
@pytest.mark.parametrize("applies", [0, 1])
def test_only_hand_to_hand(weapon, skill, dice, applies):
    """Medium range. A natural 20 doubles the dice anyway."""
    man = {"weapons": [weapon], skill: 16, **HIDDEN}
    rules = {"stealth.attack_bonus.applies_to_ranged": applies}
    laid = duel(man=man, orc={"parry": 13, "hp": 200}, distance=7, rules=rules)
    odds = laid.odds("attack orc normal", want=["result hit", "result critical", "term dice"])
    assert sum(odds[value] for value in odds if value[0] == 1) == exactly((10 + applies) / 20)
    if not applies:
        plain = {value[2]: odds[value] for value in odds if value[:2] == (1, 0)}
        assert mean(plain) / sum(plain.values()) == exactly(dice)


@clause("owh.stealth.damage")
@pytest.mark.parametrize(("weapon", "strength", "armour", "average", "least", "most"), [
    ("dagger", 14, 2, 17, 14, 20), ("greatsword", 16, 6, 37, 16, 58),
])  # fmt: skip
def test_dice_are_doubled_or_tripled(weapon, strength, armour, average, least, most):
    """Whatever the attack roll, a natural 20 included."""
    laid = duel(man={"weapons": [weapon], "strength": strength, **HIDDEN}, orc={"armour": armour, "hp": 200})
    damage = struck(laid)
    assert (mean(damage), min(damage), max(damage)) == (exactly(average), least, most)


@clause("owh.stealth.damage", "owh.stealth.attack_bonus")
def test_damage_of_an_attack_out_of_hiding():
    laid = duel(
        man={"weapons": ["dagger"], "strength": 14, "fighting": 16, **HIDDEN}, orc={"parry": 13, "armour": 2, "hp": 200}
    )
    assert 200 - laid.odds("attack orc normal", want="orc.hp").mean() == exactly(187 / 20)


@clause("owh.stealth.damage")
@pytest.mark.parametrize(("weapon", "knob", "average"), [
    ("dagger", "dice_multiplier", 12 + 7.5), ("greatsword", "heavy_dice_multiplier", 12 + 36),
])  # fmt: skip
def test_knobs_of_damage_out_of_hiding(weapon, knob, average):
    value = 3 if weapon == "dagger" else 4
    laid = duel(
        man={"weapons": [weapon], "strength": 12, **HIDDEN}, orc={"hp": 200}, rules={f"stealth.damage.{knob}": value}
    )
    assert mean(struck(laid)) == exactly(average)


@clause("owh.stealth.attack_bonus", "owh.stealth.damage", "owh.status.insane")
def test_a_friend_knows_who_hides_beside_it():
    """A hidden mad orc strikes another with a dagger: no +1 against Parry 12, so 12 misses; 1D4, not 2D4; and it is seen."""
    mad = {"insane": True, "weapons": ["dagger"], "fighting": 10, **HIDDEN}
    victim = {"name": "victim", "side": "orcs", "at": [10, 5], "hp": 200}
    rules = {"turn.action_economy.standard_actions": 1}
    missed = duel(orc=mad, distance=5, friends=[victim], rules=rules, dice=[12])
    missed.play("end_turn")
    assert (missed.unit("victim").hp, missed.unit("orc").hidden) == (200, 0)
    hit = duel(orc=mad, distance=5, friends=[victim], rules=rules, dice=[13, 3])
    hit.play("end_turn")
    assert hit.unit("victim").hp == 200 - 10 - 3 - 10


# --- incapacitating


def subdued(laid):
    """Whether the orc is unconscious, given that the attack hits."""
    odds = laid.odds("attack orc subdue", want=["result hit", "orc.unconscious"])
    return odds[1, 1] / (odds[1, 0] + odds[1, 1])


@clause("owh.stealth.incapacitate")
@pytest.mark.parametrize(("strength", "size", "rules", "hp", "unconscious"), [
    (13, 2, {}, 45, 1), (12, 2, {}, 46, 0), (38, 4, {}, 20, 0), (13, 4, {}, 45, 0), (13, 3, {}, 45, 1),
    (13, 2, {"stealth.incapacitate.hp_fraction_pct": 26}, 45, 0),
    (12, 2, {"stealth.incapacitate.hp_fraction_pct": 20}, 46, 1), (13, 2, {"stealth.incapacitate.immune_size": 2}, 45, 0),
    (13, 4, {"stealth.incapacitate.immune_size": 5}, 45, 1),
])  # fmt: skip
def test_a_quarter_of_the_hit_points(strength, size, rules, hp, unconscious):
    """A dagger out of hiding: Strength and two ones."""
    man = {"weapons": ["dagger"], "strength": strength, **HIDDEN}
    laid = duel(man=man, orc={"hp": 60, "size": size}, friends=[GOBLIN], dice=[19, 1, 1], rules=rules, light=2)
    laid.play("attack orc subdue")
    orc = laid.unit("orc")
    assert (orc.hp, orc.unconscious) == (hp, unconscious)


@clause("owh.stealth.incapacitate")
def test_the_quarter_is_of_the_maximum():
    man = {"weapons": ["dagger"], "strength": 12, **HIDDEN}
    laid = duel(man=man, orc={"hp": 60, "hp_left": 16}, friends=[GOBLIN], dice=[19, 1, 1])
    laid.play("attack orc subdue")
    assert (laid.unit("orc").hp, laid.unit("orc").unconscious) == (2, 0), "14 of 60"


@clause("owh.stealth.incapacitate")
def test_it_does_not_kill():
    laid = duel(
        man={"strength": 30, **HIDDEN}, orc={"hp": 40, "hp_left": 5}, friends=[GOBLIN], dice=[19, 1, 1], light=2
    )
    laid.play("attack orc subdue")
    orc = laid.unit("orc")
    assert (orc.hp, orc.unconscious, orc.dead) == (1, 1, 0)


@clause("owh.stealth.incapacitate")
def test_odds_of_a_quarter():
    laid = duel(man={"weapons": ["dagger"], "strength": 14, **HIDDEN}, orc={"hp": 60, "armour": 2}, friends=[GOBLIN])
    assert subdued(laid) == exactly(15 / 16)


@clause("owh.incapacitate.open", "owh.stealth.incapacitate")
@pytest.mark.parametrize(("hidden", "size"), [(False, 2), (False, 6), (True, 5)])
@pytest.mark.parametrize(("points", "hp", "unconscious"), [(8, 2, 0), (9, 1, 1), (40, 1, 1)])
def test_an_open_attack_to_incapacitate(hidden, size, points, hp, unconscious):
    """Out of hiding it is the same against giants."""
    dice = [19, 1, 1] if hidden else [19, 2]
    laid = duel(
        man={"strength": points - 2, "hidden": hidden}, orc={"hp": 60, "hp_left": 10, "size": size}, friends=[GOBLIN],
        dice=dice, party=[False, True], rules={"fate.supply.per_player": 0}, light=2,
    )  # fmt: skip
    laid.play("attack orc subdue")
    orc = laid.unit("orc")
    assert (orc.hp, orc.unconscious, orc.dead, orc.down) == (hp, unconscious, 0, 0)


@clause("owh.incapacitate.open")
def test_the_floor_of_an_open_attack():
    laid = duel(
        man={"strength": 6},
        orc={"hp_left": 10},
        friends=[GOBLIN],
        dice=[19, 1],
        rules={"incapacitate.open.hp_floor": 3},
    )
    laid.play("attack orc subdue")
    assert (laid.unit("orc").hp, laid.unit("orc").unconscious) == (3, 1)


@clause("owh.incapacitate.bludgeon")
@pytest.mark.parametrize(("size", "chance"), [(2, 9 / 20), (3, 9 / 20), (4, 0)])
def test_bludgeoning(size, chance):
    """A hit suffices, whatever the damage; not against giants."""
    man = {"fighting": 12, "strength": 1, "abilities": ["bludgeon"], **HIDDEN}
    laid = duel(man=man, orc={"parry": 13, "armour": 12, "size": size, "hp": 200}, friends=[GOBLIN])
    assert laid.odds("attack orc subdue", want="orc.unconscious")[1] == exactly(chance)


@clause("owh.incapacitate.bludgeon")
@pytest.mark.parametrize(("abilities", "hidden"), [(["bludgeon"], False), ([], True)])
def test_bludgeoning_needs_skill_and_hiding(abilities, hidden):
    man = {"fighting": 12, "strength": 1, "abilities": abilities, "hidden": hidden}
    laid = duel(man=man, orc={"parry": 13, "armour": 12, "hp": 200}, friends=[GOBLIN])
    assert laid.odds("attack orc subdue", want="orc.unconscious")[1] == 0


@clause("owh.incapacitate.bludgeon", "owh.stealth.incapacitate", "owh.stealth.attack_bonus")
@pytest.mark.parametrize(("left", "notices", "hp", "unconscious"), [(100, [], 74, 0), (27, [1], 1, 1)])
def test_shots_do_not_disable_even_where_stealth_helps_them(left, notices, hp, unconscious):
    """Shooting 10 and 16 of two dice are more than a quarter of 100; but it is as in the open, and that leaves one hit point."""
    man = {"weapons": ["longbow"], "abilities": ["bludgeon"], **HIDDEN}
    laid = duel(
        man=man, orc={"hp": 100, "hp_left": left, "parry": 5, "armour": 1}, friends=[GOBLIN], distance=7,
        dice=[10, 8, 8, *notices], rules={"stealth.attack_bonus.applies_to_ranged": 1},
    )  # fmt: skip
    laid.play("attack orc subdue")
    assert (laid.unit("orc").hp, laid.unit("orc").unconscious) == (hp, unconscious)


@clause("owh.incapacitate.methods", "owh.pr.value")
def test_sleep_poison():
    laid = duel(
        man={"weapons": ["dagger+sleep"], "fighting": 16}, orc={"parry": 13, "stamina": 12, "hp": 200}, friends=[GOBLIN]
    )
    odds = laid.odds("attack orc normal", want=["result hit", "orc.unconscious"])
    assert odds[1, 1] == exactly(1 / 2 * 13 / 20)
    assert odds[0, 1] == 0


@clause("owh.incapacitate.methods", "owh.completion.rouse")
def test_the_unconscious_are_out_of_the_fight():
    laid = duel(
        man={"hp": 200}, orc={"at": [7, 5]}, friends=[{**GOBLIN, "at": [5, 5]}, {"name": "wolf", "side": "orcs", "at": [5, 4]}],
        dice=[*cards(3)],
    )  # fmt: skip
    laid.unit("goblin").unconscious = 1
    laid.unit("goblin").bleeding = 1
    assert not laid.offers("attack goblin")
    assert laid.offers("execute goblin")
    laid.play("move 3,5", "let_go", "end_turn")
    assert laid.decider == "orc"
    laid.play("end_turn")
    assert laid.decider == "wolf"
    assert laid.offers("rouse goblin")
    laid.play("end_turn")
    assert laid.unit("goblin").card == -1
    assert laid.unit("goblin").hp == 50, "statuses do not hurt it"


# --- staying unseen


@clause("owh.stealth.roll", "owh.status.deafened")
@pytest.mark.parametrize(
    ("distance", "number"), [(1, 19), (2, 17), (3, 17), (4, 13), (6, 13), (7, 9), (12, 9), (13, 6), (17, 6)]
)
def test_stealth_by_distance(distance, number):
    """With +4, a hidden unit that ends a Move so far from the nearest enemy that sees it."""
    laid = duel(man={"stealth": 18, **HIDDEN}, distance=distance + 1, size=(24, 12))
    passed = laid.odds("move 5,5", want="event failed by man")[0]
    assert passed == exactly(min((21 - (number - 4)) / 20, 1))


@clause("owh.stealth.roll")
@pytest.mark.parametrize(
    ("knob", "distance"), [("tn_d1", 1), ("tn_d3", 2), ("tn_d6", 5), ("tn_d12", 9), ("tn_far", 13)]
)
def test_knobs_of_stealth(knob, distance):
    laid = duel(man={"stealth": 18, **HIDDEN}, distance=distance + 1, size=(24, 12), rules={f"stealth.roll.{knob}": 12})
    assert laid.odds("move 5,5", want="event failed by man")[0] == exactly(13 / 20)


@clause("owh.stealth.roll", "owh.stealth.failure_notice")
@pytest.mark.parametrize(
    ("goblin", "stays"),
    [
        ({"at": [4, 6]}, 1 / 4),
        ({"at": [4, 6], "notice": 30}, 0),  # +10 against 11
        ({"at": [4, 6], "paralyzed": 1}, 1 / 2),
        ({"at": [4, 6], "blind": 2}, 1 / 2),
        ({"at": [17, 6], "notice": 30}, 1 / 2),  # 13 cells away
        ({"at": [4, 7], "notice": 30}, 1 / 2),  # behind a wall
    ],
)
def test_an_enemy_that_comes_in_sight(goblin, stays):
    """The hidden man rolls by the distance to the orc that has moved, five cells: 13 - 4. If he fails, the orc may notice, with
    11 or more, and so may any goblin near by that sees him, though it has kept still.
    """
    placed = {**GOBLIN, **{name: value for name, value in goblin.items() if name in ("at", "notice")}}
    board = ["." * 20] * 6 + ["...###" + "." * 14 if goblin["at"] == [4, 7] else "." * 20] + ["." * 20] * 5
    laid = duel(man={"stealth": 18, **HIDDEN}, orc={"notice": 10}, distance=7, friends=[placed], map="\n".join(board))
    for name in ("paralyzed", "blind"):
        setattr(laid.unit("goblin"), name, goblin.get(name, 0))
    laid.play("end_turn")
    odds = laid.odds("move 9,5", want=["event failed by man", "man.hidden"])
    assert odds[0, 1] == exactly(12 / 20)
    assert sum(odds[value] for value in odds if value[0] > 0 and value[1] == 1) == exactly(8 / 20 * stays)


@clause("owh.stealth.roll", "owh.completion.hidden")
def test_out_of_sight_nobody_rolls():
    laid = scene(
        {"name": "man", "side": "men", "at": [0, 0], **HIDDEN}, {"name": "orc", "side": "orcs", "at": [5, 0]},
        map="...#..\n...#..",
    )  # fmt: skip
    laid.play("move 1,0", "end_turn")
    laid.play("move 5,1")
    assert laid.unit("man").hidden == 1


@clause("owh.stealth.failure_notice", "owh.fate.reroll")
def test_who_is_asked_to_notice_again_learns_nothing_of_whom():
    """The orc observes its own roll, Notice against 11, and that somebody is looked for; not who, nor how well it sneaks."""
    rules = {"fate.reroll.kinds_mask": 1 << Roll.NOTICE}
    laid = duel(
        man={"stealth": 18, **HIDDEN}, orc={"notice": 10}, distance=6, party=[False, True], rules=rules, dice=[1, 1]
    )
    laid.play("move 5,5")
    assert (laid.prompt, laid.decider) == ("reroll", "orc")
    names = [one.name for one in laid.game.layout.context]
    seen = dict(zip(names, laid.game.observe()["context"].tolist(), strict=True))
    assert (seen["roll"], seen["roll_number"], seen["task_kind"]) == (Roll.NOTICE, 11, Frame.SEARCH)
    told = {name: value for name, value in seen.items() if name.startswith("task_") and name != "task_kind"}
    assert set(told.values()) == {-1, 0}, told


@clause("owh.stealth.failure_notice", "owh.light.low", "owh.light.dark")
@pytest.mark.parametrize(("light", "chance"), [(0, 3 / 10), (1, 7 / 40), (2, 0)])
def test_two_enemies_may_notice(light, chance):
    """Stealth +4 at five cells: 13; Notice +0: 11."""
    friend = {**GOBLIN, "at": [10, 6], "notice": 10}
    laid = duel(man={"stealth": 18, **HIDDEN}, orc={"notice": 10}, distance=6, friends=[friend], light=light)
    assert laid.odds("move 5,5", want="man.hidden")[0] == exactly(chance)


@clause("owh.stealth.failure_notice")
@pytest.mark.parametrize(
    ("knob", "value", "chance"), [("notice_tn", 16, 2 / 5 / 4), ("notice_range", 4, 0), ("notice_range", 5, 1 / 5)]
)
def test_knobs_of_noticing(knob, value, chance):
    laid = duel(man={"stealth": 18, **HIDDEN}, distance=6, rules={f"stealth.failure_notice.{knob}": value})
    assert laid.odds("move 5,5", want="man.hidden")[0] == exactly(chance)


@clause("owh.stealth.failure_notice")
@pytest.mark.parametrize(("distance", "chance"), [(12, 1 / 5), (13, 0)])
def test_beyond_12_cells_nobody_notices(distance, chance):
    """Stealth 0 against 9: fails with 8 in 20; beyond it fails with 5 in 20, to no harm."""
    laid = duel(man={"stealth": 10, **HIDDEN}, distance=distance + 1, size=(24, 12))
    assert laid.odds("move 5,5", want="man.hidden")[0] == exactly(chance)


@clause("owh.stealth.failure_notice", "owh.status.blind")
@pytest.mark.parametrize("status", ["blind", "paralyzed"])
def test_who_cannot_notice(status):
    laid = duel(man={"stealth": 1, **HIDDEN}, distance=6, friends=[GOBLIN], size=(24, 24))
    laid.unit("goblin").at = (23, 23)
    setattr(laid.unit("orc"), status, 3 if status == "blind" else 1)
    assert laid.odds("move 5,5", want="man.hidden")[1] == exactly(1)


@clause("owh.stealth.roll", "owh.stealth.attack_bonus")
def test_who_keeps_still_stays_hidden_in_daylight():
    """Two rounds in plain view of an enemy who fights and does not move: no roll, and the blow comes unseen: +1, 2D8."""
    laid = scene(
        {"name": "man", "side": "men", "at": [4, 5], "weapons": ["sword"], "strength": 10, **HIDDEN},
        {"name": "orc", "side": "orcs", "at": [5, 5], "weapons": ["sword"], "hp": 200, "parry": 14},
        {"name": "boy", "side": "men", "at": [6, 5], "hp": 200, "weapons": ["sword"]}, dice=[1, 1, *cards(3)],
    )  # fmt: skip
    laid.play("end_turn", "end_turn", "attack boy", "attack boy", "end_turn")
    assert (laid.decider, laid.unit("man").hidden) == ("man", 1)
    assert not [event for event in laid.events if event.kind in ("passed", "failed")]
    laid.dice = [13, 1, 1]
    laid.play("attack orc")
    assert [(label, value) for label, value in laid.last("attack_hit").terms if label == "Stealth"] == [("Stealth", 1)]
    assert laid.unit("orc").hp == 200 - 10 - 1 - 1


@clause("owh.stealth.roll")
def test_who_is_seen_by_a_mover_rolls():
    """As soon as the enemy ends a Move with it in sight, beside it: 19 needed."""
    laid = duel(man={"hidden": True}, orc={"at": [6, 5]}, friends=[GOBLIN], dice=[18, 10, 10])
    laid.play("end_turn", "move 5,5")
    failed = [(event.who, event.amount, event.face) for event in laid.events if event.kind == "failed"]
    assert failed == [("man", 19, 18), ("orc", 11, 10), ("goblin", 11, 10)], "the Notice checks after it fail, too"
    assert laid.unit("man").hidden == 1
