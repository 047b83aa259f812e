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
    """Return the script for one of :data:`SHELLS`; its descriptions are in the language in use."""
    from boxctl.cli.options import all_options
    from boxctl.cli.shell.completed_options import completed_command

    commands = [completed_command(options) for options in all_options()]
    match shell:
        case "bash":
            from boxctl.cli.shell.bash import bash_script

            return bash_script(commands)
        case "zsh":
            from boxctl.cli.shell.zsh import zsh_script

            return zsh_script(commands)
        case _:
            from boxctl.cli.shell.fish import fish_script

            return fish_script(commands)
