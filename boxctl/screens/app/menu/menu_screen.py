"""The menu: choose the game, the players, the stake, the dice and the settings."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Key, Resize
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static

from boxctl.presentation.game_names import name_of_game, settings_in_words
from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault
from boxctl.rules.variants import variant
from boxctl.screens.app.menu.game_list import (
    FAVOURITE,
    FIRST_MATCH,
    LEARN,
    PUZZLES,
    RESUME,
    GameList,
    PlayerRows,
)
from boxctl.screens.app.menu.menu_widgets import (
    MENU_STYLE,
    THREE_COLUMNS,
    TWO_COLUMNS,
    CardWidget,
    FieldHint,
    FooterBar,
    MatchPanel,
    menu_keys,
)
from boxctl.screens.app.menu.settings_screen import ChosenSettings, SettingsScreen
from boxctl.screens.laptop.game_card import (
    facts_in_words,
    first_match_card,
    game_card,
    notice_card,
    puzzles_card,
    resume_card,
    rules_card,
    stake_words,
)
from boxctl.screens.laptop.game_choice import GameChoice, first_match
from boxctl.screens.laptop.house_habits import HouseHabits, MenuChoice, house_habits
from boxctl.screens.laptop.laptop_table import GameSetup
from boxctl.screens.laptop.player_roster import kind_of, kind_sentence, kind_title
from boxctl.screens.laptop.unfinished_matches import UnfinishedMatch
from boxctl.screens.pictures.picture import ASCII, Glyphs, Picture, in_ascii
from groundwork.faults import Fault
from groundwork.language import all_of, commas, labelled, tr

PlayGame = Callable[[GameChoice, int | None], object]
"""Plays what was chosen; the number is that of the match to go on with, None for a new one."""


class MenuScreen(Screen[None]):
    """Asks what is played, and calls ``play`` with the choice.

    ``before`` is the choice of last time, ``unfinished`` are the matches that can be resumed.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2", "settings"),
        Binding("f3", "app.light_or_dark"),
        Binding("f4", "seat_last_evening"),
        Binding("f6", "end_match"),
        Binding("f7", "puzzles"),
        Binding("f9", "first_match"),
        Binding("escape", "leave"),
    ]
    DEFAULT_CSS = MENU_STYLE

    def __init__(
        self,
        setup: GameSetup,
        before: GameChoice | None,
        unfinished: Sequence[UnfinishedMatch],
        play: PlayGame,
    ) -> None:
        super().__init__()
        self._setup = setup
        self._play = play
        self._unfinished = {f"{RESUME}{match.number}": match for match in unfinished}
        self._choice = MenuChoice(before)
        self.players = self._choice.players
        self._habits = HouseHabits((before.variant,) if before is not None else ())
        self._games = GameList(unfinished, self._habits.favourites)
        self._rows = PlayerRows(self.players, setup.glyphs)
        self._card = CardWidget("card")
        self._rules_told = CardWidget("rules")
        self._asked_to_end: int | None = None

    def compose(self) -> ComposeResult:
        """Put the games at the left; the game and the match at the right."""
        yield Static(tr(" boxctl   Which game?"), id="title", markup=False)
        with Horizontal(id="body"):
            with Vertical(id="left"):
                yield Input(placeholder=tr("type to search"), id="search", compact=True)
                yield self._games
            with self._right():
                yield self._card
                with Vertical(id="beside"):
                    yield MatchPanel(self._rows, self._choice.stake)
                    yield self._rules_told
        yield FooterBar(menu_keys(among_players=True, evening_known=True))

    def take_options(self, setup: GameSetup) -> None:
        """Begin what is chosen by these options."""
        self._setup = setup

    def _right(self) -> Vertical | Horizontal:
        wide = self.app.size.width >= THREE_COLUMNS
        return Horizontal(id="right") if wide else Vertical(id="right")

    def on_mount(self) -> None:
        """Highlight the newest match that can be resumed, else the game chosen last."""
        self._take_size(self.app.size.width, self.app.size.height)
        last = self._choice.variant
        favourite = f"{FAVOURITE}{last}" if self._habits.favourites else last
        self._games.go_to(next(iter(self._unfinished), favourite))
        self.query_one("#search", Input).focus()
        self._show()
        self.call_after_refresh(self._look_up_habits)

    def _look_up_habits(self) -> None:
        loop = asyncio.get_running_loop()

        def look_up() -> None:
            found = house_habits(self._setup.journal_file)
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._take_habits, found)

        self._setup.work(look_up)

    def _take_habits(self, habits: HouseHabits) -> None:
        if self.is_attached and habits.favourites:
            self._habits = habits
            self._games.show_favourites(habits.favourites)
            self._show()

    def on_resize(self, event: Resize) -> None:
        """Draw for the new size."""
        self._take_size(event.size.width, event.size.height)

    def _take_size(self, columns: int, lines: int) -> None:
        narrow = columns < TWO_COLUMNS
        self.set_class(narrow, "narrow")
        self.query_one("#body").styles.layout = "vertical" if narrow else "horizontal"
        self.set_class(columns >= 110, "wide")
        self.set_class(columns >= THREE_COLUMNS, "three")
        self.set_class(lines >= 34, "roomy")
        right = self.query_one("#right")
        right.styles.layout = "horizontal" if columns >= THREE_COLUMNS else "vertical"

    # What is chosen.

    @property
    def _to_resume(self) -> UnfinishedMatch | None:
        return self._unfinished.get(self._games.chosen)

    @property
    def _learns(self) -> bool:
        """Whether what is offered to those who learn is highlighted."""
        return self._games.chosen.startswith(LEARN)

    @property
    def _variant(self) -> str:
        """The variant that is highlighted; of what is no game, the one that goes with it.

        That is the one of a match that would be resumed, or the one that was played last.
        """
        if self._learns:
            return self._choice.variant
        if (match := self._to_resume) is not None:
            return match.chosen.variant
        return self._games.chosen.removeprefix(FAVOURITE)

    def _chosen(self) -> GameChoice:
        """Return the choice. Raises :class:`RuleFault` for an invalid stake or seed."""
        return self._choice.chosen(self._variant, self._field("stake"), self._field("seed"))

    def _field(self, id: str) -> str:
        return self.query_one(f"#{id}", Input).value.strip()

    # What is shown.

    def _show(self) -> None:
        """Show the game, what it is played for, and what is wrong with that."""
        self._asked_to_end = None
        # Who plays a match that goes on, and by what rules, is settled: only that is shown.
        self.set_class(self._to_resume is not None or self._learns, "resuming")
        if not self._games.chosen:
            self._show_nothing_found()
        elif (match := self._to_resume) is not None:
            self._show_match_to_resume(match)
        elif self._learns:
            self._show_what_to_learn()
        else:
            self._show_game()
        self._show_keys()

    def _show_nothing_found(self) -> None:
        said = tr(
            'No game has "{typed}" in its names, its family or its description. '
            "ESC shows all games.",
            typed=self._field("search"),
        )
        self._present(self._card, partial(notice_card, said))
        self._rules_told.present()

    def _show_match_to_resume(self, match: UnfinishedMatch) -> None:
        self._present(self._card, partial(resume_card, match))
        self._present(self._rules_told, partial(rules_card, match.chosen.rules))
        self._rows.show(variant(match.chosen.variant))
        self._tell(("",), "", "")
        changes = commas(settings_in_words(match.chosen.changes))
        self.query_one("#settings", Static).update(changes or tr("as the variant has them"))

    def _show_what_to_learn(self) -> None:
        if self._games.chosen == FIRST_MATCH:
            rules = first_match().rules
            card = partial(first_match_card, rules)
        else:
            rules = variant(self._variant)
            card = partial(puzzles_card, name_of_game(self._variant, rules), rules)
        self._present(self._card, card)
        self._present(self._rules_told, partial(rules_card, rules))
        self._rows.show(rules)
        self._tell(("",), "", "")

    def _show_game(self) -> None:
        name, rules, problem = self._variant, variant(self._variant), ""
        try:
            chosen = self._chosen()
            # Rules that contradict each other cannot be told, and no box be drawn for them.
            check(chosen.rules)
            rules = chosen.rules
            problem = self.players.problem(rules)
            if not problem:
                chosen.check()
        except RuleFault as fault:
            problem = fault.text
        facts = facts_in_words(
            dict(self._habits.played).get(name, 0), dict(self._habits.minutes).get(name, 0)
        )

        def draw(columns: int, lines: int, glyphs: Glyphs) -> Picture:
            beside = self.has_class("three")
            return game_card(name, rules, facts, columns, lines, glyphs, rules_beside=beside)

        self._present(self._card, draw)
        self._present(self._rules_told, partial(rules_card, rules))
        self._rows.show(rules)
        dice = tr("the same dice every time") if self._field("seed") else tr("empty: by chance")
        self._tell(stake_words(rules, len(self.players.players(rules))), dice, problem)

    def _present(self, card: CardWidget, draw: Callable[[int, int, Glyphs], Picture]) -> None:
        glyphs = self._setup.glyphs

        def drawn(columns: int, lines: int) -> Picture:
            # The last words about the game give way to what passes; the box keeps its shape.
            below = card is self._card and not self.has_class("three")
            evening = bool(self._habits.evening)
            passing = self.query_one(MatchPanel).passing_lines(kind_stays=evening) if below else 0
            picture = draw(columns, lines + passing, glyphs)[:lines]
            return in_ascii(picture) if glyphs is ASCII else picture

        card.present(drawn)

    def _tell(self, stake: tuple[str, ...], seed: str, problem: str) -> None:
        self.query_one("#stake-hint", FieldHint).show(*stake)
        self.query_one("#seed-hint", FieldHint).show(seed)
        self._tell_fault(problem)
        self.query_one("#settings", Static).update(self._choice.settings_in_words(self._variant))
        kind = self._kind_in_words()
        self.query_one("#kind", Static).update(kind)
        self.query_one("#kind", Static).display = bool(kind)

    def _kind_in_words(self) -> str:
        if not self._rows.has_focus:
            people = all_of(self._habits.evening)
            return tr("Last evening: {people} (F4)", people=people) if people else ""
        kind = kind_of(self.players.names[self.players.at])
        return f"  {labelled(kind_title(kind), kind_sentence(kind))}"

    def _show_keys(self) -> None:
        among_players, evening_known = self._rows.has_focus, bool(self._habits.evening)
        self.query_one(FooterBar).show(
            menu_keys(
                among_players=among_players,
                evening_known=evening_known,
                to_resume=self._to_resume is not None,
                to_learn=self._learns,
                no_handicaps=self._rows.no_handicaps,
            )
        )

    def _tell_fault(self, text: str) -> None:
        self.query_one("#fault", Static).update(text)

    # Keys and mouse.

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search, or show what the stake comes to."""
        event.stop()
        if event.input.id == "search":
            self._games.show_found(event.value.strip())
        self._show()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the game."""
        event.stop()
        self._show()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Play the game that was clicked twice."""
        event.stop()
        self.action_play()

    def on_player_rows_changed(self, event: PlayerRows.Changed) -> None:
        """Show who plays."""
        event.stop()
        self._show()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Play."""
        event.stop()
        self.action_play()

    def on_key(self, event: Key) -> None:
        """Go through the games with the arrows, from any field; play with Enter."""
        page = max(1, self._games.size.height - 2)
        rows = {"up": -1, "down": 1, "pageup": -page, "pagedown": page}.get(event.key)
        if event.key == "enter":
            event.stop()
            self.action_play()
        elif rows is not None:
            event.stop()
            self._games.go(rows)

    def action_play(self) -> None:
        """Play what is chosen, or go on with the match."""
        if (match := self._to_resume) is not None:
            self._play(match.chosen, match.number)
            return
        if not self._games.chosen:
            return
        if self._games.chosen == FIRST_MATCH:
            self.action_first_match()
            return
        if self._games.chosen == PUZZLES:
            self.action_puzzles()
            return
        # Its import brings half of the program along: the menu does not wait for it.
        from boxctl.screens.laptop.robots import RobotPlayers

        try:
            chosen = self._chosen()
            if problem := self.players.problem(chosen.rules):
                self._tell_fault(problem)
                return
            chosen.check()
            # Raises RuleFault: some simulated players cannot solve some rules.
            RobotPlayers(chosen.rules, chosen.players, chosen.seed)
        except RuleFault as fault:
            self._tell_fault(fault.text)
            return
        self._play(chosen, None)

    def action_first_match(self) -> None:
        """Begin the guided first match."""
        self._play(first_match(), None)

    def action_puzzles(self) -> None:
        """Ask the puzzles of the game that is highlighted, with what is changed in it."""
        try:
            match = self._to_resume
            rules = self._chosen().rules if match is None else match.chosen.rules
            check(rules)
        except RuleFault as fault:
            self._tell_fault(fault.text)
            return
        # Its import brings the odds along: the menu does not wait for them.
        from boxctl.screens.app.puzzle_screen import PuzzleScreen

        title = name_of_game(self._variant, rules)
        screen = PuzzleScreen(self._setup, self._variant, rules, title)
        self.app.push_screen(screen, self._puzzles_done)

    def _puzzles_done(self, fault: str | None) -> None:
        if fault:
            self._tell_fault(fault)

    def action_end_match(self) -> None:
        """End the match that is highlighted for good, after asking once more."""
        if (match := self._to_resume) is None:
            return
        if self._asked_to_end != match.number:
            self._asked_to_end = match.number
            self._tell_fault(
                tr(
                    "F6 again ends match {match} for good: nobody can resume it.",
                    match=match.number,
                )
            )
            return
        # Its import brings half of the program along: the menu does not wait for it.
        from boxctl.screens.laptop.unfinished_matches import end_match

        try:
            end_match(self._setup, match)
        except Fault as fault:
            self._tell_fault(str(fault))
            return
        del self._unfinished[self._games.chosen]
        self._games.show_unfinished(tuple(self._unfinished.values()))
        self._show()

    def action_settings(self) -> None:
        """Open the settings of the variant."""
        if self._to_resume is not None or self._learns or not self._games.chosen:
            return
        try:
            screen = SettingsScreen(self._variant, self._chosen().changes)
        except RuleFault as fault:
            self._tell_fault(fault.text)
        else:
            self.app.push_screen(screen, self._settings_done)

    def _settings_done(self, chosen: ChosenSettings | None) -> None:
        if chosen is None:
            return
        told = dict(chosen.changes)
        self.query_one("#stake", Input).value = told.pop("stake", "")
        self._choice.change(self._variant, tuple(told.items()))
        if chosen.variant != self._variant:
            self.query_one("#search", Input).value = ""
            self._games.show_saved(chosen.variant)
        self._show()

    def action_seat_last_evening(self) -> None:
        """Seat the people of the last evening."""
        if self._habits.evening:
            self.players.seat(self._habits.evening)
            self._show()

    def action_add_player(self) -> None:
        """Add a row."""
        self.players.add()
        self._show()

    def action_give_handicap(self) -> None:
        """Let a handicap be typed for the player of the row."""
        self.players.give_handicap()
        self._show()

    def action_remove_player(self) -> None:
        """Remove the row."""
        self.players.remove()
        self._show()

    def action_change_kind(self) -> None:
        """Change who sits in the row."""
        self.players.change_kind(1)
        self._show()

    def action_move_player(self) -> None:
        """Move the player one seat up."""
        self.players.move(-1)
        self._show()

    def action_leave(self) -> None:
        """Forget what was typed to search, or leave without playing."""
        search = self.query_one("#search", Input)
        if search.value:
            search.value = ""
            search.focus()
        else:
            self.app.exit()
