"""Effects: what each does, how long it lasts, who can cause it, and what can be done against it; the skills that cause them."""

from __future__ import annotations

import pytest
from fixtures import clause
from heimr.blows import PLENTY, SURE, bare, happened, of_kind, shows, strike, striker, unless, use, with_skill
from heimr.ground import act, chance, dodging, foe, kinds, man, rest, scene, verbs
from heimr.scenes import exactly

SKILLS = ("knockdown", "disarm", "stun", "shove", "mighty_blow", "dishearten", "sicken", "sunder")
ARM, OTHER, RIGHT, LEFT = [4, 10], [3, 10], [2, 10], [1, 10]  # dice that hit other parts of the body


def number(skill, value):
    """A battle in which the effect of a skill has another number."""
    return {f"tables.skills.{skill}.number": value}


def struck(skill, victim=None, rules=None, dice=None, wanted=(), **attacker):
    """Who has been struck by somebody with a skill."""
    table = scene(with_skill(skill, **attacker), victim or bare(), rules=rules)
    strike(table, skill, dice=dice, wanted=wanted)
    return table


# --- numbers and turns


@clause("heimr.effect.numbers", "heimr.effect.duration_turns", "heimr.turn.length")
@pytest.mark.parametrize(
    ("rules", "turns"),
    [
        ({}, 2), (number("sicken", 2), 1), (number("sicken", 5), 2), (number("sicken", 1), 0),
        ({"turn.length.seconds_per_turn": 1}, 4), ({"turn.length.seconds_per_turn": 3}, 1),
        ({"effect.duration_turns.seconds_per_turn": 4}, 1),
    ],
)  # fmt: skip
def test_seconds_are_halved_and_rounded_down(rules, turns):
    """Sicken: weaken 4."""
    assert struck("sicken", rules=rules).unit("orc").weaken_timer == turns


@clause("heimr.effect.numbers", "heimr.effect.fall", "heimr.fall.check")
@pytest.mark.parametrize(("seconds", "turns"), [(None, 0), (4, 1), (6, 2), (1, 0)])
def test_an_effect_without_a_number(seconds, turns):
    """A fall from two levels: a turn that is nearly over counts as one of its turns."""
    table = scene(
        man(hp_max=PLENTY, sta=3), foe(at="C1"), cells=[("B2", {"feature": 4, "feature_climb": 20})],
        rules=unless(None, "effect.numbers.default_seconds", seconds)
    )  # fmt: skip
    use(table, "man", elevation=1, climbing="feature")
    act(table, "climb_up", dice=[1, 2, 6, 10])
    assert table.unit("man").prone == 1 and table.unit("man").elevation == 0
    assert table.unit("man").fall_timer == turns


@clause("heimr.effect.numbers", "heimr.effect.drain", "heimr.effect.bind", "heimr.c.hazard")
@pytest.mark.parametrize(
    ("hazard", "rules", "field", "value"),
    [
        ("drain", {}, "wp", 2), ("drain", {"effect.numbers.default_points": 2}, "wp", 1), ("bind_feet", {}, "bound_feet", 1),
        ("bind_feet", {"effect.numbers.default_seconds": 6}, "bound_feet", 3), ("hit", {}, "hp", 29),
        ("hit", {"effect.hit.default": 4}, "hp", 26),
    ],
)  # fmt: skip
def test_a_trap_of_which_no_number_is_said(hazard, rules, field, value):
    """2 seconds or 1 point."""
    table = scene(man(hp_max=PLENTY), foe(at="C1"), cells=[("B3", {"hazard": hazard, "hazard_cr": 0})], rules=rules)
    act(table, "move north")
    assert getattr(table.unit("man"), field) == value


@clause("heimr.effect.duration_turns")
def test_timers_count_own_turns():
    table = struck("sicken")
    timers = []
    for _ in range(3):
        rest(table, "orc")
        timers.append(table.unit("orc").weaken_timer)
        rest(table, "man")
    assert timers == [2, 1, 0]


@clause("heimr.effect.duration_turns", "heimr.effect.weaken")
@pytest.mark.parametrize(("before", "after"), [(1, 2), (5, 5)])
def test_the_longer_timer_stays(before, after):
    assert struck("sicken", bare(set={"weaken_timer": before})).unit("orc").weaken_timer == after


@clause("heimr.effect.callers", "heimr.c.skills")
@pytest.mark.parametrize("skill", SKILLS)
def test_only_who_has_a_skill_can_use_it(skill):
    table = scene(man(weapons=["light_weapon"], skills=[skill]), foe())
    assert table.choices("prime_skill") == [f"prime_skill {skill}"]


# --- hit, drain


