"""The feed of a table in each language that somebody reads."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from boxctl.web.event_buffer import EventBuffer
from boxctl.web.http.feed_places import Admission
from boxctl.web.http.streams import Subscriptions
from boxctl.web.state_source import StateSource
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import Language, current, speaking

Translate = Callable[[Language], StateSource]
"""Makes the source of the same states in another language."""


@frozen_dataclass
class LanguageFeed:
    """The states of a table in one language, and who is sent them."""

    language: Language
    source: StateSource
    subscriptions: Subscriptions

    def look(self) -> None:
        """Take what is new, and send it."""
        with speaking(self.language):
            self.source.look()
            snapshot = self.source.snapshot()
        if snapshot is not None and self.subscriptions.buffer.publish(snapshot):
            self.subscriptions.published()


class LanguageFeeds:
    """The feeds of a server; that of another language begins when it is first asked for.

    ``source`` and ``buffer`` are those of the language in use. Without ``translate`` everybody
    reads that one. ``is_known`` tells from where the code was given. For the thread of the server.
    """

    def __init__(
        self,
        source: StateSource,
        buffer: EventBuffer,
        translate: Translate | None = None,
        is_known: Callable[[str], bool] = lambda _source: False,
    ) -> None:
        self._translate = translate
        self._admission = Admission(is_known)
        subscriptions = Subscriptions(buffer, self._admission)
        self.first = LanguageFeed(current(), source, subscriptions)
        self._feeds = {self.first.language.code: self.first}

    @property
    def here(self) -> Subscriptions:
        """Those who are sent the feed in the language that is spoken here."""
        language = current()
        if self._translate is None:
            return self.first.subscriptions
        if language.code not in self._feeds:
            self._feeds[language.code] = self._begin(language, self._translate)
        return self._feeds[language.code].subscriptions

    def look(self) -> None:
        """Take what is new, and send it to everybody."""
        for feed in self._feeds.values():
            feed.look()

    @property
    def due(self) -> int | None:
        """Time at which a state changes by itself, in microseconds; None if none does."""
        dues = (feed.source.due for feed in self._feeds.values())
        return min((due for due in dues if due is not None), default=None)

    def close(self) -> None:
        """End every feed."""
        for feed in self._feeds.values():
            feed.subscriptions.close()

    def _begin(self, language: Language, translate: Translate) -> LanguageFeed:
        # An id of one feed means nothing in another: who changes the language gets a whole state.
        buffer = EventBuffer(secrets.token_hex(4))
        feed = LanguageFeed(language, translate(language), Subscriptions(buffer, self._admission))
        feed.look()
        return feed
