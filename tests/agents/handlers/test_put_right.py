"""The last action is corrected: with another value, or for another thing."""

import pytest

from omniforge.tenants.access import Access
from tests.agents.chat import Chat
from tests.agents.handlers.test_updates import DONE, OPEN, value

pytestmark = pytest.mark.django_db(transaction=True)


PUT_RIGHT = (
    ("no sorry Thursday", "due_on", "2026-11-26"),
    ("i meant dana", "assignee", "Dana"),
    ("make that 4 dec instead", "due_on", "2026-12-04"),
    ("Oh dear, the 7 December suits us better", "due_on", "2026-12-07"),
    ("Wen just phoned, she can only do 8 December", "due_on", "2026-12-08"),
    ("Pardon, not Dana, Piotr Zak", "assignee", "Piotr Zak"),
    ("nein, das soll Urs Gerber machen", "assignee", "Urs Gerber"),
    ("no wait, that's a job for Lena Oduya", "assignee", "Lena Oduya"),
    ("Dana's doing that, not Lena", "assignee", "Dana"),
    ("that isn't for Dana, it's for Rosa", "assignee", "Rosa"),
    ("Rosa has enough on, Piotr takes that", "assignee", "Piotr"),
    ("I'd rather have Dana do that", "assignee", "Dana"),
    ("lena is doing it not dana", "assignee", "Lena"),
    ("Dana can't. Rosa will.", "assignee", "Rosa"),
    ("hm, forget the date", "due_on", "None"),
)


async def test_last_change_is_corrected_in_one_word(here: Chat, ann: Access):
    await here.say("add a task Print flyers due Friday, assigned to Gwen")
    for said, field, right in PUT_RIGHT:
        await here.say(said)
        assert await value(ann, "Print flyers", field) == right, said
    await here.say("it should say leaflets, not flyers")
    await here.say("that's one for the printed books")
    assert await value(ann, "Print leaflets", "assignee") == "Rosa"


async def test_last_order_is_repeated_with_another_value(here: Chat, ann: Access):
    await here.say("add a task 'Print flyers'")
    await here.say("due in 10 days")
    await here.say("sorry, 12 days")
    assert await value(ann, "Print flyers", "due_on") == "2026-12-02"
    await here.say("push it back by 3 days")
    await here.say("no, by two days")
    assert await value(ann, "Print flyers", "due_on") == "2026-12-04"
    await here.say("add a task 'Fold flyers' due in 3 days")
    await here.say("I meant 4 days")
    assert await value(ann, "Fold flyers", "due_on") == "2026-11-24"
    await here.say("push it back a day")
    await here.say("no wait i meant earlier")
    assert await value(ann, "Fold flyers", "due_on") == "2026-11-23"
    await here.say("add a task 'Mow pitch 2'")
    await here.say("no wait, pitch 3")
    assert await value(ann, "Mow pitch 3", "due_on") == "None"
    await here.say("book a pitch inspection at pitch 2 on Thursday at 3pm")
    assert "Pitch inspection at pitch 4" in (await here.say("no wait, pitch 4")).text
    await here.say("rename Print flyers to 'Print posters'")
    await here.say("sorry, Print leaflets")
    assert await value(ann, "Print leaflets", "due_on") == "2026-12-04"


async def test_correction_moves_the_change_to_another_task(here: Chat, ann: Access):
    await here.say("add tasks: Print flyers, Fix gutter")
    await here.say("flyers are urgent")
    await here.say("no, not the flyers, I meant the gutter")
    assert await value(ann, "Print flyers", "priority") is None
    assert await value(ann, "Fix gutter", "priority") == 1
    await here.say("and close it")
    assert await value(ann, "Fix gutter", "state") == DONE
    await here.say("add tasks for Rhys: Sweep yard, Oil gate")
    await here.say("show me Rhys's tasks")  # newest first
    await here.say("close the first one")
    await here.say("sorry, the second one")
    assert await value(ann, "Oil gate", "state") == OPEN
    assert await value(ann, "Sweep yard", "state") == DONE


async def test_people_and_days_are_put_right_in_loose_words(here: Chat, ann: Access):
    await here.say("add tasks: print flyers (Dana), fix gutter (Rosa) by 4 dec, get the drawing signed off")
    await here.say("gutter is danas. flyers are rosas, by 2 dec")
    assert await value(ann, "Fix gutter", "assignee") == "Dana"
    assert await value(ann, "Print flyers", "assignee") == "Rosa"
    await here.say("the gutter is due 8 December")
    await here.say("not the gutter, the flyers!")
    assert await value(ann, "Fix gutter", "due_on") == "2026-12-04"
    assert await value(ann, "Print flyers", "due_on") == "2026-12-08"
    assert "due Tuesday, 8 December" in (await here.say("who's printing the flyers, and when")).text
    assert "“friday” is only in the title" in (await here.say("add task: wash up friday elin")).text
    await here.say("show me the drawing")
    await here.say("rosa has signed it off")
    assert await value(ann, "Get the drawing signed off", "state") == DONE
    await here.say("the flyers are rosas now")
    assert await value(ann, "Print flyers", "due_on") == "2026-12-08"
    assert "assigned to Rosa" in (await here.say("when are the flyers coming and who's on it")).text
    await here.say("list tasks")
    await here.say("rename 1 to Glaze the porch")
    assert await value(ann, "Glaze the porch", "due_on")
    await here.say("add task: stall plan")
    await here.say("the plan is rosas now")
    assert await value(ann, "Stall plan", "assignee") == "Rosa"
    await here.say("not the plan, the drawing")
    assert await value(ann, "Stall plan", "assignee") == ""
    assert await value(ann, "Get the drawing signed off", "assignee") == "Rosa"
