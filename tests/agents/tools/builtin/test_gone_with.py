"""A deletion says what went to the trash with the thing."""

import pytest

from tests.agents.tools.builtin.calls import given

pytestmark = pytest.mark.django_db(transaction=True)


async def deleted(run, ref: str, kind: str) -> str:
    result = await given(run, "change", operations=[{"op": "delete", "ref": ref, "kind": kind}])
    return result["done"][0].get("with_it", "")


async def test_deleted_task_takes_its_links(run, launch):
    link = {"op": "link", "ref": "Order cake", "to": "Write the press release", "relation": "relates_to"}
    await given(run, "change", operations=[link])
    assert await deleted(run, "Order cake", "task") == "1 link"


async def test_deleted_project_takes_what_is_still_in_it(run, launch):
    await deleted(run, "Order cake", "task")
    new = {"op": "create", "kind": "goal", "project": "Launch", "fields": {"title": "Fifty guests"}}
    await given(run, "change", operations=[new])
    told = await deleted(run, "Launch", "project")
    assert told == "3 documents, 2 goals, 1 risk and 2 tasks"
