"""Injuries: by the part of the body, by hit points, countdowns, first aid, wounds that open again, and who has no turn."""

from __future__ import annotations

import pytest
from fixtures import clause
from heimr.blows import SURE, bare, striker, use
from heimr.ground import act, chance, foe, kinds, man, rest, scene, verbs
from heimr.scenes import exactly

ARM, OTHER, RIGHT, LEFT = [4, 10], [3, 10], [2, 10], [1, 10]  # dice that hit other parts of the body
PARTS = {
    "torso": (SURE, 1),
    "sword_arm": (ARM, 2),
    "other_arm": (OTHER, 4),
    "right_leg": (RIGHT, 8),
    "left_leg": (LEFT, 16),
}
STABLE = {"hp": -2, "injuries": ["right_leg"], "prone": 1, "stabilised": 1}


def hurt(hp, part="right_leg", weapon="medium_weapon", victim=None, rules=None, friends=(), **more):
    """Who has been struck on a part of the body, with so many hit points before; a medium weapon does 2."""
    table = scene(
        man(weapons=[weapon], dueling=(0, 7), swordsmanship=(0, 7)), bare(**{"set": {"hp": hp}, **(victim or {})}),
        bare(name="ogre"), *friends, rules=rules, **more
    )  # fmt: skip
    act(table, "weapon_attack orc", dice=PARTS[part][0])
    return table


def level(table, who="orc"):
    """Hit points and countdowns."""
    unit = table.unit(who)
    return unit.hp, unit.death_timer, unit.faint_timer, unit.unconscious, unit.dead


# --- injured


@clause("heimr.health.injured", "heimr.injury.effects")
@pytest.mark.parametrize(
    ("hp", "rules", "injuries"),
    [(2, {}, 8), (3, {}, 0), (1, {}, 8), (3, {"health.injured.injury_threshold": 1}, 8),
    (2, {"health.injured.injury_threshold": -1}, 0), (4, {"health.injured.injury_threshold": 2}, 8)],
)  # fmt: skip
def test_none_or_fewer_hit_points(hp, rules, injuries):
    """A medium weapon takes 2."""
    table = hurt(hp, rules=rules)
    assert table.unit("orc").hp == hp - 2 and table.unit("orc").injuries == injuries


@clause("heimr.injury.effects", "heimr.attack.hit_location")
@pytest.mark.parametrize("part", PARTS)
def test_an_injury_by_the_part_struck(part):
    table = hurt(1, part)
    assert table.unit("orc").injuries == PARTS[part][1]


@clause("heimr.injury.effects", "heimr.effect.drop")
def test_an_injured_arm_drops_what_it_holds():
    """hp 1, a sword, 3 on the D6: -1, the other arm, the shield lies on the ground."""
    table = hurt(1, "other_arm", victim={"weapons": ["medium_weapon"], "shield": "small_shield"})
    orc = table.unit("orc")
    assert orc.hp == -1 and orc.injuries == 4 and orc.lies[1] == orc.cell and orc.lies[0] == -1
    rest(table, "orc")
    assert "weapon_attack" in verbs(table)
    table.play("end_turn")
    assert set(table.choices()) == {"use_dodge", "parry_sword_hand", "no_defence"}


@clause("heimr.injury.effects", "heimr.action.draw")
def test_an_injured_arm_holds_nothing_more():
    table = hurt(1, "sword_arm", victim={"weapons": ["medium_weapon", "great_weapon", "light_weapon"]})
    orc = table.unit("orc")
    assert orc.lies[0] == orc.cell
    rest(table, "orc")
    rest(table, "orc")
    assert not [
        text for text in (*table.choices("get_item"), *table.choices("draw")) if "medium" in text or "great" in text
    ]


@clause("heimr.injury.effects", "heimr.effect.fall")
@pytest.mark.parametrize("part", ["right_leg", "left_leg"])
def test_an_injured_leg_keeps_one_down(part):
    table = hurt(1, part)
    assert table.unit("orc").prone == 1
    for _ in range(3):
        rest(table, "orc")
        assert "stand_up" not in verbs(table) and "move" not in verbs(table)
    assert table.choices("crawl") and "brawl" in verbs(table)


@clause("heimr.injury.effects", "heimr.effect.daze")
def test_an_injured_torso_ends_the_fight_for_it():
    """No turn, no defence; it is out of the fight."""
    table = hurt(1, "torso")
    assert table.unit("orc").injuries == 1 and table.unit("orc").defence == 0
    act(table, "end_turn")
    assert table.decider == "ogre"
    rest(table, "man")
    assert chance(table, "weapon_attack orc", want="hit") == exactly(0.85)


