"""Why a verb is not offered, in the words of the rules."""

from __future__ import annotations

import pytest
from tow.coven import mages
from tow.frays import HARDY, beaten, blows
from tow.frays import charged as who_charged
from tow.scenes import Ground, battle, charging, drill, fray, go_on, land, regiment
from tow.shots import apart, charged, shooter, target

from tactica.experiments.watch.hints import why_not

BOWS = {"missile": "longbow", "ballistic_skill": 4}
WIZARD = {"character": "hexer", "models": 6}
ORCS = regiment("orcs", at=(14, 3), facing="south", models=20)


def after(scene, *words):
    """A scene in which something was chosen."""
    scene.play(*words)
    return scene


def machine(kind, **men):
    """A machine about to move, an orc far before it."""
    return battle(regiment("men", at=(10, 50), template=kind, **men), regiment("orcs", at=(10, 10), facing="south"),
                  size=(36, 60), dice=None, upto="move", who="men")  # fmt: skip


def armed_wizard(**men):
    """A wizard among archers, who is asked when others shoot whether or not they may."""
    foes = regiment("orcs", at=(14, 8), facing="south", traits=["unbreakable"])
    return battle(regiment("men", at=(10, 14), **{**WIZARD, **BOWS, **men}), foes, dice=None, upto="move", who="men")


def shooting(scene, *words):
    """The men of a scene about to shoot, after a move or more."""
    scene.play(*words)
    return go_on(scene, "shoot", "men") if (scene.prompt, scene.decider) != ("shoot", "men") else scene


def won(*traits, dice=()):
    """Ten orcs have lost a combat; the men are asked whether they follow."""
    return after(beaten(7, 1, orcs={"traits": list(traits)}, dice=dice), "pass")


def wiped_out():
    """Three orcs were slain to the last by the men, who had charged them."""
    men = {"attacks": 2, "initiative": 5}
    return after(who_charged(men, {"models": 3, "files": 3}, dice=[1, 1, *blows(12, 3)]), "pass")


def striking():
    """Men in one rank of ten about to choose which of two regiments before them each strikes at."""
    men, orcs = {"models": 10, "files": 10, **HARDY}, {"models": 5, **HARDY}
    others = regiment("others", "orcs", (19, 13), "south", **orcs)
    return go_on(fray(men, orcs, friends=[others], dice=None, skip_forced=False), "attack", "men")


