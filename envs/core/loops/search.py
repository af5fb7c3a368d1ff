"""Search: find the answer that does best in many simulations of the rest of the battle, with other dice.

Executed once for every ruleset like ``core/loops/advance.py``. Its globals are the functions of its copy of that file and those
of the ruleset. ``imagine(s, w, side, rng)`` is the ruleset's (``imagine.py``): it replaces what a side cannot know by something
plausible, reads in ``s.known`` which units the side knows of, and returns whether anything has changed.

A simulation copies the position, imagines what the side cannot see, and plays on with its own dice; it never looks at the
generator and tape of the game. There are two kinds of searchers:

* one-ply: every answer is tried equally often, and the searcher's player plays the rest;
* tree: the answers race (sequential halving: Karnin, Koren and Somekh 2013): all begin, after each lap the better half stays.
  Behind each answer grows a tree of the decisions that follow, of any side, each side for itself (max^n). A node is an answer
  after the answers before it, whatever the dice were (open loop), and only answers legal in this simulation are considered
  (information-set search: Cowling, Powley and Whitehouse 2012). The player decides which answers are added, and in which order:
  a behaviour by the scores of its plans, a network by its outputs (progressive widening: Coulom 2007). PUCT (Rosin 2011) selects
  the answer to follow, by that order or by the share the network gives an answer (Silver et al. 2017).

The k-th simulations of all answers of the root share their dice and imagined units, and are compared one by one with that of
the answer the player itself would give. Another answer is given only if it is better by ``caution`` standard errors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tactica.envs.core.behaviour.features import ANYWHERE
from tactica.envs.core.compiler import lift, record_at
from tactica.envs.core.dice import PLAY, next_bits, random_below, seed_rng
from tactica.envs.core.loops.searchers import DONE, ONE_PLY, STOP, USED
from tactica.envs.core.loops.seats import (
    FIRST_BEHAVIOUR,
    FIRST_NETWORK,
    FIRST_SEARCHER,
    RANDOM,
    SEARCH_DICE,
    SEARCH_IMAGES,
    SEARCH_PLAYERS,
)
from tactica.envs.core.state import clear_counts, clear_log, copy_lanes
from tactica.envs.core.state.choosing import is_offered

if TYPE_CHECKING:
    from tactica.envs.core.behaviour.policy import weigh
    from tactica.envs.core.loops.advance import forget, give_answer, pick_simply, refresh, settle
    from tactica.envs.core.loops.given import imagine, kernel, place_of
    from tactica.envs.core.loops.network import to_weights, weigh_answers
    from tactica.envs.core.loops.values import value_of


ROOT, PLAYED = 0, 1  # rows of the working states: the position searched, the simulation under way
LONGEST = 1_000  # decisions after which a simulation is cut off in any case


# --- nodes ------------------------------------------------------------------------------------------------------------


@kernel
def add_node(s, players, parent, answer, pull):
    """A new child of a node: an answer to the present prompt. Returns it, 0 when there is no more room."""
    counts = players.counts
    place = int(counts[USED])
    if place >= len(players.nodes):
        return 0
    counts[USED] = place + 1
    node = record_at(players.nodes, place)
    node.answer = answer
    node.prompt = s.prompt
    node.decider = s.decider
    node.side = s.decider_side
    node.parent = parent
    node.child = 0
    node.pull = pull
    node.visits = 0
    node.racing = 1
    node.gain = 0.0
    node.square = 0.0
    node.sibling = 0
    for side in range(s.side_count):
        players.totals[place, side] = 0.0
    above = record_at(players.nodes, parent)
    if place > 0:
        node.sibling = above.child
        above.child = place
    return place


@kernel
def is_asked(s, node):
    """Whether a node answers the present prompt."""
    return node.prompt == s.prompt and node.decider == s.decider and node.side == s.decider_side


@kernel
def child_for(s, players, parent, answer):
    """The child of a node for an answer to the present prompt; 0 none yet."""
    at = int(record_at(players.nodes, parent).child)
    while at != 0:
        node = record_at(players.nodes, at)
        if node.answer == answer and is_asked(s, node):
            return at
        at = int(node.sibling)
    return 0


@kernel
def rate(players, at, visits):
    """How much a node is worth following: what it brought its side, and what is still to be learnt of it."""
    node = record_at(players.nodes, at)
    mean = players.totals[at, node.side] / max(int(node.visits), 1)
    return mean + node.pull * (visits + 1.0) ** 0.5 / (1.0 + node.visits)


@kernel
def is_guided(searcher):
    """Whether a network plays the simulations, and says which answers are worth following."""
    return FIRST_NETWORK <= searcher.player < FIRST_SEARCHER


@kernel
def likeliest_new(s, w, players, searcher, parent):
    """The answer with the highest number that is no child of a node yet, as the network of the searcher has it; -1 none."""
    best = -1
    weigh_answers(s, w, players, searcher.player - FIRST_NETWORK)
    for k in range(s.choice_count):
        if players.shown[k] == 1 and (best < 0 or players.logits[k] > players.logits[best]):
            if child_for(s, players, parent, int(s.choices[k])) == 0:
                best = k
    return int(s.choices[best]) if best >= 0 else -1


@kernel
def share_of(s, players, answer):
    """The share that softmax gives an answer, by the numbers that the network has just found."""
    total = to_weights(s, players)
    for k in range(s.choice_count):
        if players.shown[k] == 1 and s.choices[k] == answer:
            return players.logits[k] / total
    return 0.0


@kernel
def pull_of(s, players, searcher, answer, rank):
    """Exploration weight of a new answer, by its network's share or by the number ``rank`` of answers added before it."""
    if is_guided(searcher):
        return searcher.explore * share_of(s, players, answer)
    return searcher.explore / (1.0 + rank)


