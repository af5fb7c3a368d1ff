"""What the clause tests stand on: a natural scene in which the first unit acts first.

    scene = duel(man={"weapons": ["medium_weapon"]}, orc={"hp_max": 5}, dice=[4, 9])
    scene.play("weapon_attack orc")
    assert scene.unit("orc").hp == 5 - 2

Initiative is rolled from the tape in such a way that the units act in the order in which they are given; a test that wants
somebody quick or strong-willed to act late says ``order=[...]``, the faces for initiative, or gives it less willpower. Then
everybody is asked for a defence. Unless a test asks for more, nobody has one, so that no dice are needed for it:

    scene = duel(defences={"orc": ("dodge", 4, 9)}, dice=[...])       # a D6 of 4, a D10 of 9; consistency 1 throws one D10
    scene = duel(defences={"orc": "none"}, ...)                       # as it is without a word

``dice`` is what comes after all that. Whoever ends a turn is asked for a defence again, and so is whoever has used one:
:func:`act` answers ``no_defence`` to that unless told otherwise, :func:`settle` answers what is asked by the prompt's name,
:func:`pass_to` ends turns until somebody's turn comes.

    act(scene, "move east")                                           # and no defence afterwards
    act(scene, "weapon_attack orc", attacked="decline", defence="use_dodge")
    pass_to(scene, "orc")

A person of whom nothing is said has attributes of 0, three hit points, three willpower, fatigue 4, and no weapon. Abilities:
``agility_consistency=2, agility_potential=1`` are what is trained, or ``training={"agility": (2, 1)}`` here in scenes.
Everything in ``setup/profile.py`` may be said of a unit, everything else of a battle: ``battle={"weather": 1}``,
``borders=[{"type": "window", "cell": [1, 1], "direction": "east"}]``, ``cells=[{"flag": "mud", "at": [[2, 2]]}]``.
Cells are [x, y] from the north-west; :func:`square` reads names such as B2, counted from the south-west as in the book.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from fixtures import keys, table

from tactica.envs.rulesets.heimr.setup import ALIASES, templates
from tactica.envs.sandbox import Table
from tactica.envs.scenario.wording import full_names

PLAIN_WILLPOWER = 3
LOTS = 100  # faces of the die that breaks the last ties
KINDS = {
    "dodge": "use_dodge", "block": "use_block", "parry": "parry_sword_hand", "parry_off_hand": "parry_off_hand",
    "none": "no_defence",
}  # fmt: skip
Defence = str | tuple[Any, ...]


def exactly(chance: float) -> Any:
    """A probability to six decimals."""
    return pytest.approx(chance, abs=5e-7)


def square(name: str, height: int) -> list[int]:
    """The cell of a square by its name in the book: A1 is the south-western corner of a grid of that height."""
    return ["ABCDEFGHIJKL".index(name[0]), height - int(name[1:])]


def person(unit: Mapping[str, Any]) -> dict[str, Any]:
    """A unit as a scenario writes it, with ``training`` in the fields it stands for."""
    found = {key: value for key, value in unit.items() if key != "training"}
    for ability, (consistency, potential) in unit.get("training", {}).items():
        found[f"{ability}_consistency"], found[f"{ability}_potential"] = consistency, potential
    return found


def faces(natural: int, consistency: int) -> list[int]:
    """A D6 and the D10 of a consistency whose natural result is this one."""
    if consistency > 0:
        tens = max(natural - 9, 0)
        most = [10] * tens + [1] * (consistency - tens) if tens else [natural] * consistency
        return [min(natural, 6), *most]
    ones = max(1 - natural, 0)  # beyond the first, which is the D6
    return [max(natural, 1), *[1] * ones, *[10] * (-consistency - ones)]


def initiative(units: Sequence[Mapping[str, Any]]) -> list[int]:
    """What lies on the tape for initiative, in the order of the roster: each unit comes to less than the one given before it,
    as long as that is possible; then the lots of those that tie in everything.
    """
    found: list[list[int]] = []
    ranks: list[tuple[int, int, int]] = []  # initiative, willpower, dexterity: the order in which they count
    for unit in units:
        written = full_names(keys("heimr", dict(unit)), ALIASES)
        known = {**templates().get(unit.get("template", ""), {}), **written}
        dexterity = known.get("dexterity", 0)
        consistency = dexterity - known.get("dexterity_penalty", 0) - known.get("physical_penalty", 0)
        willpower = known.get("wp", known.get("wp_max", PLAIN_WILLPOWER))
        most, least = 10 if consistency > 0 else 6, 1 + min(consistency, 0)
        naturals = range(most, least - 1, -1)
        below = [natural for natural in naturals if not ranks or natural + willpower < ranks[-1][0]]
        ties = [natural for natural in naturals if ranks and (natural + willpower, willpower, dexterity) <= ranks[-1]]
        assert below or ties, f"{unit['name']} cannot act so late: give it less willpower, or say order=[...]"
        natural = (below or ties)[0]
        ranks.append((natural + willpower, willpower, dexterity))
        found.append(faces(natural, consistency))
    sides = list(dict.fromkeys(unit["side"] for unit in units))
    roster = sorted(range(len(units)), key=lambda i: sides.index(units[i]["side"]))
    lots = [LOTS - i for i in roster if ranks.count(ranks[i]) > 1]
    return [face for i in roster for face in found[i]] + lots


def scene(
    *units: Mapping[str, Any],
    dice: Sequence[int] = (),
    rules: Mapping[str, Any] | None = None,
    defences: Mapping[str, Defence] | None = None,
    order: Sequence[int] | None = None,
    first: Sequence[int] = (),
    map: str = "",
    size: tuple[int, int] = (5, 5),
    cells: Sequence[Mapping[str, Any]] = (),
    borders: Sequence[Mapping[str, Any]] = (),
    **scenario: Any,
) -> Table:
    """Units on an open board, at the first decision of the first unit's turn.

    Args:
        units: each with ``name``, ``side`` and ``at``.
        dice: the faces to come after the first defences; all must be asked for.
        rules: knobs by address.
        defences: name -> ``("dodge", 4, 9)``, kind and faces of its first defence; nobody else has one. Kinds: see
            :data:`KINDS`.
        order: faces for initiative, side by side in the order of the roster, in place of :func:`initiative`.
        first: faces that come before initiative.
        map: rows of characters, in place of open ground of ``size``.
        cells, borders: of the board, as in a scenario.
        scenario: further keys of the scenario.
    """
    people = [person(unit) for unit in units]
    chosen = {name: (how,) if isinstance(how, str) else tuple(how) for name, how in (defences or {}).items()}
    board: dict[str, Any] = {"map": map} if map else {"size": list(size)}
    board |= {"cells": [dict(cell) for cell in cells], "borders": [dict(border) for border in borders]}
    rolled = [face for unit in people for face in chosen.get(unit["name"], ("none",))[1:]]
    tape = [*first, *(initiative(people) if order is None else order), *rolled, *dice]
    laid = table(*people, ruleset="heimr", dice=tape, rules=dict(rules or {}), **{"board": board, **scenario})
    left = dict(chosen)
    while laid.prompt == "defence":
        how = left.pop(laid.decider or "", ("none",))
        laid.play(KINDS[how[0]])
    assert not [name for name, how in left.items() if how[0] != "none"], f"never asked for a defence: {sorted(left)}"
    return laid


def duel(
    man: Mapping[str, Any] | None = None,
    orc: Mapping[str, Any] | None = None,
    distance: int = 0,
    friends: Sequence[Mapping[str, Any]] = (),
    **more: Any,
) -> Table:
    """A man in the cell (1, 2) and an orc so many squares to the east, the man about to act. Both have a medium weapon in
    their sword hand: swordsmanship with a consistency of 1, 3 potential by the weapon, fatigue 4.

    Args:
        man, orc: fields of one of them.
        distance: squares between them, 0 in one cell.
        friends: further units, of the sides ``men`` or ``orcs``; they come after the two.
        more: see :func:`scene`.
    """
    average = {"weapons": ["medium_weapon"]}
    one = {"name": "man", "side": "men", "at": [1, 2], **_armed(average, man)}
    other = {"name": "orc", "side": "orcs", "at": [1 + distance, 2], **_armed(average, orc)}
    return scene(one, other, *friends, **more)


def _armed(average: Mapping[str, Any], unit: Mapping[str, Any] | None) -> dict[str, Any]:
    """A unit with the usual weapon, unless it is of a template."""
    given = dict(unit or {})
    return given if "template" in given else {**average, **given}


def settle(laid: Table, **answers: str) -> None:
    """Answer what is asked, by the name of the prompt, until something else is asked: ``settle(scene, defence="no_defence")``."""
    while laid.prompt in answers:
        laid.play(answers[laid.prompt])


def act(laid: Table, *texts: str, **answers: str) -> None:
    """Play choices, and after each answer what is asked then by the name of the prompt; nobody takes a new defence."""
    for text in texts:
        laid.play(text)
        settle(laid, **{"defence": "no_defence", **answers})


def pass_to(laid: Table, name: str, **answers: str) -> None:
    """End turns until it is this unit's turn. Always ends one, also where it is this unit's own."""
    is_first = True
    while is_first or laid.decider != name or laid.prompt != "turn":
        assert laid.prompt == "turn", f"{laid.decider} is asked {laid.prompt}, and nothing says what to answer"
        act(laid, "end_turn", **answers)
        is_first = False
