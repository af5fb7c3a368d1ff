"""The Old World - Warriors & Heroes: combat as the project reads it; see ``core/book.py``."""

from __future__ import annotations

from ...core.book import (
    Book,
    Checks,
    Choices,
    Hidden,
    Looking,
    Pictures,
    Records,
    Rules,
    Setup,
    Sheet,
    Sight,
    Tactics,
    Text,
    Vocab,
    enumerations,
)
from . import board, choices, imagine, invariants, look, observe, setup, sheet, state, tactics, turn, vocab, words

BOOK = Book(
    board=board.BOARD,
    vocab=Vocab(
        prompts=vocab.Prompt, verbs=vocab.Verb, frames=vocab.Frame, events=vocab.Event, terms=vocab.Term,
        endings=vocab.Ending, statuses=vocab.Status, all=enumerations(vocab), rests=vocab.RESTS, results=vocab.RESULTS,
    ),
    records=Records(state=state.STATE, field=state.FIELD, unseen=state.UNSEEN, lasting=state.LASTING),
    rules=Rules(
        step=turn.step, legal=choices.legal, item_at=choices.item_at, refusal_of=choices.refusal_of,
        refusal_of_part=choices.refusal_of_part,
    ),
    choices=Choices(
        sections=choices.SECTIONS, parts_of=choices.PARTS_OF, answers=choices.ANSWERS,
        stands_for=choices.stands_for,
    ),
    sight=Sight(may_see=board.may_see),
    looking=Looking(
        channels=observe.CHANNELS, features=observe.FEATURES, context=observe.CONTEXT, first_board=observe.FIRST_BOARD,
        know_units=observe.know_units, perceives=observe.perceives, other_unit=observe.other_unit,
        is_on_board=observe.is_on_board, observe_board=observe.observe_board, mark_unit=observe.mark_unit,
        observe_unit=observe.observe_unit, observe_context=observe.observe_context, potential=observe.potential,
    ),
    tactics=Tactics(
        is_standing=tactics.is_standing, measures=tactics.MEASURES, policies=tactics.POLICIES, features=tactics.FEATURES,
        a_cell=tactics.A_CELL, list_plans=tactics.list_plans, estimate=tactics.estimate, find_places=tactics.find_places,
        staying=tactics.staying, full_staying=tactics.full_staying, own_move=tactics.own_move,
        is_in_contact=tactics.is_in_contact, cover_at=tactics.cover_at, shots_left=tactics.shots_left,
        is_ready_to_shoot=tactics.is_ready_to_shoot,
    ),
    hidden=Hidden(imagine=imagine.imagine, scramble=invariants.scramble_hidden),
    checks=Checks(
        steps=invariants.STEPS, broken=invariants.BROKEN, invariants=invariants.invariants,
        takes_room=invariants.takes_room, per_cell=invariants.PER_CELL, as_counted=invariants.as_counted,
    ),
    setup=Setup(
        unit=setup.Unit, options=setup.Options, units=setup.CAPACITY.units, terrain=setup.TERRAIN, borders=setup.BORDERS,
        legend=setup.LEGEND, templates=setup.templates, problems=setup.problems, pack=setup.pack,
        sides=setup.CAPACITY.sides, per_cell=setup.CAPACITY.per_cell, aliases=setup.ALIASES, shortcuts=setup.SHORTCUTS,
        occupies=setup.occupies, warnings=setup.warnings, start_distance=setup.start_distance,
        start_direction=setup.start_direction,
    ),
    text=Text(numbers=words.WORDS_FOR, clauses=words.CLAUSES_FOR),
    sheet=Sheet(readings=sheet.SHEET, aliases=sheet.ALIASES, order=sheet.order),
    pictures=Pictures(look=look.look),
)  # fmt: skip
