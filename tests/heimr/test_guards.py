"""Guards: of allies, of borders, of squares; and how to get past them."""

from __future__ import annotations

import pytest
from fixtures import clause
from heimr.blows import use
from heimr.ground import (
    act,
    archer,
    blocking,
    chance,
    dodging,
    exactly,
    faces,
    foe,
    hits,
    kinds,
    man,
    naturals,
    rest,
    scene,
    swordsman,
    targets,
    verbs,
)

from tactica.envs.engine.describing import IllegalChoice
from tactica.envs.rulesets.heimr.vocab import GuardKind

MISS, HIT = [4, 1, 1], [6, 9, 9]  # of a consistency of 2
FRESH = {"guard": "ally", "guard_left": 1}


def healer(**more):
    """Who is guarded."""
    return foe(name="healer", **{"wp": 1, **more})


def guard(**more):
    """Who guards the healer."""
    return foe(name="guard", **{"wp": 2, **more, "set": {**FRESH, "guard_unit": "healer", **more.get("set", {})}})


def attacked(*units, text="weapon_attack healer", dice=MISS, wanted=(), **more):
    """A swordsman attacks the healer."""
    table = scene(swordsman(wp=5), *units, **more)
    act(table, text, *wanted, dice=dice)
    return table


# --- who may guard what


@clause("heimr.guard.basics")
@pytest.mark.parametrize(("at", "is_open"), [("B2", True), ("B3", False)])
def test_an_ally_in_the_same_square(at, is_open):
    table = scene(man(), man(name="friend", at=at), foe(at="A1"))
    assert table.offers("guard friend") is is_open
    assert not table.offers("guard orc") and not table.offers("guard man")


@clause("heimr.guard.basics", "heimr.action.guard")
@pytest.mark.parametrize(
    ("text", "kind"),
    [("guard friend", GuardKind.ALLY), ("guard_border north", GuardKind.BORDER), ("guard_cell", GuardKind.CELL)],
)
def test_allies_borders_and_squares_for_nothing(text, kind):
    table = scene(man(), man(name="friend"), foe(at="A1"))
    act(table, text)
    unit = table.unit("man")
    assert unit.guard == kind and unit.guard_left == 1 and unit.standard_left == 1
    assert not {"guard", "guard_border", "guard_cell"} & verbs(table), "once a turn"


@clause("heimr.guard.basics", "heimr.guard.border_near")
def test_only_borders_that_somebody_could_cross():
    """B3 lies at the northern edge; a wall stands to the west. An exit can be guarded, as it can be fled through."""
    walls = [("B3", "A3", "wall")]
    table = scene(man(at="B3"), foe(at="A1"), borders=walls)
    assert set(table.choices("guard_border")) == {"guard_border east", "guard_border south"}
    table = scene(man(at="B3"), foe(at="A1"), borders=walls, battle={"exits": ["north"]})
    assert "guard_border north" in table.choices("guard_border")


@clause("heimr.guard.basics")
def test_one_thing_at_a_time():
    table = scene(man(), man(name="friend"), foe(at="A1", wp=0))
    act(table, "guard friend")
    rest(table, "man")
    assert table.unit("man").guard == GuardKind.ALLY, "until it is used"
    act(table, "guard_border east")
    assert table.unit("man").guard == GuardKind.BORDER


@clause("heimr.guard.basics", "heimr.guard.one_opponent")
@pytest.mark.parametrize(
    ("text", "others"),
    [
        ("guard friend", {"guard other", "guard_border north", "guard_cell"}),
        ("guard_border north", {"guard friend", "guard_border south", "guard_cell"}),
        ("guard_cell", {"guard friend", "guard_border north"}),
    ],
)
def test_the_same_again_only_once_it_has_intercepted(text, others):
    rules = {"guard.one_opponent.interceptions": 2}
    table = scene(man(), man(name="friend"), man(name="other"), foe(at="A1", wp=0), rules=rules)
    act(table, text)
    rest(table, "man")
    assert text not in table.choices() and others <= set(table.choices())
    use(table, "man", guard_left=1)
    assert text in table.choices()
    act(table, text)
    assert table.unit("man").guard_left == 2


@clause("heimr.guard.basics")
def test_why_it_is_not_declared_again():
    table = scene(man(), man(name="friend"), foe(at="A1", wp=0))
    act(table, "guard_cell")
    rest(table, "man")
    with pytest.raises(IllegalChoice, match="it is already guarding that"):
        table.play("guard_cell")


