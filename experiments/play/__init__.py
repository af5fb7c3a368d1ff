"""A battle in the browser: ``tactica play`` serves one page on this machine, on which battles are played by hand.

``server.py`` lets pages in and ``endpoints.py`` answers them; what they send stands in ``messages.py``. ``house.py`` holds
what is served, ``match.py`` is a battle that is being played, ``reels.py`` what each seat has seen of it, ``thinking.py`` lets
the others think in it, ``view.py`` is what one seat is told of it. ``choices.py`` lists what whoever is asked may choose,
``foresight.py`` tells what a choice may lead to, ``winning.py`` who will win, ``calibration.py`` how far that can be believed,
``reasons.py`` why a player chose what it did.
``setup.py`` says who and what can be played, ``shelf.py`` is the folder of saved battles, and ``holding.py`` keeps two servers
from writing one of them. What a side may not know is never sent to its page.

The editor of scenarios: ``editor_endpoints.py`` answers it, ``editor_messages.py`` says what it may send. ``editing.py`` checks
and draws a text while it is written, ``amending.py`` changes it where something was done by hand, ``painting.py`` writes its
map, ``forms.py`` tells what can be filled in. ``drafts.py`` is the folder of scenarios, ``fights.py`` fights one many times.
"""

from .house import House
from .match import Match, Refused
from .server import make_app
from .shelf import Shelf
from .view import view_of

__all__ = ["House", "Match", "Refused", "Shelf", "make_app", "view_of"]
