"""How items are named in what leaves a session; which of it may leave under which names is the report's."""

from __future__ import annotations

from collections.abc import Callable

from gradertui.identity import veiled
from gradertui.modes.preference import BETWEEN
from gradertui.session import Session


def ids(session: Session, named: bool) -> Callable[[str], str]:
    """How an item, or a pair of them, is named in what leaves the session; `gradertui label` takes both names.

    Args:
        session: open.
        named: whether arms go by their names: while they go by codes, a name that follows from the answer would tell.
    """
    if named:
        return lambda name: name
    seed = session.plan.seed
    if not session.rules.sided:
        return lambda name: veiled(name, seed)
    return lambda name: BETWEEN.join(veiled(each, seed) for each in name.split(BETWEEN))
