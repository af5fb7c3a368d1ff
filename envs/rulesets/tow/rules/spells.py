"""Spells: what each does once it is cast. They go on in the procedure of the casting, which is in ``magic.py``."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.dice import die, hits, sum_of
from ....core.state import emit, emit_dice, emit_roll, pop
from ..board import OFF_BOARD, block, bounds_of
from ..vocab import Event, Mark, Spell
from .alarm import note_losses
from .bodies import is_enterable, is_free
from .casualties import is_character_alone, rank_and_file
from .courage import best_initiative, must_fail, note_initiative, tests_failed
from .harm import has_zero, resolve_zero, start_harm, take_harmed
from .patterns import count_covered, has_covered, lay_blast, resolve_scatter, roll_scatter
from .standing import is_apart

D6 = 6
PART, FULL = 1, 2  # how much of a character is under a template


class Step(IntEnum):
    """Steps of a casting: those up to the answer are played in ``magic.py``."""

    CAST = 0
    DISPEL = 1
    ANSWER = 2
    EFFECT = 3
    HARMED = 4
    DISTANCE = 5
    FALL = 6
    TESTS = 7
    REGIMENT = 8
    CHARACTER = 9
    SUNK = 10


@rule("x.magic.spells")
def effect_step(s, w, frame):
    """Spells: their effect."""
    if frame.step == Step.EFFECT:
        start_effect(s, w, frame)
    elif frame.step == Step.HARMED:
        take_harmed(s)
        note_losses(s, w, int(frame.target))
        pop(s)
    else:
        sinkhole_step(s, w, frame)


@kernel
def start_effect(s, w, frame):
    """Each spell in turn."""
    who, target, spell = int(frame.who), int(frame.target), int(frame.mode)
    if spell == Spell.SINKHOLE:
        scatter_sinkhole(s, w, frame)
    elif spell == Spell.EMBER_BOLT or spell == Spell.STONE_RAIN:
        frame.step = Step.HARMED
        resolve_missile(s, w, who, target, spell)
    elif spell == Spell.MEND:
        wounds = die(s, int(w.book.mend_die_sides))
        pop(s)
        resolve_mending(s, w, who, target, wounds)
    elif spell == Spell.WARDING_LIGHT:
        pop(s)
        resolve_warding(s, who, target)
    else:
        pop(s)
        resolve_withering(s, w, who, target)


@rule("x.magic.spells")
def resolve_missile(s, w, who, target, spell):
    """Ember bolt and stone rain: so many hits, which need no roll to hit; the bolt flames."""
    marks = int(Mark.AUTO_HIT)
    if spell == Spell.EMBER_BOLT:
        number = sum_of(s, int(w.book.bolt_hit_dice), D6)
        start_harm(s, who, target, marks | Mark.FLAMING, number, 0, int(w.book.bolt_s), int(w.book.bolt_ap), 0, 0)
    else:
        number = sum_of(s, int(w.book.rain_hit_dice), D6)
        start_harm(s, who, target, marks, number, 0, int(w.book.rain_s), 0, 0, 0)


@rule("x.magic.spells")
def resolve_warding(s, who, target):
    """Warding light: a ward save until the caster's next turn."""
    s.units[target].warded = 1
    emit(s, Event.WARDED, who, target, 0, 0)


@rule("x.magic.spells", "profile.zero_s_t_w")
def resolve_withering(s, w, who, target):
    """Wither: less Toughness until the caster's next turn; without any left the unit dies."""
    s.units[target].withered = 1
    emit(s, Event.WITHERED, who, target, 0, 0)
    resolve_zero(s, w, target)
    note_losses(s, w, target)


# --- mend --------------------------------------------------------------------------------------------------------------


@rule("x.magic.spells")
def resolve_mending(s, w, who, target, wounds):
    """Mend: the wounded model first, which may be a character left alone; then whole models, as far as their places are free."""
    unit = s.units[target]
    left = wounds
    if is_character_alone(s, target):
        healed = min(left, int(unit.char_lost_wounds))
        unit.char_lost_wounds -= healed
    else:
        healed = min(left, int(unit.lost_wounds))
        unit.lost_wounds -= healed
    left -= healed
    while left > 0 and may_be_raised(s, w, target):
        given = min(left, int(unit.wounds))
        unit.models += 1
        unit.lost_wounds = int(unit.wounds) - given
        left -= given
    emit_roll(s, Event.MENDED, who, target, wounds - left, 0)


@rule("x.magic.spells", "formation.footprint", "profile.zero_s_t_w")
def may_be_raised(s, w, who):
    """Mend: whether a model is missing that would live, and its place is free, and no nearer to an enemy than may be; the first
    of a new rank needs the whole rank free.
    """
    unit = s.units[who]
    if rank_and_file(s, who) >= int(unit.models_start) - int(unit.has_character) or has_zero(s, w, who, False):
        return False
    files, models = int(unit.files), int(unit.models)
    base_width, base_depth = int(unit.base_width), int(unit.base_depth)
    file, rank = models % files, models // files
    if s.from_right == 1:
        file = files - 1 - file
    x, y, width, height = block(
        int(unit.cell), int(unit.facing), file * base_width, base_width, rank * base_depth, base_depth
    )
    around = bounds_of(int(unit.cell), int(unit.facing), files, models + 1, base_width, base_depth)
    if not is_enterable(s, w, who, x, y, width, height) or not is_free(s, who, *around):
        return False
    base = (x, y, width, height)
    return is_apart(s, w, who, base, (0, 0, 0, 0), base)


