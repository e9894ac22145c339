"""Well names in Chinese and Russian reports."""

from __future__ import annotations

import re
from collections.abc import Iterator

from relatab.domain.wells.names import WellName, is_numbered_thing

# Characters that belong to the sentence before a name, or to things that are numbered too.
_NO_NAME = (
    "在于位对的和与及为了从到由至该本第各口共表图如见等井号名段层组章节页附序年月日时样方案孔次"
    "块站线度径压级开"
)
_HAN = r"[\u4e00-\u9fff]"
_CHINESE = re.compile(
    rf"(?P<word>井[号名]\s?[:：]?\s?)?(?:(?<![^\W_])|(?<=[{_NO_NAME}]))"
    rf"(?P<name>(?:(?![{_NO_NAME}]){_HAN}){{1,4}}|[A-Z]{{1,4}})"
    r"\s?(?P<dash>-?)(?P<number>[0-9]{1,4}(?:-[0-9]{1,3}){0,3})(?P<suffix>[A-Z]{1,2}[0-9]?)?"
    r"(?P<after>\s?井(?![段深口底筒径眼斜温壁架控场距网区次]))?(?![0-9A-Za-z./%-])"
)
_THINGS = frozenset(
    [
        "套管",
        "油管",
        "钻杆",
        "钻头",
        "尾管",
        "水泥",
        "水泥浆",
        "泥浆",
        "钻井液",
        "岩心",
        "试验",
        "公式",
        "地震",
    ]
)
_SEVERAL_NUMBERS = 2

_AREA = r"[А-ЯЁ][а-яё]{3,}(?:-[А-ЯЁ][а-яё]+)?|[А-ЯЁ]{4,}"
_RUSSIAN = re.compile(
    r"(?:(?P<word>(?i:\bскв(?:ажин[аыеу])?)\b[\s.:-]*)|(?i:\bwell)\s|\b(?=[А-ЯЁ]))"
    rf"(?:(?P<area>{_AREA})[\s-]{{1,2}})?(?:(?:№|No\.?|N)\s?)?"
    r"(?P<number>[0-9]{1,5})(?:[\s-]?(?P<suffix>[РПГБД]{1,2}|P|(?i:бис)))?"
    r"(?![^\W_]|[.,/-][0-9]|\s?(?:м|мм|см|г|год[ау]?|ат|атм|МПа|суток|шт)\b|\s?%)"
    rf"(?:\s(?:площад[ьи]|пл\.|месторождени[ея])\s(?P<of_area>{_AREA}))?"
)
_LATIN = str.maketrans(
    dict(zip("АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ",
             ["A", "B", "V", "G", "D", "E", "E", "ZH", "Z", "I", "Y", "K", "L", "M", "N", "O", "P",
              "R", "S", "T", "U", "F", "KH", "TS", "CH", "SH", "SHCH", "", "Y", "", "E", "YU", "YA"],
             strict=True))
)  # fmt: skip


def chinese(text: str) -> Iterator[WellName]:
    """苏6-10-3, 塔中4井, 井号: 大庆-12, YJ1-3H井: names of one to four characters or letters.

    One of these must vouch for a well: the character 井 behind it, "well number" before it,
    a dash behind two characters, or several numbers. Letters need one of the first two.
    """
    for match in _CHINESE.finditer(text):
        name, numbers = match["name"], match["number"].split("-")
        if name.isascii() and not _is_code(match):
            continue
        told = match["word"] or match["after"]
        shaped = (len(name) > 1 and match["dash"]) or len(numbers) > _SEVERAL_NUMBERS
        if name in _THINGS or not (told or (shaped and not name.isascii())):
            continue
        number = "-".join(str(int(each)) for each in numbers)
        start, end = match.start("name"), match.end()
        yield WellName(f"{name}{number}{match['suffix'] or ''}", text[start:end], start, end)


def _is_code(match: re.Match[str]) -> bool:
    """Whether letters before a number may be a well's: two at least, joined to it."""
    joined = match.end("name") == match.start("number")
    return joined and len(match["name"]) > 1 and not is_numbered_thing(match["name"])


def russian(text: str) -> Iterator[WellName]:
    """скв. 1234, скважина №12-Р площади Северная, Северная-12Р, well 12-Р.

    A word for a well vouches for a number, or the letters behind it and an area or such a word in
    another language: Р and П say that the well was drilled to appraise or to explore; a Latin P is
    read as Р.
    """
    for match in _RUSSIAN.finditer(text):
        cyrillic = match["suffix"] and not match["suffix"].isascii()
        if not (
            match["word"] or cyrillic or (match["area"] and match.start("area") > match.start())
        ):
            continue
        area = (match["area"] or match["of_area"] or "СКВ").upper()
        suffix = (match["suffix"] or "").upper().replace("P", "Р")
        start = match.start("area") if match["area"] else match.start()
        end = max(match.end("number"), match.end("suffix"))
        yield WellName(f"{area}-{int(match['number'])}{suffix}", text[start:end], start, end)


def in_latin(name: str) -> str:
    """A Russian well's name, in capitals, as English texts spell it: СЕВЕРНАЯ-12Р is SEVERNAYA-12R."""
    return name.translate(_LATIN)