@clause("heimr.injury.effects")
def test_further_injuries_add_up():
    """hp 0 with an injured leg, struck again for 1 on the torso."""
    table = scene(striker(), bare(set={"hp": 0, "injuries": ["left_leg"], "prone": 1}), bare(name="ogre"))
    act(table, "weapon_attack orc", dice=SURE)
    assert table.unit("orc").hp == -1 and table.unit("orc").injuries == 17


@clause("heimr.injury.effects")
@pytest.mark.parametrize(
    ("hp", "expected"), [(1, {0: 0.15, 1: 0.333333, 2: 0.166667, 4: 0.116667, 8: 0.116667, 16: 0.116667}), (4, {0: 1})]
)
def test_how_likely_each_is(hp, expected):
    """Consistency 1, fatigue 4, no defence: 5 and 6 always reach it, so does 4; 1 to 3 need a D10 of 4 or more."""
    table = scene(striker(), bare(set={"hp": hp}), bare(name="ogre"))
    odds = table.odds("weapon_attack orc", want="orc.injuries")
    assert {value: odds[value] for value in odds} == {value: exactly(p) for value, p in expected.items()}


@clause("heimr.injury.effects", "heimr.effect.drop")
def test_plain_damage_drops_nothing():
    table = hurt(4, "sword_arm", victim={"weapons": ["medium_weapon"]})
    assert table.unit("orc").injuries == 0 and max(table.unit("orc").lies) == -1


@clause("heimr.injury.effects", "heimr.action.upcoming_interrupt")
def test_whose_action_is_interrupted():
    table = hurt(1, "right_leg", victim={"set": {"hp": 1, "upcoming": 2}})
    assert table.unit("orc").upcoming == 0


# --- levels and countdowns


@clause(
    "heimr.injury.levels",
    "heimr.injury.bloodied",
    "heimr.injury.mangled",
    "heimr.injury.mutilated",
    "heimr.c.dead_below",
)
@pytest.mark.parametrize(
    ("hp", "after"),
    [(2, (0, 0, 0, 0, 0)), (1, (-1, 0, 0, 0, 0)), (0, (-2, 300, 150, 0, 0)), (-1, (-3, 300, 150, 0, 0)),
    (-2, (-4, 60, 0, 1, 0)), (-3, (-5, 60, 0, 1, 0))],
)  # fmt: skip
def test_levels_by_hit_points(hp, after):
    assert level(hurt(hp)) == after


@clause("heimr.c.dead_below")
@pytest.mark.parametrize(
    ("hp", "rules", "dead"),
    [
        (-4, {}, 1),
        (-3, {}, 0),
        (-3, {"c.dead_below.dead_at_or_below": -5}, 1),
        (-4, {"c.dead_below.dead_at_or_below": -7, "injury.levels.mutilated_min": -6}, 0),
    ],
)
def test_six_below_none_is_death(hp, rules, dead):
    table = hurt(hp, rules=rules)
    assert table.unit("orc").dead == dead
    if dead:
        assert table.unit("orc").cell == -1 and table.unit("orc").cluster == -1 and "died" in kinds(table)


@clause("heimr.injury.levels")
@pytest.mark.parametrize(
    ("hp", "rules", "after"),
    [
        (0, {"bloodied_min": -2, "mangled_max": -3}, (-2, 0, 0, 0, 0)),
        (1, {"bloodied_min": 0, "mangled_max": -1}, (-1, 300, 150, 0, 0)),
        (-2, {"mangled_min": -4, "mutilated_max": -5}, (-4, 300, 150, 0, 0)),
        (-1, {"mangled_min": -2, "mutilated_max": -3}, (-3, 60, 0, 1, 0)),
    ],
)  # fmt: skip
def test_levels_with_other_limits(hp, rules, after):
    assert level(hurt(hp, rules={f"injury.levels.{name}": value for name, value in rules.items()})) == after


@clause("heimr.injury.levels", "heimr.injury.bloodied")
@pytest.mark.parametrize(
    ("hp", "after"), [(3, (1, 300, 150, 0, 0)), (2, (0, 0, 0, 0, 0)), (1, (-1, 0, 0, 0, 0)), (0, (-2, 300, 150, 0, 0))]
)
def test_who_is_bloodied_is_not_dying(hp, after):
    """In a battle that calls everybody mangled from one hit point down to -3: with 0 and -1 they are bloodied all the same."""
    rules = {"health.injured.injury_threshold": 1, "injury.levels.mangled_max": 1}
    assert level(hurt(hp, rules=rules)) == after


