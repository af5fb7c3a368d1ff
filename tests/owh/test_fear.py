"""Fear: what it does at each level, what inflicts it, and what lowers it."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.scenes import cards, duel, exactly


def trio(man=None, orc=None, **more):
    """A man who acts first, an orc five cells to the east, and another orc far off, who acts last."""
    other = {"name": "other", "side": "orcs", "at": [11, 11], "weapons": ["sword"]}
    return duel(man=man, orc=orc, **{"distance": 5, "friends": [other], **more})


# --- frightened


@clause("owh.fear.frightened")
@pytest.mark.parametrize(("fear", "chance"), [(0, 1 / 2), (1, 1 / 4), (2, 1 / 4)])
def test_attacks_with_disadvantage(fear, chance):
    scene = duel(man={"fighting": 16}, orc={"parry": 13})
    scene.unit("man").fear = fear
    assert scene.odds("attack orc normal", want="hit")[1] == exactly(chance)


@clause("owh.fear.frightened")
def test_a_stunned_target_makes_up_for_it():
    scene = duel(man={"fighting": 16}, orc={"parry": 13})
    scene.unit("man").fear = 1
    scene.unit("orc").stunned = 1
    assert scene.odds("attack orc normal", want="hit")[1] == exactly(1 / 2)


@clause("owh.fear.frightened", "owh.pr.roll")
def test_poison_is_resisted_as_bravely_as_ever():
    scene = duel(man={"fighting": 40, "weapons": ["sword+poison"]}, orc={"parry": 1, "stamina": 12})
    scene.unit("orc").fear = 1
    odds = scene.odds("attack orc normal", want=["hit", "orc.poisoned"])
    assert odds[1, 1] / (19 / 20) == exactly(13 / 20)


@clause("owh.fear.frightened")
def test_attacks_of_opportunity():
    scene = duel(orc={"fighting": 16}, man={"parry": 13})
    scene.unit("orc").fear = 1
    odds = scene.odds("move (0, 5)", answers={"opportunity": "opportunity"}, want="hit by orc")
    assert odds[1] == exactly(1 / 4)


@clause("owh.fear.frightened")
def test_a_stealth_check():
    scene = trio(man={"stealth": 18}, map="\n".join(["......#....."] * 12), orc={"at": [9, 5]})
    scene.unit("man").fear = 1
    assert scene.odds("hide", want="man.hidden")[1] == exactly(49 / 100)


@clause("owh.fear.frightened", "owh.stealth.roll", "owh.stealth.failure_notice")
@pytest.mark.parametrize(("afraid", "chance"), [("", 4 / 10 / 2), ("man", (1 - 36 / 100) / 2), ("orc", 4 / 10 / 4)])
def test_sneaking_and_noticing(afraid, chance):
    """Stealth +4 against 13 at a distance of four cells; Notice +0 against 11."""
    scene = duel({"stealth": 18, "hidden": True}, distance=5)
    if afraid:
        scene.unit(afraid).fear = 1
    assert scene.odds("move (5, 5)", want="man.hidden")[0] == exactly(chance)


@clause("owh.fear.frightened")
def test_an_execution():
    scene = trio(orc={"at": [5, 5]})
    scene.unit("orc").unconscious = 1
    scene.unit("man").fear = 1
    assert scene.odds("execute orc", want="orc.dead")[1] == exactly(9 / 16)


@clause("owh.fear.frightened")
def test_a_spell():
    scene = duel(man={"spirit": 16, "spells": ["firebolt"], "winds": 9}, orc={"parry": 13})
    scene.unit("man").fear = 1
    assert scene.odds("cast firebolt orc", want="hit")[1] == exactly(1 / 4)


@clause("owh.fear.frightened")
def test_resisting_a_spell():
    scene = duel(man={"spells": ["entangle"], "winds": 9}, orc={"strength": 14})
    scene.unit("orc").fear = 1
    assert scene.odds("cast entangle orc", want="orc.rooted")[2] == exactly(3 / 4)


@clause("owh.fear.frightened")
def test_a_collision():
    wizard = {"spells": ["gust"], "winds": 9, "spirit": 40, "at": [7, 5]}
    scene = duel(man=wizard, orc={"parry": 1, "at": [9, 5]}, map="\n".join(["..........##"] * 12))
    scene.unit("orc").fear = 1
    odds = scene.odds("cast gust orc", want=["hit", "collided"])
    assert odds[1, 1] / (19 / 20) == exactly(1 - (12 / 20) ** 2)


@clause("owh.fear.frightened")
def test_damage_is_as_ever():
    scene = duel(man={"fighting": 16}, dice=[19, 18, 5])
    scene.unit("man").fear = 1
    scene.play("attack orc normal")
    assert scene.unit("orc").hp == 50 - 10 - 5


# --- terrified


@clause("owh.fear.terrified")
@pytest.mark.parametrize(("fear", "may"), [(1, True), (2, False)])
def test_the_terrified_cast_no_spells(fear, may):
    scene = duel(man={"spells": ["firebolt"], "winds": 9})
    scene.unit("man").fear = fear
    assert bool(scene.choices("cast")) is may


@clause("owh.fear.terrified")
@pytest.mark.parametrize(("fear", "may"), [(1, True), (2, False)])
@pytest.mark.parametrize(
    ("man", "verb"),
    [
        ({"abilities": ["frenzy"]}, "free_attack"),
        ({"abilities": ["rapid_fire"], "weapons": ["shortbow"]}, "free_attack"),
        ({"abilities": ["shield_bash"], "traits": ["shield"]}, "free_attack"),
        ({"abilities": ["berserk"]}, "berserk"),
    ],
)
def test_the_terrified_use_no_active_abilities(man, verb, fear, may):
    scene = duel(man=man)
    scene.unit("man").fear = fear
    assert bool(scene.choices(verb)) is may


@clause("owh.fear.terrified")
@pytest.mark.parametrize(("level", "left"), [(1, 2), (2, 0)])
def test_terror_ends_a_rage(level, left):
    scene = duel(
        man={"spells": ["dread"], "winds": 9}, distance=3, dice=[12], rules={"completion.spells.dread_level": level}
    )
    scene.unit("orc").berserk = 2
    scene.play("cast dread orc")
    assert scene.unit("orc").fear == level
    assert scene.unit("orc").berserk == left


@clause("owh.fear.terrified", "owh.fear.frightened")
def test_the_terrified_have_disadvantage_and_choose_what_they_do():
    scene = trio()
    scene.unit("orc").fear = 2
    scene.play("end_turn")
    assert (scene.decider, scene.prompt) == ("orc", "turn")


# --- horrified


@clause("owh.fear.horrified")
def test_the_horrified_leave_from_the_edge():
    scene = trio(orc={"at": [11, 5]})
    scene.unit("orc").fear = 3
    scene.play("end_turn")
    assert scene.unit("orc").withdrawn == 1
    assert scene.decider == "other"


@clause("owh.fear.horrified", "owh.completion.withdraw")
def test_who_leaves_from_the_edge_is_attacked():
    scene = trio({"at": [10, 5]}, {"at": [11, 5]}, dice=[1])
    scene.unit("orc").fear = 3
    scene.play("end_turn")
    assert (scene.decider, scene.prompt) == ("man", "opportunity")
    scene.play("opportunity")
    assert scene.unit("orc").withdrawn == 1


@clause("owh.fear.horrified")
def test_they_run_as_far_as_they_can_twice():
    """Two Moves of 2, each to the highest of the cells that are farthest."""
    scene = trio({"at": [11, 8]}, {"at": [14, 8], "move": 2}, size=(24, 17))
    scene.unit("orc").fear = 3
    scene.play("end_turn")
    assert scene.unit("orc").at == (18, 4)
    assert scene.decider == "other"


@clause("owh.fear.horrified")
def test_equally_far_cells_go_by_cost_then_by_place():
    """One Move of 4 before a wall: four away are (9, 2) to (9, 10) and more; (9, 4) to (9, 8) cost two."""
    scene = trio({"at": [5, 6]}, {"at": [7, 6], "move": 8}, map="\n".join(["..........#."] * 12))
    scene.unit("orc").fear, scene.unit("orc").leg_broken = 3, 1
    scene.play("end_turn")
    assert scene.unit("orc").at == (9, 4)


@clause("owh.fear.horrified")
def test_horrified_and_rooted_does_nothing():
    scene = trio(orc={"at": [11, 5]})
    scene.unit("orc").fear, scene.unit("orc").rooted = 3, 2
    scene.play("end_turn")
    assert scene.decider == "other"
    assert scene.unit("orc").at == (11, 5)
    assert scene.unit("orc").withdrawn == 0


@clause("owh.fear.horrified")
def test_who_runs_away_is_attacked():
    scene = trio(orc={"at": [5, 5], "hp": 60}, dice=[20, 4, 5])
    scene.unit("orc").fear = 3
    scene.play("end_turn")
    assert (scene.decider, scene.prompt) == ("man", "opportunity")
    scene.play("opportunity")
    assert scene.unit("orc").hp == 60 - 10 - 4 - 5
    assert scene.unit("orc").at != (5, 5)


@clause("owh.fear.horrified", "owh.engage.attack_of_opportunity")
@pytest.mark.parametrize(("fear", "is_asked"), [(2, True), (3, False)])
def test_the_horrified_let_everybody_go(fear, is_asked):
    scene = duel()
    scene.unit("orc").fear = fear
    scene.play("move (0, 5)")
    assert (scene.prompt == "opportunity") is is_asked


# --- overcoming it


def afraid(level, orc=None, **more):
    """The orcs are a party; the orc is afraid and its turn begins."""
    more = {"rules": {"fate.supply.per_player": 0}, **more}
    found = trio(orc={"at": [9, 5], **(orc or {})}, party=[False, True], **more)
    found.unit("orc").fear = level
    found.play("end_turn")
    return found


@clause("owh.fear.spirit_check")
@pytest.mark.parametrize(("spirit", "chance"), [(10, 1 / 4), (18, 49 / 100)])
def test_a_spirit_check_of_11_with_disadvantage(spirit, chance):
    scene = afraid(1, {"spirit": spirit})
    assert (scene.decider, scene.prompt) == ("orc", "spirit")
    assert scene.odds("resist_fear", want="orc.fear")[0] == exactly(chance)


@clause("owh.fear.spirit_check")
def test_success_lowers_it_by_one_and_takes_the_free_action():
    scene = afraid(3, dice=[11, 12])
    assert scene.choices() == ["resist_fear", "bear_fear"]
    scene.play("resist_fear")
    assert scene.unit("orc").fear == 2
    assert (scene.decider, scene.prompt) == ("orc", "turn")
    assert scene.unit("orc").actions_left == 2
    assert not scene.choices("drop_weapon")
    assert scene.choices("move")


@clause("owh.fear.spirit_check")
def test_failure_takes_the_free_action_too():
    scene = afraid(1, dice=[10, 20])
    scene.play("resist_fear")
    assert scene.unit("orc").fear == 1
    assert not scene.choices("drop_weapon")


@clause("owh.fear.spirit_check")
def test_one_may_bear_it_and_keep_the_free_action():
    scene = afraid(1)
    scene.play("bear_fear")
    assert scene.unit("orc").fear == 1
    assert scene.choices("drop_weapon")


@clause("owh.fear.spirit_check")
def test_one_attempt_a_turn():
    scene = afraid(2, dice=[15, 15])
    scene.play("resist_fear")
    assert (scene.unit("orc").fear, scene.prompt) == (1, "turn")


@clause("owh.fear.spirit_check")
def test_the_blind_check_at_a_disadvantage_and_minus_four():
    scene = trio(orc={"at": [9, 5]}, party=[False, True], rules={"fate.supply.per_player": 0})
    scene.unit("orc").fear, scene.unit("orc").blind = 1, 2
    scene.play("end_turn")
    assert scene.odds("resist_fear", want="orc.fear")[0] == exactly((6 / 20) ** 2)


@clause("owh.fear.spirit_check")
def test_only_members_of_a_party_may_try():
    scene = trio(orc={"at": [9, 5]}, party=[True, False], rules={"fate.supply.per_player": 0})
    scene.unit("orc").fear = 1
    scene.play("end_turn")
    assert (scene.decider, scene.prompt) == ("orc", "turn")


@clause("owh.fear.spirit_check")
def test_who_is_not_afraid_is_not_asked():
    scene = afraid(0)
    assert (scene.decider, scene.prompt) == ("orc", "turn")


@clause("owh.fear.spirit_check", "owh.fear.horrified")
def test_who_bears_horror_flees():
    scene = afraid(3, {"at": [11, 5]}, distance=5)
    scene.play("bear_fear")
    assert scene.unit("orc").withdrawn == 1


@clause("owh.fear.counters", "owh.completion.items")
@pytest.mark.parametrize("level", [1, 2])
def test_a_draught_of_courage(level):
    scene = duel(man={"courage": 1})
    scene.unit("man").fear = level
    scene.play("use_courage man")
    assert (scene.unit("man").fear, scene.unit("man").courage) == (0, 0)


# --- sources


@clause("owh.completion.fear_sources")
@pytest.mark.parametrize(
    ("spirit", "level", "chance"), [(10, 1, 1 / 2), (14, 2, 9 / 20), (10, 3, 3 / 5), (10, 2, 11 / 20), (14, 3, 1 / 2)]
)
def test_whoever_faces_a_source_is_tested(spirit, level, chance):
    scene = trio({"fear_aura": level}, {"spirit": spirit})
    assert scene.odds("end_turn", want="orc.fear")[level] == exactly(chance)


@clause("owh.completion.fear_sources", "owh.fear.frightened")
def test_the_frightened_are_tested_with_disadvantage():
    scene = trio({"fear_aura": 2}, {"spirit": 10})
    scene.unit("orc").fear, scene.unit("orc").fear_tested = 1, 1
    assert scene.odds("end_turn", want="orc.fear")[2] == exactly(319 / 400)


@clause("owh.completion.fear_sources")
@pytest.mark.parametrize(("distance", "is_tested"), [(6, True), (7, False)])
def test_within_six_cells(distance, is_tested):
    scene = trio({"fear_aura": 1}, distance=distance, dice=[10] if is_tested else [])
    scene.play("end_turn")
    assert scene.unit("orc").fear == is_tested
    assert scene.unit("orc").fear_tested == is_tested


@clause("owh.completion.fear_sources")
def test_only_who_sees_it_is_tested():
    scene = trio({"fear_aura": 1}, map="\n".join(["......#....."] * 12))
    scene.play("end_turn")
    assert scene.unit("orc").fear_tested == 0


@clause("owh.completion.fear_sources", "owh.completion.hidden")
@pytest.mark.parametrize(("man", "orc"), [({"hidden": True}, {}), ({}, {"blind": 2})])
def test_neither_is_a_source_that_nobody_sees(man, orc):
    scene = trio({"fear_aura": 1, **man})
    for field, value in orc.items():
        setattr(scene.unit("orc"), field, value)
    scene.play("end_turn")
    assert scene.unit("orc").fear_tested == 0


@clause("owh.completion.fear_sources")
def test_friends_of_the_source_are_not_tested():
    scene = trio({"fear_aura": 1}, distance=7, friends=[{"name": "friend", "side": "men", "at": [4, 6]}])
    scene.play("end_turn")
    assert (scene.decider, scene.unit("friend").fear_tested) == ("friend", 0)


@clause("owh.completion.fear_sources")
@pytest.mark.parametrize(("roll", "fear"), [(11, 0), (10, 1)])
def test_once_a_battle_whether_passed_or_not(roll, fear):
    scene = trio({"fear_aura": 1}, dice=[roll, *cards(3)])
    scene.play("end_turn", "end_turn", "end_turn", "end_turn")
    assert (scene.round, scene.decider) == (2, "orc")
    assert scene.unit("orc").fear == fear


@clause("owh.completion.fear_sources")
def test_a_stronger_source_is_tested_anew():
    scene = trio({"fear_aura": 2}, dice=[11])
    scene.unit("orc").fear_tested = 1
    scene.play("end_turn")
    assert (scene.unit("orc").fear, scene.unit("orc").fear_tested) == (2, 2)


@clause("owh.completion.fear_sources")
def test_only_the_strongest_source_is_tested():
    weak = {"name": "friend", "side": "men", "at": [8, 6], "fear_aura": 1}
    scene = trio({"fear_aura": 3}, friends=[weak], dice=[13, *cards(3)])
    scene.play("end_turn", "end_turn")
    assert (scene.unit("orc").fear, scene.unit("orc").fear_tested) == (0, 3)
    scene.play("end_turn", "end_turn", "end_turn")
    assert (scene.decider, scene.unit("orc").fear) == ("orc", 0)


@clause("owh.completion.fear_sources")
def test_fear_does_not_sink_to_that_of_the_source():
    scene = trio({"fear_aura": 1}, dice=[2, 3])
    scene.unit("orc").fear = 2
    scene.play("end_turn")
    assert scene.unit("orc").fear == 2


@clause("owh.completion.fear_sources", "owh.fear.counters")
def test_the_fearless_are_never_tested():
    scene = trio({"fear_aura": 3}, {"traits": ["fearless"]})
    scene.play("end_turn")
    assert scene.unit("orc").fear == 0


@clause("owh.fear.counters")
def test_the_fearless_gain_no_fear():
    scene = duel(man={"spells": ["dread"], "winds": 9}, orc={"traits": ["fearless"]})
    assert scene.odds("cast dread orc", want="orc.fear")[0] == exactly(1.0)


@clause("owh.completion.fear_sources", "owh.turn.status_phase")
def test_the_source_is_faced_before_the_spirit_check():
    scene = trio({"fear_aura": 1}, {"spirit": 10}, party=[False, True], dice=[5], rules={"fate.supply.per_player": 0})
    scene.play("end_turn")
    assert (scene.prompt, scene.unit("orc").fear) == ("spirit", 1)
