"""Attacks: the roll against a defence, one for each weapon, the part of the body, aiming, and what can be wielded how."""

from __future__ import annotations

import pytest
from fixtures import clause
from heimr.blows import PLENTY, SURE, bare, happened, of_kind, shows, striker, use
from heimr.ground import act, chance, dodging, foe, kinds, man, parrying, rest, scene, verbs
from heimr.scenes import exactly

from tactica.envs.rulesets.heimr.vocab import Body

LOCATION = "attack.hit_location"


# --- the roll


@clause("heimr.attack.roll", "heimr.dice.result")
@pytest.mark.parametrize(
    ("c", "p", "fatigue", "total", "expected"),
    [(2, 5, 4, 12, 0.51), (3, 5, 4, 9, 0.957333), (1, 3, 1, 7, 1 - 4 / 6 * 0.4), (1, 2, 1, 10, 0.2), (2, 5, 4, 17, 0),
    (0, 2, 1, 6, 2 / 6), (1, 5, 4, 4, 0.85)],
)  # fmt: skip
def test_higher_than_the_defence(c, p, fatigue, total, expected):
    assert chance(scene(striker(c, p, fatigue), shows(total)), "weapon_attack orc") == exactly(expected)


@clause("heimr.attack.roll", "heimr.defence.decline")
def test_a_declined_defence():
    assert chance(scene(striker(2, 5), shows(12)), "weapon_attack orc", wanted=("decline",)) == exactly(0.955)


@clause("heimr.attack.roll", "heimr.fatigue.requirement")
def test_a_defence_below_fatigue():
    table = scene(striker(2, 5), foe(hp_max=PLENTY, agility=(0, 7), stand=dodging(3)))
    assert chance(table, "weapon_attack orc") == exactly(0.955)


@clause("heimr.attack.roll", "heimr.defence.tie", "heimr.defence.parry_vs_ranged")
@pytest.mark.parametrize(
    ("p", "fatigue", "ties", "expected"),
    [(4, 4, 1, 0.636944), (4, 1, 1, 0.667778), (2, 1, 1, 0.440278), (2, 1, 0, 0.559722)],
)
def test_against_a_dodge_rolled_afresh(p, fatigue, ties, expected):
    """A bow with consistency 1 against consistency 1 and potential 2; the standing parry is of no use against a shot."""
    stamina = 4 - fatigue
    table = scene(
        man(weapons=["bow"], archery=(1, p - 1), sta=stamina),
        foe(weapons=["light_weapon"], hp_max=PLENTY, agility=(0, 2), sta=stamina, stand=parrying(9)),
        rules={"defence.tie.defender_wins_ties": ties},
    )  # fmt: skip
    assert chance(table, "shoot orc", wanted=("use_dodge",)) == exactly(expected)


@clause("heimr.defence.tie")
@pytest.mark.parametrize(("natural", "ties", "lost"), [(8, 1, 0), (9, 1, 1), (8, 0, 1), (7, 0, 0)])
def test_equal_results(natural, ties, lost):
    """Attacks of 10, 11 and 9 against a 10."""
    table = scene(striker(), shows(10), rules={"defence.tie.defender_wins_ties": ties})
    act(table, "weapon_attack orc", dice=[4, natural])
    assert table.unit("orc").hp == PLENTY - lost


@clause("heimr.attack.roll")
@pytest.mark.parametrize(
    ("weapon", "rules", "lost"),
    [("light_weapon", {}, 1), ("medium_weapon", {}, 2), ("great_weapon", {}, 3), ("pole_arm", {}, 2),
    ("light_weapon", {"tables.items.light_weapon.damage": 5}, 5)],
)  # fmt: skip
def test_damage_is_that_of_the_weapon(weapon, rules, lost):
    table = scene(man(weapons=[weapon]), bare(), rules=rules)
    act(table, "weapon_attack orc", dice=SURE)
    assert table.unit("orc").hp == PLENTY - lost


@clause("heimr.attack.roll", "heimr.c.armour")
def test_armour_takes_nothing_off():
    table = scene(man(weapons=["great_weapon"]), foe(armour="plate"))
    before = table.unit("orc").hp
    act(table, "weapon_attack orc", dice=[3, 10])
    assert table.unit("orc").hp == before - 3


