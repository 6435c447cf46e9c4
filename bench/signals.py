"""What ends a program from outside."""

import signal
import sys


def stop_on(*signals: int) -> None:
    """Let the first of these signals end the program, and all that it started with it; more are ignored."""

    def stop(*_: object) -> None:
        for number in signals:
            signal.signal(number, signal.SIG_IGN)
        sys.exit("stopped")

    for number in signals:
        signal.signal(number, stop)
