"""Ways to damage the bytes of a document, by chance with a seed."""

from __future__ import annotations

import io
import random
import re
import zipfile
import zlib
from collections.abc import Callable

Damage = Callable[[bytes, random.Random], bytes]

ABSURD = (b"0", b"-1", b"99999999999", b"1e30", b"7 0 R", b"/X", b"null", b"[1]", b"<<")
PACKAGE_TROUBLE = (
    *(OSError, ValueError, RuntimeError, EOFError),  # NotImplementedError is a RuntimeError
    *(zipfile.BadZipFile, zlib.error),
)
LEAST_BYTES = 64  # of what is damaged
NUMBER = re.compile(rb"(?<=[ \[\"])-?\d+(?=[ \]\n\"/])")
OBJECT = re.compile(rb"\d+ 0 obj.*?endobj\s*", re.DOTALL)
STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.DOTALL)
ELEMENT = re.compile(rb"<(w:\w+)[^<>]*>[^<>]*</\1>|<w:\w+[^<>]*/>")
ENCODINGS = ("utf-16", "utf-32", "latin-1", "cp037", "utf-7")


def noise(content: bytes, chance: random.Random) -> bytes:
    """Some bytes become others."""
    noisy = bytearray(content)
    for _ in range(chance.choice((1, 8, 60, 400))):
        noisy[chance.randrange(len(noisy))] = chance.randrange(256)
    return bytes(noisy)


def flipped_bits(content: bytes, chance: random.Random) -> bytes:
    """Single bits change, as on a failing disk."""
    flipped = bytearray(content)
    for _ in range(chance.choice((1, 4, 30))):
        flipped[chance.randrange(len(flipped))] ^= 1 << chance.randrange(8)
    return bytes(flipped)


def cut_short(content: bytes, chance: random.Random) -> bytes:
    """The end is missing, as after a copy that broke off."""
    return content[: chance.randrange(20, len(content))]


def hole(content: bytes, chance: random.Random) -> bytes:
    """A piece is missing."""
    start = chance.randrange(len(content))
    return content[:start] + content[start + chance.randrange(1, 4000) :]


def zeroed(content: bytes, chance: random.Random) -> bytes:
    """A block of zeros, as a sector that was never written leaves it."""
    start, size = chance.randrange(len(content)), chance.choice((16, 512, 4096))
    return content[:start] + bytes(size) + content[start + size :]


def repeated(content: bytes, chance: random.Random) -> bytes:
    """A piece stands there twice."""
    start = chance.randrange(len(content))
    end = start + chance.randrange(1, 4000)
    return content[:end] + content[start:end] + content[end:]


def swapped(content: bytes, chance: random.Random) -> bytes:
    """Two halves of a stretch change places."""
    start, middle, end = sorted(chance.choices(range(len(content)), k=3))
    return content[:start] + content[middle:end] + content[start:middle] + content[end:]


def absurd_numbers(content: bytes, chance: random.Random) -> bytes:
    """Some numbers become others, or no numbers at all."""
    numbers = [match.span() for match in NUMBER.finditer(content)]
    for start, end in sorted(chance.sample(numbers, min(5, len(numbers))), reverse=True):
        content = content[:start] + chance.choice(ABSURD) + content[end:]
    return content


def missing_object(content: bytes, chance: random.Random) -> bytes:
    """An object of a PDF is missing; the places of the others are wrong."""
    spans = [match.span() for match in OBJECT.finditer(content)]
    if not spans:
        return content
    start, end = chance.choice(spans)
    return content[:start] + content[end:]


def crossed_references(content: bytes, chance: random.Random) -> bytes:
    """References of a PDF lead to other objects: cycles, kinds that do not fit."""
    references = [match.span() for match in re.finditer(rb"\b\d+ 0 R\b", content)]
    numbers = re.findall(rb"\b(\d+) 0 obj", content) or [b"1"]
    for start, end in sorted(
        chance.sample(references, min(len(references), chance.choice((1, 2, 6)))), reverse=True
    ):
        content = content[:start] + chance.choice(numbers) + b" 0 R" + content[end:]
    return content


