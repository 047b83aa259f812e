"""Where events wait for the loop."""

from __future__ import annotations

import threading

from boxctl.table.loop import EventInbox
from hardware.devices import Edge

FOREVER = 10**12


def test_events_come_in_the_order_in_which_they_were_handed_over() -> None:
    inbox = EventInbox(lambda: 0)
    edges = [Edge(at, 1, on=False) for at in (3, 1, 2)]
    for edge in edges:
        inbox.hand_over(edge)
    assert inbox.take(FOREVER) == edges


def test_with_nothing_handed_over_the_wait_ends_at_its_time() -> None:
    assert EventInbox(lambda: 50).take(50) == []


def test_the_wait_can_be_ended_without_an_event() -> None:
    inbox = EventInbox(lambda: 0)
    inbox.wake()
    assert inbox.take(FOREVER) == []


def test_a_wake_for_events_that_are_taken_already_does_not_keep_it_waiting() -> None:
    # queue.SimpleQueue waits for ever here, if its time is up when it looks again.
    inbox = EventInbox(lambda: 0)
    for _ in range(20_000):
        inbox.hand_over(Edge(1, 1, on=True))
        inbox.hand_over(Edge(1, 1, on=False))
        assert len(inbox.take(FOREVER)) == 2
        assert inbox.take(1) == []


def test_another_thread_ends_the_wait() -> None:
    inbox = EventInbox(lambda: 0)
    other = threading.Thread(target=inbox.hand_over, args=(Edge(1, 1, on=True),))
    other.start()
    assert inbox.take(60_000_000) == [Edge(1, 1, on=True)]
    other.join()


def test_an_event_ends_a_wait_that_has_begun() -> None:
    """Again and again: now and then the event comes just before the loop sleeps."""
    looks = threading.Event()

    def clock() -> int:
        looks.set()
        return 0

    inbox, edges = EventInbox(clock), [Edge(at, 1, on=True) for at in range(20)]
    taken: list[object] = []

    def play() -> None:
        for _edge in edges:
            taken.extend(inbox.take(FOREVER))

    loop = threading.Thread(target=play, daemon=True)
    loop.start()
    for edge in edges:
        assert looks.wait(60)
        looks.clear()
        inbox.hand_over(edge)
    loop.join(60)
    assert taken == edges


def test_an_event_ends_the_wait_after_one_that_was_taken_without_a_wait() -> None:
    inbox = EventInbox(lambda: 0)
    for number in range(3):
        inbox.hand_over(Edge(number, 1, on=True))
        assert inbox.take(0) == [Edge(number, 1, on=True)]
    other = threading.Thread(target=inbox.hand_over, args=(Edge(9, 1, on=True),))
    other.start()
    assert inbox.take(60_000_000) == [Edge(9, 1, on=True)]
    other.join()


def test_a_storm_of_events_fills_no_pipe() -> None:
    inbox = EventInbox(lambda: 0)
    edges = [Edge(at, 1, on=bool(at % 2)) for at in range(200_000)]
    for edge in edges:
        inbox.hand_over(edge)
    assert inbox.take(FOREVER) == edges
