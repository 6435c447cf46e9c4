"""Remarks with orders: exceptions, conditions, references to the last action."""

import pytest

from agents.models import AgentDefinition
from omniforge.projects.models import Document
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import Chat
from tests.agents.handlers.test_updates import value

pytestmark = pytest.mark.django_db(transaction=True)

OPEN, DONE = "todo", "done"
_BOWLS, _NINTH = "Glaze the bowls", "2026-12-09"
_NOT_YET = "Sweep the yard is done. The kiln isn't, don't close it, but give it to Tom"
_WORK = "add tasks: Glaze the bowls (Ana Ruiz, 3 December 2026), Rent a kiln, Sweep the yard"


@pytest.mark.parametrize(
    ("said", "title", "name", "then"),
    [
        ("if Rent a kiln isn't done yet, give it to Tom Brook", "Rent a kiln", "assignee", "Tom Brook"),
        ("If nobody has taken Rent a kiln, assign it to Tom Brook", "Rent a kiln", "assignee", "Tom Brook"),
        ("if Glaze the bowls is done, assign it to Tom Brook", "Glaze the bowls", "assignee", "Ana Ruiz"),
        ("If nobody has taken Glaze the bowls, assign it to Tom", "Glaze the bowls", "assignee", "Ana Ruiz"),
        ("if Paint the fence is open, mark Sweep the yard as done", "Sweep the yard", "state", OPEN),
        ("mark Sweep the yard as done but leave Rent a kiln open", "Rent a kiln", "state", OPEN),
        ("mark Sweep the yard as done but leave Rent a kiln open", "Sweep the yard", "state", DONE),
        ("assign Rent a kiln to Tom, and Sweep the yard too", "Sweep the yard", "assignee", "Tom"),
        ("Ana is away: assign Glaze the bowls to Tom, push it to 9 December", _BOWLS, "due_on", _NINTH),
        ("move Glaze the bowls to 8 December, no sorry, 9 December", _BOWLS, "due_on", _NINTH),
        ("Don't delete Rent a kiln, just give it to Tom Brook.", "Rent a kiln", "assignee", "Tom Brook"),
        ("don't touch Rent a kiln. It's due on 9 December", "Rent a kiln", "due_on", _NINTH),
        ("close all tasks except Rent a kiln", "Rent a kiln", "state", OPEN),
        ("close all tasks except Rent a kiln", "Sweep the yard", "state", DONE),
        ("close all tasks except Rent a lorry", "Sweep the yard", "state", OPEN),
        ("mark all tasks as done but leave Sweep the yard open", "Sweep the yard", "state", OPEN),
        (_NOT_YET, "Rent a kiln", "state", OPEN),
        (_NOT_YET, "Sweep the yard", "assignee", ""),
        ("maybe give Rent a kiln to Tom, hmm, I mean, we'll see", "Rent a kiln", "assignee", ""),
    ],
)  # fmt: skip
async def test_indirect_orders_change_the_named_task(here: Chat, ann: Access, said, title, name, then):
    await here.say(_WORK)
    await here.say(said)
    assert await value(ann, title, name) == then


async def test_order_with_a_false_condition_is_not_done(here: Chat, ann: Access):
    await here.say(_WORK)
    told = (await here.say("if Glaze the bowls is done, delete Rent a kiln")).text
    assert told.startswith("That isn't so")
    assert await value(ann, "Rent a kiln", "state") == OPEN


async def test_first_one_and_both_refer_to_new_tasks(here: Chat, ann: Access):
    await here.say("add a task 'Hire a harpist'")
    await here.say("and another: 'Book the hall'")
    await here.say("the first one is for Mei Tan")
    assert await value(ann, "Hire a harpist", "assignee") == "Mei Tan"
    await here.say("both should be finished by 9 December 2026")
    assert await value(ann, "Hire a harpist", "due_on") == "2026-12-09"
    assert await value(ann, "Book the hall", "due_on") == "2026-12-09"


async def test_new_task_is_corrected_word_by_word(here: Chat, ann: Access):
    await here.say("put in a job: hire the drums, due 9 December 2026, Ana does it")
    await here.say("sorry, not Ana, Mei. and it's a harp, not the drums")
    assert await value(ann, "Hire the harp", "assignee") == "Mei"
    assert "Undone" in (await here.say("no, Mei is away. undo that last one")).text


