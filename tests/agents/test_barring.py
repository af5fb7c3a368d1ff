"""Players who may not choose everything, how often options are offered and chosen, and ties that are keyed by decision."""

from __future__ import annotations

import numpy as np
import pytest

import tactica
from tactica.agents.players import PlayerError, absolute, load_player, player_hash
from tactica.envs import rulesets
from tactica.envs.engine.behaviours import load
from tactica.envs.engine.options import ANY, Option, UnknownOption, find, name_of_option
from tactica.envs.engine.players import Barred, bar, seat_code
from tactica.envs.engine.players.barred import split_spec
from tactica.envs.rulesets.wfrp1.vocab import Item, Mode, Verb
from tactica.envs.sandbox import sandbox
from toybook.vocab import Verb as ToyVerb

ALLIANCE = "alliance"


def same_games(one, other):
    """Whether two runs are the same games, to the last decision."""
    names = ("ranks", "endings", "rounds", "decisions", "legal", "fired", "used")
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in names)


def chosen(results, option, side):
    """How often a side was offered an option, and chose it."""
    return tuple(int(count) for count in results.options()[option][:, side, 0])


# --- how options and players are written


def test_options_are_found_by_their_names():
    assert find("wfrp1", "charge") == [Option(Verb.CHARGE, ANY, ANY)]
    assert find("wfrp1", "parry") == [Option(Verb.PARRY_MAIN), Option(Verb.PARRY_OFF)]
    assert find("wfrp1", "Parry off") == [Option(Verb.PARRY_OFF)]
    assert find("wfrp1", "strike.stun") == [Option(Verb.STRIKE, Mode.STUN)]
    assert find("wfrp1", "take_up.rapier") == [Option(Verb.TAKE_UP, ANY, Item.RAPIER)]
    assert find("wfrp1", "take_up.off_hand.rapier") == [Option(Verb.TAKE_UP, Mode.OFF_HAND, Item.RAPIER)]
    assert {one.verb for one in find("wfrp1", "*.aim_head")} >= {Verb.STRIKE, Verb.FIRE}
    for slug in ("wfrp1", "owh", "tow", "toybook"):
        for verb in rulesets.get(slug).book.vocab.verbs:
            if verb.name != "NONE":
                assert find(slug, verb.name.lower()) == [Option(int(verb))]
    assert name_of_option("wfrp1", Option(Verb.TAKE_UP, Mode.OFF_HAND, Item.RAPIER)) == "take_up.off_hand.rapier"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("parrry", "no verb 'parrry' .did you mean 'parry'"),
        ("strike.stunn", "no mode or item 'stunn' .did you mean 'stun'"),
        ("charge.stun", "charge is not chosen with modes; allowed: .*strike"),
        ("strike.rapier", "strike is not chosen with items; allowed: quick_draw, take_up"),
        ("*", "no verb"),
    ],
)
def test_mistakes_name_what_there_is(text, words):
    with pytest.raises(UnknownOption, match=words):
        find("wfrp1", text)
    with pytest.raises(PlayerError, match=words):
        load_player(f"guardian--{text}", "wfrp1")


def test_specs_are_told_from_files_and_searches():
    assert split_spec("guardian--parry--strike.stun") == ("guardian", ("parry", "strike.stun"))
    assert split_spec("search:200:charger--charge") == ("search:200:charger", ("charge",))
    for spec in ("my--bot.yaml", "a--b/c.zip", "guardian", "some--bot.py", "--parry"):
        assert split_spec(spec) == (spec, ())
    assert split_spec("my--bot.yaml--charge") == ("my--bot.yaml", ("charge",))
    assert absolute("guardian--parry") == "guardian--parry"


