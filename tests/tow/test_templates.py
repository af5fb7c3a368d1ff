"""Templates: which cells they cover, and which models they hit."""

from __future__ import annotations

from math import comb

import pytest
from fixtures import clause
from tow.measures import at_least, mean
from tow.scenes import Ground, battle, block, cell, exactly, regiment

from tactica.envs.rulesets.tow.rules.patterns import count_covered, flame_files, lay_blast, lay_flame
from tactica.envs.rulesets.tow.vocab import Mode

pytestmark = pytest.mark.interpreted_only  # asks kernels of the rules by hand

HARDY = {"toughness": 10, "traits": ["unbreakable"]}  # S 4 does nothing to them: only the hits are counted
CENTRE = (10, 10)
LARGE_FULL = {(10 + i, 10 + j) for i in range(-2, 3) for j in range(-2, 3) if (abs(i), abs(j)) != (2, 2)}
LARGE_PARTIAL = {
    *((10 + i, 10 + j) for i in (-2, 2) for j in (-2, 2)),
    *((10 + i, 10 + j) for i in (-3, 3) for j in range(-2, 3)),
    *((10 + i, 10 + j) for j in (-3, 3) for i in range(-2, 3)),
}
STRAIGHT_FULL = [(10, 6), (10, 5), (10, 4), (10, 3)]
STRAIGHT_PARTIAL = [(10, 9), (10, 8), (10, 7), (10, 2), *((x, y) for x in (9, 11) for y in range(2, 7))]
HIT = 1  # a face of the scatter die
SURE = {"x.dice.scatter_die.hit_faces": 6, "x.dice.artillery_die.misfire_faces": 0}  # where it was aimed at
SLANT_FULL = [(3, 3), (4, 4)]
SLANT_PARTIAL = [
    (0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 2), (3, 4), (4, 3), (3, 5),
    (5, 3), (4, 5), (5, 4), (5, 5),
]  # fmt: skip


def laid(ground):
    """The cells that are covered fully, and partly, by the template that lies on the table."""
    cells = block(0, 0, 36, 24)
    found = {(x, y): int(ground.s.pattern[cell(x, y)]) for x, y in cells}
    return {at for at, how in found.items() if how == 2}, {at for at, how in found.items() if how == 1}


def blast(diameter, *units, at=CENTRE):
    """A blast on a table with some units."""
    ground = Ground(*(units or [regiment(at=(20, 16))]))
    ground.ask(lay_blast, cell(*at), diameter)
    return ground


def under(ground, name):
    """Models of a unit wholly under a template, and partly."""
    ground.ask(count_covered)
    row = ground.row(name)
    return int(ground.s.covered_full[row]), int(ground.s.covered_part[row])


def stone(aim, *units, size=3, **rules):
    """Hits by a stone that falls where it was aimed: number -> chance. With the units that the hits are counted of."""
    machine = regiment("men", template="stone_thrower", at=(17, 21))
    rules = {"x.shoot.stone_thrower.template_diameter": size, **rules}
    scene = battle(machine, *units, rules=rules, upto="shoot", who="men")
    return staying(scene, f"shoot_cell {aim[0]},{aim[1]}", "misfired")


def staying(scene, text, *others, counted="hits"):
    """Hits of a template that does not scatter and, of other events, where none of them happens."""
    found = scene.odds(text, want=[counted, "scattered.amount", *others])
    still = {value[0]: found[value] for value in found if value[1] is None and not any(value[2:])}
    return {hits: chance / sum(still.values()) for hits, chance in still.items()}


def orcs(models, files, at, **more):
    """Orcs who look south."""
    return regiment("orcs", at=at, facing="south", models=models, files=files, **HARDY, **more)


# --- shapes


@clause("tow.templates.shapes")
def test_a_small_blast_covers_a_cell_and_its_neighbours():
    full, partial = laid(blast(3))
    assert full == {CENTRE}
    assert partial == set(block(9, 9, 3, 3)) - {CENTRE}


@clause("tow.templates.shapes")
def test_a_large_blast_covers_21_cells_and_parts_of_24():
    full, partial = laid(blast(6))
    assert (full, partial) == (LARGE_FULL, LARGE_PARTIAL)
    assert (len(full), len(partial)) == (21, 24)


@clause("tow.templates.shapes")
@pytest.mark.parametrize(("diameter", "at", "covered"), [
    (6, (12, 12), "partial"), (6, (12, 11), "full"), (3, (12, 10), "none"), (6, (13, 13), "none"),
])  # fmt: skip
def test_touching_the_rim_is_not_enough(diameter, at, covered):
    full, partial = laid(blast(diameter))
    assert {"full": at in full, "partial": at in partial, "none": at not in full | partial}[covered]


