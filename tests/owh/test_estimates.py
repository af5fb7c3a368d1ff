"""What behaviours expect of a choice: the exact odds, as far as the side knows what counts."""

from __future__ import annotations

import pytest
from conformance.omissions import left_out_of
from owh.left_out import LEFT_OUT
from owh.scenes import duel, exactly

from tactica.agents.why import why

OTHER = {"name": "other", "side": "orcs", "at": [11, 11]}  # keeps the battle going
GOBLIN = {"name": "goblin", "side": "orcs", "at": [6, 4]}
SWORD = {"strength": 10, "fighting": 16}
BITTEN = {"hp_left": 15}


def weighed(table, feature, text):
    """A feature of the choice of this text."""
    owns = {"executes", "heals", "hides", "rescues", "cures", "poisons", "stealthy"}
    weights = {"own": {"owh": {feature: 1.0}}} if feature in owns else {"weights": {feature: 1.0}}
    found = {choice.text: choice.features[feature] for choice in why(table.game, weights).choices}
    return found[text]


def omitted(table, text):
    """What the harm of the choice of this text leaves out."""
    game, choices = table.game, why(table.game, {"weights": {"harm": 1.0}}).choices
    world, plan = game.loops.World(game.book, game.field), next(choice for choice in choices if choice.text == text)
    return [one.name for one in left_out_of(LEFT_OUT, game.s, world, int(game.s["decider"]), plan, "harm")]


def put(table, name, fields):
    """Set fields of a unit by hand."""
    for field, value in fields.items():
        setattr(table.unit(name), field, value)
    table.refresh()


# --- attacks

ATTACKS = [
    # the man, what he suffers, the orc, what it suffers, cells between them, the choice
    (SWORD, {}, {}, {}, 1, "attack orc"),
    (SWORD, {"blind": 2}, {}, {}, 1, "attack orc"),
    (SWORD, {"fear": 1}, BITTEN, {}, 1, "attack orc"),
    (SWORD, {"fatigue": 2, "arm_broken": 1}, BITTEN, {"blind": 2}, 1, "attack orc"),
    (SWORD, {"insane": 0, "berserk": 2}, {"armour": 12}, {"rooted": 1}, 1, "attack orc"),
    (SWORD, {"hidden": 1}, {}, {"deafened": 1}, 1, "attack orc"),
    (SWORD, {"wielded": -1}, BITTEN, {"stunned": 1}, 1, "attack orc"),
    (SWORD, {}, {"parry": 40}, {}, 1, "attack orc"),
    (SWORD, {}, {"parry": 1}, {"bleeding": 1}, 1, "attack orc"),
    ({"strength": 1}, {}, {"armour": 12}, {}, 1, "attack orc"),
    (SWORD, {}, BITTEN, {}, 1, "attack orc subdue"),
    ({"weapons": ["greatsword"], "strength": 12, "hidden": True}, {}, {"hp": 60}, {}, 1, "attack orc subdue"),
    ({"weapons": ["longbow"], "shooting": 14}, {}, {"hp_left": 24}, {}, 4, "attack orc"),
    ({"weapons": ["longbow"], "shooting": 14}, {"blind": 1}, {"hp_left": 24}, {}, 7, "attack orc"),
    ({"weapons": ["longbow"], "shooting": 14, "at": [0, 5]}, {}, {"at": [11, 6], "hp_left": 20}, {}, 1, "attack orc"),
    ({"weapons": ["longbow"], "shooting": 14}, {}, {"hp_left": 30}, {}, 1, "attack orc"),
    ({"weapons": ["throwing_knife"], "agility": 16, "strength": 12}, {"fatigue": 1}, BITTEN, {}, 2, "attack orc"),
    ({"abilities": ["frenzy"], "strength": 10}, {"fear": 1}, BITTEN, {}, 1, "free_attack orc"),
    ({"abilities": ["shield bash"], "traits": ["shield"], "strength": 9}, {}, BITTEN, {}, 1, "free_attack orc"),
    ({"spells": ["firebolt"], "winds": 9, "spirit": 14}, {"blind": 1}, {"hp_left": 20, "magic_resistance": 3}, {}, 5,
     "cast firebolt orc"),
]  # fmt: skip


