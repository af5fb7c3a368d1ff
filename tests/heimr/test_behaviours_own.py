"""Behaviours of this ruleset: what its own features measure, and that each behaviour does what it is for."""

from __future__ import annotations

import pytest
from heimr.blows import PLENTY, bare, striker, use, with_skill
from heimr.ground import act, dodging, foe, man, scene, swordsman
from heimr.ground import archer as bowman

from tactica.agents.why import why
from tactica.experiments.npcs.signatures import signatures

SHIELD = {"weapons": ["medium_weapon"], "shield": "medium_shield"}


def weighed(table, feature):
    """A feature of all choices: words -> value."""
    found = why(table.game, {"weights": {}, "own": {"heimr": {feature: 1.0}}})
    return {choice.text: choice.features[feature] for choice in found.choices}


def chosen(table, behaviour):
    """What a behaviour chooses, in words."""
    return why(table.game, behaviour).choices[0].text


# --- features


def test_who_is_held_already_is_not_grabbed_again():
    friend = man(name="friend", set={"cluster": "x"})
    free = scene(man(brawl=(2, 2)), bare(set={"cluster": "x"}), foe(name="other", hp_max=PLENTY), friend)
    assert weighed(free, "grabs")["brawl orc bind_anywhere"] > 0.5
    use(free, "friend", grab_target=free.unit("orc").row, grab_part=2)
    found = weighed(free, "grabs")
    assert "brawl orc bind_anywhere" not in found and found["brawl other bind_anywhere"] > 0.5
    assert found["brawl other"] == 0, "a hit is no grab"


def test_a_brawl_with_somebody_armed_is_a_risk():
    armed, unarmed = foe(weapons=["great_weapon"]), foe()
    assert weighed(scene(man(hp_max=10), armed), "risk")["brawl orc"] > 0.1
    assert weighed(scene(man(hp_max=10), unarmed), "risk")["brawl orc"] == 0


def test_a_defence_below_fatigue_is_none():
    for natural, found in ((9, 0), (3, 1)):
        table = scene(striker(), foe(hp_max=PLENTY, stand=dodging(natural)))
        assert weighed(table, "undefended")["weapon_attack orc"] == found


def test_whoever_is_not_seen_knows_it():
    table = scene(bowman(at="A1"), foe(at="B2"), cells=[("A1", "shrubbery")])
    assert weighed(table, "unseen")["shoot orc"] == 0
    use(table, "man", hidden_from=1 << table.unit("orc").row, hide_value=6, in_cover=1)
    found = weighed(table, "unseen")
    assert found["shoot orc"] == 1 and found["end_turn"] == 0


def test_friends_in_the_same_place_are_counted():
    friends = [man(name="one", at="B2"), man(name="two", at="B3"), man(name="three", at="A1")]
    table = scene(man(), foe(at="C1"), *friends)
    found = weighed(table, "together")
    assert found["end_turn"] == found["guard one"] == pytest.approx(1 / 3)
    assert found["move north"] == pytest.approx(1 / 3) and found["move east"] == 0


def test_objectives_count_by_how_near_they_are():
    table = scene(man(at="B2"), foe(at="C3"), cells=[("A2", {"objective": 1})])
    found = weighed(table, "objective")
    assert found["move west"] == 0.5 and found["end_turn"] == pytest.approx(0.375)
    there = scene(man(at="A2"), foe(at="C3"), cells=[("A2", {"objective": 1})])
    assert weighed(there, "objective")["seize"] == 1


def test_a_breather_counts_by_what_it_takes_off():
    for fatigue, found in ((5, 0.5), (6, 1), (9, 1)):
        table = scene(man(), foe(at="C3"))
        use(table, "man", fatigue=fatigue)
        assert weighed(table, "breath")["breather"] == found
    assert "breather" not in weighed(scene(man(), foe(at="C3")), "breath")


