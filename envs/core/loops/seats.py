"""Numbers that loops, faces and policies agree on: who plays a seat, why a game was forfeited, and whose dice are whose."""

from __future__ import annotations

#: Streams of a game's seed: what its dice, its set-up, its policies, and a caller that leaves its choice to chance draw from.
DICE_STREAM, SETUP_STREAM, POLICY_STREAM, CALLER_STREAM = 0, 1, 2, 3
#: Streams of a search: the dice of its simulations, what it imagines, and the players in them.
SEARCH_DICE, SEARCH_IMAGES, SEARCH_PLAYERS = 4, 5, 6

# Who plays a side: 0, 1, ... policies of the kernel, from FIRST_BEHAVIOUR on behaviours, from FIRST_NETWORK on networks, from
# FIRST_SEARCHER on searchers, from FIRST_BARRED on players who may not choose everything, -2 - k Python policy k.
RANDOM = 0  # policy 0 of the kernel: uniform over the legal answers
FIRST_BEHAVIOUR = 1000  # seat codes from here on: row of the behaviours
FIRST_NETWORK = 2000  # seat codes from here on: row of the networks
FIRST_SEARCHER = 3000  # seat codes from here on: row of the searchers
FIRST_BARRED = 4000  # seat codes from here on: row of the players who may not choose everything
LEARNER = -1  # the caller answers

ALTERNATE, EVERY_SEAT, FIXED_SEATS = -1, -2, -3  # seat modes besides 0..: turn and turn about, the caller's, as listed
REFUSE, FORFEIT_GAME, LET_CHANCE_ANSWER = 0, 1, 2  # what becomes of an illegal index
ILLEGAL, RAISED, TOO_LATE, NONSENSE = 1, 2, 3, 4  # why a game was forfeited