@clause("heimr.effect.hit", "heimr.c.skills")
@pytest.mark.parametrize(
    ("weapon", "rules", "lost"), [("light_weapon", {}, 4), ("medium_weapon", {}, 4), ("great_weapon", {}, 4),
    ("light_weapon", number("mighty_blow", 2), 2)]
)  # fmt: skip
def test_a_hit_takes_the_place_of_damage(weapon, rules, lost):
    assert struck("mighty_blow", rules=rules, weapons=[weapon]).unit("orc").hp == PLENTY - lost


@clause("heimr.effect.drain", "heimr.effect.hit")
def test_a_drain_comes_on_top_of_damage():
    table = struck("dishearten")
    assert (table.unit("orc").hp, table.unit("orc").wp) == (PLENTY - 1, 2)


@clause("heimr.effect.drain", "heimr.effect.numbers")
@pytest.mark.parametrize(("points", "before", "after"), [(1, 3, 2), (2, 1, 0), (2, 3, 1), (1, 0, 0)])
def test_willpower_never_falls_below_none(points, before, after):
    assert struck("dishearten", bare(set={"wp": before}), rules=number("dishearten", points)).unit("orc").wp == after


@clause("heimr.c.skills", "heimr.effect.hit")
@pytest.mark.parametrize(("skill", "victim"), [("dishearten", {}), ("knockdown", {}), ("stun", {}), ("sicken", {})])
def test_other_effects_may_take_the_place_of_damage(skill, victim):
    table = struck(skill, bare(**victim), rules={"c.skills.effects_replace_damage": 1})
    assert table.unit("orc").hp == PLENTY


# --- fall, drop


@clause("heimr.effect.fall", "heimr.c.stand_up")
def test_who_has_fallen_stays_down_for_a_turn():
    table = struck("knockdown")
    assert (table.unit("orc").prone, table.unit("orc").fall_timer) == (1, 1)
    rest(table, "orc")
    assert "stand_up" not in verbs(table)
    rest(table, "orc")
    assert "stand_up" in verbs(table)


@clause("heimr.effect.fall")
def test_a_fall_of_one_second():
    table = struck("knockdown", rules=number("knockdown", 1))
    assert (table.unit("orc").prone, table.unit("orc").fall_timer) == (1, 0)
    rest(table, "orc")
    assert "stand_up" in verbs(table)


@clause("heimr.effect.drop")
@pytest.mark.parametrize(
    ("weapons", "shield", "dice", "dropped"),
    [
        (["medium_weapon"], "small_shield", SURE, [0]), (["medium_weapon"], "small_shield", ARM, [0]),
        (["medium_weapon"], "small_shield", OTHER, [1]),
        (["medium_weapon"], "small_shield", LEFT, [0]), (["great_weapon"], None, OTHER, [0]),
        (["great_weapon"], None, SURE, [0]), ([], None, SURE, []),
    ],
)  # fmt: skip
def test_what_is_dropped(weapons, shield, dice, dropped):
    """The arm that was hit says which hand; else it is the sword hand. What is held in both hands is dropped by either."""
    more = {"shield": shield} if shield else {}
    table = struck("disarm", bare(weapons=weapons, **more), dice=dice)
    orc = table.unit("orc")
    assert [slot for slot in range(6) if orc.lies[slot] == orc.cell] == dropped
    assert [slot for slot in range(6) if orc.drop_timers[slot]] == dropped


@clause("heimr.effect.drop", "heimr.action.get_item")
@pytest.mark.parametrize(("seconds", "turns"), [(2, 1), (1, 0), (4, 2)])
def test_it_stays_out_of_reach(seconds, turns):
    table = struck("disarm", bare(weapons=["medium_weapon"]), rules=number("disarm", seconds))
    for _ in range(turns):
        rest(table, "orc")
        assert "get_item" not in verbs(table)
    rest(table, "orc")
    act(table, "get_item medium_weapon")
    assert table.unit("orc").lies[0] == -1 and table.decider == "man"


# --- stumble


@clause("heimr.effect.stumble_combat", "heimr.effect.stumble")
def test_who_stumbles_leaves_the_cluster():
    table = scene(with_skill("shove"), bare(weapons=["light_weapon"]))
    table.dice = SURE
    table.play("prime_skill shove", "weapon_attack orc")
    assert (table.prompt, table.decider) == ("stumble", "man") and set(table.choices()) == {
        "north",
        "east",
        "south",
        "west",
    }
    table.play("east")
    orc = table.unit("orc")
    assert (orc.cluster, table.unit("man").cluster) == (-1, -1)
    assert (orc.stumble_timer, orc.stumble_direction) == (1, 2)


