"""Small disks of their own for the fault tests: mounted in memory where that is allowed."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def small_disk(place: Path, kilobytes: int) -> Iterator[Path]:
    """A folder with so much room; the test is skipped where nothing can be mounted."""
    place.mkdir(exist_ok=True)
    done = _mount("-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", place)
    if done.returncode:
        pytest.skip(f"needs to mount a small disk: {done.stderr.strip()}")
    try:
        yield place
    finally:
        unmount(place)


def change_disk(place: Path, options: str) -> None:
    """Mounts a small disk anew, such as with another size or read-only."""
    done = _mount("-o", f"remount,{options}", place)
    assert not done.returncode, done.stderr


def unmount(place: Path) -> None:
    """Takes a disk away, also one that is in use or gone already."""
    subprocess.run(["umount", "--lazy", place], capture_output=True, check=False)


def _mount(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(["mount", *arguments], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("needs to mount a small disk, which is possible on Linux and macOS")
