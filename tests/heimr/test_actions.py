"""Actions: what a turn has room for, what each costs, ends, needs and does; missiles made ready; getting up."""

from __future__ import annotations

import pytest
from fixtures import clause
from heimr.blows import PLENTY, SURE, bare, of_kind, striker, use
from heimr.ground import act, chance, dodging, foe, kinds, man, rest, scene, verbs
from heimr.scenes import exactly

from tactica.envs.rulesets.heimr.vocab import Place

DARK = [("B2", {"dark": 2})]


def plain(at="B2", foe_at="B2", **more):
    """A man with a light weapon and a foe without."""
    return scene(man(weapons=["light_weapon"], at=at, hp_max=PLENTY), bare(at=foe_at), **more)


# --- what each action costs


def armed():
    """Somebody with something of everything in easy reach, in the hand and in the pack."""
    return {
        "weapons": ["light_weapon", "light_weapon"],
        "wielded": ["light_weapon"],
        "torch": True,
        "packed": ["torch"],
        "hp_max": PLENTY,
    }


COSTS = [
    ("weapon_attack", "weapon_attack orc", {}, {}, SURE), ("brawl_attack", "brawl orc", {}, {}, SURE),
    ("charge", "charge_weapon orc", {"foe_at": "B3"}, {}, SURE), ("guard", "guard_cell", {}, {}, []),
    ("move", "move north", {}, {}, []), ("run", "run north", {}, {}, []), ("drop_prone", "drop_prone", {}, {}, []),
    ("hide", "hide", {"cells": DARK}, {}, [6, 7]),
    ("draw", "draw light_weapon_2", {}, {}, []), ("put_away", "put_away light_weapon", {}, {}, []),
    ("drop_items", "drop_items sword_hand", {}, {}, []), ("get_item", "get_item torch", {}, {}, []),
    ("conceal_item", "conceal_item light_weapon", {}, {}, [6, 7]), ("swap_items", "swap_items", {}, {}, []),
    ("speak", "whisper", {}, {}, []), ("jump_down", "jump_down", {"cells": [("B2", {"feature": 1, "feature_climb": 0})]},
    {"elevation": 1}, []),
    ("climb", "climb_up", {"cells": [("B2", {"feature": 4, "feature_climb": 0})]}, {}, []),
    ("dodge", "dodge", {"archer": True}, {}, []),
]  # fmt: skip
USUAL = {
    "weapon_attack": "standard", "brawl_attack": "standard", "charge": "ongoing", "guard": "free", "move": "standard",
    "run": "ongoing", "climb": "ongoing", "jump_down": "free", "drop_prone": "free", "hide": "free",
    "dodge": "standard", "draw": "standard", "put_away": "standard", "drop_items": "free", "get_item": "ongoing",
    "conceal_item": "ongoing", "swap_items": "free", "speak": "free",
}  # fmt: skip


@clause(
    "heimr.action.weapon_attack", "heimr.action.brawl_attack", "heimr.action.charge", "heimr.action.guard",
    "heimr.action.move", "heimr.action.run", "heimr.action.climb", "heimr.action.jump_down",
    "heimr.action.drop_prone", "heimr.action.hide", "heimr.action.dodge", "heimr.action.draw", "heimr.action.put_away",
    "heimr.action.drop_items", "heimr.action.get_item", "heimr.action.conceal_item",
    "heimr.action.swap_items", "heimr.action.speak", "heimr.action.standard", "heimr.action.free", "heimr.action.ongoing",
)  # fmt: skip
@pytest.mark.parametrize("cost", [None, "standard", "free", "ongoing"])
@pytest.mark.parametrize(("name", "text", "place", "fields", "dice"), COSTS, ids=[row[0] for row in COSTS])
def test_what_an_action_costs(name, text, place, fields, dice, cost):
    """A standard action leaves none, a free one leaves it, an ongoing one ends the turn and hampers defences."""
    place = dict(place)
    other = (
        foe(weapons=["bow"], hp_max=PLENTY, at="A1")
        if place.pop("archer", False)
        else bare(at=place.pop("foe_at", "B2"))
    )
    table = scene(
        man(**armed(), archery=(0, 0)), other, bare(name="goblin", at="C1"),
        rules={f"action.{name}.cost": cost} if cost else {}, **place
    )  # fmt: skip
    use(table, "man", **fields)
    act(table, text, dice=dice)
    man_ = table.unit("man")
    cost = cost or USUAL[name]
    if cost == "ongoing":
        assert (table.decider, man_.ongoing) == ("orc", 1)
    else:
        assert table.decider == "man" and man_.ongoing == 0 and man_.standard_left == (1 if cost == "free" else 0)


@clause("heimr.c.stand_up", "heimr.action.standard")
@pytest.mark.parametrize(("cost", "left"), [("standard", 0), ("free", 1), ("ongoing", None)])
def test_what_getting_up_costs(cost, left):
    table = plain(foe_at="C1", rules={"c.stand_up.cost": cost})
    use(table, "man", prone=1)
    act(table, "stand_up")
    assert table.unit("man").prone == 0
    assert table.decider == ("orc" if left is None else "man")
    if left is not None:
        assert table.unit("man").standard_left == left


@clause("heimr.action.standard", "heimr.action.simultaneous")
def test_one_standard_action():
    table = plain()
    act(table, "weapon_attack orc", dice=SURE)
    assert not {"move", "run", "weapon_attack", "brawl", "charge_weapon", "breather", "leave_cluster", "draw"} & verbs(
        table
    )
    assert "end_turn" in verbs(table)


