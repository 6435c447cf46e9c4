"""The similarity of sentences and questions by the local embedding model, if it is installed, else 0."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from operator import mul

from agents.knowledge.candidates import Candidate
from intent.questions.asked import Question
from omniforge.llm import Models

_DEADLINE = 6.0  # seconds, on a busy machine
_SENTENCES = 24  # sentences without a stored vector that are embedded; each takes about 20 ms
Vector = Sequence[float]


@dataclass(frozen=True, slots=True)
class Closeness:
    """Cosines of a centred model: about 0 for unrelated texts, 0.3 and more for related ones."""

    questions: Mapping[str, Vector] = field(default_factory=dict)
    sentences: Mapping[str, Vector] = field(default_factory=dict)

    def of(self, question: Question, candidate: Candidate) -> float:
        """Return the similarity of a question and a sentence with its headings."""
        one = self.questions.get(question.in_case)
        other = candidate.vector or self.sentences.get(candidate.in_context)
        return sum(map(mul, one, other)) if one and other else 0.0


NOT_KNOWN = Closeness()


async def closeness_of(
    models: Models, questions: Sequence[Question], candidates: Sequence[Candidate]
) -> Closeness:
    """Return the similarities, if the model of the role `embed` runs in this process."""
    if not models.is_local("embed") or not candidates:
        return NOT_KNOWN
    asked = list(dict.fromkeys(question.in_case for question in questions))
    fresh = (one.in_context for one in candidates if not one.vector)
    texts = list(islice(dict.fromkeys(fresh), _SENTENCES))
    of_questions = await models.embed(asked, deadline=_DEADLINE, as_query=True)
    of_texts = await models.embed(texts, deadline=_DEADLINE)
    if of_questions is None or of_texts is None:
        return NOT_KNOWN
    return Closeness(dict(zip(asked, of_questions, strict=True)), dict(zip(texts, of_texts, strict=True)))
