"""Language goes one way, the context: nobody is given one, or falls back to English."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PRODUCT = ("boxctl", "hardware", "firmware_bridge", "groundwork")

CHOSEN = {
    "groundwork/language.py",
    "boxctl/web/http/app.py",
    "boxctl/web/table_pages.py",
    "boxctl/web/serve.py",
    "boxctl/rules/variant_names.py",
}
"""Where a language is chosen for somebody else than whoever started the program."""

STYLES = {"WRITTEN", "SPOKEN", "LINE_BY_LINE", "ENGLISH"}


def sources() -> Iterator[tuple[str, ast.Module]]:
    for package in PRODUCT:
        for file in sorted((ROOT / package).rglob("*.py")):
            yield str(file.relative_to(ROOT)), ast.parse(file.read_text("utf-8"))


def fall_backs(tree: ast.AST) -> Iterator[str]:
    """What stands for a language or a style that is not given."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            for default in (*node.args.defaults, *node.args.kw_defaults):
                if default is not None and _names(default) & STYLES:
                    yield f"line {node.lineno}: {ast.unparse(default)}"
        elif isinstance(node, ast.ClassDef):
            for field in node.body:
                if (
                    isinstance(field, ast.AnnAssign)
                    and field.value
                    and _names(field.value) & STYLES
                ):
                    yield f"line {field.lineno}: {ast.unparse(field)}"


def given_languages(tree: ast.AST) -> Iterator[str]:
    """The functions that are given a language, and the classes that have one."""
    for node in ast.walk(tree):
        given = isinstance(node, ast.arg | ast.AnnAssign) and node.annotation
        if given and "Language" in _names(given):
            yield f"line {given.lineno}: {ast.unparse(given)}"


def _names(node: ast.AST) -> set[str]:
    found = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return found | {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)}


def test_no_language_and_no_style_is_taken_because_none_is_given() -> None:
    found = {name: list(fall_backs(tree)) for name, tree in sources()}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_a_language_is_passed_only_where_it_is_chosen() -> None:
    found = {name for name, tree in sources() if list(given_languages(tree))}
    assert found <= CHOSEN


def test_a_fall_back_and_a_language_are_found() -> None:
    source = (
        "def f(style: Style = WRITTEN): ...\nclass C:\n    a: Language\n    b: Style = SPOKEN\n"
    )
    assert len(list(fall_backs(ast.parse(source)))) == 2
    assert len(list(given_languages(ast.parse(source)))) == 1
