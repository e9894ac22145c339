"""Streams of a PDF unpacked within bounds, as far as they are sound."""

from __future__ import annotations

import zlib
from typing import Any

from pdfminer.pdfparser import PDFParser
from pdfminer.pdftypes import LITERALS_FLATE_DECODE, PDFStream, int_value
from pdfminer.psparser import PSKeyword
from pdfminer.utils import apply_png_predictor, apply_tiff_predictor

from extractors import limits

STEP_BYTES = 128
"""Packed bytes unpacked at a time; damage costs those it stands in."""

ZLIB_HEADER_BYTES = 2

TIFF_PREDICTOR, PNG_PREDICTORS = 2, range(10, 16)  # PDF 32000-1, table 10


class StreamTooLargeError(Exception):
    """A stream unpacks to more than `limits.MAX_STREAM_BYTES`."""

    def __init__(self) -> None:
        super().__init__(f"a stream unpacks to more than {limits.MAX_STREAM_BYTES >> 20} MB")


class BoundedStream(PDFStream):  # type: ignore[misc]  # pdfminer is not followed
    """pdfminer's stream; `is_damaged` once it could be unpacked in part only."""

    rawdata: bytes | None
    is_damaged = False

    def decode(self) -> None:
        """As the base class; StreamTooLargeError where the content has no end."""
        data = self.rawdata or b""
        if self.decipher:
            data = self.decipher(self.objid, self.genno, data, self.attrs)
        for name, parameters in self.get_filters():
            data = self._unpacked(data, name, parameters)
            if len(data) > limits.MAX_STREAM_BYTES:
                raise StreamTooLargeError
        self.data, self.rawdata = data, None

    def _unpacked(self, data: bytes, name: object, parameters: Any) -> bytes:
        """The data after one filter."""
        if name in LITERALS_FLATE_DECODE:
            content, is_whole = inflated(data, limits.MAX_STREAM_BYTES)
            self.is_damaged |= not is_whole
            return _predicted(content, parameters or {})
        once: bytes = PDFStream({"Filter": name, "DecodeParms": parameters or {}}, data).get_data()
        return once


class BoundedParser(PDFParser):  # type: ignore[misc]
    """pdfminer's parser, whose streams are `BoundedStream`."""

    def do_keyword(self, pos: int, token: PSKeyword) -> None:
        """As the base class."""
        super().do_keyword(pos, token)
        if token is self.KEYWORD_STREAM and self.curstack:
            place, stream = self.curstack[-1]
            if type(stream) is PDFStream:
                bounded = BoundedStream(stream.attrs, stream.rawdata, stream.decipher)
                self.curstack[-1] = place, bounded


def inflated(data: bytes, most_bytes: int) -> tuple[bytes, bool]:
    """The unpacked data up to where they end or are damaged, and whether they reach their end.

    At most some bytes more than most_bytes: what has more is not unpacked to its end.
    """
    unpacker = zlib.decompressobj(
        -zlib.MAX_WBITS
    )  # without its check sum: damage of that alone is none
    parts, size = [], 0
    for start in range(ZLIB_HEADER_BYTES, len(data), STEP_BYTES):
        try:
            part = unpacker.decompress(data[start : start + STEP_BYTES], most_bytes + 1 - size)
        except zlib.error:
            break
        parts.append(part)
        size += len(part)
        if size > most_bytes or unpacker.eof:
            break
    return b"".join(parts), unpacker.eof


def _predicted(data: bytes, parameters: Any) -> bytes:
    """The data with their prediction taken back (PDF 32000-1, 7.4.4.4)."""
    predictor = int_value(parameters.get("Predictor", 1))
    layout = [
        int_value(parameters.get(key, usual))
        for key, usual in (("Colors", 1), ("Columns", 1), ("BitsPerComponent", 8))
    ]
    if predictor in PNG_PREDICTORS:
        return bytes(apply_png_predictor(predictor, *layout, data))
    if predictor == TIFF_PREDICTOR:
        return bytes(apply_tiff_predictor(*layout, data))
    return data
