"""The sandbox: one battle, played in words, with dice set in advance; for trying and testing rules.

>>> import tactica
>>> table = tactica.sandbox("wfrp1", "duel", dice=[27, 40, 5], rules={"parry.shield.shield_parry_bonus": 10})
>>> table.decider, table.prompt, table.choices()
>>> table.play("strike orc", "parry")
>>> table.unit("orc").wounds
>>> table.odds("strike orc", then=["parry"], want="orc.wounds")
"""

from ..engine.describing import IllegalChoice
from ..engine.parsing import ParseError
from ..odds.position import NotKept
from .events import Event
from .setting_up import sandbox
from .table import Table
from .tape import TapeError
from .units import UnitView, unit_aliases

__all__ = [
    "Event",
    "IllegalChoice",
    "NotKept",
    "ParseError",
    "Table",
    "TapeError",
    "UnitView",
    "sandbox",
    "unit_aliases",
]
