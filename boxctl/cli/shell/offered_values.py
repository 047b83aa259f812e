"""What a shell can offer for the values of options and arguments."""

from __future__ import annotations

from argparse import Action
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from argcomplete.completers import FilesCompleter

from boxctl.cli.drawing_file import svg_or_pdf
from boxctl.cli.options import Options, VariantName
from groundwork.language import known_languages

Completer = Callable[..., Iterable[str]]


def with_values(options: Options) -> Options:
    """Return the options of a command, each with what offers its values, as argcomplete asks it."""
    for action in options.actions:
        if action.nargs != 0 and action.choices is None:
            action.completer = _completer(action)  # type: ignore[attr-defined]
    return options


def _completer(action: Action) -> Completer:
    """Return what offers values for an option or argument."""
    metavar = action.metavar if isinstance(action.metavar, str) else action.dest
    is_file = action.type in (Path, svg_or_pdf) or "FILE" in metavar or metavar == "SOURCE"
    files = FilesCompleter() if is_file else None

    def offered(prefix: str, **_more: Any) -> Iterable[str]:
        return [*_words(action, metavar, prefix), *(files(prefix) if files else ())]

    return offered


def _words(action: Action, metavar: str, prefix: str) -> Iterable[str]:
    """Return the words for a value that begins with ``prefix``, and others."""
    if isinstance(action, VariantName):
        from boxctl.rules.variants import names

        return names()
    if action.dest == "changes":
        return _changes(prefix)
    if action.dest == "lang":
        return known_languages()
    if metavar == "WAYS":
        from boxctl.simulation.ways_to_play import WAYS_TO_PLAY

        return WAYS_TO_PLAY
    if metavar == "LINE":
        from boxctl.screens.plain.told_words import TOLD

        return [command.name for command in TOLD]
    if action.dest == "code":
        from boxctl.cli.box.explain import known_codes
        from boxctl.rules.rulebook import rule_texts, section_titles

        return (*known_codes(), *section_titles(), *rule_texts())
    return ("last",) if "MATCH" in metavar or metavar == "RULING" else ()


def _changes(prefix: str) -> Iterable[str]:
    """Return each ``KEY=``, and after that sign the values of this setting."""
    from boxctl.rules.settings import SETTINGS

    key, typed, _value = prefix.partition("=")
    if not typed:
        return [f"{name}=" for name in SETTINGS]
    return [f"{key}={value}" for value in SETTINGS[key].choices] if key in SETTINGS else ()
