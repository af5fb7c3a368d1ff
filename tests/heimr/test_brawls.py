"""Brawls: hits, touches, blows they provoke; grabs: what they do to both, how they are stopped, and how they end."""

from __future__ import annotations

import pytest
from fixtures import clause
from heimr.blows import PLENTY, SURE, bare, of_kind, shows, striker, unless
from heimr.ground import act, chance, dodging, foe, kinds, man, parrying, rest, scene, settle, verbs
from heimr.scenes import exactly

from tactica.envs.rulesets.heimr.vocab import Injury

GRAB = "brawl.grab_end"


def held(part=1, by="orc", holder=None, victim=None, friends=(), rules=None, dice=(), **more):
    """A man whom an orc holds by a part of the body (1 torso, 2 sword arm, 3 other arm, 4 right leg, 5 left leg), in one
    cluster, at his turn.
    """
    grip = {"grab_target": "man", "grab_part": part, "cluster": "man"}
    return scene(
        man(**{"hp_max": PLENTY, **(victim or {}), "set": {"cluster": "man", **(victim or {}).get("set", {})}}),
        foe(**{"hp_max": PLENTY, **(holder or {}), "set": {**grip, **(holder or {}).get("set", {})}}), *friends,
        rules=rules, dice=dice, **more
    )  # fmt: skip


def holding(part=1, victim=None, holder=None, friends=(), rules=None, **more):
    """A man who holds an orc by a part of the body, at his turn."""
    grip = {"grab_target": "orc", "grab_part": part, "cluster": "man"}
    return scene(
        man(**{"hp_max": PLENTY, **(holder or {}), "set": {**grip, **(holder or {}).get("set", {})}}),
        *[friend for friend in friends if friend["side"] == "men"],
        foe(**{"hp_max": PLENTY, **(victim or {}), "set": {"cluster": "man", **(victim or {}).get("set", {})}}),
        *[friend for friend in friends if friend["side"] == "orcs"], rules=rules, **more
    )  # fmt: skip


# --- the roll


@clause("heimr.brawl.attack", "heimr.action.brawl_attack")
def test_a_brawl_against_a_displayed_8():
    table = scene(man(str=2), shows(8))
    assert chance(table, "brawl orc") == exactly(0.4)
    assert chance(table, "brawl orc", want="result grazed") == exactly(0.333333)


@clause("heimr.brawl.attack", "heimr.action.brawl_attack", "heimr.effect.hit")
@pytest.mark.parametrize(("points", "lost"), [(1, 1), (3, 3), (0, 0)])
def test_a_hit_of_one_point(points, lost):
    table = scene(man(), bare(), rules={"brawl.attack.hit_points": points})
    act(table, "brawl orc", dice=SURE)
    assert table.unit("orc").hp == PLENTY - lost and table.unit("man").standard_left == 0


@clause("heimr.brawl.attack", "heimr.brawl.grab_part")
@pytest.mark.parametrize(("face", "part"), [(6, 1), (5, 1), (4, 2), (3, 3), (2, 4), (1, 5)])
def test_a_bind_by_the_part_on_the_d6(face, part):
    table = scene(man(), bare())
    act(table, "brawl orc bind_anywhere", dice=[face, 10])
    assert (table.unit("man").grab_target, table.unit("man").grab_part) == (1, part)
    assert table.unit("orc").hp == PLENTY and "grabbed" in kinds(table)
    assert table.unit("man").cluster == table.unit("orc").cluster == 0


@clause("heimr.brawl.attack", "heimr.attack.targeted", "heimr.brawl.grab_part")
@pytest.mark.parametrize(
    ("mode", "part"),
    [("bind_torso", 1), ("bind_sword_arm", 2), ("bind_other_arm", 3), ("bind_right_leg", 4), ("bind_left_leg", 5)],
)
def test_a_bind_that_is_aimed(mode, part):
    """Two off: consistency -1."""
    table = scene(man(), bare())
    act(table, f"brawl orc {mode}", dice=[6, 4])
    assert table.unit("man").grab_part == part


@clause("heimr.brawl.attack", "heimr.wield.hands", "heimr.injury.effects")
@pytest.mark.parametrize(("injuries", "free"), [([], True), (["sword_arm"], False), (["other_arm"], False)])
def test_an_injured_hand_holds_nobody(injuries, free):
    """Of two empty hands one grabs; with one arm hurt the other does, and is busy."""
    table = scene(man(weapons=["light_weapon"], wielded=[]), bare(), foe(name="far", at="A1"))
    man_ = table.unit("man")
    if injuries:
        man_.hp, man_.injuries = 0, injuries
    act(table, "brawl orc bind_anywhere", dice=SURE)
    rest(table, "man")
    assert man_.grab_target == table.unit("orc").row and table.offers("draw light_weapon") is free


@clause("heimr.brawl.attack", "heimr.action.brawl_attack")
@pytest.mark.parametrize(
    ("weapons", "shield", "may"),
    [
        (["medium_weapon"], None, True),
        (["medium_weapon", "light_weapon"], None, False),
        (["great_weapon"], None, False),
        ([], None, True),
        (["light_weapon"], "buckler", False),
    ],
)
def test_a_bind_needs_a_free_hand(weapons, shield, may):
    table = scene(man(weapons=weapons, **({"shield": shield} if shield else {})), bare())
    assert bool(table.choices("brawl orc bind")) == may
    assert "brawl orc" in table.choices("brawl")


