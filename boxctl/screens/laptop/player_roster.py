"""The players who sit down, as people edit them in the menu: their kinds, and the picture of them.

A kind is a person, or a way in which a simulated player plays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from boxctl.presentation.phrases import robot_title, shown_player
from boxctl.presentation.ways_to_play import robot_names, way_to_play
from boxctl.referee.players import usual_players
from boxctl.rules.ruleset import RuleSet
from boxctl.screens.pictures.picture import ASCII, Glyphs, Picture, Row, Span, fit
from boxctl.screens.pictures.sheet_picture import sign_of
from groundwork.cell_width import centred, columns_of, flush_left
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message, tr, tr_n

PERSON = "person"

_SENTENCES = {
    PERSON: message("plays at the keys; type the name."),
    "best": message("plays to win, with the scores of the others in mind."),
    "human": message("plays to win, too, with a mistake now and then."),
    "fewest-tiles": message("shuts the fewest tiles that the throw allows."),
    "highest-first": message("shuts the highest tile that the throw allows."),
    "random": message("makes any move that the throw allows."),
}

KINDS = tuple(_SENTENCES)
"""Every kind, in the order in which they are offered."""


def kind_of(name: str) -> str:
    """Return the kind of the player who has this name."""
    return way_to_play(without_handicap(name)) or PERSON


def kind_title(kind: str) -> str:
    """Return the name of a kind."""
    return tr("a person") if kind == PERSON else robot_title(kind)


def kind_sentence(kind: str) -> str:
    """Return how a kind plays, as the end of a sentence that begins with its title."""
    return tr(_SENTENCES[kind])


MOST_PLAYERS = 12
LONGEST_NAME = 24


@frozen_dataclass
class PlayerLimits:
    """The fewest and the most players of a match."""

    fewest: int
    most: int

    @property
    def in_words(self) -> str:
        """The limits for people: ``two players``."""
        if self.most == 1:
            return tr("one player")
        if self.fewest == self.most:
            return tr("two players")
        return tr("any number of players")


def player_limits(rules: RuleSet) -> PlayerLimits:
    """Return how many players a match by these rules is for."""
    if rules.match in ("duel", "relay"):
        return PlayerLimits(2, 2)
    return PlayerLimits(1, 1 if rules.match == "solo" else MOST_PLAYERS)


BEFORE_HANDICAP = " +"
MOST_DIGITS = 3


def handicap_of(row: str) -> str | None:
    """Return the handicap behind a name, as far as it is typed; None without one (R7.16)."""
    name, plus, points = row.rpartition(BEFORE_HANDICAP)
    return points if plus and name and (points.isdigit() or not points) else None


def without_handicap(row: str) -> str:
    """Return the name alone."""
    return row if handicap_of(row) is None else row.rpartition(BEFORE_HANDICAP)[0]


class PlayerRoster:
    """A row for each player, in seat order; one row is the one that is edited.

    A row holds a name, which may still be empty, and behind it a handicap, if one is typed:
    ``Ann +5``. A name such as ``best 2`` is that of a simulated player. There is always at least
    one row.
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        self.names = list(names)[:MOST_PLAYERS] or [""]
        self.at = 0

    @property
    def seated(self) -> list[str]:
        """The names that were given, without those of empty rows."""
        return [name.removesuffix(BEFORE_HANDICAP).strip() for name in self.names if name.strip()]

    def players(self, rules: RuleSet) -> tuple[str, ...]:
        """Return who plays: those with names, or else the usual players of the rules."""
        return tuple(self.seated or usual_players(rules))

    def shown(self, rules: RuleSet) -> list[str]:
        """Return a name for each row; without any given names, those that the players will have."""
        if self.seated:
            return list(self.names)
        usual = usual_players(rules)
        return [*usual, *([""] * (len(self.names) - len(usual)))]

    def problem(self, rules: RuleSet) -> str:
        """Return the fault of the number of players, with its cure; empty if there is none."""
        limits, seated = player_limits(rules), len(self.players(rules))
        if seated > limits.most:
            return tr_n(
                "This game is for {players}: remove one with DEL.",
                "This game is for {players}: remove {count} with DEL.",
                seated - limits.most,
                players=limits.in_words,
                count=seated - limits.most,
            )
        if seated < limits.fewest:
            return tr("This game is for {players}: add one with a comma.", players=limits.in_words)
        return ""

    # Editing.

    def go(self, rows: int) -> bool:
        """Go so many rows down; return whether there is such a row."""
        if not 0 <= self.at + rows < len(self.names):
            return False
        self.at += rows
        return True

    def type(self, text: str) -> None:
        """Add to the name of the row; a comma, or the end of a line, begins another player."""
        for sign in text:
            if sign in ",;\n":
                self.add()
            elif sign.isprintable():
                self._write(sign)

    def _write(self, sign: str) -> None:
        name = self.names[self.at]
        if sign == "+" and name.strip() and handicap_of(name) is None:
            self.give_handicap()
            return
        if (points := handicap_of(name)) is not None:
            if sign.isdigit():
                self.names[self.at] += sign if len(points) < MOST_DIGITS else ""
                return
            # What was begun as a handicap goes on as a name: A+B.
            name = f"{without_handicap(name)}+{points}"
        if kind_of(name) != PERSON and sign not in " +" and not sign.isdigit():
            # A name typed over that of a simulated player is that of a person.
            name = ""
        if len(name) < LONGEST_NAME:
            self.names[self.at] = (name + sign).lstrip()

    def rub_out(self) -> None:
        """Rub out the last letter of the name, or the whole name of a simulated player."""
        name = self.names[self.at]
        if points := handicap_of(name):
            self.names[self.at] = name[:-1]
        elif points is not None:
            self.names[self.at] = without_handicap(name)
        elif name:
            self.names[self.at] = name[:-1] if kind_of(name) == PERSON else ""
        elif len(self.names) > 1:
            self.remove()

    def add(self, kind: str = PERSON) -> bool:
        """Add a row below the one that is edited, unless the table is full; go to it."""
        if len(self.names) >= MOST_PLAYERS:
            return False
        if self.names[self.at].strip():
            self.at += 1
            self.names.insert(self.at, "")
        self._become(kind)
        return True

    def remove(self) -> None:
        """Remove the row; the last one is only emptied."""
        del self.names[self.at]
        if not self.names:
            self.names.append("")
        self.at = min(self.at, len(self.names) - 1)

    def move(self, rows: int) -> None:
        """Move the player of the row so many seats down."""
        before = self.at
        if self.go(rows):
            names = self.names
            names[before], names[self.at] = names[self.at], names[before]

    def change_kind(self, steps: int) -> None:
        """Change the kind of the player in the row to the one so many kinds further on."""
        kind = kind_of(self.names[self.at])
        self._become(KINDS[(KINDS.index(kind) + steps) % len(KINDS)])

    def give_handicap(self) -> None:
        """Let the digits that are typed next be the handicap of the player in the row (R7.16)."""
        name = self.names[self.at].strip()
        if name and handicap_of(name) is None:
            self.names[self.at] = name + BEFORE_HANDICAP

    def seat(self, people: Iterable[str]) -> None:
        """Seat these people instead of all others."""
        self.names = list(people)[:MOST_PLAYERS] or [""]
        self.at = 0

    def _become(self, kind: str) -> None:
        others = [
            without_handicap(name) for place, name in enumerate(self.names) if place != self.at
        ]
        self.names[self.at] = "" if kind == PERSON else robot_names([kind], others)[0]