@pytest.mark.parametrize(("made", "verb", "reason"), [
    # when a thing is chosen
    (lambda: charging(), "forward", "units move in the movement phase, after all charges and before any shooting"),
    (lambda: charging(), "shoot", "units shoot in the shooting phase, after all moves"),
    (lambda: drill(), "charge", "charges are declared in the charge phase, before any unit moves or shoots"),
    (lambda: apart(10), "charge", "charges are declared in the charge phase, before any unit moves or shoots"),
    (lambda: apart(10), "forward", "units move in the movement phase, after all charges and before any shooting"),
    (lambda: drill(), "hold", "only in reaction to a charge"),
    (lambda: drill(), "dispel", "only when an enemy has cast a spell"),
    (lambda: drill(), "challenge", "only before a combat in which both sides have characters"),
    (lambda: drill(), "accept", "only in answer to a challenge"),
    (lambda: drill(), "attack regiment", "units strike in the combat phase, at enemies in contact"),
    (lambda: drill(), "pursue", "only when the enemy in contact has lost the combat or is wiped out"),
    (lambda: charged(7), "forward", "answer the current prompt first"),
    (lambda: charging({"traits": ["frenzy"]}, skip_forced=False), "pass", "frenzy: it must charge the nearest enemy it can"),
    # moves
    (lambda: after(drill(), "march"), "march", "it is already marching"),
    (lambda: after(drill(), "march"), "reform", "it is already marching"),
    (lambda: after(drill(), "forward one"), "march", "a march must be ordered before any manoeuvre"),
    (lambda: after(drill(), "forward one"), "reform", "a reform takes the whole move"),
    (lambda: after(drill(ORCS, more={"dice": [6, 6]}), "march"), "march", "failed the test to march"),
    (lambda: machine("cannon"), "march", "war machines neither march nor reform"),
    (lambda: machine("cannon"), "reform", "war machines neither march nor reform"),
    (lambda: after(drill(movement=2), "forward one"), "wheel left", "it has too little movement left for it"),
    (lambda: drill(movement=1), "back", "it has too little movement left for it"),
    (lambda: drill(movement=1), "wheel left", "it has too little movement left for it"),
    (lambda: drill(at=(0, 10)), "side left", "terrain or the table edge leaves no room"),
    (lambda: drill(at=(10, 0)), "forward", "terrain or the table edge leaves no room"),
    (lambda: drill(at=(10, 0), models=4, files=2), "wheel left", "terrain or the table edge leaves no room"),
    (lambda: drill(at=(10, 0)), "reform", "you can choose this now"),
    (lambda: after(drill(models=20, files=4), "march"), "turn left", "on its triple move must keep its front and its files"),
    (lambda: after(drill(models=20, files=4), "march"), "redress", "on its triple move must keep its front and its files"),
    (lambda: drill(models=1), "redress", "there is no other number of files it could form"),
    (lambda: drill(models=26, files=2), "turn left", "it would have more files than a unit may have"),
    (lambda: after(machine("cannon"), *["turn_left"] * 4), "turn left", "no free manoeuvre left"),
    # shots
    (lambda: go_on(armed_wizard(missile="nothing"), "shoot", "men"), "shoot", "it has no missile weapon"),
    (lambda: apart(10), "flame", "its weapon cannot be used this way"),
    (lambda: apart(10), "shoot at", "its weapon cannot be used this way"),
    (lambda: go_on(armed_wizard(ballistic_skill=0, char_ballistic_skill=0), "shoot", "men"), "shoot", "no Ballistic Skill"),
    (lambda: after(go_on(armed_wizard(), "shoot", "men"), "shoot orcs"), "shoot", "it has already shot this turn"),
    (lambda: shooting(armed_wizard(), "march", "pass"), "shoot", "it has marched this turn"),
    (lambda: shooting(armed_wizard(), "reform files_3 ahead"), "shoot", "it has reformed this turn"),
    (lambda: shooting(armed_wizard(missile="handgun"), "back", "pass"), "shoot", "in a turn in which it has moved"),
    (lambda: shooting(armed_wizard(facing="south"), "pass"), "shoot",
     "no enemy that it may shoot at is both in sight and in range of a model that can shoot"),
    # spells
    (lambda: apart(10), "cast", "it has no wizard"),
    (lambda: armed_wizard(), "cast", "wards, curses and healing are cast in the strategy phase"),
    (lambda: mages(upto="strategy"), "cast sinkhole", "missiles and the sinkhole in the shooting phase"),
    (lambda: after(mages(dice=[3, 3], rules={"x.magic.spells.sinkhole_cv": 12}), "cast_cell 14,8"), "cast sinkhole",
     "each spell can be cast only once a turn"),
    (lambda: shooting(armed_wizard(facing="south"), "pass"), "cast", "it sees no unit within range to cast it at"),
    # answers to a charge
    (lambda: charged(3, BOWS), "stand and shoot", "farther away than its own Movement"),
    (lambda: charged(7, {"missile": "nothing", "character": "hexer"}), "stand and shoot", "it has no missile weapon"),
    (lambda: charged(7, {**BOWS, "traits": ["unbreakable"]}), "flee", "unbreakable units never flee"),
    (lambda: charged(7, {**BOWS, "movement": 0}), "flee", "it has no Movement to flee with"),
    (lambda: charged(7, {**BOWS, "facing": "south"}), "stand and shoot", "it does not see the charger"),
    (lambda: charged(7, {**BOWS, "ballistic_skill": 0}), "stand and shoot", "no Ballistic Skill"),
    # combat
    (lambda: won(dice=[6, 6]), "follow up", "the beaten unit does not give ground: pursue instead"),
    (lambda: won("unbreakable"), "pursue", "the beaten unit gives ground: follow up instead"),
    (wiped_out, "follow up", "no enemy is left to follow"),
    (striking, "attack character", "it touches no enemy character it could attack"),
    (lambda: fray({**WIZARD, **HARDY}, HARDY, dice=None, upto="shoot", who="men"), "cast", "it is in combat"),
])  # fmt: skip
def test_the_rule_that_stands_in_the_way(made, verb, reason):
    assert reason in why_not(made().game, verb).split(": ", 1)[1]


