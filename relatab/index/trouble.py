"""What is wrong with an index folder, in one clear line with the remedy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from relatab.errors import IndexFolderError

# SQLite enlarges the file shared by its processes before it writes: on a full disk that fails
# first, and not as the lack of room which it is.
_NO_ROOM = frozenset({apsw.SQLITE_IOERR_SHMSIZE})


@contextmanager
def trouble_told(path: Path) -> Iterator[None]:
    """Turns what goes wrong with the file, the disk or its space into IndexFolderError."""
    try:
        yield
    except apsw.FullError as error:
        raise _no_room(path) from error
    except (apsw.CorruptError, apsw.NotADBError) as error:
        raise IndexFolderError(
            f"{path}: damaged, or no index ({error}); delete the folder and index again"
        ) from error
    except apsw.IOError as error:
        if getattr(error, "extendedresult", None) in _NO_ROOM:
            raise _no_room(path) from error
        raise IndexFolderError(
            f"{path}: the disk or the share failed ({error}); see to its health and its room, "
            "then run again"
        ) from error
    except (apsw.BusyError, apsw.CantOpenError, apsw.ReadOnlyError) as error:
        raise IndexFolderError(f"{path}: cannot be used ({error}); see its permissions") from error


def _no_room(path: Path) -> IndexFolderError:
    return IndexFolderError(f"{path}: no space left on the disk; make room, run again")


def mismatch(built: str, asked: str) -> str:
    """Why an index does not fit, and the remedy; the last part of both is relatab's own."""
    built_model, asked_model = (each.rpartition(";")[0] or each for each in (built, asked))
    if built_model == asked_model:
        return "made by another version of relatab; delete the folder and index again"
    return (
        f"built with {built}, asked with {asked}; choose the model it was built with (--model), "
        "or delete the folder and index again"
    )