@clause("heimr.guard.basics")
@pytest.mark.parametrize("field", ["daze_timer", "unconscious", "prone"])
def test_whoever_cannot_guard_does_not(field):
    """Dazed, helpless, or thrown to the ground."""
    table = scene(swordsman(wp=5, skills=["stun", "knockdown"]), guard(), healer())
    if field == "unconscious":
        table = scene(swordsman(wp=5), guard(), healer(), rules={"tables.items.medium_weapon.damage": 7})
    else:
        act(table, "prime_skill stun" if field == "daze_timer" else "prime_skill knockdown")
    act(table, "weapon_attack guard", dice=HIT)
    assert getattr(table.unit("guard"), field) > 0 and table.unit("guard").guard == 0


@clause("heimr.guard.basics")
@pytest.mark.parametrize("who", ["man", "friend"])
def test_it_ends_when_either_goes_away(who):
    table = scene(man(), man(name="friend", wp=2), foe(at="A1", wp=0))
    act(table, "guard friend")
    if who == "friend":
        act(table, "end_turn")
    act(table, "move north")
    assert table.unit("man").guard == 0


@clause("heimr.guard.basics")
def test_not_on_the_ground_after_a_fall_nor_in_a_grip():
    assert "guard_cell" not in verbs(scene(man(set={"prone": 1, "fall_timer": 1}), foe(at="A1")))
    held = scene(man(set={"cluster": "man"}), foe(set={"cluster": "man", "grab_target": "man", "grab_part": "torso"}))
    assert "guard_cell" not in verbs(held)


@clause("heimr.guard.basics", "heimr.action.guard")
@pytest.mark.parametrize(
    ("fields", "is_open"),
    [({}, True), ({"fall_timer": 1}, False), ({"hp": 0, "injuries": ["left_leg"]}, False)],
)
def test_who_lies_of_its_own_will_may_guard(fields, is_open):
    """But not who has been thrown to the ground, as long as the fall or the wound lasts."""
    table = scene(man(set={"prone": 1, **fields}), man(name="friend", wp=2), foe(at="A1", wp=0))
    assert ({"guard", "guard_border", "guard_cell"} <= verbs(table)) is is_open


@clause("heimr.guard.basics")
@pytest.mark.parametrize(
    ("choice", "kind"), [("drop_prone", GuardKind.CELL), ("whisper", GuardKind.CELL), ("move north", 0)]
)
def test_what_ends_it_of_ones_own_will(choice, kind):
    """Whoever lies down of its own will stays on guard."""
    table = scene(man(), foe(at="A1"))
    act(table, "guard_cell")
    act(table, choice)
    assert table.unit("man").guard == kind


@clause("heimr.guard.basics", "heimr.guard.ally", "heimr.position.unconscious")
def test_who_faints_is_still_guarded():
    wound = {"hp": -2, "injuries": ["right_leg"], "prone": 1, "death_timer": 151, "faint_timer": 1}
    table = scene(healer(wp=6, set=wound), swordsman(wp=5), guard(hp=9))
    act(table, "end_turn")
    assert table.unit("healer").unconscious == 1 and table.unit("guard").guard == GuardKind.ALLY
    act(table, "weapon_attack healer", dice=HIT)
    assert targets(table, "attack_hit") == ["guard"] and table.unit("guard").guard == 0


@clause("heimr.guard.basics", "heimr.ready.declare", "heimr.action.drop_prone")
def test_who_lies_down_as_it_had_readied_stays_on_guard():
    table = scene(man(), foe(at="B3"), foe(name="far", at="A1", wp=0))
    table.play("guard_cell")
    act(table, "ready_prone enemy_enters")
    act(table, "move south")
    assert table.unit("man").prone == 1 and table.unit("man").guard == GuardKind.CELL


@clause("heimr.guard.basics", "heimr.brawl.attack")
def test_a_guard_in_a_grip_guards_nothing():
    table = scene(man(wp=5), guard(), healer())
    act(table, "brawl guard bind_torso", dice=[6, 9])
    assert table.unit("man").grab_target == table.unit("guard").row and table.unit("guard").guard == 0


@clause("heimr.guard.basics")
def test_a_guard_defends_itself_as_ever():
    """Attacks at the guard itself, and at those it does not guard, wear nothing out."""
    other = foe(name="other", wp=0)
    table = scene(swordsman(wp=5), guard(hp=9), healer(), other)
    act(table, "weapon_attack guard", dice=HIT)
    assert table.unit("guard").guard == GuardKind.ALLY
    table = scene(swordsman(wp=5), guard(hp=9), healer(), other)
    act(table, "weapon_attack other", dice=HIT)
    assert table.unit("guard").guard == GuardKind.ALLY


# --- allies


