"""A language that no one speaks: what is left in English can be told from it."""

from __future__ import annotations

import re

from groundwork.language import Language

PART = re.compile(r"(\{\w*\})|([a-z])|([A-Z])")


class Foreign(Language):
    """Every letter of a message is an x, but for the values that are put into it."""

    def tr(self, message: str, /, **values: object) -> str:
        """Return a message without its letters."""
        text = PART.sub(lambda part: part[1] or ("x" if part[2] else "X"), message)
        return text.format_map(values) if values else text

    def tr_n(self, one: str, many: str, number: int, /, **values: object) -> str:
        """Return the form of a message for this ``number``."""
        return self.tr(one if number == 1 else many, **values)

    def tr_as(self, context: str, message: str, /, **values: object) -> str:
        """Return a message that has more than one meaning."""
        return self.tr(message, **values)


FOREIGN = Foreign("xx")


def left_in_english(text: str) -> list[str]:
    """What has letters other than x, however short."""
    return re.findall(r"[^\W\d_]*[a-wyzA-WYZ][^\W\d_]*", text)


def english_sentences(text: str) -> list[str]:
    """What has at least three words other than x: names, rules and paths have fewer in a row."""
    return re.findall(r"\b[a-wyzA-WYZ]+(?: [a-wyz]{2,}){2,}", text)
