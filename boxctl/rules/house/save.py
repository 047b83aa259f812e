"""Write the file of a house's own variant: a title, what it is based on, and what is different."""

from __future__ import annotations

import json
import os
import unicodedata
from collections.abc import Mapping
from pathlib import Path

from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault, fault_in
from boxctl.rules.house.folders import ENDING, folder_of_user, folders
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import changed_from, with_settings
from boxctl.rules.variant_file import Variant
from boxctl.rules.variants import base_in_project, faults_in_text, load
from groundwork.cell_width import without_curly_quotes
from groundwork.faults import cure_for_writing, in_a_sentence
from groundwork.language import tr
from groundwork.reader import for_reader
from groundwork.system.files import write_whole


def save_variant(
    title: str, based_on: str, rules: RuleSet, where: str | None = None, *, over: bool = False
) -> Path:
    """Write these rules as a variant of the house with this title. Return the file.

    ``based_on`` is the name of a variant: what differs from it is written. ``where`` is a folder,
    or a file that ends in ``.toml``; by default the user's folder. A file that is there is written
    over only if ``over``. It is written whole or not at all.

    Raises :class:`RuleFault`: BX204 if settings contradict each other, BX215 if the file is there
    or cannot be written, and whatever would be wrong with it, such as a name that is taken (BX209).
    """
    check(rules)
    title = without_curly_quotes(title)
    path = _path(title, where)
    if path.name == ENDING:
        raise fault_in(
            str(path.parent),
            None,
            "BX212",
            tr('the title "{title}" has no letter and no figure', title=title),
            tr("give the game a title such as The Crown"),
        )
    base = _base_to_write(load(based_on), path)
    usual = with_settings(RuleSet(), base.settings.items())
    text = variant_text(title, base.name, changed_from(usual, rules))
    for fault in faults_in_text(str(path), text):
        raise title_taken(title) if fault.code == "BX209" else fault
    write_variant(path, text, over=over)
    return path


def _base_to_write(base: Variant, path: Path) -> Variant:
    """Return the base of the file at ``path`` if its rules are those of ``base``, changed.

    That is what ``base`` is based on where the file is its own, or one that it is based on itself.
    """
    chain = [base]
    while chain[-1].is_of_house:
        chain.append(load(chain[-1].based_on))
    here = os.path.realpath(path)
    for number, each in enumerate(chain):
        if each.is_of_house and os.path.realpath(each.file) == here:
            base = chain[number + 1]
    if base.is_of_house and os.path.dirname(base.file) not in folders():  # noqa: PTH120
        # Nobody else would find the file that it is based on.
        return base_in_project(base)
    return base


def title_taken(title: str) -> RuleFault:
    """Return the fault of a title that another game has already."""
    return RuleFault(
        "BX209",
        tr('there is a game that is called "{title}"', title=title),
        tr("give yours another title"),
    )


def write_variant(path: Path, text: str, *, over: bool) -> None:
    """Write the text of a variant that was checked. Raises :class:`RuleFault` (BX215)."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode(), over=over)
    except OSError as problem:
        if isinstance(problem, FileExistsError) and os.path.lexists(path):
            raise fault_in(
                str(path),
                None,
                "BX215",
                tr("there is a file of that name"),
                for_reader(
                    tr("give the game another title, or write over the file with --force"),
                    page=tr("give the game another title"),
                ),
            ) from None
        raise fault_in(
            str(path),
            None,
            "BX215",
            tr("it cannot be written ({why})", why=in_a_sentence(problem)),
            cure_for_writing(problem),
        ) from problem


def variant_text(title: str, based_on: str, settings: Mapping[str, str]) -> str:
    """Return the text of the file."""
    lines = [f"title = {_quoted(title)}", f"based_on = {_quoted(based_on)}", "", "[settings]"]
    lines += [f"{name} = {_value(value)}" for name, value in settings.items()]
    return "\n".join(lines) + "\n"


def file_name(title: str) -> str:
    """Return the name that a title gives a file: ``the-crown.toml`` for The Crown."""
    plain = "".join(
        letter
        for letter in unicodedata.normalize("NFKD", title)
        if not unicodedata.combining(letter)
    )
    words = "".join(letter if letter.isalnum() else " " for letter in plain.lower()).split()
    return "-".join(words) + ENDING


def _path(title: str, where: str | None) -> Path:
    if where is None:
        return Path(folder_of_user()) / file_name(title)
    if where.endswith(ENDING):
        return Path(os.path.abspath(where))  # noqa: PTH100
    return Path(os.path.abspath(where)) / file_name(title)  # noqa: PTH100


def _value(text: str) -> str:
    is_plain = text in ("true", "false") or (text.isascii() and text.isdigit())
    return text if is_plain else _quoted(text)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
