"""Which folder holds which package: the folders at the root are the parts of the one import package ``tactica``.

Where compiled images lie beside the rulesets (``make wheels``), the wheel carries them. It is then for the Python, platform and
versions of Numba and llvmlite that they were made with, and says so in its name and its requirements.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

from setuptools import Distribution, setup

ROOT = Path(__file__).resolve().parent
FOLDERS = {
    "tactica": "tactica",
    "tactica.envs": "envs",
    "tactica.agents": "agents",
    "tactica.configs": "configs",
    "tactica.experiments": "experiments",
}
#: The oldest glibc that llvmlite and Numba, which load the images, are built for.
PLATFORM = "manylinux_2_27_x86_64"


def packages() -> list[str]:
    """Every folder with an ``__init__.py``, by the name it is imported under: a new ruleset needs no edit here."""
    found = []
    for package, folder in FOLDERS.items():
        for init in sorted((ROOT / folder).rglob("__init__.py")):
            found.append(".".join((package, *init.parent.relative_to(ROOT / folder).parts)))
    return found


def made_from(image: Path) -> dict[str, str]:
    """What an image says it was made from: the third line of the file is JSON (``envs/core/compiler/image.py``)."""
    return json.loads(image.read_bytes().split(b"\n", 3)[2])["made_from"]


def pins() -> dict[str, str]:
    """The exact versions that the images beside the rulesets need; empty where there are none.

    Raises:
        SystemExit: they do not belong together, or to this Python and platform.
    """
    found = {image: made_from(image) for image in sorted((ROOT / "envs" / "rulesets").glob("*/*.image"))}
    if not found:
        return {}
    books = {book.parent.name for book in (ROOT / "envs" / "rulesets").glob("*/rulebook.yaml")}
    needs = {
        "ruleset": books,
        "python": {f"cpython {sys.version_info.major}.{sys.version_info.minor}"},
        "platform": {"x86_64-unknown-linux-gnu"},
        "processor": {"x86-64-v3"},
    }
    for name, allowed in needs.items():
        has = {about[name] for about in found.values()}
        if has != allowed:
            sys.exit(
                f"envs/rulesets/*/*.image: {name} is {', '.join(sorted(has))}; needed: {', '.join(sorted(allowed))}"
            )
    if len(found) != len(books):
        sys.exit(
            f"envs/rulesets/*/*.image: {len(found)} images for {len(books)} rulesets; delete them and make them again"
        )
    versions = {name: {about[name] for about in found.values()} for name in ("numba", "llvmlite")}
    for name, several in versions.items():
        if len(several) > 1:
            sys.exit(f"envs/rulesets/*/*.image were made with several versions of {name}: {', '.join(sorted(several))}")
    return {name: several.pop() for name, several in versions.items()}


class WithImages(Distribution):
    """A package that holds compiled code."""

    def has_ext_modules(self) -> bool:
        """Setuptools asks this to tell a wheel for one platform from one for all."""
        return True

    def parse_config_files(self, *files: Any, **options: Any) -> None:
        """Require the versions that the images were made with, in place of what pyproject.toml requires of these libraries."""
        super().parse_config_files(*files, **options)
        others = [need for need in self.install_requires if re.split(r"[^\w.-]", need)[0] not in PINS]
        self.install_requires = [*others, *(f"{name}=={version}" for name, version in PINS.items())]
        self.metadata.install_requires = self.install_requires


PINS = pins()
setup(
    packages=packages(),
    package_dir=FOLDERS,
    distclass=WithImages if PINS else Distribution,
    options={"bdist_wheel": {"plat_name": PLATFORM}} if PINS else {},
)