def test_a_barred_player_is_another_player(tmp_path):
    ruleset = rulesets.get("wfrp1")
    hashes = {
        player_hash(spec, ruleset) for spec in ("guardian", "guardian--parry", "guardian--charge", "charge--charge")
    }
    assert len(hashes) == 4
    assert player_hash("guardian--parry_main--parry_off", ruleset) == player_hash("guardian--parry", ruleset)
    file = tmp_path / "own--bot.yaml"
    file.write_text("intents: {strike: 1}\n")
    player = load_player(f"{file}--charge", ruleset)
    assert isinstance(player, Barred) and player.options == ("charge",) and player.player.name == "own--bot"
    twice = bar(bar(load("guardian"), ["parry"]), ["charge"])
    assert twice.name == "guardian--parry--charge" and seat_code(ruleset, twice) == seat_code(ruleset, twice)


def test_only_players_of_the_kernel_are_barred():
    with pytest.raises(TypeError, match="inside the kernel"):
        tactica.play_games(
            "wfrp1", "tiny", policies=(lambda o, m, r: m.argmax(1), "charge"), games=1, forbid=["charge"]
        )
    with pytest.raises(ValueError, match="is one option"):
        tactica.play_games("wfrp1", "tiny", games=1, forbid="charge")
    with pytest.raises(ValueError, match="one for each policy"):
        tactica.play_games("wfrp1", "tiny", games=1, forbid=(["charge"],))


# --- what is barred is not chosen


@pytest.mark.parametrize("player", ["random", "guardian", "fierce", "search:4:fierce", "oneply:1:random"])
def test_what_is_barred_is_offered_and_never_chosen(player):
    results = tactica.play_games(
        "toybook", ALLIANCE, policies=(player, "random"), games=6, seed=3, forbid=(["guard", "hold"], None)
    )
    for order in ("guard", "hold"):
        offered, taken = chosen(results, order, 0)
        assert offered > 20 and taken == 0
        assert chosen(results, order, 1)[1] > 0


def test_nothing_is_barred_where_nothing_else_is_legal():
    every = [verb.name.lower() for verb in ToyVerb if verb.name != "NONE"]
    free = tactica.play_games("toybook", ALLIANCE, policies=("guardian", "random"), games=4, seed=3)
    barred = tactica.play_games(
        "toybook", ALLIANCE, policies=("guardian", "random"), games=4, seed=3, forbid=(every, None)
    )
    assert same_games(free, barred)


@pytest.mark.compiled_only
def test_modes_and_items_are_barred_one_by_one():
    how = {"policies": ("guardian", "guardian"), "games": 40, "seed": 1}
    free = tactica.play_games("wfrp1", "small", **how)
    assert chosen(free, "strike.aim_legs", 0)[1] > 0 and chosen(free, "take_up.off_hand", 0)[1] > 0
    barred = tactica.play_games("wfrp1", "small", **how, forbid=(["strike.aim_legs", "take_up.off_hand"], None))
    assert chosen(barred, "strike.aim_legs", 0)[0] > 50 and chosen(barred, "strike.aim_legs", 0)[1] == 0
    assert chosen(barred, "take_up.off_hand", 0)[1] == 0 and chosen(barred, "take_up", 0)[1] > 0
    assert chosen(barred, "strike.aim_legs", 1)[1] > 0
    assert chosen(barred, "strike", 0)[1] > 0.8 * chosen(free, "strike", 0)[1]


@pytest.mark.compiled_only
def test_a_verb_all_of_whose_modes_are_barred_is_barred():
    modes = [f"strike.{mode.name.lower()}" for mode in Mode]
    how = {"policies": ("charge", "charge"), "games": 20, "seed": 1}
    finely = tactica.play_games("wfrp1", "small", **how, forbid=(modes, None))
    whole = tactica.play_games("wfrp1", "small", **how, forbid=(["strike"], None))
    offered, taken = chosen(finely, "strike", 0)
    assert offered > 100 and taken == 0 and same_games(finely, whole)


def test_the_menu_is_whole_again_after_a_barred_player_was_asked():
    table = sandbox("toybook", "alliance")
    game = table.game
    code = seat_code(game.ruleset, Barred("guardian", ("guard", "hold", "keep")))
    rng = np.ones((game.row + 1, 4), np.int64)
    for _ in range(12):
        before = game.s["choices"][: int(game.s["choice_count"])].tolist()
        answer = int(game.loops.choose_game(game.states, game.row, game.books, game.fields, code, rng))
        assert game.s["choices"][: int(game.s["choice_count"])].tolist() == before and answer in before
        game.answer(answer)