@clause("heimr.action.standard")
@pytest.mark.parametrize("number", [2, 3])
def test_more_standard_actions(number):
    table = plain(rules={"action.standard.per_turn": number})
    for _ in range(number):
        assert "weapon_attack" in verbs(table)
        act(table, "weapon_attack orc", dice=SURE)
    assert "weapon_attack" not in verbs(table) and table.unit("orc").hp == PLENTY - number


@clause("heimr.action.free")
def test_the_same_free_action_only_once():
    table = plain(foe_at="C1", cells=DARK)
    for text, verbs_, dice in (
        ("observe_cell 0,0", {"observe_cell", "observe_insight"}, [1, 1]),
        ("whisper", {"whisper", "shout", "point_out"}, []), ("guard_cell", {"guard_cell", "guard_border"}, []),
        ("drop_prone", {"drop_prone"}, []), ("hide", {"hide"}, [6, 7]), ("swap_items", {"swap_items"}, []),
        ("drop_items off_hand", {"drop_items"}, []),
    ):  # fmt: skip
        assert verbs_ & verbs(table), text
        act(table, text, dice=dice)
        assert not verbs_ & verbs(table), text
    assert table.unit("man").standard_left == 1


@clause("heimr.action.free", "heimr.action.guard")
def test_a_second_guard_comes_in_the_next_turn():
    table = plain(foe_at="C1")
    act(table, "guard_border north")
    assert not {"guard", "guard_cell", "guard_border"} & verbs(table)
    rest(table, "man")
    assert "guard_border" in verbs(table)
    act(table, "guard_cell")
    assert table.unit("man").guard == 3


@clause("heimr.action.guard")
def test_what_can_be_guarded():
    """An ally in the same square, a border, the square."""
    table = scene(man(), man(name="ally"), man(name="far", at="C1"), foe(at="A1"))
    assert (
        table.choices("guard ") == ["guard ally"]
        and len(table.choices("guard_border")) == 4
        and "guard_cell" in verbs(table)
    )


# --- ongoing


@clause("heimr.action.ongoing", "heimr.action.charge")
@pytest.mark.parametrize(
    ("rules", "c", "dice"),
    [
        ({}, -1, [6, 9]),
        ({"action.ongoing.defence_penalty": 1}, 0, [6]),
        ({"action.ongoing.defence_penalty": 4}, -3, [6, 9, 9, 9]),
    ],
)
def test_a_charge_hampers_the_defence(rules, c, dice):
    table = plain(foe_at="B3", rules=rules)
    act(table, "charge_weapon orc", "man: use_dodge", dice=[*SURE, *dice])
    assert table.unit("man").defence_consistency == c and table.unit("man").at == (1, 0)


@clause("heimr.action.ongoing")
def test_until_the_own_next_turn():
    table = plain(foe_at="C1")
    act(table, "run north")
    assert table.unit("man").ongoing == 1
    rest(table, "man")
    act(table, "whisper")
    assert table.unit("man").ongoing == 0
    act(table, "end_turn", "use_dodge", dice=[6, 7])
    assert table.unit("man").defence_consistency == 1


@clause("heimr.action.ongoing", "heimr.action.breather")
def test_it_needs_the_standard_action():
    table = plain()
    act(table, "weapon_attack orc", dice=SURE)
    assert "breather" not in verbs(table) and "long_breather" in verbs(table)


# --- upcoming


@clause("heimr.action.upcoming", "heimr.action.crawl")
def test_a_crawl_takes_two_turns():
    table = plain(foe_at="C1")
    act(table, "drop_prone")
    act(table, "crawl north")
    assert table.decider == "orc" and table.unit("man").at == (1, 1) and table.unit("man").upcoming == 1
    rest(table, "man")
    act(table, "continue")
    assert table.unit("man").at == (1, 0) and table.unit("man").standard_left == 0
    assert "crawl" not in verbs(table)
    rest(table, "man")
    assert "crawl" in verbs(table)


@clause("heimr.action.upcoming")
def test_it_follows_a_standard_action():
    table = plain()
    use(table, "man", fatigue=7)
    act(table, "weapon_attack orc", dice=[6, 10])
    act(table, "long_breather")
    assert table.decider == "orc" and table.unit("man").upcoming == 2 and table.unit("man").fatigue == 8
    rest(table, "man")
    act(table, "continue")
    assert table.unit("man").fatigue == 6 and not {"weapon_attack", "move"} & verbs(table)


@clause("heimr.action.upcoming_interrupt")
@pytest.mark.parametrize("answer", ["defend", "decline"])
@pytest.mark.parametrize("dice", [[6], [2], [4]])
def test_being_shot_at_interrupts(answer, dice):
    """Whether it hits or not."""
    table = scene(
        foe(weapons=["bow"], at="B3"),
        man(hp_max=PLENTY, agility=(0, 7), stand=dodging(10), set={"upcoming": 2}),
    )
    shooter, target = table.decider, "man"
    assert shooter == "orc"
    act(table, "shoot man", answer, dice=dice)
    assert table.unit(target).upcoming == 0 and "interrupted" in kinds(table)
    rest(table, target)
    assert "continue" not in verbs(table) and table.unit(target).standard_left == 1


@clause("heimr.action.upcoming_interrupt", "heimr.guard.ally")
def test_who_is_guarded_goes_on():
    table = scene(
        striker(),
        foe(name="guard", hp_max=PLENTY, set={"guard": "ally", "guard_unit": "orc", "guard_left": 1}),
        bare(set={"upcoming": 2}),
    )
    act(table, "weapon_attack orc", "stay", dice=SURE)
    assert table.unit("orc").upcoming == 2 and table.unit("guard").hp == PLENTY - 1