@clause("heimr.guard.ally")
@pytest.mark.parametrize(
    ("text", "dice"), [("weapon_attack healer", HIT), ("brawl healer", [6, 9]), ("brawl healer bind_torso", [6, 6])]
)
def test_attacks_go_to_the_guard(text, dice):
    table = attacked(guard(hp=9), healer(), text=text, dice=dice)
    assert targets(table, "attack_hit") == ["guard"] and table.unit("healer").hp == 3
    assert table.unit("guard").guard == 0 and "intercepted" in kinds(table)
    assert table.unit("guard").cluster == table.unit("man").cluster >= 0 > table.unit("healer").cluster


@clause("heimr.guard.ally")
def test_so_do_charges():
    table = scene(swordsman(at="B1", wp=5), guard(hp=9), healer())
    act(table, "charge_weapon healer", dice=HIT)
    assert targets(table, "attack_hit") == ["guard"] and table.unit("man").at == (1, 1)


@clause("heimr.guard.ally", "heimr.guard.one_opponent")
def test_the_guard_uses_its_own_defence():
    table = attacked(guard(stand=dodging(9)), healer(), dice=MISS)
    assert targets(table, "attack_missed") == ["guard"]


@clause("heimr.action.guard")
def test_the_log_names_who_is_guarded():
    table = scene(foe(name="guard"), swordsman(name="man"), healer())
    act(table, "guard healer")
    assert [event.text for event in table.events if event.kind == "guards"] == ["guard guards healer"]


@clause("heimr.guard.ally", "heimr.action.upcoming_interrupt")
def test_who_is_guarded_is_not_interrupted():
    table = attacked(guard(), healer(set={"upcoming": 2}), dice=MISS)
    assert table.unit("healer").upcoming == 2
    table = attacked(healer(set={"upcoming": 2}), dice=MISS)
    assert table.unit("healer").upcoming == 0


@clause("heimr.guard.one_opponent")
@pytest.mark.parametrize(
    ("interceptions", "struck"), [(1, ["guard", "healer", "healer"]), (2, ["guard", "guard", "healer"])]
)
def test_it_stops_one_opponent(interceptions, struck):
    rules = {"guard.one_opponent.interceptions": interceptions}
    men = [swordsman(name=f"man_{i}", wp=5) for i in range(3)]
    guarding = foe(name="guard", dex=1, wp=9, hp=12)
    table = scene(guarding, *men, healer(hp=12), rules=rules)
    act(table, "guard healer")
    act(table, "end_turn")
    for _ in men:
        act(table, "weapon_attack healer", dice=HIT)
        act(table, "end_turn")
    assert targets(table, "attack_hit") == struck


@clause("heimr.guard.one_opponent")
def test_so_many_guards_so_many_attackers():
    men = [swordsman(name=f"man_{i}", wp=6) for i in range(3)]
    guards = [foe(name=f"guard_{i}", wp=2, hp=9, set={**FRESH, "guard_unit": "healer"}) for i in range(2)]
    table = scene(*men, *guards, healer(hp=9))
    for _ in men:
        act(table, "weapon_attack healer", dice=HIT)
        act(table, "end_turn")
    assert sorted(map(str, targets(table, "attack_hit"))) == ["guard_0", "guard_1", "healer"]


@clause("heimr.guard.multiple")
def test_the_first_in_the_order_after_the_attacker():
    """Order G1 A G2 T: G2 intercepts, and G1 remains on guard."""
    one = foe(name="g_1", wp=6, set={**FRESH, "guard_unit": "healer"})
    two = foe(name="g_2", wp=2, hp=9, set={**FRESH, "guard_unit": "healer"})
    table = scene(one, swordsman(wp=5), two, healer())
    act(table, "end_turn")
    act(table, "weapon_attack healer", dice=HIT)
    assert targets(table, "attack_hit") == ["g_2"]
    assert (table.unit("g_1").guard, table.unit("g_2").guard) == (GuardKind.ALLY, 0)


@clause("heimr.guard.multiple", "heimr.guard.hidden")
def test_who_does_not_see_the_attacker_is_passed_over():
    one = foe(name="g_1", wp=3, set={**FRESH, "guard_unit": "healer"})
    two = foe(name="g_2", wp=2, hp=9, set={**FRESH, "guard_unit": "healer"})
    hiding = archer(at="B3", wp=6, set={"hide_value": 20, "hidden_from": ["g_1"]})
    table = scene(hiding, one, two, healer(), cells=[("B3", {"dark": 2})])
    act(table, "shoot healer", dice=HIT)
    assert targets(table, "attack_hit") == ["g_2"] and table.unit("g_1").guard == GuardKind.ALLY


def charging_into_a_trap(**trap):
    """A friend, whom a man guards, charges and is dazed by a trap: no attack follows. Then the turn of an orc."""
    orc = foe(at="C2", wp=1, set={"guard": "border", "guard_direction": "west", "guard_left": 1})
    men = swordsman(wp=5), swordsman(name="friend", wp=3)
    table = scene(*men, orc, cells=[("C2", {"hazard": "daze", "hazard_cr": 30, **trap})])
    act(table, "guard friend")
    act(table, "end_turn")
    act(table, "charge_weapon orc", dice=faces(5))
    assert "attacks" not in kinds(table)
    return table


