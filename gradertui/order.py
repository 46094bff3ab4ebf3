"""In which order a grader sees the tasks, and by which code an arm goes: all from seeds, the same for ever.

Orders come from hashes and not from a random generator: they do not depend on a Python version, and a task
added later does not move the others. Nothing here knows labels.
"""

from __future__ import annotations

import json
import sys
from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import accumulate, chain, compress, count, groupby, pairwise

from gradertui.model import Task

_KNOWN = (None, False, True)
REPEAT = "~"
"""Ends the id of a task that is shown a second time, and the name of its cluster; no statistic sees it."""
_NUMBERS = {"_ends": "I", "_cluster": "I", "_replicate": "I", "_members": "I", "_starts": "I", "_arms": "H"}


def _rank(key: bytes, text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8, key=key).digest()


def _key(*parts: object) -> bytes:
    return blake2b("\x1f".join(map(str, parts)).encode(), digest_size=32).digest()


def arranged(
    tasks: Collection[Task], seed: int, grader: str, *, together: bool = True, between: bool = True
) -> list[Task]:
    """Put tasks in a grader's order.

    Args:
        tasks: in any order.
        seed: of the plan.
        grader: whose order.
        together: clusters are shuffled, and those of a cluster stand together, shuffled within; otherwise tasks
            are shuffled over everything.
        between: whether clusters are shuffled too; if not they come as they are given.
    """
    outer, within = _key(seed, grader, "clusters"), _key(seed, grader, "tasks")
    if not together:
        return sorted(tasks, key=lambda task: _rank(within, task.task_id))
    ranks: dict[str, bytes] = {}
    for task in tasks:
        if task.cluster not in ranks:
            ranks[task.cluster] = _rank(outer, task.cluster) if between else len(ranks).to_bytes(8)
    return sorted(tasks, key=lambda task: (ranks[task.cluster], task.cluster, _rank(within, task.task_id)))


def dealt(clusters: Iterable[str], graders: Sequence[str], overlap: float, seed: int, grader: str) -> frozenset[str]:
    """Which clusters a grader gets, where not everybody gets everything.

    Args:
        clusters: all of them; each counts once.
        graders: those the plan names.
        overlap: the share that everybody gets; the rest is dealt out, one to each in turn.
        seed: of the plan.
        grader: who asks.

    Examples:
        >>> everyone = ["ana", "bea"]
        >>> shares = [dealt("abcdefgh", everyone, 0.25, 7, grader) for grader in everyone]
        >>> len(shares[0] & shares[1]), len(shares[0] | shares[1])
        (2, 8)
    """
    key = _key(seed, "dealt")
    shuffled = sorted(set(clusters), key=lambda cluster: _rank(key, cluster))
    common = round(overlap * len(shuffled))
    mine = [graders[i % len(graders)] == grader for i in range(len(shuffled) - common)]
    return frozenset((*shuffled[:common], *compress(shuffled[common:], mine)))


