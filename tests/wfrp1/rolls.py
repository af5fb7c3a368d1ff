"""Which lines of the log show a total or a die, and what some of them lack; see ``conformance/test_logs.py``."""

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
SCENARIOS: tuple[str, ...] = ()

#: The test that covers what is too rare for the battles played.
RARE: dict[Event, str] = {}

GAPS: dict[Event, str] = {}
