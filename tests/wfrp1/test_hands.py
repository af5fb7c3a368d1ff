"""Take-up and drop: what is drawn, how long that takes, what it costs, and what lies on the ground."""

from __future__ import annotations

import pytest
from fixtures import clause, table
from wfrp1.blows import exactly
from wfrp1.melee import kinds, verbs
from wfrp1.seen import in_context, of_unit

from tactica.envs.engine.describing import IllegalChoice
from tactica.envs.rulesets.wfrp1.setup.profile import ITEM_NAMES, read_item
from tactica.envs.rulesets.wfrp1.vocab import FIRST_MISSILE, LAST_FIREARM, Item
from tactica.envs.scenario import ScenarioError

FAR = (11, 11)
#: Missile weapons and guns that are at hand in a belt, and those that take a whole round.
HANDY = (
    Item.SLING, Item.LASSO, Item.BOLAS, Item.BOMB, Item.INCENDIARY, Item.THROWN_IMPROVISED,
    Item.DUCK_FOOT, Item.DUELLING_PISTOL, Item.HENRICUS_SALUS,
)  # fmt: skip
UNHANDY = (
    Item.SHORT_BOW, Item.NORMAL_BOW, Item.LONG_BOW, Item.ELF_BOW, Item.CROSSBOW, Item.CROSSBOW_PISTOL, Item.REPEATING_CROSSBOW,
    Item.STAFF_SLING, Item.JAVELIN, Item.THROWN_SPEAR, Item.BLOWPIPE, Item.ARQUEBUS, Item.BLUNDERBUSS, Item.JEZAIL,
    Item.PIKE_GUN, Item.SWIVEL_GUN, Item.VOLLEY_GUN,
)  # fmt: skip


def shots(item):
    """Something to shoot with it, where it takes any."""
    is_missile = FIRST_MISSILE <= read_item(item) <= LAST_FIREARM
    return {"ammunition": 3} if is_missile and item not in ("bomb", "incendiary") else {}


def scene_of(dice=None, orc_at=FAR, rules=None, upto="", orc=None, **man):
    """A man (I 50) in the open, an orc (I 20) far away."""
    return table(
        {"name": "man", "side": "men", "at": [2, 2], "facing": "east", "i": 50, **man},
        {"name": "orc", "side": "orcs", "at": list(orc_at), "i": 20, **(orc or {})},
        dice=dice,
        rules=rules,
        upto=upto,
    )


def declaring(dice=None, orc_at=(3, 2), **more):
    """The same, with the orc in contact, and the man about to declare."""
    scene = scene_of(dice, orc_at, upto=None, **more)
    while scene.decider != "man":
        scene.play("act")
    assert scene.prompt == "declare"
    return scene


def next_turn(scene, number):
    """Go on to the man's turn of a round; everybody else passes."""
    while scene.round < number or scene.prompt != "turn" or scene.decider != "man":
        scene.play("act" if scene.prompt == "declare" else "pass")


def held(scene):
    """What the man holds."""
    names = {0: "", 1: "hand_weapon", 2: "knife", 3: "spear", 6: "two_handed_weapon", 19: "short_bow", 21: "long_bow",
             23: "crossbow", 28: "javelin", 30: "dart", 46: "pistol", 49: "shield", 12: "buckler", 25: "repeating",
             34: "lasso"}  # fmt: skip
    unit = scene.unit("man")
    return names[int(unit.main_hand)], names[int(unit.off_hand)]


# --- take-up


@clause("wfrp1.action.take_up")
def test_taking_something_up_takes_the_turn():
    scene = scene_of(main_hand="none", backup=["hand weapon"], a=2)
    scene.play("take_up hand_weapon")
    assert held(scene) == ("hand_weapon", "")
    assert scene.decider == "orc"
    assert scene.unit("man").slots_forfeited == 1
    assert scene.last("took_up").text == "man takes up its hand weapon"


@clause("wfrp1.action.take_up", "wfrp1.action.drop")
def test_either_hand_may_take_it():
    scene = scene_of(main_hand="none", backup=["hand weapon", "shield"])
    taken = set(scene.choices("take_up"))
    assert taken == {
        "take_up hand_weapon",
        "take_up hand_weapon off_hand",
        "take_up shield",
        "take_up shield off_hand",
    }
    scene.play("take_up shield off_hand")
    assert held(scene) == ("", "shield")


