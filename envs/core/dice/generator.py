"""The generator of chance: sfc32, four words of 32 bits."""

from __future__ import annotations

from ..compiler import entry, kernel

MASK32 = 0xFFFFFFFF


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
    """Start a generator from four numbers. Streams of one game differ in ``stream``, see ``core/loops/seats.py``.

    All begin with the same counter, so that none is a later part of another.
    """
    rng[0] = base & MASK32
    rng[1] = (base >> 32) & MASK32
    rng[2] = slot & MASK32
    rng[3] = 1
    for _ in range(12):
        next_bits(rng)
    rng[0] ^= game & MASK32
    rng[1] ^= stream & MASK32
    for _ in range(20):
        next_bits(rng)


@kernel
def mixed(word):
    """32 bits mixed so that each depends on all (C. Wellons, hash-prospector)."""
    word = ((word ^ (word >> 16)) * 0x21F0AAAD) & MASK32
    word = ((word ^ (word >> 15)) * 0x735A2D97) & MASK32
    return word ^ (word >> 15)


@kernel
def keyed_bits(rng, one, other, third):
    """32 random bits that depend on the words of a generator, which stay as they are, and on three numbers alone."""
    word = mixed((rng[0] + one) & MASK32)
    word = mixed((word + rng[1] + other) & MASK32)
    word = mixed((word + rng[2] + third) & MASK32)
    return mixed((word + rng[3]) & MASK32)


@kernel
def whole_multiples(n):
    """The last whole multiple of n that 32 bits hold: words from there on are thrown away, so that no face has more of them."""
    return (MASK32 + 1) - (MASK32 + 1) % int(n)


@kernel
def random_below(rng, n):
    """A uniform integer in [0, n), without bias."""
    limit = whole_multiples(n)
    word = next_bits(rng)
    while word >= limit:
        word = next_bits(rng)
    return word % int(n)
