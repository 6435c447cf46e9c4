"""Word documents (.docx) from Markdown: headings, lists, tables, code, emphasis."""

import io
from collections.abc import Iterator, Sequence

from docx import Document
from docx.document import Document as Docx
from docx.text.paragraph import Paragraph
from markdown_it import MarkdownIt
from markdown_it.token import Token

_MOST_LEVELS = 3  # of nested lists: Word's built-in styles have no more
_LISTS = {"bullet_list_open": "List Bullet", "ordered_list_open": "List Number"}
_PARSER = MarkdownIt("commonmark").enable("table").enable("strikethrough")


def document_of(markdown: str) -> bytes:
    """Return the .docx bytes. Pictures are replaced by their names."""
    writer = _Writer(Document())
    writer.write(_PARSER.parse(markdown))
    saved = io.BytesIO()
    writer.document.save(saved)
    return saved.getvalue()


class _Writer:
    """Appends Markdown blocks to a document."""

    def __init__(self, document: Docx) -> None:
        self.document = document
        self._lists: list[str] = []
        self._style: str | None = None
        self._rows: list[list[Token]] = []

    def write(self, tokens: Sequence[Token]) -> None:
        for token in tokens:
            self._take(token)

    def _take(self, token: Token) -> None:
        if token.type.endswith(("list_open", "list_close")):
            self._enter(token)
        match token.type:
            case "heading_open":
                self._style = f"Heading {min(int(token.tag[1]), 9)}"
            case "table_open":
                self._rows = []
            case "tr_open":
                self._rows.append([])
            case "table_close":
                self._table()
            case "fence" | "code_block":
                self._code(token.content)
            case "inline":
                self._inline(token)

    def _enter(self, token: Token) -> None:
        """Start or end a list."""
        if token.type in _LISTS:
            self._lists.append(_LISTS[token.type])
        else:
            self._lists.pop()

    def _inline(self, token: Token) -> None:
        if self._rows:
            self._rows[-1].append(token)
        else:
            style, self._style = self._style or self._list_style(), None
            _fill(self.document.add_paragraph(style=style), token)

    def _list_style(self) -> str | None:
        if not self._lists:
            return None
        level = min(len(self._lists), _MOST_LEVELS)
        return self._lists[-1] if level == 1 else f"{self._lists[-1]} {level}"

    def _table(self) -> None:
        width = max(map(len, self._rows), default=0)
        if width:
            table = self.document.add_table(rows=0, cols=width, style="Table Grid")
            for number, row in enumerate(self._rows):
                cells = table.add_row().cells
                for at, cell in enumerate(row):
                    _fill(cells[at].paragraphs[0], cell, bold=number == 0)
        self._rows = []

    def _code(self, text: str) -> None:
        run = self.document.add_paragraph().add_run(text.rstrip("\n"))
        run.font.name = "Courier New"


def _fill(paragraph: Paragraph, inline: Token, *, bold: bool = False) -> None:
    """Write the words of a paragraph, each with its emphasis."""
    marks = {"strong": int(bold), "em": 0, "s": 0}
    for text, token in _words(inline.children or ()):
        name = token.type.removesuffix("_open").removesuffix("_close")
        if name in marks:
            marks[name] += 1 if token.type.endswith("_open") else -1
        elif text:
            run = paragraph.add_run(text)
            run.bold, run.italic = bool(marks["strong"]) or None, bool(marks["em"]) or None
            run.font.strike = bool(marks["s"]) or None
            if token.type == "code_inline":
                run.font.name = "Courier New"


def _words(tokens: Sequence[Token]) -> Iterator[tuple[str, Token]]:
    address = ""
    for token in tokens:
        match token.type:
            case "softbreak" | "hardbreak":  # as in the chat: an address keeps its lines
                yield "\n", token
            case "link_open":
                address = str(token.attrGet("href") or "")
            case "link_close":
                yield f" ({address})" if address else "", token
            case _:
                yield token.content, token
