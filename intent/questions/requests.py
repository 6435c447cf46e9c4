"""What a pasted letter wants of its reader: its sentences that ask for something or set a deadline."""

from intent.data_files import pattern
from intent.text import fold
from omniforge.projects.search.sentences import sentences_of

_ASKED, _DATED = pattern("requests", "asked"), pattern("requests", "dated")
_DEADLINE, _REQUEST = pattern("requests", "deadline"), pattern("requests", "request")
_COURTESY, _PROMISE = pattern("requests", "courtesy"), pattern("requests", "promise")
_COMPLAINT = pattern("requests", "complaint")
_TOLD = pattern("requests", "told")
_LONGEST = 300  # characters of such a question


def asks_for_requests(question: str) -> bool:
    """Return whether a question is what a letter wants: 'what do I have to do from this?'"""
    return len(question) <= _LONGEST and _ASKED.fullmatch(_plain(question)) is not None


def without_teller(question: str) -> str:
    """Return a question about a letter without its writer: 'which door did Bea say?'"""
    return _TOLD.sub("", question)


def requests_in(text: str, question: str) -> list[str]:
    """Return the sentences that ask for something, for a question about deadlines those that set one."""
    dates_only = _DATED.fullmatch(_plain(question)) is not None
    said = [one for line in text.splitlines() for one in sentences_of(line)]
    return [one for one in said if (_sets_deadline(one) if dates_only else _wants(one))]


def _wants(sentence: str) -> bool:
    """Return whether a sentence asks for something, complains, or sets the reader a deadline.

    What the writer promises is no request: 'we'll pay it by Friday'.
    """
    promises = _PROMISE.search(_plain(sentence))
    return _requests(sentence) or (_sets_deadline(sentence) and not promises)


def _sets_deadline(sentence: str) -> bool:
    return _DEADLINE.search(_plain(sentence)) is not None


def _requests(sentence: str) -> bool:
    said = _plain(sentence)
    if _COURTESY.search(said):
        return False
    asks = sentence.rstrip(' "”').endswith("?") or _REQUEST.search(said)
    return bool(asks or _COMPLAINT.search(said))


def _plain(text: str) -> str:
    return fold(text).replace("’", "'").strip()