@clause("heimr.brawl.graze")
@pytest.mark.parametrize(
    ("natural", "rules", "kind"),
    [
        (8, {}, "grazed"), (7, {}, "grazed"), (6, {}, "attack_missed"), (9, {}, "attack_hit"),
        (6, {"graze_from": -2}, "grazed"), (7, {"graze_from": 0}, "attack_missed"),
        (8, {"graze_to": -1}, "attack_missed"),
        (7, {"graze_to": -1}, "grazed"),
    ],
)  # fmt: skip
def test_equal_or_one_less_touches(natural, rules, kind):
    """Against 8."""
    table = scene(man(), shows(8), rules={f"brawl.graze.{name}": value for name, value in rules.items()})
    events = act(table, "brawl orc", dice=[4, natural])
    assert [event.kind for event in of_kind(events, "grazed", "attack_missed", "attack_hit")] == [kind]
    assert table.unit("orc").hp == PLENTY - (kind == "attack_hit") and table.unit("orc").dodges == 1


@clause("heimr.brawl.graze")
@pytest.mark.parametrize(("binds", "grabbed"), [(0, -1), (1, 1)])
def test_a_touch_is_no_bind(binds, grabbed):
    table = scene(man(), shows(8), rules=unless(0, "brawl.graze.graze_binds", binds))
    act(table, "brawl orc bind_anywhere", dice=[4, 8])
    assert table.unit("man").grab_target == grabbed


@clause("heimr.brawl.graze", "heimr.action.upcoming_interrupt")
@pytest.mark.parametrize("interrupts", [1, 0])
def test_a_touch_interrupts(interrupts):
    """Being attacked interrupts in any case; whether a touch does, a battle may say."""
    table = scene(man(), shows(8, set={"upcoming": 2}), rules=unless(1, "brawl.graze.graze_interrupts", interrupts))
    act(table, "brawl orc", dice=[4, 8])
    assert table.unit("orc").upcoming == (0 if interrupts else 2)


@clause("heimr.brawl.attack", "heimr.cluster.form")
def test_a_brawl_forms_a_cluster():
    table = scene(man(), shows(8))
    act(table, "brawl orc", dice=[4, 2])
    assert table.unit("man").cluster == table.unit("orc").cluster == 0


# --- blows that a brawl provokes


@clause("heimr.brawl.armed_opponent", "heimr.brawl.provoked")
@pytest.mark.parametrize(
    ("weapons", "shield", "asks"), [(["light_weapon"], None, True), (["great_weapon"], None, True), (["bow"], None,
    False), ([], "small_shield", False), ([], None, False), (["great_maw"], None, True)]
)  # fmt: skip
def test_who_is_provoked(weapons, shield, asks):
    table = scene(man(), foe(hp_max=PLENTY, weapons=weapons, **({"shield": shield} if shield else {})))
    table.dice = [] if asks else SURE
    table.play("brawl orc")
    assert (table.prompt == "provoked") == asks
    if asks:
        assert table.decider == "orc" and set(table.choices()) == {"attack_it", "let_it_be"}


@clause("heimr.brawl.armed_opponent")
@pytest.mark.parametrize(
    ("how", "asks"), [("dodged", False), ("parried", True), ("hit", True), ("other", True), ("declined", True)]
)
def test_no_risk_for_who_has_dodged(how, asks):
    """The orc struck in its latest turn: at the man, who dodged, parried or was hit; or at another."""
    table = scene(
        man(weapons=["light_weapon"], hp_max=PLENTY),
        man(name="ally", hp_max=PLENTY, agility=(0, 7)),
        striker(name="orc", side="orcs", hp_max=PLENTY),
    )
    answer = "parry_sword_hand" if how == "parried" else "use_dodge"
    act(table, "end_turn", f"man: {answer}", dice=[6, 9])
    act(table, "end_turn", "ally: use_dodge", dice=[6, 9])
    assert table.decider == "orc"
    dice = [6, 10] if how == "hit" else [6, 1]
    act(
        table,
        "weapon_attack ally" if how == "other" else "weapon_attack man",
        "decline" if how == "declined" else "defend",
        dice=dice,
    )
    rest(table, "man")
    table.dice = [] if asks else SURE
    table.play("brawl orc")
    assert (table.prompt == "provoked") == asks


@clause("heimr.brawl.armed_opponent", "heimr.fatigue.requirement")
@pytest.mark.parametrize(("first", "asks"), [([6, 1], False), ([3, 1], True)])
def test_a_blow_that_was_too_tired_was_not_dodged(first, asks):
    """The orc strikes with two weapons at fatigue 4: a natural 6 and a 6 are dodged by 10; a natural 3 needed no dodge."""
    hero = man(hp_max=PLENTY, sta=3, agility=(0, 7), stand=("dodge", 6, 10))
    orc = foe(weapons=["light_weapon", "light_weapon"], hp_max=PLENTY)
    table = scene(orc, hero)
    second = [6, 9] if asks else [6, 9, 6, 9]  # a dodge at 2 less in between; 2 less for the off-hand
    act(table, "weapon_attack man", *([] if asks else ["man: use_dodge"]), dice=[*first, *second])
    blows = ["attack_tired", "attack_missed"] if asks else ["attack_missed", "attack_missed"]
    assert [event.kind for event in table.events if event.kind.startswith("attack_")] == blows
    rest(table, "man")
    table.dice = [] if asks else SURE
    table.play("brawl orc")
    assert (table.prompt == "provoked") == asks


@clause("heimr.brawl.armed_opponent")
def test_a_dodge_is_forgotten_in_the_next_turn_of_the_opponent():
    table = scene(man(hp_max=PLENTY), striker(name="orc", side="orcs", hp_max=PLENTY))
    act(table, "end_turn", "use_dodge", dice=[6, 9])
    act(table, "weapon_attack man", dice=[6, 1])
    assert table.unit("man").dodged_from == ("orc",)
    rest(table, "orc")
    act(table, "whisper")
    assert table.unit("man").dodged_from == ()


