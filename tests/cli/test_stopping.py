"""The first signal asks to stop, the second one stops."""

from __future__ import annotations

import signal

import pytest

from relatab.interfaces.cli.stopping import stop_requests


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_signal_asks_and_the_second_ends(
    number: signal.Signals, capfd: pytest.CaptureFixture[str]
) -> None:
    before = signal.getsignal(number)
    with stop_requests() as asked:
        assert not asked.is_set()
        signal.raise_signal(number)
        assert asked.is_set()
        assert "once more to stop at once" in capfd.readouterr().err
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(number)
    assert signal.getsignal(number) is before
