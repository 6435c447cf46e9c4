"""A final answer beside the last calls is shown once they succeeded unedited, and ends the run."""

import orjson
import pytest

from agents.models import Approval, WebHook
from agents.records.services import decide_call
from agents.runs.last_words import KEPT
from omniforge.llm.types import ToolRequest
from omniforge.projects.models import Entity
from omniforge.projects.services import ProjectService
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import Chat, replying

pytestmark = pytest.mark.django_db(transaction=True)
READ_FIRST = "first read what came of the calls"


def request(tool: str, id: str, /, **arguments: object) -> ToolRequest:
    return ToolRequest(id, tool, orjson.dumps(arguments).decode())


def make_task(title: str = "Book the hall", **more: object) -> ToolRequest:
    one = {"op": "create", "kind": "task", "fields": {"title": title}} | more
    return request("change", "call_1", operations=[one])


def finish(answer: str = "The task is there.") -> ToolRequest:
    return request("finish", "call_9", answer=answer)


@pytest.fixture
def chat(ann: Access) -> Chat:
    ProjectService(ann).create(name="Fair")
    WebHook.objects.create(tenant_id=ann.tenant_id, slug="sales", url="https://hooks.example/x")
    return Chat(ann)


async def test_finish_call_ends_the_run_in_one_round(chat: Chat):
    chat.models, scripted = replying([make_task(), finish()])
    answer = await chat.say("Add a task 'Book the hall'")
    assert answer.text == "The task is there."
    assert len(scripted.requests) == 1
    assert await Entity.objects.filter(kind="task").acount() == 1


async def test_todo_call_beside_finish_needs_no_second_round(chat: Chat):
    plan = request("todo", "call_2", items=[{"title": "Task", "state": "done"}])
    chat.models, scripted = replying([make_task(), plan, finish()])
    assert (await chat.say("Add a task 'Book the hall'")).text == "The task is there."
    assert len(scripted.requests) == 1


@pytest.mark.parametrize(
    "calls",
    [
        [make_task(kind="nothing")],
        [make_task(), request("search", "call_2", query="hall")],
        [make_task(), request("ask_person", "call_2", question="Which hall?")],
    ],
    ids=["failed", "read", "asked"],
)
async def test_finish_waits_for_errors_reads_and_questions(chat: Chat, calls: list[ToolRequest]):
    chat.models, scripted = replying([*calls, finish()], "So it is.")
    answer = await chat.say("Add a task 'Book the hall'")
    if "Which hall?" in answer.text:
        assert "The task is there." not in answer.text
        answer = await chat.say("the big one")
    assert answer.text.strip() == "So it is."
    results = {one.answers: one.content for one in scripted.requests[1].messages if one.role == "tool"}
    assert READ_FIRST in results["call_9"]


SUM = request("calculate", "call_2", expression="7 * 139.50 + 20")


@pytest.mark.parametrize("said", ["It costs **996.50** in all.", "Das macht 996,50 €.", "996.5, no more"])
async def test_finish_with_the_figure_of_a_sum_needs_no_second_round(chat: Chat, said: str):
    chat.models, scripted = replying([make_task(), SUM, finish(said)])
    assert (await chat.say("Add a task 'Book the hall'; what does a week cost?")).text == said
    assert len(scripted.requests) == 1


@pytest.mark.parametrize("said", ["It costs 986.50.", "It costs what we said.", "It is 1996.50."])
async def test_finish_waits_for_a_sum_whose_figure_it_lacks(chat: Chat, said: str):
    chat.models, _ = replying([make_task(), SUM, finish(said)], "It is 996.50.")
    answer = await chat.say("Add a task 'Book the hall'; what does a week cost?")
    assert answer.text == "It is 996.50."


async def test_finish_waits_for_a_result_with_a_note(chat: Chat):
    link = {"op": "link", "ref": "a", "to": "b", "relation": "mitigates"}
    made = [{"op": "create", "kind": "task", "temp_id": one, "fields": {"title": one}} for one in ("a", "b")]
    linking = request("change", "call_1", operations=[*made, link])
    chat.models, _ = replying([linking, finish("Linked as a mitigation.")], "They relate.")
    assert (await chat.say("Add tasks a and b, a mitigates b")).text == "They relate."


async def test_finish_waits_for_what_a_deleted_project_took_along(chat: Chat):
    deleting = request("change", "call_2", operations=[{"op": "delete", "kind": "project", "ref": "Fair"}])
    chat.models, _ = replying([make_task()], [deleting, finish("It is gone.")], "It is gone, with a task.")
    said = (await chat.say("Add a task 'Book the hall' and then delete the project Fair")).text
    assert said == "It is gone, with a task."


async def test_finish_is_shown_beside_the_return_of_a_project(chat: Chat):
    deleting, bringing = (
        request("change", f"call_{op}", operations=[{"op": op, "kind": "project", "ref": "Fair"}])
        for op in ("delete", "restore")
    )
    chat.models, _ = replying([make_task()], [deleting], [bringing, finish("It is back.")])
    assert (
        await chat.say("Add a task 'Book the hall', delete the project Fair, restore it")
    ).text == "It is back."


