"""What odds are asked for, by name, and decisions on the way that nobody answers."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys

import numpy as np
import pytest
from fixtures import change_book, clause, duel, table
from rich.console import Console
from sandbox.toy import skirmish

from tactica.envs.odds import OpenDecisions
from tactica.envs.odds import progress as progress_module
from tactica.envs.sandbox import ParseError

PRINTED = 5e-7
#: A blow does S 3 against T 3: what the die shows, and nothing follows from a hit but that.
ONE_DIE = {
    "injury.critical_hit.opt_criticals": 0,
    "attack.fumble.opt_fumbles": 0,
    "damage.additional.opt_additional_damage": 0,
}
UNPARRIED = {"parry": "no_parry"}


def blow(**orc):
    """A man with WS 33 about to strike an orc with a shield."""
    return duel(orc={"off_hand": "shield", **orc}, rules=ONE_DIE)


# --- decisions that nobody answers


@clause("wfrp1.parry.attempt")
def test_a_parry_that_nobody_answers_is_an_error_that_says_how_to_answer():
    scene = blow()
    with pytest.raises(OpenDecisions) as found:
        scene.odds("strike orc", want="orc.wounds")
    (one,) = found.value.open
    assert (one.prompt, one.who) == ("parry", "orc")
    assert set(one.choices) == {"no_parry", "parry_main", "parry_off"} and one.choice_count == 3
    assert one.mass == pytest.approx(0.33, abs=PRINTED)
    said = str(found.value)
    assert "parry, asked of orc: " in said and "33 % of all outcomes" in said
    assert "answers={'parry': " in said and 'open="stop"' in said
    answer = said.split("answers=")[1].split("\n")[0]
    assert scene.odds("strike orc", answers=eval(answer), want="orc.wounds").complete, "the line can be copied"


@clause("wfrp1.parry.shield")
def test_with_a_shield_a_blow_does_not_do_more_than_without():
    """With an open parry it seemed to: the mass that stood at the question counted as no damage."""
    bare = duel(orc={"main_hand": "nothing"}, rules=ONE_DIE).odds("strike orc", want="orc.wounds")
    shielded = blow().odds("strike orc", answers={"parry": "parry_off"}, want="orc.wounds")
    assert bare.complete and shielded.complete
    assert bare[7] == pytest.approx(0.67, abs=PRINTED)
    assert shielded[7] > bare[7]


def test_an_open_decision_may_be_where_the_count_stops_and_then_it_is_not_complete():
    counted = blow().odds("strike orc", want="hit", open="stop")
    assert counted[1] == pytest.approx(0.33, abs=PRINTED)
    assert not counted.complete and counted.lost == 0.0
    assert counted.open_mass == pytest.approx(0.33, abs=PRINTED)
    assert [(one.prompt, one.who) for one in counted.open] == [("parry", "orc")]
    assert counted.note().startswith(
        "incomplete, 67 % of all outcomes counted; left open: 33 % at parry, asked of orc; "
    )
    assert counted.to_dict()["open_mass"] == counted.open_mass and counted.to_dict()["complete"] is False
    with pytest.raises(ValueError, match="allowed: 'error', 'stop'"):
        blow().odds("strike orc", open="never")


def test_an_answer_that_is_never_legal_is_named_in_the_error():
    with pytest.raises(OpenDecisions, match=r"these answers were never legal, so not used: 'parry_off'"):
        duel(orc={}, rules=ONE_DIE).odds("strike orc", then=["parry_off"], want="hit")


def test_where_nothing_is_half_done_a_count_ends_by_itself():
    counted = blow().odds("strike orc", answers=UNPARRIED, want=lambda t: (t.decider, t.prompt))
    assert counted.complete and counted.open == ()
    assert counted["orc", "turn"] == pytest.approx(1.0, abs=PRINTED)


def test_before_until_every_decision_needs_an_answer():
    with pytest.raises(OpenDecisions) as found:
        blow().odds("strike orc", answers=UNPARRIED, want="round", until="round")
    assert [(one.prompt, one.who) for one in found.value.open] == [("turn", "orc")]
    assert found.value.open[0].choice_count > len(found.value.open[0].choices), "some of many choices are shown"


@pytest.mark.compiled_only  # a minute interpreted
def test_who_is_asked_the_same_otherwise_is_listed_apart():
    scene = table(
        {"name": "ada", "side": "men", "at": [4, 4], "i": 60},
        {"name": "orc", "side": "orcs", "at": [5, 4], "off_hand": "shield"},
    )
    with pytest.raises(OpenDecisions) as found:
        scene.odds("strike orc", then=["orc: no_parry", "orc: strike ada"], want="round")
    assert [(one.prompt, one.who) for one in found.value.open] == [("parry", "ada")]
    counted = scene.odds("strike orc", then=["orc: strike ada"], answers={"parry": "no_parry"}, want="round")
    assert counted.complete, "answers stand in where the list has none"


def test_answers_that_cannot_be_understood_are_refused():
    with pytest.raises(TypeError, match=r"a list goes to `then`"):
        blow().odds("strike orc", answers=["no_parry"])
    with pytest.raises(TypeError, match="both functions"):
        blow().odds("strike orc", then=lambda t: None, answers=lambda t: None)


def test_a_ruleset_that_does_not_say_where_counts_may_end_has_no_such_place(monkeypatch):
    scene = skirmish()
    assert scene.odds("hold", want="round").complete
    change_book(monkeypatch, scene.ruleset, "vocab", rests=())
    with pytest.raises(OpenDecisions, match=r"order, asked of bea"):
        scene.odds("hold", want="round")


# --- what is wanted, by name


@clause("wfrp1.attack.hit_location")
def test_locations():
    """Every roll to hit that hits, read backwards."""
    ends = {"head": 15, "right arm": 35, "left arm": 55, "body": 80, "right leg": 90, "left leg": 100}
    exact: dict[str | None, float] = {None: 0.67}
    for roll in range(1, 34):
        backwards = roll % 10 * 10 + roll // 10 or 100
        location = next(name for name, last in ends.items() if backwards <= last)
        exact[location] = exact.get(location, 0.0) + 0.01
    counted = blow().odds("strike orc", answers=UNPARRIED, want="location")
    assert dict(counted) == {name: pytest.approx(chance, abs=PRINTED) for name, chance in exact.items()}


@clause("wfrp1.injury.critical_hit")
def test_criticals_and_several_things_at_once():
    """With 4 Wounds left a 5 and a 6 are critical hits."""
    rules = {**ONE_DIE, "injury.critical_hit.opt_criticals": 1}
    scene = duel(orc={"w": 4}, rules=rules)
    counted = scene.odds("strike orc", answers=UNPARRIED, want=["hit", "critical", "orc.wounds"])
    assert counted.want == ("hit", "critical", "orc.wounds")
    assert counted[1, 1, 0] == pytest.approx(0.33 * 2 / 6, abs=PRINTED)
    assert counted[1, 0, 0] == pytest.approx(0.33 / 6, abs=PRINTED)
    assert counted[0, 0, 4] == pytest.approx(0.67, abs=PRINTED)
    assert dict(counted.of("critical")) == {
        0: pytest.approx(1 - 0.11, abs=PRINTED), 1: pytest.approx(0.11, abs=PRINTED),
    }  # fmt: skip
    with pytest.raises(KeyError, match=r"'killed' was not asked for; choose from: hit, critical, orc.wounds"):
        counted.of("killed")
    severity = scene.odds("strike orc", answers=UNPARRIED, want="critical.amount")
    assert severity[None] == pytest.approx(1 - 0.11, abs=PRINTED)


@clause("wfrp1.damage.basic")
def test_events_terms_and_units():
    scene = blow()

    def chance(want):
        return scene.odds("strike orc", answers=UNPARRIED, want=want)

    assert chance("blow_hit")[1] == chance("hit on orc")[1] == chance("hit by man")[1] == chance("hit")[1]
    assert dict(chance("hit on man")) == {0: pytest.approx(1.0)}
    assert dict(chance("hit by orc")) == {0: pytest.approx(1.0)}
    assert chance("missed")[1] == pytest.approx(0.67, abs=PRINTED)
    assert dict(chance("weapon skill")) == {33: pytest.approx(1.0)}
    toughness = chance("toughness")
    assert toughness[-3] == pytest.approx(0.33, abs=PRINTED) and toughness[None] == pytest.approx(0.67, abs=PRINTED)
    assert chance("damage").mean() == pytest.approx(0.33 * (0 + 1 + 2 + 3 + 4 + 5) / 6, abs=PRINTED), "a shield stops 1"
    assert chance("parry_declined on man")[1] == pytest.approx(0.33, abs=PRINTED)


@clause("wfrp1.parry.attempt")
def test_a_name_of_two_things_has_to_be_said_which():
    scene = blow()
    with pytest.raises(ValueError, match="write 'event parried' or 'term parried'"):
        scene.odds("strike orc", answers=UNPARRIED, want="parried")
    parried = scene.odds("strike orc", answers={"parry": "parry_main"}, want="event parried")
    assert parried[1] == pytest.approx(0.33 * 0.32, abs=PRINTED), "WS 33 has to be rolled under"
    stopped = scene.odds("strike orc", answers={"parry": "parry_main"}, want="term parried")
    assert stopped[-6] == pytest.approx(0.33 * 0.32 / 6, abs=PRINTED)


@pytest.mark.parametrize(
    ("want", "said"),
    [
        ("hitt", r"unknown; did you mean hit\? Use '\?' to list all$"),
        ("?", "results: hit, missed, .* events: round_begins, "),
        ("criticals", "did you mean critical"),
        ("zzz", "results: hit, missed, location, .* events: round_begins, .* terms: .* fields: round, "),
        ("wounds", "of which unit"),
        ("orc", r"name one of its fields, orc\.FIELD"),
        ("orc.hit", "write 'hit on orc' or 'hit by orc'"),
        ("killed on orc", r"write UNIT\.killed"),
        ("weapon_skill by man", "go with events and results"),
        ("hit.amount", "only events have an amount"),
        ("critical.face", "of an event: amount, extra"),
        ("term hit", "unknown"),
    ],
)
def test_unknown_names_are_refused_with_what_there_is(want, said):
    with pytest.raises(ValueError, match=said):
        blow().odds("strike orc", answers=UNPARRIED, want=want)
    with pytest.raises(KeyError, match="no unit 'eve'"):
        blow().odds("strike orc", answers=UNPARRIED, want="hit on eve")


def double_kill(**rules):
    """Whoever is hit is dead; both act at the same moment, Ada first."""
    sure = {"i": 40, "s": 9, "t": 3, "w": 1, "npc": True, "int": 30}
    return table(
        {"name": "ada", "side": "men", "at": [2, 1], "ws": 20, **sure},
        {"name": "orc", "side": "orcs", "at": [3, 1], "ws": 30, **sure},
        size=(8, 4),
        rules={**ONE_DIE, **rules},
    )


@clause("wfrp1.turn.simultaneous")
def test_who_will_fall_at_the_end_of_the_moment_counts_as_fallen():
    scene = double_kill()
    wanted = ["orc.dead", "orc.killed", "killed", "felled", "died", "ada.killed"]
    counted = scene.odds("ada: strike orc", want=wanted)
    assert counted.complete
    assert dict(counted) == {
        (0, 0, 0, 0, 0, 0): pytest.approx(0.8, abs=PRINTED), (1, 1, 1, 1, 1, 0): pytest.approx(0.2, abs=PRINTED),
    }  # fmt: skip
    by_hand = scene.odds("ada: strike orc", want=lambda t: (t.prompt, t.unit("orc").dead))
    assert by_hand["turn", 1] == pytest.approx(0.2, abs=PRINTED), "it still has its own blow, and is dead after it"
    both = scene.odds("ada: strike orc", then=["orc: strike ada"], want="killed")
    assert dict(both) == {
        0: pytest.approx(0.56, abs=PRINTED), 1: pytest.approx(0.38, abs=PRINTED), 2: pytest.approx(0.06, abs=PRINTED),
    }  # fmt: skip


def test_what_was_wanted_is_named_in_every_form():
    counted = blow().odds("strike orc", answers=UNPARRIED, want=["hit", "orc.wounds"])
    assert repr(counted).startswith("Odds(hit, orc.wounds: {(0, 7): 0.67")
    told = json.loads(json.dumps(counted.to_dict()))
    assert (told["choice"], told["want"], told["complete"]) == ("strike orc", ["hit", "orc.wounds"], True)
    assert {"value": [0, 7], "probability": pytest.approx(0.67)} in told["distribution"]
    out = Console(file=io.StringIO(), width=80)
    out.print(counted.table())
    assert "hit" in out.file.getvalue() and "orc.wounds" in out.file.getvalue()

    def wounds_left(after):
        return after.unit("orc").wounds

    assert blow().odds("strike orc", answers=UNPARRIED, want=wounds_left).want == ("wounds_left",)
    assert blow().odds("strike orc", answers=UNPARRIED).want == ("ending",)


# --- long counts


def test_ctrl_c_gives_what_was_counted_so_far():
    asked = []

    def interrupt(after):
        asked.append(after.prompt)
        if len(asked) == 4:
            raise KeyboardInterrupt
        return "no_parry"

    counted = blow().odds("strike orc", answers=interrupt, want="orc.wounds")
    assert not counted.complete
    assert counted.lost_to["interrupted"] > 0.0
    assert sum(counted.values()) + counted.lost == pytest.approx(1.0, abs=1e-12)
    assert re.match(
        r"incomplete, .* % of all outcomes counted; left open: .* % because it was stopped; ", counted.note()
    )


def test_a_long_count_says_on_a_terminal_how_far_it_has_come(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setattr(progress_module, "PATIENCE", 0.0)
    monkeypatch.setattr(sys, "stderr", Terminal())
    blow().odds("strike orc", answers=UNPARRIED, want="orc.wounds")
    assert "odds of 'strike orc': " in sys.stderr.getvalue() and "Ctrl-C" in sys.stderr.getvalue()
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    blow().odds("strike orc", answers=UNPARRIED, want="orc.wounds")
    assert sys.stderr.getvalue() == "", "and nothing where nobody looks"


# --- what is a hit


@clause("wfrp1.attack.prone_static", "wfrp1.body.non_humanoid")
@pytest.mark.parametrize("plan", ["humanoid", "winged_humanoid", "octopus"])
def test_the_helpless_are_hit_whatever_their_shape(plan):
    scene = duel(orc={"body_plan": plan, "w": 60}, rules=ONE_DIE)
    scene.unit("orc").prone = 1
    for want in ("hit", "hit on orc", "hit by man"):
        assert dict(scene.odds("strike orc", want=want)) == {1: pytest.approx(1.0)}, want


@clause("wfrp1.attack.prone_static", "wfrp1.body.tall_opponents")
def test_a_blow_is_one_hit_however_often_its_place_is_rolled():
    scene = duel(man={"height_ft": 4}, orc={"height_ft": 18, "w": 60}, rules=ONE_DIE)
    scene.unit("orc").prone = 1
    assert dict(scene.odds("strike orc", want="hit")) == {1: pytest.approx(1.0)}


@clause("wfrp1.attack.prone_static", "wfrp1.mounted.rider_or_mount")
def test_a_helpless_rider_is_hit_too():
    scene = duel(orc={"mount": "warhorse", "w": 60}, rules={**ONE_DIE, "c.stunned.dazed_is_static": 1})
    scene.unit("orc").dazed = 3
    assert dict(scene.odds("strike orc", want="hit")) == {1: pytest.approx(1.0)}


def archer(*others, **skill):
    """An archer four cells from an orc, others beside it; nothing follows from a hit but Wounds."""
    bow = {"main_hand": "short bow", "ammunition": 10, "i": 60, **skill}
    return table(
        {"name": "archer", "side": "men", "at": [0, 1], "facing": "east", **bow},
        {"name": "orc", "side": "orcs", "at": [4, 1], "facing": "west", "w": 60},
        *({"w": 60, **other} for other in others),
        rules=ONE_DIE,
        size=(8, 3),
    )


MAN = {"name": "man", "side": "men", "at": [5, 1]}
GOBLIN = {"name": "goblin", "side": "orcs", "at": [4, 0]}


def hits(scene, choice, want):
    """The odds of each number of hits that is possible."""
    odds = scene.odds(choice, want=want, until="procedure")
    return {count: round(chance, 6) for count, chance in odds.items() if chance > PRINTED}


@clause("wfrp1.missile.into_melee")
def test_a_stray_shot_is_a_hit_on_the_one_it_strikes():
    """BS 33: 01-33 the orc, 34-38 the man beside it."""
    scene = archer(MAN)
    assert hits(scene, "fire orc", "hit on orc") == {0: 0.67, 1: 0.33}
    assert hits(scene, "fire orc", "hit on man") == {0: 0.95, 1: 0.05}
    assert hits(scene, "fire orc", "hit") == {0: 0.62, 1: 0.38}


@clause("wfrp1.missile.into_melee")
def test_a_mistake_for_which_there_is_no_room_on_the_die_is_no_hit_on_the_target():
    """BS 98: above it there is no room for 5 per cent, so one hit in twenty is the man's."""
    scene = archer(MAN, bs=98)
    assert hits(scene, "fire orc", "hit on orc") == {0: 0.069, 1: 0.931}
    assert hits(scene, "fire orc", "hit on man") == {0: 0.951, 1: 0.049}
    assert hits(scene, "fire orc", "hit") == {0: 0.02, 1: 0.98}


