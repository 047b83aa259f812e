"""The terms of a stall: what a go costs, and what can be won."""

# Without annotations as text: each would have to be compiled when its field is looked up.

from boxctl.rules.ruleset import RuleSet
from boxctl.stall.faults import not_one_turn, wrong_terms
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr

PLAYED_ALONE = ("single", "solo")
"""The values of ``match`` with which one player alone plays one turn."""


@frozen_dataclass
class StallTerms:
    """What a go costs and what can be won, in minor units of a ``currency``, which may be empty.

    Each go costs ``go``. Whoever shuts the box gets ``prize`` and all that is in the pot, into
    which ``pot`` of each go is put; what nobody has won goes on to the next day. ``best`` is for
    the lowest score of the day. What is not offered is 0.
    """

    go: int
    prize: int
    best: int
    pot: int
    currency: str

    def check(self) -> None:
        """Raise :class:`boxctl.stall.faults.StallFault` (BX830) for terms that contradict."""
        if not self.go:
            raise wrong_terms(tr("a go costs nothing"), tr("say what it costs, such as --go 50p"))
        if not (self.prize or self.best or self.pot):
            raise wrong_terms(tr("there is nothing to win"), tr("add --prize, --best or --pot"))
        if self.pot > self.go:
            raise wrong_terms(
                tr("more goes into the pot than a go costs"),
                tr("put a part of the price into the pot, such as --pot 10p of --go 50p"),
            )

    @property
    def keeps_of_go(self) -> int:
        """What a go brings that does not go into the pot."""
        return self.go - self.pot

    def even_rate(self, goes: int) -> float | None:
        """Return the share of shut boxes at which a day of so many goes earns nothing on average.

        It is above 1 if the stall always earns, 0 or less if it never does. None without a prize,
        where shut boxes do not count.
        """
        if not self.prize or not goes:
            return None
        return (self.keeps_of_go - self.best / goes) / self.prize


def check_game(rules: RuleSet) -> None:
    """Raise :class:`boxctl.stall.faults.StallFault` (BX831) for a game not of one turn."""
    if rules.match not in PLAYED_ALONE:
        raise not_one_turn(rules.match)
