"""Who fights: the models in contact, their supporters, the enemies they attack, and how many of them losses leave.

Models keep the places they had when the round began: a fallen model still has its place and is counted in ``fallen``. The
enemies of a unit are tried as *aims*: first the character it has chosen, then the enemy it has chosen, then the others by slot.
"""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT
from ..board import contacts_between, gap_squared
from ..vocab import Side, Troop
from .bodies import (
    ALL_SIDES,
    box_gap,
    character_model,
    character_rect,
    contact_side,
    full_rect,
    model_rect,
    short_rect,
)
from .casualties import characters_in, rank_and_file
from .engagement import fights_with
from .formation import is_infantry
from .weapons import extra_ranks

AT_CHARACTER, AT_CHOSEN, AT_OTHERS = 0, 1, 2  # aims: from the third on, one for each row of the roster


# --- contact -------------------------------------------------------------------------------------------------------------


@kernel
def shares_edge(ax, ay, aw, ah, bx, by, bw, bh):
    """Whether two rectangles share an edge of a cell."""
    for quarter in range(ALL_SIDES):
        if contacts_between(ax, ay, aw, ah, bx, by, bw, bh, quarter) > 0:
            return True
    return False


@rule("x.combat.who_fights")
def is_in_touch(w, ax, ay, aw, ah, bx, by, bw, bh):
    """Fighting models: two rectangles that share an edge, or a corner where that counts."""
    if aw == 0 or bw == 0 or gap_squared(ax, ay, aw, ah, bx, by, bw, bh) != 0:
        return False
    return w.book.corner_contact == 1 or shares_edge(ax, ay, aw, ah, bx, by, bw, bh)


@rule("x.combat.who_fights")
def model_touches(s, w, who, model, enemy):
    """Fighting models: whether a model touches a cell of an enemy unit."""
    x, y, width, height = model_rect(s, who, model)
    if box_gap(s, x, y, width, height, enemy) != 0:
        return False
    ax, ay, aw, ah = full_rect(s, enemy)
    if is_in_touch(w, x, y, width, height, ax, ay, aw, ah):
        return True
    bx, by, bw, bh = short_rect(s, enemy)
    return is_in_touch(w, x, y, width, height, bx, by, bw, bh)


@rule("x.combat.allocate", "x.character.embedded")
def model_touches_character(s, w, who, model, enemy):
    """Whom to attack: whether a model touches the cell of an enemy character."""
    x, y, width, height = model_rect(s, who, model)
    ax, ay, aw, ah = character_rect(s, enemy)
    return is_in_touch(w, x, y, width, height, ax, ay, aw, ah)


@kernel
def is_inside_block(s, who, model):
    """Whether a model stands among others on all sides, so that no enemy can touch it."""
    unit = s.units[who]
    files, models = int(unit.files), int(unit.models)
    file, rank = model % files, model // files
    return 0 < file < files - 1 and 0 < rank < (models + files - 1) // files - 2


@rule("x.combat.who_fights", "x.combat.contact_side")
def fights_to_front(s, who, enemy):
    """Side of contact: whether a unit fights an enemy to its front."""
    return fights_with(s, who, enemy) and contact_side(s, who, enemy) == Side.FRONT


@rule("x.combat.who_fights")
def is_engaged_to_front(s, who):
    """Fighting models: whether the unit is engaged to its front."""
    for enemy in range(s.unit_count):
        if fights_to_front(s, who, enemy):
            return True
    return False


@rule("x.combat.who_fights")
def is_fighting(s, w, who, model):
    """Fighting models: who touches an enemy its unit is engaged with; with another reading, also the whole front rank of a unit
    that is engaged to its front.
    """
    if is_inside_block(s, who, model):
        return False
    for enemy in range(s.unit_count):
        if fights_with(s, who, enemy) and model_touches(s, w, who, model, enemy):
            return True
    return w.book.whole_front_rank == 1 and model < s.units[who].files and is_engaged_to_front(s, who)


