"""The first paint of a page: the box as it stands now, in the HTML, before any script has come.

It is a sketch: flat colours, no grain, no signs and no dice, which roll once the scripts draw them.
Its parts are where ``pages/script/draw`` draws them, so that nothing jumps then: a test compares
the two in a browser.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from math import ceil
from types import MappingProxyType
from typing import Any

from groundwork.language import tr

State = Mapping[str, Any]
"""A state of the table as the feed sends it; empty before there is one."""

WIDE, GAP, TALL, LYING = 60, 6, 116, 68
RAIL, FRAME, TRAY = 46, 26, 150
LEAST_TILES, MOST_IN_A_ROW = 6, 12
"""Lengths and limits of ``box_plan.js``."""

EMPTY_BOX = tuple({"number": number, "state": "open", "lamp": "off"} for number in range(1, 10))
"""The tiles of a box of which nothing is known yet."""


def first_paint(page: str, state: State | None) -> str:
    """Return the content of a page's ``<main>`` before its scripts run; empty without a box.

    ``page`` is the name of its file, ``state`` None before the table is open.
    """
    paint = _PAINTS.get(page)
    return "" if paint is None else paint(state or {})


def _television(state: State) -> str:
    players = len(state.get("players", ()))
    below_each_other = ceil(players / max(1, ceil(players / _MOST_PLAYERS)))
    many = " is-many" if below_each_other >= _MANY else ""
    return (
        f'<header class="top">{_name(state)}</header>'
        f'<div class="scene{many}"><div class="stage">{_box(state)}</div>'
        '<aside class="side"></aside></div>'
        f'<footer class="foot"><div class="decision">{_plaque(state)}</div></footer>'
    )


_MANY, _MOST_PLAYERS = 3, 5
"""Of ``television.js``: how many players below each other are many, and how many there are."""


def _phone(state: State) -> str:
    name = str(state.get("turn", ""))
    called = (state.get("titles") or {}).get(name, name)
    who = f'<span class="who"><bdi>{escape(called)}</bdi></span>' if called else ""
    plate = f'<div class="turn-plate"><span class="label">{escape(tr("To play"))}</span>{who}</div>'
    return (
        f'<header class="top">{_name(state)}</header>'
        f'<div class="columns"><div class="table">{plate}{_box(state)}{_plaque(state)}</div></div>'
    )


_PAINTS: Mapping[str, Callable[[State], str]] = MappingProxyType(
    {"tv.html": _television, "index.html": _phone}
)


def _name(state: State) -> str:
    return f"<h1>{escape(state['rules']['name'] if state else 'Shut the Box')}</h1>"


def _plaque(state: State) -> str:
    said = state["announcement"] if state else {"text": ""}
    words = said["text"] or (state["remark"] or state["rules"]["summary"] if state else "")
    kind = said["kind"] if said["text"] else "plain"
    return f'<div class="plaque kind-{kind}"><p class="words">{escape(words)}</p></div>'


def _box(state: State) -> str:
    return f'<div class="box">{box_sketch(state.get("tiles") or EMPTY_BOX)}</div>'


def box_sketch(tiles: tuple[State, ...] | list[State]) -> str:
    """Return a box with these tiles of a state as SVG, hidden from assistive technology."""
    rows = ceil(len(tiles) / MOST_IN_A_ROW)
    in_row = ceil(len(tiles) / rows)
    inside = max(in_row, LEAST_TILES) * (WIDE + GAP) + GAP
    width = inside + 2 * FRAME
    row_height = RAIL + TALL + LYING
    tray = FRAME + rows * row_height
    height = tray + TRAY + FRAME
    recesses = "".join(_recess(FRAME + row * row_height, inside) for row in range(rows))
    drawn = "".join(
        _tile(tile, *_hinge(place, len(tiles), in_row, width, row_height))
        for place, tile in enumerate(sorted(tiles, key=lambda each: int(each["number"])))
    )
    return (
        f'<svg class="box-picture" viewBox="0 0 {width} {height}" aria-hidden="true">'
        f'<rect class="frame-wood" width="{width}" height="{height}" rx="16"/>'
        f"{recesses}{_rect('felt', FRAME, tray, inside, TRAY)}{drawn}</svg>"
    )


def _hinge(
    place: int, tiles: int, in_row: int, width: float, row_height: float
) -> tuple[float, float]:
    """Return the middle of the hinge of a tile, counted from 0."""
    row, at = divmod(place, in_row)
    of_row = min(in_row, tiles - row * in_row)
    x = width / 2 + (at - (of_row - 1) / 2) * (WIDE + GAP)
    return x, FRAME + row * row_height + RAIL + TALL


def _recess(top: float, inside: float) -> str:
    hinge = top + RAIL + TALL
    return (
        _rect("rail", FRAME, top, inside, RAIL)
        + _rect("back", FRAME, top + RAIL, inside, TALL)
        + _rect("ledge", FRAME, hinge, inside, LYING)
        + _rect("rod", FRAME, hinge - 3, inside, 6)
    )


def _tile(tile: State, x: float, y: float) -> str:
    number, shut, lit = tile["number"], tile["state"] == "shut", tile["lamp"] != "off"
    idle = "" if tile.get("in_play", True) else " is-idle"
    figures = f"number{' two-figures' if number > 9 else ''}"
    if shut:
        figure = f'<text class="{figures}" y="{(LYING - 4) / 2 + 13:g}">{number}</text>'
        front = f'<g class="lying">{_rect("face", -WIDE / 2, 2, WIDE, LYING - 6)}{figure}</g>'
    else:
        top = 4 - TALL
        face = _rect("face", -WIDE / 2, top, WIDE, TALL - 4, 7)
        figure = f'<text class="{figures}" y="{top + 58}">{number}</text>'
        front = f'<g class="standing">{face}{_rect("inlay", -23, top + 15, 46, 54, 10)}{figure}</g>'
    lamp = f'cy="{-TALL - RAIL / 2:g}"'
    return (
        f'<g class="tile is-{"shut" if shut else "open"}{idle}{" is-lit" if lit else ""}"'
        f' transform="translate({x:g} {y:g})">'
        f'<circle class="bezel" {lamp} r="13"/><circle class="bulb" {lamp} r="9.5"/>{front}</g>'
    )


def _rect(kind: str, x: float, y: float, width: float, height: float, round_by: float = 0) -> str:
    rounded = f' rx="{round_by:g}"' if round_by else ""
    place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    return f'<rect class="{kind}" {place}{rounded}/>'
