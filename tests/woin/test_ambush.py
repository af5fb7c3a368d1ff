"""The ambush turn: who may declare what, checks, and what happens at the same time."""

from __future__ import annotations

import pytest
from fixtures import clause
from woin.measures import kinds, parts, rolled, verbs
from woin.scenes import TRADE, duel, exactly, scene

BOTH = [True, True]
ONE = [True, False]
#: Faces for initiative of two units with three dice each, in the order of the roster.
ORDER = [6, 6, 6, 5, 5, 5]
ARCHER = {"weapons": ["longbow", "longsword"], "ranged_skill": 2}


def ambush(man=None, orc=None, sides=ONE, **more):
    """A man and an orc before the battle; by default only the man knows of the orc."""
    return duel(man=man, orc=orc, ambush=sides, **{"order": [], **more})


def won(dice=3, target=3):
    """Faces of a check that is won."""
    return [6] * dice + [1] * target


def lost(dice=3, target=3):
    """Faces of a check that is lost."""
    return [1] * dice + [6] * target


def at(name):
    """Where a unit is, as a result of odds."""
    return lambda table: table.unit(name).at


# --- who declares


@clause("woin.sequence.ambush_step", "woin.ambush.skip", "woin.ambush.awareness")
def test_without_knowledge_there_is_no_ambush():
    table = duel(distance=5)
    assert table.prompt == "turn" and kinds(table)[0] == "initiative"


@clause("woin.ambush.awareness")
@pytest.mark.parametrize(
    ("sides", "asked"), [([True, False], ["man"]), ([False, True], ["orc"]), (BOTH, ["man", "orc"])]
)
def test_who_knows_of_the_other_is_asked(sides, asked):
    table = ambush(sides=sides, order=ORDER)
    found = []
    while table.prompt == "ambush":
        found.append(table.decider)
        table.play("no_ambush")
    assert found == asked and table.decider == "man" and table.prompt == "turn"


@clause("woin.ambush.awareness", "woin.ambush.skip")
@pytest.mark.parametrize(
    ("knobs", "asked"),
    [
        ({"skip.ambush_enabled": 1}, "man"),
        ({"skip.ambush_enabled": 1, "awareness.team0_may_ambush": 0}, "orc"),
        ({}, None),
    ],
)
def test_a_rulebook_may_say_who_knows(knobs, asked):
    rules = {f"ambush.{knob}": value for knob, value in knobs.items()}
    table = duel(rules=rules, battle={}, order=ORDER if asked is None else [])
    assert (table.decider if table.prompt == "ambush" else None) == asked


@clause("woin.ambush.skip")
def test_nobody_tries():
    table = ambush(order=ORDER)
    table.play("no_ambush")
    assert kinds(table)[0] == "initiative" and table.round == 1


@clause("woin.ambush.intent_required")
def test_later_it_is_too_late():
    table = ambush(order=ORDER)
    table.play("no_ambush")
    assert not any("ambush" in verb for verb in verbs(table))


@clause("woin.ambush.declaration")
def test_what_may_be_declared():
    table = ambush(man=ARCHER, distance=5)
    assert verbs(table) == {"ambush_attack", "ambush_move", "ambush_watch", "no_ambush"}
    assert verbs(ambush(distance=5)) == {"ambush_move", "no_ambush"}
    assert verbs(ambush()) == {"ambush_attack", "ambush_move", "no_ambush"}


@clause("woin.ambush.single_action")
def test_one_action_only():
    man = {"melee_skill": 4, "rank": 8, "exploits": ["knockdown", "charge", "whirlwind_frenzy"]}
    found = {choice.removeprefix("ambush_attack orc ") for choice in ambush(man=man).choices("ambush_attack ")}
    assert found == {"longsword", "longsword knockdown", "unarmed", "unarmed grab", "unarmed knockdown"}


@clause("woin.ambush.single_action", "woin.sequence.ambush_step")
def test_no_action_no_ambush():
    table = duel(ambush=BOTH, rules={"ambush.single_action.actions": 0}, order=ORDER)
    assert table.prompt == "turn"


