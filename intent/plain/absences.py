"""Rewrites a question behind an absence with the person's name: 'Bo is off sick, what of his is due?'"""

from intent.data_files import pattern, words_of
from omniforge.english import capital

_TOLD = pattern("absences", "told")
_OWNS, _OWNS_BEFORE, _ACTS = (pattern("absences", one) for one in ("owns", "owns_before", "acts"))
_LONGEST = 240  # characters of such a message


def name_absent(message: str) -> str:
    """Return the question about somebody whose absence is told before it, any other message unchanged."""
    told = _TOLD.match(message.strip()) if len(message) <= _LONGEST else None
    if told is None or not (told["who"].istitle() or told["who"] in words_of("given_names", "given")):
        return message
    who, asked = capital(told["who"]), told["asked"]
    for said, name in ((_OWNS, f"{who}'s"), (_OWNS_BEFORE, f"{who}'s"), (_ACTS, who)):
        asked = said.sub(name, asked)
    return message if asked == told["asked"] else f"{asked.strip().rstrip('?')}?"
