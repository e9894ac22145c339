"""Printed text made comparable: fractions, accents, words, stems, numbers.

Everything here is the same for documents and for questions, so that a word or a number
typed by an engineer meets the one a report prints.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

_FRACTIONS = {
    "½": "1/2", "¼": "1/4", "¾": "3/4", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8",
}  # fmt: skip
_DASHES = "‐‑‒–—−"
_DOUBLE_PRIMES = "”“″‟"

# Letters that Unicode does not decompose into a base letter and an accent.
_LETTERS = str.maketrans(
    {"ø": "o", "Ø": "O", "æ": "ae", "Æ": "AE", "đ": "d", "Đ": "D", "ł": "l", "Ł": "L", "ı": "i"}
)
_MARKS = str.maketrans(
    dict.fromkeys(_DASHES, "-")
    | dict.fromkeys(_DOUBLE_PRIMES, '"')
    | {"’": "'", "′": "'", "\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u2044": "/"}
    | {"º": "°", "˚": "°"}
)
_FRACTION = re.compile(rf"(\d?)[ -]?([{''.join(_FRACTIONS)}])")

_OPEN_QUOTES = {
    mark: re.compile(rf"(?:^|[\s(\[=:,]){mark}(?=\S|$)[^{mark}]*$") for mark in ("'", '"')
}

_IRREGULAR_PLURALS = {"analyses": "analysis", "axes": "axis", "indices": "index", "feet": "foot"}
# Words of the trade that end in "s" without being plurals.
_NO_PLURALS = frozenset({"gas", "loss", "less", "press", "gross", "series"})
# Words whose ending is none: "casing" is no form of "case", "string" none of "str".
_WHOLE_WORDS = frozenset({"casing", "string", "tubing", "spring", "bearing", "during", "thing"})

THOUSAND_GROUPS = r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?(?![0-9])"
NUMBER = rf"(?:{THOUSAND_GROUPS}|[0-9]{{1,3}}(?:\.[0-9]{{3}})+,[0-9]+|[0-9]+(?:[.,][0-9]+)?)"
"""A printed number: 12, 1.83, 1,83, 10,300, 10,300.5, 10.300,5."""
# A number that groups thousands starts with no zero, unless it does so twice.
_COMMA_GROUPS = re.compile(r"[1-9][0-9]{0,2}(?:,[0-9]{3})+|0[0-9]{0,2}(?:,[0-9]{3}){2,}")
_POINT_GROUPS = re.compile(r"[1-9][0-9]{0,2}(?:\.[0-9]{3})+")
_LONE_NUMBER = re.compile(r"(?<![\w.,/-])[0-9]+(?:[.,][0-9]+)*(?![\w/-]|[.,][0-9])")
_COMMA_DECIMALS = re.compile(r"[0-9.]+,(?:[0-9]{1,2}|[0-9]{4,})")


def plain_marks(text: str) -> str:
    """The text with typeset fractions, dashes, primes and quotes as a typewriter has them.

    `9⅝”` becomes `9 5/8"`, `17-½` becomes `17 1/2`. Letters are left alone.
    """
    if text.isascii():
        return text
    text = text.translate(_MARKS)
    return _FRACTION.sub(
        lambda match: f"{match[1]}{' ' if match[1] else ''}{_FRACTIONS[match[2]]}", text
    )


def squeezed(text: str) -> str:
    """The text with single blanks, without line breaks."""
    return " ".join(text.split())


def opens_quotation(before: str, mark: str) -> bool:
    """Whether a quotation is open at the end of a text, so that the next `mark` closes it.

    mark: ' or ", which behind a number may also mean feet or inches.
    """
    return _OPEN_QUOTES[mark].search(before) is not None


def fold(text: str) -> str:
    """Lower case without accents: "Brønn Å" -> "bronn a". Other scripts keep their letters."""
    if text.isascii():
        return text.lower()
    spread = unicodedata.normalize("NFKD", text.translate(_LETTERS)).casefold()
    kept = (letter for letter in spread if not unicodedata.combining(letter))
    return unicodedata.normalize("NFC", "".join(kept))


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The word without an English plural, -ing, -ed or silent e; short words stay.

    "logs" and "logging" meet in "log", "located" and "locate" in "locat"; "casing" stays
    apart from "case". A light stem: "location" keeps its ending, and so do other languages'
    words that are not spelt like English ones, but for Russian ones, which lose those of nouns
    and adjectives. Not idempotent: stem printed words only.
    """
    if _CYRILLIC[0] <= word[-1:] <= _CYRILLIC[1]:
        return _RUSSIAN_ENDING.sub("", word)
    word = _singular(word)
    if word in _WHOLE_WORDS or not word.isalpha():
        return word
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) >= len(ending) + 3 and not word.endswith("eed"):
            word = word[: -len(ending)]
            doubled = word[-1] == word[-2] and word[-1] not in "lsz"  # logg-ing, but pull-ing
            if doubled or not _SHORT_ROOT.fullmatch(word):
                return word[:-1] if doubled else _without_e(word)
            return word + "e"  # cor-ed, siz-ing
    return _without_e(word)


