"""What waits to be said or played: the newest matters, and nothing is lost that has to be known."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from hardware.devices import Manner, Urgency
from hardware.sound.queue import MOST_LASTING, AnnouncementQueue, QueuedAnnouncement


class Cut:
    """Whether what is announced is cut off."""

    def __init__(self) -> None:
        self.off = False

    def set(self) -> None:
        self.off = True

    def clear(self) -> None:
        self.off = False


class Speaker:
    """Announces one thing after the other, as slowly as the test wants."""

    def __init__(self) -> None:
        self.cut = Cut()
        self.waiting: AnnouncementQueue[str] = AnnouncementQueue(self.cut)
        self.says: str | None = None
        self.said: list[str] = []

    def told(self, words: str, moment: int, urgency: Urgency, topic: str = "play") -> None:
        self.waiting.add(QueuedAnnouncement(words, Manner(urgency, topic, moment)))

    def passing(self, words: str, moment: int, topic: str = "play") -> None:
        self.told(words, moment, Urgency.PASSING, topic)

    def lasting(self, words: str, moment: int) -> None:
        self.told(words, moment, Urgency.LASTING)

    def urgent(self, words: str, moment: int) -> None:
        self.told(words, moment, Urgency.URGENT)

    def begins(self) -> str:
        self.says = self.waiting.take().what
        return self.says

    def ends(self) -> None:
        assert self.says is not None
        if not self.cut.off:
            self.said.append(self.says)
        self.says = None
        self.waiting.done()

    def says_all(self) -> list[str]:
        if self.says is not None:
            self.ends()
        while self.waiting:
            self.begins()
            self.ends()
        return self.said


def test_what_is_out_of_date_is_not_begun() -> None:
    speaker = Speaker()
    speaker.passing("throw", 1)
    speaker.passing("six so far", 2)
    speaker.passing("six and one are shut", 3)
    assert speaker.says_all() == ["six and one are shut"]


def test_what_is_out_of_date_is_cut_off() -> None:
    speaker = Speaker()
    speaker.passing("ten ways, such as", 1)
    speaker.begins()
    speaker.passing("nine is shut", 2)
    assert speaker.cut.off
    assert speaker.says_all() == ["nine is shut"]


def test_what_happens_at_one_moment_is_said_whole() -> None:
    speaker = Speaker()
    speaker.passing("two is shut", 1)
    speaker.begins()
    speaker.passing("four and three", 1)
    assert speaker.says_all() == ["two is shut", "four and three"]


def test_a_result_is_said_whatever_comes_after_it() -> None:
    speaker = Speaker()
    speaker.lasting("Ann scores twelve", 1)
    speaker.passing("Bob, your turn", 1)
    speaker.begins()
    speaker.passing("six and six", 2)
    assert not speaker.cut.off
    assert speaker.says_all() == ["Ann scores twelve", "six and six"]


def test_something_urgent_cuts_a_result_off_which_is_said_after_it() -> None:
    speaker = Speaker()
    speaker.lasting("Ann scores twelve", 1)
    speaker.lasting("the round is over", 1)
    speaker.begins()
    speaker.urgent("put nine back up", 2)
    assert speaker.cut.off
    assert speaker.says_all() == ["put nine back up", "Ann scores twelve", "the round is over"]


def test_what_was_urgent_is_dropped_once_it_is_settled() -> None:
    speaker = Speaker()
    speaker.urgent("put nine back up", 1)
    speaker.begins()
    speaker.passing("all is as it should be", 2)
    assert speaker.cut.off
    assert speaker.says_all() == ["all is as it should be"]


def test_trouble_is_not_forgotten_for_a_ruling_nor_a_ruling_for_trouble() -> None:
    speaker = Speaker()
    speaker.passing("throw", 1)
    speaker.passing("the roller does not answer", -1, "roller")
    speaker.passing("six so far", 2)
    assert speaker.says_all() == ["the roller does not answer", "six so far"]


def test_a_device_that_is_back_is_not_said_to_be_lost() -> None:
    speaker = Speaker()
    speaker.passing("the roller does not answer", -1, "roller")
    speaker.passing("the roller answers again", -2, "roller")
    assert speaker.says_all() == ["the roller answers again"]


def test_nothing_is_said_after_the_end() -> None:
    speaker = Speaker()
    speaker.lasting("Ann scores twelve", 1)
    speaker.begins()
    speaker.lasting("Bob wins", 1)
    speaker.waiting.close()
    assert speaker.cut.off
    assert not speaker.waiting


def test_what_could_not_be_said_is_not_said_late() -> None:
    speaker = Speaker()
    speaker.lasting("Ann scores twelve", 1)
    job = speaker.waiting.take()
    speaker.waiting.put_back(job)
    speaker.waiting.done()
    assert not speaker.waiting


def test_of_too_many_results_the_newest_are_said() -> None:
    speaker = Speaker()
    for number in range(MOST_LASTING + 3):
        speaker.lasting(f"result {number}", number)
    assert speaker.says_all() == [f"result {n}" for n in range(3, MOST_LASTING + 3)]


steps = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(list(Urgency)), st.integers(1, 4)),
        st.sampled_from(["begins", "ends"]),
    ),
    max_size=40,
)


@given(steps)
def test_whatever_comes_the_last_word_and_every_result_are_said(
    happened: Iterable[str | tuple[Urgency, int]],
) -> None:
    speaker, moment = Speaker(), 0
    told: list[tuple[str, Urgency]] = []
    for step in happened:
        if isinstance(step, tuple):
            urgency, later = step
            moment += later
            told.append((f"{urgency.name} {len(told)}", urgency))
            speaker.told(told[-1][0], moment, urgency)
        elif step == "begins" and speaker.says is None and speaker.waiting:
            speaker.begins()
        elif step == "ends" and speaker.says is not None:
            speaker.ends()
    said = speaker.says_all()
    results = [words for words, urgency in told if urgency is Urgency.LASTING]
    assert [words for words in said if words in results] == results[-MOST_LASTING:] or (
        len(results) > MOST_LASTING
    )
    if told:
        assert told[-1][0] in said
    assert len(said) == len(set(said))
