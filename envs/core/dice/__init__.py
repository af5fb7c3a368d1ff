"""All randomness in the engine. Rules roll every die through one of the functions below; no rule calls the generator.

The same functions serve three modes, selected by the state's ``dice_mode``:

* ``PLAY``: faces come from the game's own generator (sfc32: additions, shifts and exclusive ors on 32-bit words).
* ``TAPE``: the next faces are given, as in a test. Asking past the end is counted in ``tape_short``, a face the die does
  not have in ``tape_wrong``; the caller has to check for unused faces. Dice rolled together take one face each, in the
  order in which they are rolled.
* ``COUNT``: every roll runs through the classes of faces that make a difference, one class a run. The roll returns the
  class that ``trace_pick`` names for it, notes how many there are, and multiplies its exact weight into ``trace_weight``.
  A roll that does not fit into the state is noted in ``overrun``; the result is then meaningless.

Each roll returns only what the rule may use, so that faces that do not matter are one class: a roll of "90 or less" is two
branches, not a hundred. The last single face is stored in ``last_face`` for the log.
"""

from .challenge import challenge, challenge_band, challenge_natural
from .generator import MASK32, next_bits, random_below, seed_rng
from .kept import (
    ADVANTAGE,
    CRITICAL,
    DISADVANTAGE,
    HIT,
    MISSED,
    PLAIN,
    attack_check,
    edge_check,
    keep_extreme,
)  # fmt: skip
from .modes import COUNT, PLAY, TAPE, one_face, pick_class
from .pools import hits, hits_and_sixes, pool_check, pool_sum_and_sixes, successes
from .single import STRAY, band, card, check, check_class, die, reaches, scatter, zone_class, zone_label
from .sums import sum_band, sum_but_lowest, sum_capped, sum_check, sum_of

__all__ = [
    "ADVANTAGE", "COUNT", "CRITICAL", "DISADVANTAGE", "HIT", "MASK32", "MISSED", "PLAIN", "PLAY",
    "STRAY", "TAPE", "attack_check", "band", "card", "challenge", "challenge_band",
    "challenge_natural", "check", "check_class", "die", "edge_check", "hits", "hits_and_sixes", "keep_extreme", "next_bits",
    "one_face", "pick_class", "pool_check", "pool_sum_and_sixes", "random_below", "reaches", "scatter", "seed_rng",
    "successes", "sum_band", "sum_but_lowest", "sum_capped", "sum_check", "sum_of", "zone_class", "zone_label",
]  # fmt: skip