@pytest.mark.parametrize(("man", "suffers", "orc", "befallen", "distance", "text"), ATTACKS)
def test_hit_harm_and_fell_are_the_odds(man, suffers, orc, befallen, distance, text):
    table = duel(man, orc, distance, friends=[OTHER, GOBLIN] if distance > 1 else [OTHER])
    put(table, "man", suffers)
    put(table, "orc", befallen)
    left = table.unit("orc").hp
    hit = table.odds(text, want="hit").at_least(1)
    assert weighed(table, "hit", text) == exactly(hit)
    harmed = table.odds(text, want=["hit", "damaged.amount", "orc.unconscious", "orc.dead"])
    lost = sum(chance * (amount or 0) for (_, amount, _, _), chance in harmed.items())
    felled = sum(chance for (_, _, asleep, dead), chance in harmed.items() if asleep or dead)
    assert weighed(table, "harm", text) == exactly(lost / left)
    assert weighed(table, "fell", text) == exactly(felled)


def test_a_quarter_from_hiding_fells_who_is_only_subdued():
    """10 + 2D8 from hiding against a maximum of 60: 15 needed, so 5 or more on 2D8, 58 of 64; all but a natural 1 hit."""
    table = duel({**SWORD, "hidden": True}, {"hp": 60, "parry": 1}, friends=[OTHER])
    assert weighed(table, "fell", "attack orc subdue") == exactly(19 / 20 * 58 / 64)


@pytest.mark.parametrize(
    ("left", "armour", "mode", "chance"),
    [
        (14, 0, "", 1 / 2 * 4 / 8 + 1 / 20 * 58 / 64),  # Strength 10 and 5 or more on D8, on 2D8 for a natural 20
        (18, 0, "", 1 / 20 * 36 / 64),  # 9 or more: only the two dice
        (0, 12, "", 1 / 2 * 6 / 8 + 1 / 20 * 63 / 64),  # any damage at all: 3 or more
        (14, 0, " subdue", 1 / 2 * 6 / 8 + 1 / 20 * 63 / 64),  # as ever 13, which leaves one hit point
    ],
)
def test_where_damage_must_exceed_the_hit_points(left, armour, mode, chance):
    """With the strict reading of defeat a unit with 0 hit points stands. At +3 against Parry 12, 10 to 20 hit."""
    rules = {"death.defeat.defeat_hp_threshold": -1}
    table = duel(SWORD, {"armour": armour, "parry": 12}, friends=[OTHER], rules=rules)
    put(table, "orc", {"hp": left})
    assert table.odds(f"attack orc{mode}", want="down").at_least(1) == exactly(chance)
    assert weighed(table, "fell", f"attack orc{mode}") == exactly(chance)


# --- what is left out

HAMMER, CLAWS = {"weapons": ["great_hammer"], **SWORD}, {"weapons": ["great_claws"], "size": 4, **SWORD}
MAGE, FLIER = {"spells": ["gust"], "winds": 9, "spirit": 16}, {"traits": ["flying"]}
BASHER = {"abilities": ["shield bash"], "traits": ["shield"], **SWORD}
TALONS, DRUGGED = {"weapons": ["claws+paralyse"], **SWORD}, {"weapons": ["dagger+sleep"], **SWORD}
WALL = "\n".join(["......#....."] * 12)
BEHIND = {"name": "behind", "side": "orcs", "at": [6, 5]}
OVER = {"name": "over", "side": "orcs", "at": [7, 5]}
D = 3.5  # the mean of a D6

ADDED = [
    # the man, the orc, who else there is, the map, the choice, mean of what the push or the fall adds to the damage
    (HAMMER, {}, [], WALL, "attack orc", 11 / 20 * 8 / 20 * 2 * D),  # severity 1: 9 needed, 2D6
    (HAMMER, {}, [], "", "attack orc", 0),
    (HAMMER, {}, [BEHIND], "", "attack orc", 11 / 20 * 5 / 20 * D),  # severity 0: 6 needed, 1D6
    (CLAWS, {}, [OVER], "", "attack orc", 11 / 20 * 8 / 20 * 2 * D),  # after one cell: severity 1
    (MAGE, {}, [], WALL, "cast gust orc", 11 / 20 * 8 / 20 * 2 * D),
    (MAGE, {}, [], "", "cast gust orc", 0),
    (BASHER, {}, [], WALL, "free_attack orc", 11 / 20 * 8 / 20 * 2 * D),
    (BASHER, {}, [], "", "free_attack orc", 0),
    (TALONS, FLIER, [], "", "attack orc", 11 / 20 * 14 / 20 * 3 * D),  # poison resistance 15; falls three metres
    (DRUGGED, FLIER, [], "", "attack orc", 11 / 20 * 14 / 20 * 3 * D),
    (SWORD, {"hp_left": 14, **FLIER}, [], "", "attack orc subdue", 1 / 2 * 6 / 8 + 1 / 20 * 63 / 64),  # its last hit point
]  # fmt: skip


