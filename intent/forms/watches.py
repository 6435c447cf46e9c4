"""Reads the wish that something be watched: 'tell me when something is overdue', or a page and how often."""

from functools import partial

from intent.commands import Situation
from intent.data_files import pattern
from intent.forms.channels import cut_channel
from intent.forms.fits import with_first_page
from intent.forms.own_work import purpose_question
from intent.forms.purpose import strip_schedule
from intent.forms.schedules import find_when
from intent.slots.recurrence import ANY_DAY

_LONGEST = 400  # characters of such a wish
_pattern = partial(pattern, "watching")

_WATCHED, _WISHED, _LEADS = _pattern("watched"), _pattern("wished"), _pattern("leads")
_PAGE, _DONE, _ONLY = _pattern("page"), _pattern("done"), _pattern("only")


def find_watch_order(message: str, situation: Situation) -> str:
    """Return an order for an agent that watches what is here, empty if commands can't do its work."""
    said = " ".join(message.split())
    found = _WATCHED.match(said) or _WISHED.match(said)
    if found is None:
        return ""
    parts = found.groupdict()
    told = parts.get("told") or parts.get("said")
    work = f"tell me{_LEADS.sub(' when', told)}" if told else parts["work"]
    return f"create an agent to {work}" if purpose_question(work, situation) else ""


def find_page_order(message: str) -> str:
    """Return an order for an agent that watches a page, if a message names one and how often; else empty."""
    said, channel = cut_channel(with_first_page(" ".join(message.split())))
    page, when = _PAGE.search(said), find_when(_PAGE.sub(" ", said), ANY_DAY)
    if page is None or when is None or len(said) > _LONGEST or _DONE.search(said):
        return ""
    limit = _ONLY.search(_PAGE.sub("", said))
    only = f". What to include: {strip_schedule(limit['only']).strip(' ,.')}" if limit else ""
    often = "" if when.problem else f", {when.words}"  # 'before lunch' is no time: it is asked for
    goes_to = f". Where to: {channel}" if channel else ""
    return f"create an agent to watch {page['page']}{often}{only}{goes_to}"
