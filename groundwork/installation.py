"""Find how this boxctl was installed, how to add one of its extras, and what only Linux has.

The name ``boxctl`` belongs to somebody else's program on the package index: nobody may be told to
install that.
"""

from __future__ import annotations

import sys

from groundwork.faults import Fault
from groundwork.language import tr

DISTRIBUTION = "boxctl-referee"
"""The name of the distribution; the command is ``boxctl``."""

A_WHEEL = "boxctl_referee.whl"
"""In the place of a wheel whose path is not known."""

ANOTHER = "boxctl-venv"
"""The folder of an environment for an extra that this Python cannot take."""


def install_command(extra: str) -> str:
    """Return the shell command that adds ``extra``, such as ``screen``, to this installation.

    It installs from where this boxctl came from: the checkout, or the wheel. Where this Python has
    no pip, as in the Debian package, boxctl is installed once more, in an environment of its own.
    """
    here = pip_command(*_with_extra(extra))
    if here is not None:
        return here
    import shlex  # only needed by those to whom something is missing

    installing = shlex.join([f"{ANOTHER}/bin/pip", "install", *_with_extra(extra)])
    return f"python3 -m venv {ANOTHER} && {installing}"


def pip_command(*wanted: str) -> str | None:
    """Return the shell command that installs something beside this boxctl; None without a pip."""
    import shlex  # only needed by those to whom something is missing
    from importlib.util import find_spec

    if find_spec("pip") is None:
        return None
    return shlex.join([sys.executable, "-m", "pip", "install", *wanted])


def _with_extra(extra: str) -> list[str]:
    from pathlib import Path  # every command imports this module

    checkout = Path(__file__).parent.parent
    if (checkout / "pyproject.toml").is_file():
        return ["--editable", f"{checkout}[{extra}]"]
    return [f"{_origin() or A_WHEEL}[{extra}]"]


def _origin() -> str | None:
    """Return the file or folder that pip has installed from, if it noted one (PEP 610).

    None if it is no longer there, as after an installation from a checkout that built a wheel.
    """
    # Slow to import, and needed as rarely.
    import json
    from importlib.metadata import PackageNotFoundError, distribution
    from pathlib import Path
    from urllib.parse import unquote, urlsplit

    try:
        noted = distribution(DISTRIBUTION).read_text("direct_url.json")
    except PackageNotFoundError:
        return None
    url = urlsplit(json.loads(noted)["url"]) if noted else None
    if url is None or url.scheme != "file":
        return None
    path = unquote(url.path)
    return path if Path(path).exists() else None


def refuse_elsewhere(what: str) -> None:
    """Raise :class:`Fault` (BX783) if this is not Linux; ``what`` is a command or an option."""
    # In a browser or on node nobody asks for a device, and the tests run there, too.
    if sys.platform not in ("linux", "emscripten"):
        raise Fault(
            "BX783",
            tr(
                "{what} needs Linux: boxctl reaches pins, ports, loudspeakers and services only "
                "there. The game, the referee, the odds and the records work on this machine, "
                "too: boxctl play",
                what=what,
            ),
        )
