"""How close sentences are to questions in meaning, by the local model if it is installed; else nothing is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import mul

from agents.knowledge.candidates import Candidate
from intent.questions.asked import Question
from omniforge.llm import Models

_DEADLINE = 6.0  # seconds, on a busy machine
_SENTENCES = 24  # that are compared; each takes about 20 ms the first time
Vector = Sequence[float]


@dataclass(frozen=True, slots=True)
class Closeness:
    """Cosines of a centred model: about 0 for what has nothing in common, 0.3 and more for what has."""

    questions: Mapping[str, Vector] = field(default_factory=dict)
    sentences: Mapping[str, Vector] = field(default_factory=dict)

    def of(self, question: Question, candidate: Candidate) -> float:
        """Return how close a sentence, with what it stands under, is to a question."""
        one, other = self.questions.get(question.in_full), self.sentences.get(candidate.in_context)
        return sum(map(mul, one, other)) if one and other else 0.0


NOT_KNOWN = Closeness()


async def closeness_of(
    models: Models, questions: Sequence[Question], candidates: Sequence[Candidate]
) -> Closeness:
    """Return how close these are, if the model of the role `embed` runs in this process."""
    if not models.is_local("embed") or not candidates:
        return NOT_KNOWN
    asked = list(dict.fromkeys(question.in_full for question in questions))
    texts = list(dict.fromkeys(one.in_context for one in candidates[:_SENTENCES]))
    of_questions = await models.embed(asked, deadline=_DEADLINE, as_query=True)
    of_texts = await models.embed(texts, deadline=_DEADLINE)
    if of_questions is None or of_texts is None:
        return NOT_KNOWN
    return Closeness(dict(zip(asked, of_questions, strict=True)), dict(zip(texts, of_texts, strict=True)))
