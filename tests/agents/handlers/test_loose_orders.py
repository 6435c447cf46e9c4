"""Loosely worded orders about work: carried out if every word names the thing, a person, or the change."""

import pytest

from omniforge.tenants.access import Access
from tests.agents.chat import Chat
from tests.agents.handlers.test_updates import value

pytestmark = pytest.mark.django_db(transaction=True)

_FIRST, _THIRD, _NINTH = "2026-12-01", "2026-12-03", "2026-12-09"
OPEN, DONE = "todo", "done"
_DATED = "Print flyers (Ana Ruiz, 3 December 2026), Rent two vans (Ben Holt, 4 December 2026)"
_WORK = f"add tasks: {_DATED}, Sweep the yard"
_MAIL = "From: Ann\nTo: Ben\n\nHi Ben,\nthe flyers are finished.\n---\nSo please give Sweep the yard to Cleo."


@pytest.mark.parametrize(
    ("said", "title", "name", "then"),
    [
        ("vans for Leeds slip to 9 December", "Rent two vans", "due_on", "2026-12-04"),
        ("renting the vans slips to 9 December", "Rent two vans", "due_on", "2026-12-09"),
        ("Ana needs three more days for the flyers", "Print flyers", "due_on", "2026-12-06"),
        ("give Ana another week for the flyers", "Print flyers", "due_on", "2026-12-10"),
        ("the flyers could come two days earlier", "Print flyers", "due_on", "2026-12-01"),
        ("Ana needs three more days for the vans", "Rent two vans", "due_on", "2026-12-04"),
        ("the flyers were due on 24 November 2026", "Print flyers", "due_on", "2026-12-03"),
        ("put Cleo down for the yard", "Sweep the yard", "assignee", "Cleo"),
        ("the yard is for Yard Abbot, no wait, Cleo does that herself", "Sweep the yard", "assignee", "Cleo"),
        ("the two vans are for Two Abbot", "Rent two vans", "assignee", "Two Abbot"),
        ("the yard's been swept so you can close that", "Sweep the yard", "state", DONE),
        ("flyers have arrived, mark that as done", "Print flyers", "state", DONE),
        ("if the flyers have arrived, mark that as done", "Print flyers", "state", OPEN),
        ("the printer says the flyers are nearly finished", "Print flyers", "state", OPEN),
        ("Ana's finished all of hers so close those", "Print flyers", "state", DONE),
        ("Ana is off sick, so all of her jobs go to Ben", "Print flyers", "assignee", "Ben"),
        ("Ana's on leave from tomorrow, give all her open tasks to Cleo", "Print flyers", "assignee", "Cleo"),
        ("since Ana is away next week, Ben takes all her open tasks", "Print flyers", "assignee", "Ben"),
        ("Ana is ill, so move all her tasks to 9 December", "Print flyers", "due_on", "2026-12-09"),
        ("Ana ist krank, gib alle ihre offenen Aufgaben an Cleo", "Print flyers", "assignee", "Cleo"),
        ("all of his jobs go to Ben", "Sweep the yard", "assignee", ""),
        ("the flyers have to be ready by Christmas Eve this time", "Print flyers", "due_on", "2026-12-24"),
        ("that's me done for today then", "Sweep the yard", "state", OPEN),
        ("did I close the flyers?", "Print flyers", "state", OPEN),
        ("move Sweep the yard to two days before Rent two vans", "Sweep the yard", "due_on", "2026-12-02"),
        ("move Sweep the yard to two days before the wedding", "Sweep the yard", "due_on", "None"),
        (
            "When are the flyers due? And set Sweep the yard to the day after it.",
            "Sweep the yard",
            "due_on",
            "2026-12-04",
        ),
        (
            "The fair is on 12 December 2026. Move Sweep the yard to a week before that",
            "Sweep the yard",
            "due_on",
            "2026-12-05",
        ),
        ("which tasks have no one on them? Assign them to Cleo", "Sweep the yard", "assignee", "Cleo"),
        ("what is due before Rent two vans? Move it all by a day", "Rent two vans", "due_on", "2026-12-04"),
        ("may I move the vans to 9 December?", "Rent two vans", "due_on", "2026-12-04"),
        ("will Ben rent the vans by 9 December?", "Rent two vans", "due_on", "2026-12-04"),
        ("have you moved the vans to 9 December", "Rent two vans", "due_on", "2026-12-04"),
        ("I was going to mark the flyers done but they aren't", "Print flyers", "state", OPEN),
        ("no need to close the flyers", "Print flyers", "state", OPEN),
        ("maybe Cleo could take the yard", "Sweep the yard", "assignee", ""),
        ("the printer would like two more weeks for it", "Sweep the yard", "due_on", "None"),
        ("Cleo took a picture of the yard", "Sweep the yard", "assignee", ""),
        ("for real now: the yard is spotless, please tick that task off", "Sweep the yard", "state", DONE),
        ("ok I've now checked the vans myself, they run. mark it as done", "Rent two vans", "state", DONE),
        ("the depot has said yes to the vans, so that task's done", "Rent two vans", "state", DONE),
        ("The flyers are done. And the vans, give those to Cleo please", "Rent two vans", "assignee", "Cleo"),
        (
            "The flyers are done. And the lorry, push that to 9 December",
            "Print flyers",
            "due_on",
            "2026-12-03",
        ),
        ("give the yard to Ben. And the vans, push those to 9 December", "Sweep the yard", "due_on", "None"),
        (
            "the flyers have to be printed two days earlier than agreed",
            "Print flyers",
            "due_on",
            "2026-12-01",
        ),
        (
            "who has Sweep the yard? If nobody does, give that task to Cleo",
            "Sweep the yard",
            "assignee",
            "Cleo",
        ),
        ("who has the vans? If nobody does, give that task to Cleo", "Rent two vans", "assignee", "Ben Holt"),
    ],
)
async def test_loosely_worded_orders_change_the_right_task_or_none(
    here: Chat, ann: Access, said, title, name, then
):
    await here.say(_WORK)
    await here.say(said)
    assert await value(ann, title, name) == then