def halved(names: Iterable[str], seed: int) -> frozenset[str]:
    """One half of some names, as the seed has it: to choose something on it and check that on the other.

    Examples:
        >>> len(halved("abcdefg", 7))
        3
    """
    key = _key(seed, "halves")
    shuffled = sorted(set(names), key=lambda name: _rank(key, name))
    return frozenset(shuffled[: len(shuffled) // 2])


def repeated(tasks: Sequence[Task], n: int, seed: int, grader: str, together: bool = False) -> list[Task]:
    """Put some tasks before the grader a second time, later on, without saying so.

    Args:
        tasks: in the grader's order.
        n: how many come again; a seeded sample.
        seed: of the plan.
        grader: whose order.
        together: the tasks of a cluster stay together; what comes again stands between clusters.

    Returns:
        The order with the repeats in it: their ids end in `REPEAT`, and the name of their cluster too.
    """
    key = _key(seed, grader, "repeats")
    groups = [list(group) for _name, group in groupby(tasks, key=lambda task: task.cluster if together else task)]
    placed = [(i, task) for i, group in enumerate(groups) for task in group]
    # What is in the last cluster could come again only beside itself.
    late = [each for each in placed if not together or each[0] < len(groups) - 1]
    chosen = sorted(late, key=lambda each: _rank(key, each[1].task_id))[:n]
    places: list[tuple[float, list[Task]]] = [(float(i), group) for i, group in enumerate(groups)]
    again = Counter[str]()
    for i, task in chosen:
        # Somewhere in the last two thirds of what is left after the first time.
        share = 1 / 3 + int.from_bytes(_rank(key, f"place {task.task_id}"), "big") / 2**64 * 2 / 3
        again[task.cluster] += 1
        cluster = task.cluster + REPEAT * again[task.cluster] if together else REPEAT
        places.append(
            (i + share * (len(groups) - i) + 0.5, [task._replace(task_id=task.task_id + REPEAT, cluster=cluster)])
        )
    return [task for _place, group in sorted(places, key=lambda placed: placed[0]) for task in group]


def sided(tasks: Sequence[Task], seed: int, grader: str) -> list[Task]:
    """Say which arm of each pair stands left: of every two arms each in half of their pairs, as chance has it.

    Args:
        tasks: of two arms each, in any order; it is kept.
        seed: of the plan.
        grader: whose sides.

    Examples:
        >>> pairs = [Task(f"t{i}", f"q{i}", ("x", "y"), 1, None) for i in range(10)]
        >>> sum(task.arms == ("x", "y") for task in sided(pairs, 7, "ana"))
        5
    """
    key = _key(seed, grader, "sides")
    groups: dict[frozenset[str], list[Task]] = {}
    for task in tasks:
        groups.setdefault(frozenset(task.arms), []).append(task)
    turned: set[str] = set()
    for group in groups.values():
        shuffled = sorted(group, key=lambda task: _rank(key, task.task_id))
        first = _rank(key, f"first {shuffled[0].task_id}")[0] % 2
        turned |= {task.task_id for task in shuffled[first::2]}
    # What is first in the file or by name must not matter either: sides are dealt over arms in one direction.
    ways = ((task, tuple(sorted(task.arms))) for task in tasks)
    return [task._replace(arms=arms[::-1] if task.task_id in turned else arms) for task, arms in ways]


def codes(arms: Sequence[str], seed: int, letter: str = "S") -> dict[str, str]:
    """Give each arm a code that tells nothing of it: S1, S2 … in an order from the seed.

    Args:
        arms: or templates.
        seed: of the plan.
        letter: that the codes begin with.

    Returns:
        Arm to code, in the order of the codes.

    Examples:
        >>> sorted(codes(["with notes", "without notes"], 7).values())
        ['S1', 'S2']
    """
    key = _key(seed, "codes" if letter == "S" else f"codes {letter}")
    shuffled = sorted(arms, key=lambda arm: _rank(key, arm))
    # An arm that is itself called S2 must not be taken for the code of another.
    longer = (letter * n for n in count(1))
    prefix = next(p for p in longer if not any(arm.startswith(p) and arm[len(p) :].isdecimal() for arm in arms))
    return {arm: f"{prefix}{i}" for i, arm in enumerate(shuffled, 1)}


def coded_pairs(pairs: Iterable[tuple[str, str]], coded: Iterable[str]) -> list[tuple[str, str]]:
    """Turn pairs and sort them by code, so that neither their direction nor their order tells of the arms.

    Args:
        pairs: planned comparisons.
        coded: the arms in the order of their codes.

    Examples:
        >>> coded_pairs([("a", "b"), ("c", "b")], ["b", "c", "a"])
        [('b', 'c'), ('b', 'a')]
    """
    number = {arm: i for i, arm in enumerate(coded)}
    turned = ((a, b) if number[a] < number[b] else (b, a) for a, b in pairs)
    return sorted(turned, key=lambda pair: (number[pair[0]], number[pair[1]]))


def _little(column: array[int]) -> array[int]:
    """Numbers with the small end first, as they are kept on every machine."""
    if sys.byteorder == "big":
        column = column[:]
        column.byteswap()
    return column


class Order:
    """Tasks in a grader's order, in columns: 100,000 take 4 MB instead of the 30 MB of as many objects."""

    def __init__(self, tasks: Iterable[Task] = ()) -> None:
        """Read tasks in order."""
        self._ends, self._cluster, self._replicate = array("I"), array("I"), array("I")
        self._arms, self._answerable = array("H"), bytearray()
        numbers: dict[str, int] = {}
        sets: dict[tuple[str, ...], int] = {}
        ids: list[str] = []
        end = 0
        for task_id, cluster, arms, replicate, answerable in tasks:
            ids.append(task_id)
            end += len(task_id)
            self._ends.append(end)
            self._cluster.append(numbers.setdefault(cluster, len(numbers)))
            self._arms.append(sets.setdefault(arms, len(sets)))
            self._replicate.append(replicate)
            self._answerable.append(_KNOWN.index(answerable))
        self._ids, self._names, self._combinations = "".join(ids), list(numbers), list(sets)
        self._members = array("I", sorted(range(len(ids)), key=self._cluster.__getitem__))
        sizes = Counter(self._cluster)
        self._starts = array("I", accumulate((sizes[number] for number in range(len(numbers))), initial=0))

    def columns(self) -> dict[str, bytes]:
        """The order as bytes, to be kept: reading it back takes 10 ms for 100,000 tasks, arranging them 1 s."""
        numbers = {name: getattr(self, name) for name in _NUMBERS}
        texts = {"_ids": self._ids, "_names": self._names, "_combinations": self._combinations}
        kept = {name: _little(column).tobytes() for name, column in numbers.items()}
        kept |= {name: json.dumps(text).encode() for name, text in texts.items()}
        return kept | {"_answerable": bytes(self._answerable)}

    @classmethod
    def restored(cls, columns: Mapping[str, bytes]) -> Order:
        """The order that `columns` was made from."""
        order = cls()
        for name, kind in _NUMBERS.items():
            setattr(order, name, _little(array(kind, columns[name])))
        order._ids, order._names = json.loads(columns["_ids"]), json.loads(columns["_names"])
        order._combinations = [tuple(arms) for arms in json.loads(columns["_combinations"])]
        order._answerable = bytearray(columns["_answerable"])
        return order

    def __len__(self) -> int:
        return len(self._ends)

    def __iter__(self) -> Iterator[Task]:
        clusters, arms = map(self._names.__getitem__, self._cluster), map(self._combinations.__getitem__, self._arms)
        answerable = map(_KNOWN.__getitem__, self._answerable)
        ids = (self._ids[start:end] for start, end in pairwise(chain((0,), self._ends)))
        return map(Task._make, zip(ids, clusters, arms, self._replicate, answerable, strict=True))

    def __getitem__(self, position: int) -> Task:
        start, drawn = self._ends[position - 1] if position else 0, self._replicate[position]
        task_id, cluster = self._ids[start : self._ends[position]], self._names[self._cluster[position]]
        return Task(task_id, cluster, self.arms(position), drawn, self.answerable(position))

    def arms(self, position: int) -> tuple[str, ...]:
        """The arm of a task, or both of a pair."""
        return self._combinations[self._arms[position]]

    def answerable(self, position: int) -> bool | None:
        """Whether the sources hold an answer."""
        return _KNOWN[self._answerable[position]]

    @property
    def names(self) -> Sequence[str]:
        """The clusters, by their number."""
        return self._names

    def repeats(self) -> frozenset[int]:
        """The positions of tasks that are shown a second time."""
        ending = (i for i, name in enumerate(self._names) if name.endswith(REPEAT))
        found = (position for number in ending for position in self.members(number))
        # A question of somebody's own may be called so; ids of items never are.
        return frozenset(position for position in found if self[position].task_id.endswith(REPEAT))

    @property
    def clusters(self) -> int:
        """How many clusters there are."""
        return len(self._names)

    def number(self, position: int) -> int:
        """Which cluster a task is of, from 0 in this order."""
        return self._cluster[position]

    def name(self, position: int) -> str:
        """The name of a task's cluster."""
        return self._names[self._cluster[position]]

    def cluster(self, position: int) -> Sequence[int]:
        """The positions of all tasks in the same cluster, in order."""
        return self.members(self._cluster[position])

    def members(self, number: int) -> Sequence[int]:
        """The positions of all tasks of a cluster, by its number."""
        return self._members[self._starts[number] : self._starts[number + 1]]

    def position(self, cluster: str) -> int | None:
        """Where a cluster begins, by its name."""
        return self.members(self._names.index(cluster))[0] if cluster in self._names else None