@clause("woin.ambush.single_action")
def test_a_move_of_one_action():
    table = ambush(man={"SPEED": 3}, distance=7)
    cells = {choice.split()[-1] for choice in table.choices("ambush_move orc ")}
    assert "7,5" in cells and "8,5" not in cells
    assert len(cells) == 7 * 7 - 1


# --- checks


@clause("woin.ambush.opposed_check", "woin.ambush.purpose")
@pytest.mark.parametrize(
    ("man", "orc", "chance"),
    [
        ({"AGI": 6, "stealth_skill": 2}, {"INT": 6}, 0.909347),
        ({"AGI": 6}, {"INT": 6}, 0.453575),
        ({"AGI": 6, "stealth_skill": 1, "CHA": 10}, {"INT": 6}, 0.742831),
        ({"AGI": 1, "CHA": 6, "bluff_skill": 1}, {"INT": 3, "perception_skill": 1}, 0.742831),
        ({"AGI": 10, "stealth_skill": 3, "rank": 5}, {"INT": 6}, 0.909347),
    ],
)
def test_chance_of_access(man, orc, chance):
    table = ambush(man={**man, "weapons": []}, orc=orc, distance=5)
    found = table.odds("ambush_move orc 4,4", want=at("man"))
    assert found.p(lambda place: place == (4, 4)) == exactly(chance)
    assert table.odds("ambush_move orc 4,4", want="success").at_least(1) == exactly(chance)


@clause("woin.ambush.opposed_check")
def test_a_tie_is_not_enough():
    table = ambush(first=[4, 4, 3, 5, 5, 1], order=ORDER, distance=5)
    table.play("ambush_move orc 4,4")
    assert "ambush_lost" in kinds(table) and table.unit("man").at == (4, 5)


@clause("woin.ambush.opposed_check", "woin.completion.opposed_check")
@pytest.mark.parametrize(
    ("faces", "kind", "text"),
    [
        ([4, 4, 3, 5, 3, 1], "ambush_won", "man surprises orc: rolls 11 against 9 (attribute dice 3)"),
        ([4, 4, 1, 5, 3, 1], "ambush_lost", "man fails to surprise orc: rolls 9 against 9 (attribute dice 3)"),
    ],
)
def test_the_log_of_a_check_gives_both_totals(faces, kind, text):
    table = ambush(first=faces, order=ORDER, distance=5)
    table.play("ambush_move orc 4,4")
    assert table.last(kind).text == text


@clause("woin.ambush.opposed_check")
@pytest.mark.parametrize(("is_int", "dice"), [(1, 3), (0, 1)])
def test_what_the_target_resists_with(is_int, dice):
    rules = {"ambush.opposed_check.default_resist_is_int": is_int}
    table = ambush(orc={"WIL": 1}, first=won(3, dice), order=ORDER, distance=5, rules=rules)
    table.play("ambush_move orc 4,4")
    assert "ambush_won" in kinds(table)


@clause("woin.ambush.declaration")
def test_who_fails_does_nothing():
    table = ambush(first=lost(), order=ORDER)
    table.play("ambush_attack orc longsword normal")
    assert not rolled(table) and table.decider == "man" and table.prompt == "turn"


@clause("woin.ambush.mutual")
@pytest.mark.parametrize(
    ("checks", "acts"),
    [(won() + won(), []), (won() + lost(), ["man"]), (lost() + won(), ["orc"]), (lost() + lost(), [])],
)
def test_of_a_pair_that_both_win_neither_acts(checks, acts):
    table = ambush(sides=BOTH, first=[*checks, *[1] * 3 * len(acts)], order=ORDER)
    table.play("ambush_attack orc longsword normal", "ambush_attack man longsword normal")
    assert [event.who for event in table.events if event.kind == "attack_missed"] == acts
    assert ("ambush_mutual" in kinds(table)) is (checks == won() + won())


@clause("woin.ambush.mutual", "woin.ambush.opposed_check")
def test_chances_of_a_pair():
    man = {"stealth_skill": 2, "INT": 6}
    orc = {"stealth_skill": 1, "INT": 3}
    table = ambush(man=man, orc=orc, sides=BOTH, distance=7)
    found = table.odds(
        "ambush_move orc 4,4",
        then=["ambush_move man 11,6"],
        want=lambda table: (table.unit("man").at, table.unit("orc").at),
    )
    man_acts = found.p(lambda places: places[0] == (4, 4))
    orc_acts = found.p(lambda places: places[1] == (11, 6))
    assert man_acts == exactly(0.254068) and orc_acts == exactly(0.008958)


