"""Units that help each other: synergy in base contact, coordinated attacks out of hiding, and loud weapons."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.scenes import duel, exactly, scene

AROUND = [(4, 4), (5, 4), (6, 4), (6, 5), (6, 6), (5, 6)]


def surrounded(helpers, rules=None, **man):
    """A man and so many friends around an orc at (5, 5) with Parry 13; how likely the man's attack at +3 hits."""
    friends = [{"name": f"boy{i}", "side": "men", "at": list(AROUND[i])} for i in range(helpers)]
    laid = duel(man={"fighting": 16, **man}, orc={"parry": 13}, friends=friends, rules=rules)
    return laid.odds("attack orc normal", want="hit")[1]


# --- base contact


@clause("owh.synergy.adjacent")
@pytest.mark.parametrize(("helpers", "bonus"), [(0, 0), (1, 1), (2, 2), (3, 3), (5, 3)])
def test_a_point_for_each_helper_up_to_three(helpers, bonus):
    assert surrounded(helpers) == exactly((10 + bonus) / 20)


@clause("owh.synergy.adjacent")
@pytest.mark.parametrize(
    ("knob", "value", "bonus"), [("per_unit", 2, 4), ("cap", 1, 1), ("attack", 0, 0), ("parry", 0, 2)]
)
def test_knobs_of_synergy(knob, value, bonus):
    rules = {f"synergy.adjacent.{knob}": value}
    if knob == "per_unit":
        rules["synergy.adjacent.cap"] = 10
    assert surrounded(2, rules) == exactly((10 + bonus) / 20)


@clause("owh.synergy.adjacent")
@pytest.mark.parametrize(("rules", "chance"), [({}, 9 / 20), ({"synergy.adjacent.parry": 0}, 11 / 20)])
def test_synergy_helps_to_parry_whom_they_surround(rules, chance):
    friends = [{"name": f"orc{i}", "side": "orcs", "at": [4, 4 + 2 * i]} for i in (0, 1)]
    laid = duel(man={"fighting": 18}, orc={"parry": 13}, friends=friends, rules=rules)
    assert laid.odds("attack orc normal", want="hit")[1] == exactly(chance)


@clause("owh.synergy.adjacent")
def test_only_against_whom_they_surround():
    friends = [{"name": "goblin", "side": "orcs", "at": [6, 5]}, {"name": "boy", "side": "men", "at": [6, 6]}]
    laid = duel(man={"fighting": 18}, orc={"parry": 13}, friends=[friends[0]])
    assert laid.odds("attack orc normal", want="hit")[1] == exactly(11 / 20), "the goblin does not touch the man"
    laid = duel(man={"fighting": 18, "weapons": ["spear"]}, orc={"parry": 13}, distance=2, friends=[friends[1]])
    assert laid.odds("attack orc normal", want="hit")[1] == exactly(11 / 20), "two cells away: no synergy"


@clause("owh.synergy.adjacent", "owh.completion.reach")
def test_who_stands_two_cells_away_does_not_help():
    laid = duel(
        man={"fighting": 16},
        orc={"parry": 13},
        friends=[{"name": "boy", "side": "men", "at": [7, 5], "weapons": ["spear"]}],
    )
    assert laid.odds("attack orc normal", want="hit")[1] == exactly(1 / 2)


@clause("owh.synergy.adjacent", "owh.melee.attack")
def test_synergy_helps_any_weapon():
    laid = duel(
        man={"shooting": 16, "weapons": ["pistol"]},
        orc={"parry": 13},
        friends=[{"name": "boy", "side": "men", "at": [5, 4]}],
    )
    assert laid.odds("attack orc normal", want="hit")[1] == exactly((11 / 20) ** 2), "point blank: at a disadvantage"


