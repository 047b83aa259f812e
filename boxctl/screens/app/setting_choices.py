"""The answers that a setting takes, where they are few enough to be gone through one by one."""

from __future__ import annotations

from boxctl.rules.settings import SETTINGS, Setting


def few_answers(setting: Setting) -> tuple[str, ...]:
    """Every answer of a setting that takes words, in the order of the rule book; else nothing."""
    if "number" in setting.answers or "set such as" in setting.answers:
        return ()
    return tuple(setting.answers.replace(" or ", ", ").split(", "))


def next_answer(name: str, value: str) -> str | None:
    """The answer after this one, round and round; None where answers are typed."""
    answers = few_answers(SETTINGS[name])
    if not answers:
        return None
    return answers[(answers.index(value) + 1) % len(answers)] if value in answers else answers[0]