@clause("woin.ambush.pairwise")
@pytest.mark.parametrize(("second", "acts"), [(won(), ["man", "orc"]), (lost(), ["man"])])
def test_chains_are_possible(second, acts):
    friend = {"name": "friend", "side": "men", "at": [5, 6], "weapons": ["longsword"]}
    table = ambush(
        sides=BOTH, friends=[friend], first=[*won(), *second, *[1] * 3 * len(acts)], order=[6] * 3 + [4] * 3 + [5] * 3
    )
    table.play("ambush_attack orc longsword normal", "no_ambush", "ambush_attack friend longsword normal")
    assert [event.who for event in table.events if event.kind == "attack_missed"] == acts


@clause("woin.ambush.declaration")
def test_declarations_are_forgotten():
    table = ambush(man=ARCHER, distance=5, first=won() + [1] * 5, order=ORDER)
    table.play("ambush_attack orc longbow normal")
    unit = table.state["units"][0]
    assert (unit["plan_verb"], unit["plan_target"], unit["plan_cell"], unit["ambush_won"]) == (0, -1, -1, 0)
    assert table.unit("man").actions_left == 2


# --- the attack


@clause("woin.ambush.single_action", "woin.ambush.declaration")
def test_dice_are_traded_and_luck_added_at_once():
    man = {"melee_skill": 2, "luck": 2, "rank": 6}
    table = ambush(man=man, rules={TRADE: 4}, first=won() + [6, 6, 6, 1] + [3] * 7)
    table.play("ambush_attack orc longsword normal")
    assert table.prompt == "trade" and len(table.choices()) == 3
    table.play(table.choices()[1])
    assert table.prompt == "luck" and len(table.choices()) == 3
    table.play(table.choices()[1])
    assert rolled(table) == [4] and parts(table, "traded for damage") == [-2] and parts(table, "LUCK") == [1]
    assert table.unit("man").luck == 1 and table.unit("orc").health == 21 - 21


@clause("woin.ambush.declaration")
def test_luck_is_kept_by_who_fails():
    table = ambush(man={"luck": 2}, first=lost(), order=ORDER)
    table.play("ambush_attack orc longsword normal")
    table.play(table.choices()[2])
    assert table.unit("man").luck == 2


@clause("woin.ambush.single_action", "woin.completion.reaction_defend")
def test_nobody_guards_in_the_ambush_turn():
    rules = {"completion.reaction_defend.enabled": 1}
    table = ambush(first=won() + [1] * 3, order=ORDER, rules=rules)
    table.play("ambush_attack orc longsword normal")
    assert table.prompt == "turn"


@clause("woin.ambush.simultaneous")
def test_who_is_felled_still_acts():
    """The man fells the orc, who fells his friend."""
    friend = {"name": "friend", "side": "men", "at": [5, 6], "weapons": ["longsword"], "health_max": 5}
    first = [*won(), *won(), 6, 4, 4, 3, 3, 3, 6, 4, 4, 3, 3, 3]
    table = ambush(orc={"health_max": 5}, sides=BOTH, friends=[friend], first=first, order=[])
    table.play("ambush_attack orc longsword normal", "no_ambush", "ambush_attack friend longsword normal")
    assert table.unit("orc").down == 1 and table.unit("friend").down == 1
    assert table.state["ending"] == 1 and list(table.state["rank"][:2]) == [1, 2]
    happened = kinds(table)
    assert happened.index("damaged") > len(happened) - 1 - happened[::-1].index("damage_rolled")


