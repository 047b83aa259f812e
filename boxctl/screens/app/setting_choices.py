"""The values of a setting, where they are few enough to step through one by one."""

from __future__ import annotations

from boxctl.rules.settings import SETTINGS, RuleSetting


def few_answers(setting: RuleSetting) -> tuple[str, ...]:
    """Return every value of a setting that takes words, in the rule book's order; else none."""
    if "number" in setting.answers or "set such as" in setting.answers:
        return ()
    return tuple(setting.answers.replace(" or ", ", ").split(", "))


def next_answer(name: str, value: str) -> str | None:
    """Return the value after this one, cyclically; None if values of this setting are typed."""
    answers = few_answers(SETTINGS[name])
    if not answers:
        return None
    return answers[(answers.index(value) + 1) % len(answers)] if value in answers else answers[0]