@clause("heimr.action.upcoming_interrupt", "heimr.action.use_skill")
def test_an_own_skill_interrupts():
    table = scene(
        striker(skills=["stun"]),
        foe(hp_max=PLENTY, skills=["evade"], set={"upcoming": 2}),
        bare(name="goblin", at="A1"),
    )
    act(table, "weapon_attack orc", "evade", dice=SURE)
    assert table.unit("orc").upcoming == 0


@clause("heimr.action.upcoming_interrupt", "heimr.effect.daze")
def test_a_stunning_blow_interrupts():
    table = scene(striker(skills=["stun"]), bare(set={"upcoming": 2}))
    table.play("prime_skill stun")
    act(table, "weapon_attack orc", dice=SURE)
    assert table.unit("orc").upcoming == 0 and table.unit("orc").daze_timer == 1


@clause("heimr.action.upcoming_cancel")
def test_it_may_be_cancelled():
    table = plain()
    act(table, "drop_prone")
    act(table, "crawl north")
    rest(table, "man")
    assert verbs(table) == {"continue", "cancel"}
    act(table, "cancel")
    man_ = table.unit("man")
    assert man_.upcoming == 0 and man_.standard_left == 1 and "weapon_attack" in verbs(table)


# --- together with another action


@clause("heimr.action.simultaneous", "heimr.action.draw", "heimr.action.put_away")
def test_moving_and_drawing():
    table = scene(man(weapons=["light_weapon", "medium_weapon"], wielded=["light_weapon"]), foe(at="C1"))
    act(table, "move north")
    assert {"draw", "put_away"} & verbs(table) and "weapon_attack" not in verbs(table)
    act(table, "put_away light_weapon")
    assert not {"draw", "put_away", "move"} & verbs(table)


@clause("heimr.action.simultaneous", "heimr.action.draw", "heimr.c.reload")
def test_drawing_and_moving():
    table = scene(man(weapons=["bow"], set={"to_draw": [1]}), foe(at="C1"))
    act(table, "draw bow")
    assert table.unit("man").to_draw[0] == 0 and "move" in verbs(table) and not {"shoot", "run", "draw"} & verbs(table)
    act(table, "move north")
    assert table.unit("man").at == (1, 0) and not {"move", "draw"} & verbs(table)


@clause("heimr.action.simultaneous")
@pytest.mark.parametrize(("allowed", "may"), [(0, False), (1, True)])
def test_how_many_such_pairs(allowed, may):
    table = scene(man(weapons=["light_weapon"]), foe(at="C1"), rules={"action.simultaneous.per_turn": allowed})
    act(table, "move north")
    assert ("put_away" in verbs(table)) == may


@clause("heimr.action.simultaneous", "heimr.c.stand_up", "heimr.cluster.leave")
@pytest.mark.parametrize(("text", "fields"), [("stand_up", {"prone": 1}), ("leave_cluster", {"cluster": "man"})])
def test_what_counts_as_a_move(text, fields):
    table = scene(man(weapons=["light_weapon"], set=fields), foe(set={"cluster": "man"} if "cluster" in fields else {}))
    act(table, text)
    assert "put_away" in verbs(table)


@clause("heimr.action.simultaneous", "heimr.action.run", "heimr.action.charge")
@pytest.mark.parametrize("text", ["run north", "charge_weapon orc"])
def test_no_pair_with_a_run_or_a_charge(text):
    table = plain(foe_at="B3")
    act(table, text, dice=SURE if "charge" in text else [])
    assert table.decider == "orc"


# --- attacks


@clause("heimr.action.weapon_attack", "heimr.attack.per_weapon")
def test_a_light_weapon_in_each_hand():
    table = scene(man(weapons=["light_weapon", "light_weapon"]), bare())
    events = act(table, "weapon_attack orc", dice=[6, 10, 6, 10])
    assert len(of_kind(events, "attack_hit")) == 2


@clause("heimr.action.weapon_attack")
@pytest.mark.parametrize(
    ("weapons", "may"), [([], False), (["bow"], False), (["great_weapon"], True), (["claws"], True)]
)
def test_a_weapon_is_needed(weapons, may):
    table = scene(man(weapons=weapons), foe())
    assert ("weapon_attack" in verbs(table)) == may and "brawl" in verbs(table)


@clause("heimr.action.weapon_attack", "heimr.melee.same_cell")
def test_only_in_the_same_square():
    table = plain(foe_at="B3")
    assert (
        "weapon_attack" not in verbs(table)
        and "brawl" not in verbs(table)
        and "charge_weapon orc" in table.choices("charge_weapon")
    )


@clause("heimr.action.use_skill", "heimr.c.skills")
def test_one_skill_at_a_time():
    """Stun, then dishearten: only that is ready, and both are paid for."""
    table = scene(man(weapons=["light_weapon"], skills=["stun", "dishearten"], wp_max=5), bare())
    act(table, "prime_skill stun")
    act(table, "prime_skill dishearten")
    assert table.unit("man").primed == 6 and table.unit("man").wp == 2
    act(table, "weapon_attack orc", dice=SURE)
    assert table.unit("orc").daze_timer == 0 and table.unit("orc").wp == 2


@clause("heimr.action.use_skill", "heimr.action.upcoming_interrupt")
def test_a_skill_used_in_another_turn():
    table = scene(man(weapons=["light_weapon"], skills=["stun"]), bare())
    act(table, "prime_skill stun")
    act(table, "weapon_attack orc", dice=SURE)
    assert table.unit("man").primed == 0 and table.unit("orc").daze_timer == 1


# --- charging, moving, running


