"""Derived folders in the user's cache: built once, published whole or not at all."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from relatab.errors import EncoderError

_TEMPORARY = ".building-"
_STALE_AFTER_S = 24 * 3600.0  # no build takes a day: its process was killed


def cache_folder() -> Path:
    """Where relatab keeps what it can make again: `$RELATAB_CACHE`, else the platform's place."""
    if chosen := os.environ.get("RELATAB_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "relatab" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "relatab"
    xdg = os.environ.get("XDG_CACHE_HOME", "")
    # The XDG base directory specification has relative paths ignored.
    return (Path(xdg) if Path(xdg).is_absolute() else Path.home() / ".cache") / "relatab"


def build_once(target: Path, build: Callable[[Path], None]) -> None:
    """Make the folder `target` by `build(folder)`, unless it exists.

    `build` fills a temporary folder, which is synced to the disk and renamed: a reader
    sees the whole result or none, whenever this process is killed. Of several processes
    building at once the first one to finish wins. EncoderError where the cache folder
    cannot be written.
    """
    if target.is_dir():
        return
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _remove_stale(target.parent)
        temporary = Path(tempfile.mkdtemp(prefix=_TEMPORARY, dir=target.parent))
        try:
            build(temporary)
            _publish(temporary, target)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)
    except OSError as error:
        raise EncoderError(
            f"{target.parent}: cannot be written ({error}); "
            "set RELATAB_CACHE to a folder that can be"
        ) from error


def discard(target: Path) -> None:
    """Remove a published folder that proved damaged; readers never see it half removed."""
    aside = Path(tempfile.mkdtemp(prefix=_TEMPORARY, dir=target.parent))
    try:
        target.rename(aside / target.name)
    except FileNotFoundError:
        pass  # another process was faster
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _publish(temporary: Path, target: Path) -> None:
    for path in (*temporary.iterdir(), temporary):
        _sync(path)
    try:
        temporary.rename(target)
    except OSError:
        if not target.is_dir():  # else another process published the same thing first
            raise
    _sync(target.parent)


def _sync(path: Path) -> None:
    """Flush a file or a folder to the disk; Windows cannot open a folder and needs not."""
    if path.is_dir() and sys.platform == "win32":
        return
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _remove_stale(folder: Path) -> None:
    for path in folder.glob(f"{_TEMPORARY}*"):
        if time.time() - path.stat().st_mtime > _STALE_AFTER_S:
            shutil.rmtree(path, ignore_errors=True)