@clause("heimr.effect.stumble_combat")
@pytest.mark.parametrize("direction", ["north", "east", "south", "west"])
def test_one_direction_is_barred(direction):
    table = struck("shove", wanted=(direction,))
    rest(table, "orc")
    left = {"north", "east", "south", "west"} - {direction}
    assert set(table.choices("move")) == {f"move {way}" for way in left}
    assert set(table.choices("run")) == {f"run {way}" for way in left}
    rest(table, "orc")
    assert len(table.choices("move")) == 4


@clause("heimr.effect.stumble_combat", "heimr.effect.duration_turns")
def test_a_stumble_of_one_second_only_pushes_out():
    table = struck("shove", bare(weapons=["light_weapon"]), rules=number("shove", 1))
    assert table.unit("orc").cluster == -1 and table.unit("orc").stumble_timer == 0
    rest(table, "orc")
    assert "weapon_attack" in verbs(table) and len(table.choices("move")) == 4


@clause("heimr.effect.stumble_combat", "heimr.effect.stumble")
def test_no_shots_and_no_blows_but_in_the_cluster():
    table = struck("shove", bare(weapons=["light_weapon"]))
    rest(table, "orc")
    assert not {"weapon_attack", "brawl", "charge_weapon", "charge_brawl"} & verbs(table)
    table = struck("shove", bare(weapons=["bow"]))
    rest(table, "orc")
    assert "shoot" not in verbs(table)


@clause("heimr.effect.stumble_combat")
def test_blows_at_who_attacks_again():
    """Two men: the second joins a cluster with who stumbles, and may be struck by it."""
    table = scene(with_skill("shove"), striker(name="ally"), bare(weapons=["light_weapon"]))
    strike(table, "shove")
    act(table, "end_turn")
    act(table, "weapon_attack orc", dice=SURE)
    act(table, "end_turn")
    assert table.decider == "orc" and table.choices("weapon_attack")[0] == "weapon_attack ally"
    assert not [text for text in table.choices("weapon_attack") if "man" in text]


@clause("heimr.effect.stumble_combat", "heimr.c.hazard", "heimr.action.charge")
@pytest.mark.parametrize(("seconds", "strikes"), [(4, False), (1, True)])
def test_a_charger_that_begins_to_stumble_does_not_strike(seconds, strikes):
    """Its target is in no cluster with it yet. A stumble of one second lasts no turn."""
    slope = {"hazard": "stumble", "hazard_number": seconds, "hazard_cr": 0}
    table = scene(striker(at="B3"), bare(), cells=[("B2", slope)])
    act(table, "charge_weapon orc", dice=SURE if strikes else [])
    assert table.unit("man").at == table.unit("orc").at and ("attacks" in kinds(table)) is strikes
    assert (table.unit("man").cluster >= 0) is strikes


# --- daze


def a_round(table):
    """A round from the man's turn to his next one: whether the orc has a turn, and whether it is asked for a defence."""
    has_turn = is_asked = False
    table.play("end_turn")
    while (table.decider, table.prompt) != ("man", "turn"):
        has_turn |= (table.decider, table.prompt) == ("orc", "turn")
        is_asked |= (table.decider, table.prompt) == ("orc", "defence")
        table.play("end_turn" if table.prompt == "turn" else "no_defence")
    return has_turn, is_asked


@clause("heimr.effect.daze_combat", "heimr.effect.daze")
@pytest.mark.parametrize(
    ("seconds", "lost", "rounds"),
    [
        (2, 1, [(False, True), (True, True)]),
        (3, 1, [(False, False), (True, True)]),
        (1, 0, [(True, True)]),
        (4, 2, [(False, False), (False, True), (True, True)]),
        (5, 2, [(False, False), (False, False), (True, True)]),
    ],
)
def test_turns_and_defences_lost(seconds, lost, rounds):
    """Even seconds: a defence after the last lost turn. Odd ones: not before the turn after that has begun."""
    table = struck("stun", bare(stand=dodging(3)), rules=number("stun", seconds))
    orc = table.unit("orc")
    assert (orc.daze_timer, orc.defence) == (lost, 0)
    assert [a_round(table) for _ in rounds] == rounds


@clause("heimr.effect.daze_combat")
def test_a_dazed_unit_has_no_defence():
    """Its dodge is gone; attacks fail by fatigue alone."""
    table = struck(
        "stun", bare(agility=(0, 7), stand=dodging(10)), dice=[6, 10], dueling=(0, 7), wanted=("orc: decline",)
    )
    assert table.unit("orc").defence == 0
    rest(table, "man")
    assert table.unit("orc").daze_timer == 0


