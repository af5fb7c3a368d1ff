"""What the log says of rolls and of hit points lost: edges, modifiers, clauses, and no more than there was."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.scenes import duel, scene

from tactica.envs import rulesets
from tactica.envs.render import happenings
from tactica.envs.rulesets.owh.vocab import Roll
from tactica.envs.rulesets.owh.words import CHECK_CLAUSES

OTHER = {"name": "other", "side": "orcs", "at": [11, 11]}  # keeps the battle going
FRIEND = {"name": "friend", "side": "men", "at": [4, 6], "hp_left": 10}


def checked(laid):
    """The last check."""
    return next(event for event in reversed(laid.events) if event.kind in ("passed", "failed"))


def parts(event):
    """The parts of its total by what they are called."""
    return dict(event.terms)


# --- edges


@clause("owh.completion.advantage_dice")
@pytest.mark.parametrize(
    ("weapon", "distance", "dice", "said"),
    [
        ("longbow", 3, [5, 15, 1], "man attacks orc (with advantage): "),
        ("longbow", 6, [15, 1], "man attacks orc: "),
        ("longbow", 11, [15, 18, 1], "man attacks orc (with disadvantage): "),
    ],
)
def test_an_attack_names_its_edge(weapon, distance, dice, said):
    laid = duel({"weapons": [weapon], "at": [0, 5]}, {"at": [distance, 5]}, friends=[OTHER], dice=dice)
    laid.play("attack orc")
    assert laid.last("attack_hit").text.startswith(said)


@clause("owh.completion.advantage_dice", "owh.called.declare")
def test_an_edge_stands_beside_the_mode():
    laid = duel(friends=[OTHER], dice=[5, 4])
    laid.unit("orc").stunned = 1
    laid.play("attack orc headshot")
    assert "attacks orc (headshot, with advantage): " in laid.last("attack_missed").text


@clause("owh.completion.advantage_dice", "owh.fear.frightened")
def test_a_check_names_its_edge():
    laid = duel({"bandage": 1}, distance=5, friends=[FRIEND], dice=[12, 3])
    laid.unit("man").fear = 1
    laid.play("heal friend")
    assert checked(laid).text == (
        "man rolls Healing with disadvantage: needs 11 or more (target number 11), rolled 3 (12 dropped), fails"
    )


# --- checks


@clause("owh.execute.action", "owh.execute.protection", "owh.status.blind")
def test_an_execution_shows_its_parts():
    """6, 3 more for the friend with Agility 16, 4 more for being blind."""
    guard = {"name": "guard", "side": "orcs", "at": [6, 5], "agility": 16}
    laid = duel(friends=[OTHER, guard], dice=[13])
    laid.unit("orc").unconscious = 1
    laid.unit("man").blind = 2
    laid.play("execute orc")
    found = checked(laid)
    assert parts(found) == {"target number": 6, "ally protection": 3, "blind": 4}
    assert found.text == (
        "man rolls to execute: needs 13 or more (target number 6 + ally protection 3 + blind 4 = 13), rolled 13, succeeds"
    )
    assert found.clause == "owh.execute.action"


@clause("owh.execute.action")
def test_a_bare_number_says_what_it_is():
    laid = duel(friends=[OTHER], dice=[5])
    laid.unit("orc").unconscious = 1
    laid.play("execute orc")
    assert checked(laid).text == "man rolls to execute: needs 6 or more (target number 6), rolled 5, fails"


@clause("owh.heal.check")
def test_healing_shows_its_parts():
    laid = duel({"bandage": 1, "healing": 18, "fatigue": 2}, distance=5, friends=[FRIEND], dice=[8])
    laid.play("heal friend")
    assert parts(checked(laid)) == {"target number": 11, "Healing": -2}, "+4, less 2 for heavy fatigue"
    assert (checked(laid).amount, checked(laid).clause) == (9, "owh.heal.check")


@clause("owh.hide.action", "owh.status.deafened")
def test_hiding_shows_its_parts():
    wall = "\n".join(["....#......."] * 12)
    laid = duel({"stealth": 16, "at": [2, 5]}, {"at": [8, 5]}, map=wall, dice=[4])
    laid.unit("orc").deafened = 2
    laid.play("hide")
    assert parts(checked(laid)) == {"target number": 11, "Stealth": -3, "deafened": -4}
    assert (checked(laid).kind, checked(laid).amount, checked(laid).clause) == ("passed", 4, "owh.hide.action")


@clause("owh.stealth.roll", "owh.stealth.failure_notice")
def test_sneaking_and_noticing_show_their_parts():
    """Seven cells away: 9, less 1 for Stealth 12. The orc notices with 11, less 2 for Notice 14."""
    laid = duel({"stealth": 12, "hidden": True, "at": [0, 5]}, {"notice": 14, "at": [8, 5]}, friends=[], dice=[7, 9])
    laid.play("move 1,5")
    sneaks, notices = [event for event in laid.events if event.kind in ("passed", "failed")]
    assert (parts(sneaks), sneaks.amount) == ({"target number": 9, "Stealth": -1}, 8)
    assert (parts(notices), notices.amount) == ({"target number": 11, "Notice": -2}, 9)
    assert (sneaks.clause, notices.clause) == ("owh.stealth.roll", "owh.stealth.failure_notice")


@clause("owh.pr.value", "owh.pr.roll")
def test_resisting_poison_shows_its_parts():
    """15, less 1 for size 3, less 2 for Stamina 14, less 3 for an ability."""
    orc = {"size": 3, "stamina": 14, "poison_ability": 3, "hp": 200}
    laid = duel({"weapons": ["dagger+poison"]}, orc, dice=[15, 1, 9])
    laid.play("attack orc")
    assert parts(checked(laid)) == {"target number": 15, "size": -1, "Stamina": -2, "poison resistance": -3}
    assert (checked(laid).amount, checked(laid).clause) == (9, "owh.pr.roll")


@clause("owh.completion.spells")
@pytest.mark.parametrize(("spell", "score"), [("entangle", "Strength"), ("dread", "Spirit")])
def test_resisting_a_spell_shows_its_parts(spell, score):
    caster = {"spells": [spell], "winds": 9}
    laid = duel(caster, {"strength": 14, "spirit": 14}, friends=[OTHER], dice=[11])
    laid.play(f"cast {spell} orc")
    assert (parts(checked(laid)), checked(laid).amount) == ({"target number": 13, score: -2}, 11)
    assert checked(laid).clause == "owh.completion.spells"


@clause("owh.completion.fear_sources", "owh.fear.spirit_check", "owh.fear.terrified")
def test_fear_shows_its_parts():
    """Faced at 12, less 1 for Spirit 12; overcome, frightened and blind, at 11 - 1 + 4 with disadvantage."""
    laid = duel(
        {"spirit": 12}, {"fear_aura": 2}, party=[True, False], dice=[10, 14, 20], rules={"fate.denial.enabled": 0}
    )
    faced = checked(laid)
    assert (parts(faced), faced.clause) == ({"target number": 12, "Spirit": -1}, "owh.completion.fear_sources")
    assert laid.last("fears").clause == "owh.fear.terrified"
    laid.unit("man").blind = 2
    laid.play("resist_fear")
    overcome = checked(laid)
    assert (parts(overcome), overcome.amount) == ({"target number": 11, "Spirit": -1, "blind": 4}, 14)
    assert (overcome.kind, overcome.clause) == ("passed", "owh.fear.spirit_check")


@clause("owh.collision.tn")
def test_a_collision_shows_what_agility_eases():
    """Pushed against the edge of the board at once: 9, less 2 for Agility 14."""
    man = {"abilities": ["shield bash"], "traits": ["shield"], "at": [10, 5]}
    rules = {"collision.tn.agility_eases": 1}
    laid = duel(man, {"at": [11, 5], "agility": 14, "hp": 200}, dice=[15, 7], rules=rules)
    laid.play("free_attack orc")
    assert (parts(checked(laid)), checked(laid).amount) == ({"target number": 9, "Agility": -2}, 7)
    assert checked(laid).clause == "owh.collision.tn"


@clause("owh.fate.status_removal")
@pytest.mark.parametrize(
    ("stamina", "said"),
    [
        (30, "needs 6 or more (target number 15 - Stamina 9 = 6), rolled 6"),
        (10, "needs 7 or more (target number 7), rolled 6"),
    ],
)
def test_shaking_off_shows_the_poison_resistance_it_uses(stamina, said):
    laid = duel({"stamina": stamina, "disease": 1}, distance=5, party=[True, False], dice=[6])
    laid.play("shake_off diseased")
    assert said in next(event for event in laid.events if event.kind in ("shook_off", "still_suffers")).text


@clause("owh.fate.status_removal", "owh.fate.reroll")
@pytest.mark.parametrize(
    ("choices", "dice", "cites"),
    [(["shake_off diseased"], [2], "status_removal"), (["keep_tokens", "attack orc", "reroll"], [2, 2], "reroll")],
)
def test_a_token_cites_what_it_is_spent_on(choices, dice, cites):
    laid = duel({"disease": 1}, {"hp": 200}, party=[True, False], dice=dice)
    laid.play(*choices)
    assert laid.last("token_spent").clause == f"owh.fate.{cites}"


@clause("owh.heal.magic_resistance")
def test_a_mend_that_is_wholly_resisted_says_so():
    """6 of the dice and Spirit 10, less 20. Nothing of it is left to the next line."""
    friend = {**FRIEND, "magic_resistance": 20}
    laid = duel({"spells": ["mend"], "winds": 9}, distance=5, friends=[friend], dice=[3, 3])
    laid.play("cast mend friend", "defend")
    said = laid.last("not_mended")
    assert said.text == "friend regains no HP (dice 6 + Spirit 10 - magic resistance 20 = -4)"
    assert said.clause == "owh.heal.magic_resistance"
    assert not laid.last("defends").terms
    assert laid.unit("friend").hp == 10


@clause("owh.attack.natural_1")
@pytest.mark.parametrize(
    ("parry", "kind", "ends"),
    [(1, "natural_miss", "natural 1, misses"), (14, "attack_missed", "needs 3, rolled 1, misses")],
)
def test_a_natural_1_is_named_where_it_decides(parry, kind, ends):
    laid = duel({"fighting": 34}, {"parry": parry}, dice=[1])
    laid.play("attack orc")
    said = next(event for event in laid.events if event.who == "man" and event.target == "orc")
    assert (said.kind, said.clause) == (kind, f"owh.attack.{'natural_1' if kind == 'natural_miss' else 'to_hit'}")
    assert said.text.endswith(ends)


@clause("owh.completion.lever_gate", "owh.turn.interact")
@pytest.mark.parametrize(
    ("gate", "at", "said"),
    [("O", [9, 2], "the gate closes"), ("G", [9, 2], "the gate opens"), ("O", [6, 5], "no gate moves"),
     (".", [9, 2], "no gate moves")],
)  # fmt: skip
def test_a_lever_says_what_it_does(gate, at, said):
    """The goblin stands on the gate, or elsewhere."""
    rows = ["............"] * 12
    rows[4], rows[5] = "....L.......", f"......{gate}....."
    goblin = {"name": "goblin", "side": "orcs", "at": at}
    laid = duel(orc={"at": [10, 10]}, friends=[goblin], map="\n".join(rows))
    laid.play("interact")
    assert laid.last("lever_pulled").text == f"man pulls the lever: {said}"


def test_every_check_cites_a_clause_of_the_book():
    sums = {Roll.DAMAGE, Roll.HEALED, Roll.TABLE, Roll.POTION}
    assert set(CHECK_CLAUSES) == set(Roll) - sums
    assert set(CHECK_CLAUSES.values()) <= set(rulesets.get("owh").rulebook.clauses)


@clause("owh.fate.reroll")
def test_a_check_rolled_again_shows_its_number():
    laid = duel({"bandage": 1}, distance=5, party=[True, False], friends=[FRIEND], dice=[3, 4])
    laid.play("heal friend", "reroll")
    assert checked(laid).text == "man rolls Healing: needs 11 or more (as before 11), rolled 4, fails"


# --- other dice


@clause("owh.status.blind_move")
@pytest.mark.parametrize(
    ("dice", "kind", "ends"),
    [
        ([2], "kept_footing", "stumbles on 3 or more, rolled 2, keeps its footing"),
        ([3, 1, 4], "lost_footing", "stumbles on 3 or more, rolled 3, loses its footing"),
    ],
)
def test_a_blind_move_shows_its_die_and_its_parry(dice, kind, ends):
    """Parry 8, less 6 for blindness: a 3 is above it."""
    laid = duel({"parry": 8}, distance=6, friends=[OTHER], dice=dice)
    laid.unit("man").blind = 2
    laid.play("move 4,6")
    said = laid.last(kind)
    assert (said.amount, said.face, parts(said)) == (3, dice[0], {"Parry": -8, "blind": 6})
    assert said.text == f"man moves blindly: Parry -8 + blind 6 = -2; {ends}"
    assert said.clause == "owh.status.blind_move"
    assert ("stumbled" in [event.kind for event in laid.events]) is (kind == "lost_footing")


MAD = {"name": "mad", "side": "orcs", "at": [5, 5], "insane": True, "weapons": ["sword"]}


@clause("owh.status.insane")
def test_the_die_that_draws_a_target_shows():
    """The mad orc touches the man and a goblin: 1 draws the man, 2 the goblin. With one target there is no die."""
    goblin = {"name": "goblin", "side": "orcs", "at": [6, 5]}
    laid = scene({"name": "man", "side": "men", "at": [4, 5], "weapons": ["sword"]}, MAD, goblin, dice=[2, 2, 1, 3])
    laid.play("end_turn")
    drawn = [event for event in laid.events if event.kind == "drew_target"]
    assert [(event.who, event.amount, event.face) for event in drawn] == [("mad", 2, 2), ("mad", 2, 1)]
    assert drawn[0].text == "mad attacks at random among 2 units (rolled 2)"
    assert [event.target for event in laid.events if event.kind == "attack_missed"] == ["goblin", "man"]
    assert drawn[0].clause == "owh.status.insane"
    alone = scene(
        {"name": "man", "side": "men", "at": [4, 5], "weapons": ["sword"]}, MAD, {**goblin, "at": [9, 9]}, dice=[2, 3]
    )
    alone.play("end_turn")
    assert "drew_target" not in [event.kind for event in alone.events]


@clause("owh.status.insane", "owh.completion.hidden")
def test_the_other_side_does_not_learn_among_how_many_it_is_drawn():
    """A hidden goblin beside the mad orc is one of two targets: the men are only shown that chance decides."""
    goblin = {"name": "goblin", "side": "orcs", "at": [6, 5], "hidden": True}
    laid = scene({"name": "man", "side": "men", "at": [4, 5], "weapons": ["sword"]}, MAD, goblin, dice=[1, 2, 1, 2])
    laid.play("end_turn")
    said = {}
    for viewer in (0, 1):
        said[viewer] = [one.sentence for one in happenings(laid.game, viewer) if one.event == "DREW_TARGET"]
    assert said == {
        0: ["mad attacks at random among units"] * 2,
        1: ["mad attacks at random among 2 units (rolled 1)"] * 2,
    }


@clause("owh.status.bleed_trigger", "owh.status.poison_trigger")
@pytest.mark.parametrize(("face", "happens"), [(40, True), (41, False)])
@pytest.mark.parametrize(
    ("knob", "weapon", "dice", "kind", "said"),
    [
        ("bleed_trigger.chance_on_crit_pct", "dagger", [20, 1, 1], "bleed_rolled", "orc begins to bleed"),
        ("poison_trigger.chance_pct", "sword+poison", [19, 1], "poison_rolled", "the poison reaches orc"),
    ],
)
def test_a_chance_shows_its_die(knob, weapon, dice, kind, said, face, happens):
    """With a chance of 40 %, in place of certainty."""
    after = [1] if happens and kind == "poison_rolled" else []  # against the poison
    laid = duel({"weapons": [weapon]}, {"hp": 200}, dice=[*dice, face, *after], rules={f"status.{knob}": 40})
    laid.play("attack orc")
    assert laid.last(kind).text == f"{said} at 40 or less on a d100: rolled {face}"
    assert (laid.unit("orc").bleeding + laid.unit("orc").poisoned > 0) is happens


# --- hit points lost


@clause("owh.damage.formula", "owh.incapacitate.open")
@pytest.mark.parametrize(("choice", "lost", "left"), [("attack orc", 5, 0), ("attack orc subdue", 4, 1)])
def test_nobody_loses_more_than_it_has(choice, lost, left):
    """40 + 1 damage to an orc with 5 hit points: it loses 5, or 4 to a blow that leaves it 1."""
    laid = duel({"strength": 40, "fighting": 30}, {"hp_left": 5}, friends=[OTHER], dice=[15, 1])
    laid.play(choice)
    damaged = laid.last("damaged")
    assert (damaged.amount, damaged.extra) == (lost, left)
    assert damaged.text == f"orc takes damage (Strength 40 + dice 1 = 41) and loses {lost} HP: {left} left"


@clause("owh.damage.formula")
def test_a_blow_that_armour_stops_shows_its_damage():
    laid = duel({"strength": 5, "fighting": 30}, {"hp": 200, "armour": 12}, dice=[15, 1])
    laid.play("attack orc")
    assert laid.last("no_damage").text == "orc is not hurt (Strength 5 + dice 1 - armour 12 = -6, minimum 0)"


@clause("owh.damage.formula")
def test_odds_count_what_is_lost():
    """Every hit takes all 5: hits are all but the natural 1."""
    laid = duel({"strength": 40, "fighting": 40}, {"hp_left": 5}, friends=[OTHER])
    odds = laid.odds("attack orc", want="damage")
    assert {int(lost): round(odds[lost], 6) for lost in odds} == {0: 0.05, 5: 0.95}
