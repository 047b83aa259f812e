"""The settings, and R1: the box at the start."""

from __future__ import annotations

from dataclasses import dataclass

Tiles = frozenset[int]


@dataclass(frozen=True)
class Rules:
    """One answer to every question of the rule book; as given here it is `classic`."""

    tiles: int = 9
    down: Tiles | str = frozenset()  # or `odd` or `even`
    dice: int = 2
    sides: int = 6
    one_die: str = "last_tile"
    one_die_choice: str = "may"
    combine: str = "sum"  # or ways joined by `+` (R3.10)
    quotient: bool = False
    double_shuts_own: bool = False
    opening_tile: int | None = None
    opening_lost: str = "turn"
    stop_number: int | None = None
    stops: str = "turn"
    doubles: str = "none"
    scoring: str = "golf"
    match: str = "single"
    target: int | None = None
    target_ends: str = "end_of_round"
    rounds: int | None = None
    wins: int = 3
    knock_out: str = "end_of_round"
    pass_box: str = "when_blocked"
    shut_wins: str = "round"
    shut_bonus: int | str | None = None  # or `double` or `double_once`
    ties: str = "share"
    first_player: str = "seat"
    stake: int = 0
    double_on_shut: bool = False
    take_back: str = "until_complete"
    bump_ms: float = 80
    act_ms: float = 150
    settle_ms: float = 0
    handicaps: tuple[int, ...] = ()  # R7.16, of the players by seat: no setting of the rules


def box(rules: Rules) -> Tiles:
    """R1.1: tiles 1 to N."""
    return frozenset(range(1, rules.tiles + 1))


def begin_down(rules: Rules) -> Tiles:
    """R1.2: the tiles that are not in play, as the setting names them."""
    if rules.down == "odd":
        return frozenset(tile for tile in box(rules) if tile % 2 == 1)
    if rules.down == "even":
        return frozenset(tile for tile in box(rules) if tile % 2 == 0)
    assert not isinstance(rules.down, str), rules.down
    return rules.down


def in_play(rules: Rules) -> Tiles:
    """R1: the tiles that begin open."""
    return box(rules) - begin_down(rules)
