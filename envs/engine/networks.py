"""Trained networks as the kernels play them: checkpoints read into weights, no torch and no code of theirs needed.

A checkpoint is one file in the safetensors format: named arrays of float32, and a head in JSON (its metadata) that says which
ruleset, layout and sizes they are for. Reading one runs nothing that is in it.

>>> network = Network.load("small.safetensors")
>>> tactica.play_games("wfrp1", "small", policies=(network, "guardian"), games=1000)

``agents.learned`` trains such networks with torch and writes the files; ``core/loops/network.py`` says how one thinks.
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ... import configs
from ..core.looking import ObservationField
from ..core.loops.network_records import CLASS, CROWD, CROWDED, NEARS, NETWORK, NUMBER, RELATIONS, WHO, WHOSE, ZONES
from ..core.loops.seats import FIRST_NETWORK
from ..core.printable import LONGEST_NAME, error_text, one_line, why_no_file
from ..core.ruleset import Ruleset
from .flattening import ROW, SETS
from .rows import TAKING_IN, seats_of
from .spaces import Layout, LayoutMismatch

__all__ = ["CheckpointError", "Columns", "Network", "columns_of", "is_network", "load_network", "shapes_of", "trained"]

HEAD, KIND = "tactica", "entity"
VERSION = 3  # of the format; networks of the versions before it were made for boards and rosters up to a size
GATHERED = 7  # vectors that are joined to the trunk: context, who decides, target, and sum and greatest of either side
TRAINED = "trained:"  # how a network that comes with the project is written
CHECKPOINTS = configs.FOLDER / "checkpoints"
HOW = re.compile(r":(?:greedy|sampled(?:=(\d+(?:\.\d+)?))?)$")  # how a network answers; at which temperature
NOWHERE = -1  # of a column that a rulebook's observations do not have
LARGEST = 64 << 20  # bytes of a checkpoint; larger files are refused
#: What reading a head raises that no checkpoint has.
UNFIT = (AttributeError, LookupError, TypeError, ValueError, OverflowError, RecursionError)
MOST_SHAPING = 1000
GREEDY = ":greedy"
TEMPERATURES = 0.01, 1000.0


class CheckpointError(ValueError):
    """A file holds no network that can play here; the message says why."""


class Columns(NamedTuple):
    """How the columns of a part of an observation are read, for an encoder that adds up rows of weights.

    Attributes:
        table: int64 (columns, 5): kind, column, lowest value, values, first row of weights.
        scale: float64 (rows,): what the numbers of each row of weights are multiplied by.
    """

    table: np.ndarray
    scale: np.ndarray

    @property
    def rows(self) -> int:
        """Rows of weights."""
        return len(self.scale)


def columns_of(fields: Sequence[ObservationField]) -> Columns:
    """How each column is read: a number times a row, a word as one row of several, a set of units as how many and who of them, a
    unit row as who it is.

    Rows of numbers come first, then those of sets, of units and of words.
    """
    table: list[list[int]] = []
    for column, one in enumerate(fields):
        if one.kind == SETS:
            table.append([CROWD, column, one.part, CROWDED])
        elif one.kind == ROW:
            table.append([WHO, column, 0, WHOSE])
        elif one.classes:
            table.append([CLASS, column, one.low, one.high - one.low + 1])
        else:
            table.append([NUMBER, column, 0, 1])
    table.sort(key=lambda line: (NUMBER, CROWD, WHO, CLASS).index(line[0]))
    sizes = np.array([line[3] for line in table], np.int64)
    scale = [1.0 / fields[column].divisor if kind == NUMBER else 1.0 for kind, column, _, _ in table]
    return Columns(np.column_stack([np.array(table, np.int64), np.cumsum(sizes) - sizes]), np.repeat(scale, sizes))


def parts_of(layout: Layout) -> dict[str, Columns]:
    """How each part of the observations of a layout is read."""
    parts = {"unit": layout.features, "context": layout.context, "cell": layout.channels}
    return {name: columns_of(fields) for name, fields in parts.items()}


def plain_indices(layout: Layout) -> np.ndarray:
    """The choices that name neither unit nor cell: int64, ascending."""
    return np.flatnonzero((layout.unit_row < 0) & (layout.cell < 0))


def shapes_of(layout: Layout, width: int, trunk: int, cell_width: int) -> dict[str, tuple[int, ...]]:
    """The arrays of a network: name and shape. ``rows`` are (numbers in, numbers out)."""
    parts, plain = parts_of(layout), len(plain_indices(layout))
    return {
        "unit.bias": (width,), "unit.rows": (RELATIONS + ZONES + parts["unit"].rows, width),
        "deepen.bias": (width,), "deepen.rows": (width, width),
        "context.bias": (width,), "context.rows": (parts["context"].rows, width),
        "join.bias": (trunk,), "join.rows": (GATHERED * width, trunk),
        "trunk.bias": (trunk,), "trunk.rows": (trunk, trunk),
        "value.bias": (1,), "value.rows": (trunk, 1),
        "plain.bias": (plain,), "plain.rows": (trunk, plain),
        "pointing_base.bias": (width,), "pointing_base.rows": (trunk, width),
        "pointing.rows": (width, width), "pointing_out.bias": (1,), "pointing_out.rows": (width, 1),
        "cell_base.bias": (cell_width,), "cell_base.rows": (trunk, cell_width),
        "cell.rows": (RELATIONS + NEARS + ZONES + parts["cell"].rows, cell_width),
        "cell_out.bias": (1,), "cell_out.rows": (cell_width, 1),
    }  # fmt: skip


@dataclass(frozen=True, eq=False)
class Network:
    """A trained network that plays inside the kernels, on boards and with rosters of any size, whatever it was trained with.

    Attributes:
        name: its name.
        layout: what it sees and answers in: its ruleset's ``full`` layout, mirrored if it was trained so.
        weights: float32 arrays by name, see :func:`shapes_of`.
        sizes: numbers in the vector of a unit, in the trunk, in that of a cell.
        deterministic: whether it always takes the answer with the highest number; else it draws.
        temperature: what its numbers are divided by before it draws: above 1 it strays more often, the more the higher.
        about: what else the head says: how it was trained, and ``shaping``.
        file: where it was read from.
    """

    name: str
    layout: Layout
    weights: Mapping[str, np.ndarray]
    sizes: tuple[int, int, int]
    deterministic: bool = False
    about: Mapping[str, Any] = field(default_factory=dict)
    file: Path | None = None
    temperature: float = 1.0

    def __post_init__(self) -> None:
        if not TEMPERATURES[0] <= self.temperature <= TEMPERATURES[1]:
            least, most = TEMPERATURES
            raise CheckpointError(f"{self.name}: a temperature of {self.temperature:g}; allowed: {least:g} to {most:g}")
        object.__setattr__(
            self, "layout", Layout.named(self.layout.ruleset, "full", self.layout.mirror, self.layout.sight)
        )
        wanted = shapes_of(self.layout, *self.sizes)
        found = {name: array.shape for name, array in self.weights.items()}
        if wrong := [f"{n} {found.get(n, 'missing')}, needed {s}" for n, s in wanted.items() if found.get(n) != s]:
            raise CheckpointError(f"{self.name}: weights do not fit: {'; '.join(wrong[:5])}")
        if unfit := [name for name in wanted if not np.isfinite(self.weights[name]).all()]:
            raise CheckpointError(f"{self.name}: weights that are no finite numbers in {', '.join(unfit)}")
        shaping = self.about.get("shaping", 0.0)
        if not (isinstance(shaping, int | float) and abs(shaping) <= MOST_SHAPING):
            raise CheckpointError(
                f"{self.name}: shaping {shaping!r} is not a number from -{MOST_SHAPING} to {MOST_SHAPING}"
            )

    @property
    def shaping(self) -> float:
        """The weight that the rewards it learnt from gave to staying power; its values are without that."""
        found: float = self.about.get("shaping", 0.0)
        return found

    # --- files

    @classmethod
    def load(cls, path: str | Path, *, name: str = "", deterministic: bool | None = None) -> Network:
        """Read a checkpoint.

        Args:
            path: of the file.
            name: its name; the head's name, else the file's, if empty.
            deterministic: play the best or draw; None as the head says.

        Raises:
            CheckpointError: this is no checkpoint, or its weights do not fit; LayoutMismatch: the ruleset's choices or
            observations have changed since it was trained; OSError: the file cannot be read.
        """
        from safetensors import SafetensorError
        from safetensors.numpy import load

        path = Path(path)
        if path.stat().st_size > LARGEST:
            raise CheckpointError(f"{path}: {path.stat().st_size:,} bytes; a checkpoint has at most {LARGEST:,}")
        data = path.read_bytes()
        try:
            weights = load(data)
            head = json.loads(head_of(data))
            sizes = tuple(int(head["sizes"][part]) for part in ("width", "trunk", "cell_width"))
            kind, version, layout = head["kind"], head["version"], dict(head["layout"])
            about = dict(head.get("about") or {})
            called = name or one_line(str(head.get("name") or path.stem), LONGEST_NAME)
            temperature = float(head.get("temperature", 1.0))
        except (SafetensorError, *UNFIT) as error:
            raise CheckpointError(f"{path}: not a checkpoint of tactica ({error_text(error)})") from None
        if kind != KIND or version != VERSION:
            raise CheckpointError(
                f"{path}: a network of kind {kind!r}, version {version!r}; allowed: {KIND!r}, version {VERSION}"
            )
        if any(array.dtype != np.float32 for array in weights.values()):
            raise CheckpointError(f"{path}: weights must be float32")
        try:
            found = Layout.from_dict(layout)
        except LayoutMismatch as error:
            raise LayoutMismatch(f"{path} was trained with another layout: {error}") from None
        except UNFIT as error:
            raise CheckpointError(f"{path}: not a checkpoint of tactica ({error_text(error)})") from None
        plays_best = bool(head.get("deterministic", False)) if deterministic is None else deterministic
        return cls(called, found, weights, sizes, plays_best, about, path, temperature)  # type: ignore[arg-type]

    def save(self, path: str | Path) -> Path:
        """Write a checkpoint, whole or not at all, even if others write it at the same time. Returns where."""
        from safetensors.numpy import save

        path = Path(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        width, trunk, cell_width = self.sizes
        head = {
            "kind": KIND, "version": VERSION, "name": self.name, "deterministic": self.deterministic,
            "sizes": {"width": width, "trunk": trunk, "cell_width": cell_width},
            "layout": {**self.layout.to_dict(), "hash": self.layout.hash}, "about": dict(self.about),
        }  # fmt: skip
        if self.temperature != 1.0:
            head["temperature"] = self.temperature
        weights = {name: np.ascontiguousarray(array, np.float32) for name, array in self.weights.items()}
        draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
        try:
            draft.write_bytes(save(weights, {HEAD: json.dumps(head)}))
            draft.replace(path)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from None
        finally:
            draft.unlink(missing_ok=True)  # it is still there where something went wrong
        return path

    def greedy(self, deterministic: bool = True) -> Network:
        """The same network, always taking its best answer, or drawing."""
        return replace(self, deterministic=deterministic)

    # --- in the kernel

    def digest(self, ruleset: Ruleset) -> str:
        """16 hex digits that change when it may play otherwise."""
        how = self.deterministic, self.sizes, self.shaping, self.temperature
        found = hashlib.sha256("\0".join([self.layout.hash, *map(str, how)]).encode())
        for name in sorted(self.weights):
            found.update(self.weights[name].tobytes())
        return found.hexdigest()[:16]

    def packed_weights(self) -> dict[str, np.ndarray]:
        """Float64 blocks as the kernel reads them: a bias in front of the rows of a layer, and behind those of a single number;
        what numbers are divided by, and the temperature, are in the rows.
        """
        weights = {name: array.astype(np.float64) for name, array in self.weights.items()}
        for name in (f"{head}.{part}" for head in ("plain", "pointing_out", "cell_out") for part in ("bias", "rows")):
            weights[name] = weights[name] / self.temperature
        parts = parts_of(self.layout)

        def layer(name: str) -> np.ndarray:
            return np.concatenate([weights[f"{name}.bias"][None], weights[f"{name}.rows"]])

        def single(name: str) -> np.ndarray:
            return np.concatenate([weights[f"{name}.rows"][:, 0], weights[f"{name}.bias"]])

        def scaled(rows: np.ndarray, part: str) -> np.ndarray:
            scale = parts[part].scale
            return np.concatenate([rows[: -len(scale)], rows[-len(scale) :] * scale[:, None]])

        plain = np.concatenate([weights["plain.rows"], weights["plain.bias"][None]]).T
        return {
            "unit_start": scaled(layer("unit"), "unit"), "deepen_start": layer("deepen"),
            "context_start": scaled(layer("context"), "context"), "join_start": layer("join"),
            "trunk_start": layer("trunk"), "value_start": single("value"), "plain_start": plain,
            "unit_base_start": layer("pointing_base"), "pointing_start": weights["pointing.rows"],
            "unit_out": single("pointing_out"), "cell_base_start": layer("cell_base"),
            "cell_start": scaled(weights["cell.rows"], "cell"), "cell_out": single("cell_out"),
        }  # fmt: skip

    def seat_in(self, ruleset: Ruleset) -> int:
        """The seat code of the network in the battles of a ruleset, taking it in when it is new.

        Raises:
            CheckpointError: it was trained for another ruleset.
        """
        if ruleset.slug != self.layout.ruleset.slug:
            raise CheckpointError(f"{self.name} was trained for {self.layout.ruleset.slug}, not for {ruleset.slug}")
        loops: Any = ruleset.loops
        taken = seats_of(ruleset).networks
        key = (self.name, self.digest(ruleset))
        with TAKING_IN:
            if key not in taken:
                loops.players = with_network(loops.players, self, len(taken))
                taken.append(key)
        return FIRST_NETWORK + taken.index(key)


def with_network(players: Any, network: Network, row: int) -> Any:
    """Players with one network more."""
    for name in ("networks", "layouts"):
        if row >= len(getattr(players, name)):
            players = players.with_room(name)
    layout = network.layout
    width, trunk, cell_width = network.sizes
    found = np.zeros(1, NETWORK)
    one = found[0]
    one["width"], one["trunk_width"], one["cell_width"], one["greedy"] = width, trunk, cell_width, network.deterministic
    one["shaping"] = network.shaping
    features, context, channels = (
        [piece.source for piece in part] for part in (layout.features, layout.context, layout.channels)
    )
    for name, source, places in (
        ("known", "known", features), ("friend", "friend", features), ("x", "x", features), ("y", "y", features),
        ("decider", "decider_row", context), ("target", "target_row", context), ("zone", "objective_zone", channels),
    ):  # fmt: skip
        one[f"at_{name}"] = places.index(f"core.{source}") if f"core.{source}" in places else NOWHERE
    tables, count, parts = [players.columns], len(players.columns), parts_of(layout)
    for name, columns in (("unit", "unit"), ("context", "context"), ("grid", "cell")):
        table = parts[columns].table
        one[f"{name}_first"], one[f"{name}_last"] = count, count + len(table)
        tables.append(table)
        count += len(table)
    blocks, at = [players.weights], len(players.weights)
    for name, block in network.packed_weights().items():
        one[name] = at
        blocks.append(block.reshape(-1))
        at += block.size
    room = 0
    rows = layout.own_rows + layout.other_rows
    for name, size in (
        ("units", rows * width), ("shallow", max(width, cell_width)), ("joined", 3 * width), ("gathered", 4 * width),
        ("hidden", trunk), ("trunk", trunk), ("unit_base", width), ("cell_base", cell_width),
    ):  # fmt: skip
        one[name] = room
        room += size
    networks, layouts = players.networks.copy(), players.layouts.copy()
    networks[row], layouts[row] = found[0], layout.record[0]
    shapes = layout.shapes
    return players._replace(
        networks=networks,
        layouts=layouts,
        weights=np.concatenate(blocks),
        columns=np.concatenate(tables),
        grid=at_least(players.grid, shapes["grid"]),
        units=at_least(players.units, shapes["units"]),
        context=at_least(players.context, shapes["context"]),
        channels=at_least(players.channels, shapes["grid"][:1]),
        zones=at_least(players.zones, (shapes["grid"][1] * shapes["grid"][2] + 1,)),
        vectors=at_least(players.vectors, (room,)),
    )


def at_least(array: np.ndarray, shape: Sequence[int]) -> np.ndarray:
    """An array with room for a shape: as it is, or a larger one, empty."""
    wanted = tuple(max(have, need) for have, need in zip(array.shape, shape, strict=True))
    return array if wanted == array.shape else np.zeros(wanted, array.dtype)


def head_of(data: bytes) -> str:
    """The head of a checkpoint, as text.

    Raises:
        ValueError: the checkpoint has no head.
    """
    length = int.from_bytes(data[:8], "little")
    metadata = json.loads(data[8 : 8 + length]).get("__metadata__") or {}
    if HEAD not in metadata:
        raise ValueError("it has no head")
    return str(metadata[HEAD])


# --- by name ------------------------------------------------------------------------------------------------------------


def split_network(spec: str) -> tuple[str, str]:
    """A network, and how it is to answer: what stands before ``:greedy``, ``:sampled`` or ``:sampled=TEMPERATURE``, and that;
    nothing as its file says.
    """
    found = HOW.search(spec)
    return (spec[: found.start()], found.group()) if found else (spec, "")


def is_network(spec: str) -> bool:
    """Whether a word means a trained network: a file, or one that comes with the project."""
    return spec.startswith(TRAINED) or split_network(spec)[0].endswith(".safetensors") or ".safetensors:" in spec


def network_file(spec: str) -> Path:
    """The file of a trained network. What older versions called ``trained:SLUG_small`` is the ruleset's network now."""
    spec, _ = split_network(spec)
    file = CHECKPOINTS / f"{spec.removeprefix(TRAINED)}.safetensors" if spec.startswith(TRAINED) else Path(spec)
    return file if file.exists() or file.parent != CHECKPOINTS else file.with_name(file.name.replace("_small.", "."))


