"""The box of a box.toml, played in a browser on a simulated one: ``/simulated-box``.

The file is kept beside the record, so that the box is there when the page is opened again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypedDict

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from boxctl.rules.faults import RuleFault
from boxctl.screens.laptop.game_choice import GameChoice, game_of_box
from boxctl.screens.laptop.robots import RobotPlayers
from boxctl.table.box_summary import summary_of
from boxctl.table.check_rules import check_box_file
from boxctl.web.acting.act_routes import body_of, has_token
from boxctl.web.acting.table_code import TableCode, is_whole
from boxctl.web.http.guard import NO_CODE, NOT_JSON, RefusedRequest, in_its_line, refused
from groundwork.system.files import write_whole
from hardware.config.box_file import BoxFile, BoxFileFault, Problem
from hardware.config.read import read_box

FILE = "box.toml"
"""The name of the file in the folder of the record."""

LARGEST_FILE = 1 << 18
"""Most bytes of a request with a file."""


class BoxPart(TypedDict):
    """A table of the file, and what it has in words."""

    table: str
    text: str


class SimulatedBox(TypedDict):
    """The box that is simulated: its parts, none for a box with everything."""

    parts: list[BoxPart]


def box_kept_in(folder: Path) -> BoxFile | None:
    """Return the box whose file was kept in a folder, None without one that can be read."""
    try:
        return read_box(folder / FILE, check_box_file)
    except BoxFileFault:
        return None


class BoxFileRoute:
    """Answers which box is simulated, and takes the file of another one.

    ``folder`` is that of the record. ``begin`` begins a match of the game of another box; with None
    the game goes on at a box with everything. For the loop of the table.
    """

    def __init__(
        self, folder: Path, code: TableCode, begin: Callable[[GameChoice | None], object]
    ) -> None:
        self._file = folder / FILE
        self._code = code
        self._begin = begin

    @property
    def routes(self) -> list[BaseRoute]:
        """The addresses."""
        return [
            Route("/simulated-box", self._tell, methods=["GET"]),
            Route("/simulated-box", self._take, methods=["POST"]),
        ]

    async def _tell(self, _request: Request) -> Response:
        return _answer(box_kept_in(self._file.parent), 200)

    async def _take(self, request: Request) -> Response:
        if not has_token(self._code, request):
            return NO_CODE.response()
        data = await body_of(request, LARGEST_FILE)
        if isinstance(data, RefusedRequest):
            return data.response()
        text: Any = data.get("text") if isinstance(data, Mapping) else None
        if not isinstance(text, str) or not is_whole(text):
            return NOT_JSON.response()
        if not text:
            self._file.unlink(missing_ok=True)
            self._begin(None)
            return _answer(None, 201)
        new = self._file.with_name(f"new-{FILE}")
        try:
            write_whole(new, text.encode(), over=True)
            box_file = read_box(new, check_box_file)
            game = game_of_box(box_file)
            RobotPlayers(game.rules, game.players, None)
            new.replace(self._file)
        except BoxFileFault as fault:
            return refused(409, fault.code, "\n".join(map(_told, fault.problems)))
        except RuleFault as fault:
            return refused(409, fault.code, fault.sentence)
        finally:
            new.unlink(missing_ok=True)
        self._begin(game)
        return _answer(box_file, 201)


def _told(problem: Problem) -> str:
    why = f"{problem.key}: {problem.text}" if problem.key else problem.text
    return in_its_line(problem.line, why)


def _answer(box_file: BoxFile | None, status: int) -> JSONResponse:
    parts = () if box_file is None else summary_of(box_file).parts
    told = SimulatedBox(parts=[BoxPart(table=table, text=text) for table, text in parts])
    return JSONResponse(told, status, headers={"cache-control": "no-store"})
