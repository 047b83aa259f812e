"""What makes a throw of several dice, against a second reading that looks at the whole story."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hardware.dice.bluetooth.gather import FEWER_US, SETTLE_US, STALE_US, ThrowGatherer
from hardware.dice.bluetooth.reports import AtRest, Moving, RestKind

Step = tuple[int, str, int, int]
"""A die, what it does, the face that it shows then, and the microseconds that pass after it."""

steps = st.lists(
    st.tuples(
        st.integers(0, 1),
        st.sampled_from(["moves", "rolled", "cocked", "moved"]),
        st.integers(1, 6),
        st.sampled_from([1, SETTLE_US - 1, SETTLE_US, FEWER_US, STALE_US + 1]),
    ),
    max_size=30,
)
HOW = {"rolled": RestKind.ROLLED, "cocked": RestKind.COCKED, "moved": RestKind.MOVED}


@given(steps, st.sampled_from([(2,), (1, 2), (1,)]))
def test_throws_are_those_that_the_whole_story_tells(
    story: list[Step], counts: tuple[int, ...]
) -> None:
    gatherer = ThrowGatherer(2)
    gatherer.wants(counts)
    taken, now = [], 0
    for die, does, face, passes in story:
        gatherer.hear(die, Moving() if does == "moves" else AtRest(HOW[does], face), now)
        now += passes
        if (throw := gatherer.take(now)) is not None:
            taken.append((now, throw))
    assert taken == list(_told(story, counts))


def _told(story: list[Step], counts: tuple[int, ...]) -> list[tuple[int, tuple[int | None, ...]]]:
    """The throws, found by looking back from each moment to the last throw."""
    throws: list[tuple[int, tuple[int | None, ...]]] = []
    times, now = [], 0
    for _die, _does, _face, passes in story:
        times.append(now)
        now += passes
    begin = 0
    for end in range(1, len(story) + 1):
        now = times[end - 1] + story[end - 1][3]
        shown = {}
        for die in (0, 1):
            last = [step[1] for step in story[:end] if step[0] == die][-1:]
            if last == ["moves"]:
                break
            if (roll := _valid_roll(story, times, begin, end, die)) is not None:
                shown[die] = roll
        else:
            newest = max((at for at, _face in shown.values()), default=0)
            faces = tuple(f for _d, (at, f) in sorted(shown.items()) if newest - at <= STALE_US)
            rests = [times[i] for i in range(begin, end) if story[i][1] != "moves"]
            most = len(faces) >= max(counts)
            if not faces or not rests or not (most or len(faces) in counts):
                continue
            if now - rests[-1] >= (SETTLE_US if most else FEWER_US):
                throws.append((now, faces))
                begin = end
    return throws


def _valid_roll(
    story: list[Step], times: list[int], begin: int, end: int, die: int
) -> tuple[int, int | None] | None:
    """When this die was rolled since the last throw, and what it shows; None if it was not."""
    rests = [i for i in range(begin, end) if story[i][0] == die and story[i][1] != "moves"]
    rolls = [i for i in rests if story[i][1] != "moved"]
    if not rolls:
        return None
    face = story[rolls[-1]][2] if story[rolls[-1]][1] == "rolled" else None
    if any(i > rolls[-1] and story[i][2] != face for i in rests):
        return None
    return times[rolls[-1]], face


def test_a_die_that_is_lost_while_it_moves_is_not_waited_for() -> None:
    gatherer = ThrowGatherer(2)
    gatherer.wants((1, 2))
    gatherer.hear(0, AtRest(RestKind.ROLLED, 4), 0)
    gatherer.hear(1, Moving(), 1)
    assert gatherer.take(FEWER_US) is None
    assert gatherer.lost(1, 10)
    assert not gatherer.lost(0, 10)
    assert gatherer.due == 10 + FEWER_US
    assert gatherer.take(10 + FEWER_US) == (4,)
