"""The first screen: choose the variant, the players, the stake and the dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from boxctl.presentation.phrases import eye_in_use, listed
from boxctl.referee.players import usual_players
from boxctl.rules.families import title
from boxctl.rules.faults import RuleFault
from boxctl.rules.names import folded
from boxctl.rules.variants import by_family, found_by, load
from boxctl.screens.app.settings_screen import Changes, SettingsScreen
from boxctl.screens.laptop.game_choice import GameChoice
from boxctl.screens.laptop.robots import RobotPlayers
from boxctl.screens.laptop.unfinished_matches import UnfinishedMatch
from groundwork.language import message, tr

GO_ON = "go-on"

FIELDS = (
    ("players", message("Players: with commas; best and human play alone")),
    ("stake", message("Stake: what each puts into the pool: 50p, $1, 1 EUR")),
    ("seed", message("Seed: for the same dice again; empty for chance")),
)


class ChoosingScreen(Screen[None]):
    """Calls ``play`` with the choice, and the number of the match to go on with, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2", "settings"),
        Binding("escape", "leave"),
    ]
    DEFAULT_CSS = """
    ChoosingScreen .title { height: 1; background: $panel; text-style: bold; color: $accent; }
    ChoosingScreen Horizontal { height: 1fr; }
    ChoosingScreen OptionList { width: 26; height: 1fr; }
    ChoosingScreen Vertical { padding: 0 1; }
    ChoosingScreen #words { height: auto; min-height: 8; max-height: 10; }
    ChoosingScreen .label { height: 1; color: $text-muted; margin-top: 1; }
    ChoosingScreen Input { height: 1; border: none; }
    ChoosingScreen #fault { height: auto; color: $error; text-style: bold; margin-top: 1; }
    ChoosingScreen #keys { height: 1; color: $text-muted; }
    """

    def __init__(
        self,
        before: GameChoice | None,
        unfinished: Sequence[UnfinishedMatch],
        play: Callable[[GameChoice, int | None], object],
    ) -> None:
        super().__init__()
        self._before = before
        self._unfinished = {f"{GO_ON}-{match.number}": match for match in unfinished}
        self._play = play
        self._typed = ""
        self._changes: Changes = before.changes if before is not None else ()

    def compose(self) -> ComposeResult:
        """Put the variants at the left, their description and the fields at the right."""
        yield Static(tr(" boxctl   Which game?"), classes="title", markup=False)
        with Horizontal():
            yield OptionList(*self._options(), compact=True, markup=False)
            with Vertical():
                yield Static("", id="words", markup=False)
                for id, label in FIELDS:
                    yield Static(tr(label), classes="label", markup=False)
                    yield Input(self._begins_with(id), id=id, compact=True)
                yield Static("", id="settings", classes="label", markup=False)
                yield Static("", id="fault", markup=False)
        yield Static(
            tr(" ENTER play   type a name   TAB next field   F2 settings   ESC leave"),
            id="keys",
            markup=False,
        )

    def on_mount(self) -> None:
        """Highlight the interrupted match if there is one, else the variant chosen last."""
        options = self.query_one(OptionList)
        first = self._before.variant if self._before is not None else "classic"
        options.highlighted = options.get_option_index(next(iter(self._unfinished), first))
        options.focus()
        self._show_settings()

    def _options(self) -> list[Option]:
        resume = [
            Option(tr("> go on: match {match}", match=match.number), id=id)
            for id, match in self._unfinished.items()
        ]
        listed = [
            option
            for family, members in by_family().items()
            for option in (
                Option(tr(title(family)), disabled=True),
                *(Option(f"  {name}", id=name) for name in members),
            )
        ]
        return [*resume, *listed]

    def _begins_with(self, field: str) -> str:
        before = self._before
        if field == "players":
            return ", ".join(before.players) if before is not None else ""
        return dict(self._changes).get(field, "0" if field == "stake" else "")

    # What is chosen.

    @property
    def _highlighted(self) -> str:
        options = self.query_one(OptionList)
        option = options.highlighted_option
        return (option.id if option is not None else None) or "classic"

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Describe the variant."""
        event.stop()
        self.query_one("#words", Static).update(self._words(self._highlighted))
        self._tell_fault("")

    def _words(self, name: str) -> str:
        if (unfinished := self._unfinished.get(name)) is not None:
            chosen = unfinished.chosen
            return tr(
                "Match {match} was interrupted: {variant}, {players}, begun {time} UTC.\n\n"
                "ENTER goes on with it where it stood.",
                match=unfinished.number,
                variant=chosen.variant,
                players=listed(chosen.players, eye_in_use()),
                time=unfinished.began[:16].replace("T", " "),
            )
        known = load(name)
        others = [
            other for other in known.other_names if folded(other) != folded(known.source_name)
        ]
        also = "\n" + tr("also {names}", names=", ".join(others)) if others else ""
        return f"{tr(known.source_name)}{also}\n\n{tr(known.summary)}\n\n{tr(known.example)}"

    def on_key(self, event: Key) -> None:
        """Find the variant that has a name beginning with what is typed over the list."""
        options = self.query_one(OptionList)
        if self.focused is not options:
            return
        if event.key == "backspace":
            self._typed = self._typed[:-1]
        elif event.is_printable and event.character is not None:
            self._typed += event.character
        else:
            self._typed = ""
            return
        event.stop()
        found = found_by(self._typed)
        if found is not None:
            options.highlighted = options.get_option_index(found)
        elif self._typed:
            self._tell_fault(tr('no game has a name that begins with "{typed}"', typed=self._typed))
            self._typed = ""

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Play what is highlighted."""
        event.stop()
        if (unfinished := self._unfinished.get(self._highlighted)) is not None:
            self._play(unfinished.chosen, unfinished.number)
        else:
            self._begin()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Play."""
        event.stop()
        self._begin()

    def _begin(self) -> None:
        try:
            chosen = self._chosen()
            chosen.check()
            # Raises RuleFault: some simulated players cannot solve some rules.
            RobotPlayers(chosen.rules, chosen.players, chosen.seed)
        except RuleFault as fault:
            self._tell_fault(fault.text)
            return
        self._play(chosen, None)

    def _chosen(self) -> GameChoice:
        name = "classic" if self._highlighted in self._unfinished else self._highlighted
        stake = self._field("stake") or "0"
        changes = dict(self._changes) | {"stake": stake}
        if stake == "0":
            del changes["stake"]
        chosen = GameChoice(name, tuple(changes.items()), ())
        players = [name.strip() for name in self._field("players").split(",")]
        seated = players if any(players) else usual_players(chosen.rules)
        return GameChoice(name, chosen.changes, tuple(seated), self._seed())

    def _seed(self) -> int | None:
        seed = self._field("seed")
        if not seed:
            return None
        if not (seed.isascii() and seed.isdigit() and len(seed) <= 18):
            raise RuleFault("BX203", tr('the seed "{seed}" is not a whole number', seed=seed))
        return int(seed)

    def _field(self, id: str) -> str:
        return self.query_one(f"#{id}", Input).value.strip()

    def _tell_fault(self, text: str) -> None:
        self.query_one("#fault", Static).update(text)

    # Settings.

    def action_settings(self) -> None:
        """Open the settings of the variant."""
        if self._highlighted not in self._unfinished:
            try:
                screen = SettingsScreen(self._highlighted, self._chosen().changes)
            except RuleFault as fault:
                self._tell_fault(fault.text)
            else:
                self.app.push_screen(screen, self._settings_done)

    def _settings_done(self, changes: Changes | None) -> None:
        self._changes = changes or ()
        self.query_one("#stake", Input).value = dict(self._changes).get("stake", "0")
        self._show_settings()

    def _show_settings(self) -> None:
        others = [f"{name} = {value}" for name, value in self._changes if name != "stake"]
        text = ", ".join(others) or tr("as the variant has them")
        self.query_one("#settings", Static).update(tr("F2 settings: {settings}", settings=text))

    def action_leave(self) -> None:
        """Leave without playing."""
        self.app.exit()