@clause("heimr.guard.basics", "heimr.guard.ally")
def test_nobody_guards_who_has_charged_away():
    """It ends as the friend leaves the square; the next attack goes at the friend."""
    table = charging_into_a_trap()
    assert table.unit("friend").at == (2, 1)
    assert table.unit("man").guard == 0 and table.decider == "orc"
    act(table, "brawl friend", dice=[4, 9])
    assert targets(table, "attacks") == ["friend"]


@clause("heimr.guard.border_end", "heimr.action.charge")
def test_a_charge_without_an_attack_has_crossed_as_well():
    assert charging_into_a_trap().unit("orc").guard == 0


@clause("heimr.guard.border_end", "heimr.action.charge")
def test_who_dies_on_arrival_has_crossed_as_well():
    table = charging_into_a_trap(hazard="hit", hazard_number=60)
    assert table.unit("friend").dead == 1 and table.unit("friend").at is None
    assert table.unit("orc").guard == 0


# --- shots


def shot_at(rules=None, guarding=None, **guarded):
    """A shot of consistency 2, potential 3, fatigue 1 at a guarded healer in the next square."""
    return scene(
        archer(at="B3", sta=3, wp=5), guard(**(guarding or {"stand": dodging(8)})), healer(**guarded), rules=rules
    )


@clause("heimr.guard.ranged")
@pytest.mark.parametrize(("goes_on", "healer_hit"), [(1, 0.164931), (0, 0.0)])
def test_a_dodged_shot_goes_on_to_its_target(goes_on, healer_hit):
    table = shot_at({"guard.ranged.reroll_for_original_target": goes_on}, stand=dodging(8))
    assert hits(2, 3, 8, fatigue=1) == exactly(0.791667)
    assert chance(table, "shoot healer", "hit on guard") == exactly(0.791667)
    assert chance(table, "shoot healer", "hit on healer") == exactly(healer_hit)


@clause("heimr.guard.ranged", "heimr.ranged.cluster_spill")
def test_a_guard_in_the_same_cluster_dodges_a_shot_once():
    """The guard dodges, the healer dodges: everybody in the cluster has. 6 + 3 do not reach 10; two in a cluster take 2 off."""
    together = {"stand": dodging(10), "sta": 3, "set": {"cluster": "guard"}}
    table = shot_at(guarding=together, **together)
    act(table, "shoot healer", dice=[6, 6])
    assert targets(table, "attacks") == ["guard", "healer"]


@clause("heimr.guard.ranged")
def test_a_blocked_shot_goes_nowhere():
    """A block of 12 against an attack of 11."""
    block = {"stand": blocking(10), "shield": "small_shield"}
    table = shot_at(guarding=block)
    act(table, "shoot healer", dice=[6, 8, 8])
    assert targets(table, "attack_missed", "attack_hit") == ["guard"]


@clause("heimr.guard.ranged", "heimr.guard.ally", "heimr.action.hide", "heimr.ready.after_trigger")
@pytest.mark.parametrize(("six", "goes_on"), [(6, False), (4, True)])
def test_who_is_guarded_has_been_shot_at_only_by_what_got_past_the_guard(six, goes_on):
    """6 + 3 hit the guard; 4 + 3 are dodged, and the healer has no defence."""
    table = scene(healer(wp=6), archer(at="B3", sta=3, wp=5), guard(stand=dodging(8)))
    act(table, "ready_prone enemy_attacks_me")
    act(table, "shoot healer", dice=[six, 1, 1, *([4, 1, 1] if goes_on else [])])
    assert table.unit("healer").shot_by == (("man",) if goes_on else ())
    assert table.unit("healer").prone == goes_on
    assert table.unit("guard").shot_by == ("man",)


@clause("heimr.guard.ranged", "heimr.position.prone")
def test_the_guard_counts_as_it_is_and_so_does_the_target():
    """The guard stands in the open, the healer lies on the ground: two harder to hit."""
    table = shot_at(set={"prone": 1})
    first = hits(2, 3, 8, fatigue=1)
    assert chance(table, "shoot healer", "hit on guard") == exactly(first)
    assert chance(table, "shoot healer", "hit on healer") == exactly((1 - first) * hits(0, 3, None, fatigue=1))


