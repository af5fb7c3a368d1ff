"""Base contact, and attacks of opportunity at whoever leaves it."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.measures import PLENTY, p_hit, verbs, way
from owh.scenes import duel, exactly, scene

ENABLED = "engage.attack_of_opportunity.enabled"


def at(x, y, side="orcs", name="orc", **more):
    """A unit in a cell."""
    return {"name": name, "side": side, "at": [x, y], "weapons": ["sword"], **more}


def walled(*walls):
    """A map of 12 x 12 with walls."""
    return "\n".join("".join("#" if (x, y) in walls else "." for x in range(12)) for y in range(12))


# --- contact


@clause("owh.engage.base_contact", "owh.completion.grid", "owh.melee.attack")
@pytest.mark.parametrize(
    ("place", "walls", "touches"),
    [
        ((4, 4), [], True),
        ((4, 4), [(3, 4)], True),
        ((4, 4), [(4, 3)], True),
        ((4, 4), [(3, 4), (4, 3)], False),
        ((5, 3), [], False),
    ],
)
def test_who_is_in_base_contact(place, walls, touches):
    table = scene(at(3, 3, "men", "man"), at(*place), map=walled(*walls))
    assert ("attack" in verbs(table)) == touches


@clause("owh.engage.base_contact")
@pytest.mark.parametrize(("knob", "chance"), [(1, 3 / 4), (2, 1 / 4)])
def test_how_far_contact_reaches_can_be_set(knob, chance):
    table = duel(
        man={"weapons": ["longbow"], "shooting": 16},
        orc={"parry": 13},
        distance=2,
        rules={"engage.base_contact.contact_distance": knob},
    )
    assert p_hit(table) == exactly(chance), "engaged, a shooter has disadvantage"


@clause("owh.engage.base_contact")
def test_friends_and_the_fallen_engage_nobody():
    table = duel(
        man={"weapons": ["longbow"], "shooting": 16},
        orc={"parry": 13},
        distance=4,
        friends=[at(4, 4, "men", "friend"), at(4, 6, name="fallen")],
    )
    table.unit("fallen").unconscious = 1
    assert p_hit(table) == exactly(3 / 4)


@clause("owh.melee.attack")
@pytest.mark.parametrize(("knob", "attacks"), [(1, False), (2, True)])
def test_how_far_a_sword_reaches_can_be_set(knob, attacks):
    table = duel(distance=2, rules={"melee.attack.contact_distance": knob})
    assert ("attack" in verbs(table)) == attacks


# --- leaving it


def leaving(goal="move 2,5", orc=None, man=None, friends=(), rules=None, map="", dice=()):
    """A man who moves away from an orc in contact; who is asked about it."""
    table = duel(
        man={"parry": 13, "hp": PLENTY, **(man or {})},
        orc={"fighting": 16, **(orc or {})},
        friends=friends,
        rules=rules,
        map=map,
        dice=dice,
    )
    table.play(goal)
    return table


def asks(table):
    """Whether somebody is asked to make an attack of opportunity."""
    return table.prompt == "opportunity"


@clause("owh.engage.attack_of_opportunity")
def test_whoever_leaves_contact_may_be_attacked():
    table = leaving()
    assert asks(table) and table.decider == "orc"
    assert table.unit("man").at == (4, 5), "before the step"
    assert p_hit(table, "opportunity") == exactly(1 / 2)
    table.play("let_go")
    assert table.unit("man").at == (2, 5) and table.decider == "man"


@clause("owh.engage.attack_of_opportunity")
def test_it_can_be_switched_off():
    assert not asks(leaving(rules={ENABLED: 0}))


@clause("owh.engage.attack_of_opportunity")
def test_a_step_within_contact_provokes_nothing():
    assert not asks(leaving("move 5,4"))
    assert not asks(leaving("move 4,4"))


@clause("owh.engage.attack_of_opportunity")
def test_everybody_who_is_left_is_asked_the_best_card_first():
    table = leaving("move 2,3", friends=[at(5, 6, name="goblin")])
    asked = []
    while asks(table):
        asked.append(table.decider)
        table.play("let_go")
    assert asked == ["orc", "goblin"]
    table = duel(friends=[at(5, 6, name="goblin")], dealt=[52, 1, 50])
    table.play("move 2,3")
    assert table.decider == "goblin"


@clause("owh.engage.attack_of_opportunity")
@pytest.mark.parametrize(
    ("field", "value"), [("stunned", 1), ("paralyzed", 1), ("fear", 3), ("unconscious", 1)]
)  # fmt: skip
def test_who_may_not_react(field, value):
    table = duel(friends=[at(9, 9, name="goblin")])
    setattr(table.unit("orc"), field, value)
    table.play("move 2,5")
    assert not asks(table)


@clause("owh.engage.attack_of_opportunity", "owh.completion.abilities")
def test_the_slippery_and_the_hidden_provoke_nobody():
    assert not asks(leaving(man={"abilities": ["slippery"]}))
    table = duel(man={"hidden": True})
    table.unit("orc").blind = 2  # it sees nobody move
    table.play("move 2,5")
    assert not asks(table) and table.unit("man").at == (2, 5)


@clause("owh.engage.attack_of_opportunity", "owh.status.ethereal", "owh.status.flying")
def test_ghosts_and_fliers():
    assert not asks(leaving(man={"traits": ["ethereal"]}))
    flier = {"traits": ["flying"]}
    assert not asks(leaving(man=flier))
    assert asks(leaving(man=flier, orc={"weapons": ["throwing_knife"]}))
    assert asks(leaving(orc=flier))


@clause("owh.engage.attack_of_opportunity", "owh.synergy.adjacent")
def test_synergy_counts():
    goblin = at(3, 5, name="goblin")  # still in contact after the step
    table = leaving("move 3,4", friends=[goblin])
    assert table.decider == "orc"
    assert p_hit(table, "opportunity") == exactly(11 / 20)


@clause("owh.engage.attack_of_opportunity", "owh.completion.reload")
@pytest.mark.parametrize("loaded", [1, 0])
def test_a_weapon_must_be_loaded(loaded):
    table = duel(orc={"weapons": ["pistol"]})
    table.unit("orc").loaded = [loaded]
    table.play("move 2,5")
    assert asks(table) == bool(loaded)


@clause("owh.engage.attack_of_opportunity", "owh.ranged.point_blank")
def test_a_shot_at_whoever_leaves_is_point_blank():
    table = leaving(orc={"weapons": ["longbow"], "shooting": 16})
    found = table.odds("opportunity", want=["hit", "critical", "man.hp"])
    assert found.p(lambda value: value[0] > 0) == exactly(1 / 4)
    assert max(hp for hit, natural_20, hp in found if hit and not natural_20) == PLENTY - (16 + 1 + 10)


@clause("owh.engage.attack_of_opportunity")
def test_it_costs_nothing_and_is_not_limited_by_the_round():
    table = leaving(dice=[2, 2], friends=[at(4, 6, "men", "friend", hp=PLENTY)])
    table.play("opportunity")
    assert table.decider == "man"
    table.play("end_turn")
    table.play("move 3,7")
    assert asks(table)
    table.play("opportunity", "end_turn")
    assert table.decider == "orc" and table.unit("orc").actions_left == 2 and table.unit("orc").attacks == 0


@clause("owh.engage.attack_of_opportunity")
def test_whoever_goes_down_stops_there():
    table = leaving(friends=[at(11, 0, "men", "friend")], man={"hp_left": 1}, dice=[15, 1])
    table.play("opportunity")
    assert table.unit("man").dead == 1 and table.unit("man").at == (4, 5)
    assert table.decider == "friend"


@clause("owh.engage.attack_of_opportunity", "owh.status.paralyzed")
def test_whoever_is_paralyzed_stops_there():
    table = leaving(orc={"weapons": ["claws+paralyse"]}, friends=[at(11, 0, "men", "friend")], dice=[15, 1, 1])
    table.play("opportunity")
    assert table.unit("man").at == (4, 5) and table.decider == "friend"


@clause("owh.engage.attack_of_opportunity")
def test_the_insane_always_attack():
    table = duel(man={"hp": PLENTY}, dice=[2])
    table.unit("orc").insane = 1
    table.play("move 2,5")
    assert not asks(table) and table.unit("man").at == (2, 5)
    assert table.last("attack_missed").who == "orc"


@clause("owh.engage.attack_of_opportunity", "owh.stealth.attack_bonus")
def test_the_hidden_may_attack_with_what_stealth_gives():
    table = leaving(orc={"hidden": True, "strength": 14}, man={"armour": 2})
    assert asks(table) and table.decider == "orc"
    assert p_hit(table, "opportunity") == exactly(11 / 20)
    table.dice = [2]
    table.play("opportunity")
    assert table.unit("orc").hidden == 0, "its target still stands"


@clause("owh.engage.attack_of_opportunity", "owh.damage.resolve_first")
def test_the_battle_may_end_in_the_middle_of_a_move():
    table = leaving(man={"hp_left": 1}, dice=[15, 1])
    table.play("opportunity")
    assert table.ending == "last_able" and table.winner == "orcs"


#: The only shortest way from (4, 4) to (7, 3) leaves (5, 3) over (5, 5), comes back to it in (6, 4), and leaves it again.
TWICE = walled((5, 4))


@clause("owh.engage.attack_of_opportunity")
@pytest.mark.parametrize(("most", "times"), [(None, 1), (2, 2)])
def test_one_attack_a_reactor_in_a_move(most, times):
    table = duel(
        man={"at": [4, 4], "hp": PLENTY},
        orc={"at": [5, 3]},
        map=TWICE,
        dice=[2] * times,
        rules={"engage.attack_of_opportunity.max_per_reactor_per_move": most} if most else {},
    )
    table.play("move 7,3")
    for _ in range(times):
        assert asks(table)
        table.play("opportunity")
    assert not asks(table) and way(table) == [(5, 5), (6, 4), (7, 3)]


@clause("owh.engage.attack_of_opportunity")
def test_pushes_provoke_nobody():
    table = duel(
        man={"weapons": ["great_hammer"]}, orc={"hp": PLENTY}, friends=[at(4, 4, "men", "friend")], dice=[15, 1, 1]
    )
    table.play("attack orc")
    assert table.unit("orc").at == (6, 5) and table.prompt == "turn"


# --- stopped where nobody can stay


@clause("owh.completion.occupancy", "owh.engage.attack_of_opportunity")
def test_whoever_goes_down_in_the_cell_of_a_friend_lies_in_the_last_free_one():
    table = scene(
        at(0, 0, "men", "man", hp_left=1),
        at(1, 0, "men", "friend"),
        at(0, 1),
        party=[True, False],
        map="....\n.###\n####",
        dice=[15, 1],
    )
    table.play("move 3,0")
    assert asks(table) and table.unit("man").at == (1, 0)
    table.unit("man").parry = 12  # a passer-by may share a cell
    table.play("opportunity")
    assert table.unit("man").down == 1 and table.unit("man").at == (0, 0)


@clause("owh.completion.occupancy")
def test_whoever_walks_into_somebody_unseen_out_of_the_cell_of_a_friend_steps_back():
    table = scene(
        at(0, 0, "men", "man"), at(1, 0, "men", "friend"), at(2, 0, hidden=True), map="....\n####\n####"
    )  # fmt: skip
    table.play("move 3,0")
    assert table.unit("man").at == (0, 0) and table.unit("orc").hidden == 0


@clause("owh.completion.occupancy", "owh.status.ethereal")
def test_a_ghost_that_walks_into_somebody_unseen_does_not_stay_in_the_wall():
    table = scene(at(0, 0, "men", "man", traits=["ethereal"]), at(3, 0, hidden=True), map=".##...\n######\n######")
    table.play("move 4,0")
    assert table.unit("man").at == (0, 0) and table.unit("orc").hidden == 0
