"""Every file that is made from code is what its generator makes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tactica.experiments import generated

EVERYTHING = generated.everything()


@pytest.mark.parametrize("one", EVERYTHING, ids=[f"{one.file.parent.name}-{one.file.name}" for one in EVERYTHING])
def test_a_generated_file_is_current(one: generated.Generated) -> None:
    assert one.is_current, f"{one.file}: out of date; {generated.COMMAND} rewrites it"


def test_every_file_of_a_generated_kind_has_a_generator() -> None:
    """Schemas, pages of observations and of books, learning curves; and no file is made twice."""
    files = [one.file for one in EVERYTHING]
    root = generated.configs.FOLDER.resolve().parent
    kinds = ("configs/schemas/*", "configs/checkpoints/*.svg", "envs/rulesets/*/OBSERVATION.md", "envs/**/BOOK.md")
    found = {path.resolve() for kind in kinds for path in root.glob(kind)}
    assert found <= {file.resolve() for file in files}
    assert len(set(files)) == len(files)


def test_what_is_out_of_date_is_named_and_written(tmp_path: Path, monkeypatch, capsys) -> None:
    """Listed with its file and generator, left alone without --write, and current after it."""
    page = generated.Generated(tmp_path / "new" / "page.md", generated.contract_page.contract_page)
    monkeypatch.setattr(generated, "everything", lambda: [page])
    assert generated.main([]) == 1
    said = capsys.readouterr()
    assert f"OUT OF DATE  {page.file}  (tactica.envs.rulesets.contract_page.contract_page)" in said.out
    assert generated.COMMAND in said.err and not page.file.exists()
    assert generated.main(["--write"]) == 0
    assert "written" in capsys.readouterr().out and page.is_current
    assert generated.main([]) == 0
    assert "current" in capsys.readouterr().out
    page.file.write_text("something else")
    assert not page.is_current


def test_an_unknown_ruleset_is_an_error_that_says_so(capsys) -> None:
    with pytest.raises(SystemExit) as error:
        generated.main(["wfrp2"])
    assert error.value.code == 2 and "did you mean 'wfrp1'" in capsys.readouterr().err