@clause("woin.ambush.simultaneous", "woin.completion.exploit.knockback")
def test_who_is_felled_in_the_ambush_still_pushes():
    """The man fells the orc, who then knocks the friend a square away from where it struck."""
    friend = {"name": "friend", "side": "men", "at": [5, 6], "weapons": ["longsword"]}
    orc = {"health_max": 5, "exploits": ["knockback"], "melee_skill": 1}
    other = {"name": "other", "side": "orcs", "at": [11, 11], "INT": 1}
    first = [*won(), *won(), 6, 4, 4, 3, 3, 3, 6, 4, 4, 3, 3, 3]
    order = [6, 6, 6, 5, 5, 5, 1, 1, 1, 1]
    table = ambush(orc=orc, sides=BOTH, friends=[friend, other], first=first, order=order)
    plans = ["ambush_attack orc longsword", "no_ambush", "ambush_attack friend longsword knockback", "no_ambush"]
    table.play(*plans)
    assert table.unit("orc").down == 1 and table.unit("friend").at == (5, 7)


@clause("woin.ambush.single_action", "woin.attack.psionic", "woin.ambush.declaration")
def test_a_power_may_be_declared_a_spell_takes_too_long():
    man = {"PSI": 10, "MAG": 10, "spells": ["mind_lance", "telekinetic_shove", "firebolt", "mend"], "weapons": []}
    table = ambush(man=man, distance=5)
    assert set(table.choices("cast ")) == {"cast mind_lance orc", "cast telekinetic_shove orc"}
    assert verbs(ambush(man={**man, "spells": ["firebolt"]}, distance=5)) == {"ambush_move", "no_ambush"}


@clause("woin.ambush.declaration", "woin.completion.spell.mend")
def test_only_attacks_on_an_enemy_are_declared_even_where_spells_are_quick():
    man = {"MAG": 10, "spells": ["firebolt", "mend", "fog", "flame_burst"], "health_left": 1}
    table = ambush(man=man, distance=5, rules={"action.cost_table.cast_spell": 1})
    assert set(table.choices("cast")) == {"cast firebolt orc"}


@clause("woin.ambush.simultaneous", "woin.attack.psionic", "woin.completion.spell_rules")
@pytest.mark.parametrize(("check", "points", "damage"), [(won(), 2, 6), (lost(), 0, 0)])
def test_a_power_in_the_ambush_turn(check, points, damage):
    """Three dice against MENTAL DEFENSE 10, 2 dice of damage; its points are spent when it is used."""
    man = {"PSI": 6, "spells": ["mind_lance"]}
    rolls = [4, 4, 4, 3, 3] if damage else []
    table = ambush(man=man, distance=4, first=[*check, *rolls], order=ORDER)
    before = table.unit("man").psi
    table.play("cast mind_lance orc")
    assert table.round == 1 and table.decider == "man"
    assert before - table.unit("man").psi == points and table.unit("orc").health == 21 - damage


@clause("woin.ambush.simultaneous", "woin.completion.battle_end")
def test_all_felled_is_a_draw():
    """Everybody ambushes somebody else than the one who ambushes him."""
    places = {"a": [4, 4], "b": [5, 5], "c": [5, 4], "d": [4, 5]}
    units = [
        {
            "name": name,
            "side": "men" if name in "ab" else "orcs",
            "at": place,
            "weapons": ["longsword"],
            "health_max": 5,
        }
        for name, place in places.items()
    ]
    table = scene(*units, ambush=BOTH, first=[*won() * 4, *[6, 4, 4, 3, 3, 3] * 4], order=[])
    for target in "cdba":
        table.play(f"ambush_attack {target} longsword normal")
    assert table.state["ending"] == 2 and list(table.state["rank"][:2]) == [1, 1]


@clause("woin.ambush.simultaneous")
def test_conditions_come_afterwards():
    """What the first does to the target of the second does not help the second."""
    first = {
        "name": "first",
        "side": "men",
        "at": [4, 5],
        "weapons": ["longsword"],
        "exploits": ["trip"],
        "melee_skill": 2,
    }
    second = {"name": "second", "side": "men", "at": [5, 6], "weapons": ["longsword"]}
    orc = {"name": "orc", "side": "orcs", "at": [5, 5], "weapons": ["longsword"], "soak": 30}
    faces = [*won(), *won(), 6, 5, 1, 1, 1, 1, 1, 1, 1]
    table = scene(first, second, orc, ambush=ONE, first=faces, order=[6] * 3 + [5] * 3 + [4] * 3)
    table.play("ambush_attack orc longsword trip", "ambush_attack orc longsword normal")
    assert rolled(table) == [3, 3] and table.unit("orc").prone == 1


