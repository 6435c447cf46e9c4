"""Questions about work are answered from the work, however they are worded."""

import pytest

from omniforge.projects.models import Project
from tests.agents.chat import Chat

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("what tasks are open in the barn", "2 open tasks in **Barn conversion**"),
        ("whats still open?", "**Frame the roof**"),
        ("what's due before xmas", "**Roof closed**"),
        ("whos ordering the beams", "**Order the beams** is assigned to Ben Carver."),
        ("have we cleared the yard yet", "Yes. **Clear the yard** is done."),
        ("what's Ben got on", "**Order the beams**"),
        ("whats ben got now", "**Order the beams**"),
        (
            "what is Ben doing tomorrow",
            "Nothing of Ben's is due on Saturday, 21 November 2026.\n\nOne thing",
        ),
        ("what has Dana on her plate", "There is nothing open assigned to Dana."),
        ("hows the barn conversion going", "2. **Frame the roof**, due Thursday, 3 December"),
        ("how many tasks are there and who is ordering the beams", "**Order the beams** is assigned to Ben"),
        (
            "when is the roof frame due, and whose job is that?",
            "3 December.\n\n",
        ),
        (
            "who is ordering the beams? and what colour is the door?",
            "I can't tell: I found nothing about “colour, door” in your",
        ),
        ("when is the roof frame due, and how many days are left until then?", "**13 days** until Thursday"),
        ("how many tasks has Ana", "There are no tasks assigned to Ana."),
        ("is there anything nobody has picked up", "**Frame the roof**"),
        ("which tasks have no date on them?", "There are no tasks without a due date."),
        ("which task is the most overdue?", "**Order the beams**"),
        ("wich tasks are ovedue and hav somone", "**Order the beams**"),
        ("whch tasks has nobdy", "**Frame the roof**"),
        ("clear the yard is done and what's overdue? oh and who has it?", "Ben Carver"),
        ("which risks aren't linked to anything?", "**Beams arrive late**"),
        ("before I ring round: which tasks has nobody taken?", "**Frame the roof**"),
        ("what is overdue?", "**Order the beams**"),
        ("what falls due within the next three weeks?", "**Frame the roof**"),
        ("is anything overdue at the barn?", "One overdue thing in **Barn conversion**"),
        ("list tasks with no date or no owner", "I can't tell"),
        ("when did we finish clearing the yard", "**Clear the yard** is done."),
        ("anything for Ben today or tomorrow?", "Nothing of Ben's is due from Friday, 20 November 2026 to"),
        ("is there anything due by the end of December?", "**Frame the roof**"),
        ("Hello, I've got a client on the phone who wants to know when the roof frame is due", "3 December"),
        ("there's a lady here asking who is ordering the beams", "Ben Carver"),
        ("hier ist eine Kundin, die wissen will, who is ordering the beams", "Ben Carver"),
        ("who is dealing with the beams?", "Ben Carver"),
        ("hello, do you know when the roof frame is due", "**Frame the roof** is due Thursday, 3 December."),
    ],
)
async def test_questions_find_tasks(chat: Chat, barn: Project, said: str, answer: str):
    assert answer in (await chat.say(said)).text


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        (
            "who is our landlord",
            "I can't tell: I found nothing about “landlord” in your",
        ),
        ("when do we open?", "I can't tell: I found nothing about"),
        ("why is the yard muddy?", "I can't tell: I found nothing about"),
    ],
)
async def test_question_without_an_answer_gets_one_line(chat: Chat, barn: Project, said: str, answer: str):
    text = (await chat.say(said)).text
    assert text.startswith(answer) and "\n" not in text


async def test_short_questions_continue_the_previous_one(chat: Chat, barn: Project):
    assert "**Order the beams**" in (await chat.say("which tasks are open?")).text
    assert "**Frame the roof**" in (await chat.say("and without those of Ben Carver?")).text
    assert "**Frame the roof** is assigned to nobody" in (await chat.say("whose is it?")).text
    assert "One overdue thing" in (await chat.say("what is overdue?")).text
    assert "is 2 days overdue" in (await chat.say("how late is it?")).text
    assert "1 open task assigned to Ben Carver" in (await chat.say("how many open tasks does he have?")).text


