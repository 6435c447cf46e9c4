"""Names of agents and skills: kebab-case, short, descriptive, unique."""

import re
import unicodedata
from collections.abc import Collection

from agents.definitions.validation import LONGEST_NAME

_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "ae", "Ö": "oe", "Ü": "ue"})


def to_kebab(text: str) -> str:
    """Return `text` as a name of lower-case letters, digits and hyphens, a letter first. May be empty."""
    name = re.sub(r"^[^a-z]+", "", _hyphenated(text)).strip("-")
    if len(name) <= LONGEST_NAME:
        return name
    return name[: LONGEST_NAME + 1].rpartition("-")[0] or name[:LONGEST_NAME]


def _hyphenated(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.translate(_GERMAN)).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain.replace("'", ""))


def free_name(name: str, taken: Collection[str]) -> str:
    """Return `name`, with the lowest number from 2 appended if it is taken."""
    if name not in taken:
        return name
    stem = name[: LONGEST_NAME - 5].rstrip("-")
    return next(found for n in range(2, len(taken) + 3) if (found := f"{stem}-{n}") not in taken)
