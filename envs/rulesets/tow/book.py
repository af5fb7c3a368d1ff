"""Rank-and-file regiments as the project reads it; see ``core/book.py``."""

from __future__ import annotations

from ...core.book import (
    Book,
    Checks,
    Choices,
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
from . import board, choices, invariants, look, observe, setup, sheet, state, tactics, turn, vocab, words

BOOK = Book(
    board=board.BOARD,
    vocab=Vocab(
        prompts=vocab.Prompt, verbs=vocab.Verb, frames=vocab.Frame, events=vocab.Event, terms=vocab.Term,
        endings=vocab.Ending, statuses=vocab.Status, all=enumerations(vocab), rests=vocab.RESTS, results=vocab.RESULTS,
    ),
    records=Records(state=state.STATE, field=state.FIELD, unseen=state.UNSEEN, lasting=state.LASTING),
    rules=Rules(
        step=turn.step, legal=choices.legal, refusal_of=choices.refusal_of,
        refusal_of_part=choices.refusal_of_part,
        leads_to=choices.leads_to,
    ),
    choices=Choices(sections=choices.SECTIONS, parts_of=choices.PARTS_OF, answers=choices.ANSWERS),
    sight=Sight(gap_between=board.gap_between, may_see=board.may_see),
    looking=Looking(
        channels=observe.CHANNELS, features=observe.FEATURES, context=observe.CONTEXT, layouts=observe.LAYOUTS,
        perceives=observe.perceives, other_unit=observe.other_unit, mark_unit=observe.mark_unit,
        observe_unit=observe.observe_unit, observe_context=observe.observe_context, potential=observe.potential,
    ),
    tactics=Tactics(
        is_standing=tactics.is_standing, measures=tactics.MEASURES, policies=tactics.POLICIES, features=tactics.FEATURES,
        a_cell=tactics.A_CELL, list_plans=tactics.list_plans, estimate=tactics.estimate, find_places=tactics.find_places,
        staying=tactics.staying, full_staying=tactics.full_staying, own_move=tactics.own_move,
        is_in_contact=tactics.is_in_contact, cover_at=tactics.cover_at, shots_left=tactics.shots_left,
        is_ready_to_shoot=tactics.is_ready_to_shoot, place_of=tactics.place_of,
    ),
    checks=Checks(
        steps=invariants.STEPS, broken=invariants.BROKEN, invariants=invariants.invariants,
        takes_room=invariants.takes_room, per_cell=invariants.PER_CELL,
    ),
    setup=Setup(
        unit=setup.Unit, options=setup.Options, units=setup.CAPACITY.units, terrain=setup.TERRAIN, borders=setup.BORDERS,
        legend=setup.LEGEND, templates=setup.templates, problems=setup.problems, pack=setup.pack,
        sides=setup.CAPACITY.sides, per_cell=setup.CAPACITY.per_cell, aliases=setup.ALIASES, shortcuts=setup.SHORTCUTS,
        footprint=setup.footprint, stands_on=setup.stands_on, occupies=setup.occupies, deploys=setup.deploys,
        board_size=setup.board_size,
    ),
    text=Text(numbers=words.WORDS_FOR, outcome=words.outcome, chance=words.chance),
    sheet=Sheet(readings=sheet.SHEET),
    pictures=Pictures(look=look.look, arcs=look.arcs),
)  # fmt: skip
