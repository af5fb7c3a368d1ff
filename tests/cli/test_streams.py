"""The standard streams and the environment of the command line: closed, full, in another encoding, interrupted at the start."""

from __future__ import annotations

import io
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import tactica
from tactica import __main__ as entry
from tactica.envs import rulesets
from tactica.envs.apis import registration
from tactica.experiments import streams
from tactica.experiments.cli import app
from tactica.experiments.commands.train import changes
from tactica.experiments.common import UserError, own_python


def command(words: str) -> subprocess.CompletedProcess[str]:
    """Run a command line of a shell, in which ``tactica`` is this package."""
    line = f"exec {shlex.join(own_python('-m', 'tactica'))} {words}"
    return subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_output_that_cannot_be_written_is_one_sentence():
    for words in ("version", "--help"):
        done = command(f"{words} > /dev/full")
        assert done.returncode == 2
        assert done.stderr == "error: standard output: cannot be written: No space left on device\n"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
def test_closed_streams_are_empty():
    done = command("version <&- >&-")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert command("scenarios check nowhere.yaml 2>&-").returncode == 2


def test_characters_that_the_encoding_lacks_are_replaced(monkeypatch):
    data = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(data, encoding="ascii"))
    streams.prepare()
    print("2\u20133 \u2501", flush=True)
    assert data.getvalue() == b"2?3 ?\n"


@pytest.mark.parametrize("name", streams.SIZES)
@pytest.mark.parametrize(
    ("given", "is_used"),
    [("80", True), ("1000", True), *((one, False) for one in ("0", "-1", "abc", "", "1", "3.5", "99999999", "\u00b2"))],
)
def test_a_size_that_no_output_can_have_is_ignored(monkeypatch, name, given, is_used):
    monkeypatch.setenv(name, given)
    streams.prepare()
    assert os.environ.get(name) == (given if is_used else None)


def interrupted(*given):
    """As if Ctrl-C were pressed here."""
    raise KeyboardInterrupt


def test_ctrl_c_while_the_commands_are_loaded_ends_quietly(monkeypatch, capsys):
    monkeypatch.setattr(streams, "prepare", interrupted)
    with pytest.raises(SystemExit, match="130"):
        entry.main()
    monkeypatch.setattr(registration, "register", interrupted)
    monkeypatch.setattr(sys, "argv", ["/usr/bin/tactica"])
    with pytest.raises(SystemExit, match="130"):
        tactica._register()
    assert capsys.readouterr().err == "stopped\nstopped\n"
    monkeypatch.setattr(sys, "argv", ["mine.py"])
    with pytest.raises(KeyboardInterrupt):
        tactica._register()


def test_folders_of_rulesets_that_cannot_be_read_are_left_out(monkeypatch, tmp_path):
    (tmp_path / "loop").symlink_to("loop")
    folders = ["~no_such_user/x", str(tmp_path / "loop"), str(Path(__file__).parents[1])]
    monkeypatch.setenv("TACTICA_RULESETS", os.pathsep.join(folders))
    monkeypatch.setattr(sys, "path", list(sys.path))
    with pytest.warns(UserWarning, match="which cannot be read") as said:
        found = rulesets._packages.__wrapped__()
    assert len(said) == 2 and {"toybook", "wfrp1"} <= set(found)


def test_what_the_system_refuses_is_one_sentence_with_the_name(monkeypatch, tmp_path):
    name = "x" * 300
    done = CliRunner().invoke(app, ["scenarios", "check", name])
    assert (done.exit_code, done.stderr) == (2, f"error: {name}: File name too long\n")
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    done = CliRunner().invoke(app, ["demo"])
    assert (done.exit_code, done.stderr) == (
        2,
        "error: the current folder was deleted; change to a folder that exists\n",
    )


def test_a_folder_given_as_a_scenario_is_called_one(tmp_path):
    done = CliRunner().invoke(app, ["scenarios", "check", str(tmp_path)])
    assert (done.exit_code, done.stderr) == (2, f"{tmp_path}: is not a file but a folder, a pipe or a device\n")


def test_settings_of_a_recipe_are_read_with_limits():
    assert changes(["ppo.generations=5", "league.anchors=[random]"]) == {
        "ppo.generations": 5,
        "league.anchors": ["random"],
    }
    with pytest.raises(UserError, match="more than 50 lists"):
        changes([f"ppo.generations={'[' * 10_000}"])
