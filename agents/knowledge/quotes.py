"""Answers in the documents' own words: the sentences that answer each part, with their sections."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from agents.events import Source
from agents.knowledge.candidates import Candidate
from agents.knowledge.evidence import Evidence
from agents.knowledge.excerpts import place_of
from agents.knowledge.matches import NAMED, match
from agents.knowledge.nearest import CLOSEST, describe_near, find_nearest, nearest
from agents.knowledge.search import Looked, Weighed
from intent.questions.asked import Question, asks_for_steps
from intent.questions.cases import fitting_cases
from intent.questions.dated_names import read_dated
from intent.questions.searches import significant
from intent.questions.synonyms import words_in
from intent.questions.values import forbids
from intent.sentences.question_words import Asked
from intent.sentences.telling_words import is_light
from omniforge.english import join_words
from omniforge.projects.search import PASSAGES, Hit
from omniforge.projects.search.sentences import sentences_of
from omniforge.projects.search.words import stems
from omniforge.tables.markdown import plain

_MOST = 3  # sentences per part
_AS_GOOD = 0.85  # of the best rank
_OPEN = {Asked.THING: 0.7, Asked.REASON: 0.7, Asked.MANNER: 0.7}  # the same if several sentences tell more
_AS_CLOSE = 0.8  # of the closest one's rank, from which another is shown instead of one quoted above
_DOUBT = 0.8  # of a better sentence's rank, although that doesn't answer: below it the answer is doubtful
_VALUED = (Asked.AMOUNT, Asked.DURATION, Asked.TIME)
_STEPS = 240  # characters of the steps that are quoted behind the first
_NEWER = 0.5  # the same, for a newer version of the same document


NOT_FOUND = "I can't tell: I found nothing about "  # nobody can say that it doesn't exist


@dataclass(frozen=True, slots=True)
class Quoted:
    """An answer with its sources in citation order. Without sources, nothing was found."""

    text: str
    sources: tuple[Source, ...] = ()
    said: tuple[str, ...] = ()  # only the quotes


def quote(looked: Looked, *, strength: float = 1.0, most: int = PASSAGES) -> Quoted:
    """Return the sentences that answer with at least `strength`. Parts without an answer are named.

    They come from at most `most` sections.
    """
    picked_of = _choose_for_each(looked.parts, strength)
    evidence = _within(most, _once([one for _, picked in picked_of for one in picked]))
    if not evidence:
        return Quoted(not_found(looked))
    sections = {one.candidate.hit.link: one.candidate.hit for one in evidence}
    numbers = {link: number for number, link in enumerate(sections, 1)}
    quotes = tuple(_quoted(one) for one in evidence)
    said = [
        f"{quoted} [{numbers[one.candidate.hit.link]}]" for quoted, one in zip(quotes, evidence, strict=True)
    ]
    missing = [
        _missed(part, found, quotes)
        for (part, found), (_, picked) in zip(looked.parts, picked_of, strict=True)
        if not picked
    ]
    places = [f"[{numbers[link]}] {place_of(hit)}" for link, hit in sections.items()]
    lines = [*said, *missing]
    answer = lines[0] if len(lines) == 1 else "\n".join(f"- {line}" for line in lines)
    return Quoted("\n\n".join([answer, *places]), tuple(map(source_of, sections.values())), quotes)


def _choose_for_each(parts: Sequence[Weighed], strength: float) -> list[tuple[Question, list[Evidence]]]:
    """Return the sentences that answer each part.

    A part without a word of its own, 'and who has to be there?', isn't answered by what answers the part
    before, unless it asks for a value and that has one.
    """
    chosen = [(part, choose_sentences(found, strength)) for part, found in parts]
    said = {one.candidate for part, picked in chosen if part.words for one in picked}
    return [
        (part, [one for one in picked if part.words or part.asks in _VALUED or one.candidate not in said])
        for part, picked in chosen
    ]


def _quoted(one: Evidence) -> str:
    """Return the quote: the sentence that fits the question's case, and the next one if that is needed.

    A row of a table stays alone. The next one answers a sentence that is a question itself, or says how
    what it forbids is done. What is to be done in a case is quoted with the steps that follow.
    """
    candidate, sentences = one.candidate, sentences_of(one.candidate.hit.text)
    if candidate.is_row or candidate.text not in sentences:
        return candidate.quote
    at = sentences.index(candidate.text)
    behind = sentences[at + 1 : at + 2]
    if asks_for_steps(one.question):
        return " ".join((candidate.quote, *_steps(candidate)))
    fitting = fitting_cases(one.question.text, sentences, at)
    if fitting != (candidate.text,):
        return " ".join(fitting)
    lacking = {word for word in one.question.words if match(word, candidate) < NAMED and not is_light(word)}
    is_led = candidate.text.endswith("?") or (one.question.asks is Asked.MANNER and forbids(candidate.text))
    is_wanted = bool(behind and (is_led or lacking & words_in(behind[0])))
    return f"{candidate.quote} {behind[0]}" if is_wanted else candidate.quote


def _steps(first: Candidate) -> list[str]:
    """Return the sentences that follow in a paragraph, as many as fit."""
    paragraph = next((one for one in first.hit.text.split("\n\n") if first.text in one), "")
    sentences = sentences_of(paragraph)
    behind = sentences[sentences.index(first.text) + 1 :] if first.text in sentences else []
    lengths = accumulate(map(len, behind))
    return [text for text, length in zip(behind, lengths, strict=True) if length <= _STEPS]


def quotes_documents(answer: str) -> bool:
    """Return whether an answer cites documents, or quotes what is closest in them."""
    return CLOSEST in answer or "[1]" in answer


def quotes_in(answer: str) -> list[str]:
    """Return the sentences that an answer by `quote` cites, without their numbers."""
    lines = (line.removeprefix("- ") for line in answer.splitlines() if not line.startswith("["))
    return [line.rpartition(" [")[0] for line in lines if line.endswith("]") and " [" in line]


def not_found(looked: Looked) -> str:
    """Say that no answer was found, and which sentences, documents or sections come closest."""
    if looked.empty:
        return f"**{plain(place_of(looked.empty[0]))}** is empty, and no other document covers this."
    near = describe_near(find_nearest(looked.parts))
    asked = " ".join(part.text for part, _ in looked.parts)
    return near or f"I didn't find this in your documents.{named_closest(looked.closest, asked)}"


def named_closest(titles: Sequence[str], question: str) -> str:
    """Name the closest documents if none of their sentences is close, empty if none shares a word with it."""
    asked = significant(question)
    near = [f"**{plain(one)}**" for one in titles if asked & {*stems(one)}]
    return f" Closest: {join_words(near)}." if near else ""


def _missed(part: Question, found: Sequence[Evidence], quotes: Sequence[str]) -> str:
    """Say what comes closest to a part that nothing answers, if it isn't among the `quotes` above."""
    asked = f"“{part.text.rstrip('?')}?”"
    if part.leans:  # 'and who has to be there?' asks for something else than what stands above
        found = [one for one in found if not any(one.candidate.quote in quoted for quoted in quotes)]
    closest = nearest(part, found)
    others = [one for one in closest if not any(one.candidate.quote in quoted for quoted in quotes)]
    is_above = closest and closest[0] not in others
    if is_above and not (others and others[0].rank >= _AS_CLOSE * closest[0].rank):
        return f"{CLOSEST} on {asked} stands above."
    left = others if is_above else found  # what stands above answers the other part
    near = describe_near(find_nearest([(part, left)]), f"{CLOSEST} on {asked}", in_line=True)
    return near or f"I didn't find an answer to {asked}"


