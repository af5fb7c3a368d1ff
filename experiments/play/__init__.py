"""A battle in the browser: ``tactica play`` serves one page on this machine, on which battles are played by hand.

``server.py`` lets pages in and ``endpoints.py`` answers them; the messages they send are declared in ``messages.py``.
``house.py`` holds what is served and who is let in, ``doors.py`` limits wrong links. ``match.py`` is a battle that is being
played, ``seats.py`` from where it is looked at, ``reels.py`` what each seat has seen of it, ``public.py`` what spectators
see, ``thinking.py`` runs the computer players in it, ``view.py`` is the view of one seat. ``choices.py`` lists the choices
of the deciding side, ``ghosts.py`` where units would stand after a choice, ``foresight.py`` what a choice may lead to,
``winning.py`` who will win, ``calibration.py`` how reliable that is, ``reasons.py`` why a player chose what it did.
``setup.py`` lists players, rulesets and scenarios, ``saved.py`` is the folder of saved battles, and ``holding.py`` prevents
two servers from writing the same one. What a side may not know is never sent to its page.

The editor of scenarios: ``editor_endpoints.py`` answers it, ``editor_messages.py`` says what it may send. ``editing.py``
checks and draws a text while it is written, ``amending.py`` applies changes by hand to it, ``painting.py`` writes its map,
``forms.py`` lists the fields that can be filled in. ``drafts.py`` is the folder of scenarios, ``fights.py`` runs many
battles of one.
"""

from .house import House
from .match import Match
from .saved import SavedBattles
from .seats import Refused
from .server import make_app
from .view import view_of

__all__ = ["House", "Match", "Refused", "SavedBattles", "make_app", "view_of"]
