"""Facts in a person's messages, and their corrections: 'We open on 4 April', 'no, 11 April'."""

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain

from intent.commands.grammar.tokens import tokenize
from intent.commands.tables.lead_ins import asks_without_mark
from intent.data_files import pattern, words_of
from intent.sentences.question_forms import is_question
from intent.sentences.telling_words import topic_stems
from intent.statements.chat import orders_behind
from intent.statements.halves import halves_of, with_owner, without_afterthought
from intent.statements.introductions import project_in, split_aim
from intent.statements.news import is_news
from intent.statements.openings import all_told, begins_with, note_first, openings, without_openings
from intent.statements.pasted_texts import without_table
from intent.statements.permanence import OF_US, lasts, names_values, says, says_when
from intent.statements.referents import names_several, points_at_person, whom_next
from intent.statements.restated import said_of_same
from intent.statements.retractions import as_correction, correction_in, to_forget
from intent.statements.statement import Statement, about, predicate, replaces, subject_and_verb
from intent.statements.succession import successor_in, who_left
from intent.statements.values import NAMES, form_of, replace_value, replaced, values_in
from intent.text import fold
from omniforge.projects.search.sentences import sentences_of
from omniforge.projects.search.words import stems

_words = partial(words_of, "statements")
_OF_TASK, _COURTESY = pattern("lasting", "of_task"), pattern("lasting", "courtesy")
_LONGEST = 300  # characters of a fact
_AND = re.compile(r"^\s*(?:and|und|y)\s+", re.I)
_FEW = 3  # fewest words of a statement
_LEADING = ("as", "in", "into", "under", "for", "to")  # of where or as what something is to be kept
# 'Our cleaner's called Maureen', but not 'Tom's called in sick'.
_CALLED = re.compile(
    r"(?<= )([a-zà-ÿ][\w-]*)['’]s (?=(?:called|named) [A-ZÀ-Þ][\w'’-]*(?: [A-ZÀ-Þ][\w'’-]*)*\W*$)"
)

# "Nora's off on Mondays", but not "Nora's van is off the road"
_IS = re.compile(
    r"^([A-ZÀ-Þ][\w-]*)['’]s (?=(?:off|away|out|in|on|at|back|not|never|always|an?|the|allergic)\b)"
)


def statements_in(said: Sequence[str], noted: Container[str] = ()) -> list[Statement]:
    """Return the facts in a person's messages, oldest first, with corrections applied.

    The messages in `noted` were no orders, so they may also state what happens once. An empty one stands
    for one that stated nothing: 'she' means nobody who was named before it.
    """
    found: list[Statement] = []
    before, newest = "", 0  # the previous sentence of the same message, the message of the newest fact
    for number, sentence, is_noted, first, whom in _each_sentence(said, noted):
        before, last = sentence, "" if first else before
        if (value := _correction(sentence)) and found:
            found = _corrected(found, value)
        elif successor := succeed(found, last, sentence):
            found = successor
        elif gone := find_forgotten(sentence, found):
            found = [one for one in found if one not in gone]
        elif to_forget(sentence):
            continue
        elif statement := read_statement(sentence, noted=is_noted, anew=_says_anew(sentence, found)):
            statement = _with_subject(found if number <= newest + 1 else (), replace(statement, whom=whom))
            statement = replace(_put_right(found, statement, sentence), whom=whom)
            found = [one for one in found if not _is_corrected(one, statement, sentence)] + [statement]
            newest = number
        elif found and last and _keeps(last, found) and names_values(sentence) and not project_in(sentence):
            found.append(Statement(sentence.strip(), about(sentence)))
    return found


def _each_sentence(said: Sequence[str], noted: Container[str]) -> Iterator[tuple[int, str, bool, bool, str]]:
    """Yield each sentence: its message, if that was noted, if it is the first there, whom 'she' means."""
    for number, message in enumerate(said):
        halves = (_halves(one, noted=message in noted) for one in _sentences(message))
        each, before, whom = chain.from_iterable(halves), "", ""
        for at, sentence in enumerate(each):
            before = with_owner(_bare(before), sentence)
            yield number, before, message in noted, not at, whom if points_at_person(before) else ""
            whom = whom_next(_bare(before), whom)


