"""Open a table: journal, then box, then players, then record, then runtime.

``boxctl run``, the full-screen game and the plain game all open theirs here; they differ in the box
that is played on and in who is told what happens.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import Protocol

from boxctl.journal.entry_kinds import GameChosen, JournalEntry, MatchBegan, RulingMade
from boxctl.journal.recorded_match import RecordedMatch, house_game
from boxctl.journal.recorder import ObservedRecorder, Recorder
from boxctl.journal.session import Journal
from boxctl.presentation.journal.start_sentences import (
    ChoiceNotKept,
    FileUnusable,
    RulesChangedSince,
    StartRemark,
)
from boxctl.presentation.notices import Notice
from boxctl.referee.players import handicaps_by_seat
from boxctl.referee.ruling import Ruling
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import with_settings
from boxctl.rules.tiles import TileSet
from boxctl.rules.variants import stand_in, stood_in_for
from boxctl.table.event_queue import Say
from boxctl.table.interruption import Tell
from boxctl.table.referee_feed import counts_a_throw
from boxctl.table.resume import OpenedMatch, goes_on, resume_or_begin, why_not_resumed
from boxctl.table.runtime import Runtime
from boxctl.table.throws.pairing import known_roller
from boxctl.table.throws.roller_gate import WhereRulesStand
from boxctl.table.tonight.offers import GameOffers, PlannedMatch
from groundwork.frozen_dataclass import frozen_dataclass
from hardware.devices import Box, Clock, Contact

OpenJournal = Callable[[], Journal]


@frozen_dataclass
class GameRequest:
    """The game to play, and its players.

    ``anew`` begins another match even if one was interrupted; with ``own_rules`` an interrupted
    match goes on even if its rules and players are not these. ``resume`` is the number of a
    match that must be resumed, the one that the journal was opened for; ``played_last`` that of the
    match in which this table was interrupted, None if it is not known. ``by_number``: people can
    resume other matches by their numbers. With ``end_stays`` a match that has ended stays on the
    table until people begin another. ``rules_stand`` tells people where rules were asked for.
    With ``offers`` people can choose another game at the table; one that they have chosen is played
    in the place of this one. An interrupted match of this variant goes on by its own rules if the
    house has changed them since; ``settings`` are those that are changed here, whoever wrote it.
    A ``guided`` match is somebody's first; those after it are no more. An interrupted match goes on
    by its own rules, too, if it is ``of_pairing``: of the next one of a tournament.
    """

    variant: str
    rules: RuleSet
    players: tuple[str, ...]
    anew: bool = False
    own_rules: bool = False
    resume: int | None = None
    played_last: int | None = None
    by_number: bool = False
    end_stays: bool = False
    rules_stand: WhereRulesStand | None = None
    offers: GameOffers | None = None
    settings: Sequence[tuple[str, str]] | None = None
    guided: bool = False
    of_pairing: Callable[[RecordedMatch], bool] = lambda _match: False


class BoxToPlayOn(Protocol):
    """A box whose devices are opened with the table."""

    def open(self, seen_throws: Mapping[int, int]) -> Callable[[], object]:
        """Open the devices; return what closes them.

        ``seen_throws`` is the last serial of each series that the journal has. Raises
        :class:`Fault` if a device cannot be had.
        """
        ...

    @property
    def levers(self) -> TileSet:
        """The tiles that stand open now."""
        ...

    def set_up(self, levers: TileSet) -> tuple[Box, Mapping[Contact, bool]]:
        """Return the devices and a reading of them that can be believed.

        A virtual box that is not on the table yet is put there with these tiles open.
        """
        ...


class TableWatcher(Protocol):
    """Something that follows a table beside its outputs, such as pages for browsers.

    It ``has_buttons`` if people can press confirm and new there.
    It is called in the loop's thread, must not wait, and acts at times of its own
    (:class:`boxctl.table.loop.Timed`).
    """

    @property
    def has_buttons(self) -> bool:
        """Whether confirm and new can be pressed there."""
        ...

    def opened(self, opened: OpenedMatch, variant: str) -> None:
        """Take who plays what, before anything is said; ``variant`` names the rules."""
        ...

    def follow(self, table: Runtime) -> None:
        """Follow this table from now on."""
        ...

    def say(self, ruling: Ruling) -> None:
        """Take a ruling."""
        ...

    def tell(self, notice: Notice) -> None:
        """Take a notice."""
        ...

    def observe(self, fact: JournalEntry) -> None:
        """Take a fact as it is recorded."""
        ...

    @property
    def due(self) -> int | None:
        """The box time at which it acts next; None for never."""
        ...

    def advance(self, now: int) -> None:
        """Do everything that is due."""
        ...


@frozen_dataclass
class Audience:
    """Receivers of rulings, notices and, with ``observe``, of every fact as it is recorded.

    The beginning of a match comes after the rulings before it (:class:`InOrder`). All are called in
    the loop's thread and must not wait.
    """

    say: Say
    tell: Tell
    observe: Callable[[JournalEntry], object] | None = None


class InOrder:
    """Shows an audience the beginning of a match once all rulings before it are said.

    A ruling is said when it is on the disk, later than it is recorded. Other facts are shown at
    once.
    """

    def __init__(self, audience: Audience, observe: Callable[[JournalEntry], object]) -> None:
        self._say = audience.say
        self._observe = observe
        self._to_come: deque[MatchBegan | None] = deque()  # None for a ruling

    def observe(self, fact: JournalEntry) -> None:
        """Take a fact as it is recorded."""
        if isinstance(fact, MatchBegan):
            self._to_come.append(fact)
            self._begin()
            return
        if isinstance(fact, RulingMade):
            self._to_come.append(None)
        self._observe(fact)

    def say(self, ruling: Ruling) -> None:
        """Take the next ruling of those that were recorded."""
        self._to_come.popleft()
        self._say(ruling)
        self._begin()

    def _begin(self) -> None:
        while self._to_come and (began := self._to_come[0]) is not None:
            self._to_come.popleft()
            self._observe(began)


def open_table(
    closing: ExitStack,
    request: GameRequest,
    box: BoxToPlayOn,
    open_journal: OpenJournal,
    clock: Clock,
    wake: Callable[[], object],
    audience_for: Callable[[OpenedMatch, Box], Audience],
) -> Runtime:
    """Return the runtime of the table; ``closing`` closes the devices, then the journal.

    ``wake`` is called in the journal's thread when something has become durable. ``audience_for``
    is called once players and rules are known, before anything is said. Raises :class:`Fault` if
    the journal or a device cannot be had, or a match that must be resumed cannot be.
    """
    journal = open_journal()
    closing.callback(journal.close)
    _stand_in_for_file(journal.found.match)
    planned, remark = planned_match(request, journal.found.match)
    closing.callback(box.open(journal.found.throws))
    opened = resume_or_begin(
        journal,
        planned.rules,
        planned.players,
        box.levers,
        anew=request.anew,
        own_rules=request.own_rules,
        played_last=request.played_last,
        by_number=request.by_number,
        end_stays=request.end_stays,
        guided=request.guided,
        keeps_its_rules=partial(_keeps_its_rules, request, planned, journal.found.match),
    )
    if request.resume is not None and opened.match is None:
        raise why_not_resumed(request.resume, opened.remarks)
    if opened.match is None and not request.own_rules and (fault := stood_in_for(planned.variant)):
        raise fault
    variant = planned.variant if opened.match is None else opened.match.variant
    remarks = tuple(
        each for each in (*opened.remarks, remark, _about_file(opened.match, planned)) if each
    )
    opened = replace(opened, variant=variant, remarks=remarks)
    devices, known = box.set_up(opened.referee.levers)
    audience = audience_for(opened, devices)
    recorder: Recorder = journal.record(planned.variant, wake, opened.match)
    say = audience.say
    if audience.observe is not None:
        in_order = InOrder(audience, audience.observe)
        recorder, say = ObservedRecorder(recorder, in_order.observe), in_order.say
    return Runtime(
        devices,
        opened.referee,
        known,
        clock(),
        say,
        audience.tell,
        recorder,
        opened.resumption,
        known_roller(journal.found.match),
        request.rules_stand,
        _next_after(opened.match, request, planned),
        request.offers,
        variant,
    )


def _next_after(
    match: RecordedMatch | None, request: GameRequest, planned: PlannedMatch
) -> PlannedMatch:
    """Return the match after a resumed one: another like it where no game can be chosen."""
    if match is None or request.offers is not None:
        return planned
    return PlannedMatch(match.rules, match.players, match.variant, house=match.header.house)


def _keeps_its_rules(
    request: GameRequest,
    planned: PlannedMatch,
    newest: RecordedMatch | None,
    match: RecordedMatch,
) -> bool:
    """Return whether an interrupted match goes on, though its rules are not the planned ones.

    The house may have changed them since, or a tournament is played with them, or people have
    chosen the next game, or this one itself, beside the same box.toml.
    """
    if _is_of_same_game(match, planned) and request.settings is not None:
        house = match.header.house
        assert house is not None
        began_with = with_settings(RuleSet(), [*house.settings.items(), *request.settings])
        began_with = replace(began_with, handicaps=planned.rules.handicaps)
        if goes_on(match, began_with, planned.players):
            return True
    if request.of_pairing(match):
        return True
    if newest is None or match.number != newest.number or request.offers is None:
        return False
    last = _last_choice(newest)
    if isinstance(last, MatchBegan) and planned.instead_of is None:
        return False  # It was chosen itself, and cannot be any more.
    thrown = any(counts_a_throw(ruling.verdict) for ruling in newest.rulings)
    return last.instead_of == request.offers.asked and thrown


def _is_of_same_game(match: RecordedMatch, planned: PlannedMatch) -> bool:
    """Return whether a match is of the planned house game, whose file may have been renamed."""
    house = match.header.house
    if house is None:
        return False
    same_title = planned.house is not None and planned.house.title == house.title
    return same_title or planned.variant == match.variant


def _last_choice(newest: RecordedMatch) -> GameChosen | MatchBegan:
    """Return the last choice of a game made during a match, or else how the match began."""
    told = [chosen for _entry, chosen in newest.read(GameChosen)]
    return told[-1] if told else newest.header


def _stand_in_for_file(match: RecordedMatch | None) -> RuleFault | None:
    """Have an interrupted match of the house stand in for its file, if something is wrong there."""
    if match is None or match.over or match.left:
        return None
    played = match.played
    return stand_in(played) if played is not None and played.is_of_house else None


def _about_file(match: RecordedMatch | None, planned: PlannedMatch) -> StartRemark | None:
    """Return how the house's file has changed since a resumed match began; None if it has not."""
    if match is None or match.header.house is None:
        return None
    played = match.played
    assert played is not None
    title = played.told("title")
    if (fault := _stand_in_for_file(match)) is not None:
        return FileUnusable(match.number, title, str(fault))
    changed = planned.house is None or planned.house.settings != match.header.house.settings
    if changed and _is_of_same_game(match, planned):
        return RulesChangedSince(match.number, title)
    return None


def planned_match(
    request: GameRequest, newest: RecordedMatch | None
) -> tuple[PlannedMatch, StartRemark | None]:
    """Return the match to be played: what people chose last, or what is asked for.

    A choice holds until another one is made, or box.toml asks for something else than it did then.
    ``newest`` is the newest match of the box. One that cannot be played any more is remarked.
    """
    house = house_game(request.variant)
    asked = PlannedMatch(
        request.rules, request.players, request.variant, house=house, guided=request.guided
    )
    offers = request.offers
    if newest is None or offers is None:
        return asked, None
    last = _last_choice(newest)
    if last.instead_of is None:
        return asked, None
    try:
        given = ((name, str(points)) for name, points in (last.handicap or {}).items())
        rules = replace(
            with_settings(RuleSet(), last.rules.items()),
            handicaps=handicaps_by_seat(given, last.players),
        )
        plan = PlannedMatch(rules, last.players, last.variant, last.instead_of, last.house)
        return offers.kept(last.instead_of, plan) or asked, None
    except RuleFault as fault:
        return asked, ChoiceNotKept(last.variant, fault.sentence)
