"""Files of results whose values have the wrong types, under a checksum that fits: refused in a sentence, never by a traceback."""

from __future__ import annotations

import copy
import hashlib
import json

import msgspec
import pytest

from tactica.configs import FOLDER
from tactica.experiments.benchmark.result import read
from tactica.experiments.common import UserError, user_errors
from tactica.experiments.comparison import running
from tactica.experiments.comparison.result import read_record
from tactica.experiments.exploit.question import ExploitFolder, ask, known_answer
from tactica.experiments.laboratory.knobs import sweeping
from tactica.experiments.laboratory.running import QuestionFolder
from tactica.experiments.laboratory.worth import playing as worth
from tactica.experiments.sealing import SEAL, sealed
from tactica.experiments.tournament import manifest as manifests
from tactica.experiments.tournament.manifest import Manifest
from tactica.experiments.tournament.store import TournamentFolder

BAD = (1, "x", None, [], {}, -1, 1e308, 2**62, True)
DICE = "orders.speed.speed_dice"


def places(what, at=()):
    """Every place of a value in JSON types, lists and mappings included."""
    yield at
    items = what.items() if isinstance(what, dict) else enumerate(what[:2]) if isinstance(what, list) else ()
    for key, value in items:
        yield from places(value, (*at, key))


def spoilt(good):
    """Copies of JSON types with one value wrong or missing."""
    for at in places(good):
        for bad in (*BAD, KeyError):
            found = copy.deepcopy(good)
            part = found
            for key in at[:-1]:
                part = part[key]
            if not at:
                found = bad if bad is not KeyError else {}
            elif bad is KeyError:
                del part[at[-1]]
            else:
                part[at[-1]] = bad
            yield at, found


def refused(file, opened, fitting=lambda what: what):
    """How many spoilt copies of a file are refused; all others open.

    Args:
        file: is put back in the end.
        opened: opens it.
        fitting: gives other checks than the checksum what they look for.
    """
    whole, count = file.read_bytes(), 0
    good = {key: value for key, value in json.loads(whole).items() if key != SEAL}
    for at, found in spoilt(good):
        if isinstance(found, dict):
            found = sealed(fitting(found))
        file.write_text(json.dumps(found))
        try:
            opened()
        except user_errors() as error:
            count += 1
            assert str(error), at
        except Exception as error:
            raise AssertionError(f"{at}: {found}") from error
    file.write_bytes(whole)
    opened()
    return count


def test_a_record_of_a_comparison(tmp_path):
    running.compare("random", "fierce", "toybook/banners", max_pairs=2, folder=tmp_path / "c")
    file = tmp_path / "c" / "record.json"
    assert refused(file, lambda: running.draw_up_again(read_record(file), file)) > 300
    file.write_text('{"comparison": 1}')
    with pytest.raises(UserError, match=r"record\.json is damaged or was edited: Object missing required field"):
        read_record(file)


@pytest.mark.parametrize(
    "file", sorted((FOLDER / "checkpoints" / "records").glob("*.json"))[::20], ids=lambda one: one.stem
)
def test_a_record_that_ships(file):
    assert read_record(file)["comparison"] == 1


def test_a_manifest_of_a_tournament(tmp_path):
    manifest = manifests.draw_up(["random", "fierce"], running.named_scenarios(["toybook/banners"]), pairs=2)
    TournamentFolder.create(tmp_path / "t", manifest)

    def fitting(found):
        try:
            return {**found, "id": msgspec.convert(found, Manifest).digest()}
        except msgspec.ValidationError:
            return found

    def opened():
        manifests.check(TournamentFolder.open(tmp_path / "t").manifest, tmp_path / "t")

    assert refused(tmp_path / "t" / "manifest.json", opened, fitting) > 200


def with_id(found):
    if "question" in found:
        found = {**found, "id": hashlib.sha256(json.dumps(found["question"], sort_keys=True).encode()).hexdigest()[:16]}
    return found


@pytest.mark.parametrize("command", ["sweep", "worth"])
def test_a_question_of_the_laboratory(tmp_path, command):
    if command == "sweep":
        kind, question = sweeping, sweeping.ask("toybook/alliance", {DICE: [1, 3]}, ("charger", "random"), pairs=4)
    else:
        kind, question = worth, worth.ask("toybook/alliance", "charger", pairs=4)
    QuestionFolder.create(tmp_path / "q", msgspec.to_builtins(question), "toybook")
    assert refused(tmp_path / "q" / "manifest.json", lambda: kind.go_on(tmp_path / "q"), with_id) > 200


def test_a_question_about_exploitability(tmp_path):
    question = ask(
        "charger", ["toybook/alliance"], minutes=0.1, pairs=2, fresh_pairs=2, searches=[2], train=True, seed=0, starts=4,
        layout="auto", time_limit=None,
    )  # fmt: skip
    decided = {
        "race": {"specs": ["random"], "pairs": 2},
        "search-2": {"seconds": 3},
        "training": {"begin": "", "frames": 32, "size": [4, 8], "pairs": 2},
        "learnt": {"left_out": "No network was trained."},
        "fresh": {"pairs": 2},
    }
    work = ExploitFolder.begin(tmp_path / "e", question, decided)
    assert refused(work.path / "exploit.json", lambda: ExploitFolder.open(work.path)) > 200
    tried = {"name": "random", "spec": "random", "kind": "player", "points": 0.5, "low": 0.0, "high": 1.0}
    tried |= {"draws": 0.0, "pairs": 2, "unique": 4}
    answer = {
        "exploit": 1, "player": "charger", "best": tried, "tried": [tried], "itself": tried, "idle": None, "left_out": [],
        "generations": 0, "decisions": 0, "begun": "", "still_rising": False, "seconds": {"players": 1.0},
        "question": msgspec.to_builtins(question), "decided": decided, "hashes": {}, "versions": {}, "machine": {},
    }  # fmt: skip
    file = work.write("answer.json", answer)
    assert refused(file, lambda: known_answer(file)) > 300


def test_a_result_of_the_benchmark(tmp_path):
    shipped = next((FOLDER / "benchmark" / "results").glob("*.json"))
    whole = json.loads(shipped.read_bytes())
    agents = [{**whole["agents"][0], "met": whole["agents"][0]["met"][:1], "idle": whole["agents"][0]["idle"][:1]}]
    file = tmp_path / "result.json"
    file.write_text(json.dumps(sealed({**whole, "agents": agents})))
    assert refused(file, lambda: read(file)) > 200
