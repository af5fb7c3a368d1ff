"""The network that plays five rulebooks, and its training, in the smallest size."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from tactica.envs import play_games, rulesets
from tactica.experiments.cli import app

torch = pytest.importorskip("torch", reason="five_books needs PyTorch, of the extra train")
pytestmark = [pytest.mark.compiled_only]

from tactica.agents import five_books  # noqa: E402
from tactica.experiments.training import five_books as training  # noqa: E402


def test_training_changes_all_weights_and_repeats(tmp_path):
    """The same seed comes to the same weights, which the player reads from the file."""
    out = tmp_path / "weights.safetensors"
    before = training.main(updates=0, games=2, steps=4)
    after = training.main(updates=2, games=2, steps=4, out=out)
    again = training.main(updates=2, games=2, steps=4)
    for (name, old), new, same in zip(before.named_parameters(), after.parameters(), again.parameters(), strict=True):
        assert not torch.equal(old, new), name
        assert torch.equal(new, same), name
    read = five_books.FiveBooks(out).net
    for new, kept in zip(after.parameters(), read.parameters(), strict=True):
        assert torch.equal(new, kept)


def test_it_knows_exactly_the_rulebooks_there_are():
    assert set(five_books.BOOKS) == set(rulesets.names()) - {"toybook"}


@pytest.mark.parametrize("slug", five_books.BOOKS)
def test_it_beats_chance_in_every_rulebook(slug):
    results = play_games(slug, "small", policies=(five_books.FiveBooks(), "random"), games=24, seed=6)
    assert not results.forfeits and results.scores(0).mean() > 0.5  # three quarters of the points


def test_it_draws_from_its_own_generator_alone():
    """Equal generators give equal answers, whatever torch's own has done meanwhile."""
    player = five_books.FiveBooks()
    one = play_games("owh", "tiny", policies=(player, "random"), games=3, seed=6)
    torch.rand(5)
    other = play_games("owh", "tiny", policies=(player, "random"), games=3, seed=6)
    assert (other.ranks == one.ranks).all() and (other.decisions == one.decisions).all()


def test_it_plays_battles_on_the_command_line(tmp_path, monkeypatch):
    """One battle at a time it is shown what many at a time are."""
    monkeypatch.chdir(tmp_path)
    given = ["battle", "owh/tiny", "--red", f"{five_books.__file__}:FiveBooks", "--blue", "charge", "--seed", "3"]
    result = CliRunner().invoke(app, [*given, "--quiet"])
    assert result.exit_code == 0 and "forfeit" not in result.output, result.output
