"""The themes of the game: Textual's colours, taken from the palettes of the pictures."""

from __future__ import annotations

from textual.theme import BUILTIN_THEMES, Theme

from boxctl.screens.pictures.palettes import DARK, LIGHT, ColourDepth, Palette, Tint, xterm_rgb

_ANSI = (
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
    "bright_black", "bright_red", "bright_green", "bright_yellow", "bright_blue",
    "bright_magenta", "bright_cyan", "bright_white",
)  # fmt: skip


def colour_in(tint: Tint, depth: ColourDepth) -> str:
    """Name a colour as Textual and its style sheets do, in this depth."""
    if depth is ColourDepth.TRUE:
        return tint.true
    return xterm_rgb(tint.xterm) if depth is ColourDepth.XTERM else f"ansi_{_ANSI[tint.ansi]}"


def variables(palette: Palette, depth: ColourDepth) -> dict[str, str]:
    """Return every ink and ground as a variable of style sheets: ``$box-felt``, ``$box-brass``."""
    return {f"box-{name}": colour_in(tint, depth) for name, tint in palette.items()}


def palette_of(dark: bool) -> Palette:
    """Return the palette of the dark :data:`THEMES`, or of the light ones."""
    return DARK if dark else LIGHT


def _theme(name: str, palette: Palette, depth: ColourDepth, *, dark: bool) -> Theme:
    def colour(part: str) -> str:
        return colour_in(palette[part], depth)

    return Theme(
        name=name,
        primary=colour("turn"),
        secondary=colour("seat-2"),
        warning=colour("turn"),
        error=colour("bad"),
        success=colour("good"),
        accent=colour("hint"),
        foreground=colour("plain"),
        background=colour("page"),
        surface=colour("panel"),
        panel=colour("panel"),
        boost=colour("panel"),
        dark=dark,
        ansi=name.startswith("ansi"),
        variables={
            # Textual's themes in sixteen colours have variables that its others lack.
            **(BUILTIN_THEMES[name].variables if name in BUILTIN_THEMES else {}),
            "ansi-background": colour("page"),
            "ansi-foreground": colour("plain"),
            "border-blurred": colour("dark"),
            **variables(palette, depth),
            "text-muted": colour("dark"),
            "foreground-muted": colour("dark"),
            "block-cursor-foreground": colour("said-won"),
            "block-cursor-background": colour("plaque-won"),
            "block-cursor-text-style": "bold",
            "input-cursor-foreground": colour("page"),
            "input-cursor-background": colour("plain"),
            "input-cursor-text-style": "none",
        },
    )


def themes(depth: ColourDepth = ColourDepth.TRUE) -> dict[str, Theme]:
    """Return the themes by name, in the colours of a terminal of this ``depth``.

    The themes whose names begin with ``ansi`` have sixteen colours on any terminal.
    """
    return {
        theme.name: theme
        for theme in (
            _theme("boxctl-dark", DARK, depth, dark=True),
            _theme("boxctl-light", LIGHT, depth, dark=False),
            _theme("ansi-dark", DARK, ColourDepth.ANSI, dark=True),
            _theme("ansi-light", LIGHT, ColourDepth.ANSI, dark=False),
        )
    }


THEMES = themes()

OTHER_SHADE = {
    "boxctl-dark": "boxctl-light", "boxctl-light": "boxctl-dark",
    "ansi-dark": "ansi-light", "ansi-light": "ansi-dark",
}  # fmt: skip
"""Each theme, and the one that the key L changes it to."""
