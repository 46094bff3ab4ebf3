"""What keyboards without Latin letters send, by place: the key that says R on a Latin keyboard does here what R does.

Data: the first level of the layouts of xkb (`/usr/share/X11/xkb/symbols`, xkeyboard-config 2.35), whose names these
are; the Korean one is of KS X 5002, which xkb leaves to the input method. A test asks libxkbcommon for every row of
xkb. A Latin character means itself and is not looked for here; digits are the exception, where they need Shift.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import NamedTuple

LETTERS = "qwertyuiopasdfghjklzxcvbnm"
DIGITS = "1234567890"


class Keyboard(NamedTuple):
    """What one keyboard sends."""

    letters: str = ""
    """In the places of `LETTERS`."""
    others: str = ""
    """On keys that have no letter in Latin: there they do nothing."""
    digits: str = ""
    """In the places of `DIGITS`, where they are no digits."""


KEYBOARDS: Mapping[str, Keyboard] = {
    "us": Keyboard(),  # for those who want no other to be looked for
    "ru": Keyboard("йцукенгшщзфывапролдячсмить", "хъжэёбю"),
    "ua": Keyboard("йцукенгшщзфівапролдячсмить", "хїжєґбю"),
    "by": Keyboard("йцукенгшўзфывапролдячсміть", "хжэёбю"),
    "bg": Keyboard(",уеишщксдзьяаожгтнвюйъэфхп", "цмчрлбѝ"),
    "bg(phonetic)": Keyboard("явертъуиопасдфгхйклзьцжбнм", "шщчюѝ"),
    "bg(bas_phonetic)": Keyboard("чшертъуиопасдфгхйклзжцвбнм", "ящюьѝ"),
    "rs": Keyboard("љњертзуиопасдфгхјклжџцвбнм", "шђчћ"),
    "mk": Keyboard("љњертѕуиопасдфгхјклзџцвбнм", "шѓчќж"),
    "gr": Keyboard(";ςερτυθιοπασδφγηξκλζχψωβνμ"),
    "il": Keyboard("/'קראטוןםפשדגכעיחלךזסבהנמצ", "ףתץ"),
    "ara": Keyboard("ضصثقفغعهخحشسيبلاتنمئءؤرﻻىة", "جدكطذوزظ"),
    "ir": Keyboard("ضصثقفغعهخحشسیبلاتنمظطزرذدپ", "جچکگو"),
    "pk": Keyboard("قوعرتےءیہپاسدفگحجکلزشچطبنم"),
    "in": Keyboard("ौैाीूबहगदजोे्िुपरकतॆंमनवलस", "डचटय"),
    "th": Keyboard("ๆไำพะัีรนยฟหกดเ้่าสผปแอิืท", "บลวงฃมใฝขช"),
    "ge": Keyboard("ქწერტყუიოპასდფგჰჯკლზხცვბნმ"),
    "am": Keyboard("ճփբսմուկըթջվգեանիտհժդչյզլք", "ծցպրխշռէղ"),
    "am(phonetic)": Keyboard("քոերտըւիօպասդֆգհյկլզղցվբնմ", "խծշժ"),
    "kr": Keyboard("ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡ"),
    "jp(kana)": Keyboard("タテイスカンナニラセチトシハキクマノリツサソヒコミモ", "レケムネルメホヘ"),
    "fr": Keyboard(digits="&é\"'(-è_çà"),
    "be": Keyboard(digits="&é\"'(§è!çà"),
    "cz": Keyboard(digits="+ěščřžýáíé"),
    "sk": Keyboard(digits="+ľščťžýáíé"),
}
"""By name; of several that send a character the first is taken, and the others can say against it."""


def places(character: str, declared: Sequence[str] = ()) -> dict[str, str]:
    """Which Latin keys are in the places where keyboards have a character.

    Args:
        character: in lower case.
        declared: the keyboards that a person says they have; any otherwise.

    Returns:
        Keyboard to Latin key, "" for a key that has no letter in Latin; in order.

    Examples:
        >>> places("к")["ru"], places("ф", ["ru", "bg"]), places("３"), places("ｒ"), places("r"), places("ж", ["ru"])
        ('r', {'ru': 'a', 'bg': 'b'}, {'': '3'}, {'': 'r'}, {}, {'ru': ''})
    """
    if digit := _digit(character):
        return {"": digit}
    if "\uff01" <= character <= "\uffee" and (wide := unicodedata.normalize("NFKC", character)) != character:
        return {"": wide.lower()} if wide.isascii() else places(wide, declared)
    found = ((name, _place(character, KEYBOARDS[name])) for name in declared or KEYBOARDS)
    return {name: key for name, key in found if key is not None}


def _digit(character: str) -> str:
    """The digit that a character is in another script: ٣, ۳, ३, ３."""
    value = unicodedata.decimal(character, None) if len(character) == 1 and not character.isascii() else None
    return "" if value is None else str(value)


def _place(character: str, keyboard: Keyboard) -> str | None:
    if character in keyboard.digits:
        return DIGITS[keyboard.digits.index(character)]
    if character.isascii():
        return None
    if character in keyboard.letters:
        return LETTERS[keyboard.letters.index(character)]
    return "" if character in keyboard.others else None
