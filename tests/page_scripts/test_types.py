"""Every script of a page is read by TypeScript, which names what a browser would fall over."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TSC = ROOT / "build" / "page-scripts" / "node_modules" / ".bin" / "tsc"
SETTINGS = Path(__file__).with_name("tsconfig.json")
PAGES = ROOT / "boxctl" / "web" / "pages"
BROWSER = ROOT / "boxctl" / "browser" / "site"
BUILT = {
    "script/browser/words.d.ts": "export const WORDS: Record<string, Record<string, string>>;",
    "script/browser/version.d.ts": "export const CACHE: string, PROGRAM_HASH: string;",
    "python/pyodide.d.mts": "export function loadPyodide(options?: object): Promise<any>;",
    "python/pyodide.asm.d.mts": "export default function create(with_: object): Promise<any>;",
}

pytestmark = pytest.mark.skipif(
    not (os.environ.get("CI") or (TSC.exists() and shutil.which("node"))),
    reason="tests/page_scripts/get_typescript.sh could not get TypeScript",
)


def faults_of(pages: Path, folder: Path, *beside: Path) -> list[str]:
    """What TypeScript says of the scripts of these pages, but not of the packages of others.

    Those of the folders ``beside`` stand in the same folder when they are served. They run where
    Python does: in a browser that knows more than a television of 2021.
    """
    settings = json.loads(SETTINGS.read_text(encoding="utf-8"))
    if beside:
        settings["compilerOptions"]["lib"] = ["es2022", "dom", "dom.iterable"]
    settings["include"] = [str(each / "script") for each in (pages, *beside)]
    settings["compilerOptions"]["rootDirs"] = [str(each) for each in (pages, *beside)]
    project = folder / "tsconfig.json"
    project.write_text(json.dumps(settings), encoding="utf-8")
    command = [str(TSC), "--pretty", "false", "--project", str(project)]
    told = subprocess.run(command, capture_output=True, text=True, cwd=pages, timeout=300)
    # A second line of a fault is indented.
    faults = [line for line in told.stdout.splitlines() if not line.startswith(" ")]
    return [fault for fault in faults if not fault.startswith("vendor/")]


def test_no_script_has_a_fault(tmp_path: Path) -> None:
    assert faults_of(PAGES, tmp_path) == []


def test_no_script_of_the_pages_in_a_browser_has_a_fault(tmp_path: Path) -> None:
    assert faults_of(PAGES, tmp_path, BROWSER, written_by_the_build(tmp_path / "built")) == []


def test_a_script_of_the_browser_with_a_fault_is_named(tmp_path: Path) -> None:
    site = shutil.copytree(BROWSER, tmp_path / "site")
    wrong = 'import { keepMemory } from "./memory.js"; export const kept = keepMemory(1, 2);\n'
    (site / "script" / "browser" / "wrong.js").write_text(wrong, encoding="utf-8")
    (fault,) = faults_of(PAGES, tmp_path, site, written_by_the_build(tmp_path / "built"))
    assert "wrong.js(" in fault
    assert "TS2554" in fault


def written_by_the_build(folder: Path) -> Path:
    """The types of the scripts that ``make browser`` writes, and of those that it copies."""
    for name, types in BUILT.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(types, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        ("export function half(", "TS1005"),
        ("export const half = () => whole / 2;", "TS2304"),
        ('import { Feeds } from "./feed.js"; export const all = Feeds;', "TS2724"),
        ('import { applied } from "./feed.js"; export const now = applied({}, {}, 1);', "TS2554"),
        ('import { Feed } from "./feed.js"; Feed.prototype.wakes();', "TS2551"),
        ("export const last = [1, 2].at(-1);", "TS2550"),
    ],
    ids=[
        "syntax",
        "unknown name",
        "unknown export",
        "too many arguments",
        "unknown method",
        "newer than a television",
    ],
)
def test_a_script_with_a_fault_is_named(tmp_path: Path, wrong: str, fault: str) -> None:
    pages = shutil.copytree(PAGES, tmp_path / "pages")
    (pages / "script" / "live" / "wrong.js").write_text(wrong + "\n", encoding="utf-8")
    faults = faults_of(pages, tmp_path)
    assert all(line.startswith("script/live/wrong.js(") for line in faults)
    assert any(fault in line for line in faults)
