"""Every number of a rulebook matters to some clause test: shift it, and one of them fails. See mutation.py."""

from __future__ import annotations

import random

import pytest
from conformance import play
from mutation import TESTS, cases, mutate, mutate_hidden, notice_each, quickest_first, survivors

from tactica.envs import rulesets

EVERY = 20  # of so many knobs, one is in the sample
PARTS = 3  # the sample is shifted in so many tests, which may run side by side


@pytest.fixture
def tests(slug):
    """The clause tests of a ruleset."""
    if not any((TESTS / slug).glob("test_*.py")):
        pytest.skip(f"{slug} has no clause tests")
    return cases(slug)


@pytest.mark.interpreted_only
@pytest.mark.parametrize("part", range(PARTS))
def test_a_sample_of_the_knobs_is_noticed(slug, tests, part):
    """Every twentieth, the same ones each time."""
    listed = survivors(slug)
    addresses = [address for address in rulesets.get(slug).rulebook.addresses() if address not in listed]
    sample = random.Random(1).sample(addresses, -(-len(addresses) // EVERY))[part::PARTS]
    noticed = notice_each(slug, sample, tests)
    unnoticed = sorted(set(sample) - set(noticed))
    assert not unnoticed, f"no test notices when these are shifted: {', '.join(unnoticed)}"


@pytest.mark.slow
@pytest.mark.compiled_only
@pytest.mark.timeout(7200)
@pytest.mark.skipif(not play.LONG, reason="minutes long: TACTICA_LONG=1 runs it")
def test_every_knob_is_noticed_or_explained(slug, tests):
    addresses, listed = list(rulesets.get(slug).rulebook.addresses()), survivors(slug)
    tests, broken, _ = quickest_first(tests)
    assert not broken
    noticed = mutate(slug, addresses, tests)
    noticed |= mutate_hidden(slug, addresses, noticed, tests, listed)
    unexplained = sorted(address for address in addresses if address not in noticed and address not in listed)
    wrong = sorted(f"{address} (by {noticed[address]})" for address in listed if address in noticed)
    assert not unexplained, f"no test notices when these are shifted: {', '.join(unexplained)}"
    assert not wrong, f"listed in survivors.yaml, yet noticed: {', '.join(wrong)}"
