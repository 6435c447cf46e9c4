"""Files as other programs write them."""

import io
import zipfile
from datetime import date, datetime
from functools import cache

from docx import Document
from fpdf import FPDF
from openpyxl import Workbook


def xlsx(rows: int = 3) -> bytes:
    book = Workbook()
    sheet = book.active
    sheet.title = "Orders"
    sheet.append(["order", "due", "amount", "paid", "seen"])
    for number in range(1, rows + 1):
        sheet.append(
            [f"A-{number:03}", date(2026, 11, 21), number * 10.5, False, datetime(2026, 11, 21, 9, 30)]
        )
    book.create_sheet("People").append(["name"])
    return saved(book)


def docx() -> bytes:
    document = Document()
    document.add_heading("Plan for week 48", 0)
    document.add_heading("Risks", 1)
    document.add_paragraph("The launch depends on the new prices.")
    document.add_paragraph("Ask finance", style="List Bullet")
    table = document.add_table(rows=2, cols=2)
    for cell, text in zip(
        (*table.rows[0].cells, *table.rows[1].cells), ("task", "owner", "a|b", "Maya"), strict=True
    ):
        cell.text = text
    document.add_paragraph("End.")
    return saved(document)


def pdf(pages: int = 3, *, lines: int = 4, password: str = "") -> bytes:
    document = FPDF()
    document.set_font("helvetica", size=8)
    for number in range(1, pages + 1):
        document.add_page()
        for line in range(lines):
            document.cell(
                0, 4, f"Page {number}, line {line}: the quick brown fox", new_x="LMARGIN", new_y="NEXT"
            )
    if password:
        document.set_encryption(owner_password="owner", user_password=password)
    return bytes(document.output())


@cache
def bomb(size: int, member: str = "xl/worksheets/sheet1.xml") -> bytes:
    """A small archive that unpacks to `size` bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive, archive.open(member, "w") as entry:
        for _ in range(size >> 20):
            entry.write(bytes(1 << 20))
    return made.getvalue()


def changed(content: bytes, old: bytes, new: bytes) -> bytes:
    """A copy of the archive with `old` replaced by `new` in all members."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as given, zipfile.ZipFile(made, "w") as archive:
        for member in given.infolist():
            archive.writestr(member.filename, given.read(member).replace(old, new))
    return made.getvalue()


def locked_archive() -> bytes:
    """An archive whose member is flagged as encrypted."""
    content = bytearray(bomb(1 << 20))
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(mark) + at] |= 1
    return bytes(content)


def saved(thing) -> bytes:
    content = io.BytesIO()
    thing.save(content)
    return content.getvalue()
