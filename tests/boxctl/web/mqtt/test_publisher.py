"""A broker is told how the table stands, whatever becomes of the line to it."""

from __future__ import annotations

import json
import ssl
from typing import Any

from boxctl.web.mqtt.broker_line import MOST_RULINGS, LineState, Publication
from boxctl.web.mqtt.publisher import LONGEST
from tests.support.mqtt.pretend_line import PretendLine
from tests.support.mqtt.published_table import TOPICS, PublishedTable

ROOT = TOPICS.root


def rulings_of(line: PretendLine) -> list[dict[str, Any]]:
    return [json.loads(each.text) for each in line.sent if not each.is_retained]


def test_the_broker_keeps_how_the_table_stands(published: PublishedTable) -> None:
    line = published.opens_line()
    assert line.kept[f"{ROOT}/turn"] == "Ann"
    assert line.kept[f"{ROOT}/tile/9"] == "open"
    assert json.loads(line.kept[f"{ROOT}/state"])["phase"] == "throw"
    published.table.throws(4, 5)
    published.table.shuts(9)
    published.settles()
    assert line.kept[f"{ROOT}/tile/9"] == "shut"
    assert json.loads(line.kept[f"{ROOT}/tiles"])["shut"] == [9]


def test_that_the_box_is_online_is_said_when_all_else_is_there(published: PublishedTable) -> None:
    line = published.opens_line()
    at = [each.topic for each in line.sent].index(TOPICS.availability)
    assert line.sent[at] == Publication(TOPICS.availability, "online", is_retained=True)
    assert not any(each.is_retained for each in line.sent[at + 1 :])


def test_only_what_has_changed_is_told_again(published: PublishedTable) -> None:
    line = published.opens_line()
    line.sent.clear()
    published.table.throws(4, 5)
    published.settles()
    told = {each.topic for each in line.sent}
    assert f"{ROOT}/dice" in told
    assert not told & {f"{ROOT}/tile/1", f"{ROOT}/rules", f"{ROOT}/turn", TOPICS.availability}
    assert not any(topic.startswith("homeassistant/") for topic in told)


def test_each_ruling_is_said_once_with_its_number(published: PublishedTable) -> None:
    line = published.opens_line()
    published.table.throws(4, 5)
    published.table.shuts(9)
    published.settles()
    said = rulings_of(line)
    assert [each["sequence"] for each in said] == list(range(1, len(said) + 1))
    assert [each["ruling"]["verdict"] for each in said][-2:] == ["throw", "committed"]
    assert len({each["run"] for each in said}) == 1


def test_a_broker_that_is_away_at_the_start_is_said_once_and_tried_again(
    published: PublishedTable,
) -> None:
    published.brokers.away = ConnectionRefusedError(111, "Connection refused")
    published.passes(100)
    assert published.news == ["BX762"]
    # After 0, 1, 3, 7, 15, 31 and 63 seconds.
    assert published.brokers.attempts == 7
    published.brokers.away = None
    line = published.opens_line()
    assert line.kept[f"{ROOT}/turn"] == "Ann"
    published.passes(6)
    assert published.news == ["BX762", "found"]


def test_a_broker_that_says_nothing_does_not_answer(published: PublishedTable) -> None:
    published.passes(4)
    assert published.news == []
    published.passes(100)
    assert published.news == ["BX762"]
    assert all(line.closed for line in published.brokers.lines[:-1])
    # Each is waited for, and then at least as long as for one that refuses.
    assert published.brokers.attempts <= 7


def test_nothing_is_done_while_a_broker_says_nothing(published: PublishedTable) -> None:
    """It once kept a processor busy for as long."""
    published.passes(2)
    for _ in range(5):
        pause = published.publisher._pause()
        assert pause is not None
        assert pause > 0
        published.passes(0.5)


def test_the_pauses_have_a_bound(published: PublishedTable) -> None:
    published.brokers.away = ConnectionRefusedError(111, "Connection refused")
    published.passes(1_000)
    before = published.brokers.attempts
    published.passes(10 * LONGEST / 1_000_000)
    assert published.brokers.attempts - before == 10


def test_all_is_kept_again_by_a_broker_that_comes_back(published: PublishedTable) -> None:
    line = published.opens_line()
    published.passes(6)
    line.acknowledges(*line.sent)
    line.state, line.why = LineState.LOST, "Unspecified error"
    published.publisher.step()
    assert line.closed
    published.table.throws(4, 5)
    published.table.shuts(9)
    published.passes(1)
    back = published.opens_line()
    assert back is not line
    assert back.kept[f"{ROOT}/tile/9"] == "shut"
    assert back.kept[TOPICS.availability] == "online"
    assert any(topic.startswith("homeassistant/") for topic in back.kept)
    assert [each["ruling"]["verdict"] for each in rulings_of(back)] == ["throw", "committed"]
    published.passes(6)
    assert published.news == ["BX762", "found"]


def test_a_ruling_that_was_not_acknowledged_is_said_again(published: PublishedTable) -> None:
    line = published.opens_line()
    published.table.throws(4, 5)
    published.settles()
    said = rulings_of(line)
    assert said
    line.state = LineState.LOST
    published.passes(2)
    assert rulings_of(published.opens_line()) == said


def test_a_line_that_opens_and_ends_all_the_time_is_said_once(published: PublishedTable) -> None:
    for _ in range(8):
        published.opens_line().state = LineState.LOST
        published.publisher.step()
    assert published.news == ["BX762"]
    assert published.brokers.attempts == 8


def test_a_password_that_is_wrong_is_said_so(published: PublishedTable) -> None:
    published.publisher.step()
    published.brokers.line.state = LineState.REFUSED
    published.publisher.step()
    published.passes(10)
    assert published.news == ["BX763"]
    assert published.brokers.attempts > 1


def test_a_broker_that_cannot_prove_who_it_is_is_told_nothing(published: PublishedTable) -> None:
    published.brokers.away = ssl.SSLCertVerificationError(1, "certificate verify failed")
    published.passes(10)
    assert published.news == ["BX764"]
    assert not published.brokers.lines


def test_a_slow_broker_gets_the_newest_state_and_every_ruling(published: PublishedTable) -> None:
    line = published.opens_line()
    line.room = 0
    for _ in range(3):
        published.table.throws(1, 2)
        published.table.shuts(3)
        published.table.opens(3)
        published.settles()
    line.room = 1_000
    line.sent.clear()
    published.settles()
    topics = [each.topic for each in line.sent if each.is_retained]
    assert len(topics) == len(set(topics))
    numbers = [each["sequence"] for each in rulings_of(line)]
    assert numbers == sorted(set(numbers))
    assert len(numbers) > 3


def test_what_waits_for_a_broker_is_bounded(published: PublishedTable) -> None:
    for number in range(3 * MOST_RULINGS):
        published.outbox.say(TOPICS.rulings, f'{{"sequence": {number}}}')
    line = published.opens_line()
    numbers = [each["sequence"] for each in rulings_of(line)]
    assert len(numbers) == MOST_RULINGS
    assert 3 * MOST_RULINGS - 1 in numbers
    assert 0 not in numbers


def test_states_that_follow_one_another_at_once_are_told_together(
    published: PublishedTable,
) -> None:
    line = published.opens_line()
    line.sent.clear()
    published.table.throws(4, 5)
    published.publisher.step()
    published.table.shuts(9)
    published.publisher.step()
    published.settles()
    states = [each for each in line.sent if each.topic == f"{ROOT}/state"]
    assert len(states) <= 2
