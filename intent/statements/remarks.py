"""The question in a sentence with a statement: 'she wants a perm, how long does that take?'"""

from intent.commands.tables.lead_ins import asks_without_mark
from intent.commands.words import as_words, at_start, key_of
from intent.sentences.question_forms import is_question, opens_question
from intent.statements.facts import is_stated

_COMMA = ", "


def question_in(sentence: str) -> str:
    """Return a sentence's question, without a statement before or after a comma, empty if there is none.

    A condition is part of the question: 'if we cancel, what does it cost?'
    """
    before, _, last = sentence.rpartition(_COMMA)
    asks = opens_question(last) and is_question(last)  # 'what a week' only looks like one
    if asks and is_stated(before) and not (_sets(before) or opens_question(before)):
        return last.strip()
    if not is_question(sentence):
        return sentence.strip() if before and asks_without_mark(last) else ""
    is_remark = bool(before) and is_question(before) and _tells_of_somebody(last)
    return f"{before}?" if is_remark else sentence.strip()


def _sets(text: str) -> bool:
    return bool(at_start("holds", as_words(text))[1])


def _tells_of_somebody(text: str) -> bool:
    """Return whether a few words are about a person: 'he's 7'."""
    said = as_words(text)
    return len(said) > 2 and bool(key_of("teller", said[0])) and bool(key_of("tells", said[1]))
