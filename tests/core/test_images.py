"""Images: compiled once, found again, never stale, never trusted when damaged; everything Python calls is in them."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tactica.envs.core.compiler import jit

pytestmark = [
    pytest.mark.compiled_only,
    pytest.mark.skipif(not jit.IMAGES, reason="images are made with the tested versions of Numba only"),
]

CALLEE = """
from tactica.envs.core.compiler import kernel


@kernel
def bonus(x):
    return x + 3
"""
CALLER = """
from pathlib import Path

import numpy as np

from tactica.envs.core.compiler import jit, kernel
from .callee import bonus

POINT = np.dtype([("x", "i4"), ("near", "i8", (4,))])
HERE = {"folder": Path(__file__).resolve().parent, "records": {"points": POINT}}


@kernel
def first(numbers):
    return numbers[0]


@jit.entry("points, int, int64[:]", **HERE)
def total(points, i, more):
    return bonus(points[i].x) + first(points[i].near) + first(more)


@jit.entry("points, int, float", **HERE)
def scaled(points, i, by):
    return bonus(points[i].x) * by
"""
PLAY = """
import sys, warnings
import numpy as np
warnings.simplefilter("always")
from mini.caller import POINT, scaled, total
from tactica.envs.core.compiler import jit, lowering
points = np.zeros(2, POINT)
points[1]["x"], points[1]["near"][0] = 4, 10
print(total(points, 1, np.array([100])), scaled(points, np.int16(1), 0.5), len(lowering.touched))
"""

#: A process that finds the disk full when it saves an image.
FULL = """
import os
real = os.open
def full(path, flags, mode=0o777, **more):
    return real("/dev/full", os.O_WRONLY) if "/image." in str(path) else real(path, flags, mode, **more)
os.open = full
"""

#: A process that fails where it must compile anything.
COMPILES_NOTHING = """
from tactica.envs.core.compiler import image
image.build = None
"""
#: A process for which the cache can only be read, whoever runs it: root may write whatever the mode of a folder says.
READ_ONLY = """
real_open, real_mkdir, real_file = os.open, os.mkdir, tempfile.TemporaryFile
def refuse(path):
    if str(path).startswith({cache!r}):
        raise OSError(30, "Read-only file system", str(path))
def open_(path, flags, mode=0o777, **more):
    if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
        refuse(path)
    return real_open(path, flags, mode, **more)
def mkdir(path, *more, **named):
    if not os.path.isdir(path):
        refuse(path)
    return real_mkdir(path, *more, **named)
def file(*more, dir=None, **named):
    refuse(dir)
    return real_file(*more, dir=dir, **named)