@pytest.mark.interpreted_only
@pytest.mark.parametrize(("man", "orc", "others", "drawn", "text", "added"), ADDED)
def test_pushes_and_falls_are_left_out(man, orc, others, drawn, text, added):
    """At +3 against Parry 12 the man hits with 10 or more."""
    table = duel(man, {"hp": 60, "parry": 12, **orc}, friends=[OTHER, *others], map=drawn)
    left = table.unit("orc").hp
    lost = left - table.odds(text, want="orc.hp").mean()
    assert lost / left == exactly(weighed(table, "harm", text) + added / left)
    assert omitted(table, text) == ["pushes and falls"]


@pytest.mark.interpreted_only
@pytest.mark.parametrize(
    ("man", "orc", "text"),
    [
        (SWORD, {}, "attack orc"),
        (SWORD, FLIER, "attack orc"),
        (SWORD, {}, "attack orc subdue"),
        ({"abilities": ["frenzy"], **SWORD}, {}, "free_attack orc"),
        (HAMMER, {"size": 3}, "attack orc"),
        (HAMMER, {}, "attack orc disarm"),
        (TALONS, {}, "attack orc"),
        (TALONS, {"traits": ["flying", "ethereal"]}, "attack orc"),
        ({**MAGE, "spells": ["flash"]}, FLIER, "cast flash orc"),
    ],
)
def test_nothing_is_left_out_of_what_neither_pushes_nor_brings_down(man, orc, text):
    table = duel(man, {"hp": 60, "parry": 12, **orc}, friends=[OTHER, BEHIND])
    lost = 60 - table.odds(text, want="orc.hp").mean()
    assert weighed(table, "harm", text) == exactly(lost / 60)
    assert omitted(table, text) == []


def test_a_flat_damage_of_ten_from_the_score_alone():
    """Bare hands with Strength 10 take 10 of 20 hit points with each hit: 15 or more twice, at +0 against Parry 14."""
    table = duel({"weapons": [], "strength": 10}, {"parry": 14, "hp_left": 20}, friends=[OTHER])
    assert weighed(table, "hit", "attack orc") == exactly(9 / 100)
    assert weighed(table, "harm", "attack orc") == exactly(9 / 200)
    assert weighed(table, "fell", "attack orc") == exactly(0)


def test_an_unknown_friend_of_the_target_is_not_counted():
    """A hidden goblin in contact gives the orc 1 Parry, which the man cannot expect."""
    helper = {**GOBLIN, "at": [4, 6]}
    seen = duel(SWORD, {}, friends=[OTHER, helper])
    hidden = duel(SWORD, {}, friends=[OTHER, {**helper, "hidden": True}])
    alone = duel(SWORD, {}, friends=[OTHER])
    texts = [weighed(table, "hit", "attack orc") for table in (seen, hidden, alone)]
    assert texts[1] == texts[2] == exactly(texts[0] + 1 / 20)


# --- checks


@pytest.mark.parametrize(
    ("suffers", "guard", "chance"),
    [({}, 10, 15 / 20), ({"blind": 2}, 10, 11 / 20), ({"fear": 1}, 10, 9 / 16), ({"blind": 1}, 16, 8 / 20)],
)
def test_an_execution_is_the_odds(suffers, guard, chance):
    """6 or more; 4 more for being blind, 3 more for a friend with Agility 16; in fear both of two dice."""
    table = duel(friends=[OTHER, {"name": "guard", "side": "orcs", "at": [6, 5], "agility": guard}])
    put(table, "orc", {"unconscious": 1})
    put(table, "man", suffers)
    assert table.odds("execute orc", want="orc.dead")[1] == exactly(chance)
    assert weighed(table, "executes", "execute orc") == exactly(chance)


@pytest.mark.parametrize(
    ("man", "suffers", "left"),
    [
        ({}, {}, 10), ({}, {"blind": 1}, 10), ({}, {"fear": 1}, 10), ({}, {"fatigue": 3}, 10), ({}, {"hp": 40, "disease": 1}, 10),
        ({"abilities": ["field medic"]}, {}, 10), ({}, {}, 27), ({}, {"blind": 1}, 33), ({}, {}, 49),
    ],
)  # fmt: skip
def test_healing_is_the_odds(man, suffers, left):
    """Capped by the maximum of 50 in the last ones: 3D6 + 14 is often more than 23 and always more than 16."""
    friend = {"name": "friend", "side": "men", "at": [4, 6]}
    table = duel({"bandage": 1, "healing": 14, **man}, distance=5, friends=[friend])
    put(table, "friend", {"hp": left})
    put(table, "man", suffers)
    mean = table.odds("heal friend", want="friend.hp").mean() - left
    assert mean > 0
    assert weighed(table, "heals", "heal friend") == exactly(mean / 50)


