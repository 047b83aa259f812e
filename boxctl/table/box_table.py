"""The table of ``boxctl run``: a box from box.toml, played at until it is stopped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Self

from boxctl.journal.recorded_match import house_game
from boxctl.journal.session import Journal
from boxctl.presentation.input_faults import the_device
from boxctl.presentation.journal.start_sentences import start_remark_in_words
from boxctl.presentation.notices import Notice
from boxctl.presentation.phrases import WRITTEN
from boxctl.referee.fields import PutBack
from boxctl.referee.lines import Button
from boxctl.referee.ruling import Ruling
from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import Dice, RuleSet
from boxctl.rules.variant_titles import variant_title
from boxctl.rules.variants import load, own_name, stand_in
from boxctl.table.check_rules import (
    WiredBox,
    check_box_file,
    has_confirm,
    journal_of,
    name_of,
    offers_of,
    parts_of,
    players_of,
    rules_of,
)
from boxctl.table.event_queue import Say
from boxctl.table.interruption import Tell
from boxctl.table.loop import AllTimed, EventInbox, SystemdNotifier, Timed, run
from boxctl.table.open_table import Audience, GameRequest, TableWatcher, open_table
from boxctl.table.outputs import Outputs
from boxctl.table.resume import OpenedMatch
from boxctl.table.sensors.doubts import SHOWS_ONLY
from boxctl.table.solo_best import SoloBestTeller, best_in, in_background
from boxctl.table.tonight.offers import GameOffers, PlannedMatch, first_lack, of_the_wood
from boxctl.table.tonight.tournament_at_box import TournamentAtBox
from groundwork.clock import monotonic_us
from groundwork.faults import Fault
from groundwork.language import message, tr
from hardware.config.box_file import BoxFile
from hardware.config.read import read_box
from hardware.devices import Box, ButtonTyped, DeviceBack, DeviceLost, ThrowTyped
from hardware.gpio.open_chip import OpenChips

if TYPE_CHECKING:
    from boxctl.presentation.table_view import Invitation
    from boxctl.table.tonight.pairings import BoxInHouse

UNCHANGED = message("everything stays as it was, as box.toml cannot be used as it is now.")


class BoxTable:
    """Everything that ``boxctl run`` holds open, from its start to its end.

    A context manager: entering it opens the journal and the devices and reads the box; leaving it
    darkens the lamps and closes every device, then the journal. Raises :class:`Fault` if one of
    them cannot be had. ``journal`` is the file to record in, by default that of box.toml;
    ``anew`` begins a new match even if one was interrupted. ``chips`` take the place of this
    machine's GPIO chips; ``watcher`` follows the table; ``timed`` act in the loop, too.
    ``buttons_typed``: people can press confirm and new by :meth:`type_button`.

    ``say`` is called with each ruling, ``tell`` with each notice, ``remark`` with sentences about
    the journal and box.toml, all in the thread of :meth:`run`.
    """

    def __init__(
        self,
        box_file: BoxFile,
        say: Say,
        tell: Tell,
        remark: Callable[[str], object],
        *,
        journal: Path | None = None,
        anew: bool = False,
        chips: OpenChips | None = None,
        service: SystemdNotifier | None = None,
        watcher: TableWatcher | None = None,
        timed: Sequence[Timed] = (),
        buttons_typed: bool = False,
    ) -> None:
        self._buttons_typed = buttons_typed
        self._watcher = watcher
        self._timed = timed
        self._box_file = box_file
        self._say = say
        self._tell = tell
        self._remark = remark
        self._journal_file = journal
        self._anew = anew
        self._chips = chips
        self._service = service if service is not None else SystemdNotifier({}, monotonic_us)
        self._inbox = EventInbox(monotonic_us)
        self._stopped = False
        self._asked_to_reload = False
        self._invitation: Invitation | None = None
        self._muted = False
        self._away: set[str] = set()
        self._open = ExitStack()

    def __enter__(self) -> Self:
        self._open_all(anew=self._anew)
        return self

    def __exit__(self, *_ended: object) -> None:
        self._service.stopping()
        self._open.close()

    @property
    def put_back(self) -> PutBack:
        """The levers that must move before play can begin."""
        # Ask the referee: the runtime shows this only once the journal has it.
        return self._runtime.referee.play.put_back

    @property
    def dice(self) -> Dice:
        """The dice of the match that is played."""
        return self._runtime.referee.play.rules.dice

    @property
    def goes_on(self) -> bool:
        """Whether an interrupted match goes on."""
        return self._resumed

    def run(self) -> None:
        """Play until :meth:`stop`.

        Raises :class:`Fault` if the box cannot be opened again as it was, after a :meth:`reload`.
        """
        while not self._stopped:
            self._service.ready()
            run(self._runtime, self._inbox, monotonic_us, self._has_been_asked, self._also)
            if self._asked_to_reload:
                self._asked_to_reload = False
                self._service.reloading()
                self._read_box_file_again()

    def stop(self) -> None:
        """End :meth:`run`. Safe from a signal handler and from any thread."""
        self._stopped = True
        self._inbox.wake()

    def reload(self) -> None:
        """Read box.toml again, in :meth:`run`. Safe from a signal handler and from any thread.

        A file that is wrong, or names a device that cannot be opened, changes nothing, and that is
        remarked. A match under way keeps its rules; those of box.toml count from the next one.
        """
        self._asked_to_reload = True
        self._inbox.wake()

    def wake(self) -> None:
        """Have the loop of :meth:`run` take a step. Safe from any thread."""
        self._inbox.wake()

    def type_throw(self, text: str) -> None:
        """Take what people have typed of real dice. Safe from any thread."""
        self._inbox.hand_over(ThrowTyped(monotonic_us(), text))

    def type_button(self, button: Button, *, long: bool = False) -> None:
        """Press a button as people have typed; ``long``: hold it. Safe from any thread."""
        self._inbox.hand_over(ButtonTyped(monotonic_us(), button, long))

    @property
    def invites(self) -> bool:
        """Whether the box has a display that can show an invitation."""
        return self._outputs.invites

    def invite(self, invitation: Invitation | None, until: int | None = None) -> None:
        """Show how phones take part, on the box's display. For the thread of :meth:`run`."""
        self._invitation = invitation
        self._outputs.invite(invitation, until)

    def hush(self) -> None:
        """Cut off the voice, except for results. For the thread of :meth:`run`."""
        self._outputs.hush()

    def mute(self, *, on: bool) -> None:
        """Leave voice and buzzer silent, or no longer. For the thread of :meth:`run`."""
        self._muted = on
        self._outputs.mute(on=on)

    def _has_been_asked(self) -> bool:
        return self._stopped or self._asked_to_reload

    def _open_all(self, *, anew: bool = False, own_rules: bool = False) -> None:
        box_file = self._box_file
        file = self._journal_file or journal_of(box_file)
        name = own_name(box_file.rules.variant)
        rules, players = _asked_for(box_file)
        self._variant = load(name)
        self._tournament = TournamentAtBox(
            file,
            self._box_in_house,
            lambda rules: first_lack(rules, parts_of(self._box_file), self._runtime.roller_dice),
            self._usual_match,
            lambda notice: self._outputs.tell(notice),
            self._remark,
            self._inbox.wake,
            in_background,
        )
        with ExitStack() as opening:
            self._runtime = open_table(
                opening,
                GameRequest(
                    name,
                    rules,
                    tuple(players),
                    anew,
                    own_rules,
                    rules_stand=self._rules_stand,
                    offers=offers_of(box_file),
                    settings=box_file.rules.settings,
                    of_pairing=self._tournament.is_of_pairing,
                ),
                WiredBox(box_file, monotonic_us, self._inbox.hand_over, self._chips),
                lambda: Journal(file, name_of(box_file)),
                monotonic_us,
                self._inbox.wake,
                self._audience_for,
            )
            self._open = opening.pop_all()
        self._outputs.follow(self._runtime)
        self._solo_best.follow(self._runtime)
        self._tournament.follow(self._runtime)
        also: list[Timed] = [
            self._service,
            self._outputs,
            self._solo_best,
            self._tournament,
            *self._timed,
        ]
        if self._watcher is not None:
            self._watcher.follow(self._runtime)
            also.append(self._watcher)
        self._also = AllTimed(*also)
        if self._runtime.chooser is None:
            self._runtime.followed_by(rules, players, name)
        if not self.goes_on:
            self._outputs.ask_to_begin()

    def _box_in_house(self) -> BoxInHouse:
        from boxctl.table.tonight.pairings import BoxInHouse  # where a tournament is played

        box_file = self._box_file
        sensors = of_the_wood(box_file.rules.settings)
        return BoxInHouse(box_file.table.box, name_of(box_file), sensors)

    def _usual_match(self) -> PlannedMatch:
        """Return the match that box.toml asks for."""
        (rules, players), variant = _asked_for(self._box_file), self._variant.name
        return PlannedMatch(rules, tuple(players), variant, house=house_game(variant))

    def _rules_stand(self, rules: RuleSet) -> str:
        box_file = self._box_file
        if rules != rules_of(box_file.rules):
            return ""  # They are those of a match that goes on, from an earlier box.toml.
        from boxctl.table.throws.roller_gate import place_of_dice

        return place_of_dice(box_file)

    def _audience_for(self, opened: OpenedMatch, box: Box) -> Audience:
        for remark in opened.remarks:
            self._remark(start_remark_in_words(remark))
        if (offers := offers_of(self._box_file)) is not None:
            self._remark_gone(offers)
        self._resumed = opened.resumption is not None
        can_ask = has_confirm(self._box_file)
        play = opened.referee.play
        self._outputs = Outputs(box, play, self._say_to_eyes, self._note, can_ask=can_ask)
        self._outputs.invite(self._invitation)
        self._outputs.mute(on=self._muted)
        box_file = self._box_file
        file = self._journal_file or journal_of(box_file)
        self._solo_best = SoloBestTeller(
            best_in(file, name_of(box_file)),
            self._outputs.say,
            self._outputs.tell,
            self._inbox.wake,
            in_background,
        )
        watcher = self._watcher
        box.buttons_elsewhere = self._buttons_typed
        if watcher is None:
            return Audience(self._solo_best.say, self._outputs.tell)
        watcher.opened(opened, own_name(opened.variant))
        box.buttons_elsewhere |= watcher.has_buttons
        return Audience(self._solo_best.say, self._outputs.tell, watcher.observe)

    def _remark_gone(self, offers: GameOffers) -> None:
        """Say which games of ``[table] menu`` are gone."""
        for sentence in offers.gone_in_words:
            self._remark(sentence)

    def _say_to_eyes(self, ruling: Ruling) -> None:
        self._say(ruling)
        if self._watcher is not None:
            self._watcher.say(ruling)

    def _note(self, notice: Notice) -> None:
        if isinstance(notice, DeviceLost) and notice.device not in SHOWS_ONLY:
            self._away.add(notice.device)
        elif isinstance(notice, DeviceBack):
            self._away.discard(notice.device)
        self._tell(notice)
        if self._watcher is not None:
            self._watcher.tell(notice)

    # box.toml, read again.

    def _read_box_file_again(self) -> None:
        before = self._box_file
        try:
            after = read_box(before.path, check_box_file)
            asked = _asked_for(after)
        except Fault as fault:
            self._remark_each(fault)
            self._remark(tr(UNCHANGED))
            return
        if after == before:
            if not self._takes_changed_game():
                self._remark(tr("{file} says what it said before.", file=before.path))
        elif replace(after, web=before.web, mqtt=before.mqtt) == before:
            self._takes_changed_game()
            named = "[web]" if after.mqtt == before.mqtt else "[mqtt]"
            self._remark(
                tr(
                    "{file} was read again: {table} counts from the next start.",
                    file=before.path,
                    table=named,
                )
            )
        elif replace(after, rules=before.rules) == before:
            self._variant = load(own_name(after.rules.variant))
            self._runtime.followed_by(*asked, self._variant.name)
            offers, chooser = offers_of(after), self._runtime.chooser
            if offers is not None and chooser is not None:
                chooser.offers = offers
                self._remark_gone(offers)
            self._box_file = after
            self._tournament.look_again()
            self._remark(
                tr("{file} was read again: its rules count from the next match.", file=before.path)
            )
        elif self._away:
            # If the new devices could not be opened, the old ones could not be opened again.
            self._remark(
                tr(
                    "everything stays as it was: {file} is not taken while {device} does not "
                    "answer; see to that, or restart boxctl.",
                    file=before.path,
                    device=the_device(min(self._away), WRITTEN),
                )
            )
        else:
            self._open_as_changed(after)

    def _takes_changed_game(self) -> bool:
        """Play the next match by the file of its game as it is now; return whether that was said.

        One that cannot be used is said, and changes nothing.
        """
        following = self._runtime.following
        if following == self._tournament.planned:
            self._tournament.look_again()
            return False
        try:
            today = self._by_file_of_today(following)
        except RuleFault as fault:
            self._remark(str(fault))
            return True
        if today == following:
            return False
        self._runtime.play_next(today)
        self._remark(
            tr(
                "the rules of {game} were changed: the match goes on by its own, and they count "
                "from the next match.",
                game=variant_title(today.variant),
            )
        )
        return True

    def _by_file_of_today(self, following: PlannedMatch) -> PlannedMatch:
        chooser = self._runtime.chooser
        if chooser is not None and following.instead_of is not None:
            return chooser.offers.today(following)
        asked = rules_of(self._box_file.rules)
        rules = replace(asked, handicaps=following.rules.handicaps)
        check(rules, len(following.players))
        return replace(following, rules=rules, house=house_game(following.variant))

    def _open_as_changed(self, after: BoxFile) -> None:
        before = self._box_file
        if self._variant.is_of_house:
            # Its file may be gone by now, and the box has to be opened again in any case.
            stand_in(self._variant)
        self._open.close()
        self._forget_old_devices()
        self._box_file = after
        try:
            self._open_all(own_rules=True)
        except Fault as fault:
            self._remark_each(fault)
            self._forget_old_devices()
            self._box_file = before
            self._open_all(own_rules=True)
            self._remark(tr(UNCHANGED))
        else:
            self._remark(
                tr("{file} was read again, and the box opened as it says.", file=after.path)
            )

    def _forget_old_devices(self) -> None:
        """Forget events of closed devices: they say nothing about the ones opened next."""
        self._inbox.take(monotonic_us())
        self._away.clear()

    def _remark_each(self, fault: Fault) -> None:
        for line in fault.lines:
            self._remark(line)


def _asked_for(box_file: BoxFile) -> tuple[RuleSet, list[str]]:
    """Return the rules and the players that box.toml asks for."""
    rules = rules_of(box_file.rules)
    return rules, players_of(box_file.rules, rules)