@clause("tow.templates.shapes")
@pytest.mark.parametrize("diameter", range(1, 10))
def test_circles_of_all_sizes(diameter):
    """Four times the squares: a corner within the radius, or an edge nearer than it."""
    full, partial = laid(blast(diameter))
    offsets = {(x, y): (abs(x - 10), abs(y - 10)) for x, y in block(0, 0, 36, 24)}
    inside = {at for at, (i, j) in offsets.items() if (2 * i + 1) ** 2 + (2 * j + 1) ** 2 <= diameter**2}
    near = {at for at, (i, j) in offsets.items() if max(2 * i - 1, 0) ** 2 + max(2 * j - 1, 0) ** 2 < diameter**2}
    assert (full, partial) == (inside, near - inside)


@clause("tow.templates.shapes", "tow.x.magic.spells")
@pytest.mark.parametrize(("diameter", "expected"), [(3, 1 + 8 / 2), (5, 9 + 16 / 2), (1, 1 / 2)])
def test_the_size_of_the_small_blast_can_be_set(diameter, expected):
    """A sinkhole in the middle of five ranks of five: one of five inches covers the outer ranks in part."""
    coven = regiment("men", template="hex_coven", at=(10, 20))
    rules = {} if diameter == 3 else {"templates.shapes.small_blast_diameter": diameter}
    rules["x.dice.scatter_die.hit_faces"] = 6
    scene = battle(coven, orcs(25, 5, (14, 12), initiative=0), rules=rules, upto="shoot")
    found = staying(scene, "cast_cell 12,10", "not_cast")
    assert mean(found) == exactly(expected)


# --- models under it


@clause("tow.templates.hits")
def test_a_blast_on_the_middle_of_a_regiment():
    """One model is hit for certain, eight on 4 or more."""
    ground = blast(3, regiment(at=(8, 8), models=25), regiment("orcs", at=(30, 20), models=1))
    assert under(ground, "men") == (1, 8)
    assert under(ground, "orcs") == (0, 0)


@clause("tow.templates.hits")
def test_the_log_counts_all_models_that_are_rolled_for():
    """Two models of two by two cells lie partly under three by three, one of them under its middle: two dice, two models."""
    machine = regiment("men", template="stone_thrower", at=(17, 21))
    scene = battle(machine, orcs(4, 4, (20, 6), base_mm=[50, 50]), rules={"x.shoot.stone_thrower.template_diameter": 3, **SURE},
                   upto="shoot", who="men", dice=[HIT, 1, 6, 6, 1])  # fmt: skip
    scene.play("shoot_cell 17,6")
    (told,) = [event for event in scene.events if event.kind == "template_hits"]
    assert (told.amount, told.extra) == (2, 2)


@clause("tow.templates.hits")
def test_hits_of_a_small_blast():
    found = stone((18, 4), orcs(25, 5, (20, 6)))
    assert mean(found) == exactly(5.0)
    assert (found[9], found[1], found[5]) == (exactly(0.003906), exactly(0.003906), exactly(0.273438))
    assert found == {1 + n: exactly(comb(8, n) / 2**8) for n in range(9)}


@clause("tow.templates.hits")
def test_hits_of_a_large_blast():
    """Seven ranks of eight fill all cells that it covers: 21, and half of 24."""
    found = stone((17, 4), orcs(56, 8, (20, 7)), size=6)
    assert mean(found) == exactly(33.0)
    assert (min(found), max(found)) == (21, 45)


@clause("tow.templates.hits")
@pytest.mark.parametrize(("size", "chance"), [(3, 0.5), (6, 1.0)])
def test_a_large_base_is_covered_only_when_all_of_it_is(size, chance):
    """Four cells: of a small blast on one of them only that one is covered fully, of a large one all are."""
    found = stone((18, 4), orcs(1, 1, (18, 4), base_mm=[50, 50]), size=size)
    assert found.get(1, 0.0) == exactly(chance)


@clause("tow.templates.hits")
def test_three_models_partly_covered():
    """Aimed at a lone goblin in front of three orcs."""
    goblin = regiment("goblin", "orcs", at=(18, 5), facing="south", models=1, **HARDY)
    machine = regiment("men", template="stone_thrower", at=(17, 21))
    scene = battle(machine, orcs(3, 3, (19, 4)), goblin, upto="shoot", who="men")
    found = staying(scene, "shoot_cell 18,5", "misfired", counted="hits on orcs")
    assert found[0] == exactly(0.125000)
    assert at_least(found, 1) == exactly(0.875000)


@clause("tow.templates.hits")
@pytest.mark.parametrize(("at", "expected"), [((17, 5), 1 / 2), ((18, 4), 0.0)])
def test_friends_and_foes_are_hit_alike_and_nobody_beyond(at, expected):
    """A man at the corner of the goblin that is aimed at, or two cells behind it."""
    goblin = regiment("goblin", "orcs", at=(18, 6), facing="south", models=1, **HARDY)
    friend = regiment("friend", "men", at=at, facing="south", models=1, **HARDY)
    machine = regiment("men", template="stone_thrower", at=(17, 21))
    scene = battle(machine, friend, goblin, upto="shoot", who="men")
    assert mean(staying(scene, "shoot_cell 18,6", "misfired", counted="hits on friend")) == exactly(expected)


