"""What a file says about something: the sentences or rows that have most of its words, word for word."""

import re
from collections.abc import Sequence

from agents.matching import content_words, stem
from agents.plans.rendering import table_of
from agents.runs.by_rules.contents import Contents
from agents.tables.markdown import plain
from agents.text_work import sentences

_MOST = 6
_ROWS = 20
_PAGE = re.compile(r"\[page (\d+)\]")


def passages(about: str, file: Contents) -> str:
    """Return the best passages in their order, with their page where the file has pages."""
    words = _stems(content_words(about) or re.findall(r"\w+", about.lower()))
    if file.table:
        rows = [dict(zip(file.table.columns, row, strict=True)) for row in file.table.rows]
        texts = [" ".join(str(cell) for cell in row if cell is not None) for row in file.table.rows]
        best = _best(words, texts)[:_ROWS]
        found = table_of(file.table.columns, [rows[place] for place in best]) if best else ""
    else:
        found = _quoted(words, file.text)
    if not found:
        return f"it says nothing about {plain(about)} in these words."
    return f"what it says about {plain(about)}\n\n{found}"


def _quoted(words: set[str], text: str) -> str:
    page, quotes, pages = "", list[str](), list[str]()
    for sentence in sentences(text):
        if mark := _PAGE.search(sentence):
            page = f" (page {mark[1]})"
        if bare := _PAGE.sub("", sentence).strip(" #"):
            quotes.append(bare)
            pages.append(page)
    return "\n".join(f"- {plain(quotes[place])}{pages[place]}" for place in _best(words, quotes)[:_MOST])


def _best(words: set[str], texts: Sequence[str]) -> list[int]:
    """Return the places of those texts that have most of the words, in their order; of none nothing."""
    having = [len(words & _stems(re.findall(r"\w+", text.lower()))) for text in texts]
    most = max(having, default=0)
    return [place for place, number in enumerate(having) if number and number == most]


def _stems(words: Sequence[str]) -> set[str]:
    return {stem(word) for word in words}