@clause("heimr.guard.ranged", "heimr.ranged.cluster_penalty")
def test_the_cluster_of_the_guard_counts_but_nobody_else_in_it_is_hit():
    friend = man(name="friend", wp=0, set={"cluster": "guard"})
    guarding = guard(stand=dodging(8), set={"cluster": "guard"})
    table = scene(archer(at="B3", sta=3, wp=5, archery=(3, 2)), guarding, healer(), friend)
    first = hits(3 - 2, 3, 8, fatigue=1)
    assert chance(table, "shoot healer", "hit on guard") == exactly(first)
    assert chance(table, "shoot healer", "hit on friend") == 0
    assert chance(table, "shoot healer", "hit on healer") == exactly((1 - first) * hits(3, 3, None, fatigue=1))


@clause("heimr.guard.ranged", "heimr.ranged.cluster_spill", "heimr.ranged.cluster_penalty")
def test_behind_the_guard_the_rules_of_clusters_hold():
    """The healer fights a man: two harder to hit, and if it dodges, he is next."""
    patient = healer(stand=dodging(8), set={"cluster": "healer"})
    friend = man(name="friend", wp=0, set={"cluster": "healer"})
    table = scene(archer(at="B3", sta=3, wp=5), guard(stand=dodging(8)), patient, friend)
    first, second = hits(2, 3, 8, fatigue=1), hits(0, 3, 8, fatigue=1)
    assert chance(table, "shoot healer", "hit on guard") == exactly(first)
    assert chance(table, "shoot healer", "hit on healer") == exactly((1 - first) * second)
    third = hits(1, 3, None, fatigue=1)
    assert chance(table, "shoot healer", "hit on friend") == exactly((1 - first) * (1 - second) * third)


@clause("heimr.guard.ranged", "heimr.defence.parry_vs_ranged")
def test_a_guard_with_a_parry_dodges_on_the_spot():
    guarding = {"weapons": ["medium_weapon"], "stand": ("parry", 6, 9)}
    table = shot_at(guarding=guarding)
    act(table, "shoot healer", "guard: use_dodge", dice=[*faces(10), 6, 1, 1, 6, 1, 1])
    assert targets(table, "attack_missed", "attack_hit") == ["guard", "healer"]


@clause("heimr.guard.ally", "heimr.ready.after_trigger", "heimr.ready.declare")
@pytest.mark.parametrize("guarded", [True, False])
def test_who_is_guarded_has_not_been_attacked(guarded):
    """Its readied action waits."""
    patient = healer(wp=6)
    table = scene(patient, swordsman(wp=5), guard() if guarded else foe(name="guard", wp=2))
    act(table, "ready_prone enemy_attacks_me")
    act(table, "weapon_attack healer", dice=MISS)
    assert table.unit("healer").prone == (not guarded)


@clause("heimr.guard.ranged", "heimr.fatigue.multi_shot")
def test_nobody_gets_past_a_guard_with_a_shot():
    table = shot_at()
    events = act(table, "shoot healer", "outmanoeuvre", dice=[6, 9, 9])
    assert [event.target for event in events if event.kind == "attack_hit"] == ["guard"]


# --- borders


def border(way="north", at="B2", **more):
    """An orc that guards a border of its square."""
    return foe(wp=2, at=at, set={"guard": "border", "guard_direction": way, "guard_left": 1}, **more)


@clause("heimr.guard.border_near")
@pytest.mark.parametrize("verb", ["move", "run"])
def test_nobody_crosses_beside_a_guard(verb):
    table = scene(man(), border(), foe(name="far", at="A1", wp=0), dice=[])
    act(table, f"{verb} north")
    unit = table.unit("man")
    assert unit.at == (1, 1) and unit.cluster == table.unit("orc").cluster >= 0
    assert unit.standard_left == 0 and table.unit("orc").guard == 0
    assert (table.decider == "man") is (verb == "move"), "running ends the turn all the same"


@clause("heimr.guard.border_near", "heimr.action.charge")
def test_nobody_charges_past_one_either():
    """The attack does not come about."""
    table = scene(swordsman(), border(), foe(name="goblin", at="B3", wp=1))
    act(table, "charge_weapon goblin")
    unit = table.unit("man")
    assert unit.at == (1, 1) and unit.cluster == table.unit("orc").cluster >= 0 and "attacks" not in kinds(table)
    assert table.unit("orc").guard == 0


@clause("heimr.guard.border_near", "heimr.action.crawl")
def test_nor_crawls_past_it():
    table = scene(man(set={"prone": 1}), border(), foe(name="far", at="A1", wp=0))
    act(table, "crawl north")
    rest(table, "man")
    act(table, "continue")
    assert table.unit("man").at == (1, 1) and table.unit("orc").guard == 0


@clause("heimr.guard.border_near")
def test_other_borders_are_open():
    table = scene(man(), border())
    act(table, "move east")
    assert table.unit("man").at == (2, 1) and table.unit("orc").guard == GuardKind.BORDER