@clause("heimr.attack.see_defence")
def test_everybody_sees_the_defence():
    """Parry 11: an attacker with a potential of 6 knows that it needs a natural of 6."""
    table = scene(striker(1, 6), foe(weapons=["light_weapon"], dueling=(0, 1), hp_max=PLENTY, stand=parrying(8)))
    orc = table.unit("orc")
    assert (orc.defence_natural, orc.defence_consistency) == (8, 1) and happened(table, "defence_rolled")[
        -1
    ].amount == 11
    assert chance(table, "weapon_attack orc") == exactly(1 - 5 / 6 * 0.5)


@clause("heimr.attack.single_target", "heimr.action.weapon_attack")
def test_one_target_for_both_weapons():
    table = scene(man(weapons=["medium_weapon", "light_weapon"]), bare(), bare(name="goblin"))
    events = act(table, "weapon_attack goblin", dice=[6, 10, 6, 10])
    assert [event.target for event in of_kind(events, "attack_hit")] == ["goblin", "goblin"]


@clause("heimr.attack.single_target", "heimr.c.dead_below")
def test_the_second_blow_at_the_dead_is_lost():
    victim = bare(set={"hp": -4, "injuries": ["right_leg"], "prone": 1, "death_timer": 60, "unconscious": 1})
    table = scene(man(weapons=["medium_weapon", "light_weapon"]), victim, bare(name="goblin"))
    act(table, "weapon_attack orc", dice=[4, 10])
    assert table.unit("orc").dead == 1 and table.unit("man").standard_left == 0


# --- one roll for each weapon


@clause("heimr.attack.per_weapon", "heimr.action.weapon_attack")
@pytest.mark.parametrize(("penalty", "dice"), [(0, [6, 10, 6, 10]), (1, [6, 10, 6]), (2, [6, 10, 6, 8])])
def test_both_hands(penalty, dice):
    """Consistency 1 with either, sword hand first; a battle may take some off in the off-hand."""
    table = scene(
        man(weapons=["medium_weapon", "light_weapon"]), bare(), rules={"attack.per_weapon.off_hand_penalty": penalty}
    )
    events = act(table, "weapon_attack orc", dice=dice)
    assert [event.extra for event in of_kind(events, "attack_hit")] == [2, 1] and table.unit("orc").hp == PLENTY - 3


@clause("heimr.attack.per_weapon", "heimr.defence.preroll", "heimr.defence.multiple")
def test_the_second_blow_faces_a_new_defence():
    """The first is dodged; another dodge has 2 less."""
    table = scene(man(weapons=["light_weapon", "light_weapon"]), foe(hp_max=PLENTY, stand=dodging(9)))
    table.dice = [6, 1, 6, 2, 6, 1]
    table.play("weapon_attack orc", "defend")
    assert (table.prompt, table.decider) == ("defence", "orc")
    table.play("use_dodge")
    assert table.unit("orc").defence_consistency == -1 and table.unit("orc").defence_natural == 2
    table.play("defend", "no_defence")
    assert table.unit("orc").hp == PLENTY - 1


@clause("heimr.attack.weapon")
def test_a_bow_is_for_shots():
    """In the target's own cluster: a shot may be tried, with the penalty for the cluster; a blow may not."""
    table = scene(man(weapons=["bow"], archery=(2, 0), set={"cluster": "man"}), shows(5, set={"cluster": "man"}))
    assert "weapon_attack" not in verbs(table)
    assert chance(table, "shoot orc") == exactly(1 - 4 / 6 * 0.4)  # consistency 2 - 1, potential 1: a natural of 5


@clause("heimr.attack.weapon")
def test_what_is_thrown_does_not_strike_or_parry():
    table = scene(man(weapons=["throwing_weapon"]), foe())
    assert "weapon_attack" not in verbs(table) and "shoot orc" in table.choices("shoot")
    table.play("end_turn")
    assert set(table.choices()) == {"use_dodge", "no_defence"}


# --- where it hits


@clause("heimr.attack.hit_location")
def test_consistency_0_hits_the_torso_alone():
    """A brawl with potential 0 against 4: 5 and 6."""
    table = scene(man(sta=3, set={"ability_penalty": [1]}), shows(4, set={"hp": 1}), bare(name="goblin"))
    odds = table.odds("brawl orc", want="orc.injuries", answers={"attacked": "defend", "defence": "no_defence"})
    assert odds[1] == exactly(1 / 3) and odds[0] == exactly(2 / 3)