@clause("heimr.effect.daze_combat", "heimr.effect.daze")
def test_attacks_on_the_dazed():
    table = scene(striker(2, 5), foe(hp_max=PLENTY, set={"daze_timer": 1}))
    assert chance(table, "weapon_attack orc") == exactly(0.955)
    table = scene(with_skill("stun"), striker(2, 5, name="ally"), shows(17))
    strike(table, "stun", wanted=("decline",))
    act(table, "end_turn")
    assert chance(table, "weapon_attack orc") == exactly(0.955)


@clause("heimr.effect.daze_combat")
@pytest.mark.parametrize(("seconds_per_turn", "lost"), [(1, 2), (2, 1), (3, 0)])
def test_daze_under_another_length_of_turns(seconds_per_turn, lost):
    table = struck("stun", rules={"effect.daze_combat.seconds_per_turn": seconds_per_turn})
    assert table.unit("orc").daze_timer == lost


@clause("heimr.effect.daze_combat")
def test_a_daze_of_three_seconds_bars_defences_for_longer():
    table = struck("stun", rules=number("stun", 3))
    act(table, "end_turn")
    assert table.decider == "man"  # the turn of the orc is lost
    assert table.unit("orc").locked == 1 and table.unit("orc").daze_timer == 0
    act(table, "end_turn")
    act(table, "whisper")
    assert table.decider == "orc" and table.unit("orc").locked == 0


# --- break


@clause("heimr.effect.break", "heimr.c.skills")
@pytest.mark.parametrize(
    ("weapons", "shield", "strength", "broken"),
    [
        (["light_weapon"], None, 1, [0]), (["medium_weapon"], None, 1, []), (["medium_weapon"], None, 2, [0]),
        (["medium_weapon"], "tower_shield", 3, [1]), (["medium_weapon"], "tower_shield", 2, []),
        (["medium_weapon"], "small_shield", 3, [1]), (["great_maw"], None, 3, []), (["medium_weapon"], "tower_shield", 1, []),
    ],
)  # fmt: skip
def test_what_is_broken(weapons, shield, strength, broken):
    """The shield if there is one, else the weapon; if the number reaches its toughness."""
    more = {"shield": shield} if shield else {}
    table = struck("sunder", bare(weapons=weapons, **more), rules=unless(3, "tables.skills.sunder.number", strength))
    places = table.unit("orc").places
    assert [slot for slot in range(6) if places[slot] == 8] == broken
    assert [event.kind for event in happened(table, "broke")] == ["broke"] * len(broken)


# --- binds


def bound(weapons=("light_weapon",), shield=None, others=(), at="B2", foe_at="B2", **fields):
    """A man who is bound."""
    more = {"shield": shield} if shield else {}
    table = scene(man(weapons=list(weapons), at=at, skills=["knockdown"], **more), foe(at=foe_at), *others)
    use(table, "man", **fields)
    return table


@clause("heimr.effect.bind_hands")
@pytest.mark.parametrize(("rules", "kicks"), [({}, 1), ({"effect.bind_hands.kick_allowed": 0}, 0)])
def test_bound_hands(rules, kicks):
    table = scene(
        man(weapons=["light_weapon", "bow"], shield="small_shield"),
        foe(),
        rules=rules,
    )
    use(table, "man", bound_hands=1)
    assert not {"weapon_attack", "draw", "put_away", "swap_items", "conceal_item", "get_item"} & verbs(table)
    assert ("brawl orc" in table.choices("brawl")) == bool(kicks)
    assert not table.choices("brawl orc bind")
    assert table.unit("man").places[0] == 3  # nothing is dropped


@clause("heimr.effect.bind_hands")
def test_only_dodges_with_bound_hands():
    table = bound(shield="small_shield", bound_hands=2)
    table.play("end_turn")
    assert set(table.choices()) == {"use_dodge", "no_defence"}


@clause("heimr.effect.bind_arm")
def test_a_bound_shield_arm():
    table = bound(("medium_weapon",), "small_shield", bound_arms=[0, 2])
    assert "weapon_attack" in verbs(table)
    table.play("end_turn")
    assert set(table.choices()) == {"use_dodge", "parry_sword_hand", "no_defence"}


@clause("heimr.effect.bind_arm")
def test_a_bound_sword_arm():
    table = bound(("great_weapon",), bound_arms=[2, 0])
    assert "weapon_attack" not in verbs(table)
    table.play("end_turn")
    assert set(table.choices()) == {"use_dodge", "no_defence"}
    table = bound(("medium_weapon",), "small_shield", bound_arms=[2, 0])
    assert "weapon_attack" not in verbs(table)
    table.play("end_turn")
    assert set(table.choices()) == {"use_dodge", "use_block", "no_defence"}