os.open, os.mkdir, tempfile.TemporaryFile = open_, mkdir, file
"""


def written(home: Path) -> Path:
    """A ruleset of two files with two entries, in a folder."""
    folder = home / "here" / "mini"
    folder.mkdir(parents=True)
    (folder / "rulebook.yaml").write_text("")
    (folder / "__init__.py").write_text("")
    (folder / "callee.py").write_text(CALLEE)
    (folder / "caller.py").write_text(CALLER)
    return folder


@pytest.fixture
def mini(tmp_path):
    """The ruleset, not compiled yet."""
    return written(tmp_path)


@pytest.fixture(scope="module")
def once_compiled(tmp_path_factory):
    """Where the ruleset lies with its image, to be copied."""
    home = tmp_path_factory.mktemp("images")
    assert run(written(home))[0][:2] == ["117", "3.5"]
    return home


@pytest.fixture
def compiled(tmp_path, once_compiled):
    """The ruleset with its image in a cache folder of its own."""
    for part in ("here", "cache"):
        shutil.copytree(once_compiled / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "here" / "mini"


def run(folder: Path, code: str = PLAY, **environment: str) -> tuple[list[str], str]:
    """What a process prints that plays by the ruleset in a folder, and what it is told."""
    cache = folder.parent.parent / "cache"
    paths = os.pathsep.join([str(folder.parent), os.environ.get("PYTHONPATH", "")])
    env = {**os.environ, "TACTICA_CACHE": str(cache), "PYTHONPATH": paths, **environment}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split(), done.stderr


def images(folder: Path) -> list[Path]:
    """The images kept for the ruleset in a folder."""
    return sorted((folder.parent.parent / "cache").glob("*/image"))


def test_an_image_is_made_once_and_found_again(mini):
    first, _ = run(mini)
    assert first[:2] == ["117", "3.5"]
    assert len(images(mini)) == 1
    again, told = run(mini)
    assert again == ["117", "3.5", "0"]  # nothing was lowered
    assert told == ""


def test_the_same_image_serves_wherever_the_ruleset_lies(compiled):
    there = compiled.parent.parent / "there" / "mini"
    shutil.copytree(compiled, there, ignore=shutil.ignore_patterns("__pycache__"))
    assert run(there)[0] == ["117", "3.5", "0"]
    assert len(images(compiled)) == 1


def test_a_changed_callee_is_compiled_anew(compiled):
    (compiled / "callee.py").write_text(CALLEE.replace("+ 3", "+ 5"))
    assert run(compiled)[0][:2] == ["119", "4.5"]
    assert len(images(compiled)) == 2


@pytest.mark.parametrize("harm", ["a byte", "cut short", "empty", "foreign", "another ruleset's"])
def test_a_damaged_image_is_noticed_said_and_replaced(compiled, harm):
    (path,) = images(compiled)
    whole = path.read_bytes()
    middle = len(whole) // 2
    if harm == "another ruleset's":
        (compiled / "callee.py").write_text(CALLEE.replace("+ 3", "+ 5"))
        run(compiled)
        (other,) = set(images(compiled)) - {path}
        other.write_bytes(whole)
        path, whole = other, b""
    else:
        path.write_bytes(
            {
                "a byte": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
                "cut short": whole[:-100],
                "empty": b"",
                "foreign": b"tactica image 99\n" + whole,
            }[harm]
        )
    found, told = run(compiled)
    assert found[:2] == (["119", "4.5"] if harm == "another ruleset's" else ["117", "3.5"])
    assert told.count(str(path)) == 1 and "mini is compiled again" in told
    assert run(compiled)[1] == ""


@pytest.fixture
def temporary(tmp_path):
    """A folder for temporary files, and the private one that is made in it."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    return folder, folder / f"tactica-{os.getuid()}"


def nowhere(tmp_path: Path, folder: Path) -> dict[str, str]:
    """An environment in which no cache can be made, nor anything in the user's home."""
    below = tmp_path / "file"
    below.write_text("")
    return {"HOME": str(below / "home"), "TACTICA_CACHE": str(below / "cache"), "TMPDIR": str(folder)}


def test_without_a_cache_one_line_says_where_the_code_stays_and_the_second_process_finds_it(mini, tmp_path, temporary):
    folder, private = temporary
    env = nowhere(tmp_path, folder)
    found, told = run(mini, **env)
    assert found[:2] == ["117", "3.5"]
    assert told.count("compiling mini, about 10 s: ") == 1 == told.count("UserWarning")
    assert f"{tmp_path}/file/cache cannot be written, so the code stays in {private} until the machine restarts" in told
    assert "to keep it, set TACTICA_CACHE=FOLDER" in told
    assert stat.S_IMODE(private.stat().st_mode) == 0o700 and private.stat().st_uid == os.getuid()
    assert run(mini, COMPILES_NOTHING + PLAY, **env) == (["117", "3.5", "0"], "")


def test_without_a_home_the_private_folder_is_used(mini, temporary):
    """A user that no list of users holds, with no HOME set: there is no home to ask for."""
    folder, private = temporary
    code = "import pathlib\n\ndef no_home():\n    raise RuntimeError('no home')\n\npathlib.Path.home = no_home\n" + PLAY
    env = {"TACTICA_CACHE": "", "XDG_CACHE_HOME": "", "TMPDIR": str(folder)}
    assert run(mini, code, **env)[0][:2] == ["117", "3.5"]
    assert len(list(private.glob("mini-*/image"))) == 1
    assert run(mini, COMPILES_NOTHING + code, **env) == (["117", "3.5", "0"], "")


