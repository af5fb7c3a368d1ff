"""Statuses that hurt or hinder: bleeding, fire, poison, blindness, deafness, disease."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.scenes import duel, exactly, scene

AXE = {"weapons": ["battle_axe"]}


def suffering(hp_left=60, armour=8, rules=None, **statuses):
    """What an orc of 60 HP in armour has left after the status phase of its turn."""
    laid = duel(orc={"hp": 100, "armour": armour}, rules=rules)
    laid.unit("orc").hp = hp_left
    for name, value in statuses.items():
        setattr(laid.unit("orc"), name, value)
    laid.play("end_turn")
    return laid


# --- bleeding


@clause("owh.status.bleed_trigger")
@pytest.mark.parametrize(
    ("weapon", "stunned", "chance"),
    [("dagger", 0, 1 / 20), ("dagger", 1, 39 / 400), ("battle_axe", 0, 1 / 20), ("mace", 0, 0), ("sword", 0, 0)],
)
def test_a_natural_20_with_an_edge_makes_somebody_bleed(weapon, stunned, chance):
    laid = duel(man={"fighting": 16, "weapons": [weapon]}, orc={"parry": 13, "hp": 200})
    laid.unit("orc").stunned = stunned
    assert laid.odds("attack orc normal", want="orc.bleeding")[1] == exactly(chance)


@clause("owh.status.bleed_trigger")
@pytest.mark.parametrize(("knob", "value", "wanted"), [
    ("stacks_per_trigger", 2, {2: 1 / 20}),
    ("chance_on_crit_pct", 50, {1: 1 / 40}),
    ("stealth_counts_as_crit", 1, {1: 1 / 20}),
])  # fmt: skip
def test_knobs_of_bleeding(knob, value, wanted):
    laid = duel(man={"weapons": ["dagger"]}, orc={"hp": 200}, rules={f"status.bleed_trigger.{knob}": value})
    odds = laid.odds("attack orc normal", want="orc.bleeding")
    assert {stacks: odds[stacks] for stacks in odds if stacks} == {k: exactly(p) for k, p in wanted.items()}


@clause("owh.status.bleed_trigger")
@pytest.mark.parametrize(("counts", "chance"), [(0, 1 / 20), (1, 11 / 20)])
def test_an_attack_from_hiding_is_no_critical_hit(counts, chance):
    rules = {"status.bleed_trigger.stealth_counts_as_crit": 1} if counts else {}
    laid = duel(man={"fighting": 16, "weapons": ["dagger"], "hidden": True}, orc={"parry": 13, "hp": 200}, rules=rules)
    assert laid.odds("attack orc normal", want="orc.bleeding")[1] == exactly(chance)


@clause("owh.status.bleeding", "owh.turn.status_phase")
def test_every_stack_bleeds_15_in_the_own_turn():
    laid = suffering(bleeding=3)
    assert laid.unit("orc").hp == 15
    assert laid.decider == "orc"
    assert suffering(bleeding=2).unit("orc").hp == 30
    assert suffering(bleeding=3, rules={"status.bleeding.damage_per_stack": 10}).unit("orc").hp == 30


@clause("owh.status.bleeding")
def test_bleeding_can_defeat():
    laid = suffering(hp_left=45, bleeding=3)
    assert laid.unit("orc").dead == 1
    assert laid.unit("orc").hp == 0
    assert laid.winner == "men"


@clause("owh.status.bleeding", "owh.status.bleed_trigger")
@pytest.mark.parametrize(("stackable", "stacks"), [(1, 3), (0, 1)])
def test_bleeding_stacks(stackable, stacks):
    rules = {"status.bleeding.stackable": stackable}
    laid = duel(man=AXE, orc={"hp": 300}, rules=rules, dice=[20, 4, 4, 20, 4, 4])
    if stackable:
        laid.unit("orc").bleeding = 1
    laid.play("attack orc normal", "attack orc normal")
    assert laid.unit("orc").bleeding == stacks


@clause("owh.status.bleeding")
@pytest.mark.parametrize(("check", "dice", "stacks"), [("fails", [10], 2), ("succeeds", [11, 1, 1, 1], 0)])
def test_healing_ends_bleeding(check, dice, stacks):
    laid = duel(man={"bandage": 1, "healing": 10}, dice=dice, distance=5)
    laid.unit("man").bleeding = 2
    laid.play("heal man")
    assert laid.unit("man").bleeding == stacks, f"the check {check}"


# --- fire


@clause("owh.status.fire_trigger")
@pytest.mark.parametrize(
    ("weapon", "stunned", "chance"), [("torch", 0, 1 / 20), ("torch", 1, 39 / 400), ("sword", 0, 0)]
)
def test_a_natural_20_with_a_torch_sets_on_fire(weapon, stunned, chance):
    laid = duel(man={"weapons": [weapon]}, orc={"hp": 200})
    laid.unit("orc").stunned = stunned
    assert laid.odds("attack orc normal", want="orc.ignited")[1] == exactly(chance)


@clause("owh.status.fire_trigger", "owh.status.ignited")
@pytest.mark.parametrize(("rules", "stacks"), [
    ({}, 2), ({"status.fire_trigger.stacks_per_trigger": 2}, 4), ({"status.ignited.stackable": 0}, 1),
])  # fmt: skip
def test_fire_stacks(rules, stacks):
    laid = duel(man={"weapons": ["torch"]}, orc={"hp": 300}, rules=rules, dice=[20, 1, 1, 20, 1, 1])
    laid.play("attack orc normal", "attack orc normal")
    assert laid.unit("orc").ignited == stacks


@clause("owh.status.ignited", "owh.turn.status_phase")
def test_every_fire_burns_for_10():
    assert suffering(hp_left=50, armour=6, ignited=2).unit("orc").hp == 30
    assert suffering(hp_left=50, ignited=2, rules={"status.ignited.damage_per_stack": 12}).unit("orc").hp == 26
    laid = suffering(hp_left=20, ignited=2)
    assert laid.unit("orc").dead == 1


@clause("owh.status.ignited")
def test_giving_up_the_turn_puts_the_fire_out():
    laid = duel(man={"abilities": ["berserk"], "water": 1})
    laid.unit("man").ignited = 2
    laid.unit("orc").stunned = 1  # it lets him go
    for first in ("attack orc normal", "move 3,5", "berserk"):
        other = laid.clone()
        other.dice = None
        other.play(first)
        assert "extinguish" not in other.choices(), first
    assert "extinguish" in laid.choices()
    laid.play("extinguish")
    assert laid.unit("man").ignited == 0
    assert laid.decider == "orc"


@clause("owh.status.ignited")
def test_only_whoever_burns_can_put_it_out():
    laid = duel(man={"water": 1})
    assert "extinguish" not in laid.choices()
    assert "use_water man" not in laid.choices()


@clause("owh.status.ignited")
def test_water_puts_a_friend_out():
    friend = {"name": "boy", "side": "men", "at": [3, 5]}
    laid = duel(man={"water": 1}, friends=[friend])
    laid.unit("boy").ignited = 3
    laid.play("use_water boy")
    assert (laid.unit("boy").ignited, laid.unit("man").water, laid.unit("man").actions_left) == (0, 0, 1)


WET = "\n".join(["............"] * 5 + [".....ww....."] + ["............"] * 6)


@clause("owh.status.ignited", "owh.completion.terrain", "owh.status.flying")
@pytest.mark.parametrize(("traits", "at", "burns"), [([], [5, 5], 0), ([], [5, 6], 1), (["flying"], [5, 5], 1)])
def test_who_stands_in_water_is_not_set_on_fire(traits, at, burns):
    laid = duel(man={"weapons": ["torch"]}, orc={"hp": 200, "at": at, "traits": traits}, map=WET, dice=[20, 1, 1])
    laid.play("attack orc normal")
    assert laid.unit("orc").ignited == burns


@clause("owh.status.ignited", "owh.completion.terrain", "owh.status.falling")
@pytest.mark.parametrize(("at", "stacks"), [([6, 5], 0), ([6, 6], 2)])
def test_a_burning_flier_that_falls_into_water(at, stacks):
    mage = {"spells": ["entangle"], "winds": 5}
    laid = duel(man=mage, orc={"hp": 200, "at": at, "traits": ["flying"]}, map=WET, dice=[2, 1, 2, 3])
    laid.unit("orc").ignited = 2
    laid.play("cast entangle orc")
    assert (laid.unit("orc").grounded, laid.unit("orc").hp, laid.unit("orc").ignited) == (1, 200 - 6, stacks)


@clause("owh.status.ignited", "owh.completion.terrain")
def test_wading_into_water_puts_the_fire_out():
    laid = scene(
        {"name": "man", "side": "men", "at": [0, 0]},
        {"name": "orc", "side": "orcs", "at": [5, 1]},
        map="..w...\n......",
    )
    laid.unit("man").ignited = 2
    laid.play("move 1,0")
    assert laid.unit("man").ignited == 2
    laid.play("move 2,0")
    assert laid.unit("man").ignited == 0


# --- poison


@clause("owh.status.poison_trigger", "owh.pr.value")
@pytest.mark.parametrize(("ability", "chance"), [(0, 7 / 10), (14, 0), (1, 13 / 20)])
def test_every_hit_with_poison_forces_a_roll(ability, chance):
    """PR 15 is an average human's."""
    laid = duel(
        man={"weapons": ["dagger+poison"], "fighting": 16}, orc={"parry": 13, "poison_ability": ability, "hp": 200}
    )
    odds = laid.odds("attack orc normal", want=["hit", "orc.poisoned"])
    assert odds[1, 1] == exactly(chance / 2)
    assert odds[0, 1] == 0


