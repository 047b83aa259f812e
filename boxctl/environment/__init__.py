"""A match as an environment of PettingZoo, for programs that learn to play.

    from boxctl.environment import env

``table``        the environment: an action of a player in, the rulings of the referee out

It needs the extra ``env``. No rule is judged here: what may be done, and what it comes to, the
referee says. docs/library.md has a program that plays with it. May import presentation, referee
and rules.
"""

from __future__ import annotations

from groundwork.promised_names import promised

TYPE_CHECKING = False
if TYPE_CHECKING:
    from boxctl.environment.table import ShutTheBox, env, raw_env
else:
    __getattr__ = promised(
        {
            "boxctl.environment.table": ("ShutTheBox", "env", "raw_env"),
        },
    )

__all__ = ["ShutTheBox", "env", "raw_env"]
