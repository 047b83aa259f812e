"""The names that a package promises to other programs, each imported when it is first asked for.

So whoever imports the package, or one module of it, loads nothing else: a command starts as fast as
what it needs.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any


def promised(
    homes: Mapping[str, Iterable[str]],
    called_otherwise: Mapping[str, tuple[str, str]] | None = None,
) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of a package that promises these names of each of its modules.

    A function that is called like its module cannot have that name in the package, too: it is one
    of ``called_otherwise``, with its module and its name there.
    """
    found = {name: (module, name) for module, names in homes.items() for name in names}
    found |= called_otherwise or {}

    def look_up(name: str) -> Any:
        if name not in found:
            raise AttributeError(f"there is no {name!r}", name=name)
        module, own_name = found[name]
        return getattr(import_module(module), own_name)

    return look_up
