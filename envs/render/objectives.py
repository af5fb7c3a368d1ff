"""Objectives in words: where zones lie and who holds them, what ends and decides the battle, and the events of the core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core.state import CoreEvent, Verdict
from .scene import hues, result_text, score_text, side_names
from .zones import zone_names, zones_of

if TYPE_CHECKING:
    from ..engine.game import Game

TONES = {CoreEvent.SCORED.name: "round", CoreEvent.DECIDED.name: "round"}
VERDICTS = {Verdict.SCORE: "points", Verdict.STAYING: "staying power left"}


def zone_lines(game: Game) -> list[str]:
    """Where each zone lies and who held it when it was last counted, a line each."""
    sides, found = side_names(game), []
    for zone in zones_of(game, hues(sides)):
        columns, rows = ([cell[k] for cell in zone.cells] for k in (0, 1))
        first, last = f"{min(columns)},{min(rows)}", f"{max(columns)},{max(rows)}"
        holder = sides[zone.holder] if zone.holder >= 0 else "nobody"
        found.append(f"{zone.name}, {first if first == last else f'{first} to {last}'}: held by {holder}")
    return found


def limit_words(game: Game) -> list[str]:
    """What ends and decides a battle with objectives, a few words each; empty without objectives."""
    s = game.s
    deciding = [VERDICTS[Verdict(int(one))] for one in s["verdict"] if one]
    if not deciding:
        return []
    points, last = int(s["score_to_win"]), int(s["last_round"])
    found = [f"{points} point{'s win' if points > 1 else ' wins'}"] if points else []
    found += [f"ends after round {last}"] if last else []
    found.append(f"decided by {', then '.join(deciding)}")
    if s["attacker"]:
        found.append(f"{side_names(game)[int(s['attacker']) - 1]} attacks and loses ties")
    return found


def outcome_text(game: Game) -> str:
    """Who won, in words, and with how many points where zones score."""
    points = score_text(game)
    return result_text(game) + (f" ({points} points)" if points else "")


def core_sentence(game: Game, row: Any) -> str:
    """An event of the core as a sentence."""
    kind, amount, extra = CoreEvent(int(row["kind"])), int(row["amount"]), int(row["extra"])
    if kind == CoreEvent.DECIDED:
        return f"The objectives decide: {outcome_text(game)}."
    sides, zones = side_names(game), zone_names(game)
    side = sides[extra] if 0 <= extra < len(sides) else f"side {extra}"
    if kind == CoreEvent.ZONE_HELD:
        return f"{side} holds {zones[amount] if 0 <= amount < len(zones) else f'zone {amount + 1}'}."
    needed = f" of {int(game.s['score_to_win'])}" if game.s["score_to_win"] else ""
    return f"{side} has {amount}{needed} point{'' if amount == 1 and not needed else 's'}."
