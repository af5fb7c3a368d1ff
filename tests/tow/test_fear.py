"""Fear and terror, frenzy, hatred, the stubborn and the unbreakable."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.frays import CALM, HARDY, RESULT, attacks_of, blows, charged, fought, melee
from tow.measures import mean
from tow.scenes import Ground, duel, exactly, fray, go_on, regiment, verbs

from tactica.envs.core.state import NO_UNIT
from tactica.envs.rulesets.tow.rules.fear import feared_enemy, fears, must_test_terror
from tactica.envs.scenario import ScenarioError

LD_TEST = ("passed", "failed")


def p_dares(models=10, feared=18, traits=("fear",), **men):
    """The chance that men charge orcs, and whether they test for it: the test is the only one."""
    men = {"models": models, "files": 5, **men}
    scene = duel(men, {"models": feared, "files": 6, "traits": list(traits)}, gap=4, upto="charge")
    found = scene.odds("charge orcs", want=["passed by men", "failed by men", "event charges by men"], open="stop")
    return found.p(lambda value: value[2]), found.p(lambda value: value[0] or value[1])


def afraid(men=None, orcs=None, **more):
    """The chance that men who fight orcs are afraid in this round."""
    men = {"models": 10, "files": 10, **CALM, **(men or {})}
    orcs = {"models": 18, "files": 10, **CALM, "traits": ["fear", "unbreakable"], **(orcs or {})}
    return fray(men=men, orcs=orcs, **more).odds("pass", want="fears by men", open="stop").at_least(1)


# --- fear


@clause("tow.x.morale.fear")
def test_the_weaker_must_dare_to_charge_what_it_fears():
    assert p_dares() == (exactly(0.583333), exactly(1.0))


@clause("tow.x.morale.fear", "tow.troop.unit_strength")
@pytest.mark.parametrize(("models", "feared", "tested"), [(20, 18, False), (18, 18, False), (17, 18, True)])
def test_only_a_lower_unit_strength_fears(models, feared, tested):
    assert p_dares(models, feared)[1] == exactly(1.0 if tested else 0.0)


@pytest.mark.interpreted_only
@clause("tow.x.morale.fear", "tow.x.morale.terror", "tow.x.morale.traits")
@pytest.mark.parametrize(("men", "orcs", "tested"), [
    ((), ("terror",), True), ((), (), False), (("fear",), ("fear",), False), (("terror",), ("fear",), False),
    (("frenzy",), ("fear",), False), (("stubborn",), ("fear",), True),
])  # fmt: skip
def test_who_fears_whom(men, orcs, tested):
    """Terror causes fear; who causes it does not fear, and the frenzied do not either."""
    ground = Ground(
        regiment(models=10, traits=list(men)), regiment("orcs", at=(14, 5), facing="south", traits=list(orcs))
    )
    assert bool(ground.ask(fears, "men", "orcs")) is tested
    assert bool(ground.ask(fears, "men", "orcs")) is tested


@clause("tow.x.morale.fear")
def test_who_does_not_dare_does_not_charge_this_turn():
    """It stands still, and is free to charge in its next turn."""
    scene = duel({"models": 10}, {"traits": ["fear"]}, dice=[6, 2], upto="charge")
    scene.play("charge orcs")
    assert scene.last("failed").who == "men"
    assert not [e for e in scene.events if e.kind == "charges"]
    assert (scene.decider, scene.prompt) == ("orcs", "charge")
    scene.dice = [3, 4]
    go_on(scene, "charge", "men").play("charge orcs")
    assert scene.last("charges").who == "men"


@clause("tow.x.morale.fear", "tow.x.combat.to_hit")
def test_who_is_afraid_hits_less_often():
    """Leadership 7: on 5 with 15 of 36, else on 4."""
    scene = fray(
        men={"models": 1, "files": 1, "traits": ["unbreakable"]},
        orcs={**HARDY, "attacks": 0, "models": 5, "traits": ["fear", "unbreakable"]},
    )
    found = scene.odds("pass", want=["fears by men", "hits by men"], open="stop")
    assert found[1, 1] == exactly(15 / 36 * 2 / 6)
    assert found[0, 1] == exactly(21 / 36 * 3 / 6)


@clause("tow.x.morale.fear")
@pytest.mark.parametrize(("men", "orcs", "chance"), [
    ({}, {}, 15 / 36), ({"leadership": 9}, {}, 6 / 36), ({"models": 18}, {}, 0.0), ({"models": 19}, {}, 0.0),
    ({"traits": ["fear", "unbreakable"]}, {}, 0.0), ({"traits": ["frenzy", "unbreakable"]}, {}, 0.0),
    ({}, {"traits": ["unbreakable"]}, 0.0), ({}, {"traits": ["terror", "unbreakable"]}, 15 / 36),
])  # fmt: skip
def test_each_round_of_combat_takes_a_test(men, orcs, chance):
    assert afraid(men, orcs) == exactly(chance)


@clause("tow.x.morale.fear")
def test_one_test_in_a_round_and_one_in_the_next():
    """Two feared enemies, one test; the orcs' turn brings another."""
    units = [
        regiment("men", at=(10, 14), models=10, files=10, **CALM),
        regiment("orcs", at=(14, 13), facing="south", models=11, files=5, attacks=0, traits=["fear", "unbreakable"]),
        regiment("goblins", "orcs", (19, 13), "south", models=11, files=5, attacks=0, traits=["fear", "unbreakable"]),
    ]  # fmt: skip
    scene = melee(*units, rules={f"{RESULT}.outnumber": 0, "troop.table.regular_infantry_max_rank_bonus": 0}, dice=None)
    scene.play("pass")
    tests = [e for e in scene.events if e.kind in LD_TEST]
    assert [e.who for e in tests] == ["men"]
    fought(scene)
    assert len([e for e in scene.events if e.kind in LD_TEST]) == 2


