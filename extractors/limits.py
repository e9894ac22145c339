"""How much of a document is read: bounds that reports stay far below and bombs do not.

What lies beyond is refused or left out, and told with the bound; docs/extraction.md lists
them. Time and memory of a file as a whole are bounded by the worker that reads it.
"""

MAX_PART_BYTES = 128 << 20
"""Unpacked size of one XML part of a Word file. A table of 50,000 rows takes about 100 MB, and
its tree ten times as much memory."""

MAX_PACKAGE_BYTES = 512 << 20
"""Unpacked size of all parts read of a Word file."""

MAX_RATIO = 500
"""By which packing may shrink a part of a Word file. The emptiest tables shrink to 1/200; a
bomb is made of what shrinks best, to 1/1000."""

RATIO_FROM_BYTES = 16 << 20
"""Unpacked size from which `MAX_RATIO` holds: smaller bombs do no harm."""

MAX_CELLS = 300_000
"""Cells of a Word table: 30,000 rows of ten, 0.6 GB in memory."""

MAX_COLUMNS = 1_000
"""Of a Word table. Word allows 63."""

MAX_POSITIONS = 3_000_000
"""Rows times columns of a Word table, whatever its cells span."""

MAX_PAGES = 20_000
"""Pages that a PDF may name; damaged ones name a million."""

LARGEST_PAGE_PT = 100_000.0
"""Side of a page. PDF 1.7 allows 14,400 units, times a unit of up to 7."""

MAX_STREAM_BYTES = 64 << 20
"""Unpacked size of a stream of a PDF, pictures apart. The content of the densest maps takes
20 MB."""

MAX_PAGE_BYTES = 64 << 20
"""Content of a PDF page, forms counted as often as they are drawn. PDFium takes five seconds
and 1.3 GB for it."""

MAX_IMAGE_PIXELS = 250_000_000
"""Of a scan that is an image file: A0 at 400 dpi, or ten metres of a log; 0.8 GB in memory."""
