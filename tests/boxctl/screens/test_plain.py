"""The plain game, typed at in virtual time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from boxctl.journal.recorder_protocol import NullRecorder, Recorder
from boxctl.referee.referee import Referee
from boxctl.rules.settings import with_settings
from boxctl.rules.tiles import numbers
from boxctl.rules.variants import variant
from boxctl.screens.laptop.virtual_box import LaptopBox
from boxctl.screens.laptop.virtual_hands import VirtualHands
from boxctl.screens.plain.plain_game import PlainGame
from boxctl.table.interruption import Resumption
from boxctl.table.loop import run
from boxctl.table.runtime import Runtime
from hardware.devices import Clock, DeviceEvent, DiceRolled, HandOver


class Typed:
    """Someone types at the plain game; time jumps to whatever is due next."""

    def __init__(
        self, name: str = "classic", seed: int = 0, record: Recorder | None = None, **settings: str
    ) -> None:
        rules = with_settings(variant(name), settings.items())
        players = ["Ann", "Bob"]
        self.now = 1_000_000
        self.printed = ""
        self.roller_works = True
        self.box = LaptopBox(rules, self, lambda: self.now, lambda: None, seed=seed)
        dice = Random(seed)
        hands = VirtualHands(self.box, lambda _events: dice)
        self.game = PlainGame(hands, self.show, lambda: self.now)
        devices, known = self.box.set_up(rules.in_play)
        self.runtime = Runtime(
            devices,
            Referee(rules, players),
            known,
            self.now,
            self.game.say,
            self.game.tell,
            record,
        )
        self.game.attach(self.runtime)
        self.types()

    # The tray.

    throws_by_itself = True

    def throw(self, values: Sequence[int | None]) -> None:
        if self.roller_works:
            self.box.inbox.hand_over(DiceRolled(self.now, tuple(values)))

    def tell_button_dice(self, count: int) -> None:
        """This roller has no button."""

    def unplug(self) -> None:
        """The cable of this roller stays where it is."""

    def plug_in(self) -> None:
        """The cable of this roller stays where it is."""

    def listen(
        self, clock: Clock, hand_over: HandOver, seen: Mapping[int, int]
    ) -> Callable[[], object]:
        return lambda: None

    def show(self, text: str) -> None:
        self.printed += text

    def take(self, until: int) -> list[DeviceEvent]:
        """What the loop waits for: time jumps, and what has happened by then comes."""
        self.now = max(self.now, until)
        return self.box.inbox.take(self.now)

    def starts_again_with(self, shut: int) -> None:
        """Start the program again; this lever was shut meanwhile."""
        self.box.wood.advance(self.box.wood.shut(shut, self.now) + 1_000_000)
        self.now += 2_000_000
        self.box.inbox.take(self.now)
        self.runtime = Runtime(
            self.box.devices,
            self.runtime.referee,
            self.box.devices.read(),
            self.now,
            self.game.say,
            self.game.tell,
            resumption=Resumption(self.runtime.line),
        )
        self.game.attach(self.runtime)
        self.types()

    def types(self, *lines: str | None) -> str:
        """Type lines; gives what was printed until the next prompt."""
        self.printed = ""
        for line in lines:
            self.game.type_line(line)
        run(self.runtime, self, lambda: self.now, self.waits_for_us, also=self.game)
        return self.printed

    def waits_for_us(self) -> bool:
        return self.game.left or self.printed.endswith(("> ", "by itself.\n", "q leaves.\n"))


def test_enter_throws_and_a_wrong_tile_is_refused_in_words() -> None:
    table = Typed(seed=3)
    assert "You threw 2 and 4, 6 in all: shut 6, 5+1, 4+2 or 3+2+1." in table.types("")
    assert "7 is more than the 6 you threw: put the 7 back up." in table.types("7")
    assert "your throw of 2 and 4 is still to be played" in table.types("")
    assert "The 6 is shut for 2 and 4." in table.types("6")


def test_enter_does_not_throw_while_a_throw_is_to_be_played() -> None:
    table = Typed(seed=3)
    table.types("")
    assert "Type the tiles to flip" in table.types("")


def test_several_tiles_in_one_line() -> None:
    table = Typed(seed=3)
    table.types("")
    assert "are shut for 2 and 4" in table.types("3 2,1")


def test_help_moves_and_nonsense() -> None:
    table = Typed(seed=3)
    assert "Enter" in table.types("?")
    assert "no throw to be played" in table.types("m")
    table.types("")
    assert "3+2+1  5+1  4+2  6" in table.types("m")
    for nonsense in ("frog", "²", ",", "t²", "9" * 5000, "0"):
        assert "nothing that I understand" in table.types(nonsense)
    assert "The box has tiles 1 to 9." in table.types("10")
    assert "Nothing waits to be confirmed." in table.types("c")
    assert "The match is not over yet" in table.types("n")


def test_a_roller_that_does_not_answer_is_said() -> None:
    table = Typed()
    table.roller_works = False
    assert "The roller has not answered" in table.types("")


def test_as_many_dice_as_may_be_chosen() -> None:
    table = Typed("pub", tiles="6", dice="3d6")
    assert "t1: throw one die, t3: throw three dice" in table.types("?")
    assert "Only three dice can be thrown here." in table.types("t4")
    assert "it has to be one die or three dice" in table.types("t2")
    assert "You threw 3: shut 3 or 2+1." in table.types("t1")


def test_a_move_that_settles_by_itself_does_not_keep_the_player_waiting() -> None:
    table = Typed("canoga", seed=3, settle_ms="3600000")
    table.types("")
    assert "The 2 will do: throw again, confirm, wait or add to it." in table.types("2")
    assert "c: confirm" in table.printed
    assert "The 2 and the 4 are shut for 2 and 4." in table.types("4")


def test_who_starts_is_asked_first() -> None:
    table = Typed("classic", seed=3, first_player="highest")
    assert "throw one die to see who starts" in table.types("?")
    assert "Ann throws 2. Bob throws next." in table.types("")
    assert "Bob throws 4: Bob starts with 4." in table.types("")


def test_putting_everything_back_is_not_told_tile_by_tile() -> None:
    table = Typed(seed=3)
    table.types("")
    table.types("7 8 9")
    printed = table.types("")
    assert "still to be played" in printed
    assert "Not all right yet" not in printed


def test_long_sentences_are_broken_between_words() -> None:
    table = Typed("the-300", seed=1)
    lines = table.types("").splitlines()
    assert max(map(len, lines)) <= 80


class Disk(NullRecorder):
    """A disk that can be full."""

    trouble: str | None = None  # type: ignore[assignment]


def test_a_full_disk_pauses_play_and_lets_people_leave() -> None:
    disk = Disk()
    table = Typed(seed=3, record=disk)
    disk.trouble = "disk full"
    said = unbroken(table.types())
    assert "BX605: play pauses, as nothing can be recorded (disk full)" in said
    assert "Play pauses until the journal can be written again" in table.types("7")
    disk.trouble = None
    assert "play goes on" in table.types()
    assert "You threw 2 and 4" in table.types("")
    disk.trouble = "disk full"
    table.types()
    table.types("q")
    assert table.game.left


def unbroken(printed: str) -> str:
    """What was printed, without the breaks of its lines."""
    return printed.replace("\n    ", " ")


def interrupted(shut: int) -> Typed:
    """The program is started again after a throw, and a lever was shut meanwhile."""
    typed = Typed()
    typed.types("")
    typed.starts_again_with(shut)
    return typed


def test_after_an_interruption_enter_puts_the_levers_back() -> None:
    typed = interrupted(shut=9)
    assert "Enter: put the levers back, c: they stand as they should" in typed.printed
    typed.types("")
    assert "The levers are right: the match goes on" in typed.printed
    assert 9 in numbers(typed.runtime.standing)


def test_after_an_interruption_the_levers_can_be_confirmed_as_they_stand() -> None:
    typed = interrupted(shut=9)
    typed.types("c")
    assert "as they stand, by your word" in unbroken(typed.printed)
    assert "unverified: declared by the players" in unbroken(typed.printed)


def test_after_an_interruption_a_new_match_can_be_begun() -> None:
    typed = interrupted(shut=9)
    typed.types("n", "")
    assert typed.runtime.referee.play.throw_awaited
    assert typed.runtime.referee.play.answer is None


def test_leaving() -> None:
    table = Typed()
    table.types("q")
    assert table.game.left
    other = Typed()
    other.types(None)
    assert other.game.left


def test_a_whole_match_and_another() -> None:
    table = Typed("two-to-go", seed=8, stake="50")
    for match in range(2):
        for _ in range(200):
            play = table.runtime.referee.play
            if play.over:
                break
            answer = play.answer
            table.types(" ".join(map(str, numbers(answer.moves[0].tiles))) if answer else "")
        assert "Paid out: " in table.printed, match
        assert "n plays another" in table.types("")
        table.types("n")
        table.types("")
        assert not table.runtime.referee.play.over
