"""`manage.py serve` with a skewed clock: `python -m faults.skewed`.

The offset is in a file of the site's folder. A signal makes the process read it again. Monotonic time, which
loops use for waiting, is unaffected, as on a real machine.
"""

import os
import signal
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import FrameType

SIGNAL = signal.SIGUSR2
_true, _true_ns = time.time, time.time_ns
_off = 0.0


def tell(var: Path, pid: int, seconds: float) -> None:
    """Set the clock offset in seconds of the process `pid` of the site in `var`."""
    (var / "clock").write_text(str(seconds))
    os.kill(pid, SIGNAL)


def _look(number: int, frame: FrameType | None) -> None:
    global _off
    _off = float((Path(os.environ["OMNIFORGE_VAR"]) / "clock").read_text())


def _skew() -> None:
    """Patch the clocks that the site reads."""
    from django.utils import timezone

    time.time = lambda: _true() + _off
    time.time_ns = lambda: _true_ns() + int(_off * 1e9)
    timezone.now = lambda: datetime.now(UTC) + timedelta(seconds=_off)


def main() -> None:
    """Serve like `manage.py serve`."""
    signal.signal(SIGNAL, _look)
    _skew()
    from django.core.management import execute_from_command_line

    execute_from_command_line(["manage.py", "serve", *sys.argv[1:]])


if __name__ == "__main__":
    main()
