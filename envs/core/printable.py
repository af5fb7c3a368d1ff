"""Foreign text made fit to be shown: names, file names, what exceptions say.

Control characters move the cursor, colour, or hide what stands on a terminal; marks of direction turn text around. All
text of strangers passes through here before it is printed, tabulated or logged.
"""

from __future__ import annotations

import re
from pathlib import Path

__all__ = ["LONGEST_NAME", "error_text", "one_line", "printable", "why_no_file"]

TAB = "    "
LONGEST_NAME = 80  # characters of the name of a unit, a side or a policy
#: C0 without tab and newline, DEL, C1, marks of direction, line separators, surrogates, invisible tags, byte order marks.
_CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\U000e0000-\U000e007f]"
)
_COLOURS = re.compile("(\x1b\\[[0-9;]*m)")


def printable(text: str, colours: bool = False) -> str:
    """Text without control characters and marks of direction; newlines stay, a tab becomes four spaces.

    Args:
        text: any.
        colours: keep the sequences that set colours; only for text whose foreign parts have been here already.
    """
    if colours:
        return "".join(part if i % 2 else printable(part) for i, part in enumerate(_COLOURS.split(text)))
    return _CONTROLS.sub("", text.replace("\t", TAB))


def one_line(text: str, most: int = 0) -> str:
    """Printable text on one line, at most ``most`` characters of it; 0 for all."""
    line = " ".join(printable(text).split("\n"))
    return line if not most or len(line) <= most else f"{line[: most - 3]}..."


def error_text(error: BaseException, most: int = 500) -> str:
    """Kind and words of an exception on one line, whatever its own methods do."""
    try:
        kind = one_line(str(type(error).__name__), 80)
    except BaseException:
        kind = "an error"
    try:
        words = one_line(str(error), most)
    except BaseException:
        words = "its text cannot be read"
    return f"{kind}: {words}" if words else kind


def why_no_file(path: Path) -> str:
    """Why a path is no file that can be read, in words that follow the path and a colon."""
    return "is not a file but a folder, a pipe or a device" if path.exists() else "no such file"
