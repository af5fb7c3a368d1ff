"""The page is opened when the server listens, and without its key on a command line."""

from __future__ import annotations

import os
import re
import socket
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import unquote, urlsplit

import pytest

from tactica.experiments.commands import play as command
from tactica.experiments.play import House, SavedBattles

pytest.importorskip("uvicorn", reason="needs uvicorn")


def served(house, monkeypatch, capsys, look):
    """Runs the command's server as far as it opens the page; what is looked at meanwhile, and what was printed."""
    seen = SimpleNamespace(address="", found=None)

    def opened(address):
        seen.address, seen.found = address, look(address)
        raise KeyboardInterrupt

    monkeypatch.setattr(command.webbrowser, "open", opened)
    with command.listening(0) as (listener, port):
        command.serve(None, house, listener, f"http://127.0.0.1:{port}/#{house.token}", True)
    return seen, capsys.readouterr().out, port


def file_of(address):
    return Path(unquote(urlsplit(address).path))


def test_whoever_asks_at_once_is_not_refused(tmp_path, monkeypatch, capsys):
    def look(address):
        port = int(re.search(r"http://127.0.0.1:(\d+)", file_of(address).read_text())[1])
        socket.create_connection(("127.0.0.1", port), timeout=60).close()
        return port

    seen, _, port = served(House(SavedBattles(tmp_path)), monkeypatch, capsys, look)
    assert seen.found == port


def test_the_browser_is_given_a_file_that_only_this_user_reads(tmp_path, monkeypatch, capsys):
    house = House(SavedBattles(tmp_path / "saved"))

    def look(address):
        file = file_of(address)
        return file.read_text(), file.stat().st_mode & 0o777, file.stat().st_uid, file

    seen, said, port = served(house, monkeypatch, capsys, look)
    text, mode, owner, file = seen.found
    assert seen.address.startswith("file://") and house.token not in seen.address
    assert f"url=http://127.0.0.1:{port}/#{house.token}" in text and house.token in said
    assert (mode, owner) == (0o600, os.getuid())
    assert not file.exists() and not (tmp_path / "saved").exists(), "nothing is left, nor a folder that was made for it"


def test_where_no_file_can_be_written_the_browser_gets_no_key(tmp_path, monkeypatch, capsys):
    def full(*about):
        raise OSError("No space left on device")

    monkeypatch.setattr(command.tempfile, "mkstemp", full)
    house = House(SavedBattles(tmp_path))
    seen, said, port = served(house, monkeypatch, capsys, lambda address: None)
    assert seen.address == f"http://127.0.0.1:{port}/" and house.token in said
