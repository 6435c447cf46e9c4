"""Log lines as JSON objects."""

import json
import logging
from datetime import UTC, datetime
from typing import Any

from omniforge.telemetry.about import NAMES


class JsonLines(logging.Formatter):
    """Formats an already masked record: time, level, logger, message, ids and exception."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        told |= {name: getattr(record, name) for name in NAMES if hasattr(record, name)}
        if record.exc_info and record.exc_info[0]:
            told["exception"] = {"type": record.exc_info[0].__name__, "stack": self._stack(record)}
        return json.dumps(told)

    def _stack(self, record: logging.LogRecord) -> str:
        return record.exc_text or self.formatException(record.exc_info)  # type: ignore[arg-type]