@clause("heimr.injury.mangled", "heimr.injury.mutilated")
@pytest.mark.parametrize(
    ("hp", "rules", "after"),
    [
        (0, {"mangled.death_turns": 40}, (-2, 40, 150, 0, 0)),
        (0, {"mangled.unconscious_turns": 20}, (-2, 300, 20, 0, 0)), (-2, {"mutilated.death_turns": 7}, (-4, 7, 0, 1, 0)),
        (-2, {"mutilated.unconscious_turns": 3}, (-4, 60, 3, 0, 0)), (0, {"mangled.unconscious_turns": 0}, (-2, 300, 0, 1, 0)),
    ],
)  # fmt: skip
def test_countdowns_of_a_battle(hp, rules, after):
    assert level(hurt(hp, rules={f"injury.{name}": value for name, value in rules.items()})) == after


@clause("heimr.injury.mutilated")
@pytest.mark.parametrize(("left", "after"), [(40, 40), (290, 60)])
def test_who_was_mangled_keeps_the_smaller_countdown(left, after):
    victim = {
        "set": {
            "hp": -2,
            "injuries": ["right_leg"],
            "prone": 1,
            "death_timer": left,
            "faint_timer": max(left - 150, 0),
            "unconscious": int(left <= 150),
        }
    }
    table = hurt(-2, "right_leg", victim=victim)
    assert level(table) == (-4, after, 0, 1, 0)


@clause("heimr.injury.mangled", "heimr.injury.bloodied")
def test_countdowns_count_own_turns():
    table = hurt(0)
    seen = []
    for _ in range(3):
        rest(table, "orc")
        seen.append(level(table)[1:3])
        rest(table, "man")
    assert seen == [(300, 150), (299, 149), (298, 148)]


@clause("heimr.injury.bloodied")
def test_a_bloodied_unit_lives_on():
    table = hurt(1)
    for _ in range(12):
        rest(table, "orc")
    assert level(table) == (-1, 0, 0, 0, 0)


@clause("heimr.injury.mangled", "heimr.c.skip_out", "heimr.position.unconscious")
@pytest.mark.parametrize(("death", "faint", "after"), [(151, 1, (-2, 150, 0, 1, 0)), (1, 0, (-2, 0, 0, 1, 1))])
def test_the_last_turn_of_a_countdown(death, faint, after):
    fields = {
        "hp": -2,
        "injuries": ["right_leg"],
        "prone": 1,
        "death_timer": death,
        "faint_timer": faint,
        "unconscious": int(not faint),
    }
    table = scene(man(), bare(set=fields), bare(name="ogre"))
    rest(table, "ogre")
    found = level(table)
    assert found[4] == after[4] and found[1] == after[1]
    if not after[4]:
        assert found == after


@clause("heimr.c.skip_out", "heimr.injury.mutilated")
def test_the_unconscious_have_a_turn_without_decisions():
    fields = {"hp": -4, "injuries": ["right_leg"], "prone": 1, "death_timer": 60, "unconscious": 1}
    table = scene(man(), bare(set=fields), bare(name="ogre"))
    for left in (59, 58):
        act(table, "end_turn")
        assert table.decider == "ogre" and table.unit("orc").death_timer == left
        rest(table, "man")


@clause("heimr.c.skip_out")
@pytest.mark.parametrize(
    ("fields", "is_asked"),
    [
        ({"dead": 1, "hp": -6, "at": None}, False),
        ({"surrendered": 1}, False),
        ({"escaped": 1, "at": None}, False),
        ({"sleeping": 1, "prone": 1}, False),
        ({"daze_timer": 2}, False),
        ({}, True),
    ],
)
def test_who_has_a_turn(fields, is_asked):
    table = scene(man(), bare(at="C1"), bare(name="ogre"))
    table.strict = False
    use(table, "orc", **fields)
    table.strict = True
    act(table, "end_turn")
    assert table.decider == ("orc" if is_asked else "ogre")


@clause("heimr.c.skip_out", "heimr.effect.daze_combat")
def test_timers_run_in_skipped_turns():
    table = scene(man(), bare(at="C1", set={"daze_timer": 2, "weaken_timer": 3, "sleeping": 0}), bare(name="ogre"))
    act(table, "end_turn")
    assert (table.unit("orc").daze_timer, table.unit("orc").weaken_timer) == (1, 2)


