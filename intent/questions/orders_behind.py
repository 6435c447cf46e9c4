"""Orders beside a question: 'what has Ann got on? Reassign it all to Ben'."""

import re
from datetime import date
from itertools import dropwhile

from intent.commands.catalogue import verbs
from intent.commands.grammar.tokens import tokenize
from intent.commands.remarks import only_states
from intent.commands.words import as_words
from intent.commands.work.orders import read_work_order
from intent.sentences.question_forms import asks_to_show, is_question, points_back
from intent.text import fold
from omniforge.projects.search.sentences import sentences_of

_ANY_DAY, _PLEASE = date(2000, 1, 1), "please"
_QUOTED = re.compile(r'"[^"]*"|“[^”]*”')  # another's words order nothing
_LEADS = frozenset(("then", "and", "so", "ok", "okay", "well", "also", "now", "no", "yes"))
_ANYBODY = frozenset(("a", "an", "some", "somebody", "someone", "anybody", "anyone"))
_SUBJECTS = frozenset(("we", "i", "you", "they"))  # of a sentence without an order


def order_behind(text: str) -> tuple[str, str]:
    """Return a question and the order after it. If there is none, the text and ''."""
    asked, mark, rest = text.partition("?")
    order = rest.strip()
    first = fold(order.split()[0]) if order else ""
    is_order = first in verbs() and not (is_question(order) or asks_to_show(order))
    return (asked + mark, order) if is_order else (text, "")


def changes_beside(text: str, question: str) -> list[str]:
    """Return a message's sentences beside its question that may change something: 'make it 3. And why?'

    A case that the question is about changes nothing: 'a client cancelled 3 lessons. What does she pay?'
    """
    beside = _QUOTED.sub("", text.replace(question.rstrip("?"), "\n", 1))
    around = [one.strip(" ,.") for one in beside.split("\n")]
    sentences = [one for part in around for one in sentences_of(part.removesuffix(" and"))]
    leans = points_back(question)
    return [one for one in sentences if not only_states(one) and _may_change(one, is_case=leans)]


def tells_case(text: str) -> bool:
    """Return whether a sentence tells what may happen to anybody: 'there is a leak', 'a client is ill'."""
    first = as_words(text)[:1]
    return bool((_ANYBODY | {"there"}).intersection(first)) and not is_question(text)


def _may_change(text: str, *, is_case: bool) -> bool:
    said = [one for one in as_words(text) if one.isalnum()]
    words = [*dropwhile(lambda one: one in _LEADS, said)]
    ordered = {*words[:1]} & (verbs() - _SUBJECTS - _ANYBODY) or _PLEASE in words
    is_order = read_work_order(text, tokenize(text), _ANY_DAY) is not None
    if is_case:  # of somebody, not of somebody's own work
        return bool(ordered) or (is_order and not _ANYBODY.intersection(words[:1]))
    return bool(ordered) or is_order or any(one[:1].isdigit() for one in words)
