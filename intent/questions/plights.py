"""Questions that only follow from what is told before them: 'the tank leaks, what do I do?'"""

from intent.data_files import pattern
from intent.text import fold


def is_plight(message: str) -> bool:
    """Return whether a message tells of something that happened and asks what to do about it."""
    return bool(pattern("plights", "plight").fullmatch(fold(message).strip()))