@clause("heimr.action.charge")
@pytest.mark.parametrize(("foe_at", "may"), [("B3", True), ("A2", True), ("B2", False), ("A1", False), ("C3", False)])
def test_a_charge_goes_into_the_next_square(foe_at, may):
    table = plain(foe_at=foe_at)
    assert ("charge_weapon" in verbs(table)) == may == ("charge_brawl" in verbs(table))


@clause("heimr.action.charge", "heimr.env.crossing_table")
@pytest.mark.parametrize("between", [{"crossing": 5}, {"crossing": 5, "limit": 1}, {"toughness": 2}, {"closed": True}])
def test_not_over_what_must_be_crossed(between):
    table = plain(foe_at="B3", borders=[("B2", "B3", between)])
    assert "charge_weapon" not in verbs(table)


@clause("heimr.action.charge")
@pytest.mark.parametrize(
    "fields",
    [
        {"prone": 1},
        {"stumble_timer": 1},
        {"bound_feet": 1},
        {"bound_legs": [1, 0]},
        {"bound_body": 1},
        {"standard_left": 0},
    ],
)
def test_who_cannot_charge(fields):
    table = plain(foe_at="B3")
    assert "charge_weapon" in verbs(table)
    use(table, "man", **fields)
    assert "charge_weapon" not in verbs(table) and "charge_brawl" not in verbs(table)


@clause("heimr.action.charge", "heimr.brawl.provoked", "heimr.attack.per_weapon")
def test_a_charge_uses_every_weapon():
    table = scene(man(weapons=["light_weapon", "light_weapon"]), bare(at="B3"))
    act(table, "charge_weapon orc", dice=[6, 10, 6, 10])
    assert table.unit("orc").hp == PLENTY - 2 and table.unit("man").cluster == table.unit("orc").cluster == 0


@clause("heimr.action.charge", "heimr.brawl.provoked")
def test_a_brawl_by_a_charge_provokes():
    table = scene(man(), foe(at="B3", hp_max=PLENTY, weapons=["light_weapon"]))
    table.play("charge_brawl orc")
    assert (table.prompt, table.decider) == ("provoked", "orc") and table.unit("man").at == (1, 0)


@clause("heimr.action.move", "heimr.cluster.leave")
@pytest.mark.parametrize(("text", "at"), [("move north", (1, 0)), ("leave_cluster", (1, 1))])
def test_a_move_leaves_the_cluster(text, at):
    table = scene(man(set={"cluster": "man"}), foe(set={"cluster": "man"}))
    act(table, text, dice=[])
    man_ = table.unit("man")
    assert (man_.at, man_.cluster, man_.standard_left) == (at, -1, 0) and table.unit("orc").cluster == -1


@clause("heimr.action.move", "heimr.grid.borders")
def test_four_directions():
    table = scene(man(at="B2"), foe(at="C1"))
    assert set(table.choices("move")) == {"move north", "move east", "move south", "move west"}
    table = scene(man(at="A1"), foe(at="C1"))
    assert set(table.choices("move")) == {"move north", "move east"}


@clause("heimr.action.move")
@pytest.mark.parametrize("fields", [{"prone": 1}, {"bound_feet": 1}, {"bound_legs": [0, 1]}, {"bound_body": 1}])
def test_who_cannot_move(fields):
    table = plain(foe_at="C1")
    use(table, "man", **fields)
    assert "move" not in verbs(table) and "run" not in verbs(table)


@clause("heimr.action.run", "heimr.action.charge")
def test_who_runs_is_not_charged_from_where_it_was():
    """From another square it is."""
    table = scene(
        man(hp_max=PLENTY), foe(weapons=["light_weapon"]), foe(name="goblin", weapons=["light_weapon"], at="C3")
    )
    act(table, "run north")
    assert table.decider == "orc" and table.unit("man").ran_from == table.unit("orc").cell
    assert "charge_weapon" not in verbs(table) and "move north" in table.choices("move")
    act(table, "end_turn")
    assert table.decider == "goblin" and "charge_weapon man" in table.choices("charge_weapon")
    act(table, "end_turn")
    act(table, "whisper")
    assert table.decider == "man" and table.unit("man").ran_from == -1


@clause("heimr.action.run")
def test_no_run_over_what_must_be_crossed():
    table = plain(foe_at="C1", borders=[("B2", "B3", {"crossing": 1})])
    assert "move north" in table.choices("move") and "run north" not in table.choices("run")


# --- climbing and jumping


def climber(elevation=0, number=5, top=4, weapons=(), rules=None, shield=None, **fields):
    """A man at a tree."""
    more = {"shield": shield} if shield else {}
    table = scene(
        man(weapons=list(weapons), sta=3, **more),
        foe(at="C1"),
        cells=[("B2", {"feature": top, "feature_climb": number})],
        rules=rules,
    )
    use(table, "man", elevation=elevation, climbing="feature" if 0 < elevation < top else 0, **fields)
    return table


@clause("heimr.action.climb", "heimr.height.climb")
@pytest.mark.parametrize(("elevation", "after", "climbing"), [(0, 1, 1), (3, 4, 0), (1, 2, 1)])
def test_one_level_up(elevation, after, climbing):
    table = climber(elevation)
    act(table, "climb_up", dice=[1, 5])
    man_ = table.unit("man")
    assert (man_.elevation, man_.climbing, table.decider) == (after, climbing, "orc")


@clause("heimr.action.climb")
def test_a_ladder_needs_no_roll():
    table = climber(1, number=0)
    act(table, "climb_down", dice=[])
    assert (table.unit("man").elevation, table.unit("man").climbing) == (0, 0)