def provoking(defence=None, rules=None, weapons=("light_weapon",), fatigue=4, **brawler):
    """A man who brawls with an armed orc, whose blows have consistency 2 and potential 5."""
    more = {"stand": defence} if defence else {}
    return scene(
        man(hp_max=PLENTY, **{"agility": (0, 2), **brawler}, **more),
        foe(hp_max=PLENTY, weapons=list(weapons), dueling=(1, 3), sta=4 - fatigue), rules=rules
    )  # fmt: skip


@clause("heimr.brawl.provoked")
def test_how_often_a_brawl_goes_ahead():
    """A dodge with consistency 1 and potential 2 is rolled on the spot; both at fatigue 4."""
    table = provoking()
    odds = table.odds(
        "brawl orc",
        want="event attack_missed by orc",
        answers={"provoked": "attack_it", "defence": "no_defence", "attacked": "defend"},
    )
    assert odds.at_least(1) + chance_tired(table) == exactly(0.1435)


def chance_tired(table):
    """How often the provoked blow fails by fatigue."""
    answers = {"provoked": "attack_it", "defence": "no_defence", "attacked": "defend"}
    return table.odds("brawl orc", want="event attack_tired by orc", answers=answers).at_least(1)


@clause("heimr.brawl.provoked")
def test_a_blow_that_is_not_dodged_ends_the_brawl():
    table = provoking()
    events = act(table, "brawl orc", "attack_it", dice=[4, 4, 6, 10, 1])
    assert table.unit("man").hp == PLENTY - 1 and table.unit("orc").hp == PLENTY
    assert not [event for event in of_kind(events, "attack_hit", "attack_missed") if event.who == "man"]
    assert table.unit("man").standard_left == 0


@clause("heimr.brawl.provoked", "heimr.defence.multiple")
def test_a_dodge_on_the_spot_counts_as_a_use():
    """The dodge first, then the blow: 6 + 2 against 4 + 5 hits; 9 + 2 does not."""
    table = provoking()
    events = act(table, "brawl orc", "attack_it", dice=[6, 9, 4, 5, 2, *SURE])
    assert table.unit("man").dodges == 1 and table.unit("man").hp == PLENTY
    assert [(event.who, event.kind) for event in of_kind(events, "attack_hit", "attack_missed")] == [
        ("orc", "attack_missed"),
        ("man", "attack_hit"),
    ]


@clause("heimr.brawl.provoked")
def test_a_standing_dodge_is_used():
    table = provoking(dodging(10))
    act(table, "brawl orc", "attack_it", dice=[4, 5, 2, *SURE])
    assert table.unit("man").dodges == 1 and table.unit("orc").hp == PLENTY - 1


@clause("heimr.brawl.provoked", "heimr.defence.preroll")
def test_a_standing_parry_is_kept_for_later():
    table = scene(
        man(hp_max=PLENTY, agility=(0, 2), weapons=["light_weapon"], stand=parrying(9)),
        foe(hp_max=PLENTY, weapons=["light_weapon"], dueling=(1, 3)),
    )
    act(table, "brawl orc", "attack_it", dice=[6, 10, 4, 5, 2, *SURE])
    man_ = table.unit("man")
    assert (man_.dodges, man_.parries) == (1, (0, 0)) and man_.defence == 3 and man_.defence_natural == 9


@clause("heimr.brawl.provoked")
def test_both_weapons_must_be_dodged():
    """The second dodge with 2 less."""
    table = provoking(weapons=["light_weapon", "light_weapon"])
    events = act(table, "brawl orc", "attack_it", dice=[6, 9, 4, 5, 2, 6, 6, 6, 7, 8])
    assert [(event.who, event.kind) for event in of_kind(events, "attack_hit", "attack_missed")] == [
        ("orc", "attack_missed"),
        ("orc", "attack_hit"),
    ]
    assert table.unit("orc").hp == PLENTY and table.unit("man").hp == PLENTY - 1


@clause("heimr.brawl.provoked")
def test_a_blow_that_fails_by_fatigue_stops_nothing():
    table = provoking(dodging(10))
    act(table, "brawl orc", "attack_it", dice=[3, 2, 1, *SURE])
    assert table.unit("man").dodges == 0 and table.unit("orc").hp == PLENTY - 1


@clause("heimr.brawl.provoked")
@pytest.mark.parametrize("answer", ["attack_it", "let_it_be"])
def test_it_may_be_let_be_and_changes_no_order(answer):
    table = provoking(dodging(10))
    before = [unit.order for unit in table.units]
    act(table, "brawl orc", answer, dice=[4, 5, 2, *SURE] if answer == "attack_it" else SURE)
    assert table.unit("orc").hp == PLENTY - 1 and [unit.order for unit in table.units] == before
    act(table, "end_turn")
    assert table.decider == "orc" and table.unit("orc").standard_left == 1 and "weapon_attack" in verbs(table)


@clause("heimr.brawl.provoked", "heimr.position.helpless", "heimr.effect.daze_combat")
@pytest.mark.parametrize("fields", [{"daze_timer": 1}, {"sleeping": 1, "prone": 1}])
def test_who_cannot_is_not_provoked(fields):
    table = scene(man(), foe(hp_max=PLENTY, weapons=["light_weapon"], set=fields), bare(name="goblin", at="A1"))
    act(table, "brawl orc", dice=SURE)
    assert table.unit("orc").hp == PLENTY - 1 and "attacks" in kinds(table)