UNSEEN = "it does not see the target"
IN_SIGHT = "it sees the target, but no model that can shoot both sees it and is in range"


def javelins(rock=(), **men):
    """Five men at (10, 20) with javelins, which reach 12 inches, about to shoot: an orc is 12 ahead of the last of them and one
    to his right, and out of range of the others. Another enemy can be shot at.
    """
    men = shooter(**{"models": 5, "files": 5, "missile": "javelin", **men})
    orcs = target((15, 7)), target((9, 12), name="bait")
    return battle(men, *orcs, dice=None, upto="shoot", who="men", map=land(rock=rock))


@pytest.mark.parametrize(("made", "choice", "reason"), [
    (lambda: javelins(), "shoot orcs", "you can choose this now"),
    (lambda: javelins(rock=[(14, 18), (15, 18)]), "shoot orcs", IN_SIGHT),
    (lambda: javelins(rock=[(x, 14) for x in range(11, 19)]), "shoot orcs", UNSEEN),
    (lambda: javelins(models=4, files=4), "shoot orcs", "the target is out of range"),
])  # fmt: skip
def test_who_sees_and_who_is_in_range_are_told_apart(made, choice, reason):
    """Rock before the last man alone hides the orc from him, not from the others; a wall hides it from all."""
    assert reason in why_not(made().game, choice)


@pytest.mark.parametrize(("wide", "first", "last"), [
    (0, "you can choose this now", "you can choose this now"), (1, "it sees the target, but", "you can choose this now"),
    (6, UNSEEN, UNSEEN),
])  # fmt: skip
def test_a_cannon_sees_a_unit_of_which_a_rock_hides_one_model(wide, first, last):
    """Straight ahead at (10, 40), a wall if it is wide. The orcs are at (10, 30) to (14, 30); another enemy can be shot at."""
    men = regiment("men", at=(10, 50), template="cannon", base_mm=[25, 25])
    orcs = target((14, 30), models=5, files=5), target((20, 38), name="bait")
    rock = [(10 + x, 40) for x in range(wide)]
    scene = battle(men, *orcs, dice=None, upto="shoot", who="men", map=land((36, 60), rock=rock))
    assert first in why_not(scene.game, "shoot at 10,30")
    assert last in why_not(scene.game, "shoot at 14,30")


@pytest.mark.interpreted_only
@pytest.mark.parametrize(("made", "noted", "verb", "reason"), [
    (lambda: machine("bolt_thrower", ballistic_skill=3), {"misfire": 1}, "shoot", "a misfire has damaged its weapon"),
    (armed_wizard, {"charge_failed": 1}, "shoot", "it has charged or tried to charge this turn"),
    (lambda: armed_wizard(missile="breath_flame"), {"flame_used": 1}, "flame", "works once a battle and has been used"),
    (armed_wizard, {"spells_cast": 1 + 2}, "cast", "no more spells this turn"),
    (lambda: mages(rules={"x.magic.cast.max_casts_per_turn": 3}), {"spells_cast": 1 + 2}, "cast", "cast only once a turn"),
])  # fmt: skip
def test_what_happened_earlier_stands_in_the_way(made, noted, verb, reason):
    """As it is noted in the record of the unit."""
    scene = go_on(made(), "shoot", "men")
    record = Ground.of(scene).unit("men")
    for name, value in noted.items():
        setattr(record, name, value)
    assert reason in why_not(scene.game, verb).split(": ", 1)[1]


@pytest.mark.interpreted_only
def test_who_has_stood_and_shot_does_not_so_again():
    scene = charged(7, BOWS)
    Ground.of(scene).unit("men").stood_and_shot = 1
    assert "it has already shot at a charger this turn" in why_not(scene.game, "stand and shoot")
