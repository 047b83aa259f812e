"""The state of the contacts: levers as seen this moment, and as believed once settled."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from boxctl.rules.tiles import TileSet, tile
from boxctl.table.sensors.quarantine import SensorQuarantine
from groundwork.times import BoxTime
from hardware.debounce import ContactChange, Debouncer, MissedReading
from hardware.devices import Contact, Edge


class ContactState:
    """The contacts of one box, corrected for sensors in quarantine.

    ``known`` is a reading of the box at ``now``; ``quiet`` tells how long a contact has to be still
    before it is believed. Of a box with more tiles than are played with, those that are not
    ``on_the_box`` are as if they were not there. Times are in microseconds on the box's clock.
    """

    def __init__(
        self,
        known: Mapping[Contact, bool],
        now: BoxTime,
        quiet: Callable[[Contact], int],
        quarantine: SensorQuarantine,
        on_the_box: TileSet,
    ) -> None:
        self.on_the_box = on_the_box
        self._debouncer = Debouncer(known, now, quiet)
        self._since = now
        self._quarantine = quarantine
        self._seen = open_tiles(known)

    @property
    def seen(self) -> TileSet:
        """The tiles seen to stand open, settled or not: lamps follow these at once."""
        return self._seen & self.on_the_box

    @property
    def standing(self) -> TileSet:
        """The tiles whose settled levers stand open: rulings follow these."""
        return self.all_standing & self.on_the_box

    @property
    def all_standing(self) -> TileSet:
        """As :attr:`standing`, of all tiles, including those that are not played with."""
        return open_tiles(self._quarantine.corrected(self._debouncer.known))

    @property
    def known(self) -> Mapping[Contact, bool]:
        """The settled reading of each sensor, without corrections."""
        return self._debouncer.known

    @property
    def restless(self) -> bool:
        """Whether a contact may have changed and has not settled yet."""
        return self._debouncer.restless

    @property
    def due(self) -> BoxTime:
        """The box time at which the box has to be read next."""
        return BoxTime(self._debouncer.due)

    def horizon(self, now: BoxTime) -> BoxTime:
        """Return the time up to which every change is known: later ones may still come to light."""
        return BoxTime(self._debouncer.horizon(now))

    def edge(self, edge: Edge, now: BoxTime) -> None:
        """Take in an edge: the contact may have changed."""
        # An edge in the future would never settle. One from before the first reading counts from
        # there, as that reading did not show it.
        at, contact = max(min(edge.at, now), self._since), edge.contact
        self._debouncer.edge(contact, at, edge.lost)
        if isinstance(contact, int) and tile(contact) & self.on_the_box:
            self._quarantine.edge(contact, at)
            if contact not in self._quarantine:
                bit = tile(contact)
                self._seen = self._seen | bit if edge.on else self._seen & ~bit

    def take_unseen(self) -> list[MissedReading]:
        """Return, once, the rests that were missed because the box was not read in time."""
        return self._debouncer.take_unseen()

    def read(self, states: Mapping[Contact, bool], now: BoxTime) -> list[ContactChange]:
        """Take in a reading of the box; return the settled changes in the order of time.

        A contact that could not be read is left out of ``states``, and nothing new is seen of it.
        """
        return self._debouncer.read(states, now)

    def look(self, states: Mapping[Contact, bool]) -> None:
        """Take in a reading for the lamps, which follow levers at once."""
        self._seen = open_tiles(self._quarantine.corrected({**self._debouncer.known, **states}))


def open_tiles(states: Mapping[Contact, bool]) -> TileSet:
    """Return the tiles that stand open in a reading of the box."""
    return sum(tile(contact) for contact, on in states.items() if isinstance(contact, int) and on)
