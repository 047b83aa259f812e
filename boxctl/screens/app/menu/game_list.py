"""The lists of the menu: the games, and the rows of the players.

Games stand in the order: matches to resume, the favourites of the house, what is offered to those
who learn, then family by family.
Both take keys or the mouse.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from textual.content import Content
from textual.events import Blur, Click, Focus, Key, Paste, Resize
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from boxctl.presentation.phrases import shown_player
from boxctl.rules.contradictions import WITHOUT_HANDICAP
from boxctl.rules.ruleset import RuleSet
from boxctl.screens.app.picture_widget import PictureWidget
from boxctl.screens.laptop.game_search import (
    GameFound,
    ListedGame,
    Place,
    listed_games,
    search,
)
from boxctl.screens.laptop.player_roster import (
    PlayerRoster,
    PlayerRowsPlan,
    player_rows_picture,
)
from boxctl.screens.laptop.unfinished_matches import UnfinishedMatch
from boxctl.screens.pictures.picture import Glyphs
from groundwork.cell_width import columns_of, wrapped
from groundwork.language import commas, labelled, tr

RESUME, FAVOURITE, LEARN = "resume ", "favourite ", "learn "
"""Prefixes of ids: an option without one has the name of a variant as its id."""

FIRST_MATCH, PUZZLES = f"{LEARN}first match", f"{LEARN}puzzles"
"""The ids of what is offered to those who learn a game."""

HEADING = "bold $box-dark"
FOUND = "bold underline"
"""Without a colour of its own, which would not show on the bar of the highlighted game."""

QUIET = "auto 70%"

TITLE_END = "\u00a0\u00a0"
"""No-break spaces: a line is never broken between a title and what is told of the game."""

FURTHER_IN = "    "
IN_ONE_LINE = 24
"""The columns from which the English title has a line of its own."""

NARROWEST = 29
"""The columns of the list beside its scrollbar in a terminal of 80, where titles are broken."""

LEAST_TO_BREAK = 24
"""The columns from which a text is broken here; in fewer, the terminal breaks it as it can."""


class GameList(OptionList, can_focus=False):
    """The games that are offered. A click highlights, two clicks play; it takes no keys.

    The id of an option is ``resume 12``, ``favourite canoga``, :data:`FIRST_MATCH`,
    :data:`PUZZLES` or the name of a variant.
    """

    def __init__(self, unfinished: Sequence[UnfinishedMatch], favourites: Sequence[str]) -> None:
        self._games = {game.variant: game for game in listed_games()}
        self._unfinished = unfinished
        self._favourites = tuple(favourites)
        self._typed = ""
        super().__init__(*self._offered(), compact=True)

    @property
    def chosen(self) -> str:
        """The id of the option that is highlighted; empty if there is none."""
        option = self.highlighted_option
        return (option.id if option is not None else None) or ""

    def show_favourites(self, favourites: Sequence[str]) -> None:
        """List these games first; what is highlighted stays so."""
        if tuple(favourites) != self._favourites:
            self._favourites = tuple(favourites)
            if not self._typed:
                self._fill(self.chosen)

    def show_unfinished(self, unfinished: Sequence[UnfinishedMatch]) -> None:
        """List these matches to be resumed; the first of what is left is highlighted."""
        self._unfinished = unfinished
        self._fill("")

    def show_saved(self, variant: str) -> None:
        """List a game that was not there before, highlighted."""
        self._games = {game.variant: game for game in listed_games()}
        self._typed = ""
        self._fill(variant)

    def show_found(self, typed: str) -> bool:
        """List what fits what was typed, the best highlighted; return whether anything does."""
        if typed == self._typed:
            return bool(self.option_count)
        before, self._typed = self.chosen, typed
        self._fill("" if typed else _variant(before))
        return bool(self.option_count)

    def go_to(self, id: str) -> None:
        """Highlight the option of this id, or the first that can be chosen."""
        ids = [option.id for option in self.options]
        self.highlighted = ids.index(id) if id in ids else self._first()

    def go(self, rows: int) -> None:
        """Go so many options up or down, past the headings."""
        for _ in range(abs(rows)):
            if rows < 0:
                self.action_cursor_up()
            else:
                self.action_cursor_down()

    async def _on_click(self, event: Click) -> None:
        """Highlight on the first click; choose on the second of two quick ones."""
        clicked: int | None = event.style.meta.get("option")
        event.prevent_default()
        if clicked is None or self.get_option_at_index(clicked).disabled:
            return
        self.highlighted = clicked
        if event.chain > 1:
            self.action_select()

    def _fill(self, highlighted: str) -> None:
        self.clear_options()
        self.add_options(self._offered())
        self.go_to(highlighted)

    def _first(self) -> int | None:
        open_to_choice = (at for at, option in enumerate(self.options) if not option.disabled)
        # What is offered to those who learn is for those who choose it.
        games = (at for at in open_to_choice if not (self.options[at].id or "").startswith(LEARN))
        return next(games, None)

    # The options.

    def _offered(self) -> list[Option]:
        if self._typed.strip():
            columns = self.scrollable_content_region.width
            found = search(tuple(self._games.values()), self._typed)
            return [_found(each, columns) for each in found]
        return [*self._to_resume(), *self._of_the_house(), *_to_learn(), *self._by_family()]

    def _to_resume(self) -> Iterator[Option]:
        if self._unfinished:
            yield _heading(tr("Go on with a match"))
        for match in self._unfinished:
            title = self._title(match.chosen.variant)
            players = commas(map(shown_player, match.chosen.players))
            told = labelled(match.number, players)
            named = Content.assemble(f"  {title} ", (told, QUIET))
            yield Option(hung(named, NARROWEST), id=f"{RESUME}{match.number}")

    def _of_the_house(self) -> Iterator[Option]:
        favourites = [name for name in self._favourites if name in self._games]
        if favourites:
            yield _heading(tr("Played in this house"))
        for name in favourites:
            yield _game(self._games[name], f"{FAVOURITE}{name}")

    def _by_family(self) -> Iterator[Option]:
        family = ""
        for game in self._games.values():
            if game.family != family:
                family = game.family
                yield _heading(family)
            yield _game(game, game.variant)

    def _title(self, variant: str) -> str:
        known = self._games.get(variant)
        return variant if known is None else known.title


def _to_learn() -> Iterator[Option]:
    yield _heading(tr("To learn the game"))
    for id, title in ((FIRST_MATCH, tr("Your first match")), (PUZZLES, tr("Puzzles"))):
        yield Option(hung(Content(f"  {title}"), NARROWEST), id=id)


def _variant(id: str) -> str:
    return id.removeprefix(FAVOURITE)


def _heading(words: str) -> Option:
    return Option(Content.styled(f" {words}", HEADING), disabled=True)


def _game(game: ListedGame, id: str) -> Option:
    title = hung(Content(f"  {game.title}"), NARROWEST)
    if not game.english:
        return Option(title, id=id)
    apart = " " if columns_of(game.in_list) <= IN_ONE_LINE else f"\n{FURTHER_IN}"
    return Option(Content.assemble(title, apart, (f"({game.english})", QUIET)), id=id)


def _found(found: GameFound, columns: int) -> Option:
    """Return the option of a game that was found, with the letters marked that were typed.

    Further lines of a long text stand further in, so that they are not taken for titles. What is
    told begins beside the title if there is room for a word of it, else below.
    """
    if found.in_title is not None:
        title = Content.assemble("  ", *_marked(found.game.title, found.in_title, ""))
        return Option(hung(title, columns), id=found.game.variant)
    title = Content(f"  {found.game.title}")
    told = Content.assemble(*_marked(found.told, found.place, QUIET))
    beside = Content.assemble(title, TITLE_END, told)
    if columns_of(title.plain + TITLE_END + found.told.split(" ")[0]) <= columns:
        return Option(hung(beside, columns), id=found.game.variant)
    below = Content.assemble(FURTHER_IN, told)
    lines = (hung(title, columns), hung(below, columns))
    return Option(Content("\n").join(lines), id=found.game.variant)


def hung(text: Content, columns: int) -> Content:
    """Break a text into lines of which all but the first stand further in."""
    if columns <= LEAST_TO_BREAK:
        return text
    parts: list[Content] = []
    at = 0
    for line in wrapped(text.plain, columns, FURTHER_IN):
        words = line.removeprefix(FURTHER_IN) if parts else line
        at = text.plain.index(words, at)
        parts.append(text[at : at + len(words)])
        at += len(words)
    return Content(f"\n{FURTHER_IN}").join(parts)


def _marked(text: str, place: Place, style: str) -> Iterable[tuple[str, str]]:
    begin, end = place
    return ((text[:begin], style), (text[begin:end], FOUND), (text[end:], style))


class PlayerRows(PictureWidget, can_focus=True):
    """A row for each player: type the name, change the kind, add, remove, move.

    The screen passes on keys that are not for a row.
    """

    DEFAULT_CSS = "PlayerRows { height: 1; width: 1fr; }"

    class Changed(Message):
        """The players, or the row that is edited, have changed."""

    def __init__(self, players: PlayerRoster, glyphs: Glyphs) -> None:
        super().__init__(id="players")
        self.players = players
        self._glyphs = glyphs
        self._rules = RuleSet()

    def show(self, rules: RuleSet) -> None:
        """Show who plays by these rules."""
        self._rules = rules
        self._draw()

    @property
    def no_handicaps(self) -> bool:
        """Whether the game is one that can have none (R7.16)."""
        return self._rules.match in WITHOUT_HANDICAP

    def _draw(self) -> None:
        shown = self.players.shown(self._rules)
        self.styles.height = max(1, len(shown))
        self.paint(
            player_rows_picture(
                shown,
                self.players.names,
                self.players.at,
                self.size.width,
                self._glyphs,
                focused=self.has_focus,
                no_handicaps=self.no_handicaps,
            )
        )

    def on_resize(self, _event: Resize) -> None:
        """Draw for the new width."""
        self._draw()

    def on_focus(self, _event: Focus) -> None:
        """Show the cursor."""
        self._tell()

    def on_blur(self, _event: Blur) -> None:
        """Hide the cursor."""
        self._tell()

    def _tell(self) -> None:
        self._draw()
        self.post_message(self.Changed())

    def on_key(self, event: Key) -> None:
        """Edit the row."""
        if self._is_taken(event):
            event.stop()
            event.prevent_default()
            self._tell()

    def _is_taken(self, event: Key) -> bool:
        players = self.players
        match event.key:
            case "up":
                return players.go(-1)
            case "down":
                return players.go(1)
            case "left":
                players.change_kind(-1)
            case "right":
                players.change_kind(1)
            case "backspace":
                players.rub_out()
            case "delete":
                players.remove()
            case "insert":
                players.add()
            case "shift+up" | "ctrl+up":
                players.move(-1)
            case "shift+down" | "ctrl+down":
                players.move(1)
            case _:
                if not event.is_printable or event.character is None:
                    return False
                players.type(event.character)
        return True

    def on_paste(self, event: Paste) -> None:
        """Take a name, or several with commas, from elsewhere."""
        event.stop()
        self.players.type(event.text)
        self._tell()

    def on_click(self, event: Click) -> None:
        """Go to the row, or do what stands where the click was."""
        event.stop()
        if event.y >= len(self.players.names):
            return
        self.players.at = event.y
        match PlayerRowsPlan(self.size.width, self.no_handicaps).part_at(event.x):
            case "handicap":
                self.players.give_handicap()
            case "sign":
                self.players.move(-1)
            case "before":
                self.players.change_kind(-1)
            case "after":
                self.players.change_kind(1)
            case "remove":
                self.players.remove()
        self._tell()
