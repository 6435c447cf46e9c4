"""Reads the businesses' documents and the questions about them, with the vectors of all.

`businesses/<names>` has documents, and `pairs.toml` with questions in other everyday words than the sentences
that answer them: doc, question, sentence.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from omniforge.llm.local import centred_vector
from omniforge.projects.search.passages import split_passages
from omniforge.projects.search.sentences import sentences_of

BUSINESSES = Path(__file__).parent / "businesses"
PASSAGE = 0.5  # weight of the passage's similarity beside the sentence's, as in the search


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a document: as it is embedded, as it stands there, and its passage."""

    doc: str
    in_context: str
    text: str
    passage: str


@dataclass(frozen=True, slots=True)
class Business:
    """Vectors of a business: of its questions, and of its sentences with their passages.

    `answers` says for each question which sentences answer it.
    """

    name: str
    questions: np.ndarray
    sentences: np.ndarray
    answers: np.ndarray


def read_businesses() -> list[Business]:
    """Return all businesses with their vectors, which takes about a minute for each."""
    return [_business(folder) for folder in sorted(BUSINESSES.iterdir()) if folder.is_dir()]


def _business(folder: Path) -> Business:
    sentences = [one for path in sorted(folder.glob("*.md")) for one in _sentences(path)]
    pairs = tomllib.loads((folder / "pairs.toml").read_text())["pair"]
    passages = {text: _vector(text) for text in {one.passage for one in sentences}}
    vectors = [_vector(one.in_context) + PASSAGE * passages[one.passage] for one in sentences]
    asked = [_vector(pair["question"], as_query=True) for pair in pairs]
    answers = [_answering(pair, sentences) for pair in pairs]
    return Business(folder.name, np.array(asked), np.array(vectors), np.array(answers))


def _sentences(path: Path) -> Iterator[Sentence]:
    text = path.read_text()
    title = next((line.lstrip("# ").strip() for line in text.splitlines() if line.startswith("#")), path.stem)
    for piece in split_passages(text):
        below = piece.headings[1:] if piece.headings[:1] == (title,) else piece.headings
        passage = "\n".join([title, *below]) + f"\n\n{piece.text}"
        heading = below[-1] if below else ""
        for sentence in sentences_of(piece.text):
            yield Sentence(path.name, f"{title}. {heading}. {sentence}", sentence, passage)


def _answering(pair: dict[str, str], sentences: list[Sentence]) -> list[bool]:
    """Return for each sentence whether it is the one that is meant: the one that shares most of its words."""
    likeness = [_likeness(pair, one) for one in sentences]
    return [bool(one) and one == max(likeness) for one in likeness]


def _likeness(pair: dict[str, str], sentence: Sentence) -> float:
    if sentence.doc != pair["doc"]:
        return 0.0
    one, other = (set(_words(text)) for text in (pair["sentence"], sentence.text))
    return len(one & other) / len(one | other)


def _words(text: str) -> list[str]:
    return "".join(sign if sign.isalnum() else " " for sign in text.casefold()).split()


def _vector(text: str, *, as_query: bool = False) -> np.ndarray:
    return np.array(centred_vector(text, as_query), dtype=np.float32)
