"""Reads a gettext catalog as translators write it, a ``.po`` file.

It is read as fast as a compiled one, so nothing is built, and what a translator saves is said at
once. ``make languages`` and the tests say what is wrong in a catalog; here whatever cannot be
understood is not translated.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

_ESCAPED = {"\\n": "\n", "\\t": "\t"}


def in_context(context: str, message: str) -> str:
    """Return the key of a message that has a context."""
    return f"{context}\x04{message}"


class Catalog:
    """The translations of one language.

    ``messages`` has those of messages without plural forms and the first form of the others,
    ``plurals`` all forms; ``form_for`` returns the place of the form for a number. All keys are in
    English. What is not translated, or marked ``fuzzy``, is in neither.
    """

    __slots__ = ("form_for", "headers", "messages", "plurals")

    def __init__(
        self,
        headers: Mapping[str, str],
        messages: Mapping[str, str],
        plurals: Mapping[str, tuple[str, ...]],
        form_for: Callable[[int], int],
    ) -> None:
        self.headers = headers
        self.messages = messages
        self.plurals = plurals
        self.form_for = form_for

    def plural(self, one: str, number: int) -> str | None:
        """Return the form for a number of the message whose form for one is ``one``."""
        forms, place = self.plurals.get(one, ()), self.form_for(number)
        return forms[place] if place < len(forms) else None


def read_catalog(text: str) -> Catalog:
    """Read a catalog from the text of its file."""
    headers: dict[str, str] = {}
    messages: dict[str, str] = {}
    plurals: dict[str, tuple[str, ...]] = {}
    for entry in _entries(text):
        message, text = entry.get("msgid"), entry.get("msgstr") or entry.get("msgstr[0]", "")
        if message is None or not text:
            continue
        if not message:
            found = (line.partition(":") for line in text.splitlines())
            headers = {name.strip(): value.strip() for name, _, value in found}
            continue
        if "msgctxt" in entry:
            message = in_context(entry["msgctxt"], message)
        if "msgid_plural" in entry:
            forms = tuple([form for name, form in entry.items() if name.startswith("msgstr")])
            if not all(forms):
                continue
            plurals[message] = forms
        messages[message] = text
    return Catalog(headers, messages, plurals, _form_for(headers.get("Plural-Forms", "")))


def read_headers(text: str) -> Mapping[str, str]:
    """Return the headers of a catalog by their names; its ``text`` need not go further."""
    return read_catalog(text.partition("\n\n")[0]).headers


def _entries(text: str) -> Iterator[Mapping[str, str]]:
    """Yield the texts of each entry by their keywords, but not of those that are fuzzy."""
    entry: dict[str, str] = {}
    keyword, fuzzy = "", False
    # The blank line ends the last entry, too.
    for line in f"{text}\n\n".split("\n"):
        first = line[:1]
        if first == '"':
            if keyword:
                entry[keyword] += _unescaped(line[1:-1])
            continue
        keyword, _, quoted = line.partition(" ") if first == "m" else ("", "", "")
        if entry and (not keyword or keyword in entry or keyword == "msgctxt"):
            # Editors mark the header of a new catalog, too.
            if not fuzzy or not entry.get("msgid"):
                yield entry
            entry, fuzzy = {}, False
        if keyword:
            entry[keyword] = _unescaped(quoted[1:-1])
        else:
            fuzzy = first == "#" and (fuzzy or (line[:2] == "#," and "fuzzy" in line))


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    import re

    return re.sub(r"\\(.)", lambda found: _ESCAPED.get(found[0], found[1]), text)


def _form_for(plural_forms: str) -> Callable[[int], int]:
    from gettext import c2py

    *_, formula = plural_forms.rpartition("plural=")
    try:
        form: Callable[[int], int] = c2py(formula.strip(" ;") or "n != 1")
    except ValueError:
        form = c2py("n != 1")
    return form
