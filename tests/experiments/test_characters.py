"""What behaviours that one ruleset is needed for are named after is what they do more of than others."""

from __future__ import annotations

import pytest

from tactica.experiments.npcs.signatures import signatures


@pytest.mark.compiled_only
@pytest.mark.parametrize(
    ("slug", "name", "measure"),
    [
        ("woin", "overwatcher", "overwatch"),
        ("woin", "suppressor", "suppressions"),
        ("woin", "grappler", "holds"),
        ("woin", "caster", "spells"),
    ],
)
def test_it_does_what_it_is_named_after(slug, name, measure):
    own, archer, charger = signatures(
        slug, [name, "archer", "charger"], scenarios=["standard", "party_vs_horde"], pairs=8
    )
    assert own.measures[measure] > 1.5 * max(archer.measures[measure], charger.measures[measure], 0.2)