KIND_WIDTH = 19
HANDICAP_WIDTH = 5
REMOVE_WIDTH = 2
SIGN_WIDTH = 4
LEAST_NAME = 8


@frozen_dataclass
class PlayerRowsPlan:
    """The columns of the parts of a row: mark and sign, name, handicap, kind, cross.

    The handicap stands behind the name where it has no room of its own, or the game has ``none``.
    """

    columns: int
    none: bool = False

    @property
    def kind(self) -> int:
        """The column at which the kind begins."""
        return self.columns - REMOVE_WIDTH - KIND_WIDTH

    @property
    def handicap(self) -> int:
        """The column at which the handicap begins; that of the kind if it has no room."""
        begins = self.kind - HANDICAP_WIDTH
        return self.kind if self.none or begins - SIGN_WIDTH - 1 < LEAST_NAME else begins

    def part_at(self, column: int) -> str:
        """Return the part that is drawn there.

        It is ``sign``, ``name``, ``handicap``, ``before``, ``after`` or ``remove``.
        """
        if column < SIGN_WIDTH:
            return "sign"
        if column >= self.columns - REMOVE_WIDTH:
            return "remove"
        if column >= self.kind:
            return "before" if column < self.kind + 2 else "after"
        return "handicap" if column >= self.handicap else "name"


