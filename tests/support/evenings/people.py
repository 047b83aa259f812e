"""People who play by what the table shows them: rulings, lamps, and the number of dice."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from boxctl.referee.game import Game
from boxctl.referee.ruling import Ruling
from boxctl.rules.moves import Move
from boxctl.rules.tiles import NO_TILES, TileSet, numbers, tile
from hardware.virtual import MILLISECOND
from tests.support.evenings.evening import SECOND
from tests.support.evenings.mistakes import Mistakes
from tests.support.evenings.world import World
from tests.support.rulings import of

PATIENCE = 4 * SECOND
"""So long people wait for an answer of the table."""

LOITERING = 120 * SECOND


@dataclass(slots=True)
class Memory:
    """What people remember of the rulings.

    ``open`` is the book, ``moves`` what the throw that is owed an answer allows, ``stands``
    whether the answer is a move already, ``matches`` how many are over.
    """

    open: TileSet
    moves: tuple[Move, ...] = ()
    stands: bool = False
    matches: int = 0

    def hear(self, ruling: Ruling) -> None:
        """The program has said this."""
        self.open = ruling.open
        match ruling.verdict:
            case "throw":
                self.moves, self.stands = of(ruling).moves or (), False
            case "pending" | "provisional" | "taken_back":
                self.stands = any(move.tiles == of(ruling).tiles for move in of(ruling).moves or ())
            case "refused" | "disturbed" | "restored":
                self.stands = False
            case "ready" | "again" | "committed" | "turn_over" | "match_over":
                self.moves, self.stands = (), False
        self.matches += ruling.verdict == "match_over"

    def read(self, play: Game) -> None:
        """The program has said where the match goes on."""
        answer = play.answer
        self.open = play.open
        self.moves = answer.moves if answer is not None else ()
        self.stands = answer is not None and answer.move is not None


class People:
    """Everyone at the table. :meth:`act` is the next thing that one of them does."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.random = Random(f"people {world.evening.seed}")
        self.habits = world.evening.habits
        self.memory = Memory(world.evening.rules.in_play)
        self.plan: TileSet = NO_TILES
        self._mistakes = Mistakes(self)
        self._heard = 0
        self._in_vain = 0
        self._begun = (0, 0)

    def act(self) -> None:
        """Do one thing, and wait, mostly, until the table has answered."""
        self.listen()
        if not self.world.power.is_on:
            self._fool_about()
        elif self.world.runtime.asks_where and self.random.random() < 0.5:
            self._say_how_it_stands()
        elif self.world.runtime.paused and self.random.random() < 0.9:
            self.wait_for(self.world.now + SECOND)
        elif self.world.account.interrupted:
            self._go_on()
        elif self.random.random() < self.habits.errs:
            self._mistakes.make_one()
        else:
            self._play_on()
        self._pause()

    def listen(self) -> None:
        """Hear what the program has said since."""
        heard, self._heard = self._heard, len(self.world.account.shown)
        for ruling in self.world.account.shown[heard:]:
            self.memory.hear(ruling)
            self._in_vain = 0
        begun = self.world.power.cuts, self.world.account.left
        if begun != self._begun and self.world.power.is_on and not self.world.account.interrupted:
            self._begun = begun
            self.memory.read(self.world.runtime.referee.play)

    # While nothing watches, and before a match goes on.

    def _fool_about(self) -> None:
        """The box is dark: some wait, some move levers, some throw."""
        world, random = self.world, self.random
        what = random.random()
        if what < 0.3:
            self.wait_for(world.turn(random.randint(1, world.evening.wired), world.now))
        elif what < 0.4:
            self.throw(world.evening.rules.dice.count)
        elif what < 0.45:
            self.wait_for(world.press(random.choice(("confirm", "new"))))
        world.until(world.now + random.randint(1, 10 * SECOND), lambda: world.power.is_on)

    def _go_on(self) -> None:
        """Do as the table says, so that the match goes on: put right, declare, or begin anew."""
        what = self.random.random()
        if what < 0.1:
            self.wait_for(self.world.press("confirm"))
        elif what < 0.13:
            self.wait_for(self.world.press("new"))
        else:
            back = self.world.runtime.put_back
            self._put_right(back.open, back.shut)

    def _say_how_it_stands(self) -> None:
        asked = self.world.runtime.question
        assert asked is not None
        self.wait_for(self.world.press("new" if tile(asked) & self.world.levers else "confirm"))

    def _play_on(self) -> None:
        runtime = self.world.runtime
        if runtime.referee.play.over:
            self.wait_for(self.world.press("new"))
        elif back := runtime.put_back:
            self._put_right(back.open, back.shut)
        elif self.memory.stands:
            self._let_it_stand()
        elif self.memory.moves:
            self._answer()
        else:
            self.throw(self.random.choice(runtime.referee.play.counts))

    # Throws.

    def throw(self, dice: int) -> None:
        """Throw so many dice; one of them may hit a tile."""
        world, random = self.world, self.random
        if random.random() < self.habits.knocks:
            number = random.randint(1, world.evening.wired)
            at = world.now + random.randint(1, SECOND // 4)
            world.knock(number, at, random.randint(1, world.bump * 6 // 5))
        if world.evening.own_dice:
            few = dice < world.evening.rules.dice.count
            self.wait_for(world.press("roll", SECOND if few else SECOND // 10))
            return
        unreadable = world.evening.troubles.unreadable
        sides = world.evening.rules.dice.sides
        values = (
            None if random.random() < unreadable else random.randint(1, sides) for _ in range(dice)
        )
        world.throw(*values)
        self._await_answer()

    def _await_answer(self) -> None:
        said = len(self.world.account.shown)
        self.world.until(self.world.now + PATIENCE, lambda: len(self.world.account.shown) > said)

    # Moves.

    @property
    def moved(self) -> TileSet:
        """The tiles of this table that stand otherwise than in the book."""
        return (self.world.levers ^ self.memory.open) & self.world.evening.rules.in_play

    def _answer(self) -> None:
        """Turn the tiles of a move that was thought of, and first those back that are not."""
        possible = [move.tiles for move in self.memory.moves]
        if self.world.evening.rules.take_back == "never":
            possible = [tiles for tiles in possible if not self.moved & ~tiles] or possible
        if self.plan not in possible:
            self.plan = self.random.choice(possible)
        if wrong := self.moved & ~self.plan:
            self.turn_some(wrong)
        elif missing := self.plan & ~self.moved:
            self.turn_some(missing)
        else:
            self._wonder(self.plan)

    def _let_it_stand(self) -> None:
        """Confirm a move that stands, throw on, add to it, or wait for it to settle."""
        play = self.world.runtime.referee.play
        larger = [move for move in self.memory.moves if self.moved & ~move.tiles == NO_TILES]
        what = self.random.random()
        if what < 0.4:
            self.wait_for(self.world.press("confirm"))
        elif what < 0.7 and play.rules.match != "first_to_shut":
            self.throw(self.random.choice(play.counts))
        elif what < 0.8 and larger:
            self.plan = self.random.choice(larger).tiles
            self.memory.stands = False
        else:
            self.world.until(self.world.now + round(play.rules.settle_ms) * MILLISECOND + SECOND)

    def _put_right(self, to_open: TileSet, to_shut: TileSet) -> None:
        """Do as the lamps ask."""
        asked = to_open & ~self.world.levers | to_shut & self.world.levers
        if asked:
            self.turn_some(asked)
        else:
            self._wonder(to_open | to_shut)

    def _wonder(self, tiles: TileSet) -> None:
        """The table does not see what was done: wait, then move the lever to and fro."""
        self._in_vain += 1
        self.wait_for(self.world.now + SECOND)
        if self._in_vain % 4 == 0 and tiles:
            number = self.random.choice(numbers(tiles))
            still = self.world.turn(number, self.world.now)
            self.wait_for(self.world.turn(number, still + SECOND // 2))

    def turn_some(self, tiles: TileSet) -> None:
        """Turn one of these tiles, or several at once."""
        chosen = list(numbers(tiles))
        self.random.shuffle(chosen)
        if self.random.random() >= self.habits.both_hands:
            chosen = chosen[:1]
        at = still = self.world.now
        for number in chosen:
            still = max(still, self.world.turn(number, at))
            at += self.random.randint(1, self.random.choice((10, 300)) * MILLISECOND)
        self.wait_for(still)

    # Time.

    def wait_for(self, time: int) -> None:
        """Wait until then, if it is not past."""
        self.world.until(max(time, self.world.now))

    def _pause(self) -> None:
        world, random = self.world, self.random
        if random.random() < self.habits.hurries:
            world.until(world.now + random.randint(1, 150 * MILLISECOND))
            return
        if random.random() < self.habits.loiters:
            world.until(world.now + random.randint(1, LOITERING))
        world.until(world.now + random.randint(100 * MILLISECOND, self.habits.pace))
        self._watch()

    def _watch(self) -> None:
        """Wait until the table has nothing more to say, but not for ever."""
        if not self.world.at_rest:
            self.world.until(self.world.now + PATIENCE, lambda: self.world.at_rest)