@clause("heimr.effect.bind_feet", "heimr.action.crawl")
def test_bound_feet():
    table = bound(foe_at="C2", bound_feet=2)
    assert not {"move", "run", "charge_weapon", "charge_brawl", "leave_cluster"} & verbs(table)
    act(table, "drop_prone")
    assert table.choices("crawl")


@clause("heimr.effect.bind_leg")
def test_a_bound_leg():
    table = scene(striker(), bare())
    act(table, "weapon_attack orc", dice=[6, 1])
    rest(table, "man")
    assert table.unit("man").cluster == 0 and "leave_cluster" in verbs(table)
    use(table, "man", bound_legs=[1, 0])
    assert not {"leave_cluster", "move", "run"} & verbs(table) and "weapon_attack" in verbs(table)
    act(table, "drop_prone")
    assert not table.choices("crawl")


@clause("heimr.effect.bind_leg")
def test_defences_with_a_bound_leg():
    table = bound(shield="small_shield", bound_legs=[0, 2])
    table.play("end_turn")
    assert set(table.choices()) == {"use_dodge", "use_block", "parry_sword_hand", "no_defence"}


@clause("heimr.effect.bind_body")
def test_a_bound_body():
    table = bound(foe_at="B2", bound_body=1)
    assert not {"move", "run", "leave_cluster", "drop_prone", "charge_weapon"} & verbs(table)
    assert "weapon_attack" in verbs(table)
    use(table, "man", prone=1)
    assert not {"stand_up", "crawl"} & verbs(table)


@clause("heimr.effect.bind", "heimr.effect.duration_turns")
@pytest.mark.parametrize("field", ["bound_hands", "bound_feet", "bound_body", "bound_arms", "bound_legs"])
def test_binds_count_own_turns(field):
    """4 seconds: two own turns."""
    table = bound(
        foe_at="A1", **{field: [2, 2] if field.endswith("s") and field in ("bound_arms", "bound_legs") else 2}
    )
    rest(table, "man")
    left = getattr(table.unit("man"), field)
    assert left in (1, (1, 1))
    rest(table, "man")
    assert getattr(table.unit("man"), field) in (0, (0, 0))


@clause("heimr.effect.bind", "heimr.effect.resist")
@pytest.mark.parametrize(
    ("hazard", "field"), [("bind_feet", "bound_feet"), ("bind_body", "bound_body"), ("bind_hands", "bound_hands")]
)
def test_a_trap_that_binds(hazard, field):
    """4 seconds, received in the own turn: that turn counts."""
    table = scene(man(), foe(at="C1"), cells=[("B3", {"hazard": hazard, "hazard_number": 4, "hazard_cr": 0})])
    act(table, "move north")
    assert getattr(table.unit("man"), field) == 2
    rest(table, "man")
    assert getattr(table.unit("man"), field) == 1


# --- weaken, and what skills cost


@clause("heimr.effect.weaken", "heimr.c.skills", "heimr.action.use_skill")
@pytest.mark.parametrize(
    ("skill", "weakened", "wp", "left"),
    [
        ("dishearten", 0, 3, 2), ("dishearten", 1, 3, 1), ("knockdown", 0, 3, 3), ("knockdown", 1, 3, 2),
        ("stun", 0, 3, 1), ("stun", 1, 3, 0),
        ("dishearten", 1, 1, None), ("stun", 1, 2, None), ("stun", 0, 1, None), ("knockdown", 0, 0, 0),
        ("knockdown", 1, 0, None), ("mighty_blow", 0, 2, 0),
    ],
)  # fmt: skip
def test_what_a_skill_costs(skill, weakened, wp, left):
    """The first use of some is free; who feels ill pays 1 more for any."""
    table = scene(with_skill(skill), foe())
    use(table, "man", wp=wp, weaken_timer=weakened)
    if left is None:
        assert "prime_skill" not in verbs(table)
    else:
        act(table, f"prime_skill {skill}")
        assert table.unit("man").wp == left


@clause("heimr.effect.weaken")
@pytest.mark.parametrize(("extra", "left"), [(0, 2), (2, 0)])
def test_what_feeling_ill_costs(extra, left):
    table = scene(with_skill("sicken"), foe(), rules={"effect.weaken.extra_skill_cost": extra})
    use(table, "man", weaken_timer=1)
    act(table, "prime_skill sicken")
    assert table.unit("man").wp == left


