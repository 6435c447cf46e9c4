"""Attached files, without a model: read by the tools, and used for answers."""

import io
from collections.abc import Awaitable, Callable
from pathlib import Path

import openpyxl
import pytest

from agents.events import FileWritten, ToolCalled
from agents.handlers.documents.file_contents import contents_of
from agents.handlers.task import Task
from omniforge.files.attached import AttachedFile
from omniforge.files.selectors import content_of, get_file
from omniforge.files.services import store_file
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import Answer, Chat
from tests.agents.tools.contexts import run_context
from tests.files.made import docx, pdf

pytestmark = pytest.mark.django_db(transaction=True)
ORDERS = b"Region,Customer,Amount\nNorth,Acme,1200.50\nSouth,Beta,300\nNorth,Beta,99.50\nTotal,,1600\n"
Attach = Callable[[str, bytes], Awaitable[None]]


@pytest.fixture(autouse=True)
def var(settings, tmp_path: Path) -> None:
    settings.VAR = tmp_path


@pytest.fixture
def attach(chat: Chat, ann: Access) -> Attach:
    """Return a function that attaches a file to the conversation."""

    async def attached(name: str, content: bytes) -> None:
        file = await in_database(lambda: store_file(access=ann, name=name, content=content))
        chat.files = (AttachedFile(file.pk, file.name, file.media_type, file.size), *chat.files)

    return attached


def calls(answer: Answer) -> list[str]:
    return [event.tool for event in answer.events if isinstance(event, ToolCalled)]


async def written(answer: Answer, access: Access) -> list[list]:
    (file,) = (event.file for event in answer.events if isinstance(event, FileWritten))
    content = await in_database(lambda: content_of(get_file(access, file.id)))
    book = openpyxl.load_workbook(io.BytesIO(content))
    return [[cell.value for cell in row] for row in book.active.iter_rows()]


async def test_attached_table_is_summarised_totalled_and_exported(chat: Chat, ann: Access, attach: Attach):
    await attach("orders-2026.csv", ORDERS)
    told = await chat.say("summarise this")
    assert "4 rows, 3 columns" in told.text and "**Region**: North (2)" in told.text
    sums = await chat.say("sum the amounts by region")
    assert "| North | 1,300.00 |" in sums.text and "| South | 300.00 |" in sums.text
    assert "The row “Total” is left out" in sums.text
    assert "**2** of 3 rows" in (await chat.say("what does the file say about Beta?")).text
    made = await chat.say("turn this file into an Excel list with customer and amount")
    assert await written(made, ann) == [
        ["Customer", "Amount"],
        ["Acme", 1200.5],
        ["Beta", 300],
        ["Beta", 99.5],
    ]
    again = await chat.say("sum the amounts in the file by customer as an Excel")
    assert (await written(again, ann))[0] == ["Customer", "Total Amount"]


async def test_named_column_is_totalled_and_codes_are_not(chat: Chat, attach: Attach):
    await attach("orders.csv", b"Region,Code,Net,Gross\nNorth,007,10,12\nNorth,010,5,6\n")
    assert "| North | 18 |" in (await chat.say("what is the total gross by region in this file")).text


async def test_attached_document_is_summarised_and_quoted(chat: Chat, ann: Access, attach: Attach):
    await attach("plan.docx", docx())
    assert "the new prices" in (await chat.say("summarise this")).text
    said = await chat.say("what does it say about prices?")
    assert "- The launch depends on the new prices." in said.text and "Ask finance" not in said.text
    assert "says nothing about salaries" in (await chat.say("does it mention salaries?")).text
    table = await chat.say("make a table of it")
    assert "| task | owner |" in table.text and r"a\|b" in table.text
    listed = await chat.say("export the file as an Excel list")
    assert await written(listed, ann) == [["task", "owner"], ["a|b", "Maya"]]


async def test_quotation_from_a_pdf_names_its_page(chat: Chat, attach: Attach):
    await attach("fox.pdf", pdf(2))
    await attach("orders.csv", ORDERS)
    said = await chat.say("what does fox.pdf say about the fox")
    assert "(page 2)" in said.text and calls(said) == ["read"]
    both = await chat.say("summarise both files")
    assert "**fox.pdf**" in both.text and "**orders.csv**" in both.text


async def test_no_table_is_made_up_for_a_text_file(chat: Chat, attach: Attach):
    await attach("note.txt", b"Coffee was good.")
    answer = await chat.say("sum the amounts by region")
    assert "| " not in answer.text and not calls(answer)


async def test_pasted_text_is_not_answered_from_the_file(chat: Chat, attach: Attach):
    await attach("orders.csv", ORDERS)
    pasted = await chat.say("Summarise this: The launch moved to May. Ann owns the launch checklist now.")
    listed = await chat.say("how many agents are there?")
    assert calls(pasted) == calls(listed) == []


async def test_agent_run_works_on_the_attached_file(chat: Chat, attach: Attach, three_agents: None):
    await attach("orders.csv", ORDERS)
    answer = await chat.say("run financial-analyzer")
    assert set(calls(answer)) == {"read"} and "4 rows, 3 columns" in answer.text


async def test_partly_read_file_says_how_much_was_read(chat: Chat, ann: Access, attach: Attach):
    await attach("long.csv", b"Region,Amount\n" + b"".join(b"North,%d\n" % number for number in range(2000)))
    run = await in_database(run_context, ann)
    (file,) = chat.files
    part, whole = await contents_of(Task(run), file, 1), await contents_of(Task(run), file, 9)
    assert part.table and part.note == f"Only the first {len(part.table.rows):,} rows were read."
    assert whole.table and len(whole.table.rows) == 2000 and whole.note == ""
    assert whole.table.rows[1999] == ("North", 1999)
