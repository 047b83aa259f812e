"""The files of the pages: no address outside the box, nothing inline, every word translated."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import boxctl.web
from boxctl.web.page_texts import TEXTS, page_texts
from groundwork.language import language, use
from tests.support.web.served_table import ServedTable

PAGES = Path(boxctl.web.__file__).parent / "pages"
OWN = [path for path in sorted(PAGES.rglob("*")) if path.is_file() and "vendor" not in path.parts]
SCRIPTS = [path for path in OWN if path.suffix == ".js"]
STYLES = [path for path in OWN if path.suffix == ".css"]
HTML = [path for path in OWN if path.suffix == ".html"]

SAID = re.compile(r'\bsay\(\s*"((?:[^"\\]|\\.)*)"')
STANDING = re.compile(r'^  (?:open|shut|unknown): "(.*)",$', re.MULTILINE)
IMPORTED = re.compile(r'^(?:import|\} from|export).*?from "(.*)";$', re.MULTILINE)
SVG = "http://www.w3.org/2000/svg"


class Tags(HTMLParser):
    """The tags of a page, with their attributes."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_every_word_of_a_script_is_there_to_translate() -> None:
    read = [path.read_text(encoding="utf-8") for path in SCRIPTS]
    said = {words for text in read for words in [*SAID.findall(text), *STANDING.findall(text)]}
    assert said == set(TEXTS)
    # Words that a test cannot find are those that a script puts together.
    assert not [text for text in read if re.search(r"\bsay\(\s*`", text)]


def test_the_words_come_in_the_language_of_the_table() -> None:
    assert page_texts()["Not connected"] == "Not connected"
    use(language("de"))
    assert page_texts()["Not connected"] == "Keine Verbindung"


@pytest.mark.parametrize("path", [*SCRIPTS, *STYLES, *HTML], ids=lambda path: path.name)
def test_a_file_names_no_address_outside_the_box(path: Path) -> None:
    text = path.read_text(encoding="utf-8").replace(SVG, "")
    assert not re.findall(r"(?:https?:)?//[a-z0-9-]+\.[a-z]", text)


@pytest.mark.parametrize("page", HTML, ids=lambda page: page.name)
def test_a_page_without_its_scripts_says_what_it_needs(page: Path) -> None:
    said = re.findall("<noscript>(.*)</noscript>", page.read_text(encoding="utf-8"))
    assert [words.count("JavaScript") for words in said] == [3]


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_what_moves_for_as_long_as_a_table_waits_moves_in_steps(path: Path) -> None:
    """Every frame drawn anew takes most of a core, for minutes; dice roll for a second."""
    rules = re.findall(r"^(.*?)\{(.*?)\}", path.read_text(encoding="utf-8"), re.MULTILINE)
    endless = [(name, style) for name, style in rules if "infinite" in style]
    assert all("steps(" in style or "is-rolling" in name for name, style in endless)


@pytest.mark.parametrize("page", HTML, ids=lambda page: page.name)
def test_a_page_has_no_script_and_no_style_within(page: Path) -> None:
    for tag, attrs in Tags(page).found:
        assert tag != "style"
        assert "style" not in attrs
        assert not [name for name in attrs if name.startswith("on")]
        assert tag != "script" or (attrs["type"] == "module" and attrs["src"])


@pytest.mark.parametrize("page", HTML, ids=lambda page: page.name)
def test_everything_that_a_page_loads_is_there(page: Path) -> None:
    for _tag, attrs in Tags(page).found:
        for name in {"src", "href"} & attrs.keys():
            address = attrs[name] or ""
            assert address.startswith("/")
            assert (PAGES / address.lstrip("/")).is_file(), address


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_everything_that_a_script_imports_is_there(script: Path) -> None:
    for address in IMPORTED.findall(script.read_text(encoding="utf-8")):
        assert (script.parent / address).is_file(), address


def test_every_file_is_served(pages: ServedTable) -> None:
    for path in PAGES.rglob("*"):
        if path.suffix in (".css", ".html", ".js", ".svg", ".woff2"):
            status, _, headers = pages.asks(f"/{path.relative_to(PAGES)}")
            assert status == 200, path
            assert path.suffix != ".js" or headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_script_never_makes_elements_of_text(script: Path) -> None:
    text = script.read_text(encoding="utf-8")
    assert not re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", text)


def test_what_others_have_made_comes_with_its_licence() -> None:
    named = (PAGES / "vendor" / "README.md").read_text(encoding="utf-8")
    for path in (PAGES / "vendor").rglob("*"):
        if path.suffix in (".js", ".woff2"):
            assert path.name in named
    assert (PAGES / "vendor/noble/ed25519.LICENSE").is_file()
    assert (PAGES / "vendor/noble/hashes.LICENSE").is_file()
    assert (PAGES / "vendor/young-serif.LICENSE").is_file()
