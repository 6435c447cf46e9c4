"""A project by chat, over the real stream: messages, their effects on the database, and what people see."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.conversations.conftest import ChatSite
from tests.journeys.desk import Desk, Heard, Talk

pytestmark = pytest.mark.slow


def coming(weekday: int, *, this: bool = False) -> set[str]:
    """Return the next Friday (4) or another day; on a Friday 'this' one is today's.

    There are two if midnight was within the last ten minutes: earlier messages meant the first.
    """
    now = datetime.now(UTC)  # the zone of the workspace
    days = {now.date(), (now - timedelta(minutes=10)).date()}
    ahead = {day: (weekday - day.weekday()) % 7 for day in days}
    return {str(day + timedelta(days=ahead[day] if this else ahead[day] or 7)) for day in days}


def claims_nothing(heard: Heard) -> None:
    """Assert that an answer changed nothing, and that neither its events nor its words say otherwise."""
    assert heard.changed == [] and heard.of("entity_patch") == []
    assert not {action for action, _ in heard.done} & {"create", "update", "delete", "move"}
    assert not any(word in heard.text for word in ("Created", "Moved", " now.", "Deleted", "into the trash"))


# --- without a model ------------------------------------------------------------------------------


async def test_task_is_added_with_priority_and_due_date(ruled: ChatSite):
    desk = Desk(ruled)
    async with ruled.chat() as ann:
        heard = await Talk(ann, desk.project_id).say(
            "Add a high-priority task to email the beta list by this Friday."
        )
    ((title, (state, due_on, priority)),) = desk.tasks().items()
    assert (title, state, priority) == ("Email the beta list", "todo", 2)
    assert due_on in coming(4, this=True)
    assert heard.done == [("create", "Email the beta list")] and heard.changed == ["Email the beta list"]
    assert "**Email the beta list**" in heard.text and "Friday" in heard.text


async def test_task_is_rescheduled_by_part_of_its_title(ruled: ChatSite):
    desk = Desk(ruled)
    for title in ("Email the beta list", "Print the flyers"):
        desk.task(title, due_on="2026-01-05", priority=3)
    async with ruled.chat() as ann:
        heard = await Talk(ann, desk.project_id).say(
            "push the beta list email thing to friday, i'm not gonna get to it before then"
        )
    tasks = desk.tasks()
    state, due_on, priority = tasks.pop("Email the beta list")
    assert (state, priority) == ("todo", 3) and due_on in coming(4)
    assert tasks == {"Print the flyers": ("todo", "2026-01-05", 3)}
    assert heard.changed == ["Email the beta list"]


async def test_several_facts_in_one_message_are_separate_writes(ruled: ChatSite):
    desk = Desk(ruled)
    for title in ("CV update", "LinkedIn post", "Halcyon prep", "Call the bank"):
        desk.task(title)
    async with ruled.chat() as ann:
        heard = await Talk(ann, desk.project_id).say(
            "cv update and linkedin post done, halcyon prep top priority"
        )
    assert desk.tasks() == {
        "CV update": ("done", None, None),
        "LinkedIn post": ("done", None, None),
        "Halcyon prep": ("todo", None, 1),
        "Call the bank": ("todo", None, None),
    }
    assert heard.changed == ["CV update", "LinkedIn post", "Halcyon prep"]


async def test_title_starting_with_a_verb_is_not_an_order(ruled: ChatSite):
    desk = Desk(ruled)
    for title in ("Resume update", "LinkedIn post"):
        desk.task(title)
    async with ruled.chat() as ann:
        heard = await Talk(ann, desk.project_id).say("resume update and the linkedin thing done")
    assert desk.tasks()["Resume update"] == ("todo", None, None)
    assert heard.changed == ["LinkedIn post"] and "resume update" in heard.text


async def test_open_work_is_listed_and_an_ambiguous_title_is_asked(ruled: ChatSite):
    desk = Desk(ruled)
    for title in ("Email the beta list", "Email the press", "Answer email backlog", "Print the flyers"):
        desk.task(title)
    before = desk.everything()
    async with ruled.chat() as ann:
        talk = Talk(ann, desk.project_id)
        plate = await talk.say("heading into a call... what's actually on my plate")
        asked = await talk.say("cool. oh and the email one's done")
        assert desk.everything() == before
        chosen = await talk.say("the press one")
    claims_nothing(plate)
    claims_nothing(asked)
    assert all(title in plate.text for title in desk.tasks())
    (options,) = asked.of("options")
    assert {one["title"] for one in options["choices"]} == set(desk.tasks()) - {"Print the flyers"}
    assert chosen.changed == ["Email the press"]
    assert [title for title, row in desk.tasks().items() if row[0] == "done"] == ["Email the press"]


async def test_misspelt_project_is_asked_about_never_confused(ruled: ChatSite):
    halcyon, other = Desk(ruled, "Halcyon Rebrand"), Desk(ruled, "Orchard Opening")
    async with ruled.chat() as ann:
        talk = Talk(ann, None)
        asked = await talk.say("Add a task to the Halcyn Rebrand project: order the signs")
        claims_nothing(asked)
        found = await talk.say("Halcyon Rebrand")
        unknown = await talk.say("Add a task to the Zephyr project: order the signs")
    assert halcyon.tasks() == {"Order the signs": ("todo", None, None)} and other.tasks() == {}
    assert "Halcyon Rebrand" in str(asked.of("options")) and "Halcyon Rebrand" in found.text
    claims_nothing(unknown)
    assert "no project “Zephyr”" in unknown.text and unknown.of("options")


async def test_documents_are_found_by_title_without_a_project(ruled: ChatSite):
    desk = Desk(ruled)
    scan, sources = f"Scan {desk.project_id[-6:]}", f"Sources {desk.project_id[-6:]}"
    ids = {
        title: desk.document(title, "Four products were compared. One of them names its sources.")
        for title in (scan, sources)
    }
    async with ruled.chat() as ann:
        talk = Talk(ann, None)
        told = await talk.say(f"summarise {scan}")
        moved = await talk.say(f"Move the {scan} below {sources}")
    claims_nothing(told)
    assert "- Four products were compared." in told.text
    assert [source["title"] for one in told.of("sources") for source in one["sources"]] == [scan]
    assert moved.done == [("move", scan)]
    (below,) = [node["children"] for node in desk.tree() if node["id"] == ids[sources]]
    assert [node["id"] for node in below] == [ids[scan]]


async def test_catch_me_up_tells_the_current_state(ruled: ChatSite):
    desk = Desk(ruled)
    late = desk.task("Print the flyers", due_on="2026-01-05")
    async with ruled.chat() as ann:
        talk = Talk(ann, desk.project_id)
        first = await talk.say("catch me up")
        with ruled.http() as http:
            http.patch(f"/api/v1/entities/{late}/", json={"state": "done"}).raise_for_status()
        second = await talk.say("catch me up")
    claims_nothing(first)
    claims_nothing(second)
    assert "Overdue" in first.text and "1. **Print the flyers**" in first.text
    assert "Overdue" not in second.text and "changed" in second.text


async def test_organizing_documents_without_a_model_moves_nothing(ruled: ChatSite):
    desk = Desk(ruled)
    for title in ("Pricing research", "Pricing draft", "Team rota"):
        desk.document(title, f"All about {title}.")
    before = desk.everything()
    async with ruled.chat() as ann:
        heard = await Talk(ann, desk.project_id).say("Help me get my documents organized")
    claims_nothing(heard)
    assert "needs a model" in heard.text and desk.everything() == before


async def test_cancelled_pending_request_writes_nothing(ruled: ChatSite):
    desk = Desk(ruled)
    desk.document("Landing page", "Welcome.")
    before = desk.everything()
    async with ruled.chat() as ann:
        talk = Talk(ann, desk.project_id)
        told = await talk.say("tighten the landing page document")
        gone = await talk.say("cancel that pending update")
        after = await talk.say("okay, keep going and make the thing")
    claims_nothing(told)
    assert "needs a model" in told.text
    claims_nothing(gone)
    claims_nothing(after)
    assert desk.everything() == before


async def test_suggested_task_is_created_only_after_confirmation(ruled: ChatSite):
    desk = Desk(ruled)
    async with ruled.chat() as ann:
        talk = Talk(ann, desk.project_id)
        aloud = await talk.say("Maybe we should add a survey task")
        assert desk.tasks() == {}
        made = await talk.say("go ahead")
        await talk.say("Perhaps we could add a raffle task")
        await talk.say("never mind")
    claims_nothing(aloud)
    assert made.changed == ["Survey"] and list(desk.tasks()) == ["Survey"]
    with ruled.http() as http:
        memory = http.get(f"/api/v1/conversations/{talk.id}/memory/").json()
    items = {item["title"]: (item["kind"], item["status"]) for item in memory["state"]["items"]}
    assert items == {"Survey": ("task", "resolved"), "Raffle": ("task", "discarded")}


async def test_the_first_one_and_it_refer_to_listed_tasks(ruled: ChatSite):
    desk = Desk(ruled)
    desk.task("Print the flyers", due_on="2026-01-05")
    desk.task("Call the bank")
    async with ruled.chat() as ann:
        talk = Talk(ann, desk.project_id)
        await talk.say("show me the tasks")
        assert (await talk.say("mark the first one done")).changed == ["Print the flyers"]
        assert (await talk.say("reopen it")).changed == ["Print the flyers"]
        assert (await talk.say("the second one is done")).changed == ["Call the bank"]
    assert {title: row[0] for title, row in desk.tasks().items()} == {
        "Print the flyers": "todo",
        "Call the bank": "done",
    }


# --- with a model ---------------------------------------------------------------------------------


def calls(name: str, **arguments: object) -> dict:
    return {"tools": [{"name": name, "arguments": arguments}]}


def document(title: str, content: str) -> dict:
    return {"op": "create", "kind": "document", "fields": {"title": title, "content": content}}


RUNBOOK = (
    "## Pre-flight\n\n- Check the build\n- Freeze the copy\n\n## Launch Day\n\n- Send the mail\n- Watch the "
    "logs\n- Answer the press"
)
ROLLBACK = "- Perhaps one may want to consider switching it off again\n- Tell everybody who is around\n"


async def test_model_writes_a_document_and_edits_one_section(modelled: ChatSite):
    desk, model = Desk(modelled), modelled.model
    model.queue(
        calls("change", operations=[document("Launch runbook", RUNBOOK)]),
        {"text": "The runbook is there."},
        calls("edit_document", ref="Launch runbook", section="Rollback", content=ROLLBACK),
        {"text": "I added the section Rollback."},
        calls("read", ref="Launch runbook", part="Rollback"),
        calls(
            "edit_document",
            ref="Launch runbook",
            section="Rollback",
            content="- Switch it off\n- Tell everybody\n",
        ),
        {"text": "I changed the section Rollback."},
    )
    async with modelled.chat() as ann:
        talk = Talk(ann, desk.project_id)
        made = await talk.say(
            "Write a document called Launch runbook with sections Pre-flight and Launch Day, 2-3 bullets each"
        )
        assert desk.documents() == {"Launch runbook": RUNBOOK}
        added = await talk.say("Add a Rollback section to the launch runbook")
        assert desk.documents()["Launch runbook"].startswith(RUNBOOK)
        tightened = await talk.say("tighten the wording in that rollback section you just added")
    assert made.done == [("create", "Launch runbook")]
    assert added.changed == tightened.changed == ["Launch runbook"]
    assert tightened.of("approval") == []
    (text,) = desk.documents().values()
    assert text.startswith(RUNBOOK) and text.rstrip().endswith("- Switch it off\n- Tell everybody")
    assert "Perhaps" not in text and text.count("## ") == 3


async def test_saved_findings_are_available_in_the_next_conversation(modelled: ChatSite):
    desk, model = Desk(modelled), modelled.model
    text = "Acme sells its espresso subscription at 45 euros a month, Globex at 39 euros."
    model.queue(calls("change", operations=[document("Pricing of rivals", text)]), {"text": "It is kept."})
    async with modelled.chat() as ann:
        await Talk(ann, desk.project_id).say("Write what you know of espresso pricing into a document")
        before = desk.everything()
        model.reset()
        model.script("45 euros", "Acme takes 45 euros, Globex 39.")
        model.queue(calls("search", query="espresso pricing"))
        cold = await Talk(ann, desk.project_id).say("What did we already find out about espresso pricing?")
    assert before == desk.everything() and list(desk.documents()) == ["Pricing of rivals"]
    claims_nothing(cold)
    assert "45 euros" in cold.text
    assert not [one for one in cold.of("tool_call") if one["tool"] == "web_search"]


async def test_open_ended_request_changes_nothing(modelled: ChatSite):
    desk, model = Desk(modelled), modelled.model
    desk.task("Call the bank")
    before = desk.everything()
    model.queue(
        {"text": "I look at what is open first. ", **calls("list", kind="task")},
        {"text": "The bank comes next. I created a task for the follow-up. Shall I go on?"},
    )
    async with modelled.chat() as ann:
        heard = await Talk(ann, desk.project_id).say("figure out the next thing")
    kinds = [event["type"] for event in heard.events]
    assert kinds.index("text_delta") < kinds.index("tool_call")
    assert "The bank comes next." in heard.text and "Shall I go on?" in heard.text
    assert heard.of("operation") == [] or all(one["action"] == "list" for one in heard.of("operation"))
    assert desk.everything() == before
