"""Which glibc the compiled rules in a wheel need: python release/glibc.py WHEEL ...

An image is an object file that Numba loads itself, so auditwheel, which looks at shared libraries, has nothing to read. Each
symbol that an image leaves open must come from Numba or Python, or from the glibc that the wheel's name promises.
"""

from __future__ import annotations

import io
import re
import sys
import zipfile
from pathlib import Path

import llvmlite.binding as llvm
from elftools.elf.elffile import ELFFile
from numba.core.registry import cpu_target

Version = tuple[int, ...]


def open_symbols(image: bytes) -> set[str]:
    """The symbols that an image leaves open. Its object file follows three lines of text (envs/core/compiler/image.py)."""
    code = ELFFile(io.BytesIO(image.split(b"\n", 3)[3]))
    table = code.get_section_by_name(".symtab")
    return {symbol.name for symbol in table.iter_symbols() if symbol["st_shndx"] == "SHN_UNDEF" and symbol.name}


def glibc_files() -> list[Path]:
    """The libraries of glibc in this process."""
    maps = Path("/proc/self/maps").read_text().split()
    return sorted({Path(word) for word in maps if re.fullmatch(r"/.*/lib(c|m|pthread|dl|rt)[.-].*so.*", word)})


def since(library: Path) -> dict[str, Version]:
    """The symbols that a library of glibc offers, each with the first version that had it."""
    found: dict[str, Version] = {}
    with library.open("rb") as file:
        elf = ELFFile(file)
        versions = {
            about["vd_ndx"]: next(names).name
            for about, names in elf.get_section_by_name(".gnu.version_d").iter_versions()
        }
        numbers = elf.get_section_by_name(".gnu.version")
        for i, symbol in enumerate(elf.get_section_by_name(".dynsym").iter_symbols()):
            number = numbers.get_symbol(i)["ndx"]
            name = versions.get(number & 0x7FFF, "") if isinstance(number, int) else ""
            if symbol["st_shndx"] == "SHN_UNDEF" or not name.startswith("GLIBC_2"):
                continue
            version = tuple(int(part) for part in name.removeprefix("GLIBC_").split("."))
            found[symbol.name] = min(version, found.get(symbol.name, version))
    return found


def needed(wheel: Path) -> tuple[Version, list[str]]:
    """The oldest glibc that has all that the images of a wheel leave open, and the symbols that nobody offers."""
    cpu_target.target_context.refresh()  # makes Numba's symbols known
    offered: dict[str, Version] = {}
    for library in glibc_files():
        for name, version in since(library).items():
            offered[name] = min(version, offered.get(name, version))
    with zipfile.ZipFile(wheel) as archive:
        images = [name for name in archive.namelist() if name.endswith(".image")]
        wanted = set().union(*(open_symbols(archive.read(name)) for name in images))
    missing = [name for name in sorted(wanted - set(offered)) if not llvm.address_of_symbol(name)]
    return max((offered[name] for name in wanted & set(offered)), default=(2, 0)), missing


def main() -> None:
    """Check the wheels that are named."""
    for wheel in map(Path, sys.argv[1:]):
        version, missing = needed(wheel)
        promised = tuple(int(part) for part in re.findall(r"manylinux_(\d+)_(\d+)_", wheel.name)[0])
        if missing:
            sys.exit(f"{wheel.name}: no library has {', '.join(missing)}")
        if version > promised:
            sys.exit(f"{wheel.name}: needs glibc {'.'.join(map(str, version))}, which is newer than its name promises")
        print(f"{wheel.name}: its compiled rules need glibc {'.'.join(map(str, version))} or newer")


if __name__ == "__main__":
    main()