@clause("woin.ambush.simultaneous", "woin.crossfire.condition")
def test_who_shoots_counts_in_the_crossfire_of_the_next():
    """The crossbow is spent only when both have shot."""
    friend = {"name": "friend", "side": "men", "at": [9, 0], "weapons": ["longbow"]}
    man = {"weapons": ["heavy_crossbow"]}
    first = [*won(), *won(), *[1] * 8]
    order = [6] * 3 + [5] * 3 + [4] * 3
    table = ambush(man=man, orc={"ranged_defence": 40}, distance=5, friends=[friend], first=first, order=order)
    table.play("ambush_attack orc heavy_crossbow normal", "ambush_attack orc longbow normal")
    assert rolled(table) == [4, 4] and parts(table, "crossfire") == [1, 1]
    assert table.unit("man").loaded[0] == 0


@clause("woin.ambush.declaration", "woin.ambush.simultaneous", "woin.crossfire.condition")
def test_who_casts_counts_in_the_crossfire_of_the_next():
    """Each has the points for one power. The friend buys a die of damage with two of its three dice, crossfire included."""
    mind = {"PSI": 3, "psi": 2, "spells": ["mind_lance"], "weapons": []}
    friend = {"name": "friend", "side": "men", "at": [12, 5], **mind}
    first = [*won(), *won(), 1, 1, 1, 1]
    order = [6] * 3 + [5] * 3 + [4] * 3
    table = ambush(man=mind, distance=4, friends=[friend], first=first, order=order, rules={TRADE: 1}, size=(14, 12))
    table.play("cast mind_lance orc", "no_dice", "cast mind_lance orc", "one_die")
    assert rolled(table) == [3, 1] and parts(table, "crossfire") == [1, 1]
    assert table.unit("man").psi == 0 and table.unit("friend").psi == 0


@clause("woin.ambush.simultaneous", "woin.completion.exploit.scattershot")
@pytest.mark.parametrize("flees", [False, True])
def test_a_scattershot_hits_who_was_there_when_it_was_rolled(flees):
    """The orc stands by the near one, and runs to the far one in the same ambush turn. 3 dice of damage."""
    man = {"weapons": ["longbow"], "exploits": ["scattershot"], "AGI": 10}
    orc = {"at": [9, 5], "SPEED": 4, "AGI": 6}
    near = {"name": "near", "side": "orcs", "at": [10, 5], "AGI": 1, "CHA": 1}
    far = {"name": "far", "side": "men", "at": [11, 9], "AGI": 1, "CHA": 1}
    first = [*won(4), *(won() if flees else []), 5, 4, 4, 2, 2, 2]
    order = [6] * 3 + [4] * 3 + [5] * 3 + [3] * 3
    table = ambush(man=man, orc=orc, sides=BOTH, friends=[near, far], first=first, order=order)
    table.play("ambush_attack orc longbow scattershot", "no_ambush")
    table.play("ambush_move far 10,8" if flees else "no_ambush", "no_ambush")
    assert table.unit("orc").at == ((10, 8) if flees else (9, 5))
    assert [table.unit(name).health for name in ("orc", "near", "far")] == [21 - 6, 21 - 6, 21]


@clause("woin.ambush.simultaneous", "woin.completion.exploit.scattershot", "woin.completion.down_and_dying")
@pytest.mark.parametrize(("endurance", "dying"), [(6, 3), (1, 1)])
def test_a_scattershot_hits_who_is_felled_meanwhile(endurance, dying):
    """The man fells the orc; the friend's scattershot hits it, and who stands beside it, at the same time: the countdown begins
    afterwards with all its dice.
    """
    man = {"weapons": ["longbow"]}
    friend = {
        "name": "friend",
        "side": "men",
        "at": [4, 6],
        "weapons": ["longbow"],
        "exploits": ["scattershot"],
        "AGI": 10,
    }
    near = {"name": "near", "side": "orcs", "at": [10, 5]}
    orc = {"at": [9, 5], "health_max": 5, "endurance": endurance}
    first = [*won(), *won(4), 4, 4, 4, 2, 2, 2, 4, 4, 4, 2, 2, 2]
    order = [6] * 3 + [5] * 3 + [4] * 3 + [3] * 3
    table = ambush(man=man, orc=orc, friends=[friend, near], first=first, order=order)
    table.play("ambush_attack orc longbow normal", "ambush_attack orc longbow scattershot")
    orc = table.unit("orc")
    assert (orc.health, orc.down, orc.dead, orc.dying_dice) == (5 - 6 - 6, 1, 0, dying)
    assert table.unit("near").health == 21 - 6