# --- first aid


def patient(hp=-2, medic=None, rules=None, friends=(), **fields):
    """A medic beside a wounded ally: medicine with consistency 1 and potential 2."""
    wound = {"injuries": ["right_leg"], "prone": 1, "death_timer": 60, "unconscious": int(hp < -3), **fields}
    return scene(
        man(**{"skills": ["first_aid"], "medicine": (1, 2), **(medic or {})}), man(name="ally", set={"hp": hp, **wound}),
        foe(at="A1"), *friends, rules=rules
    )  # fmt: skip


@clause("heimr.c.first_aid", "heimr.injury.stabilise")
@pytest.mark.parametrize(
    ("hp", "rerolls", "rules", "expected"),
    [
        (-2, False, {}, 0.85), (-3, False, {}, 0.85), (-4, False, {}, 0.583333), (-4, True, {}, 0.826389),
        (-2, False, {"cr_mangled": 9}, 0.4), (-5, False, {"cr_mutilated": 6}, 0.85),
    ],
)  # fmt: skip
def test_first_aid(hp, rerolls, rules, expected):
    table = patient(hp, rules={f"c.first_aid.{name}": value for name, value in rules.items()})
    use(table, "man", wp=1)
    wanted = ("reroll",) if rerolls else ()
    assert chance(table, "first_aid ally", want="ally.stabilised", wanted=wanted) == exactly(expected)


@clause("heimr.c.first_aid", "heimr.injury.stabilise")
def test_who_is_stabilised():
    """Conscious again and no longer dying; the leg stays as it is."""
    table = patient(-4)
    act(table, "first_aid ally", dice=[6, 1])
    ally = table.unit("ally")
    assert (ally.stabilised, ally.unconscious, ally.death_timer, ally.faint_timer) == (1, 0, 0, 0)
    assert (ally.hp, ally.injuries, ally.prone) == (-4, 8, 1) and "stabilised" in kinds(table)
    assert table.decider == "ally" and "stand_up" not in verbs(table) and table.choices("crawl")


@clause("heimr.injury.stabilise")
def test_who_stays_unconscious():
    table = patient(-4, rules={"injury.stabilise.restores_consciousness": 0})
    act(table, "first_aid ally", dice=[6, 1])
    ally = table.unit("ally")
    assert (ally.stabilised, ally.unconscious, ally.death_timer) == (1, 1, 0)


@clause("heimr.c.first_aid", "heimr.action.ongoing")
def test_it_ends_the_turn():
    table = patient()
    act(table, "first_aid ally", dice=[1, 1])
    assert table.unit("man").ongoing == 1 and table.unit("ally").stabilised == 0 and table.decider == "ally"


@clause("heimr.c.first_aid")
@pytest.mark.parametrize(
    ("hp", "medic", "fields", "may"),
    [
        (-2, {}, {}, True), (-1, {"set": {}}, {"death_timer": 0}, False), (-2, {"skills": []}, {}, False),
        (-2, {"weapons": ["great_weapon"]}, {}, False), (-2, {"weapons": ["medium_weapon"]}, {}, True),
        (-2, {"at": "B3"}, {}, False), (-2, {"weapons": ["medium_weapon"], "shield": "small_shield"}, {}, False),
    ],
)  # fmt: skip
def test_who_may_help_whom(hp, medic, fields, may):
    """A free hand, the skill, the same square, and somebody who is dying."""
    assert ("first_aid" in verbs(patient(hp, medic, **fields))) == may


@clause("heimr.c.first_aid")
def test_not_among_enemies():
    """Neither of the two is in a cluster with an enemy on its feet."""
    table = scene(
        man(skills=["first_aid"], set={"cluster": "man"}),
        man(name="ally", set={"hp": -2, "injuries": ["right_leg"], "prone": 1, "death_timer": 60}),
        foe(set={"cluster": "man"})
    )  # fmt: skip
    assert "first_aid" not in verbs(table)


@clause("heimr.c.first_aid")
def test_helping_oneself():
    wound = {"hp": -2, "injuries": ["right_leg"], "prone": 1, "death_timer": 60, "faint_timer": 20}
    table = scene(man(skills=["first_aid"], medicine=(1, 2), set=wound), foe(at="A1"))
    act(table, "first_aid man", dice=[6, 1])
    assert table.unit("man").stabilised == 1