def test_whoever_is_barred_plays_in_environments_and_batches_too():
    envs = tactica.make_vec("toybook", 4, scenario=ALLIANCE, opponent=["guardian--guard", "random"], seed=1)
    envs.reset()
    for _ in range(30):
        envs.step(envs.random_actions())
    assert "guardian--guard" in {
        envs.batch.seating.name(int(code)) for code in envs.batch.games["seats"].ravel() if code > 0
    }
    twin = envs.batch.seating
    codes = twin.codes(["guardian--guard"])
    assert twin.codes_here(twin.seated(set(codes))) == {codes[0]: codes[0]}


# --- chance is keyed by decision


@pytest.mark.compiled_only
@pytest.mark.parametrize("scenario", ["small", "small_random", "camp_random"])
def test_an_option_that_is_never_taken_changes_nothing(scenario):
    how = {"policies": ("guardian", "archer"), "games": 60, "seed": 5}
    free = tactica.play_games("wfrp1", scenario, **how)
    unused = [
        name for name, used in free.options().items() if "." not in name and used[0, 0, 0] > 0 and used[1, 0, 0] == 0
    ]
    assert len(unused) > 5
    for forbid in (unused, unused[:1], unused[-1:]):
        if (
            "move_standard" not in forbid and "move_run" not in forbid
        ):  # a slower pace is considered where a faster is not open
            assert same_games(free, tactica.play_games("wfrp1", scenario, **how, forbid=(forbid, None)))


def test_chance_left_to_a_player_does_not_depend_on_options_never_taken():
    how = {"policies": ("random", "random"), "games": 1, "first_game": 0}
    tried = 0
    for seed in range(40):
        free = tactica.play_games("toybook", ALLIANCE, **how, seed=seed)
        used = {name: count[:, 0, 0] for name, count in free.options().items()}
        for name, (offered, taken) in used.items():
            if offered > 0 and taken == 0:
                tried += 1
                assert same_games(
                    free, tactica.play_games("toybook", ALLIANCE, **how, seed=seed, forbid=([name], None))
                )
    assert tried > 3


def test_games_side_by_side_are_the_same_as_one_after_the_other():
    """A policy in Python makes the games run in a batch; what the kernel's own players do there is keyed alike."""

    def first(observation, mask, rng):
        return mask.argmax(1)

    alone = tactica.play_games("toybook", ALLIANCE, policies=(first, "guardian"), games=5, seed=2)
    once_more = [
        tactica.play_games("toybook", ALLIANCE, policies=(first, "guardian"), games=1, seed=2, first_game=k)
        for k in range(5)
    ]
    assert alone.decisions.tolist() == [int(one.decisions[0]) for one in once_more]


# --- counting


def test_uses_add_up():
    results = tactica.play_games("toybook", ALLIANCE, policies=("random", "random"), games=8, seed=1, situations=True)
    for name, used in results.options().items():
        offered, taken = used
        assert (taken <= offered).all(), name
        for buckets in ((1, 2), (3, 4, 5), (6, 7, 8), (9, 10, 11)):
            if buckets == (3, 4, 5) or name in ("strike", "guard", "march", "hold"):  # sides are asked for their cards
                assert (used[..., list(buckets)].sum(-1) == used[..., 0]).all(), (name, buckets)
    orders = sum(results.options()[name][1, :, 0].sum() for name in ("strike", "guard", "march", "hold"))
    assert orders == results.options()["hold"][0, :, 0].sum()  # all four are offered each time, and one is chosen
    halves = [
        tactica.play_games("toybook", ALLIANCE, policies=("random", "random"), games=4, seed=1, first_game=k)
        for k in (0, 4)
    ]
    assert (halves[0].used + halves[1].used == results.used[..., :1]).all()