@clause("heimr.brawl.provoked")
@pytest.mark.parametrize(("most", "asked"), [(0, [False, False]), (1, [True, False]), (99, [True, True])])
def test_how_often_in_a_round(most, asked):
    table = scene(
        man(hp_max=PLENTY, stand=dodging(10)), man(name="ally", hp_max=PLENTY, stand=dodging(10)),
        foe(hp_max=PLENTY, weapons=["light_weapon"]), rules=unless(99, "brawl.provoked.max_per_round", most)
    )  # fmt: skip
    found = []
    for name in ("man", "ally"):
        assert table.decider == name
        before = len(of_kind(table.events, "attacks"))
        table.dice = []
        table.dice = SURE if len(found) < 2 and not asked[len(found)] else [6, 1, *SURE]
        table.play("brawl orc")
        found.append(table.prompt == "provoked")
        settle(table, "attack_it")
        assert len(of_kind(table.events, "attacks")) > before
        act(table, "end_turn")
    assert found == asked


@clause("heimr.brawl.provoked")
@pytest.mark.parametrize(("blows", "asked"), [(0, True), (98, True), (99, False)])
def test_nobody_is_provoked_a_hundredth_time(blows, asked):
    """Any number in a round: more than a round has brawls."""
    orc = bare(weapons=["light_weapon"], set={"strikes_back": blows})
    table = scene(man(hp_max=PLENTY), orc, dice=[] if asked else SURE)
    table.play("brawl orc")
    assert (table.prompt == "provoked") is asked


@clause("heimr.action.upcoming_interrupt", "heimr.brawl.provoked")
def test_a_brawl_that_comes_to_nothing_has_been_declared():
    """The provoked blow ends it; what its target had pending is cancelled all the same."""
    table = provoking()
    table.unit("orc").upcoming = 2
    act(table, "brawl orc", "attack_it", dice=[4, 4, 6, 10, 1])
    assert table.unit("man").hp == PLENTY - 1 and table.unit("orc").hp == PLENTY
    assert table.unit("orc").upcoming == 0


# --- grabs: the grabber


@clause("heimr.brawl.grab_no_defence", "heimr.brawl.attack")
def test_who_holds_loses_its_defence():
    table = scene(man(stand=dodging(9)), bare())
    assert table.unit("man").defence == 1
    act(table, "brawl orc bind_anywhere", dice=[6, 10])
    assert table.unit("man").defence == 0
    table.play("end_turn")
    assert table.decider == "orc" and table.prompt == "turn"


@clause("heimr.brawl.grab_no_defence")
def test_attacks_on_who_holds():
    """Nothing but the attacker's fatigue."""
    table = scene(
        striker(2, 5),
        man(name="ally", set={"cluster": "ally"}),
        foe(hp_max=PLENTY, agility=(0, 7), set={"grab_target": "ally", "grab_part": 1, "cluster": "ally"}),
    )
    assert chance(table, "weapon_attack orc", wanted=("keep_hold",)) == exactly(0.955)


@clause("heimr.brawl.grab_no_defence")
def test_a_battle_may_let_it_defend():
    table = scene(man(stand=dodging(9)), bare(), rules={"brawl.grab_no_defence.grabber_defences": 1})
    act(table, "brawl orc bind_anywhere", dice=[6, 10])
    assert table.unit("man").defence == 1
    table.play("end_turn")
    assert (table.prompt, table.decider) == ("defence", "man")


@clause("heimr.brawl.attack", "heimr.brawl.grab_part")
def test_who_holds_may_strike_but_not_move():
    table = holding(holder={"weapons": ["light_weapon"]})
    assert "weapon_attack" in verbs(table) and not {"move", "run", "leave_cluster", "charge_weapon", "crawl"} & verbs(
        table
    )


@clause("heimr.brawl.grab_release", "heimr.brawl.grab_end")
def test_letting_go_in_the_own_turn():
    table = holding()
    act(table, "release_grab")
    assert table.unit("man").grab_target == -1 and table.unit("man").standard_left == 1 and "move" in verbs(table)
    assert "grab_ends" in kinds(table)


@clause("heimr.brawl.grab_release", "heimr.defence.before_attack")
def test_letting_go_when_attacked():
    """And a dodge on the spot: consistency 1, potential 2 against consistency 1, potential 4, both at fatigue 4."""
    table = scene(
        striker(1, 4),
        man(name="ally", set={"cluster": "ally"}),
        foe(hp_max=PLENTY, agility=(0, 2), set={"grab_target": "ally", "grab_part": 1, "cluster": "ally"}),
    )
    table.play("weapon_attack orc")
    assert (table.prompt, table.decider) == ("hold", "orc") and set(table.choices()) == {"let_go", "keep_hold"}
    table.play("let_go")
    assert table.unit("orc").grab_target == -1
    assert (table.prompt, table.decider) == ("defence", "orc") and set(table.choices()) == {"use_dodge", "no_defence"}
    assert chance(table, "use_dodge", wanted=("defend",)) == exactly(0.636944)


@clause("heimr.brawl.grab_release", "heimr.defence.multiple")
@pytest.mark.parametrize(("uses", "dice"), [(0, [6, 9]), (1, [6, 9]), (2, [6, 9, 9, 9])])
def test_the_dodge_after_letting_go_counts_earlier_ones(uses, dice):
    table = scene(
        striker(1, 2),
        man(name="ally", set={"cluster": "ally"}),
        foe(
            hp_max=PLENTY,
            agility=(0, 7),
            set={"grab_target": "ally", "grab_part": 1, "cluster": "ally", "dodges": uses},
        ),
    )
    table.dice = [*dice, 6, 1]
    table.play("weapon_attack orc", "let_go", "use_dodge")
    assert table.unit("orc").dodges in (uses, uses + 1)
    settle(table)
    assert table.unit("orc").dodges == uses + 1