@clause("wfrp1.action.drop", "wfrp1.action.take_up")
@pytest.mark.parametrize(
    ("fields", "offered"),
    [
        ({"main_hand": "hand weapon", "backup": ["knife/dagger"]}, {"off_hand"}),
        ({"main_hand": "hand weapon", "off_hand": "shield", "backup": ["knife/dagger"]}, set()),
        ({"main_hand": "2-handed weapon", "backup": ["knife/dagger"]}, set()),
        ({"main_hand": "none", "backup": ["2-handed weapon"]}, {"main_hand"}),
        ({"main_hand": "none", "off_hand": "shield", "backup": ["2-handed weapon"]}, set()),
        ({"main_hand": "none", "natural_weapons": True, "backup": ["knife/dagger"]}, set()),
    ],
)
def test_a_hand_must_be_free(fields, offered):
    """Each hand holds one thing; a two-handed weapon fills both."""
    scene = scene_of(**fields)
    hands = {"off_hand" if choice.endswith("off_hand") else "main_hand" for choice in scene.choices()
             if choice.startswith("take_up")}  # fmt: skip
    assert hands == offered


@clause("wfrp1.action.take_up", "wfrp1.c.disabled_limbs")
def test_a_disabled_arm_takes_nothing_up():
    scene = scene_of(main_hand="none", backup=["knife/dagger"])
    scene.unit("man").right_arm_off = 3
    assert scene.clone().choices("take_up") == ["take_up knife off_hand"]


@clause("wfrp1.action.take_up")
def test_putting_away_is_a_take_up():
    scene = scene_of(main_hand="hand weapon", off_hand="shield")
    assert {"stow", "stow off_hand"} <= set(scene.choices())
    scene.play("stow off_hand")
    assert held(scene) == ("hand_weapon", "")
    assert scene.decider == "orc"
    assert list(scene.unit("man").pack)[:1] == [49]
    assert scene.last("stowed").amount == 49


@clause("wfrp1.action.take_up")
def test_a_full_pack_takes_nothing_more():
    scene = scene_of(main_hand="hand weapon", backup=["knife/dagger"] * 6)
    assert "stow" not in verbs(scene)


@clause("wfrp1.action.take_up", "wfrp1.c.natural_weapons")
def test_claws_are_neither_put_away_nor_dropped():
    scene = scene_of(main_hand="none", natural_weapons=True)
    assert not {"stow", "drop", "swap_hands"} & verbs(scene)


@clause("wfrp1.action.take_up", "wfrp1.action.drop")
def test_changing_hands_is_a_take_up():
    scene = scene_of(main_hand="hand weapon", off_hand="shield")
    scene.play("swap_hands")
    assert held(scene) == ("shield", "hand_weapon")
    assert scene.decider == "orc"
    assert "swap_hands" not in verbs(scene_of(main_hand="2-handed weapon"))
    assert "swap_hands" not in verbs(scene_of(main_hand="none"))


INSTANT = {"action.take_up.opt_instant_take_up": 1}


@clause("wfrp1.action.take_up")
def test_the_referee_may_let_it_take_no_time():
    scene = scene_of(main_hand="hand weapon", off_hand="shield", backup=["2-handed weapon"], rules=INSTANT)
    for choice in ("stow", "stow off_hand", "take_up two_handed_weapon"):
        scene.play(choice)
        assert (scene.decider, scene.prompt) == ("man", "turn")
    assert held(scene) == ("two_handed_weapon", "")
    assert not {"stow", "take_up"} & verbs(scene), "once for each hand and round"


@clause("wfrp1.action.take_up")
def test_what_takes_no_time_may_change_hands_and_be_picked_up():
    scene = scene_of(main_hand="hand weapon", rules=INSTANT)
    scene.play("swap_hands")
    assert held(scene) == ("", "hand_weapon")
    assert "swap_hands" not in verbs(scene)
    scene = scene_of(main_hand="hand weapon", rules=INSTANT)
    scene.play("drop", "pick_up")
    assert (scene.decider, held(scene)) == ("man", ("hand_weapon", ""))
    scene.play("drop")
    assert set(scene.choices("pick_up")) == {"pick_up off_hand"}


