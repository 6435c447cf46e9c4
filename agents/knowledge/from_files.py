"""Answers a question from a file of the conversation, by its own sentences, lines and rows."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from uuid import UUID

from agents.knowledge.evidence import Evidence
from agents.knowledge.nearest import Near, find_nearest, own_words
from agents.knowledge.quotes import choose_sentences
from agents.knowledge.search import Weighed, weigh_parts
from intent.questions.asked import Question, for_whole, parts_of
from intent.questions.attachments import names_file
from intent.questions.values import fit_of
from intent.sentences.question_words import Asked
from intent.text import is_near
from omniforge.llm import Models
from omniforge.projects.kinds import Kind
from omniforge.projects.search import Hit, Hits
from omniforge.projects.search.passages import split_passages
from omniforge.projects.search.words import stems

_FILLED = 60  # length from which a line of running text may be wrapped
_NAMED = 1.25  # bonus for a file named in the question
_NOWHERE = UUID(int=0)
_HEADING = re.compile(
    r"\s*(?:§+ ?|(?:Art(?:icle|ikel|\.)?|Section|Clause|Part|Abschnitt) )?"
    r"(?:\d{1,2}(?:\.\d{1,2})*[.)]?|[IVX]{1,5}\.)"
    r" +[A-ZÀ-Þ][^.!?:;|]{0,60}$"
)
_PAGE = re.compile(r"\[page (\d+)\]")


@dataclass(frozen=True, slots=True)
class FileSentence:
    """A sentence of a file, and its location: a heading, a page, or nothing."""

    text: str
    place: str

    def is_in(self, other: "FileSentence") -> bool:
        """Return whether another sentence contains all of this one, and more."""
        return self.text != other.text and self.text in other.text


@dataclass(frozen=True, slots=True)
class FileAnswer:
    """A file's answer: `said` are the matching sentences, best first, `strength` is how well they match.

    `near` quotes the closest ones to what has none. `rank` compares the answer with other files', `missed`
    are the questions without an answer beside others.
    """

    said: tuple[FileSentence, ...]
    strength: float
    near: Near
    rank: float
    missed: tuple[str, ...] = ()


async def answer_from_file(
    models: Models, name: str, text: str, question: str, before: str = ""
) -> FileAnswer:
    """Return a file's answer to a question. `before` is the previous question, for 'and why?'."""
    found = await weigh_text(models, name, text, question, before)
    told = [choose_telling(*one) for one in found]
    telling = [one for each in told for one in each]
    said = said_by(telling)
    left = [one for one, each in zip(found, told, strict=True) if said and one[0].words and not each]
    named = _NAMED if not set(stems(PurePosixPath(name).stem)).isdisjoint(stems(question)) else 1.0
    return FileAnswer(
        said,
        named * max((one.strength for one in telling), default=0.0),
        find_nearest(left or (() if said else found)),
        named * max((one.rank for _, evidence in found for one in evidence), default=0.0),
        tuple(part.text for part, _ in left),
    )


async def weigh_text(
    models: Models, name: str, text: str, question: str, before: str = ""
) -> tuple[Weighed, ...]:
    """Return the evidence for each part of a question in a text that isn't a document, best first."""
    hits = _passages(name, text)
    known = set(stems(f"{name} {text}"))
    parts = [_for_file(one, set(stems(PurePosixPath(name).stem))) for one in _parts(question, before)]
    hits.respelt = {word: near for part in parts for word in part.words if (near := _near(word, known))}
    return await weigh_parts(models, parts, hits, most=len(text))


def said_by(telling: Iterable[Evidence]) -> tuple[FileSentence, ...]:
    """Return the sentences of evidence, without those that another one contains."""
    said = [_said(one) for one in telling]
    return tuple(one for one in dict.fromkeys(said) if not any(one.is_in(other) for other in said))


def choose_telling(part: Question, found: Sequence[Evidence]) -> list[Evidence]:
    """Return the answering sentences. The others must match as much of the question as the best one."""
    fitting = [
        one for one in found if part.asks is not Asked.PERSON or fit_of(part.asks, one.candidate.text) == 1
    ]
    taken = choose_sentences(fitting, 1.0)
    return [one for one in taken if not own_words(part, [one]) < own_words(part, taken[:1])]


def _parts(question: str, before: str) -> tuple[Question, ...]:
    """Return the questions in a message. A follow-up is combined with the question before it."""
    parts = parts_of(question)
    return parts if any(one.words for one in parts) else parts_of(question, before)


def _for_file(part: Question, named: set[str]) -> Question:
    """Return a question without the words that only name the file."""
    if not part.words and part.about:
        return part
    left = tuple(one for one in part.words if one not in named and not names_file(one))
    return for_whole(part, left)


def _near(word: str, known: set[str]) -> tuple[str, ...]:
    return () if word in known else tuple(sorted(one for one in known if is_near(word, one)))


def _passages(name: str, text: str) -> Hits:
    page, hits = "", list[Hit]()
    for number, piece in enumerate(split_passages(_in_lines(text))):
        marks = _PAGE.findall(piece.text)
        heading = piece.headings[-1] if piece.headings else page and f"page {page}"
        body = _PAGE.sub("", piece.text)
        path = ("", *piece.headings)
        place = UUID(int=number)  # each passage stands alone
        hits.append(Hit(Kind.DOCUMENT, place, name, _NOWHERE, heading, "", body, 1.0, number, path))
        page = marks[-1] if marks else page
    return Hits(hits)


def _in_lines(text: str) -> str:
    """Return a text with each line that isn't running text as its own paragraph."""
    lines = [line for line in text.splitlines() if line.strip()]
    return "\n".join(_separated(with_headings(lines)))


def with_headings(lines: Sequence[str]) -> list[str]:
    """Return lines with '§ 4 Term' above running text turned into a heading. List items stay unchanged."""
    return [
        f"## {line.strip()}" if _HEADING.match(line) and _runs_below(line, after) else line
        for line, after in zip(lines, [*lines[1:], ""], strict=True)
    ]


def _runs_below(line: str, after: str) -> bool:
    return len(after) > len(line) and not _HEADING.match(after)


def _separated(lines: list[str]) -> Iterator[str]:
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        yield line
        if not (_runs_on(line, after) or line.lstrip().startswith("|")):
            yield ""


def _runs_on(line: str, after: str) -> bool:
    ends = line.rstrip().endswith((".", "!", "?", ":"))
    return not ends and (after.strip()[:1].islower() or len(line.rstrip()) >= _FILLED)


def _said(evidence: Evidence) -> FileSentence:
    """Return a sentence, the one before it only if it is on the same line."""
    one = evidence.candidate
    lines = (" ".join(line.split()) for line in one.hit.text.split("\n\n"))
    return FileSentence(one.quote if any(one.quote in line for line in lines) else one.text, one.hit.heading)
