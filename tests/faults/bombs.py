"""Files made to be trouble: bombs, cycles, lies about themselves, and other things than they say."""

from __future__ import annotations

import io
import struct
import warnings
import zipfile
import zlib
from collections.abc import Mapping

from documents import CELL, casing_table, report_docx, report_pdf

MANY = 20 << 20  # bytes that a small bomb unpacks to, beyond which packing is looked at


# Word


def entity_bomb() -> bytes:
    """A billion laughs in a text."""
    names = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    return _document(f'<!DOCTYPE d [<!ENTITY a0 "lol">{names}]>', "<w:p><w:r><w:t>&a9;</w:t></w:r>")


def entity_from_a_file() -> bytes:
    """A text that is to come from another file."""
    declared = '<!DOCTYPE d [<!ENTITY s SYSTEM "file:///etc/hostname">]>'
    return _document(declared, "<w:p><w:r><w:t>&s;</w:t></w:r>")


def _document(prolog: str, paragraph: str) -> bytes:
    w = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    text = f'{prolog}<w:document xmlns:w="{w}"><w:body>{paragraph}</w:p></w:body></w:document>'
    return report_docx(word__document_xml=text)


def zip_bomb() -> bytes:
    """A document part of nothing but empty paragraphs, a thousandth of its size when packed."""
    return report_docx("<w:p/>" * (MANY // 6))


def zip_bomb_in_styles() -> bytes:
    """A bomb in a part that tables do without."""
    return report_docx(word__styles_xml="<w:style/>" * (MANY // 10))


def bomb_within_a_bomb() -> bytes:
    """An archive of archives of zeros, embedded as Word embeds files."""
    inner = bytes(MANY)
    for level in range(4):
        inner = _archive({f"{level}-{n}.zip": inner for n in range(3)})
    return report_docx(word__embeddings__a_xml=inner)


def wide_spans() -> bytes:
    """Rows of cells of which each spans what no page holds."""
    row = "<w:tr>" + CELL.format('<w:gridSpan w:val="999999"/>', "7") * 300 + "</w:tr>"
    return report_docx(f"<w:tbl>{row * 60}</w:tbl>")


def tall_spans() -> bytes:
    """Columns merged downwards over thousands of rows."""
    row = "<w:tr>" + CELL.format("<w:vMerge/>", "7") * 3 + "</w:tr>"
    return report_docx(f"<w:tbl>{row * 5_000}</w:tbl>")


def million_rows() -> bytes:
    """A table of more rows than anybody reads."""
    return report_docx("<w:tbl>" + "<w:tr><w:tc><w:p/></w:tc></w:tr>" * 500_000 + "</w:tbl>")


def nested_tables() -> bytes:
    """Tables in tables, deeper than any program goes."""
    depth = 600
    opened = "<w:tbl><w:tr><w:tc>" * depth
    return report_docx(f"{opened}<w:p/>{'</w:tc></w:tr></w:tbl>' * depth}")


def nested_elements() -> bytes:
    """Wrappers in wrappers."""
    return report_docx(f"{'<w:sdt><w:sdtContent>' * 5000}{'</w:sdtContent></w:sdt>' * 5000}")


def cyclic_styles() -> bytes:
    """Styles that are based on each other."""
    styles = "".join(
        f'<w:style w:type="paragraph" w:default="1" w:styleId="{one}"><w:basedOn w:val="{other}"/>'
        "</w:style>"
        for one, other in (("a", "b"), ("b", "c"), ("c", "a"))
    )
    return report_docx(word__styles_xml=_styles(styles))


def chained_styles() -> bytes:
    """Styles that are based on each other, ten thousand in a row."""
    styles = "".join(
        f'<w:style w:type="paragraph" w:default="1" w:styleId="{n}"><w:basedOn w:val="{n + 1}"/>'
        "</w:style>"
        for n in range(10_000)
    )
    return report_docx(word__styles_xml=_styles(styles))


def _styles(content: str) -> str:
    w = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    return f'<w:styles xmlns:w="{w}">{content}</w:styles>'


def cyclic_relationships() -> bytes:
    """A document that names itself as its styles, its header and its footnotes."""
    kinds = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    links = "".join(
        f'<Relationship Id="{kind}" Type="{kinds}/{kind}" Target="document.xml"/>'
        for kind in ("styles", "header", "footer", "footnotes", "officeDocument")
    )
    body = (
        f"{casing_table()}<w:sectPr><w:headerReference"
        f' xmlns:r="{kinds}" w:type="default" r:id="header"/></w:sectPr>'
    )
    package = "http://schemas.openxmlformats.org/package/2006/relationships"
    rels = f'<Relationships xmlns="{package}">{links}</Relationships>'
    return report_docx(body, **{"word___rels__document_xml.rels": rels})


def parts_outside() -> bytes:
    """Parts whose names lead out of the archive, and links to such parts."""
    kinds = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006/relationships"
    rels = (
        f'<Relationships xmlns="{package}"><Relationship Id="s" Type="{kinds}/styles"'
        ' Target="../../../../etc/passwd"/></Relationships>'
    )
    return _archive(
        _members(report_docx(**{"word___rels__document_xml.rels": rels}))
        | {"../../../../tmp/relatab-was-here": b"x", "/etc/relatab-was-here": b"x"}
    )


def members_twice() -> bytes:
    """Two document parts in one archive, of which the first is damaged."""
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w") as archive:
        warnings.simplefilter("ignore")
        archive.writestr("word/document.xml", "<w:document")
        for name, content in _members(report_docx()).items():
            archive.writestr(name, content)
    return out.getvalue()


def unknown_packing() -> bytes:
    """An archive packed in a way that Python does not know."""
    return report_docx().replace(b"\x08\x00", b"\x61\x00")


def with_a_zip_password() -> bytes:
    """An archive whose members are marked as encrypted."""
    content = bytearray(report_docx())
    for mark, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = content.find(mark)
        while place >= 0:
            content[place + flags] |= 1
            place = content.find(mark, place + 4)
    return bytes(content)


def many_members() -> bytes:
    """An archive of 30,000 empty files beside the document."""
    return _archive(_members(report_docx()) | {f"media/{n}": b"" for n in range(30_000)})


def protected_docx() -> bytes:
    """The container that Word writes for a document with a password."""
    sector = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)
    return sector + "EncryptedPackage\0".encode("utf-16-le") + bytes(2000)


def other_office_file() -> bytes:
    """A spreadsheet's archive."""
    return _archive({"[Content_Types].xml": b"<Types/>", "xl/workbook.xml": b"<workbook/>"})


def _members(archive: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(archive)) as package:
        return {name: package.read(name) for name in package.namelist()}


def _archive(members: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


# PDF

TABLE = b"0 0 m 300 0 l S 0 20 m 300 20 l S 0 40 m 300 40 l S 0 0 m 0 40 l S 300 0 m 300 40 l S "


def write_pdf(objects: Mapping[int, bytes]) -> bytes:
    """A PDF of these objects over those of a plain page (1 catalog, 2 pages, 3 page, 4 content)."""
    plain = {
        1: b"<< /Type /Catalog /Pages 2 0 R >>",
        2: b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        3: b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>",
        4: pdf_stream(TABLE),
    }
    out, places = b"%PDF-1.7\n", {}
    for number, body in sorted((plain | dict(objects)).items()):
        places[number] = len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%d 1\n%010d 00000 n \n" % entry for entry in places.items())
    trailer = b"trailer\n<< /Root 1 0 R /Size %d >>\nstartxref\n%d\n%%%%EOF\n"
    return out + b"xref\n0 1\n0000000000 65535 f \n" + table + trailer % (max(places) + 1, len(out))


def pdf_stream(content: bytes, entries: bytes = b"") -> bytes:
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(content), entries, content)


def page_with(content: bytes, resources: bytes = b"", more: Mapping[int, bytes] = {}) -> bytes:
    """A PDF whose only page has this stream object as content."""
    page = (
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
        b" /Resources << %s >> >>"
    )
    return write_pdf({3: page % resources, 4: content, **more})


def cyclic_pages() -> bytes:
    """A tree of pages that is its own branch."""
    return write_pdf({2: b"<< /Type /Pages /Kids [2 0 R 3 0 R 5 0 R] /Count 3 >>", 5: CYCLE})


CYCLE = b"<< /Type /Pages /Kids [2 0 R 5 0 R] /Parent 5 0 R /Count 2 >>"


def deep_pages() -> bytes:
    """A tree of pages that is one long branch."""
    branch = {
        n: b"<< /Type /Pages /Kids [%d 0 R] /Count 1 >>" % (n + 1 if n < 3010 else 3)
        for n in range(10, 3011)
    }
    return write_pdf({2: b"<< /Type /Pages /Kids [10 0 R] /Count 1 >>", **branch})


def million_pages() -> bytes:
    """One page that says it is a million."""
    return write_pdf({2: b"<< /Type /Pages /Kids [3 0 R] /Count 1000000 >>"})


def thousand_pages() -> bytes:
    """One page that says it is a thousand."""
    return write_pdf({2: b"<< /Type /Pages /Kids [3 0 R] /Count 1000 >>"})


def absurd_page() -> bytes:
    """A page of forty kilometres."""
    size = b"[0 0 99999999 99999999]"
    return write_pdf({3: b"<< /Type /Page /Parent 2 0 R /MediaBox %s /Contents 4 0 R >>" % size})


def page_of_no_size() -> bytes:
    """A page without extent."""
    return write_pdf({3: b"<< /Type /Page /Parent 2 0 R /MediaBox [9 9 9 9] /Contents 4 0 R >>"})


def flate_bomb(times: int = 1) -> bytes:
    """Content that unpacks without end, packed some times over."""
    packer = zlib.compressobj(9)
    content = b"".join(packer.compress(b" " * (1 << 20)) for _ in range(200)) + packer.flush()
    for _ in range(times - 1):
        content = zlib.compress(content, 9)
    return page_with(pdf_stream(content, b"/Filter [%s]" % (b"/FlateDecode " * times)))


def form_bomb() -> bytes:
    """A form that draws a form ten times, which draws a form ten times ..."""
    return page_with(pdf_stream(TABLE + b"/F0 Do"), FIRST_FORM, _forms())


def glyph_bomb() -> bytes:
    """A font whose letter draws such a form."""
    font = (
        b"<< /Type /Font /Subtype /Type3 /FontBBox [0 0 750 750] /FontMatrix [.001 0 0 .001 0 0]"
        b" /CharProcs << /a 81 0 R >> /Encoding << /Type /Encoding /Differences [97 /a] >>"
        b" /FirstChar 97 /LastChar 97 /Widths [1000] /Resources << %s >> >>" % FIRST_FORM
    )
    more = {80: font, 81: pdf_stream(b"1000 0 d0 /F0 Do"), **_forms()}
    text = pdf_stream(TABLE + b"BT /T 10 Tf 50 700 Td (aaaaaaaaaaaa) Tj ET")
    return page_with(text, b"/Font << /T 80 0 R >>", more)


def pattern_bomb() -> bytes:
    """A ground whose pattern draws such a form."""
    entries = (
        b"/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 10 10]"
        b" /XStep 10 /YStep 10 /Resources << %s >>" % FIRST_FORM
    )
    ground = pdf_stream(b"/Pattern cs /P scn 0 0 400 400 re f")
    more = {80: pdf_stream(b"/F0 Do", entries), **_forms()}
    return page_with(ground, b"/Pattern << /P 80 0 R >>", more)


FIRST_FORM = b"/XObject << /F0 10 0 R >>"


def _forms(draws: int = 10, levels: int = 20) -> dict[int, bytes]:
    forms = {}
    for level in range(levels):
        inner = b"/F%d Do " % (level + 1) * draws if level < levels - 1 else TABLE
        entries = (
            b"/Type /XObject /Subtype /Form /BBox [0 0 500 500]"
            b" /Resources << /XObject << /F%d %d 0 R >> >>" % (level + 1, 11 + level)
        )
        forms[10 + level] = pdf_stream(inner, entries)
    return forms


def forms_in_a_circle() -> bytes:
    """Two forms that draw each other and themselves."""
    entries = (
        b"/Type /XObject /Subtype /Form /BBox [0 0 9 9]"
        b" /Resources << /XObject << /A 10 0 R /B 11 0 R >> >>"
    )
    form = pdf_stream(b"/A Do /B Do", entries)
    return page_with(pdf_stream(b"/A Do"), b"/XObject << /A 10 0 R >>", {10: form, 11: form})


def picture_bomb() -> bytes:
    """A picture of ten thousand million points in a few bytes."""
    entries = (
        b"/Type /XObject /Subtype /Image /Width 100000 /Height 100000 /BitsPerComponent 8"
        b" /ColorSpace /DeviceRGB /Filter /FlateDecode"
    )
    picture = pdf_stream(zlib.compress(bytes(1 << 20)), entries)
    content = pdf_stream(b"500 0 0 700 40 40 cm /I Do")
    return page_with(content, b"/XObject << /I 10 0 R >>", {10: picture})


def endless_numbers() -> bytes:
    """Content of numbers alone, which no operator takes."""
    content = zlib.compress(b"1.5 " * 2_000_000)
    return page_with(pdf_stream(content, b"/Filter /FlateDecode"))


def deep_arrays() -> bytes:
    """Arrays in arrays, in the content and in the objects."""
    nest = b"[" * 20_000 + b"]" * 20_000
    return page_with(pdf_stream(TABLE + nest + b" TJ"), b"/Font " + nest)


def looping_references() -> bytes:
    """Cross-references that send the reader back to where it came from."""
    content = write_pdf({})
    place = content.rindex(b"xref\n0 1")
    return content.replace(b"/Root 1 0 R", b"/Root 1 0 R /Prev %d" % place)


def many_words() -> bytes:
    """A page with 60,000 words, each at a place of its own."""
    words = b"".join(
        b"1 0 0 1 %d %d Tm (%d) Tj\n" % (n % 590, n // 590 * 8, n) for n in range(60_000)
    )
    font = b"/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>"
    packed = zlib.compress(b"BT /F1 2 Tf " + words + b"ET")
    return page_with(pdf_stream(packed, b"/Filter /FlateDecode"), font)


def protected_pdf() -> bytes:
    """A PDF that opens with a password."""
    return report_pdf(encrypted=True, password="secret")  # noqa: S106


# Pictures


def png(width: int, height: int, data: bytes = b"") -> bytes:
    """A grey picture of this size, as far as the data go."""
    size = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunks = (_chunk(b"IHDR", size), _chunk(b"IDAT", zlib.compress(data)), _chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)


def tiff(pages: int = 1, *, loops: bool = False) -> bytes:
    """A TIFF of small white pages; looping, its last page leads back to the first."""
    from PIL import Image

    out = io.BytesIO()
    page = Image.new("1", (200, 200), 1)
    page.save(out, "TIFF", save_all=True, append_images=[page] * (pages - 1), compression="group4")
    content = bytearray(out.getvalue())
    (first,) = place = struct.unpack_from("<I", content, 4)
    while place[0]:
        (entries,) = struct.unpack_from("<H", content, place[0])
        link = place[0] + 2 + 12 * entries
        place = struct.unpack_from("<I", content, link)
    if loops:
        struct.pack_into("<I", content, link, first)
    return bytes(content)


def jpeg() -> bytes:
    """A small white photograph."""
    from PIL import Image

    out = io.BytesIO()
    Image.new("L", (300, 200), 255).save(out, "JPEG")
    return out.getvalue()