@clause("heimr.c.skills")
@pytest.mark.parametrize(
    ("skill", "price", "free"),
    [("knockdown", 1, 1), ("disarm", 1, 1), ("stun", 2, 0), ("shove", 1, 1), ("mighty_blow", 2, 0), ("dishearten", 1, 0),
    ("sicken", 1, 0), ("sunder", 1, 0)],
)  # fmt: skip
@pytest.mark.parametrize("changed", [False, True])
def test_prices_and_free_uses(skill, price, free, changed):
    """Three uses in three turns. A battle may ask for 1 more, and give no free use where there is one, and one where not."""
    rules = {f"c.skills.{skill}_wp": price + 1, f"c.skills.{skill}_free": 1 - free} if changed else {}
    table = scene(with_skill(skill, wp_max=10), foe(at="C1"), rules=rules)
    price, free = (price + 1, 1 - free) if changed else (price, free)
    left = []
    for _ in range(3):
        act(table, f"prime_skill {skill}")
        left.append(table.unit("man").wp)
        rest(table, "man")
    paid = [0 if i < free else price for i in range(3)]
    assert left == [10 - sum(paid[: i + 1]) for i in range(3)]


@clause("heimr.action.use_skill", "heimr.c.skills", "heimr.action.free")
def test_getting_ready_is_a_free_action_of_its_own_and_is_lost_at_the_end_of_the_turn():
    table = scene(with_skill("stun", "disarm", wp_max=5), foe())
    act(table, "prime_skill stun")
    man_ = table.unit("man")
    assert man_.primed == 3 and man_.wp == 3 and man_.standard_left == 1
    rest(table, "man")
    assert table.unit("man").primed == 0


@clause("heimr.c.skills")
def test_a_miss_is_paid_for_all_the_same():
    table = scene(with_skill("stun"), shows(17))
    strike(table, "stun", dice=[6, 7])
    assert table.unit("man").wp == 1 and table.unit("orc").daze_timer == 0
    assert not of_kind(table.events, "effect")


@clause("heimr.c.skills")
@pytest.mark.parametrize(
    ("skill", "by_brawl", "by_shot"),
    [("knockdown", True, False), ("disarm", False, False), ("stun", True, False), ("shove", True, False),
    ("dishearten", False, True), ("sicken", False, True)],
)  # fmt: skip
def test_which_attacks_carry_which_effects(skill, by_brawl, by_shot):
    """Some go with blows of melee weapons and fists, some with melee weapons alone, some with any weapon."""
    for text, weapons, carries, dice in (("brawl orc", [], by_brawl, SURE), ("shoot orc", ["bow"], by_shot, [6])):
        table = scene(
            with_skill(skill, weapons=weapons), bare(weapons=["light_weapon"]) if text != "brawl orc" else bare()
        )
        strike(table, skill, text=text, dice=dice)
        assert table.unit("orc").hp < PLENTY
        changed = table.unit("orc").prone + table.unit("orc").daze_timer + table.unit("orc").stumble_timer
        changed += table.unit("orc").weaken_timer + (table.unit("orc").wp < 3) + (max(table.unit("orc").lies) >= 0)
        assert bool(changed) == carries


@clause("heimr.c.skills")
@pytest.mark.parametrize("who", ["ally", "far", "next"])
def test_rally(who):
    """An ally in the same or a bordering square; takes daze, weaken and stumble away, and the standard action."""
    where = {"ally": "B2", "next": "B3", "far": "C3"}[who]
    friend = man(name="ally", at=where, set={"daze_timer": 2, "weaken_timer": 2, "stumble_timer": 2})
    table = scene(with_skill("rally"), friend, foe(at="A1"), size=(3, 3))
    if who == "far":
        assert "rally" not in verbs(table)
        return
    act(table, "rally ally")
    ally, man_ = table.unit("ally"), table.unit("man")
    assert (ally.daze_timer, ally.weaken_timer, ally.stumble_timer) == (0, 0, 0)
    assert (man_.wp, man_.standard_left) == (2, 0)


@clause("heimr.c.skills")
@pytest.mark.parametrize(("rules", "left"), [({"c.skills.rally_wp": 2}, 1), ({"c.skills.rally_free": 1}, 3)])
def test_what_a_rally_costs(rules, left):
    table = scene(with_skill("rally"), man(name="ally", set={"weaken_timer": 2}), foe(at="A1"), rules=rules)
    act(table, "rally ally")
    assert table.unit("man").wp == left


@clause("heimr.c.skills")
def test_a_rally_does_not_heal_a_torso():
    """Who is hurt in the torso is conscious: a rally ends its stumbling, and its injury stays."""
    hurt = man(name="ally", set={"hp": 0, "injuries": ["torso"], "stumble_timer": 2})
    table = scene(with_skill("rally"), hurt, foe(at="A1"))
    act(table, "rally ally")
    assert (table.unit("ally").injuries, table.unit("ally").stumble_timer) == (1, 0)


