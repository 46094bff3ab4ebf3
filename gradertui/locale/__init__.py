"""The language the program speaks: gettext catalogues, English as written in the code, Spanish beside it.

Marking happens where a text is written (`_`, `mark`), translation when it is drawn, so that `--lang` can be
chosen after the tables were imported. Text that comes from files never passes through here. Numbers are written as
the language writes them only where people read: JSON, CSV and TOML keep the point.
"""

from __future__ import annotations

import gettext
from pathlib import Path

_catalogue: gettext.NullTranslations | None = None


def use(language: str | None = None) -> None:
    """Choose the language.

    Args:
        language: "en" or "es"; None asks the locale (LANGUAGE, LC_ALL, LC_MESSAGES, LANG).
    """
    global _catalogue
    languages = None if language is None else [language]
    _catalogue = gettext.translation("gradertui", Path(__file__).parent, languages, fallback=True)


def _chosen() -> gettext.NullTranslations:
    if _catalogue is None:
        use()
    assert _catalogue is not None
    return _catalogue


def language() -> str:
    """The code of the language chosen: "en" or "es"."""
    return _chosen().info().get("language", "en")


def _(text: str) -> str:
    """Translate a text."""
    return _chosen().gettext(text)


def ngettext(one: str, many: str, n: int) -> str:
    """Translate a text that depends on a number."""
    return _chosen().ngettext(one, many, n)


def decimal(text: str) -> str:
    """Write a number, given with a point, with the decimal mark of the language."""
    return text.replace(".", _("."))


def number(x: float, places: int) -> str:
    """Write a number with so many decimals as the language does."""
    return decimal(f"{x:.{places}f}")


def brief(text: str) -> str:
    """Write a number where room is short: English drops the zero before the point, Spanish never does."""
    return text.removeprefix("0") if _(".") == "." else decimal(text)


def mark(text: str, many: str = "") -> str:
    """Mark a text of a table, and its plural if it has one, for translation when it is drawn."""
    return text
