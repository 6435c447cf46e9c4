"""Continues after a document's last quoted sentence: 'and after that?', 'and if it's later?'"""

from collections.abc import Sequence

from agents.knowledge.excerpts import place_in_bold, place_of
from agents.knowledge.from_documents import DocumentAnswer
from agents.knowledge.quotes import quotes_in, source_of
from agents.knowledge.search import Where
from intent.questions.reading_on import supposes
from intent.questions.synonyms import words_in
from intent.sentences.telling_words import topic_stems
from omniforge.projects.search import Hit
from omniforge.projects.search.sentences import sentences_of

_SURE = 100


async def read_on(where: Where, told: str, question: str = "") -> DocumentAnswer | None:
    """Return the text after an answer's first quoted sentence, or None if it quotes nothing.

    Without a `question` it stops at the first sentence not yet quoted, otherwise it is one about the
    question.
    """
    quotes = quotes_in(told)
    for hit in await where.search(quotes[-1]) if quotes else ():
        sentences = sentences_of(hit.text)
        places = [at for at, one in enumerate(sentences, 1) if any(said.endswith(one) for said in quotes)]
        if places:
            behind = sentences[places[0] :] if not question else sentences[places[-1] :]
            found = _speaking(behind, question) if question else behind[: places[-1] - places[0] + 1]
            return _answer(hit, found)
    return None


def repeats_quotes(found: DocumentAnswer, told: str, question: str) -> bool:
    """Return whether an answer only repeats earlier quotes, although the question changes an assumption."""
    quotes = quotes_in(found.text)
    asks_on = supposes(question) or not topic_stems(question)
    return asks_on and bool(quotes) and set(quotes) <= set(quotes_in(told))


def _speaking(sentences: Sequence[str], question: str) -> Sequence[str]:
    """Return the first sentence with a word of the question, the next one if there is none."""
    asked = set(topic_stems(question))
    speaking = [one for one in sentences if asked & words_in(one)]
    return (speaking or sentences)[:1]


def _answer(hit: Hit, said: Sequence[str]) -> DocumentAnswer:
    if not said:
        return DocumentAnswer(f"{place_in_bold(hit)} says nothing more.", True, _SURE)
    lines = [f"{one} [1]" for one in said]
    answer = lines[0] if len(lines) == 1 else "\n".join(f"- {line}" for line in lines)
    return DocumentAnswer(f"{answer}\n\n[1] {place_of(hit)}", True, _SURE, (source_of(hit),))