def in_a_stream(damage: Damage) -> Damage:
    """Damage within an unpacked stream of a PDF, which is packed again."""

    def damaged(content: bytes, chance: random.Random) -> bytes:
        packed = [
            match for match in STREAM.finditer(content) if len(_unpacked(match[1])) >= LEAST_BYTES
        ]
        if not packed:
            return content
        match = chance.choice(packed)
        hit = damage(_unpacked(match[1]), chance)
        return content[: match.start(1)] + zlib.compress(hit) + content[match.end(1) :]

    return damaged


def _unpacked(stream: bytes) -> bytes:
    """The stream's content; b"" for one in another form."""
    try:
        return zlib.decompress(stream)
    except zlib.error:
        return b""


def in_a_part(damage: Damage, name: str = "document.xml") -> Damage:
    """Damage within a part of a Word package, which stays a sound archive; what is none any
    more stays as it is.
    """

    def damaged(content: bytes, chance: random.Random) -> bytes:
        def change(part: str, data: bytes) -> bytes:
            hit = part.endswith(name) and len(data) >= LEAST_BYTES
            return damage(data, chance) if hit else data

        try:
            return rewritten(content, change)
        except PACKAGE_TROUBLE:
            return content

    return damaged


def rewritten(package: bytes, change: Callable[[str, bytes], bytes]) -> bytes:
    """A zip archive with its members changed."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(package)) as before,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as after,
    ):
        for name in before.namelist():
            after.writestr(name, change(name, before.read(name)))
    return out.getvalue()


def shuffled_elements(xml: bytes, chance: random.Random) -> bytes:
    """Elements of a part stand where others stood; the XML stays well-formed."""
    spans = [match.span() for match in ELEMENT.finditer(xml)]
    pieces = [xml[start:end] for start, end in spans]
    for (start, end), piece in reversed(list(zip(spans, _rearranged(pieces, chance), strict=True))):
        xml = xml[:start] + piece + xml[end:]
    return xml


def _rearranged(pieces: list[bytes], chance: random.Random) -> list[bytes]:
    moved = list(pieces)
    for _ in range(min(len(pieces), 20)):
        moved[chance.randrange(len(moved))] = chance.choice(pieces)
    return moved


def renamed_elements(xml: bytes, chance: random.Random) -> bytes:
    """Elements of one name become those of another, wherever they stand."""
    names = sorted(set(re.findall(rb"<(w:\w+)", xml)))
    if len(names) < 2:
        return xml
    old, new = chance.sample(names, 2)
    return re.sub(rb"(</?)" + old + rb"\b", rb"\1" + new, xml)


def recoded(xml: bytes, chance: random.Random) -> bytes:
    """A part in another encoding than it says, or one that nobody knows."""
    text = xml.decode("utf-8", errors="replace")
    encoding = chance.choice(ENCODINGS)
    if chance.random() < 0.3:
        return text.replace("UTF-8", chance.choice(("x-unheard-of", "utf-16", ""))).encode()
    return text.encode(encoding, errors="replace")


OF_BYTES: tuple[Damage, ...] = (noise, flipped_bits, cut_short, hole, zeroed, repeated, swapped)
OF_PDF: tuple[Damage, ...] = (
    *OF_BYTES,
    absurd_numbers,
    missing_object,
    crossed_references,
    in_a_stream(noise),
    in_a_stream(hole),
    in_a_stream(absurd_numbers),
)
OF_WORD: tuple[Damage, ...] = (
    *OF_BYTES,
    *(
        in_a_part(damage)
        for damage in (
            noise,
            hole,
            repeated,
            absurd_numbers,
            shuffled_elements,
            renamed_elements,
            recoded,
        )
    ),
    in_a_part(noise, ".xml"),
    in_a_part(noise, ".rels"),
    in_a_part(absurd_numbers, "styles.xml"),
    in_a_part(shuffled_elements, "styles.xml"),
)
