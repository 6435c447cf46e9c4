"""Undo covers the last turn; anything older needs a yes. Redo works too."""

import pytest

from omniforge.tenants.access import Access
from tests.agents.chat import Chat
from tests.agents.handlers.talk import work

pytestmark = pytest.mark.django_db(transaction=True)


async def test_after_a_missed_wish_undo_asks_first(here: Chat, ann: Access):
    await here.say("delete the task Order the beams")
    await here.say("make the moon spin faster please")
    asked = await here.say("undo that")
    assert "Order the beams" in asked.text and "Shall I take that back?" in asked.text
    assert "Order the beams" not in await work(ann)
    await here.say("yes please")
    assert "Order the beams" in await work(ann)


async def test_no_leaves_what_is_older(here: Chat, ann: Access):
    await here.say("delete the task Order the beams")
    await here.say("show me the tasks")
    await here.say("take that back")
    await here.say("nah")
    assert "Order the beams" not in await work(ann)


async def test_what_was_taken_back_is_brought_back(here: Chat, ann: Access):
    await here.say("add a task Sweep the floor")
    await here.say("undo that")
    assert "Sweep the floor" not in await work(ann)
    await here.say("no wait bring it back")
    assert "Sweep the floor" in await work(ann)


async def test_a_named_thing_is_brought_back_and_no_other(here: Chat, ann: Access):
    await here.say("delete the task Order the beams")
    await here.say("delete the task Frame the roof")
    assert "Restored **Order the beams**" in (await here.say("bring the beams task back")).text
    assert "Frame the roof" not in await work(ann)
    assert "isn't deleted" in (await here.say("restore Clear the yard")).text
    assert "in the trash" in (await here.say("restore the boat task")).text


async def test_a_yes_after_the_deed_does_nothing(here: Chat, ann: Access):
    await here.say("add a task Sweep the floor")
    await here.say("delete the task Order the beams")
    before = await work(ann)
    await here.say("yes bin it")
    assert await work(ann) == before


async def test_it_is_asked_back_after_a_missed_wish(here: Chat, ann: Access):
    await here.say("add a task Sweep the floor")
    await here.say("make the moon spin faster please")
    assert "Do you mean **Sweep the floor**" in (await here.say("mark it as done")).text
    await here.say("yes")
    assert (await work(ann))["Sweep the floor"][1] == "done"


async def test_both_needs_two(here: Chat, ann: Access):
    await here.say("add a task Sweep the floor")
    assert "Do you mean **Sweep the floor**" in (await here.say("delete both of them")).text
    await here.say("run it")
    assert "Sweep the floor" in await work(ann)


async def test_the_last_change_is_told(here: Chat):
    await here.say("add a task Sweep the floor")
    assert "task **Sweep the floor** added" in (await here.say("what did you just do")).text


async def test_both_are_not_three(here: Chat, ann: Access):
    await here.say("create tasks: sweep the floor, oil the door, buy nails")
    assert "Which 2 do you mean" in (await here.say("mark both of them as done")).text
    assert (await work(ann))["Oil the door"][1] == "todo"


async def test_an_order_after_other_talk_is_no_yes(here: Chat, ann: Access):
    await here.say("delete the task Order the beams")
    await here.say("show me the tasks")
    await here.say("undo that")
    await here.say("make the moon spin faster please")
    await here.say("delete it")
    assert "Order the beams" not in await work(ann)


async def test_a_sorry_leaves_the_last_change_the_last(here: Chat, ann: Access):
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
async def test_what_was_changed_just_now_is_put_back(here: Chat, ann: Access, order: str, said: str):
    before = await work(ann)
    await here.say(order)
    assert before != await work(ann)
    await here.say(said)
    assert await work(ann) == before


@pytest.mark.parametrize("said", ["keep it", "no, leave it"])
async def test_what_was_made_is_kept(here: Chat, ann: Access, said: str):
    await here.say("add a task Sweep the floor")
    assert "stays, too" in (await here.say(said)).text
    assert "Sweep the floor" in await work(ann)


@pytest.mark.parametrize(
    "said", ["Put Frame the roof back to what it was", "put the boat back to what it was"]
)
async def test_another_thing_is_not_put_back(here: Chat, ann: Access, said: str):
    await here.say("assign Order the beams to Rosa")
    before = await work(ann)
    told = await here.say(said)
    assert await work(ann) == before
    assert "nothing" in told.text and "When is" not in told.text


@pytest.mark.parametrize("said", ["put Order the beams back to Friday", "move Order the beams back to 4 May"])
async def test_back_to_a_day_is_a_new_day(here: Chat, ann: Access, said: str):
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
async def test_what_was_meant_instead_is_one_undo_and_one_deed(here: Chat, ann: Access, said: str):
    await here.say("assign Order the beams to Rosa")
    told = await here.say(said)
    assert (
        "Rosa" not in (await work(ann))["Order the beams"] and "Rosa" in (await work(ann))["Frame the roof"]
    )
    assert "Nothing was undone" not in told.text
