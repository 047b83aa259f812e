"""The options of ``boxctl play`` that are settled by what a match is played for."""

from __future__ import annotations

from collections.abc import Sequence

from boxctl.cli import BadOption
from groundwork.language import tr

SETTLED = frozenset(
    f"--{name}"
    for name in (
        "players", "rules", "set", "handicap", "stake", "against", "new", "resume", "watch", "demo",
        "config",
    )
)  # fmt: skip
"""The options of ``boxctl play`` that say what is played, and by whom."""


def refuse_settled(command: str, further: Sequence[str]) -> None:
    """Raise :class:`BadOption` for an option of ``boxctl play`` that this command settles."""
    given = (argument.partition("=")[0] for argument in further)
    settled = next((flag for flag in given if flag in SETTLED), None)
    if settled is not None:
        raise BadOption(
            tr(
                "boxctl {command}: {flag} is settled already: leave it out.",
                command=command,
                flag=settled,
            )
        )
