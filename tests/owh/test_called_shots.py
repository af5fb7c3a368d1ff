"""Called shots: what they add to Parry, the roll on the table, and every result of the three tables."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.scenes import duel, exactly

STATUSES = ("bleeding", "rooted", "stunned", "deafened", "blind", "unconscious", "arm_broken", "leg_broken")

#: Results 1 to 10 by the largest size of the class: body, head, rounds of blindness.
TABLES = {
    2: (
        ["none", "direct 2", "direct 3", "direct 5", "bleeding 1", "disarm", "rooted 1", "stunned 1", "arm_broken 1, disarm",
         "leg_broken 1, bleeding 1"],
        ["none", "direct 3", "direct 5", "deafened 2", "direct 8", "bleeding 1", "stunned 1", "blind 3",
         "stunned 1, bleeding 1", "unconscious 1"],
        [1, 1, 1, 1, 1, 2, 2, 2, 2, 4],
    ),
    4: (
        ["none", "none", "direct 2", "direct 3", "direct 5", "bleeding 1", "disarm", "rooted 1", "stunned 1",
         "stunned 1, bleeding 1"],
        ["none", "direct 2", "direct 3", "direct 5", "deafened 1", "direct 8", "bleeding 1", "stunned 1", "blind 2",
         "stunned 1, bleeding 1"],
        [0, 0, 0, 0, 0, 1, 1, 1, 1, 1],
    ),
    6: (
        ["none", "none", "none", "direct 2", "direct 3", "direct 5", "direct 5", "bleeding 1", "direct 10", "stunned 1"],
        ["none", "none", "none", "direct 3", "direct 5", "direct 8", "deafened 1", "bleeding 1", "blind 1", "stunned 1"],
        [0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
    ),
}  # fmt: skip
ROWS = [(size, result) for size in TABLES for result in range(1, 11)]


def sure(orc=None, man=None, **more):
    """A man whose blows hit unless he rolls a natural 1, and whose damage armour takes; the orc is not alone."""
    other = {"name": "other", "side": "orcs", "at": [11, 11]}
    man = {"fighting": 40, "strength": 1, **(man or {})}
    return duel(man, {"parry": 1, "hp": 100, "armour": 12, **(orc or {})}, friends=[other], **more)


def suffered(scene):
    """What has become of the orc: hit points lost, weapon lost, and statuses."""
    orc = scene.unit("orc")
    found = {name: getattr(orc, name) for name in STATUSES}
    found |= {"direct": 100 - orc.hp, "disarm": int(orc.wielded == -1)}
    return {name: value for name, value in found.items() if value}


def read(text):
    """``bleeding 1, disarm`` as what has become of somebody."""
    pairs = [f"{one} 1".split()[:2] for one in text.split(", ") if one != "none"]
    return {name: int(number) for name, number in pairs}


# --- tables


@clause("owh.completion.called_shot_tables", "owh.called.table_roll", "owh.called.large_creatures")
@pytest.mark.parametrize(("size", "result"), ROWS)
@pytest.mark.parametrize(("mode", "column"), [("called", 0), ("headshot", 1)])
def test_every_result(size, result, mode, column):
    scene = sure({"size": size}, dice=[19, 8, result, 1])
    scene.play(f"attack orc {mode}")
    assert suffered(scene) == read(TABLES[size][column][result - 1])
    assert scene.last("table_result").amount == result


@clause("owh.completion.called_shot_tables", "owh.called.special")
@pytest.mark.parametrize(("size", "result"), ROWS)
def test_rounds_of_blindness(size, result):
    scene = sure({"size": size, "armour": 0}, dice=[19, 1, result])
    scene.play("attack orc blinding")
    rounds = TABLES[size][2][result - 1]
    assert suffered(scene) == ({"blind": rounds} if rounds else {})


@clause("owh.completion.called_shot_tables")
def test_what_stands_beside_the_worst_results():
    """A broken arm would hide that the row also says disarm, and a knock-out all that does not outlast it."""
    arm = sure(dice=[19, 8, 9, 1], rules={"tables.called_small.9.body_arm_broken": 0})
    arm.play("attack orc called")
    assert suffered(arm) == {}
    head = sure(dice=[19, 8, 10, 1], rules={"tables.called_small.10.head_knocked_out": 0})
    head.play("attack orc headshot")
    assert suffered(head) == {}


@clause("owh.called.size_classes")
@pytest.mark.parametrize(
    ("size", "lost"),
    [(0, "rooted"), (1, "rooted"), (2, "rooted"), (3, "disarm"), (4, "disarm"), (5, "direct"), (6, "direct")],
)
def test_the_class_of_each_size(size, lost):
    """A 7 of a called shot is another thing on each table."""
    scene = sure({"size": size}, dice=[19, 8, 7, 1])
    scene.play("attack orc called")
    assert list(suffered(scene)) == [lost]


@clause("owh.called.large_creatures")
def test_nothing_permanent_happens_to_a_giant():
    scene = sure({"size": 5}, dice=[19, 8, 10, 1])
    scene.play("attack orc headshot")
    assert suffered(scene) == {"stunned": 1}


@clause("owh.called.table_roll")
def test_the_higher_of_two_d10():
    odds = sure().odds("attack orc called", want=["hit", "table"])
    for result in range(1, 11):
        assert odds[1, result] / (19 / 20) == exactly((2 * result - 1) / 100)


@clause("owh.called.table_roll")
@pytest.mark.parametrize("dice", [[4, 7], [7, 4]])
def test_the_order_of_the_dice_does_not_matter(dice):
    scene = sure(dice=[19, 8, *dice])
    scene.play("attack orc called")
    assert scene.unit("orc").rooted == 1


@clause("owh.completion.called_shot_tables", "owh.called.table_roll")
@pytest.mark.parametrize(
    ("size", "mode", "fields", "counts", "chance"),
    [
        (2, "headshot", ["unconscious"], lambda out: out == 1, 19 / 100),
        (2, "called", ["arm_broken", "leg_broken"], lambda arm, leg: arm + leg == 1, 9 / 25),
        (4, "blinding", ["blind"], lambda rounds: rounds > 0, 3 / 4),
        (
            6,
            "headshot",
            ["hp", "bleeding", "deafened", "blind", "stunned"],
            lambda hp, *lasting: hp == 100 and not any(lasting),
            9 / 100,
        ),
    ],
)
def test_how_likely(size, mode, fields, counts, chance):
    scene = sure({"size": size}, {"weapons": ["torch"]})  # which armour stops even on a natural 20
    odds = scene.odds(f"attack orc {mode}", want=["hit", *(f"orc.{field}" for field in fields)])
    hit = odds.of("hit")[1]
    assert odds.p(lambda seen: seen[0] == 1 and counts(*seen[1:])) / hit == exactly(chance)


# --- what the results mean


@clause("owh.completion.called_shot_tables", "owh.called.situational")
def test_a_broken_arm_drops_the_weapon_and_costs_two():
    scene = duel({"fighting": 16}, {"parry": 13}, friends=[{"name": "friend", "side": "men", "at": [0, 0]}])
    assert scene.odds("attack orc normal", want="hit")[1] == exactly(1 / 2)
    scene.unit("man").arm_broken = 1
    assert scene.odds("attack orc normal", want="hit")[1] == exactly(2 / 5)


@clause("owh.completion.called_shot_tables")
@pytest.mark.parametrize(
    ("man", "distance", "choice"),
    [
        ({"shooting": 16, "weapons": ["longbow"]}, 7, "attack orc normal"),
        ({"agility": 16, "weapons": ["javelin"]}, 6, "attack orc normal"),
        ({"spirit": 16, "spells": ["firebolt"], "winds": 9}, 6, "cast firebolt orc"),
    ],
)
def test_all_attack_rolls_suffer_from_a_broken_arm(man, distance, choice):
    scene = duel(man, {"parry": 13}, distance=distance)
    scene.unit("man").arm_broken = 1
    assert scene.odds(choice, want="hit")[1] == exactly(2 / 5)


@clause("owh.completion.called_shot_tables")
def test_a_second_broken_arm_costs_nothing_more():
    scene = sure(dice=[19, 8, 9, 1])
    scene.unit("orc").arm_broken = 1
    scene.play("attack orc called")
    assert scene.unit("orc").arm_broken == 1


@clause("owh.called.situational", "owh.completion.hands")
def test_the_weapon_of_a_broken_arm_lies_on_the_ground():
    scene = sure({"weapons": ["sword", "dagger"]}, dice=[19, 8, 9, 1])
    scene.play("attack orc called")
    orc = scene.unit("orc")
    assert (orc.wielded, orc.lost_slot, orc.lost_cell) == (-1, 0, orc.cell)


@clause("owh.completion.called_shot_tables")
@pytest.mark.parametrize("weapons", [["claws"], []])
def test_claws_and_fists_are_not_lost(weapons):
    scene = sure({"weapons": weapons}, dice=[19, 8, 6, 1])
    before = scene.unit("orc").wielded
    scene.play("attack orc called")
    assert scene.unit("orc").wielded == before
    assert scene.unit("orc").lost_slot == -1


@clause("owh.completion.called_shot_tables", "owh.completion.status_durations")
@pytest.mark.parametrize(
    ("mode", "result", "field", "had", "has"),
    [
        ("called", 7, "rooted", 2, 2),
        ("called", 8, "stunned", 3, 3),
        ("headshot", 8, "blind", 1, 3),
        ("headshot", 4, "deafened", 5, 5),
        ("called", 5, "bleeding", 2, 3),
    ],
)
def test_the_larger_counter_is_kept_and_bleeding_adds_up(mode, result, field, had, has):
    scene = sure(dice=[19, *([19] if field == "stunned" else []), 8, result, 1])
    setattr(scene.unit("orc"), field, had)
    scene.play(f"attack orc {mode}")
    assert getattr(scene.unit("orc"), field) == has


@clause("owh.called.table_roll")
def test_normal_damage_first():
    scene = sure({"armour": 0}, {"strength": 14}, dice=[19, 5, 4, 2])
    scene.play("attack orc called")
    assert scene.unit("orc").hp == 100 - 14 - 5 - 5


@clause("owh.called.table_roll")
@pytest.mark.parametrize("party", [True, False])
def test_who_is_down_is_spared_the_table(party):
    rules = {"fate.denial.enabled": 0}
    scene = sure({"armour": 0, "hp": 10}, {"strength": 14}, dice=[19, 1], party=[False, party], rules=rules)
    scene.play("attack orc called")
    assert (scene.unit("orc").dead, scene.unit("orc").down) == (not party, party)


@clause("owh.completion.called_shot_tables", "owh.death.defeat")
def test_direct_damage_may_kill():
    scene = sure({"hp": 5}, dice=[19, 8, 4, 1])
    scene.play("attack orc called")
    assert scene.unit("orc").dead == 1


# --- Parry


@clause(
    "owh.called.standard", "owh.called.headshot", "owh.called.special", "owh.called.hero", "owh.called.hero_headshot"
)
@pytest.mark.parametrize(
    ("mode", "bonus", "of_hero"),
    [("called", 10, 12), ("disarm", 10, 12), ("headshot", 14, 15), ("blinding", 14, 15), ("normal", 0, 0)],
)
def test_what_each_mode_adds_to_parry(mode, bonus, of_hero):
    for traits, added in (([], bonus), (["hero"], of_hero)):
        scene = duel({"fighting": 20}, {"parry": 6, "traits": traits})
        needed = 6 + added + 1 - 5
        assert scene.odds(f"attack orc {mode}", want="hit")[1] == exactly((21 - needed) / 20)


@clause("owh.called.standard")
@pytest.mark.parametrize(("defends", "chance"), [(0, 1 / 10), (1, 1 / 20)])
def test_the_printed_chances_of_a_called_shot(defends, chance):
    scene = duel({"fighting": 20}, {"parry": 13})
    scene.unit("orc").defending = defends
    assert scene.odds("attack orc called", want="hit")[1] == exactly(chance)


@clause("owh.called.standard", "owh.called.declare")
def test_with_advantage():
    scene = duel({"fighting": 20}, {"parry": 13})
    scene.unit("orc").stunned = 1
    assert scene.odds("attack orc called", want="hit")[1] == exactly(19 / 100)


@clause("owh.called.declare")
@pytest.mark.parametrize(
    ("weapon", "man", "distance"), [("longbow", {"shooting": 20}, 5), ("javelin", {"agility": 20}, 4)]
)
def test_at_close_range_a_called_shot_has_advantage(weapon, man, distance):
    scene = duel({**man, "weapons": [weapon]}, {"parry": 13}, distance=distance)
    assert scene.odds("attack orc called", want="hit")[1] == exactly(19 / 100)


@clause("owh.called.headshot")
@pytest.mark.parametrize(("fighting", "chance"), [(20, 1 / 20), (30, 3 / 20)])
@pytest.mark.parametrize("mode", ["headshot", "blinding"])
def test_the_printed_chances_of_a_headshot(mode, fighting, chance):
    scene = duel({"fighting": fighting}, {"parry": 13})
    assert scene.odds(f"attack orc {mode}", want="hit")[1] == exactly(chance)


@clause("owh.called.hero")
@pytest.mark.parametrize("fighting", [20, 22])
def test_the_printed_chances_against_a_hero(fighting):
    scene = duel({"fighting": fighting}, {"parry": 13, "traits": ["hero"]})
    assert scene.odds("attack orc called", want="hit")[1] == exactly(1 / 20)


@clause("owh.called.hero_headshot")
@pytest.mark.parametrize(("traits", "chance"), [(["hero"], 1 / 20), ([], 1 / 10)])
def test_the_printed_chances_of_a_headshot_at_a_hero(traits, chance):
    scene = duel({"fighting": 28}, {"parry": 13, "traits": traits})
    assert scene.odds("attack orc headshot", want="hit")[1] == exactly(chance)


@clause("owh.called.stacking")
def test_everything_is_added_to_parry():
    guard = {"name": "guard", "side": "orcs", "at": [5, 6]}
    scene = duel({"fighting": 20}, {"parry": 16, "traits": ["hero"]}, friends=[guard], dice=[19])
    scene.unit("orc").defending = 1
    assert scene.odds("attack orc headshot", want="hit")[1] == exactly(1 / 20)
    scene.play("attack orc headshot")
    assert scene.terms[1:] == [("Parry", -16), ("defending", -8), ("called shot", -15), ("synergy", -1)]
    assert scene.last("attack_missed").amount == 40 + 1 - 5


@clause("owh.called.stacking")
def test_cover_is_added_too():
    scene = duel(
        {"shooting": 40, "weapons": ["longbow"]}, {"parry": 2}, distance=7, map="\n".join(["...........c"] * 12)
    )
    assert scene.odds("attack orc headshot", want="hit")[1] == exactly((21 - (2 + 14 + 5 + 1 - 12)) / 20)


# --- declaration, and attacks without damage


@clause("owh.called.declare")
def test_not_by_attacks_of_opportunity_and_free_ones():
    scene = duel({"abilities": ["frenzy"]})
    assert scene.choices("free_attack") == ["free_attack orc"]
    scene.play("move (0, 5)")
    assert scene.choices() == ["opportunity", "let_go"]


@clause("owh.called.special")
def test_a_disarmed_unit_takes_no_damage_and_no_result():
    scene = duel({"fighting": 20}, {"parry": 13}, dice=[19])
    assert scene.odds("attack orc disarm", want=["hit", "orc.wielded"])[1, -1] == exactly(1 / 10)
    scene.play("attack orc disarm")
    orc = scene.unit("orc")
    assert (orc.hp, orc.wielded, orc.lost_slot, orc.lost_cell) == (50, -1, 0, orc.cell)


@clause("owh.called.special")
@pytest.mark.parametrize("weapons", [["claws"], []])
def test_claws_and_fists_cannot_be_disarmed(weapons):
    assert "attack orc disarm" not in duel(orc={"weapons": weapons}).choices("attack")


@clause("owh.called.special")
def test_a_blinding_shot_does_no_damage():
    scene = duel({"fighting": 40}, {"parry": 1}, dice=[20, 10, 3])
    scene.play("attack orc blinding")
    assert (scene.unit("orc").hp, scene.unit("orc").blind) == (50, 4)


@clause("owh.called.special")
def test_the_naturally_blind_cannot_be_blinded():
    assert "attack orc blinding" not in duel(orc={"traits": ["naturally_blind"]}).choices("attack")
    scene = sure({"traits": ["naturally_blind"]}, dice=[19, 8, 8, 1])
    scene.play("attack orc headshot")
    assert suffered(scene) == {}
