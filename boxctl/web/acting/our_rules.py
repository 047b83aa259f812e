"""Our own rules on a page: the form of a game's settings, and saving them as a game of the house.

A file is written by what ``boxctl rules save`` writes it with, and no page says where. Whoever may
choose tonight's game by the table's code may save one, unless the landlord has named the games.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Lock
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from boxctl.rules.contradictions import check
from boxctl.rules.faults import HouseFault, RuleFault
from boxctl.rules.house.file import MOST_BYTES, too_large
from boxctl.rules.house.folders import ENDING, folder_of_user
from boxctl.rules.house.save import file_name, save_variant, title_taken, write_variant
from boxctl.rules.house.text import HouseText, checked
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import with_settings, written
from boxctl.rules.variant_titles import variant_title
from boxctl.rules.variants import faults_in_text, own_name, variant, variant_in_text
from boxctl.web.acting.act_routes import ACTS, LARGEST_BODY, body_of, has_token
from boxctl.web.acting.rules_form import (
    ChangedRules,
    GameFile,
    HouseGames,
    NewGame,
    RulesForm,
    SavedGame,
    not_here,
    of_the_wood,
    read_game_file,
    read_new_game,
    read_rules,
    rules_form,
    settings_of,
)
from boxctl.web.acting.table_code import TableCode
from boxctl.web.http.guard import (
    NO_CODE,
    NOT_JSON,
    NOT_SAVED_HERE,
    TOO_MANY_ACTS,
    RefusedRequest,
    in_its_line,
    refused,
)
from boxctl.web.http.served import Address, routes_of, serves
from groundwork.faults import in_a_sentence
from groundwork.language import tr
from groundwork.limits import RateLimit

Asked = TypeVar("Asked")

LARGEST_FILE = 6 * MOST_BYTES
"""Most bytes of a request with a file: JSON may spell a byte with six."""

MOST_SAVED = 50
"""The most games that a folder has after one was saved on a page: the landlord's fit beside it."""


class OurRulesRoutes:
    """``/our-rules/settings`` answers with the form of changed rules, ``/our-rules/save`` saves.

    ``/our-rules/file`` saves a file that people have written.

    ``games`` returns what can be made of games at the table, None where nothing is saved; safe from
    any thread. ``clock`` is in microseconds. For the thread of the server.
    """

    def __init__(
        self,
        code: TableCode,
        games: Callable[[], HouseGames | None],
        clock: Callable[[], int],
    ) -> None:
        self._code = code
        self._games = games
        self._clock = clock
        self._asked = RateLimit(ACTS)
        self._saver = GameSaver()

    @property
    def routes(self) -> list[BaseRoute]:
        """The addresses."""
        return routes_of(self)

    @serves(
        Address(
            "/our-rules/settings",
            "The settings of a game as a form, with changes.",
            RulesForm,
            ChangedRules,
            acting=True,
        )
    )
    async def _settings(self, request: Request) -> Response:
        return await self._answer(request, read_rules, rules_form, 200)

    @serves(
        Address(
            "/our-rules/save",
            "Save changed rules as a game of the house.",
            SavedGame,
            NewGame,
            acting=True,
            status=201,
        )
    )
    async def _save(self, request: Request) -> Response:
        return await self._answer(request, read_new_game, self._saver.save, 201)

    @serves(
        Address(
            "/our-rules/file",
            "Save the file of a game that people have written.",
            SavedGame,
            GameFile,
            acting=True,
            status=201,
        )
    )
    async def _file(self, request: Request) -> Response:
        keep = self._saver.save_file
        return await self._answer(request, read_game_file, keep, 201, LARGEST_FILE)

    async def _answer(
        self,
        request: Request,
        read: Callable[[object], Asked | None],
        do: Callable[[Asked, HouseGames], object],
        status: int,
        most: int = LARGEST_BODY,
    ) -> Response:
        if not has_token(self._code, request):
            return NO_CODE.response()
        data = await body_of(request, most)
        if isinstance(data, RefusedRequest):
            return data.response()
        asked = read(data)
        if asked is None:
            return NOT_JSON.response()
        if not self._asked.take(self._clock()):
            return TOO_MANY_ACTS.response()
        games = self._games()
        if games is None:
            return NOT_SAVED_HERE.response()
        try:
            # Files are read and written.
            told = await asyncio.to_thread(do, asked, games)
        except RuleFault as fault:
            return refused(409, fault.code, fault.text)
        return JSONResponse(told, status, headers={"cache-control": "no-store"})


