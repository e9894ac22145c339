"""The tokens of a page's content, found by one regular expression.

pdfminer's own parser looks at content piece by piece, which takes a third of a page's time.
Syntax: ISO 32000-1, 7.2, 7.3, 7.8.2 and 8.9.7; where content breaks it, tokens end as pdfminer
ends them ("1.2.3" is 1.2 and .3).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from pdfminer.pdftypes import PDFStream, resolve1
from pdfminer.psparser import KWD, LIT, PSLiteral

TOKEN = re.compile(
    rb"""[\x00\t\n\f\r ]*(?:%[^\r\n]*[\x00\t\n\f\r ]*)*
    (?: (?P<real>   [+-]?(?:\d+\.\d*|\.\d+) )
      | (?P<whole>  [+-]?\d+ )
      | (?P<plain>  \([^()\\]*\) )
      | (?P<word>   [A-Za-z][^\x00\t\n\f\r #/%\[\]()<>{}]* )
      | (?P<name>   /[^\x00\t\n\f\r /%\[\]()<>{}]* )
      | (?P<mark>   <<|>>|[\[\]] )
      | (?P<hex>    <[^>]*>? )
      | (?P<string> \( )
      | (?P<other>  [^\x00\t\n\f\r ] )
    )""",
    re.VERBOSE,
)
IN_STRING = re.compile(rb"[()]|\\(?:\r\n|[\s\S]|\Z)")
ESCAPE = re.compile(rb"\\([0-7]{1,3}|\r\n|[\s\S]|\Z)")
ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
LINE_ENDS = frozenset({b"\r\n", b"\r", b"\n"})
LONGEST_WHOLE = 18  # digits; Python refuses to read thousands of them as a whole number
NO_HEX = re.compile(rb"[^0-9A-Fa-f]")
NAME_CODE = re.compile(rb"#([0-9A-Fa-f]{2})")
IMAGE_END = re.compile(rb"\sEI(?=[\x00\t\n\f\r /\[(<]|\Z)")
CONSTANTS = {b"true": True, b"false": False}


def content_tokens(content: bytes) -> Iterator[Any]:
    """Operands and operators (`PSKeyword`) in their order; arrays and dictionaries whole.

    An inline image comes as its stream with the operator EI. Any bytes can be read; what
    makes no sense is left out.
    """
    place = 0
    open_marks: list[tuple[bytes, list[Any]]] = []  # arrays and dictionaries begun
    while match := TOKEN.match(content, place):
        place = match.end()
        kind = match.lastgroup
        text = match[kind or 0]
        item: Any
        if kind == "whole":
            item = int(text) if len(text) <= LONGEST_WHOLE else float(text)
        elif kind == "real":
            item = float(text)
        elif kind == "plain":
            item = text[1:-1]
        elif kind == "mark":
            item = _collected(text, open_marks)
            if item is None:
                continue
        elif kind == "string":
            place, item = _string(content, place)
        elif text == b"BI":
            place, item = _inline_image(content, place)
            if item is None:
                continue
            yield item
            item = KWD(b"EI")
        else:
            item = _plain_token(kind, text)
            if item is None:
                continue
        if open_marks:
            open_marks[-1][1].append(item)
        else:
            yield item


def _plain_token(kind: str | None, text: bytes) -> Any:
    """A name, hexadecimal string, constant or operator; None for a stray sign."""
    if kind == "word":
        return CONSTANTS[text] if text in CONSTANTS else KWD(text)
    if kind == "name":
        return _name(text)
    if kind == "hex":
        digits = NO_HEX.sub(b"", text).decode("ascii")
        return bytes.fromhex(digits + "0" * (len(digits) % 2))
    return None if text in b"+-." else KWD(text)


def _collected(mark: bytes, open_marks: list[tuple[bytes, list[Any]]]) -> Any:
    """The array or dictionary that a mark ends; None where it begins one or ends none."""
    if mark in (b"[", b"<<"):
        open_marks.append((mark, []))
        return None
    if not open_marks:
        return None
    begun, items = open_marks.pop()
    return items if begun == b"[" else _dictionary(items)


def _dictionary(items: Sequence[Any]) -> dict[str, Any]:
    """Keys and values by turns; what follows a key that is no name is left out."""
    pairs = zip(items[::2], items[1::2], strict=False)
    return {str(key.name): value for key, value in pairs if isinstance(key, PSLiteral)}


def _name(text: bytes) -> PSLiteral:
    raw = NAME_CODE.sub(lambda code: bytes.fromhex(code[1].decode("ascii")), text[1:])
    try:
        return LIT(raw.decode("utf-8"))
    except UnicodeDecodeError:
        return LIT(raw)


def _string(content: bytes, start: int) -> tuple[int, bytes]:
    """Where a string with escapes or inner brackets ends, and its bytes; an open one runs on."""
    depth, end = 1, len(content)
    for match in IN_STRING.finditer(content, start):
        depth += {b"(": 1, b")": -1}.get(match[0], 0)
        if not depth:
            end = match.start()
            break
    return end + 1, ESCAPE.sub(_unescaped, content[start:end])


def _unescaped(escape: re.Match[bytes]) -> bytes:
    code = escape[1]
    if code[:1].isdigit() and code[:1] < b"8":
        return bytes((int(code, 8) & 0xFF,))
    return b"" if code in LINE_ENDS else ESCAPED.get(code, code)


def _inline_image(content: bytes, start: int) -> tuple[int, PDFStream | None]:
    """Where an image's data end, and the image; None for one that breaks off."""
    place = start
    while (match := TOKEN.match(content, place)) and match["word"] != b"ID":
        place = match.end()
        if match["word"] in (b"EI", b"BI"):
            return place, None
    ending = IMAGE_END.search(content, match.end()) if match else None
    if match is None or ending is None:
        return len(content), None
    entries = _dictionary(list(content_tokens(content[start : match.start("word")])))
    facts = {key: resolve1(value) for key, value in entries.items()}
    return ending.end(), PDFStream(facts, content[match.end() + 1 : ending.start()])
