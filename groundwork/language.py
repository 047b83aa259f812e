"""The language in which people are addressed: English, or a gettext catalog of ``languages``.

A message is a whole sentence with named placeholders, in English, which is also its key. ``tr``
marks it for ``make languages`` and returns it in the language asked for.
"""

from __future__ import annotations

import os
from contextvars import ContextVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import TextIO, TypeVar, TypeVarTuple

    from groundwork.languages.catalog import Catalog

    Given = TypeVarTuple("Given")
    R = TypeVar("R")

CATALOGS = os.path.join(os.path.dirname(__file__), "languages")  # noqa: PTH118, PTH120
"""The directory with a ``.po`` file for each language but English."""

LONGEST_HEADER = 8192
"""The most characters before the first message of a catalog."""

LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The first of these that is set decides, as in every other program."""


class Language:
    """A language; ``code`` is that of ISO 639. Without a ``catalog`` every message stays English.

    In each method ``values`` are those of the placeholders; without any, braces are plain text.
    """

    __slots__ = ("_catalog", "code")

    def __init__(self, code: str, catalog: Catalog | None = None) -> None:
        self.code = code
        self._catalog = catalog

    def tr(self, message: str, /, **values: object) -> str:
        """Return a message in this language."""
        if self._catalog is None:
            text = message
        else:
            text = self._catalog.messages.get(message, message)
        return text.format_map(values) if values else text

    def tr_n(self, one: str, many: str, number: int, /, **values: object) -> str:
        """Return the form of a message for this ``number``: ``one`` or ``many`` in English."""
        text = None if self._catalog is None else self._catalog.plural(one, number)
        if text is None:
            text = one if number == 1 else many
        return text.format_map(values) if values else text

    def tr_as(self, context: str, message: str, /, **values: object) -> str:
        """Return a message that has more than one meaning; ``context`` tells which."""
        if self._catalog is None:
            text = message
        else:
            text = self._catalog.messages.get(f"{context}\x04{message}", message)
        return text.format_map(values) if values else text


class BegunLanguage(Language):
    """A language whose catalog has a part of the messages.

    Where it lacks one, the whole sentence is in English
    (:class:`groundwork.languages.text_with_english.TextWithEnglish`).
    """

    __slots__ = ("_begun", "_said")

    def __init__(self, code: str, catalog: Catalog) -> None:
        from groundwork.languages.text_with_english import said

        super().__init__(code, catalog)
        self._begun, self._said = catalog, said

    def tr(self, message: str, /, **values: object) -> str:
        """Return a message in this language, or in English."""
        return self._said(self._begun.messages.get(message), message, values)

    def tr_n(self, one: str, many: str, number: int, /, **values: object) -> str:
        """Return the form of a message for this ``number``."""
        english = one if number == 1 else many
        return self._said(self._begun.plural(one, number), english, values)

    def tr_as(self, context: str, message: str, /, **values: object) -> str:
        """Return a message that has more than one meaning; ``context`` tells which."""
        key = f"{context}\x04{message}"
        return self._said(self._begun.messages.get(key), message, values)


ENGLISH = Language("en")

_languages = {"en": ENGLISH}


def known_languages() -> tuple[str, ...]:
    """Return the codes of all languages, English first."""
    names = sorted(os.listdir(CATALOGS))  # noqa: PTH208
    return ("en", *(name[:-3] for name in names if name.endswith(".po")))


def is_complete(code: str) -> bool:
    """Return whether a known language has all messages, or its translation has only begun.

    A language that has begun is spoken only where somebody names it.
    """
    return code == "en" or _headers(code).get("X-Status") == "complete"


def listed_languages() -> str:
    """Return all languages for people to choose from, with how far a begun one is."""
    return commas(with_share(code, code) for code in known_languages())


def with_share(code: str, name: str) -> str:
    """Return the name of a known language; of one that has begun, with how far it is."""
    if is_complete(code):
        return name
    return f"{name} ({percent(share_translated(code), 0)})"


def share_translated(code: str) -> float:
    """Return how much of a known language is translated, from 0 to 1.

    ``make languages`` writes it into a catalog that has begun.
    """
    try:
        return 1 if is_complete(code) else int(_headers(code).get("X-Percent", 0)) / 100
    except ValueError:
        return 0


def _headers(code: str) -> Mapping[str, str]:
    from groundwork.languages.catalog import read_headers

    with _opened(code) as file:
        return read_headers(file.read(LONGEST_HEADER))


def _opened(code: str) -> TextIO:
    path = os.path.join(CATALOGS, f"{code}.po")  # noqa: PTH118
    return open(path, encoding="utf-8")  # noqa: PTH123


def language(code: str) -> Language:
    """Return a language by one of :func:`known_languages`. Raises OSError for another code.

    A catalog is read once.
    """
    if code not in _languages:
        # Loaded here: English costs nothing at start.
        from groundwork.languages.catalog import read_catalog

        with _opened(code) as file:
            catalog = read_catalog(file.read())
        kind = Language if catalog.headers.get("X-Status") == "complete" else BegunLanguage
        _languages[code] = kind(code, catalog)
    return _languages[code]


def code_of_locale(environment: Mapping[str, str]) -> str:
    """Return the code of the language that the locale names; ``en`` if it is not complete here."""
    for variable in LOCALE_VARIABLES:
        if locale := environment.get(variable, ""):
            code = locale.replace("-", "_").replace(".", "_").split("_", 1)[0].lower()
            if code in ("en", "c", "posix"):
                return "en"
            return code if code in known_languages() and is_complete(code) else "en"
    return "en"


_spoken: ContextVar[Language] = ContextVar("spoken", default=ENGLISH)


def use(chosen: Language) -> None:
    """Address people in this language from now on: for the start of a command."""
    _spoken.set(chosen)


def current() -> Language:
    """Return the language in which people are addressed here.

    That is the program's, but within :class:`speaking`.
    """
    return _spoken.get()


class speaking:  # noqa: N801 - it is used as a function
    """Address people in this language in this block, and in the threads and tasks it starts.

    So a server speaks to each of its clients while the program goes on in its own language. Every
    command loads this, so it is written without contextlib, which is slow to import.
    """

    def __init__(self, language: Language) -> None:
        self._language = language

    def __enter__(self) -> None:
        self._before = _spoken.set(self._language)

    def __exit__(self, *_problem: object) -> None:
        _spoken.reset(self._before)


def kept_by_language(
    most: int | None,
) -> Callable[[Callable[[*Given], R]], Callable[[*Given], R]]:
    """Keep up to ``most`` results of a function, each for the language in which it was asked.

    The arguments have to be hashable, and are given without their names.
    """
    # Loaded here: a command that keeps nothing starts without it.
    from functools import lru_cache, wraps

    def keep(function: Callable[[*Given], R]) -> Callable[[*Given], R]:
        def asked_in(_language: Language, *given: *Given) -> R:
            return function(*given)

        kept: Callable[..., R] = lru_cache(most)(asked_in)

        @wraps(function)
        def ask(*given: *Given) -> R:
            return kept(_spoken.get(), *given)

        return ask

    return keep


def tr(message: str, /, **values: object) -> str:
    """Return a message in the language of this program; see :meth:`Language.tr`."""
    return _spoken.get().tr(message, **values)


def tr_n(one: str, many: str, number: int, /, **values: object) -> str:
    """Return the form of a message for ``number``; see :meth:`Language.tr_n`."""
    return _spoken.get().tr_n(one, many, number, **values)


def tr_as(context: str, message: str, /, **values: object) -> str:
    """Return a message that has more than one meaning; see :meth:`Language.tr_as`."""
    return _spoken.get().tr_as(context, message, **values)


def commas(words: Iterable[object]) -> str:
    """Return words as ``1, 2, 4``."""
    return tr_as("between the parts of a list", ", ").join(map(str, words))


def all_of(words: Iterable[object]) -> str:
    """Return words as ``7``, ``2 and 5`` or ``1, 2 and 4``; empty if there are none."""
    *first, last = list(map(str, words)) or [""]
    if not first:
        return last
    return tr("{all_but_last} and {last}", all_but_last=commas(first), last=last)


def any_of(words: Iterable[object]) -> str:
    """Return words as ``7``, ``2 or 5`` or ``1, 2 or 4``; empty if there are none."""
    *first, last = list(map(str, words)) or [""]
    if not first:
        return last
    return tr("{all_but_last} or {last}", all_but_last=commas(first), last=last)


def labelled(label: object, text: object) -> str:
    """Return a label and what it stands for: ``Ann: 7``."""
    return tr("{label}: {text}", label=label, text=text)


def clauses(clauses: Iterable[str]) -> str:
    """Return clauses as one sentence: ``a lever was lost; the box was out``."""
    return tr_as("between clauses", "; ").join(clauses)


def whole(count: int) -> str:
    """Return a count, its thousands apart."""
    return tr_as("between thousands", ",").join(f"{count:,}".split(","))


def decimal_point() -> str:
    """Return the sign between the parts of a decimal number."""
    return tr_as("decimal point", ".")


def with_minus(number: str) -> str:
    """Return a written number with a minus sign, as wide as a plus, where it has a hyphen.

    For people to read. What programs read, and what is typed, keeps the hyphen.
    """
    return number.replace("-", "−")


def decimal(value: float, places: int) -> str:
    """Return a number with so many decimals."""
    return decimal_point().join(with_minus(f"{value:.{places}f}").split("."))


def percent(chance: float, places: int = 2) -> str:
    """Return a chance from 0 to 1 in percent."""
    return tr("{number}%", number=decimal(chance * 100, places))


def message(english: str) -> str:
    """Mark a message that is stored now and passed to ``tr`` later. Return it as it is."""
    return english
