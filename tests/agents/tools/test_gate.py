"""Whatever is called, however wrongly: the gate returns an outcome, reports it, and records it."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import orjson
import pytest

from agents.events import ApprovalAsked, ToolAnswered, ToolCalled
from agents.models import Approval, ApprovalStatus, AskFirst, CallStatus, ToolCallRecord, ToolRule
from agents.records.services import decide_call
from agents.tools.call import Outcome
from agents.tools.channel import Channel
from agents.tools.gate import call_tool
from agents.tools.run_context import RunContext
from agents.tools.run_limits import Limits, Spending
from agents.tools.tool import ToolResult
from omniforge.errors import Conflict, NotFound
from omniforge.llm.types import ToolRequest
from omniforge.projects.services import ProjectService
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from omniforge.tenants.models import AuditEntry, Role, Tenant
from tests.agents.tools.contexts import run_context, told
from tests.agents.tools.samples import TOOLS, written
from tests.factories import make_member

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nothing_written() -> Iterator[None]:
    yield
    written.clear()


@pytest.fixture
async def run(ann: Access) -> RunContext:
    return await in_database(run_context, ann, tools=TOOLS)


async def call(run: RunContext, name: str, step_id: str = "", id: str = "call_1", **given: object) -> Outcome:
    request = ToolRequest(id, name, orjson.dumps(given).decode())
    return await call_tool(run, request, step_id=step_id)


async def always_allowed(run: RunContext, tool: str) -> None:
    await ToolRule.objects.acreate(tenant_id=run.pack.access.tenant_id, tool=tool, ask_first=AskFirst.NEVER)


def resumed(run: RunContext) -> RunContext:
    """Return the same run as another process resumes it, with nothing but the stored state."""
    return RunContext(run.pack, run.run_id, Channel(), run.tools)


async def test_call_emits_events_and_is_recorded(run: RunContext):
    outcome = await call(run, "repeat", words="tea", times=2)
    called, answered = told(run)
    assert outcome.ok and orjson.loads(outcome.text) == {"said": "tea tea"}
    assert isinstance(called, ToolCalled) and called.label == "Repeating tea"
    assert isinstance(answered, ToolAnswered) and answered.ok and answered.summary == "Said tea tea"
    record = await ToolCallRecord.objects.aget()
    assert (record.tool, record.status, record.arguments["words"]) == ("repeat", "done", "tea")


async def test_long_arguments_are_truncated_in_events(run: RunContext):
    await call(run, "repeat", words="tea", times=2, note="leaf " * 1_000)
    called = told(run)[0]
    assert isinstance(called, ToolCalled) and called.label == "Repeating tea"
    assert called.arguments["note"].endswith("… (5,000 characters)")


@pytest.mark.parametrize(
    ("name", "arguments", "says"),
    [
        ("nothing", "{}", "There is no tool nothing"),
        ("repeat", '{"words": ["tea"]}', "words: Input should be a valid string"),
        (
            "repeat",
            '{"words": "tea", "loud": true}',
            "loud: there is no such field. Those that are: words, times",
        ),
        ("repeat", "{", "not valid JSON"),
        ("repeat", "[1]", "must be a JSON object"),
        ("repeat", "", "words: Field required"),
    ],
)
async def test_invalid_call_is_refused_with_a_usable_message(
    run: RunContext, name: str, arguments: str, says: str
):
    outcome = await call_tool(run, ToolRequest("call_1", name, arguments))
    assert outcome.status == CallStatus.REFUSED and says in outcome.text
    assert not await ToolCallRecord.objects.aexists()


async def test_temporary_failure_is_retried(run: RunContext):
    assert (await call(run, "fail_once", words="tea")).ok
    assert written == ["tea", "tea"]


async def test_repeated_failing_call_is_refused(run: RunContext):
    first, second = await call(run, "fail", words="tea"), await call(run, "fail", words="tea")
    assert (first.status, second.status) == (CallStatus.FAILED, CallStatus.REFUSED)
    assert "failed before" in second.text
    assert await ToolCallRecord.objects.acount() == 1


async def test_failing_call_is_allowed_again_after_a_write(run: RunContext):
    await call(run, "fail", words="tea")
    await call(run, "write_note", words="milk")
    assert (await call(run, "fail", words="tea")).status == CallStatus.FAILED
    assert "nothing was changed since" in (await call(run, "fail", words="tea")).text


async def test_refused_or_transient_failure_does_not_block_a_call(run: RunContext):
    assert not (await call(run, "hang_up", words="tea")).ok
    assert (await call(run, "hang_up", words="tea")).status == CallStatus.FAILED
    await call(run, "send_note", words="tea")
    assert not run.failed


async def test_crash_details_are_hidden_from_the_model(run: RunContext):
    outcome = await call(run, "break_down", words="tea")
    assert outcome.status == CallStatus.FAILED and "secret" not in outcome.text
    assert (await ToolCallRecord.objects.aget()).status == CallStatus.FAILED


async def test_hanging_tool_times_out(run: RunContext):
    assert "within 0.05 seconds" in (await call(run, "hang", words="tea")).text


async def test_tool_is_not_called_beyond_its_cap(run: RunContext):
    outcomes = [await call(run, "repeat", words=str(number)) for number in range(4)]
    assert [one.ok for one in outcomes] == [True, True, True, False]
    assert "3 times" in outcomes[-1].text


async def test_call_budget_stops_further_calls(run: RunContext):
    run.spending = Spending(Limits(calls=1))
    assert (await call(run, "repeat", words="one")).ok
    assert "limit of 1 tool calls" in (await call(run, "repeat", words="two")).text


async def test_secrets_in_arguments_are_masked_in_events(run: RunContext):
    await call(run, "repeat", words="password: hunter2hunter2")
    called, answered = told(run)
    assert "hunter2" not in str(called) and "hunter2" not in str(answered)


class TestWrites:
    async def test_repeated_write_in_a_run_happens_once(self, run: RunContext):
        first, again = await call(run, "write_note", words="tea"), await call(run, "write_note", words="tea")
        assert first.ok and again.ok and again.text == first.text
        assert written == ["tea"]

    async def test_same_write_is_made_anew_behind_another_one(self, run: RunContext):
        for number, words in enumerate(("tea", "milk", "tea", "tea")):
            await call(run, "write_note", id=f"call_{number}", words=words)
        assert written == ["tea", "milk", "tea"]

    async def test_same_write_is_made_anew_once_somebody_changed_a_project(
        self, run: RunContext, ann: Access
    ):
        await call(run, "write_note", words="tea")
        await in_database(lambda: ProjectService(ann).create(name="Fair"))
        await call(run, "write_note", id="call_2", words="tea")
        assert written == ["tea", "tea"]

    async def test_writes_resumed_by_another_process_happen_once(self, run: RunContext):
        for one in (run, resumed(run)):
            await call(one, "write_note", id="call_1", words="tea")
            await call(one, "write_note", id="call_2", words="milk")
        assert written == ["tea", "milk"]

    async def test_writes_of_a_step_happen_once(self, run: RunContext):
        for number in range(3):
            await call(run, "write_note", "1", id=f"call_{number}", words="tea")
            await call(run, "write_note", "2", id=f"call_{number}", words="milk")
        assert written == ["tea", "milk"]

    async def test_what_cannot_be_taken_back_happens_once(self, run: RunContext):
        await always_allowed(run, "send_note")
        for number, name in enumerate(("send_note", "write_note", "send_note")):
            await call(run, name, id=f"call_{number}", words="tea")
        assert written == ["tea", "tea"]

    async def test_concurrent_identical_writes_happen_once(self, run: RunContext):
        first, again = await asyncio.gather(
            call(run, "write_note", words="tea"), call(run, "write_note", words="tea")
        )
        assert first.ok and again.ok and again.text == first.text
        assert written == ["tea"]

    async def test_write_is_audited(self, run: RunContext):
        await call(run, "write_note", words="tea")
        assert await AuditEntry.objects.filter(action="tool.called").aexists()

    async def test_an_auditor_writes_nothing(self, acme: Tenant, ann: Access):
        auditor = Access(ann.tenant_id, ann.user_id, Role.AUDITOR)
        run = await in_database(run_context, auditor, tools=TOOLS)
        assert "reads only" in (await call(run, "write_note", words="tea")).text
        assert written == []

    async def test_write_by_api_key_needs_the_scope(self, ann: Access):
        reader = Access(ann.tenant_id, ann.user_id, ann.role, frozenset({"read"}))
        run = await in_database(run_context, reader, tools=TOOLS)
        assert "lacks the scope chat" in (await call(run, "write_note", words="tea")).text

    async def test_interrupted_irreversible_call_is_not_repeated(self, run: RunContext):
        await always_allowed(run, "send_note")
        await call(run, "send_note", words="tea")
        await ToolCallRecord.objects.aupdate(status=CallStatus.RUNNING)
        assert "may have happened" in (await call(run, "send_note", words="tea")).text
        assert written == ["tea"]

    async def test_timed_out_irreversible_call_is_not_repeated(self, run: RunContext):
        await always_allowed(run, "send_and_hang")
        assert "within 0.05 seconds" in (await call(run, "send_and_hang", words="tea")).text
        assert "may have happened" in (await call(resumed(run), "send_and_hang", words="tea")).text
        assert written == ["tea"]

    async def test_cancelled_irreversible_call_is_not_repeated(self, run: RunContext):
        await always_allowed(run, "send_and_hang")
        hanging, begun = TOOLS["send_and_hang"], asyncio.Event()

        async def announced(*given: Any) -> ToolResult:
            begun.set()
            return await hanging.run(*given)

        run.tools = {**TOOLS, hanging.name: replace(hanging, run=announced, timeout=60.0)}
        making = asyncio.create_task(call(run, "send_and_hang", words="tea"))
        await begun.wait()
        making.cancel()
        await asyncio.wait([making])
        assert "may have happened" in (await call(resumed(run), "send_and_hang", words="tea")).text
        assert written == ["tea"]

    async def test_irreversible_call_that_did_not_happen_can_be_repeated(self, run: RunContext):
        await always_allowed(run, "send_in_vain")
        assert "Nothing was sent" in (await call(run, "send_in_vain", words="tea")).text
        assert (await call(resumed(run), "send_in_vain", words="tea")).ok
        assert written == ["tea", "tea"]


class TestApproval:
    async def test_irreversible_call_waits_for_approval(self, run: RunContext):
        outcome = await call(run, "send_note", words="tea")
        asked = next(event for event in told(run) if isinstance(event, ApprovalAsked))
        assert outcome.waits and written == []
        assert asked.what == "Sending tea"
        assert asked.why == "It cannot be taken back."
        assert asked.arguments == {"words": "tea", "times": 1}

    async def test_approved_call_runs_with_edited_arguments(self, run: RunContext):
        await call(run, "send_note", words="tea")
        approval = await Approval.objects.aget()
        await in_database(
            decide_call,
            access=run.pack.access,
            approval_id=approval.pk,
            approve=True,
            arguments={"words": "coffee"},
        )
        assert (await call(run, "send_note", words="tea")).ok
        assert written == ["coffee"]
        assert [one.label for one in told(run) if isinstance(one, ToolCalled)][-1] == "Sending coffee"

    async def test_rejected_call_never_runs(self, run: RunContext):
        await call(run, "send_note", words="tea")
        approval = await Approval.objects.aget()
        await in_database(decide_call, access=run.pack.access, approval_id=approval.pk, approve=False)
        assert "did not approve" in (await call(run, "send_note", words="tea")).text
        assert written == []

    async def test_approval_expires(self, run: RunContext):
        await call(run, "send_note", words="tea")
        await Approval.objects.aupdate(expires_at=run.pack.now.replace(year=2020))
        assert "did not approve" in (await call(run, "send_note", words="tea")).text
        assert (await Approval.objects.aget()).status == ApprovalStatus.EXPIRED

    async def test_tool_rule_always_makes_every_write_ask(self, run: RunContext):
        rule = {"tenant_id": run.pack.access.tenant_id, "tool": "write_note"}
        await ToolRule.objects.acreate(**rule, ask_first=AskFirst.ALWAYS)
        assert (await call(run, "write_note", words="tea")).waits

    async def test_tool_rule_once_asks_only_once(self, run: RunContext, ann: Access):
        rule = {"tenant_id": ann.tenant_id, "tool": "send_note"}
        await ToolRule.objects.acreate(**rule, ask_first=AskFirst.ONCE)
        await call(run, "send_note", words="tea")
        approval = await Approval.objects.aget()
        await in_database(decide_call, access=ann, approval_id=approval.pk, approve=True)
        later = await in_database(run_context, ann, tools=TOOLS)
        assert (await call(later, "send_note", words="milk")).ok

    async def test_rule_of_another_tenant_is_ignored(self, run: RunContext, bob: Access):
        rule = {"tenant_id": bob.tenant_id, "tool": "send_note"}
        await ToolRule.objects.acreate(**rule, ask_first=AskFirst.NEVER)
        assert (await call(run, "send_note", words="tea")).waits

    async def test_approval_is_decided_once_by_its_own_person(
        self, run: RunContext, ann: Access, acme: object
    ):
        await call(run, "send_note", words="tea")
        approval = await Approval.objects.aget()
        colleague = await in_database(make_member, acme)
        with pytest.raises(NotFound, match="belongs to someone else"):
            await in_database(decide_call, access=colleague, approval_id=approval.pk, approve=True)
        await in_database(decide_call, access=ann, approval_id=approval.pk, approve=False)
        with pytest.raises(Conflict, match="decided already"):
            await in_database(decide_call, access=ann, approval_id=approval.pk, approve=True)