@pytest.mark.parametrize(
    "said",
    [
        "rename Polish the brass to Wax the brass, give it to Cleo and make it urgent",
        "Polish the brass gets the title Wax the brass, goes to Cleo and gets priority 1",
        "call Ben and give it to Cleo",
    ],
)
async def test_unknown_named_task_does_not_fall_back_to_the_last_one(here: Chat, ann: Access, said):
    await here.say(_WORK)
    await here.say("mark Sweep the yard as in progress")
    await here.say(said)
    assert await value(ann, "Sweep the yard", "assignee") == ""
    assert await value(ann, "Sweep the yard", "priority") is None


async def test_it_refers_to_the_task_last_asked_about(here: Chat, ann: Access):
    await here.say(_WORK)
    await here.say("who has the flyers?")
    assert "left" not in (await here.say("She's off with flu. Cleo can do it")).text
    await here.say("and give her two more days for it")
    await here.say("one day earlier please")
    assert await value(ann, "Print flyers", "assignee") == "Cleo"
    assert await value(ann, "Print flyers", "due_on") == "2026-12-04"


async def test_follow_up_assigns_and_schedules_a_new_task(here: Chat, ann: Access):
    await here.say("add a task Wash the bus")
    await here.say("that one's for Cleo Hart")
    assert await value(ann, "Wash the bus", "assignee") == "Cleo Hart"
    await here.say("she has until 9 December 2026")
    assert await value(ann, "Wash the bus", "due_on") == "2026-12-09"
    await here.say("oh and Cleo is away then, so take her off it")
    assert await value(ann, "Wash the bus", "assignee") == ""
    await here.say("she did that yesterday, you can tick it off")
    assert await value(ann, "Wash the bus", "state") == DONE


async def test_task_is_found_by_its_topic(here: Chat, ann: Access):
    await here.say(_WORK)
    assert (await here.say("remove the one about the vans as well")).text.startswith("Deleted")
    assert await value(ann, "Print flyers", "state") == OPEN


async def test_small_talk_does_not_change_the_last_mentioned_task(here: Chat, ann: Access):
    await here.say(_WORK)
    await here.say("who has the flyers?")
    await here.say("lovely, that's me done for today then")
    await here.say("the boss would like one more week")
    assert await value(ann, "Print flyers", "state") == OPEN
    assert await value(ann, "Print flyers", "due_on") == "2026-12-03"


async def test_reason_beside_an_order_is_ignored(here: Chat, ann: Access):
    await here.say(_WORK)
    told = (await here.say("bin the vans task, the move has fallen through")).text
    assert told.startswith("Deleted") and "left" not in told


async def test_pasted_mail_contains_no_orders(here: Chat, ann: Access):
    await here.say(_WORK)
    await here.say(_MAIL)
    assert await value(ann, "Print flyers", "state") == OPEN
    assert await value(ann, "Sweep the yard", "assignee") == "Cleo"
