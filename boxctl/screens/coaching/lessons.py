"""The lessons of a first match: what each tells, and what it asks for, by the keys at hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from typing import Any

from boxctl.presentation.phrases import WRITTEN, added_up, choices_of_tiles, dice, shown_player
from boxctl.presentation.sentences.controls import Controls
from boxctl.presentation.sentences.objections import rule_in_words
from boxctl.rules.tiles import NO_TILES, TileSet, numbers, tile, tile_set
from boxctl.screens.coaching.lesson_moves import advised_move, allowed_moves, slip_of
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message, tr


class Topic(Enum):
    """What a lesson is about, in the order in which the arranged dice bring it up."""

    THROW = auto()
    ERROR = auto()
    RULING = auto()
    MOVE = auto()
    COUNTS = auto()
    SLIP = auto()
    TAKE_BACK = auto()
    SEVERAL = auto()
    TOO_MUCH = auto()
    WHY_NOT = auto()
    REASON = auto()
    REST = auto()
    ASKING = auto()
    ONE_DIE = auto()
    TURN_END = auto()
    OTHERS = auto()
    SHUT = auto()
    OVER = auto()


@frozen_dataclass
class GuideLesson:
    """What is told, sentence by sentence, and what the player does then; empty for nothing."""

    topic: Topic
    told: tuple[str, ...]
    task: str = ""

    @property
    def keys(self) -> frozenset[str]:
        """The keys that do what the lesson asks for; any other one only closes its page."""
        return _KEYS.get(self.topic, frozenset()) if self.task else frozenset()

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it."""
        return (*self.told, self.task) if self.task else self.told


_DIGITS = frozenset("123456789")
_KEYS = {
    Topic.THROW: frozenset({"space", "enter"}),
    Topic.ERROR: _DIGITS,
    Topic.RULING: frozenset({"enter"}),
    Topic.MOVE: _DIGITS,
    Topic.COUNTS: frozenset({"space", "enter"}),
    Topic.SLIP: _DIGITS,
    Topic.TAKE_BACK: frozenset({"backspace"}),
    Topic.SEVERAL: _DIGITS,
    Topic.TOO_MUCH: _DIGITS,
    Topic.WHY_NOT: frozenset({"question_mark"}),
    Topic.REASON: frozenset({"enter"}),
    Topic.REST: _DIGITS,
    Topic.ASKING: _DIGITS,
    Topic.ONE_DIE: frozenset({"o"}),
}

_MISSED = {
    Topic.ONE_DIE: message(
        "What did not come up: where only the 1 stands, you may throw one die (R2.2)."
    ),
    Topic.TURN_END: message("What did not come up: a throw that fits nothing ends the turn."),
    Topic.SHUT: message(
        "What did not come up: whoever shuts all tiles has shut the box, and wins at once (R7.1)."
    ),
}


