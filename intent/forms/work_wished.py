"""Reads the wish to have something done automatically: 'someone should go through …', 'keep an eye on …'."""

import re
from datetime import date
from functools import partial

from intent.commands.places import find_origin
from intent.commands.words import as_words, at_start, key_of
from intent.data_files import pattern
from intent.forms.purpose import from_wish, strip_schedule, without_praise
from intent.forms.schedules import find_when
from intent.forms.verbs import plain_gerund, plain_verb
from intent.slots import find_times
from intent.slots.recurrence import remove_recurrence
from intent.slots.systems import outside_systems

_pattern = partial(pattern, "work_wished")

_ANY_DAY = date(2000, 1, 3)  # any day will do to find words for a recurrence
_IS_TOLD = re.compile(r"(?:be|get|hear|receive)\b", re.I)
_PRESENT = {"told": "tell", "sent": "send", "wrote": "write", "gave": "give"}
_ENOUGH = 2  # signs required for an agent's work
_SHOULD = _pattern("should")
_NEEDED = _pattern("needed")
_WATCH = _pattern("watch")
_WATCH_IN_GERMAN = _pattern("watch_in_german")
_TAKE_OVER = _pattern("take_over")
_KEPT = _pattern("kept")
_TELLS = _pattern("tells")
_WATCHES = _pattern("watches")
_FOR = _pattern("for")
_FORGOTTEN = _pattern("forgotten")
_TODAY = _pattern("today")
_WHAT_FOR = _pattern("what_for")
_TO_US = _pattern("to_us")
_WHENEVER, _WHENEVER_BEHIND = _pattern("whenever"), _pattern("whenever_behind")
_WISHING, _BECAUSE = _pattern("wishing"), _pattern("because")
_RECEIVED, _NIGHT = _pattern("received"), _pattern("night")
_TIMED = _pattern("timed")
_MARKS = frozenset(",.;:!?-–—")
_DUTIES = ("must", "has to", "needs to", "muss", "tiene que")


def find_work_order(message: str) -> str:
    """Return an order for an agent with the work that somebody wants done, else empty.

    Requires two of: a recurrence, a system, somebody to inform. A recurrence of days needs a time.
    """
    text = _WHAT_FOR.sub("", _TODAY.sub("", without_praise(" ".join(message.split()))))
    if found := _WHENEVER.fullmatch(text) or _WHENEVER_BEHIND.fullmatch(text):
        return f"create an agent to {found['work']} {found['cause'][:1].lower()}{found['cause'][1:]}"
    if order := _received(text):
        return order
    for form in (_FORGOTTEN, _WATCH, _TAKE_OVER, _SHOULD, _NEEDED, _WATCH_IN_GERMAN):
        if (found := form.fullmatch(text)) and (work := _work(found, text)):
            when = find_when(text, _ANY_DAY)
            is_said = when and (find_times(text) or "HOURLY" in when.rrule or "MINUTELY" in when.rrule)
            return f"create an agent to {work}{f', {when.words}' if when and is_said else ''}"
    return _told_regularly(text)


def find_timed_order(message: str) -> str:
    """Return an order for an agent whose times stand before its work: 'an agent: Mondays 7am, list …'."""
    found = _TIMED.match(" ".join(message.split()))
    when = find_when(found["when"], _ANY_DAY, asked=True) if found else None
    if not (found and when and when.rrule) or when.problem:
        return ""
    beside = [one for one in as_words(remove_recurrence(found["when"], when)) if one not in ("at", "on")]
    rest = (one.strip(" .!?") for one in found["rest"].split(";"))
    more = "".join(f". {one[:1].upper()}{one[1:]}" for one in rest if one)
    return "" if beside else f"create an agent to {found['work']}, {when.words}{more}"


def _received(text: str) -> str:
    """Return the order for a report that somebody wishes to get regularly, else empty."""
    text = _NIGHT.sub("at ", text)
    when = find_when(text, _ANY_DAY)
    found = _RECEIVED.fullmatch(strip_schedule(text).strip(" ,")) if when else None
    if not (found and when and (found["arranged"] or found["set_up"] or find_times(text))):
        return ""  # 'we want a list of guests each Friday' may be a task
    verb = "email" if "mail" in (found["verb"] or "").lower() else "send"
    what = (found["what"] or found["told"]).strip(" ,.")
    return f"create an agent to {verb} me {what}, {when.words} {found['at'] or ''}".strip()


def _told_regularly(text: str) -> str:
    """Return the order for what somebody would love to be told again and again, else empty."""
    when, plain = find_when(text, _ANY_DAY), strip_schedule(_BECAUSE.sub("", text)).strip(" ,.!")
    opening = _WISHING.match(plain) if when and when.rrule and not when.problem else None
    if not (when and opening):
        return ""
    rest = plain[opening.end() :]
    if opening["somebody"]:
        verb, _, what = rest.partition(" ")
        work = f"{_PRESENT.get(verb) or plain_verb(verb) or verb} {what}" if _TELLS.match(rest) else ""
    else:
        who = "we" if "we" in as_words(opening[0]) else "i"
        work = from_wish(f"{who} want to {rest}") if find_times(text) or _IS_TOLD.match(rest) else ""
    return f"create an agent to {work}, {when.words}" if work else ""


def _work(found: re.Match[str], text: str) -> str:
    """Return the work of a wish, without its schedule, empty if it isn't work for an agent."""
    parts = found.groupdict()
    if found.re is _FORGOTTEN:
        return _told(parts)
    work = f"{plain_gerund(parts['verb'])}{parts['work']}" if parts.get("verb") else parts["work"]
    if strip_schedule(parts["before"]).strip(" ,") or key_of("no_chore", work.partition(" ")[0].lower()):
        return ""
    source = bool(outside_systems(work) or find_origin(work))
    watches = found.re in (_WATCH, _WATCH_IN_GERMAN)
    if not source and (watches or (parts.get("modal") or "").lower() in _DUTIES):
        return ""
    rhythm = find_when(text, _ANY_DAY) is not None
    if watches and not (rhythm or _FOR.search(work) or _TELLS.search(work)):
        return ""  # 'can you monitor Jira?' asks what is possible
    signs = (rhythm, source, watches or bool(_TELLS.search(work) or _WATCHES.match(work)))
    plain = _TO_US.sub(r"\1us", strip_schedule(work).strip(" ,"))
    return _plainly(found.re, plain) if sum(signs) >= _ENOUGH else ""


def _told(parts: dict[str, str]) -> str:
    """Return the report that keeps somebody from forgetting, empty if more than a schedule is said."""
    beside = as_words(strip_schedule(parts["rest"]))
    if any(not (one in _MARKS or at_start("form_filler", (one,))[1]) for one in beside):
        return ""
    return f"tell {parts['whom']} {parts['what']}" if find_when(parts["rest"], _ANY_DAY) else ""


def _plainly(pattern: re.Pattern[str], work: str) -> str:
    """Return work with a leading verb: 'watch' for 'keep an eye on Jira'."""
    if pattern is _WATCH_IN_GERMAN:
        return f"{work} überwachen"
    verb, _, rest = _KEPT.sub("watch", work).partition(" ")
    return f"{plain_verb(verb) or verb} {rest}"
