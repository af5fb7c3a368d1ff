"""All chance in the engine. Every die is asked for by purpose through one of the rolls below; no rule calls the generator.

The same functions serve three modes, kept in the state's ``dice_mode``:

* ``PLAY``: faces come from the game's own generator (sfc32: additions, shifts and exclusive ors on 32-bit words).
* ``TAPE``: the next faces are given, as in a test. Asking past the end is counted in ``tape_short``, a face the die does
  not have in ``tape_wrong``; faces left over are the caller's to notice.
* ``COUNT``: every roll runs through the classes of faces that make a difference, one class a run. The roll returns the
  class that ``trace_pick`` names for it, notes how many there are, and multiplies its exact weight into ``trace_weight``.

Each roll returns only what the rule may use, so that faces that do not matter are one class: a roll of "90 or less" is two
branches, not a hundred. The last single face is kept in ``last_face`` for the log.
"""

from __future__ import annotations

from .compiler import entry, kernel

PLAY, TAPE, COUNT = 0, 1, 2
MASK32 = 0xFFFFFFFF
TAPE_LENGTH = 128
TRACE_LENGTH = 16
LABELS = 64
POOL_LENGTH = 128
STRAY = 1000  # added by zone_class to the label of a face in the second zone


# --- the generator ---------------------------------------------------------------------------------------------------


@kernel
def next_bits(rng):
    """The next 32 random bits of the generator whose four words are given (sfc32, C. Doty-Humphrey, PractRand)."""
    a, b, c, d = rng[0], rng[1], rng[2], rng[3]
    out = (a + b + d) & MASK32
    rng[3] = (d + 1) & MASK32
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + (c << 3)) & MASK32
    rng[2] = (((c << 21) | (c >> 11)) + out) & MASK32
    return out


@entry("int64[:], int, int, int, int")
def seed_rng(rng, base, slot, game, stream):
    """Start a generator from four numbers. Streams of one game differ in ``stream``: 0 dice, 1 set-up, 2 policies."""
    rng[0] = base & MASK32
    rng[1] = (base >> 32) & MASK32
    rng[2] = slot & MASK32
    rng[3] = 1 + stream
    for _ in range(12):
        next_bits(rng)
    rng[0] ^= game & MASK32
    for _ in range(20):
        next_bits(rng)


@kernel
def random_below(rng, n):
    """A uniform integer in [0, n), without bias: words beyond the last whole multiple of n are thrown away."""
    sides = int(n)
    limit = (MASK32 + 1) - (MASK32 + 1) % sides
    word = next_bits(rng)
    while word >= limit:
        word = next_bits(rng)
    return word % sides


# --- one face in play and from the tape ------------------------------------------------------------------------------


@kernel
def one_face(s, sides):
    """A face 1..sides from the generator or the tape."""
    if s.dice_mode == TAPE:
        if s.tape_next < s.tape_length:
            face = int(s.tape[s.tape_next])
            s.tape_next += 1
            if 1 <= face <= sides:
                s.last_face = face
                return face
            s.tape_wrong += 1
        else:
            s.tape_short += 1
    face = int(random_below(s.rng, sides)) + 1
    s.last_face = face
    return face


@kernel
def pick_class(s, classes):
    """Counting: which of so many classes this roll takes in this run."""
    at = s.trace_length
    if at >= TRACE_LENGTH:
        s.trace_overflow = 1
        return 0
    if at >= s.trace_given:
        s.trace_pick[at] = 0
    s.trace_classes[at] = classes
    s.trace_length = at + 1
    return int(s.trace_pick[at])


# --- single rolls ----------------------------------------------------------------------------------------------------


@kernel
def die(s, sides):
    """One die: a face 1..sides."""
    if s.dice_mode == COUNT:
        face = pick_class(s, sides) + 1
        s.trace_weight *= 1.0 / sides
        s.last_face = face
        return face
    return one_face(s, sides)


@kernel
def check(s, sides, at_most):
    """One die against a number: whether it came up at or under ``at_most``."""
    if s.dice_mode == COUNT:
        good = min(max(int(at_most), 0), sides)
        if good == 0 or good == sides:
            pick_class(s, 1)
            s.last_face = sides
            return good == sides
        if pick_class(s, 2) == 0:
            s.trace_weight *= good / sides
            s.last_face = good
            return True
        s.trace_weight *= (sides - good) / sides
        s.last_face = sides
        return False
    return one_face(s, sides) <= at_most


@kernel
def band(s, sides, uppers):
    """One die on a table: the first row whose inclusive upper limit is not below the face. The last row takes the rest."""
    last = len(uppers) - 1
    if s.dice_mode == COUNT:
        rows = 0
        below = 0
        for i in range(last + 1):
            upper = sides if i == last else min(max(int(uppers[i]), below), sides)
            if upper > below:
                rows += 1
                below = upper
        pick = pick_class(s, rows)
        below = 0
        for i in range(last + 1):
            upper = sides if i == last else min(max(int(uppers[i]), below), sides)
            if upper > below:
                if pick == 0:
                    s.trace_weight *= (upper - below) / sides
                    s.last_face = upper
                    return i
                pick -= 1
                below = upper
        return last
    face = one_face(s, sides)
    for i in range(last):
        if face <= uppers[i]:
            return i
    return last


