"""Answers a question from the person's statements in this conversation. The newest one wins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest

from agents.context.pack import ContextPack
from intent.questions.asked import Question, parts_of
from intent.questions.attachments import is_order
from intent.questions.rates import is_of_price
from intent.questions.synonyms import synonyms_of, words_in
from intent.questions.values import (
    asks_where,
    fit_of,
    holds_value,
    is_day_in,
    is_of_form,
    lacks_form,
    tells_place,
)
from intent.sentences.question_forms import asks_how_many, asks_own_name, is_question
from intent.sentences.question_words import Asked
from intent.statements.chat import is_doubt
from intent.statements.facts import statements_in, tells_how_many, tells_own_name
from intent.statements.from_replies import FORGOT, NOTED, facts_by_reply, quoted
from intent.statements.names import asks_name_of, names_somebody, tells_name_of
from intent.statements.pasted_texts import own_words
from intent.statements.statement import Statement, about, is_named
from intent.statements.topics import asks_of_self, is_of_telling, tells_of_self
from intent.statements.values import holds_price
from intent.text import is_near
from omniforge.llm.types import ChatMessage
from omniforge.projects.search.sentences import sentences_of
from omniforge.projects.search.words import stems

SAID = "You said: "
LISTED = "You told me:"
NOTED_NOTHING = "changed and noted nothing"
NOT_KEPT = f"I don't know what to do with that, so I've {NOTED_NOTHING}."
_ENOUGH = 0.7  # of the question's words
_NEAR = 0.6
_AS_GOOD = 0.9  # of the best; among these the newest wins
_AS_SYNONYM = 0.9
_FITTING = 0.9  # of the requested form
_WITH = ("incl", "inc", "includ")  # 'the fee incl. VAT'


@dataclass(frozen=True, slots=True)
class TalkAnswer:
    """The person's statement that answers, verbatim, and as a reply."""

    facts: tuple[str, ...]

    @property
    def text(self) -> str:
        """Return the reply."""
        return " ".join(f"{SAID}“{fact}”" for fact in self.facts)


def find_facts(pack: ContextPack, *more: str, is_order: bool = True) -> list[Statement]:
    """Return the person's facts from this conversation, and from `more`, oldest first.

    `is_order`: the texts of `more` may be orders, which don't state when an occasion is.
    """
    said, noted = _told(pack.window)
    noted |= frozenset() if is_order else frozenset(more)
    return statements_in([*pack.facts, *said, *more], noted)


def _told(messages: Sequence[ChatMessage]) -> tuple[list[str], frozenset[str]]:
    """Return the person's messages in stored form, and those that were noted, so weren't orders."""
    said, noted = list[str](), set[str]()
    for one, reply in zip_longest(messages, messages[1:]):
        if one.role == "user":
            answer = str(reply.content) if reply else ""
            said += (told := facts_by_reply(one.content, answer)) or [""]
            noted |= set(told) if answer.startswith(NOTED) else set()
    return said, frozenset(noted)


def find_withdrawn(messages: Sequence[ChatMessage]) -> frozenset[str]:
    """Return the facts forgotten in a talk."""
    replies = (str(one.content) for one in messages if one.role != "user")
    gone = (fact for one in replies if one.startswith(FORGOT) for fact in quoted(one))
    return frozenset(one.strip(" .") for one in gone)


def answer_from_talk(
    messages: Sequence[ChatMessage], question: str, *, facts: Sequence[str] = (), near: bool = False
) -> TalkAnswer | None:
    """Return the person's statements that answer each part of a question, or None unless all parts have one.

    With `near` a statement may lack the deciding word. `messages` precede the question, oldest first.
    `facts` were noted from older ones.
    """
    said, noted = _told(messages)
    found = _answers(question, statements_in([*facts, *said], noted), near=near) or _answers(
        question, find_unnoted(messages), near=near
    )
    return TalkAnswer(tuple(dict.fromkeys(one.text for one in found))) if found else None


def was_noted(messages: Sequence[ChatMessage], told: TalkAnswer) -> bool:
    """Return whether everything in the answer was noted when it was said, else work is a better source."""
    passed = (one for one, reply in pairwise(messages) if NOTED_NOTHING in str(reply.content))
    return not any(fact in str(one.content) for one in passed for fact in told.facts)


def _answers(question: str, stated: Sequence[Statement], *, near: bool) -> list[Statement] | None:
    """Return the statements that answer each part of a question, or None if one part has none."""
    found = [_newest(part, stated, near=near) for part in parts_of(question)]
    return [one for one in found if one] if found and None not in found else None