@clause("heimr.c.skills", "heimr.c.first_aid")
@pytest.mark.parametrize(
    ("rules", "left"),
    [({}, 3), ({"c.skills.first_aid_wp": 1}, 2), ({"c.skills.first_aid_wp": 1, "c.skills.first_aid_free": 1}, 3)],
)
def test_what_first_aid_costs(rules, left):
    table = patient(rules=rules)
    act(table, "first_aid ally", dice=[6, 10])
    assert table.unit("man").wp == left


# --- wounds that open again


@clause("heimr.injury.reopen", "heimr.action.crawl")
def test_a_crawl_opens_a_leg_again():
    table = scene(man(hp_max=9, set=STABLE), foe(at="A1"))
    act(table, "crawl north")
    assert table.unit("man").stabilised == 1
    rest(table, "man")
    act(table, "continue")
    man_ = table.unit("man")
    assert man_.at == (1, 0) and (man_.stabilised, man_.death_timer, man_.faint_timer) == (0, 300, 150)
    assert "reopened" in kinds(table)


@clause("heimr.injury.reopen")
def test_a_mutilated_leg():
    """Unconscious at once, which ends its turn."""
    table = scene(
        man(hp_max=9, set={**STABLE, "hp": -4}), foe(at="A1"), foe(name="ogre", at="A1"), man(name="ally", at="C3")
    )
    act(table, "crawl north")
    rest(table, "man")
    act(table, "continue")
    man_ = table.unit("man")
    assert (man_.stabilised, man_.death_timer, man_.unconscious) == (0, 59, 1)


@clause("heimr.injury.reopen")
@pytest.mark.parametrize("text", ["observe_cell 0,0", "whisper", "end_turn"])
def test_what_moves_nothing_opens_nothing(text):
    table = scene(man(hp_max=9, set=STABLE), foe(at="C1"))
    act(table, text, dice=[1, 1] if "observe" in text else [])
    assert table.unit("man").stabilised == 1


@clause("heimr.injury.reopen", "heimr.injury.effects")
@pytest.mark.parametrize("text", ["weapon_attack orc", "put_away light_weapon"])
def test_the_other_arm_leaves_an_injured_one_at_rest(text):
    table = scene(man(hp_max=9, weapons=["light_weapon"]), foe(hp_max=9))
    act(table, "swap_items")
    man_ = table.unit("man")
    man_.hp, man_.injuries, man_.stabilised = -2, ["sword_arm"], 1
    act(table, text, dice=[6, 10] if "attack" in text else [])
    assert (man_.stabilised, man_.death_timer) == (1, 0)


@clause("heimr.injury.reopen", "heimr.c.stand_up")
def test_a_leg_does_not_stand_up_again():
    table = scene(man(hp_max=9, set=STABLE), foe(at="C1"))
    assert "stand_up" not in verbs(table)


# --- unconscious


@clause("heimr.position.unconscious", "heimr.position.helpless")
def test_the_unconscious_are_struck_at_will():
    fields = {"hp": -4, "injuries": ["right_leg"], "prone": 1, "death_timer": 60, "unconscious": 1}
    table = scene(striker(2, 5), bare(set=fields), bare(name="ogre"))
    assert chance(table, "weapon_attack orc") == exactly(0.955)
    act(table, "weapon_attack orc", dice=[6, 1, 1])
    assert table.unit("orc").hp == -5


@clause("heimr.position.unconscious", "heimr.cluster.form")
def test_who_loses_consciousness_leaves_the_fight():
    table = hurt(-2)
    orc = table.unit("orc")
    assert (orc.unconscious, orc.prone, orc.cluster) == (1, 1, -1) and table.unit("man").cluster == -1
    assert "unconscious" in kinds(table)


@clause("heimr.position.unconscious", "heimr.health.injured")
def test_the_last_one_who_can_fight():
    table = scene(
        man(weapons=["medium_weapon"]),
        bare(set={"hp": -2, "injuries": ["right_leg"], "prone": 1, "death_timer": 60, "faint_timer": 1}),
    )
    act(table, "weapon_attack orc", dice=RIGHT)
    assert table.ending == "last_standing" and table.winner == "men"


@clause("heimr.health.short_rest")
def test_rests_are_longer_than_any_battle():
    """150 turns: nobody rests in a battle, which ends after 60 rounds."""
    table = scene(man(hp_max=5, set={"hp": 1}), foe(at="C1"))
    assert table.ruleset.rulebook.knob("health.short_rest.turns").default == 150
    for _ in range(5):
        rest(table, "man")
    assert table.unit("man").hp == 1