@clause("heimr.action.climb")
@pytest.mark.parametrize(
    ("weapons", "shield", "hands", "may"),
    [(["light_weapon"], None, 1, True), (["great_weapon"], None, 1, False),
    (["light_weapon", "light_weapon"], None, 1, False), (["light_weapon"], "buckler", 1, False),
    (["light_weapon"], None, 2, False), (["great_weapon"], None, 0, True), ([], None, 2, True)],
)  # fmt: skip
def test_a_free_hand_is_needed(weapons, shield, hands, may):
    table = climber(weapons=weapons, shield=shield, rules={"action.climb.free_hands": hands})
    assert ("climb_up" in verbs(table)) == may


@clause("heimr.action.jump_down", "heimr.fall.check")
def test_jumping_down():
    """From 1 without a roll; from 3 agility against 6: 0.583333, and the ground in any case."""
    table = climber(1, top=2)
    act(table, "jump_down", dice=[])
    assert table.unit("man").elevation == 0 and table.unit("man").standard_left == 1
    table = climber(3)
    assert chance(table, "jump_down", want="success") == exactly(0.583333)
    act(table, "jump_down", dice=[6, 1])
    assert table.unit("man").elevation == 0 and table.unit("man").prone == 0
    assert "jump_down" not in verbs(table)


# --- prone


@clause("heimr.action.drop_prone", "heimr.defence.preroll_stale")
def test_dropping_prone():
    table = scene(man(stand=dodging(9)), foe(at="C1"))
    act(table, "drop_prone", dice=[6, 4])
    assert table.unit("man").prone == 1 and table.unit("man").defence_consistency == -1
    assert not {"drop_prone"} & verbs(table)


@clause("heimr.c.stand_up")
@pytest.mark.parametrize(
    ("fields", "may"), [({}, True), ({"fall_timer": 1}, False), ({"injuries": ["left_leg"], "hp": 0}, False),
    ({"bound_body": 1}, False), ({"bound_feet": 1}, True), ({"standard_left": 0}, False),
    ({"injuries": ["other_arm"], "hp": 0}, True)]
)  # fmt: skip
def test_who_may_get_up(fields, may):
    table = plain(foe_at="C1")
    use(table, "man", prone=1, **fields)
    assert ("stand_up" in verbs(table)) == may


@clause("heimr.c.stand_up", "heimr.cluster.leave")
def test_getting_up_in_a_cluster():
    table = scene(man(set={"cluster": "man", "prone": 1}), foe(set={"cluster": "man"}))
    act(table, "stand_up")
    assert (table.unit("man").prone, table.unit("man").cluster) == (0, 0)


@clause("heimr.action.crawl")
@pytest.mark.parametrize("between", [{"crossing": 1}, {"toughness": 2}])
def test_no_crawl_over_what_must_be_crossed(between):
    table = plain(foe_at="C1", borders=[("B2", "B3", between)])
    act(table, "drop_prone")
    assert set(table.choices("crawl")) == {"crawl east", "crawl south", "crawl west"}


@clause("heimr.action.crawl")
def test_no_crawl_after_a_move():
    table = plain(foe_at="C1")
    act(table, "move north")
    act(table, "drop_prone")
    assert "crawl" not in verbs(table)


# --- hiding, getting ready to dodge


@clause("heimr.action.hide", "heimr.fatigue.requirement")
def test_hiding_may_fail_by_fatigue():
    """Survival with consistency 1 and potential 1 at fatigue 3."""
    table = scene(man(sta=1), foe(at="C1"), cells=DARK)
    assert 1 - chance(table, "hide", want="event hid") == exactly(0.066667)
    act(table, "hide", dice=[2, 5])
    assert (
        table.unit("man").hide_value == 6
        and table.unit("man").hidden_from == ("orc",)
        and table.unit("man").fatigue == 4
    )


@clause("heimr.action.hide", "heimr.position.hidden")
@pytest.mark.parametrize(
    ("cells", "fields", "may"),
    [([], {}, False), (DARK, {}, True), (DARK, {"cluster": "man"}, False), ([("B2", {"cover": 1})], {}, True)],
)
def test_hiding_needs_something_to_hide_behind(cells, fields, may):
    table = scene(man(set=fields), foe(at="B2", set=fields), cells=cells)
    assert ("hide" in verbs(table)) == may


@clause("heimr.action.hide", "heimr.position.hidden")
@pytest.mark.parametrize(("least", "may"), [(1, True), (2, False)])
def test_how_much_concealment_hiding_needs(least, may):
    table = scene(man(), foe(at="C1"), cells=[("B2", {"dark": 1})], rules={"position.hidden.min_concealment": least})
    assert ("hide" in verbs(table)) == may


@clause("heimr.action.hide")
def test_nobody_hides_from_who_shared_its_cluster():
    table = scene(man(set={"cluster": "man"}), foe(set={"cluster": "man"}), foe(name="goblin", at="C1"), cells=DARK)
    act(table, "end_turn")
    rest(table, "man")
    act(table, "leave_cluster")
    act(table, "hide", dice=[6, 7])
    assert table.unit("man").hidden_from == ("goblin",)


@clause("heimr.action.hide")
def test_nobody_hides_from_who_shot_at_it():
    table = scene(
        man(hp_max=PLENTY), foe(at="B3", weapons=["bow"]), foe(name="goblin", at="C1"), cells=[("B2", {"dark": 1})]
    )
    act(table, "end_turn")
    act(table, "shoot man", dice=[6, 10])
    rest(table, "man")
    act(table, "hide", dice=[6, 7])
    assert table.unit("man").hidden_from == ("goblin",)


