"""Names found in a text and masked, and gendered twins made one word: what a blind grader reads instead.

Pure text in, text out. Which names there are and which twins are neutralised is the plan's; what still tells the
variants apart after masking is `audit.py`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, takewhile
from typing import NamedTuple

from gradertui.model import Plan

MAKERS = (
    "ChatGPT", "GPT", "GPT-2", "GPT-3", "GPT-3.5", "GPT-4", "GPT-4o", "GPT-4.1", "GPT-5", "OpenAI", "Claude",
    "Anthropic", "Gemini", "Google Bard", "Google AI", "DeepMind", "Google DeepMind", "Llama 2", "Llama 3", "Llama 4",
    "Meta AI", "Mistral", "Mistral AI", "Mixtral", "Qwen", "Alibaba Cloud", "DeepSeek", "Grok", "xAI", "Copilot",
    "Bing Chat", "Cohere", "Vicuna", "Kimi", "Moonshot AI", "Hugging Face", "EleutherAI",
)  # fmt: skip
"""Models and makers by names that are seldom anything else: bare "Llama" is a Spanish verb, and "Meta" a goal."""

# Inside a word these do not end it: combining marks are folded away, and these are invisible to a reader.
_INVISIBLE = frozenset("\u00ad\u200b\u200c\u200d\u2060\ufeff")
_BROKEN = re.compile(r"[-\u00ad\u2010\u2011][ \t]*\r?\n[ \t]*")
"""A word divided at the end of a line."""
_WORD = re.compile(r"[^\W\d_]+")
_BETWEEN = r"[\W_]+"
"""What may stand between the words of a name: blanks of any kind, a hyphen, a line end."""


def folded_with_places(text: str, *, joined: bool = False) -> tuple[str, list[int]]:
    """Fold case, accents and forms away, keeping for each character where in the text it comes from.

    Args:
        text: composed or decomposed.
        joined: whether words divided at the end of a line are read as one.

    Returns:
        The folded text, and as many places plus one, the length of the text, for the end.
    """
    folded: list[str] = []
    places: list[int] = []
    skipped = {i for found in _BROKEN.finditer(text) for i in range(*found.span())} if joined else ()
    for place, character in enumerate(text):
        if place in skipped or character in _INVISIBLE:
            continue
        for base in _bases(character):
            folded.append(base)
            places.append(place)
    return "".join(folded), [*places, len(text)]


@lru_cache(4096)
def _bases(character: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", character).casefold() if not unicodedata.combining(c))


@lru_cache(64)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str] | None:
    parts = {tuple(re.findall(r"[^\W_]+", folded_with_places(name)[0])) for name in names}
    longest_first = sorted((words for words in parts if words), key=lambda words: -len("".join(words)))
    if not longest_first:
        return None
    either = "|".join(_BETWEEN.join(map(re.escape, words)) for words in longest_first)
    # A letter before or after makes it part of a longer word; a digit or an underscore does not.
    return re.compile(rf"(?<![^\W\d_])(?:{either})(?![^\W\d_])")


def found(text: str, names: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Find names as whole words, whatever their case, accents and form.

    Args:
        text: to search.
        names: of one word or several.

    Yields:
        Start and end of each in the text, in order.
    """
    pattern = _pattern(tuple(names))
    if pattern is None:
        return
    reached = 0
    ways = (False, True) if _BROKEN.search(text) else (False,)
    for start, end in sorted({span for joined in ways for span in _spans(text, pattern, joined)}):
        if start >= reached:
            yield start, end
            reached = end


def _spans(text: str, pattern: re.Pattern[str], joined: bool) -> Iterator[tuple[int, int]]:
    folded, places = folded_with_places(text, joined=joined)
    for hit in pattern.finditer(folded):
        last = places[hit.end() - 1]
        yield places[hit.start()], last + _length(text, last)


def _length(text: str, place: int) -> int:
    """How many characters the one at a place takes with the marks that belong to it."""
    end = place + 1
    while end < len(text) and (unicodedata.combining(text[end]) or text[end] in _INVISIBLE):
        end += 1
    return end - place


def masked(text: str, names: Iterable[str], word: str) -> str:
    """Put a word in the place of names.

    Args:
        text: any.
        names: variants and their aliases.
        word: what stands in their place, such as "[compañero]".

    Examples:
        >>> masked("LUCIA's notes; Lucía, Luciana", ["Lucía"], "[she]")
        "[she]'s notes; [she], Luciana"
    """
    return _replaced(text, ((start, end, word) for start, end in found(text, names)))


def _replaced(text: str, spans: Iterable[tuple[int, int, str]]) -> str:
    pieces: list[str] = []
    done = 0
    for start, end, word in spans:
        pieces += [text[done:start], word]
        done = end
    return "".join([*pieces, text[done:]])


def neutralised(text: str, twins: Sequence[tuple[str, str]]) -> str:
    """Make gendered twins one word: what they share, and a dot.

    Args:
        text: any.
        twins: pairs of words of which one goes with one variant.

    Examples:
        >>> neutralised("Está frustrada; ÉL, frustrado.", [("frustrada", "frustrado"), ("ella", "él")])
        'Está frustrad·; el·, frustrad·.'
    """
    if not twins:
        return text
    # With its accents, unlike names: él is a twin of ella, and the article el is not.
    stems = {accented(word): _stem(pair) for pair in twins for word in pair}
    words = ((start, end, stems.get(accented(text[start:end]))) for start, end in _spans(text, _WORD, False))
    return _replaced(text, ((start, end, stem) for start, end, stem in words if stem))


@lru_cache(1 << 14)
def accented(word: str) -> str:
    """Fold case and form, and keep accents.

    Examples:
        >>> accented("E\u0301L")
        'él'
    """
    shown = word if word.isascii() else "".join(c for c in word if c not in _INVISIBLE)
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", shown).casefold())


def _stem(pair: tuple[str, str]) -> str:
    one, other = (folded_with_places(word)[0] for word in pair)
    shared = "".join(a for a, _b in takewhile(lambda two: two[0] == two[1], zip(one, other, strict=False)))
    return (shared if len(shared) > 1 else "") + "·"


class Mask(NamedTuple):
    """What a blind grader reads in the place of what a text says."""

    names: tuple[str, ...]
    """Arms and their aliases; in preference models and makers too."""
    word: str
    twins: tuple[tuple[str, str], ...]

    @classmethod
    def planned(cls, plan: Plan, arms: Iterable[str]) -> Mask:
        """The mask of a session."""
        aliases = chain.from_iterable(plan.aliases.values())
        # A system called by one letter would hide a word of the text; a variant is a name.
        names = [arm for arm in arms if plan.mode == "tone" or len(arm) > 1]
        return cls(tuple(dict.fromkeys((*names, *aliases, *plan.masked))), plan.mask, plan.neutralised)

    def over(self, text: str) -> str:
        """A text as it is shown blind."""
        return neutralised(masked(text, self.names, self.word), self.twins)
