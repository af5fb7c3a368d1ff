"""From where a battle is looked at: the seat of a side, or one of two seats for spectators; and how a request is refused."""

from __future__ import annotations

EVERYBODY = -1  # sees everything: nobody plays by hand, or the battle is over
PUBLIC = -2  # sees what no side hides
SECRET = (
    "this would reveal hidden information. You can see it after the battle. "
    "Win chances are always shown: they sample what you cannot know"
)


class Refused(Exception):
    """Something that cannot be done now; the message says why. ``status`` is that of the answer to a page."""

    def __init__(self, message: str, status: int = 409) -> None:
        super().__init__(message)
        self.status = status


def check_present(at: int, taken: int, is_closed: bool) -> None:
    """Refuse a request about another decision than the present one, or of a battle that was put away.

    Args:
        at: how many decisions had been taken, as the page has it.
        taken: how many have been taken.
        is_closed: whether the battle was put away.

    Raises:
        Refused: it is one.
    """
    if is_closed:
        raise Refused("this battle was closed; resume it from the saved battles", 404)
    if at != taken:
        state = "is past" if at < taken else "has not been reached"
        raise Refused(f"decision {at} {state}: {taken} have been taken")