@clause("heimr.action.hide")
def test_hiding_from_nobody_is_said_to_fail():
    """It sees no enemy; the one that is there has shot at it."""
    orc = foe(at="B3", set={"hidden_from": ["man"], "hide_value": 8})
    table = scene(man(set={"shot_by": ["orc"]}), orc, cells=[("B2", {"dark": 2}), ("B3", {"dark": 2})])
    act(table, "hide", dice=[6, 9])
    assert table.last("failed").text == "man fails at hiding from anyone (natural result 9; the d6 shows 6)"
    assert table.unit("man").hidden_from == () and table.unit("man").hide_value == 0


@clause("heimr.action.dodge")
@pytest.mark.parametrize(
    ("rules", "expected"),
    [({}, 0.4), ({"action.dodge.potential_bonus": 3}, 0.3), ({"action.dodge.potential_bonus": 0}, 1 - 4 / 6 * 0.4)],
)
def test_ready_to_dodge_a_shot(rules, expected):
    """A dodge of 6 and potential 2: 8 and the bonus, against a bow with consistency 1 and potential 4; fatigue 1."""
    table = scene(man(agility=(0, 2), hp_max=PLENTY), foe(weapons=["bow"], archery=(1, 3), sta=3, at="C2"), rules=rules)
    act(table, "dodge")
    assert table.unit("man").standard_left == 0 and table.decider == "man"
    act(table, "end_turn", "use_dodge", dice=[4, 6])
    assert chance(table, "shoot man") == exactly(expected)


@clause("heimr.action.dodge")
def test_not_against_blows():
    """A natural of 6 and potential 2 stays 8."""
    table = scene(
        man(agility=(0, 2), hp_max=PLENTY),
        striker(1, 4, 1, name="orc", side="orcs"),
        foe(name="archer", weapons=["bow"], at="C2"),
    )
    act(table, "dodge")
    act(table, "end_turn", "use_dodge", dice=[4, 6])
    assert chance(table, "weapon_attack man") == exactly(1 - 4 / 6 * 0.4)
    rest(table, "man")
    act(table, "whisper")
    assert table.unit("man").dodge_ready == 0


@clause("heimr.action.dodge")
@pytest.mark.parametrize(
    ("archer", "may"), [({"weapons": ["bow"], "at": "C2"}, True), ({"weapons": ["bow"], "at": "C2",
    "set": {"to_draw": [1]}}, False), ({"weapons": ["light_weapon"], "at": "C2"}, False),
    ({"weapons": ["throwing_weapon"], "at": "C3"}, False), ({"weapons": ["throwing_weapon"], "at": "C2"}, True),
    ({"weapons": ["bow"], "at": "C2", "wielded": []}, False)]
)  # fmt: skip
def test_somebody_must_be_able_to_shoot(archer, may):
    assert ("dodge" in verbs(scene(man(), foe(**archer)))) == may


@clause("heimr.action.dodge", "heimr.c.los")
@pytest.mark.parametrize(("border", "may"), [("wall", False), ("stone_wall", False), (None, True)])
def test_nobody_shoots_through_a_wall(border, may):
    borders = [("B2", "B3", border)] if border else []
    archer = foe(weapons=["bow"], at="B3")
    assert ("dodge" in verbs(scene(man(), archer, borders=borders))) == may


@clause("heimr.action.dodge", "heimr.effect.daze_combat", "heimr.effect.stumble_combat")
@pytest.mark.parametrize(
    ("fields", "may"),
    [
        ({"daze_timer": 2}, False), ({"stumble_timer": 2}, False), ({"daze_timer": 1}, True),
        ({"stumble_timer": 1}, True),
    ],
)  # fmt: skip
def test_nor_does_who_is_dazed_or_stumbles_for_long(fields, may):
    """After one turn of it the archer shoots again, perhaps while the man waits with his next turn."""
    table = scene(man(), foe(weapons=["bow"], at="B3", set=fields))
    assert ("dodge" in verbs(table)) == may


@clause("heimr.action.dodge", "heimr.position.sleeping")
def test_nor_does_a_sleeper():
    orcs = [foe(weapons=["bow"], at="B3", wp=2, sleeping=True), foe(name="goblin", at="A1", wp=1)]
    assert "dodge" not in verbs(scene(man(), *orcs))


@clause("heimr.action.dodge", "heimr.initiative.delay")
def test_ready_to_dodge_turn_after_turn():
    """It lasts until the next turn begins: it can be the first choice of that."""
    table = scene(man(wp=5), foe(weapons=["bow"], at="B3", wp=3), dice=None)
    for _ in range(2):
        assert table.offers("dodge")
        act(table, "dodge")
        assert table.unit("man").dodge_ready == 1 and table.unit("man").standard_left == 0
        rest(table, "man")


# --- things


@clause("heimr.action.draw", "heimr.wield.hands")
def test_drawing():
    table = scene(man(weapons=["medium_weapon", "light_weapon"], wielded=["medium_weapon"]), foe(at="C1"))
    act(table, "draw light_weapon")
    assert table.unit("man").places[:2] == (3, 4) and "drew" in kinds(table)


@clause("heimr.action.draw")
def test_no_hand_is_free():
    table = scene(man(weapons=["medium_weapon", "light_weapon", "light_weapon"]), foe(at="C1"))
    assert "draw" not in verbs(table)
    table = scene(man(weapons=["light_weapon", "great_weapon"]), foe(at="C1"))
    assert "draw" not in verbs(table)


@clause("heimr.action.draw", "heimr.action.get_item")
def test_what_is_packed_is_not_within_reach():
    table = scene(man(weapons=["light_weapon"], wielded=[], packed=["light_weapon"]), foe(at="C1"))
    assert "draw" not in verbs(table)
    act(table, "get_item light_weapon")
    assert table.unit("man").places[0] == 3 and table.decider == "orc"


