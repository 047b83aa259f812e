"""Taps at a box of wood without sensors: what a thumb does on the page, counted."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from tests.support.web.page_of_browser import Page, visit

SETTLED = 2.5
"""Seconds in which a throw counts and tiles are ruled on."""


class Thumb:
    """A thumb at the page: ``taps`` counts what it does.

    ``told`` is the code of the fault for which the last tap did nothing.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.told = ""

    async def begins(
        self,
        variant: str = "classic",
        *names: str,
        taps: str = "box_and_dice",
        **settings: str,
    ) -> None:
        """Begin a match as the form of the page does; its taps are not counted."""
        await self.page.act(
            do="match",
            variant=variant,
            names=names or ("Ann", "Bob"),
            taps=taps,
            settings=settings,
        )

    async def throws(self, *faces: int, waits: bool = True, again: bool = True) -> None:
        """Tap each face; where fewer dice may be thrown, then that this is all.

        In place of a double that may be played it is tapped first that it is thrown ``again``.
        """
        state = await self.page.state()
        counts = state["dice"]["counts"]
        self.taps += len(faces) + (len(faces) < max(counts))
        self.taps += again and state["phase"] == "play" and "type_throw" in state["actions"]
        await self._does("type_throw", waits=waits, text=" ".join(map(str, faces)))

    async def taps_on(self, *tiles: int, waits: bool = True) -> None:
        """Tap tiles one after the other, as fast as can be without ``waits``."""
        for tile in tiles:
            self.taps += 1
            await self._does("move", waits=waits, tile=tile)

    async def plays_out(self) -> None:
        """Play to the end of the match: always a pair of sixes, and the first move allowed."""
        while not (state := await self.sees())["over"]:
            if "put_back" in state["actions"]:
                await self.presses("put_back")
            elif state["phase"] == "play":
                await self.taps_on(*state["moves"][0])
            else:
                await self.throws(*[6] * max(state["dice"]["counts"]))

    async def presses(self, do: str) -> None:
        """Tap a button of the page."""
        self.taps += 1
        await self._does(do)

    async def sees(self) -> dict[str, Any]:
        """Return what the page shows."""
        return await self.page.state()

    async def reads(self) -> str:
        """Return the sentence on the plaque."""
        return str((await self.sees())["announcement"]["text"])

    async def _does(self, do: str, *, waits: bool = True, **more: Any) -> None:
        answer = await self.page.ask("/act", {"do": do, **more})
        self.told = answer.get("code", "")
        if waits:
            await asyncio.sleep(SETTLED)


def at_the_table(
    folder: Path, story: Callable[[Thumb], Awaitable[None]], locale: str = "en"
) -> None:
    """Open the page in this folder's browser; afterwards its tab is killed."""

    async def tell(page: Page) -> None:
        await story(Thumb(page))

    visit(folder, tell, locale)
