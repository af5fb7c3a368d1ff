"""Compiling: how far it is and how long it will take, several rulesets at a time, waiting for others, Ctrl-C."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from io import StringIO
from itertools import pairwise
from pathlib import Path

import pytest

from tactica.envs import rulesets
from tactica.envs.core.compiler import jit
from tactica.envs.rulesets import compiling
from tactica.envs.rulesets.compiling import Forecast, Note, busy
from tactica.experiments import common, compile_bar

pytestmark = [
    pytest.mark.compiled_only,
    pytest.mark.skipif(not jit.IMAGES, reason="images are made with the tested versions of Numba only"),
]

#: CPU seconds after which so many functions of owh had their types and code, and at which the later phases began, as measured
#: on 2026-11-27 (two cores of an Intel Xeon).
FUNCTIONS = [
    (0.35, 0), (3.77, 78), (9.19, 156), (13.51, 234), (18.08, 312), (21.65, 390), (26.03, 467), (31.49, 545),
    (37.53, 623), (44.25, 701), (52.16, 779),
]  # fmt: skip
PHASES = [(53.54, "linking"), (55.7, "optimising"), (69.1, "machine code"), (76.85, "")]
WHOLE = PHASES[-1][0]
RULES = "the rules of Three Banners, a toy ruleset"
COMMAND = [
    sys.executable, "-c", "import conftest; from tactica.experiments.cli import main; main()", "compile", "toybook",
]  # fmt: skip


def note_at(second: float, pace: float = 1.0, began: float = 0.0) -> Note:
    """What is noted of owh at a second of a machine that is ``pace`` times as slow."""
    when = (second - began) / pace
    functions = max((count for since, count in FUNCTIONS if since <= when), default=0)
    phase, phase_began = "types and code", 0.0
    for since, name in PHASES[:-1]:
        if since <= when:
            phase, phase_began = name, since
    return Note(phase, began, began + pace * phase_began, functions, 800)


@pytest.mark.parametrize("pace", [0.5, 1, 10])
def test_the_time_left_is_right_within_a_factor_of_two_after_a_tenth(pace):
    for percent in range(10, 98):
        now = pace * WHOLE * percent / 100
        left = note_at(now, pace).seconds_left(now)
        assert 0.5 < left / (pace * WHOLE - now) < 2 or abs(left - (pace * WHOLE - now)) < 0.03 * pace * WHOLE, percent


def test_what_is_done_never_becomes_less():
    shares = [note_at(WHOLE * percent / 100).share_done(WHOLE * percent / 100) for percent in range(101)]
    assert shares == sorted(shares) and shares[0] == 0 and 0.9 < shares[-1] < 1


@pytest.mark.parametrize("jobs", [1, 2])
def test_of_several_rulesets_the_time_left_counts_those_that_wait(jobs):
    """Five alike on a machine three times as slow as usual, two at a time or one after the other."""
    slugs = "abcde"
    forecast = Forecast(dict.fromkeys(slugs, WHOLE), jobs)
    pace = 3.0
    begins = {slug: pace * WHOLE * (i // jobs) for i, slug in enumerate(slugs)}
    end = max(begins.values()) + pace * WHOLE
    shares = []
    for percent in range(10, 98):
        now = end * percent / 100
        for slug, began in begins.items():
            if now >= began + pace * WHOLE:
                forecast.finish(slug)
            elif now >= began:
                forecast.look(slug, note_at(now, pace, began), now)
        assert 0.5 < forecast.seconds_left / (end - now) < 2 or abs(forecast.seconds_left - (end - now)) < 0.03 * end
        shares.append(forecast.share_done)
    assert all(later >= earlier - 1e-9 for earlier, later in pairwise(shares)) and shares[0] < 0.2


def test_before_anything_is_known_the_size_of_the_sources_says_it():
    assert Forecast({"a": 60.0, "b": 40.0}, jobs=2).seconds_left == 60
    assert Forecast({"a": 60.0, "b": 40.0}, jobs=1).seconds_left == 100
    assert Forecast({"a": 60.0, "b": 40.0}, jobs=1, pace=1.5).seconds_left == 150, "others want the cores, too"


def test_a_busy_machine_is_expected_to_take_longer(monkeypatch, tmp_path):
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    monkeypatch.setattr(compiling, "LOAD", tmp_path / "loadavg")
    for running, jobs, pace in ((1, 2, 1.0), (3, 2, 1.0), (7, 2, 2.0)):
        compiling.LOAD.write_text(f"5.10 4.20 3.30 {running}/89 19335\n")
        assert busy(jobs) == pace, "whatever the mean load was before"
    compiling.LOAD.unlink()
    for load, jobs, pace in ((0.0, 2, 1.0), (2.0, 2, 1.0), (6.0, 2, 2.0)):
        monkeypatch.setattr(os, "getloadavg", lambda load=load: (load, 0.0, 0.0))
        assert busy(jobs) == pace
    monkeypatch.delattr(os, "getloadavg")
    assert busy(8) == 1.0


# --- compiling for real


@pytest.fixture(scope="module")
def image():
    """The image of the toybook, compiled."""
    ruleset = rulesets.get("toybook")
    assert ruleset.loops, "loaded, which declares the entries"
    if not jit.is_compiled(ruleset.folder):
        jit.compile_ruleset(ruleset.folder, lambda told: None)
    return next(home / "image" for home in jit.cache_folders(ruleset.folder) if (home / "image").exists())


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """An empty cache: the folder in it that the toybook's image will be in."""
    monkeypatch.setenv("TACTICA_CACHE", str(tmp_path))
    return jit.cache_folder(rulesets.get("toybook").folder)


