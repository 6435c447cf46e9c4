"""Undo covers the last turn; anything older needs a yes. Redo works too."""

from datetime import timedelta

import pytest

from omniforge.calendar.selectors import store_of
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import NOW, Chat
from tests.agents.handlers.talk import work

pytestmark = pytest.mark.django_db(transaction=True)


async def events(access: Access) -> list[tuple[str, str]]:
    def read() -> list[tuple[str, str]]:
        found = store_of(access).between(NOW, NOW + timedelta(days=30))
        return [(one.title, one.when) for one in found]

    return await in_database(read)


async def test_undo_after_an_unread_message_asks_first(here: Chat, ann: Access):
    await here.say("delete the task Order the beams")
    await here.say("make the moon spin faster please")
    asked = await here.say("undo that")
    assert "Order the beams" in asked.text and "Shall I take that back?" in asked.text
    assert "Order the beams" not in await work(ann)
    await here.say("yes please")
    assert "Order the beams" in await work(ann)


async def test_refused_undo_changes_nothing(here: Chat, ann: Access):
    await here.say("delete the task Order the beams")
    await here.say("show me the tasks")
    await here.say("take that back")
    await here.say("nah")
    assert "Order the beams" not in await work(ann)


async def test_undone_change_is_redone(here: Chat, ann: Access):
    await here.say("add a task Sweep the floor")
    await here.say("undo that")
    assert "Sweep the floor" not in await work(ann)
    await here.say("no wait bring it back")
    assert "Sweep the floor" in await work(ann)


async def test_only_the_named_deleted_task_is_restored(here: Chat, ann: Access):
    await here.say("delete the task Order the beams")
    await here.say("delete the task Frame the roof")
    assert "Restored **Order the beams**" in (await here.say("bring the beams task back")).text
    assert "Frame the roof" not in await work(ann)
    assert "isn't deleted" in (await here.say("restore Clear the yard")).text
    assert "in the trash" in (await here.say("restore the boat task")).text


async def test_yes_after_a_finished_deletion_does_nothing(here: Chat, ann: Access):
    await here.say("add a task Sweep the floor")
    await here.say("delete the task Order the beams")
    before = await work(ann)
    await here.say("yes bin it")
    assert await work(ann) == before


async def test_it_after_an_unread_message_is_asked_back(here: Chat, ann: Access):
    await here.say("add a task Sweep the floor")
    await here.say("make the moon spin faster please")
    assert "Do you mean **Sweep the floor**" in (await here.say("mark it as done")).text
    await here.say("yes")
    assert (await work(ann))["Sweep the floor"][1] == "done"


async def test_both_with_one_known_task_is_asked_back(here: Chat, ann: Access):
    await here.say("add a task Sweep the floor")
    assert "Do you mean **Sweep the floor**" in (await here.say("delete both of them")).text
    await here.say("run it")
    assert "Sweep the floor" in await work(ann)


@pytest.mark.parametrize("order", ["move the dentist to Thursday at 3pm", "delete the dentist"])
async def test_last_change_of_the_calendar_is_undone(here: Chat, ann: Access, order: str):
    await here.say("add the dentist to my calendar on Monday at 10am")
    before = await events(ann)
    await here.say(order)
    if "delete" in order:
        await here.say("yes")
    assert await events(ann) != before
    await here.say("undo that")
    assert await events(ann) == before


async def test_question_what_was_done_names_the_last_change(here: Chat):
    await here.say("add a task Sweep the floor")
    assert "task **Sweep the floor** added" in (await here.say("what did you just do")).text


async def test_both_of_three_tasks_is_asked_back(here: Chat, ann: Access):
    await here.say("create tasks: sweep the floor, oil the door, buy nails")
    assert "Which 2 do you mean" in (await here.say("mark both of them as done")).text
    assert (await work(ann))["Oil the door"][1] == "todo"


async def test_later_order_is_not_a_yes_to_the_undo_question(here: Chat, ann: Access):
    await here.say("delete the task Order the beams")
    await here.say("show me the tasks")
    await here.say("undo that")
    await here.say("make the moon spin faster please")
    await here.say("delete it")
    assert "Order the beams" not in await work(ann)


async def test_oops_does_not_hide_the_last_change_from_undo(here: Chat, ann: Access):
    await here.say("add a task Sweep the floor")
    await here.say("oops wrong one")
    await here.say("undo that")
    assert "Sweep the floor" not in await work(ann)


_GIVEN, _GONE = "assign Order the beams to Rosa", "delete the task Order the beams"


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (_GIVEN, "Put Order the beams back to what it was"),
        (_GIVEN, "change Order the beams back to how it was please"),
        (_GIVEN, "roll Order the beams back to where it was"),
        (_GIVEN, "revert the change to the beams task"),
        (_GIVEN, "make Order the beams the way it was before"),
        (_GIVEN, "put it back to what it was"),
        (_GONE, "no stop, keep it"),
        (_GONE, "don't delete it!"),
        (_GONE, "no wait, I need that one"),
        ("tick off Order the beams", "no, leave it open"),
        ("move Order the beams to Friday", "oh no, leave that"),
    ],
)
async def test_last_change_is_put_back(here: Chat, ann: Access, order: str, said: str):
    before = await work(ann)
    await here.say(order)
    assert before != await work(ann)
    await here.say(said)
    assert await work(ann) == before


@pytest.mark.parametrize("said", ["keep it", "no, leave it"])
async def test_keep_it_keeps_the_new_task(here: Chat, ann: Access, said: str):
    await here.say("add a task Sweep the floor")
    assert "stays, too" in (await here.say(said)).text
    assert "Sweep the floor" in await work(ann)


@pytest.mark.parametrize(
    "said", ["Put Frame the roof back to what it was", "put the boat back to what it was"]
)
async def test_putting_back_an_unchanged_task_does_nothing(here: Chat, ann: Access, said: str):
    await here.say("assign Order the beams to Rosa")
    before = await work(ann)
    told = await here.say(said)
    assert await work(ann) == before
    assert "nothing" in told.text and "When is" not in told.text


@pytest.mark.parametrize("said", ["put Order the beams back to Friday", "move Order the beams back to 4 May"])
async def test_moving_back_to_a_day_sets_a_due_date(here: Chat, ann: Access, said: str):
    await here.say("assign Order the beams to Rosa")
    await here.say(said)
    assert (await work(ann))["Order the beams"][2] and "Rosa" in (await work(ann))["Order the beams"]


@pytest.mark.parametrize(
    "said",
    [
        "oops no, undo that, i meant Frame the roof",
        "undo that, it should have been Frame the roof",
        "argh, undo. I mean Frame the roof",
    ],
)
async def test_undo_with_another_target_moves_the_change(here: Chat, ann: Access, said: str):
    await here.say("assign Order the beams to Rosa")
    told = await here.say(said)
    assert (
        "Rosa" not in (await work(ann))["Order the beams"] and "Rosa" in (await work(ann))["Frame the roof"]
    )
    assert "Nothing was undone" not in told.text
