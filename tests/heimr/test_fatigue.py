"""Fatigue: what it asks of naturals, how it grows, how far, and how it goes."""

from __future__ import annotations

import pytest
from fixtures import clause
from heimr.blows import PLENTY, bare, striker, use
from heimr.ground import act, chance, dodging, foe, man, rest, scene, verbs
from heimr.scenes import exactly

from tactica.envs.engine.describing import IllegalChoice

# --- the requirement


@clause("heimr.fatigue.requirement", "heimr.attack.roll")
@pytest.mark.parametrize(
    ("c", "fatigue", "expected"),
    [(1, 4, 0.85), (0, 4, 0.5), (0, 7, 0), (-1, 7, 0), (2, 11, 0.01), (2, 4, 0.955), (1, 6, 1 - 5 / 6 * 0.5),
    (1, 10, 0.1), (-1, 6, 1 / 12)],
)  # fmt: skip
def test_naturals_below_fatigue_fail(c, fatigue, expected):
    """Against somebody without defence nothing else is required."""
    assert chance(scene(striker(c, 2, fatigue), bare()), "weapon_attack orc") == exactly(expected)


@clause("heimr.fatigue.requirement", "heimr.check.requirement")
def test_the_total_does_not_help():
    """Fatigue 7, a natural 6 and a potential of 5 against 7: fails. At fatigue 6 it does not."""
    for fatigue, y in ((7, 1), (6, 0)):
        table = scene(man(dex=5, set={"fatigue": fatigue}), foe(at="C1"), borders=[("B2", "B3", {"crossing": 7})])
        act(table, "move north", dice=[6, 1])
        assert table.unit("man").at == (1, y)


@clause("heimr.fatigue.requirement", "heimr.defence.preroll_fatigue")
def test_an_attack_that_fails_by_fatigue_leaves_the_defence_alone():
    """The dodge is not used up, counts for nothing, tires nobody."""
    table = scene(striker(), foe(hp_max=PLENTY, stand=("dodge", 1, 8)))
    events = act(table, "weapon_attack orc", dice=[3, 2])
    orc = table.unit("orc")
    assert [event.kind for event in events if event.kind.startswith("attack_")] == ["attack_tired"]
    assert (orc.defence_natural, orc.dodges, orc.fatigue) == (8, 0, 4)


@clause("heimr.fatigue.requirement", "heimr.defence.preroll_stale", "heimr.blind.penalty")
def test_a_tired_shot_from_the_blind_spot_gives_the_dodge_back():
    """The dodge of 8 is rolled anew for the shot, at 5 less: 1. A natural 3 is below fatigue 4, and the 8 lies there again."""
    orc = foe(hp_max=PLENTY, stand=("dodge", 1, 8), set={"blind": ["north"]})
    table = scene(man(name="archer", weapons=["bow"], at="B1"), orc)
    act(table, "shoot orc", dice=[1, 10, 10, 10, 10, 3])
    orc = table.unit("orc")
    assert (orc.defence_natural, orc.defence_six, orc.defence_consistency, orc.dodges) == (8, 1, 1, 0)
    assert (orc.blind, orc.fatigue) == (1, 4), "the same blind spot, opposite to the north"


@clause("heimr.fatigue.requirement", "heimr.guard.outmanoeuvre", "heimr.defence.preroll_stale")
def test_a_tired_guard_gives_the_dodge_back():
    """The guard of the border strikes at who gets past it: the dodge of 8 is rolled anew with 1 less, and not needed."""
    mover = man(hp_max=PLENTY, stand=("dodge", 6, 8))
    table = scene(mover, foe(weapons=["light_weapon"], set={"guard": 2, "guard_direction": 0, "guard_left": 1}))
    act(table, "move north", "outmanoeuvre", "attack_it", dice=[1, 3, 2])
    unit = table.unit("man")
    assert "attack_tired" in [event.kind for event in table.events] and unit.at == (1, 0)
    assert (unit.defence_natural, unit.dodges) == (8, 0)


@clause("heimr.fatigue.requirement")
def test_a_tired_defence_stops_nothing():
    """A dodge of 3 at fatigue 4 with a potential of 7."""
    table = scene(striker(2, 5), foe(hp_max=PLENTY, agility=(0, 7), stand=dodging(3)))
    assert chance(table, "weapon_attack orc") == exactly(0.955)