BURIED = {"in_pack": ["knife/dagger"], "main_hand": "none"}


@clause("wfrp1.action.take_up")
def test_odds_of_finding_a_buried_thing():
    """I 45: each attempt finds it on 45; two attempts on 1 - 0.55 squared."""
    rules = {"action.take_up.opt_item_search": "initiative_test"}
    scene = scene_of(**{**BURIED, "i": 45}, rules=rules)
    found = scene.odds(
        "take_up knife",
        then=lambda after: "take_up knife" if after.prompt == "turn" and after.decider == "man"
        else "act" if after.prompt == "declare" else "pass",
        want=lambda after: int(after.unit("man").main_hand) == 2,
        until=lambda after: after.unit("man").main_hand == 2 or after.round == 3,
    )  # fmt: skip
    assert found[True] == exactly(0.697500)


@clause("wfrp1.action.take_up")
@pytest.mark.parametrize(("roll", "found"), [(45, True), (46, False)])
def test_a_roll_equal_to_initiative_finds_it(roll, found):
    scene = scene_of([roll], **{**BURIED, "i": 45}, rules={"action.take_up.opt_item_search": "initiative_test"})
    scene.play("take_up knife")
    assert (held(scene)[0] == "knife") == found
    assert ("searched" in kinds(scene)) == (not found)
    assert scene.last("found_item" if found else "searched").face == roll


@clause("wfrp1.action.take_up")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_search_may_take_d6_rounds(die):
    """Equally likely, so 3.5 on average, and two or fewer one time in three."""
    scene = scene_of([die], **BURIED, rules={"action.take_up.opt_item_search": "search_rounds"})
    for turn in range(1, die + 1):
        assert held(scene) == ("", "")
        scene.play("take_up knife")
        if turn == 1:
            assert scene.last("searched" if die > 1 else "found_item").face == die
        if turn < die:
            next_turn(scene, turn + 1)
    assert held(scene)[0] == "knife"


@clause("wfrp1.action.take_up")
def test_odds_of_a_short_search():
    scene = scene_of(**BURIED, rules={"action.take_up.opt_item_search": "search_rounds"})
    left = scene.odds("take_up knife", want=lambda after: int(after.unit("man").pack_buried[0]), until="procedure")
    assert left[0] + left[1] == exactly(0.333333)
    assert sum((rounds + 1) * chance for rounds, chance in left.items()) == exactly(3.5)


# --- two-handed weapons, bows, shields


@clause("wfrp1.take_up.two_handed_and_bows")
def test_a_bow_on_the_back_shoots_in_the_second_round():
    scene = scene_of([98], orc_at=(9, 2), main_hand="none", backup=["long bow"], ammunition=5, specialist=["long_bow"])
    assert not {"fire", "load"} & verbs(scene)
    scene.play("take_up long_bow")
    assert (held(scene)[0], int(scene.unit("man").loaded)) == ("long_bow", 0)
    next_turn(scene, 2)
    scene.play("fire orc")
    assert scene.last("shot_missed").who == "man"


@clause("wfrp1.take_up.two_handed_and_bows", "wfrp1.missile.phases")
def test_an_unloaded_crossbow_on_the_back_shoots_in_the_third_round():
    scene = scene_of([98], orc_at=(9, 2), main_hand="none", backup=["crossbow"], ammunition=5)
    scene.play("take_up crossbow")
    next_turn(scene, 2)
    assert "fire" not in verbs(scene)
    scene.play("load")
    next_turn(scene, 3)
    scene.play("fire orc")
    assert scene.last("shot_missed").who == "man"


@clause("wfrp1.take_up.two_handed_and_bows")
def test_a_loaded_gun_is_drawn_loaded():
    scene = scene_of(main_hand="none", backup=["pistol"], loaded=1, ammunition=3, specialist=["firearms"])
    scene.play("take_up pistol")
    assert int(scene.unit("man").loaded) == 1


