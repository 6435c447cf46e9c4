"""What was cut off since the process ends as it should is no fault; the server says in one line how much."""

import logging
from asyncio import CancelledError


class PlannedEndFilter(logging.Filter):
    """Drops the stack of a request that was still open when the process was told to end."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not (record.exc_info and isinstance(record.exc_info[1], CancelledError))