OTHER = {"name": "other", "side": "orcs", "at": [11, 11]}


@clause("woin.ambush.simultaneous", "woin.completion.down_and_dying")
@pytest.mark.parametrize(("endurance", "dying"), [(1, 1), (3, 2), (6, 3)])
def test_two_hits_of_an_ambush_turn_take_no_dying_dice(endurance, dying):
    """HEALTH 5, and two hits for 6 at the same time: none of them comes later than the fall."""
    friend = {"name": "friend", "side": "men", "at": [5, 6], "weapons": ["longsword"]}
    first = [*won(), *won(), *[4, 4, 4, 2, 2, 2] * 2]
    order = [6] * 3 + [5] * 3 + [4] * 3 + [3] * 3
    orc = {"health_max": 5, "endurance": endurance}
    table = ambush(orc=orc, friends=[friend, OTHER], first=first, order=order)
    table.play("ambush_attack orc longsword normal", "ambush_attack orc longsword normal")
    orc = table.unit("orc")
    assert (orc.health, orc.down, orc.dead, orc.dying_dice) == (5 - 12, 1, 0, dying)
    assert table.last("fell_down").amount == dying and "dying_dice_lost" not in kinds(table)


@clause("woin.ambush.simultaneous", "woin.completion.down_and_dying", "woin.completion.poison")
def test_venom_of_the_same_ambush_turn_takes_no_dying_die():
    """The bite does 4 and fells the orc, its venom does 5 more: the countdown begins with its three dice."""
    orc = {"health_max": 3, "vital_defence": 3}
    first = [*won(), 4, 4, 4, 1, 1, 1, 1, 1, 1, 1, 5]
    order = [6] * 3 + [5] * 3 + [4] * 3
    table = ambush(man={"weapons": ["bite"]}, orc=orc, friends=[OTHER], first=first, order=order)
    table.play("ambush_attack orc bite normal")
    orc = table.unit("orc")
    assert (orc.health, orc.down, orc.dying_dice) == (3 - 4 - 5, 1, 3)


@clause("woin.ambush.simultaneous", "woin.completion.down_and_dying")
def test_who_was_down_before_the_ambush_turn_loses_dying_dice_in_it():
    """Two hits, with two dice more at who lies. Each comes later than its fall: of three dice one is left."""
    friend = {"name": "friend", "side": "men", "at": [5, 6], "weapons": ["longsword"]}
    first = [*won(), *won(), *[4, 4, 4, 1, 1, 2, 2, 2] * 2]
    order = [6] * 3 + [5] * 3 + [4] * 3 + [3] * 3
    table = ambush(orc={"health_left": -1}, friends=[friend, OTHER], first=first, order=order)
    table.play("ambush_attack orc longsword normal", "ambush_attack orc longsword normal")
    assert (table.unit("orc").health, table.unit("orc").dying_dice) == (-1 - 12, 1)


@clause("woin.completion.down_and_dying")
def test_after_the_ambush_turn_a_hit_takes_a_dying_die_of_who_was_felled_in_it():
    """Five dice at who lies, and three of damage."""
    first = [*won(), 4, 4, 4, 2, 2, 2]
    order = [6] * 3 + [5] * 3 + [4] * 3
    table = ambush(orc={"health_max": 5}, friends=[OTHER], first=first, order=order, dice=[4, 4, 4, 4, 4, 2, 2, 2])
    table.play("ambush_attack orc longsword normal")
    assert table.unit("orc").dying_dice == 3
    table.play("attack orc longsword normal")
    assert table.unit("orc").dying_dice == 2


