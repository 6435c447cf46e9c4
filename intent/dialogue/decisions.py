"""Reads a yes or no to a question that asks for one. It is strict, because writes depend on it."""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import pairwise

from intent.commands.grammar.phrases import Form, Phrases
from intent.commands.words import table
from intent.data_files import pattern
from intent.dialogue import answers
from intent.dialogue.answers import Reply, is_echo, phrase_table, read_answer, turns_to_yes, words_of
from intent.dialogue.plain_dates import as_dated
from intent.slots.language import table_of

_TELLS = pattern("rephrasing", "before_yes"), pattern("rephrasing", "done_before_yes")
_LAST = re.compile(r"(.+)(?:[.!;,–—]|\s-)\s+([^.!;,]+[.!]*)$", re.DOTALL)
_QUOTED = re.compile(r'"[^"]*"|“[^”]*”')
_SIGNS = {"👍": Reply.YES, "👌": Reply.YES, "👎": Reply.NO}
_LISTED = re.compile(r'(?<=[")”]),\s*(?=["“])')
_OF_THE_CLOCK = ("o'clock", "uhr")
_YES, _PRAISE, _SILENT, _AS_IT_IS, _STAYS = "yes", "praise", "silent", "as_it_is", "stays"
_MANNER = "manner"
_NAMED, _UNKNOWN = "named", "unknown"
_EVENT, _ANYTHING = "event", "thing"  # kinds
_SETTLED = frozenset((_AS_IT_IS, _MANNER, _STAYS))
_RANGE = re.compile(r"(\d\d:\d\d) to \d\d:\d\d")
_YEAR = re.compile(r"(?<= )(?:19|20)\d\d\b(?!:)")
_ELSE = (Reply.START_OVER, Reply.RESUME, Reply.GOODBYE, Reply.NO, Reply.SKIP)


def read_decision(message: str, question: str, *, late: bool = False) -> Reply | None:
    """Return YES or NO if a message is that answer to a yes/no question, else None.

    A yes may repeat the question or say 'as it is': 'yes, bin the old price list', 'great, leave it like
    that'. A no may continue: 'no not that, the other'. After other talk (`late`), 'delete it' is an order,
    not a yes.
    """
    if signed := _SIGNS.get(message.strip()[:1] if not any(map(str.isalnum, message)) else ""):
        return signed
    if turns_to_yes(message):
        return None  # 'no, that's fine, go ahead' may mean either
    words, asked = _without_filler(plain_words(message)), _outside(question)
    size = max((len(one) for one in words_of("sure") if words[: len(one)] == one), default=0)
    keeps = _keeps(message, question, says_yes=bool(size))
    is_plain = _is_plain(words[size:], question) and not keeps and not ("?" in message and _doubts(words))
    if size and is_plain and _fits_deed(words, asked) and _repeats_all(words[size:], question):
        return Reply.YES
    answer = read_answer(message)
    if is_plain and answer.said not in _ELSE and "?" not in message and _agrees(message, question, late=late):
        return Reply.YES
    if size and answer.said in (Reply.NO, Reply.NEVER_MIND):
        return None  # 'yes, keep it' about a deletion
    fits = _fits_deed(words, set() if late else asked) and _means_all(words, question)
    if answer.is_whole and answer.said is Reply.YES and (keeps or not fits):
        return None
    if answer.is_whole:
        return answer.said if answer.said in (Reply.YES, Reply.NO, Reply.NEVER_MIND) else None
    refuses = words[:1] in words_of("refusal") and not message.rstrip().endswith("?")
    return Reply.NO if refuses else None


def plain_words(text: str) -> Form:
    """Return the words of a text, dates in one form."""
    return tuple(as_dated(answers.plain_words(text)))


def read_yes_behind(message: str, question: str, *, late: bool = False) -> Reply | None:
    """Return YES if only facts, or details that are right, precede a plain yes: 'he knows. approve it'."""
    found = _LAST.match(message.strip())
    told, answer = (one.strip(" .!;,") for one in found.groups()) if found else ("", "")
    tells = (
        told
        and any(one.match(told) for one in _TELLS)
        and not any(map(table_of("weekday").get, answers.plain_words(told)))
    )
    harmless = told and (tells or _praises(told, question)) and not _turns(plain_words(told))
    decided = read_decision(answer, question, late=late) if harmless and "?" not in message else None
    return decided if decided is Reply.YES else None


