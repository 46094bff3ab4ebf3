"""Failure trials: the real program, killed, starved of disk, its files taken away or damaged, and looked at afterwards.

A command on demand (`python -m tests.trials`), no part of the ordinary tests: those hold the deterministic share of
it. What came out of the last full run is `RESULTS.md`. It wants the test environment and Linux; what only root can
arrange (a small disk, another owner) is left out, and said, where one is not root.
"""

from __future__ import annotations

PARTS = ("kills", "commands", "disks", "taken", "journals", "pages", "clocks", "many", "older")
"""Modules with a tuple TRIALS each."""
