"""Killing `relatab index` at any moment and running it again gives the undisturbed index."""

import os
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import pytest
from fault_support import (
    EXHAUSTIVE,
    ONLY_POSIX,
    change_share,
    content,
    made_at_once,
    mend,
    run,
    write_days,
)

from relatab.index.store import DATABASE

STRIDE = 1 if EXHAUSTIVE else 9
KINDS = ["commit", "committed", "file"] if EXHAUSTIVE else ["commit", "file"]
KILLED = -int(getattr(signal, "SIGKILL", 0))

pytestmark = ONLY_POSIX


@pytest.fixture(scope="module")
def days(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A share of small reports on two days."""
    return write_days(tmp_path_factory.mktemp("shares"), count=2, seed=6)


@pytest.fixture
def share(tmp_path: Path, days: list[Path]) -> Path:
    """The share on its second day."""
    return change_share(tmp_path / "area" / "share", days[1])


@pytest.fixture(scope="module")
def undisturbed(days: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What an index of the second day's share holds that was made at once."""
    return made_at_once(tmp_path_factory.mktemp("undisturbed"), days[1])


@pytest.fixture
def first_day(tmp_path: Path, days: list[Path]) -> Path:
    """A finished index of the share's first day."""
    assert run(tmp_path / "first day", change_share(tmp_path / "area" / "share", days[0])) == 0
    return tmp_path / "first day"


def test_an_update_equals_an_index_made_at_once(
    first_day: Path, share: Path, days: list[Path], undisturbed: Any
) -> None:
    assert content(first_day, share)["searchable"] != undisturbed["searchable"]
    change_share(share, days[1])
    assert run(first_day, share) == 0
    assert content(first_day, share) == undisturbed


def killed_at_every_step(kind: str, task: Callable[[str], int]) -> Iterator[str]:
    """Begins a task again and again, each time killed one step later, until it lives to the end.

    task: from when it is killed, such as "commit:3", to its exit code. Yields when it was killed.
    """
    for step in range(1, 100, STRIDE):
        when = f"{kind}:{step}"
        if (ending := task(when)) == 0:
            break
        assert ending == KILLED
        yield when
    assert ending == 0
    assert step > STRIDE, "hardly ever killed"


@pytest.mark.parametrize("kind", KINDS)
def test_a_first_run_killed_at_any_step_is_made_good_by_the_next(
    kind: str, share: Path, undisturbed: Any, tmp_path: Path
) -> None:
    def first_run(when: str) -> int:
        return run(tmp_path / when, share, when)

    for when in killed_at_every_step(kind, first_run):
        assert run(tmp_path / when, share) == 0
        assert content(tmp_path / when, share) == undisturbed, f"killed at {when}"


@pytest.mark.parametrize("kind", KINDS)
def test_an_update_killed_at_any_step_is_made_good_by_the_next(
    kind: str, first_day: Path, share: Path, days: list[Path], undisturbed: Any, tmp_path: Path
) -> None:
    change_share(share, days[1])

    def update(when: str) -> int:
        return run(shutil.copytree(first_day, tmp_path / when), share, when)

    for when in killed_at_every_step(kind, update):
        assert run(tmp_path / when, share) == 0
        assert content(tmp_path / when, share) == undisturbed, f"killed at {when}"


def test_a_run_killed_again_and_again_comes_to_the_same_end(
    days: list[Path], undisturbed: Any, tmp_path: Path
) -> None:
    index, share = tmp_path / "index", change_share(tmp_path / "area" / "share", days[0])
    for step in range(1, 6):
        run(index, share, f"committed:{step}")
    change_share(share, days[1])
    kills = 0
    while run(index, share, "committed:4") == KILLED:  # each run gets some transactions further
        kills += 1
        assert kills < 100
    assert content(index, share) == undisturbed
    assert kills >= 3


@pytest.mark.parametrize("step", range(1, 20, 4) if EXHAUSTIVE else [7])
def test_a_killed_update_leaves_an_index_that_can_be_searched(
    step: int, first_day: Path, share: Path, days: list[Path], undisturbed: Any
) -> None:
    before = content(first_day, change_share(share, days[0]))["tables"]
    change_share(share, days[1])
    run(first_day, share, f"committed:{step}")
    after = content(first_day, share)
    for table_id, table in after["tables"].items():  # each of them is the old or the new one
        assert table in (before.get(table_id), undisturbed["tables"].get(table_id))
    assert set(after["searchable"]) == set(after["tables"])


DAMAGE = """
    UPDATE texts SET text = text || '!' WHERE text = '2504';
    DELETE FROM vectors WHERE text IN (1, 2, 3);
    DELETE FROM words WHERE owner = 2;
    UPDATE tables SET digest = NULL WHERE id = 3;
    UPDATE edges SET evidence = '';
"""


@pytest.mark.parametrize("kind", KINDS if EXHAUSTIVE else ["commit"])
def test_a_repair_killed_at_any_step_is_made_good_by_the_next(
    kind: str, first_day: Path, share: Path, days: list[Path], tmp_path: Path
) -> None:
    before = content(first_day, change_share(share, days[0]))
    with closing(apsw.Connection(os.fspath(first_day / DATABASE))) as connection:
        connection.execute(DAMAGE)

    def repair(when: str) -> int:
        return mend(shutil.copytree(first_day, tmp_path / when), when)

    for when in killed_at_every_step(kind, repair):
        assert mend(tmp_path / when) == 0
        assert content(tmp_path / when, share) == before, f"killed at {when}"