@clause("wfrp1.take_up.two_handed_and_bows")
@pytest.mark.parametrize(("item", "ready"), [("javelin", 1), ("short bow", 0), ("lasso", 1)])
def test_what_is_thrown_is_ready_in_the_hand(item, ready):
    scene = scene_of(main_hand="none", backup=[item], ammunition=3)
    scene.play("take_up")
    assert int(scene.unit("man").loaded) == ready


@clause("wfrp1.take_up.two_handed_and_bows", "wfrp1.take_up.shield")
@pytest.mark.parametrize(
    ("item", "knob"),
    [
        ("2-handed weapon", "take_up.two_handed_and_bows.two_handed_draw_rounds"),
        ("spear", "take_up.two_handed_and_bows.two_handed_draw_rounds"),
        ("javelin", "take_up.two_handed_and_bows.two_handed_draw_rounds"),
        ("arquebus", "take_up.two_handed_and_bows.two_handed_draw_rounds"),
        ("short bow", "take_up.two_handed_and_bows.bow_draw_rounds"),
        ("crossbow", "take_up.two_handed_and_bows.bow_draw_rounds"),
        ("repeating crossbow", "take_up.two_handed_and_bows.bow_draw_rounds"),
        ("shield", "take_up.shield.shield_ready_rounds"),
        ("buckler", "take_up.shield.shield_ready_rounds"),
    ],
)
def test_how_long_it_takes_to_make_ready(item, knob):
    """One round by the book; with two, the first turn brings nothing; with none, it costs no time."""
    man = {"main_hand": "none", "backup": [item], "ammunition": 5} if item not in ("2-handed weapon", "spear", "shield",
           "buckler") else {"main_hand": "none", "backup": [item]}  # fmt: skip
    ordinary = scene_of(**man)
    ordinary.play("take_up")
    assert int(ordinary.unit("man").main_hand) > 0
    assert ordinary.decider == "orc"
    slow = scene_of(**man, rules={knob: 2})
    slow.play("take_up")
    assert (int(slow.unit("man").main_hand), slow.last("searched").extra) == (0, 1)
    next_turn(slow, 2)
    slow.play("take_up")
    assert int(slow.unit("man").main_hand) > 0
    at_once = scene_of(**man, rules={knob: 0})
    at_once.play("take_up")
    assert (int(at_once.unit("man").main_hand) > 0, at_once.decider) == (True, "man")


@clause("wfrp1.take_up.two_handed_and_bows")
@pytest.mark.parametrize("item", ["knife/dagger", "hand weapon", "dart", "pistol"])
def test_hand_weapons_know_nothing_of_that(item):
    rules = {
        "take_up.two_handed_and_bows.two_handed_draw_rounds": 3,
        "take_up.two_handed_and_bows.bow_draw_rounds": 3,
        "take_up.shield.shield_ready_rounds": 3,
    }
    scene = scene_of(
        main_hand="none", backup=[item], rules=rules, **({"ammunition": 3} if item in ("dart", "pistol") else {})
    )
    scene.play("take_up")
    assert int(scene.unit("man").main_hand) > 0


@clause("wfrp1.take_up.quick_draw")
def test_without_the_details_everything_takes_one_turn():
    rules = {"take_up.quick_draw.opt_take_up_detail": 0, "take_up.two_handed_and_bows.two_handed_draw_rounds": 3}
    scene = scene_of(main_hand="none", backup=["2-handed weapon"], rules=rules)
    scene.play("take_up")
    assert held(scene)[0] == "two_handed_weapon"


@clause("wfrp1.take_up.shield", "wfrp1.armour.absorb", "wfrp1.parry.shield")
def test_a_shield_protects_from_the_end_of_that_turn():
    scene = scene_of([27, 5], orc_at=(3, 2), backup=["shield"], facing="east", orc={"facing": "west", "ws": 50}, w=20)
    scene.play("take_up shield off_hand")
    scene.play("orc: strike man")
    assert scene.offers("parry_off"), "it can be parried with, at +20"
    scene.play("no_parry")
    assert ("armour", -1) in scene.last("wounded").terms


# --- the quick draw


