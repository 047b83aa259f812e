"""A whole evening in French, on the lines of a real kernel: ruled, spoken and displayed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from boxctl.presentation.phrases import WRITTEN
from boxctl.presentation.sentences.ruling import sentence
from boxctl.presentation.sound.spoken import TableSpeech
from groundwork.language import speaking

pytest.importorskip("luma.lcd", reason="the libraries of displays are not installed")
pytest.importorskip("babel", reason="make dev installs it")

from babel.messages.catalog import Message

from boxctl.audit.rejudge import Rejudger
from boxctl.journal.disk.file import open_to_read
from boxctl.journal.recorded_match import RecordedMatch, read_match
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling
from groundwork.languages.text_with_english import PLACEHOLDER
from hardware.devices import TextLine
from hardware.sound.voice import speakable
from tests.boxctl.presentation.sound.test_spoken import compare
from tests.support.chips.display_chips import Hd44780
from tests.support.guest.french_evening import FRENCH, LCD, THE_EVENING, Step, as_json, planned
from tests.support.guest.run_on_lcd import open_lcd
from tests.support.guest.virtual_pi import NEEDS_A_KERNEL, report_of
from tests.support.listener import Listener
from translation.catalogs import extracted, read

pytestmark = NEEDS_A_KERNEL

MATCHES = 3
TILES = 9
ANSWERS = "boxctl/presentation/answers/"
INPUT_FAULTS = "boxctl/presentation/input_faults.py"

NOTICES = [
    "Anne lance un dé, pour voir qui commence.",
    "Premier score sur cette boîte : trente-six, à battre désormais.",
    "Anne joue ensuite. Levez d'abord deux et sept.",
    "Record à battre sur cette boîte : trente-six.",
    "Nouveau record : dix ! L'ancien était de trente-six.",
]
"""What is said besides rulings."""


@dataclass(frozen=True)
class Evening:
    """What was planned, what the box in the guest did, and its journal."""

    plan: list[list[Step]]
    sittings: list[dict[str, Any]]
    journal: Path

    @property
    def said(self) -> list[str]:
        return [words for sitting in self.sittings for words in sitting["said"]]

    @property
    def ruled(self) -> list[str]:
        return [words for sitting in self.sittings for words in sitting["ruled"]]

    @property
    def shown(self) -> list[list[str]]:
        return [picture["lines"] for sitting in self.sittings for picture in sitting["shown"]]

    def matches(self) -> Iterator[RecordedMatch]:
        with closing(open_to_read(self.journal)) as connection:
            for number in range(1, MATCHES + 1):
                match = read_match(connection, number)
                assert match is not None
                yield match

    def recorded(self) -> Iterator[tuple[Ruling, Referee]]:
        """Every ruling of the journal, with the referee as it was then."""
        for match in self.matches():
            judging = Rejudger(match)
            for entry in match.entries[1:]:
                if (ruling := judging.follow(entry)) is not None:
                    yield ruling, judging.referee


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    directory = tmp_path_factory.mktemp("evening")
    plan = planned()
    (directory / "plan.json").write_text(as_json(plan))
    sittings: Any = report_of("french_evening_in_guest.py", str(directory), seconds=300)
    return Evening(plan, sittings, directory / "journal.db")


def of_ruling(ruling: Ruling, referee: Referee) -> list[str]:
    """What the voice says of a ruling, as its program gets it."""
    speech = TableSpeech(referee.play.rules, True)
    with speaking(FRENCH):
        said = (speech.of_ruling(ruling), speech.request_after(ruling))
    return [speakable(words) for words in said if words]


def test_every_match_is_played_to_its_end(evening: Evening) -> None:
    assert [sitting["status"] for sitting in evening.sittings] == [0, 0]
    over = [ruling for ruling, _referee in evening.recorded() if ruling.verdict == "match_over"]
    assert [ruling.player for ruling in over] == ["Bruno", "Anne", "Anne"]


def test_each_ruling_is_written_in_french(evening: Evening) -> None:
    with speaking(FRENCH):
        told = [sentence(ruling, WRITTEN) for ruling, _referee in evening.recorded()]
    assert evening.ruled == told


def test_each_ruling_is_said_in_french(evening: Evening) -> None:
    of_rulings = chain.from_iterable(of_ruling(*each) for each in evening.recorded())
    assert evening.said == [
        words for steps in evening.plan for step in steps for words in step.said
    ]
    assert [words for words in evening.said if words not in NOTICES] == list(of_rulings)


def test_the_voice_is_asked_to_speak_french(evening: Evening) -> None:
    (arguments,) = {each for sitting in evening.sittings for each in sitting["programs"]}
    assert "-v fr" in arguments


def test_whoever_only_hears_the_french_knows_the_game(evening: Evening) -> None:
    said = iter(evening.said)
    listener = Listener(TILES, "fr")
    for ruling, referee in evening.recorded():
        voids, heard = listener.voids, []
        for words in of_ruling(ruling, referee):
            heard.append(next(each for each in said if each == words))
            listener.hears(heard[-1])
        compare(listener, ruling, referee, " ".join(heard))
        assert listener.voids - voids == (ruling.verdict == "void")


def test_a_solo_player_hears_her_best_and_how_to_begin_again(evening: Evening) -> None:
    assert [words for words in evening.said if words in NOTICES] == NOTICES


def test_the_stake_is_paid_in_euros(evening: Evening) -> None:
    won = "Bruno gagne. La mise compte double. Anne paie deux euros. Bruno reçoit deux euros."
    assert won in evening.said


def test_each_page_is_in_french(evening: Evening) -> None:
    planned = [page for steps in evening.plan for step in steps for page in step.pages]
    assert [page for page in evening.shown if page not in planned] == []
    for step in chain.from_iterable(evening.plan):
        assert any(page in evening.shown for page in step.pages), step


def test_the_glass_shows_the_pages(evening: Evening) -> None:
    chip = Hd44780(LCD.columns, LCD.rows)
    with ExitStack() as opened:
        show = open_lcd(LCD, chip, opened)
        for sitting in evening.sittings:
            for picture in sitting["shown"]:
                show([TextLine(text) for text in picture["lines"]])
                assert chip.lines() == picture["glass"]


def test_nothing_is_said_or_shown_in_english(evening: Evening) -> None:
    told = [*evening.said, *evening.ruled, *chain.from_iterable(evening.shown)]
    english = english_words()
    assert {"shut", "open", "throw", "wins"} <= english
    assert [(words, found) for words in told if (found := words_of([words]) & english)] == []


def english_words() -> set[str]:
    """The words of messages for a table that no French message for one has.

    Messages about input and answers to commands are left out: in French, too, they name keys and
    options.
    """
    at_a_table = {message.id for message in extracted() if _is_for_a_table(message)}
    messages = [message for message in read("fr") if message.id in at_a_table]
    english, french = (
        words_of(PLACEHOLDER.sub(" ", text) for each in of for text in _texts(each))
        for of in ([each.id for each in messages], [each.string or "" for each in messages])
    )
    return english - french - words_of(chain.from_iterable(each.players for each in THE_EVENING))


def _is_for_a_table(message: Message) -> bool:
    made_in = {place for place, _line in message.locations}
    return any(
        place.startswith("boxctl/presentation/") and not place.startswith(ANSWERS)
        for place in made_in - {INPUT_FAULTS}
    )


def words_of(texts: Iterable[str]) -> set[str]:
    """The words of texts, in small letters and without accents, as a display has them."""
    plain = unicodedata.normalize("NFKD", " ".join(texts).lower())
    return set(re.findall(r"[a-z]{2,}", "".join(c for c in plain if not unicodedata.combining(c))))


def _texts(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)
