"""Files as they are written and read: links, pipes and devices, full disks, and what is too large."""

from __future__ import annotations

import errno
import os
import socket
import threading
from pathlib import Path

import pytest
import typer
from typer.core import TyperCommand

from tactica.envs.replay.files import is_stdout, is_stream, read_file, write_whole
from tactica.experiments.common import STDOUT, UserError, check_writable, console, json_target

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """Work in a folder of its own: names of sockets must be short."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("before", [None, b"old"])
def test_a_link_is_written_through(before):
    target, link = Path("folder/target"), Path("link")
    if before is not None:
        target.parent.mkdir()
        target.write_bytes(before)
    link.symlink_to(target)
    check_writable(link)
    assert write_whole(link, b"new") == link
    assert link.is_symlink() and target.read_bytes() == b"new"
    assert [file.name for file in target.parent.iterdir()] == ["target"]


def test_pipes_and_devices_are_written_to_and_stay():
    os.mkfifo("pipe")
    got: list[bytes] = []
    reader = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)
    os.set_blocking(reader, True)
    thread = threading.Thread(target=lambda: got.append(os.read(reader, 100)))
    for path in (Path("pipe"), Path("/dev/null")):
        check_writable(path)
        assert is_stream(path)
        write_whole(path, b"data")
        assert not path.is_file() and is_stream(path)
    thread.start()
    thread.join()
    os.close(reader)
    assert got == [b"data"]
    with pytest.raises(OSError, match="no program reads") as refused:
        write_whole(Path("pipe"), b"data")
    assert refused.value.filename == "pipe"


def test_standard_output_may_be_named_as_a_file(monkeypatch):
    with open("out", "wb") as file:
        monkeypatch.setattr("tactica.envs.replay.files.STDOUT", file.fileno())
        file.write(b"before ")
        file.flush()
        assert is_stdout(Path("out")) and not is_stdout(Path("other"))
        write_whole(Path("out"), b"data")
        with typer.Context(TyperCommand("any")) as context:
            assert json_target(context, Path("out")) == STDOUT and console.stderr
        assert not console.stderr
    assert Path("out").read_bytes() == b"before data"


def test_what_no_file_can_be_written_to_is_refused():
    Path("loop").symlink_to("loop")
    Path("folder").mkdir()
    with socket.socket(socket.AF_UNIX) as made:
        made.bind("socket")
        for name, words in (("loop", "symbolic links"), ("folder", "it is a folder"), ("socket", "it is a socket")):
            with pytest.raises(UserError, match=f"^{name}: cannot be written: .*{words}"):
                check_writable(Path(name))
            with pytest.raises(OSError, match=words) as refused:
                write_whole(Path(name), b"data")
            assert refused.value.filename == name
    assert Path("loop").is_symlink() and not list(Path().glob("*.part"))


def test_a_full_disk_is_an_error_with_the_name_of_the_file(monkeypatch):
    Path("file").write_bytes(b"old")

    def full(*given: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space left") as refused:
        write_whole(Path("file"), b"new")
    assert refused.value.filename == "file" and os.listdir() == ["file"]
    assert Path("file").read_bytes() == b"old"


def test_a_folder_is_refused_by_its_name_and_stays_not_open():
    Path("folder").mkdir()

    def next_handle():
        handle = os.open("folder", os.O_RDONLY)
        os.close(handle)
        return handle

    before = next_handle()
    with pytest.raises(IsADirectoryError) as refused:
        read_file(Path("folder"))
    assert refused.value.filename == "folder" and next_handle() == before


def test_what_is_too_large_is_not_read():
    with open("large", "wb") as file:
        file.truncate(1 << 29)
    with pytest.raises(OSError, match=r"more than 268,435,456 bytes") as refused:
        read_file(Path("large"))
    assert refused.value.filename == "large"
    os.truncate("large", 10)
    assert len(read_file(Path("large"), 10)) == 10
    with pytest.raises(OSError, match="more than 9 bytes"):
        read_file(Path("large"), 9)