# --- whom each model attacks -----------------------------------------------------------------------------------------------


@rule("x.combat.challenge", "x.combat.allocate")
def may_hit_character(s, enemy):
    """Challenges: a character in one is attacked by the other only; any living one besides may be."""
    return s.units[enemy].char_alive == 1 and s.units[enemy].duel == NO_UNIT


@rule("x.combat.allocate", "x.character.embedded")
def may_hit_unit(s, enemy):
    """Whom to attack: a unit with a model left that may be hit, even if only the character."""
    return rank_and_file(s, enemy) > 0 or may_hit_character(s, enemy)


@kernel
def attacks_here(s, w, who, model, enemy):
    """Whether a model can attack an enemy: it touches it, or stands in a front rank that fights as a whole."""
    if not fights_with(s, who, enemy) or not may_hit_unit(s, enemy):
        return False
    if model_touches(s, w, who, model, enemy):
        return True
    return w.book.whole_front_rank == 1 and model < s.units[who].files and fights_to_front(s, who, enemy)


@rule("x.combat.allocate")
def target_of(s, w, who, model):
    """Whom to attack: the enemy its unit has chosen, if the model touches it; otherwise the lowest it touches; -1 if none."""
    if is_inside_block(s, who, model):
        return NO_UNIT
    chosen = int(s.units[who].chosen)
    if chosen != NO_UNIT and attacks_here(s, w, who, model, chosen):
        return chosen
    for enemy in range(s.unit_count):
        if enemy != chosen and attacks_here(s, w, who, model, enemy):
            return enemy
    return NO_UNIT


@rule("x.combat.allocate")
def attacks_character(s, w, who, model, enemy):
    """Whom to attack: whether a model attacks the character of its target, as its unit has chosen."""
    unit = s.units[who]
    if unit.at_character == 0 or unit.chosen != enemy or not may_hit_character(s, enemy):
        return False
    return model_touches_character(s, w, who, model, enemy)


@rule("x.character.embedded", "x.combat.challenge")
def is_character_free(s, who):
    """Characters: whether a character is free to fight with its unit: alive, in no challenge, and not having refused one."""
    unit = s.units[who]
    return unit.char_alive == 1 and unit.duel == NO_UNIT and unit.refused == 0


@kernel
def is_character_place(s, who, model):
    """Whether a model is, or was when the round began, the character."""
    return characters_in(s, who) == 1 and model == character_model(s, who)


# --- how many --------------------------------------------------------------------------------------------------------------


@rule("x.combat.who_fights")
def count_fighters(s, w, who):
    """Fighting models: how many of the rank and file fight, counted at the start of the round."""
    number = 0
    for model in range(s.units[who].models):
        if not is_character_place(s, who, model) and is_fighting(s, w, who, model):
            number += 1
    return number


@rule("x.combat.losses_before_striking")
def fighters_left(s, w, who):
    """Losses before striking: each model lost this round takes a fighter out; with another reading others step up."""
    fighting = count_fighters(s, w, who)
    if w.book.step_up == 1:
        return min(fighting, rank_and_file(s, who))
    return max(fighting - int(s.units[who].fallen), 0)


@rule("x.combat.who_fights", "x.character.embedded")
def character_fighting(s, w, who):
    """Fighting models: 1 where the character fights, and with its unit."""
    return 1 if is_character_free(s, who) and is_fighting(s, w, who, character_model(s, who)) else 0


@rule("x.combat.supporting")
def support_ranks(s, w, who):
    """Supporting attacks: ranks behind the first that support; of infantry only."""
    unit = s.units[who]
    if not is_infantry(int(unit.troop_type)) or unit.troop_type == Troop.SWARMS:
        return 0
    return int(w.book.base_support_ranks) + extra_ranks(w, int(unit.weapon), int(unit.charged))


