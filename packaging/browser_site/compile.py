"""Run by ``compile.mjs`` in the CPython that will run what is compiled, with ``names`` given.

The library of Pyodide has sources alone, whose compiling took most of the time of a start.
"""

from __future__ import annotations

from importlib.util import MAGIC_NUMBER, cache_from_source
from marshal import dumps
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

WORK = Path("/work")
UNCHECKED = MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)
"""How a compiled module begins that is not compared with its source (PEP 552)."""


def compiled(source: bytes, name: str, *, optimize: int) -> bytes:
    """Compile a module as it is kept in a file."""
    return UNCHECKED + dumps(compile(source, name, "exec", dont_inherit=True, optimize=optimize))


def compile_program(folder: Path, reads_itself: str) -> None:
    """Compile every module below a folder in place; one package keeps its sources, too."""
    for source in sorted(folder.rglob("*.py")):
        name = source.relative_to(folder)
        module = compiled(source.read_bytes(), name.as_posix(), optimize=0)
        if name.parts[0] != reads_itself:
            source.with_suffix(".pyc").write_bytes(module)
            source.unlink()
        else:
            beside = Path(cache_from_source(str(source)))
            beside.parent.mkdir(exist_ok=True)
            beside.write_bytes(module)


def compile_library(library: Path, packed: Path, unneeded: list[str]) -> None:
    """Compile the library without its docstrings, and without what nobody needs here."""
    with ZipFile(library) as sources, ZipFile(packed, "w") as made:
        for info in sources.infolist():
            first = info.filename.partition("/")[0].removesuffix(".py")
            if info.is_dir() or first in unneeded:
                continue
            content, name = sources.read(info), info.filename
            if name.endswith(".py"):
                content, name = compiled(content, name, optimize=2), f"{name}c"
            # Without a time: the same library is the same file.
            kept = ZipInfo(name)
            kept.compress_type = ZIP_DEFLATED
            made.writestr(kept, content, compresslevel=9)


program, reads_itself, left_out = names  # type: ignore[name-defined]  # noqa: F821
compile_program(WORK / program, reads_itself)
compile_library(WORK / "library.zip", WORK / "compiled.zip", left_out)