@clause("heimr.brawl.attack", "heimr.injury.effects", "heimr.ready.after_trigger")
@pytest.mark.parametrize(("mode", "dice"), [(" bind_torso", []), ("", SURE)])
def test_no_bind_by_who_has_lost_the_hand_for_it(mode, dice):
    """A sword in one hand; as he comes in, the orc's readied blow hurts the other arm. A kick takes none."""
    orc, runner = bare(weapons=["medium_weapon"], wp=9), man(weapons=["medium_weapon"], at="B3", wp=6, hp=2)
    table = scene(orc, runner, man(name="pal", at="A1", wp=1))
    act(table, "ready_attack enemy_enters")
    act(table, f"charge_brawl orc{mode}", dice=[3, 10, *dice])
    assert table.unit("man").injuries == Injury.OTHER_ARM and table.unit("man").grab_target == -1
    assert table.unit("orc").hp == PLENTY - bool(dice)


@clause("heimr.brawl.attack", "heimr.effect.bind_hands", "heimr.c.hazard")
def test_no_bind_by_who_arrives_with_bound_hands():
    net = {"hazard": "bind_hands", "hazard_number": 4, "hazard_cr": 0}
    table = scene(man(at="B3"), bare(), cells=[("B2", net)])
    act(table, "charge_brawl orc bind_torso")
    assert table.unit("man").bound_hands > 0 and table.unit("man").grab_target == -1


# --- grabs: the held


@clause("heimr.brawl.grab_part", "heimr.effect.bind_arm")
def test_held_by_the_sword_arm():
    table = held(2, victim={"weapons": ["great_weapon"]})
    assert "weapon_attack" not in verbs(table) and "brawl" in verbs(table)
    table = held(2, victim={"weapons": ["medium_weapon"], "shield": "small_shield"})
    assert not {"weapon_attack", "leave_cluster", "move"} & verbs(table)
    table.play("end_turn")
    assert "parry_sword_hand" not in table.choices()


@clause("heimr.brawl.grab_part", "heimr.effect.bind_leg", "heimr.effect.bind_arm")
@pytest.mark.parametrize(
    ("part", "kinds_"),
    [
        (2, {"use_block"}),
        (3, {"parry_sword_hand"}),
        (4, {"use_block", "parry_sword_hand"}),
        (1, {"use_block", "parry_sword_hand"}),
    ],
)
def test_who_is_held_may_still_defend(part, kinds_):
    """But not with a held arm."""
    table = held(part, victim={"weapons": ["medium_weapon"], "shield": "small_shield"})
    table.play("end_turn")
    assert set(table.choices()) == kinds_ | {"use_dodge", "no_defence"}


@clause("heimr.brawl.grab_part", "heimr.effect.bind_body")
def test_held_by_the_body():
    table = held(1, victim={"weapons": ["light_weapon"]})
    assert "weapon_attack" in verbs(table)
    assert not {"move", "run", "leave_cluster", "drop_prone", "charge_weapon"} & verbs(table)


@clause("heimr.brawl.grab_part")
@pytest.mark.parametrize(("blocks", "may"), [(1, False), (0, True)])
def test_a_hold_on_an_arm_keeps_in_the_cluster(blocks, may):
    table = held(3, rules=unless(1, "brawl.grab_part.blocks_leaving_cluster", blocks))
    assert ("leave_cluster" in verbs(table)) == may


# --- stopping what the held does


@clause("heimr.brawl.grab_stop")
@pytest.mark.parametrize(
    ("stop", "attack", "ends", "hits"),
    [(9, 7, True, True), (9, 6, False, False), (9, 8, True, True), (3, 7, True, True)],
)
def test_a_blow_of_the_held_against_a_stop(stop, attack, ends, hits):
    """The orc's brawl sets what the man's blow must reach; his potential is 2. A stop below fatigue 4 sets nothing."""
    table = held(1, victim={"weapons": ["light_weapon"]}, friends=[bare(name="goblin", set={"cluster": "man"})])
    table.dice = [min(stop, 6), stop, 4, attack]
    if stop < 4:
        table.dice = [stop, stop, 4, attack]
    table.play("weapon_attack goblin")
    assert (table.prompt, table.decider) == ("stop", "orc") and set(table.choices()) == {"stop_it", "let_pass"}
    table.play("stop_it")
    settle(table)
    assert (table.unit("goblin").hp < PLENTY) == hits
    if stop >= 4:
        assert (table.unit("orc").grab_target == -1) == ends
    assert table.unit("man").standard_left == 0


@clause("heimr.brawl.grab_stop", "heimr.brawl.grab_end")
@pytest.mark.parametrize(
    ("blow", "holders", "hits"), [(4, ["one", "other"], False), (5, ["other"], False), (7, [], True)]
)
def test_each_of_two_grabbers_sets_a_requirement(blow, holders, hits):
    """They set 7 and 9; the man's blow comes to 2 more than its dice."""
    grip = {"grab_target": "man", "grab_part": 4, "cluster": "man"}
    table = scene(
        man(hp_max=PLENTY, weapons=["light_weapon"], set={"cluster": "man"}),
        *[foe(name=name, hp_max=PLENTY, set=grip) for name in ("one", "other")],
        bare(name="goblin", set={"cluster": "man"}),
    )
    act(table, "weapon_attack goblin", "one: stop_it", "other: stop_it", dice=[6, 7, 6, 9, 4, blow])
    assert [name for name in ("one", "other") if table.unit(name).grab_target >= 0] == holders
    assert (table.unit("goblin").hp < PLENTY) is hits and ("stopped" in kinds(table)) is not hits


@clause("heimr.brawl.grab_stop", "heimr.brawl.grab_release")
def test_who_lets_go_leaves_what_the_other_has_set():
    """Of 9 and 5 the 9 is gone: a blow of 4 + 2 reaches the 5."""
    grip = {"grab_target": "man", "grab_part": 4, "cluster": "man"}
    victim = man(hp_max=PLENTY, weapons=["light_weapon"], set={"cluster": "man"})
    table = scene(victim, *[foe(name=name, hp_max=PLENTY, set=grip) for name in ("one", "other")])
    wanted = ("one: stop_it", "other: stop_it", "one: let_go", "one: no_defence")
    act(table, "weapon_attack one", *wanted, dice=[6, 9, 5, 5, 4, 4])
    assert table.unit("one").hp < PLENTY and table.unit("other").grab_target == -1


