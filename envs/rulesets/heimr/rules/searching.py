"""Searching for hidden units and pointing them out, judging enemies, and threatening weakened ones."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.state import NO_UNIT, ask, emit_aside, emit_roll, open_total, term
from ..board import distance
from ..vocab import Ability, Event, Place, Prompt, Refusal, Task, Term
from .checks import first_total, mental_total, reacts_in_time
from .conditions import is_foe, is_in_fight, is_present, sees
from .harm import end_everything, show_to_all
from .rolling import roll_ability
from .sounds import reveal_to

ASKED = 2  # step of a task; see ``tasks.Step``, which stands above this chapter

# --- searching -------------------------------------------------------------------------------------------------------


@rule("action.observe_cell")
def nearness_bonus(w, gap):
    """Observe: easier in the own location and over its borders."""
    if gap == 0:
        return int(w.book.own_cell_bonus)
    return int(w.book.adjacent_bonus) if gap == 1 else int(w.book.other_bonus)


@rule("action.observe_cell", "check.willpower_reroll")
def roll_observing(s, w, frame, who):
    """Observe: one roll against the hide values of all units hidden there; if none was found, the roll may be repeated."""
    open_total(s)
    total, _, _ = roll_ability(s, w, who, int(Ability.PERCEPTION))
    total += term(s, Term.NEARBY, nearness_bonus(w, distance(int(s.units[who].cell), int(frame.cell))))
    found = False
    for other in range(s.unit_count):
        unit = s.units[other]
        if is_present(s, other) and is_foe(s, who, other) and unit.cell == frame.cell and not sees(s, who, other):
            if total >= unit.hide_value:
                found = True
                find(s, who, other)
    emit_roll(s, Event.PASSED if found else Event.FAILED, who, NO_UNIT, total, Task.OBSERVING)
    if not found:
        offer_another_look(s, w, frame, who)


@rule("action.observe_cell", "action.observe_item", "check.willpower_reroll")
def offer_another_look(s, w, frame, who):
    """Pushing on: who found nothing may look again for willpower, whether or not there is anything to find."""
    if s.units[who].wp >= w.book.willpower_per_reroll and frame.index < w.book.max_rerolls:
        frame.step = ASKED
        ask(s, Prompt.REROLL, who)


@rule("action.observe_cell", "ready.declare")
def find(s, who, other):
    """Observe: a unit that is found is revealed to the observer alone."""
    reveal_to(s, other, who)
    emit_aside(s, Event.REVEALED, other, who, 0, 0)
    if s.units[other].hidden_from == 0:
        show_to_all(s, other)


@rule("action.observe_item", "check.willpower_reroll")
def roll_search(s, w, frame, who, target):
    """Search: one roll against the values of all items the other conceals; if it found nothing new, it may be repeated."""
    open_total(s)
    total, _, _ = roll_ability(s, w, who, int(Ability.PERCEPTION))
    found = False
    unit = s.units[target]
    for slot in range(len(unit.items)):
        if unit.places[slot] == Place.CONCEALED and total >= unit.conceal_value[slot]:
            if not has_found_item(s, int(s.units[who].side), target, slot):
                found = True
                unit.shown_to[slot] |= 1 << s.units[who].side
    emit_roll(s, Event.PASSED if found else Event.FAILED, who, NO_UNIT, total, Task.OBSERVING_ITEM)
    if not found:
        offer_another_look(s, w, frame, who)


@rule("action.conceal_item", "action.observe_item")
def has_found_item(s, side, who, slot):
    """Search: whether a side or a friend of it has found what a unit conceals."""
    for other in range(s.side_count):
        if s.allied[side, other] == 1 and (int(s.units[who].shown_to[slot]) >> other) & 1 == 1:
            return True
    return False


@rule("action.observe_insight")
def roll_insight(s, w, who, target):
    """Judge: insight against persuasion; the observer wins ties, and knows the other's strength until its next turn."""
    hides = first_total(s, w, target, int(Ability.PERSUASION))
    judged = reacts_in_time(w, mental_total(s, w, who, int(Ability.INSIGHT)), hides)
    if judged and w.book.insight_turns > 0:
        s.units[target].read_by |= 1 << who
        s.units[who].reads = w.book.insight_turns
    emit_roll(s, Event.READ if judged else Event.FAILED, who, target, hides, Task.OBSERVING_INSIGHT)


@rule("c.speech")
def point_out(s, who, target):
    """Pointing out: allies near by see the enemy now, all others know that it hides."""
    for other in range(s.unit_count):
        if s.allied[s.units[who].side, s.units[other].side] == 1 and s.units[other].cell >= 0:
            if (int(s.units[target].hidden_from) >> other) & 1 == 1:
                if is_near(s, who, other):
                    reveal_to(s, target, other)
                else:
                    s.units[target].known_hiding |= 1 << other
    if s.units[target].hidden_from == 0:
        show_to_all(s, target)


@rule("c.speech")
def is_near(s, one, other):
    """Speech: the own location and the adjacent ones."""
    return distance(int(s.units[one].cell), int(s.units[other].cell)) <= 1


@rule("c.speech", "action.speak", "action.observe_item", "action.observe_insight")
def refusal_of_attention(s, who, target):
    """Judging, pointing out, threatening: an enemy in view."""
    if not is_foe(s, who, target):
        return Refusal.FRIEND
    return Refusal.NONE if sees(s, who, target) else Refusal.NOT_SEEN


@rule("action.observe_item")
def refusal_of_search(s, who, target):
    """Search: an enemy in view and near by."""
    refusal = refusal_of_attention(s, who, target)
    return refusal if refusal != Refusal.NONE or is_near(s, who, target) else Refusal.FAR


@rule("c.speech", "action.speak")
def refusal_of_threat(s, w, who, target):
    """Threats: at an enemy near by who is in the fight and awake, with no hit points or no willpower left."""
    if w.book.threaten_enabled == 0:
        return Refusal.NO_THREATS
    refusal = refusal_of_search(s, who, target)
    if refusal != Refusal.NONE:
        return refusal
    if not is_in_fight(s, target):
        return Refusal.OUT_OF_FIGHT
    unit = s.units[target]
    if unit.sleeping == 1:
        return Refusal.ASLEEP
    return Refusal.NONE if unit.hp <= 0 or unit.wp == 0 else Refusal.UNSHAKEN


@rule("c.speech", "check.opposed")
def roll_threat(s, w, who, target):
    """Threats: persuasion must be higher than insight; then the other surrenders."""
    threat = first_total(s, w, who, int(Ability.PERSUASION))
    insight = mental_total(s, w, target, int(Ability.INSIGHT))
    if reacts_in_time(w, insight, threat):
        emit_roll(s, Event.FAILED, who, target, insight, Task.THREATENING)
        return
    end_everything(s, target)
    s.units[target].surrendered = 1
    emit_roll(s, Event.SURRENDERED, target, who, threat, 0)
