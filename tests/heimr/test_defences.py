"""Defences: their kinds, rolled in advance, used, worn down, restored, refused; and the neutral choices."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from fixtures import clause
from heimr.blows import PLENTY, bare, happened, shows, striker, use
from heimr.ground import act, blocking, chance, dodging, foe, kinds, man, parrying, rest, scene, settle
from heimr.scenes import exactly

from tactica.envs.rulesets.heimr.tactics.defaults import default_answer


def choices(hero, rules=None, **fields):
    """What he may choose as his defence at the end of his turn."""
    table = scene(hero, foe(at="C1"), rules=rules)
    use(table, "man", **fields)
    table.play("end_turn")
    return set(table.choices()) if table.prompt == "defence" else set()


def defended(hero, how, dice, rules=None, **more):
    """His defence, rolled at the end of his turn: consistency and total."""
    table = scene(hero, foe(at="C1"), rules=rules, **more)
    act(table, "end_turn", f"man: {how}", dice=dice)
    return table.unit("man").defence_consistency, happened(table, "defence_rolled")[-1].amount


# --- kinds


@clause("heimr.defence.kinds", "heimr.defence.parry", "heimr.defence.block")
@pytest.mark.parametrize(
    ("hero", "kinds_"),
    [
        ({}, {"use_dodge"}), ({"weapons": ["bow"]}, {"use_dodge"}),
        ({"weapons": ["great_weapon"]}, {"use_dodge", "parry_sword_hand"}),
        ({"weapons": ["medium_weapon"], "shield": "small_shield"}, {"use_dodge", "use_block", "parry_sword_hand"}),
        ({"weapons": ["medium_weapon", "light_weapon"]}, {"use_dodge", "parry_sword_hand", "parry_off_hand"}),
        ({"shield": "buckler"}, {"use_dodge", "use_block"}), ({"weapons": ["claws"]}, {"use_dodge"}),
        ({"weapons": ["throwing_weapon", "light_weapon"]}, {"use_dodge", "parry_off_hand"}),
    ],
)  # fmt: skip
def test_what_one_can_defend_with(hero, kinds_):
    assert choices(man(**hero)) == kinds_ | {"no_defence"}


@clause("heimr.defence.dodge", "heimr.env.difficult")
@pytest.mark.parametrize(("cell", "dice", "found"), [({}, [1, 7], (1, 9)), ({"difficult": 1}, [5], (0, 7))])
def test_a_dodge_is_a_roll_of_agility(cell, dice, found):
    """Consistency 1 and potential 2."""
    cells = [("B2", cell)] if cell else []
    assert defended(man(agility=(0, 2)), "use_dodge", dice, cells=cells) == found


@clause("heimr.defence.block")
@pytest.mark.parametrize(
    ("shield", "found"), [("medium_shield", (1, 11)), ("small_shield", (1, 10)), ("tower_shield", (1, 13))]
)
def test_a_block_is_a_roll_with_the_shield(shield, found):
    """Sword and shield with consistency 1 and potential 1 (a stamina of 1, less 1 behind a tower shield)."""
    assert defended(man(str=1, sta=2, shield=shield), "use_block", [1, 7]) == found


@clause("heimr.defence.block", "heimr.effect.bind_arm", "heimr.injury.effects")
@pytest.mark.parametrize("fields", [{"bound_arms": [0, 2]}, {"bound_hands": 2}])
def test_no_block_with_a_bound_arm(fields):
    assert "use_block" not in choices(man(weapons=["medium_weapon"], shield="small_shield"), **fields)


@clause("heimr.defence.parry")
def test_a_parry_is_a_roll_with_the_weapon():
    """A great weapon, swordsmanship with consistency 1 and potential 2: 7."""
    assert defended(man(str=2, dex=2, weapons=["great_weapon"]), "parry_sword_hand", [1, 4]) == (1, 11)


@clause("heimr.defence.parry")
def test_which_weapon_parries():
    hero = man(weapons=["medium_weapon", "light_weapon"])
    assert defended(hero, "parry_sword_hand", [1, 4]) == (1, 7)
    assert defended(hero, "parry_off_hand", [1, 4]) == (1, 6)


@clause("heimr.defence.parry")
def test_fists_are_parried():
    table = scene(man(), foe(hp_max=PLENTY, weapons=["light_weapon"], stand=parrying(9)))
    act(table, "brawl orc", "let_it_be", dice=[6, 8])
    assert table.unit("orc").hp == PLENTY and table.unit("orc").parries[0] == 1


@clause("heimr.defence.block", "heimr.defence.dodge")
@pytest.mark.parametrize("stand", [blocking(9), dodging(9)])
def test_blocks_and_dodges_work_against_shots(stand):
    table = scene(man(weapons=["bow"], sta=3), foe(hp_max=PLENTY, shield="small_shield", sta=3, stand=stand))
    act(table, "shoot orc", dice=[6])
    assert table.unit("orc").hp == PLENTY and table.unit("orc").dodges + table.unit("orc").blocks == 1


# --- used again and again


@clause("heimr.defence.multiple", "heimr.defence.preroll")
@pytest.mark.parametrize(
    ("rules", "penalty"),
    [({}, 2), ({"defence.multiple.penalty_per_use": 1}, 1), ({"defence.multiple.penalty_per_use": 0}, 0)],
)
def test_every_further_dodge_costs_consistency(rules, penalty):
    table = scene(
        striker(),
        striker(name="ally"),
        striker(name="third"),
        foe(hp_max=PLENTY, agility=(0, 7), stand=dodging(10)),
        rules=rules,
    )
    found = []
    for _ in range(3):
        dice = 1 - penalty * (len(found) + 1)
        act(table, "weapon_attack orc", "orc: use_dodge", dice=[6, 1, 6, *[10] * abs(dice)])
        found.append(table.unit("orc").defence_consistency)
        act(table, "end_turn")
    assert found == [1 - penalty, 1 - 2 * penalty, 1 - 3 * penalty] and table.unit("orc").dodges in (0, 3)


@clause("heimr.defence.multiple")
@pytest.mark.parametrize(("uses", "expected"), [(0, 0.583333), (1, 0.083333), (2, 0.020833)])
def test_chances_of_successive_dodges(uses, expected):
    """Agility with consistency 1 and potential 2 at fatigue 4: who comes to 8?"""
    men = [striker(name=name) for name in ("man", "ally", "third")][: max(uses, 1)]
    table = scene(*men, foe(hp_max=PLENTY, agility=(0, 2), stand=dodging(10)))
    if uses == 0:
        act(table, "end_turn")
        odds = table.odds("end_turn", answers={"defence": "use_dodge"}, want="orc.defence_natural")
    for use_no in range(uses):
        table.dice = [6, 1] if use_no == uses - 1 else [6, 1, 6, 10]
        table.play("weapon_attack orc", "defend")
        assert table.prompt == "defence"
        if use_no == uses - 1:
            odds = table.odds("use_dodge", want="orc.defence_natural")
        else:
            act(table, "use_dodge")
            act(table, "end_turn")
    assert odds.at_least(6) == exactly(expected)


@clause("heimr.defence.multiple")
def test_dodges_and_blocks_are_counted_apart():
    """Two dodges and one block so far: the next dodge has 4 less, the next block 2."""
    men = [striker(name=name) for name in ("man", "ally", "third")]
    table = scene(*men, foe(hp_max=PLENTY, agility=(0, 7), shield="small_shield", stand=dodging(10)))
    act(table, "weapon_attack orc", "orc: use_block", dice=[6, 1, 6, 10])
    act(table, "end_turn")
    act(table, "weapon_attack orc", "orc: use_dodge", dice=[6, 1, 6, 10])
    act(table, "end_turn")
    table.dice = [6, 1]
    table.play("weapon_attack orc", "defend")
    orc = table.unit("orc")
    assert (orc.dodges, orc.blocks, table.prompt) == (2, 1, "defence")
    block = table.odds("use_block", want="orc.defence_consistency")
    dodge = table.odds("use_dodge", want="orc.defence_consistency")
    assert set(block) == {-1} and set(dodge) == {-3}
    act(table, "no_defence")


@clause("heimr.defence.multiple", "heimr.attack.roll")
def test_a_defence_that_is_beaten_has_been_used():
    table = scene(striker(), foe(hp_max=PLENTY, stand=dodging(5)))
    act(table, "weapon_attack orc", dice=[6, 9])
    assert table.unit("orc").hp == PLENTY - 1 and table.unit("orc").dodges == 1


@clause("heimr.defence.parry_limit")
@pytest.mark.parametrize(
    ("limit", "after"),
    [
        (1, {"use_dodge", "parry_off_hand", "no_defence"}),
        (2, {"use_dodge", "parry_sword_hand", "parry_off_hand", "no_defence"}),
    ],
)
def test_a_weapon_parries_once(limit, after):
    table = scene(
        striker(),
        foe(hp_max=PLENTY, weapons=["medium_weapon", "light_weapon"], stand=parrying(9)),
        rules={"defence.parry_limit.parries_per_weapon": limit},
    )
    table.dice = [6, 1]
    table.play("weapon_attack orc", "defend")
    assert set(table.choices()) == after
    table.play("no_defence")


@clause("heimr.defence.parry_limit")
def test_none_where_a_battle_has_no_parries():
    assert choices(man(weapons=["light_weapon"]), rules={"defence.parry_limit.parries_per_weapon": 0}) == {
        "use_dodge",
        "no_defence",
    }


@clause("heimr.defence.parry_limit", "heimr.defence.multiple")
def test_two_parries_then_something_else():
    """Sword and dagger; a parry has no penalty for an earlier one."""
    table = scene(
        man(weapons=["light_weapon", "light_weapon"], hp_max=PLENTY),
        foe(hp_max=PLENTY, weapons=["medium_weapon", "light_weapon"], stand=parrying(9)),
    )
    table.dice = [6, 1, 6, 9, 6, 1]
    table.play("weapon_attack orc", "defend", "parry_off_hand")
    assert table.unit("orc").defence_consistency == 1
    table.play("defend")
    assert set(table.choices()) == {"use_dodge", "no_defence"} and table.unit("orc").parries == (1, 1)
    table.play("no_defence")


@clause("heimr.defence.restore")
def test_all_uses_come_back_with_the_own_turn():
    table = scene(
        striker(), foe(hp_max=PLENTY, weapons=["medium_weapon", "light_weapon"], shield=None, stand=parrying(9))
    )
    use(table, "orc", dodges=2, blocks=1, parries=[1, 1])
    rest(table, "orc")
    act(table, "whisper")
    orc = table.unit("orc")
    assert (orc.dodges, orc.blocks, orc.parries) == (0, 0, (0, 0))


@clause("heimr.defence.restore")
def test_the_standing_defence_stays_through_the_own_turn():
    table = scene(man(), foe(stand=dodging(9)))
    rest(table, "orc")
    assert (table.unit("orc").defence, table.unit("orc").defence_natural) == (1, 9)


# --- rolled in advance


@clause("heimr.defence.preroll", "heimr.c.setup")
def test_everybody_chooses_before_the_first_round():
    table = scene(man(stand=dodging(9)), foe(weapons=["light_weapon"], stand=parrying(8)))
    assert [(event.who, event.amount) for event in happened(table, "defence_rolled")] == [("man", 9), ("orc", 10)]
    assert table.round == 1 and table.decider == "man"


@clause("heimr.defence.preroll")
@pytest.mark.parametrize(("again", "prompt"), [(1, "defence"), (0, "turn")])
def test_an_unused_defence_is_rolled_anew(again, prompt):
    """A dodge of 14."""
    table = scene(
        man(agility=(0, 4), stand=dodging(10)), foe(), rules={"defence.preroll.reroll_unused_each_turn": again}
    )
    table.play("end_turn")
    assert table.prompt == prompt
    if again:
        table.dice = [2, 3]
        table.play("use_dodge")
    assert table.unit("man").defence_natural == (3 if again else 10) and table.decider == "orc"


@clause("heimr.defence.preroll")
def test_a_used_defence_is_rolled_anew_at_once():
    table = scene(striker(), foe(hp_max=PLENTY, stand=dodging(9)))
    table.dice = [6, 1, 2, 7]
    table.play("weapon_attack orc", "defend")
    assert (table.prompt, table.decider) == ("defence", "orc")
    table.play("use_dodge")
    orc = table.unit("orc")
    assert (orc.defence, orc.defence_natural, orc.defence_six) == (1, 2, 2) and orc.fatigue == 4


@clause("heimr.defence.preroll")
def test_none_is_not_asked_again():
    """Whoever chose none is hit."""
    table = scene(striker(2, 5), bare())
    table.dice = [6, 1, 1]
    table.play("weapon_attack orc")
    assert table.prompt == "turn" and table.unit("orc").hp == PLENTY - 1


@clause("heimr.defence.preroll_stale")
def test_lying_down_rolls_it_anew():
    """A dodge of 11 with consistency 1; lying, -1."""
    table = scene(man(agility=(0, 2), stand=dodging(9)), foe())
    act(table, "drop_prone", dice=[3, 8])
    man_ = table.unit("man")
    assert (man_.defence, man_.defence_consistency, man_.defence_natural) == (1, -1, 3)


@clause("heimr.defence.preroll_stale", "heimr.env.difficult")
def test_mud_rolls_it_anew():
    table = scene(man(stand=dodging(9)), foe(at="C1"), cells=[("B3", {"difficult": 1})])
    act(table, "move north", dice=[5])
    assert (table.unit("man").defence_consistency, table.unit("man").defence_natural) == (0, 5)


@clause("heimr.defence.preroll_stale", "heimr.effect.fall")
def test_being_knocked_down_rolls_the_next_one_with_two_less():
    table = scene(striker(skills=["knockdown"]), foe(hp_max=PLENTY, stand=dodging(2)))
    table.play("prime_skill knockdown")
    act(table, "weapon_attack orc", "orc: use_dodge", dice=[6, 10, 4, 9, 9, 9])
    assert table.unit("orc").prone == 1 and table.unit("orc").defence_consistency == -3


@clause("heimr.defence.preroll_stale")
def test_a_shield_that_is_gone():
    """The block is discarded, and a kind chosen anew."""
    table = scene(man(shield="small_shield", stand=blocking(9)), foe())
    table.dice = [5, 6]
    table.play("drop_items off_hand")
    assert table.prompt == "defence" and set(table.choices()) == {"use_dodge", "no_defence"}
    table.play("use_dodge")
    assert table.unit("man").defence == 1 and table.unit("man").defence_natural == 6


@clause("heimr.defence.preroll_stale", "heimr.action.dodge")
def test_a_change_of_potential_keeps_the_dice():
    """Ready to dodge: 2 more, against shots alone."""
    table = scene(
        man(agility=(0, 2), stand=dodging(9), hp_max=PLENTY), foe(weapons=["bow"], sta=3, archery=(7, 0)), size=(3, 3)
    )
    act(table, "dodge", dice=[])
    assert table.unit("man").defence_natural == 9 and table.unit("man").dodge_ready == 1


# --- shots against parries


@clause("heimr.defence.parry_vs_ranged", "heimr.defence.parry", "heimr.defence.before_attack")
def test_a_parry_cannot_stop_a_shot():
    table = scene(
        man(weapons=["bow"]), foe(hp_max=PLENTY, weapons=["light_weapon"], shield="small_shield", stand=parrying(9))
    )
    table.dice = [6, 10, 6]
    table.play("shoot orc")
    assert (table.prompt, table.decider) == ("defence", "orc") and set(table.choices()) == {
        "use_dodge",
        "use_block",
        "no_defence",
    }
    table.play("use_dodge")
    settle(table)
    orc = table.unit("orc")
    assert (orc.dodges, orc.hp, orc.kept + orc.defence, max(orc.kept_natural, orc.defence_natural)) == (1, PLENTY, 3, 9)


@clause("heimr.defence.parry_vs_ranged")
def test_no_defence_against_the_shot():
    table = scene(man(weapons=["bow"]), foe(hp_max=PLENTY, weapons=["light_weapon"], stand=parrying(9)))
    act(table, "shoot orc", "no_defence", dice=[4])
    assert table.unit("orc").hp == PLENTY - 3 and table.unit("orc").dodges == 0


@clause("heimr.defence.parry_vs_ranged", "heimr.defence.multiple")
def test_the_parry_is_kept_for_the_first_blow():
    """A parry of 12, an arrow, a dodge, then a sword: it faces 12. A later dodge has 2 less."""
    table = scene(
        man(name="archer", weapons=["bow"]),
        striker(1, 4),
        foe(hp_max=PLENTY, weapons=["light_weapon"], dueling=(0, 1), stand=parrying(9)),
    )
    assert table.decider == "archer"
    act(table, "shoot orc", "orc: use_dodge", dice=[6, 10, 6, 2, 9, 9][:3])
    act(table, "end_turn")
    assert chance(table, "weapon_attack orc") == exactly(0.2)  # 13 or more with a potential of 4
    table.dice = [6, 8]
    table.play("weapon_attack orc")
    assert table.unit("orc").parries == (1, 0) and table.unit("orc").kept == 0
    if table.prompt == "defence":
        found = table.odds("use_dodge", want="orc.defence_consistency")
        assert set(found) == {-1}
        act(table, "no_defence")


def with_kept_parry():
    """An orc that keeps a parry of 9, rolled with a consistency of 1; it is its turn."""
    table = scene(man(weapons=["bow"]), foe(hp_max=PLENTY, weapons=["light_weapon"], stand=parrying(9)))
    act(table, "shoot orc", "orc: use_dodge", "no_defence", dice=[6, 9, 4])
    act(table, "end_turn")
    orc = table.unit("orc")
    assert table.decider == "orc" and (orc.kept, orc.kept_natural, orc.defence) == (3, 9, 0)
    return table


@clause("heimr.defence.preroll_stale", "heimr.defence.parry_vs_ranged", "heimr.position.prone")
def test_a_kept_parry_is_rolled_anew_when_its_owner_drops_prone():
    """1 - 2: a D6 and one D10, of which the lower counts."""
    table = with_kept_parry()
    act(table, "drop_prone", dice=[5, 3])
    orc = table.unit("orc")
    assert (orc.kept, orc.kept_natural, orc.kept_six) == (3, 3, 5)
    rolled = table.last("defence_rolled")
    assert (rolled.who, rolled.amount) == ("orc", 3 + 2)


@clause("heimr.defence.preroll_stale", "heimr.defence.parry_vs_ranged")
def test_a_kept_parry_is_lost_with_its_weapon():
    table = with_kept_parry()
    act(table, "drop_items sword_hand")
    orc = table.unit("orc")
    assert (orc.kept, orc.kept_natural, orc.kept_six) == (0, 0, 0)


@clause("heimr.defence.preroll_stale", "heimr.defence.parry_vs_ranged", "heimr.fatigue.requirement")
def test_a_tired_blow_gives_a_kept_parry_back():
    """A charge out of the blind spot has the kept 9 rolled anew, at 5 less; a natural 3 is below fatigue, and the 9 stands."""
    kept = {"blind": ["north"], "kept": 3, "kept_natural": 9, "kept_six": 6, "kept_own": 1}
    table = scene(striker(1, 2, at="B1"), foe(hp_max=PLENTY, weapons=["light_weapon"], set=kept))
    act(table, "charge_weapon orc", dice=[1, 10, 10, 10, 10, 3, 2])
    orc = table.unit("orc")
    assert table.last("attack_tired") and (orc.kept_natural, orc.kept_six, orc.parries) == (9, 6, (0, 0))


@clause("heimr.defence.parry_vs_ranged", "heimr.fatigue.requirement", "heimr.defence.decline")
@pytest.mark.parametrize(("answer", "dice"), [("use_dodge", [6, 9, 3]), ("no_defence", [4])])
def test_a_parry_against_which_nothing_came_stands(answer, dice):
    """A shot of 3 fails by fatigue; or the target lets it come. The parry was not used, and the next shot may be dodged."""
    archers = man(name="a", weapons=["bow"], wp=5), man(name="b", weapons=["bow"], wp=4)
    table = scene(*archers, foe(hp_max=PLENTY, weapons=["light_weapon"], stand=parrying(9), wp=1))
    act(table, "shoot orc", f"orc: {answer}", dice=dice)
    orc = table.unit("orc")
    assert (orc.defence, orc.defence_natural, orc.kept, orc.dodges) == (3, 9, 0, 0)
    act(table, "end_turn")
    table.play("shoot orc")
    assert (table.prompt, table.decider) == ("defence", "orc") and "use_dodge" in table.choices()


@clause("heimr.defence.parry_vs_ranged")
def test_a_second_parry_does_not_replace_the_kept_one():
    """A parry of 9 is kept, one of 3 with the other hand stands: the first blow meets the 9."""
    archers = man(name="a", weapons=["bow"], wp=6), man(name="b", weapons=["bow"], wp=5)
    orc = foe(hp_max=PLENTY, wp=1, weapons=["light_weapon", "light_weapon"], stand=parrying(9))
    table = scene(*archers, orc)
    act(table, "shoot orc", "orc: use_dodge", "orc: parry_off_hand", dice=[6, 9, 4, 2, 3])
    orc = table.unit("orc")
    assert (orc.kept, orc.kept_natural, orc.defence, orc.defence_natural) == (3, 9, 4, 3)
    act(table, "end_turn")
    act(table, "shoot orc", "orc: use_dodge", dice=[6, 9, 4])
    assert (orc.kept, orc.kept_natural, orc.defence, orc.defence_natural) == (3, 9, 4, 3), "rolled once, and not again"


def has_parried(weapons, rules=None):
    """A man, whose turn it is, has parried an orc's blow in it with the first of his light weapons: 11 against 9 + 2."""
    orc = foe(wp=3, at="B3", hp=12, weapons=["medium_weapon"])
    table = scene(orc, man(wp=2, hp=12, weapons=weapons, wielded=weapons[:1], stand=parrying(9)), rules=rules)
    act(table, "ready_attack enemy_enters")
    assert table.decider == "man"
    act(table, "move north", dice=[6, 7])
    assert table.unit("man").parries == (1, 0) and table.decider == "man"
    return table