@clause("heimr.brawl.grab_stop", "heimr.fatigue.requirement")
@pytest.mark.parametrize(("stop", "kind"), [(7, "attack_tired"), (9, "stopped")])
def test_what_fails_by_fatigue_alone_is_not_said_to_be_stopped(stop, kind):
    """A 5 at fatigue 6, and 7 in all: it frees nobody."""
    victim = {"weapons": ["light_weapon"], "fatigue": 6}
    table = held(1, victim=victim, friends=[bare(name="goblin", set={"cluster": "man"})])
    events = act(table, "weapon_attack goblin", "stop_it", dice=[6, stop, 4, 5])
    assert [event.kind for event in of_kind(events, "attack_tired", "stopped")] == [kind]
    assert table.unit("orc").grab_target == 0 and table.unit("goblin").hp == PLENTY


@clause("heimr.brawl.grab_stop", "heimr.fatigue.requirement")
@pytest.mark.parametrize(
    ("text", "stop", "own", "words"),
    [
        ("conceal_item light_weapon", 9, [4, 7], "man is stopped from concealing an item by the unit that holds it"),
        ("conceal_item light_weapon", 4, [3, 3], "man is too tired for concealing an item"),
        ("struggle", 9, [4, 7], "man is stopped from getting free by the unit that holds it"),
        ("struggle", 4, [3, 3], "man is too tired for getting free"),
        ("bash north", 9, [4, 5], "man is stopped from breaking the barrier by the unit that holds it"),
        ("bash north", 4, [3, 3], "man is too tired for breaking the barrier"),
    ],
)
def test_what_a_grabber_stops_is_told(text, stop, own, words):
    """9 + 1 is too much for 7 + 2 by dexterity or strength, or 5 + 4 with a light weapon; 4 + 1 would not be, but 3 is below a
    fatigue of 4.
    """
    victim = {"weapons": ["light_weapon"], "dex": 2, "str": 2, "wp": 0}
    table = held(3, victim=victim, holder={"str": 1}, borders=[("B2", "B3", "regular_door")])
    events = act(table, text, "stop_it", dice=[4, stop, *own])
    said = [event.text for event in of_kind(events, "stopped", "too_tired", "failed")]
    assert [line.partition(" (")[0] for line in said] == [words]


@clause("heimr.brawl.grab_stop", "heimr.fatigue.requirement")
def test_a_grabber_too_tired_to_stop_anything_is_said_to_be():
    """A 3 at fatigue 4; the blow goes on."""
    table = held(1, victim={"weapons": ["light_weapon"]}, friends=[bare(name="goblin", set={"cluster": "man"})])
    events = act(table, "weapon_attack goblin", "stop_it", dice=[3, 3, 4, 7])
    said = [event.text for event in of_kind(events, "too_tired", "failed", "passed")]
    assert said == ["orc is too tired for stopping the unit it holds, total 3 (natural result 3; the d6 shows 3)"]


@clause("heimr.brawl.grab_stop")
def test_how_often_a_blow_is_stopped():
    """Brawl with consistency 1 and potential 3 against an attack with 1 and 4, both at fatigue 1."""
    table = held(
        1,
        holder={"str": 3, "sta": 3},
        victim={"weapons": ["light_weapon"], "dueling": (0, 2), "sta": 3},
        friends=[bare(name="goblin", set={"cluster": "man"})],
    )
    stopped = 1 - chance(table, "weapon_attack goblin", wanted=("stop_it",))
    assert stopped == exactly(0.332222)


@clause("heimr.brawl.grab_stop")
def test_a_stop_may_be_let_pass():
    table = held(1, victim={"weapons": ["light_weapon"]}, friends=[bare(name="goblin", set={"cluster": "man"})])
    act(table, "weapon_attack goblin", "let_pass", dice=SURE)
    assert table.unit("goblin").hp == PLENTY - 1 and table.unit("orc").grab_target == 0


@clause("heimr.brawl.grab_stop", "heimr.brawl.grab_no_defence", "heimr.brawl.grab_end")
def test_a_blow_at_the_grabber_that_passes_the_stop_hits():
    """The dice are already on the table: no defence against them."""
    table = held(1, holder={"agility": (0, 7)}, victim={"weapons": ["light_weapon"]})
    act(table, "weapon_attack orc", "keep_hold", "stop_it", dice=[4, 7, 4, 6])
    assert table.unit("orc").hp == PLENTY - 1 and table.unit("orc").grab_target == -1


@clause("heimr.brawl.grab_stop", "heimr.fatigue.gain")
def test_a_stop_is_a_physical_roll():
    table = held(1, victim={"weapons": ["light_weapon"]}, friends=[bare(name="goblin", set={"cluster": "man"})])
    act(table, "weapon_attack goblin", "stop_it", dice=[3, 7, 4, 2])
    assert table.unit("orc").fatigue == 5 and table.unit("orc").grab_target == 0 and table.unit("goblin").hp == PLENTY


@clause("heimr.brawl.grab_stop", "heimr.check.willpower_reroll")
def test_a_stop_is_never_rolled_again():
    """A 3 at fatigue 4 sets nothing, and the willpower of the grabber helps no more: the blow is next, a 7, and hits."""
    table = held(1, victim={"weapons": ["light_weapon"]}, friends=[bare(name="goblin", set={"cluster": "man"})])
    assert table.unit("orc").wp == 3
    table.dice = [3, 3, 4, 7]
    table.play("weapon_attack goblin", "stop_it")
    assert (table.prompt, table.decider) == ("turn", "man") and table.unit("goblin").hp == PLENTY - 1


