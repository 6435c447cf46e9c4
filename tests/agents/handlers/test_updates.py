"""A remark about an existing thing is an update of it; any other remark changes nothing."""

import pytest

from omniforge.projects.selectors import find_entities
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import Chat

pytestmark = pytest.mark.django_db(transaction=True)

OPEN, DONE = "todo", "done"


async def value(access: Access, title: str, name: str) -> object:
    """Return a field of the one thing with this title."""

    def read() -> object:
        (one,) = [one for one in find_entities(access) if one.title == title]
        return one.fields.get(name, "") if name == "assignee" else getattr(one, name)

    found = await in_database(read)
    return str(found) if name == "due_on" else found


@pytest.mark.parametrize(
    ("said", "title", "name", "then"),
    [
        ("the flyers are sorted", "Print flyers", "state", DONE),
        ("we got the flyers sorted", "Print flyers", "state", DONE),
        ("All good with the flyers", "Print flyers", "state", DONE),
        ("flyers are printed!", "Print flyers", "state", DONE),
        ("the gutter has been fixed", "Fix gutter", "state", DONE),
        ("Kindly note that the printing of the flyers is completed.", "Print flyers", "state", DONE),
        ("I printed the flyers this morning", "Print flyers", "state", DONE),
        ("the flyres are done", "Print flyers", "state", DONE),
        ("tick the flyers one off", "Print flyers", "state", DONE),
        ("the flyers one can wait till monday", "Print flyers", "due_on", "2026-11-23"),
        ("did the flyers", "Print flyers", "state", DONE),
        ("the flyers I have printed", "Print flyers", "state", DONE),
        ("flyers is gonna have to wait til monday", "Print flyers", "due_on", "2026-11-23"),
        ("Mr. Iyer will be handling the flyers henceforth", "Print flyers", "assignee", "Mr. Iyer"),
        ("Kindly treat the flyers as top priority", "Print flyers", "priority", 1),
        ("the flyers are due 4 dec not 3 dec", "Print flyers", "due_on", "2026-12-04"),
        ("flyers aren't due 3 dec, it's 4 dec", "Print flyers", "due_on", "2026-12-04"),
        ("and the flyers one is wednesday", "Print flyers", "due_on", "2026-11-25"),
        (
            "Please be informed the flyers have been postponed to 4 December",
            "Print flyers",
            "due_on",
            "2026-12-04",
        ),
        ("the flyers are on me until 4 December", "Print flyers", "due_on", "2026-12-04"),
        ("the flyers are mine, by wednesday", "Print flyers", "due_on", "2026-11-25"),
        ("the flyers are down to Rhys till 4 dec", "Print flyers", "assignee", "Rhys"),
        ("flyers is dai's", "Print flyers", "assignee", "Dai"),
        ("rhys is doing the flyers now", "Print flyers", "assignee", "Rhys"),
        ("the flyers one belongs to Sioned", "Print flyers", "assignee", "Sioned"),
        ("put the flyers under high priority", "Print flyers", "priority", 2),
        ("put the flyers on Dana's plate", "Print flyers", "assignee", "Dana"),
    ],
)
async def test_told_status_updates_the_task(here: Chat, ann: Access, said, title, name, then):
    await here.say("add tasks: Print flyers, Fix gutter")
    await here.say(said)
    assert await value(ann, title, name) == then


@pytest.mark.parametrize(
    ("said", "name", "before"),
    [
        ("did the flyers", "state", OPEN),
        ("the flyers are due 4 dec not 3 dec", "due_on", "None"),
        ("flyers is dai's", "assignee", ""),
        ("flyers is super urgent", "priority", None),
    ],
)
async def test_told_update_is_undone(here: Chat, ann: Access, said, name, before):
    await here.say("add tasks: Print flyers, Fix gutter")
    await here.say(said)
    assert await value(ann, "Print flyers", name) != before
    await here.say("undo that")
    assert await value(ann, "Print flyers", name) == before


@pytest.mark.parametrize(
    "said",
    [
        "print flyers isnt done yet",
        "the flyers are still open",
        "actually the flyers aren't finished",
        "we haven't printed the flyers yet",
        "the flyers are not printed yet",
        "flyers not printed after all",
        "flyers need doing again",
        "My apologies, the flyers have not been completed.",
        "no wait, its not",
        "no wait, it isn't",
        "oh wait no we didn't",
    ],
)
async def test_not_done_yet_reopens_the_task(here: Chat, ann: Access, said):
    await here.say("add a task Print flyers")
    await here.say("flyers are done")
    await here.say(said)
    assert await value(ann, "Print flyers", "state") == OPEN


async def test_not_urgent_any_more_clears_the_priority(here: Chat, ann: Access):
    await here.say("add a task Print flyers with high priority")
    await here.say("flyers aren't that important anymore")
    assert await value(ann, "Print flyers", "priority") is None


async def test_several_updates_in_one_sentence_are_all_done(here: Chat, ann: Access):
    await here.say("add tasks: Print flyers, Fix gutter, Call surveyor")
    await here.say("surveyor is done")
    await here.say("gutter's done, flyers are Dana's and it's urgent, surveyor still open")
    assert await value(ann, "Fix gutter", "state") == DONE
    assert await value(ann, "Call surveyor", "state") == OPEN
    assert await value(ann, "Print flyers", "assignee") == "Dana"
    assert await value(ann, "Print flyers", "priority") == 1