@pytest.mark.parametrize(("left", "verb"), [(10, "use_potion"), (30, "use_potion"), (10, "mend"), (38, "mend")])
def test_potions_and_mending_are_the_odds(left, verb):
    """2D6 + 10 for the one, 2D6 + Spirit 10 less a magic resistance of 4 for the other; no more than 50."""
    friend = {"name": "friend", "side": "men", "at": [4, 6], "magic_resistance": 4}
    table = duel({"potion": 1, "spells": ["mend"], "winds": 9, "spirit": 10}, distance=5, friends=[friend])
    put(table, "friend", {"hp": left})
    text = "cast mend friend" if verb == "mend" else "use_potion friend"
    mean = table.odds(text, want="friend.hp").mean() - left
    assert weighed(table, "heals", text) == exactly(mean / 50)


@pytest.mark.parametrize(("suffers", "deaf"), [({}, 0), ({"blind": 2}, 0), ({"fear": 1}, 0), ({}, 2)])
@pytest.mark.parametrize("light", [0, 1])
def test_hiding_is_the_odds(suffers, deaf, light):
    wall = "\n".join(["....#......."] * 12)
    table = duel({"stealth": 14, "at": [2, 5]}, {"at": [8, 5]}, map=wall, light=light)
    put(table, "orc", {"deafened": deaf})
    put(table, "man", suffers)
    assert weighed(table, "hides", "hide") == exactly(table.odds("hide", want="man.hidden")[1])


@pytest.mark.parametrize(("disease", "rescues"), [(5, 0), (4, 1)])
def test_nobody_rescues_whose_maximum_is_0(disease, rescues):
    friend = {"name": "friend", "side": "men", "at": [4, 6], "hp": 50}
    table = duel({"bandage": 1}, distance=5, friends=[friend], party=[True, False])
    table.state["tokens"][:2] = 0
    put(table, "friend", {"disease": disease, "hp": 0, "down": 1, "card": -1})
    assert weighed(table, "rescues", "heal friend") == rescues


# --- what attacks and help may bring beside

POISONOUS = [
    # the man, the orc, what each suffers, the choice, whether it may poison, paralyse or put to sleep
    ({"weapons": ["sword+poison"]}, {}, {}, {}, "attack orc", 1),
    ({"weapons": ["sword"]}, {}, {}, {}, "attack orc", 0),
    ({"weapons": ["sword"]}, {}, {"venom_slot": 0, "venom_charges": 2}, {}, "attack orc headshot", 1),
    ({"weapons": ["sword"]}, {}, {"sleep_slot": 0, "sleep_charges": 1}, {}, "attack orc subdue", 1),
    ({"weapons": ["sword", "dagger"]}, {}, {"venom_slot": 1, "venom_charges": 2}, {}, "attack orc", 0),
    ({"weapons": ["sword+poison"]}, {}, {}, {}, "attack orc disarm", 0),
    ({"weapons": ["sword+poison"]}, {}, {}, {}, "attack orc blinding", 0),
    ({"weapons": ["sword+poison"], "abilities": ["frenzy"]}, {}, {}, {}, "free_attack orc", 1),
    ({"weapons": ["sword+poison"], "abilities": ["shield bash"], "traits": ["shield"]}, {}, {}, {}, "free_attack orc", 0),
    ({"weapons": ["sword+poison"], "spells": ["firebolt"], "winds": 9}, {}, {}, {}, "cast firebolt orc", 0),
    ({"weapons": ["sword+poison"]}, {"traits": ["poison_immune"]}, {}, {}, "attack orc", 0),
    ({"weapons": ["sword+poison"]}, {"stamina": 34, "poison_ability": 2}, {}, {}, "attack orc", 0),  # PR 15 - 12 - 2 = 1
    ({"weapons": ["sword+poison"]}, {"stamina": 34, "poison_ability": 1}, {}, {}, "attack orc", 1),
    ({"weapons": ["sword+poison"]}, {}, {}, {"poisoned": 1}, "attack orc", 0),
    ({"weapons": ["claws+paralyse"]}, {}, {}, {"poisoned": 1}, "attack orc", 1),
    ({"weapons": ["claws+paralyse"]}, {}, {}, {"paralyzed": 1}, "attack orc", 0),
]  # fmt: skip


