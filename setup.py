"""Which folder holds which package: the folders at the root are the parts of the one import package ``tactica``.

Where compiled images lie beside the rulesets (``make dist``), the wheel carries them and is named for this platform.
"""

from pathlib import Path

from setuptools import Distribution, setup

ROOT = Path(__file__).resolve().parent
FOLDERS = {
    "tactica": "tactica",
    "tactica.envs": "envs",
    "tactica.agents": "agents",
    "tactica.configs": "configs",
    "tactica.experiments": "experiments",
}


def packages() -> list[str]:
    """Every folder with an ``__init__.py``, by the name it is imported under: a new ruleset needs no edit here."""
    found = []
    for package, folder in FOLDERS.items():
        for init in sorted((ROOT / folder).rglob("__init__.py")):
            found.append(".".join((package, *init.parent.relative_to(ROOT / folder).parts)))
    return found


class WithImages(Distribution):
    """A package that holds compiled code."""

    def has_ext_modules(self) -> bool:
        """Setuptools asks this to tell a wheel for one platform from one for all."""
        return True


has_images = any((ROOT / "envs" / "rulesets").glob("*/*.image"))
setup(packages=packages(), package_dir=FOLDERS, distclass=WithImages if has_images else Distribution)
