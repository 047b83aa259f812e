"""Every catalog has every message of the source."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from groundwork.language import is_complete, known_languages
from groundwork.languages.catalog import in_context, read_catalog
from groundwork.languages.text_with_english import PLACEHOLDER

pytest.importorskip("babel", reason="make dev installs it")

from translation.catalogs import (
    CATALOGS,
    KEYWORDS,
    SOURCES,
    extracted,
    is_translated,
    languages,
    problems,
    read,
    written,
)
from translation.typography import typography_problems, typography_problems_of_page

ROOT = Path(__file__).parents[1]

Calls = list[tuple[Path, ast.Call]]


def test_a_catalog_is_a_language() -> None:
    assert known_languages() == ("en", *languages())
    assert {"fr", "de"} <= set(filter(is_complete, languages()))


@pytest.mark.parametrize("language", languages())
def test_a_catalog_has_every_message_with_its_placeholders(language: str) -> None:
    assert list(problems(read(language))) == []


@pytest.mark.parametrize("language", languages())
def test_a_catalog_is_as_make_languages_writes_it(language: str) -> None:
    is_so = (CATALOGS / f"{language}.po").read_bytes() == written(read(language))
    assert is_so, "run make languages"


@pytest.mark.parametrize("language", languages())
def test_boxctl_reads_in_a_catalog_what_babel_reads(language: str) -> None:
    told = read_catalog((CATALOGS / f"{language}.po").read_text(encoding="utf-8"))
    catalog = read(language)
    for message in catalog:
        if not message.id or not is_translated(message):
            continue
        one, *_ = _texts(message.id)
        key = in_context(message.context, str(one)) if message.context else str(one)
        assert told.messages[key] == _texts(message.string)[0]
        if isinstance(message.id, tuple):
            assert told.plurals[key] == message.string
    forms = {told.form_for(number) for number in range(1000)}
    assert forms == set(range(catalog.num_plurals))


def test_every_english_message_has_the_signs_of_english() -> None:
    texts = [text for message in extracted() if message.id for text in _texts(message.id)]
    assert [list(typography_problems("en", str(text))) for text in texts] == [[]] * len(texts)


PAGES = [
    (page, code) for code in languages() for page in sorted((ROOT / "docs").rglob(f"*.{code}.md"))
]


@pytest.mark.parametrize(("page", "language"), PAGES, ids=[page.name for page, _code in PAGES])
def test_a_page_has_the_signs_of_its_language(page: Path, language: str) -> None:
    markdown = page.read_text(encoding="utf-8")
    assert list(typography_problems_of_page(language, markdown)) == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "Prêt\u00a0? L’as, «\u00a0un\u00a0», à 12:30, http://x\u00a0; 7\u00a0%."),
        ("fr", "aide | ?"),
        ("fr", 'une puce comme "mcp23017:3"\u00a0: {label}\u00a0: %(value)r'),
        ("de", "So geht’s: „das“ und „dies“! 95\u00a0%, hilfe | ?"),
        ("en", "It's \"fine\": 95%; isn't it?"),
        ("eo", "Ĉu 'jes' ?"),
    ],
)
def test_signs_that_are_right(language: str, text: str) -> None:
    assert list(typography_problems(language, text)) == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "Prêt ?"), ("fr", "Prêt?"), ("fr", "une chose : une autre"), ("fr", "{name} !"),
        ("fr", "C'est lui"), ("fr", "d'«\u00a0un\u00a0»"), ("fr", "« un »"), ("fr", "«un»"),
        ("fr", "“un”"), ("fr", "7 %"), ("fr", "{number}%"), ("fr", "1\u202f000"),
        ("de", "geht's"), ("de", "So !"), ("de", "„so"), ("de", "so“"), ("de", "“so”"),
        ("de", "95 %"), ("en", "isn’t"), ("en", "“so”"),
    ],
)  # fmt: skip
def test_signs_that_are_wrong(language: str, text: str) -> None:
    assert list(typography_problems(language, text)) != []


def test_no_two_languages_say_the_same() -> None:
    """A sentence that is in two catalogs alike is in the wrong one."""
    catalogs = [read(language) for language in languages()]
    for first, second in combinations(catalogs, 2):
        for message in first:
            other = second.get(message.id, message.context)
            if other is not None and _is_a_sentence(message.string):
                assert message.string != other.string, message.id


def _is_a_sentence(text: object) -> bool:
    return len(re.findall(r"\b[^\W\d_]{2,}\b", PLACEHOLDER.sub("", str(text)))) > 4


@pytest.fixture(scope="module")
def calls() -> Calls:
    """Every call in the source, with its file."""
    return [
        (path.relative_to(ROOT), node)
        for package in SOURCES
        for path in sorted((ROOT / package).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
    ]


def test_every_marked_message_is_found(calls: Calls) -> None:
    """A message that is put together, or an f-string, would be looked up in vain."""
    messages = {text for message in extracted() if message.id for text in _texts(message.id)}
    for _path, call in calls:
        if _name(call) not in KEYWORDS:
            continue
        for argument in call.args[:1] if _name(call) != "tr_as" else call.args[1:2]:
            if _is_passed_on(argument):
                continue
            assert isinstance(argument, ast.Constant), ast.unparse(call)
            assert argument.value in messages, ast.unparse(call)


SAID_TO_PEOPLE = {
    "ArgumentTypeError", "BadOption", "BoxFileFault", "Contradiction", "DeviceBack", "DeviceLost",
    "Fault", "JournalFault", "Options", "RuleFault", "RulesProblem", "Worker", "WrongJournal",
    "complain", "error", "key_fault",
}  # fmt: skip
"""What is made of a text for people; the ``help`` of an option is one, too."""

ENGLISH_ANYWAY = {
    "boxctl/cli/game/rules_card.py: rules card": "the name of a command",
    "boxctl/cli/game/house/rules_check.py: rules check": "the name of a command",
    "boxctl/cli/game/house/rules_save.py: rules save": "the name of a command",
    "boxctl/cli/game/house/rules_edit.py: rules edit": "the name of a command",
    "boxctl/cli/game/rules_show.py: rules show": "the name of a command",
    "boxctl/cli/game/rules.py: rules list": "the name of a command",
    "boxctl/cli/tournament/tournament": "the name of a command",
    "boxctl/cli/stall/stall": "the name of a command",
    "boxctl/rules/ruleset.py: dice = {}": "a setting and its value",
    "firmware_bridge/emulator/__main__.py": "a tool of programmers",
}


def test_no_fault_and_no_help_is_left_unmarked(calls: Calls) -> None:
    found = {f"{path}: {text}" for path, text in _unmarked(calls)}
    assert {each for each in found if not each.startswith(tuple(ENGLISH_ANYWAY))} == set()
    for allowed in ENGLISH_ANYWAY:
        assert any(each.startswith(allowed) for each in found), allowed


def _unmarked(calls: Calls) -> Iterator[tuple[Path, str]]:
    for path, call in calls:
        helps = [each.value for each in call.keywords if each.arg == "help"]
        said = call.args if _name(call) in SAID_TO_PEOPLE else []
        for text in _literals([*helps, *said]):
            yield path, text


def _literals(nodes: list[ast.expr]) -> Iterator[str]:
    """Yield the texts of more than a word among these, but not what a call inside has."""
    for node in nodes:
        text = ""
        match node:
            case ast.Constant(value=str(text)):
                pass
            case ast.JoinedStr(values=parts):
                text = "".join(map(_with_braces, parts))
            case ast.IfExp(body=one, orelse=other):
                yield from _literals([one, other])
            case ast.BinOp(left=one, right=other):
                yield from _literals([one, other])
        if re.search(r"[a-z]{2,} |[a-z] [a-z]{2,}", text):
            yield text


def _with_braces(part: ast.expr) -> str:
    return str(part.value) if isinstance(part, ast.Constant) else "{}"


def _is_passed_on(argument: ast.expr) -> bool:
    """Whether it is a message that was marked where it was written."""
    return isinstance(argument, ast.Name | ast.Attribute | ast.Call | ast.Subscript | ast.Starred)


def _name(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _texts(text: object) -> tuple[object, ...]:
    return text if isinstance(text, tuple) else (text,)