class GameSaver:
    """Saves games of the house, one after the other: of two with one title the first is saved."""

    def __init__(self) -> None:
        self._one_at_a_time = Lock()

    def save(self, new: NewGame, games: HouseGames) -> SavedGame:
        """Save a game where this program may write.

        Raises :class:`RuleFault` with what is wrong with it, as :func:`save_variant` does, in a
        sentence that names no file: BX209 for a title that is taken, BX215 if there are too many
        games or none can be written, BX524 for rules by which the box cannot be played.
        """
        with self._one_at_a_time:
            return _save(new, games)

    def save_file(self, given: GameFile, games: HouseGames) -> SavedGame:
        """Save a file that people have written, as it is, under the name that its title gives it.

        Raises :class:`RuleFault` with all that is wrong with it, as ``boxctl rules check`` says it,
        a line each; or as :meth:`save` does.
        """
        with self._one_at_a_time:
            return _save_file(given["text"], games)


def _save(new: NewGame, games: HouseGames) -> SavedGame:
    name, title = own_name(new["variant"]), new["title"].strip()
    base = variant(name)
    changed = ChangedRules(variant=name, settings=new["settings"])
    rules = with_settings(base, settings_of(changed, games).items())
    check(rules)
    if lack := games.lack(rules):
        raise not_here(lack)
    if written(rules) == written(base):
        raise RuleFault(
            "BX215",
            tr("these are the rules of {game} as they are", game=variant_title(name)),
            tr("change a setting first"),
        )
    for fault in _no_room(title):
        raise fault
    try:
        saved = save_variant(title, name, rules)
    except HouseFault as fault:
        raise _on_a_page(fault, title) from fault
    return SavedGame(id=saved.stem, title=title)


def _save_file(given: str, games: HouseGames) -> SavedGame:
    text = given.replace("\r\n", "\n")
    if len(text.encode()) > MOST_BYTES:
        raise _on_a_page(too_large(ENDING), "")
    told = checked(ENDING, text)[0]
    title = told.title
    path = Path(folder_of_user()) / file_name(title or "game")
    if faults := faults_in_text(str(path), text):
        raise _all_in_one(faults, told)
    known = variant_in_text(str(path), text)
    rules = with_settings(RuleSet(), known.settings.items())
    for fault in (*of_the_wood(known.settings), *_no_room(title)):
        raise fault
    if lack := games.lack(rules):
        raise not_here(lack)
    try:
        write_variant(path, text, over=False)
    except HouseFault as fault:
        raise _on_a_page(fault, title) from fault
    return SavedGame(id=known.name, title=title)


def _all_in_one(faults: Sequence[HouseFault], text: HouseText) -> RuleFault:
    """Return the faults of a file as one, a line each, with the code of the first."""
    by_line = {text.lines.get(place, 0): name for name, place in text.names.items() if place}
    told: dict[str, RuleFault] = {}
    for fault in faults:
        # A title is also the name of its file: that it is taken is said once.
        line = fault.line or (text.lines.get(("title",), 0) if fault.code == "BX209" else 0)
        here = _on_a_page(fault, by_line.get(line, text.title))
        words = in_its_line(line, here.sentence)
        told[words] = RuleFault(here.code, words, here.cure)
    *others, last = told.values()
    sentence = "\n".join([*(other.text for other in others), last.sentence])
    return RuleFault(faults[0].code, sentence, last.cure)


def _no_room(title: str) -> Iterator[RuleFault]:
    """Yield why the folder takes no game of this title, if it does not."""
    try:
        there = [each for each in os.listdir(folder_of_user()) if each.endswith(ENDING)]  # noqa: PTH208
    except OSError:
        # It is not there yet, or writing says what is wrong with it.
        return
    if file_name(title) in there:
        yield title_taken(title)
    if len(there) >= MOST_SAVED:
        yield RuleFault(
            "BX215",
            tr("this house has {most} games of its own, and no more can be saved", most=MOST_SAVED),
            tr("ask the landlord to delete one that nobody plays"),
        )


def _on_a_page(fault: HouseFault, title: str) -> RuleFault:
    """Return a fault for people who know nothing of the files of the box."""
    if fault.code == "BX209":
        return title_taken(title)
    if fault.code != "BX215":
        return RuleFault(fault.code, fault.without_place, fault.cure)
    if isinstance(fault.__cause__, OSError):
        return RuleFault(
            "BX215",
            tr("the box cannot write the game down ({why})", why=in_a_sentence(fault.__cause__)),
            tr("tell the landlord"),
        )
    return title_taken(title)