def source_of(hit: Hit) -> Source:
    """Return a passage as a source that readers can open."""
    return Source(place_of(hit), hit.link, hit.snippet)


def choose_sentences(found: Sequence[Evidence], strength: float) -> list[Evidence]:
    """Return the best sentence and equally good ones, if they answer and no other is much closer.

    For a follow-up, what stands beside the closest sentence, which may have answered the question before,
    counts as close, and all does for one in a word or two.
    """
    enough = [one for one in found if one.strength >= strength and one.strength > 0]
    if not enough or (enough[0].rank < _DOUBT * found[0].rank and not _goes_on(enough[0], found[0])):
        return []
    least = _OPEN.get(enough[0].question.asks, _AS_GOOD) * enough[0].rank
    return _newest_first([one for one in enough if one.rank >= least][:_MOST], enough)


def _goes_on(one: Evidence, closest: Evidence) -> bool:
    """Return whether a follow-up is answered beside what is closest to it."""
    beside = one.candidate.hit.link == closest.candidate.hit.link
    return one.question.leans or (bool(one.question.about) and beside)


def _newest_first(taken: Sequence[Evidence], enough: Sequence[Evidence]) -> list[Evidence]:
    """Return the selection, preceded by what the newest version of the same document says."""
    first = taken[0]
    best = read_dated(first.candidate.hit.title)
    newer = [
        one
        for one in enough
        if one.rank >= _NEWER * first.rank and read_dated(one.candidate.hit.title).is_newer_than(best)
    ]
    latest = max(
        newer, key=lambda one: (read_dated(one.candidate.hit.title).date, one.rank), default=taken[0]
    )
    return list(dict.fromkeys((latest, *taken)))[:_MOST]


def _within(most: int, evidence: Sequence[Evidence]) -> list[Evidence]:
    links = list(dict.fromkeys(one.candidate.hit.link for one in evidence))[:most]
    return [one for one in evidence if one.candidate.hit.link in links]


def _once(evidence: Sequence[Evidence]) -> list[Evidence]:
    """Return the evidence without quotes that another one contains."""
    by_quote = {_quoted(one): one for one in evidence}
    return [
        one
        for text, one in by_quote.items()
        if not any(text in other and text != other for other in by_quote)
    ]