@pytest.mark.parametrize(("day", "says"), [("2026-12-01", "Every Tuesday."), ("2026-12-02", "From the 8th.")])
async def test_finish_waits_if_a_series_starts_on_another_day(chat: Chat, day: str, says: str):
    rule = "FREQ=WEEKLY;BYDAY=TU"
    adding = request("calendar", "call_1", do="create", title="Tasting", starts_at=f"{day}T17:00", rule=rule)
    chat.models, _ = replying([adding, finish("Every Tuesday.")], "From the 8th.")
    assert (await chat.say("Add a tasting each Tuesday")).text == says


class TestApprovals:
    sending = request("send_message", "call_1", to="sales", text="Hello")

    async def begun(self, chat: Chat) -> Approval:
        chat.models, self.scripted = replying([self.sending, finish("Sent to sales.")], "Not as I had said.")
        answer = await chat.say("Greet the sales team on their hook")
        assert "Sent to sales." not in answer.text
        return await Approval.objects.aget()

    async def decided(
        self, chat: Chat, monkeypatch: pytest.MonkeyPatch, *, approve: bool, **edited: str
    ) -> str:
        posted: list[str] = []

        async def post(hook: object, text: str, key: str) -> None:
            posted.append(text)

        approval = await self.begun(chat)
        monkeypatch.setattr("agents.tools.builtin.send_message.deliver", post)
        await in_database(
            decide_call,
            access=chat.access,
            approval_id=approval.pk,
            approve=approve,
            arguments=edited or None,
        )
        return (await chat.say("Decided")).text.strip()

    async def test_finish_text_is_sent_after_approval(self, chat: Chat, monkeypatch: pytest.MonkeyPatch):
        assert await self.decided(chat, monkeypatch, approve=True) == "Sent to sales."
        assert len(self.scripted.requests) == 1

    async def test_finish_text_is_dropped_after_rejection(self, chat: Chat, monkeypatch: pytest.MonkeyPatch):
        assert await self.decided(chat, monkeypatch, approve=False) == "Not as I had said."

    async def test_finish_text_is_dropped_after_edited_arguments(
        self, chat: Chat, monkeypatch: pytest.MonkeyPatch
    ):
        edited = {"to": "sales", "text": "Hello all"}
        assert await self.decided(chat, monkeypatch, approve=True, **edited) == "Not as I had said."

    async def test_deeds_beside_a_waiting_call_are_told(self, chat: Chat):
        calls = [make_task(), request("send_message", "call_2", to="sales", text="Hello"), finish()]
        chat.models, scripted = replying(calls, "The task is there.")
        said = (await chat.say("Add a task 'Book the hall' and greet sales on their hook")).text
        assert said.startswith("The task is there.\n\nThis waits for your yes: ")
        assert len(scripted.requests) == 2

    @pytest.mark.parametrize(("approve", "says"), [(True, "Both are done."), (False, "Only the task.")])
    async def test_finish_text_beside_deeds_is_kept_until_the_approval(
        self, chat: Chat, monkeypatch: pytest.MonkeyPatch, approve: bool, says: str
    ):
        async def post(hook: object, text: str, key: str) -> None: ...

        monkeypatch.setattr("agents.tools.builtin.send_message.deliver", post)
        calls = [make_task(), request("send_message", "call_2", to="sales", text="Hello")]
        replies = [*calls, finish("Both are done.")], "The task is there.", "Only the task."
        chat.models, scripted = replying(*replies)
        said = (await chat.say("Add a task 'Book the hall' and greet sales on their hook")).text
        assert said.startswith("The task is there.\n\nThis waits for your yes: ")
        results = {one.answers: one.content for one in scripted.requests[1].messages if one.role == "tool"}
        assert results["call_9"] == KEPT
        approval = await Approval.objects.aget()
        await in_database(decide_call, access=chat.access, approval_id=approval.pk, approve=approve)
        assert (await chat.say("Decided")).text.strip() == says
        assert len(scripted.requests) == (2 if approve else 3)
        answered = [one.answers for one in scripted.requests[-1].messages if one.answers]
        assert len(answered) == len(set(answered))

    @pytest.mark.parametrize(
        ("ends", "approve", "says"),
        [((), True, "Anew."), ((finish("Sent."),), True, "Sent."), ((finish("Sent."),), False, "Anew.")],
    )
    async def test_other_results_are_told_before_the_approval(
        self,
        chat: Chat,
        monkeypatch: pytest.MonkeyPatch,
        ends: tuple[ToolRequest, ...],
        approve: bool,
        says: str,
    ):
        async def post(hook: object, text: str, key: str) -> None: ...

        monkeypatch.setattr("agents.tools.builtin.send_message.deliver", post)
        looking = request("search", "call_2", query="hall")
        chat.models, scripted = replying([self.sending, looking], ["There is no hall.", *ends], "Anew.")
        said = (await chat.say("Greet the sales team on their hook. And is there a hall?")).text
        assert said.startswith("There is no hall.") and "waits for your yes" in said and "Sent." not in said
        approval = await Approval.objects.aget()
        await in_database(decide_call, access=chat.access, approval_id=approval.pk, approve=approve)
        assert (await chat.say("Decided")).text.strip() == says
        if says == "Anew.":
            roles = [one.role for one in scripted.requests[2].messages[-3 - len(ends) :]]
            assert roles == ["tool", "assistant", *["tool" for _ in ends], "user"]