@clause("heimr.defence.parry_limit", "heimr.action.swap_items")
def test_a_weapon_that_has_parried_does_not_parry_with_the_other_hand():
    table = has_parried(["light_weapon"])
    table.play("swap_items", "end_turn")
    assert table.prompt == "defence" and "parry_off_hand" not in table.choices()


@clause("heimr.defence.parry_limit", "heimr.action.draw")
def test_another_weapon_drawn_has_not_parried():
    table = has_parried(["light_weapon", "light_weapon"])
    table.play("drop_items sword_hand", "draw light_weapon", "end_turn")
    assert table.prompt == "defence" and "parry_sword_hand" in table.choices()


@clause("heimr.defence.parry_limit", "heimr.action.get_item")
def test_the_weapon_just_dropped_has():
    table = has_parried(["light_weapon"], rules={"action.get_item.cost": "free"})
    table.play("drop_items sword_hand", "get_item light_weapon", "end_turn")
    assert table.prompt == "defence" and "parry_sword_hand" not in table.choices()


@clause("heimr.defence.parry_limit", "heimr.defence.parry_vs_ranged")
@pytest.mark.parametrize(("parries", "may"), [(1, False), (2, True)])
def test_a_kept_parry_counts_as_one(parries, may):
    orc = foe(hp_max=PLENTY, weapons=["light_weapon"], stand=parrying(9))
    table = scene(man(weapons=["bow"]), orc, rules={"defence.parry_limit.parries_per_weapon": parries})
    table.dice = [6, 10, 6]
    table.play("shoot orc", "use_dodge")
    assert (table.prompt, table.decider) == ("defence", "orc") and table.unit("orc").kept == 3
    assert ("parry_sword_hand" in table.choices()) is may