@clause("heimr.c.skills")
@pytest.mark.parametrize(
    ("state", "may"), [("daze_timer", True), ("surrendered", True), ("sleeping", False), ("unconscious", False)]
)
def test_who_can_be_rallied(state, may):
    """Whoever is conscious and awake."""
    lying = {"prone": 1} if state in ("sleeping", "unconscious") else {}
    ally = man(name="ally", set={state: 1, **lying})
    table = scene(with_skill("rally"), ally, man(name="third", at="A1"), foe(at="A1"))
    assert ("rally" in verbs(table)) is may


# --- resist and evade


def resister(*skills, **more):
    """An orc with answers to effects."""
    return foe(**{"hp_max": PLENTY, "skills": list(skills), **more})


@clause("heimr.effect.resist", "heimr.c.skills")
def test_a_blow_with_a_fall_that_is_resisted():
    """A sword: 2 damage."""
    table = scene(with_skill("knockdown", weapons=["medium_weapon"]), resister("resist"))
    table.dice = SURE
    table.play("prime_skill knockdown", "weapon_attack orc")
    assert (table.prompt, table.decider) == ("resist", "orc") and set(table.choices()) == {"resist", "suffer"}
    table.play("resist")
    orc = table.unit("orc")
    assert (orc.hp, orc.prone, orc.fall_timer, orc.wp) == (PLENTY - 2, 0, 0, 3)
    assert "resisted" in kinds(table)


@clause("heimr.effect.resist")
def test_it_may_be_suffered():
    table = struck("knockdown", resister("resist"))
    assert table.unit("orc").prone == 1 and table.unit("orc").free_uses == 0


@clause("heimr.c.skills", "heimr.effect.weaken")
@pytest.mark.parametrize(
    ("fields", "rules", "left"),
    [
        ({}, {}, 3), ({"free_uses": ["resist"]}, {}, 2), ({"weaken_timer": 1}, {}, 2),
        ({"free_uses": ["resist"], "weaken_timer": 1}, {}, 1),
        ({"free_uses": ["resist"]}, {"c.skills.resist_wp": 2}, 1), ({}, {"c.skills.resist_free": 0}, 2),
        ({"free_uses": ["resist"], "wp": 0}, {}, None),
    ],
)  # fmt: skip
def test_what_resisting_costs(fields, rules, left):
    table = struck("knockdown", resister("resist", set=fields), rules=rules, wanted=("resist",))
    orc = table.unit("orc")
    assert (orc.prone, orc.wp) == ((1, 0) if left is None else (0, left))


@clause("heimr.effect.resist")
def test_plain_damage_cannot_be_resisted():
    table = scene(with_skill("mighty_blow"), resister("resist"))
    table.dice = SURE
    table.play("prime_skill mighty_blow", "weapon_attack orc")
    assert table.prompt == "turn" and table.unit("orc").hp == PLENTY - 4


@clause("heimr.effect.miss", "heimr.c.skills")
def test_a_stunning_blow_evaded():
    table = scene(with_skill("stun", weapons=["great_weapon"]), resister("evade"))
    table.dice = SURE
    table.play("prime_skill stun", "weapon_attack orc")
    assert (table.prompt, table.decider) == ("evade", "orc") and set(table.choices()) == {"evade", "take_it"}
    table.play("evade")
    orc = table.unit("orc")
    assert (orc.hp, orc.daze_timer, orc.wp) == (PLENTY, 0, 1) and "evaded" in kinds(table)


@clause("heimr.effect.miss", "heimr.c.skills")
@pytest.mark.parametrize(
    ("wp", "rules", "hp", "left"), [(1, {}, 29, 1), (2, {}, 30, 0), (3, {"c.skills.evade_wp": 3}, 30, 0), (3,
    {"c.skills.evade_free": 1}, 30, 3)]
)  # fmt: skip
def test_what_evading_costs(wp, rules, hp, left):
    table = scene(striker(), resister("evade", set={"wp": wp}), rules=rules)
    act(table, "weapon_attack orc", "evade", dice=SURE)
    assert (table.unit("orc").hp, table.unit("orc").wp) == (hp, left)


@clause("heimr.effect.miss", "heimr.injury.effects")
def test_an_evaded_blow_injures_nobody():
    table = scene(striker(), resister("evade", set={"hp": 1}))
    act(table, "weapon_attack orc", "evade", dice=SURE)
    assert (table.unit("orc").hp, table.unit("orc").injuries) == (1, 0)


@clause("heimr.effect.miss", "heimr.action.upcoming_interrupt")
def test_it_was_an_attack_all_the_same():
    table = scene(striker(), resister("evade", set={"upcoming": 2}))
    act(table, "weapon_attack orc", "evade", dice=SURE)
    assert table.unit("orc").upcoming == 0


