"""What a game of this ruleset consists of: every number with its kind, who is shown it, and what it says."""

from __future__ import annotations

from ...core.state import (
    ALL,
    BY_RULE,
    CELL_OR_NONE,
    DIRECTION,
    FLAG,
    FOLLOWS,
    HEADER_UNSEEN,
    MANY,
    NEVER_READ,
    ROW,
    ROW_OR_NONE,
    ROWS,
    SIDE,
    Capacities,
    Unseen,
    bits,
    count,
    one_of,
    record,
    state_type,
)
from ...core.state.choosing import CHOICE_FIELDS
from .board import BOARD, CELLS, SUMS
from .vocab import (
    BASE,
    FILES,
    MODELS,
    TURNS,
    UNITS,
    Fate,
    Frame,
    Gone,
    Mark,
    Missile,
    Phase,
    Role,
    Side,
    Spell,
    Terrain,
    Trait,
    Troop,
    Weapon,
)

CAPACITIES = Capacities(sides=2, choices=9300, events=768, trace=24, labels=16)
SIDES = CAPACITIES.sides
SCORE = count(10, scale=5)
ARMOUR = count(7, low=2)
WARD = count(7, low=2)
FACING = DIRECTION._replace(only=(0, 2, 4, 6))

PROFILE = [
    ("troop_type", one_of(Troop), ALL, "troop type"),
    ("base_width", count(BASE, low=1), ALL, "cells a base is wide"),
    ("base_depth", count(BASE, low=1), ALL, "cells a base is deep"),
    ("models_start", count(MODELS, low=1, scale=20), ALL, "models at the start of the battle"),
    ("movement", SCORE, ALL, "M"),
    ("weapon_skill", SCORE, ALL, "WS"),
    ("ballistic_skill", SCORE, ALL, "BS"),
    ("strength", SCORE, ALL, "S"),
    ("toughness", SCORE, ALL, "T"),
    ("wounds", count(10, low=1, scale=3), ALL, "W"),
    ("initiative", SCORE, ALL, "I"),
    ("attacks", SCORE, ALL, "A"),
    ("leadership", SCORE, ALL, "Ld"),
    ("armour", ARMOUR, ALL, "number that saves, a shield included; 7 none"),
    ("shield", FLAG, ALL, "1 carries a shield, which does not help in combat beside a two-handed weapon"),
    ("ward", WARD, ALL, "number of its ward save; 7 none"),
    ("regeneration", WARD, ALL, "number of its regeneration; 7 none"),
    ("fly", SCORE, ALL, "M in the air, 0 does not fly"),
    ("mount_weapon_skill", SCORE, ALL, "WS of its mounts"),
    ("mount_strength", SCORE, ALL, "S of its mounts"),
    ("mount_initiative", SCORE, ALL, "I of its mounts"),
    ("mount_attacks", SCORE, ALL, "A of its mounts, 0 none"),
    ("weapon", one_of(Weapon), ALL, "weapon for close combat"),
    ("missile", one_of(Missile), ALL, "missile weapon or machine"),
    ("traits", bits(Trait), ALL, "special rule"),
    ("impact_hits", count(10), ALL, "impact hits of a model, 0 none"),
    ("impact_die", count(6), ALL, "sides of the die they are rolled with, 0 their number stands"),
    ("impact_strength", SCORE, ALL, "S of impact hits"),
    ("impact_ap", count(0, low=-10, scale=3), ALL, "armour piercing of impact hits"),
    ("stomp_hits", count(10), ALL, "stomps of a model, 0 none"),
    ("stomp_die", count(6), ALL, "sides of the die they are rolled with, 0 their number stands"),
    ("champion", FLAG, ALL, "1 has a champion"),
    ("standard", FLAG, ALL, "1 has a standard"),
    ("musician", FLAG, ALL, "1 has a musician"),
    ("points", count(20_000, scale=200), ALL, "what it is worth"),
    ("has_character", FLAG, ALL, "1 a character rides in it"),
    ("roles", bits(Role), ALL, "what its character is"),
    ("wizard_level", count(4), ALL, "level of its character as a wizard, 0 none"),
    ("char_movement", SCORE, ALL, "M of its character"),
    ("char_weapon_skill", SCORE, ALL, "WS of its character"),
    ("char_ballistic_skill", SCORE, ALL, "BS of its character"),
    ("char_strength", SCORE, ALL, "S of its character"),
    ("char_toughness", SCORE, ALL, "T of its character"),
    ("char_wounds", count(10, scale=3), ALL, "W of its character"),
    ("char_initiative", SCORE, ALL, "I of its character"),
    ("char_attacks", SCORE, ALL, "A of its character"),
    ("char_leadership", SCORE, ALL, "Ld of its character"),
    ("char_armour", ARMOUR, ALL, "number that saves its character; 7 none"),
    ("char_ward", WARD, ALL, "number of the ward save of its character; 7 none"),
    ("char_weapon", one_of(Weapon), ALL, "weapon of its character"),
]