async def test_questions_find_events(chat: Chat):
    await chat.say("put rehearsal in my calendar on 12 January 2027 at 19:00")
    found = (await chat.say("when are we rehearsing in january")).text
    assert found.startswith("**Rehearsal**: Tuesday, 12 January 2027")
    assert "doesn't say who" in (await chat.say("whos coming to the rehearsal")).text
    assert "nothing in your calendar" in (await chat.say("is anything on 3 march?")).text


async def test_noted_facts_are_quoted_found_and_forgotten(chat: Chat):
    assert (await chat.say("our rent is 900 euros a month")).text == "Noted: “Our rent is 900 euros a month.”"
    assert "Our rent is 900 euros a month" in (await chat.say("how much is our rent?")).text
    assert "Our rent is 900 euros a month" in (await chat.say("what have I told you so far")).text
    assert (await chat.say("forget the rent please")).text == "Forgot “Our rent is 900 euros a month”."


async def test_told_update_of_an_existing_task_is_made(chat: Chat, barn: Project):
    assert "assigned to Tomasz" in (await chat.say("Tomasz takes care of the roof frame")).text
    assert "is done now" in (await chat.say("Tomasz is finished with the roof frame")).text
    assert "nothing called “bees”" in (await chat.say("Tomasz takes care of the bees")).text


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("which of those are Ben's?", "One thing assigned to Ben:\n\n1. **Order the beams**"),
        ("how many of them are Ben's?", "There is 1 thing assigned to Ben."),
        ("which of them has Ben got", "One thing assigned to Ben"),
        ("which of those are about the roof?", "**Frame the roof**"),
        ("which of those are Olga's?", "nothing about"),
        ("which of them is late?", "One overdue thing"),
    ],
)
async def test_question_about_those_filters_the_shown_list(chat: Chat, barn: Project, said: str, answer: str):
    await chat.say("list the open tasks")
    assert answer in (await chat.say(said)).text


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("A neighbour wants to know when the roof frame is due", "**Frame the roof** is due"),
        ("Mrs Holt asks who is ordering the beams. Do we know that?", "assigned to Ben Carver"),
        ("somebody is asking who cleared the yard", "assigned to Ben Carver"),
        (
            "one of the neighbours wonders when the roof frame is due. Is that written down somewhere?",
            "is due",
        ),
        ("the bank keeps asking what is overdue", "**Order the beams**"),
    ],
)
async def test_question_asked_for_somebody_else_is_answered(
    chat: Chat, barn: Project, said: str, answer: str
):
    assert answer in (await chat.say(said)).text


@pytest.mark.parametrize(
    "said",
    [
        "Dana asked Ben to clear the yard",
        "The letter asks for two stamps",
        "create a task: ask who orders beams",
        "I wonder. The bank is asking a lot of us",
    ],
)
async def test_statement_about_asking_is_not_a_question(chat: Chat, barn: Project, said: str):
    answer = (await chat.say(said)).text
    assert "is done" not in answer and "assigned to" not in answer


async def test_next_question_refers_to_the_mentioned_task(here: Chat):
    assert "isn't decided" in (await here.say("we might have to move roof closed, nothing is fixed yet")).text
    assert "20 December" in (await here.say("what date is it set for at the moment?")).text


