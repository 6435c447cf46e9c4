"""What a change made of a text is told, so that a caller sees whether it is what was asked for."""

from functools import partial

import pytest

from agents.definitions.services import create_agent
from omniforge.files.services import store_file
from omniforge.projects.kinds import Kind
from omniforge.projects.selectors import find_entities
from omniforge.projects.services import EntityService
from omniforge.storage.database import in_database
from tests.agents.tools.builtin.calls import given

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "Look into the order book every morning and write down who has not paid within a month. "
END = "Say it in one line, with the sum of what is open and the day on which the last reminder went out."
TEXT = "# Letters\n\n## Vogel\n\nDear Mr Vogel.\n\n## Kern\n\nDear Ms Kern.\n"


async def changed(run, **operation) -> dict:
    return (await given(run, "change", operations=[operation]))["done"][0]


async def test_rewritten_instructions_are_told_where_they_differ(run, ann):
    new = {"slug": "debts", "description": "Watches debts.", "instructions": f"{LONG}Tell Ben. {END}"}
    await in_database(partial(create_agent, access=ann, **new))
    text = f"{LONG}Tell Cleo. {END}"
    saved = await given(run, "save_agent", agent="debts", instructions=text)
    before, _, after = saved["changed"]["instructions"].partition(" → ")
    assert "within a month. Tell Ben. Say it" in before and "within a month. Tell Cleo. Say it" in after


async def test_description_is_told_where_it_differs(run, ann, launch):
    task = await in_database(lambda: find_entities(ann, Kind.TASK)[0])
    tasks = EntityService(ann, Kind.TASK)
    await in_database(lambda: tasks.update(task.pk, description=f"{LONG}Tell Ben. {END}"))
    fields = {"description": f"{LONG}Tell Cleo. {END}"}
    row = await changed(run, op="update", ref=task.title, fields=fields)
    assert "Tell Ben." in row["changed"]["description"] and "Tell Cleo." in row["changed"]["description"]
    assert "written" not in row and run.tainted
    wanted = {"title": task.title, "state": "updated", "due_after": "2020-01-01", "due_before": "2099-01-01"}
    listed = await given(run, "list", kind="change", filter=wanted)
    assert "Tell Cleo." in listed["rows"][0]["changed"][0]


async def test_written_document_is_told_with_its_length_and_headings(run, launch):
    fields = {"title": "Letters", "content": TEXT}
    made = await changed(run, op="create", kind="document", project="Launch", fields=fields)
    assert (made["characters"], made["headings"]) == (len(TEXT), ["# Letters", "## Vogel", "## Kern"])
    shorter = {"text": TEXT.partition("## Kern")[0]}
    row = await changed(run, op="update", ref="Letters", fields=shorter)
    assert row["headings"] == ["# Letters", "## Vogel"] and "Dear Ms Kern." in row["changed"]["content"]
    assert not run.tainted
    renamed = await changed(run, op="update", ref="Letters", fields={"title": "Post"})
    assert "headings" not in renamed


async def test_headings_of_a_file_that_nobody_read_are_not_told(run, ann):
    await in_database(partial(store_file, access=ann, name="post.md", content=TEXT.encode()))
    fields = {"title": "Letters", "file": "post.md"}
    made = await changed(run, op="create", kind="document", project="Launch", fields=fields)
    assert made["characters"] == len(TEXT) and "headings" not in made