@clause("heimr.fatigue.requirement")
def test_fatigue_before_the_roll_counts():
    """A D6 of 3 beside a 4: the roll meets fatigue 4 and raises it to 5."""
    table = scene(striker(), bare())
    act(table, "weapon_attack orc", dice=[3, 4])
    assert table.unit("orc").hp == PLENTY - 1 and table.unit("man").fatigue == 5


@clause("heimr.fatigue.gain", "heimr.attack.roll")
def test_a_roll_that_tires_keeps_its_total():
    """The sum stands beside the hit, as it does where the same dice tire nobody, and not beside who tires."""
    told = []
    for fatigue in (4, 1):
        events = act(scene(striker(1, 2, fatigue), bare()), "weapon_attack orc", dice=[3, 4])
        told.append({event.kind: event.terms for event in events})
    assert told[0]["tired"] == [] and "tired" not in told[1]
    assert told[0]["attack_hit"] == told[1]["attack_hit"] and sum(value for _, value in told[0]["attack_hit"]) == 4 + 2


@clause("heimr.attack.roll", "heimr.fatigue.requirement")
@pytest.mark.parametrize(
    ("stand", "fatigue", "against"),
    [
        (None, 4, ""),
        (dodging(7), 4, " despite a defence of 12"),
        (dodging(7), 8, " (the defence fails through fatigue)"),
    ],
)
def test_what_a_hit_is_said_to_overcome(stand, fatigue, against):
    """A blow of 10 + 3 at nobody's defence, a dodge of 7 + 5, and the same by who is too tired for it."""
    orc = bare(agility=(0, 5), **({"stand": stand} if stand else {}), set={"fatigue": fatigue})
    table = scene(striker(1, 3), orc)
    act(table, "weapon_attack orc", dice=[6, 10])
    assert table.last("attack_hit").text.startswith(f"man hits orc with its light weapon{against} (")


# --- how it grows


@clause("heimr.fatigue.gain", "heimr.fatigue.bounds")
@pytest.mark.parametrize(
    ("fatigue", "six", "rules", "after"),
    [
        (4, 3, {}, 5), (4, 4, {}, 4), (1, 1, {}, 1), (20, 1, {}, 20), (4, 3, {"fatigue.gain.gain": 2}, 6),
        (4, 3, {"fatigue.gain.gain": 0}, 4), (10, 1, {"fatigue.bounds.max": 10}, 10),
        (9, 1, {"fatigue.gain.gain": 3, "fatigue.bounds.max": 10}, 10), (7, 6, {}, 8),
    ],
)  # fmt: skip
def test_a_d6_below_fatigue_raises_it(fatigue, six, rules, after):
    table = scene(striker(set={"fatigue": fatigue}, sta=3), bare(), rules=rules)
    act(table, "weapon_attack orc", dice=[six, 10])
    assert table.unit("man").fatigue == after


@clause("heimr.fatigue.gain", "heimr.fatigue.above_six")
@pytest.mark.parametrize("fatigue", [1, 2, 3, 4, 5, 6, 7, 8])
def test_how_likely_it_grows(fatigue):
    table = scene(striker(set={"fatigue": fatigue}, sta=3), bare())
    odds = table.odds("weapon_attack orc", want="man.fatigue")
    assert odds[fatigue + 1] == exactly(min(fatigue - 1, 6) / 6)


@clause("heimr.fatigue.gain", "heimr.fatigue.combat_cap")
@pytest.mark.parametrize(("fatigue", "cap", "expected"), [(3, 1, 1 - (4 / 6) ** 2), (4, 1, 0.75), (4, 0, 0)])
def test_two_rolls_in_a_turn(fatigue, cap, expected):
    """Two light weapons: two rolls, one rise at most."""
    table = scene(
        striker(weapons=["light_weapon", "light_weapon"], set={"fatigue": fatigue}, sta=3), bare(),
        rules={"fatigue.combat_cap.max_gain_per_turn": cap}
    )  # fmt: skip
    odds = table.odds("weapon_attack orc", want="man.fatigue")
    assert odds.at_least(fatigue + 1) == exactly(expected) and odds.at_least(fatigue + 2) == 0


@clause("heimr.fatigue.combat_cap")
def test_twice_where_a_battle_allows_it():
    table = scene(
        striker(weapons=["light_weapon", "light_weapon"]), bare(), rules={"fatigue.combat_cap.max_gain_per_turn": 2}
    )
    act(table, "weapon_attack orc", dice=[3, 10, 4, 10])
    assert table.unit("man").fatigue == 6