@clause("owh.status.poison_trigger")
def test_poison_needs_no_damage():
    laid = duel(man={"weapons": ["dagger+poison"], "strength": 1}, orc={"armour": 12}, dice=[15, 4, 14])
    laid.play("attack orc normal")
    assert (laid.unit("orc").hp, laid.unit("orc").poisoned) == (50, 1)


@clause("owh.status.poison_trigger")
def test_the_poisoned_do_not_roll_again():
    laid = duel(man={"weapons": ["dagger+poison"]}, dice=[15, 4])
    laid.unit("orc").poisoned = 1
    laid.play("attack orc normal")
    assert laid.unit("orc").poisoned == 1


@clause("owh.status.poison_trigger")
def test_a_chance_that_poison_works():
    laid = duel(
        man={"weapons": ["dagger+poison"], "fighting": 16}, orc={"parry": 13, "hp": 200},
        rules={"status.poison_trigger.chance_pct": 50},
    )  # fmt: skip
    assert laid.odds("attack orc normal", want="orc.poisoned")[1] == exactly(7 / 40)


@clause("owh.status.poisoned", "owh.turn.status_phase")
def test_poison_hurts_for_20():
    assert suffering(poisoned=1).unit("orc").hp == 40
    assert suffering(poisoned=1, rules={"status.poisoned.damage": 5}).unit("orc").hp == 55
    assert suffering(hp_left=20, poisoned=1).unit("orc").dead == 1


