"""The smallest table on which two readings disagree."""

from __future__ import annotations

from collections.abc import Callable

from tests.support.two_readings.any_settings import VALUES, Settings, settings_of

Disagree = Callable[[Settings, list[str]], bool]


def smallest(
    settings: Settings, lines: list[str], disagree: Disagree
) -> tuple[Settings, list[str]]:
    """Fewer lines, and settings nearer to `classic`, on which they disagree all the same."""
    while True:
        smaller = _fewer_lines(settings, lines, disagree)
        plainer = _plainer(settings, smaller, disagree)
        if len(smaller) == len(lines) and plainer == settings:
            return settings, lines
        settings, lines = plainer, smaller


def _fewer_lines(settings: Settings, lines: list[str], disagree: Disagree) -> list[str]:
    size = len(lines) // 2
    while size:  # leave out ever smaller pieces, the last first
        for begin in range(len(lines) - size, -1, -size):
            fewer = lines[:begin] + lines[begin + size :]
            if disagree(settings, fewer):
                lines = fewer
        size //= 2
    return lines


def _plainer(settings: Settings, lines: list[str], disagree: Disagree) -> Settings:
    for name, values in VALUES.items():
        plainer = settings_of(dict(settings.chosen) | {name: values[0]})
        if plainer != settings and not plainer.contradictions() and disagree(plainer, lines):
            settings = plainer
    return settings