@clause("heimr.defence.parry_vs_ranged", "heimr.defence.multiple")
def test_every_further_shot_is_answered_while_a_parry_is_kept():
    """The first arrow is dodged on the spot, the second by the dodge rolled after it; the third has only the parry before it."""
    archers = [man(name=name, weapons=["bow"], wp=wp) for name, wp in (("a", 6), ("b", 5), ("c", 4))]
    table = scene(*archers, foe(hp_max=PLENTY, weapons=["light_weapon"], sta=3, wp=1, stand=parrying(9)))
    act(table, "shoot orc", "orc: use_dodge", "orc: use_dodge", dice=[6, 10, 4, 6, 10])
    act(table, "end_turn")
    act(table, "shoot orc", dice=[4])
    orc = table.unit("orc")
    assert (orc.dodges, orc.defence, orc.kept, orc.kept_natural) == (2, 0, 3, 9)
    act(table, "end_turn")
    table.dice = [6, 10, 10, 10, 4]
    table.play("shoot orc")
    assert (table.prompt, table.decider) == ("defence", "orc")
    assert set(table.choices()) == {"use_dodge", "no_defence"}
    table.play("use_dodge")
    settle(table)
    assert (orc.dodges, orc.hp, orc.kept) == (3, PLENTY, 3)


