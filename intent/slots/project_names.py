"""Reads a list of existing projects: 'Harcourt and the Millbrook one'."""

import re
from collections.abc import Sequence

from intent.slots.names import PART, best_names, certain_name

JOINTS = re.compile(r"\s*(?:[,&]|\band\b|\bor\b|\bplus\b)\s*", re.I)
AROUND = re.compile(r"^(?:the|our|my|both|projects?)\s+|\s+(?:projects?|ones?)$", re.I)
_BEFORE = re.compile(r"^(?:(?:just|only|for|in|of|on|from|about)\s+)+", re.I)


def projects_listed(words: str, projects: Sequence[str]) -> tuple[str, ...]:
    """Return the projects that words list, perhaps by a part of their names, empty if they say more."""
    said = [
        AROUND.sub("", one.strip(" .!")) for one in JOINTS.split(_BEFORE.sub("", words)) if one.strip(" .!")
    ]
    named = [certain_name(best_names(one, projects), least=PART) for one in said]
    return tuple(one for one in named if one) if all(named) else ()