@clause("owh.status.poisoned", "owh.status.poison_trigger")
@pytest.mark.parametrize(("stackable", "dice", "hurt"), [(0, [], 20), (1, [14], 40)])
def test_poison_does_not_stack(stackable, dice, hurt):
    man = {"weapons": ["dagger+poison"]}
    laid = duel(
        man=man, orc={"armour": 12, "hp": 200}, rules={"status.poisoned.stackable": stackable},
        dice=[15, 1, 14, 15, 1, *dice],
    )  # fmt: skip
    laid.play("attack orc normal", "attack orc normal", "end_turn")
    assert laid.unit("orc").hp == 200 - hurt


@clause("owh.status.poisoned")
def test_an_antidote_cures_poison():
    laid = duel(man={"antidote": 1})
    laid.unit("man").poisoned = 1
    laid.play("use_antidote man")
    assert (laid.unit("man").poisoned, laid.unit("man").antidote) == (0, 0)


@clause("owh.turn.status_phase")
def test_statuses_hurt_in_their_order():
    laid = suffering(bleeding=1, poisoned=1, ignited=1)
    assert [event.kind for event in laid.events if event.kind.endswith("_hurts")] == [
        "bleeding_hurts", "poison_hurts", "fire_hurts",
    ]  # fmt: skip
    assert laid.unit("orc").hp == 60 - 15 - 20 - 10


# --- blindness


@clause("owh.status.blind")
def test_the_blind_attack_at_minus_4():
    laid = duel(man={"fighting": 18}, orc={"parry": 13})
    laid.unit("man").blind = 3
    assert laid.odds("attack orc normal", want="hit")[1] == exactly(7 / 20)


@clause("owh.status.blind")
def test_the_blind_parry_at_minus_6():
    laid = duel(man={"fighting": 18}, orc={"parry": 13})
    laid.unit("orc").blind = 3
    assert laid.odds("attack orc normal", want="hit")[1] == exactly(17 / 20)


@clause("owh.status.blind")
@pytest.mark.parametrize(
    ("knob", "who", "chance"), [("action_penalty", "man", 10 / 20), ("parry_penalty", "orc", 12 / 20)]
)
def test_knobs_of_blindness(knob, who, chance):
    laid = duel(man={"fighting": 18}, orc={"parry": 13}, rules={f"status.blind.{knob}": -1})
    laid.unit(who).blind = 3
    assert laid.odds("attack orc normal", want="hit")[1] == exactly(chance)


