"""Agents read what was attached and write what can be downloaded, through the gate that every call passes."""

import io

import orjson
import pytest
from openpyxl import load_workbook

from agents.events import FileWritten, SourcesCited, ToolAnswered
from agents.files.selectors import content_of, get_file
from agents.files.services import keep_file
from agents.models import StoredFile
from agents.tools.gate import call_tool
from agents.tools.kinds.files import (
    ReadFile,
    WriteDocument,
    WriteSpreadsheet,
    read_file,
    write_csv,
    write_document,
)
from agents.tools.registry import our_tools
from omniforge.database import in_database
from omniforge.errors import NotFound
from omniforge.llm.types import ToolRequest
from tests.agents.files import made
from tests.agents.tools.contexts import call_context, run_context, told

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.VAR = tmp_path


async def call(run, tool, **arguments):
    outcome = await call_tool(run, ToolRequest("call_1", tool, orjson.dumps(arguments).decode()))
    return outcome, told(run)


def test_all_of_them_are_tools():
    assert {"read_file", "write_spreadsheet", "write_csv", "write_document"} <= our_tools().keys()


async def test_a_workbook_that_an_agent_wrote_opens_and_can_be_downloaded(ann):
    run = await in_database(run_context, ann)
    columns, row = ["project", "owner", "open", "since"], ["Apollo", "Maya", 3, "2026-11-21"]
    sheets = [
        {"name": "Points", "columns": columns, "rows": [row]},
        {"name": "Notes", "columns": ["n"], "rows": []},
    ]
    outcome, events = await call(run, "write_spreadsheet", name="open points", sheets=sheets)
    assert outcome.ok and outcome.summary == "open points.xlsx: 1 row in 2 sheets"
    written = next(event.file for event in events if isinstance(event, FileWritten))
    file = await in_database(get_file, ann, written.id)
    assert (file.written_by_agent, file.turn_id, written.link) == (
        True,
        run.pack.turn_id,
        f"/api/v1/files/{file.pk}/",
    )
    book = load_workbook(io.BytesIO(content_of(file)))
    assert [cell.value for cell in book["Points"][1]] == columns


async def test_the_same_call_again_writes_no_second_file(ann):
    run = await in_database(run_context, ann)
    for _ in range(2):
        await call(run, "write_document", name="note", text="# Hello")
    assert await in_database(StoredFile.objects.count) == 1


async def test_a_row_longer_than_the_columns_is_told_to_the_model(ann):
    run = await in_database(run_context, ann)
    outcome, _ = await call(run, "write_csv", name="x", columns=["a"], rows=[[1], [1, 2]])
    assert not outcome.ok and "row 2 has 2 values for 1 columns" in outcome.text


async def test_what_is_too_large_is_told_and_not_kept(ann, settings):
    settings.MAX_FILE_MB = 0
    run = await in_database(run_context, ann)
    outcome, _ = await call(run, "write_csv", name="x", columns=["a"], rows=[])
    assert not outcome.ok and "A file is at most 0 MB" in outcome.text


async def test_a_csv_and_a_document_hold_what_was_asked_for(ann):
    context = call_context(ann)
    table = await write_csv.run(write_csv.arguments(name="t.txt", columns=["a"], rows=[["=1"]]), context)
    text = await write_document.run(WriteDocument(name="n", text="# Hi\n\nYou."), context)
    kept = {file.name: content_of(file) for file in await in_database(list, StoredFile.objects.all())}
    assert kept == {"t.csv": b"\xef\xbb\xbfa\r\n'=1\r\n", "n.md": b"# Hi\n\nYou."}
    assert (table.summary(), text.summary()) == ("t.csv: 1 row", "n.md: 3 words")


async def test_an_attached_file_is_read_by_name_or_id_and_cited(ann):
    run = await in_database(run_context, ann)
    file = await in_database(keep_file, access=ann, name="orders.xlsx", content=made.xlsx())
    for wanted in ("Orders.xlsx", str(file.pk)):
        outcome, events = await call(run, "read_file", file=wanted)
        excerpt = orjson.loads(outcome.text)["excerpt"]
        assert excerpt["columns"][0] == "order" and len(excerpt["rows"]) == 3
    assert outcome.summary == "orders.xlsx: rows 1 to 3 of 3"
    assert next(event for event in events if isinstance(event, ToolAnswered)).ok
    source = next(event for event in events if isinstance(event, SourcesCited)).sources[0]
    assert (source.title, source.link) == ("orders.xlsx", f"/api/v1/files/{file.pk}/")


@pytest.mark.parametrize(
    ("name", "content"),
    [("a.txt", b'"' * 60_000), ("a.json", b'{"a":\n' * 9_000), ("a.csv", b'"a""b",c\n' * 9_000)],
)
async def test_a_result_is_whole_json_whatever_the_file_holds(ann, name, content):
    run = await in_database(run_context, ann)
    await in_database(keep_file, access=ann, name=name, content=content)
    outcome, _ = await call(run, "read_file", file=name)
    assert orjson.loads(outcome.text)["excerpt"]["next_start"] > 1


async def test_a_file_of_somebody_else_is_not_there(ann, amy):
    file = await in_database(keep_file, access=amy, name="hers.csv", content=b"a\n")
    for wanted in ("hers.csv", str(file.pk)):
        with pytest.raises(NotFound):
            await read_file.run(ReadFile(file=wanted), call_context(ann))


async def test_a_bomb_is_refused_with_a_reason(ann):
    run = await in_database(run_context, ann)
    await in_database(keep_file, access=ann, name="bomb.xlsx", content=made.bomb(201 << 20))
    outcome, _ = await call(run, "read_file", file="bomb.xlsx")
    assert not outcome.ok and "unpacks to more than 200 MB" in outcome.text


def test_a_model_is_told_what_a_sheet_is_made_of():
    assert {"name", "columns", "rows"} == set(
        WriteSpreadsheet.model_json_schema()["$defs"]["Sheet"]["required"]
    )