# --- fatigue of what was rolled in advance


@clause("heimr.defence.preroll_fatigue", "heimr.fatigue.gain")
@pytest.mark.parametrize(("is_attacked", "fatigue"), [(False, 4), (True, 5)])
def test_it_tires_only_when_it_is_used(is_attacked, fatigue):
    """2 on the D6, fatigue 4."""
    table = scene(striker(), foe(hp_max=PLENTY, stand=("dodge", 2, 9)))
    if is_attacked:
        act(table, "weapon_attack orc", dice=[6, 1])
    act(table, "end_turn")
    assert table.unit("orc").fatigue == fatigue


@clause("heimr.defence.preroll_fatigue", "heimr.fatigue.requirement")
@pytest.mark.parametrize(("fatigue", "lost"), [(4, 0), (5, 1)])
def test_fatigue_at_the_time_of_use_counts(fatigue, lost):
    """A natural of 4 that was enough when it was rolled."""
    table = scene(striker(), foe(hp_max=PLENTY, agility=(0, 7), stand=dodging(4)))
    use(table, "orc", fatigue=fatigue)
    act(table, "weapon_attack orc", dice=[6, 7])
    assert table.unit("orc").hp == PLENTY - lost


# --- refusing to defend


@clause("heimr.defence.decline")
def test_a_refused_defence_stays():
    """A blowgun's dart is let pass, the arrow that follows is not."""
    table = scene(
        man(name="blower", weapons=["blowgun"], poison=0),
        man(weapons=["bow"]),
        foe(hp_max=PLENTY, agility=(0, 7), stand=dodging(9)),
        size=(3, 3),
    )
    table.dice = [4, 6]
    table.play("shoot orc")
    assert (table.prompt, table.decider) == ("attacked", "orc") and set(table.choices()) == {"defend", "decline"}
    table.play("decline")
    orc = table.unit("orc")
    assert (orc.defence_natural, orc.dodges, orc.blind) == (9, 0, 0) and "declined" in kinds(table)
    act(table, "end_turn")
    act(table, "shoot orc", "defend")
    assert table.unit("orc").dodges == 1 and table.unit("orc").hp == PLENTY