def _praises(told: str, question: str) -> bool:
    """Return whether words say of details in a question that they are right: 'Friday at 7 is fine'."""
    words = _timed(plain_words(told))
    forms = frozenset(form for word in plain_words(question) for form in _forms(word))
    kinds = {kind for kind, _ in _kinds(words, forms)}
    settles = bool(kinds & {_STAYS, _YES}) and makes_all(question)
    return settles and _NAMED in kinds and _UNKNOWN not in kinds and _is_plain(words, question)


def _turns(words: Sequence[str]) -> bool:
    return any((word,) in words_of("turning") for word in words)


def _without_filler(words: Form) -> Form:
    """Return words without leading fillers: 'hm, no'."""
    first = next((at for at, word in enumerate(words) if (word,) not in words_of("filler")), len(words))
    return words[first:]


def _doubts(words: Sequence[str]) -> bool:
    """Return whether a yes with a question mark asks if something is so. 'yes, could you do it?' doesn't."""
    return any((word,) in words_of("doubts") or not is_echo(word) for word in words)


def _outside(question: str) -> set[str]:
    """Return a question's words outside quotes."""
    return set(plain_words(_QUOTED.sub(" ", question)))


def _fits_deed(words: Sequence[str], asked: Collection[str]) -> bool:
    """Return whether a yes names no action, 'run it', other than the question's."""
    return all(_has_deed(group, asked) for group in words_of("deeds") if set(group) & set(words))


def _has_deed(group: Form, asked: Collection[str]) -> bool:
    return any(_is_deed(one, deed[:4]) for deed in group for one in asked)


def _is_deed(word: str, stem: str) -> bool:
    return word == stem or (len(stem) > 3 and word.startswith(stem))


def _repeats_all(words: Sequence[str], question: str) -> bool:
    """Return whether words only repeat a question, or its action: 'keep it' for 'Keeping in mind: …'."""
    asked = set().union(*map(_forms, plain_words(question)))
    deeds = {one.removesuffix("ing") for one in _outside(question) if one.endswith("ing")}
    said = [word for word in words if not is_echo(word) and word not in asked]
    return all(one in deeds or one.removesuffix("e") in deeds for one in said)


def _is_plain(words: Sequence[str], question: str) -> bool:
    """Return whether words after a yes neither negate nor shift anything, and mean everything asked."""
    if _turns(words) or _names_other_kind(words, question):
        return False
    if deletes(question):
        return not _names_some_figures(_timed(words), _of_start(question)) and _means_all(words, question)
    asked = [_forms(word) for word in plain_words(question)]
    pairs = {(before, now) for first, then in pairwise(asked) for before in first for now in then}
    if _names_some_figures(_timed(words), asked):
        return False
    placed = ((one, now) for one, now in pairwise(_timed(words)) if (one,) in words_of("places"))
    return all(pair in pairs for pair in placed if pair[1][:1].isdigit()) and _means_all(words, question)


def _names_other_kind(words: Sequence[str], question: str) -> bool:
    """Return whether words name another kind of thing than a question does: 'delete the meeting'."""
    kinds, asked = table("kind"), plain_words(question)
    said = {kinds.get((one,), _ANYTHING) for one in words if one not in asked} - {_ANYTHING}
    about = {_EVENT if one == "calendar" else kinds.get((one,), "") for one in _outside(question)} - {""}
    return bool(said and about) and said.isdisjoint(about)


def _of_start(question: str) -> list[frozenset[str]]:
    """Return the forms of a question's words without the year, and a range of hours as its start."""
    return [_forms(word) for word in plain_words(_YEAR.sub(" ", _RANGE.sub(r"\1", question)))]


def _names_some_figures(words: Sequence[str], asked: Sequence[Collection[str]]) -> bool:
    """Return whether words name only some of several times or numbers, so it is unclear which is meant."""
    figures = {frozenset(one) for one in asked if any(form[:1].isdigit() for form in one)}
    for kind in (True, False):
        alike = [one for one in figures if any(":" in form for form in one) is kind]
        named = sum(not one.isdisjoint(words) for one in alike)
        if 0 < named < len(alike):
            return True
    return False


def _means_all(words: Sequence[str], question: str) -> bool:
    """Return whether words match each of the calls that a question names, or name all of them."""
    parts = list(_parts_of(question))
    fitting = [[_is_of(word, part) for part in parts] for word in words]
    apart_from_others = [one for one in fitting if any(one) and not all(one)]
    named = [any(one[at] for one in apart_from_others) for at in range(len(parts))]
    return all(named) or not any(named)