@clause("heimr.attack.hit_location", "heimr.injury.effects")
@pytest.mark.parametrize(
    ("c", "p", "fatigue", "total", "expected"),
    [
        (2, 5, 4, 12, {1: 0.17, 2: 0.085, 4: 0.085, 8: 0.085, 16: 0.085}),
        (1, 3, 1, 7, {1: 0.333333, 2: 0.1, 4: 0.1, 8: 0.1, 16: 0.1}),
    ],
)
def test_chances_of_the_parts(c, p, fatigue, total, expected):
    table = scene(striker(c, p, fatigue), shows(total, set={"hp": 1}), bare(name="goblin"))
    odds = table.odds("weapon_attack orc", want="orc.injuries", answers={"attacked": "defend", "defence": "no_defence"})
    assert {part: odds[part] for part in expected} == {part: exactly(p) for part, p in expected.items()}


@clause("heimr.attack.hit_location")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("other", [False, True])
def test_the_d6_says_where(face, other):
    """1 left leg, 2 right leg, 3 other arm, 4 sword arm, 5 and 6 torso; a battle may say something else."""
    usual = {1: 16, 2: 8, 3: 4, 4: 2, 5: 1, 6: 1}
    elsewhere = {
        1: ("torso", 1),
        2: ("left_leg", 16),
        3: ("right_leg", 8),
        4: ("other_arm", 4),
        5: ("sword_arm", 2),
        6: ("left_leg", 16),
    }
    rules = {f"{LOCATION}.d6_{face}": elsewhere[face][0]} if other else {}
    table = scene(striker(), bare(set={"hp": 1}), bare(name="goblin"), rules=rules)
    act(table, "weapon_attack orc", dice=[face, 10])
    assert table.unit("orc").injuries == (elsewhere[face][1] if other else usual[face])


@clause("heimr.attack.targeted")
@pytest.mark.parametrize(
    ("c", "total", "rules", "expected"), [(2, 12, {}, 0), (3, 9, {}, 0.733333), (3, 9, {"attack.targeted.penalty": 1},
    1 - 4 / 6 * 0.16), (3, 9, {"attack.targeted.penalty": 0}, 0.957333)]
)  # fmt: skip
def test_aiming_takes_two_off(c, total, rules, expected):
    table = scene(striker(c, 5), shows(total), rules=rules)
    assert chance(table, "weapon_attack orc torso") == exactly(expected)


@clause("heimr.attack.targeted", "heimr.attack.hit_location")
@pytest.mark.parametrize(
    ("part", "bit"), [("torso", 1), ("sword_arm", 2), ("other_arm", 4), ("right_leg", 8), ("left_leg", 16)]
)
def test_the_part_aimed_at_is_hit(part, bit):
    table = scene(striker(3), bare(set={"hp": 1}), bare(name="goblin"))
    act(table, f"weapon_attack orc {part}", dice=[1, 10])
    assert table.unit("orc").injuries == bit


@clause("heimr.attack.targeted", "heimr.attack.per_weapon")
def test_both_blows_are_aimed():
    table = scene(man(weapons=["light_weapon", "light_weapon"]), bare(set={"hp": 1}), bare(name="goblin"))
    act(table, "weapon_attack orc left_leg", dice=[6, 8, 6, 8])
    assert table.unit("orc").injuries == 16 and table.unit("orc").hp == -1


# --- what is wielded how


@clause("heimr.wield.hands")
@pytest.mark.parametrize(
    ("weapons", "shield", "places"),
    [
        (["medium_weapon", "light_weapon"], None, (3, 4)), (["light_weapon", "light_weapon"], None, (3, 4)),
        (["great_weapon"], None, (5,)), (["pole_arm"], None, (5,)), (["bow"], None, (5,)),
        (["medium_weapon"], "buckler", (3, 4)), (["throwing_weapon", "light_weapon"], None, (3, 4)), (["great_maw"], None, (9,)),
    ],
)  # fmt: skip
def test_what_is_in_which_hand(weapons, shield, places):
    table = scene(man(weapons=weapons, **({"shield": shield} if shield else {})), foe())
    assert table.unit("man").places[: len(places)] == places


@clause("heimr.wield.hands", "heimr.action.draw")
@pytest.mark.parametrize(
    ("weapons", "shield", "wielded"),
    [(["medium_weapon", "medium_weapon"], None, 1), (["great_weapon", "light_weapon"], None, 1),
    (["great_weapon"], "buckler", 1), (["medium_weapon", "light_weapon"], None, 2)],
)  # fmt: skip
def test_what_cannot_be_wielded_together(weapons, shield, wielded):
    table = scene(man(weapons=weapons, **({"shield": shield} if shield else {})), foe())
    assert sum(place in (3, 4, 5) for place in table.unit("man").places) == wielded


