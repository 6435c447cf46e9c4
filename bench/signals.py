"""Handling of termination signals."""

import signal
import sys


def stop_on(*signals: int) -> None:
    """End the program and its children at the first of these signals. Further ones are ignored."""

    def stop(*_: object) -> None:
        for number in signals:
            signal.signal(number, signal.SIG_IGN)
        sys.exit("stopped")

    for number in signals:
        signal.signal(number, stop)
