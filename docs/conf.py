"""The documentation site: every page of the checkout that is for people, linked as it stands.

``make docs`` builds it into ``build/site``. The source folder is the checkout itself, so that a
link between two pages works on the site as it does in an editor. A link to nothing is an error.
What ``make browser`` has built goes along, and the first page begins it: without it, as where node
is missing, there are only the pages.
"""

import re
import shutil
from pathlib import Path

from sphinx.application import Sphinx

project = "boxctl"
author = "The boxctl founders"

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
root_doc = "docs/index"
include_patterns = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs/*.md",
    "docs/variants/*.md",
    "examples/README.md",
    "examples/*/README.md",
    "firmware_bridge/README.md",
    "packaging/gpiozero-gpiod/README.md",
    "tests/virtual_pi/README.md",
    "boxctl/odds/the_300/README.md",
    "boxctl/web/pages/vendor/README.md",
]

myst_heading_anchors = 4
# A heading such as "[box]: the wood." is code and a link target, not a reference of its own.
myst_enable_extensions = ["attrs_block"]

html_theme = "furo"
html_title = "boxctl"
html_static_path = ["site"]
html_css_files = ["site.css"]

LANGUAGES = {"": "English", ".fr": "français", ".de": "Deutsch"}
"""How the file of a page ends in each language, and the name of the language."""


def add_language_switch(app: Sphinx, page: str, source: list[str]) -> None:
    """Link a page to itself in the other languages: the table of contents has the English one."""
    name, _, ending = Path(page).name.partition(".")
    files = {code: Path(app.srcdir, page).with_name(f"{name}{code}.md") for code in LANGUAGES}
    there = {code: file.name for code, file in files.items() if file.is_file()}
    if len(there) == 1:
        return
    own = f".{ending}" if ending else ""
    names = [
        LANGUAGES[code] if code == own else f"[{LANGUAGES[code]}]({file})"
        for code, file in there.items()
    ]
    heading, text = source[0].split("\n", 1)
    source[0] = f"{heading}\n{' · '.join(names)}\n{text}"
    if own:
        source[0] = f"---\norphan: true\n---\n{source[0]}"


def name_pages_by_title(_app: Sphinx, _page: str, source: list[str]) -> None:
    """Have links whose text is the name of a file show the title of the page or heading."""
    source[0] = re.sub(r"\[[\w./-]+\.md\](\([\w./-]+\.md(?:#[\w-]+)?\))", r"[]\1", source[0])


GAME = Path(__file__).parents[1] / "build" / "browser"
"""The game for browsers, if it was built."""

PLAY_NOW = """
```{raw} html
<p class="play-now"><a href="../play/index.html">Play now, in this browser</a></p>
```
"""
"""A link to what is no page of this site, which Sphinx would look for."""


def first_page(app: Sphinx, *_pages: object) -> list[str]:
    """Have the first page read each time: the game may have been built meanwhile."""
    return [app.config.root_doc]


def offer_game(app: Sphinx, page: str, source: list[str]) -> None:
    """Link the game on the first page, below its heading."""
    if page == app.config.root_doc and GAME.is_dir():
        heading, text = source[0].split("\n", 1)
        source[0] = f"{heading}\n{PLAY_NOW}{text}"


def carry_game(app: Sphinx, problem: Exception | None) -> None:
    """Put the game beside the pages."""
    folder = Path(app.outdir) / "play"
    shutil.rmtree(folder, ignore_errors=True)
    if problem is None and GAME.is_dir():
        shutil.copytree(GAME, folder)


def setup(app: Sphinx) -> None:
    app.connect("source-read", name_pages_by_title)
    app.connect("source-read", add_language_switch)
    app.connect("source-read", offer_game)
    app.connect("env-get-outdated", first_page)
    app.connect("build-finished", carry_game)