@clause("heimr.brawl.grab_stop")
@pytest.mark.parametrize("text", ["whisper", "observe_cell 0,0", "drop_items sword_hand"])
def test_what_needs_no_physical_roll_is_not_stopped(text):
    table = held(3, victim={"weapons": ["light_weapon"]})
    act(table, text, dice=[6, 10] if "observe" in text else [])
    assert table.decider == "man" and table.prompt == "turn" and table.unit("orc").grab_target == 0


@clause("heimr.brawl.grab_release", "heimr.brawl.grab_stop")
@pytest.mark.parametrize(("answer", "kind"), [("let_go", "attack_hit"), ("keep_hold", "stopped")])
def test_who_lets_go_stops_nothing(answer, kind):
    """A requirement of 10 + 7; then the grabber lets go, and the blow of 10 + 2 hits."""
    table = held(1, victim={"weapons": ["light_weapon"]}, holder={"brawl": (0, 7)})
    events = act(table, "weapon_attack orc", "stop_it", answer, "no_defence", dice=[4, 10, 4, 10])
    assert [event.kind for event in of_kind(events, "attack_hit", "stopped")] == [kind]


# --- how a grab ends


@clause("heimr.brawl.grab_end")
@pytest.mark.parametrize(
    ("hp", "rules", "holds"),
    [
        (PLENTY, {}, True),
        (1, {}, False),
        (PLENTY, {"ends_on_plain_damage": 1}, False),
        (1, {"ends_on_effect": 0}, True),
    ],
)
def test_a_blow_of_a_third_at_the_grabber(hp, rules, holds):
    """Plain damage does not end it; the effect of an injury does."""
    table = scene(
        striker(), man(name="ally", set={"cluster": "ally"}),
        foe(hp_max=PLENTY, set={"hp": hp, "grab_target": "ally", "grab_part": 1, "cluster": "ally"}),
        bare(name="goblin", at="A1"),
        rules={f"{GRAB}.{name}": value for name, value in rules.items()},
    )  # fmt: skip
    act(table, "weapon_attack orc", "keep_hold", dice=[2, 10])
    assert (table.unit("orc").grab_target == 1) == holds


@clause("heimr.brawl.grab_end", "heimr.effect.drop")
@pytest.mark.parametrize(("ends", "holds"), [(1, False), (0, True)])
def test_an_effect_on_the_grabber(ends, holds):
    """Even one that does nothing: a drop with empty hands."""
    table = scene(
        striker(skills=["disarm"]), man(name="ally", set={"cluster": "ally"}),
        foe(hp_max=PLENTY, set={"grab_target": "ally", "grab_part": 1, "cluster": "ally"}),
        rules=unless(1, f"{GRAB}.ends_on_effect", ends)
    )  # fmt: skip
    table.play("prime_skill disarm")
    act(table, "weapon_attack orc", "keep_hold", dice=[6, 10])
    assert (table.unit("orc").grab_target == 1) == holds


@clause("heimr.brawl.grab_end")
def test_a_fist_on_the_grabber_is_an_effect():
    table = scene(
        man(),
        man(name="ally", set={"cluster": "ally"}),
        foe(hp_max=PLENTY, set={"grab_target": "ally", "grab_part": 1, "cluster": "ally"}),
    )
    act(table, "brawl orc", "keep_hold", dice=[6, 10])
    assert table.unit("orc").grab_target == -1


@clause("heimr.brawl.grab_end")
@pytest.mark.parametrize(("ends", "holds"), [(1, False), (0, True)])
def test_a_hit_by_the_held(ends, holds):
    table = held(1, victim={"weapons": ["light_weapon"]}, rules=unless(1, f"{GRAB}.ends_on_hit_by_held", ends))
    act(table, "weapon_attack orc", "keep_hold", "let_pass", dice=[6, 10])
    assert (table.unit("orc").grab_target == 0) == holds and table.unit("orc").hp == PLENTY - 1


@clause("heimr.brawl.grab_end", "heimr.position.unconscious")
def test_who_loses_consciousness_holds_nobody():
    table = scene(
        striker(), man(name="ally", set={"cluster": "ally"}),
        foe(hp_max=PLENTY, set={"hp": -3, "injuries": ["right_leg"], "prone": 1, "death_timer": 50, "faint_timer": 9,
        "grab_target": "ally", "grab_part": 1, "cluster": "ally"}),
        bare(name="goblin", at="A1"), rules={f"{GRAB}.ends_on_effect": 0},
    )  # fmt: skip
    act(table, "weapon_attack orc", "keep_hold", dice=[2, 10])
    assert table.unit("orc").unconscious == 1 and table.unit("orc").grab_target == -1


@clause("heimr.brawl.grab_end", "heimr.effect.hit")
def test_a_mighty_blow_is_an_effect():
    """What it takes is a hit effect; a plain blow is none."""
    for primed, is_free in ((True, True), (False, False)):
        ally = man(name="ally", set={"cluster": "ally"}, wp=2)
        orc = bare(set={"grab_target": "ally", "grab_part": 1, "cluster": "ally"}, wp=1)
        table = scene(man(weapons=["light_weapon"], skills=["mighty_blow"]), ally, orc)
        if primed:
            table.play("prime_skill mighty_blow")
        act(table, "weapon_attack orc", "keep_hold", dice=SURE)
        assert table.unit("orc").hp == PLENTY - (4 if primed else 1)
        assert (table.unit("orc").grab_target == -1) is is_free