@pytest.mark.interpreted_only
@clause("tow.x.morale.fear")
def test_each_feared_enemy_is_compared_alone():
    """Two of six each against ten: nobody is stronger, though both together are."""
    units = [
        regiment("men", at=(10, 14), models=10, files=10, **CALM),
        regiment("orcs", at=(14, 13), facing="south", models=6, files=5, attacks=0, traits=["fear", "unbreakable"]),
        regiment("goblins", "orcs", (19, 13), "south", models=6, files=5, attacks=0, traits=["fear", "unbreakable"]),
    ]  # fmt: skip
    scene = melee(*units, dice=[])
    assert Ground.of(scene).ask(feared_enemy, "men") == NO_UNIT
    scene.play("pass")
    assert not [e for e in scene.events if e.kind in LD_TEST]


# --- terror


def p_runs(men=None, orcs=None, **more):
    """The chance that orcs whom a giant charges flee in terror."""
    giant = {
        "models": 1,
        "files": 1,
        "wounds": 6,
        "troop_type": "behemoths",
        "base_mm": [100, 100],
        "traits": ["terror"],
        **(men or {}),
    }
    scene = duel(giant, {"models": 5, **(orcs or {})}, gap=4, upto="charge", **more)
    return scene.odds("charge orcs", want="terrified by orcs", open="stop").at_least(1)


@clause("tow.x.morale.terror")
def test_terror_makes_the_charged_flee():
    assert p_runs() == exactly(0.416667)


@clause("tow.x.morale.terror", "tow.troop.unit_strength")
@pytest.mark.parametrize(("models", "chance"), [(5, 15 / 36), (6, 0.0), (7, 0.0)])
def test_only_of_an_enemy_with_a_higher_unit_strength(models, chance):
    """Six Wounds are a strength of six."""
    assert p_runs(orcs={"models": models, "files": models}) == exactly(chance)


@clause("tow.x.morale.terror", "tow.x.morale.traits")
@pytest.mark.parametrize(("trait", "chance"), [
    ("unbreakable", 0.0), ("frenzy", 0.0), ("terror", 0.0), ("fear", 15 / 36), ("stubborn", 15 / 36),
])  # fmt: skip
def test_some_are_immune_to_terror(trait, chance):
    assert p_runs(orcs={"traits": [trait]}) == exactly(chance)


@pytest.mark.interpreted_only
@clause("tow.x.morale.terror")
def test_fear_alone_is_not_terror():
    assert p_runs({"traits": ["fear"]}) == exactly(0.0)
    scene = duel({"traits": ["fear"]}, {"models": 5}, dice=None, upto="charge")
    assert not Ground.of(scene).ask(must_test_terror, "orcs", "men")


@clause("tow.x.morale.terror", "tow.x.move.charge_reaction")
def test_the_terrified_have_no_choice_and_the_others_have():
    giant = {
        "models": 1,
        "files": 1,
        "wounds": 6,
        "troop_type": "behemoths",
        "base_mm": [100, 100],
        "traits": ["terror"],
    }
    brave = duel(giant, {"models": 5}, gap=4, upto="charge", dice=[3, 4])
    brave.play("charge orcs")
    assert (brave.decider, brave.choices()) == ("orcs", ["hold", "flee"])
    coward = duel(giant, {"models": 5}, gap=4, upto="charge", dice=None)
    found = coward.odds("charge orcs", want=["terrified by orcs", "flees by orcs", "left_table by orcs"], open="stop")
    assert all(flees or left for terrified, flees, left in found if terrified)


# --- frenzy


@clause("tow.x.morale.traits", "tow.x.combat.who_fights")
@pytest.mark.parametrize(("extra", "expected"), [(1, 5 * 2 + 5), (2, 5 * 3 + 5), (0, 5 + 5)])
def test_the_frenzied_make_an_attack_more(extra, expected):
    """Those who fight, not those who support."""
    men = {**HARDY, "traits": ["frenzy", "unbreakable"]}
    scene = fought(fray(men=men, orcs=HARDY, dice=None, rules={"x.morale.traits.frenzy_attacks": extra}))
    assert attacks_of(scene) == expected