def _halves(sentence: str, *, noted: bool) -> Sequence[str]:
    """Return a sentence's two facts, if each of them can be kept alone, else the sentence."""
    first, *others = halves_of(sentence)
    halves = (first, *(f"note: {one}" for one in others)) if is_told(sentence) else (first, *others)
    return halves if all(read_statement(one, noted=noted) for one in halves) else (sentence,)


def _keeps(sentence: str, found: Sequence[Statement]) -> bool:
    """Return whether a sentence equals the newest fact."""
    return set(stems(found[-1].text)) <= set(stems(sentence))


def find_forgotten(sentence: str, found: Sequence[Statement]) -> list[Statement]:
    """Return the facts that 'forget the fee' revokes."""
    what = to_forget(sentence)
    wanted = set(topic_stems(what)) if what else set[str]()
    figures = set(re.findall(r"\d[\d:.,]*\d|\d", what))
    return [one for one in found if (wanted or figures) and _tells_all(one.text, wanted, figures)]


def _tells_all(fact: str, words: set[str], figures: set[str]) -> bool:
    return words - figures <= set(stems(fact)) and all(one in fact for one in figures)


def read_statement(sentence: str, *, noted: bool = False, anew: bool = False) -> Statement | None:
    """Return a sentence as a fact, or None for questions, orders and thoughts.

    `noted`: its message was no order, so what happens once counts too.
    `anew`: the sentence updates a noted fact, so that any wording counts.
    """
    bare = _bare(sentence)
    said = fold(bare)
    words = [token.word for token in tokenize(bare) if not token.is_mark]
    spelled = _IS.sub(r"\1 is ", bare)
    if (
        is_question(bare)
        or "?" in bare
        or asks_without_mark(bare.rpartition(", ")[2])  # 'two days at Hull, what does that come to'
        or len(words) < _FEW
        or len(bare) > _LONGEST
        or begins_with(said, "thought")
    ):
        return None
    if (
        not _words("requests").isdisjoint(words)
        or words[0] in _words("order")
        or not stems(bare)
        or says_when(bare)
        or words[0] == "to"  # 'remember to ring Ann'
        or (words[0] in _LEADING and not says(words))  # 'note that in the project, as its budget'
        or (words[0] in _words("pointing") and words[1] == "as")  # 'note it as a risk'
        or (not is_told(sentence) and (orders_behind(bare) or _OF_TASK.search(bare)))
        or not (anew or lasts(spelled) or is_told(sentence) or (noted and is_news(spelled)))
    ):
        return None
    return Statement(bare[:1].upper() + bare[1:], about(bare))


def corrects_fact(message: str, found: Sequence[Statement]) -> bool:
    """Return whether a message updates one of some facts: 'correction: they want it by 6 May'."""
    return any(_says_anew(one, found) and read_statement(one, anew=True) for one in _sentences(message))


def _says_anew(sentence: str, found: Sequence[Statement]) -> bool:
    """Return whether a sentence that opens as a correction or news gives a fact new values."""
    new = Statement(bare := _bare(sentence), about(bare))
    return _is_led(sentence) and any(replaces(new, old) or said_of_same(old.text, sentence) for old in found)


def _bare(sentence: str) -> str:
    """Return a sentence without its opening, a correction also without how it came."""
    bare = without_openings(sentence, "note", "aside", "correction", "courtesy")
    bare = _COURTESY.sub("", _CALLED.sub(r"\1 is ", bare))
    return without_afterthought(bare) if _is_led(sentence) else bare


def _is_led(sentence: str) -> bool:
    bare = without_openings(sentence, "courtesy")
    return without_openings(bare, "correction", "aside") != bare


def is_stated(message: str) -> bool:
    """Return whether a message states something, whether or not it is kept: no order, no question."""
    bare = without_openings(message, "note", "aside", "correction", "courtesy")
    words = [token.word for token in tokenize(bare) if not token.is_mark]
    orders = bool(words[:1] and words[0] in _words("order")) or not _words("requests").isdisjoint(words)
    return len(words) >= _FEW and not (is_question(message) or orders or says_when(bare)) and says(words)


def _put_right(found: Sequence[Statement], new: Statement, sentence: str) -> Statement:
    """Return the older fact with the value of 'no, the fee is 900', if it says more about the same thing."""
    if without_openings(sentence, "correction") == sentence.strip():
        return new
    for old in reversed(found):
        is_more = new.about and set(new.about) < set(old.about)
        if text := (is_more and replace_value(old.text, new.text)) or said_of_same(old.text, sentence):
            return Statement(text, about(text))
    return new