@kernel
def next_answer_to_try(s, w, players, searcher, parent, known, rng):
    """The next answer to add at a node with ``known`` children for this prompt: the network's likeliest in a guided search,
    else the player's own; then the best of its plans, then any. -1 if all answers have been added.
    """
    if is_guided(searcher):
        likeliest = likeliest_new(s, w, players, searcher, parent)
        if likeliest >= 0:
            return likeliest
    elif known == 0:
        return pick_simply(s, w, players, searcher.player, rng)
    best = -1
    if FIRST_BEHAVIOUR <= searcher.player < FIRST_NETWORK and s.decider >= 0 and place_of(s, int(s.decider)) >= 0:
        weigh(s, w, record_at(players.behaviours, searcher.player - FIRST_BEHAVIOUR), int(s.decider), rng)
        for k in range(s.plan_count):
            row = s.plans[k]
            if row.cell == ANYWHERE or (best >= 0 and row.score <= s.plans[best].score):
                continue
            if is_offered(s, int(row.answer)) and child_for(s, players, parent, int(row.answer)) == 0:
                best = k
    if best >= 0:
        return int(s.plans[best].answer)
    start = random_below(rng, int(s.choice_count))
    for k in range(s.choice_count):
        answer = int(s.choices[(start + k) % int(s.choice_count)])
        if child_for(s, players, parent, answer) == 0:
            return answer
    return -1


@kernel
def follow(s, w, players, searcher, parent, rng):
    """The child of a node to go to at the present prompt, a new one where there is room for it; 0 none."""
    visits = int(record_at(players.nodes, parent).visits)
    known = 0
    best = 0
    at = int(record_at(players.nodes, parent).child)
    while at != 0:
        node = record_at(players.nodes, at)
        if is_asked(s, node) and is_offered(s, int(node.answer)):
            known += 1
            if best == 0 or rate(players, at, visits) > rate(players, best, visits):
                best = at
        at = int(node.sibling)
    if known == 0 or (known < s.choice_count and known < 1.0 + searcher.widening * visits**0.5):
        answer = next_answer_to_try(s, w, players, searcher, parent, known, rng)
        if answer >= 0:
            made = add_node(s, players, parent, answer, pull_of(s, players, searcher, answer, known))
            return made if made > 0 else best
    return best


# --- simulations ------------------------------------------------------------------------------------------------------