@clause("heimr.fatigue.combat_cap", "heimr.fatigue.attrition", "heimr.defence.preroll_fatigue")
def test_attack_and_defence_before_the_next_turn():
    """Fatigue 4: 2 on the D6 of an attack, 1 on that of a defence used before the next turn: 5. Then it may rise again."""
    table = scene(striker(hp_max=PLENTY), striker(name="orc", side="orcs", hp_max=PLENTY))
    act(table, "weapon_attack orc", dice=[2, 10])
    assert table.unit("man").fatigue == 5
    act(table, "end_turn", "use_dodge", dice=[1, 9])
    assert table.decider == "orc"
    act(table, "weapon_attack man", "defend", dice=[6, 10])
    assert table.unit("man").fatigue == 5 and table.unit("man").dodges == 1
    rest(table, "man")
    act(table, "weapon_attack orc", dice=[2, 10])
    assert table.unit("man").fatigue == 6


@clause("heimr.fatigue.above_six", "heimr.fatigue.gain")
def test_above_six_every_roll_tires():
    """Stamina -3: fatigue 7, and one more in every turn with a physical roll."""
    table = scene(striker(1, 2, 7), bare())
    for fatigue in (8, 9, 10):
        act(table, "weapon_attack orc", dice=[6, 10])
        assert table.unit("man").fatigue == fatigue
        rest(table, "man")


# --- bounds and base


@clause("heimr.fatigue.base")
@pytest.mark.parametrize(
    ("stamina", "rules", "base"),
    [
        (3, {}, 1), (-2, {}, 6), (4, {}, 1), (0, {}, 4), (-3, {}, 7), (0, {"constant": 6}, 6), (2, {"constant": 6}, 4),
        (4, {"min": 3}, 3), (8, {"min": 2}, 2),
    ],
)  # fmt: skip
def test_base_fatigue(stamina, rules, base):
    """Fatigue starts at 4 - stamina, and a breather brings it no lower."""
    table = scene(man(sta=stamina), foe(), rules={f"fatigue.base.{name}": value for name, value in rules.items()})
    assert table.unit("man").fatigue == base
    use(table, "man", fatigue=base + 1)
    act(table, "breather")
    assert table.unit("man").fatigue == base


@clause("heimr.fatigue.bounds")
def test_the_lowest_fatigue_of_all():
    table = scene(man(sta=4), foe(), rules={"fatigue.bounds.min": 2})
    assert table.unit("man").fatigue == 2
    use(table, "man", fatigue=3)
    act(table, "breather")
    assert table.unit("man").fatigue == 2


@clause("heimr.fatigue.bounds", "heimr.action.breather")
def test_a_breather_goes_no_lower_than_one():
    table = scene(man(sta=3, set={"fatigue": 2}), foe())
    act(table, "breather")
    assert table.unit("man").fatigue == 1


# --- what tires nobody


@clause("heimr.fatigue.move_exempt")
@pytest.mark.parametrize("verb", ["move north", "run north"])
def test_moving_needs_no_roll(verb):
    table = scene(man(set={"fatigue": 9}), foe(at="C1"))
    act(table, verb, dice=[])
    assert table.unit("man").fatigue == 9 and table.unit("man").at == (1, 0)


@clause("heimr.fatigue.move_exempt")
def test_a_crossing_does():
    table = scene(man(), foe(at="C1"), borders=[("B2", "B3", {"crossing": 3})])
    act(table, "move north", dice=[3, 9])
    assert table.unit("man").fatigue == 5 and table.unit("man").at == (1, 0)


@clause("heimr.fatigue.move_exempt")
def test_a_charge_tires_by_its_attack_alone():
    table = scene(striker(), bare(at="B3"))
    act(table, "charge_weapon orc", dice=[3, 10])
    assert table.unit("man").fatigue == 5
    table = scene(striker(), bare(at="B3"))
    act(table, "charge_weapon orc", dice=[4, 10])
    assert table.unit("man").fatigue == 4


