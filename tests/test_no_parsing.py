"""Rulings are data: no logic on literal verdicts and rule ids, and no sentence is taken apart."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from boxctl.referee.verdict import NO_RULING, Verdict
from boxctl.rules import rule_ids
from boxctl.rules.rulebook import rule_texts

ROOT = Path(__file__).parents[1]
RULE = re.compile(r"R\d+\.\d+")
VERDICTS = {*map(str, Verdict), NO_RULING}
WHERE_VERDICTS_ARE_ASKED = re.compile(r"\b(verdict|ruled|own|before|stage)\b")

MAY_DECIDE = re.compile(rf"""{RULE.pattern}|["']({"|".join(sorted(VERDICTS))})["']""")

TAKES_APART = {"partition", "rpartition", "split", "rsplit", "removeprefix", "removesuffix"}
MAY_TAKE_APART = re.compile("|".join(sorted(TAKES_APART)) + r"|\bre\b")
NO_SENTENCES = {
    "cli/box/firmware.py": "what the firmware's own tools print",
    "cli/chances/simulate.py": "names that are typed",
    "cli/chances/table_options.py": "scores that are typed",
    "cli/game/rules.py": "other names, into the lines of the list",
    "cli/game/game_to_play.py": "names that are typed",
    "cli/__init__.py": "an option that is typed",
    "cli/options.py": "names, dice and settings that are typed",
    "cli/read_on.py": "the first word of a command",
    "cli/record/ledger.py": "numbers of matches that are typed",
    "cli/shell/completed_options.py": "the words of a command",
    "doctor/boot_config.py": "the Pi's config.txt",
    "doctor/check_port.py": "the kernel's list of locks",
    "doctor/check_power.py": "what a program of the Pi prints",
    "doctor/check_service.py": "what systemd prints",
    "doctor/running_boxes.py": "the command of a process",
    "journal/disk/default_path.py": "paths in an environment variable",
    "journal/disk/layout_check.py": "the words of a statement of SQL",
    "journal/proof/printed_heads.py": "the parts of a printed head, which is made to be read",
    "web/mqtt/login.py": "the first line of a file, and the name of the machine",
    "monitor/monitor_orders.py": "orders that are typed",
    "web/http/request_language.py": "the languages that a browser asks for",
    "presentation/display/display_words.py": "the ways to say the same in one message",
    "presentation/drawing/pdf.py": "the signs of a label that another font has",
    "presentation/fault_pages.py": "the page of the faults, which is a document",
    "presentation/hanging.py": "the columns of a line that is too long for a page",
    "presentation/drawing/text_width.py": "the words of a line that is too long for a sheet",
    "presentation/display/words.py": "the first of a player's names",
    "presentation/sound/number_words.py": "a list of words that is one message",
    "presentation/phrases.py": "a list of words that is one message",
    "presentation/names.py": "the chip in the name of a device",
    "presentation/player_names.py": "the number in a name that was given to a player without one",
    "presentation/sound/spoken_phrases.py": "a player's name, made fit to be said",
    "presentation/display/text_items.py": "the words of a line that is too long for a display",
    "rules/dice.py": "dice that are typed",
    "rules/money.py": "an amount of money that is typed",
    "rules/rulebook.py": "the rule book, which is a document",
    "rules/settings.py": "a number that is typed",
    "rules/tiles.py": "a set of tiles that is typed",
    "rules/variants/__init__.py": "the names and the lines of files",
    "setup/answer_kinds.py": "answers that are typed",
    "setup/survey.py": "the kernel's name of a device",
    "screens/app/menu/game_list.py": "the id of an option",
    "screens/app/menu/menu_screen.py": "the id of an option",
    "screens/app/start.py": "the name of a theme, and a variable of the terminal",
    "screens/laptop/menu/game_search.py": "words that are typed",
    "screens/pictures/announcement_picture.py": "the longest word of an announcement",
    "screens/pictures/box/pixel_grid.py": "the name of a material",
    "screens/plain/coach_answers.py": "the columns of an analysis",
    "screens/plain/plain_menu.py": "lines that are typed",
    "screens/plain/commands.py": "lines that are typed, and a list of words that is one message",
    "table/throws/dice_entry.py": "dice that are typed",
    "presentation/wiring_sheet/circuits.py": "the name of a chip",
    "service/accounts.py": "the lines of /etc/passwd and /etc/group",
    "service/installed_packages.py": "what a package says that it needs",
    "service/make_version.py": "the name of a wheel",
    "service/plan_uninstall.py": "a path",
    "service/port_rule.py": "what a device on USB says of itself",
    "service/report.py": "what systemd and its log print",
    "service/version_shelf.py": "the name of a version",
    "simulation/ways_to_play.py": "the name of a player",
    "web/acting/act_routes.py": "a header of a request",
    "web/api_document.py": "a docstring, of which the first line is taken",
    "web/http/address.py": "an address that is typed or asked for",
    "web/event_buffer.py": "the id of an event",
}
"""What is taken apart in these files, and is no sentence of the program's."""


def files() -> list[Path]:
    return sorted((ROOT / "boxctl").rglob("*.py"))


def nodes_of(file: Path, signs: re.Pattern[str]) -> Iterator[ast.AST]:
    """Everything in a file; nothing if its text has none of these signs of what is looked for."""
    # To parse all files takes a second and more.
    if signs.search(source := file.read_text(encoding="utf-8")):
        yield from ast.walk(ast.parse(source))


def literals(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def test_nothing_is_decided_by_a_literal_verdict_or_rule() -> None:
    found = [
        f"{file.relative_to(ROOT)}:{asked.lineno}: {ast.unparse(asked)}"
        for file in files()
        for node in nodes_of(file, MAY_DECIDE)
        if (asked := decided_by_a_literal(node)) is not None
        and isinstance(node, ast.stmt | ast.expr)
    ]
    assert found == []


def decided_by_a_literal(node: ast.AST) -> ast.expr | None:
    """What is asked, if this compares it with the literal of a verdict or a rule."""
    if isinstance(node, ast.Compare):
        compared = {text for side in node.comparators for text in literals(side)}
        if any(RULE.fullmatch(text) for text in compared):
            return node
        if VERDICTS & compared and WHERE_VERDICTS_ARE_ASKED.search(ast.unparse(node)):
            return node
    if isinstance(node, ast.Match):
        patterns = {text for case in node.cases for text in literals(case.pattern)}
        if VERDICTS & patterns and "verdict" in ast.unparse(node.subject):
            return node.subject
    return None


@pytest.mark.parametrize(
    "decides",
    ['ruling.verdict == "refused"', 'rule in ("R4.5", rule_ids.MOVE)', 'verdict != "match_over"'],
)
def test_a_literal_that_decides_is_found(decides: str) -> None:
    (expression,) = (node for node in ast.walk(ast.parse(decides)) if isinstance(node, ast.Compare))
    assert decided_by_a_literal(expression) is not None


def test_no_sentence_is_taken_apart() -> None:
    found = {str(file.relative_to(ROOT / "boxctl")) for file in files() if takes_apart(file)}
    assert found == set(NO_SENTENCES)


def takes_apart(file: Path) -> bool:
    nodes = list(nodes_of(file, MAY_TAKE_APART))
    calls = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    imported = {name.name for node in nodes if isinstance(node, ast.Import)
                for name in node.names}  # fmt: skip
    return bool(TAKES_APART & calls) or "re" in imported


def test_every_rule_id_is_one_of_the_rule_book() -> None:
    named = {value for name, value in vars(rule_ids).items() if name.isupper()}
    assert named <= set(rule_texts())