@clause("heimr.defence.decline", "heimr.blind.create")
@pytest.mark.parametrize(("answer", "blind"), [("decline", False), ("defend", True)])
def test_no_blind_spot_without_a_defence(answer, blind):
    table = scene(man(weapons=["bow"], at="B3"), foe(hp_max=PLENTY, agility=(0, 7), stand=dodging(9)))
    act(table, "shoot orc", answer, dice=[6])
    assert (table.unit("orc").blind != 0) == blind


@clause("heimr.defence.decline")
def test_a_blow_let_pass_wears_nothing_down():
    table = scene(striker(2, 5), shows(12))
    act(table, "weapon_attack orc", "decline", dice=[4, 1, 1])
    assert (
        table.unit("orc").hp == PLENTY - 1 and table.unit("orc").dodges == 0 and table.unit("orc").defence_natural == 10
    )


@clause("heimr.defence.before_attack")
def test_a_defence_is_on_the_table_before_the_dice():
    """The answer is asked for before the attack is rolled."""
    table = scene(striker(), shows(12))
    table.dice = [6, 2]
    table.play("weapon_attack orc")
    assert table.prompt == "attacked" and table.dice_left == [6, 2]
    table.play("defend")
    settle(table)


@clause("heimr.defence.before_attack", "heimr.position.sleeping")
def test_who_was_woken_chooses_once_it_is_attacked():
    """It has had no turn in which to roll a defence; it lies: 1 - 2. The dodge comes to 6 + 7, the blow to 10 + 2."""
    table = scene(striker(), foe(sleeping=True, hp_max=PLENTY, agility=(0, 7), wp=2), dice=[6, 6])
    table.play("shout")
    table.dice = [6, 9, 6, 10]
    table.play("weapon_attack orc")
    orc = table.unit("orc")
    assert (orc.sleeping, table.prompt, table.decider) == (0, "defence", "orc") and not table.offers("defend")
    table.play("use_dodge")
    assert (table.prompt, orc.defence_consistency, orc.defence_natural) == ("attacked", -1, 6)
    table.play("defend")
    assert table.prompt == "defence" and orc.dodges == 1