def trained() -> list[str]:
    """Names of the trained networks that come with the project."""
    return sorted(path.stem for path in CHECKPOINTS.glob("*.safetensors"))


def load_network(spec: str) -> Network:
    """A trained network, named by its file or as ``trained:NAME``. With the suffix ``:sampled`` it draws its answers, with
    ``:sampled=2.5`` at that temperature, with ``:greedy`` it takes the best.

    Raises:
        CheckpointError: no such file, or no network in it that can play; LayoutMismatch: the ruleset has changed since.
    """
    file = network_file(spec)
    if not file.is_file():
        known = ", ".join(TRAINED + name for name in trained()) or "none comes with the project"
        if split_network(spec)[0].endswith(".safetensors"):
            raise CheckpointError(f"{spec}: {file.absolute()}: {why_no_file(file)}; networks that ship: {known}")
        inner, _, how = spec.removeprefix(TRAINED).rpartition(":")
        if inner in trained() or inner.endswith(".safetensors"):
            least, most = TEMPERATURES
            allowed = f":greedy, :sampled, or :sampled=T with a temperature T from {least:g} to {most:g}"
            raise CheckpointError(f"{spec}: unknown ending {f':{how}'!r}; allowed: {allowed}")
        raise CheckpointError(f"{spec}: no such network; allowed: FILE.safetensors, {known}")
    about, how = file.stat(), split_network(spec)[1]
    name = spec if spec.startswith(TRAINED) else file.stem + how if how else ""
    return _load_network(file.resolve(), about.st_mtime_ns, about.st_size, name, how)


@functools.lru_cache(maxsize=32)
def _load_network(file: Path, changed: int, size: int, name: str, how: str) -> Network:
    """Read a network once, and again when its file has changed."""
    found = Network.load(file, name=name, deterministic=how == GREEDY if how else None)
    temperature = HOW.search(how)
    return replace(found, temperature=float(temperature[1])) if temperature and temperature[1] else found


def name_of_network(ruleset: Ruleset, code: int) -> str:
    """Name of the network behind a seat code."""
    return seats_of(ruleset).networks[code - FIRST_NETWORK][0]