@clause("woin.ambush.opposed_check")
def test_check_and_attack_show_the_dice_of_each():
    table = ambush(first=won() + [1] * 3, order=ORDER)
    table.play("ambush_attack orc longsword normal")
    assert table.last("ambush_won").terms == table.last("attack_missed").terms == [("attribute dice", 3)]


# --- moves and overwatch


@clause("woin.ambush.simultaneous", "woin.ambush.single_action")
@pytest.mark.parametrize(("agility", "ends"), [(8, [(4, 5), (3, 5)]), (6, [(4, 5), (3, 5)]), (3, [(5, 5), (4, 5)])])
def test_two_that_move_to_the_same_cell(agility, ends):
    """The one with more AGILITY gets it, then the first of the roster; the other stops on the last free cell of its way."""
    one = {"name": "one", "side": "men", "at": [8, 5], "AGI": agility, "SPEED": 5}
    two = {"name": "two", "side": "men", "at": [0, 5], "AGI": 6, "SPEED": 5}
    orc = {"name": "orc", "side": "orcs", "at": [11, 11]}
    order = [6] * 3 + [5] * 3 + [4] * 3
    table = scene(one, two, orc, ambush=ONE, first=[*won(3), *won()], order=order)
    table.play("ambush_move orc 4,5", "ambush_move orc 4,5")
    assert [table.unit(name).at for name in ("one", "two")] == ends


@clause("woin.ambush.simultaneous", "woin.completion.occupancy")
@pytest.mark.parametrize("agility", [8, 3])
def test_moves_cross_each_other(agility):
    """The orc ends in the middle of a passage through which the man goes; whoever is moved first, both get where they want."""
    walls = [[0, 4, 5, 4], [7, 4, 11, 4], [0, 6, 11, 6]]
    cells = [{"flag": {"wall": 1}, "area": area} for area in walls]
    others = [
        {"name": "friend", "side": "men", "at": [0, 0]},
        {"name": "other", "side": "orcs", "at": [11, 11]},
    ]
    orc = {"at": [6, 1], "agility": agility, "charisma": 6, "speed": 5}
    order = [6] * 3 + [5] * 3 + [4] * 3 + [3] * 3
    table = ambush(man={"speed": 5}, orc=orc, sides=BOTH, friends=others, cells=cells, first=won() * 2, order=order)
    table.play("ambush_move other 9,5", "no_ambush", "ambush_move friend 6,5", "no_ambush")
    assert [table.unit(name).at for name in ("man", "orc")] == [(9, 5), (6, 5)]


@clause("woin.ambush.simultaneous", "woin.overwatch.interrupt")
def test_nobody_fires_at_moves_in_the_ambush_turn():
    friend = {"name": "friend", "side": "men", "at": [0, 0]}
    order = [1] * 3 + [4] * 3 + [5] * 3
    table = ambush(man=ARCHER, orc={"SPEED": 5}, sides=BOTH, friends=[friend], distance=5, first=won() * 2, order=order)
    table.play("ambush_watch orc", "no_ambush", "ambush_move friend 9,8")
    assert table.unit("orc").at == (9, 8) and table.prompt == "watch"
    assert kinds(table)[-2:] == ["round_begins", "turn_begins"]


@clause("woin.ambush.single_action", "woin.overwatch.stance")
def test_overwatch_lasts_until_the_first_main_turn():
    order = [1, 1, 1, 5, 5, 5]
    table = ambush(
        man=ARCHER,
        distance=5,
        first=[
            *won(),
        ],
        order=order,
    )
    table.play("ambush_watch orc")
    assert table.decider == "man" and table.prompt == "watch"
    table.play("hold_fire", "end_turn")
    assert table.decider == "man" and table.unit("man").overwatch == 0


@clause("woin.ambush.single_action")
def test_a_move_leaves_nothing_for_the_first_turn():
    table = ambush(man={"SPEED": 5}, distance=7, first=won(), order=ORDER)
    table.play("ambush_move orc 5,5")
    assert table.unit("man").at == (5, 5)
    assert (table.unit("man").moves_left, table.unit("man").actions_left) == (0, 2)
