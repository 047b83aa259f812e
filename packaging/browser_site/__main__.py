"""Build the folder that any web server serves: ``build/browser``."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from npm_packages import NotToBeHadError, get_npm_packages

from boxctl.browser.shell_words import sentences_in_words
from browser_site.icons import write_icons
from groundwork.language import is_complete, known_languages, language, speaking

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
TOOLS = ROOT / "build" / "browser-tools"
SITE = ROOT / "build" / "browser"
PAGES = ROOT / "boxctl" / "web" / "pages"
OWN = ROOT / "boxctl" / "browser" / "site"

PROGRAM = ("boxctl", "hardware", "firmware_bridge", "groundwork")
LIBRARIES = ("anyio", "idna", "segno", "serial", "starlette", "typing_extensions.py", "wcwidth")
"""Packages of Python alone that the program needs there, as they are installed by their hashes."""

READS_ITSELF = "anyio"
"""It needs its sources, to import lazily what they name."""

LEFT_OUT = {
    "pages", "site", "firmware", "__pycache__",
    "app", "doctor", "environment", "monitor", "service", "setup",
    "_trio.py", "pytest_plugin.py", "testclient.py", "miniterm.py", "rfc2217.py",
}  # fmt: skip
"""Folders and files that are not needed there: what looks after a box and a machine, the full
screen of a terminal, and what the libraries have for tests, terminals and other event
loops."""

PYTHON = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
)

LIBRARY = "python_stdlib.zip"
"""Python's own library, which is compiled."""

UNNEEDED = (
    "_pyrepl", "cProfile", "doctest", "ensurepip", "filecmp",
    "fileinput", "ftplib", "idlelib", "imaplib", "lib2to3", "mailbox", "modulefinder",
    "netrc", "optparse", "pdb", "pickletools", "plistlib", "poplib", "profile",
    "pstats", "pyclbr", "pydoc", "pydoc_data", "rlcompleter", "sched", "smtplib", "symtable",
    "tabnanny", "test", "trace", "turtle", "turtledemo", "unittest", "venv", "webbrowser",
    "wsgiref", "xmlrpc", "zipapp", "_pyio", "_pydecimal",
)  # fmt: skip
"""What no module of the program imports from it."""

SHOWN = {
    "ask": "ask",
    "index": "phone",
    "puzzles": "puzzles",
    "replay": "replay",
    "record": "record",
}
"""The documents that are built, and which page each of them shows."""

SOON = ("draw/box_picture.js", "browser/worker.js", "browser/python.js", "browser/memory.js")
"""Scripts that are fetched at once, as each begins what people wait for."""

MOST = 12_000_000
"""The largest compressed size of the folder, in bytes."""


def main(arguments: Sequence[str] = ()) -> int:
    """Build it, or another folder that is named, and say how large it is.

    Return 0, or 1 if it cannot be built, or is too large. The same checkout is the same files.
    """
    site = Path(*arguments).absolute() if arguments else SITE
    try:
        pyodide = get_npm_packages(HERE, TOOLS) / "pyodide"
    except NotToBeHadError as why:
        print(f"The pages for a browser cannot be built: {why}.", file=sys.stderr)
        return 1
    shutil.rmtree(site, ignore_errors=True)
    for folder in ("script", "style", "vendor"):
        shutil.copytree(PAGES / folder, site / folder)
    shutil.copytree(OWN, site, dirs_exist_ok=True)
    shutil.copy(PAGES / "icon.svg", site)
    write_icons(PAGES / "icon.svg", site)
    for name, page in SHOWN.items():
        document = (PAGES / f"{name}.html").read_text(encoding="utf-8")
        (site / f"{name}.html").write_text(started(document, page), encoding="utf-8")
    (site / "python").mkdir()
    for name in PYTHON:
        shutil.copy(pyodide / name, site / "python")
    write_words(site)
    if not pack_program(pyodide, site):
        return 1
    write_version(site)
    list_files(site)
    size = sum(len(gzip.compress(path.read_bytes(), 9)) for path in files_of(site))
    print(f"{os.path.relpath(site, ROOT)}: {size / 1e6:.1f} MB compressed")
    if size > MOST:
        print(f"It is larger than {MOST / 1e6:.0f} MB.", file=sys.stderr)
    return int(size > MOST)