@clause("wfrp1.take_up.quick_draw", "wfrp1.initiative.multiple_attacks")
def test_a_sword_costs_twenty_and_a_blow():
    """I 30, A 2: 30 and 15 become 10 and -5."""
    scene = declaring(i=30, a=2, main_hand="none", backup=["hand weapon"], orc={"i": 1})
    scene.play("quick_draw hand_weapon")
    scene.play("act")
    next_turn(scene, 1)
    unit = scene.unit("man")
    assert held(scene)[0] == "hand_weapon"
    assert list(unit.slot_at)[:2] == [10, -5]
    assert list(unit.slot_state)[:2] == [1, 3]
    assert "strike" in verbs(scene)


@clause("wfrp1.take_up.quick_draw", "wfrp1.weapon.modifiers")
def test_a_dagger_costs_as_much_as_it_gives():
    """I 45 + 10 for the dagger - 10 for drawing it."""
    scene = declaring(i=45, main_hand="none", backup=["knife/dagger"])
    scene.play("quick_draw knife", "act")
    assert int(scene.unit("man").effective_initiative) == 45
    event = next(e for e in scene.events if e.kind == "initiative_set" and e.who == "man")
    assert event.terms == [("I", 45), ("weapon", 10), ("drawing", -10)]


@clause("wfrp1.take_up.quick_draw")
def test_who_draws_too_slowly_has_its_turn_but_no_blow():
    """I 18 - 20 is -2: the turn comes at 1."""
    scene = declaring(orc_at=(5, 2), i=18, main_hand="none", backup=["hand weapon"], orc={"i": 5})
    scene.play("quick_draw hand_weapon")
    next_turn(scene, 1)
    assert int(scene.unit("man").slot_at[0]) == 1
    assert "move_standard" in verbs(scene)
    assert not {"strike", "charge"} & verbs(scene)
    with pytest.raises(IllegalChoice, match=r"no blow left this turn .*drawing") as refused:
        scene.parse("strike orc")
    assert "earlier round" not in str(refused.value), "it neither parried nor waited nor owes any"


@clause("wfrp1.take_up.quick_draw")
@pytest.mark.parametrize(("initiative", "strikes"), [(20, False), (21, True)])
def test_a_first_moment_of_one_is_enough_for_a_blow(initiative, strikes):
    scene = declaring(i=initiative, main_hand="none", backup=["hand weapon"], orc={"i": 1})
    scene.play("quick_draw hand_weapon", "act")
    next_turn(scene, 1)
    assert ("strike" in verbs(scene)) == strikes


@clause("wfrp1.take_up.quick_draw")
@pytest.mark.parametrize(
    ("item", "loss"),
    [
        ("knife/dagger", 10),
        ("left-hand dagger", 10),
        ("sword-breaker", 10),
        ("dart", 10),
        ("throwing knife", 10),
        ("hand weapon", 20),
        ("rapier", 20),
        ("bastard sword", 20),
        ("flail", 20),
        ("fist weapon", 20),
        ("improvised", 20),
        ("net", 20),
        ("whip", 20),
        ("throwing axe", 20),
        ("pistol", 20),
        *((ITEM_NAMES[item], 20) for item in HANDY),
    ],
)
def test_what_a_quick_draw_costs(item, loss):
    scene = declaring(orc_at=FAR, main_hand="none", backup=[item], i=80, **shots(item))
    scene.play(scene.choices("quick_draw")[0])
    assert int(scene.unit("man").draw_loss) == loss


@clause("wfrp1.take_up.quick_draw")
@pytest.mark.parametrize(
    "item",
    ["2-handed weapon", "halberd", "quarter staff", "2-handed flail", "spear", "shield", "lance", "torch",
     *(ITEM_NAMES[item] for item in UNHANDY)],
)  # fmt: skip
def test_what_cannot_be_drawn_quickly(item):
    scene = scene_of(orc_at=(3, 2), main_hand="none", backup=[item], upto=None, **shots(item))
    while scene.prompt == "declare":
        assert "quick_draw" not in verbs(scene)
        scene.play("act")


