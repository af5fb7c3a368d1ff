"""What a release must pass: python release/check.py DIST PYTHON ... (make release-check builds first and calls this).

Every check is made even if one before it fails. The last line says what passed; the exit status is 1 if something failed.
"""

from __future__ import annotations

import email
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
#: Files of the repository that no archive needs.
LEFT_OUT = re.compile(r"\.ci/|\.gitignore$|\.pre-commit-config\.yaml$")
#: Files of the source archive that setuptools writes.
WRITTEN = re.compile(r"PKG-INFO$|setup\.cfg$|tactica\.egg-info/")
#: Files of a wheel that depend on what it was built for.
OF_THE_PLATFORM = re.compile(
    r"tactica/envs/rulesets/(\w+)/(\1-[0-9a-f]{16}\.image|[0-9a-f]{64}\.hashes)$|.*\.dist-info/(METADATA|WHEEL|RECORD)$"
)
#: Seconds that the first compiled battle of an installed wheel may take, from the command to its end.
SLOWEST_START = 5
#: Two games of every ruleset, in a process that fails where it must compile anything.
PLAY = """
import tactica
from tactica.envs import rulesets
from tactica.envs.core.compiler import image, jit
image.build = None
assert jit.COMPILED, "kernels run in Python"
for slug in rulesets.names():
    played = tactica.play_games(slug, "small", policies=("charger", "archer"), games=2, seed=1)
    print(slug, *played.scores(0))
"""
#: What is decided where the processor has none of what the images use.
OLD_PROCESSOR = """
import llvmlite.binding as llvm
llvm.get_host_cpu_features = dict
from tactica.envs.core.compiler import cache
print(cache.best_target(), cache.AT_ONCE)
"""


class Failed(Exception):
    """A check failed; says how."""


def main(dist: Path, pythons: list[str]) -> int:
    """Make all checks; the exit status."""
    (source,) = dist.glob("*.tar.gz")
    wheels = sorted(dist.glob("*.whl"))
    found = {tag: python for python in pythons if (tag := tag_of(python))}
    absent = [python for python in pythons if python not in found.values()]
    checks: list[tuple[str, Callable[[], str]]] = [
        ("version numbers agree", lambda: versions_agree(source, wheels)),
        ("twine check", lambda: twine(source, wheels)),
        ("contents of the source archive", lambda: contents_of_source(source)),
        ("source archive builds the same wheel", lambda: builds_the_same(source, wheels)),
        ("source archive installs and plays", lambda: source_plays(source)),
    ]
    unchecked = []
    for wheel in wheels:
        tag = wheel.name.split("-")[2]
        if tag in found:
            checks.append(
                (f"wheel for {tag} installs and plays", lambda wheel=wheel, tag=tag: wheel_plays(wheel, found[tag]))
            )
        else:
            unchecked.append(tag)
    passed, failed = [], []
    for name, check in checks:
        began = time.perf_counter()
        print(f"{name} ...", flush=True)
        try:
            detail = check()
        except Failed as why:
            failed.append(name)
            print(f"  FAILED: {why}")
        else:
            passed.append(name)
            print(f"  ok in {time.perf_counter() - began:.0f} s: {detail}")
    if absent:
        print(f"not checked, because there is no such Python: {', '.join(absent)}")
    if unchecked:
        print(f"wheels not installed, because their Python was not named: {', '.join(unchecked)}")
    if not wheels:
        failed.append("a wheel")
    if failed:
        print(f"release-check FAILED: {'; '.join(failed)} (passed: {'; '.join(passed) or 'nothing'})")
        return 1
    print(f"release-check passed, tactica {version()}: {'; '.join(passed)}")
    return 0