class LessonTexts:
    """Words the lessons for somebody with these ``controls``, from the rulings they are about."""

    def __init__(self, controls: Controls) -> None:
        self._keys = controls not in (Controls.WORDS, Controls.TAPS)
        self._taps = controls is Controls.TAPS

    @property
    def throw(self) -> str:
        """What to do for a throw, with the key that the screen names, too."""
        if self._taps:
            return _tap(tr("Throw the dice"))
        return tr("Press SPACE to throw.") if self._keys else tr("Press Enter to throw.")

    def type(self, tiles: TileSet) -> str:
        """What to do for a move: tiles are typed, or tapped."""
        told = _highest_first(tiles)
        return tr("Tap {tiles}.", tiles=told) if self._taps else tr("Type {tiles}.", tiles=told)

    def type_wrong(self, tiles: TileSet) -> str:
        """What to do to learn from an error."""
        told = _highest_first(tiles)
        if self._taps and len(numbers(tiles)) > 1:
            return tr("Tap {tiles}, which is wrong.", tiles=told)
        if self._taps:
            return tr("Tap the {tiles}, which is wrong.", tiles=told)
        return tr("Type {tiles}, which is wrong.", tiles=told)

    @property
    def put_right(self) -> str:
        """What to do where tiles have to go back."""
        return _tap(tr("Put the tiles right")) if self._taps else tr("Press Enter to put it right.")

    def welcome(self) -> GuideLesson:
        """What the game is, before the first throw."""
        return GuideLesson(
            Topic.THROW,
            (
                tr("Nine tiles stand. You throw two dice, and shut tiles that add up to them."),
                tr("What still stands when nothing fits is your score. The lowest score wins."),
                tr("These dice are arranged, so that everything comes up once."),
            ),
            self.throw,
        )

    def error(self, ruled: Mapping[str, Any], wrong: int) -> GuideLesson:
        """A throw, and a tile that it does not allow, to be tried."""
        return GuideLesson(
            Topic.ERROR,
            (
                tr(
                    "You threw {dice}, {total} in all: that allows {moves}.",
                    dice=dice(ruled["throw"], WRITTEN),
                    total=sum(ruled["throw"]),
                    moves=choices_of_tiles(tuple(allowed_moves(ruled)), WRITTEN),
                ),
                tr("First see what the referee does about a wrong move."),
            ),
            self.type_wrong(tile(wrong)),
        )

    def ruling(self, ruled: Mapping[str, Any]) -> GuideLesson:
        """What a refusal or a disturbance is."""
        return GuideLesson(
            Topic.RULING,
            (
                tr("That is a ruling: {rule}.", rule=rule_in_words(ruled["rule"])),
                tr("{text} Nothing is lost: the throw is still yours.", text=ruled["text"]),
            ),
            self.put_right,
        )

    def move(self, ruled: Mapping[str, Any], begun: TileSet = NO_TILES) -> GuideLesson:
        """The moves of a throw, and the advised one, of which some tiles may have ``begun``."""
        return GuideLesson(
            Topic.MOVE,
            (
                tr(
                    "Your {total} can be {moves}.",
                    total=sum(ruled["throw"]),
                    moves=choices_of_tiles(tuple(allowed_moves(ruled)), WRITTEN),
                ),
                tr("High tiles cost most if they are left, and fit least often: shut them first."),
            ),
            self.type(advised_move(ruled, begun) & ~begun),
        )

    def counts(self, ruled: Mapping[str, Any]) -> GuideLesson:
        """That a move is final, and how a turn goes on."""
        return GuideLesson(
            Topic.COUNTS,
            (
                tr(
                    "{tiles} counts, and stays shut for this turn.",
                    tiles=added_up(tile_set(ruled["tiles"]), WRITTEN),
                ),
                tr("You throw again and again, until a throw fits no tiles."),
            ),
            self.throw,
        )

    def slips(self, ruled: Mapping[str, Any]) -> GuideLesson:
        """A tile to be shut as if by mistake."""
        slip = slip_of(ruled)
        return GuideLesson(
            Topic.SLIP,
            (
                tr(
                    "You threw {dice}, {total} in all. {tiles} is your move, but hands slip: see "
                    "how that is mended.",
                    dice=dice(ruled["throw"], WRITTEN),
                    total=sum(ruled["throw"]),
                    tiles=added_up(advised_move(ruled), WRITTEN),
                ),
            ),
            tr("Tap {tile}, as if by mistake.", tile=slip)
            if self._taps
            else tr("Type {tile}, as if by mistake.", tile=slip),
        )

    def take_back(self, thrown: Mapping[str, Any], ruled: Mapping[str, Any]) -> GuideLesson:
        """How the slip is mended before the move adds up."""
        (slip,) = ruled["tiles"]
        task = tr("Press BACKSPACE to take it back.") if self._keys else tr("Type take back.")
        if self._taps:
            task = tr("Tap {tile} again, to take it back.", tile=slip)
        return GuideLesson(
            Topic.TAKE_BACK,
            (
                tr(
                    "The {tile} does not make {total} yet. Until a move adds up, you may stand its "
                    "tiles up again and shut others (R4.1).",
                    tile=slip,
                    total=sum(thrown["throw"]),
                ),
                tr("Once it adds up, it counts at once: then nothing is taken back (R4.2)."),
            ),
            task,
        )

    def several(self, ruled: Mapping[str, Any], seen: set[Topic]) -> GuideLesson:
        """A move of several tiles; less of it to whoever has ``seen`` how one is taken back."""
        told = [tr("A move may be of several tiles, one after the other.")]
        if Topic.TAKE_BACK not in seen:
            told.append(tr("Until it adds up, you can stand a tile up again."))
        return GuideLesson(Topic.SEVERAL, tuple(told), self.type(advised_move(ruled)))

    def too_much(self, ruled: Mapping[str, Any], wrong: TileSet) -> GuideLesson:
        """Two tiles that are too much for the throw, to be tried."""
        return GuideLesson(
            Topic.TOO_MUCH,
            (
                tr(
                    "You threw {dice}, {total} in all.",
                    dice=dice(ruled["throw"], WRITTEN),
                    total=sum(ruled["throw"]),
                ),
                tr(
                    "Everybody adds up wrongly once in an evening. Do it on purpose: {tiles} is "
                    "{sum}.",
                    tiles=added_up(wrong, WRITTEN),
                    sum=sum(numbers(wrong)),
                ),
            ),
            self.type_wrong(wrong),
        )

    def why_not(self, ruled: Mapping[str, Any]) -> GuideLesson:
        """That a refusal has a reason, which is to be asked for."""
        task = tr("Press ? to be told why.") if self._keys else tr("Type why.")
        if self._taps:
            task = tr("Tap the sentence of the referee.")
        return GuideLesson(
            Topic.WHY_NOT,
            (
                str(ruled["text"]),
                tr("Why not? You need not take the referee's word for it: ask for the reason."),
            ),
            task,
        )

    def reason(self) -> GuideLesson:
        """What a reason is good for, once it has been read."""
        return GuideLesson(
            Topic.REASON,
            (
                tr("So it is with every ruling: it names your dice, your tiles and its rule."),
                tr(
                    "Ask before anybody quarrels. Whatever was ruled is recorded with its reason, "
                    "and can be looked up later, too."
                ),
            ),
            self.put_right,
        )

    def rest(self, thrown: Mapping[str, Any], begun: TileSet) -> GuideLesson:
        """What is left to be shut when some tiles of a refused move have stayed."""
        return GuideLesson(
            Topic.REST,
            (
                tr(
                    "No more goes back than has to (R4.5): {tiles} stays shut, and your move goes "
                    "on from there.",
                    tiles=added_up(begun, WRITTEN),
                ),
            ),
            self.type(advised_move(thrown, begun) & ~begun),
        )

    def asking(self, ruled: Mapping[str, Any]) -> GuideLesson:
        """What can be asked at any time."""
        asking = (
            tr("Whenever you wonder: tap the sentence of the referee, and it says why.")
            if self._taps
            else tr("Whenever you wonder: M lists the moves, ? explains the last ruling.")
            if self._keys
            else tr("Whenever you wonder: moves lists the moves, why explains the last ruling.")
        )
        return GuideLesson(
            Topic.ASKING, (asking, tr("Now go on by yourself.")), self.type(advised_move(ruled))
        )

    def one_die(self) -> GuideLesson:
        """The throw with one die."""
        task = tr("Press O to throw one die.") if self._keys else tr("Type throw 1.")
        if self._taps:
            task = _tap(tr("Throw one die"))
        return GuideLesson(
            Topic.ONE_DIE,
            (
                tr("Only the 1 stands. Now you may throw one die instead of two (R2.2)."),
                tr("Two dice can never show a 1."),
            ),
            task,
        )

    def turn_end(self, ruled: Mapping[str, Any], left: tuple[int, ...]) -> GuideLesson:
        """The end of a turn with these tiles ``left`` standing."""
        scored = (
            tr("You score what still stands: {score}.", score=ruled["score"])
            if list(left) == [ruled["score"]]
            else tr(
                "You score what still stands: {tiles}, {score} in all.",
                tiles=added_up(tile_set(left), WRITTEN),
                score=ruled["score"],
            )
        )
        return GuideLesson(
            Topic.TURN_END,
            (
                tr(
                    "{dice} fits nothing: your turn is over ({rule}).",
                    dice=dice(ruled["throw"], WRITTEN),
                    rule=ruled["rule"],
                ),
                scored,
            ),
        )

    def others(self, ruled: Mapping[str, Any]) -> GuideLesson:
        """The turn of the other player."""
        return GuideLesson(
            Topic.OTHERS,
            (
                tr(
                    "Now it is the turn of {player}, with all tiles up again.",
                    player=shown_player(ruled["player"]),
                ),
                tr("The same referee watches every move. Your score is what is to be beaten."),
            ),
        )

    def shut(self, ruled: Mapping[str, Any]) -> GuideLesson:
        """A shut box."""
        return GuideLesson(
            Topic.SHUT,
            (
                tr(
                    "No tile stands: {player} has shut the box. That scores 0, and wins at once "
                    "(R7.1).",
                    player=shown_player(ruled["player"]),
                ),
            ),
        )

    def over(self, ruled: Mapping[str, Any], seen: set[Topic]) -> GuideLesson:
        """The end of the match, what has not come up, and what comes next."""
        # Whoever shuts the box has no turn that ends without.
        missed = [tr(said) for topic, said in _MISSED.items() if topic not in seen]
        if self._taps:
            onward = _tap(tr("New match")) + " " + tr("From now on chance is real.")
            elsewhere = [tr("Puzzles ask which move is best; another game has other rules.")]
        elif self._keys:
            onward = tr(
                "N plays again with real chance; V has the coach look on; Q leads to all games, "
                "and to puzzles."
            )
            elsewhere = []
        else:
            onward = tr("new plays again with real chance; coach on has the coach look on.")
            elsewhere = [
                tr("boxctl puzzle asks which move is best; boxctl rules list names other games.")
            ]
        return GuideLesson(
            Topic.OVER,
            (
                tr("{text} That was a whole match: you know how it goes.", text=ruled["text"]),
                *missed,
                tr(
                    "If you play for money, each puts the same stake into the pool before the "
                    "first throw, and who wins takes it: the referee keeps the account."
                ),
                *elsewhere,
            ),
            onward,
        )


def _highest_first(tiles: TileSet) -> str:
    return " ".join(map(str, reversed(numbers(tiles))))


def _tap(button: str) -> str:
    return tr("Tap {button}.", button=button)


def lesson_paragraphs(lessons: Sequence[GuideLesson]) -> list[str]:
    """Return the text of lessons, for a page whose heading is the task."""
    return [line for lesson in lessons for line in lesson.told]