@kernel
def lay_out(s, w, players, lanes):
    """Copy the position of the game to the working states, on untouched dice that nobody knows."""
    lift(s, players.work_lanes, ROOT, lanes)
    root = record_at(players.work, ROOT)
    root.dice_mode = PLAY
    root.tape_length = 0
    root.tape_next = 0
    root.overrun = 0
    root.chosen_for = 0
    clear_log(root)
    clear_counts(root)
    forget(root)
    refresh(root, w)
    root.choice_count = s.choice_count  # some may have been struck out
    for k in range(s.choice_count):
        root.choices[k] = s.choices[k]


@kernel
def know_as_before(s, root):
    """Whom the side to decide knows of in a copy of the root."""
    for who in range(s.unit_count):
        s.known[who] = root.known[who]


@kernel
def is_cut_off(s, searcher, first_round, decisions):
    """Whether a simulation has lasted as long as it should."""
    if searcher.rounds > 0 and s.round_no > first_round + searcher.rounds:
        return True
    return decisions >= LONGEST


@kernel
def simulate(w, players, searcher, start, seed, lanes, dreams):
    """Play on once from the root by the answer of one of its children, add what came of it to all nodes on the way, and return
    its value for the side that searches.
    """
    root = record_at(players.work, ROOT)
    s = record_at(players.work, PLAYED)
    side = int(root.decider_side)
    first_round = int(root.round_no)
    node = record_at(players.nodes, start)
    turn = int(node.visits)
    copy_lanes(players.work_lanes, PLAYED, players.work_lanes, ROOT, lanes)
    clear_log(s)
    clear_counts(s)
    forget(s)
    answer = int(node.answer)
    know_as_before(s, root)
    seed_rng(dreams, seed, turn, 0, SEARCH_IMAGES)
    if imagine(s, w, side, dreams):
        forget(s)
        refresh(s, w)
        if not is_offered(s, answer):  # nothing imagined forbids what is legal; else nothing would be learnt
            answer = int(s.choices[0])
    forget(s)
    seed_rng(s.rng, seed, turn, 0, SEARCH_DICE)
    seed_rng(dreams, seed, turn, 0, SEARCH_PLAYERS)
    at = start
    in_tree = searcher.kind != ONE_PLY
    decisions = 0
    while True:
        give_answer(s, answer)
        settle(s, w, True)
        clear_log(s)
        decisions += 1
        if s.ending != 0 or is_cut_off(s, searcher, first_round, decisions) or (searcher.leaf == 1 and not in_tree):
            break
        following = 0
        if in_tree:
            following = follow(s, w, players, searcher, at, dreams)
            in_tree = following > 0 and record_at(players.nodes, following).visits > 0
        if following > 0:
            at = following
            answer = int(record_at(players.nodes, at).answer)
        else:
            answer = pick_simply(s, w, players, searcher.player, dreams)
    for one in range(s.side_count):
        value = value_of(s, w, players, searcher.evaluator, searcher.outcome, one)
        above = at
        while above != 0:
            players.totals[above, one] += value
            above = int(record_at(players.nodes, above).parent)
    above = at
    while above != 0:
        record_at(players.nodes, above).visits += 1
        above = int(record_at(players.nodes, above).parent)
    record_at(players.nodes, ROOT).visits += 1
    players.counts[DONE] += 1
    return value_of(s, w, players, searcher.evaluator, searcher.outcome, side)


@kernel
def try_answer(w, players, searcher, own, at, seed, lanes, dreams):
    """One more simulation of an answer of the root, compared with that of the player's own answer under the same chance."""
    node = record_at(players.nodes, at)
    turn = int(node.visits)
    value = simulate(w, players, searcher, at, seed, lanes, dreams)
    if at == own:
        players.paired[turn] = value
    else:
        better = value - players.paired[turn]
        node.gain += better
        node.square += better * better


# --- the race of the answers of the root --------------------------------------------------------------------------------


@kernel
def mean_gain(players, at):
    """How much better than the player's own an answer was, on average; 0 for that itself."""
    node = record_at(players.nodes, at)
    return node.gain / max(int(node.visits), 1)