@clause("owh.status.blind")
@pytest.mark.parametrize(("most", "again"), [(None, False), (2, True), (0, None)])
def test_the_blind_move_once(most, again):
    laid = duel(
        distance=6, dice=[1] if most != 0 else [], rules={} if most is None else {"status.blind.max_moves": most}
    )
    laid.unit("man").blind = 3
    if again is None:
        assert not laid.choices("move")
        return
    laid.play("move 5,5")
    assert bool(laid.choices("move")) == again
    laid.unit("orc").at = (6, 5)
    assert bool(laid.choices("attack")) is True


@clause("owh.status.blind", "owh.heal.check")
def test_the_blind_do_everything_at_minus_4():
    laid = duel(man={"healing": 18, "bandage": 1, "stealth": 18})
    laid.unit("man").hp = 20
    laid.unit("man").blind = 3
    assert laid.odds("heal man", want="event passed")[1] == exactly(1 / 2)


@clause("owh.status.blind")
def test_blindness_does_not_weaken_poison_resistance():
    laid = duel(man={"weapons": ["dagger+poison"], "fighting": 16}, orc={"parry": 19, "hp": 200})
    laid.unit("orc").blind = 3
    odds = laid.odds("attack orc normal", want="orc.poisoned")
    assert odds[1] == exactly(1 / 2 * 7 / 10)


@clause("owh.status.blind")
@pytest.mark.parametrize(("before", "after"), [(1, 2), (9, 9)])
def test_a_new_blindness_keeps_the_longer_counter(before, after):
    laid = duel(man={"spirit": 30, "winds": 9, "spells": ["flash"]}, orc={"hp": 100}, dice=[15])
    laid.unit("orc").blind = before
    laid.play("cast flash orc")
    assert laid.unit("orc").blind == after


FAR_ORC, FAR_BOY = {"name": "far", "side": "orcs", "at": [4, 9]}, {"name": "boy", "side": "men", "at": [2, 7]}
NEAR_BOY = {"name": "girl", "side": "men", "at": [3, 4], "hp_left": 9}


def aimed_at(laid, *first):
    """Whom what begins with these words may be aimed at."""
    return {choice.split()[len(first)] for choice in laid.choices(f"{' '.join(first)} ")}


@clause("owh.status.blind", "owh.status.deafened", "owh.completion.spells")
@pytest.mark.parametrize(("blind", "deafened", "all_in_line"), [(0, 2, True), (2, 0, True), (2, 2, False)])
def test_who_neither_sees_nor_hears_aims_at_whom_it_touches(blind, deafened, all_in_line):
    """One orc and one hurt friend touch the man, others do not: he shoots and casts at all of them, or at the near ones."""
    man = {"weapons": ["longbow"], "spells": ["firebolt", "mend"], "winds": 9, "hp_left": 9}
    laid = duel(man=man, friends=[FAR_ORC, {**FAR_BOY, "hp_left": 9}, NEAR_BOY])
    laid.unit("man").blind, laid.unit("man").deafened = blind, deafened
    assert aimed_at(laid, "attack") == ({"orc", "far"} if all_in_line else {"orc"})
    assert aimed_at(laid, "cast", "firebolt") == ({"orc", "far"} if all_in_line else {"orc"})
    assert aimed_at(laid, "cast", "mend") == ({"man", "girl", "boy"} if all_in_line else {"man", "girl"})


@clause("owh.status.blind", "owh.status.deafened", "owh.completion.reach")
@pytest.mark.parametrize(("blind", "deafened", "reaches"), [(0, 2, True), (2, 0, True), (2, 2, False)])
@pytest.mark.parametrize("ability", ["", "frenzy"])
def test_who_neither_sees_nor_hears_reaches_nobody_it_does_not_touch(blind, deafened, reaches, ability):
    laid = duel(man={"weapons": ["spear"], "abilities": [ability] if ability else []}, distance=2)
    laid.unit("man").blind, laid.unit("man").deafened = blind, deafened
    assert laid.offers("free_attack orc" if ability else "attack orc") is reaches
    laid.unit("orc").at = (5, 6)
    assert laid.offers("free_attack orc" if ability else "attack orc")