@clause("tow.templates.hits")
@pytest.mark.parametrize(("on", "expected"), [(5, 1 + 8 * 2 / 6), (3, 1 + 8 * 4 / 6), (7, 1), (1, 9)])
def test_what_hits_a_model_partly_covered_can_be_set(on, expected):
    found = stone((18, 4), orcs(25, 5, (20, 6)), **{"templates.hits.partial_hit_on": on})
    assert mean(found) == exactly(expected)


@clause("tow.templates.hits")
def test_the_rest_of_a_template_that_hangs_over_the_edge_still_hits():
    ground = blast(3, regiment(at=(0, 0), models=4, files=2), at=(0, 0))
    full, partial = laid(ground)
    assert (full, partial) == ({(0, 0)}, {(1, 0), (0, 1), (1, 1)})
    assert under(ground, "men") == (1, 3)


# --- the flame


def flame(mode, at=CENTRE, facing="north", **men):
    """A flame from a single model, or a unit."""
    ground = Ground(regiment(at=at, facing=facing, **{"models": 1, "files": 1, **men}))
    ground.ask(lay_flame, "men", mode, ground.ask(flame_files, "men")[0])
    return laid(ground)


@clause("tow.x.templates.flame_pattern")
def test_a_flame_straight_ahead():
    full, partial = flame(Mode.STRAIGHT)
    assert full == set(STRAIGHT_FULL)
    assert partial == set(STRAIGHT_PARTIAL)
    assert len(partial) == 14


@clause("tow.x.templates.flame_pattern")
def test_a_flame_to_the_front_right():
    full, partial = flame(Mode.RIGHT)
    assert full == {(14, 6), (15, 5)}
    assert partial == {(11 + j, 9 - i) for i, j in SLANT_PARTIAL}
    assert len(partial) == 16


@clause("tow.x.templates.flame_pattern")
def test_a_flame_to_the_front_left_is_its_mirror():
    full, partial = flame(Mode.LEFT)
    assert full == {(9 - j, 9 - i) for i, j in SLANT_FULL}
    assert partial == {(9 - j, 9 - i) for i, j in SLANT_PARTIAL}


@clause("tow.x.templates.flame_pattern")
@pytest.mark.parametrize(("facing", "turned"), [
    ("east", lambda i, o: (10 + i, 10 + o)), ("south", lambda i, o: (10 - o, 10 + i)), ("west", lambda i, o: (10 - i, 10 - o)),
])  # fmt: skip
def test_a_flame_turns_with_the_unit(facing, turned):
    full, partial = flame(Mode.STRAIGHT, facing=facing)
    assert full == {turned(10 - y, x - 10) for x, y in STRAIGHT_FULL}
    assert partial == {turned(10 - y, x - 10) for x, y in STRAIGHT_PARTIAL}


@clause("tow.x.templates.flame_pattern")
@pytest.mark.parametrize(("men", "x"), [
    ({"base_mm": [50, 50]}, 10), ({"base_mm": [75, 75]}, 11), ({"models": 5, "files": 5}, 12), ({"models": 4, "files": 4}, 11),
    ({"models": 2, "files": 2, "base_mm": [50, 50]}, 10),
])  # fmt: skip
def test_a_flame_comes_from_the_middle_of_the_front(men, x):
    """Of an even number the file, and the cell of its base, left of the middle."""
    full, _ = flame(Mode.STRAIGHT, **men)
    assert full == {(x, y) for _, y in STRAIGHT_FULL}


@clause("tow.x.templates.flame_pattern", "tow.templates.hits")
@pytest.mark.parametrize(
    ("mode", "full", "partial", "expected"), [(Mode.STRAIGHT, 4, 14, 11.0), (Mode.RIGHT, 2, 16, 10.0)]
)
def test_models_under_a_flame(mode, full, partial, expected):
    """All covered cells hold a model: every second of those partly covered is hit."""
    others = [regiment("more", "orcs", at=(20, 4), facing="south", models=60, files=12)]
    ground = Ground(
        regiment(at=CENTRE, models=1), regiment("orcs", at=(20, 9), facing="south", models=60, files=12), *others
    )
    ground.ask(lay_flame, "men", mode, ground.ask(flame_files, "men")[0])
    found = [under(ground, name) for name in ("orcs", "more")]
    assert (sum(n for n, _ in found), sum(n for _, n in found)) == (full, partial)
    assert full + partial / 2 == expected


@clause("tow.x.templates.flame_pattern", "tow.templates.hits")
@pytest.mark.parametrize(("text", "files", "corner", "expected"), [
    ("flame straight", 8, (21, 12), 4 + 13 / 2), ("flame right", 12, (24, 12), 2 + 14 / 2),
])  # fmt: skip
def test_hits_of_a_flame_at_the_table(text, files, corner, expected):
    """One row is left free between them: straight ahead it has one cell of the flame, slantwise two."""
    spout = regiment("men", at=(17, 14), models=1, files=1, missile="fire_thrower")
    scene = battle(spout, orcs(60, files, corner), upto="shoot", who="men")
    assert mean(scene.odds(text, want="hits")) == exactly(expected)
