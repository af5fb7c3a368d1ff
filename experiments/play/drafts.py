"""The scenarios that were written here: a folder beside the saved battles. Nothing outside it is ever read or written."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import Any

from ...envs import scenario as scenarios
from ...envs.core.rulebook import strict_yaml
from ...envs.core.rulebook.strict_yaml import Limits, YamlError
from ...envs.replay.files import write_whole
from ...envs.scenario import Scenario, examine
from .editing import MOST_TEXT
from .saved import DEVICE
from .seats import Refused

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
MOST_LISTED = 200


class Drafts:
    """A folder of scenarios, made when the first is saved.

    Attributes:
        folder: where they are.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, name: str) -> Path:
        """The file of a scenario.

        Raises:
            Refused: no scenario can be called that.
        """
        if not NAME.fullmatch(name) or DEVICE.fullmatch(name):
            what = (
                "is not a valid name: use up to 60 lowercase letters, digits, _ and -, starting with a letter or digit"
            )
            raise Refused(f"{name!r} {what}", 400)
        path = self.folder / f"{name}.yaml"
        if path.is_symlink() or self.folder.is_symlink():
            raise Refused(f"{name!r} is a symbolic link, and links are not followed", 400)
        return path

    def text(self, name: str) -> str:
        """The text of a scenario.

        Raises:
            Refused: no such scenario, or it cannot be read.
        """
        path = self.path(name)
        if not path.is_file():
            raise Refused(f"there is no scenario {name!r} of your own", 404)
        try:
            return strict_yaml.read_text(path, Limits(bytes=MOST_TEXT))
        except YamlError as error:
            raise Refused(f"{name}: {error}", 400) from None

    def save(self, name: str, text: str, replace: bool) -> str:
        """Keep a scenario, whole or not at all, wrong or not. Returns the name of its file.

        Raises:
            Refused: no scenario can be called that, one already is, or the text is too long.
        """
        path = self.path(name)
        if len(text.encode("utf-8", "surrogatepass")) > MOST_TEXT:
            raise Refused(f"the scenario is too long: at most {MOST_TEXT >> 10} KB are allowed", 413)
        if path.exists() and not replace:
            raise Refused(f"there is a scenario {name!r} already; choose another name, or replace it")
        self.folder.mkdir(parents=True, exist_ok=True)
        return write_whole(path, text.encode("utf-8")).name

    def listed(self) -> list[dict[str, Any]]:
        """The scenarios of the folder, the latest first: name, ruleset, title, and whether it can be played."""
        found = []
        for path in self.folder.glob("*.yaml"):
            with contextlib.suppress(OSError):  # gone since
                if NAME.fullmatch(path.stem) and not path.is_symlink():
                    found.append((-path.stat().st_mtime_ns, path.stem))
        return [one for _, name in sorted(found)[:MOST_LISTED] if (one := self._about(name))]

    def _about(self, name: str) -> dict[str, Any]:
        try:
            found = examine(self.text(name), name)
        except Refused:
            return {}
        data = found.data if isinstance(found.data, dict) else {}
        title = str(data.get("name") or name)
        return {"name": name, "ruleset": str(data.get("ruleset", "")), "title": title, "isPlayable": not found.problems}

    def playable(self) -> dict[tuple[str, str], Scenario]:
        """Those that can be played, by ruleset and name; one that is called like a scenario of the ruleset is not."""
        found: dict[tuple[str, str], Scenario] = {}
        for one in self.listed():
            scenario = examine(self.text(one["name"]), one["name"]).scenario if one["isPlayable"] else None
            if scenario is not None and one["name"] not in scenarios.shipped(scenario.ruleset.slug):
                found[scenario.ruleset.slug, one["name"]] = scenario
        return found
