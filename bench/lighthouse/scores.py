"""What Lighthouse says of the pages: those of ``make browser`` beside those of ``--web``.

Run it with ``make lighthouse``. It takes minutes, and performance depends on the machine, so it is
no test.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from npm_packages import NotToBeHadError, get_npm_packages

from tests.support.web.built_page.served_site import served_site
from tests.support.web.laptop_game import LaptopGame

HERE = Path(__file__).parent
TOOLS = HERE.parents[1] / "build" / "lighthouse-tools"
REPORTS = HERE.parents[1] / "build" / "lighthouse"

CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
BUILT = {"game": "", "ask the referee": "ask.html", "record": "record.html"}
BY_THE_BOX = {"phone": "/", "ask the referee": "/ask", "television": "/tv", "record": "/record"}
PATIENCE = 300
"""Seconds that a page may take."""

Scores = Mapping[str, int | None]


def main() -> int:
    """Print a table of scores from 0 to 100; what was found is in ``build/lighthouse``."""
    chromium = which("chromium") or which("chromium-browser")
    try:
        if chromium is None:
            raise NotToBeHadError("chromium is missing")
        tool = get_npm_packages(HERE, TOOLS) / "lighthouse" / "cli" / "index.js"
    except NotToBeHadError as why:
        print(f"Lighthouse does not run: {why}.", file=sys.stderr)
        return 1
    REPORTS.mkdir(parents=True, exist_ok=True)
    print("| page |", " | ".join(CATEGORIES), "|\n|", " --- |" * (len(CATEGORIES) + 1))
    with served_site() as address:
        for name, page in BUILT.items():
            _tell(f"browser: {name}", scores(tool, chromium, address + page, f"browser-{name}"))
    with TemporaryDirectory() as folder, LaptopGame(Path(folder), "--players", "Ann") as game:
        for name, page in BY_THE_BOX.items():
            _tell(f"--web: {name}", scores(tool, chromium, game.address + page, f"web-{name}"))
    return 0


def scores(tool: Path, chromium: str, address: str, name: str) -> Scores:
    """Return the scores of a page, None for one that could not be had, and keep the report."""
    report = REPORTS / f"{name.replace(' ', '-')}.json"
    report.unlink(missing_ok=True)
    subprocess.run(
        [
            *("node", tool, address, "--quiet", "--output=json", f"--output-path={report}"),
            f"--only-categories={','.join(CATEGORIES)}",
            # Nothing of it goes anywhere. A container has no user namespaces for the sandbox.
            "--no-enable-error-reporting",
            "--chrome-flags=--headless=new --no-sandbox",
        ],
        env={"CHROME_PATH": chromium, "PATH": "/usr/local/bin:/usr/bin:/bin"},
        timeout=PATIENCE,
        check=False,
    )
    if not report.is_file():
        return dict.fromkeys(CATEGORIES)
    told = json.loads(report.read_text(encoding="utf-8"))["categories"]
    points = {each: told[each]["score"] for each in CATEGORIES}
    return {each: None if score is None else round(100 * score) for each, score in points.items()}


def _tell(page: str, found: Scores) -> None:
    told = ("–" if score is None else str(score) for score in found.values())
    print(f"| {page} |", " | ".join(told), "|", flush=True)


if __name__ == "__main__":
    sys.exit(main())