@kernel
def zone_label(face, at_most, stray_to, hits, misses):
    """What a face means: ``hits[face]`` up to ``at_most``, ``STRAY + hits[face]`` up to ``stray_to``, else ``misses[face]``."""
    if face <= at_most:
        return int(hits[face])
    if face <= stray_to:
        return STRAY + int(hits[face])
    return int(misses[face])


@kernel
def zone_class(s, sides, at_most, stray_to, hits, misses):
    """One die that decides more than one thing at once (to hit, and where): the label of :func:`zone_label`.

    ``hits`` and ``misses`` hold a label of 0 or more for every face, index 0 unused. Faces with one label are one class.
    """
    if s.dice_mode == COUNT:
        labels = 0
        for face in range(1, sides + 1):
            label = zone_label(face, at_most, stray_to, hits, misses)
            known = False
            for i in range(labels):
                if s.class_label[i] == label:
                    s.class_size[i] += 1
                    known = True
                    break
            if not known and labels < LABELS:
                s.class_label[labels] = label
                s.class_size[labels] = 1
                s.class_face[labels] = face
                labels += 1
        pick = pick_class(s, labels)
        s.trace_weight *= s.class_size[pick] / sides
        s.last_face = s.class_face[pick]
        return int(s.class_label[pick])
    return zone_label(one_face(s, sides), at_most, stray_to, hits, misses)


@kernel
def check_class(s, sides, at_most, hits, misses):
    """One die against a number that also selects: ``hits[face]`` at or under ``at_most``, else ``misses[face]``."""
    return zone_class(s, sides, at_most, at_most, hits, misses)


# --- grouped draws ---------------------------------------------------------------------------------------------------


@kernel
def power(base, exponent):
    """``base`` to a whole power, by multiplication: ``**`` differs in the last digit between the two engines."""
    value = 1.0
    for _ in range(exponent):
        value *= base
    return value


@kernel
def choose(n, k):
    """Binomial coefficient, as a float."""
    value = 1.0
    for i in range(k):
        value = value * (n - i) / (i + 1)
    return value


@kernel
def ways_below_six(s, count, total):
    """In how many ways ``count`` dice that show 1 to 5 add up to ``total`` (float64, exact far beyond what is used)."""
    ways = s.pool_ways
    for t in range(total + 1):
        ways[t] = 0.0
    ways[0] = 1.0
    for _ in range(count):
        for t in range(total, -1, -1):
            sum_of_ways = 0.0
            for face in range(1, 6):
                if t >= face:
                    sum_of_ways += ways[t - face]
            ways[t] = sum_of_ways
    return ways[total]


@kernel
def pool_sum_and_sixes(s, count):
    """``count`` D6 thrown together: their sum and how many of them show a six. At most 20 dice when counting."""
    if s.dice_mode == COUNT:
        classes = 0
        for low in range(count + 1):
            classes += 4 * low + 1
        pick = pick_class(s, classes)
        sixes = count
        low = 0
        while pick >= 4 * low + 1:
            pick -= 4 * low + 1
            low += 1
            sixes -= 1
        low_sum = low + pick
        s.trace_weight *= choose(count, sixes) * ways_below_six(s, low, low_sum) / power(6.0, count)
        return low_sum + 6 * sixes, sixes
    total = 0
    sixes = 0
    for _ in range(count):
        face = one_face(s, 6)
        total += face
        if face == 6:
            sixes += 1
    return total, sixes


@kernel
def successes(s, count, sides, at_most):
    """How many of ``count`` dice come up at or under ``at_most``."""
    if s.dice_mode == COUNT:
        good = min(max(int(at_most), 0), sides) / sides
        if good == 0.0 or good == 1.0:
            pick_class(s, 1)
            return count if good == 1.0 else 0
        got = pick_class(s, count + 1)
        s.trace_weight *= choose(count, got) * power(good, got) * power(1.0 - good, count - got)
        return got
    got = 0
    for _ in range(count):
        if one_face(s, sides) <= at_most:
            got += 1
    return got


@kernel
def keep_extreme(s, count, sides, highest):
    """The highest (or lowest) face of ``count`` dice."""
    if s.dice_mode == COUNT:
        face = pick_class(s, sides) + 1
        rank = face if highest else sides + 1 - face
        s.trace_weight *= power(rank / sides, count) - power((rank - 1) / sides, count)
        s.last_face = face
        return face
    kept = one_face(s, sides)
    for _ in range(count - 1):
        face = one_face(s, sides)
        if (face > kept) == highest and face != kept:
            kept = face
    s.last_face = kept
    return kept


@kernel
def card(s, counts):
    """Draw one card from a deck with ``counts[kind]`` cards of each kind; the kind drawn, -1 from an empty deck.

    The card is not taken out: the caller lowers ``counts``. A tape gives the place in the deck, kinds in order.
    """
    total = 0
    kinds = 0
    for i in range(len(counts)):
        total += int(counts[i])
        if counts[i] > 0:
            kinds += 1
    if total == 0:
        return -1
    if s.dice_mode == COUNT:
        pick = pick_class(s, kinds)
        for i in range(len(counts)):
            if counts[i] > 0:
                if pick == 0:
                    s.trace_weight *= counts[i] / total
                    return i
                pick -= 1
        return -1
    place = one_face(s, total)
    for i in range(len(counts)):
        place -= int(counts[i])
        if place <= 0:
            return i
    return -1
