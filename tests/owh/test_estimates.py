"""What behaviours expect of a choice: the exact odds, as far as the side knows what counts."""

from __future__ import annotations

import pytest
from owh.scenes import duel, exactly

from tactica.agents.why import why

OTHER = {"name": "other", "side": "orcs", "at": [11, 11]}  # keeps the battle going
GOBLIN = {"name": "goblin", "side": "orcs", "at": [6, 4]}
SWORD = {"strength": 10, "fighting": 16}
BITTEN = {"hp_left": 15}


def weighed(table, feature, text):
    """A feature of the choice of this text."""
    owns = {"executes", "heals", "hides", "rescues"}
    weights = {"own": {"owh": {feature: 1.0}}} if feature in owns else {"weights": {feature: 1.0}}
    found = {choice.text: choice.features[feature] for choice in why(table.game, weights).choices}
    return found[text]


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
