"""How a person likes the screen: remembered between sessions in a small file of their own, which nothing depends on.

A file that is missing or broken is as good as none, and one that cannot be written is not an error: what is graded
never waits for taste. Nothing about sessions or labels comes here.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from gradertui.store.naming import is_name

Theme = Literal["dark", "light", "contrast"]
THEMES: tuple[Theme, ...] = get_args(Theme)
Layout = Literal["auto", "stacked", "beside"]


class Settings(NamedTuple):
    """What can be set from the keyboard, and who sits at it."""

    theme: Theme = "dark"
    pane: bool = True
    """Whether statistics stand beside the work where there is room."""
    words: bool = False
    """Whether words the source lacks, and words of the reference that were found, stand out."""
    layout: Layout = "auto"
    """Whether the texts lie under each other or side by side; auto goes by the width."""
    grader: str = ""
    """Who said so when it was asked who grades; empty until then."""


_ALLOWED: dict[str, tuple[object, ...]] = {
    "theme": THEMES,
    "pane": (True, False),
    "words": (True, False),
    "layout": get_args(Layout),
}


def path() -> Path:
    """Where the file lies: XDG_CONFIG_HOME, else ~/.config."""
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "gradertui" / "settings.json"


def read() -> Settings:
    """What was remembered; what is not there or not understood is as at first."""
    found: dict[str, Any] = {}
    with suppress(OSError, ValueError, RuntimeError, AttributeError):
        for name, value in json.loads(path().read_bytes()).items():
            # A list is no key of anything, and 1 is no True.
            if (name == "grader" and isinstance(value, str) and is_name(value)) or any(
                value is known or (isinstance(value, str) and value == known) for known in _ALLOWED.get(name, ())
            ):
                found[name] = value
    return Settings(**found)


def write(settings: Settings) -> None:
    """Remember: the whole file or the one before; where it cannot be written nothing is remembered."""
    with suppress(OSError, RuntimeError):
        file = path()
        partial = file.with_name(f".{file.name}.{os.getpid()}")
        file.parent.mkdir(parents=True, exist_ok=True)
        partial.write_text(json.dumps(settings._asdict(), indent=2) + "\n", encoding="utf-8")
        partial.replace(file)