def test_a_cache_that_can_only_be_read_is_read(compiled, tmp_path, temporary):
    """What it holds is used; what is compiled besides goes to the private folder."""
    folder, private = temporary
    code = "import os, tempfile" + READ_ONLY.format(cache=str(compiled.parent.parent / "cache")) + PLAY
    env = {"TMPDIR": str(folder)}
    assert run(compiled, COMPILES_NOTHING + code, **env) == (["117", "3.5", "0"], "")
    before = images(compiled)
    (compiled / "callee.py").write_text(CALLEE.replace("+ 3", "+ 5"))
    found, told = run(compiled, code, **env)
    assert found[:2] == ["119", "4.5"] and "so the code stays in" in told
    assert images(compiled) == before and len(list(private.glob("mini-*/image"))) == 1
    assert run(compiled, COMPILES_NOTHING + code, **env) == (["119", "4.5", "0"], "")


def test_where_nothing_can_be_kept_one_line_says_so(mini, tmp_path, temporary):
    folder, _ = temporary
    code = f"import tempfile\n\ntempfile.tempdir = {str(tmp_path / 'file' / 'tmp')!r}\n" + PLAY
    found, told = run(mini, code, **nowhere(tmp_path, folder))
    assert found[:2] == ["117", "3.5"]
    assert told.count("so it is compiled again each time; to keep it, set TACTICA_CACHE=FOLDER") == 1
    assert told.count("UserWarning") == 1


def test_a_private_folder_that_others_may_look_into_is_not_used(mini, tmp_path, temporary):
    folder, private = temporary
    private.mkdir()
    private.chmod(0o755)
    found, told = run(mini, **nowhere(tmp_path, folder))
    assert found[:2] == ["117", "3.5"] and "only for this command" in told
    assert list(private.iterdir()) == [] and list(folder.iterdir()) == [private]


@pytest.mark.parametrize(
    "harm", ["garbage", "a folder", "a folder with a file", "a link to nothing", "a named pipe", "unreadable"]
)
def test_what_is_no_image_at_all_is_said_and_replaced(compiled, harm):
    if harm == "unreadable" and os.getuid() == 0:
        pytest.skip("root reads everything")
    if harm == "a named pipe" and not hasattr(os, "mkfifo"):
        pytest.skip("needs named pipes")
    (path,) = images(compiled)
    if harm == "unreadable":
        path.chmod(0)
    else:
        path.unlink()
    if harm == "garbage":
        path.write_bytes(os.urandom(5000))
    elif harm.startswith("a folder"):
        path.mkdir()
        if harm.endswith("file"):
            (path / "file").write_text("")
    elif harm == "a link to nothing":
        path.symlink_to(path.with_name("nothing"))
    elif harm == "a named pipe":
        os.mkfifo(path)
    found, told = run(compiled)
    assert found[:2] == ["117", "3.5"]
    if harm != "a link to nothing":
        assert told.count(str(path)) == 1 and "mini is compiled again" in told
    assert run(compiled) == (["117", "3.5", "0"], "")


@pytest.mark.parametrize(("place", "mode"), [("root", 0o777), ("home", 0o775), ("image", 0o757)])
def test_what_others_may_write_to_is_not_loaded(compiled, tmp_path, place, mode):
    """Neither the cache folder, nor the ruleset's folder in it, nor the image."""
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    (path,) = images(compiled)
    where = {"root": path.parent.parent, "home": path.parent, "image": path}[place]
    where.chmod(mode)
    before = path.stat()
    found, told = run(compiled, TMPDIR=str(temporary))
    assert found[:2] == ["117", "3.5"]
    assert told.count("other users may write to it") == 1 and str(where) in told
    private = temporary / f"tactica-{os.getuid()}"
    if place == "image":  # made anew, by us alone
        assert path.stat().st_ino != before.st_ino and not path.stat().st_mode & 0o022
        assert run(compiled) == (["117", "3.5", "0"], "")
        return
    assert f"chmod go-w {where}" in told and str(private) in told
    assert not private.stat().st_mode & 0o077
    assert len(list(private.glob("mini-*/image"))) == 1
    assert (private / path.parent.name / "image").exists() and path.stat().st_mtime_ns == before.st_mtime_ns
    where.chmod(0o755)
    assert run(compiled) == (["117", "3.5", "0"], "")


