"""The language that is spoken reaches everything that people read or hear."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from boxctl.audit.dispute import dispute
from boxctl.audit.narrate import narrate
from boxctl.audit.rejudge import state_at
from boxctl.audit.verify_journal import verify_all
from boxctl.cli import main
from boxctl.journal.disk.file import open_to_read
from boxctl.odds.sampling import AtRandom
from boxctl.presentation.display.pages import layout
from boxctl.presentation.phrases import WRITTEN
from boxctl.presentation.ruling_lines import referee_lines
from boxctl.presentation.sentences.ruling import sentence
from boxctl.presentation.sound.spoken import TableSpeech
from boxctl.presentation.table_view import table_view_of
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling, as_data
from boxctl.rules.rulebook import rule_texts
from boxctl.rules.variants import names, variant
from boxctl.screens.laptop.table_log import TableLog
from boxctl.simulation.players import PolicyPlayer, play_match
from boxctl.web.journal.replays import replayed_states
from boxctl.web.reading import as_data as state_as_data
from groundwork import language as spoken
from groundwork.language import use
from hardware.devices import DeviceBack, DeviceLost
from tests.support.some_views import FACES
from tests.support.tables.virtual_table import VirtualTable
from tests.support.tongues.foreign import FOREIGN, english_sentences, left_in_english

XX, XO = "Xx", "Xxx"
"""Players whose names have no other letter."""


@pytest.fixture(autouse=True)
def foreign() -> None:
    use(FOREIGN)


def rulings_of(name: str) -> Iterator[tuple[Referee, Ruling]]:
    referee, random = Referee(variant(name), (XX, XO)), Random(name)
    for _event, ruled in play_match(referee, PolicyPlayer(random, AtRandom()), random):
        for ruling in ruled:
            yield referee, ruling


@pytest.mark.parametrize("name", names())
def test_every_ruling_is_written_said_and_shown_in_it(name: str) -> None:
    rules = variant(name)
    voices = [TableSpeech(rules), TableSpeech(rules, digits=True)]
    told: list[str] = []
    view = None
    for referee, ruling in rulings_of(name):
        view = (view or table_view_of(referee.play)).after(as_data(ruling))
        told.append(sentence(ruling, WRITTEN))
        for voice in voices:
            told += [voice.of_ruling(ruling), voice.request_after(ruling)]
        told += [line.text for page in layout(view, FACES["large lcd"]).pages for line in page]
    assert left_in_english(" ".join(told)) == []


def plays(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.shuts(9)
    table.opens(9)
    table.events.append(DeviceLost(table.now, "roller", "xx"))
    table.events.append(DeviceBack(table.now, "roller", "xx"))
    table.shuts(5)
    table.throws(1, 1)


@pytest.fixture
def played(tmp_path: Path) -> Iterator[VirtualTable]:
    """A table at which things went wrong, with a journal."""
    table = VirtualTable("pub", f"{XX},{XO}", journal=tmp_path / "journal.db", stake="50p")
    plays(table)
    yield table
    table.close()


def test_a_record_is_told_in_it(played: VirtualTable) -> None:
    match = played.read()
    last = max(entry.number for entry in match.entries if entry.kind == "ruling")
    told = [entry.text for entry in narrate(match)]
    found = dispute(match, last)
    told += [found.sentence, *(each for did in found.happened for each in did.evidence)]
    told += state_at(match, last).lines
    with closing(open_to_read(played.path)) as connection:
        told += verify_all(connection).sentences
    assert len(told) > 20
    assert english_sentences(" ".join(told)) == []


def test_pages_show_it(played: VirtualTable) -> None:
    # The name of the game is English in every language that has no other.
    states = [state_as_data(state) | {"rules": None} for state in replayed_states(played.read())]
    texts = list(_texts(states))
    assert any("xxxxxx" in text for text in texts)
    assert [each for text in texts for each in english_sentences(text)] == []


def _texts(data: object) -> Iterator[str]:
    match data:
        case str():
            yield data
        case dict():
            for value in data.values():
                yield from _texts(value)
        case list() | tuple():
            for value in data:
                yield from _texts(value)


def test_a_line_is_refused_in_it() -> None:
    ready, error = map(json.loads, referee_lines(Referee(variant("classic"), [XX]), [b"no"]))
    assert left_in_english(ready["text"]) == []
    assert left_in_english(error["text"].removeprefix("BX207")) == []
    assert error["text"].startswith("BX207: xxxx 1: ")


def test_the_log_of_a_game_is_kept_in_it(played: VirtualTable) -> None:
    log = TableLog(variant("pub"), [XX, XO], lambda: 0)
    log.tell(DeviceLost(0, "roller", "xx"))
    log.show_resumed(played.read().rulings)
    told = [line.text for line in log.lines]
    assert told != []
    assert left_in_english(" ".join(told)) == []


BOX_NAME = "the box in the corner"
"""What the owner has called it."""

COMMANDS = {
    "matches": ["matches"],
    "replay": ["replay", "1"],
    "replay at a ruling": ["replay", "1", "--at", "last"],
    "dispute": ["dispute", "1", "last"],
    "verify": ["verify"],
    "ledger": ["ledger"],
    "history": ["history"],
    "odds": ["odds", "--open", "1-5", "--throw", "1,2"],
    "legal": ["legal", "--open", "1-9", "--throw", "1,3"],
    "a game": ["play", "--plain", "--new", "--players", f"{XX},{XO}", "--seed", "1"],
}
"""What people ask for on a terminal."""


@pytest.mark.parametrize("what", COMMANDS)
def test_a_command_answers_in_it(
    what: str,
    played: VirtualTable,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(spoken._languages, "fr", FOREIGN)
    monkeypatch.setattr("sys.stdin", io.StringIO("?\n\nquit\n"))
    journal = [] if what in ("odds", "legal") else ["--journal", str(played.path)]
    main([*COMMANDS[what], *journal, "--lang", "fr"])
    told = capsys.readouterr()
    assert len(told.out) > 30
    said = (told.out + told.err).replace(BOX_NAME, "")
    for text in rule_texts("en").values():  # The rule book is not made of messages.
        said = said.replace(text, "")
    assert english_sentences(said) == []
