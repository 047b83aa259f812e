"""Brings a catalog up to date with the source, and loses no translation by that.

A sentence that is reworded in English takes its translation along, marked ``fuzzy``: it is said
only when somebody has confirmed it and deleted the mark. The translation of a sentence that is no
more stands at the end of the file, and is used again when the sentence returns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches

from babel.messages.catalog import Message

from translation.catalogs import Key, LanguageCatalog, key_of, messages_of_source, texts
from translation.most_said import most_said_first

LIKE_ENOUGH = 0.6
"""How alike two sentences are, from 0 to 1, of which one is the other reworded."""

NEXT = 40
"""How many messages that are not translated a begun catalog has: those that are next."""


def bring_up_to_date(catalog: LanguageCatalog) -> Iterator[str]:
    """Give a catalog the messages of the source, and yield what becomes of translations.

    A begun catalog gets only the next few of those that are not translated, the most said first.
    """
    source = messages_of_source()
    old = {key_of(message): message for message in catalog if message.id}
    obsolete = {key_of(message): message for message in catalog.obsolete.values()}
    known = {key: old[key] for key in source if key in old and any(texts(old[key].string))}
    for key in source:
        if key in obsolete and key not in known:
            known[key] = obsolete.pop(key)
            yield f"back, as it was translated before: {key[1]!r}"
    for key, message in old.items():
        # The sentence that a fuzzy one was before is kept already.
        if key in source or message.fuzzy or not any(texts(message.string)):
            continue
        obsolete[key] = message
        if (reworded := _reworded(key, source.keys() - known.keys())) is not None:
            flags = {*source[reworded].flags, "fuzzy"}
            known[reworded] = Message(reworded[1], message.string, flags=flags)
            yield f"reworded, to be confirmed: {reworded[1]!r} was {key[1]!r}"
        else:
            yield f"dropped, and kept at the end of the file: {key[1]!r}"
    for message in old.values():
        catalog.delete(message.id, message.context)
    for key in [*known, *_next(catalog, known)]:
        catalog[key[1]] = _entry(source[key], known.get(key), catalog.num_plurals)
    catalog.obsolete.clear()
    for (context, _), message in obsolete.items():
        one, *_ = texts(message.id)
        catalog.obsolete[(one, context) if context else one] = message


def _next(catalog: LanguageCatalog, known: Mapping[Key, Message]) -> list[Key]:
    """Return which messages a catalog has without a translation."""
    source = messages_of_source()
    if catalog.is_complete:
        return [key for key in source if key not in known]
    return [key for key in most_said_first(source) if key not in known][:NEXT]


def _reworded(key: Key, candidates: Iterable[Key]) -> Key | None:
    """Return the message that seems to be this one in other words; None if there is none."""
    context, before = key
    alike = {
        texts(text)[0]: (where, text)
        for where, text in candidates
        if where == context and isinstance(text, tuple) == isinstance(before, tuple)
    }
    found = get_close_matches(texts(before)[0], alike, 1, LIKE_ENOUGH)
    return alike[found[0]] if found else None


def _entry(message: Message, known: Message | None, plurals: int) -> Message:
    """Return a message of the source, and its translation if it is known."""
    string = ("",) * plurals if isinstance(message.id, tuple) else ""
    entry = Message(message.id, string, flags=message.flags, auto_comments=message.auto_comments)
    entry.context = message.context
    if known is not None:
        entry.string, entry.user_comments = known.string, known.user_comments
        entry.flags |= known.flags & {"fuzzy"}
    return entry