@clause("wfrp1.take_up.quick_draw")
@pytest.mark.parametrize(
    ("knob", "item"),
    [
        ("draw_knife_ei_loss", "knife/dagger"),
        ("draw_hand_weapon_ei_loss", "rapier"),
        ("draw_handy_other_ei_loss", "whip"),
        ("draw_handy_other_ei_loss", "pistol"),
    ],
)
def test_the_losses_are_the_referees(knob, item):
    rules = {f"take_up.quick_draw.{knob}": 3}
    scene = declaring(main_hand="none", backup=[item], rules=rules, **({"ammunition": 3} if item == "pistol" else {}))
    scene.play(scene.choices("quick_draw")[0], "act")
    assert int(scene.unit("man").draw_loss) == 3


@clause("wfrp1.take_up.quick_draw")
def test_several_quick_draws_add_up_one_for_each_hand():
    scene = declaring(i=50, main_hand="none", backup=["hand weapon", "knife/dagger", "knife/dagger"])
    scene.play("quick_draw hand_weapon")
    assert (scene.decider, scene.prompt) == ("man", "declare")
    scene.play("quick_draw knife off_hand")
    assert held(scene) == ("hand_weapon", "knife")
    assert "quick_draw" not in verbs(scene)
    assert int(scene.unit("man").draw_loss) == 30
    assert of_unit(scene, "draw_loss", 0) == 30


@clause("wfrp1.take_up.quick_draw")
def test_the_loss_is_for_one_round():
    scene = declaring(i=50, main_hand="none", backup=["hand weapon"])
    scene.play("quick_draw hand_weapon", "act")
    next_turn(scene, 2)
    assert int(scene.unit("man").slot_at[0]) == 50
    assert of_unit(scene, "draw_loss", 0) == 0


@clause("wfrp1.take_up.quick_draw", "wfrp1.action.drop")
def test_one_drops_the_bow_and_draws_the_sword():
    """Dropping takes no time: at 50 - 20 it strikes in the same round."""
    scene = declaring([98], i=50, main_hand="short bow", ammunition=5, backup=["hand weapon"])
    assert "quick_draw" not in verbs(scene)
    scene.play("drop")
    assert held(scene) == ("", "")
    scene.play("quick_draw hand_weapon", "act")
    assert int(scene.unit("man").slot_at[0]) == 30
    next_turn(scene, 1)
    scene.play("strike orc")
    assert scene.last("blow_missed").who == "man"


@clause("wfrp1.take_up.quick_draw")
@pytest.mark.parametrize(
    "rules", [{"take_up.quick_draw.opt_take_up_detail": 0}, {"action.take_up.opt_instant_take_up": 1}]
)
def test_without_the_details_nothing_is_drawn_quickly(rules):
    scene = scene_of(orc_at=(3, 2), main_hand="none", off_hand="shield", backup=["hand weapon"], rules=rules, upto=None)
    while scene.prompt == "declare":
        assert not {"quick_draw", "drop"} & verbs(scene)
        scene.play("act")


# --- the pack


@clause("wfrp1.take_up.pack_items")
@pytest.mark.parametrize(("encumbrance", "rounds"), [(75, 4), (30, 2), (31, 3), (1, 2), (0, 2)])
def test_how_long_a_pack_is_searched(encumbrance, rounds):
    scene = scene_of(**BURIED, pack_encumbrance=encumbrance)
    for turn in range(1, rounds + 1):
        assert held(scene) == ("", "")
        scene.play("take_up knife")
        if turn < rounds:
            next_turn(scene, turn + 1)
    assert held(scene)[0] == "knife"


def turns_until_held(scene, text, hand):
    """Turns of taking something up until it is in the hand."""
    turns = 0
    while not getattr(scene.unit("man"), hand):
        scene.play(text)
        turns += 1
        next_turn(scene, scene.round + 1)
    return turns


@clause("wfrp1.take_up.pack_items")
def test_a_pack_is_opened_once():
    """60 points of encumbrance: one round to open it, two to find each thing."""
    scene = scene_of(main_hand="none", in_pack=["hand weapon", "knife/dagger"], pack_encumbrance=60)
    assert list(scene.unit("man").pack_buried)[:2] == [3, 3]
    assert turns_until_held(scene, "take_up hand_weapon", "main_hand") == 1 + 2
    assert list(scene.unit("man").pack_buried)[:2] == [0, 2]
    assert turns_until_held(scene, "take_up knife off_hand", "off_hand") == 2


