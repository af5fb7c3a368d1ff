"""Everything the project reads of these rules, in one value. A function that is misspelt, missing or takes other arguments is an
error when it is loaded, which names it. BOOK.md lists all there is; what is left out is as usual: nothing hidden, no shots.
"""

from __future__ import annotations

from tactica.envs.core.book import (
    Book,
    Checks,
    Choices,
    Looking,
    Pictures,
    Records,
    Rules,
    Setup,
    Sheet,
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
        endings=vocab.Ending, statuses=vocab.Status, all=enumerations(vocab), rests=vocab.RESTS,
        results=vocab.RESULTS,
    ),
    records=Records(state=state.STATE, field=state.FIELD, unseen=state.UNSEEN, lasting=state.LASTING),
    rules=Rules(
        step=turn.step, legal=choices.legal, refusal_of=choices.refusal_of, refusal_of_part=choices.refusal_of_part,
    ),
    choices=Choices(sections=choices.SECTIONS, parts_of=vocab.PARTS_OF, answers=vocab.ANSWERS),
    looking=Looking(channels=observe.CHANNELS, features=observe.FEATURES, context=observe.CONTEXT),
    tactics=Tactics(
        is_standing=tactics.is_standing, measures=tactics.MEASURES, policies=tactics.POLICIES, a_cell=tactics.A_CELL,
        list_plans=tactics.list_plans, estimate=tactics.estimate, find_places=tactics.find_places,
        staying=tactics.staying, full_staying=tactics.full_staying, own_move=tactics.own_move,
        is_in_contact=tactics.is_in_contact,
    ),
    checks=Checks(
        steps=vocab.STEPS, broken=invariants.BROKEN, invariants=invariants.invariants,
        takes_room=invariants.takes_room,
    ),
    setup=Setup(
        unit=setup.Unit, options=setup.Options, units=vocab.UNITS, terrain=setup.TERRAIN, borders=setup.BORDERS,
        legend=setup.LEGEND, templates=setup.templates, problems=setup.problems, pack=setup.pack,
    ),
    text=Text(numbers=words.NUMBERS),
    sheet=Sheet(readings=sheet.READINGS, order=sheet.order),
    pictures=Pictures(look=look.look),
)  # fmt: skip