@clause("owh.synergy.adjacent", "owh.engage.attack_of_opportunity")
def test_synergy_in_attacks_of_opportunity():
    laid = duel(orc={"fighting": 16}, man={"parry": 13}, friends=[{"name": "goblin", "side": "orcs", "at": [5, 4]}])
    laid.play("move 3,6")
    assert (laid.prompt, laid.decider) == ("opportunity", "orc")
    odds = laid.odds("opportunity", answers={"opportunity": "let_go"}, want="event attack_missed by orc")
    assert odds[0] == exactly(11 / 20)


@clause("owh.synergy.adjacent")
def test_hidden_units_count():
    laid = duel(
        man={"fighting": 16}, orc={"parry": 13}, friends=[{"name": "boy", "side": "men", "at": [5, 4], "hidden": True}]
    )
    assert laid.odds("attack orc normal", want="hit")[1] == exactly(11 / 20)


@clause("owh.synergy.adjacent")
@pytest.mark.parametrize("hidden", [True, False])
def test_the_hidden_help_to_parry(hidden):
    laid = duel(
        man={"fighting": 18},
        orc={"parry": 13},
        friends=[{"name": "goblin", "side": "orcs", "at": [4, 4], "hidden": hidden}],
    )
    assert laid.odds("attack orc normal", want="hit")[1] == exactly(10 / 20)


@clause("owh.synergy.adjacent", "owh.status.insane")
@pytest.mark.parametrize("helper", [[7, 5], [4, 5]])
def test_no_synergy_against_a_friend(helper):
    """A mad orc at +0 attacks a friend with Parry 13 and needs 14, whether a friend of both touches the victim or itself."""
    laid = duel(
        orc={"insane": True, "fighting": 10, "weapons": ["sword"]}, distance=1, man={"at": [0, 0]},
        friends=[
            {"name": "victim", "side": "orcs", "at": [6, 5], "parry": 13, "hp": 200},
            {"name": "helper", "side": "orcs", "at": helper, "parry": 13, "hp": 200},
        ],
        rules={"turn.action_economy.standard_actions": 1},
    )  # fmt: skip
    assert laid.odds("end_turn", want="hit")[1] == exactly(7 / 20)


# --- coordinated attacks

BOW = {"weapons": ["longbow"], "shooting": 10, "stealth": 18, "hidden": True}


def ambush(*dice, man=None, boy=None, orc=None, distance=6, friends=(), **more):
    """A man and a boy with bows, hidden, one after the other in the order of turns; an orc six cells away."""
    return scene(
        {"name": "man", "side": "men", "at": [2, 5], **BOW, **(man or {})},
        {"name": "boy", "side": "men", "at": [2, 6], **BOW, **(boy or {})},
        {"name": "orc", "side": "orcs", "at": [2 + distance, 5], "hp": 200, "notice": 10, **(orc or {})}, *friends,
        dice=dice, **more,
    )  # fmt: skip


@clause("owh.synergy.coordinated_declare")
@pytest.mark.parametrize(("change", "legal"), [
    ({}, True), ({"man": {"hidden": False}}, False), ({"boy": {"hidden": False}}, False), ({"dealt": [52, 50, 50]}, False),
])  # fmt: skip
def test_who_may_declare(change, legal):
    """Both hidden, the second next in the order of turns."""
    laid = ambush(**change)
    assert laid.decider == "man"
    assert laid.offers("coordinate orc") is legal


@clause("owh.synergy.coordinated_declare", "owh.status.deafened")
@pytest.mark.parametrize("deaf", ["man", "boy"])
def test_coordination_needs_ears(deaf):
    laid = ambush()
    laid.unit(deaf).deafened = 1
    assert not laid.offers("coordinate orc")


@clause("owh.synergy.coordinated_declare")
def test_the_second_must_be_able():
    laid = ambush()
    laid.unit("boy").paralyzed = 1
    assert not laid.offers("coordinate orc")


@clause("owh.synergy.coordinated_declare", "owh.status.stunned")
@pytest.mark.parametrize("stunned", ["man", "boy"])
def test_the_stunned_do_not_coordinate(stunned):
    laid = ambush()
    laid.unit(stunned).stunned = 1
    assert not laid.offers("coordinate orc")


