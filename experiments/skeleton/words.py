"""The rules' words for people. {who} and {target} are units, {amount} and {extra} numbers, {face} the die, {terms} the total with
its parts. The clause before each sentence is what a click on the line opens.
"""

from __future__ import annotations

from .vocab import Ending, Event

NUMBERS = {(Event.BATTLE_ENDS, "amount"): lambda ending: Ending(ending).words}  # words for numbers of events