async def test_same_task_is_created_for_another_number(here: Chat, ann: Access):
    await here.say("Please add one task 'Check the seals in bay 2'")
    await here.say("the same also for the bay 7")
    assert await value(ann, "Check the seals in bay 7", "state") == OPEN


async def test_date_shift_in_the_wrong_direction_is_reversed(here: Chat, ann: Access):
    await here.say(_WORK)
    await here.say("when is Glaze the bowls due?")
    await here.say("make it two days earlier")
    assert await value(ann, "Glaze the bowls", "due_on") == "2026-12-01"
    await here.say("No, wrong way round: two days later than it was before.")
    assert await value(ann, "Glaze the bowls", "due_on") == "2026-12-05"


async def test_first_one_and_the_other_refer_to_listed_tasks(here: Chat, ann: Access):
    await here.say("add tasks: Oil the gate (1 November 2026), Prune the vine (2 November 2026)")
    await here.say("which tasks are due before 5 November 2026?")
    await here.say("first one's done. the other moves to 9 December 2026")
    assert await value(ann, "Oil the gate", "state") == DONE
    assert await value(ann, "Prune the vine", "due_on") == "2026-12-09"


async def test_new_document_is_created_below_its_parent(here: Chat, ann: Access):
    told = await here.say("Create a document 'Night shift' under Handbook: Lock up and set the alarm.")
    assert "below **Handbook**" in told.text
    rows = {one.title: one async for one in Document.objects.all()}
    assert rows["Night shift"].content.strip() == "Lock up and set the alarm."


async def _status(name: str) -> str:
    return str((await AgentDefinition.objects.aget(slug=name)).status)


async def test_paused_agents_are_resumed_by_position_or_both(three_agents, chat: Chat):
    await chat.say("pause notion-reporter and financial-analyzer")
    await chat.say("Actually, the second one should keep going.")
    assert await _status("notion-reporter") == "paused"
    assert await _status("financial-analyzer") == "active"
    await chat.say("pause notion-reporter and financial-analyzer")
    await chat.say("ok the boss has been, turn both back on")
    assert await _status("notion-reporter") == await _status("financial-analyzer") == "active"
    await chat.say("pause notion-reporter")
    await chat.say("no sorry, I meant financial-analyzer")
    assert await _status("notion-reporter") == "active"
    assert await _status("financial-analyzer") == "paused"


async def test_new_schedule_applies_to_the_agent_that_ran_last(three_agents, chat: Chat):
    await chat.say("run notion-reporter")
    await chat.say("Good. From now on only Tuesdays at 9.")
    row = await AgentDefinition.objects.aget(slug="notion-reporter")
    assert row.schedule_words == "every Tuesday at 09:00"


async def test_too_repeats_the_last_order_for_another_task(here: Chat, ann: Access):
    await here.say(_WORK)
    await here.say("set Glaze the bowls to done")
    await here.say("Sweep the yard too")
    await here.say("and Rent a kiln as well")
    assert [await value(ann, one, "state") for one in ("Sweep the yard", "Rent a kiln")] == [DONE, DONE]


async def test_repeated_status_in_one_message_is_not_called_done_already(here: Chat, ann: Access):
    await here.say(_WORK)
    said = (await here.say("Sweep the yard is done, set Sweep the yard to done")).text
    assert "already" not in said and await value(ann, "Sweep the yard", "state") == DONE


async def test_a_fact_beside_an_order_is_noted(here: Chat):
    await here.say(_WORK)
    said = (
        await here.say("The wifi is called barn-guest now, keep that in mind. And close Sweep the yard")
    ).text
    assert "Noted: “The wifi is called barn-guest now" in said and "left this out" not in said
    assert "barn-guest" in (await here.say("what's the wifi called again?")).text


async def test_all_agents_but_some_are_paused(here: Chat, ann: Access, three_agents):
    await here.say("pause all agents except financial-analyzer")
    found = await in_database(lambda: {one.slug: one.status for one in AgentDefinition.objects.all()})
    assert found.pop("financial-analyzer") == "active" and {*found.values()} == {"paused"}
