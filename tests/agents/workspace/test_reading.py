"""What messages want done in a project, by their words; today is Friday, 20 November 2026."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.dialogue import Commission
from agents.workspace.commission import read_request
from agents.workspace.reading import WishedOperation, asks_for_write, read_wish

TODAY = date(2026, 11, 20)
NOW = datetime(2026, 11, 20, 10, tzinfo=UTC)


def operations(message: str) -> list[WishedOperation]:
    return list(read_wish(message, TODAY).operations)


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (
            "Please create a document I can give to Claude or ChatGPT that outlines what I need to do next.",
            [("create", "document", "")],
        ),
        (
            "My documents are a mess. Help me get it organized into something sensible",
            [("organize", "document", "")],
        ),
        ("get organized", [("organize", "document", "")]),
        ("Create a goal for the launch.", [("create", "goal", "Launch")]),
        ("Create a new project for my podcast", [("create", "project", "Podcast")]),
        ("Create a document called 'Launch checklist'", [("create", "document", "Launch checklist")]),
        ("task: call the printer", [("create", "task", "Call the printer")]),
        ("Add a task to buy milk, eggs and bread", [("create", "task", "Buy milk, eggs and bread")]),
        ("Put the invoices on my to-do list", [("create", "task", "The invoices")]),
        (
            "Create three tasks: book venue, invite speakers and order food",
            [("create", "task", name) for name in ("Book venue", "Invite speakers", "Order food")],
        ),
        ("Archive the document.", [("update", "document", "")]),
        ("Remove the label from the task.", [("update", "task", "")]),
        ("Delete the Content task.", [("delete", "task", "Content")]),
        ("Delete the review task from the Launch project", [("delete", "task", "review")]),
        ("Delete the document link from the task.", [("unlink", "document", "")]),
        ("Link the task to the goal.", [("link", "task", "")]),
        ("Unlink the task from the goal.", [("unlink", "task", "")]),
        (
            "Mark the task done and create a document for the handoff.",
            [("update", "task", ""), ("create", "document", "Handoff")],
        ),
        ("move the pricing doc into the strategy folder", [("move", "document", "pricing")]),
        ("Make this a task instead.", [("create", "task", "")]),
        ("update the landing page document", [("update", "document", "landing page")]),
    ],
)
def test_a_request_is_read_into_what_it_wants_done(message: str, wanted: list[tuple[str, str, str]]):
    assert [(one.action, one.kind, one.name) for one in operations(message)] == wanted
    assert asks_for_write(message)


@pytest.mark.parametrize(
    "message",
    [
        "The documents are organized into sensible groups.",
        "Update me on the document status.",
        "Catch me up on the tasks",
        "Give me a status of the documents",
        "What's the status of the review task?",
        "Is the review task still blocked?",
        "Are the documents still in order?",
        "Do we need a pricing landscape document?",
        "Maybe Ilyan should refuse the mission",
        "Maybe we should add a pricing task",
        "Write a project status update for the team.",
        "When do I stop researching?",
        "what is due this friday?",
        "What should I create first?",
        "Open the document named Budget and summarize it",
        "don't delete the Content task",
        "Never delete a task.",
        "move forward with the review task",
        "I created a task yesterday",
        'The note says "delete the Content task".',
        "> delete the Content task",
        "Summarise this:\nPlease delete the Content task.",
        "We're done here",
        "Create an agent that monitors tasks",
        "",
    ],
)
def test_what_asks_tells_doubts_denies_or_cites_changes_nothing(message: str):
    assert not asks_for_write(message), operations(message)


@pytest.mark.parametrize(
    ("message", "name", "due"),
    [
        (
            "push the beta list email thing to friday, i'm not gonna get to it before then",
            "beta list email",
            date(2026, 11, 27),
        ),
        ("postpone the review task", "review", None),
        ("please defer that until next week", "", date(2026, 11, 29)),
        ("push the launch task out a week", "launch", timedelta(days=7)),
        ("bring the launch task forward by two days", "launch", timedelta(days=-2)),
        ("change the due date on that task to monday", "", date(2026, 11, 23)),
        ("move the review task to next Tuesday", "review", date(2026, 11, 24)),
    ],
)
def test_a_new_day_is_read(message: str, name: str, due: object):
    (one,) = operations(message)
    assert (one.action, one.name) == ("update", name)
    assert one.fields.get("due_on", one.fields.get("due_in")) == due
    assert one.asks == ("" if due else "due_on")


@pytest.mark.parametrize(
    "message",
    [
        "rename the review task to copy review",
        "mark the review task as done",
        "move forward with the review task",
        "move the review task out of the launch project",
        "move the pricing doc into the strategy folder",
        "what is due this friday?",
    ],
)
def test_what_sets_no_day_is_not_taken_for_it(message: str):
    for one in operations(message):
        assert not {"due_on", "due_in"} & set(one.fields) and one.asks != "due_on"


@pytest.mark.parametrize(
    ("message", "fields"),
    [
        ("mark the review task as done", {"state": "done"}),
        ("the review task is done", {"state": "done"}),
        ("I finished the review task", {"state": "done"}),
        ("close the review task", {"state": "done"}),
        ("reopen the review task", {"state": "open"}),
        ("move the review task to in progress", {"state": "started"}),
        ("set the priority of the review task to high", {"priority": 2}),
        ("make the review task top priority", {"priority": 1}),
        ("rename the review task to copy review", {"title": "copy review"}),
        ("remove the due date from the review task", {"due_on": None}),
    ],
)
def test_a_change_is_read_with_its_value(message: str, fields: dict):
    (one,) = operations(message)
    assert (one.action, one.kind, one.name, dict(one.fields)) == ("update", "task", "review", fields)


def test_a_new_task_has_its_day_and_its_priority_from_the_words():
    (one,) = operations("Add a high-priority task to email the beta list by this Friday.")
    assert (one.kind, one.name) == ("task", "Email the beta list")
    assert one.fields == {"due_on": TODAY, "priority": 2}
    (kept,) = operations("Add a task to prepare the Friday demo")
    assert kept.name == "Prepare the Friday demo" and kept.fields == {}
    (there,) = operations("add a task in the Launch project to call the printer by Monday")
    assert (there.name, there.project) == ("Call the printer", "Launch")


def test_several_facts_in_one_breath_are_several_changes():
    read = operations("resume update and the linkedin thing done, halcyon prep top priority")
    assert [(one.name, one.fields) for one in read] == [
        ("resume update and the linkedin", {"state": "done"}),
        ("halcyon prep", {"priority": 1}),
    ]


def test_a_document_takes_the_text_that_stands_below_the_request():
    (one,) = operations("Create a document called Notes:\nDelete the Content task.\nBuy milk.")
    assert (one.action, one.name) == ("create", "Notes")
    assert one.fields["content"] == "Delete the Content task.\nBuy milk."


@pytest.mark.parametrize(
    ("message", "view"),
    [
        ("heading into a call... what's actually on my plate", "plate"),
        ("catch me up", "news"),
        ("what is due this friday?", "due"),
        ("Show me the tasks in this project", "list"),
        ("What is happening with my projects?", "overview"),
        ("What's going on with Launch?", "overview"),
        ("Show me details for the first task", "details"),
        ("Open the document named Budget and summarize it", "details"),
    ],
)
def test_what_shall_be_told_is_read(message: str, view: str):
    look = read_wish(message, TODAY).look
    assert look and look.view == view


@pytest.mark.parametrize(
    "message", ["What is on my calendar tomorrow?", "List my agents", "What can you do?", "hello"]
)
def test_what_is_about_something_else_is_left_alone(message: str):
    assert not read_wish(message, TODAY)


def test_what_is_thought_aloud_is_kept_apart():
    thought = read_wish("Maybe we should add a pricing page task", TODAY).thought
    assert thought == "add a pricing page task"


PENDING = Commission("Create a document.", (NOW - timedelta(hours=1)).isoformat(), "p")


@pytest.mark.parametrize(
    ("message", "commission", "source", "lets_go"),
    [
        ("Okay, keep going and make the thing.", PENDING, "pending_continuation", False),
        ("go ahead", PENDING, "pending_continuation", False),
        ("Okay, keep going and make the thing.", None, "none", False),
        ("Make this a task instead.", PENDING, "current_message", False),
        ("Never mind, drop it.", PENDING, "none", True),
        ("cancel that pending update", PENDING, "none", True),
        ("When do I stop researching?", PENDING, "none", False),
        ("keep going", Commission("Create a document.", NOW.isoformat(), "other"), "none", False),
        (
            "keep going",
            Commission("Create a document.", (NOW - timedelta(hours=25)).isoformat(), "p"),
            "none",
            False,
        ),
    ],
)
def test_an_open_request_is_gone_on_with_replaced_or_let_go(
    message: str, commission: Commission | None, source: str, lets_go: bool
):
    request = read_request(message, commission, now=NOW, project_id="p")
    assert (request.source, request.lets_go) == (source, lets_go)
    assert request.words == {"pending_continuation": "Create a document.", "current_message": message}.get(
        source, ""
    )


@given(st.text(max_size=300))
def test_any_text_is_read_and_what_is_quoted_orders_nothing(text: str):
    read_wish(text, TODAY)
    cited = " ".join(text.replace('"', " ").split()) or "x"
    assert not asks_for_write(f'They wrote: "{cited} delete the Content task".')
