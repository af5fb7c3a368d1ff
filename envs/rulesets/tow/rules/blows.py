"""Blows: a unit strikes with the groups of which it is the turn, at one enemy after the other."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.dice import sum_of
from ....core.state import NO_UNIT, ask, emit, offer, open_total, pop, push, term
from ....core.state.choosing import Part, ask_next_part, forget_choice, offer_unless, take_part
from ..vocab import ANSWERS, PARTS_OF, STEPS_TOLD, Event, Frame, Mark, Prompt, Refusal, Term, Trait, Verb
from .bodies import character_model, has_trait
from .casualties import rank_and_file
from .engagement import fights_with
from .fighters import (
    AT_CHARACTER,
    aimed_at,
    aims,
    attacks_character,
    attacks_here,
    character_fighting,
    fighters_left,
    is_character_free,
    is_character_place,
    may_hit_character,
    may_hit_unit,
    model_touches_character,
    strikers,
    supporters_left,
    target_of,
)
from .harm import start_harm, take_harmed
from .profile import own_strength, own_weapon_skill
from .striking import (
    GROUPS,
    Group,
    attacks_of_champion,
    attacks_of_character,
    attacks_of_riders,
    attacks_of_supporters,
    clamped_need,
    impact_target,
    is_due,
    melee_need,
    next_group,
    skill_against,
    stomp_target,
)
from .weapons import weapon_ap, weapon_strength

LEAST_CHOICES = 2  # fewer leave nothing to choose


class Step(IntEnum):
    """Steps of a unit that strikes."""

    BEGIN = 0
    ANSWER = 1
    STRIKE = 2


@kernel
def start_blows(s, who, moment):
    """A unit strikes at a moment."""
    frame = push(s, Frame.BLOWS)
    frame.who = who
    frame.foe = NO_UNIT
    frame.index = moment


# --- whom to attack ------------------------------------------------------------------------------------------------------


@kernel
def may_strike(s, who, model):
    """Whether a model may strike of its own accord: one of the rank and file while any is left, or a character that is free."""
    return is_character_free(s, who) if is_character_place(s, who, model) else rank_and_file(s, who) > 0


@rule("x.combat.allocate", "x.character.embedded")
def refusal_of_attack_at(s, w, who, verb, target):
    """Whom to attack: an enemy that a fighting model touches, or a character whose cell one touches, not left alone."""
    if not fights_with(s, who, target):
        return Refusal.NOT_FOUGHT
    at_character = verb == Verb.ATTACK_CHARACTER
    if at_character and not may_hit_character(s, target):
        return Refusal.NO_CHARACTER_THERE
    if at_character and rank_and_file(s, target) == 0:
        return Refusal.CHARACTER_ALONE
    if not may_hit_unit(s, target):
        return Refusal.NOBODY_TO_HIT
    for model in range(s.units[who].models):
        if at_character and may_strike(s, who, model) and model_touches_character(s, w, who, model, target):
            return Refusal.NONE
        if not at_character and may_strike(s, who, model) and attacks_here(s, w, who, model, target):
            return Refusal.NONE
    return Refusal.CHARACTER_UNTOUCHED if at_character else Refusal.UNTOUCHED


@kernel
def count_targets(s, w, who, verb):
    """How many enemies, or characters, a unit may choose from."""
    number = 0
    for enemy in range(s.unit_count):
        number += 1 if refusal_of_attack_at(s, w, who, verb, enemy) == Refusal.NONE else 0
    return number


@rule("x.combat.allocate")
def refusal_of_attack(s, w, who, verb):
    """Whom to attack: enemies, or characters; a unit that touches no enemy is not asked."""
    has_any = verb == Verb.ATTACK_UNIT or count_targets(s, w, who, verb) > 0
    return Refusal.NONE if has_any else Refusal.NO_CHARACTER


@kernel
def offer_attacks(s, w, who):
    """Offer whom to attack."""
    offer(s, Verb.ATTACK_UNIT)
    offer_unless(s, Verb.ATTACK_CHARACTER, refusal_of_attack(s, w, who, Verb.ATTACK_CHARACTER))


@rule("x.combat.allocate")
def is_choice_made(s, w, who):
    """Whom to attack: whether the unit has chosen in this round, and its choice still stands."""
    unit = s.units[who]
    verb = int(Verb.ATTACK_CHARACTER if unit.at_character == 1 else Verb.ATTACK_UNIT)
    return unit.chosen != NO_UNIT and refusal_of_attack_at(s, w, who, verb, int(unit.chosen)) == Refusal.NONE


@rule("x.combat.allocate")
def must_choose(s, w, who, moment):
    """Whom to attack: asked when a group strikes whose models pick their enemies, and only with a choice."""
    picks = is_due(s, w, who, int(Group.RIDERS), moment) or is_due(s, w, who, int(Group.MOUNTS), moment)
    if is_due(s, w, who, int(Group.CHARACTER), moment) and is_character_free(s, who):
        picks = True
    if not picks or is_choice_made(s, w, who):
        return False
    fighting = fighters_left(s, w, who)
    if fighting + character_fighting(s, w, who) + supporters_left(s, w, who, fighting) == 0:
        return False
    number = count_targets(s, w, who, Verb.ATTACK_UNIT) + count_targets(s, w, who, Verb.ATTACK_CHARACTER)
    return number >= LEAST_CHOICES


# --- strikes -------------------------------------------------------------------------------------------------------------


@rule("x.combat.to_hit", "x.morale.fear")
def need_against(s, w, who, foe, skill, at_character):
    """Close combat to hit: by Weapon Skill, harder for who is afraid; 0 where the target is hit without a roll."""
    open_total(s)
    need = melee_need(w, skill, skill_against(s, foe, at_character))
    if need == 0:
        return 0
    total = term(s, Term.BASE, need)
    if s.units[who].afraid == 1:
        total += term(s, Term.FEAR, -int(w.book.fear_to_hit))
    return total + term(s, Term.LIMIT, clamped_need(total) - total)


@rule("x.combat.to_hit", "x.combat.resolve", "x.morale.traits", "x.damage.poison")
def strike(s, w, frame, foe, at_character, attacks, skill, strength, ap, with_traits):
    """Resolving attacks: blows of a group at a unit or its character. Poison and first-round hatred are the regiment's own."""
    who = int(frame.who)
    marks = int(Mark.MELEE)
    need = need_against(s, w, who, foe, skill, at_character)
    if at_character:
        marks |= Mark.CHARACTER
    if need == 0:
        marks |= Mark.AUTO_HIT
    elif with_traits:
        if has_trait(s, who, int(Trait.POISON)):
            marks |= Mark.POISON
        if has_trait(s, who, int(Trait.HATRED)) and s.units[who].has_fought == 0:
            marks |= Mark.REROLL
    emit(s, Event.STRIKES, who, foe, attacks, int(frame.index) // 2 + STEPS_TOLD * need)
    start_harm(s, who, foe, marks, attacks, need, strength, ap, 0, 0)


@rule("x.combat.who_fights", "x.combat.supporting", "x.setup.command_group")
def strike_with_riders(s, w, frame, aim):
    """Fighting models: their Attacks, the champion's extra ones and the supporters' Attacks. Returns whether any strikes."""
    who = int(frame.who)
    unit = s.units[who]
    fighters, supporters, champion, _ = strikers(s, w, who, aim)
    attacks = fighters * attacks_of_riders(s, w, who) + supporters * attacks_of_supporters(s, w, who)
    attacks += champion * attacks_of_champion(s, w, who)
    if attacks <= 0:
        return False
    weapon, charged = int(unit.weapon), int(unit.charged)
    strike(
        s, w, frame, aimed_at(s, who, aim), aim == AT_CHARACTER, attacks, own_weapon_skill(s, who, False),
        weapon_strength(w, weapon, own_strength(s, who, False), charged), weapon_ap(w, weapon, charged), True,
    )  # fmt: skip
    return True


@rule("x.combat.mounts")
def strike_with_mounts(s, w, frame, aim):
    """Mounts: their Attacks for each fighting model, with their own values and no weapon. Whether any strikes."""
    who = int(frame.who)
    unit = s.units[who]
    fighters, _, _, character = strikers(s, w, who, aim)
    attacks = (fighters + character) * int(unit.mount_attacks)
    if attacks <= 0:
        return False
    strike(
        s, w, frame, aimed_at(s, who, aim), aim == AT_CHARACTER, attacks, int(unit.mount_weapon_skill),
        int(unit.mount_strength), 0, True,
    )  # fmt: skip
    return True


@rule("x.character.embedded", "x.combat.challenge", "x.combat.allocate")
def strike_with_character(s, w, frame):
    """Characters: its own blows, in a challenge only at the other character. Returns whether it strikes."""
    who = int(frame.who)
    unit = s.units[who]
    foe, at_character = int(unit.duel), True
    if foe == NO_UNIT:
        foe = target_of(s, w, who, character_model(s, who))
        at_character = foe != NO_UNIT and attacks_character(s, w, who, character_model(s, who), foe)
    if foe == NO_UNIT or (at_character and s.units[foe].char_alive == 0):
        return False
    weapon, charged = int(unit.char_weapon), int(unit.charged)
    strike(
        s, w, frame, foe, at_character, attacks_of_character(s, w, who), own_weapon_skill(s, who, True),
        weapon_strength(w, weapon, own_strength(s, who, True), charged), weapon_ap(w, weapon, charged), False,
    )  # fmt: skip
    return True


@kernel
def roll_hits(s, number, sides):
    """Automatic hits: their number as it stands, or as many dice added up."""
    return number if sides == 0 or number == 0 else sum_of(s, number, sides)


@rule("x.combat.impact_hits", "x.combat.losses_before_striking")
def strike_with_impact(s, w, frame):
    """Impact hits: automatic hits of each fighting model on the charged unit. Whether there are any."""
    who = int(frame.who)
    unit = s.units[who]
    foe = impact_target(s, w, who)
    fighting = fighters_left(s, w, who) + character_fighting(s, w, who)
    number = roll_hits(s, fighting * int(unit.impact_hits), int(unit.impact_die))
    if number == 0:
        return False
    emit(s, Event.IMPACT, who, foe, number, 0)
    marks = int(Mark.MELEE | Mark.AUTO_HIT)
    start_harm(s, who, foe, marks, number, 0, int(unit.impact_strength), int(unit.impact_ap), 0, 0)
    return True


@rule("x.combat.stomp", "x.combat.losses_before_striking")
def strike_with_stomps(s, w, frame):
    """Stomp: automatic hits of each living fighting model, at its unmodified Strength. Whether there are any."""
    who = int(frame.who)
    unit = s.units[who]
    fighting = fighters_left(s, w, who) + character_fighting(s, w, who)
    number = roll_hits(s, fighting * int(unit.stomp_hits), int(unit.stomp_die))
    if number == 0:
        return False
    foe = stomp_target(s, who)
    emit(s, Event.STOMPS, who, foe, number, 0)
    start_harm(s, who, foe, int(Mark.MELEE | Mark.AUTO_HIT), number, 0, int(unit.strength), 0, 0, 0)
    return True


@kernel
def strike_once(s, w, frame, group):
    """The next blows of a group. Whether there were any; without any the group has struck."""
    if group == Group.RIDERS or group == Group.MOUNTS:
        while frame.number < aims(s):
            aim = int(frame.number)
            frame.number += 1
            if aimed_at(s, int(frame.who), aim) == NO_UNIT:
                continue
            if group == Group.RIDERS and strike_with_riders(s, w, frame, aim):
                return True
            if group == Group.MOUNTS and strike_with_mounts(s, w, frame, aim):
                return True
        return False
    if frame.number > 0:
        return False
    frame.number = 1
    if group == Group.CHARACTER:
        return strike_with_character(s, w, frame)
    return strike_with_impact(s, w, frame) if group == Group.IMPACT else strike_with_stomps(s, w, frame)


@rule("x.combat.initiative_order", "x.combat.resolve")
def blows_step(s, w, frame):
    """Blows: the groups of a unit that strike at this moment. Waits once: whom does the unit attack?"""
    who, moment = int(frame.who), int(frame.index)
    if frame.step == Step.BEGIN:
        frame.step = Step.STRIKE
        if not is_choice_made(s, w, who):
            s.units[who].chosen = NO_UNIT
            s.units[who].at_character = 0
        if must_choose(s, w, who, moment):
            frame.step = Step.ANSWER
            ask(s, Prompt.ATTACK, who)
    elif frame.step == Step.ANSWER:
        answered = take_part(s, ANSWERS, frame)
        if ask_next_part(s, PARTS_OF, ANSWERS, int(frame.verb), answered) != Part.VERB:
            s.has_changed = 0
            return
        s.units[who].chosen = frame.target
        s.units[who].at_character = 1 if frame.verb == Verb.ATTACK_CHARACTER else 0
        forget_choice(frame)
        frame.step = Step.STRIKE
    else:
        strike_step(s, w, frame, who, moment)


@kernel
def strike_step(s, w, frame, who, moment):
    """The next blows, or the next group; without any the unit has struck."""
    take_harmed(s)
    for _ in range(GROUPS):
        group = next_group(s, w, who, moment)
        if group == 0:
            break
        if strike_once(s, w, frame, group):
            return
        s.units[who].steps_struck |= group
        frame.number = 0
    pop(s)
