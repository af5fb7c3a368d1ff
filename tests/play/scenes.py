"""What tests of the page's server stand on: matches, houses and clients."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from tactica.envs import replay as replays
from tactica.envs import scenario as scenarios
from tactica.envs.engine.game import Game
from tactica.experiments.play import House, Match, make_app

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # newer versions would rather have a package that is not out yet
    from starlette.testclient import TestClient

PORT = 8000


def started(name: str, seed: int = 1) -> Game:
    """The first battle of a scenario, at its first decision."""
    slug, scene = name.split("/")
    return Game(slug, scenarios.pool(slug, scene, n=1, seed=seed)).start(0, seed=seed)


def match_of(name: str, *players: str, seed: int = 1, file: Any = None) -> Match:
    """A match at the first decision of a person; sides nobody is named for are played at random."""
    game = started(name, seed)
    everybody = [*players, *["random"] * (game.side_count - len(players))]
    match = Match(replays.record(game), everybody, file)
    if match.people:
        match.play_on(60)
    return match


def pick(match: Match, rng: np.random.Generator) -> list[int]:
    """The answers of some choice that is offered."""
    choices = match.choices()
    return choices[int(rng.integers(len(choices)))]["give"]


class Page:
    """A page that talks to a server."""

    def __init__(self, house: House, token: str | None = None) -> None:
        self.house = house
        self.client = TestClient(make_app(house, PORT), base_url=f"http://127.0.0.1:{PORT}")
        self.headers = {"authorization": f"Bearer {house.token if token is None else token}"}

    def get(self, path: str, status: int = 200, **headers: str) -> Any:
        """What is answered to a question, which must have this status."""
        answered = self.client.get(path, headers={**self.headers, **headers})
        assert answered.status_code == status, answered.text
        return answered.json()

    def post(self, path: str, sent: Any, status: int = 200, **headers: str) -> Any:
        """What is answered to something sent, which must have this status."""
        answered = self.client.post(path, json=sent, headers={**self.headers, **headers})
        assert answered.status_code == status, answered.text
        return answered.json()
