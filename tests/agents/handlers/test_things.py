"""Orders about projects and their contents, carried out in order without a model."""

import pytest

from omniforge.projects.focus import Focus
from omniforge.projects.selectors import (
    find_edges,
    find_entities,
    find_projects,
)
from omniforge.projects.services import ProjectService
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import Chat
from tests.agents.handlers.talk import work

pytestmark = pytest.mark.django_db(transaction=True)


async def links(access: Access) -> list[str]:
    """Return all relations."""
    return await in_database(lambda: [edge.relation for edge in find_edges(access)])


async def test_several_orders_in_one_message_are_all_done(here: Chat, ann: Access):
    answer = await here.say(
        "create a goal 'Open in June' and a risk 'No permit yet' that threatens it, then add a task Call the "
        "council due 3 May and assign it to Aisha Cole"
    )
    found = await work(ann)
    assert found["Open in June"][0] == "goal" and found["No permit yet"][0] == "risk"
    assert found["Call the council"] == ("task", "todo", "2027-05-03", None, "Aisha Cole")
    assert await links(ann) == ["threatens"] and "Aisha Cole" in answer.text


async def test_task_moves_to_another_project_with_its_values(here: Chat, ann: Access):
    await in_database(lambda: ProjectService(ann).create(name="Yard"))
    await here.say("assign Frame the roof to Aisha Cole and make it due 2 May 2027")
    here.focus = Focus()
    before = await work(ann)
    answer = await here.say("move Frame the roof to Yard")
    rows = await in_database(lambda: [(one.title, one.project.name) for one in find_entities(ann)])
    assert ("Frame the roof", "Yard") in rows and "Moved **Frame the roof** to **Yard**" in answer.text
    assert await work(ann) == before
    await here.say("undo")
    assert ("Frame the roof", "Yard") not in await in_database(
        lambda: [(one.title, one.project.name) for one in find_entities(ann)]
    )


async def test_new_task_is_created_in_each_named_project(here: Chat, ann: Access):
    await in_database(lambda: [ProjectService(ann).create(name=name) for name in ("Shop Kiel", "Shop Ulm")])
    here.focus = Focus()
    await here.say("put clean the windows in both shops")
    made = await in_database(
        lambda: [one.project.name for one in find_entities(ann) if "windows" in one.title]
    )
    assert sorted(made) == ["Shop Kiel", "Shop Ulm"]


async def test_first_document_also_creates_its_project(chat: Chat, ann: Access):
    await chat.say("create a document")
    answer = await chat.say("Opening hours")
    assert "Created the document **Opening hours** in **General**. That project is new." in answer.text
    assert [one.name for one in await in_database(lambda: list(find_projects(ann)))] == ["General"]


async def test_several_new_values_are_not_read_as_a_title(here: Chat, ann: Access):
    await here.say(
        "rename Frame the roof to Frame the whole roof and set it to priority 1 and due 2 May 2027"
    )
    assert (await work(ann))["Frame the whole roof"][2:4] == ("2027-05-02", 1)
    answer = await here.say("assign it to Aisha Cole and make it due on 10 January 2027")
    assert (await work(ann))["Frame the whole roof"][2:] == ("2027-01-10", 1, "Aisha Cole")
    assert "**Frame the whole roof**" in answer.text


async def test_order_not_understood_is_reported_as_left_out(here: Chat, ann: Access):
    answer = await here.say("mark Order the beams as done and sing me a song")
    assert (await work(ann))["Order the beams"][1] == "done"
    assert "sing me a song" in answer.text and "left this out" in answer.text


async def test_conditional_or_reported_deletion_is_not_done(here: Chat, ann: Access):
    await here.say("delete Order the beams, if Ben agrees")
    await here.say("Ben said, delete Order the beams")
    await here.say("Delete Order the beams. No, wait.")
    assert "Order the beams" in await work(ann)


async def test_misspelt_title_is_asked_back(here: Chat, ann: Access):
    asked = await here.say("delete the ordr beams task")
    assert "Order the beams" in await work(ann) and "Order the beams" in asked.shown
    await here.say("Order the beams")
    assert "Order the beams" not in await work(ann)


async def test_ambiguous_title_lists_the_candidates(here: Chat, ann: Access):
    await here.say("add tasks: paint the door, paint the fence")
    asked = await here.say("mark the paint task as done")
    assert asked.shown.count("Paint the") == 2
    await here.say("the second one")
    states = [(await work(ann))[title][1] for title in ("Paint the door", "Paint the fence")]
    assert sorted(states) == ["done", "todo"]


async def test_several_tasks_are_changed_at_once(here: Chat, ann: Access):
    await here.say("assign all unassigned tasks to Kim")
    assert (await work(ann))["Frame the roof"][4] == "Kim"
    await here.say("mark Order the beams and Frame the roof as blocked")
    assert {(await work(ann))[one][1] for one in ("Order the beams", "Frame the roof")} == {"blocked"}
    listed = await here.say("show me the blocked tasks")
    assert "1. **Order the beams**" in listed.text
    await here.say("mark the second one as done")
    assert (await work(ann))["Frame the roof"][1] == "done"


async def test_undo_reverts_the_whole_turn(here: Chat, ann: Access):
    before = await work(ann)
    await here.say("delete Order the beams and mark Frame the roof as done")
    answer = await here.say("undo that")
    assert await work(ann) == before and "Undone" in answer.text


async def test_missing_date_and_title_are_asked_for(here: Chat, ann: Access):
    assert "To which day" in (await here.say("postpone the roof task")).text
    await here.say("next Friday")
    assert (await work(ann))["Frame the roof"][2] == "2026-11-27"
    assert "What should the task be called?" in (await here.say("create a task")).text
    await here.say("Sweep the floor")
    assert "Sweep the floor" in await work(ann)