@pytest.mark.parametrize(("man", "orc", "suffers", "befallen", "text", "may"), POISONOUS)
def test_which_attacks_may_poison(man, orc, suffers, befallen, text, may):
    table = duel(man, {"hp": 90, **orc}, friends=[OTHER])
    put(table, "man", suffers)
    put(table, "orc", befallen)
    wants = [f"orc.{name}" for name in ("poisoned", "paralyzed", "unconscious")]
    before = tuple(getattr(table.unit("orc"), want.split(".")[1]) for want in wants)
    comes = 1 - table.odds(text, want=wants)[before]
    assert (comes > 1e-9) == may
    assert weighed(table, "poisons", text) == may


def test_an_attack_of_opportunity_may_poison():
    table = duel({}, {"weapons": ["sword+poison"]}, friends=[OTHER])
    table.play("move 0,5")
    assert (table.prompt, table.odds("opportunity", want="man.poisoned").at_least(1) > 0) == ("opportunity", True)
    assert weighed(table, "poisons", "opportunity") == 1


PAL = {"name": "pal", "side": "men", "at": [4, 6]}
MENDER = {"spells": ["mend"], "winds": 9, "bandage": 1}


@pytest.mark.parametrize(
    ("man", "pal", "suffers", "text", "may"),
    [
        ({"spirit": 4}, {"magic_resistance": 15}, {}, "cast mend pal", 1),  # 12 of the dice and Spirit 4
        ({"spirit": 4}, {"magic_resistance": 16}, {}, "cast mend pal", 0),
        ({"healing": 10}, {}, {"blind": 2, "fatigue": 3}, "heal pal", 1),  # 11 + 4 + 4 = 19
        ({"healing": 6}, {}, {"blind": 2, "fatigue": 3}, "heal pal", 0),  # 21
        ({}, {}, {}, "heal pal", 1),
    ],
)
def test_help_that_cannot_succeed_rescues_nobody_and_stops_no_bleeding(man, pal, suffers, text, may):
    """The man helps a friend who bleeds out, or one who only bleeds."""
    if text == "cast mend pal":
        suffers = {}
    for state in ({"hp": 0, "down": 1, "card": -1}, {"hp": 50, "bleeding": 1}):
        table = duel({**MENDER, **man}, distance=5, friends=[OTHER, {**PAL, **pal}], party=[True, False])
        table.state["tokens"][:2] = 0
        put(table, "man", suffers)
        put(table, "pal", state)
        feature, want = ("rescues", "pal.down") if "down" in state else ("cures", "pal.bleeding")
        assert (table.odds(text, want=want)[0] > 1e-9) == may
        assert weighed(table, feature, text) == may


@pytest.mark.parametrize(
    ("man", "suffers", "text", "may"),
    [
        ({}, {"hp": 20}, "heal pal", 0),
        ({}, {"hp": 20, "bleeding": 1}, "heal pal", 1),
        ({}, {"hp": 20, "bleeding": 1}, "cast mend pal", 1),
        ({}, {"hp": 20, "poisoned": 1}, "heal pal", 0),
        ({"antidote": 1}, {"hp": 20, "poisoned": 1}, "heal pal", 0),
        ({"antidote": 1}, {"hp": 20, "poisoned": 1}, "use_antidote pal", 1),
        ({"antidote": 1}, {"hp": 0, "down": 1, "card": -1, "poisoned": 1}, "heal pal", 1),
        ({"water": 1}, {"hp": 0, "down": 1, "card": -1, "poisoned": 1}, "heal pal", 0),
        ({"water": 1}, {"hp": 0, "down": 1, "card": -1, "ignited": 1}, "heal pal", 1),
        ({"antidote": 1}, {"hp": 0, "down": 1, "card": -1, "poisoned": 1}, "cast mend pal", 0),
        ({}, {"unconscious": 1, "card": -1, "poisoned": 1}, "rouse pal", 0),
    ],
)
def test_what_may_end_a_status(man, suffers, text, may):
    table = duel({**MENDER, **man}, distance=5, friends=[OTHER, PAL], party=[True, False])
    table.state["tokens"][:2] = 0
    put(table, "pal", suffers)
    ailments = [name for name in ("bleeding", "poisoned", "ignited") if name in suffers] or ["bleeding"]
    before = getattr(table.unit("pal"), ailments[0])
    assert (1 - table.odds(text, want=f"pal.{ailments[0]}")[before] > 1e-9) == may
    assert weighed(table, "cures", text) == may


@pytest.mark.parametrize(("text", "stealthy"), [("attack orc", 1), ("cast firebolt orc", 0)])
def test_no_spell_is_cast_from_hiding(text, stealthy):
    table = duel({"hidden": True, "spells": ["firebolt"], "winds": 9}, friends=[OTHER])
    assert weighed(table, "stealthy", text) == stealthy