@clause("heimr.defence.before_attack", "heimr.c.skills")
@pytest.mark.parametrize(("refuses", "asked"), [(0, "defence"), (1, "turn")])
def test_who_has_chosen_to_make_none_is_not_asked(refuses, asked):
    """A foe that stands without a defence: nothing has been chosen yet, or none."""
    table = scene(striker(), foe(hp_max=PLENTY, set={"refuses": refuses}), dice=[6, 10] if refuses else [])
    table.play("weapon_attack orc")
    assert table.prompt == asked


# --- neutral choices


def neutral(table):
    """What is answered by default to what is asked, in words."""
    game = table.game
    s = game.states[game.row]
    w = SimpleNamespace(book=game.books[s.book_row], field=game.fields[s.field_row])
    answer = default_answer(s, w)
    return next((text for text in table.choices() if table.parse(text)[0] == answer), None)


@pytest.mark.interpreted_only
@clause("heimr.c.default_choices", "heimr.defence.preroll")
@pytest.mark.parametrize(
    ("hero", "chosen"),
    [
        ({"weapons": ["light_weapon"], "dueling": (0, 3), "agility": (0, 2)}, "parry_sword_hand"),
        ({"agility": (0, 2)}, "use_dodge"),
        ({"weapons": ["light_weapon"], "agility": (0, 2), "knife_fighting": (0, 0)}, "use_dodge"),
        ({"weapons": ["light_weapon"], "agility": (1, 0)}, "parry_sword_hand"),
        ({"shield": "buckler", "dueling": (2, 0)}, "use_block"),
        ({"weapons": ["light_weapon", "light_weapon"]}, "parry_sword_hand"), ({"set": {"fatigue": 20}}, "use_dodge"),
    ],
)  # fmt: skip
def test_the_neutral_defence_has_the_highest_mean(hero, chosen):
    """Agility with consistency 1 and potential 2 against a parry with 1 and 5: a parry. Ties: dodge, block, parry."""
    table = scene(man(**hero), foe(at="C1"))
    table.play("end_turn")
    assert table.prompt == "defence" and neutral(table) == chosen


