"""The values of a setting, where they are few enough to step through one by one."""

from __future__ import annotations

from boxctl.rules.settings import SETTINGS


def next_answer(name: str, value: str) -> str | None:
    """Return the value after this one, cyclically; None if values of this setting are typed."""
    answers = SETTINGS[name].choices
    if not answers:
        return None
    return answers[(answers.index(value) + 1) % len(answers)] if value in answers else answers[0]
