"""The reply to a question that nothing answers: what the person told about it, or what was searched."""

from agents.context.pack import ContextPack
from agents.knowledge.from_documents import DocumentAnswer
from agents.knowledge.from_pastes import texts_in
from agents.knowledge.from_talk import find_facts
from agents.knowledge.near_talk import tell_what_was_said
from agents.knowledge.quotes import NOT_FOUND, named_closest
from agents.without_model.about_product import answer_around_product
from intent.questions.searches import is_of_something_else, is_searched_for
from intent.questions.work import WorkQuestion
from intent.sentences.telling_words import subject_of
from omniforge.tables.markdown import plain

UNCLEAR = "I don't understand the question"
_UNCLEAR = "I don't understand that question. Say “help” to see what you can ask."
_MARKS = " .?!"
_TELLING = 3  # fewest letters of a significant word
_OF_STATES = frozenset(("open", "done", "overdue"))


def describe_unknown(
    pack: ContextPack, question: str, found: DocumentAnswer | None, asked: WorkQuestion | None
) -> str:
    """Quote what the person said about a question that nothing answers, else say what was searched."""
    if is_of_something_else(question):
        return answer_around_product(question) or _unclear(pack, question)
    facts = [one.text for one in find_facts(pack)]
    return tell_what_was_said(pack.window, facts, question) or _not_there(pack, question, found, asked)


def _unclear(pack: ContextPack, question: str) -> str:
    is_part = question.strip(_MARKS) != pack.message.strip(_MARKS)
    return f"{UNCLEAR} “{plain(question)}”." if is_part else _UNCLEAR


def _not_there(
    pack: ContextPack, question: str, found: DocumentAnswer | None, asked: WorkQuestion | None
) -> str:
    """Say in one line what was searched, and which documents come closest.

    It doesn't claim that nothing exists if the question names nothing, or asks what is overdue.
    """
    if around := answer_around_product(question):
        return around
    if not is_searched_for(question):
        return _unclear(pack, question)
    names = any(len(word) >= _TELLING for word in asked.topic) if asked else True
    if asked and not (names and _OF_STATES.isdisjoint(asked.said)):
        return _UNCLEAR
    where = f"your {'text, ' if texts_in(pack.window) else ''}tasks, calendar or documents"
    closest = named_closest(found.closest if found else (), question)
    unread = f" {found.unread}" if found and found.unread else ""
    return f"{NOT_FOUND}{subject_of(question)} in {where}.{closest}{unread}"