def find_unnoted(messages: Sequence[ChatMessage]) -> list[Statement]:
    """Return statements that were neither noted nor carried out: they may answer here, but nowhere else."""
    left = (
        own_words(one.content) for one, reply in pairwise(messages) if NOTED_NOTHING in str(reply.content)
    )
    told = (one for one in left if not (is_doubt(one) or is_order(one)))
    said = (one for message in told for one in sentences_of(message))
    return [Statement(one, about(one)) for one in said if not any(map(is_question, one.split(", ")))]


def _newest(part: Question, stated: Sequence[Statement], *, near: bool) -> Statement | None:
    """Return the newest of the statements that answer about as well as the best one.

    One that holds an older one within it only counts if it answers better: 'our baker Jo's number is …'.
    """
    scores = [_score(part, one, near=near) for one in stated]
    least = max(_NEAR if near else _ENOUGH, _AS_GOOD * max(scores, default=0.0))
    if best_of_her := _of_whom(
        part, [one for one, score in zip(stated, scores, strict=True) if score >= least]
    ):
        return best_of_her
    newest, best = None, 0.0
    for one, score in zip(stated, scores, strict=True):
        if score >= least and not (newest and score <= best and _is_within(newest, one)):
            newest, best = one, score
    return newest


def _of_whom(part: Question, stated: Sequence[Statement]) -> Statement | None:
    """Return what says most of a question's words of somebody, None unless it is one of several."""
    asked = {*stems(part.text)} - {*stems(" ".join(one.whom for one in stated))}
    shared = {one.text: (len(asked & {*stems(one.text)}), one) for one in stated}  # the last of equal ones
    most = max((number for number, _ in shared.values()), default=0)
    best = [one for number, one in shared.values() if number == most]
    return best[0] if len(best) == 1 < len(shared) and best[0].whom else None


def _is_within(old: Statement, new: Statement) -> bool:
    return {*stems(old.text)} < {*stems(new.text)} and "'s" in new.text


def _score(part: Question, statement: Statement, *, near: bool) -> float:
    if asks_own_name(part.text):
        return float(tells_own_name(statement.text))
    if asks_how_many(part.text):
        return float(tells_how_many(statement.text))
    if named := asks_name_of(part.text):
        return float(tells_name_of(named, statement.text))
    if _lacks_place(part, statement):
        return 0.0
    if is_named(statement, part.text):
        return fit_of(part.asks, statement.text, part.text)
    if part.asks is not Asked.THING and asks_of_self(part.text):
        return float(
            tells_of_self(statement.text) and fit_of(part.asks, statement.text, part.text) >= _FITTING
        )
    words = [one for one in part.words if one not in _WITH]
    words = [one for one in words if not (is_of_telling(one) or _is_told_by_form(one, part, statement))]
    told = f"{statement.text} {statement.whom}".strip()
    matches = {word: _match(word, told) for word in words or part.words}
    lacks_key = not near and part.key in matches and not matches[part.key]
    tells_nothing = {*stems(statement.text)} <= {*stems(part.text)}
    if not matches or lacks_key or tells_nothing or not _has_form(part, statement, matches):
        return 0.0
    return sum(matches.values()) / len(matches)


def _lacks_place(part: Question, statement: Statement) -> bool:
    """Return whether a statement says who somebody is, but the question is where they are."""
    return part.asks is Asked.PLACE and asks_where(part.text) and not tells_place(statement.text)


def _is_told_by_form(word: str, part: Question, statement: Statement) -> bool:
    """Return whether a statement has the requested kind of value: for 'which colour' any colour."""
    if is_of_price(word, part):
        return holds_price(statement.text)
    return is_of_form(word) and not lacks_form(part, statement.text)


def _has_form(part: Question, statement: Statement, matches: Mapping[str, float]) -> bool:
    """Return whether a statement has the requested kind of value. For 'which rooms' it must name rooms."""
    names = part.asks is Asked.PLACE and matches.get(part.key) == 1
    names = names or (part.asks is Asked.PERSON and names_somebody(statement.text))
    return names or fit_of(part.asks, statement.text, part.text) >= _FITTING


def _match(word: str, text: str) -> float:
    own = words_in(text)
    is_told = word in own or holds_value(word, text) or is_day_in(word, text)
    if is_told or any(is_near(word, other) for other in own):
        return 1.0
    return 0.0 if synonyms_of(word).isdisjoint(own) else _AS_SYNONYM