@pytest.mark.interpreted_only
@clause("heimr.c.default_choices")
@pytest.mark.parametrize(
    ("hero", "other", "text", "dice", "prompt", "chosen"),
    [
        (striker(), shows(12), "weapon_attack orc", [], "attacked", "defend"),
        (man(), foe(weapons=["light_weapon"]), "brawl orc", [], "provoked", "attack_it"),
        (striker(), bare(skills=["evade"]), "weapon_attack orc", [6, 10], "evade", "take_it"),
        (striker(skills=["knockdown"]), bare(skills=["resist"]), "weapon_attack orc", [6, 10], "resist", "resist"),
        (striker(skills=["shove"]), bare(), "weapon_attack orc", [6, 10], "stumble", "north"),
        (man(), foe(at="C1"), "observe_cell 0,0", [1, 1], "reroll", "accept"),
    ],
)  # fmt: skip
def test_other_neutral_choices(hero, other, text, dice, prompt, chosen):
    table = scene(hero, other)
    for skill in hero.get("skills", ()):
        table.play(f"prime_skill {skill}")
    table.dice = dice
    table.play(text)
    assert table.prompt == prompt and neutral(table) == chosen


@pytest.mark.interpreted_only
@clause("heimr.c.default_choices", "heimr.brawl.grab_release")
@pytest.mark.parametrize(
    ("hp", "rules", "chosen"),
    [(2, {}, "let_go"), (3, {}, "keep_hold"), (3, {"c.default_choices.release_at_or_below_hp": 3}, "let_go")],
)
def test_who_is_badly_hurt_lets_go(hp, rules, chosen):
    grip = {"grab_target": "ally", "grab_part": 1, "cluster": "ally", "hp": hp}
    table = scene(striker(), man(name="ally", set={"cluster": "ally"}), foe(hp_max=9, set=grip), rules=rules)
    table.play("weapon_attack orc")
    assert table.prompt == "hold" and neutral(table) == chosen


@pytest.mark.interpreted_only
@clause("heimr.c.default_choices", "heimr.brawl.grab_stop")
def test_the_held_are_stopped():
    grip = {"grab_target": "man", "grab_part": 1, "cluster": "man"}
    table = scene(
        man(weapons=["light_weapon"], set={"cluster": "man"}),
        foe(set=grip),
        bare(name="goblin", set={"cluster": "man"}),
    )
    table.play("weapon_attack goblin")
    assert table.prompt == "stop" and neutral(table) == "stop_it"