@clause("heimr.wield.hands", "heimr.action.swap_items")
def test_a_medium_weapon_in_the_off_hand_is_held_and_not_wielded():
    table = scene(man(weapons=["medium_weapon"]), foe())
    assert "weapon_attack" in verbs(table)
    act(table, "swap_items")
    assert table.unit("man").places[0] == 4 and "weapon_attack" not in verbs(table)
    table.play("end_turn")
    assert set(table.choices()) == {"use_dodge", "no_defence"}


@clause("heimr.attack.per_weapon", "heimr.brawl.grab_end")
def test_a_sword_arm_that_the_off_hand_frees_strikes_too():
    """A hit of the light weapon, 1, ends the hold; then the medium weapon strikes, 2."""
    grip = {"grab_target": "man", "grab_part": Body.SWORD_ARM, "cluster": "orc"}
    hero = man(weapons=["medium_weapon", "light_weapon"], set={"cluster": "orc"})
    table = scene(hero, bare(set=grip))
    act(table, "weapon_attack orc", dice=[*SURE, *SURE])
    assert table.unit("orc").hp == PLENTY - 3


# --- natural weapons


@clause("heimr.c.natural_weapons", "heimr.defence.parry")
@pytest.mark.parametrize(
    ("weapon", "rules", "lost"),
    [("claws", {}, 2), ("great_maw", {}, 3), ("claws", {"c.natural_weapons.claws_damage": 4}, 4),
    ("great_maw", {"c.natural_weapons.maw_damage": 1}, 1)],
)  # fmt: skip
def test_damage_of_natural_weapons(weapon, rules, lost):
    table = scene(man(weapons=[weapon]), bare(), rules=rules)
    act(table, "weapon_attack orc", dice=SURE)
    assert table.unit("orc").hp == PLENTY - lost


@clause("heimr.c.natural_weapons")
@pytest.mark.parametrize(
    ("weapon", "rules", "needed"),
    [("great_maw", {}, 5), ("claws", {}, 7), ("great_maw", {"c.natural_weapons.maw_bonus": 3}, 6),
    ("claws", {"c.natural_weapons.claws_bonus": 0}, 9)],
)  # fmt: skip
def test_they_go_by_brawl_with_a_bonus(weapon, rules, needed):
    """Brawl with consistency 2 and potential 5; a displayed 13: great maw needs a natural of 5."""
    table = scene(man(str=5, brawl=(1, 0), sta=3, weapons=[weapon]), shows(13), rules=rules)
    assert chance(table, "weapon_attack orc") == exactly(1 - min(needed - 1, 6) / 6 * ((needed - 1) / 10) ** 2)


@clause("heimr.c.natural_weapons", "heimr.effect.bind_arm")
def test_bound_arms_do_not_keep_from_biting():
    table = scene(man(weapons=["great_maw"]), foe())
    use(table, "man", bound_arms=[2, 2], bound_hands=0)
    assert "weapon_attack" in verbs(table) and "drop_items" not in verbs(table)
    table.play("end_turn")
    assert set(table.choices()) == {"use_dodge", "no_defence"}


@clause("heimr.c.natural_weapons", "heimr.brawl.armed_opponent")
def test_to_brawl_against_claws_is_dangerous():
    table = scene(man(), bare(weapons=["claws"]))
    table.play("brawl orc")
    assert (table.prompt, table.decider) == ("provoked", "orc")


# --- prone


@clause("heimr.position.prone")
@pytest.mark.parametrize(("penalty", "dice"), [(2, [6, 9]), (1, [6]), (0, [6, 9]), (4, [6, 9, 9, 9])])
def test_blows_from_the_ground(penalty, dice):
    table = scene(striker(), bare(), rules={"position.prone.own_penalty": penalty})
    use(table, "man", prone=1)
    act(table, "weapon_attack orc", dice=dice)
    assert table.unit("orc").hp == PLENTY - 1


@clause("heimr.position.prone")
def test_a_prone_archer():
    """Consistency 1 - 2, a natural of 5 or 6."""
    table = scene(man(weapons=["bow"], archery=(1, 0), sta=3), shows(5))
    use(table, "man", prone=1)
    assert chance(table, "shoot orc") == exactly(2 / 6 * 0.6)


