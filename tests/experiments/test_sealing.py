"""Whatever is changed in a folder of results is noticed: what was counted in a chunk or a shard, manifests, records."""

from __future__ import annotations

import json

import pyarrow.parquet as parquet
import pytest

from tactica.experiments.commands import rates
from tactica.experiments.common import UserError
from tactica.experiments.comparison import running
from tactica.experiments.comparison.result import read_record
from tactica.experiments.exploit import question
from tactica.experiments.laboratory import running as laboratory
from tactica.experiments.laboratory.shards import Games, Player, Shard, Stream
from tactica.experiments.laboratory.shards import play as play_shard
from tactica.experiments.sealing import is_sealed, sealed
from tactica.experiments.tournament.manifest import draw_up
from tactica.experiments.tournament.run import all_chunks, play_all
from tactica.experiments.tournament.store import Torn, TournamentFolder
from tactica.experiments.training import keeping
from tactica.experiments.training.recipe import RunError


def changed_numbers(what, where=()):
    """Every number in JSON types, one after the other turned into another one."""
    items = what.items() if isinstance(what, dict) else enumerate(what) if isinstance(what, list) else ()
    for key, value in list(items):
        if isinstance(value, bool) or not isinstance(value, int | float):
            yield from changed_numbers(value, (*where, key))
            continue
        what[key] = value + 1
        yield (*where, key)
        what[key] = value


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A tournament of one chunk."""
    manifest = draw_up(["random", "fierce"], running.named_scenarios(["toybook/banners"]), pairs=2)
    made = TournamentFolder.create(tmp_path_factory.mktemp("out") / "t", manifest)
    list(play_all(made, all_chunks(manifest)))
    return made


def test_every_number_beside_the_rows_of_a_chunk_is_covered(folder):
    (chunk,), places = all_chunks(folder.manifest), []
    file = folder.file(chunk.number)
    whole, table = file.read_bytes(), parquet.read_table(file)
    about = json.loads(table.schema.metadata[b"tactica"])
    for where in changed_numbers(about):
        parquet.write_table(table.replace_schema_metadata({b"tactica": json.dumps(about).encode()}), file)
        with pytest.raises(Torn):
            folder.read(chunk)
        places.append(where[0])
    assert {"measures", "fired", "seconds"} <= set(places)
    del about["checksum"]
    parquet.write_table(table.replace_schema_metadata({b"tactica": json.dumps(about).encode()}), file)
    with pytest.raises(Torn, match="checksum"):
        folder.read(chunk)
    file.write_bytes(whole)
    assert folder.read(chunk).chunk == chunk


def test_rows_that_were_exchanged_are_noticed(folder):
    (chunk,) = all_chunks(folder.manifest)
    file = folder.file(chunk.number)
    whole, table = file.read_bytes(), parquet.read_table(file)
    parquet.write_table(table.take([1, 0, 2, 3]), file)
    with pytest.raises(Torn, match="checksum"):
        folder.read(chunk)
    file.write_bytes(whole)


def test_a_shard_is_covered_as_a_chunk_is():
    shard = Shard(Stream("toybook", "banners"), Player("random", "random"), Player("fierce", "fierce"), pairs=2)
    table = play_shard(shard).table(shard.key)
    about, places = json.loads(table.schema.metadata[b"tactica"]), 0
    assert len(Games.of_table(table, shard)) == 2
    for _ in changed_numbers(about):
        places += 1
        with pytest.raises(ValueError, match="checksum"):
            Games.of_table(table.replace_schema_metadata({b"tactica": json.dumps(about).encode()}), shard)
    assert places > 4


@pytest.mark.parametrize("name", ["created", "versions", "machine", "players", "pairs"])
def test_what_does_not_decide_the_games_of_a_manifest_is_covered_too(folder, name):
    file = folder.path / "manifest.json"
    whole = file.read_text()
    told = json.loads(whole)
    value = told[name]
    told[name] = {**value, "more": "1"} if isinstance(value, dict) else value + 1 if name == "pairs" else value[:-1]
    file.write_text(json.dumps(told))
    with pytest.raises(UserError, match=r"damaged|edited"):
        TournamentFolder.open(folder.path)
    file.write_text(whole)
    assert TournamentFolder.open(folder.path).manifest == folder.manifest


def test_the_manifest_of_a_question_is_covered(tmp_path):
    laboratory.QuestionFolder.create(tmp_path / "q", {"ask": 1}, "toybook")
    file = tmp_path / "q" / "manifest.json"
    told = json.loads(file.read_text())
    assert laboratory.QuestionFolder.open(tmp_path / "q").manifest["question"] == {"ask": 1}
    for name in ("question", "version", "python"):
        file.write_text(json.dumps({**told, name: {"ask": 2}}))
        with pytest.raises(UserError, match=r"damaged.*checksum"):
            laboratory.QuestionFolder.open(tmp_path / "q")


def test_a_record_that_was_changed_is_refused_and_one_without_a_checksum_is_read(tmp_path):
    running.compare("random", "fierce", "toybook/banners", max_pairs=4, folder=tmp_path / "c")
    file = tmp_path / "c" / "record.json"
    told = json.loads(file.read_text())
    assert is_sealed(told) and read_record(file)["seed"] == 0
    file.write_text(json.dumps({**told, "seed": 1}))
    with pytest.raises(UserError, match="checksum does not match"):
        read_record(file)
    del told["checksum"]
    file.write_text(json.dumps(told))
    assert read_record(file)["seed"] == 0


def test_a_checksum_covers_order_of_values_and_not_of_names():
    assert is_sealed(json.loads(json.dumps(sealed({"b": [1, 2], "a": 0.1}))))
    assert sealed({"b": 1, "a": 2})["checksum"] == sealed({"a": 2, "b": 1})["checksum"]
    assert not is_sealed({**sealed({"a": [1, 2]}), "a": [2, 1]}) and not is_sealed([1])


#: What reads a result: the name of its file in a folder, and how it is opened.
READERS = {
    "tournament": ("manifest.json", lambda file: TournamentFolder.open(file.parent)),
    "question": ("manifest.json", lambda file: laboratory.QuestionFolder.open(file.parent)),
    "record": ("record.json", read_record),
    "exploit": ("answer.json", lambda file: question.kept_in(file, "answer.json")),
    "training": ("state.json", lambda file: keeping.kept_in(file, keeping.StateKept)),
}


@pytest.mark.parametrize("kind", READERS)
def test_results_that_are_too_deep_or_too_large_are_refused(tmp_path, kind):
    name, read = READERS[kind]
    file = tmp_path / name
    for deep in ("[" * 100_000, '{"a":' * 100_000, '{"tournament":[{"a":' * 50_000, "\udcff"):
        file.write_bytes(deep.encode("utf-8", "surrogateescape"))
        with pytest.raises((UserError, RunError), match=r"is damaged|is no record"):
            read(file)
    with file.open("wb") as opened:
        opened.truncate(6_000_000_000)
    with pytest.raises((UserError, RunError), match="cannot be read: it has more than 67,108,864 bytes"):
        read(file)


def test_a_case_that_cannot_be_read_is_audited_again(tmp_path):
    (tmp_path / "case.json").write_text("[" * 100_000)
    assert rates._finished(tmp_path / "case.json") is None
