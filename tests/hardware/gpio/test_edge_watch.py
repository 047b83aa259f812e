"""Edges of lines that are held, on a pipe in the place of the kernel's descriptor."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from contextlib import closing
from queue import Queue

import pytest

from hardware.gpio.edge_watch import EdgeWatch
from hardware.gpio.requests import LineEdge, LineRequest

LONG = 60
"""So long, in seconds, a thread is waited for before the test is given up."""


class Wire:
    """A request, and what the kernel would write to it."""

    def __init__(self) -> None:
        held, self._kernel = os.pipe()
        os.set_blocking(held, False)
        self.request = LineRequest(held)

    def rises(self, line: int, at_ns: int) -> None:
        os.write(self._kernel, struct.pack("=QII8x24x", at_ns, 1, line))


@pytest.fixture
def watch() -> Iterator[EdgeWatch]:
    with closing(EdgeWatch()) as watch:
        yield watch


def test_reading_where_there_is_no_edge_does_not_wait() -> None:
    wire = Wire()
    assert wire.request.edges() == []
    wire.rises(4, 99)
    assert wire.request.edges() == [LineEdge(4, high=True, at_ns=99)]
    assert wire.request.edges() == []


def test_edges_of_every_request_are_told(watch: EdgeWatch) -> None:
    told: Queue[LineEdge] = Queue()
    wires = [Wire(), Wire()]
    for wire in wires:
        watch.add(wire.request, told.put)
    for line, wire in enumerate(wires):
        wire.rises(line, 5)
        assert told.get(timeout=LONG) == LineEdge(line, high=True, at_ns=5)


def test_a_request_that_took_the_number_of_another_is_told_of_alone(watch: EdgeWatch) -> None:
    told: Queue[str] = Queue()
    before = Wire()
    watch.add(before.request, lambda _edge: told.put("before"))
    number = before.request.fileno()
    watch.remove(before.request)
    before.request.close()
    after = Wire()
    assert after.request.fileno() == number
    watch.add(after.request, lambda _edge: told.put("after"))
    after.rises(1, 5)
    assert told.get(timeout=LONG) == "after"