@pytest.mark.parametrize("said", ["no", "no, leave it open"])
async def test_refusing_the_suggested_task_changes_nothing(here: Chat, ann: Access, said: str):
    await here.say("add a task 'Print flyers'")
    await here.say("when is the moon nearest?")
    assert "Do you mean **Print flyers**" in (await here.say("tick that off")).text
    assert "I leave everything as it is" in (await here.say(said)).text
    assert await value(ann, "Print flyers", "state") == OPEN


async def test_same_for_another_repeats_the_change(here: Chat, ann: Access):
    await here.say("add a task for Gwen to print flyers")
    await here.say("same for Piotr but 'Call the printer'")
    assert await value(ann, "Call the printer", "assignee") == "Piotr"
    await here.say("and one for Dana to fix the gutter")
    assert await value(ann, "Fix the gutter", "assignee") == "Dana"
    await here.say("print flyers is urgent")
    await here.say("same for the gutter")
    assert await value(ann, "Fix the gutter", "priority") == 1


async def test_meant_task_takes_over_one_or_two_changes(here: Chat, ann: Access):
    await here.say("add tasks: Print flyers, Fix gutter")
    await here.say("flyers are high priority and due 4 dec")
    await here.say("no, 5 dec")
    await here.say("that's for the gutter, not the flyers")
    assert await value(ann, "Print flyers", "due_on") == "2026-12-04"
    assert await value(ann, "Fix gutter", "due_on") == "2026-12-05"
    await here.say("gutter is urgent and due 9 dec")
    await here.say("i meant the flyers")
    assert await value(ann, "Fix gutter", "due_on") == "2026-12-05"
    assert await value(ann, "Print flyers", "due_on") == "2026-12-09"
    assert await value(ann, "Print flyers", "priority") == 1


async def test_meant_task_that_is_unknown_reverts_nothing(here: Chat, ann: Access):
    await here.say("add tasks: Print flyers, Fix gutter")
    await here.say("flyers are urgent")
    await here.say("i meant the chairs")
    assert await value(ann, "Print flyers", "priority") == 1


async def test_possessive_one_refers_to_that_persons_task(here: Chat, ann: Access):
    await here.say("add a task Fix gutter, assigned to Megan")
    await here.say("add a task Print flyers")
    await here.say("Megan's one is wednesday")
    assert await value(ann, "Fix gutter", "due_on") == "2026-11-25"


@pytest.mark.parametrize(
    "said",
    [
        "ugh this week is a lot",
        "traffic was mad today",
        "thats done",
        "the new guy starts monday",
        "gauze done",
    ],
)
async def test_small_talk_changes_and_notes_nothing(chat: Chat, said):
    assert "Noted" not in (await chat.say(said)).text
    assert "haven't told me any facts" in (await chat.say("what have you noted")).text


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("She finished the second one yesterday 🎉", [2]),
        ("Kofi finished the second one yesterday", [2]),
        ("he's done with the first one", [1]),
        ("the second one got done yesterday", [2]),
        ("they did the first one last week", [1]),
        ("she sorted number 2 this morning", [2]),
        ("the last one is finished since Monday", [3]),
        ("I've completed the first two on Friday", [1, 2]),
        ("we fixed the second one", [2]),
        ("Dai has wrapped up the third one", [3]),
        ("she mended the second one yesterday", []),
        ("she'll do the second one tomorrow", []),
        ("did she finish the second one?", []),
        ("she finished the tenth one yesterday", []),
        ("she didn't finish the second one", []),
    ],
)
async def test_told_status_of_a_listed_position_updates_it(
    here: Chat, ann: Access, said: str, done: list[int]
):
    titles = ["Sweep yard", "Fix gutter", "Print flyers"]  # newest first
    await here.say("add tasks for Dai: Print flyers, Fix gutter, Sweep yard")
    await here.say("show me Dai's tasks")
    await here.say(said)
    assert [at for at, one in enumerate(titles, 1) if await value(ann, one, "state") == DONE] == done


@pytest.mark.parametrize(
    "said, due, priority",
    [
        ("Fix gutter has to be two days earlier, and with priority 1.", -2, 1),
        ("Fix gutter should be 3 days later", 3, None),
        ("fix gutter must be a week later, at high priority", 7, 2),
        ("Fix gutter is now due a week later than planned", 7, None),
        ("Fix gutter has to be done 2 days sooner and with low priority", -2, 4),
        ("Fix gutter is ten days later", 10, None),
    ],
)
async def test_due_date_shifts_relative_to_its_old_value(here: Chat, ann: Access, said, due, priority):
    await here.say("add a task Fix gutter due 2027-03-20")
    await here.say(said)
    assert str(await value(ann, "Fix gutter", "due_on")) == f"2027-03-{20 + due}"
    assert await value(ann, "Fix gutter", "priority") == priority


@pytest.mark.parametrize(
    ("made", "puts_right"),
    [
        ("Leg eine Aufgabe an: Zaun streichen, bis morgen", "Nein, doch erst am 5. Dezember 2026"),
        ("Crea una tarea: pintar la valla, para mañana", "No, mejor el 5 de diciembre de 2026"),
    ],
)
async def test_new_task_is_corrected_in_its_own_language(here: Chat, ann: Access, made: str, puts_right: str):
    await here.say(made)
    await here.say(puts_right)
    title = "Zaun streichen" if "Zaun" in made else "Pintar la valla"
    assert await value(ann, title, "due_on") == "2026-12-05"
