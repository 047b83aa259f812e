"""``boxctl completion``: a script with which a shell completes the commands of boxctl."""

from __future__ import annotations

from boxctl.cli.options import Options
from groundwork.printing import print_lines

SHELLS = ("bash", "zsh", "fish")


def run(arguments: list[str]) -> int:
    """Print the script for a shell."""
    given = options().parse_args(arguments)
    print_lines(*script_for(given.shell).splitlines())
    return 0


def options() -> Options:
    """Return the options of the command."""
    options = Options("completion")
    options.add_argument("shell", choices=SHELLS)
    return options


def script_for(shell: str) -> str:
    """Return the script for one of :data:`SHELLS`. At each Tab it asks ``boxctl`` itself."""
    from argcomplete.shell_integration import shellcode

    # Without these, bash would offer files where there is nothing to offer.
    return shellcode(["boxctl"], shell=shell, complete_arguments=["-o", "nospace"])