# --- sinkhole ----------------------------------------------------------------------------------------------------------


@rule("x.magic.spells", "scatter.place_and_roll")
def scatter_sinkhole(s, w, frame):
    """Sinkhole: the scatter die for the direction; the dice for the distance go with it, whatever it shows."""
    frame.index = roll_scatter(s, w)
    frame.step = Step.DISTANCE


@rule("x.magic.spells", "scatter.hit_result", "scatter.arrow_result")
def move_sinkhole(s, w, frame):
    """Sinkhole: a HIT leaves it where it was laid; an arrow moves it so many inches, and off the table it is lost."""
    inches = sum_of(s, int(w.book.sinkhole_scatter_dice), D6)
    cell = int(resolve_scatter(s, w, int(frame.who), int(frame.cell), int(frame.index), inches))
    frame.index = 0
    frame.step = Step.FALL
    if cell == OFF_BOARD:
        pop(s)
        return
    frame.cell = cell


@rule("x.magic.spells")
def sinkhole_step(s, w, frame):
    """Sinkhole: where it falls; then, unit by unit, which models are hit, which fail their test, and which are lost."""
    who, foe = int(frame.who), int(frame.index)
    if frame.step == Step.DISTANCE:
        move_sinkhole(s, w, frame)
    elif frame.step == Step.FALL:
        roll_sinkhole_hits(s, w, frame)
    elif frame.step == Step.TESTS:
        frame.step = Step.REGIMENT
        roll_sinkhole_tests(s, w, frame)
    elif frame.step == Step.REGIMENT:
        frame.step = Step.CHARACTER
        take_sunk(s, who, foe, int(frame.dealt), 0)
    elif frame.step == Step.CHARACTER:
        frame.step = Step.SUNK
        take_harmed(s)
        if s.units[foe].char_alive == 1:
            take_sunk(s, who, foe, int(frame.banes), int(Mark.CHARACTER))
    else:
        take_harmed(s)
        note_losses(s, w, foe)
        frame.dealt = 0
        frame.banes = 0
        frame.index = foe + 1
        frame.step = Step.FALL


@rule("x.magic.spells", "templates.hits")
def roll_sinkhole_hits(s, w, frame):
    """Sinkhole: the models of the next unit that it hits; those only partly under it on a roll. The character for itself."""
    s.template_cell = frame.cell
    s.template_size = w.book.small_blast_diameter
    lay_blast(s, w, int(frame.cell), int(w.book.small_blast_diameter))
    count_covered(s, w)
    foe = int(frame.index)
    while foe < s.unit_count and not has_covered(s, foe):
        foe += 1
    if foe >= s.unit_count:
        pop(s)
        return
    part = int(s.covered_part[foe])
    frame.index = foe
    frame.hits = int(s.covered_full[foe]) + hits(s, part, D6, int(w.book.partial_hit_on))
    frame.sixes = 0
    if s.char_cover[foe] == FULL:
        frame.sixes = 1
    elif s.char_cover[foe] == PART:
        part += 1
        frame.sixes = hits(s, 1, D6, int(w.book.partial_hit_on))
    emit(s, Event.TEMPLATE_HITS, int(frame.who), foe, int(frame.hits) + int(frame.sixes), part)
    frame.step = Step.TESTS


@rule("x.magic.spells")
def roll_sinkhole_tests(s, w, frame):
    """Sinkhole: each model hit takes an Initiative test, on the best Initiative in the unit."""
    foe = int(frame.index)
    value = best_initiative(s, foe)
    tests = int(frame.hits) + int(frame.sixes)
    frame.dealt = tests_failed(s, w, value, int(frame.hits))
    frame.banes = tests_failed(s, w, value, int(frame.sixes))
    frame.hits = 0
    frame.sixes = 0
    failed = int(frame.dealt) + int(frame.banes)
    if tests > 0:
        note_initiative(s, w, foe, value)
        emit_dice(s, Event.SINKS, int(frame.who), foe, failed, tests, 0 if must_fail(value) else tests)


@rule("x.magic.spells")
def take_sunk(s, who, foe, wounds, marks):
    """Sinkhole: a wound for each test failed, without armour save; a ward may still save."""
    if wounds > 0:
        all_marks = marks | int(Mark.AUTO_HIT) | int(Mark.AUTO_WOUND) | int(Mark.NO_ARMOUR)
        harm = start_harm(s, who, foe, all_marks, wounds, 0, 0, 0, 0, 0)
        harm.attacks = 0  # the hits have been reported already
