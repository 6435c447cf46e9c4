"""Reads a message to a draft sentence by sentence: each is taken, is only a reason, or is left out."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

from intent.commands.places import names_target
from intent.commands.remarks import only_states
from intent.commands.words import as_words, at_start, is_within, table
from intent.data_files import pattern
from intent.dialogue import read_answer, read_small_talk
from intent.forms.asides import without_announcing
from intent.forms.filled import FREE, Filled, FormRead
from intent.forms.fits import is_talk, wishes
from intent.forms.leftovers import orders_more
from intent.forms.manners import bare, parts_of
from intent.forms.moves import is_reason
from intent.forms.reader import read_form
from intent.forms.schedules import find_when
from intent.forms.verbs import is_order_verb
from intent.forms.work_anew import tells_work
from intent.sentences.question_forms import is_question
from intent.slots.days import find_days
from intent.slots.recurrence import ANY_DAY
from omniforge.projects.search.sentences import sentences_of

_GO_AHEAD, _AHEAD_LAST = pattern("go_ahead", "order"), pattern("go_ahead", "last")
_AHEAD_FIRST = pattern("go_ahead", "first")
_BEHIND_FIGURE = re.compile(r"(?<=\d\.)\s+(?=[A-Z])")  # where a sentence may end
_CONDITIONS = (("if",), ("unless",), ("once",), ("provided",))
_TOO = "nothing"  # the key of 'too early', which sets nothing


@dataclass(frozen=True, slots=True)
class Told:
    """What the sentences of a message give a draft, and those that give it nothing.

    `wishes` are kept word for word. `makes`: the agent is to be created.
    """

    values: dict[str, str] = field(default_factory=dict)
    wishes: tuple[str, ...] = ()
    makes: bool = False
    taken: int = 0
    left: tuple[str, ...] = ()


def says_go_ahead(text: str) -> bool:
    """Return whether a text orders to create what was discussed: 'the rest is good, you can make it'."""
    return bool(_GO_AHEAD.match(" ".join(text.split())))


def cut_go_ahead(text: str) -> tuple[str, bool]:
    """Return a text without the order at its end to create what was discussed, and whether there was one."""
    found = _AHEAD_LAST.match(text.strip())
    return (found["rest"], True) if found else (text, False)


def words_behind_go_ahead(text: str) -> str:
    """Return what follows the order to create what was discussed: 'ring Ann' in 'do it, and ring Ann'."""
    found = _AHEAD_FIRST.match(" ".join(text.split()))
    return found["rest"] if found else ""


def read_each(form: FormRead, message: str) -> Told:
    """Return what the sentences of a message give a form, each read after those before it."""
    told = Told()
    for sentence in _sentences(without_announcing(message)):
        parts = parts_of(sentence)
        for text, is_wish in parts:
            after = _with_wish(told, text) if is_wish else _with(form, told, text)
            beside = after.taken == told.taken and any(one.is_wish for one in parts)
            told = (
                _with_wish(told, text.strip(" ,;")) if beside else after
            )  # what stands beside a wish belongs to it
    return replace(told, left=tuple(one for one in told.left if not _is_about(one, told.values)))


def _is_about(text: str, values: Collection[str]) -> bool:
    """Return whether words are about a slot that other words set: 'the name I find not so nice'."""
    words = as_words(text)
    return any(at_start("move_slot", words, at)[0] in values for at in range(len(words)))


def _sentences(message: str) -> Iterator[str]:
    """Yield the sentences, also those behind a figure: 'At half past 6. But only on workdays.'"""
    for sentence in sentences_of(message):
        begun = ""
        for one in _BEHIND_FIGURE.split(sentence):
            if begun and not _begins_sentence(one):
                begun = f"{begun} {one}"
                continue
            yield from filter(None, (begun,))
            begun = one
        yield begun


def _begins_sentence(text: str) -> bool:
    """Return whether words behind a point begin a sentence: 'Keep it short', but not 'December'."""
    words = as_words(text)
    return bool(is_order_verb(words[0]) or at_start("sentence_opening", words)[1])


def _with_wish(told: Told, text: str) -> Told:
    return replace(told, wishes=(*told.wishes, text), taken=told.taken + 1)


def _with(form: FormRead, told: Told, text: str) -> Told:
    if says_go_ahead(text):
        return replace(told, makes=True, taken=told.taken + 1)
    if _complains(text):
        return told
    head, _, reason = text.partition(", ")
    ways = [text, head] if bare(head) and reason and _says_nothing(form, reason) else [text]
    for said in ways:
        filled = _filled(form, told, said)
        if filled.values and not (filled.problem or filled.leaves):
            return replace(told, values={**told.values, **filled.values}, taken=told.taken + 1)
    return told if _says_nothing(form, text) else replace(told, left=(*told.left, text.strip()))


def _filled(form: FormRead, told: Told, text: str) -> Filled:
    """Return what a sentence alone gives a form. A free slot only takes what no other slot takes."""
    is_open = form.asking not in told.values
    tells = is_within("form_clause", as_words(text)) and not tells_work(text)
    is_clause = form.asking in FREE and tells
    order = ("", form.asking) if form.asking in FREE else (form.asking, "")
    ways = dict.fromkeys(one for one in order if not one or (is_open and not is_clause))
    now = {**form.now, **told.values}
    found = [read_form(text, slots=form.slots, now=now, asking=one, situation=form.situation) for one in ways]
    good = [one for one in found if one.values and not (one.problem or one.leaves)]
    return max(good, key=lambda one: len(one.values), default=found[-1])


def _complains(text: str) -> bool:
    """Return whether words say what is wrong, 'half past six is too early', and not what is right."""
    words = as_words(text)
    return any(at_start("form_more", words, at)[0] == _TOO for at in range(len(words)))


def _says_nothing(form: FormRead, text: str) -> bool:
    """Return whether words request nothing: small talk, a reason."""
    text = bare(text)
    said = as_words(text)
    if said[:1] in _CONDITIONS:
        return False  # 'build it. If Ann agrees.'
    if (
        read_small_talk(text)
        or read_answer(text).is_whole
        or all((one,) in table("form_talk") for one in said)
    ):
        return True
    asks = is_question(text) or wishes(text) or orders_more(text) or is_within("rule_modal", said)
    figures = any(one[:1].isdigit() for one in said)
    when = find_when(text, ANY_DAY, asked=True) or find_days(text, ANY_DAY)
    where = names_target(text) or "://" in text
    return not (asks or figures or when or where) and (
        is_talk(text) or only_states(text) or is_reason(form, text)
    )


def left_out(told: Told, message: str, read: Callable[[str], Filled], filled: Filled) -> Sequence[str]:
    """Return the sentences without which a message gives a form the same values, and the same problem."""
    rest = ((one, message.replace(one, "", 1)) for one in told.left if not _tells(filled.problem, one))
    is_none = not (filled.values or filled.problem)
    return [one for one, other in rest if (read(other).values == filled.values if other.strip() else is_none)]


def _tells(problem: str, sentence: str) -> bool:
    """Return whether a problem quotes a sentence, or the other way round."""
    return bool(problem) and (problem in sentence or sentence.rstrip(" .!") in problem)