@pytest.fixture
def begin():
    """Starts a process whose output is read; whatever still runs at the end of the test is ended."""
    begun = []

    def start(command, **settings):
        begun.append(
            subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **settings}
            )
        )
        return begun[-1]

    yield start
    for process in begun:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        process.communicate()


def wait_for(what, process):
    """Wait until something is so while a process runs."""
    while not what():
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)


def test_compiling_says_how_far_it_is_and_leaves_only_the_image(cache):
    done = subprocess.run([*COMMAND, "--jobs", "2"], capture_output=True, text=True, timeout=1500)
    lines = done.stdout.splitlines()
    assert done.returncode == 0 and not done.stderr, done.stderr
    assert lines[0].startswith(f"compiling {RULES} (once, about ") and lines[-1].startswith(f"compiled {RULES} in ")
    assert lines[-1].endswith(str(cache))
    assert any("%, about " in line and line.endswith(" left") for line in lines[1:-1])
    assert "\x1b" not in done.stdout and "\r" not in done.stdout
    assert (cache / "image").is_file() and not (cache / "progress").exists()
    again = subprocess.run(COMMAND, capture_output=True, text=True, timeout=300)
    assert again.stdout.split() == f"{RULES} are already compiled, in  {cache}".split()


def test_ctrl_c_leaves_no_process_and_nothing_broken(cache, begin):
    process = begin(COMMAND)
    wait_for((cache / "progress").exists, process)
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=300)
    assert process.returncode == common.EXIT_STOPPED and stderr.strip() == "stopped"
    with jit.compile_lock(rulesets.get("toybook").folder, waits=False):
        assert not (cache / "image").exists(), "nobody goes on compiling"


def test_what_another_process_compiles_is_waited_for(cache, image, begin):
    with jit.compile_lock(rulesets.get("toybook").folder, waits=False):
        now = time.time()
        note = Note("types and code", now - 800, now - 800, 400, 800)
        (cache / "progress").write_text(json.dumps(note._asdict()))
        process = begin(COMMAND)
        lines = [process.stdout.readline(), process.stdout.readline()]
        assert lines[1].startswith(f"compiling {RULES}: 34%, about ") and "min left" in lines[1]
        shutil.copy(image, cache / "image")
        made = (cache / "image").stat().st_mtime_ns
    rest, _ = process.communicate(timeout=300)
    assert process.returncode == 0 and f"compiled {RULES}" in rest
    assert (cache / "image").stat().st_mtime_ns == made


def test_what_fails_says_why_and_ends_the_others(monkeypatch, tmp_path):
    makers = []
    popen = subprocess.Popen

    def fail(command, **options):
        code = "raise ValueError('no room')" if not makers else "import time; time.sleep(600)"
        makers.append(popen([sys.executable, "-c", code], **options))
        return makers[-1]

    monkeypatch.setattr(compiling.subprocess, "Popen", fail)
    with pytest.raises(compiling.CompilingFailed, match="toybook cannot be compiled: ValueError: no room"):
        list(compiling.compile_beside(["toybook", "owh"], jobs=2))
    assert len(makers) == 2 and all(maker.poll() is not None for maker in makers)


def test_a_terminal_shows_a_bar_with_the_time_left(cache, monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    out = StringIO()
    terminal = common.PlainConsole()
    terminal.file, terminal._force_terminal, terminal.is_interactive, terminal._width = out, True, True, 100
    monkeypatch.setattr(common, "console", terminal)
    cache.mkdir(parents=True)
    now = time.time()
    note = Note("types and code", now - 100, now - 100, 400, 800)
    (cache / "progress").write_text(json.dumps(note._asdict()))
    with compile_bar.compile_bar(terminal, common.say, ["toybook"], 1) as finish:
        for _ in range(600):
            if "left" in out.getvalue():
                break
            time.sleep(0.1)
        finish("toybook", "")
    assert (
        "compiling Three Banners" in out.getvalue()
        and "34 %" in out.getvalue()
        and "about 3 min left" in out.getvalue()
    )


def test_the_command_line_waits_for_a_battle_that_was_begun_in_python(cache, image, begin):
    """A search has much to play: it shows the bar of the process that compiles beside it."""
    with jit.compile_lock(rulesets.get("toybook").folder, waits=False):
        code = (
            "import conftest; from tactica.experiments.common import wait_until_compiled as wait; wait('toybook'); "
            "from tactica.envs import rulesets; print(rulesets.get('toybook').is_compiled)"
        )
        process = begin([sys.executable, "-c", code], TACTICA_ENGINE="auto")
        assert process.stdout.readline().startswith(f"compiling {RULES} (once, about ")
        shutil.copy(image, cache / "image")
    rest, _ = process.communicate(timeout=300)
    assert process.returncode == 0 and rest.split()[-1] == "True" and Path(cache / "image").is_file()
