"""Rulings are data: no logic on literal verdicts and rule ids, and no sentence is taken apart."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from boxctl.referee.payloads import NO_RULING, Verdict
from boxctl.rules import rule_ids
from boxctl.rules.rulebook import rule_texts

ROOT = Path(__file__).parents[1]
FACTORY = "packaging/gpiozero-gpiod/gpiozero_gpiod"
PRODUCT = ("boxctl", "hardware", "firmware_bridge", "groundwork", FACTORY)
RULE = re.compile(r"R\d+\.\d+")
VERDICTS = {*map(str, Verdict), NO_RULING}
WHERE_VERDICTS_ARE_ASKED = re.compile(r"\b(verdict|ruled|own|before|stage)\b")

MAY_DECIDE = re.compile(rf"""{RULE.pattern}|["']({"|".join(sorted(VERDICTS))})["']""")

TAKES_APART = {"partition", "rpartition", "split", "rsplit", "removeprefix", "removesuffix"}
MAY_TAKE_APART = re.compile("|".join(sorted(TAKES_APART)) + r"|\bre\b")
NO_SENTENCES = {
    "boxctl/cli/__init__.py": "an option that is typed",
    "boxctl/cli/box/flash_uno.py": "what avrdude prints",
    "boxctl/cli/chances/simulate.py": "names that are typed",
    "boxctl/cli/game/explain_rule.py": "the number of a rule, which is typed",
    "boxctl/cli/game/game_to_play.py": "names that are typed",
    "boxctl/cli/game/rules.py": "other names, into the lines of the list",
    "boxctl/cli/options.py": "names, dice and settings that are typed",
    "boxctl/cli/commands.py": "the first word of a command",
    "boxctl/cli/game/play_options.py": "an option that is typed",
    "boxctl/cli/stall/terms_options.py": "a rate that is typed",
    "boxctl/cli/journal/ledger.py": "numbers of matches that are typed",
    "boxctl/cli/shell/completion.py": "the line and the setting that are typed",
    "boxctl/doctor/boot_config.py": "the Pi's config.txt",
    "boxctl/doctor/check_port.py": "the kernel's list of locks",
    "boxctl/doctor/check_computer.py": "what programs print, and the command of a process",
    "boxctl/journal/entries.py": "the text of an entry, before it is read as JSON",
    "boxctl/journal/disk/schema.py": "the words of a statement of SQL",
    "boxctl/journal/proof/printed_evening.py": "the list of an evening that was printed",
    "boxctl/journal/proof/printed_heads.py": "the parts of a head that was printed",
    "boxctl/monitor/box_monitor.py": "orders that are typed",
    "boxctl/presentation/display/display_words.py": "the ways to say the same in one message",
    "boxctl/presentation/display/words.py": "the words of a long line, and of a name",
    "boxctl/presentation/drawing/pdf.py": "the signs of a label, and the words of a long line",
    "boxctl/cli/box/explain.py": "the page of the faults, which is a document",
    "boxctl/presentation/input_faults.py": "the chip in the name of a device",
    "boxctl/presentation/phrases.py": "words in one message, and a player's number",
    "boxctl/presentation/sound/spoken_phrases.py": "words in one message, and a player's name",
    "boxctl/presentation/wiring_sheet/circuits.py": "the name of a chip",
    "boxctl/screens/puzzles/puzzle_session.py": "a move that is typed",
    "boxctl/presentation/answers/linked_rules.py": "the settings of a link",
    "boxctl/presentation/answers/other_players.py": "scores that are typed",
    "boxctl/presentation/answers/position.py": "dice that are typed",
    "boxctl/referee/lines.py": "the byte order mark before a line of JSON",
    "boxctl/referee/players.py": "a name that people type, with a handicap behind it",
    "boxctl/rules/ruleset.py": "dice that are typed",
    "boxctl/rules/house/folders.py": "the name of a file",
    "boxctl/rules/house/parsed_text.py": "the file of a variant",
    "boxctl/rules/house/save.py": "the title of a variant, for the name of its file",
    "boxctl/cli/game/house/rules_edit.py": "the command of an editor",
    "boxctl/rules/settings.py": "the words of a setting's name",
    "boxctl/rules/money.py": "an amount of money that is typed",
    "boxctl/rules/rulebook.py": "the rule book, which is a document",
    "boxctl/rules/setting_kinds.py": "a number that is typed",
    "boxctl/rules/ways.py": "a list of ways that is typed",
    "boxctl/rules/tiles.py": "a set of tiles that is typed",
    "boxctl/rules/variant_names.py": "a list of names in one message",
    "boxctl/rules/variants/__init__.py": "the names and the lines of files",
    "boxctl/screens/app/menu/game_list.py": "the id of an option",
    "boxctl/screens/app/menu/menu_screen.py": "the id of an option",
    "boxctl/screens/app/start.py": "the name of a theme, and a variable of the terminal",
    "boxctl/screens/laptop/game_search.py": "words that are typed",
    "boxctl/screens/pictures/table_picture.py": "the longest word of an announcement",
    "boxctl/screens/pictures/box/tile_picture.py": "the name of a material",
    "boxctl/web/mqtt/commands.py": "names that somebody at a broker has typed",
    "groundwork/editing_terminal.py": "lines that are printed",
    "boxctl/screens/laptop/player_roster.py": "the row that is typed, with a handicap",
    "boxctl/screens/plain/answers.py": "the columns of an analysis",
    "boxctl/screens/plain/commands.py": "typed lines, and a list of words in one message",
    "boxctl/screens/plain/plain_menu.py": "lines that are typed",
    "boxctl/screens/plain/told_match.py": "names and settings that are typed",
    "boxctl/screens/plain/told_sentences.py": "typed lines, and a list of words in one message",
    "boxctl/service/host.py": "the lines of /etc/passwd and /etc/group",
    "boxctl/service/make_version.py": "the name of a version, and what a package needs",
    "boxctl/service/plan_install.py": "a path",
    "boxctl/service/port_rule.py": "what a device on USB says of itself",
    "boxctl/service/report.py": "what systemd and its log print",
    "boxctl/setup/answer_kinds.py": "answers that are typed",
    "boxctl/setup/survey.py": "the kernel's name of a device",
    "boxctl/presentation/ways_to_play.py": "the name of a player",
    "boxctl/table/throws/dice_entry.py": "dice that are typed",
    "boxctl/web/acting/code_file.py": "the code and the key that a file holds",
    "boxctl/web/acting/act_routes.py": "a header of a request",
    "boxctl/web/api_document.py": "the parts of an address, and the first line of a docstring",
    "boxctl/web/reading.py": "the id of an event",
    "boxctl/web/http/address.py": "an address that is typed or asked for",
    "boxctl/web/http/feed_places.py": "the zone of an IPv6 address",
    "boxctl/web/http/guard.py": "the languages that a browser asks for",
    "boxctl/web/http/static_pages.py": "the path of a file",
    "boxctl/web/mqtt/login.py": "the first line of a file, and the name of the machine",
    "firmware_bridge/build_firmware.py": "what compilers print, and a header in C",
    "firmware_bridge/emulator/__main__.py": "lines that are typed",
    "firmware_bridge/images.py": "the list of the images, and what the tool of a compiler prints",
    "firmware_bridge/link/frames.py": "the bytes of the wire",
    "hardware/config/pins.py": "the model that the kernel names; the names of pins",
    "firmware_bridge/port/boot_drive.py": "the kernel's list of mounts, and what a drive tells",
    "firmware_bridge/uf2.py": "the blocks of a UF2 file, and the name in an image",
    "firmware_bridge/port/find_port.py": "the interface in the place of a port on USB",
    "firmware_bridge/port/serial_port.py": "the kernel's list of locks",
    "firmware_bridge/protocol/fields.py": "a docstring, for the table of the document",
    "firmware_bridge/protocol/generate.py": "the document, round its tables",
    "groundwork/cell_width.py": "signs, by their width; the columns of a long line",
    "groundwork/language.py": "the code of a locale",
    "groundwork/languages/catalog.py": "the lines of a catalog",
    "groundwork/languages/text_with_english.py": "the words of one message",
    "groundwork/printing.py": "the lines and blanks of a text",
    "groundwork/system/programs.py": "the folders of a PATH",
    "groundwork/system/users.py": "paths in an environment variable",
    "hardware/config/checks/tables.py": "the places of a box.toml",
    "hardware/config/box_file.py": "the document, round its tables",
    "hardware/config/kinds.py": "values of a box.toml",
    "hardware/config/read.py": "keys of a box.toml",
    "hardware/config/tables/display.py": "the size of a display",
    "hardware/config/tables/network.py": "the address of a broker",
    "groundwork/toml/faults.py": "what Python's reader of TOML says, and the line of which it does",
    "groundwork/toml/lines.py": "the lines of a box.toml",
    "packaging/gpiozero-gpiod/gpiozero_gpiod/chips.py": "the number in a chip's name",
    "packaging/gpiozero-gpiod/gpiozero_gpiod/factory.py": "the names of pins",
    "packaging/gpiozero-gpiod/gpiozero_gpiod/hardware_pwm.py": "names of the device tree",
    "hardware/sound/voice.py": "the words that a voice is given",
    "groundwork/json_text.py": "the brackets of JSON",
}
"""What is taken apart in these files, and is no sentence of the program's."""

PAGES = ROOT / "boxctl" / "web" / "pages" / "script"
SCRIPT_TAKES_APART = re.compile(r"\.(split|match|matchAll|replace|replaceAll|exec|substring)\(")
NO_SENTENCES_OF_PAGES = {
    "live/language.js": "an address",
    "live/proof.js": "a hash, and the bytes of an entry",
    "live/texts.js": "the placeholders of a message, before it is a sentence",
    "pages/ask.js": "the lines that are typed",
    "pages/record.js": "a key that is typed or shown",
    "pages/replay.js": "the time at which a match began",
    "parts/attract.js": "an address",
    "parts/brought_record.js": "the time at which a match began",
    "parts/moment.js": "the words of a cry, set in lines as large as fit",
    "parts/tappable.js": "dice that are typed",
}
"""What the scripts of the pages take apart in these files."""


def files() -> list[Path]:
    return sorted(file for package in PRODUCT for file in (ROOT / package).rglob("*.py"))


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
    found = {str(file.relative_to(ROOT)) for file in files() if takes_apart(file)}
    assert found == set(NO_SENTENCES)


def test_no_page_takes_a_sentence_apart() -> None:
    scripts = PAGES.rglob("*.js")
    found = {str(file.relative_to(PAGES)) for file in scripts
             if SCRIPT_TAKES_APART.search(file.read_text(encoding="utf-8"))}  # fmt: skip
    assert found == set(NO_SENTENCES_OF_PAGES)


def takes_apart(file: Path) -> bool:
    nodes = list(nodes_of(file, MAY_TAKE_APART))
    calls = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    imported = {name.name for node in nodes if isinstance(node, ast.Import)
                for name in node.names}  # fmt: skip
    return bool(TAKES_APART & calls) or "re" in imported


def test_every_rule_id_is_one_of_the_rule_book() -> None:
    named = {value for name, value in vars(rule_ids).items() if name.isupper()}
    assert named <= set(rule_texts())
