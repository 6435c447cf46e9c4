"""Log filters: they mask secrets, and limit the lines that strangers' requests can cause."""

import logging
import time
from collections import Counter
from threading import Lock

from omniforge.redaction.mask import redact
from omniforge.redaction.paths import redact_addresses

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime"}
_FORMATTER = logging.Formatter()
_MINUTE = 60.0


class RedactingFilter(logging.Filter):
    """Masks secrets in a log record: in its message, traceback, stack and extra fields."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = _masked(_line(record)), ()
        if record.exc_info and not record.exc_text:
            record.exc_text = _FORMATTER.formatException(record.exc_info)
        record.exc_text = _masked(record.exc_text) if record.exc_text else None
        record.stack_info = _masked(record.stack_info) if record.stack_info else None
        for name in vars(record).keys() - _STANDARD:
            if isinstance(extra := getattr(record, name), str):
                setattr(record, name, _masked(extra))
        return True


class BoundingFilter(logging.Filter):
    """Limits the lines per minute of each logger that a stranger's request can write to.

    `loggers` are those, with all their children. The last line says that others are omitted. A refused
    request needs no traceback: its message says what was wrong.
    """

    def __init__(self, loggers: tuple[str, ...] = (), a_minute: int = 20) -> None:
        super().__init__()
        self._loggers = loggers
        self._most = a_minute
        self._written: Counter[str] = Counter()
        self._until = 0.0
        self._lock = Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        if not record.name.startswith(self._loggers):
            return True
        if getattr(record, "status_code", 500) < 500:
            record.exc_info = None
        number = self._count(record.name)
        if number == self._most:
            record.msg, record.args = f"{_line(record)} (more of these are left out for a minute)", ()
        return number <= self._most

    def _count(self, name: str) -> int:
        """Return the number of this logger's lines in the current minute."""
        with self._lock:
            now = time.monotonic()
            if now >= self._until:
                self._written.clear()
                self._until = now + _MINUTE
            self._written[name] += 1
            return self._written[name]


def _masked(text: str) -> str:
    return redact(redact_addresses(text))


def _line(record: logging.LogRecord) -> str:
    try:
        return record.getMessage()
    except (TypeError, ValueError):  # Left alone, logging would print the raw arguments to stderr.
        return f"{record.msg} (its arguments do not fit)"