async def test_words_naming_no_task_change_nothing(here: Chat, ann: Access):
    before = await work(ann)
    for words in ("I finished my lunch", "close the window", "the kitchen is finished"):
        await here.say(words)
    assert await work(ann) == before


async def test_links_are_added_removed_and_listed(here: Chat, ann: Access):
    await here.say("the risk Beams arrive late threatens Roof closed")
    assert await links(ann) == ["threatens"]
    told = await here.say("which risks threaten Roof closed?")
    assert "**Beams arrive late**" in told.text
    assert "Nothing" in (await here.say("what mitigates Beams arrive late?")).text
    await here.say("unlink Beams arrive late from Roof closed")
    assert await links(ann) == []


@pytest.mark.usefixtures("barn")
async def test_new_task_outside_a_project_asks_for_the_project(chat: Chat, ann: Access):
    await in_database(lambda: ProjectService(ann).create(name="Launch"))
    asked = await chat.say("add a task to call Kim")
    assert "In which project?" in asked.text
    answer = await chat.say("Launch")
    assert "in **Launch**" in answer.text and "Call Kim" in await work(ann)


async def test_new_project_gets_the_name_after_call_it(here: Chat, ann: Access):
    await here.say("start a project for the harvest supper, call it Supper 27")
    assert "Supper 27" in await in_database(lambda: [one.name for one in find_projects(ann)])


async def test_two_projects_are_compared_by_overdue_tasks(here: Chat, ann: Access):
    await here.say("create a project Yard")
    answer = await here.say("where are we further behind, Yard or Barn conversion?")
    assert answer.text == "**Barn conversion** has more overdue tasks: 1. **Yard** has none."


async def test_list_question_is_repeated_for_another_project(here: Chat, ann: Access):
    here.focus = Focus()
    await here.say("create a project Yard")
    await here.say("add a task Mend the gate to the Yard project")
    await here.say("how many open tasks are there in Barn conversion?")
    answer = await here.say("and in Yard?")
    assert answer.text == "There is 1 open task in **Yard**."


async def test_new_risk_is_created_in_the_project_it_threatens(here: Chat, ann: Access):
    answer = await here.say("add a risk 'Rain' that threatens Barn conversion")
    assert "Created the risk **Rain** in **Barn conversion**" in answer.text


@pytest.mark.parametrize("asked", ["who's got the most on their plate right now?", "who is the busiest?"])
async def test_busiest_assignee_is_named(here: Chat, ann: Access, asked: str):
    answer = await here.say(asked)
    assert answer.text == "**Ben Carver** has the most open tasks: 1."


async def test_tasks_titled_like_orders_are_all_deleted(here: Chat, ann: Access):
    await here.say("add tasks: Clean the robot, Count the insulin")
    await here.say("delete the tasks Clean the robot and Count the insulin")
    assert not {"Clean the robot", "Count the insulin"} & set(await work(ann))


@pytest.mark.parametrize(
    ("said", "title", "who"),
    [
        ("add task for ben carver bleed the radiators by 2 December", "Bleed the radiators", "Ben Carver"),
        ("new task ben carver sharpen the saws tomorrow", "Sharpen the saws", "Ben Carver"),
        ("create a task for Ben Carver check the gutter, due 2 December", "Check the gutter", "Ben Carver"),
        (
            "add a task buy nails for ben carver due 1 December, no make that 3 December",
            "Buy nails",
            "Ben Carver",
        ),
        ("add a task buy nails for ben", "Buy nails", "Ben Carver"),
        ("add a task buy presents for the kids", "Buy presents for the kids", ""),
        ("add a task buy lunch for ben carver and the crew", "Buy lunch for ben carver and the crew", ""),
        ("add a task 'Buy cake for Ben Carver'", "Buy cake for Ben Carver", ""),
        ("add tasks: hang doors ben, ring Ben", "Hang doors", "Ben Carver"),
        ("add tasks: oil hinges (Al), cut oak (Jo), spindles Kit, ring Ben", "Spindles", "Kit"),
        ("add tasks: oil hinges (Al), cut oak (Jo), spindles Kit, ring Ben", "Ring Ben", ""),
        ("add a task wash the van (Ben)", "Wash the van", "Ben Carver"),
    ],
)
async def test_assignee_of_a_new_task_is_told_from_its_title(
    here: Chat, ann: Access, said: str, title: str, who: str
):
    answer = await here.say(said)
    found = await work(ann)
    assert title in found and found[title][4] == who, answer.text


async def test_new_task_with_only_a_name_asks_for_the_title(here: Chat, ann: Access):
    before = await work(ann)
    answer = await here.say("add a task for ben carver")
    assert await work(ann) == before and "What should Ben Carver do?" in answer.text


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "Site rules shouldn't be under anything. Please move that document below Handbook.",
            "Moved **Site rules**",
        ),
        ("Site rules is out of date. Delete it.", "Deleted the document **Site rules**"),
        ("Site rules belongs under Handbook.", "Moved **Site rules** below **Handbook**"),
        ("Site rules should go below Handbook", "Moved **Site rules** below **Handbook**"),
        ("make Site rules a page of Handbook", "Moved **Site rules** below **Handbook**"),
        ("There's a new risk: the beams are too short.", "Created the risk **The beams are too short**"),
        ("Frame the roof can wait. Move that task to 30 December 2026.", "**Frame the roof** is due"),
        ("The Handbook document is too long for me. Summarise it.", "**Handbook** in its own sentences"),
    ],
)
async def test_pronoun_refers_to_the_thing_named_before_it(here: Chat, said: str, told: str):
    answer = await here.say(said)
    assert told in answer.text