@clause("heimr.fatigue.multi_shot", "heimr.ranged.cluster_spill")
@pytest.mark.parametrize(("rolls", "fatigue"), [(1, 5), (2, 6)])
def test_the_first_roll_into_a_cluster_alone_can_tire(rolls, fatigue):
    """Fatigue 5: 6 on the first D6, 1 on the second."""
    other = foe(name="goblin", hp_max=PLENTY, set={"cluster": "orc"})
    table = scene(
        man(weapons=["bow"], archery=(4, 0), sta=-1, at="B3"),
        foe(hp_max=PLENTY, agility=(0, 7), stand=dodging(10), set={"cluster": "orc"}), other,
        rules={"fatigue.multi_shot.rolls_that_can_tire": rolls},
    )  # fmt: skip
    assert table.unit("man").fatigue == 5
    act(table, "shoot orc", "defend", dice=[6, 7, 7, 1, 7, 7, 7])
    assert table.unit("orc").dodges == 1 and table.unit("goblin").hp == PLENTY - 3
    assert table.unit("man").fatigue == fatigue


# --- recovery


@clause("heimr.action.breather")
@pytest.mark.parametrize(
    ("fatigue", "rules", "after"),
    [(7, {}, 5), (5, {}, 4), (7, {"reduction": 1}, 6), (9, {"reduction": 4}, 5)],
)
def test_a_breather(fatigue, rules, after):
    table = scene(
        man(set={"fatigue": fatigue}), foe(), rules={f"action.breather.{name}": value for name, value in rules.items()}
    )
    assert {"breather", "long_breather"} <= verbs(table)
    act(table, "breather")
    assert table.unit("man").fatigue == after and table.decider == "orc" and table.unit("man").ongoing == 1


@clause("heimr.action.breather")
@pytest.mark.parametrize(("fatigue", "rules"), [(4, {}), (3, {}), (7, {"action.breather.reduction": 0})])
def test_no_breather_that_lowers_nothing(fatigue, rules):
    """Base fatigue is 4; fatigue may rise before an upcoming breather is completed."""
    table = scene(man(set={"fatigue": fatigue}), foe(), rules=rules)
    assert "breather" not in verbs(table) and "long_breather" in verbs(table)
    with pytest.raises(IllegalChoice, match="a breather would not reduce its fatigue"):
        table.play("breather")


@clause("heimr.action.breather", "heimr.action.upcoming")
def test_who_is_rested_does_not_go_on_with_a_long_breather():
    """The orc's turn is over without tiring the man: all that is left is to give it up, and the turn begins."""
    table = scene(man(), bare())
    act(table, "long_breather")
    assert table.unit("man").upcoming == 2
    rest(table, "man")
    assert "brawl" in verbs(table) and "cancel" not in verbs(table)
    assert table.unit("man").upcoming == 0 and table.unit("man").standard_left == 1


@clause("heimr.action.breather", "heimr.action.upcoming")
def test_who_has_tired_since_goes_on_with_it():
    table = scene(man(), bare())
    act(table, "long_breather")
    use(table, "man", fatigue=5)
    rest(table, "man")
    assert set(verbs(table)) == {"continue", "cancel"}
    act(table, "continue")
    assert table.unit("man").fatigue == 4 and table.unit("man").standard_left == 0


@clause("heimr.action.breather", "heimr.action.upcoming")
def test_a_long_breather_comes_with_the_next_turn():
    table = scene(striker(set={"fatigue": 7}, sta=0), bare())
    act(table, "weapon_attack orc", dice=[6, 10])
    assert table.unit("man").fatigue == 8
    act(table, "long_breather")
    man_ = table.unit("man")
    assert table.decider == "orc" and man_.fatigue == 8 and man_.ongoing == 0
    rest(table, "man")
    assert set(verbs(table)) == {"continue", "cancel"}
    act(table, "continue")
    assert table.unit("man").fatigue == 6 and table.unit("man").standard_left == 0


@clause("heimr.fatigue.recovery", "heimr.fatigue.base")
def test_a_pause_in_a_fight_does_not_lower_it():
    """A pause of seconds brings it back to base outside of combat only."""
    table = scene(man(set={"fatigue": 9}), foe(at="C1"))
    for _ in range(20):
        rest(table, "man")
    assert table.unit("man").fatigue == 9


@clause("heimr.fatigue.attrition")
def test_many_attackers_wear_one_down():
    """Two attackers force two dodges; the second has 2 less, and its D6 raises fatigue."""
    table = scene(striker(), striker(name="ally"), foe(hp_max=PLENTY, stand=dodging(9)))
    act(table, "weapon_attack orc", "defend", "orc: use_dodge", dice=[6, 4, 2, 8])
    assert table.unit("orc").fatigue == 4 and table.unit("orc").defence_consistency == -1
    act(table, "end_turn")
    assert table.decider == "ally"
    act(table, "weapon_attack orc", "defend", dice=[6, 1])
    assert table.unit("orc").fatigue == 5