@clause("heimr.guard.border_near", "heimr.env.limit")
def test_who_is_stopped_does_not_count_toward_a_limit():
    table = scene(man(), man(name="friend", wp=2), border() | {"wp": 1}, borders=[("B2", "B3", {"limit": 1})])
    act(table, "move north")
    act(table, "end_turn")
    assert table.offers("move north")


@clause("heimr.guard.border_far")
def test_a_guard_beyond_lets_who_moves_come():
    table = scene(man(), border("south", "B3"))
    act(table, "move north")
    assert table.unit("man").at == (1, 0) and table.unit("man").cluster < 0


@clause("heimr.guard.border_far")
def test_but_not_who_charges():
    table = scene(swordsman(), border("south", "B3", hp=9), foe(name="archer", at="B3", wp=0, weapons=["bow"]))
    act(table, "charge_weapon archer", dice=HIT)
    assert table.unit("man").at == (1, 0) and targets(table, "attack_hit") == ["orc"]
    assert table.unit("orc").guard == 0 and table.unit("archer").hp == 3


@clause("heimr.guard.border_far", "heimr.guard.outmanoeuvre")
def test_who_charges_may_get_past_it():
    """Its dodge suffers from the charge, too: 1 - 1 - 2. The guard misses, and the charge goes on."""
    guarding = border("south", "B3", weapons=["medium_weapon"])
    table = scene(swordsman(dex=2), guarding, foe(name="archer", at="B3", wp=0, weapons=["bow"], hp=9))
    act(table, "charge_weapon archer", "outmanoeuvre", "attack_it", dice=[*faces(6, -2), 4, 1, *HIT])
    assert targets(table, "attack_hit") == ["archer"] and targets(table, "attack_missed") == ["man"]


@clause("heimr.guard.border_end")
def test_it_ends_once_an_opponent_has_crossed():
    table = scene(man(), border("south", "B3"))
    act(table, "move north")
    assert table.unit("orc").guard == 0


@clause("heimr.guard.border_end")
def test_or_when_the_guard_goes_away_itself():
    table = scene(man(at="A1"), border(), dice=[])
    act(table, "end_turn")
    act(table, "move east")
    assert table.unit("orc").guard == 0


@clause("heimr.guard.border_end")
def test_friends_cross_as_they_like():
    table = scene(foe(name="goblin", wp=5), border(), man(at="A1", wp=0))
    act(table, "move north")
    assert table.unit("goblin").at == (1, 0) and table.unit("orc").guard == GuardKind.BORDER


# --- hidden opponents


@clause("heimr.guard.hidden")
@pytest.mark.parametrize(("hidden_from", "struck"), [(["guard"], "healer"), ([], "guard")])
def test_a_guard_does_not_respond_to_whom_it_does_not_see(hidden_from, struck):
    hiding = swordsman(at="B3", wp=5, set={"hide_value": 20, "hidden_from": hidden_from})
    table = scene(hiding, guard(hp=9), healer(hp=9), cells=[("B3", {"dark": 2}), ("B2", {"dark": 2})])
    act(table, "charge_weapon healer", dice=HIT)
    assert targets(table, "attack_hit") == [struck]


@clause("heimr.guard.hidden")
def test_a_border_guard_neither():
    hiding = man(wp=5, set={"hide_value": 20, "hidden_from": ["orc"]})
    table = scene(hiding, border(), cells=[("B3", {"dark": 2}), ("B2", {"dark": 2})])
    act(table, "move north")
    assert table.unit("man").at == (1, 0)


# --- getting past


def past(rules=None, **mover):
    """A man in B2 who wants north; a guard with consistency 2, potential 4, fatigue 4 beside him."""
    guarding = border(weapons=["medium_weapon"], dueling=(1, 1))
    return scene(man(**{"dex": 2, "agility": (0, 0), **mover}), guarding, foe(name="far", at="A1", wp=0), rules=rules)


def gets_past(c, p=2):
    """The chance to dodge with a consistency, at fatigue 4, an attack of consistency 2, potential 4, fatigue 4."""
    attack, dodge = naturals(2), naturals(c)
    stopped = sum(
        w * v for n, w in attack.items() if n >= 4 for m, v in dodge.items() if not (m >= 4 and m + p >= n + 4)
    )
    return 1 - stopped


@clause("heimr.guard.outmanoeuvre")
@pytest.mark.parametrize(("penalty", "c", "book"), [(1, 0, 0.055278), (0, 1, 0.208139), (2, -1, None), (3, -2, None)])
def test_the_guard_strikes_and_must_be_dodged(penalty, c, book):
    table = past({"guard.outmanoeuvre.dodge_penalty": penalty})
    assert book is None or gets_past(c) == exactly(book)
    assert chance(table, "move north", "got_past", ("outmanoeuvre", "attack_it")) == exactly(gets_past(c))


