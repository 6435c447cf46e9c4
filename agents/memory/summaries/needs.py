"""The parts that a summary must not lose: sentences with a fact or a decision."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from agents.memory.summaries.marks import marks_of, names_in, tokens_of, words_of
from agents.memory.summaries.sentences import sentences_of
from agents.memory.summaries.values import Carried, SummaryRequest, Utterance
from intent.data_files import pattern

_pattern = partial(pattern, "summary_needs")

_DECIDED = _pattern("decided")
_WISHED = _pattern("wished")
_ANSWER = _pattern("answer")
_SHORT = 6  # words of a message that only answers the one before it
_OF_FACT, _OF_DECISION = 1 / 3, 0.6  # share of a sentence's words required beside its marks


@dataclass(frozen=True, slots=True)
class Need:
    """A sentence that must be kept: all its `marks`, and a `share` of its other words, in one line."""

    said: Carried
    marks: frozenset[str]
    words: frozenset[str]
    share: float

    def rarest(self, counts: Counter[str]) -> frozenset[str]:
        """Return its rarest words, which tell it from sentences with the same marks."""
        least = min((counts[word] for word in self.words), default=0)
        return frozenset(word for word in self.words if counts[word] == least)

    def stands_in(self, line: frozenset[str], rarest: frozenset[str]) -> bool:
        """Return whether a line, given as tokens, covers it, including one of its rarest words."""
        telling = not rarest or bool(rarest & line)
        return telling and self.marks <= line and len(self.words & line) >= self.share * len(self.words)


def needs_of(request: SummaryRequest) -> Iterator[Need]:
    """Yield what must be kept of the previous summary, then of the messages, in order."""
    names = names_of(request)
    current = request.current
    for sentence in sentences_of(current.text):
        if marks := marks_of(sentence, names):
            yield _need(Carried(0, sentence, "assistant"), marks, _OF_FACT)
    for carried in current.carried:
        yield _need(carried, marks_of(carried.text, names), _OF_DECISION)
    before = ""
    for message in request.covered:
        yield from _of_message(message, before, names)
        before = message.text


def names_of(request: SummaryRequest) -> frozenset[str]:
    """Return all names in the texts, and those of known things, as lower-case tokens."""
    texts = [request.current.text, *request.current.lines, *(one.text for one in request.covered)]
    known = (one.name for one in request.state.current_understanding.entities)
    return names_in(sentence for text in texts for sentence in sentences_of(text)) | {
        token for name in known for token in words_of(name)
    }


def _of_message(message: Utterance, before: str, names: Collection[str]) -> Iterator[Need]:
    sentences = sentences_of(message.text)
    if _only_answers(message, sentences) and (asked := sentences_of(before)):
        said = Carried(message.sequence, f"{asked[-1]} → {message.text.strip()}", message.role)
        yield _need(said, marks_of(said.text, names), _OF_DECISION)
        return
    for sentence in sentences:
        marks = marks_of(sentence, names)
        decided = _decides(sentence, message)
        if marks or decided:
            said = Carried(message.sequence, sentence, message.role)
            yield _need(said, marks, _OF_DECISION if decided else _OF_FACT)


def _only_answers(message: Utterance, sentences: Sequence[str]) -> bool:
    short = len(sentences) == 1 and len(sentences[0].split()) <= _SHORT
    return message.role == "user" and short and bool(_ANSWER.match(message.text))


def _decides(sentence: str, message: Utterance) -> bool:
    """Return whether a sentence is a decision. People's wishes count."""
    return bool(_DECIDED.search(sentence) or (message.role == "user" and _WISHED.search(sentence)))


def _need(said: Carried, marks: frozenset[str], share: float) -> Need:
    # Small words count if there are no others, as in 'let's start with Porto'.
    words = words_of(said.text, besides=marks) or tokens_of(said.text) - marks
    return Need(said, marks, words, share)