def test_a_private_folder_that_somebody_else_has_prepared_is_not_used(compiled, tmp_path):
    temporary, cache = tmp_path / "tmp", compiled.parent.parent / "cache"
    temporary.mkdir()
    cache.chmod(0o777)
    (temporary / f"tactica-{os.getuid()}").symlink_to(cache)
    (path,) = images(compiled)
    path.write_bytes(b"")
    found, told = run(compiled, TMPDIR=str(temporary))
    assert found[:2] == ["117", "3.5"] and "other users may write to it" in told and str(path) not in told
    assert path.read_bytes() == b""
    assert [path.name for path in temporary.iterdir()] == [f"tactica-{os.getuid()}"]  # the one for the process is gone


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give files away")
def test_what_belongs_to_somebody_else_is_not_loaded(compiled):
    (path,) = images(compiled)
    os.chown(path, 12345, 12345)
    found, told = run(compiled)
    assert found[:2] == ["117", "3.5"] and "it belongs to another user" in told
    os.chown(path.parent.parent, 12345, 12345)
    assert "it belongs to another user" in run(compiled, TMPDIR=str(compiled))[1]


def test_a_sticky_folder_of_all_is_used_for_a_folder_of_ones_own(mini, tmp_path):
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    assert run(mini, TACTICA_CACHE=str(shared))[1] == ""
    assert run(mini, TACTICA_CACHE=str(shared)) == (["117", "3.5", "0"], "")
    homes = list(shared.iterdir())  # of the image, and of hashes
    assert len(homes) == 2 and not any(home.stat().st_mode & 0o022 for home in homes)


