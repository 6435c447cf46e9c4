"""The list of runs tells what each really did beside what it says."""

from functools import partial

import pytest

from agents.definitions.services import create_agent
from agents.models import AgentRun, RunStatus, RunTrigger
from omniforge.storage.database import in_database
from tests.agents.tools.builtin.calls import given
from tests.agents.tools.contexts import run_context

pytestmark = pytest.mark.django_db(transaction=True)
SAYS = "I have written the two letters."
LETTER = {"op": "create", "kind": "document", "project": "Launch", "fields": {"title": "Letter to Kern"}}


@pytest.fixture
async def scribe(ann, launch):
    """The run of an agent that wrote one letter and says two."""
    agent = await in_database(partial(create_agent, access=ann, slug="scribe", description="Writes."))
    working = await in_database(run_context, ann, message="Write the letters.")
    await AgentRun.objects.filter(pk=working.run_id).aupdate(
        agent=agent, status=RunStatus.SUCCEEDED, output=SAYS
    )
    await given(working, "read", ref="Research")
    await given(working, "change", operations=[LETTER])
    return agent


async def test_run_is_listed_with_what_it_did(run, scribe):
    [row] = (await given(run, "list", kind="run", filter={"title": "scribe"}))["rows"]
    assert row["output"] == SAYS and "dry_run" not in row and row["started_by"] == "chat"
    assert row["done"] == ["change: 1 operation done: create Letter to Kern"]


async def test_dry_run_is_listed_as_one_that_did_nothing(run, ann, scribe):
    said = {"output": SAYS, "status": RunStatus.SUCCEEDED, "trigger": RunTrigger.DRY_RUN}
    await AgentRun.objects.acreate(tenant_id=ann.tenant_id, agent=scribe, user_id=ann.user_id, **said)
    rows = (await given(run, "list", kind="run", filter={"title": "scribe"}))["rows"]
    assert [one["started_by"] for one in rows] == ["dry run", "chat"]
    assert [(one.get("dry_run"), len(one["done"])) for one in rows] == [(True, 0), (None, 1)]


async def test_what_an_agent_changed_is_listed_by_its_name(run, scribe):
    wanted = {"title": "Letter", "due_after": "2020-01-01", "due_before": "2099-01-01"}
    [row] = (await given(run, "list", kind="change", filter=wanted))["rows"]
    assert row["by"] == "this person, through an agent: scribe"
    [version] = (await given(run, "versions", ref="Letter to Kern"))["versions"]
    assert version["by"] == row["by"]
