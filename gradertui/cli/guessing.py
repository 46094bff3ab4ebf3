"""`gradertui blinding NAME guess`: after the last rating, ask which variant each of a sample of cards was."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from contextlib import closing

from gradertui.cli.grade import ended, no_terminal, theme, utc
from gradertui.locale import _
from gradertui.session import Session
from gradertui.store import StoreError


def ask(session: Session, given: Namespace) -> int:
    """Lock rating and ask.

    Args:
        session: of cards.
        given: with grader, cards_asked and yes.

    Raises:
        StoreError: it is no session of tone, or ratings are missing.
    """
    if session.plan.mode != "tone":
        raise StoreError(_("{name}: guesses are asked of cards of tone").format(name=session.name))
    if why := no_terminal():
        raise StoreError(why)
    from gradertui.tui import keyfile
    from gradertui.tui.desk import Desk
    from gradertui.tui.guessing import Guesser, lock, sampled

    keys = keyfile.keys("guess")
    with closing(session.writable_log(given.grader)) as log:
        desk = Desk(session, log, session.state(log), blind=True, utc=utc)
        if not desk.state.locked and not _agreed(given):
            return 1
        lock(desk)
        asked = sampled(desk, given.cards_asked)
        app = Guesser(desk, asked, theme=theme(os.environ.get("GRADERTUI_THEME", "")), keys=keys)
        app.run(mouse=False)
        n = sum(bool(desk.state.marks[position].guess) for position in asked)
        print(_("guesses given: {n} of {m}").format(n=n, m=len(asked)))
        print(_("next: gradertui report {name}").format(name=session.name))
    return ended(app.failure, app.return_code)


def _agreed(given: Namespace) -> bool:
    if given.yes:
        return True
    print(_("After this no rating can be changed. Go on? [y/N]"), end=" ", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().casefold() in ("y", "yes", "s", "si", "sí")