def test_folders_and_images_are_writable_for_their_user_alone_whatever_the_umask(mini):
    run(mini, "import os; os.umask(0)\n" + PLAY)
    (path,) = images(mini)
    for one in (path, path.parent, path.parent.parent):
        assert not one.stat().st_mode & 0o022
    assert run(mini) == (["117", "3.5", "0"], "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_said_once_and_the_game_goes_on(mini):
    found, told = run(mini, FULL + PLAY)
    assert found[:2] == ["117", "3.5"]
    assert told.count("cannot be saved") == 1 and "No space left on device" in told
    assert images(mini) == []


SHIP = """
from mini.caller import HERE
from tactica.envs.core.compiler import jit
jit.ship(HERE["folder"])
"""
#: A process in which sources cannot be read for their logic: hashes must be noted.
READS_NO_LOGIC = """
from tactica.envs.core.compiler import cache
cache.logic_of = None
"""


def test_a_shipped_image_needs_neither_cache_nor_compiler_nor_the_logic_of_the_sources(compiled):
    run(compiled, SHIP)
    assert len(images(compiled)) == 1
    shutil.rmtree(compiled.parent.parent / "cache")
    assert run(compiled, READS_NO_LOGIC + COMPILES_NOTHING + PLAY) == (["117", "3.5", "0"], "")
    assert images(compiled) == []


def test_of_an_image_in_the_cache_and_a_shipped_one_the_first_is_taken(compiled):
    run(compiled, SHIP)
    (shipped,) = compiled.glob("*.image")
    shipped.write_bytes(b"")
    assert run(compiled) == (["117", "3.5", "0"], "")
    (made,) = images(compiled)
    made.unlink()
    found, told = run(compiled)
    assert found[:2] == ["117", "3.5"] and f"{shipped} is not used" in told


def test_a_shipped_image_of_other_sources_is_not_used(compiled):
    run(compiled, SHIP)
    (compiled / "callee.py").write_text(CALLEE.replace("+ 3", "+ 5"))
    assert run(compiled)[0][:2] == ["119", "4.5"]


def test_what_is_not_compiled_cannot_be_shipped(mini):
    caught = (
        SHIP.replace("jit.ship", "try:\n    jit.ship")
        + "except FileNotFoundError as error:\n    print(error.strerror)\n"
    )
    assert " ".join(run(mini, caught)[0]) == "the ruleset is not compiled"


@pytest.mark.parametrize("package", ["numba", "llvmlite"])
def test_other_versions_compile_function_by_function_with_one_warning(mini, package):
    found, told = run(mini, f"import {package}; {package}.__version__ = '9.9'" + PLAY.replace(", lowering", "").replace(
        "len(lowering.touched)", "jit.IMAGES"
    ))  # fmt: skip
    assert found == ["117", "3.5", "False"]
    assert told.count(f"{package} 9.9") == 1
    assert images(mini) == []


def test_images_can_be_switched_off(mini):
    code = PLAY.replace(", lowering", "").replace("len(lowering.touched)", "jit.IMAGES")
    found, told = run(mini, code, TACTICA_IMAGES="0")
    assert found == ["117", "3.5", "False"]
    assert told == ""


def test_a_field_and_an_array_are_one_type(mini):
    """``first`` is called with a field of a record and with an array."""
    lower = """
from tactica.envs.core.compiler import image
from mini.caller import HERE, first
image.of(HERE["folder"]).lower()
print(len(first.overloads))
"""
    assert run(mini, lower)[0] == ["1"]


PLAYED_FROM_PYTHON = """
import numpy as np
import tactica
import toybook
from tactica.envs import rulesets
from tactica.envs.core.compiler import image
from tactica.envs.engine.game import Game
from tactica.envs.engine.policies import RandomLegal
from tactica.envs.engine.pools import open_pool
from tactica.envs.engine.rollouts import play_games
from tactica.experiments.fuzz.fuzz import fuzz
from tactica.experiments.play.choices import Menu

open_alone = image.open_alone
image.open_alone = lambda kernel, kinds: (print(kernel.__qualname__), open_alone(kernel, kinds))
ruleset = toybook.RULESET
rulesets.register(ruleset)
pool = open_pool(ruleset, "alliance")
game = Game(ruleset, pool).start(seed=1)
rng = np.random.default_rng(1)
while not game.over:
    game.observe()
    game.legal_texts()
    Menu(game).complete()
    game.step(int(rng.choice(game.legal())))
game.restore(Game(ruleset, pool).start(seed=1).snapshot())
game.forfeit()
for opponent in ("fierce", None):
    env = tactica.make_vec("toybook", 3, scenario="banners", opponent=opponent)
    env.reset(seed=1)
    for _ in range(40):
        env.step(env.random_actions())
for players in (("random", "fierce"), ("random", RandomLegal()), ("charger", "archer")):
    play_games(ruleset, "banners", policies=players, games=2, seed=1)
table = tactica.sandbox("toybook", "alliance")
table.odds(table.choices()[0], budget=500)
assert fuzz(ruleset, ["banners"], decisions=50).ok
print("played")
"""


def test_everything_python_calls_is_an_entry():
    """Nothing is compiled by itself, outside the image, whatever a process plays that has not played before."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", PLAYED_FROM_PYTHON], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["played"]


LARGE = """
import numpy as np
from tactica.envs.core.compiler import jit
POINTS = np.zeros({cells})
@jit.kernel
def beyond(x):
    return POINTS[x]
try:
    print(beyond(3))
except TypeError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("cells", "said"), [(125_000, "0.0"), (125_001, "beyond reads POINTS, a constant of 1,000,008 bytes")]
)
def test_a_constant_that_is_too_large_is_refused_by_name(mini, cells, said):
    """Numba would write its address in this process into the image."""
    found, told = run(mini, LARGE.format(cells=cells))
    assert said in " ".join(found), told
