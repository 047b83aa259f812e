"""The plug is pulled as something is written: before it is on the disk, or after."""

from __future__ import annotations

from collections.abc import Callable

from boxctl.journal.disk.appender import Appender


class PlugPulled(BaseException):
    """The program ends here."""


def pulling_the_plug(*, written: bool) -> Callable[[Appender, object], None]:
    """An append that ends the program before anything is on the disk, or after all of it is."""
    append = Appender.append

    def end(appender: Appender, entries: object) -> None:
        if written:
            append(appender, entries)  # type: ignore[arg-type]
        raise PlugPulled

    return end
