"""How the levers stand: as they are seen this moment, and as they are believed to stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from boxctl.rules.tiles import TileSet, tile
from boxctl.table.sensor_quarantine import SensorQuarantine
from groundwork.times import BoxTime
from hardware.debounce import ContactChange, Debouncer, MissedReading
from hardware.devices import Contact, Edge


class ContactState:
    """The contacts of one box, and what sensors that are set aside do not show of them.

    ``known`` is a reading of the box at ``now``; ``quiet`` tells how long a contact has to be still
    before it is believed. Of a box with more tiles than are played with, those that are not
    ``on_the_box`` are as if they were not there. Times are in microseconds on the box's clock.
    """

    def __init__(
        self,
        known: Mapping[Contact, bool],
        now: BoxTime,
        quiet: Callable[[Contact], int],
        aside: SensorQuarantine,
        on_the_box: TileSet,
    ) -> None:
        self.on_the_box = on_the_box
        self._settling = Debouncer(known, now, quiet)
        self._since = now
        self._aside = aside
        self._seen = open_tiles(known)

    @property
    def seen(self) -> TileSet:
        """The tiles that stand open as far as is seen, settled or not."""
        return self._seen & self.on_the_box

    @property
    def standing(self) -> TileSet:
        """The tiles whose levers stand open, settled."""
        return self.all_standing & self.on_the_box

    @property
    def all_standing(self) -> TileSet:
        """The same of all tiles, also of those that are not played with."""
        return open_tiles(self._aside.corrected(self._settling.known))

    @property
    def known(self) -> Mapping[Contact, bool]:
        """What the sensors show of every contact, settled."""
        return self._settling.known

    @property
    def restless(self) -> bool:
        """Whether a contact may have changed and has not settled yet."""
        return self._settling.restless

    @property
    def due(self) -> BoxTime:
        """When the box has to be read next."""
        return BoxTime(self._settling.due)

    def horizon(self, now: BoxTime) -> BoxTime:
        """Up to this time nothing can come to light any more."""
        return BoxTime(self._settling.horizon(now))

    def edge(self, edge: Edge, now: BoxTime) -> None:
        """A contact may have changed."""
        # An edge of the future would never settle; no clock of ours gives one. One from before the
        # first reading was taken for good tells of what that did not see.
        at, contact = max(min(edge.at, now), self._since), edge.contact
        self._settling.edge(contact, at)
        if isinstance(contact, int) and tile(contact) & self.on_the_box:
            self._aside.edge(contact, at)
            if contact not in self._aside:
                bit = tile(contact)
                self._seen = self._seen | bit if edge.on else self._seen & ~bit

    def take_unseen(self) -> list[MissedReading]:
        """What was missed since this was last asked, as the box was not read in time."""
        return self._settling.take_unseen()

    def read(self, states: Mapping[Contact, bool], now: BoxTime) -> list[ContactChange]:
        """The box was read; gives what has changed, in the order of time.

        A contact that could not be read is left out of ``states``, and nothing new is seen of it.
        """
        return self._settling.read(states, now)

    def look(self, states: Mapping[Contact, bool]) -> None:
        """This is what is to be seen now."""
        self._seen = open_tiles(self._aside.corrected({**self._settling.known, **states}))


def open_tiles(states: Mapping[Contact, bool]) -> TileSet:
    """The tiles that stand open in a reading of the box."""
    return sum(tile(contact) for contact, on in states.items() if isinstance(contact, int) and on)
