"""Find how this boxctl was installed, and so how to add one of its extras.

The name ``boxctl`` belongs to somebody else's program on the package index: nobody may be told to
install that.
"""

from __future__ import annotations

import sys
from pathlib import Path

DISTRIBUTION = "boxctl-referee"
"""The name of the distribution; the command is ``boxctl``."""

A_WHEEL = "boxctl_referee.whl"
"""In the place of a wheel whose path is not known."""


def install_command(extra: str) -> str:
    """Return the shell command that adds ``extra``, such as ``screen``, to this installation.

    It installs from where this boxctl came from: the checkout, or the wheel.
    """
    import shlex  # only needed by those to whom something is missing

    return shlex.join([sys.executable, "-m", "pip", "install", *_with_extra(extra)])


def _with_extra(extra: str) -> list[str]:
    checkout = Path(__file__).parent.parent
    if (checkout / "pyproject.toml").is_file():
        return ["--editable", f"{checkout}[{extra}]"]
    return [f"{_origin() or A_WHEEL}[{extra}]"]


def _origin() -> str | None:
    """Return the file or folder that pip has installed from, if it noted one (PEP 610)."""
    # Slow to import, and needed as rarely.
    import json
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.parse import unquote, urlsplit

    try:
        noted = distribution(DISTRIBUTION).read_text("direct_url.json")
    except PackageNotFoundError:
        return None
    url = urlsplit(json.loads(noted)["url"]) if noted else None
    return unquote(url.path) if url is not None and url.scheme == "file" else None