def test_skills_are_primed_where_they_can_be_used():
    assert weighed(scene(with_skill("knockdown"), bare()), "skills")["prime_skill knockdown"] == 1
    assert "prime_skill knockdown" not in weighed(scene(with_skill("knockdown"), bare(at="C1")), "skills")


# --- behaviours


def test_the_sentinel_guards_who_is_beside_it_and_waits():
    table = scene(swordsman(), foe(at="C1"), man(name="friend"))
    assert chosen(table, "sentinel") == "guard friend"
    act(table, "guard friend")
    assert chosen(table, "sentinel") == "ready_attack enemy_enters"


def test_the_sentinel_seizes_what_it_is_to_hold():
    table = scene(swordsman(at="A2"), foe(at="C3"), cells=[("A2", {"objective": 1})])
    assert chosen(table, "sentinel") == "seize"


def test_the_ambusher_hides_and_shoots_from_there():
    table = scene(bowman(at="A1"), foe(at="B2"), cells=[("A1", "shrubbery")])
    assert chosen(table, "ambusher") == "hide"
    act(table, "hide", dice=[6, 9])
    assert table.unit("man").hidden_from != 0
    assert chosen(table, "ambusher") == "shoot orc"


def test_the_brawler_takes_hold_and_strikes_at_who_is_held():
    table = scene(man(brawl=(2, 3), str=3, hp_max=PLENTY), bare())
    assert chosen(table, "brawler").startswith("brawl orc bind")
    holding = scene(man(brawl=(2, 3), str=3, hp_max=PLENTY, set={"cluster": "x"}), bare(set={"cluster": "x"}))
    use(holding, "man", grab_target=holding.unit("orc").row, grab_part=2)
    assert chosen(holding, "brawler") == "brawl orc"


def test_the_brawler_keeps_hold_and_stops_what_the_held_does():
    table = scene(striker(set={"cluster": "x"}), foe(hp_max=PLENTY, set={"cluster": "x"}))
    use(table, "orc", grab_target=table.unit("man").row, grab_part=3, hp=1)
    table.play("brawl orc")
    assert table.prompt == "stop" and chosen(table, "brawler") == "stop_it"
    table.play("let_pass")
    assert table.prompt == "hold" and chosen(table, "brawler") == "keep_hold"
    assert chosen(table, "guardian") == "let_go", "with one hit point left"


def test_the_brawler_trips_with_what_it_has_in_hand():
    table = scene(with_skill("knockdown", shield="buckler"), bare())
    assert chosen(table, "brawler") == "prime_skill knockdown"


def test_the_shield_wall_goes_where_the_others_are_and_raises_its_shields():
    """Two ways are as short; one of them leads to the others."""
    friends = [man(name="one", at="B2", **SHIELD), man(name="two", at="B2", **SHIELD)]
    table = scene(man(at="B1", sword_and_shield=(1, 1), **SHIELD), foe(at="D4"), *friends, size=(4, 4))
    assert chosen(table, "shield_wall") == "move north"
    act(table, "move north")
    table.play("end_turn")
    assert table.prompt == "defence" and chosen(table, "shield_wall") == "use_block"


def test_the_shield_wall_does_not_run_at_them():
    wall = [man(name="one", at="B2", **SHIELD), man(name="two", at="B2", **SHIELD)]
    table = scene(man(at="B2", **SHIELD), foe(at="B3", hp_max=PLENTY), *wall)
    assert not chosen(table, "shield_wall").startswith("charge")
    assert chosen(table, "charger").startswith("charge")


@pytest.mark.compiled_only
@pytest.mark.parametrize(
    ("name", "measure"),
    [("sentinel", "readied"), ("ambusher", "hidings"), ("brawler", "grabs"), ("shield_wall", "guards")],
)
def test_it_does_what_it_is_named_after(name, measure):
    own, archer, charger = signatures(
        "heimr", [name, "archer", "charger"], scenarios=["small_random", "field_of_arrows"], against="charge", pairs=12
    )
    assert own.measures[measure] > 1.5 * max(archer.measures[measure], charger.measures[measure], 0.1)