@clause("heimr.brawl.grab_end", "heimr.effect.bind")
@pytest.mark.parametrize(("ends", "is_free"), [(1, True), (0, False)])
def test_so_is_a_bind(ends, is_free):
    """Who is taken hold of lets go of a third."""
    ally = man(name="ally", set={"cluster": "ally"}, wp=2)
    orc = bare(set={"grab_target": "ally", "grab_part": 1, "cluster": "ally"}, wp=1)
    table = scene(man(), ally, orc, rules=unless(1, "brawl.grab_end.ends_on_effect", ends))
    act(table, "brawl orc bind_anywhere", "keep_hold", dice=SURE)
    assert table.unit("man").grab_target == 2
    assert (table.unit("orc").grab_target == -1) is is_free


@clause("heimr.effect.resist", "heimr.c.skills", "heimr.brawl.attack")
@pytest.mark.parametrize(("answer", "grabbed"), [("resist", -1), ("suffer", 1)])
def test_a_bind_may_be_resisted(answer, grabbed):
    table = scene(man(), bare(skills=["resist"]))
    table.dice = SURE
    table.play("brawl orc bind_anywhere")
    assert (table.prompt, table.decider) == ("resist", "orc") and set(table.choices()) == {"resist", "suffer"}
    table.play(answer)
    assert table.unit("man").grab_target == grabbed and ("resisted" in kinds(table)) is (answer == "resist")


# --- struggling


@clause("heimr.c.struggle", "heimr.brawl.grab_end")
@pytest.mark.parametrize(("stamina", "expected"), [(3, 0.559722)])
def test_a_struggle(stamina, expected):
    """Brawl against brawl, both with consistency 1, potential 2 and fatigue 1."""
    table = held(1, holder={"str": 2, "sta": stamina}, victim={"str": 2, "sta": stamina, "set": {"wp": 0}})
    assert chance(table, "struggle", want="event grab_ends", wanted=("stop_it",)) == exactly(expected)


@clause("heimr.c.struggle")
def test_a_struggle_that_nobody_stops():
    """The own roll must meet the own fatigue, 4."""
    table = held(1, victim={"set": {"wp": 0}})
    assert chance(table, "struggle", want="event grab_ends", wanted=("let_pass",)) == exactly(0.85)


@clause("heimr.c.struggle", "heimr.check.willpower_reroll")
def test_a_struggle_for_willpower():
    table = held(1, victim={"set": {"wp": 1}})
    assert chance(table, "struggle", want="event grab_ends", wanted=("let_pass", "reroll")) == exactly(0.96)


@clause("heimr.c.struggle", "heimr.action.standard")
@pytest.mark.parametrize(
    ("cost", "left", "decider"), [("standard", 0, "man"), ("free", 1, "man"), ("ongoing", None, "orc")]
)
def test_what_a_struggle_costs(cost, left, decider):
    table = held(1, rules=unless("standard", "c.struggle.cost", cost), victim={"set": {"wp": 0}})
    act(table, "struggle", "stop_it", dice=[6, 10, 4, 5])
    assert table.decider == decider and table.unit("orc").grab_target == 0
    if left is not None:
        assert table.unit("man").standard_left == left


@clause("heimr.c.struggle")
def test_only_the_held_struggle():
    assert "struggle" not in verbs(scene(man(), foe()))
    assert "struggle" in verbs(held(3))


@clause("heimr.c.struggle", "heimr.fatigue.requirement", "heimr.brawl.grab_stop")
@pytest.mark.parametrize(("natural", "is_free"), [(3, False), (4, True)])
def test_a_struggle_must_reach_the_own_fatigue(natural, is_free):
    """A total of 10 or 11 against a requirement of 4, at fatigue 4."""
    table = held(1, victim={"brawl": (0, 7), "set": {"wp": 0}})
    act(table, "struggle", "stop_it", dice=[4, 4, 3, natural])
    assert (table.unit("orc").grab_target == -1) is is_free


@clause("heimr.brawl.grab_stop", "heimr.fatigue.requirement")
@pytest.mark.parametrize(("natural", "is_free"), [(3, False), (4, True)])
def test_so_must_another_action(natural, is_free):
    table = held(1, victim={"weapons": ["light_weapon"], "agility": (0, 7), "set": {"wp": 0}})
    act(table, "conceal_item light_weapon", "stop_it", dice=[4, 4, 3, natural])
    assert (table.unit("orc").grab_target == -1) is is_free


@clause("heimr.brawl.grab_stop", "heimr.fatigue.requirement")
@pytest.mark.parametrize(("dice", "is_free", "lost"), [([4, 7], True, 1), ([6, 6], False, 0)])
def test_so_must_a_blow(dice, is_free, lost):
    """A 7 or a 6 at fatigue 7, with a potential of 9 against a requirement of 4: a tired blow neither frees nor hits."""
    goblin = bare(name="goblin", set={"cluster": "man"})
    table = held(1, victim={"weapons": ["light_weapon"], "dueling": (0, 7), "fatigue": 7}, friends=[goblin])
    act(table, "weapon_attack goblin", "stop_it", dice=[4, 4, *dice])
    assert (table.unit("orc").grab_target == -1) is is_free and table.unit("goblin").hp == PLENTY - lost


@clause("heimr.brawl.grab_stop", "heimr.fatigue.requirement", "heimr.attack.per_weapon")
def test_a_tired_blow_that_was_to_be_stopped_is_the_last():
    """The stop holds for the whole action: the second weapon does not strike."""
    goblin = bare(name="goblin", set={"cluster": "man"})
    table = held(1, victim={"weapons": ["light_weapon"] * 2, "dueling": (0, 7), "fatigue": 7}, friends=[goblin])
    act(table, "weapon_attack goblin", "stop_it", dice=[4, 4, 6, 6])
    assert table.unit("orc").grab_target == 0 and table.unit("goblin").hp == PLENTY
