"""Everything that is seen of a recorded match, piece by piece."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from boxctl.audit.narrate import OverrulingRequest, narrate, overrule, rulings_as_json
from boxctl.journal.entry_kinds import KeyIntroduced, RulingMade
from boxctl.journal.faults import JournalFault
from boxctl.journal.query import read_sound_match
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.rules.faults import RuleFault
from boxctl.screens.laptop.playback import Playback, WatchedMatch, watched_match
from boxctl.screens.pictures.picture import LINES
from boxctl.screens.pictures.sheet_picture import log_rows, sheet_picture
from boxctl.screens.pictures.table_picture import table_picture
from boxctl.screens.pictures.table_plan import plan_table
from boxctl.screens.plain.answers import why
from boxctl.screens.plain.line_output import LineOutput
from boxctl.screens.plain.watch_lines import WatchLines
from boxctl.web.journal.replays import basis_of, replayed_states
from boxctl.web.reading import as_data, as_text
from tests.support.records.journals import EVENING
from tests.support.screens.picture_text import text_of

SELDOM = 5
"""Of so many rulings one is explained, disputed and drawn."""


def seen_of_record(journal: Path, number: int) -> dict[str, list[str]]:
    """What is seen of the match of this number, before and after a turn of it is overruled."""
    match = read_sound_match(journal, str(number))
    try:
        watched = watched_match(journal, str(number))
    except RuleFault:
        return {}  # Nothing was ruled in it.
    return {
        "replay": [as_text(as_data(state)) for state in replayed_states(match)],
        "watched": list(_watched(watched)),
        "playback": list(_played_back(watched)),
        "basis": list(_basis(match)),
        "told": [*_told(match), *_told(_overruled(journal, match))],
    }


def _watched(watched: WatchedMatch) -> Iterator[str]:
    printed: list[str] = []
    WatchLines(watched, LineOutput(printed.append)).run(iter(["all", "quit"]))
    yield from "".join(printed).splitlines()
    for place in range(0, len(watched.rulings), SELDOM):
        yield from why(watched.rules, watched.rulings[: place + 1])


def _played_back(watched: WatchedMatch) -> Iterator[str]:
    playback, plan = Playback(watched, 0, motion=False), plan_table(watched.rules.tiles, 80, 24)
    for place in range(len(watched.views)):
        look, log = playback.look(0), playback.log
        yield "\n".join(f"{line.colour} {line.kind.name} {line.text}" for line in log[-2:])
        if place % SELDOM == 0:
            rows = log_rows(log, plan.log_columns, plan.log_lines, LINES)
            sheet = sheet_picture(
                look.sheet, look.rounds, look.pool, plan.side_columns, plan.side_lines, LINES
            )
            yield text_of(table_picture(replace(look, footer=()), plan, rows, sheet, LINES))
        playback.step(1, 0)


def _basis(match: RecordedMatch) -> Iterator[str]:
    rulings = sum(kept.kind == RulingMade.kind for kept in match.entries)
    for number in range(1, rulings + 1, SELDOM):
        yield as_text(basis_of(match, number))


def _told(match: RecordedMatch) -> Iterator[str]:
    signed = {kept.number for kept in match.entries if kept.kind == KeyIntroduced.kind}
    for told in narrate(match):
        if told.entry in signed:  # Each machine has a key of its own.
            continue
        yield f"{told.entry} {told.at} {told.rule} {told.text}"
    for ruling in rulings_as_json(match):
        yield as_text(ruling)


def _overruled(journal: Path, match: RecordedMatch) -> RecordedMatch:
    """The match once the first turn of it that can be has got another score."""
    for kept in match.entries:
        if kept.kind == RulingMade.kind and kept.body["verdict"] == "turn_over":
            wanted = OverrulingRequest(str(kept.number), kept.body["score"] + 1, "miscounted", None)
            try:
                overrule(journal, str(match.number), wanted, EVENING)
            except JournalFault:
                continue
            break
    return read_sound_match(journal, str(match.number))
