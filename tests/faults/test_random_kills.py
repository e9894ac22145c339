"""Kills at random moments, one after the other, of one index over a share that keeps changing.

Whatever was killed, the index can be read at once, and the next pass makes it what an index
made at once would be.
"""

import os
import random
import signal
import time
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import psutil
import pytest
from fault_support import (
    EXHAUSTIVE,
    ONLY_POSIX,
    change_share,
    content,
    is_sound,
    made_at_once,
    run,
    start,
    was_begun,
    write_days,
)

DAYS = 4
RUNS = range(10) if EXHAUSTIVE else range(1)
KILLS = 20 if EXHAUSTIVE else 4
"""In each run; only those count that hit a living process."""
MOST_TRIES = 20 * KILLS

pytestmark = ONLY_POSIX


@pytest.fixture(scope="module")
def days(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return write_days(tmp_path_factory.mktemp("shares"), count=DAYS, seed=200)


@pytest.fixture(scope="module")
def undisturbed(days: list[Path], tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """What an index made at once holds, of each day."""
    return [made_at_once(tmp_path_factory.mktemp("undisturbed"), day) for day in days]


@pytest.mark.parametrize("seed", RUNS)
def test_an_index_killed_at_random_moments_comes_to_the_undisturbed_one(
    seed: int, days: list[Path], undisturbed: list[Any], tmp_path: Path
) -> None:
    chance = random.Random(seed)
    index, share = tmp_path / "index", change_share(tmp_path / "area" / "share", days[0])
    longest = usual_seconds(tmp_path / "timed", share)
    kills = 0
    for _ in range(MOST_TRIES):
        if kills == KILLS:
            break
        day = chance.randrange(DAYS)
        change_share(share, days[day])
        jobs = chance.choice([0, 0, 2])
        process = start(index, share, jobs=jobs)
        time.sleep(chance.uniform(0, longest))
        if not kill(process, chance.choice(["pass", "pass", "worker"]) if jobs else "pass"):
            continue
        kills += 1
        place = f"kill {kills} of run {seed}, day {day}"
        if (index / "index.sqlite").exists() and was_begun(index):
            assert is_sound(index), place
        assert run(index, share, retry_failed=True) == 0, place
        assert content(index, share) == undisturbed[day], place
    assert kills == KILLS


def usual_seconds(index: Path, share: Path) -> float:
    """How long a first pass takes now, on this machine."""
    started = time.monotonic()
    assert run(index, share) == 0
    return time.monotonic() - started


def kill(process: BaseProcess, victim: str) -> bool:
    """Kills a pass, or one of its workers, where it is still alive; waits for the end."""
    assert process.pid is not None
    hit = False
    if victim == "worker":
        try:
            for child in psutil.Process(process.pid).children():
                if any("spawn_main" in part for part in child.cmdline()):
                    child.kill()
                    hit = True
                    break
        except psutil.NoSuchProcess:  # the pass ended first
            pass
    elif process.is_alive():
        os.kill(process.pid, signal.SIGKILL)
        hit = True
    process.join()
    return hit
