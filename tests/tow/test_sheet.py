"""What a regiment's sheet shows: unit strength, ranks, what it is in contact with, arcs and cover."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.scenes import battle, block, land, regiment


@clause("tow.troop.unit_strength", "tow.formation.ranks", "tow.formation.rank_bonus")
@pytest.mark.parametrize(
    ("models", "ranks", "bonus"),
    [(20, 4, 2), (15, 3, 2), (14, 3, 1), (10, 2, 1), (9, 2, 0), (4, 1, 0)],
)
def test_ranks_and_their_bonus(models, ranks, bonus):
    """Regular infantry in five files: a point for each full rank beyond the first, two at most; each man counts one."""
    men = battle(regiment(models=models, files=min(models, 5)), regiment("orcs", at=(14, 4), facing="south")).unit(
        "men"
    )
    assert (men.unit_strength, men.ranks, men.rank_bonus) == (models, ranks, bonus)
    assert (men.disrupted, men.engaged, men.marching_column) == (False, False, False)


@clause("tow.formation.disrupted", "tow.x.combat.engaged", "tow.formation.rank_bonus")
@pytest.mark.parametrize(("orcs", "disrupted", "bonus"), [(5, True, 0), (4, False, 2)])
def test_five_orcs_in_the_flank(orcs, disrupted, bonus):
    """In contact with the right flank of twenty men at (10, 10)."""
    flankers = regiment("orcs", at=(15, 14), facing="west", models=orcs, files=orcs)
    goblins = regiment("goblins", "orcs", at=(30, 22), facing="north", models=5)
    friends = regiment("friends", "men", at=(28, 4), models=5)  # who are asked before the men fight
    men = battle(regiment(at=(10, 10)), friends, flankers, goblins, upto="move", who="friends").unit("men")
    assert (men.disrupted, men.rank_bonus, men.engaged) == (disrupted, bonus, True)
    assert (men.engaged_with("orcs"), men.engaged_with("goblins"), men.arc_of("orcs")) == (True, False, "right flank")


@clause("tow.facing.arcs", "tow.x.move.charge_arc")
@pytest.mark.parametrize(
    ("at", "facing", "arc"),
    [
        ((14, 4), "south", "front"),
        ((10, 22), "north", "rear"),
        ((30, 10), "west", "right flank"),
        ((2, 10), "east", "left flank"),
    ],
)
def test_in_which_arc_another_stands(at, facing, arc):
    """Men at (10..14, 10..13), looking north."""
    table = battle(regiment(at=(10, 10)), regiment("orcs", at=at, facing=facing, models=5))
    assert table.unit("men").arc_of("orcs") == arc
    assert table.unit("orcs").arc_of("men") == "front", "they look at the men"


@clause("tow.cover.obscured", "tow.cover.partial", "tow.cover.full", "tow.los.front_rank")
@pytest.mark.parametrize(("blocked", "cover"), [(0, "open"), (5, "partial"), (6, "full"), (10, "")])
def test_cover_from_the_shooting_of_another(blocked, cover):
    """Ten orcs in one rank at (6..15, 10), so many of them hidden by rock from one man at (10, 20)."""
    rock = block(6, 11, blocked) if blocked else []
    orcs = regiment("orcs", at=(15, 10), facing="south", models=10, files=10)
    table = battle(regiment(at=(10, 20), models=1, files=1), orcs, map=land(rock=rock))
    assert table.unit("orcs").cover_from("men") == ({cover: 1} if cover else {})


def test_there_is_no_order_of_units():
    table = battle(regiment(at=(10, 10)), regiment("orcs", at=(14, 4), facing="south"))
    with pytest.raises(AttributeError, match="tow has no order of turns"):
        _ = table.order
