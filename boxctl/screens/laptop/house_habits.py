"""What the menu begins with: the habits of a house, the last choice, and the choice as it is made.

Habits are favourite games, how long they take, and who played last evening. The last choice of
game, and the options of whoever plays here, are kept in a file beside the journal.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from datetime import datetime, timedelta
from pathlib import Path
from statistics import median
from typing import Any

from boxctl.journal.disk.file import open_to_read
from boxctl.journal.entry_kinds import RulingMade, read_as
from boxctl.journal.faults import Damaged, JournalFault
from boxctl.journal.query import ending_entries
from boxctl.journal.recorded_match import newest_matches_of_box, read_header
from boxctl.presentation.game_names import settings_in_words
from boxctl.presentation.ways_to_play import way_to_play
from boxctl.referee.fields import in_seconds
from boxctl.referee.players import typed_players
from boxctl.rules.faults import RuleFault
from boxctl.rules.settings import with_settings
from boxctl.rules.variants import names, variant
from boxctl.screens.coaching.advice import CoachMode, read_mode
from boxctl.screens.laptop.game_choice import BOX, GameChoice, read_taps
from boxctl.screens.laptop.pace import Pace, read_pace, read_speed
from boxctl.screens.laptop.player_roster import PlayerRoster
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from groundwork.system.files import read_small_file, write_whole
from groundwork.times import MatchTime

MOST_FAVOURITES = 4
ONE_EVENING = timedelta(hours=12)

_NOBODY = ("Player 1", "Player 2")
"""The names of players who gave none."""


@frozen_dataclass
class HouseHabits:
    """What a house likes to play; ``favourites`` are the variant played last and the most played.

    ``played`` counts the matches of each; ``minutes`` is the usual length of one, for variants of
    which one was played to its end; ``evening`` are the people of the last evening, as they came.
    """

    favourites: tuple[str, ...] = ()
    played: tuple[tuple[str, int], ...] = ()
    minutes: tuple[tuple[str, int], ...] = ()
    evening: tuple[str, ...] = ()


@frozen_dataclass
class _PlayedMatch:
    """A match in a few words; ``took`` is its duration in seconds, None if it has not ended."""

    variant: str
    players: tuple[str, ...]
    began: datetime
    took: float | None


def house_habits(journal: Path) -> HouseHabits:
    """Read the habits from a journal; one that cannot be read tells of none."""
    try:
        with closing(open_to_read(journal)) as connection:
            matches = list(_matches(connection))
    except (JournalFault, Damaged, sqlite3.Error):
        matches = []
    known = frozenset(names())
    return habits_of([match for match in matches if match.variant in known])


def habits_of(matches: Sequence[_PlayedMatch]) -> HouseHabits:
    """Return the habits that matches show, the newest of which is the first."""
    if not matches:
        return HouseHabits()
    counted = Counter(match.variant for match in matches)
    last = matches[0].variant
    most = [name for name, _times in counted.most_common(MOST_FAVOURITES) if name != last]
    return HouseHabits(
        (last, *most)[:MOST_FAVOURITES],
        tuple(counted.items()),
        tuple(_minutes(matches)),
        _people_of_the_last_evening(matches),
    )


def _minutes(matches: Sequence[_PlayedMatch]) -> Iterator[tuple[str, int]]:
    for name in dict.fromkeys(match.variant for match in matches):
        took = [match.took for match in matches if match.variant == name and match.took is not None]
        if took:
            yield name, max(1, round(median(took) / 60))


def _people_of_the_last_evening(matches: Sequence[_PlayedMatch]) -> tuple[str, ...]:
    newest = matches[0].began
    seated = (
        player
        for match in reversed(matches)
        if newest - match.began <= ONE_EVENING
        for player in match.players
    )
    people = (name for name in seated if way_to_play(name) is None and name not in _NOBODY)
    return tuple(dict.fromkeys(people))


def _matches(connection: sqlite3.Connection) -> Iterator[_PlayedMatch]:
    for number in newest_matches_of_box(connection, BOX):
        # A match that was tampered with is left out.
        with suppress(ValueError):
            if (match := _match(connection, number)) is not None:
                yield match


def _match(connection: sqlite3.Connection, number: int) -> _PlayedMatch | None:
    """Return a match in a few words; None for a guided one, which is no habit of anybody."""
    match = read_header(connection, number)
    if match is None:
        raise ValueError(f"match {number} has no header")
    if match.header.guided:
        return None
    ended = _ended_at(connection, number)
    return _PlayedMatch(
        match.variant,
        match.players,
        datetime.fromisoformat(match.began),
        None if ended is None else in_seconds(ended - match.at),
    )


def _ended_at(connection: sqlite3.Connection, number: int) -> MatchTime | None:
    """Return the match time at which a match was over; None if it is not over."""
    ended = ending_entries(connection, number)
    over = next((kept for kept in ended if kept.kind == RulingMade.kind), None)
    return None if over is None else read_as(over, RulingMade).ruling.at


FILE = "last-game.json"
MOST_BYTES = 1 << 16


@frozen_dataclass
class LastChoice:
    """The last game, and the options. Simulated dice are chosen anew every time.

    ``chosen`` is None while no game has been chosen; ``voice`` is a speed in words a minute, None
    without a voice.
    """

    chosen: GameChoice | None = None
    coach: CoachMode = "off"
    theme: str = ""
    motion: bool = True
    pace: Pace = Pace.NORMAL
    sound: bool = False
    voice: int | None = None


def remember(journal: Path, choice: LastChoice) -> None:
    """Write the choice to its file. A failure is ignored: no game should stop for it."""
    document = {
        **({} if choice.chosen is None else _game_as_kept(choice.chosen)),
        "coach": choice.coach,
        "theme": choice.theme,
        "motion": choice.motion,
        "pace": choice.pace,
        "sound": choice.sound,
        "voice": choice.voice,
    }
    path = journal.parent / FILE
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, (json.dumps(document, indent=1) + "\n").encode())


def _game_as_kept(chosen: GameChoice) -> dict[str, Any]:
    return {
        "variant": chosen.variant,
        "changes": dict(chosen.changes),
        "players": list(chosen.as_typed),
        "tapped": chosen.tapped or "",
        **({"guided": True} if chosen.guided else {}),
    }


def recall(journal: Path) -> LastChoice | None:
    """Return the last choice, or None if there is none that can still be played."""
    try:
        read = json.loads(read_small_file(journal.parent / FILE, MOST_BYTES))
        choice = _choice(read)
        if choice.chosen is not None:
            choice.chosen.check()
    except (
        OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, RuleFault
    ):  # fmt: skip
        return None
    return choice


def _choice(read: Mapping[str, Any]) -> LastChoice:
    return LastChoice(
        _game(read) if "variant" in read else None,
        coach=read_mode(read["coach"]),
        theme=str(read["theme"]),
        motion=read.get("motion") is not False,
        pace=read_pace(read.get("pace")),
        sound=read.get("sound") is True,
        voice=read_speed(read.get("voice")),
    )


def _game(read: Mapping[str, Any]) -> GameChoice:
    changes = tuple((str(key), str(value)) for key, value in read["changes"].items())
    players, handicaps = typed_players(map(str, read["players"]))
    guided = read.get("guided") is True
    chosen = GameChoice(str(read["variant"]), changes, players, handicaps=handicaps, guided=guided)
    if (taps := read_taps(read.get("tapped"))) is not None:
        return chosen.with_taps(taps)
    return chosen


Changes = tuple[tuple[str, str], ...]
"""Settings that differ from those of the variant, and their values as text."""

_LONGEST_SEED = 18
"""The most digits of a seed."""


class MenuChoice:
    """The choices so far of people who look through the games: each variant keeps its settings.

    ``before`` is the choice of last time: the menu begins with it.
    """

    def __init__(self, before: GameChoice | None) -> None:
        self.variant = before.variant if before is not None else "classic"
        """The variant that was chosen last."""
        self.players = PlayerRoster(before.as_typed if before is not None else ())
        settings = dict(before.changes) if before is not None else {}
        self.stake = settings.pop("stake", "")
        """The stake that was chosen last, as text; empty for none."""
        self._changes: dict[str, Changes] = {self.variant: tuple(settings.items())}

    def changes_of(self, name: str) -> Changes:
        """Return the changed settings of a variant, without the stake."""
        return self._changes.get(name, ())

    def change(self, name: str, changes: Changes) -> None:
        """Take the changed settings of a variant, without the stake."""
        self._changes[name] = changes

    def chosen(self, name: str, stake: str, seed: str) -> GameChoice:
        """Return the choice of this variant for this stake, with dice from this seed.

        Either may be empty. Raises :class:`RuleFault` for an invalid stake or seed.
        """
        changes = dict(self.changes_of(name)) | ({} if stake in ("", "0") else {"stake": stake})
        rules = with_settings(variant(name), changes.items())
        players, handicaps = typed_players(self.players.players(rules))
        return GameChoice(
            name, tuple(changes.items()), players, _seed_number(seed), handicaps=handicaps
        )

    def settings_in_words(self, name: str) -> str:
        """Return the line that says which settings of a variant are changed."""
        others = settings_in_words(self.changes_of(name))
        text = ", ".join(others) or tr("as the variant has them")
        return tr("F2 settings: {settings}", settings=text)


def _seed_number(seed: str) -> int | None:
    if not seed:
        return None
    if not (seed.isascii() and seed.isdigit() and len(seed) <= _LONGEST_SEED):
        raise RuleFault("BX203", tr('the seed "{seed}" is not a whole number', seed=seed))
    return int(seed)