@clause("heimr.effect.miss")
def test_the_dazed_cannot_evade():
    table = scene(striker(), resister("evade", set={"daze_timer": 1}))
    act(table, "weapon_attack orc", "evade", dice=SURE)
    assert table.unit("orc").hp == PLENTY - 1


@clause("heimr.effect.resist", "heimr.effect.daze")
@pytest.mark.parametrize(("dazed", "asked"), [(0, True), (1, False)])
def test_the_dazed_resist_nothing(dazed, asked):
    """No skills."""
    table = scene(with_skill("knockdown"), resister("resist", set={"daze_timer": dazed}))
    table.dice = SURE
    table.play("prime_skill knockdown", "weapon_attack orc")
    assert (table.prompt == "resist") is asked and table.unit("orc").prone == (0 if asked else 1)


# --- poisoned darts


@clause("heimr.c.poison_darts", "heimr.effect.daze")
@pytest.mark.parametrize(
    ("rules", "field", "value"),
    [
        ({}, "daze_timer", 1), ({"c.poison_darts.number": 4}, "daze_timer", 2),
        ({"c.poison_darts.effect": "weaken", "c.poison_darts.number": 6}, "weaken_timer", 3),
        ({"c.poison_darts.effect": "drain"}, "wp", 1),
    ],
)  # fmt: skip
def test_a_poisoned_dart(rules, field, value):
    """No damage, no injury, but an effect. It is one of the first to be shot."""
    table = scene(man(weapons=["blowgun"], set={"poison": [2]}), bare(), rules=rules)
    act(table, "shoot orc", dice=[6])
    orc = table.unit("orc")
    assert getattr(orc, field) == value and (orc.hp, orc.injuries) == (PLENTY, 0)
    assert table.unit("man").poison[0] == 1


@clause("heimr.c.poison_darts", "heimr.effect.resist")
def test_a_poison_resisted():
    table = scene(man(weapons=["blowgun"], set={"poison": [1]}), resister("resist"))
    act(table, "shoot orc", "resist", dice=[6])
    assert table.unit("orc").daze_timer == 0 and "resisted" in kinds(table)


@clause("heimr.c.poison_darts")
def test_a_dart_without_poison():
    table = scene(man(weapons=["blowgun"], poison=0), bare())
    act(table, "shoot orc", dice=[6])
    assert table.unit("orc").daze_timer == 0 and table.unit("orc").hp == PLENTY


# --- stumbling and striking


@clause("heimr.effect.stumble_combat", "heimr.attack.per_weapon", "heimr.cluster.form")
@pytest.mark.parametrize("stumbles", [False, True])
def test_a_second_blow_at_who_was_shoved_away(stumbles):
    """Who stumbles reaches nobody outside its cluster; others follow, and are in a cluster again."""
    fields = {"stumble_timer": 2, "stumble_direction": "north"} if stumbles else {}
    together = {"cluster": "c"}
    shover = with_skill("shove", weapons=["light_weapon", "light_weapon"], set={**fields, **together})
    table = scene(shover, bare(set=together), man(name="friend", wp=0))
    strike(table, "shove", dice=SURE if stumbles else SURE * 2)
    assert len(happened(table, "attacks")) == (1 if stumbles else 2)
    assert (table.unit("man").cluster == table.unit("orc").cluster >= 0) is not stumbles


@clause("heimr.effect.stumble_combat")
@pytest.mark.parametrize(("left", "barred"), [(1, 6), (2, 6), (3, 2)])
def test_a_shorter_stumble_does_not_open_the_barred_way(left, barred):
    """A shove of two turns, from the west; the orc stumbles already, with the east barred."""
    orc = bare(set={"stumble_timer": left, "stumble_direction": "east"})
    table = scene(with_skill("shove"), orc, rules=number("shove", 4))
    strike(table, "shove", wanted=("west",))
    assert (table.unit("orc").stumble_timer, table.unit("orc").stumble_direction) == (max(left, 2), barred)


@clause("heimr.effect.resist", "heimr.defence.preroll")
def test_who_has_resisted_chooses_its_next_defence_with_nothing_left_over():
    """The dodge is spent on the blow; what came of the effect is of no account to the choice of the next one."""
    table = scene(with_skill("knockdown", weapons=["medium_weapon"]), resister("resist", stand=dodging(2)))
    table.dice = SURE
    table.play("prime_skill knockdown", "weapon_attack orc", "defend", "resist")
    assert (table.prompt, table.decider, int(table.state["result"])) == ("defence", "orc", 0)
