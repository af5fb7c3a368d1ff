"""One saved battle is written by one server alone, and never over what another program has put there."""

from __future__ import annotations

import subprocess
import sys

import pytest
from play.scenes import Page, match_of
from play.test_hostile import begun, sent

from tactica.envs import replay as replays
from tactica.experiments.play import House, SavedBattles
from tactica.experiments.play.holding import FileChanged, Held, Taken

fcntl = pytest.importorskip("fcntl", reason="needs locks of files")

TAKE = """
import pathlib, sys
from tactica.experiments.play.holding import Held, Taken
try:
    Held(pathlib.Path(sys.argv[1]))
except Taken as error:
    print("taken:", error)
else:
    print("free")
"""


def another(file):
    """What another process is told that takes a file."""
    return subprocess.run([sys.executable, "-c", TAKE, str(file)], capture_output=True, text=True, check=True).stdout


def saved(page):
    """A battle in which a person has decided once, and its file."""
    match = begun(page)
    page.post(f"/api/matches/{match.id}/answer", sent(match))
    return match, match.file


def test_a_battle_is_held_from_its_first_save_until_it_is_put_away(page):
    match, file = saved(page)
    for _ in range(2):  # the second version has taken the place of the first
        assert another(file).startswith("taken:")
        match.save()
    page.house.close()
    assert another(file) == "free\n"


def test_a_second_server_is_refused_the_battle_and_the_first_plays_on(page):
    match, file = saved(page)
    other = Page(House(SavedBattles(page.house.saved.folder)))
    told = other.post("/api/matches/resume", {"file": file.name}, 400)["error"]
    assert "open in another tactica play" in told and file.name in told
    match.save()
    assert not match.unsaved and len(replays.load(file).decisions) == match.at
    page.house.close()
    other.post("/api/matches/resume", {"file": file.name})


def written(file):
    """What changes when a file is written, or another takes its place."""
    now = file.stat()
    return now.st_ino, now.st_size, now.st_mtime_ns


def test_a_battle_that_is_over_is_shown_by_any_number_of_servers_and_written_by_none(page):
    match = match_of("toybook/alliance", file=page.house.saved.folder / f"over{replays.EXTENSION}")
    while not match.game.over:
        match.play_on(60)
    match.save()
    match.release()
    before = written(match.file)
    for house in (page.house, House(SavedBattles(page.house.saved.folder))):
        Page(house).post("/api/matches/resume", {"file": match.file.name})
        house.close()
    assert written(match.file) == before


def test_what_another_program_has_written_is_left_as_it_is(page):
    match, file = saved(page)
    file.write_bytes(b"mine")
    view = page.post(f"/api/matches/{match.id}/go", {"seat": 0, "at": match.at})
    while not view["asked"] or not view["asked"]["mine"]:
        view = page.post(f"/api/matches/{match.id}/go", {"seat": 0, "at": view["at"]})
    view = page.post(f"/api/matches/{match.id}/answer", sent(match))
    assert "changed by another program" in view["unsaved"] and "another name" in view["unsaved"]
    assert file.read_bytes() == b"mine"
    page.post(f"/api/matches/{match.id}/save", {"name": "rescued"})
    assert len(replays.load(page.house.saved.path("rescued")).decisions) == match.at


def test_a_file_that_changes_between_reading_and_taking_it_is_not_gone_on_with(page):
    match, file = saved(page)
    page.house.close()
    stale = replays.load(file)
    longer = replays.resume(stale)
    longer.answer(int(longer.game.answers()[0]))
    replays.save(longer, file)
    with pytest.raises(
        replays.ReplayError, match="changed while it was opened"
    ) as kept:  # and with it all that is held
        page.house.resume(stale, match.players, file)
    assert replays.load(file) == longer.replay()
    assert page.house.resume(longer.replay(), match.players, file).at == match.at + 1, kept


def test_a_new_file_takes_no_name_of_another_not_even_of_a_link_to_nothing(tmp_path):
    there, link = tmp_path / "there", tmp_path / "link"
    there.write_bytes(b"mine")
    link.symlink_to(tmp_path / "nothing")
    for path in (there, link):
        with pytest.raises(FileExistsError):
            Held(None).write(path, b"other")
    assert there.read_bytes() == b"mine" and sorted(tmp_path.iterdir()) == [link, there]


def test_a_file_that_is_gone_is_written_again_and_a_changed_one_is_not(tmp_path):
    file = tmp_path / "one"
    held = Held(None)
    held.write(file, b"1")
    file.unlink()
    held.write(file, b"2")
    assert file.read_bytes() == b"2"
    file.write_bytes(b"3")
    with pytest.raises(FileChanged):
        held.write(file, b"4")
    with pytest.raises(Taken):
        held.write(tmp_path / "two", b"5")
        Held(tmp_path / "two")
