"""Plain wordings of roundabout orders: without a reason, or as what they mean."""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from itertools import takewhile

from intent.commands.catalogue import verbs
from intent.data_files import meanings, pattern
from intent.plain.told_work import write_one_deed
from intent.sentences.question_forms import is_question, is_request
from omniforge.projects.search.sentences import sentences_of

_pattern = partial(pattern, "rephrasing")

_LEAST = 3  # letters of a name that may be written in lower case
_LEAD, _TAIL, _UNTIL = _pattern("lead"), _pattern("tail"), _pattern("until")
_REASON, _REASON_FIRST, _TILL_TOLD = _pattern("reason"), _pattern("reason_first"), _pattern("till_told")
_TELLS, _ORDERS = _pattern("tells"), _pattern("orders")
_REASON_BEFORE = _pattern("reason_before")
_SAME_DAY, _LISTED_FIRST = _pattern("same_day"), _pattern("listed_first")
_RESTORED, _MORE_DAYS = _pattern("restored"), _pattern("more_days")
_BY_SO_MANY, _SPAN, _FORWARD = _pattern("by_so_many"), _pattern("span"), _pattern("forward")
_ASKED_TO_MAKE = _pattern("asked_to_make")
_PROJECTS = ("project_called", "needs_project", "project_name_behind", "project_told")
_NAMES = ("name", "title", "said")  # groups of these patterns
_INSTEAD = (
    "wanted_done",
    "wanted_gone",
    "wanted_to",
    "wanted_it_done",
    "meant_not",
    "meant_last",
)  # right after a change
_OTHER = "i meant {}"
_WITH_TOLD = "create a project called “{}”. “{}”"
_UNQUOTED = str.maketrans(dict.fromkeys("“”", "'"))
_SIGH = 3  # words of a sentence that says nothing: 'Right, now then.'
_MEANINGS = meanings("rephrasing")
_ORDERED = (
    *("wished_done", "needed_for", "not_on_days", "somebody_down", "on_a_list"),
    *("shut_on", "one_more_for", "absent"),
    *("not_those_days", "asked_and_ordered", "on_two_days", "to_their_project"),
    *("back_to_day", "told_undone", "of_everybody"),
    *("named_behind", "made_task", "as_kind", "main_risk", "short_kind", "for_whom"),
    *("handed_back", "column_to_this"),
)
_ROUNDABOUT = [one for one in _MEANINGS if one not in (*_INSTEAD, *_ORDERED)]
_SAID = {one: _pattern(one) for one in _MEANINGS}


def rephrasings(text: str, after: str = "") -> Iterator[str]:
    """Yield other wordings of a message, the closest first, none for a question.

    `after` is what was done right before: after "changed", the other thing that was wanted replaces it.
    After an undo, it is a new order.
    """
    if after and (other := meant_instead(text)):
        yield _OTHER.format(other)
    if after == "arranged" and (more := _MORE_DAYS.match(text.strip())):
        yield f"it should also run on {more['days']}"
    last = sentences_of(text)[-1:]
    if any(is_question(one) and not is_request(one) for one in last):
        return
    yield from _projects_told(text)
    yield from _with_things_named(without_lead(text.strip()))
    bare = list(_barely(text.strip()))
    least = [one for end in (*_endings(text), text.strip()) for one in reversed(list(_barely(end)))]
    meant = (found for one in least for found in _meanings(one, after))
    yield from dict.fromkeys((*bare, *meant))
    yield from write_one_deed(text)


def _projects_told(text: str) -> Iterator[str]:
    """Yield the order of a project with what is told before: 'The fair is on Friday. Make a project for …'"""
    rows = sentences_of(text)
    for at in range(1, len(rows)):
        order = without_lead(" ".join(rows[at:]))
        found = next((one for name in _PROJECTS if (one := _SAID[name].match(order))), None)
        told = [one for one in rows[:at] if only_tells(one) and len(one.split()) >= _SIGH]
        small = (one for one in rows[:at] if one not in told)
        if found and told and all(len(one.split()) <= _SIGH for one in small):
            name = next(filter(None, (found.groupdict().get(one) for one in _NAMES)))
            yield _WITH_TOLD.format(name, " ".join(told).translate(_UNQUOTED))


def _with_things_named(text: str) -> Iterator[str]:
    """Yield an order with the things named before it: 'The desk and the stool. Give them to Ann.'"""
    if found := _LISTED_FIRST.match(text):
        yield f"{found['deed']} {found['things']} {found['rest']}"