UNIT = [
    ("side", SIDE, "side it fights for"),
    ("present", FLAG, "1 a roster row in use"),
    ("cell", CELL_OR_NONE, "cell of its front-left corner, -1 off the table"),
    ("facing", FACING, ALL, "direction its front looks to: 0 north, 2 east, 4 south, 6 west"),
    # --- what is left of it, and how it is formed
    ("models", count(MODELS, scale=20), ALL, "models left, its character included; 0 destroyed"),
    ("files", count(FILES, low=1), ALL, "models in its front rank"),
    ("lost_wounds", count(9, scale=3), ALL, "wounds of the one wounded model"),
    ("next_end", FLAG, ALL, "end from which a single rank loses its next model: 0 right, 1 left"),
    ("char_alive", FLAG, ALL, "1 its character lives"),
    ("char_lost_wounds", count(9, scale=3), ALL, "wounds its character has suffered"),
    ("gone", one_of(Gone), ALL, "why it is out of the battle"),
    # --- statuses
    ("fleeing", FLAG, ALL, "1 fleeing"),
    ("rallied", FLAG, ALL, "1 rallied, or fell back in good order, in this turn of its side or since"),
    ("moved", FLAG, ALL, "1 moved in its last turn"),
    ("marched", FLAG, ALL, "1 marched in its last turn"),
    ("reformed", FLAG, ALL, "1 reformed in its last turn"),
    ("march_tested", FLAG, ALL, "1 has asked for a march this turn"),
    ("manoeuvred", FLAG, ALL, "1 has begun to move in this activation"),
    ("free_turns", count(TURNS), ALL, "free manoeuvres it has made in this activation"),
    ("allowance", count(400, scale=16), ALL, "quarters of an inch it may still move in this activation"),
    ("tripled", FLAG, ALL, "1 marches in column in this activation, and may not change its shape"),
    ("done", FLAG, ALL, "1 has had its turn to act in this phase"),
    ("charged", FLAG, ALL, "1 charged into contact, until the combat phase after it is over"),
    ("charge_failed", FLAG, ALL, "1 its charge failed this turn, it did not dare to charge, or panic ended it"),
    ("charge_target", ROW_OR_NONE, ALL, "unit it has declared a charge on, -1 none"),
    ("charge_side", one_of(Side), ALL, "side of the target that it charges"),
    ("charge_distance", count(200, scale=8), ALL, "inches its charge needed"),
    ("shot", FLAG, ALL, "1 has shot this turn"),
    ("stood_and_shot", FLAG, ALL, "1 has answered a charge by shooting this turn"),
    ("frenzied", FLAG, ALL, "1 frenzied"),
    ("afraid", FLAG, ALL, "1 afraid in this round of combat"),
    ("fear_tested", FLAG, ALL, "1 has tested for fear in this round of combat or before its charge"),
    ("misfire", count(2), ALL, "its own turns in which it cannot shoot, this one included"),
    ("flame_used", FLAG, ALL, "1 its flame is used up"),
    ("warded", FLAG, ALL, "1 under a warding light until its side's next turn"),
    ("withered", FLAG, ALL, "1 withered until the enemy's next turn"),
    ("spells_cast", bits(Spell), ALL, "spells its wizard has tried this turn"),
    ("dispels", count(20), ALL, "spells its wizard has tried to dispel this turn"),
    ("phase_models", count(MODELS, scale=20), ALL, "models it had at the start of the phase"),
    ("phase_wounds", count(10, scale=3), ALL, "wounds its one model had left at the start of the phase"),
    ("panic_tested", FLAG, ALL, "1 has tested for panic this phase"),
    ("in_danger", FLAG, ALL, "1 has tested for dangerous ground in this activation"),
    # --- the round of combat
    ("fallen", count(MODELS, scale=5), ALL, "models lost in this round of combat, which are still in their places"),
    ("struck", count(999, scale=5), ALL, "wounds of this step that are not taken off yet"),
    ("char_struck", count(999, scale=3), ALL, "wounds of its character of this step that are not taken off yet"),
    ("char_fell", FLAG, ALL, "1 its character fell in this round of combat and is still in its place"),
    ("has_fought", FLAG, ALL, "1 has fought a round in contact"),
    ("duel", ROW_OR_NONE, ALL, "unit whose character its own character fights in a challenge, -1 none"),
    ("refused", FLAG, ALL, "1 its character has refused a challenge in this round"),
    ("chosen", ROW_OR_NONE, ALL, "enemy it strikes at in this round, -1 not chosen"),
    ("at_character", FLAG, ALL, "1 at the character of that enemy"),
    ("fate", one_of(Fate), ALL, "what it must do, having lost the combat"),
    ("steps_struck", count(), ALL, "its groups that have struck in this round of combat: bits"),
    ("char_left", FLAG, "1 its character has left the table alive"),
    ("pursuit", count(200), "inches it pursues a beaten unit, as far as known"),
    ("pursuit_way", FACING, "direction of that pursuit"),
    ("goes_after", count(UNITS), "1 + the beaten unit it pursues once all beaten units have moved, 0 none"),
    *PROFILE,
]

