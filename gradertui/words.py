"""Content words: what a text says, without the grammar; to see what an answer took and what it added. Pure.

A word is lower case, without accents, letters only; it carries content if it has four letters and is no stop word. So
the third of the documents measures how much of a text comes from another. Letters that folding does not bring to a–z
are letters too: a word of another script is a word.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

LEAST = 4
"""Letters of a content word."""

_ACCENTS = re.compile("[\u0300-\u036f]+")
_WORD = re.compile("(?:[^\\W\\d_][\u0300-\u036f]*)+")
_LONG = re.compile(rf"[^\W\d_]{{{LEAST},}}")

# Shorter ones need not be here. Auxiliary verbs are grammar; verbs that say something, such as "tener", are not.
_SPANISH = """
    algo alguien algun alguna algunas alguno algunos ambas ambos ante antes apenas aquel aquella aquellas aquello
    aquellos aqui asimismo aunque bajo bastante bien cada casi como conmigo consigo
    contigo contra cosa cosas cual cuales cualquier cualquiera cuando cuanta cuantas cuanto cuantos cuya cuyas cuyo
    cuyos deben debe demas demasiado dentro desde despues donde durante ella ellas ello ellos embargo encima entonces
    entre eran eras eres esas esos esta estaba estaban estado estamos estan estar estara estaran estas este esto estos
    estoy estuvo estuvieron fuera fueran fueron fuese fuesen habia habian habra habran haber habiendo hace hacen hacia
    haya hayan hasta hemos hubiera hubieran hubo incluso jamas junto luego mediante menos mientras misma mismas mismo
    mismos mucha muchas mucho muchos nada nadie ninguna ningunas ninguno ningunos ningun nosotras nosotros nuestra
    nuestras nuestro nuestros nunca otra otras otro otros para pero poca pocas poco pocos porque podria podrian pueda
    puedan puede pueden pues quien quienes quiza quizas salvo segun seran seria serian siempre siendo sido sino sobre
    solamente solo somos sean suya suyas suyo suyos tambien tampoco tanta tantas tanto tantos tales toda todas todavia
    todo todos tras tuya tuyas tuyo tuyos unas unos usted ustedes vosotras vosotros vuestra vuestras vuestro vuestros
    ademas
"""
_ENGLISH = """
    about above across after again against almost along already also although always among another anybody anyone
    anything around because been before behind being below beneath beside besides between beyond both cannot could
    does doing done down during each either else enough even ever every everybody everyone everything from further
    hadn have haven having hence hers herself himself however instead into itself just least less like many
    might more most much must myself neither never nevertheless nobody none nothing once only other others ought ours
    ourselves over perhaps quite rather same several shall should since some somebody someone something such than
    that their theirs them themselves then there therefore these they this those though through thus together
    towards under unless until upon very were what whatever when whenever where whereas whether which while whom whose
    will with within without would your yours yourself yourselves
"""
STOP_WORDS = frozenset(f"{_SPANISH} {_ENGLISH}".split())


def folded(text: str) -> str:
    """Lower case, accents away.

    Examples:
        >>> folded("CAÑÓN")
        'canon'
    """
    lower = text.lower()
    return lower if lower.isascii() else _ACCENTS.sub("", unicodedata.normalize("NFD", lower))


def _carries(word: str) -> bool:
    return len(word) >= LEAST and word not in STOP_WORDS


def content_words(text: str) -> frozenset[str]:
    """All content words of a text, folded.

    Examples:
        >>> sorted(content_words("El método de Winkler, según la nota 3: ¿es fiable?"))
        ['fiable', 'metodo', 'nota', 'winkler']
    """
    return frozenset(_LONG.findall(folded(text))) - STOP_WORDS


def spans(text: str) -> Iterator[tuple[int, int, str]]:
    """Where the content words of a text begin and end, and what they are when folded.

    Examples:
        >>> list(spans("su método"))
        [(3, 9, 'metodo')]
    """
    for found in _WORD.finditer(text):
        word = folded(found[0])
        if _carries(word):
            yield *found.span(), word