@clause("heimr.position.prone", "heimr.ranged.distance_penalty")
@pytest.mark.parametrize(
    ("rules", "c"),
    [({}, -2), ({"position.prone.ranged_against_penalty": 1}, -1), ({"position.prone.ranged_against_penalty": 0}, 0)],
)
def test_shots_at_the_prone(rules, c):
    """A bow with consistency 1 at a distance of 2."""
    table = scene(man(weapons=["bow"], archery=(1, 0), at="A1"), bare(at="A3", set={"prone": 1}), rules=rules)
    act(table, "shoot orc", dice=[6, *[9] * abs(c)])
    assert table.unit("orc").hp == PLENTY - 3


@clause("heimr.position.prone")
def test_blows_at_the_prone_are_as_always():
    table = scene(striker(2, 5), bare(set={"prone": 1}))
    assert chance(table, "weapon_attack orc") == exactly(0.955)


@clause("heimr.position.prone")
@pytest.mark.parametrize(("prone", "expected"), [(0, 0.583333), (1, 0.083333)])
def test_dodges_from_the_ground(prone, expected):
    """Agility with consistency 1 and potential 2 at fatigue 4: who comes to 8?"""
    table = scene(man(agility=(0, 2)), foe())
    if prone:
        act(table, "drop_prone")
    odds = table.odds("end_turn", answers={"defence": "use_dodge"}, want="man.defence_natural")
    assert odds.at_least(6) == exactly(expected)


@clause("heimr.position.prone", "heimr.action.crawl")
def test_only_crawling():
    table = scene(man(), foe(at="C1"))
    act(table, "drop_prone")
    assert {"crawl", "stand_up"} <= verbs(table) and not {"move", "run", "charge_brawl", "leave_cluster"} & verbs(table)


# --- helpless and asleep


@clause("heimr.position.helpless", "heimr.position.sleeping")
def test_the_helpless_have_no_defence():
    table = scene(striker(2, 5), bare(set={"sleeping": 1, "prone": 1}))
    assert chance(table, "weapon_attack orc") == exactly(0.955)


@clause("heimr.position.sleeping")
def test_a_blow_wakes():
    table = scene(striker(), bare(set={"sleeping": 1, "prone": 1}), bare(name="goblin", at="A1"))
    act(table, "weapon_attack orc", dice=SURE)
    assert (table.unit("orc").sleeping, table.unit("orc").prone) == (0, 1) and "woke" in kinds(table)
    act(table, "end_turn")
    assert table.decider == "orc"


@clause("heimr.position.sleeping", "heimr.c.sounds")
@pytest.mark.parametrize(
    ("text", "rules", "expected"),
    [("whisper", {}, 0.3), ("shout", {}, 0.85), ("whisper", {"cr_soft": 8}, 0.4), ("shout", {"cr_loud": 9}, 0.3)],
)
@pytest.mark.parametrize("where", ["B2", "B3"])
def test_what_wakes_a_sleeper(text, rules, expected, where):
    """Perception with consistency 1 and potential 1 against 9 or 5, in the same square and the next."""
    table = scene(
        man(), foe(at=where, int=1, set={"sleeping": 1, "prone": 1}), foe(name="goblin", at="C1"),
        rules={f"position.sleeping.{name}": value for name, value in rules.items()}
    )  # fmt: skip
    assert chance(table, text, want="event woke") == exactly(expected)


@clause("heimr.position.sleeping")
def test_no_willpower_in_sleep():
    table = scene(man(), foe(at="B3", set={"sleeping": 1, "prone": 1}), foe(name="goblin", at="C1"))
    table.dice = [1, 2]
    table.play("whisper")
    assert table.prompt == "turn" and table.unit("orc").sleeping == 1


@clause("heimr.position.sleeping")
def test_two_loud_sounds():
    """Two rolls of 0.85: 0.9775. A blow that misses by fatigue is loud, too."""
    table = scene(man(), foe(at="B3", int=1, set={"sleeping": 1, "prone": 1}), foe(name="goblin", at="C1"))
    table.dice = [1, 2]
    table.play("shout")
    assert table.unit("orc").sleeping == 1
    rest(table, "man")
    assert 1 - (1 - 0.85) * (1 - chance(table, "shout", want="event woke")) == exactly(0.9775)


@clause("heimr.position.sleeping")
def test_not_from_farther_away():
    table = scene(man(), foe(at="C3", set={"sleeping": 1, "prone": 1}), foe(name="goblin", at="A1"))
    act(table, "shout", dice=[])
    assert table.unit("orc").sleeping == 1