@clause("wfrp1.take_up.pack_items")
def test_an_open_pack_is_open_for_everything_in_it():
    """The first turn opens it, whatever is looked for afterwards."""
    scene = scene_of(main_hand="none", in_pack=["hand weapon", "knife/dagger"], pack_encumbrance=60)
    scene.play("take_up hand_weapon")
    assert list(scene.unit("man").pack_buried)[:2] == [2, 2]
    next_turn(scene, 2)
    scene.play("take_up knife")
    assert list(scene.unit("man").pack_buried)[:2] == [2, 1]


@clause("wfrp1.take_up.pack_items")
@pytest.mark.parametrize(("rules", "rounds"), [
    ({"take_up.pack_items.pack_open_rounds": 3}, 3 + 1),
    ({"take_up.pack_items.pack_enc_per_round": 10}, 1 + 3),
    ({"take_up.quick_draw.opt_take_up_detail": 0}, 0),
])  # fmt: skip
def test_the_times_of_a_pack_are_the_referees(rules, rounds):
    scene = scene_of(**BURIED, pack_encumbrance=30, rules=rules)
    assert int(scene.unit("man").pack_buried[0]) == rounds
    assert of_unit(scene, "pack_rounds_1", 0) == rounds


@clause("wfrp1.take_up.pack_items")
def test_a_search_that_was_broken_off_goes_on():
    scene = scene_of(orc_at=(4, 2), **BURIED, pack_encumbrance=60)
    scene.play("take_up knife")
    scene.play("orc: move_cautious 3,2")
    next_turn(scene, 2)
    assert "take_up" not in verbs(scene), "nobody searches a pack with an orc at its throat"
    scene.unit("orc").unconscious_rounds = 1
    assert scene.clone().offers("take_up knife")
    assert int(scene.unit("man").pack_buried[0]) == 2


@clause("wfrp1.take_up.pack_items")
def test_one_sees_what_is_in_ones_own_pack_only():
    scene = scene_of(main_hand="none", backup=["hand weapon"], in_pack=["knife/dagger"])
    assert [of_unit(scene, f"pack_{k}", 0) for k in (1, 2, 3)] == [1, 2, 0]
    assert [of_unit(scene, f"pack_rounds_{k}", 0) for k in (1, 2)] == [0, 2]
    assert of_unit(scene, "pack_1", 1, viewer=1) == 0


def test_a_pack_has_six_slots():
    with pytest.raises(ScenarioError, match="7 items stowed"):
        scene_of(backup=["knife/dagger"] * 4, in_pack=["knife/dagger"] * 3)


# --- drop


@clause("wfrp1.action.drop")
def test_dropping_takes_no_time():
    scene = scene_of([98], orc_at=(3, 2), main_hand="hand weapon", off_hand="shield")
    assert {"drop", "drop off_hand"} <= set(scene.choices())
    scene.play("drop off_hand")
    assert (held(scene), scene.decider, scene.prompt) == (("hand_weapon", ""), "man", "turn")
    scene.play("strike orc")
    assert scene.last("blow_missed").who == "man"


@clause("wfrp1.action.drop")
def test_one_may_drop_before_a_later_blow_too():
    scene = scene_of([98], orc_at=(3, 2), a=2, orc={"a": 0})
    scene.play("strike orc")
    assert scene.prompt == "extra_blow"
    scene.play("drop")
    assert (scene.prompt, held(scene)[0]) == ("extra_blow", "")


@clause("wfrp1.action.drop")
def test_dropping_may_cost_the_turn():
    scene = scene_of(orc_at=(3, 2), rules={"action.drop.drop_cost": 1})
    scene.play("drop")
    assert scene.decider == "orc"


@clause("wfrp1.action.drop")
def test_what_was_dropped_is_picked_up_by_its_owner():
    scene = scene_of(main_hand="hand weapon")
    scene.play("drop")
    assert [of_unit(scene, f"ground_{what}", 0) for what in ("item", "x", "y")] == [1, 2, 2]
    assert {"pick_up", "pick_up off_hand"} <= set(scene.choices())
    scene.play("pick_up")
    assert (held(scene)[0], scene.decider) == ("hand_weapon", "orc")
    assert [of_unit(scene, f"ground_{what}", 0) for what in ("item", "x", "y")] == [0, -1, -1]


