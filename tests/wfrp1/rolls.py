"""Which lines of the log show a total or a die, and what some of them lack; see ``conformance/test_logs.py``.

One die has no line: the test of loading in haste, unless its mishap is noticed at once. Any other shows when the gun is fired.
"""

from __future__ import annotations

from tactica.envs.rulesets.wfrp1.vocab import Event

TOTALS = frozenset(
    {
        Event.BLOW_HIT,
        Event.BLOW_MISSED,
        Event.PARRY_FAILED,
        Event.SHOT_HIT,
        Event.SHOT_LANDED,
        Event.SHOT_MISSED,
        Event.BOMB_ON_ITS_WAY,
        Event.FELL,
        Event.TENDED,
        Event.TEND_FAILED,
        Event.GRAPPLED,
        Event.GRAPPLE_MISSED,
        Event.BLOW_LANDED,
        Event.DOOR_STRUCK,
        Event.INITIATIVE_SET,
        Event.WOUNDED,
        Event.NO_DAMAGE,
        Event.STUN_FAILED,
        Event.STUNNED,
        Event.PARRY_SUCCEEDED,
        Event.DOUBLE_ROLLED,
        Event.STUN_TIMED,
    }
)

DICE = frozenset(
    {
        Event.EQUALS_ORDERED,
        Event.TURNED_TO_FACE,
        Event.ADDITIONAL_DAMAGE,
        Event.ANOTHER_DIE,
        Event.CRITICAL,
        Event.SHOT_STRUCK,
        Event.SHOT_STRAYED,
        Event.BLED_TO_DEATH,
        Event.RISK_FAILED,
        Event.BLED,
        Event.RISK_PASSED,
        Event.MISFIRED,
        Event.BROKEN_GUN_SILENT,
        Event.GUN_BURST,
        Event.BOMB_SCATTERED,
        Event.BOMB_MISFIRED,
        Event.BLAST_HIT,
        Event.FIRE_LIT,
        Event.BURNT,
        Event.BROKE_FREE,
        Event.STILL_CAUGHT,
        Event.REGAINED_WOUNDS,
        Event.SLIPPED_FREE,
        Event.GRIPPED,
        Event.PARRIED,
        Event.HEARD,
        Event.NOT_HEARD,
        Event.STRENGTH_TEST,
        Event.SEARCHED,
        Event.ITEM_BROKE,
        Event.LIGHT_WENT_OUT,
        Event.LIGHT_STAYED_ON,
        Event.LIGHT_STILL_LIT,
        Event.OIL_SPILT,
        Event.RIDER_OR_MOUNT,
        Event.LOCATED,
        Event.MOUNT_PUT_OUT,
        Event.THROWN_OFF,
        Event.CRAWLED_OUT,
        Event.STATIC_HIT,
        Event.WEAPON_FLUNG,
        Event.STRUCK_FRIEND,
        Event.STRUCK_ITSELF,
        Event.FRIEND_PICKED,
        Event.EDGE_WON,
        Event.EDGE_ROLLED,
        Event.RISK_COST,
        Event.FOUND_ITEM,
        Event.ITEM_WHOLE,
        Event.LOADED_BADLY,
        Event.BARREL_POINTS,
        Event.SHOT_MISTAKEN,
        Event.BROKEN_GUN_FIRED,
        Event.FUSE_BURNS,
        Event.FUSE_BURNT_DOWN,
    }
)

#: Scenarios that are played beside ``small``.
SCENARIOS: tuple[str, ...] = ("ambush", "camp_random", "cavalry", "cellar", "night_guns", "powder", "press_gang")

#: The test that covers what is too rare for the battles played.
RARE: dict[Event, str] = {
    Event.BARREL_POINTS: "test_firearms.py",
    Event.BROKEN_GUN_FIRED: "test_firearms.py",
    Event.BROKEN_GUN_SILENT: "test_firearms.py",
    Event.GUN_BURST: "test_firearms.py",
    Event.LOADED_BADLY: "test_firearms.py",
    Event.BOMB_MISFIRED: "test_bombs.py",
    Event.FUSE_BURNS: "test_bombs.py",
    Event.FUSE_BURNT_DOWN: "test_bombs.py",
    Event.CRAWLED_OUT: "test_mounted.py",
    Event.THROWN_OFF: "test_mounted.py",
    Event.DOOR_STRUCK: "test_doors.py",
    Event.FOUND_ITEM: "test_hands.py",
    Event.ITEM_BROKE: "test_hands.py",
    Event.ITEM_WHOLE: "test_hands.py",
    Event.SEARCHED: "test_hands.py",
    Event.FRIEND_PICKED: "test_fumbles.py",
    Event.SHOT_MISTAKEN: "test_missile_groups.py",
    Event.REGAINED_WOUNDS: "test_tending.py",
    Event.TENDED: "test_tending.py",
    Event.TEND_FAILED: "test_tending.py",
    Event.FELL: "test_flying.py",
}

GAPS: dict[Event, str] = {
    Event.WOUNDED: "the line before has the dice of fire and of a risk test",
    Event.STATIC_HIT: "a blow at the head, or at a part that was named, needs no die to be placed",
    Event.TURNED_TO_FACE: "only a fumble turns a unit at random",
}
