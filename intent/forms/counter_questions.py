"""Tells a question to the platform from an answer that looks like one: 'what I paste here'."""

from functools import partial

from intent.commands.words import as_words, at_start
from intent.data_files import pattern
from omniforge.projects.search.sentences import sentences_of

_pattern = partial(pattern, "asking")

_ASKS = _pattern("asks")
_NAMES = _pattern("names")
_BACK = _pattern("back")
_CONTENTS = _pattern("contents")
_PROTESTS = _pattern("protests")
_LIMITED = _pattern("limited")
_LABELLED, _AS_SAID, _NO_CONTENTS = _pattern("labelled"), _pattern("as_said"), _pattern("no_contents")
_MOST = 40  # words of what is included


def asks(text: str) -> bool:
    """Return whether a text is a question."""
    said = text.strip()
    return said.endswith("?") or bool(_ASKS.match(said) and not names_thing(said))


def names_thing(text: str) -> bool:
    """Return whether words that look like a question name something: 'what I paste here'."""
    return bool(_NAMES.match(text.strip()))


def protests(text: str) -> bool:
    """Return whether somebody wonders at a draft's question, as they wanted none: 'what data? I meant …'."""
    return bool(_PROTESTS.match(text.strip()))


def contents_named(text: str) -> str:
    """Return what words name for results to include: 'name, and how many are left', 'include: late ones'.

    'Those I named' are everything that the work says. Empty for any other words.
    """
    said = text.strip(" .!")
    if _AS_SAID.match(said):
        return "everything"
    told = _LABELLED.sub("", said)
    if _CONTENTS.match(told):
        return told
    is_long = len(as_words(told)) > _MOST or text.rstrip().endswith("?")
    names = not (is_long or _NO_CONTENTS.match(told)) and bool(told != said or _LIMITED.search(told))
    return told if names else ""


def says_contents(text: str) -> bool:
    """Return whether a text says in so many words that it tells contents: 'include: …', 'as I said: …'."""
    return any(_LABELLED.match(one) and contents_named(one) for one in sentences_of(text))


def names_contents(text: str) -> bool:
    """Return whether words name what results include."""
    return bool(contents_named(text))


def limits_itself(work: str) -> bool:
    """Return whether work says which rows are meant: 'list the invoices that are unpaid'."""
    return bool(_LIMITED.search(work))


def asks_back(text: str) -> str | None:
    """Return the slot that a counter-question is about, '' for the requested one, or None if it isn't one."""
    found = _BACK.match(text.strip())
    if found is None:
        return None
    words = as_words(next(filter(None, found.groupdict().values()), ""))
    slots = (at_start("move_slot", words[at:])[0] for at in range(len(words)))
    if slot := next(filter(None, slots), ""):
        return slot
    is_of_other = found["of"] or found["needs"]  # 'what is the deposit for?'
    return None if is_of_other else ""