def _parts_of(question: str) -> Iterator[str]:
    """Yield the calls that a question names, one with several things once for each."""
    for part in question.split(";"):
        names = _LISTED.split(part)
        yield from (f"{_QUOTED.sub(' ', part)} {name}" for name in names) if names[1:] else (part,)


def _is_of(word: str, part: str) -> bool:
    if is_echo(word):
        return any(_has_deed(group, _outside(part)) for group in words_of("deeds") if word in group)
    return any(word in _forms(one) for one in plain_words(part))


def _agrees(message: str, question: str, *, late: bool) -> bool:
    """Return whether a message begins with a yes or praise, and continues with names from the question, or
    says that it is right as it is.
    """
    forms = frozenset(form for word in plain_words(question) for form in _forms(word))
    said = list(_kinds(_timed(plain_words(message)), forms))
    kinds, named = {kind for kind, _ in said}, [one[0] for kind, one in said if kind == _NAMED]
    settles = bool(kinds & _SETTLED)
    if not said or said[0][0] == _NAMED or _UNKNOWN in kinds:
        return False
    if named and all(map(is_echo, named)):  # 'good, now the agent'
        return False
    deeds = [word for kind, phrase in said if kind not in _SETTLED for word in phrase]
    is_yes = _YES in kinds or (_PRAISE in kinds and settles)
    return is_yes and _fits_deed(deeds, set() if late else _outside(question))


def _kinds(words: Form, names: Collection[str]) -> Iterator[tuple[str, Form]]:
    """Yield the kind of each piece of the words, longest phrases first."""
    at = 0
    while at < len(words):
        kind, size = _agreeing().at_start(words, at)
        is_named = words[at] in names or _figure(words[at]) in names
        yield kind or (_NAMED if is_named else _UNKNOWN), words[at : at + max(size, 1)]
        at += max(size, 1)


def _keeps(message: str, question: str, *, says_yes: bool) -> bool:
    """Return whether a message says 'as it is' about a pending change, which may mean the opposite.

    After a yes, 'like that' means the change.
    """
    told = {kind for kind, _ in _kinds(plain_words(message), ())}
    return not makes_all(question) and (_STAYS in told or (_MANNER in told and not says_yes))


def makes_all(question: str, *deeds: str) -> bool:
    """Return whether everything asked about makes something new, perhaps only by some `deeds`."""
    return _does_all(question, deeds or [word for one in words_of("made") for word in one])


def deletes(question: str) -> bool:
    """Return whether everything asked about is a deletion."""
    return _does_all(question, ("delete",))


def _does_all(question: str, deeds: Collection[str]) -> bool:
    groups = [group for group in words_of("deeds") if not set(deeds).isdisjoint(group)]
    parts = _QUOTED.sub(" ", question).split(";")
    return all(any(_has_deed(group, plain_words(part)) for group in groups) for part in parts)


def _timed(words: Sequence[str]) -> Form:
    """Return words with '8 o'clock' as '8:00'."""
    timed: list[str] = []
    for word in words:
        figure = _figure(timed[-1]) if timed else ""
        if word in _OF_THE_CLOCK and figure.isdigit():
            timed[-1] = f"{figure}:00"
        else:
            timed.append(word)
    return tuple(timed)


def _figure(word: str) -> str:
    """Return 'eight' as '8', any other word unchanged."""
    return table("quantity").get((word,), word)


def _forms(word: str) -> frozenset[str]:
    """Return the forms of a question's word: '08:00' also as '8:00' and '8'."""
    hour, mark, minutes = word.partition(":")
    if not (mark and hour.isdigit()):
        return frozenset((word,))
    short = hour.lstrip("0") or "0"
    return frozenset((word, f"{short}:{minutes}", *((short, hour) if minutes == "00" else ())))


@cache
def _agreeing() -> Phrases[str]:
    """Return the phrases that a yes consists of."""
    found = dict.fromkeys(words_of("filler"), _SILENT)
    found |= {form: _SILENT for form, said in phrase_table().items() if said == Reply.THANKS}
    found |= {form: kind for kind in (*_SETTLED, _PRAISE) for form in words_of(kind)}
    found |= {form: _YES for form, said in phrase_table().items() if said == Reply.YES}
    found |= dict.fromkeys(words_of("sure"), _YES)
    return Phrases({form: kind for form, kind in found.items() if form})
