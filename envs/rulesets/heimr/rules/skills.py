"""Skills: what they cost, and priming one for the attacks of a turn."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit
from ..board import distance
from ..vocab import FIRST_SKILL, PRIMED, Event, Refusal, Skill
from .conditions import is_foe, is_with_enemy
from .hands import has_free_hand
from .harm import resolve_interruption


@kernel
def has_skill(s, who, skill):
    """Whether a unit has a skill."""
    return (int(s.units[who].skills) >> skill) & 1 == 1


@rule("c.skills")
def has_skill_to_prime(s, who):
    """Primed skills: whether a unit has any."""
    return int(s.units[who].skills) & ((1 << PRIMED) - 1) != 0


@rule("c.skills")
def has_free_use(s, w, who, skill):
    """Free uses: some skills cost no willpower so often a rest."""
    return w.book.skills[skill].free > 0 and (int(s.units[who].free_uses) >> skill) & 1 == 0


@rule("c.skills")
def cost_of_skill(s, w, who, skill):
    """Skills: the cost of using one, if any."""
    cost = 0 if has_free_use(s, w, who, skill) else int(w.book.skills[skill].willpower)
    return cost + cost_of_weakness(s, w, who)


@rule("effect.weaken")
def cost_of_weakness(s, w, who):
    """Weaken: skills cost more, also where they are free."""
    return int(w.book.extra_skill_cost) if s.units[who].weaken_timer > 0 else 0


@rule("c.skills")
def number_of_skill(w, skill):
    """Skills: the number of the effect that one brings."""
    return int(w.book.skills[skill].number)


@rule("action.use_skill", "c.skills")
def refusal_of_skill(s, w, who, skill):
    """Skills: known, and paid for by a free use or by willpower."""
    if not has_skill(s, who, skill):
        return Refusal.NO_SKILL
    return Refusal.NONE if cost_of_skill(s, w, who, skill) <= s.units[who].wp else Refusal.NO_WILLPOWER


@rule("action.use_skill", "c.skills")
def has_skill_ready(s, w, who, skill):
    """Skills: whether one can be used."""
    return refusal_of_skill(s, w, who, skill) == Refusal.NONE


@rule("action.use_skill")
def pay_for_skill(s, w, who, skill):
    """Use a skill: it is paid for, by a free use or with willpower, and interrupts what is upcoming."""
    unit = s.units[who]
    cost = cost_of_skill(s, w, who, skill)
    if has_free_use(s, w, who, skill):
        unit.free_uses |= 1 << skill
    if cost > 0:
        unit.wp -= cost
        emit(s, Event.WILLPOWER_SPENT, who, NO_UNIT, cost, int(unit.wp))
    resolve_interruption(s, who)


@rule("effect.resist")
def resolve_resisting(s, w, who, effect):
    """Resist: the skill is paid for, and the effect shrugged off."""
    pay_for_skill(s, w, who, int(Skill.RESIST))
    emit(s, Event.RESISTED, who, NO_UNIT, effect, 0)


@rule("c.skills", "action.use_skill")
def refusal_of_priming(s, w, who, mode):
    """Primed skills: declared before an attack; another one replaces what is primed."""
    skill = mode - FIRST_SKILL
    if skill < 0 or skill >= PRIMED:
        return Refusal.NOT_SO
    return Refusal.PREPARED if s.units[who].primed == skill + 1 else refusal_of_skill(s, w, who, skill)


@rule("c.skills", "action.use_skill")
def resolve_priming(s, w, who, mode):
    """Primed skills: paid now, and lost at the end of the turn; one at a time."""
    skill = mode - FIRST_SKILL
    pay_for_skill(s, w, who, skill)
    s.units[who].primed = skill + 1
    emit(s, Event.PRIMED, who, NO_UNIT, skill, 0)


@rule("c.first_aid", "action.use_skill")
def refusal_of_treating(s, who, target):
    """First aid: a dying friend in the same location, or the unit itself, not in a cluster with an enemy that can act."""
    other = s.units[target]
    if is_foe(s, who, target):
        return Refusal.ENEMY
    if other.cell != s.units[who].cell:
        return Refusal.NOT_HERE
    if other.stabilised == 1 or other.death_timer == 0:
        return Refusal.NOT_DYING
    if is_with_enemy(s, target):
        return Refusal.ENEMY_IN_ITS_CLUSTER
    return Refusal.NONE


@rule("c.first_aid", "action.use_skill")
def refusal_of_first_aid(s, w, who):
    """First aid: a unit with the skill and a free hand, and no enemy in its cluster."""
    refusal = refusal_of_skill(s, w, who, int(Skill.FIRST_AID))
    if refusal != Refusal.NONE:
        return refusal
    if is_with_enemy(s, who):
        return Refusal.ENEMY_IN_CLUSTER
    return Refusal.NONE if has_free_hand(s, who) else Refusal.NO_FREE_HAND


@rule("c.skills", "action.use_skill")
def refusal_of_rallying(s, who, target):
    """Rally: an ally near by that is conscious and awake."""
    if who == target:
        return Refusal.SELF
    if is_foe(s, who, target):
        return Refusal.ENEMY
    if not distance(int(s.units[who].cell), int(s.units[target].cell)) <= 1:
        return Refusal.FAR
    if s.units[target].sleeping == 1:
        return Refusal.ASLEEP
    return Refusal.UNCONSCIOUS if s.units[target].unconscious == 1 else Refusal.NONE


@rule("c.skills")
def fits_attack(skill, is_shot, is_brawl):
    """Primed skills: with which attacks each works: any weapon, melee weapons, or melee weapons and brawls for a hit."""
    if skill == Skill.DISHEARTEN or skill == Skill.SICKEN:
        return not is_brawl
    if is_shot:
        return False
    if is_brawl:
        return skill == Skill.KNOCKDOWN or skill == Skill.STUN or skill == Skill.SHOVE
    return True