async def test_reason_after_an_order_is_not_part_of_it(here: Chat):
    await here.say("who is ordering the beams?")
    answer = await here.say("Then move that to 29 December 2026, he is on holiday until then.")
    assert answer.text == "**Order the beams** is due Tuesday, 29 December now."


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("which tasks are due before the milestone Roof closed?", "tasks due before Sunday, 20 December"),
        ("which tasks are due by the roof closed?", "tasks due by Sunday, 20 December"),
        ("what's still to do before the roof closed?", "due before Sunday, 20 December"),
        ("which tasks come before roof closed?", "tasks due before Sunday, 20 December"),
        ("which of Ben's come before the roof closes?", "due before Sunday, 20 December"),
        ("how many tasks are due after order the beams?", "due after"),
        ("which tasks are due before the topping out?", "I found nothing called “topping out”."),
        ("which tasks are due before beams arrive late?", "**Beams arrive late** has no date"),
    ],
)
async def test_list_is_bounded_by_the_date_of_a_milestone(here: Chat, said: str, answer: str):
    assert answer in (await here.say(said)).text


async def test_noun_for_a_deed_finds_its_task(here: Chat):
    answer = await here.say("move the beam order to 5 December 2026")
    assert answer.text == "**Order the beams** is due Saturday, 5 December now."
    answer = await here.say("move the yard clearance to 6 December 2026")
    assert answer.text == "**Clear the yard** is due Sunday, 6 December now."


async def test_before_then_refers_to_the_date_just_given(here: Chat):
    answer = await here.say(
        "Please move Roof closed to 5 December 2026, and let me know which tasks fall due before then."
    )
    assert "tasks due before Saturday, 5 December" in answer.text and "Frame the roof" in answer.text


async def test_stated_relation_with_link_the_two_adds_the_link(here: Chat):
    said = "The risk Beams arrive late threatens Roof closed - link the two."
    assert "Linked: **Beams arrive late** threatens **Roof closed**" in (await here.say(said)).text
    await here.say("when is Roof closed due?")
    for asked in ("what could go wrong with it?", "anything that might delay it?", "what stands in the way?"):
        assert "**Roof closed** is threatened by:\n\n1. **Beams arrive late**" in (await here.say(asked)).text
    assert "depends on nothing" in (await here.say("what has to happen first?")).text


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("has the roof been framed yet?", "It is now."),
        ("is the roof framed?", "yes, it's now"),
        ("have the beams been ordered?", "They are now."),
        ("is the roof framed already?", "Now it is."),
        ("have the beams been ordered yet?", "They have been now!"),
    ],
)
async def test_it_is_now_closes_the_task_asked_about(here: Chat, asked: str, said: str):
    await here.say(asked)
    assert (await here.say(said)).text.endswith("** is done now.")


@pytest.mark.parametrize("before", ["", "is order the beams late?", "who is ordering the beams?"])
async def test_it_is_now_without_a_question_changes_nothing(here: Chat, before: str):
    if before:
        await here.say(before)
    assert "what is so now, so I've changed nothing" in (await here.say("It is now.")).text


@pytest.mark.parametrize(
    "said", ["Can you give it to Ben?", "could you give that to Dana", "would you hand it over to Ben?"]
)
async def test_polite_order_without_a_referent_is_asked_back(here: Chat, said: str):
    assert "not sure what you mean" in (await here.say(said)).text


@pytest.mark.parametrize(
    ("talk", "answer"),
    [
        (
            ["when is order the beams due?", "and frame the roof?"],
            "**Frame the roof** is due Thursday, 3 December",
        ),
        (
            ["who is ordering the beams?", "and clear the yard?"],
            "**Clear the yard** is assigned to Ben Carver.",
        ),
        (["who is ordering the beams?", "Move hers to 11 December 2026, please"], "11 December now."),
        (["when is frame the roof due?", "put it off by ten days"], "due Sunday, 13 December now."),
        (["when is frame the roof due?", "Put it off for a week."], "due Thursday, 10 December now."),
        (
            ["when is frame the roof due?", "could you put it back by two days"],
            "due Saturday, 5 December now.",
        ),
    ],
)
async def test_short_follow_ups_refer_to_the_last_mentioned_task(here: Chat, talk: list[str], answer: str):
    for said in talk:
        told = (await here.say(said)).text
    assert answer in told


async def test_hers_without_a_matching_assignee_is_asked_back(here: Chat):
    await here.say("when is frame the roof due?")
    assert "not sure what you mean" in (await here.say("Move hers to 11 December 2026")).text
