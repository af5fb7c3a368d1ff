"""Who fights: engagement, the side of contact, fighting models, those who support them, and champions."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.frays import CALM, HARDY, RESULT, attacks_of, blows, charged, fought, melee, order, scores, strikes
from tow.scenes import Ground, cell, exactly, fray, regiment

from tactica.envs.rulesets.tow.rules.bodies import contact_side, contacts, is_engaged, is_engaged_with
from tactica.envs.rulesets.tow.vocab import Side

WHO, SUPPORT = "x.combat.who_fights", "x.combat.supporting"
NO_SUPPORT = {f"{SUPPORT}.base_support_ranks": 0}


def block_of(name="men", at=(10, 10), facing="north", models=20, files=5, **more):
    """Men or orcs who stand fast and cannot be hurt."""
    side = "men" if name == "men" else "orcs"
    return regiment(name, side, at, facing, models=models, files=files, **HARDY, **more)


def flankers(**more):
    """Five orcs on long bases against the right flank of four ranks at (10, 10)."""
    return block_of("orcs", (15, 14), "west", 5, 5, base_mm=[25, 50], **more)


def attacks(men=None, orcs=None, rules=None, **more):
    """How many attacks the men make, who are in contact with the whole front of 20 orcs in 5 files."""
    scene = fought(fray(men={**HARDY, **(men or {})}, orcs={**HARDY, **(orcs or {})}, dice=None, rules=rules, **more))
    return attacks_of(scene)


def fighters(*units, rules=None):
    """How many attacks of one each unit makes without support: the models that fight."""
    scene = fought(melee(*units, dice=None, rules={**NO_SUPPORT, **(rules or {})}))
    return tuple(attacks_of(scene, unit["name"]) for unit in units)


# --- engaged


@pytest.mark.interpreted_only
@clause("tow.x.combat.engaged")
@pytest.mark.parametrize(("at", "engaged"), [((10, 9), True), ((11, 9), False), ((11, 10), True), ((10, 8), False)])
def test_units_are_engaged_that_share_an_edge(at, engaged):
    """And not those that meet at a corner."""
    units = [regiment(at=(10, 10), models=1, files=1), regiment("orcs", at=at, facing="south", models=1, files=1)]
    assert bool(Ground(*units).ask(is_engaged_with, "men", "orcs")) is engaged
    scene = fought(melee(*[{**unit, **HARDY} for unit in units], dice=None))
    assert (("combat_begins", "men") in order(scene, "combat_begins")) is engaged


@pytest.mark.interpreted_only
@clause("tow.x.combat.engaged")
def test_friends_in_contact_are_not_engaged():
    ground = Ground(
        regiment(at=(10, 10)), regiment("others", "men", at=(15, 10)), regiment("orcs", at=(30, 4), models=1)
    )
    assert not ground.ask(is_engaged_with, "men", "others")
    assert not ground.ask(is_engaged, "men")


@pytest.mark.interpreted_only
@clause("tow.x.combat.engaged")
@pytest.mark.parametrize("fleeing", ["men", "orcs"])
def test_units_in_flight_never_fight(fleeing):
    ground = Ground(regiment(at=(10, 10)), regiment("orcs", at=(14, 9), facing="south"))
    assert ground.ask(is_engaged, "men")
    ground.unit(fleeing).fleeing = 1
    assert not ground.ask(is_engaged, "men")
    assert not ground.ask(is_engaged, "orcs")


@clause("tow.x.combat.engaged")
def test_linked_units_fight_one_combat():
    """The orcs link the men to other men, who touch no other enemy."""
    scene = melee(
        block_of(attacks=0), block_of("orcs", (16, 9), "south", 21, 7, attacks=0),
        regiment("others", "men", (15, 10), models=5, **CALM), dice=None,
    )  # fmt: skip
    fought(scene)
    assert [kind for kind, _ in order(scene, "combat_begins", "combat_result")] == ["combat_begins", "combat_result"]


@clause("tow.x.combat.engaged")
def test_combats_are_fought_one_after_the_other():
    """That of the first unit of the roster first, wherever it stands."""
    scene = melee(
        regiment("men", at=(20, 10), models=5, **CALM), regiment("others", "men", at=(10, 10), models=5, **CALM),
        regiment("orcs", at=(14, 9), facing="south", models=5, **CALM),
        regiment("goblins", "orcs", at=(24, 9), facing="south", models=5, **CALM), dice=None,
    )  # fmt: skip
    fought(scene)
    kinds = order(scene, "combat_begins", "combat_drawn")
    assert kinds == [
        ("combat_begins", "men"),
        ("combat_drawn", None),
        ("combat_begins", "others"),
        ("combat_drawn", None),
    ]


@clause("tow.x.combat.engaged", "tow.x.turn.sequence")
def test_a_combat_is_fought_in_every_turn():
    scene = fray(men=CALM, orcs=CALM, dice=None)
    scene.play("pass")
    assert scene.decider == "spy"
    scene.play("pass")
    assert order(scene, "combat_begins") == [("combat_begins", "men")] * 2


# --- side of contact


@pytest.mark.interpreted_only
@clause("tow.x.combat.contact_side")
def test_an_enemy_is_engaged_on_the_side_with_most_contacts():
    ground = Ground(block_of(), flankers())
    assert ground.ask(contact_side, "men", "orcs") == Side.RIGHT
    assert [ground.ask(contacts, "men", "orcs", side) for side in Side] == [0, 4, 0, 0]
    assert ground.ask(contact_side, "orcs", "men") == Side.FRONT


@pytest.mark.interpreted_only
@clause("tow.x.combat.contact_side", "tow.formation.footprint")
@pytest.mark.parametrize(
    ("at", "side", "number"), [((15, 12), Side.RIGHT, 2), ((11, 13), Side.REAR, 2), ((13, 13), Side.REAR, 0)]
)
def test_empty_places_of_a_short_rank_give_no_contact(at, side, number):
    """Three men in the third rank of five: three orcs beside the ranks touch two of them, and behind them those of x 11 and 12
    or, from x 13 on, none.
    """
    facing = "west" if side == Side.RIGHT else "north"
    orcs = regiment("orcs", at=at, facing=facing, models=3, files=3)
    ground = Ground(regiment(at=(10, 10), models=13), orcs)
    assert ground.ask(contacts, "men", "orcs", side) == number
    assert number == 0 or ground.ask(contact_side, "men", "orcs") == side


@pytest.mark.interpreted_only
@clause("tow.x.combat.contact_side")
@pytest.mark.parametrize(("facing", "expected"), [
    ("north", Side.FRONT), ("east", Side.LEFT), ("south", Side.RIGHT), ("west", Side.FRONT),
])  # fmt: skip
def test_ties_go_to_front_left_right_and_rear(facing, expected):
    """A man whom orcs touch in the north and in the west. No move leads there: he is put into the gap of their short rank."""
    orcs = regiment("orcs", at=(10, 10), models=3, files=2)
    ground = Ground(orcs, regiment(at=(20, 11), facing=facing, models=1, files=1))
    ground.unit("men").cell = cell(11, 11)
    assert ground.ask(contact_side, "men", "orcs") == expected


@pytest.mark.interpreted_only
@clause("tow.x.combat.contact_side")
@pytest.mark.parametrize(("models", "expected"), [(1, Side.RIGHT), (2, Side.REAR)])
def test_the_side_with_most_contacts_counts(models, expected):
    """Orcs put into the gap of a short rank of three in five, where no move leads: the third man's right and the second rank's
    rear are alike with one orc, and two have more contacts with the rear.
    """
    orcs = regiment("orcs", at=(20, 12), models=models, files=models)
    ground = Ground(regiment(at=(10, 10), models=13), orcs)
    ground.unit("orcs").cell = cell(13, 12)
    assert ground.ask(contacts, "men", "orcs", Side.RIGHT) == 1
    assert ground.ask(contacts, "men", "orcs", Side.REAR) == models
    assert ground.ask(contact_side, "men", "orcs") == expected


# --- fighting models


@clause("tow.x.combat.who_fights")
def test_models_in_contact_fight():
    """Five men in the front rank; five orcs in front of them and one at the corner."""
    assert fighters(block_of(), block_of("orcs", (15, 9), "south", 18, 6)) == (5, 6)


@clause("tow.x.combat.who_fights")
@pytest.mark.parametrize(("rules", "expected"), [
    ({}, (2, 2)), ({f"{WHO}.corner_contact": 0}, (1, 1)), ({f"{WHO}.whole_front_rank": 1}, (5, 6)),
])  # fmt: skip
def test_corners_count_and_further_models_do_not(rules, expected):
    """They overlap in one file and touch at one corner each; other readings can be set."""
    assert fighters(block_of(), block_of("orcs", (19, 9), "south", 18, 6), rules=rules) == expected


@clause("tow.x.combat.who_fights", "tow.x.combat.contact_side")
@pytest.mark.parametrize(("rules", "expected"), [
    ({}, (4, 5)), ({f"{WHO}.whole_front_rank": 1}, (4, 5)), ({f"{WHO}.corner_contact": 0}, (4, 4)),
])  # fmt: skip
def test_all_ranks_fight_to_the_flank(rules, expected):
    """A whole front rank fights only to its front, and the fifth orc looks past the four ranks."""
    assert fighters(block_of(), flankers(), rules=rules) == expected


@clause("tow.x.combat.who_fights", "tow.profile.attacks")
@pytest.mark.parametrize(("number", "expected"), [(2, 10), (1, 5), (0, 0)])
def test_each_fighting_model_makes_its_attacks(number, expected):
    assert attacks({"attacks": number}, rules=NO_SUPPORT) == expected


# --- supporting attacks


@clause("tow.x.combat.supporting")
def test_the_second_rank_supports():
    assert attacks({"attacks": 1}) == 10


@clause("tow.x.combat.supporting", "tow.x.combat.who_fights")
def test_a_supporter_makes_one_attack_whatever_it_has():
    """Five of two attacks, and three behind them."""
    assert attacks({"attacks": 2, "models": 8}) == 13


@clause("tow.x.combat.supporting", "tow.x.weapons.table")
def test_spears_support_from_a_further_rank_unless_they_charged():
    assert attacks({"weapon": "spear"}) == 15
    assert attacks_of(fought(charged({"weapon": "spear", **HARDY}, HARDY))) == 10


@clause("tow.x.combat.supporting")
def test_charged_spears_support_from_two_ranks():
    assert attacks_of(fought(charged(HARDY, {"weapon": "spear", **HARDY})), "orcs") == 15


@clause("tow.x.combat.supporting")
@pytest.mark.parametrize(("troop_type", "expected"), [
    ("regular_infantry", 10), ("heavy_infantry", 10), ("monstrous_infantry", 10), ("swarms", 5), ("war_beasts", 5),
    ("light_cavalry", 5), ("heavy_cavalry", 5), ("monstrous_cavalry", 5), ("light_chariots", 5),
    ("heavy_chariots", 5), ("monstrous_creatures", 5), ("behemoths", 5), ("war_machines", 5),
])  # fmt: skip
def test_only_infantry_supports(troop_type, expected):
    assert attacks({"troop_type": troop_type, "models": 15}) == expected


@clause("tow.x.combat.supporting")
@pytest.mark.parametrize(("knob", "value", "expected"), [
    ("base_support_ranks", 2, 15), ("base_support_ranks", 0, 5), ("attacks_per_supporter", 2, 15),
    ("attacks_per_supporter", 0, 5),
])  # fmt: skip
def test_supporting_attacks_can_be_set(knob, value, expected):
    assert attacks(rules={f"{SUPPORT}.{knob}": value}) == expected


@clause("tow.x.combat.supporting")
def test_nobody_supports_to_the_flank_or_rear():
    scene = fought(melee(block_of(), flankers(), dice=None))
    assert attacks_of(scene, "men") == 4
    rear = fought(melee(block_of(), block_of("orcs", (10, 14), models=5), dice=None))
    assert (attacks_of(rear, "men"), attacks_of(rear, "orcs")) == (5, 5)


@clause("tow.x.combat.supporting")
def test_who_fights_does_not_support():
    """Orcs in front and on the right: five and three men fight, four support; the fifth file fights for itself."""
    scene = melee(
        block_of(), block_of("orcs", (14, 9), "south", 5), block_of("goblins", (15, 13), "west", 4, 4), dice=None
    )
    fought(scene, attack="attack_unit orcs")
    assert attacks_of(scene) == 5 + 3 + 4


@clause("tow.x.combat.supporting")
def test_only_models_behind_fighting_ones_support():
    """Two of the front rank fight; there are three models in the second rank, one behind the right one of them."""
    men = block_of(models=8)
    assert attacks_of(fought(melee(men, block_of("orcs", (19, 9), "south", 18, 6), dice=None))) == 2
    left = fought(melee(men, block_of("orcs", (10, 9), "south", 18, 6), dice=None))
    assert attacks_of(left) == 2 + 2


# --- the champion


@clause("tow.x.setup.command_group", "tow.x.combat.who_fights")
@pytest.mark.parametrize(("extra", "expected"), [(1, 6), (2, 7), (0, 5)])
def test_a_champion_makes_an_attack_more(extra, expected):
    rules = {**NO_SUPPORT, "x.setup.command_group.champion_extra_attacks": extra}
    assert attacks({"champion": True}, rules=rules) == expected


@clause("tow.x.setup.command_group", "tow.x.combat.losses_before_striking")
@pytest.mark.parametrize(("lost", "expected"), [(5, 0), (4, 2)])
def test_no_champion_strikes_where_nobody_fights(lost, expected):
    """Ten attacks of the men come first and fell four or five fighting models."""
    scene = fray(
        men={"initiative": 5, **HARDY}, orcs={"champion": True, "traits": ["unbreakable"]}, rules=NO_SUPPORT,
        dice=[*blows(5, lost), *([1] * expected)],
    )  # fmt: skip
    scene.play("pass")
    assert attacks_of(scene, "orcs") == expected


@clause("tow.x.setup.command_group")
def test_command_models_are_the_last_who_fall():
    """One man is left, who is champion, and the standard and the musician are there as well."""
    last = {"models": 1, "models_start": 20, "files": 1, "champion": True, "standard": True, "musician": True}
    scene = fought(fray(men={**HARDY, **last}, orcs={**HARDY, "models": 1, "files": 1}, dice=None))
    assert attacks_of(scene) == 2
    assert scores(scene) == (1, 0)
    draw = {f"{RESULT}.standard": 0}
    assert scores(fought(fray(men={**HARDY, **last}, orcs={**HARDY, "models": 1}, dice=None, rules=draw))) == (1, 0)


@clause("tow.x.setup.command_group")
def test_a_champion_adds_nothing_to_those_who_support_or_ride():
    """Ten attacks and one; the mounts make five."""
    mounted = {"champion": True, "mount_attacks": 1, "mount_weapon_skill": 3, "mount_initiative": 1}
    scene = fought(fray(men={**HARDY, **mounted}, orcs=HARDY, dice=None))
    assert [amount for who, _, amount, _ in strikes(scene) if who == "men"] == [11, 5]


@clause("tow.x.combat.who_fights", "tow.profile.attacks")
def test_a_lone_man_wounds_as_often_as_any():
    """One attack, WS 3 against 3, S 3 against T 3."""
    scene = fray(men={"models": 1, "files": 1, "traits": ["unbreakable"]}, orcs={**CALM, "models": 5})
    assert scene.odds("pass", want="result wounds on orcs", open="stop")[1] == exactly(1 / 4)