_CYRILLIC = "\u0400", "\u04ff"
# Behind a root of three letters; folded, as the words are.
_RUSSIAN_ENDING = re.compile(
    r"(?<=[^\W\d_]{3})(?:иями|ями|ами|ыми|ими|ого|его|ому|ему|ая|яя|ое|ее|ои|еи|ии|ыи|ые|ие|ых|их"
    r"|ым|им|ом|ем|ую|юю|ах|ях|ов|ев|ам|ям|ия|ию|[аяоеыиуюь])$"
)


# Porter's condition for a root that has lost an "e": consonant, vowel, consonant.
_SHORT_ROOT = re.compile("[^aeiou][aeiou][^aeiouwxy]")


def _without_e(word: str) -> str:
    return word[:-1] if len(word) > 4 and word.endswith("e") else word


def _singular(word: str) -> str:
    if word in _IRREGULAR_PLURALS:
        return _IRREGULAR_PLURALS[word]
    if len(word) < 4 or word in _NO_PLURALS or word.endswith(("ss", "us", "is", "as")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("xes", "ches", "shes", "sses")):
        return word[:-2]
    return word[:-1] if word.endswith("s") else word


_WORD = re.compile(r"[^\W_]+")


def plain_words(text: str) -> tuple[str, ...]:
    """Folded words and digits as printed, in order: "Top of Cements" -> ("top", "of", "cements")."""
    return tuple(_WORD.findall(fold(plain_marks(text))))


def words(text: str) -> tuple[str, ...]:
    """Folded, stemmed words and digits, in order: "Cemented Tops" -> ("cement", "top")."""
    return tuple(map(stem, plain_words(text)))


def plain_number(printed: str, *, decimal_comma: bool = False) -> str:
    """A printed number as a plain decimal: 10,300 -> 10300; 1,80 -> 1.8; 012.0 -> 12.

    A comma before exactly three digits groups thousands, unless a zero stands before it;
    every other single comma is a decimal comma. decimal_comma: whether the text around has
    decimal commas, so that points group thousands. `printed` matches NUMBER in full.
    """
    if decimal_comma and "," not in printed and _POINT_GROUPS.fullmatch(printed):
        printed = printed.replace(".", "")
    elif "," in printed and "." in printed:
        thousands = "," if printed.rindex(".") > printed.rindex(",") else "."
        printed = printed.replace(thousands, "")
    elif not decimal_comma and _COMMA_GROUPS.fullmatch(printed):
        printed = printed.replace(",", "")
    whole, _, decimals = printed.replace(",", ".").partition(".")
    whole = whole.lstrip("0") or "0"
    decimals = decimals.rstrip("0")
    return f"{whole}.{decimals}" if decimals else whole


def lone_numbers(texts: Iterable[str]) -> list[str]:
    """The numbers of cells that are no parts of ranges, dates, fractions and codes, as printed."""
    return [number for text in texts for number in _LONE_NUMBER.findall(text)]


def prints_decimal_commas(texts: Iterable[str]) -> bool:
    """Whether the cells of a table have decimal commas, so that its points group thousands.

    One number must show it ("53,5") and none the contrary ("53.5").
    """
    printed = lone_numbers(texts)
    wholes = (number.partition(",")[0] for number in printed if "." in number)
    return any(map(_COMMA_DECIMALS.fullmatch, printed)) and all(
        map(_POINT_GROUPS.fullmatch, wholes)
    )
