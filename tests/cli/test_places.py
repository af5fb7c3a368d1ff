"""Commands write into the cache, their run folder and what was named, leave no temporary files, and need no network."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tactica.envs.core.compiler import folders

pytestmark = [pytest.mark.compiled_only, pytest.mark.slow]

TESTS = Path(__file__).resolve().parents[1]
RECIPE = """
about: A run of a few steps.
ruleset: wfrp1
scenarios: {duel: 1}
network: {width: 8, trunk: 12, cell_width: 6}
clone: null
ppo: {generations: 1, frames: 64, envs: 8, steps: 8, batch: 32}
league: {anchors: [random], every: 1, keep: 1}
evaluation: {pairs: 4, finalists: 1, final_pairs: 4}
"""
REACHES_OUT = """
import socket
open("../tmp/here", "w")
try:
    socket.create_connection(("192.0.2.1", 80), 1)
except PermissionError:
    print("refused")
"""


def of_run(*names: str, folder: str = r"runs/\w+/[\w-]+/") -> list[str]:
    """Patterns of files in a run folder."""
    return [folder + name for name in (r"\.lock", r"manifest\.json", *names)]


BATTLE = "battle duel --red charge --blue charge --seed 1 --save it.tactica-replay"
#: Commands, and the files each leaves in the folder it is called in: what each pattern matches must be there, and nothing else.
#: Where there are two, in lines of their own, the second uses what the first has left.
COMMANDS = {
    "replay": (f"{BATTLE}\nreplay it.tactica-replay --html it.html", [r"it\.tactica-replay", r"it\.html"]),
    "why": ("why duel --player charger --json reasons.json", [r"reasons\.json"]),
    "odds": ("odds duel 'charge sellsword' --play pass --answer parry=no_parry --want hit", []),
    "rules": ("rules wfrp1 parry.shield", []),
    "version": ("version", []),
    "new-ruleset": ("new-ruleset border_wars", [r"border_wars/.*"]),
    "tournament": (
        "tournament charge random -s duel -n 2",
        of_run(
            r"games/[\w-]+\.parquet", r"summary\.json", r"ranking\.parquet", r"report\.html", r"replays/[\w-]+\.tactica-replay",
            folder="runs/tournament/",
        ),
    ),
    "compare": (
        "compare charger guardian -s duel --max-pairs 20",
        of_run(r"record\.json", r"games/\d+\.parquet"),
    ),
    "sweep": (
        "sweep duel --rule parry.shield.shield_parry_bonus=0,20 --between charger guardian -n 4",
        of_run(r"finding\.json", r"table\.parquet", r"report\.html", r"shards/\w+\.parquet"),
    ),
    "bench": ("bench -s duel --seconds 0.05 --quick --json speeds.json", [r"speeds\.json"]),
    "train": (
        "train ../tiny.yaml",
        of_run(
            r"recipe\.yaml", r"log\.jsonl", r"curve\.svg", r"state\.json", r"state-\d+\.pt", r"best\.safetensors",
            r"generations/\w+\.safetensors", r"tensorboard/events\.out\.tfevents\..*", folder="runs/tiny/",
        ),
    ),
}  # fmt: skip


@pytest.fixture
def places(tmp_path: Path) -> Path:
    """A folder with empty ones for whatever a process may take for its own."""
    for name in ("home", "tmp", "here", "cache", "config", "data", "state"):
        (tmp_path / name).mkdir()
    (tmp_path / "tiny.yaml").write_text(RECIPE)
    return tmp_path


def test_the_network_is_refused_and_writing_is_noticed(places: Path) -> None:
    """What the other test relies on."""
    done, written = called(places, ["-c", REACHES_OUT])
    assert done.stdout == "refused\n"
    assert f"wrote {places / 'tmp' / 'here'}" in written and any(line.startswith("network") for line in written)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_writes_where_it_may_and_needs_no_network(places: Path, name: str) -> None:
    lines, patterns = COMMANDS[name]
    if name == "train" and not all(map(importlib.util.find_spec, ("torch", "sb3_contrib"))):
        pytest.skip("the extra train is not installed")
    for line in lines.splitlines():
        done, written = called(places, ["-m", "tactica", *shlex.split(line)])
        assert done.returncode in (0, 1), done.stderr  # 1: the comparison is undecided
        assert "Traceback" not in done.stderr, done.stderr
    assert [line for line in written if line.startswith("network")] == []
    allowed = (str(places / "here"), str(places / "tmp"), str(folders.cache_root().resolve()), "/dev/")
    assert sorted({line for line in written if not line.removeprefix("wrote ").startswith(allowed)}) == []
    left = [path.relative_to(places / "here").as_posix() for path in (places / "here").rglob("*") if path.is_file()]
    assert [path for path in left if not any(re.fullmatch(one, path) for one in patterns)] == []
    assert [one for one in patterns if not any(re.fullmatch(one, path) for path in left)] == []
    elsewhere = [path for path in places.rglob("*") if path.is_file() and not path.is_relative_to(places / "here")]
    assert [path.name for path in elsewhere] == ["tiny.yaml"]


def called(places: Path, words: list[str]) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """What a Python process does that knows no place but these and the cache, and has no network, and what it writes."""
    notes = places.parent / f"{places.name}.writes"
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(places / "home"),
        "TMPDIR": str(places / "tmp"),
        "XDG_CACHE_HOME": str(places / "cache"),
        "XDG_CONFIG_HOME": str(places / "config"),
        "XDG_DATA_HOME": str(places / "data"),
        "XDG_STATE_HOME": str(places / "state"),
        "TACTICA_CACHE": str(folders.cache_root().resolve()),
        "TACTICA_WRITES": str(notes),
        "PYTHONPATH": os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")]),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [sys.executable, *words]
    done = subprocess.run(
        command, env=env, cwd=places / "here", capture_output=True, text=True, timeout=800, check=False
    )
    return done, notes.read_text().splitlines()