@clause("owh.status.blind", "owh.status.deafened", "owh.completion.spells")
def test_a_flash_takes_an_archer_out():
    """Blind and deafened for two turns, the man with the bow can only shoot at whom he touches."""
    mage = {"spells": ["flash"], "winds": 9, "spirit": 20}
    laid = duel(man={"weapons": ["longbow"]}, orc=mage, distance=5, dealt=[40, 51], dice=[18])
    laid.play("cast flash man", "end_turn")
    man = laid.unit("man")
    assert (laid.decider, man.blind, man.deafened) == ("man", 2, 2)
    assert not laid.offers("attack orc")
    laid.unit("orc").at = (5, 5)
    assert laid.offers("attack orc")


@clause("owh.completion.abilities", "owh.status.blind")
@pytest.mark.parametrize(("traits", "turns"), [([], 2), (["naturally_blind"], 0)])
def test_the_naturally_blind_cannot_be_blinded(traits, turns):
    laid = duel(man={"spirit": 30, "winds": 9, "spells": ["flash"]}, orc={"traits": traits}, dice=[15])
    laid.play("cast flash orc")
    assert laid.unit("orc").blind == turns
    assert laid.unit("orc").deafened == 2


@clause("owh.status.blind_move")
@pytest.mark.parametrize(("parry", "difficult", "mean"), [(9, False, 2.5), (9, True, 3.5), (12, False, 0)])
def test_the_blind_stumble(parry, difficult, mean):
    ground = "~" if difficult else "."
    laid = scene(
        {"name": "man", "side": "men", "at": [0, 0], "parry": parry, "armour": 5},
        {"name": "orc", "side": "orcs", "at": [7, 0]}, map=f".{ground}......\n~~~~~~~~",
    )  # fmt: skip
    laid.unit("man").blind = 3
    odds = laid.odds("move 2,0", want="man.hp")
    assert odds[50] == exactly(1 / 2 if mean else 1)
    assert 50 - odds.mean() == exactly(mean)


@clause("owh.status.blind_move")
def test_whoever_starts_in_mud_stumbles_in_mud():
    laid = scene(
        {"name": "man", "side": "men", "at": [0, 0], "parry": 7}, {"name": "orc", "side": "orcs", "at": [7, 0]},
        map="~.......\n........", dice=[2, 6, 6],
    )  # fmt: skip
    laid.unit("man").blind = 1
    laid.play("move 2,0")
    assert laid.unit("man").hp == 38


@clause("owh.status.blind_move", "owh.status.flying")
@pytest.mark.parametrize(("fields", "most"), [({}, 8), ({"grounded": 1}, 12)])
def test_the_blind_stumble_in_the_air_as_in_the_open(fields, most):
    """2D4 over rubble, and 2D6 once it is on the ground."""
    laid = scene(
        {"name": "man", "side": "men", "at": [0, 0], "parry": 8, "traits": ["flying"]},
        {"name": "orc", "side": "orcs", "at": [7, 0]}, map="~~~~~~~~\n~~~~~~~~",
    )  # fmt: skip
    for field, value in {"blind": 2, **fields}.items():
        setattr(laid.unit("man"), field, value)
    assert max(laid.odds("move 1,0", want="damage")) == most


@clause("owh.status.blind_move")
@pytest.mark.parametrize(("knob", "value", "mean"), [
    ("die", 20, 17 / 20 * 5), ("dice_n", 4, 5), ("dice_sides", 6, 3.5), ("difficult_dice_n", 4, 2.5),
    ("difficult_dice_sides", 8, 2.5), ("armor_applies", 1, (4 * 1 + 3 * 2 + 2 * 3 + 1 * 4) / 16 / 2),
])  # fmt: skip
def test_knobs_of_stumbling_in_the_open(knob, value, mean):
    laid = duel(man={"parry": 9, "armour": 4}, distance=6, rules={f"status.blind_move.{knob}": value})
    laid.unit("man").blind = 3
    assert 50 - laid.odds("move 5,5", want="man.hp").mean() == exactly(mean)


@clause("owh.status.blind_move")
@pytest.mark.parametrize(("knob", "value", "mean"), [
    ("dice_n", 4, 3.5), ("difficult_dice_n", 4, 7), ("difficult_dice_sides", 8, 4.5),
])  # fmt: skip
def test_knobs_of_stumbling_in_mud(knob, value, mean):
    laid = scene(
        {"name": "man", "side": "men", "at": [0, 0], "parry": 9}, {"name": "orc", "side": "orcs", "at": [7, 0]},
        map=".~......\n........", rules={f"status.blind_move.{knob}": value},
    )  # fmt: skip
    laid.unit("man").blind = 3
    assert 50 - laid.odds("move 1,0", want="man.hp").mean() == exactly(mean)
