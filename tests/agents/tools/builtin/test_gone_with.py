"""A deletion says what went to the trash with the thing, and which agents have lost their work."""

from functools import partial

import pytest

from agents.definitions.services import create_agent
from agents.tools.registry import our_tools
from agents.tools.workspace.scope import Scope
from omniforge.storage.database import in_database
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


async def test_agents_that_name_a_deleted_project_are_told(run, ann, launch):
    weekly = "FREQ=WEEKLY;BYDAY=TH;BYHOUR=15;BYMINUTE=0"
    of_launch = {"instructions": "Write down what Launch has to order.", "schedule": weekly}
    for name, fields in {"orders": of_launch, "starter": {"instructions": "Tell who may launch."}}.items():
        await in_database(partial(create_agent, access=ann, slug=name, description="Looks.", **fields))
    delete = {"operations": [{"op": "delete", "ref": "launch"}]}
    what = await in_database(our_tools()["change"].to_decide, delete, Scope.of(run.pack))
    assert what == 'Deleting "Launch" (Named by the agent orders (every Thursday at 15:00))'
    [row] = (await given(run, "change", **delete))["done"]
    assert row["note"] == "Named by the agent orders (every Thursday at 15:00)."
