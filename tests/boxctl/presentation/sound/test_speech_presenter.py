"""What reaches voice and buzzer of a match, and what a slow voice leaves out."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest
from pytest_mock import MockerFixture

from boxctl.presentation.notices import (
    CHATTERING,
    JOURNAL,
    STUCK,
    LeverPositionAsked,
    LeversNotMoved,
    MatchContinues,
    MatchInterrupted,
    NoSensorQuarantined,
    Reminder,
    SensorQuarantined,
    SensorTrusted,
    SoloBest,
    StuckSensorAsked,
)
from boxctl.presentation.phrases import to_begin
from boxctl.presentation.sound.speech_presenter import (
    MATCH_OVER,
    THROWN,
    TROUBLE,
    URGENCY,
    WELL_AGAIN,
    SpeechPresenter,
)
from boxctl.referee.fields import PutBack
from boxctl.referee.game_so_far import game_state
from boxctl.referee.lines import read_event
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.variants import variant
from boxctl.table.box_table import BoxTable
from hardware.devices import Box, DeviceBack, DeviceLost, Manner, Tune, Urgency
from hardware.sound.queue import AnnouncementQueue, QueuedAnnouncement
from hardware.virtual import VirtualBox
from tests.support.chips.box_toml import GOOD, read
from tests.support.chips.mock_chips import MockChips
from tests.support.every_variant import EVERY_VARIANT
from tests.support.listener import Listener
from tests.support.soak import SOAK, chance
from tests.support.tables.box_script import lines_of, many_actions
from tests.support.tables.referee_alone import RefereeAlone


class Ears:
    """A voice and a buzzer that keep what they are given."""

    def __init__(self) -> None:
        self.said: list[tuple[str, Manner]] = []
        self.tunes: list[tuple[Tune, Manner]] = []

    def say(self, words: str, manner: Manner) -> None:
        self.said.append((words, manner))

    def play(self, tune: Tune, manner: Manner) -> None:
        self.tunes.append((tune, manner))

    def given_to(self, box: Box, _opening: ExitStack) -> None:
        """As a device that is opened with the box."""
        box.voice = self

    @property
    def words(self) -> list[str]:
        return [words for words, _manner in self.said]


class SlowVoice:
    """A voice that is often not ready with one thing when the next comes.

    What is cut off counts as not heard at all.
    """

    def __init__(self) -> None:
        self.heard: list[QueuedAnnouncement[str]] = []
        self._cut = False
        self._waiting: AnnouncementQueue[str] = AnnouncementQueue(self)
        self._says: QueuedAnnouncement[str] | None = None

    def set(self) -> None:
        self._cut = True

    def clear(self) -> None:
        self._cut = False

    def say(self, words: str, manner: Manner) -> None:
        self._waiting.add(QueuedAnnouncement(words, manner))

    def goes_on(self) -> bool:
        """Ends what it says and begins the next; gives whether there was anything to say."""
        if self._says is not None:
            if not self._cut:
                self.heard.append(self._says)
            self._waiting.done()
            self._says = None
        if self._waiting:
            self._says = self._waiting.take()
        return self._says is not None


def box_with(voice: object = None, buzzer: object = None) -> Box:
    wood = VirtualBox(9, lambda _event: None)
    box = Box(wood.tiles, wood.buttons, wood.lamps, 0, 0)
    box.voice, box.buzzer = voice, buzzer  # type: ignore[assignment]
    return box


def hears(table: RefereeAlone, ears: Ears) -> None:
    speaking = SpeechPresenter(box_with(ears, ears), lambda: table.referee.play.rules, can_ask=True)
    for ruling in table.new:
        speaking.say(ruling)


def test_a_ruling_is_said_and_heard_as_a_tune() -> None:
    table, ears = RefereeAlone(), Ears()
    table.throws(1, 2)
    hears(table, ears)
    assert ears.words == ["One and two, three in all. Shut three, or two and one."]
    assert [tune for tune, _manner in ears.tunes] == [THROWN]


def test_what_has_to_be_put_back_is_urgent_and_a_result_lasts() -> None:
    table, ears = RefereeAlone("classic", "Ann"), Ears()
    table.throws(1, 2)
    table.shuts(9)
    hears(table, ears)
    assert ears.said[-1][1].urgency is Urgency.URGENT
    table.opens(9)
    table.shuts(3)
    table.throws(1, 2)
    table.shuts(1, 2)
    table.throws(1, 2)
    hears(table, ears)
    assert {manner.urgency for _words, manner in ears.said[-2:]} == {Urgency.LASTING}
    assert [tune for tune, _manner in ears.tunes][-1] == MATCH_OVER


def test_a_box_without_voice_and_buzzer_is_silent() -> None:
    table = RefereeAlone()
    speaking = SpeechPresenter(box_with(), lambda: table.referee.play.rules, can_ask=True)
    speaking.say(table.new[0])
    speaking.tell(DeviceLost(0, "roller", "unplugged"))


def test_a_box_that_is_muted_says_and_plays_nothing_until_it_may_again() -> None:
    table, ears = RefereeAlone(), Ears()
    speaking = SpeechPresenter(box_with(ears, ears), lambda: table.referee.play.rules, can_ask=True)
    speaking.mute(on=True)
    table.throws(1, 2)
    for ruling in table.new:
        speaking.say(ruling)
    speaking.tell(DeviceLost(0, "roller", "unplugged"))
    speaking.answer("Three stands.")
    assert [words for words in ears.words if words] == []
    assert ears.tunes == []
    speaking.mute(on=False)
    table.shuts(3)
    for ruling in table.new:
        speaking.say(ruling)
    assert ears.words[-1].startswith("Three")


def test_trouble_is_said_and_no_device_speaks_of_itself() -> None:
    ears = Ears()
    speaking = SpeechPresenter(box_with(ears, ears), lambda: variant("classic"), can_ask=True)
    for device in ("roller", "voice", "buzzer", JOURNAL):
        speaking.tell(DeviceLost(0, device, "BX507: gone ([Errno 5])"))
        speaking.tell(DeviceBack(0, device, "again"))
    assert ears.words == [
        "The roller does not answer.",
        "The roller answers again.",
        "The buzzer does not answer.",
        "The buzzer answers again.",
        "Play pauses, as nothing can be recorded.",
        "Everything can be recorded again: play goes on.",
    ]
    assert [tune for tune, _manner in ears.tunes] == [TROUBLE, WELL_AGAIN] * 3


def test_questions_about_a_sensor_are_asked_aloud_at_once() -> None:
    ears = Ears()
    speaking = SpeechPresenter(box_with(ears, ears), lambda: variant("classic"), can_ask=True)
    speaking.tell(LeverPositionAsked(7, CHATTERING))
    speaking.tell(StuckSensorAsked(7))
    speaking.tell(LeversNotMoved(PutBack(open=0b1)))
    asked = len(ears.said)
    speaking.tell(SensorQuarantined(7, STUCK, stands=False))
    speaking.tell(NoSensorQuarantined())
    speaking.tell(SensorTrusted(7))
    assert ears.words[0] == (
        "Play pauses, as the sensor of tile seven chatters: press confirm if the tile is shut, new "
        "if it stands open."
    )
    assert ears.words[asked:] == [
        "Tile seven is shut by your word, as its sensor does not show what the lever does: rulings "
        "are unverified until it works again. When you move the tile, hold confirm and say so.",
        "No sensor is put in quarantine: play goes on.",
        "The sensor of tile seven works again and is believed.",
    ]
    urgencies = [manner.urgency for _words, manner in ears.said]
    assert urgencies == [Urgency.URGENT] * 3 + [Urgency.LASTING] * 3
    assert [tune for tune, _manner in ears.tunes] == [TROUBLE] * 3 + [WELL_AGAIN] * 3


def test_an_interrupted_match_is_explained() -> None:
    table, ears = RefereeAlone(), Ears()
    table.throws(1, 2)
    stands = game_state(table.referee.play)
    speaking = SpeechPresenter(box_with(ears), lambda: table.referee.play.rules, can_ask=True)
    speaking.tell(MatchInterrupted("Ann", PutBack(open=0b101), stands))
    speaking.tell(MatchContinues("Ann", True, stands))
    speaking.tell(MatchInterrupted("Ann", PutBack(), stands))
    speaking.tell(Reminder(stands))
    now = "All open. One and two, three in all. Shut three, or two and one."
    assert ears.words == [
        "The match was interrupted in Ann's turn. Put one and three back up. Or press confirm if "
        "all stands as it should, or new for a new match.",
        f"The match goes on. {now}",
        f"The match goes on where it stood. {now}",
        now,
    ]
    assert len({manner.moment for _words, manner in ears.said}) == 4


def test_a_best_does_not_cut_off_whose_turn_it_is() -> None:
    voice, table = SlowVoice(), RefereeAlone()
    speaking = SpeechPresenter(box_with(voice), lambda: table.referee.play.rules, can_ask=True)
    speaking.say(table.new[0])
    voice.goes_on()
    speaking.tell(SoloBest(7))
    while voice.goes_on():
        pass
    assert [heard.what for heard in voice.heard] == [
        "Ann, your turn: throw two dice. All open.",
        "Your best on this box: seven.",
    ]


@pytest.mark.parametrize("name", EVERY_VARIANT)
def test_a_slow_voice_says_what_has_to_be_put_back_last_and_every_result(name: str) -> None:
    rules = variant(name)
    players = ["Ann", "Bob"] if rules.match in ("duel", "relay") else ["Ann", "Bob", "Cy"]
    for evening in range(SOAK):
        random = chance(f"evening {evening} of {name}, with a slow voice")
        play_to_a_slow_voice(random, rules, players)


def play_to_a_slow_voice(random: Random, rules: RuleSet, players: list[str]) -> None:
    voice, keen = SlowVoice(), Ears()
    slow = SpeechPresenter(box_with(voice), lambda: rules, can_ask=True)
    quick = SpeechPresenter(box_with(keen), lambda: rules, can_ask=True)
    referee = Referee(rules, players)
    rulings = referee.begin()
    for number, line in enumerate(lines_of(rules, players, many_actions(random, 60)), start=1):
        rulings += referee.hear(read_event(json.dumps(line)), number)
        for ruling in rulings:
            slow.say(ruling)
            quick.say(ruling)
        rulings = []
        for _ in range(random.randrange(3)):
            voice.goes_on()
        if random.random() < 0.1:
            while voice.goes_on():
                pass
            assert_nothing_is_missing(voice, keen, rules)


def assert_nothing_is_missing(voice: SlowVoice, keen: Ears, rules: RuleSet) -> None:
    """Whoever has listened to the end knows what has to be put back, and every result."""
    heard = [(a.what, a.manner) for a in voice.heard]
    assert heard[-1:] == keen.said[-1:] or keen.said[-1] in heard
    lasting = [said for said in heard if said[1].urgency is Urgency.LASTING]
    assert lasting == [said for said in keen.said if said[1].urgency is Urgency.LASTING]
    slow, quick = Listener(rules.tiles), Listener(rules.tiles)
    for words, _manner in heard:
        slow.hears(words)
    for words in keen.words:
        quick.hears(words)
    assert (slow.scores, slow.winners) == (quick.scores, quick.winners)
    if quick.up or quick.down:
        assert (slow.up, slow.down) == (quick.up, quick.down), [heard[-4:], keen.words[-6:]]


def test_every_verdict_that_has_an_urgency_is_one() -> None:
    verdicts = {"refused", "disturbed", "void", "shut_the_box", "turn_over", "round_over",
                "match_over"}  # fmt: skip
    assert set(URGENCY) == verdicts


def test_a_table_says_at_its_start_what_stands_wrong(tmp_path: Path, mocker: MockerFixture) -> None:
    voice = Ears()
    mocker.patch("hardware.open_box._voice_found", return_value=voice.given_to)
    text = GOOD.replace('"classic"', '"classic"\nplayers = ["Ann"]\nset = { tiles = 3 }')
    text = text.replace('"serial"\nport = "/dev/ttyACM0"', '"pi"')
    # All contacts are open, which is to say that every tile is shut.
    text = text.replace("pins = [4,", 'contact = "normally_closed"\npins = [4,')
    box_file = read(tmp_path, text + '[voice]\ndriver = "espeak-ng"\n')
    rulings: list[Ruling] = []
    journal = tmp_path / "journal.db"
    with BoxTable(
        box_file, rulings.append, print, print, journal=journal, chips=MockChips()
    ) as table:
        assert voice.words == ["Ann is next. Stand up one to three."]
        assert to_begin(table.put_back) == "to begin, stand the 1, the 2 and the 3 up"
    assert rulings == []