@clause("heimr.action.put_away")
def test_putting_away():
    table = scene(man(weapons=["medium_weapon"]), foe(at="C1"))
    act(table, "put_away medium_weapon")
    assert (
        table.unit("man").places[0] == 1
        and "weapon_attack" not in verbs(table)
        and table.unit("man").standard_left == 0
    )


@clause("heimr.action.drop_items", "heimr.action.get_item")
def test_dropping_a_great_weapon_frees_both_hands():
    table = scene(man(weapons=["great_weapon"]), foe(at="C1"))
    assert table.choices("drop_items")
    act(table, "drop_items sword_hand")
    man_ = table.unit("man")
    assert man_.places[0] == 6 and man_.lies[0] == man_.cell and man_.standard_left == 1
    assert table.choices("get_item") == ["get_item great_weapon"]
    act(table, "get_item great_weapon")
    assert table.unit("man").places[0] == 5


@clause("heimr.action.drop_items")
@pytest.mark.parametrize(("hand", "places"), [("sword_hand", (6, 4)), ("off_hand", (3, 6)), ("both_hands", (6, 6))])
def test_what_is_let_fall(hand, places):
    table = scene(man(weapons=["medium_weapon", "light_weapon"]), foe(at="C1"))
    act(table, f"drop_items {hand}")
    assert table.unit("man").places[:2] == places


@clause("heimr.action.get_item")
def test_only_where_it_lies():
    table = scene(man(weapons=["medium_weapon"]), foe(at="C1"))
    act(table, "drop_items sword_hand")
    act(table, "move north")
    rest(table, "man")
    assert "get_item" not in verbs(table)
    act(table, "move south")
    rest(table, "man")
    use(table, "man", prone=1)
    assert "get_item" in verbs(table)
    use(table, "man", drop_timers=[1])
    assert "get_item" not in verbs(table)


@clause("heimr.action.conceal_item", "heimr.action.observe_item")
def test_a_concealed_item():
    """Agility comes to 7; a perception of 7 finds it. It must be got to be used again."""
    table = scene(man(weapons=["light_weapon"]), foe(int=1))
    act(table, "conceal_item light_weapon", dice=[6, 7])
    man_ = table.unit("man")
    assert man_.places[0] == 7 and man_.conceal_value[0] == 7 and table.decider == "orc"
    assert chance(table, "observe_item man", want="event passed by orc") == exactly(0.583333)
    act(table, "observe_item man", dice=[6, 3])
    assert table.unit("man").shown_to[0] != 0
    rest(table, "man")
    assert "weapon_attack" not in verbs(table)
    act(table, "get_item light_weapon")
    assert table.unit("man").places[0] == 3


def laden(values, shown=()):
    """A man with things concealed at these values, some of them found by the orcs, and an orc who searches him."""
    table = scene(foe(int=1, wp=3), man(weapons=["light_weapon"] * len(values)))
    by_orcs = 1 << table.unit("orc").side
    use(table, "man", places=[Place.CONCEALED] * len(values), conceal_value=list(values))
    use(table, "man", shown_to=[by_orcs if slot in shown else 0 for slot in range(len(values))])
    return table


def found_in(table):
    """Which of the man's things have been found."""
    return [slot for slot, sides in enumerate(table.unit("man").shown_to) if sides != 0]


@clause("heimr.action.observe_item")
@pytest.mark.parametrize(
    ("die", "found"), [(2, []), (3, [0]), (5, [0]), (6, [0, 1]), (9, [0, 1, 2])],
)  # fmt: skip
def test_a_search_finds_every_thing_whose_value_it_reaches(die, found):
    """A D10 of 3, with perception 1, reaches what was concealed at 4; one of 6 what was concealed at 7."""
    table = laden((4, 7, 10))
    act(table, "observe_item man", dice=[1, die])
    assert found_in(table) == found


@clause("heimr.action.observe_item")
def test_what_has_been_found_does_not_stand_before_the_rest():
    """A 7 finds what was concealed at 7, though something easier to find has been found before."""
    table = laden((4, 7), shown=(0,))
    act(table, "observe_item man", dice=[1, 6])
    assert found_in(table) == [0, 1]


@clause("heimr.action.observe_item", "heimr.check.willpower_reroll")
@pytest.mark.parametrize(
    ("shown", "first", "asked"), [((), 3, False), ((0,), 3, True), ((0,), 6, False), ((0, 1), 9, True), ((), 2, True)],
)  # fmt: skip
def test_a_search_that_found_nothing_new_may_be_repeated_for_willpower(shown, first, asked):
    """It does not tell whether there was anything more to be found."""
    table = laden((4, 7), shown=shown)
    assert act(table, "observe_item man", "reroll", dice=[1, first, 1, 9] if asked else [1, first])
    assert (table.unit("orc").wp == 2) is asked
    assert found_in(table) == ([0, 1] if asked or first >= 6 else [0])


@clause("heimr.action.observe_item")
@pytest.mark.parametrize(("at", "may"), [("B2", True), ("B3", True), ("C3", False)])
def test_who_can_be_looked_over(at, may):
    table = scene(man(), foe(at=at))
    assert ("observe_item" in verbs(table)) == may and "observe_insight" in verbs(table)


@clause("heimr.action.swap_items", "heimr.wield.hands")
def test_changing_hands():
    table = scene(man(weapons=["light_weapon"]), foe())
    act(table, "swap_items")
    assert table.unit("man").places[0] == 4 and "weapon_attack" in verbs(table)
    table = scene(man(weapons=["light_weapon", "light_weapon"]), foe())
    act(table, "swap_items")
    assert table.unit("man").places[:2] == (4, 3)


# --- missiles