def _endings(text: str) -> Iterator[str]:
    """Yield the last sentences of a message, if those before only state something."""
    rows = sentences_of(text)
    told = sum(1 for _ in takewhile(only_tells, rows[:-1]))
    for at in range(told, 0, -1):
        yield " ".join(rows[at:])


def only_tells(sentence: str) -> bool:
    """Return whether a sentence begins with its subject, and asks nothing."""
    return bool(_TELLS.match(sentence)) and not is_question(sentence)


def without_lead(text: str) -> str:
    """Return a text without leading excuses and sighs."""
    return _LEAD.sub("", text)


def without_reason_before(text: str) -> str:
    """Return a text without a reason right before the day that something has to be on."""
    return _REASON_BEFORE.sub(r", \g<order>", text)


def ordered(text: str) -> str:
    """Return 'I'd like the task Ash renamed to Oak' as the order that it means, else the text."""
    asked = text.strip()
    for name in _ORDERED[1:]:
        asked = _SAID[name].sub(_MEANINGS[name], asked)
    said, wish = _ASKED_TO_MAKE.sub("", asked, count=1), _SAID["wished_done"]
    return wish.sub(_MEANINGS["wished_done"], said.strip()) if wish.match(said.strip()) else said


def names_project(text: str) -> bool:
    """Return whether a message orders a project in two parts: 'make a project for it, call it Roof'."""
    lasts = [without_lead(one) for one in (text.strip(), *_endings(text))]
    return any(_SAID[one].match(last) for one in _PROJECTS for last in lasts)


def meant_instead(text: str) -> str:
    """Return the thing meant by a message that also takes the last change back in words, else empty."""
    found = _RESTORED.match(text.strip())
    return found["thing"] if found else ""


def with_that_day(text: str, day: str) -> str:
    """Return a message with a day in place of 'the same day'."""
    return _SAME_DAY.sub(day, text)


def with_names(text: str, people: Collection[str]) -> str:
    """Return a text with names capitalised, unless they are words of orders, 'anns' becomes 'Ann's'."""
    for name in people:
        if name[:1].isupper() and len(name) >= _LEAST and name.lower() not in verbs():
            said = re.escape(name.lower())
            text = re.sub(rf"(?<![\w'’\"“-]){said}(?![\w-])", name, text)
            text = re.sub(rf"(?<![\w'’\"“-])(?i:{said})s(?![\w'’-])", f"{name}'s", text)
    return text


def shifted_as(text: str, before: Sequence[str]) -> str:
    """Return 'the other one by 3' as the shift that it means after a shift by days, else the text."""
    found = _BY_SO_MANY.match(text)
    earlier = (_SPAN.search(one) for one in reversed(before))
    unit = next((one["unit"] for one in earlier if one), "")
    if not found or not unit:
        return text
    size = f"{found['number']} {found['unit'] or unit}"
    forward = any(_FORWARD.search(one) for one in before[-1:])
    return f"bring {found['thing']} forward {size}" if forward else f"push {found['thing']} back {size}"


def only_until(text: str) -> str:
    """Return in words until when something should pause, empty for 'until I say so'."""
    found = _UNTIL.search(text.strip())
    return "" if not found or _TILL_TOLD.match(found["until"]) else found["until"]


def _barely(text: str) -> Iterator[str]:
    """Yield a message without the words around its order."""
    for one in dict.fromkeys((text, without_lead(text))):
        yield one
        for less in (_without_reason(one), _TAIL.sub("", one), _TAIL.sub("", _without_reason(one))):
            if less != one:
                yield less
        if (found := _UNTIL.search(one)) and not found.start():
            yield found["order"]


def _without_reason(text: str) -> str:
    found = _REASON.match(text) or _REASON_FIRST.match(text)
    if not found:
        return text
    reason = found.groupdict().get("reason", "")
    lists = ":" in found["order"] and "," in reason  # a list goes on behind the reason of one row
    return text if lists or _ORDERS.match(reason) else found["order"]


def _meanings(text: str, after: str) -> Iterator[str]:
    for name in _ROUNDABOUT:
        if found := _SAID[name].match(text):
            yield found.expand(_MEANINGS[name])
    for name in _INSTEAD if after else ():
        if found := _SAID[name].match(text):
            yield _OTHER.format(found["thing"]) if after == "changed" else found.expand(_MEANINGS[name])
