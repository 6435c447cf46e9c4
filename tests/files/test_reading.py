"""Files of other programs are read like a person would; harmful ones are refused with a reason."""

from datetime import timedelta

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from omniforge.files.errors import Unreadable
from omniforge.files.reading.client import read_excerpt
from omniforge.files.reading.excerpt import ROOM, excerpt_of_rows, excerpt_of_text
from omniforge.files.reading.text import decode, rows_of
from omniforge.files.types import Kind
from tests.files import made


def csv_excerpt(content: bytes, start: int = 1):
    return excerpt_of_rows(rows_of(decode(content)), start)


async def test_workbook_cells_keep_their_types():
    excerpt = await read_excerpt(Kind.WORKBOOK, made.xlsx())
    assert (excerpt.sheets, excerpt.sheet) == (["Orders", "People"], "Orders")
    assert excerpt.columns == ["order", "due", "amount", "paid", "seen"]
    assert excerpt.rows[1] == ["A-002", "2026-11-21", 21, False, "2026-11-21 09:30"]
    assert (excerpt.total, excerpt.next_start) == (3, None)
    assert excerpt.words() == "rows 1 to 3 of 3"


async def test_unknown_sheet_is_refused_with_the_existing_names():
    assert (await read_excerpt(Kind.WORKBOOK, made.xlsx(), sheet="people")).columns == ["name"]
    with pytest.raises(Unreadable, match=r"no sheet 'Costs'\. Those that are: Orders, People"):
        await read_excerpt(Kind.WORKBOOK, made.xlsx(), sheet="Costs")


async def test_long_table_is_read_in_parts_until_its_end():
    content, start, seen = made.xlsx(rows=900), 1, []
    while start:
        excerpt = await read_excerpt(Kind.WORKBOOK, content, start=start)
        assert excerpt.total == 900
        seen += [row[0] for row in excerpt.rows]
        start = excerpt.next_start
    assert seen == [f"A-{number:03}" for number in range(1, 901)]


async def test_docx_is_read_as_markdown_in_document_order():
    excerpt = await read_excerpt(Kind.DOCUMENT, made.docx())
    assert excerpt.text.split("\n\n") == [
        "# Plan for week 48",
        "# Risks",
        "The launch depends on the new prices.",
        "- Ask finance",
        "| task | owner |\n| --- | --- |\n| a\\|b | Maya |",
        "End.",
    ]


async def test_pdf_is_read_page_by_page():
    first = await read_excerpt(Kind.PDF, made.pdf(pages=30, lines=40))
    assert first.text.startswith("[page 1]\nPage 1, line 0: the quick brown fox\n")
    assert first.total == 30 and 1 < first.next_start < 30
    second = await read_excerpt(Kind.PDF, made.pdf(pages=30, lines=40), start=first.next_start)
    assert second.text.startswith(f"[page {first.next_start}]")


async def test_pdf_without_text_is_noted_as_scanned():
    excerpt = await read_excerpt(Kind.PDF, made.pdf(lines=0))
    assert "scanned" in excerpt.note


@pytest.mark.parametrize(
    ("kind", "content", "said"),
    [
        (Kind.PDF, made.pdf(password="open sesame"), "protected by a password"),
        (Kind.WORKBOOK, made.locked_archive(), "protected by a password"),
        (Kind.PDF, b"%PDF-1.7\n" + b"\x00" * 900, "damaged"),
        (Kind.DOCUMENT, made.docx()[:900], "damaged"),
        (Kind.DOCUMENT, made.xlsx(), "damaged"),
        (Kind.WORKBOOK, made.xlsx()[:-40], "damaged"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_unreadable_file_is_refused_with_a_reason(kind, content, said):
    with pytest.raises(Unreadable, match=said):
        await read_excerpt(kind, content)


@pytest.mark.parametrize("kind", [Kind.WORKBOOK, Kind.DOCUMENT])
async def test_zip_bomb_is_refused_before_unpacking(kind):
    with pytest.raises(Unreadable, match="unpacks to more than 200 MB"):
        await read_excerpt(kind, made.bomb(201 << 20))


@pytest.mark.parametrize(
    "content",
    [
        "name,städte\nMaya,Köln\n".encode(),
        "name,städte\nMaya,Köln\n".encode("utf-8-sig"),
        "name,städte\nMaya,Köln\n".encode("utf-16"),
        "name;städte\r\nMaya;Köln\r\n".encode("cp1252"),
        b"name\tst\xc3\xa4dte\nMaya\tK\xc3\xb6ln",
        "\n\nname|städte\n\n'Maya'|Köln".encode().replace(b"'", b'"'),
    ],
)
def test_csv_dialects_and_encodings_are_read_alike(content):
    excerpt = csv_excerpt(content)
    assert (excerpt.columns, excerpt.rows, excerpt.total) == (["name", "städte"], [["Maya", "Köln"]], 1)


def test_quoted_csv_cell_keeps_line_breaks_and_quotes():
    excerpt = csv_excerpt(b'note,n\n"two\nlines, and ""quotes""",007\n')
    assert excerpt.rows == [['two\nlines, and "quotes"', "007"]]


def test_empty_csv_and_start_beyond_its_end_have_no_rows():
    assert csv_excerpt(b"").words() == "no rows"
    behind = csv_excerpt(b"a\n1\n", start=5)
    assert (behind.rows, behind.next_start, behind.total) == ([], None, 1)


@given(st.lists(st.lists(st.text(max_size=3_000), min_size=1, max_size=30), min_size=1, max_size=30))
def test_reading_on_gives_every_row_once_and_never_too_much_at_once(rows):
    start, seen = 1, []
    while start:
        excerpt = excerpt_of_rows(rows, start)
        assert len(orjson.dumps(excerpt).decode()) < 2 * ROOM
        seen, start = seen + excerpt.rows, excerpt.next_start
    assert len(seen) == max(0, len([row for row in rows if any(row)]) - 1)


@given(st.text(alphabet="ab\n", max_size=60_000))
def test_the_parts_of_a_text_are_the_text(text):
    parts, start = [], 1
    while start:
        excerpt = excerpt_of_text(text, start)
        parts.append(excerpt.text)
        start = excerpt.next_start
    assert "".join(parts) == text


def test_a_short_rest_is_no_part_of_its_own():
    assert excerpt_of_text("A line of a handbook.\n" * 550, 1).next_start is None


async def test_declared_dimension_of_a_workbook_is_ignored():
    excerpt = await read_excerpt(Kind.WORKBOOK, made.changed(made.xlsx(), b'"A1:E4"', b'"A1:A2"'))
    assert (len(excerpt.columns), excerpt.total) == (5, 3)


async def test_huge_numbers_in_a_workbook_do_not_break_reading():
    book = Workbook()
    book.active.append(["a", 1e300, -1e19, 10**25, 7.0])
    columns = (await read_excerpt(Kind.WORKBOOK, made.saved(book))).columns
    assert columns == ["a", 1e300, -1e19, 1e25, 7]


async def test_durations_are_readable_and_long_cells_are_cut():
    book = Workbook()
    book.active.append(["a", timedelta(hours=30), 0.25, "x" * 5_000])
    columns = (await read_excerpt(Kind.WORKBOOK, made.saved(book))).columns
    assert columns == ["a", "1 day, 6:00:00", 0.25, "x" * 1_000 + "…"]
