"""When a contact is believed."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from hardware.debounce import READ_EVERY, ContactChange, Debouncer, MissedReading
from hardware.devices import Contact

QUIET = 5_000


def settled_on(on: bool = True) -> Debouncer:
    return Debouncer({7: on}, now=0, quiet=lambda _: QUIET)


def test_a_change_is_believed_when_the_contact_has_been_quiet() -> None:
    box = settled_on()
    box.edge(7, 100)
    assert box.due == 100 + QUIET
    assert box.read({7: False}, 100 + QUIET - 1) == []
    assert box.read({7: False}, 100 + QUIET) == [ContactChange(100, 7, on=False, edges=1)]


def test_its_time_is_that_of_the_last_edge() -> None:
    box = settled_on()
    for at in (100, 300, 900):
        box.edge(7, at)
    assert box.read({7: False}, 900 + QUIET) == [
        ContactChange(900, 7, on=False, edges=3, lasted=800)
    ]


def test_a_lever_that_flickers_has_changed_and_returned_at_its_last_edge() -> None:
    box = settled_on()
    box.edge(7, 100)
    box.edge(7, 200)
    back = ContactChange(200, 7, on=True, edges=2, lasted=100)
    assert box.read({7: True}, 200 + QUIET) == [replace(back, on=False), back]
    assert not box.restless


def test_a_button_that_flickers_is_not_pressed() -> None:
    box = Debouncer({"confirm": True}, now=0, quiet=lambda _: QUIET)
    box.edge("confirm", 100)
    box.edge("confirm", 200)
    assert box.read({"confirm": True}, 200 + QUIET) == []
    assert not box.restless


def test_a_lever_seen_to_flicker_by_no_edge_has_not_moved() -> None:
    box = settled_on()
    assert box.read({7: False}, 1000) == []
    assert box.read({7: True}, 1000 + QUIET) == []
    assert not box.restless


def test_with_no_edge_at_all_the_box_is_read_once_a_second() -> None:
    box = settled_on()
    assert box.due == READ_EVERY
    assert box.read({7: False}, READ_EVERY) == []
    assert box.due == READ_EVERY + QUIET
    assert [change.on for change in box.read({7: False}, READ_EVERY + QUIET)] == [False]


def test_a_change_that_no_edge_told_of_happened_just_after_the_reading_before() -> None:
    # Whatever else happens makes the box be read. So the change cannot have come after anything
    # that is known to have happened since that reading.
    box = settled_on()
    box.read({7: True}, 1000)
    box.read({7: False}, 500_000)
    changed = ContactChange(1001, 7, on=False, unsure=500_000 - 1001)
    assert box.read({7: False}, 500_000 + QUIET) == [changed]


def test_a_difference_without_an_edge_may_date_from_any_time_since_the_last_reading() -> None:
    box = settled_on()
    box.read({7: True}, 1000)
    box.read({7: False}, 2000)
    assert box.horizon(2000) == 1000


def test_the_edge_of_such_a_difference_may_come_late_and_gives_it_its_time() -> None:
    box = settled_on()
    box.read({7: False}, 2000)
    box.edge(7, 1500)
    assert box.read({7: False}, 1500 + QUIET) == [ContactChange(1500, 7, on=False, edges=1)]


def test_where_edges_and_readings_disagree_an_edge_was_lost_and_with_it_the_time() -> None:
    box = settled_on()
    box.edge(7, 100)
    box.edge(7, 400)
    (change,) = box.read({7: False}, 400 + QUIET)
    assert (change.at, change.unsure) == (400, QUIET)


def test_a_lost_edge_makes_the_time_of_the_change_uncertain_back_to_the_edge_before() -> None:
    box = settled_on()
    box.edge(7, 100)
    box.edge(7, 400, lost=2)
    box.edge(7, 500)
    (change,) = [each for each in box.read({7: False}, 500 + QUIET) if not each.on]
    assert (change.at, change.edges, change.unsure) == (500, 5, 400)


def test_edges_lost_before_the_first_may_date_from_any_time_since_the_last_reading() -> None:
    # Two were lost, so that the edges that came agree with the readings.
    box = settled_on()
    box.read({7: True}, 1000)
    box.edge(7, 900_000, lost=2)
    assert box.take_unseen() == [MissedReading(7, 1001, 900_000)]
    (change,) = box.read({7: False}, 900_000 + QUIET)
    assert (change.at, change.edges, change.unsure) == (900_000, 3, 900_000 - 1001)


def test_a_lever_that_came_back_after_lost_edges_is_in_doubt_too() -> None:
    box = settled_on()
    box.edge(7, 100)
    box.edge(7, 200, lost=2)
    gone, back = box.read({7: True}, 200 + QUIET)
    assert (gone.on, back.on) == (False, True)
    assert gone.unsure == back.unsure == 100


def test_edges_lost_at_a_single_moment_are_still_a_doubt() -> None:
    box = settled_on()
    box.edge(7, 100)
    box.edge(7, 100, lost=2)
    box.edge(7, 100)
    assert all(change.unsure for change in box.read({7: False}, 100 + QUIET))


def test_after_a_change_in_doubt_the_next_one_is_certain_again() -> None:
    box = settled_on()
    box.edge(7, 100, lost=2)
    box.read({7: False}, 100 + QUIET)
    box.edge(7, 50_000)
    (change,) = box.read({7: True}, 50_000 + QUIET)
    assert change.unsure == 0


def test_a_rest_that_no_reading_saw_is_told() -> None:
    box = settled_on()
    box.edge(7, 100)
    box.edge(7, 100 + QUIET - 1)
    assert box.take_unseen() == []
    box.edge(7, 400_000)
    assert box.take_unseen() == [MissedReading(7, 100 + QUIET - 1, 400_000)]
    assert box.take_unseen() == []


def test_nothing_after_the_last_edge_is_certain_until_it_has_settled() -> None:
    box = settled_on()
    box.edge(7, 100)
    box.edge(7, 400)
    assert box.horizon(1000) == 399
    box.read({7: True}, 400 + QUIET)
    assert box.horizon(9000) == 9000


def test_a_contact_that_is_never_quiet_is_not_believed_and_holds_up_nothing() -> None:
    box = settled_on()
    for at in range(0, 100 * QUIET, 1000):
        box.edge(7, at)
        assert box.read({7: bool(at % 2000)}, at) == []
        assert box.horizon(at) == at - 1


def test_a_contact_that_cannot_be_read_any_more_is_not_waited_for() -> None:
    box = Debouncer({7: True, 8: True}, now=0, quiet=lambda _: QUIET)
    box.edge(7, 100)
    assert box.read({8: True}, 99 + QUIET) == []
    assert box.due == 100 + QUIET
    assert box.read({8: True}, 100 + QUIET) == []
    assert not box.restless
    assert box.due == 100 + QUIET + READ_EVERY
    assert box.horizon(2 * READ_EVERY) == 2 * READ_EVERY
    # When it is back, a reading tells what it did.
    assert box.read({7: False, 8: True}, READ_EVERY) == []
    [change] = box.read({7: False, 8: True}, READ_EVERY + QUIET)
    assert (change.contact, change.on, bool(change.unsure)) == (7, False, True)


def test_a_contact_that_could_not_be_read_at_first_counts_as_off() -> None:
    box = settled_on()
    assert box.read({7: True, 8: True, 9: False}, 1000) == []
    [change] = box.read({7: True, 8: True, 9: False}, 1000 + QUIET)
    assert (change.contact, change.on) == (8, True)


def test_each_contact_has_its_own_time() -> None:
    box = Debouncer(
        {7: True, "confirm": False}, 0, lambda contact: 2_000 if contact == 7 else 9_000
    )
    box.edge(7, 100)
    box.edge("confirm", 100)
    assert box.due == 2_100
    pressed: dict[Contact, bool] = {7: False, "confirm": True}
    assert [change.contact for change in box.read(pressed, 2_100)] == [7]
    assert [change.contact for change in box.read(pressed, 9_100)] == ["confirm"]


@given(
    st.lists(st.tuples(st.integers(1, 20_000), st.booleans(), st.booleans()), max_size=40),
)
def test_however_many_edges_are_lost_the_reading_wins(
    moves: list[tuple[int, bool, bool]],
) -> None:
    box = settled_on()
    now, truth = 0, True
    for after, on, told in moves:
        now += after
        if on != truth and told:
            box.edge(7, now)
        truth = on
        if now >= box.due:
            box.read({7: truth}, now)
    for _ in range(4):
        now = max(now, box.due)
        box.read({7: truth}, now)
    assert box.known == {7: truth}
