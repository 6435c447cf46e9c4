"""Finds what a form left out of a message, so that nothing is dropped silently."""

from intent.commands.words import as_words, at_start
from intent.forms.filled import FormRead
from intent.forms.fits import is_talk, wishes
from intent.forms.verbs import is_order_verb
from intent.forms.work_anew import tells_work
from omniforge.projects.search.words import stems

_JOINT = ("and",)
_LEAVE_OUT, _WITHOUT = ("leave", "out"), (("exclude",), ("excluding",), ("except",))
_POINTED = 2  # words of 'exclude it'
_LIMITS = frozenset(("leave", "only", "without", "except", "excluding", "skip", "ignore", "exclude"))


def unread_part(form: FormRead, text: str) -> str:
    """Return a text if it requests something that none of the form's values contain, else an empty string.

    Reasons and courtesies request nothing: '7 is too early', 'nobody reads those', 'two slips of mine'.
    """
    known = {stem for value in (*form.now.values(), *form.found.values()) for stem in stems(value)}
    told = {stem for stem in stems(_without_fillers(text)) if stem not in known}
    asks = tells_work(text) or (not is_talk(text) and _asks_for(text, told))
    return text.strip(" ,;.!") if told and asks else ""


def _asks_for(text: str, told: set[str]) -> bool:
    """Return whether words are a request: with 'I need', a figure, or a leading verb."""
    figures = any(one[:1].isdigit() for one in told)
    return wishes(text) or figures or orders_more(text)


def orders_more(text: str) -> bool:
    """Return whether words begin with an order or a limit: 'and leave out the small ones'."""
    words = as_words(text)
    words = words[words[:1] == _JOINT :]
    if words[:2] == _LEAVE_OUT or words[:1] in _WITHOUT:
        return len(words) > _POINTED
    return bool(words) and not is_talk(text) and (is_order_verb(words[0]) or words[0] in _LIMITS)


def _without_fillers(text: str) -> str:
    words, kept = as_words(text), []
    while words:
        size = at_start("form_filler", words)[1]
        kept += [] if size else [words[0]]
        words = words[size or 1 :]
    return " ".join(kept)
