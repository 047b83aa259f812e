"""Serve the texts beside the table: the pages' own words, and the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from boxctl.presentation.rule_page.sections import sections
from boxctl.presentation.rule_page.title import game_title
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.variants import load, names
from boxctl.simulation.ways_to_play import WAYS_TO_PLAY
from boxctl.web.http.refusals import NOT_YET
from boxctl.web.page_texts import own_names, page_texts
from boxctl.web.record.record_routes import json_response, title_of
from groundwork.language import tr


class RulesSection(TypedDict):
    """A section of the rules, a sentence a line."""

    title: str
    lines: list[str]


class RulesInWords(TypedDict):
    """The rules of the variant ``id``, in words."""

    id: str
    title: str
    sections: list[RulesSection]


class OfferedGame(TypedDict):
    """A variant that can be played."""

    id: str
    title: str
    summary: str


class Games(TypedDict):
    """What can be played; a player named as one of the ``robots`` plays by itself."""

    variants: list[OfferedGame]
    robots: list[str]


class RuleRoutes:
    """``/rules.json``, ``/texts.json``, ``/languages.json`` and ``/games.json``.

    ``played`` returns the variant and the rules that are played, None while that is not known.
    """

    def __init__(self, played: Callable[[], tuple[str, RuleSet] | None]) -> None:
        self._played = played

    @property
    def routes(self) -> list[BaseRoute]:
        """The addresses."""
        return [
            Route("/rules.json", self._rules),
            Route("/texts.json", self._texts),
            Route("/languages.json", self._languages),
            Route("/games.json", self._games),
        ]

    async def _rules(self, request: Request) -> Response:
        played = self._played()
        if played is None:
            return NOT_YET.response()
        return json_response(rules_in_words(*played), packs=_packs(request))

    async def _games(self, request: Request) -> Response:
        return json_response(games(), packs=_packs(request))

    async def _texts(self, request: Request) -> Response:
        return json_response(page_texts(), packs=_packs(request))

    async def _languages(self, request: Request) -> Response:
        return json_response(own_names(), packs=_packs(request))


def games() -> Games:
    """Return what can be played, in the language in use, and the names of players by themselves."""
    variants: list[OfferedGame] = [
        {"id": name, "title": title_of(name), "summary": tr(load(name).summary)} for name in names()
    ]
    return {"variants": variants, "robots": list(WAYS_TO_PLAY)}


def rules_in_words(variant: str, rules: RuleSet) -> RulesInWords:
    """Return the rules as sections of sentences, in the language in use, as data for JSON."""
    return {
        "id": variant,
        "title": game_title(load(variant)).name,
        "sections": [
            {"title": section.title, "lines": [each.text for each in section.sentences]}
            for section in sections(rules)
        ],
    }


def _packs(request: Request) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")