@clause("wfrp1.action.drop")
def test_of_two_dropped_things_the_last_is_remembered():
    scene = scene_of(main_hand="hand weapon", off_hand="shield")
    scene.play("drop", "drop off_hand", "pick_up off_hand")
    assert held(scene) == ("", "shield")
    assert "pick_up" not in verbs(scene)


@clause("wfrp1.action.drop")
@pytest.mark.parametrize(("cell", "reaches"), [("3,2", True), ("4,2", False)])
def test_it_is_picked_up_in_its_cell_or_next_to_it(cell, reaches):
    scene = scene_of(main_hand="hand weapon")
    scene.play("drop", f"move_standard {cell}")
    next_turn(scene, 2)
    assert ("pick_up" in verbs(scene)) == reaches


@clause("wfrp1.action.drop")
def test_nobody_reaches_through_a_wall():
    wall = {"size": [12, 12], "borders": [{"type": "wall", "cells": [[2, y] for y in range(12) if y != 3],
                                           "direction": "east"}]}  # fmt: skip
    scene = table(
        {"name": "man", "side": "men", "at": [2, 0], "i": 50},
        {"name": "orc", "side": "orcs", "at": [11, 11], "i": 20},
        board=wall,
    )
    scene.unit("man").ground_item = 2
    scene.unit("man").ground_cell = 3
    scene.unit("man").main_hand = 0
    assert "pick_up" not in scene.clone().first_words()
    scene.unit("man").ground_cell = 1
    assert "pick_up" in scene.clone().first_words()


@clause("wfrp1.action.drop")
@pytest.mark.parametrize(("roll", "breaks"), [(30, True), (31, False)])
def test_what_falls_may_break(roll, breaks):
    scene = scene_of([roll], rules={"action.drop.dropped_item_break_chance": 30})
    scene.play("drop")
    assert ("item_broke" in kinds(scene)) == breaks
    assert scene.last("item_broke" if breaks else "item_whole").face == roll
    assert ("pick_up" in verbs(scene)) == (not breaks)


@clause("wfrp1.action.drop", "wfrp1.missile.carry_loaded")
def test_who_keeps_a_shot_ready_drops_nothing():
    scene = scene_of(orc_at=(9, 2), main_hand="short bow", ammunition=5, upto=None)
    while scene.decider != "man":
        scene.play("act")
    scene.play("ready_shot")
    next_turn(scene, 1)
    assert verbs(scene) == {"fire", "aim", "pass"}


@clause("wfrp1.take_up.quick_draw", "wfrp1.action.take_up", "wfrp1.grapple.hold")
@pytest.mark.parametrize("what", ["prone", "trapped", "hold_role"])
@pytest.mark.parametrize(("hand", "verb"), [("none", "quick_draw"), ("short bow", "drop")])
def test_nobody_draws_lying_or_in_a_hold(what, hand, verb):
    """Nor makes room for it with the declarations."""
    scene = declaring(main_hand=hand, backup=["knife/dagger"])
    assert verb in verbs(scene)
    scene.strict = False  # nobody holds it
    setattr(scene.unit("man"), what, 1)
    scene.refresh()
    assert not {"quick_draw", "drop"} & verbs(scene)


def test_while_a_hand_is_asked_the_item_chosen_is_in_view():
    """Whichever of two knives it was: the place in the pack is shown to the side that chooses, and to nobody else."""
    seen = {}
    for place in range(2):
        scene = declaring(main_hand="none", backup=["hand weapon", "knife/dagger"])
        scene.game.step(index_of(scene, "verb quick_draw"))
        assert in_context(scene, "chosen_item") == -1
        scene.game.step(index_of(scene, f"item {place}"))
        assert scene.prompt == "mode"
        seen[place] = in_context(scene, "chosen_item"), in_context(scene, "chosen_item", viewer=1)
    assert seen == {0: (0, -1), 1: (1, -1)}


def index_of(scene, words):
    layout = scene.game.layout
    return next(index for index in scene.game.legal() if layout.describe(index) == words)
