"""Shards on a Ray cluster: the same games as in processes of one machine, byte for byte.

A shard goes out as a few hundred bytes of JSON and comes back as a table of some kilobytes, so nothing needs to be shared but the
installed package. A worker that dies takes the shards it was playing with it, and Ray plays those again elsewhere.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from ... import __version__
from ...envs import rulesets
from ..common import UserError
from .moments import play
from .shards import Games, Shard

__all__ = ["ANYWHERE", "on_ray", "played_there"]

ANYWHERE = "ray"  # a cluster of this machine alone, or the one that RAY_ADDRESS names; else ray://HOST:PORT
AHEAD = 2  # shards handed out for each processor of the cluster
LOOK = 0.5  # seconds after which it is looked whether to stop


def played_there(text: bytes, rules: str) -> tuple[Any, Any]:
    """Play a shard on a worker: its JSON, and the hash of the rules it is meant for.

    Returns:
        the games; in their place the version and the hash the worker has, where it has other rules.
    """
    shard = msgspec.json.decode(text, type=Shard)
    there = rulesets.get(shard.stream.ruleset).rules_hash
    return (play(shard), None) if there == rules else (None, (__version__, there))


def connected(where: str, jobs: int) -> Any:
    """Ray, connected to a cluster; on this machine alone with a number of workers.

    Raises:
        UserError: Ray is not installed, or there is no cluster.
    """
    try:
        import ray
    except ModuleNotFoundError:
        raise UserError('--on ray needs Ray: pip install "tactica[ray]"') from None
    if where != ANYWHERE and not where.startswith("ray://"):
        raise UserError(f"--on {where}: allowed: {ANYWHERE}, or ray://HOST:PORT")
    if ray.is_initialized():
        return ray
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    try:
        if where == ANYWHERE:
            ray.init(num_cpus=jobs, include_dashboard=False, **quiet)
        else:
            ray.init(where, **quiet)
    except (ConnectionError, RuntimeError, OSError, ValueError) as error:
        raise UserError(f"--on {where}: no cluster answers there: {error}") from None
    return ray


def on_ray(shards: Sequence[Shard], where: str, jobs: int, stop: threading.Event) -> Iterator[tuple[Shard, Games]]:
    """Play shards on a cluster and yield each with its games, as they come.

    Args:
        shards: what to play.
        where: ``ray``, or ``ray://HOST:PORT``.
        jobs: workers, where the cluster is this machine.
        stop: when it is set no further shard is begun.

    Raises:
        UserError: there is no cluster, its workers have other rules, or a shard cannot be played there.
    """
    ray = connected(where, jobs)
    remote = ray.remote(num_cpus=1, max_retries=-1)(played_there)
    rules = {shard.stream.ruleset: rulesets.get(shard.stream.ruleset).rules_hash for shard in shards}
    waiting, under_way = deque(shards), dict[Any, Shard]()
    most = AHEAD * max(int(ray.cluster_resources().get("CPU", 1)), 1)
    while waiting or under_way:
        if stop.is_set():
            waiting.clear()
        while waiting and len(under_way) < most:
            shard = waiting.popleft()
            under_way[remote.remote(msgspec.json.encode(shard), rules[shard.stream.ruleset])] = shard
        done, _ = ray.wait(list(under_way), timeout=LOOK) if under_way else ([], [])
        for reference in done:
            shard = under_way.pop(reference)
            try:
                games, other = ray.get(reference)
            except ray.exceptions.RayError as error:
                raise UserError(f"--on {where}: a shard cannot be played there: {error}") from None
            if games is None:
                raise UserError(
                    f"--on {where}: a worker has tactica {other[0]} with rules {other[1]}; install this version there"
                )
            yield shard, games
