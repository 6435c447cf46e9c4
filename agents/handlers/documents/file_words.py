"""The content of a file in words: its key sentences, its table's columns, or passages on a topic."""

import re
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal

from agents.handlers.documents.file_contents import Contents
from agents.handlers.documents.text_parts import main_sentences, sentences
from agents.handlers.lines import bold
from agents.knowledge.from_files import with_headings
from agents.tools.counts import counted
from intent.sentences.stems import content_words, stem
from omniforge.tables.cells import as_cell, as_number, identity, is_empty
from omniforge.tables.markdown import markdown_table, plain
from omniforge.tables.table import Table

_NAMED, _FIRST = 12, 120  # headings or columns, and characters of a first line
_SHOWN = 5  # rows, and values of a column
_MOST = 6  # passages
_ROWS = 20
_PAGE = re.compile(r"\[page (\d+)\]")


def summary(file: Contents) -> str:
    """Return a short summary of a file."""
    if file.table:
        return _profile(file.table)
    if not file.text.strip():
        return "there is no text in it."
    points = "\n".join(f"- {plain(one)}" for one in main_sentences(file.text))
    return f"the main sentences, word for word\n\n{points}"


def outline(file: Contents) -> str:
    """Return an outline of a file: its size, with its columns, its headings or its first line."""
    if file.table:
        columns = ", ".join(map(bold, file.table.columns[:_NAMED]))
        return f"a table of {counted(len(file.table.rows), 'row')} with {columns}."
    lines = with_headings([line for line in file.text.splitlines() if _PAGE.sub("", line).strip(" #")])
    if not lines:
        return "there is no text in it."
    size = counted(len(file.text.split()), "word")
    headings = [line.strip("# ") for line in lines if line.startswith("#")][:_NAMED]
    if len(headings) > 1:
        return f"a text of {size}, about {', '.join(map(plain, headings))}."
    return f"a text of {size}. It begins: “{plain(lines[0].strip('# ')[:_FIRST])}”"


def passages(about: str, file: Contents) -> str:
    """Return the best passages in order, with page numbers if the file has pages."""
    words = _stems(content_words(about) or re.findall(r"\w+", about.lower()))
    found = _rows(words, file.table) if file.table else _quoted(words, file.text)
    if not found:
        return f"it says nothing about {plain(about)} in these words."
    return f"what it says about {plain(about)}\n\n{found}"


def _profile(table: Table) -> str:
    """Return a table's description, with its first rows."""
    size = f"{len(table.rows):,} rows, {len(table.columns)} columns."
    lines = "\n".join(f"- **{plain(name)}**: {_column(table, at)}" for at, name in enumerate(table.columns))
    return f"{size}\n\n{lines}\n\nIt begins:\n\n{markdown_table(table.columns, table.rows[:_SHOWN])}"


def _column(table: Table, place: int) -> str:
    cells = [row[place] for row in table.rows if not is_empty(row[place])]
    numbers = [number for cell in cells if (number := as_number(cell)) is not None]
    if not cells:
        return "empty"
    if len(numbers) == len(cells):
        least, most, total = (as_cell(one) for one in (min(numbers), max(numbers), sum(numbers, Decimal(0))))
        return f"from {least:,} to {most:,}, {total:,} in all"
    counts = Counter(identity(cell) for cell in cells)
    common = ", ".join(f"{value} ({number})" for value, number in counts.most_common(_SHOWN))
    return f"{len(counts):,} different values" if len(counts) == len(cells) > _SHOWN else common


def _rows(words: set[str], table: Table) -> str:
    texts = [" ".join(str(cell) for cell in row if cell is not None) for row in table.rows]
    best = _best(words, texts)[:_ROWS]
    return markdown_table(table.columns, [table.rows[place] for place in best]) if best else ""


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
    """Return the indexes of the texts with the most matching words, in order, empty if none match."""
    having = [len(words & _stems(re.findall(r"\w+", text.lower()))) for text in texts]
    most = max(having, default=0)
    return [place for place, number in enumerate(having) if number and number == most]


def _stems(words: Sequence[str]) -> set[str]:
    return {stem(word) for word in words}
