"""The choice in the menu: a game with its settings, the players, the stake and the dice."""

from __future__ import annotations

from boxctl.presentation.setting_titles import settings_in_words
from boxctl.rules.faults import RuleFault
from boxctl.rules.settings import with_settings
from boxctl.rules.variants import variant
from boxctl.screens.laptop.game_choice import GameChoice
from boxctl.screens.laptop.menu.player_roster import PlayerRoster
from groundwork.language import tr

Changes = tuple[tuple[str, str], ...]
"""Settings that differ from those of the variant, and their values as text."""

_LONGEST_SEED = 18
"""The most digits of a seed."""


class MenuChoice:
    """The choices so far of people who look through the games: each variant keeps its settings.

    ``before`` is the choice of last time: the menu begins with it.
    """

    def __init__(self, before: GameChoice | None) -> None:
        self.variant = before.variant if before is not None else "classic"
        """The variant that was chosen last."""
        self.players = PlayerRoster(before.players if before is not None else ())
        settings = dict(before.changes) if before is not None else {}
        self.stake = settings.pop("stake", "")
        """The stake that was chosen last, as text; empty for none."""
        self._changes: dict[str, Changes] = {self.variant: tuple(settings.items())}

    def changes_of(self, name: str) -> Changes:
        """Return the changed settings of a variant, without the stake."""
        return self._changes.get(name, ())

    def change(self, name: str, changes: Changes) -> None:
        """Take the changed settings of a variant, without the stake."""
        self._changes[name] = changes

    def chosen(self, name: str, stake: str, seed: str) -> GameChoice:
        """Return the choice of this variant for this stake, with dice from this seed.

        Either may be empty. Raises :class:`RuleFault` for an invalid stake or seed.
        """
        changes = dict(self.changes_of(name)) | ({} if stake in ("", "0") else {"stake": stake})
        rules = with_settings(variant(name), changes.items())
        return GameChoice(
            name, tuple(changes.items()), self.players.players(rules), _seed_number(seed)
        )

    def settings_in_words(self, name: str) -> str:
        """Return the line that says which settings of a variant are changed."""
        others = settings_in_words(self.changes_of(name))
        text = ", ".join(others) or tr("as the variant has them")
        return tr("F2 settings: {settings}", settings=text)


def _seed_number(seed: str) -> int | None:
    if not seed:
        return None
    if not (seed.isascii() and seed.isdigit() and len(seed) <= _LONGEST_SEED):
        raise RuleFault("BX203", tr('the seed "{seed}" is not a whole number', seed=seed))
    return int(seed)
