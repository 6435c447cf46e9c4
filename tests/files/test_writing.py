"""Files that agents write have real types: numbers are numbers, dates are dates, nothing is a formula."""

import csv
import io
from datetime import datetime

import pytest
from docx import Document
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from omniforge.files.reading.text import decode
from omniforge.files.writing.cells import harmless, typed
from omniforge.files.writing.client import write_workbook
from omniforge.files.writing.documents import document_of
from omniforge.files.writing.tables import csv_of

FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("http://evil.example","x")']


async def opened(*sheets):
    return load_workbook(io.BytesIO(await write_workbook(sheets)))


async def test_workbook_holds_columns_rows_and_types():
    rows = [["Apollo", 7, 1.5, True, "2026-11-21", "2026-11-21 09:30", None, "007"]]
    book = await opened(("Open points", list("abcdefgh"), rows))
    sheet = book["Open points"]
    assert [cell.value for cell in sheet[1]] == list("abcdefgh")
    moments = [datetime(2026, 11, 21), datetime(2026, 11, 21, 9, 30)]
    assert [cell.value for cell in sheet[2]] == ["Apollo", 7, 1.5, True, *moments, None, "007"]
    assert [sheet["E2"].number_format, sheet["F2"].number_format] == ["yyyy-mm-dd", "yyyy-mm-dd hh:mm"]


async def test_workbook_header_is_frozen_and_columns_fit_their_text():
    sheet = (await opened(("S", ["id", "text"], [["1", "x" * 40], ["2", "y" * 900]])))["S"]
    assert sheet["A1"].font.bold and not sheet["A2"].font.bold
    assert (sheet.freeze_panes, sheet.auto_filter.ref) == ("A2", "A1:B3")
    assert sheet.column_dimensions["A"].width < 12 < sheet.column_dimensions["B"].width <= 60


@pytest.mark.parametrize("text", FORMULAS)
async def test_text_is_never_written_as_a_formula(text):
    cell = (await opened(("S", [text], [[text]])))["S"]["A2"]
    assert (cell.data_type, cell.value.strip(), cell.quotePrefix) == ("s", text.strip(), True)
    rows = list(csv.reader(io.StringIO(decode(csv_of([text], [[text, -1]])), newline="")))
    assert rows == [[f"'{text}"], [f"'{text}", "-1"]]


async def test_invalid_or_duplicate_sheet_names_are_changed():
    named = [("Q1/Q2: [draft]?", ["a"], []), ("Same", ["a"], []), ("same", ["b"], []), ("x" * 50, ["a"], [])]
    book = await opened(*named, ("x" * 50, ["a"], []), ("''", ["a"], []))
    assert book.sheetnames == ["Q1 Q2   draft", "Same", "same 2", "x" * 31, "x" * 27 + " 2", "Sheet"]


async def test_values_a_cell_cannot_hold_are_cut_or_kept_as_text():
    row = ["a\x00b\x07", "x" * 40_000, 10**17, "2026-13-99"]
    cells = (await opened(("S", list("abcd"), [row])))["S"][2]
    assert [cell.value for cell in cells] == ["ab", "x" * 32_767, "1" + "0" * 17, "2026-13-99"]


def test_csv_has_a_bom_and_holds_the_same_table():
    content = csv_of(["name", "note"], [["Zoë", 'a "b", c\nd'], [None, 7]])
    assert content.startswith(b"\xef\xbb\xbf") and b"\r\n" in content
    read = list(csv.reader(io.StringIO(decode(content), newline="")))
    assert read == [["name", "note"], ["Zoë", 'a "b", c\nd'], ["", "7"]]


@given(st.text())
def test_no_text_of_a_csv_begins_like_a_formula(text):
    assert not str(harmless(text)).startswith(("=", "+", "-", "@", "\t", "\r"))


@given(st.integers() | st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_stays_exactly_that_number(number):
    assert float(typed(number)) == float(number)


def test_lines_of_an_address_stay_lines_in_a_word_document():
    document = Document(io.BytesIO(document_of("Green Gate Centre\nMr Ahlers\n\nDear Mr Ahlers,")))
    assert [one.text for one in document.paragraphs] == ["Green Gate Centre\nMr Ahlers", "Dear Mr Ahlers,"]
