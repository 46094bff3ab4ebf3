"""Short opaque names made from content: the same content has the same name on every machine.

No counters and no clock. A name tells nothing of what it was made from (promise 3).
"""

from __future__ import annotations

from hashlib import blake2b

from gradertui.model import Item, Question

BASE32 = "abcdefghijklmnopqrstuvwxyz234567"
LETTERS = (BASE32 * 8).encode()
"""A byte to the letter of its last five bits."""


def short(*texts: str, length: int = 8) -> str:
    """Make a name for texts in their order.

    Args:
        texts: One or more; the last may be long.
        length: Characters of the name, at most 12: five bits of each byte of a blake2b, in lower-case base32.
    """
    return _name(ascii(texts[:-1]), texts[-1])[:length]


def item_identity(item: Item, question: Question | None = None) -> str:
    """Name an item by its fields and its texts, in twelve characters.

    Args:
        item: The item; the id it carries does not count.
        question: What was asked, where a question belongs to the item.
    """
    asked = short(question.text if question else "", length=12)
    arm = (item.question_id, item.system, item.template, item.variant)
    return identity_of(arm, item.replicate, asked, item.text)


def identity_of(arm: tuple[str, str, str, str], replicate: int, asked: str, text: str) -> str:
    """Do the same from the fields themselves: an import keeps the name of a question's text, not the text."""
    return _name(ascii((*arm, replicate, asked)), text)


def veiled(name: str, seed: int) -> str:
    """Rename an item: whoever has the file of answers can make its name again, and would know whose answer it is.

    Args:
        name: of the item.
        seed: of the session.
    """
    key = blake2b(f"items {seed}".encode(), digest_size=32).digest()
    return blake2b(encoded(name), digest_size=12, key=key).digest().translate(LETTERS).decode()


def encoded(text: str) -> bytes:
    """The bytes of a text; half a surrogate pair, which only an escape in JSON can write, is passed."""
    try:
        return text.encode()  # four times as fast as with "surrogatepass"
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def _name(fields: str, text: str) -> str:
    """Twelve characters, quickly: this is called for every one of 100,000 answers."""
    # A tuple in ASCII ends where it ends, so that what follows it cannot be taken for a part of it.
    return blake2b(encoded(fields + text), digest_size=12).digest().translate(LETTERS).decode()
