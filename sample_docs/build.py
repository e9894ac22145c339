"""Writes the sample documents and the inventory of their tables.

    python sample_docs/build.py [folder]

The folder defaults to the one this file stands in. A rebuild gives the same files.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from builder import library

HERE = Path(__file__).resolve().parent


def main(folder: Path) -> None:
    """Write every document below `folder`, and tables.json beside them."""
    inventory = []
    for document in library.documents():
        data, entries = library.write(document)
        _save(folder / document.path, data)
        inventory += entries
    for path, data in library.broken_files().items():
        _save(folder / path, data)
    text = json.dumps(inventory, ensure_ascii=False, indent=None, separators=(",", ":"))
    _save(folder / "tables.json", text.replace('{"file"', '\n{"file"').encode() + b"\n")
    print(f"{len(inventory)} tables written below {folder}")


def _save(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