def player_rows_picture(
    shown: Sequence[str],
    typed: Sequence[str],
    at: int,
    columns: int,
    glyphs: Glyphs,
    *,
    focused: bool,
    no_handicaps: bool = False,
) -> Picture:
    """Draw a row for each name that is ``shown``; what was not ``typed`` is pale.

    ``at`` is the row that is edited: it has a cursor if it is ``focused``. A handicap has a place
    of its own, unless the game has ``no_handicaps``.
    """
    plan = PlayerRowsPlan(columns, no_handicaps)
    return tuple(
        _row(
            seat,
            name,
            plan,
            glyphs,
            typed=seat < len(typed) and bool(typed[seat]),
            edited=focused and seat == at,
        )
        for seat, name in enumerate(shown)
    )


def _row(
    seat: int, name: str, plan: PlayerRowsPlan, glyphs: Glyphs, *, typed: bool, edited: bool
) -> Row:
    for_name = max(LEAST_NAME, plan.handicap - SIGN_WIDTH - 1)
    mark = Span(f"{glyphs.turn if edited else ' '} ", "hint")
    kind, points = kind_of(name), handicap_of(name)
    apart = plan.handicap < plan.kind
    if apart:
        name = without_handicap(name)
    at_points = edited and apart and points is not None
    at_name = edited and not at_points and kind == PERSON
    ink = "newest" if edited else "plain" if typed else "dark"
    written = fit(name if edited and typed else shown_player(name), for_name)
    if edited and not typed:
        written = ""
    return (
        mark,
        sign_of(seat, glyphs),
        Span(" "),
        Span(written, ink),
        Span("_", "turn") if at_name else Span(" "),
        Span(" " * (for_name - columns_of(written))),
        *(_handicap(points, ink, edited=at_points) if apart else ()),
        *_kind(kind, glyphs, edited=edited),
        Span(" x" if glyphs is ASCII else " ✕", "dark"),
    )


def _handicap(points: str | None, ink: str, *, edited: bool) -> Row:
    """Draw a handicap, or a pale plus where one can be typed."""
    if points is None:
        return (Span(flush_left("+", HANDICAP_WIDTH), "dark"),)
    cursor = "_" if edited and len(points) < MOST_DIGITS else ""
    rest = HANDICAP_WIDTH - 1 - len(points) - len(cursor)
    return (Span(f"+{points}", ink), Span(cursor, "turn"), Span(" " * rest))


def _kind(kind: str, glyphs: Glyphs, *, edited: bool) -> Row:
    before, after = ("<", ">") if glyphs is ASCII else ("‹", "›")
    ink = "hint" if edited else "dark"
    words = centred(fit(kind_title(kind), KIND_WIDTH - 4), KIND_WIDTH - 4)
    return (
        Span(f"{before} ", ink),
        Span(words, "plain" if edited else "dark"),
        Span(f" {after}", ink),
    )
