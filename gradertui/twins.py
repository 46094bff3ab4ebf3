"""Gendered twins: which two words differ only in whose they are, in two notes or in one vocabulary.

Pure words in, pairs out; which of them tell the variants apart, and in which cards, is `audit.py`, and how they are
made one word is `masking.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from difflib import SequenceMatcher

Pair = tuple[str, str]

_TABLE = """
    ella él, ellas ellos, mujer hombre, mujeres hombres, madre padre, mamá papá, actriz actor, reina rey, jefa jefe,
    jefas jefes, alumna alumno, niña niño, chica chico, doña don, sra sr, dra dr,
    she he, her his, her him, hers his, herself himself, mrs mr, ms mr, miss mr, madam sir, ma'am sir, girl boy,
    girls boys, woman man, women men, daughter son, daughters sons, mother father, mom dad, mum dad, sister brother,
    sisters brothers, wife husband, girlfriend boyfriend, lady gentleman, ladies gentlemen, female male,
    females males, actress actor, waitress waiter, queen king, aunt uncle, niece nephew, heroine hero,
    businesswoman businessman, chairwoman chairman, spokeswoman spokesman, saleswoman salesman
"""
_KNOWN = [(one, other) for one, other in (pair.split() for pair in _TABLE.split(","))]
_ENDINGS = (
    ("a", "o"), ("as", "os"), ("ora", "or"), ("oras", "ores"), ("ona", "ón"), ("onas", "ones"), ("esa", "és"),
    ("esas", "eses"), ("ana", "án"), ("anas", "anes"), ("ina", "ín"), ("inas", "ines"),
)  # fmt: skip
_STEM = 3
"""Letters that the two must share before the ending: una and uno, la and lo go with things."""
_OF_THINGS = frozenset(
    "otra otras esta estas está toda todas mucha muchas poca pocas nuestra nuestras vuestra vuestras aquella aquellas "
    "tanta tantas cuanta cuantas cuánta cuántas alguna algunas ninguna suya suyas tuya tuyas".split()
)
"""Words with an ending that go with whatever is spoken of, so that they say nothing of a person."""


def gendered(vocabulary: Collection[str]) -> list[Pair]:
    """Pairs of words, both in a vocabulary, that differ only in their gender.

    Args:
        vocabulary: words in lower case, with their accents.

    Returns:
        The feminine and the masculine word of each.

    Examples:
        >>> gendered({"él", "ella", "lista", "listo", "profesora", "profesor", "otra", "otro", "casa"})
        [('ella', 'él'), ('lista', 'listo'), ('profesora', 'profesor')]
    """
    known = [pair for pair in _KNOWN if pair[0] in vocabulary and pair[1] in vocabulary]
    ended = ((word, other) for word in sorted(vocabulary) for other in _others(word) if other in vocabulary)
    return list(dict.fromkeys([*known, *ended]))


def _others(word: str) -> Iterator[str]:
    """What the masculine of a word could be."""
    if word in _OF_THINGS:
        return
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _STEM:
            yield word[: -len(ending)] + instead


def aligned(one: Sequence[str], other: Sequence[str]) -> Iterator[Pair]:
    """Words that stand in each other's place in two notes written alike.

    Args:
        one: the words of a note.
        other: those of the same note for somebody else.

    Examples:
        >>> list(aligned("she is tired of her work".split(), "he is tired of his work".split()))
        [('she', 'he'), ('her', 'his')]
    """
    if len(one) == len(other) and 2 * sum(a == b for a, b in zip(one, other, strict=True)) >= len(one):
        yield from ((a, b) for a, b in zip(one, other, strict=True) if a != b)
        return
    for kind, start, end, begin, stop in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if kind == "replace" and end - start == stop - begin:
            yield from zip(one[start:end], other[begin:stop], strict=True)
