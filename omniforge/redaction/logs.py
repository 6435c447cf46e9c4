"""The log filter: no handler that it is on writes a secret."""

import logging

from omniforge.redaction.masking import redact

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime"}
_FORMATTER = logging.Formatter()


class RedactingFilter(logging.Filter):
    """Masks secrets in a log record: in its line, its traceback, its stack and its extra fields."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = redact(_line(record)), ()
        if record.exc_info and not record.exc_text:
            record.exc_text = _FORMATTER.formatException(record.exc_info)
        record.exc_text = redact(record.exc_text) if record.exc_text else None
        record.stack_info = redact(record.stack_info) if record.stack_info else None
        for name in vars(record).keys() - _STANDARD:
            if isinstance(extra := getattr(record, name), str):
                setattr(record, name, redact(extra))
        return True


def _line(record: logging.LogRecord) -> str:
    try:
        return record.getMessage()
    except (TypeError, ValueError):  # Left alone, logging would print the raw arguments to stderr.
        return f"{record.msg} (its arguments do not fit)"