@clause("wfrp1.missile.fire_into_group")
def test_a_shot_into_a_group_is_a_hit_on_one_of_them():
    """BS 33 + 5 for two: each is as likely."""
    scene = archer(GOBLIN)
    for want, chance in (("hit on orc", 0.19), ("hit on goblin", 0.19), ("hit", 0.38)):
        assert hits(scene, "fire_group orc", want) == {0: round(1 - chance, 6), 1: chance}, want
    assert hits(scene, "fire_group orc", "missed") == {0: 0.38, 1: 0.62}


@pytest.mark.parametrize("want", [[], 5, {"hit": "hit"}])
def test_a_want_of_the_wrong_form_says_which_there_are(want):
    with pytest.raises(TypeError, match=r"allowed: text such as 'orc.wounds' or 'hit', a list of these, or a function"):
        blow().odds("strike orc", answers=UNPARRIED, want=want)


@pytest.mark.parametrize("want", ["hit.", ".wounds", "critical."])
def test_half_a_name_is_not_wanted(want):
    with pytest.raises(ValueError, match=r"write UNIT\.FIELD or EVENT\.amount"):
        blow().odds("strike orc", answers=UNPARRIED, want=want)


def test_values_that_are_not_numbers_have_no_mean():
    both = blow().odds("strike orc", answers=UNPARRIED, want=["hit", "orc.wounds"])
    with pytest.raises(TypeError, match=r"of\('hit'\)\.mean\(\)"):
        both.mean()
    assert both.of("hit").mean() == pytest.approx(0.33, abs=PRINTED)
    with pytest.raises(TypeError, match="ending has values that are not numbers"):
        blow().odds("strike orc", answers=UNPARRIED).mean()