def write_words(site: Path) -> None:
    """Write what is said before the program runs, in every complete language."""
    words = {}
    for code in filter(is_complete, known_languages()):
        with speaking(language(code)):
            words[code] = sentences_in_words()
    script = site / "script" / "browser" / "words.js"
    script.write_text(f"export const WORDS = {json.dumps(words, indent=1)};\n", encoding="utf-8")


def pack_program(pyodide: Path, site: Path) -> bool:
    """Compile the program and what it needs, and pack it. Return False if it cannot be compiled."""
    folder = TOOLS / "program"
    shutil.rmtree(folder, ignore_errors=True)
    installed = Path(sysconfig.get_path("purelib"))
    for source in (*map(ROOT.joinpath, PROGRAM), *map(installed.joinpath, LIBRARIES)):
        if source.is_dir():
            shutil.copytree(source, folder / source.name, ignore=left_out)
        else:
            shutil.copy(source, folder)
    library = (pyodide / LIBRARY, site / "python" / LIBRARY)
    compiling: list[str | Path] = ["node", HERE / "compile.mjs", pyodide / "pyodide.mjs", folder]
    compiling += [*library, READS_ITSELF, ",".join(UNNEEDED)]
    if subprocess.run(compiling, check=False).returncode:
        return False
    with ZipFile(site / "program.zip", "w", ZIP_DEFLATED, compresslevel=9) as packed:
        for path in sorted(each for each in folder.rglob("*") if each.is_file()):
            # Without the time of this build: the same program is the same file.
            info = ZipInfo(str(path.relative_to(folder)))
            info.compress_type = ZIP_DEFLATED
            packed.writestr(info, path.read_bytes(), compresslevel=9)
    return True


def left_out(_folder: str, names: list[str]) -> set[str]:
    """Return what is not copied."""
    return LEFT_OUT.intersection(names)


def started(document: str, page: str) -> str:
    """Return a document of a box's pages that starts the program before its page."""
    document = document.replace('="/', '="').replace('data-page="', 'data-page="')
    start = '<script type="module" src="script/browser/start.js"></script>'
    # The page is fetched beside Python, and run when Python is there.
    soon = "".join(f'<link rel="modulepreload" href="script/{name}">\n' for name in SOON)
    soon += f'<link rel="modulepreload" href="script/pages/{page}.js">\n'
    document = re.sub(r"<script [^>]*></script>", soon + start, document)
    if (picture := '<link rel="stylesheet" href="style/box.css">') not in document:
        document = document.replace("</head>", f"{picture}\n</head>")
    if f'data-page="{page}"' not in document:
        raise ValueError(f"{page} is not the page of its document")
    head = (OWN / "head.html").read_text(encoding="utf-8")
    shell = (OWN / "shell.html").read_text(encoding="utf-8")
    document = document.replace("</head>", f"{head}</head>")
    return document.replace("<main></main>", f"<main>{shell}</main>")


def files_of(site: Path) -> Iterator[Path]:
    """Yield every file of the folder, in order."""
    return iter(sorted(path for path in site.rglob("*") if path.is_file()))


def write_version(site: Path) -> None:
    """Tell the scripts by which name this build is kept, and the hash of the program."""
    for part in ("head.html", "shell.html"):
        (site / part).unlink()
    built = sha256(b"".join(path.read_bytes() for path in files_of(site))).hexdigest()[:16]
    script = site / "script" / "browser" / "version.js"
    told = {"CACHE": f"boxctl-{built}", "PROGRAM_HASH": integrity_of(site / "program.zip")}
    lines = [f"export const {name} = {json.dumps(value)};\n" for name, value in told.items()]
    script.write_text("".join(lines), encoding="utf-8")
    fill(site / "sw.js", '"CACHE"', json.dumps(told["CACHE"]))


def list_files(site: Path) -> None:
    """Tell the service worker which files there are, each with its hash."""
    files = [path for path in files_of(site) if path.name != "sw.js"]
    named = [(path.relative_to(site).as_posix(), integrity_of(path)) for path in files]
    named.append(("./", integrity_of(site / "index.html")))
    fill(site / "sw.js", "[/* FILES */]", json.dumps(named))


def integrity_of(path: Path) -> str:
    """Return the hash of a file as browsers compare it (Subresource Integrity)."""
    return f"sha256-{b64encode(sha256(path.read_bytes()).digest()).decode()}"


def fill(path: Path, place: str, text: str) -> None:
    """Write a text in the place that a script has for it."""
    script = path.read_text(encoding="utf-8")
    if place not in script:
        raise ValueError(f"{path.name} has no place {place}")
    path.write_text(script.replace(place, text), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
