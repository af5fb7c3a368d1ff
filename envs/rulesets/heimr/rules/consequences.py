"""What a hit brings: damage, injury, effects of skills and poison, a grab, and whether climbers hold on."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import ask
from ..vocab import EffectKind, Mark, Prompt, Skill, Verb
from .aiming import BRAWL_SLOT, item_in
from .blow import Outcome, Step
from .conditions import is_present, sees
from .effects import apply_injury, may_resist, resolve_letting_go, start_effect, start_fall
from .grabs import resolve_grab
from .harm import end_grab, lose_hit_points, note_injury
from .heights import holds_on, must_hold_on, start_holding_on
from .skills import fits_attack, number_of_skill, resolve_resisting
from .sounds import resolve_waking, reveal_to

#: The effect of each skill that is primed.
EFFECT_OF = (
    EffectKind.FALL, EffectKind.DROP, EffectKind.DAZE, EffectKind.STUMBLE, EffectKind.HIT, EffectKind.DRAIN, EffectKind.WEAKEN,
    EffectKind.BREAK,
)  # fmt: skip


@kernel
def consequence_step(s, w, frame, who, target):
    """One step of what a hit brings."""
    if frame.step == Step.DAMAGE:
        frame.step = Step.SKILL if frame.outcome == Outcome.HIT else Step.DEFEND
        if s.units[target].sleeping == 1:
            resolve_waking(s, target)
        if frame.marks & Mark.LUCK != 0 and not sees(s, who, target):
            reveal_to(s, target, who)
        if frame.outcome == Outcome.HIT:
            resolve_damage(s, w, frame, who, target)
        elif w.book.graze_binds == 1 and frame.marks & Mark.BIND != 0:
            resolve_grab(s, w, who, target, int(frame.part))
    elif not is_present(s, target):
        frame.step = Step.DEFEND
    elif frame.step == Step.SKILL:
        frame.step = Step.POISON
        apply_skill(s, w, frame, who, target)
    elif frame.step == Step.POISON:
        frame.step = Step.BIND
        apply_poison(s, w, frame, who, target)
    elif frame.step <= Step.BOUND:
        bind_step(s, w, frame, who, target)
    elif frame.step == Step.HOLD_ON:
        frame.step = Step.DEFEND
        if must_hold_on(s, target):
            frame.step = Step.HELD_ON
            start_holding_on(s, w, target)
        else:
            resolve_letting_go(s, w, target)
    else:
        frame.step = Step.DEFEND
        if not holds_on(s):
            start_fall(s, w, target, int(s.units[target].elevation))


@rule("attack.roll", "brawl.attack", "effect.hit", "brawl.grab_end", "action.brawl_attack")
def resolve_damage(s, w, frame, who, target):
    """Damage: the weapon's number; a primed blow in its place; a brawl does its own, unless it is for a bind."""
    is_mighty = primed_skill(s, frame, who) == Skill.MIGHTY_BLOW
    points = damage_of(s, w, frame, who)
    if w.book.ends_on_hit_by_held == 1 and s.units[target].grab_target == who:
        end_grab(s, target)
    is_effect = is_mighty or (frame.marks & Mark.BRAWL != 0 and frame.marks & Mark.BIND == 0)
    if (is_effect and w.book.ends_on_effect == 1) or (points > 0 and w.book.ends_on_plain_damage == 1):
        end_grab(s, target)
    if lose_hit_points(s, w, target, points, who):
        note_injury(s, w, target, int(frame.part))
        apply_injury(s, w, target, int(frame.part))


@kernel
def damage_of(s, w, frame, who):
    """Hit points a hit takes."""
    slot = int(frame.item_used)
    if slot == BRAWL_SLOT:
        return 0 if frame.marks & Mark.BIND != 0 else brawl_damage(w)
    skill = primed_skill(s, frame, who)
    if skill == Skill.MIGHTY_BLOW:
        return primed_damage(s, w, who)
    if skill >= 0 and w.book.effects_replace_damage == 1:
        return 0
    return damage_of_weapon(w, item_in(s, who, slot))


@rule("weapon.table")
def damage_of_weapon(w, item):
    """Weapons: hit points that each kind takes."""
    return int(w.book.items[item].damage)


@rule("brawl.attack")
def brawl_damage(w):
    """Brawl: hit points it takes."""
    return int(w.book.brawl_damage)


@rule("effect.hit")
def primed_damage(s, w, who):
    """Hit: its number in place of the weapon's damage."""
    s.units[who].primed = 0
    return number_of_skill(w, int(Skill.MIGHTY_BLOW))


@rule("c.skills")
def primed_skill(s, frame, who):
    """Primed skills: the one that comes with this hit; -1 none."""
    skill = int(s.units[who].primed) - 1
    if skill < 0 or frame.marks & (Mark.PROVOKED | Mark.PAST_GUARD | Mark.READIED) != 0:
        return -1
    if frame.marks & Mark.BIND != 0 or not fits_attack(
        skill, frame.marks & Mark.SHOT != 0, frame.item_used == BRAWL_SLOT
    ):
        return -1
    return skill


@rule("c.skills")
def apply_skill(s, w, frame, who, target):
    """Primed skills: the effect comes on top of the damage."""
    skill = primed_skill(s, frame, who)
    if skill < 0:
        return
    s.units[who].primed = 0
    start_effect(s, target, who, EFFECT_OF[skill], number_of_skill(w, skill), int(frame.part))


@rule("c.poison_darts")
def apply_poison(s, w, frame, who, target):
    """Poisoned darts: a hit brings an effect; they are used first."""
    if frame.outcome != Outcome.HIT or frame.marks & Mark.POISONED == 0:
        return
    effect = EffectKind.DAZE
    if w.book.poison_effect == 1:
        effect = EffectKind.WEAKEN
    elif w.book.poison_effect == 2:
        effect = EffectKind.DRAIN
    start_effect(s, target, who, effect, int(w.book.poison_number), int(frame.part))


@rule("brawl.attack", "effect.resist", "c.skills")
def bind_step(s, w, frame, who, target):
    """Binds: an effect, which who has the skill may resist."""
    is_asked = (
        frame.step == Step.BIND and frame.marks & Mark.BIND != 0 and may_resist(s, w, target, EffectKind.BIND_BODY)
    )
    if is_asked:
        frame.step = Step.BOUND
        ask(s, Prompt.RESIST, target)
    elif frame.step == Step.BOUND and s.answer == Verb.RESIST:
        frame.step = Step.HOLD_ON
        resolve_resisting(s, w, target, int(EffectKind.BIND_BODY))
    else:
        frame.step = Step.HOLD_ON
        if frame.marks & Mark.BIND != 0:
            resolve_grab(s, w, who, target, int(frame.part))