@kernel
def model_behind(s, who, file, rank):
    """The model in a file of a rank; -1 if that place is empty."""
    unit = s.units[who]
    files, models = int(unit.files), int(unit.models)
    short = models % files
    if rank < models // files:
        return rank * files + file
    if rank > models // files or short == 0:
        return -1
    if s.from_right == 1:
        file -= files - short
    return rank * files + file if 0 <= file < short else -1


@rule("x.combat.supporting")
def supporters_behind(s, w, who, file):
    """Supporting attacks: the models behind one of the front rank that support it, and are not fighting themselves."""
    number = 0
    for rank in range(1, support_ranks(s, w, who) + 1):
        model = model_behind(s, who, file, rank)
        if model < 0:
            break
        if not is_fighting(s, w, who, model):
            number += 1
    return number


@rule("x.combat.supporting")
def count_supporters(s, w, who, enemy):
    """Supporting attacks: who stands behind models of the front rank that fight an enemy to their front."""
    if support_ranks(s, w, who) == 0 or not fights_to_front(s, who, enemy):
        return 0
    number = 0
    for file in range(s.units[who].files):
        if target_of(s, w, who, file) == enemy:
            number += supporters_behind(s, w, who, file)
    return number


@rule("x.combat.losses_before_striking")
def supporters_left(s, w, who, fighting):
    """Losses before striking: supporters strike as long as models remain besides the fighters."""
    number = 0
    for enemy in range(s.unit_count):
        number += count_supporters(s, w, who, enemy)
    return min(number, rank_and_file(s, who) - fighting)


# --- aims ------------------------------------------------------------------------------------------------------------------


@kernel
def aims(s):
    """How many aims there are."""
    return AT_OTHERS + int(s.unit_count)


@rule("x.combat.allocate")
def aimed_at(s, who, aim):
    """Whom to attack: the enemy of an aim; -1 if none."""
    chosen = int(s.units[who].chosen)
    if aim == AT_CHARACTER:
        return chosen if s.units[who].at_character == 1 else NO_UNIT
    if aim == AT_CHOSEN:
        return chosen
    enemy = aim - AT_OTHERS
    return enemy if enemy != chosen and fights_with(s, who, enemy) else NO_UNIT


@rule("x.combat.allocate")
def count_aiming(s, w, who, aim):
    """Whom to attack: models of an aim. Returns (rank and file, those of the front rank among them, 1 the character)."""
    enemy = aimed_at(s, who, aim)
    number, front, character = 0, 0, 0
    if enemy == NO_UNIT:
        return number, front, character
    for model in range(s.units[who].models):
        if target_of(s, w, who, model) != enemy:
            continue
        if attacks_character(s, w, who, model, enemy) != (aim == AT_CHARACTER):
            continue
        if not is_character_place(s, who, model):
            number += 1
            front += 1 if model < s.units[who].files else 0
        elif is_character_free(s, who):
            character = 1
    return number, front, character


@rule("x.combat.allocate", "x.combat.losses_before_striking", "x.setup.command_group")
def strikers(s, w, who, aim):
    """Whom to attack: who strikes at an aim after the losses, which fall on the last aims first. The champion is the first of the
    front rank to strike. Returns (fighters, supporters, 1 the champion among them, 1 the character).
    """
    fighters = fighters_left(s, w, who)
    supporters = supporters_left(s, w, who, fighters)
    champion = int(s.units[who].champion)
    striking, supporting, led, character = 0, 0, 0, 0
    for one in range(aim + 1):
        enemy = aimed_at(s, who, one)
        if enemy == NO_UNIT:
            striking, supporting, led, character = 0, 0, 0, 0
            continue
        number, front, character = count_aiming(s, w, who, one)
        striking = min(number, fighters)
        fighters -= striking
        supporting = 0
        if one != AT_CHARACTER:
            supporting = min(count_supporters(s, w, who, enemy), supporters)
            supporters -= supporting
        led = champion if striking > 0 and front > 0 else 0
        champion -= led
    return striking, supporting, led, character