@clause("owh.synergy.coordinated_declare")
@pytest.mark.parametrize(("field", "value", "legal"), [("insane", 1, False), ("fear", 3, False), ("fear", 2, True)])
def test_the_second_must_be_master_of_its_turn(field, value, legal):
    laid = ambush()
    setattr(laid.unit("boy"), field, value)
    assert laid.offers("coordinate orc") is legal


@clause("owh.synergy.coordinated_declare")
@pytest.mark.parametrize("first", ["switch_weapon dagger", "use_potion man", "move 2,4"])
def test_nothing_may_have_been_done(first):
    laid = ambush(man={"weapons": ["longbow", "dagger"], "potion": 1})
    laid.unit("man").hp = 10
    laid.dice = None
    laid.unit("orc").blind = 3
    laid.play(next(choice for choice in laid.choices() if choice.startswith(first.split()[0])))
    assert laid.unit("man").hidden == 1
    assert not laid.offers("coordinate orc")


@clause("owh.synergy.coordinated_declare")
def test_the_second_may_decline():
    laid = ambush()
    laid.play("coordinate orc")
    assert (laid.decider, laid.prompt, laid.choices()) == ("boy", "consent", ["agree", "decline"])
    laid.play("decline")
    man = laid.unit("man")
    assert (laid.decider, man.actions_left, man.hidden) == ("man", 2, 1), "it costs nothing"
    assert not laid.offers("coordinate orc")
    assert laid.offers("defend")


@clause("owh.synergy.coordinated_roll", "owh.stealth.roll", "owh.stealth.failure_notice")
def test_both_must_stay_unseen():
    """Stealth 9 or more, else Notice 11 or more: each stays unseen with 8 in 10."""
    laid = ambush()
    odds = laid.odds("coordinate orc", then=["agree"], want=["man.hidden", "boy.hidden", "man.coordinated_on"])
    assert sum(odds[value] for value in odds if value[:2] == (1, 1)) == exactly(16 / 25)
    assert sum(odds[value] for value in odds if value[2] >= 0) == exactly(16 / 25)


@clause("owh.synergy.coordinated_roll")
def test_the_distance_to_the_target_counts():
    """A closer enemy does not make the rolls harder; at 13 cells 6 is enough, which +4 always reaches but for a 1."""
    near = {"name": "goblin", "side": "orcs", "at": [2, 7], "notice": 1}
    laid = ambush(distance=13, friends=[near], size=(20, 12), rules={"stealth.failure_notice.notice_tn": 1})
    laid.unit("goblin").notice = 30
    odds = laid.odds("coordinate orc", then=["agree"], want="event called_off")
    assert odds[0] == exactly((19 / 20) ** 2)


@clause("owh.synergy.coordinated_roll")
@pytest.mark.parametrize(("dice", "seen"), [([8, 11], "man"), ([9, 8, 11], "boy")])
def test_who_is_seen_spoils_it(dice, seen):
    laid = ambush(*dice)
    laid.play("coordinate orc", "agree")
    other = "boy" if seen == "man" else "man"
    assert (laid.unit(seen).hidden, laid.unit(other).hidden) == (0, 1)
    assert (laid.decider, laid.unit("man").actions_left) == ("man", 2)
    assert laid.offers("defend"), "it takes its turn normally"