def _with_subject(found: Sequence[Statement], new: Statement) -> Statement:
    """Return 'she prefers mornings' with whom 'she' means, or the previous fact's subject, in its place."""
    first, _, rest = new.text.partition(" ")
    subject = subject_and_verb(found[-1].text)[0] if found and not names_several(found[-1].text) else ()
    subject = (new.whom,) if new.whom and fold(first) in _words("of_person") else subject
    nobody = not subject or fold(subject[0]) in _words("persons") | _words("selves")
    if fold(first) not in _words("persons") or nobody:
        return new
    text = f"{' '.join(subject)} {rest}"
    return Statement(text, about(text))


def _is_corrected(old: Statement, new: Statement, sentence: str) -> bool:
    """Return whether 'actually she prefers mornings' replaces a fact with the same subject and verb."""
    corrects = without_openings(sentence, "correction") != sentence.strip()
    if _is_led(sentence) and replaces(new, old):
        return True
    own, other = (subject_and_verb(fold(one.text)) for one in (new, old))
    return all(own) and own == other and (corrects or replaces(new, old) or _says_now(new, old))


def _says_now(new: Statement, old: Statement) -> bool:
    """Return whether 'the client is now with Rohan' updates 'the client is with Marek'."""
    (later, own), (_, other) = (predicate(one.text) for one in (new, old))
    return later and bool(own and other) and own[0] == other[0]


def restate(old: str, message: str) -> str:
    """Return a fact updated by 'no, she starts at 11', with its subject, else empty."""
    first, _, rest = correction_in(message).partition(" ")
    subject, verb = subject_and_verb(old)
    is_same = subject and fold(first) in _words("persons") and fold(rest).split()[:1] == [verb]
    return f"{' '.join(subject)} {rest}" if is_same else ""


def tells_own_name(text: str) -> bool:
    """Return whether a fact gives the person's own name: 'I'm Rosalind and run the shop'."""
    found = re.match(rf"(?:{openings('own_name')}) ", text, re.I)
    return bool(found and text[found.end() :][:1].isupper())


def tells_how_many(text: str) -> bool:
    """Return whether a fact says how many people 'we' are: 'there are nine of us'."""
    return bool(OF_US.search(text))


def is_told(message: str) -> bool:
    """Return whether a message asks to remember something: 'note that …'."""
    bare = without_openings(message, "aside")
    further = without_openings(bare, "aside", "courtesy", "correction")
    return any(begins_with(fold(one), "note") for one in (bare, further))


def corrects(message: str) -> str:
    """Return the value in a message that only corrects one given before, else empty."""
    return next((one for each in _sentences(message) if (one := _correction(each))), "")


def _correction(sentence: str) -> str:
    """Return the value in 'no, 11 April' or 'sorry, I meant Tom Berg', else empty."""
    value = correction_in(sentence)
    return value if form_of(without_openings(value, "small")) else ""


def _corrected(found: Sequence[Statement], value: str) -> list[Statement]:
    """Return the facts, with the value replaced in the newest one that has exactly one of this kind."""
    bare = without_openings(value, "small")
    form = form_of(bare)
    for old in reversed(found):
        spans = values_in(old.text, form) if form else []
        if len(spans) == 1:
            text = replaced(old.text, spans[0], bare)
            return [one for one in found if one is not old] + [Statement(text, about(text))]
    return list(found)


def succeed(found: Sequence[Statement], before: str, sentence: str) -> list[Statement]:
    """Return the facts with a successor in place of a person who left, empty if there is none.

    The sentence, or the one before it, says who left.
    """
    new = successor_in(without_openings(sentence, "correction", "aside", "courtesy"))
    names = [name[0] for one in found for name in NAMES.finditer(one.text)]
    left = (who_left(before, names) or who_left(sentence, names)) if new else ""
    if not left or left == new:
        return []
    texts = [one.text.replace(left, new) for one in found]
    return [Statement(text, about(text)) for text in dict.fromkeys(texts)]


def _sentences(message: str) -> Iterator[str]:
    for sentence in all_told(sentences_of(note_first(without_table(message)))):
        rows = [one for one in sentence.split(";") if one.strip()]
        rows[1:] = [f"note: {_AND.sub('', one)}" for one in rows[1:]] if is_told(sentence) else rows[1:]
        parts = (part for one in rows for part in split_aim(one))
        yield from map(as_correction, parts)