@clause("heimr.c.reload")
@pytest.mark.parametrize(
    ("weapon", "rules", "draws", "ammo"),
    [
        ("bow", {}, 1, 20), ("crossbow", {}, 2, 12), ("throwing_weapon", {}, 1, 4), ("blowgun", {}, 1, 10),
        ("bow", {"bow_draws": 3, "bow_ammo": 7}, 3, 7), ("crossbow", {"crossbow_draws": 1, "crossbow_ammo": 30}, 1, 30),
        ("throwing_weapon", {"throwing_draws": 2, "throwing_ammo": 9}, 2, 9),
        ("blowgun", {"blowgun_draws": 4, "blowgun_ammo": 2}, 4, 2),
    ],
)  # fmt: skip
def test_missiles_and_draws(weapon, rules, draws, ammo):
    table = scene(man(weapons=[weapon]), bare(), rules={f"c.reload.{name}": value for name, value in rules.items()})
    assert (table.unit("man").ammo[0], table.unit("man").to_draw[0]) == (ammo, 0)
    act(table, "shoot orc", dice=[6, 10] if weapon == "throwing_weapon" else [6])
    assert (table.unit("man").ammo[0], table.unit("man").to_draw[0]) == (ammo - 1, draws)
    for _ in range(draws):
        rest(table, "man")
        assert "shoot" not in verbs(table)
        act(table, f"draw {weapon}")
        done = "takes another throwing weapon" if weapon == "throwing_weapon" else f"loads its {weapon}"
        assert f"man {done}" in [event.text for event in table.events] and "drew" not in kinds(table)
    rest(table, "man")
    assert "shoot" in verbs(table)


@clause("heimr.c.reload", "heimr.action.draw")
def test_no_missile_no_draw():
    table = scene(man(weapons=["bow"], ammo=1), bare())
    act(table, "shoot orc", dice=[6])
    rest(table, "man")
    assert table.unit("man").ammo[0] == 0 and not {"draw", "shoot"} & verbs(table)


@clause("heimr.c.reload", "heimr.action.standard")
def test_one_shot_every_two_turns():
    table = scene(man(weapons=["bow"]), bare())
    act(table, "shoot orc", dice=[6])
    rest(table, "man")
    act(table, "draw bow")
    assert "shoot" not in verbs(table)
    rest(table, "man")
    act(table, "shoot orc", dice=[6])
    assert table.unit("orc").hp == PLENTY - 6


# --- senses and speech


@clause("heimr.action.observe_cell")
@pytest.mark.parametrize(
    ("at", "rules", "expected"),
    [
        ("B2", {}, 0.583333), ("B3", {}, 0.4), ("C3", {}, 0.3), ("D2", {}, 0.3), ("B2", {"own_cell_bonus": 1}, 0.4),
        ("B3", {"adjacent_bonus": 0}, 0.3), ("D2", {"other_bonus": 2}, 0.583333),
        ("C3", {"other_bonus": 1}, 0.4),
    ],
)  # fmt: skip
def test_looking_into_a_square(at, rules, expected):
    """Perception with consistency 1 and potential 1 against 9: 2 more in the own square, 1 in a bordering one."""
    table = scene(
        man(int=1), foe(at=at, set={"hidden_from": ["man"], "hide_value": 9}), foe(name="goblin", at="A1"), size=(4, 4),
        cells=[(at, {"dark": 1})],
        rules={f"action.observe_cell.{name}": value for name, value in rules.items()},
    )  # fmt: skip
    cell = "{},{}".format(*table.unit("orc").at)
    assert chance(table, f"observe_cell {cell}", want="event revealed") == exactly(expected)


@clause("heimr.action.observe_cell")
def test_one_roll_for_everybody_there():
    table = scene(
        man(), man(name="ally"), foe(at="B3", set={"hidden_from": ["man", "ally"], "hide_value": 7}),
        foe(name="goblin", at="B3", set={"hidden_from": ["man", "ally"], "hide_value": 9}), cells=[("B3", {"dark": 1})],
    )  # fmt: skip
    act(table, "observe_cell 1,0", dice=[6, 7])
    assert table.unit("orc").hidden_from == ("ally",) and table.unit("goblin").hidden_from == ("man", "ally")


@clause("heimr.action.observe_insight")
@pytest.mark.parametrize(("turns", "known"), [(1, [True, False]), (2, [True, True])])
def test_how_long_insight_lasts(turns, known):
    """Until the observer's next turn."""
    table = scene(man(emp=2), foe(), rules={"action.observe_insight.reveal_turns": turns})
    act(table, "observe_insight orc", dice=[1, 1, 6])
    found = [table.unit("orc").read_by == ("man",)]
    rest(table, "man")
    act(table, "whisper")
    found.append(table.unit("orc").read_by == ("man",))
    assert found == known


@clause("heimr.action.speak", "heimr.position.hidden_sounds")
@pytest.mark.parametrize(("text", "hidden"), [("shout", ()), ("whisper", ("orc",))])
def test_who_shouts_gives_itself_away(text, hidden):
    table = scene(man(set={"hidden_from": ["orc"], "hide_value": 9}), foe(at="C1"), cells=DARK)
    act(table, text)
    assert table.unit("man").hidden_from == hidden
    if hidden:
        assert table.unit("man").hide_value == 7


@clause("heimr.action.speak")
def test_one_remark_in_a_turn():
    table = scene(man(), man(name="ally"), foe(at="B3", set={"hp": 0, "injuries": ["left_leg"], "prone": 1}))
    assert {"whisper", "shout", "point_out", "threaten"} <= verbs(table)
    act(table, "whisper")
    assert not {"whisper", "shout", "point_out", "threaten"} & verbs(table)
