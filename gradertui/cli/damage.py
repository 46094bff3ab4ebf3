"""When something fails over what it read: whether a session is damaged, and how that is said in one line.

Looked at only after a failure, so that what is whole is never waited for. What is not whole, and what to do about it,
is `gradertui verify`'s.
"""

from __future__ import annotations

import sqlite3
from argparse import Namespace
from contextlib import suppress
from pathlib import Path

from gradertui.locale import _
from gradertui.session import sessions_folder
from gradertui.store import StoreError
from gradertui.text import one_line
from gradertui.verifying import verify


def damage(folder: Path) -> str:
    """What is not whole in a session, in a line; empty if everything is, or nothing is there.

    Args:
        folder: of the session.
    """
    with suppress(StoreError, OSError, sqlite3.Error):
        for part in verify(folder):
            for finding in part.findings[:1]:
                words = _("{name}: {file} is not whole ({finding}); what to do: gradertui verify {name}")
                said = one_line(finding.words, 120)
                return words.format(name=one_line(folder.name), file=one_line(part.name), finding=said)
    return ""


def damage_in(given: Namespace) -> str:
    """What is not whole in the sessions that a command names.

    Args:
        given: the options of any command.
    """
    names = (getattr(given, key, None) for key in ("name", "carry"))
    folders = [sessions_folder(given.sessions) / name for name in names if isinstance(name, str)]
    folders += [path for path in getattr(given, "others", ()) if path.is_dir()]
    return next(filter(None, map(damage, folders)), "")
