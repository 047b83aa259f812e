"""Acting from a page: who may (the table's code), and the acts that are handed to the table's loop.

Whoever stands at the table can read the code: the display of the box shows it between matches, and
when a phone asks. A page gives the code once and gets a token, which it sends with each act. A link
at the table has a long word in place of the code. Wrong codes are counted (:class:`GuessLimits`);
who has a token, the right code or the link is not held up by the guesses of others.

Of several people who act at once, whoever comes too late does nothing.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import Enum, auto
from threading import Lock
from typing import Any, Protocol, TypeGuard, get_args

from boxctl.presentation.table_view import Invitation
from boxctl.referee.players import typed_players
from boxctl.rules.house.folders import is_path
from boxctl.rules.settings import SETTINGS
from boxctl.screens.laptop.game_choice import Taps, read_taps
from boxctl.web.acting.code_file import EveningSecret, GuessLimits
from boxctl.web.state import ActionName, Direction
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.limits import MOST_TILES

MOST_KNOWN = 1024
"""How many sources are remembered from which people act; the longest silent one is forgotten."""


class CodeCheck(Enum):
    """Outcome of giving a code."""

    RIGHT = auto()
    WRONG = auto()
    TOO_MANY = auto()


class TableCode:
    """The code of one evening, and who has given it. Any thread may ask for the code.

    ``clock`` is in microseconds and never goes back; ``secret`` returns that of this evening, the
    same one all evening. ``changed`` is called with each new code.
    """

    def __init__(
        self,
        clock: Callable[[], int],
        secret: Callable[[], EveningSecret],
        changed: Callable[[str], object] = lambda _code: None,
    ) -> None:
        self._limits = GuessLimits(clock)
        self._secret_now = secret
        self._changed = changed
        self._known: OrderedDict[str, None] = OrderedDict()
        self._guard = Lock()
        self._secret = secret()

    @property
    def code(self) -> str:
        """The code of this evening."""
        return self._of_now().code

    @property
    def link_word(self) -> str:
        """The word that the link of this evening has in place of the code."""
        return self._of_now().link_word

    def give(self, code: str, source: str) -> tuple[CodeCheck, str]:
        """Take a code that somebody gives; return what became of it, and a token.

        The token is empty unless the code is right.
        """
        secret = self._of_now()
        # Nobody guesses the link: it needs no allowance, so that no flood of guesses keeps it out.
        if not secret.is_link(code):
            if not self._limits.may_try(source):
                return CodeCheck.TOO_MANY, ""
            if not secret.is_code(code):
                self._limits.was_wrong(source)
                return CodeCheck.WRONG, ""
        self._remember(source)
        return CodeCheck.RIGHT, secret.new_token()

    def knows(self, token: str, source: str) -> bool:
        """Return whether this token, which comes from there, was given out this evening."""
        if not self._of_now().has_given(token):
            return False
        self._remember(source)
        return True

    def is_known(self, source: str) -> bool:
        """Return whether people have acted from there this evening."""
        self._of_now()
        return source in self._known

    def _remember(self, source: str) -> None:
        self._known[source] = None
        self._known.move_to_end(source)
        while len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)

    def _of_now(self) -> EveningSecret:
        with self._guard:
            secret = self._secret_now()
            is_new, self._secret = secret != self._secret, secret
            if is_new:
                self._known.clear()
                self._limits.forget()
        if is_new:
            self._changed(secret.code)
        return secret


ACTIONS: tuple[ActionName, ...] = get_args(ActionName)
LONGEST_TEXT = 40
"""Most characters of dice that are typed, and of a name."""

MOST_NAMES = 20


@frozen_dataclass
class Act:
    """One act: ``tile`` belongs to ``move``, ``text`` to ``type_throw``, ``names`` to ``names``.

    ``match`` takes the name of a ``variant``, ``settings`` that are changed in it, null for none,
    and ``names``. So does ``choose``, without settings, with a
    ``stake``: none of them, or an empty stake, leaves them as they are. ``choice`` is how many
    choices had been made when it was thought of. A ``move`` that says where ``to`` is
    none if the lever is there. ``seen`` is the number of the last ruling that was seen, 0 for none:
    an outdated act is ignored. A ``match`` says what people tap of a real box (``taps``).
    ``overrule`` gives the turn that ended with the ``ruling`` of this number another ``score``; its
    ``text`` is the reason, its ``names`` are who says so, one or nobody. ``seat`` is the player
    whose phone acts, empty for one that is nobody's: the record says so. A ``guided`` match is
    somebody's first, of which nothing else is chosen.
    """

    do: ActionName
    tile: int = 0
    text: str = ""
    names: tuple[str, ...] = ()
    variant: str = ""
    to: Direction = ""
    stake: str = ""
    choice: int | None = None
    seen: int | None = None
    taps: Taps | None = None
    settings: dict[str, str] | None = None
    seat: str = ""
    ruling: int = 0
    score: int = 0
    guided: bool = False


def read_act(data: object) -> Act | None:
    """Read an act from JSON; None for anything else. Whether it can be done now is not checked."""
    if not isinstance(data, Mapping) or data.get("do") not in ACTIONS:
        return None
    act = _read(data["do"], data)
    seen: Any = data.get("seen")
    seat: Any = data.get("seat", "")
    counted = seen is None or (type(seen) is int and seen >= 0)
    if act is None or not counted or not (seat == "" or _is_short(seat)):
        return None
    return replace(act, seen=seen, seat=seat)


def _read(do: ActionName, data: Mapping[str, Any]) -> Act | None:
    tile: Any = data.get("tile")
    text: Any = data.get("text")
    names: Any = data.get("names")
    if do == "move":
        known = type(tile) is int and 1 <= tile <= MOST_TILES
        to: Any = data.get("to", "")
        return Act(do, tile=int(tile), to=to) if known and to in ("", "open", "shut") else None
    if do == "type_throw":
        return Act(do, text=text) if _is_short(text) else None
    if do == "match" and data.get("guided") is True:
        return Act(do, guided=True)
    if do in ("names", "match"):
        variant = data.get("variant", "") if do == "match" else ""
        many = isinstance(names, list) and len(names) <= MOST_NAMES and all(map(_is_name, names))
        known = do == "names" or is_game_name(variant)
        told = data.get("taps") if do == "match" else None
        taps = read_taps(told)
        settings = data.get("settings") if do == "match" else None
        known = known and (told is None or taps is not None)
        if not (many and known and (settings is None or are_settings(settings))):
            return None
        return Act(do, names=tuple(names), variant=variant, taps=taps, settings=settings)
    if do == "overrule":
        return _read_overruling(data)
    return _read_choice(data) if do == "choose" else Act(do)


def _read_overruling(data: Mapping[str, Any]) -> Act | None:
    ruling: Any = data.get("ruling")
    score: Any = data.get("score")
    reason: Any = data.get("text")
    by: Any = data.get("names", [])
    counted = all(type(number) is int and 0 <= number <= MOST_SCORED for number in (ruling, score))
    signed = isinstance(by, list) and len(by) <= 1 and all(map(_is_short, by))
    if not (counted and signed and is_value(reason)):
        return None
    printable = all(text.strip() and text.isprintable() for text in (reason, *by))
    names = tuple(name.strip() for name in by)
    return (
        Act("overrule", text=reason.strip(), names=names, ruling=ruling, score=score)
        if (printable)
        else None
    )


def _read_choice(data: Mapping[str, Any]) -> Act | None:
    named = _read("match", {"names": [], **data, "settings": None})
    stake: Any = data.get("stake", "")
    choice: Any = data.get("choice")
    counted = choice is None or (type(choice) is int and choice >= 0)
    if named is None or not counted or not (stake == "" or _is_short(stake)):
        return None
    return replace(named, do="choose", stake=stake, choice=choice)


def is_game_name(text: object) -> TypeGuard[str]:
    """Whether a text may be the name of a game. No page has the box read a file by its path."""
    return _is_short(text) and not is_path(text)


def _is_short(text: object) -> TypeGuard[str]:
    return isinstance(text, str) and 0 < len(text) <= LONGEST_TEXT and is_whole(text)


def _is_name(text: object) -> bool:
    """Whether a text is that of a name, which may have a handicap behind it (R7.16)."""
    if not isinstance(text, str) or len(text) > 2 * LONGEST_TEXT:
        return False
    (name,), _handicap = typed_players([text])
    return _is_short(name) and is_whole(text)


MOST_SCORED = 10**40
"""No ruling has a greater number, and no turn a greater score."""

LONGEST_VALUE = 200
"""The most characters of a value of a setting, and of a title, that are read at all."""


def are_settings(data: object) -> TypeGuard[dict[str, str]]:
    """Whether these may be settings and their values. Which there are is not checked."""
    if not isinstance(data, dict) or len(data) > len(SETTINGS):
        return False
    return all(is_value(text) and text.isprintable() for each in data.items() for text in each)


def is_value(text: object) -> TypeGuard[str]:
    """Whether a text may be the value of a setting, or a title."""
    return isinstance(text, str) and len(text) <= LONGEST_VALUE and is_whole(text)


def is_whole(text: str) -> bool:
    """Whether a text has no half of a surrogate pair: JSON may, but no answer can repeat it."""
    return text.encode(errors="ignore").decode() == text


AT_ONCE = 1_000_000
"""Two people who do the same within so many microseconds mean it once."""


class ActConflicts:
    """Knows which rulings a page can have seen. For the thread of the loop."""

    def __init__(self) -> None:
        self._ruled = 0
        self._done: dict[tuple[str, int], int] = {}

    def match_begins(self, ruled: int = 0) -> None:
        """Note that a match begins, or goes on after so many rulings."""
        self._ruled = ruled
        self._done.clear()

    def ruled(self) -> None:
        """Note a ruling: what was thought of before is out of date."""
        self._ruled += 1
        self._done.clear()

    def undone(self) -> None:
        """Note that what was done is undone: it may be done again at once."""
        self._done.clear()

    def is_too_late(self, act: Act, now: int) -> bool:
        """Return whether the table has gone on since its page was looked at, or it is done already.

        An act that does not say what it has ``seen`` is never too late.
        """
        if act.seen is None:
            return False
        if act.seen != self._ruled:
            return True
        what = act.do, act.tile
        before = self._done.get(what)
        self._done[what] = now
        return before is not None and now - before < AT_ONCE


SHOWN_FOR = 15_000_000
"""How long the code is shown when a phone asks for it, in microseconds."""

ASKED_EVERY = 60_000_000
"""How often it is shown at most: whoever asks has no code yet, and could be anybody."""


class Inviting(Protocol):
    """Hands an invitation to the display of a box."""

    def invite(self, invitation: Invitation | None, shown_for: int = 0) -> None:
        """Have it shown between matches, and at once for so many microseconds."""
        ...


class CodeOnBox:
    """Keeps the display at the code of the evening. For the thread of the server.

    ``modules`` returns those of the QR code of the page, none where phones cannot reach it.
    """

    def __init__(
        self,
        code: TableCode,
        feed: Inviting,
        clock: Callable[[], int],
        modules: Callable[[], tuple[str, ...]],
    ) -> None:
        self._code = code
        self._feed = feed
        self._clock = clock
        self._modules = modules
        self._shown: Invitation | None = None
        self._asked: int | None = None

    def look(self) -> None:
        """Look whether the evening, and with it the code, or the address has changed."""
        invitation = Invitation(self._code.code, self._modules())
        if invitation != self._shown:
            self._shown = invitation
            self._feed.invite(invitation)

    def ask(self) -> bool:
        """Show the code at once; return False if somebody has asked just before."""
        now = self._clock()
        if self._asked is not None and now - self._asked < ASKED_EVERY:
            return False
        self._asked = now
        self._shown = Invitation(self._code.code, self._modules())
        self._feed.invite(self._shown, SHOWN_FOR)
        return True
