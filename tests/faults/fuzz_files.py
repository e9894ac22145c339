"""Reads damaged documents without end and keeps those on which something went wrong.

    python tests/faults/fuzz_files.py [--minutes N] [--keep FOLDER]

Hypothesis chooses a sample document and what is done to it; a worker with limits reads the
result. A defect (an error that nobody foresaw), a crash, a hang and too much memory count as
findings: the smallest input found is kept, and the run goes on with other kinds.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import re
import sys
import time
from collections import Counter
from pathlib import Path

from damage import LEAST_BYTES, OF_PDF, OF_WORD
from documents import sample_documents
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from extractors.base import Options
from relatab.index.workers import Limits, Outcome, Pool

LIMITS = Limits(stall_seconds=30.0, file_seconds=30.0, page_seconds=2.0, resident_bytes=10**9)
ROUND = 500
FINDING = re.compile(r"cannot be read: \w+|ended the worker|given up|not enough memory|Traceback")

SAMPLES = sample_documents()


@st.composite
def damaged_documents(draw: st.DrawFn) -> tuple[str, bytes]:
    """A suffix and the bytes of a damaged sample."""
    suffix, content = draw(st.sampled_from(SAMPLES))
    damages = OF_PDF if suffix == ".pdf" else OF_WORD
    for damage in draw(st.lists(st.sampled_from(damages), min_size=1, max_size=3)):
        chance = random.Random(draw(st.integers(0, 2**32)))
        if len(content) >= LEAST_BYTES:
            content = damage(content, chance)
    return suffix, content


class Fuzz:
    """A worker that reads one input after the other, and what was found."""

    def __init__(self, keep: Path) -> None:
        self.keep = keep
        self.tried = 0
        self.found: Counter[str] = Counter()
        self.pool = Pool(1, Options(ocr="off"), limits=LIMITS)
        keep.mkdir(parents=True, exist_ok=True)

    def read(self, suffix: str, content: bytes) -> None:
        """Reads one input; a finding keeps it."""
        path = self.keep / f"at-hand{suffix}"
        path.write_bytes(content)
        (outcome,) = self.pool.run([str(path)])
        self.tried += 1
        for finding in findings(outcome):
            self.found[finding] += 1
            if self.found[finding] == 1:
                kept = self.keep / f"{hashlib.sha256(content).hexdigest()[:12]}{suffix}"
                kept.write_bytes(content)
                say(f"{finding}: {kept}")


def findings(outcome: Outcome) -> list[str]:
    """What went wrong in reading a file, in words that do not depend on the file."""
    said = [outcome.reason]
    if outcome.extraction is not None:
        said += [issue.message for issue in outcome.extraction.issues]
    return [re.sub(r"\d+", "N", text)[:120] for text in said if FINDING.search(text)]


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    """Fuzzes for a time, or until interrupted; exit code 1 when something was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--keep", type=Path, default=Path(".fuzz"))
    arguments = parser.parse_args()
    end = time.monotonic() + 60 * arguments.minutes
    fuzz = Fuzz(arguments.keep)
    first = random.randrange(2**32)  # told below, so that a run can be repeated
    try:
        for number in range(first, sys.maxsize):
            if time.monotonic() > end:
                break
            _round(fuzz, number)
            say(f"{fuzz.tried} inputs, {len(fuzz.found)} findings (seed {number})")
    except KeyboardInterrupt:
        pass
    finally:
        fuzz.pool.close()
    for finding, count in fuzz.found.most_common():
        say(f"{count} x {finding}")
    return bool(fuzz.found)


def _round(fuzz: Fuzz, number: int) -> None:
    @seed(number)
    @settings(
        max_examples=ROUND,
        deadline=None,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(damaged_documents())
    def read(document: tuple[str, bytes]) -> None:
        fuzz.read(*document)

    read()


if __name__ == "__main__":
    sys.exit(main())
