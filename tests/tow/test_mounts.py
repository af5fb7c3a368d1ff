"""Mounts, which strike with values of their own."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.frays import CALM, HARDY, charged, fought, steps_of, strikes
from tow.scenes import exactly, fray

RIDERS = {"troop_type": "heavy_cavalry", "base_mm": [30, 60], "models": 6, "files": 6}


@clause("tow.x.combat.mounts")
@pytest.mark.parametrize(("men", "riders", "mounts"), [
    ({**RIDERS, "attacks": 1, "mount_attacks": 1}, 6, 6),
    ({"troop_type": "light_chariots", "models": 1, "files": 1, "attacks": 2, "mount_attacks": 4}, 2, 4),
])  # fmt: skip
def test_mounts_make_attacks_of_their_own(men, riders, mounts):
    men = {**men, "mount_weapon_skill": 3, "mount_strength": 3, "mount_initiative": 2}
    scene = fought(fray(men={**men, **HARDY}, orcs=HARDY | {"files": 6, "models": 18}, dice=None))
    assert strikes(scene)[0::2] == [("men", "orcs", riders, 3), ("men", "orcs", mounts, 2)]


@clause("tow.x.combat.mounts")
def test_mounts_have_no_supporters():
    """Infantry of a kind that rides: five and five behind them, and five mounts."""
    scene = fought(
        fray(men={**HARDY, "mount_attacks": 1, "mount_weapon_skill": 3, "mount_initiative": 1}, orcs=HARDY, dice=None)
    )
    assert [amount for who, _, amount, _ in strikes(scene) if who == "men"] == [10, 5]


@clause("tow.x.combat.mounts")
@pytest.mark.parametrize(("skill", "strength", "hit", "wound"), [
    (4, 3, 4 / 6, 3 / 6), (3, 4, 3 / 6, 4 / 6), (1, 5, 2 / 6, 5 / 6),
])  # fmt: skip
def test_mounts_strike_with_their_own_values(skill, strength, hit, wound):
    """The rider, who does not strike, has a great weapon: the mount gets neither its Strength nor its piercing of AV 5."""
    rider = {"models": 1, "files": 1, "attacks": 0, "weapon_skill": 9, "strength": 9, "weapon": "great_weapon"}
    mount = {"mount_attacks": 1, "mount_weapon_skill": skill, "mount_strength": strength, "mount_initiative": 3}
    orcs = {**CALM, "models": 1, "files": 1, "wounds": 2, "armour_value": 5}
    scene = fray(men={**rider, **mount, "traits": ["unbreakable"]}, orcs=orcs)
    assert scene.odds("pass", want="hits by men", open="stop")[1] == exactly(hit)
    found = scene.odds("pass", want=["hits by men", "result wounds on orcs"], open="stop")
    assert found[1, 1] / hit == exactly(wound * 4 / 6)


@clause("tow.x.combat.mounts", "tow.profile.initiative")
@pytest.mark.parametrize(("gap", "bonus"), [(4, 3), (2, 2), (1, 1)])
def test_mounts_strike_at_their_own_initiative_with_the_same_bonus(gap, bonus):
    mounted = {"initiative": 2, "mount_attacks": 1, "mount_weapon_skill": 3, "mount_initiative": 4, **HARDY}
    assert steps_of(fought(charged(mounted, HARDY, gap=gap))) == [4 + bonus, 2 + bonus]


@clause("tow.profile.weapon_skill", "tow.profile.zero_ws")
def test_weapon_skill_zero_makes_no_attacks_with_mounts_that_fight_on():
    mounted = {"weapon_skill": 0, "mount_attacks": 1, "mount_weapon_skill": 3, "mount_initiative": 4}
    assert steps_of(fought(fray(men={**HARDY, **mounted}, orcs=HARDY, dice=None))) == [4]
