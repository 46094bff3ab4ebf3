"""The colours: which themes there are, and one of our own for those who need contrast.

Colours are named here and nowhere else; which text gets which is the style sheet. Which one is worn is a setting.
"""

from __future__ import annotations

from collections.abc import Mapping

from textual.app import App
from textual.theme import Theme as Colours

_NAMES: Mapping[str, str] = {
    "dark": "catppuccin-mocha",
    "light": "catppuccin-latte",
    "contrast": "gradertui-contrast",
}

# Black and white, and three colours that keep 7 to 1 on black: yellow 15.9, cyan 16.7, rose 9.6.
_CONTRAST = Colours(
    name=_NAMES["contrast"],
    primary="#7fffff",
    secondary="#7fffff",
    accent="#ffe14d",
    warning="#ffe14d",
    error="#ff9eb0",
    success="#8cff9e",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#1a1a1a",
    dark=True,
    variables={
        "text-primary": "#7fffff",
        "text-accent": "#ffe14d",
        "text-warning": "#ffe14d",
        "text-error": "#ff9eb0",
        "text-success": "#8cff9e",
    },
)


def theme_named(theme: str) -> str:
    """Textual's name of one of ours; dark if it is none."""
    return _NAMES.get(theme, _NAMES["dark"])


def wear(app: App[None], theme: str) -> None:
    """Give an application one of our themes."""
    if _CONTRAST.name not in app.available_themes:
        app.register_theme(_CONTRAST)
    name = theme_named(theme)
    if app.is_running:
        app.theme = name
        return
    # Told now, nothing of the style sheet is parsed yet; set as it is while running, all of it would be parsed twice.
    app.set_reactive(App.theme, name)
    app.stylesheet.set_variables(app.get_css_variables())
