"""Games with their dice in the open: what play comes to is in the tree, and the chances are those of the book."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from tactica.envs.engine.chance_tree import ChanceTree
from tactica.envs.engine.describing import IllegalChoice
from tactica.envs.engine.game import Game

FIGHT = {
    "ruleset": "wfrp1",
    "sides": ["heroes", "monsters"],
    "board": {"size": [6, 6]},
    "units": [
        {"template": "sellsword", "name": "helmut", "side": "heroes", "at": [2, 3]},
        {
            "name": "orc",
            "side": "monsters",
            "at": [3, 3],
            "WS": 33,
            "T": 4,
            "W": 7,
            "I": 30,
            "main_hand": "hand weapon",
        },
    ],
}
TREES = ("toybook/alliance", "toybook/banners", "wfrp1/tiny")


def tree_of(name):
    return ChanceTree(*name.split("/"))


def ends(tree, node):
    """The decisions and ends that the dice can lead to from a node, each position once."""
    found, waiting, seen = [], [node], set()
    while waiting:
        node = waiting.pop()
        if node.lanes.tobytes() in seen:
            continue
        seen.add(node.lanes.tobytes())
        if node.is_chance:
            waiting += [tree.rolled(node, k) for k in range(len(node.chances))]
        else:
            found.append(node)
    return found


def walk(tree, decisions, seed=1):
    """Nodes of random games."""
    rng, node = np.random.default_rng(seed), tree.root
    while decisions > 0:
        yield node
        if node.is_over:
            node = tree.root
        elif node.is_chance:
            node = tree.rolled(node, int(rng.choice(len(node.chances), p=node.chances)))
        else:
            decisions -= 1
            node = tree.chosen(node, int(rng.choice(node.legal)))


def seen(game):
    return [b"".join(part.tobytes() for part in game.observe(side).values()) for side in range(game.side_count)]


@pytest.mark.parametrize("name", TREES)
def test_what_is_played_is_in_the_tree(name):
    """With dice thrown by the game's own generator, each position is one of those that the tree lists. (Of owh's cards the tree
    deals representatives, of which only the order is that of the deck.)
    """
    tree, rng = tree_of(name), np.random.default_rng(3)
    game = Game.of(*name.split("/"), seed=5)
    nodes = ends(tree, tree.root)
    for _ in range(15):
        position = game.digest()
        same = [node for node in nodes if tree.show(node).digest() == position]
        assert same and same[0].is_over == game.over
        assert seen(tree.show(same[0])) == seen(game)
        if game.over:
            break
        assert list(same[0].legal) == np.flatnonzero(game.mask()).tolist() and same[0].side == game.side
        index = int(rng.choice(same[0].legal))
        game.step(index)
        nodes = ends(tree, tree.chosen(same[0], index))


@pytest.mark.parametrize("name", TREES)
def test_a_node_leads_to_the_same_nodes_however_it_is_come_by(name):
    tree, other_tree = tree_of(name), tree_of(name)
    views = [(node, seen(tree.show(node))) for node in walk(tree, 40)]
    nodes = [node for node, _ in views]
    again = list(walk(other_tree, 40))
    assert [node.lanes.tobytes() for node in nodes] == [node.lanes.tobytes() for node in again]
    assert all(seen(other_tree.show(node)) == view for node, view in reversed(views))
    for node in nodes[::-3]:
        if node.is_chance:
            assert node.chances.sum() == pytest.approx(1.0, abs=1e-12) and (node.chances > 0).all()
            last = len(node.chances) - 1
            assert tree.rolled(node, last).lanes.tobytes() == tree.rolled(node, last).lanes.tobytes()
        elif not node.is_over:
            first = tree.chosen(node, node.legal[0])
            other = pickle.loads(pickle.dumps(node))
            assert tree.chosen(other, other.legal[0]).lanes.tobytes() == first.lanes.tobytes()
        assert copy.deepcopy(node) is node


def test_the_chances_are_those_of_the_book():
    """Helmut has WS 45 and hits on 1 to 45; the roll reversed says where."""
    tree = ChanceTree("wfrp1", FIGHT)
    node = tree.root
    for words in ("act", "act", "strike", "strike normal"):
        (node,) = ends(tree, node)
        node = tree.chosen(node, tree.show(node).parse(words))
    reversed_rolls = [roll % 10 * 10 + roll // 10 for roll in range(1, 46)]
    shares = np.histogram(reversed_rolls, [1, 16, 36, 56, 81, 91, 101])[0] / 100  # head, arms, body, legs
    assert node.chances[:6] == pytest.approx(shares)
    assert node.chances[6:].sum() == pytest.approx(0.55)


def test_a_scenario_with_several_starts_begins_with_their_draw():
    tree = ChanceTree("wfrp1", ["tiny", "duel"])
    assert tree.root.is_chance and tree.root.chances.tolist() == [0.5, 0.5]
    names = [tree.show(tree.rolled(tree.root, k)).s["pool_row"] for k in range(2)]
    assert names == [0, 1]


def test_what_is_not_legal_is_refused_and_changes_nothing():
    tree = tree_of("toybook/alliance")
    nodes = list(walk(tree, 20))
    decision = next(node for node in nodes if node.legal)
    roll = next(node for node in nodes if node.is_chance)
    wrong = next(index for index in range(tree.layout.n) if index not in decision.legal)
    for node, call in ((decision, tree.chosen), (roll, tree.rolled)):
        before = node.lanes.tobytes()
        with pytest.raises(IllegalChoice):
            call(node, wrong if node is decision else len(node.chances))
        assert node.lanes.tobytes() == before
    with pytest.raises(IllegalChoice):
        tree.rolled(decision, 0)
    with pytest.raises(IllegalChoice):
        tree.chosen(roll, 0)


def test_starts_with_different_numbers_of_sides_are_refused():
    with pytest.raises(ValueError, match="same number of sides"):
        ChanceTree("toybook", ["alliance", "ranks"])


def test_a_side_sees_no_difference_in_what_it_imagines():
    """In banners scouts hide and cards are held in secret: the others see what differs, the side does not."""
    tree = tree_of("toybook/banners")
    others = 0
    for number, node in enumerate(walk(tree, 60)):
        if node.legal:
            twin = tree.imagined(node, node.side, number)
            assert twin.legal == node.legal and twin.side == node.side
            before, after = (seen(tree.show(one)) for one in (node, twin))
            assert before[node.side] == after[node.side]
            others += before != after
    assert others > 0
