"""A question answered from a file of the conversation: its own sentences, lines and rows that answer."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from uuid import UUID

from agents.knowledge.evidence import Evidence
from agents.knowledge.looking import weighed
from agents.knowledge.nearest import own_words
from agents.knowledge.quoting import chosen
from intent.questions.asked import Question, for_whole, parts_of
from intent.questions.attachments import names_file
from intent.questions.values import fit_of
from intent.sentences.question_words import Asked
from intent.text import is_near
from omniforge.llm import Models
from omniforge.projects.kinds import Kind
from omniforge.projects.search import Hit, Hits
from omniforge.projects.search.cutting import cut
from omniforge.projects.search.words import stems

_FILLED = 60  # characters of a line of running text that is broken where it is full
_NOWHERE = UUID(int=0)
_PAGE = re.compile(r"\[page (\d+)\]")


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of a file, and where it stands: a heading, a page, or nothing."""

    text: str
    place: str

    def is_in(self, other: "Said") -> bool:
        """Return whether another says all of this, and more."""
        return self.text != other.text and self.text in other.text


async def answer_from_file(
    models: Models, name: str, text: str, question: str, before: str = ""
) -> list[Said]:
    """Return the sentences of a file that answer a question, best first; none if it does not say.

    `before` is what was asked before, which 'and from when?' leans on.
    """
    hits = _passages(name, text)
    known = set(stems(f"{name} {text}"))
    parts = [_for_file(one, set(stems(PurePosixPath(name).stem))) for one in _parts(question, before)]
    hits.respelt = {word: near for part in parts for word in part.words if (near := _near(word, known))}
    found = await weighed(models, parts, hits, most=len(text))
    said = [_said(one) for part, evidence in found for one in _telling(part, evidence)]
    return [one for one in dict.fromkeys(said) if not any(one.is_in(other) for other in said)]


def _telling(part: Question, found: Sequence[Evidence]) -> list[Evidence]:
    """Return the sentences that answer; of those beside the best one none that holds less of the question."""
    fitting = [
        one for one in found if part.asks is not Asked.PERSON or fit_of(part.asks, one.candidate.text) == 1
    ]
    taken = chosen(part, fitting, 1.0)
    return [one for one in taken if not own_words(part, [one]) < own_words(part, taken[:1])]


def _parts(question: str, before: str) -> tuple[Question, ...]:
    """Return the questions of a message; one without words of its own with what was asked before."""
    parts = parts_of(question)
    return parts if any(one.words for one in parts) else parts_of(question, before)


def _for_file(part: Question, named: set[str]) -> Question:
    """Return a question to a file without the words that only say which file is meant."""
    if not part.words and part.about:
        return part
    left = tuple(one for one in part.words if one not in named and not names_file(one))
    return for_whole(part, left)


def _near(word: str, known: set[str]) -> tuple[str, ...]:
    return () if word in known else tuple(sorted(one for one in known if is_near(word, one)))


def _passages(name: str, text: str) -> Hits:
    page, hits = "", list[Hit]()
    for number, piece in enumerate(cut(_in_lines(text))):
        marks = _PAGE.findall(piece.text)
        heading = piece.headings[-1] if piece.headings else page and f"page {page}"
        body = _PAGE.sub("", piece.text)
        path = ("", *piece.headings)
        hits.append(Hit(Kind.DOCUMENT, _NOWHERE, name, _NOWHERE, heading, "", body, 1.0, number, path))
        page = marks[-1] if marks else page
    return Hits(hits)


def _in_lines(text: str) -> str:
    """Return a text in which each line that is no part of running text is a paragraph."""
    return "\n".join(_separated(text.splitlines()))


def _separated(lines: list[str]) -> Iterator[str]:
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        yield line
        if not (_runs_on(line, after) or line.lstrip().startswith("|")):
            yield ""


def _runs_on(line: str, after: str) -> bool:
    ends = line.rstrip().endswith((".", "!", "?", ":"))
    return not ends and (after.strip()[:1].islower() or len(line.rstrip()) >= _FILLED)


def _said(evidence: Evidence) -> Said:
    """Return a sentence; the one before it, which it may lean on, only from the same line."""
    one = evidence.candidate
    lines = (" ".join(line.split()) for line in one.hit.text.split("\n\n"))
    return Said(one.quote if any(one.quote in line for line in lines) else one.text, one.hit.heading)
