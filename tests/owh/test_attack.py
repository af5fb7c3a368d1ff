"""Attack rolls: what must be exceeded, natural 1 and 20, damage."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.scenes import duel, exactly


@clause("owh.attack.to_hit")
@pytest.mark.parametrize(("fighting", "parry", "chance"), [(16, 13, 1 / 2), (16, 12, 11 / 20)])
def test_the_total_must_exceed_parry(fighting, parry, chance):
    scene = duel(man={"fighting": fighting}, orc={"parry": parry})
    assert scene.odds("attack orc normal", want="hit")[1] == exactly(chance)


@clause("owh.attack.to_hit", "owh.damage.formula")
def test_a_hit_and_its_damage():
    scene = duel(man={"fighting": 16, "strength": 14}, orc={"parry": 13, "armour": 4}, dice=[11, 5])
    scene.play("attack orc normal")
    assert scene.unit("orc").hp == 50 - 15
