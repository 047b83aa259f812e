"""The commands of the plain game: by word or by its first letters, in the language in use."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum, auto

from boxctl.rules.variant_names import folded
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message, tr

BETWEEN_WORDS = "|"
"""The sign between the words for one command, of which the first is its name."""

MOST_TYPED = 200
"""The most characters of a line that are looked at."""

MOST_SHOWN = 20
"""The most characters that are shown of a line that was not understood."""

MOST_DIGITS = 2


class Does(Enum):
    """The effect of a command."""

    THROW = auto()
    CONFIRM = auto()
    UNDO = auto()
    MOVES = auto()
    STATUS = auto()
    SCORES = auto()
    WHY = auto()
    REPEAT = auto()
    REPORT = auto()
    NEW = auto()
    COACH = auto()
    ANALYSIS = auto()
    HISTORY = auto()
    HELP = auto()
    QUIT = auto()
    GIVE_UP = auto()
    SHUT = auto()
    BENCH = auto()
    BUMP = auto()
    STICK = auto()
    CHATTER = auto()
    COCK = auto()
    KNOCK = auto()
    UNPLUG = auto()
    PLUG = auto()
    PULL = auto()
    OPEN = auto()
    WAIT = auto()
    PLAYERS = auto()
    RULES = auto()


class Takes(Enum):
    """The kind of argument that a command takes."""

    NOTHING = auto()
    DICE = auto()
    """A number of dice, the values of real ones, or nothing."""

    A_TILE = auto()
    TILES = auto()
    A_WORD = auto()
    """A word, or nothing."""

    SECONDS = auto()
    """A number of seconds, or nothing."""

    TEXT = auto()
    """The rest of the line as it is."""


@frozen_dataclass
class PlainCommand:
    """A command: its words in English, and its help.

    ``asks``: it only asks something, so it is obeyed while others play, too. ``of_bench``: it is
    one of the fault bench.
    """

    does: Does
    words: str
    help: str
    takes: Takes = Takes.NOTHING
    asks: bool = False
    of_bench: bool = False

    @property
    def words_in_use(self) -> tuple[str, ...]:
        """The words for it in the language in use, and in English; the first is its name."""
        known = (*_words(tr(self.words)), *_words(self.words))
        return tuple(dict.fromkeys(known))

    @property
    def name(self) -> str:
        """Its name in the language in use."""
        return self.words_in_use[0]

    @property
    def english(self) -> str:
        """Its name in English."""
        return next(iter(_words(self.words)))


COMMANDS = (
    PlainCommand(
        Does.THROW,
        message("throw | roll"),
        message("throw the dice; throw 1 throws one; of real dice, throw 3 4 tells what they show"),
        Takes.DICE,
    ),
    PlainCommand(
        Does.CONFIRM,
        message("confirm | ok"),
        message("confirm a move that waits, or the tiles as they stand after an interruption"),
    ),
    PlainCommand(
        Does.UNDO,
        message("undo | take back | back"),
        message("take back the tile that you moved last"),
    ),
    PlainCommand(
        Does.MOVES,
        message("moves | what goes"),
        message("the moves that the throw allows"),
        asks=True,
    ),
    PlainCommand(
        Does.STATUS,
        message("status | what is open | open | whose turn"),
        message("which tiles are open, whose turn it is, and what must be done"),
        asks=True,
    ),
    PlainCommand(Does.SCORES, message("scores"), message("the score of each player"), asks=True),
    PlainCommand(
        Does.WHY, message("why | rule"), message("the rule behind the last ruling"), asks=True
    ),
    PlainCommand(
        Does.REPEAT, message("repeat | again"), message("the last message once more"), asks=True
    ),
    PlainCommand(
        Does.NEW,
        message("new | new match"),
        message("a new match, when one is over or was interrupted"),
    ),
    PlainCommand(
        Does.COACH,
        message("coach | advice"),
        message(
            "what each choice comes to; coach on tells it each time; coach ask, coach blunders,"
            " coach after and coach off say less"
        ),
        Takes.A_WORD,
        asks=True,
    ),
    PlainCommand(
        Does.ANALYSIS,
        message("analysis"),
        message("how it was played: luck and skill, throw by throw"),
        asks=True,
    ),
    PlainCommand(Does.HELP, message("help | ?"), message("this list"), asks=True),
    PlainCommand(
        Does.HISTORY,
        message("history | records"),
        message("how the players at this table have fared in all their matches"),
        asks=True,
    ),
    PlainCommand(
        Does.QUIT,
        message("quit | exit | leave"),
        message("leave; the match is kept, and boxctl play --resume goes on with it"),
        asks=True,
    ),
    PlainCommand(
        Does.GIVE_UP,
        message("give up | abandon"),
        message("leave the match for good"),
        asks=True,
    ),
    PlainCommand(
        Does.SHUT,
        message("shut | flip"),
        message("shut these tiles, or open them again; the numbers alone do the same"),
        Takes.TILES,
    ),
    PlainCommand(
        Does.BENCH,
        message("bench"),
        message("be the wood, and cause the trouble of a real box; again, and no more"),
        asks=True,
    ),
    PlainCommand(
        Does.BUMP, message("bump"), message("a die bumps this tile"), Takes.A_TILE, of_bench=True
    ),
    PlainCommand(
        Does.STICK,
        message("stick"),
        message("its sensor sticks; again, and it works"),
        Takes.A_TILE,
        of_bench=True,
    ),
    PlainCommand(
        Does.CHATTER,
        message("chatter | bounce"),
        message("its sensor chatters"),
        Takes.A_TILE,
        of_bench=True,
    ),
    PlainCommand(
        Does.COCK,
        message("cock"),
        message("throw so that one die is cocked and cannot be read"),
        of_bench=True,
    ),
    PlainCommand(
        Does.KNOCK,
        message("knock | knock over"),
        message("knock the box over: all that stands falls, and Enter puts it back"),
        of_bench=True,
    ),
    PlainCommand(
        Does.REPORT,
        message("report"),
        message("the box does not see what you did with a tile: hold confirm"),
        of_bench=True,
    ),
    PlainCommand(
        Does.UNPLUG,
        message("unplug | unplug the roller"),
        message("unplug the roller"),
        of_bench=True,
    ),
    PlainCommand(
        Does.PLUG,
        message("plug | plug in"),
        message("plug in what was unplugged: the box, or else the roller"),
        of_bench=True,
    ),
    PlainCommand(
        Does.PULL,
        message("pull | pull the plug"),
        message("pull the plug of the box, even in the middle of a move"),
        of_bench=True,
    ),
)
"""Every command. Where several begin with what was typed, the first of them is meant."""


@frozen_dataclass
class TypedCommand:
    """A command as it was typed, with the numbers or the word that stood behind it."""

    command: PlainCommand
    numbers: tuple[int, ...] = ()
    word: str = ""


@frozen_dataclass
class UnknownCommand:
    """A line that is no command; ``like`` is the name of the nearest, or empty."""

    typed: str
    like: str = ""


@frozen_dataclass
class WrongArgument:
    """A command with something behind it that it does not take."""

    command: PlainCommand


def read_command(line: str) -> TypedCommand | UnknownCommand | WrongArgument | None:
    """Return the command of a line; None for an empty one.

    Numbers alone are tiles: ``6 1``, ``6+1``, ``6,1``. ``t1`` throws one die.
    """
    words = _words_of(line)
    if not line.strip():
        return None
    if (whole := named(" ".join(words))) is not None:
        return _with_argument(whole, ())
    if words and (numbers := _numbers(words)) is not None:
        return TypedCommand(_of(Does.SHUT), numbers)
    first, *rest = words or [""]
    letters = first.rstrip("0123456789")
    if not rest and letters.isascii() and letters.isalpha() and letters != first:
        first, rest = letters, [first[len(letters) :]]
    command = named(first) or beginning(first)
    if command is None:
        return UnknownCommand(shortened(line), nearest(first))
    return _with_argument(command, rest)


def shortest(command: PlainCommand) -> str:
    """Return the fewest first letters of its name that mean this command."""
    name = command.name
    beginnings = (name[:length] for length in range(1, len(name)))
    return next((letters for letters in beginnings if beginning(letters) is command), name)


def _with_argument(command: PlainCommand, rest: Sequence[str]) -> TypedCommand | WrongArgument:
    numbers = _numbers(rest)
    match command.takes:
        case Takes.NOTHING if not rest:
            return TypedCommand(command)
        case Takes.DICE if numbers is not None:
            return TypedCommand(command, numbers)
        case Takes.A_TILE if numbers is not None and len(numbers) == 1:
            return TypedCommand(command, numbers)
        case Takes.TILES if numbers:
            return TypedCommand(command, numbers)
        case Takes.A_WORD if len(rest) < 2:
            return TypedCommand(command, word=rest[0] if rest else "")
        case _:
            return WrongArgument(command)


def _of(does: Does) -> PlainCommand:
    return next(command for command in COMMANDS if command.does is does)


def named(words: str, among: Sequence[PlainCommand] = COMMANDS) -> PlainCommand | None:
    """Return the command that has these words; None if none has."""
    typed = folded(words)
    return next((c for c in among if typed and typed in map(folded, c.words_in_use)), None)


def beginning(letters: str) -> PlainCommand | None:
    """Return the first command whose name begins so: in the language in use, or in English."""
    typed = folded(letters)
    if not typed:
        return None
    of_language = ((folded(command.name), command) for command in COMMANDS)
    in_english = ((command.english, command) for command in COMMANDS)
    known = (*of_language, *in_english)
    return next((command for name, command in known if name.startswith(typed)), None)


def nearest(word: str, among: Sequence[PlainCommand] = COMMANDS) -> str:
    """Return the word for a command that is most like this one; empty if none is like it."""
    from difflib import get_close_matches  # only needed for a word that is wrong

    names = [name for command in among for name in command.words_in_use]
    return next(iter(get_close_matches(word.lower(), names, n=1, cutoff=0.6)), "")


def _words(several: str) -> Iterable[str]:
    return (word.strip() for word in several.split(BETWEEN_WORDS))


def _words_of(line: str) -> list[str]:
    """Return the words of a line; signs but a question mark alone only divide them."""
    if line.strip() == "?":
        return ["?"]
    return "".join(c if c.isalnum() else " " for c in line[:MOST_TYPED]).split()


def _numbers(words: Sequence[str]) -> tuple[int, ...] | None:
    """Return numbers of tiles or dice, if all words are such."""
    if all(_is_number(word) for word in words):
        return tuple(map(int, words))
    return None


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS and int(word) > 0


def shortened(line: str) -> str:
    """Return so much of a line that was not understood as is shown of it."""
    line = line.strip()
    return line if len(line) <= MOST_SHOWN else line[:MOST_SHOWN]