@kernel
def take_up_answers(w, players, searcher, rng):
    """Make children of the root of the answers to be tried, the player's own first. Returns that one."""
    root = record_at(players.work, ROOT)
    players.counts[USED] = 0
    add_node(root, players, 0, -1, 0.0)
    most = int(root.choice_count)
    if searcher.kind != ONE_PLY:
        most = min(most, int(searcher.width + searcher.widening * searcher.simulations**0.5))
    answer = pick_simply(root, w, players, searcher.player, rng)
    if not is_offered(root, answer):
        answer = next_answer_to_try(root, w, players, searcher, 0, 1, rng)
    own = add_node(root, players, 0, answer, 0.0)  # at the root answers race: none is followed for its pull
    for rank in range(1, max(most, 2)):
        answer = next_answer_to_try(root, w, players, searcher, 0, rank, rng)
        if answer < 0 or add_node(root, players, 0, answer, 0.0) == 0:
            break
    return own


@kernel
def drop_the_worse(players, own):
    """Of the answers still in the race the better half stays, and the player's own. Returns how many stay."""
    count = 0
    at = int(record_at(players.nodes, ROOT).child)
    while at != 0:
        count += int(record_at(players.nodes, at).racing)
        at = int(record_at(players.nodes, at).sibling)
    for _ in range(min(count // 2, count - 2)):
        worst = 0
        at = int(record_at(players.nodes, ROOT).child)
        while at != 0:
            if record_at(players.nodes, at).racing == 1 and at != own:
                if worst == 0 or mean_gain(players, at) < mean_gain(players, worst):
                    worst = at
            at = int(record_at(players.nodes, at).sibling)
        record_at(players.nodes, worst).racing = 0
        count -= 1
    return count


@kernel
def lap(w, players, searcher, own, times, left, seed, lanes, dreams):
    """Try each answer still in the race so many times, the player's own first. Returns how many simulations are left."""
    for _ in range(times):
        at = own
        following = int(record_at(players.nodes, ROOT).child)
        while at != 0:
            if left <= 0 or players.counts[STOP] != 0:
                return 0
            try_answer(w, players, searcher, own, at, seed, lanes, dreams)
            left -= 1
            at = 0
            while following != 0 and at == 0:
                if following != own and record_at(players.nodes, following).racing == 1:
                    at = following
                following = int(record_at(players.nodes, following).sibling)
    return left


@kernel
def race(w, players, searcher, own, seed, lanes, dreams):
    """Spend the simulations on the answers of the root."""
    count = int(players.counts[USED]) - 1
    if searcher.kind == ONE_PLY:
        lap(
            w, players, searcher, own, int(searcher.simulations), int(searcher.simulations) * count, seed, lanes, dreams
        )
        return
    laps = 1
    size = count
    while size > 2:
        size -= min(size // 2, size - 2)
        laps += 1
    left = int(searcher.simulations)
    while left > 0:
        share = left // max(laps, 1)
        left = lap(w, players, searcher, own, max(share // count, 1), left, seed, lanes, dreams)
        count = drop_the_worse(players, own)
        laps -= 1


@kernel
def best_answer(players, searcher, own, caution):
    """The child of the root to answer with: the one with the greatest gain that is certain enough, else the player's own."""
    best = own
    at = int(record_at(players.nodes, ROOT).child)
    while at != 0:
        node = record_at(players.nodes, at)
        if at != own and node.racing == 1 and node.visits >= 2:
            mean = mean_gain(players, at)
            spread = max(node.square / node.visits - mean * mean, 0.0) / (node.visits - 1.0)
            if mean > caution * spread**0.5 and mean > mean_gain(players, best):
                best = at
        at = int(node.sibling)
    return best


@kernel
def search(s, w, players, searcher, rng, lanes):
    """The child of the root to answer the present prompt with. The game stays as it is; of ``rng`` two words are drawn."""
    seed = next_bits(rng) | (next_bits(rng) >> 1) << 32
    dreams = record_at(players.work, ROOT).rng  # its own is not used: what is played has another
    lay_out(s, w, players, lanes)
    root = record_at(players.work, ROOT)
    seed_rng(dreams, seed, 0, 1, SEARCH_PLAYERS)
    own = take_up_answers(w, players, searcher, dreams)
    is_left_to_chance = searcher.player == RANDOM or root.decider < 0
    race(w, players, searcher, own, seed, lanes, dreams)
    return best_answer(players, searcher, own, 0.0 if is_left_to_chance else float(searcher.caution))