FRAME = [
    ("kind", one_of(Frame), "which procedure"),
    ("step", count(30), "step of the procedure"),
    ("who", ROW, "unit that acts"),
    *CHOICE_FIELDS,
    ("foe", ROW_OR_NONE, "unit it is done to, -1 none"),
    ("marks", bits(Mark), "marks that apply to it"),
    ("index", count(low=-1), "loop counter"),
    ("partly", count(), "models partly under the template, each of which is rolled for"),
    ("asked", ROWS, "units that have been asked"),
    ("attacks", count(), "attacks or shots"),
    ("need", count(99, low=-99), "number to hit"),
    ("strength", count(20), "S of the hits"),
    ("ap", count(0, low=-20), "armour piercing of the hits"),
    ("bane", count(20), "armour bane"),
    ("multiple", count(20), "sides of the die that multiplies wounds, 0 or 1 one wound"),
    ("hits", count(), "hits"),
    ("sixes", count(), "natural sixes to hit of poisoned attacks"),
    ("dealt", count(), "wounds"),
    ("banes", count(), "natural sixes to wound"),
    ("amount", count(low=-MANY), "what the procedure counts"),
    ("number", count(low=-MANY), "what the procedure needs"),
]

POSITION = [
    ("units", UNIT, "the roster: side 0 first", (UNITS,)),
    ("first_side", SIDE, "side that takes the first turn of a round"),
    ("turn_side", SIDE, "side whose turn it is"),
    ("phase", one_of(Phase), ALL, "phase of that turn"),
    ("in_combat", ROWS, "units of the combat that is being fought"),
    ("fought", ROWS, "units whose combat of this phase is over"),
    ("inflicted", count(999, scale=5), "wounds each side has inflicted in the combat that is being fought", (SIDES,)),
    ("panicked", ROWS, "units that still have to test for panic"),
    ("harmed", count(), "result of the last hits, for the procedure that asked for it"),
    ("template_cell", CELL_OR_NONE, "middle of the template that fell last in this phase, -1 none"),
    ("template_size", count(11), "its diameter in cells"),
    ("from_right", FLAG, "1 short ranks fill from the right"),
]