@clause("heimr.guard.outmanoeuvre", "heimr.guard.border_end")
@pytest.mark.parametrize(("dodge", "at"), [(faces(6, 0), (1, 0)), (faces(4, 0), (1, 1))])
def test_what_comes_of_it(dodge, at):
    """An attack of 4 + 4 against a dodge of 6 + 2, or 4 + 2."""
    table = past(hp=5)
    act(table, "move north", "outmanoeuvre", "attack_it", dice=[*dodge, *MISS])
    unit, orc = table.unit("man"), table.unit("orc")
    assert unit.at == at and unit.standard_left == 0
    assert orc.guard == GuardKind.NOTHING, "either way: the border is crossed, or the guard has stopped somebody"
    assert unit.hp == (5 if at == (1, 0) else 5 - 2)


@clause("heimr.guard.outmanoeuvre")
def test_the_log_says_what_getting_past_takes():
    """The dodge of the man: 1 - 1."""
    rolled = next(
        event
        for event in act(past(hp=5), "move north", "outmanoeuvre", "attack_it", dice=[*faces(6, 0), *MISS])
        if event.kind == "consistency"
    )
    assert (rolled.who, rolled.terms) == ("man", [("consistency", 1), ("outmanoeuvred", -1)])


@clause("heimr.guard.outmanoeuvre")
def test_a_guard_may_let_it_be():
    table = past()
    act(table, "move north", "outmanoeuvre", "let_it_be")
    assert table.unit("man").at == (1, 0) and "attacks" not in kinds(table)


@clause("heimr.guard.outmanoeuvre")
def test_an_unarmed_guard_brawls():
    table = scene(man(dex=2, hp=5), border(), foe(name="far", at="A1", wp=0))
    act(table, "move north", "outmanoeuvre", "attack_it", dice=[*faces(1, 0), 4, 9])
    assert table.unit("man").at == (1, 1) and table.unit("man").hp == 5 - 1


@clause("heimr.guard.outmanoeuvre", "heimr.ready.shift")
def test_who_attacks_an_ally_may_get_past_as_well():
    table = scene(swordsman(wp=5, dex=2), guard(weapons=["medium_weapon"]), healer())
    before = [unit.order for unit in table.units]
    act(table, "weapon_attack healer", "outmanoeuvre", "attack_it", dice=[*faces(6, 0), 4, 1, *HIT])
    assert targets(table, "attack_hit") == ["healer"] and table.unit("guard").guard == GuardKind.ALLY
    assert [unit.order for unit in table.units] == before


@clause("heimr.guard.outmanoeuvre")
def test_who_is_struck_down_has_not_got_past():
    """The guard's blow takes the last hit point: it was not dodged, and the guard ends."""
    friend = man(name="friend", at="A1", wp=0)
    table = scene(swordsman(wp=9, set={"hp": 1}), guard(weapons=["medium_weapon"]), healer(), friend)
    act(table, "weapon_attack healer", "outmanoeuvre", "attack_it", dice=[*faces(1, 0), 6, 9])
    assert targets(table, "attack_hit") == ["man"] and "got_past" not in kinds(table)
    assert table.unit("guard").guard == 0


@clause("heimr.guard.outmanoeuvre", "heimr.brawl.graze")
def test_a_touch_counts_as_dodged():
    """A brawl of 8 against a dodge of 6 + 2."""
    table = scene(man(dex=2, hp=5), border(), foe(name="far", at="A1", wp=0))
    act(table, "move north", "outmanoeuvre", "attack_it", dice=[*faces(6, 0), 6, 8])
    assert {"grazed", "got_past"} <= set(kinds(table))
    assert table.unit("man").at == (1, 0)


# --- heights


TOWER = [("B2", {"feature": 4, "feature_climb": 0})]
STEPS = [("B2", {"feature": 2, "feature_climb": 0})]


@clause("heimr.guard.ally", "heimr.height.melee")
@pytest.mark.parametrize(("high", "struck"), [(0, "guard"), (1, "guard"), (2, "healer"), (4, "healer")])
def test_a_guard_high_above_is_not_in_the_way(high, struck):
    table = scene(swordsman(wp=5), guard(hp=9, set={"elevation": high}), healer(hp=9), cells=TOWER)
    act(table, "weapon_attack healer", dice=[4, 1] if high == 1 else MISS)
    assert targets(table, "attacks") == [struck]


