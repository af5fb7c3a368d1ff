"""Who is in play and in what condition, and what that does to scores and modifiers."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import are_friends, term
from ..vocab import Ability, Refusal, Term, Trait

# --- in play ---------------------------------------------------------------------------------------------------------


@rule("engage.base_contact")
def is_standing(s, who):
    """Base contact: a unit stands if it is neither dead, bleeding out, unconscious nor withdrawn."""
    unit = s.units[who]
    return (
        unit.present == 1
        and unit.dead == 0
        and unit.down == 0
        and unit.unconscious == 0
        and unit.withdrawn == 0
        and unit.cell >= 0
    )


@rule("death.battle_end", "status.paralyzed")
def is_able(s, who):
    """All incapacitated: able is who stands and is not paralyzed."""
    return is_standing(s, who) and s.units[who].paralyzed == 0


@rule("execute.action")
def is_down(s, who):
    """Execution: down is who lies bleeding out or unconscious."""
    unit = s.units[who]
    return unit.dead == 0 and (unit.down == 1 or unit.unconscious == 1) and unit.cell >= 0


@rule("status.stunned")
def may_help(s, who):
    """Stunned: able and not stunned, so that it counts for synergy and protection and may react."""
    return is_able(s, who) and s.units[who].stunned == 0


@kernel
def has_ability(s, who, ability):
    """Whether a unit has an ability."""
    return s.units[who].abilities & ability != 0


@kernel
def has_trait(s, who, trait):
    """Whether a unit has a trait."""
    return s.units[who].traits & trait != 0


@rule("status.flying")
def is_aloft(s, who):
    """Flying: a flier that is not grounded."""
    return has_trait(s, who, Trait.FLYING) and s.units[who].grounded == 0


@kernel
def is_party(s, who):
    """Whether a unit belongs to a party."""
    return s.party[s.units[who].side] == 1


# --- what condition does ---------------------------------------------------------------------------------------------


@rule("fear.frightened", "completion.advantage_dice")
def is_frightened(s, w, who):
    """Frightened: whether every d20 of a unit is at a disadvantage."""
    return s.units[who].fear >= w.book.frightened_level


@rule("fear.horrified")
def is_horrified(s, w, who):
    """Horrified: whether a unit flees at all costs."""
    return s.units[who].fear >= w.book.horrified_level


@rule("fear.terrified")
def is_terrified(s, w, who):
    """Terrified: whether fear keeps a unit from its active abilities."""
    return s.units[who].fear >= w.book.terrified_level


@rule("fear.counters")
def is_fearless(s, who):
    """Other counters to fear: creatures that know no fear."""
    return has_trait(s, who, Trait.FEARLESS)


@rule("fatigue.extreme")
def is_extremely_tired(s, who):
    """Extreme fatigue: whether a unit is too tired for its active abilities."""
    return s.units[who].fatigue >= EXTREME


@rule("fatigue.unconscious")
def is_exhausted(s, w, who):
    """Fatigue 4: whether a unit is so tired that it collapses and cannot be woken."""
    return s.units[who].fatigue >= w.book.fatigue_out_level


@rule("completion.abilities")
def has_active_abilities(s, w, who):
    """Abilities: whether active ones, and spells, may be used."""
    return not is_terrified(s, w, who) and not is_extremely_tired(s, who)


@rule("completion.abilities", "fatigue.extreme")
def refusal_of_berserk(s, w, who):
    """Abilities: berserk once a battle; terror forbids it, extreme fatigue does not."""
    if not has_ability(s, who, Ability.BERSERK):
        return Refusal.NO_ABILITY
    if s.units[who].berserk_used == 1:
        return Refusal.BERSERK_BEFORE
    return Refusal.AFRAID if is_terrified(s, w, who) else Refusal.NONE


@rule("status.diseased")
def hp_limit(s, w, who):
    """Diseased: maximum hit points, lowered by each level; not below 0."""
    unit = s.units[who]
    return max(int(unit.hp_max) + int(unit.disease) * int(w.book.disease_hp), 0)


@rule("free.single_event")
def spend_free_action(s, who):
    """Free action: it is used."""
    s.units[who].free_left -= 1
    s.units[who].free_used += 1


@rule("status.ignited", "synergy.coordinated_declare")
def has_done_nothing(s, w, who):
    """Actions: whether neither a standard nor a free one of this turn is used."""
    unit = s.units[who]
    return unit.actions_left == w.book.standard_actions and unit.free_left == w.book.free_actions


@rule("status.ignited")
def refusal_of_dousing(s, w, who):
    """Ignited: who burns may put the fire out before anything else is done."""
    if s.units[who].ignited == 0:
        return Refusal.NOT_BURNING
    return Refusal.NONE if has_done_nothing(s, w, who) else Refusal.NOT_FIRST


# --- modifiers -------------------------------------------------------------------------------------------------------

MODERATE, HEAVY, EXTREME = 1, 2, 3


@kernel
def less(s, label, value):
    """Note what is taken off a total: Parry off an attack, a modifier off the number to be reached. Returns it as it is."""
    term(s, label, -value)
    return value


@rule("completion.score_modifier")
def modifier_of(w, score):
    """Score to modifier: half of what the score is above 10, rounded down, within limits."""
    raw = (int(score) - int(w.book.modifier_base)) // int(w.book.modifier_divisor)
    return min(max(raw, int(w.book.modifier_min)), int(w.book.modifier_max))


@rule("status.diseased")
def drain_of_disease(s, w, who):
    """Diseased: what each level takes off all modifiers."""
    return int(s.units[who].disease) * int(w.book.disease_modifier)


@rule("fatigue.heavy")
def drain_of_heavy_fatigue(s, w, who):
    """Heavy fatigue: what it takes off all modifiers."""
    return int(w.book.fatigue_heavy) if s.units[who].fatigue == HEAVY else 0


@rule("fatigue.extreme")
def drain_of_extreme_fatigue(s, w, who):
    """Extreme fatigue: what it takes off all modifiers, in place of what heavy fatigue did."""
    return int(w.book.fatigue_extreme) if is_extremely_tired(s, who) else 0


@kernel
def current_modifier(s, w, who, score):
    """A modifier as it is now."""
    tired = drain_of_heavy_fatigue(s, w, who) + drain_of_extreme_fatigue(s, w, who)
    return modifier_of(w, score) + drain_of_disease(s, w, who) + tired


@rule("fatigue.moderate")
def agility_modifier(s, w, who):
    """Moderate fatigue: the Agility modifier, which it lowers."""
    unit = s.units[who]
    tired = int(w.book.fatigue_agility) if unit.fatigue == MODERATE else 0
    return current_modifier(s, w, who, unit.agility) + tired


@rule("status.rooted")
def is_rooted(s, who):
    """Rooted: whether a unit cannot move."""
    return s.units[who].rooted > 0


@rule("status.blind")
def blindness(s, w, who):
    """Blind: the penalty on every d20 that a blind unit rolls in an action of its own."""
    return int(w.book.blind_action) if s.units[who].blind > 0 else 0


@rule("completion.size")
def size_above_human(s, w, who):
    """Size scale: how many sizes a unit is above a human; less than 0 below."""
    return int(s.units[who].body_size) - int(w.book.human_size)


@rule("pr.value")
def poison_resistance(s, w, who):
    """Poison resistance: 15, less a point a size above human, less the Stamina modifier, less what abilities give."""
    unit = s.units[who]
    number = term(s, Term.TARGET_NUMBER, int(w.book.pr_base))
    number -= less(s, Term.SIZE, size_above_human(s, w, who) * int(w.book.pr_per_size))
    number -= less(s, Term.STAMINA, current_modifier(s, w, who, unit.stamina))
    return number - less(s, Term.POISON_ABILITY, int(unit.poison_ability))


@rule("completion.advantage_dice")
def combined_edge(w, advantages, disadvantages):
    """Advantage and disadvantage: sources of one kind do not add up; one of each cancels all of them."""
    if w.book.edge_dice < 2:
        return 0
    if w.book.edges_cancel == 1:
        return (1 if advantages > 0 else 0) - (1 if disadvantages > 0 else 0)
    return min(max(advantages - disadvantages, -1), 1)


@rule("fear.frightened")
def fear_source(s, w, who):
    """Frightened: one source of disadvantage on every d20."""
    return 1 if is_frightened(s, w, who) else 0


@rule("fear.frightened", "completion.advantage_dice")
def edge_of_check(s, w, who):
    """Frightened: a check with no other edge."""
    return combined_edge(w, 0, fear_source(s, w, who))


@kernel
def are_foes(s, one, other):
    """Whether two units fight on different sides that are not allied."""
    return not are_friends(s, one, other)