#: The rectangles of a unit, valid while its pose and bases match the first two fields.
BODY = [
    ("pose", "i8"),  # ``pose_key`` when they were computed
    ("bases", "i8"),  # ``bases_key`` at that time
    *((f"full_{name}", "i2") for name in ("x", "y", "width", "height")),  # its full ranks
    *((f"short_{name}", "i2") for name in ("x", "y", "width", "height")),  # its short last rank
    *((name, "i2") for name in ("x", "y", "width", "height")),  # both
]

SCRATCH = [
    ("bodies", BODY, (UNITS,)),  # the rectangles of each unit
    ("met_pose", "i8", (UNITS,)),  # the pose of each unit at the last update of ``engaged_with``
    ("met_bases", "i8", (UNITS,)),  # its bases, its side, and whether it was fleeing
    ("known_count", "i2"),  # and how many there were
    ("engaged_with", "i4", (UNITS,)),  # the enemies each unit fights: bits
    ("seen_asked", "i4", (UNITS,)),  # the units whose visibility to each unit is known: bits
    ("seen", "i4", (UNITS,)),  # those of them that it sees: bits
    ("nearest", "i2"),  # the enemy nearest to the unit whose choices are listed, -1 none
    ("reach", "i2", (CELLS,)),  # places of a choice: -1 none
    ("covered_full", "i2", (UNITS,)),  # models of each unit wholly under a template
    ("covered_part", "i2", (UNITS,)),  # models partly under it
    ("char_cover", "i2", (UNITS,)),  # 2 the character of each is wholly under it, 1 partly
    ("met", "i4", (UNITS,)),  # enemies each unit was in contact with before the losses of a round, as bits
    ("pattern", "u1", (CELLS,)),  # the template, in its rectangle: 2 full, 1 part
    ("pattern_box", "i2", (4,)),  # a rectangle that holds it: column, row, width, height
]

MAP = [
    *BOARD.field_header,
    ("terrain", one_of(Terrain).of("u1"), ALL, "terrain", (CELLS,)),
    ("opaque", FLAG.of("u1"), "1 blocks sight", (CELLS,)),
    ("zone", "u1", (CELLS,)),  # bit of each side that deploys there
    *((name, "i2", (CELLS,)) for name in SUMS),  # cells of a kind in the rectangle from the north-west to each
]

#: Fields of a unit that stay as they are for a whole battle.
LASTING = frozenset(row[0] for row in PROFILE)

#: Fields of a frame for hits and blows, which are resolved completely before the next decision.
ROLLED = ("marks", "attacks", "partly", "need", "strength", "ap", "bane", "multiple", "hits", "sixes", "dealt", "banes")

#: What no observation shows, or not fully.
UNSEEN = {
    **HEADER_UNSEEN,
    "harmed": Unseen(NEVER_READ, "0 at every decision"),
    "units.char_left": Unseen(FOLLOWS, "from why the unit is out of the battle, and from the points"),
    "units.pursuit": Unseen(BY_RULE, "how far pursuers go shows when they do"),
    "units.pursuit_way": Unseen(BY_RULE, "which way pursuers go shows when they do"),
    "units.goes_after": Unseen(BY_RULE, "shown are that it has answered, and the unit it pursues once it does"),
    "template_cell": Unseen(NEVER_READ, "no decision falls while a template lies"),
    "template_size": Unseen(NEVER_READ, "no decision falls while a template lies"),
    "from_right": Unseen(FOLLOWS, "from the rulebook's numbers"),
    "stack.who": Unseen(FOLLOWS, "from the decider, and else shown"),
    "stack.verb": Unseen(FOLLOWS, "from the verb whose parts are asked"),
    "stack.index": Unseen(FOLLOWS, "from the decider, who has struck, and who was beaten"),
    "stack.item_used": Unseen(NEVER_READ, "no choice has a part after it"),
    **{f"stack.{name}": Unseen(FOLLOWS, "0 at every decision") for name in ROLLED},
}

FIELD = record(MAP)
STATE = state_type(POSITION, FRAME, SCRATCH, CAPACITIES, cells=CELLS)