@clause("heimr.guard.ally", "heimr.height.melee")
def test_nor_is_a_guard_out_of_reach_of_the_attacker():
    """He stands a level above the healer, the guard a level below; striking down takes one die more."""
    units = swordsman(wp=5, set={"elevation": 2}), guard(hp=9), healer(hp=9, set={"elevation": 1})
    table = scene(*units, cells=STEPS)
    act(table, "weapon_attack healer", dice=[4, 1, 1, 1])
    assert targets(table, "attacks") == ["healer"] and table.unit("guard").guard_left == 1


@clause("heimr.guard.ally", "heimr.guard.ranged", "heimr.ranged.range")
@pytest.mark.parametrize(("high", "struck"), [(1, "guard"), (2, "healer")])
def test_a_throw_goes_to_a_guard_within_its_range(high, struck):
    """A throw of one square, from the ground: two levels are two squares."""
    units = man(weapons=["throwing_weapon"], wp=5), guard(hp=9, set={"elevation": high})
    table = scene(*units, healer(hp=9, set={"elevation": 1}), cells=STEPS, dice=None)
    act(table, "shoot healer")
    assert targets(table, "attacks") == [struck]


@clause("heimr.guard.border_near", "heimr.height.melee")
@pytest.mark.parametrize(("high", "stops"), [(1, True), (2, False), (4, False)])
def test_a_border_is_not_guarded_from_high_above(high, stops):
    table = scene(man(), border(), foe(name="far", at="A1", wp=0), cells=TOWER)
    use(table, "orc", elevation=high)
    act(table, "move north")
    assert (table.unit("man").at == (1, 1)) is stops


@clause("heimr.guard.basics", "heimr.height.melee")
@pytest.mark.parametrize(("high", "is_open"), [(1, True), (2, False)])
def test_nobody_guards_an_ally_high_above(high, is_open):
    table = scene(man(), man(name="friend", set={"elevation": high}), foe(at="A1"), cells=TOWER)
    assert table.offers("guard friend") is is_open


# --- past them


@clause("heimr.guard.border_end", "heimr.guard.outmanoeuvre")
def test_a_guard_of_the_border_ends_when_somebody_gets_past_it():
    table = scene(man(), border(), foe(name="far", at="A1", wp=0))
    act(table, "move north", "outmanoeuvre")
    assert table.unit("man").at == (1, 0) and table.unit("orc").guard == GuardKind.NOTHING


@clause("heimr.guard.border_end", "heimr.c.escape")
def test_and_when_somebody_leaves_the_map_past_it():
    units = man(at="B3"), border(at="B3"), man(name="friend", at="A1", wp=0)
    table = scene(*units, battle={"exits": ["north"]})
    act(table, "flee", "outmanoeuvre")
    assert table.unit("man").escaped == 1 and table.unit("orc").guard == GuardKind.NOTHING


@clause("heimr.guard.outmanoeuvre")
def test_a_guard_of_an_ally_goes_on():
    table = attacked(guard(), healer(), wanted=("outmanoeuvre",))
    assert targets(table, "attacks") == ["healer"] and table.unit("guard").guard == GuardKind.ALLY


@clause("heimr.guard.outmanoeuvre", "heimr.c.objective")
@pytest.mark.parametrize(("natural", "seized"), [(6, True), (1, False)])
def test_a_guard_of_the_square_can_be_outmanoeuvred(natural, seized):
    """Agility of 1, less 1. The blow comes to 4 + 3: a dodge of 6 + 2 is higher."""
    keeper = foe(wp=2, weapons=["medium_weapon"], set={"guard": "cell", "guard_left": 1})
    table = scene(man(dex=2, hp=5), keeper, foe(name="far", at="A1", wp=0), cells=[("B2", "objective")])
    table.play("seize")
    assert (table.prompt, table.decider) == ("intercepted", "man")
    act(table, "outmanoeuvre", "attack_it", dice=[*faces(natural, 0), *faces(4)])
    assert ("seized" in kinds(table)) is seized and (table.unit("orc").guard == GuardKind.CELL) is seized


@clause("heimr.effect.stumble_combat", "heimr.guard.outmanoeuvre")
@pytest.mark.parametrize("asked", [False, True])
@pytest.mark.parametrize("text", ["move north", "weapon_attack healer"])
def test_a_guard_that_stumbles_strikes_only_at_its_cluster(text, asked):
    kind = {"guard": "border"} if text == "move north" else {"guard": "ally", "guard_unit": "healer"}
    together = {"cluster": "guard"} if asked else {}
    fields = {**kind, **together, "guard_left": 1, "stumble_timer": 2, "stumble_direction": "east"}
    table = scene(swordsman(wp=5, set=together), foe(name="guard", wp=2, set=fields), healer(hp=9), dice=None)
    table.play(text, "outmanoeuvre")
    assert (table.prompt == "provoked") is asked
    assert asked or table.unit("man").at == (1, 0) or targets(table, "attacks") == ["healer"]