@clause("tow.x.morale.traits")
def test_frenzy_is_lost_with_a_combat():
    """Men of higher Initiative win the first round: in the next the orcs make ten attacks."""
    orcs = {**HARDY, "traits": ["frenzy", "unbreakable"]}
    men = {**HARDY, "standard": True}
    scene = fought(fray(men=men, orcs=orcs, dice=None), after="follow_up")
    assert (attacks_of(scene, "orcs"), scene.unit("orcs").frenzied) == (15, 0)
    fought(scene, after="follow_up")
    assert attacks_of(scene, "orcs") == 15 + 10


@clause("tow.x.morale.traits", "tow.x.move.flee")
@pytest.mark.parametrize("fleeing", [False, True])
def test_who_begins_in_flight_has_lost_its_frenzy(fleeing):
    assert Ground(regiment(traits=["frenzy"], fleeing=fleeing)).unit("men").frenzied == (not fleeing)


@clause("tow.x.morale.traits", "tow.x.move.flee")
def test_no_unbreakable_unit_begins_in_flight():
    assert duel({"traits": ["unbreakable"]}).unit("men").fleeing == 0
    with pytest.raises(ScenarioError, match="never flees"):
        duel({"traits": ["unbreakable"], "fleeing": True})


@clause("tow.x.morale.traits")
def test_frenzy_is_kept_after_a_victory_or_a_draw():
    orcs = {**HARDY, "traits": ["frenzy", "unbreakable"]}
    for standard in (True, False):
        scene = fought(fray(men=HARDY, orcs={**orcs, "standard": standard}, dice=None), after="follow_up")
        assert scene.unit("orcs").frenzied == 1


@clause("tow.x.morale.traits", "tow.x.move.charge_declare")
def test_the_frenzied_must_charge_the_nearest_enemy():
    near = regiment("goblins", "orcs", (19, 10), "south", models=5)
    scene = duel({"traits": ["frenzy"]}, {}, gap=4, friends=[near], skip_forced=False, upto="charge")
    assert scene.first_words() == ["charge"]
    assert scene.choices() == ["charge goblins"]
    calm = duel({}, {}, gap=4, friends=[near], upto="charge")
    assert calm.choices() == ["pass", "charge orcs", "charge goblins"]


@clause("tow.x.morale.traits")
def test_of_several_nearest_the_frenzied_charge_the_first():
    """Orcs and goblins four cells away each."""
    near = regiment("goblins", "orcs", (19, 9), "south", models=5)
    scene = duel({"traits": ["frenzy"]}, {}, gap=4, friends=[near], skip_forced=False, upto="charge")
    assert scene.choices() == ["charge orcs"]


@clause("tow.x.morale.traits")
def test_the_frenzied_need_not_charge_whom_they_cannot():
    scene = duel({"traits": ["frenzy"]}, {"models": 5}, gap=11, upto="move")
    assert "pass" in scene.first_words()


# --- unbreakable, hatred


@clause("tow.x.morale.traits", "tow.x.move.charge_reaction")
@pytest.mark.parametrize(("traits", "may"), [(["unbreakable"], False), ([], True)])
def test_the_unbreakable_cannot_choose_to_flee(traits, may):
    """They stand and shoot, or hold."""
    scene = duel({}, {"missile": "longbow", "traits": traits}, gap=5, upto="charge")
    scene.play("charge orcs")
    assert ("flee" in verbs(scene)) is may


def hated(rounds, **men):
    """The chance that one attack of men who hate their enemies hits, in the first or a later round of the combat."""
    men = {"models": 1, "files": 1, "traits": ["hatred", "unbreakable"], **men}
    orcs = {"models": 1, "files": 1, **CALM, "toughness": 10}
    scene = fray(men=men, orcs=orcs)
    if rounds > 1:
        scene.dice = [1, 1]
        scene.play("pass")
    return scene.odds("pass", want="hits by men", open="stop")[1]


@clause("tow.x.morale.traits")
def test_who_hates_rolls_misses_again_in_the_first_round():
    assert hated(1) == exactly(0.750000)
    assert hated(2) == exactly(0.5)
    assert hated(1, weapon_skill=1) == exactly(1 - (4 / 6) ** 2)
    assert hated(1, traits=["unbreakable"]) == exactly(0.5)


@clause("tow.x.morale.traits")
def test_a_charge_begins_a_combat():
    """Ten attacks, three quarters of which hit."""
    scene = charged({"traits": ["hatred", "unbreakable"]}, {**CALM, "toughness": 10})
    assert mean(dict(scene.odds("pass", want="hits by men", open="stop"))) == exactly(7.5)


@clause("tow.x.morale.traits", "tow.x.combat.give_ground")
def test_the_unbreakable_give_ground_whenever_they_lose():
    scene = fray(men={"traits": ["unbreakable"], "attacks": 0}, orcs=HARDY, dice=blows(10, 8))
    scene.play("pass")
    assert scene.last("gives_ground").who == "men"
