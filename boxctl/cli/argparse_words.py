"""The words of argparse in the language of the program."""

from __future__ import annotations

import argparse

from groundwork.language import message, tr, tr_n

WORDS = (
    message("usage: "),
    message("positional arguments"),
    message("options"),
    message("show this help message and exit"),
    message("unrecognized arguments: %s"),
    message("the following arguments are required: %s"),
    message("argument %(argument_name)s: %(message)s"),
    message("ignored explicit argument %r"),
    message("expected one argument"),
    message("expected at most one argument"),
    message("expected at least one argument"),
    message("invalid %(type)s value: %(value)r"),
    message("invalid choice: %(value)r (choose from %(choices)s)"),
)
"""The messages of Python 3.11 to 3.15 about our options."""


def _expected(_one: str, _many: str, number: int) -> str:
    return tr_n("expected %s argument", "expected %s arguments", number)


def translate_argparse() -> None:
    """Make argparse use the messages of this program.

    By itself it uses gettext's global domain, and it has no option to name another.
    """
    vars(argparse).update(_=tr, ngettext=_expected)