def run(*command: str | Path, env: dict[str, str] | None = None, cwd: Path | None = None) -> str:
    """What a command prints on both outputs.

    Raises:
        Failed: it fails.
    """
    done = subprocess.run(
        [str(word) for word in command],
        env=env,
        cwd=cwd,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if done.returncode:
        raise Failed(f"{' '.join(map(str, command[:4]))} ended with {done.returncode}:\n{done.stdout[-3000:]}")
    return done.stdout


def tag_of(python: str) -> str:
    """The tag of a Python in the names of wheels, such as cp311; empty if there is no such Python."""
    code = "import sys; print('cp%d%d' % sys.version_info[:2])"
    try:
        return run(python, "-c", code).strip()
    except (Failed, OSError):
        return ""


def version() -> str:
    """The version of the sources."""
    return str(re.findall(r'^__version__ = "(.*)"$', (ROOT / "tactica" / "__init__.py").read_text(), re.MULTILINE)[0])


def none_of(what: str, names: Iterable[str]) -> None:
    """Fail if there are any names, and say the first ten."""
    listed = sorted(names)
    if listed:
        raise Failed(f"{what}: {', '.join(listed[:10])}{f' and {len(listed) - 10} more' if len(listed) > 10 else ''}")


# --- what the archives hold ------------------------------------------------------------------------------------------


def versions_agree(source: Path, wheels: list[Path]) -> str:
    """The version and date of the sources, of their documents, and of the archives."""
    citation = (ROOT / "CITATION.cff").read_text()
    cited, date = (
        re.findall(r"^version: (.*)$", citation, re.MULTILINE)[0],
        re.findall(r'^date-released: "(.*)"$', citation, re.MULTILINE)[0],
    )
    heading = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[0]
    if cited != version() or heading != f"{version()} ({date})":
        raise Failed(
            f"tactica/__init__.py has {version()}, CITATION.cff {cited} of {date}, CHANGELOG.md begins with {heading}"
        )
    for archive in (source, *wheels):
        if archive.name.removesuffix(".tar.gz").split("-")[1] != version() or metadata(archive)["Version"] != version():
            raise Failed(f"{archive.name} has version {metadata(archive)['Version']}, the sources have {version()}")
    return f"{version()} of {date} in {1 + len(wheels)} archives and three files"


def metadata(archive: Path) -> email.message.Message:
    """The metadata of a wheel or a source archive."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as opened:
            (name,) = (name for name in opened.namelist() if name.endswith(".dist-info/METADATA"))
            return email.message_from_bytes(opened.read(name))
    with tarfile.open(archive) as opened:
        return email.message_from_bytes(opened.extractfile(f"{archive.name.removesuffix('.tar.gz')}/PKG-INFO").read())


def twine(source: Path, wheels: list[Path]) -> str:
    """The metadata are valid, and the README renders."""
    said = run(sys.executable, "-m", "twine", "check", "--strict", source, *wheels)
    return f"{said.count('PASSED')} archives"


def contents_of_source(source: Path) -> str:
    """The source archive holds what is under version control, and nothing else."""
    tracked = set(run("git", "-C", ROOT, "ls-files").split("\n")) - {""}
    with tarfile.open(source) as opened:
        names = {member.name.split("/", 1)[1] for member in opened.getmembers() if member.isfile()}
    none_of("not under version control", (name for name in names - tracked if not WRITTEN.match(name)))
    none_of("missing", (name for name in tracked - names if not LEFT_OUT.match(name)))
    return f"{len(names)} files, {source.stat().st_size / 2**20:.1f} MiB"


def files(wheel: Path) -> dict[str, bytes]:
    """The files in a wheel."""
    with zipfile.ZipFile(wheel) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def builds_the_same(source: Path, wheels: list[Path]) -> str:
    """The wheel built from the unpacked source archive has the files that all wheels have, byte for byte; they have only compiled
    rules beside them.
    """
    with tempfile.TemporaryDirectory() as scratch:
        with tarfile.open(source) as opened:
            opened.extractall(scratch, filter="data")
        (unpacked,) = Path(scratch).iterdir()
        run(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", Path(scratch) / "wheel", unpacked)
        (built,) = (Path(scratch) / "wheel").glob("*.whl")
        here = files(built)
    none_of("no part of the package", (name for name in here if not re.match(r"tactica(-.*\.dist-info)?/", name)))
    for wheel in wheels:
        there = files(wheel)
        differ = {name for name in here.keys() | there.keys() if here.get(name) != there.get(name)}
        none_of(f"{wheel.name} differs in", (name for name in differ if not OF_THE_PLATFORM.match(name)))
        images = [name for name in there if name.endswith(".image")]
        if len(images) != len(
            [name for name in here if re.fullmatch(r"tactica/envs/rulesets/\w+/rulebook\.yaml", name)]
        ):
            raise Failed(f"{wheel.name} has {len(images)} images")
        needs = [need for need in metadata(wheel).get_all("Requires-Dist", []) if re.match(r"(numba|llvmlite)\b", need)]
        if sorted(need.split("==")[0] for need in needs if "==" in need) != ["llvmlite", "numba"]:
            raise Failed(f"{wheel.name} must require exact versions of Numba and llvmlite; it has {needs}")
    sizes = ", ".join(f"{wheel.stat().st_size / 2**20:.1f} MiB with compiled rules" for wheel in wheels)
    return f"{len(here)} files; {sizes}"


# --- installed -------------------------------------------------------------------------------------------------------


def installed(archive: Path, python: str, scratch: Path) -> Path:
    """The folder of commands of a new environment with an archive and its dependencies."""
    run(python, "-m", "venv", scratch / "venv")
    commands = scratch / "venv" / "bin"
    run(commands / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", archive)
    return commands


def bare(scratch: Path, **more: str) -> dict[str, str]:
    """Variables of a process that finds nothing of this user's: a home that cannot be written, and an empty folder for temporary
    files.
    """
    (scratch / "tmp").mkdir(exist_ok=True)
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
    return {**kept, "HOME": "/dev/null/home", "TMPDIR": str(scratch / "tmp"), **more}


def source_plays(source: Path) -> str:
    """A battle, in Python: nothing is compiled."""
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        commands, empty = installed(source, sys.executable, scratch), scratch / "empty"
        empty.mkdir()
        env = bare(scratch, NUMBA_DISABLE_JIT="1")
        says_its_version(commands, env, empty)
        run(
            commands / "tactica",
            "battle",
            "duel",
            "--red",
            "charge",
            "--blue",
            "charge",
            "--seed",
            "1",
            env=env,
            cwd=empty,
        )
        none_of("written beside the command", (path.name for path in empty.iterdir()))
    return "a battle in Python"


def wheel_plays(wheel: Path, python: str) -> str:
    """Compiled games of every ruleset, without a compiler and with no place to keep anything."""
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        commands, empty = installed(wheel, python, scratch), scratch / "empty"
        empty.mkdir()
        env = bare(scratch)
        said = says_its_version(commands, env, empty)
        rulesets = len([name for name in files(wheel) if name.endswith(".image")])
        if said.count("came with the wheel") != rulesets:
            raise Failed(f"the compiled rules are not used:\n{said}")
        battle = (commands / "tactica", "battle", "duel", "--red", "charge", "--blue", "charge", "--seed", "1")
        seconds = {}
        for home in ("a home that cannot be written", "an empty home"):
            if home == "an empty home":
                (scratch / "home").mkdir()
                env = bare(scratch, HOME=str(scratch / "home"))
            began = time.perf_counter()
            told = run(*battle, env=env, cwd=empty)
            seconds[home] = time.perf_counter() - began
            if "compil" in told.lower():
                raise Failed(f"it compiles, with {home}:\n{told}")
            if seconds[home] > SLOWEST_START:
                raise Failed(f"the first battle takes {seconds[home]:.1f} s, more than {SLOWEST_START} s, with {home}")
        run(commands / "python", "-c", PLAY, env=env, cwd=empty)
        if run(commands / "python", "-c", OLD_PROCESSOR, env=env, cwd=empty).split() != ["generic", "True"]:
            raise Failed("a processor without AVX2 would be given code that it cannot run")
        none_of("written beside the command", (path.name for path in empty.iterdir()))
        none_of("compiled", (str(path) for path in scratch.glob("*/**/image") if "venv" not in path.parts))
    battles = ", ".join(f"{lasted:.1f} s with {home}" for home, lasted in seconds.items())
    return f"first battle in {battles}; all {rulesets} rulesets play"


def says_its_version(commands: Path, env: dict[str, str], cwd: Path) -> str:
    """What ``tactica version`` prints: it must name the version of the sources."""
    said = run(commands / "tactica", "version", env={**env, "COLUMNS": "150"}, cwd=cwd)
    if re.findall(r"^tactica +(\S+)$", said, re.MULTILINE) != [version()]:
        raise Failed(f"tactica version does not say {version()}:\n{said}")
    return said


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
