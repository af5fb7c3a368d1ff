"""Activations: the main turn of a unit, and the extra activations of larger creatures."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit, pop, push
from ..vocab import Event, Frame
from .acting import Turn, answer_step, choose_step
from .conditions import end_watch, is_active
from .harm import count_down
from .initiative import count_of, main_actions
from .pinned import resolve_pinned
from .pools import attribute_dice
from .postures import lose_aim
from .watching import push_watch


@rule("completion.luck_pool")
def resolve_refill(s, w, who):
    """LUCK dice: where a battle says so, they are refilled in every round."""
    unit = s.units[who]
    unit.luck = max(int(unit.luck), attribute_dice(w, int(unit.luck_score)))


@rule("sequence.turn_order")
def start_turn(s, who):
    """Acting order: the next slot of a unit."""
    frame = push(s, Frame.TURN)
    frame.who = who
    frame.amount = s.units[who].slots_taken
    s.units[who].slots_taken += 1


@kernel
def turn_step(s, w, frame):
    """An activation: it begins, then one action after the other; after each, enemies in overwatch may fire."""
    who = int(frame.who)
    if frame.step == Turn.BEGIN:
        begin_step(s, w, frame, who)
    elif frame.step == Turn.CHOOSE:
        choose_step(s, w, frame, who)
    elif frame.step == Turn.ANSWER:
        answer_step(s, w, frame, who)
    elif frame.step == Turn.ACTED or frame.step == Turn.AIMED:
        if frame.step == Turn.ACTED:
            lose_aim(s, who)
        frame.step = Turn.CHOOSE
        push_watch(s, w, who)
    else:
        end_activation(s, w, who, int(frame.amount) == 0)
        pop(s)


# --- beginning -------------------------------------------------------------------------------------------------------


@rule("completion.down_and_dying", "sequence.turn_order", "overwatch.interrupt")
def begin_step(s, w, frame, who):
    """An activation begins: enemies in overwatch may fire at once. A dying unit has only its countdown in its main turn; its
    extra activations pass.
    """
    is_main = frame.amount == 0
    if is_main:
        age_conditions(s, who)
    if not is_active(s, who):
        frame.step = Turn.END
        if is_main:
            count_down(s, w, who)
        return
    frame.step = Turn.CHOOSE
    if is_main:
        begin_main(s, w, who)
    else:
        begin_extra(s, w, who, int(frame.amount))
    push_watch(s, w, who)


@rule("completion.status.blinded", "completion.scan")
def age_conditions(s, who):
    """Blinded, scanning: what there is as a main turn begins lasts until that turn has ended."""
    unit = s.units[who]
    if unit.blinded == 1:
        unit.blinded = 2
    unit.scanned_before = unit.scanned
    unit.scanned = 0


@rule(
    "turn.budget",
    "overwatch.stance",
    "overwatch.once_per_target",
    "called.once_per_turn",
    "exploit.price_table",
    "move.climb",
    "move.non_primary",
)
def begin_main(s, w, who):
    """Main turn: overwatch ends; actions, the free action, the reaction and all that may be done once a turn are refilled."""
    unit = s.units[who]
    emit(s, Event.TURN_BEGINS, who, NO_UNIT, int(unit.initiative), 0)
    end_watch(s, who)
    unit.watched = 0
    unit.actions_left = main_actions(s, w, who)
    unit.free_left = w.book.free_actions
    unit.reactions_left = w.book.reactions
    unit.called_shots = 0
    unit.exploits_used = 0
    unit.climbed = 0
    unit.swum = 0


@rule("turn.three_action_creatures", "turn.four_plus_action_creatures")
def begin_extra(s, w, who, slot):
    """Extra activation: one action, and nothing else is refilled."""
    s.units[who].actions_left = 1
    emit(s, Event.EXTRA_TURN_BEGINS, who, NO_UNIT, count_of(s, w, who, slot), 0)


# --- the end ---------------------------------------------------------------------------------------------------------


@rule("turn.two_actions", "move.split", "aim.immediate")
def end_activation(s, w, who, is_main):
    """End of an activation: actions and movement that are left are lost, and so is aim; a main turn ends more."""
    unit = s.units[who]
    unit.actions_left = 0
    unit.moves_left = 0
    lose_aim(s, who)
    if is_main:
        if is_active(s, who):
            resolve_pinned(s, w, who)
        end_suppression(s, who)
        end_conditions(s, who)


@rule("suppress.duration")
def end_suppression(s, who):
    """Suppressive fire: it covers until the ally's main turn has ended."""
    s.units[who].suppressed = 0


@rule("completion.status.blinded", "completion.scan")
def end_conditions(s, who):
    """End of a main turn: what it began the turn with is over."""
    unit = s.units[who]
    if unit.blinded == 2:
        unit.blinded = 0
    unit.scanned_before = 0