@clause("owh.synergy.coordinated_roll")
@pytest.mark.parametrize(("rules", "extra"), [({}, 5), ({"synergy.coordinated_roll.direct_damage": 8}, 8)])
@pytest.mark.parametrize(("orc", "physical"), [({"armour": 3}, 12), ({"armour": 12}, 0)])
def test_five_more_damage_for_both(rules, extra, orc, physical):
    """Shooting 10, an arrow 1D8 with AP 1; Shooting 1 cannot get through heavy armour."""
    bow = {"shooting": 10 if physical else 1}
    face = 4 if physical else 1
    laid = ambush(9, 9, 19, face, 19, face, man=bow, boy=bow, orc={**orc, "parry": 1}, rules=rules)
    laid.play("coordinate orc", "agree")
    assert {choice.split()[0] for choice in laid.choices()} == {"end_turn", "attack", "move", "drop_weapon"}
    laid.play("attack orc normal", "end_turn")
    assert laid.unit("orc").hp == 200 - physical - extra
    assert laid.decider == "boy"
    assert {choice.split()[0] for choice in laid.choices()} == {"end_turn", "attack", "move", "drop_weapon"}
    laid.play("attack orc normal", "end_turn")
    assert laid.unit("orc").hp == 200 - 2 * physical - 2 * extra
    assert (laid.decider, laid.unit("man").coordinated_on, laid.unit("boy").coordinated_on) == ("orc", -1, -1)


@clause("owh.synergy.coordinated_roll")
def test_only_on_that_target():
    goblin = {"name": "goblin", "side": "orcs", "at": [8, 6], "hp": 200, "parry": 1}
    laid = ambush(9, 9, 19, 4, friends=[goblin])
    laid.play("coordinate orc", "agree", "attack goblin normal")
    assert laid.unit("goblin").hp == 200 - 14


@clause("owh.synergy.coordinated_roll", "owh.stealth.attack_bonus", "owh.stealth.damage")
def test_it_comes_on_top_of_a_stealth_attack():
    """A dagger from hiding: 2D4 + Strength + 5."""
    man = {"weapons": ["dagger"], "strength": 14}
    laid = scene(
        {"name": "man", "side": "men", "at": [4, 5], **BOW, **man}, {"name": "boy", "side": "men", "at": [2, 5], **BOW},
        {"name": "orc", "side": "orcs", "at": [5, 5], "hp": 200}, dice=[15, 15, 12, 2, 3],
    )  # fmt: skip
    laid.play("coordinate orc", "agree", "attack orc normal")
    assert laid.unit("orc").hp == 200 - 14 - 5 - 5


@clause("owh.synergy.coordinated_roll")
def test_it_ends_with_the_target():
    goblin = {"name": "goblin", "side": "orcs", "at": [11, 11], "notice": 10}
    laid = ambush(9, 9, 19, 4, 1, friends=[goblin], orc={"hp": 10, "parry": 1})
    laid.play("coordinate orc", "agree", "attack orc normal")
    assert laid.unit("orc").dead == 1
    assert (laid.unit("man").coordinated_on, laid.unit("boy").coordinated_on) == (-1, -1)
    assert laid.offers("defend")


# --- loud weapons


@clause("owh.synergy.loud", "owh.completion.hidden")
@pytest.mark.parametrize(("weapon", "hidden"), [("pistol", 0), ("throwing_knife", 1)])
def test_shots_are_heard(weapon, hidden):
    """Somebody who kills with nobody else in sight stays hidden, unless the weapon is loud."""
    man = {"weapons": [weapon], "shooting": 40, "agility": 40, "hidden": True, "strength": 20}
    laid = scene(
        {"name": "man", "side": "men", "at": [0, 0], **man}, {"name": "orc", "side": "orcs", "at": [2, 0], "hp": 5, "parry": 1},
        {"name": "goblin", "side": "orcs", "at": [5, 0]}, map="...#..\n...#..",
    )  # fmt: skip
    odds = laid.odds("attack orc normal", want=["orc.dead", "man.hidden"])
    assert odds[1, hidden] == exactly(1 - 1 / 400)
    assert odds[1, 1 - hidden] == 0


@clause("owh.synergy.loud")
def test_a_shot_that_misses_is_heard_too():
    laid = duel(man={"weapons": ["pistol"], "hidden": True}, distance=5, dice=[1])
    laid.play("attack orc normal")
    assert laid.unit("man").hidden == 0