def test_errors_in_answers_say_what_was_answered():
    with pytest.raises(ParseError, match=r"^answers: 'nonsense'"):
        blow().odds("strike orc", answers={"parry": "nonsense"})
    with pytest.raises(ParseError, match=r"^then: 'nonsense'"):
        blow().odds("strike orc", then=["nonsense"])
    with pytest.raises(TypeError, match="returned 5; allowed: a choice in words"):
        blow().odds("strike orc", then=lambda after: 5)
    with pytest.raises(ParseError, match=r"^answers: no prompt 'nobody'; choose from: (?!.*nobody)"):
        blow().odds("strike orc", answers={"nobody": "pass"})


@pytest.mark.parametrize("found", [[1, 2], {"wounds": 3}, np.zeros(2)])
def test_a_function_that_returns_what_cannot_be_a_key_is_refused(found):
    with pytest.raises(
        TypeError, match=r"the function of want returned .*; allowed: a number, a text, None, or a tuple"
    ):
        blow().odds("strike orc", answers=UNPARRIED, want=lambda after: found)


@pytest.mark.parametrize("name", ["then", "answers"])
def test_a_unit_that_is_not_there_is_refused_at_once(name):
    with pytest.raises(ParseError, match=rf"^{name}: no unit or side 'eve'; choose from: man, orc, "):
        blow().odds("pass", **{name: {"eve: parry": "no_parry"}})


def test_tables_have_odds_whatever_was_imported():
    code = (
        "from tactica.envs.sandbox.table import Table\n"
        "from tactica.envs.sandbox import sandbox\n"
        "print(sandbox('wfrp1/duel').odds)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "Table.odds" in ran.stdout


@pytest.mark.parametrize("number", range(1, 10))
def test_however_many_things_are_wanted_the_last_is_counted(number):
    """What is noted lies in places of a tape, four of which share a lane, wherever it begins."""
    alone = blow().odds("strike orc", answers=UNPARRIED, want="hit")
    many = blow().odds("strike orc", answers=UNPARRIED, want=["event parried"] * (number - 1) + ["hit"])
    assert {values[-1]: chance for values, chance in many.items()} == pytest.approx(dict(alone))
