"""Grade what language models wrote, from the keyboard, blind, with an interval beside every rate.

The command line is `gradertui.cli`; `load` gives a session to pandas.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from os import PathLike

    from gradertui.report.loading import Loaded

__version__ = "0.1.0"


def load(path: str | PathLike[str]) -> Loaded:
    """Read a session into pandas frames: items, labels, the whole history, and the numbers of the report.

    Blind stays blind: until everything is labelled or somebody reveals, arms go by codes.

    Args:
        path: the folder of the session.

    Returns:
        Frozen, with `items`, `labels`, `history` and `summary`; which columns they have, and of which types, is
        written at `gradertui.report.loading.Loaded`.

    Raises:
        gradertui.store.StoreError: there is no session, or a file of it cannot be read; the message says what to do.

    Examples:
        >>> import gradertui
        >>> session = gradertui.load("sessions/demo-grade")
        >>> labels = session.labels.merge(session.items[["item_id", "answerable"]])
        >>> labels["incorrect"] = labels["outcome"].eq("incorrect")
        >>> labels.groupby("system")["incorrect"].agg(["sum", "count"])
                         sum  count
        system
        Alba con notas     4     25
        Alba sin notas     8     25
        Brisa con notas    1     25
    """
    from pathlib import Path

    from gradertui.report.loading import load as read

    return read(Path(path))
