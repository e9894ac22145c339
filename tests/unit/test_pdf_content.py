"""Tokens of page content."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pdfminer.pdftypes import PDFStream
from pdfminer.psparser import PSEOF, PSKeyword, PSLiteral, PSStackParser

from extractors.pdf.content import content_tokens


def plain(token: Any) -> Any:
    """A token with names as "/Name" and operators as "Tj"."""
    if isinstance(token, PSLiteral):
        return f"/{token.name}"
    if isinstance(token, PSKeyword):
        return token.name.decode("latin-1")
    if isinstance(token, list):
        return [plain(item) for item in token]
    return token


def tokens(content: bytes) -> list[Any]:
    return [plain(token) for token in content_tokens(content)]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"1 -2 +3 .5 -.25 4. 0.0Tc", [1, -2, 3, 0.5, -0.25, 4.0, 0.0, "Tc"]),
        (b"1.2.3 --5", [1.2, 0.3, -5]),
        (b"/F1 12 Tf/GS#201 gs", ["/F1", 12, "Tf", "/GS 1", "gs"]),
        (b"[(ab)-120(c)]TJ", [[b"ab", -120, b"c"], "TJ"]),
        (rb"(a\(b\)\\\n\101\0537) '", [b"a(b)\\\nA+7", "'"]),
        (b"(a (nested) b) Tj", [b"a (nested) b", "Tj"]),
        (b"(line \\\r\nfolded) Tj", [b"line folded", "Tj"]),
        (b"<48 65 6C6c6F> <4> Tj", [b"Hello", b"@", "Tj"]),
        (b"q % note ( [ \nQ T* b*", ["q", "Q", "T*", "b*"]),
        (b"/Span <</MCID 3 /E true>> BDC", ["/Span", {"MCID": 3, "E": True}, "BDC"]),
        (b"] >> 1 w ) Q", [1, "w", ")", "Q"]),
        (b"(never closed", [b"never closed"]),
        (b"9" * 5000 + b" w", [float("inf"), "w"]),
    ],
)
def test_tokens_are_those_of_the_syntax(content: bytes, expected: list[Any]) -> None:
    assert tokens(content) == expected


def test_inline_image_is_one_token_and_its_data_are_not_read_as_operators() -> None:
    found = list(content_tokens(b"q BI /W 2 /H 2 /BPC 8 ID \x00(EI)\xff[ \nEI Q"))
    image = found[1]
    assert isinstance(image, PDFStream)
    assert image["W"] == 2
    assert [plain(token) for token in (found[0], *found[2:])] == ["q", "EI", "Q"]


@pytest.mark.parametrize("content", [b"q BI /W 2 ID \x00\xff", b"q BI /W 2", b"q BI EI Q"])
def test_image_that_breaks_off_is_left_out(content: bytes) -> None:
    assert not any(isinstance(token, PDFStream) for token in content_tokens(content))


class Reference(PSStackParser[Any]):
    """pdfminer's own reading of operands and operators."""

    def flush(self) -> None:
        self.add_results(*self.popall())

    def do_keyword(self, pos: int, token: PSKeyword) -> None:
        self.push((pos, token))


def reference(content: bytes) -> list[Any]:
    parser = Reference(BytesIO(content))
    out = []
    while True:
        try:
            out.append(plain(parser.nextobject()[1]))
        except PSEOF:
            return out


numbers = st.one_of(
    st.integers(-(10**9), 10**9).map(lambda number: b"%d" % number),
    st.decimals(-(10**6), 10**6, places=3).map(lambda number: f"{number:f}".encode()),
)
words = st.sampled_from([b"q", b"Q", b"Tj", b"T*", b"re", b"cm", b"BDC", b"W*"])
names = st.from_regex(rb"/[A-Za-z][A-Za-z0-9+_.-]{0,8}", fullmatch=True)
strings = st.binary(max_size=12).map(
    lambda text: (
        b"(" + text.replace(b"\\", rb"\\").replace(b"(", rb"\(").replace(b")", rb"\)") + b")"
    )
)
codes = st.binary(max_size=8).map(lambda text: b"<" + text.hex().encode() + b">")
operands = st.one_of(numbers, names, strings, codes)
arrays = st.lists(operands, max_size=6).map(lambda parts: b"[" + b" ".join(parts) + b"]")


@given(st.lists(st.one_of(operands, arrays, words), max_size=20))
def test_well_formed_content_reads_as_pdfminer_reads_it(parts: list[bytes]) -> None:
    content = b"\n".join(parts) + b"\n"
    assert tokens(content) == reference(content)


@given(st.binary(max_size=200))
def test_any_bytes_come_to_an_end(content: bytes) -> None:
    assert len(list(content_tokens(content))) <= len(content)
