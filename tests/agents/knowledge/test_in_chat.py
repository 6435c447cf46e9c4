"""Questions in the chat that documents answer, although nobody mentioned documents."""

import pytest

from agents.events import SourcesCited
from omniforge.projects.services import DocumentService, ProjectService
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import Chat

pytestmark = pytest.mark.django_db(transaction=True)
PRICING = "# Seats\n\nEach seat costs 12 euros a month. Discounts begin at 50 seats.\n"
PODCAST = """## Guests

## Topics

We talk about trains and cities.

## Host

Maya hosts it.

## Budget

It costs 400 euros a month.
"""


@pytest.fixture
async def documents(ann: Access) -> None:
    await in_database(_fill, ann)


def _fill(ann: Access) -> None:
    project = ProjectService(ann).create(name="Launch").row
    DocumentService(ann).create(project.pk, title="Pricing", content=PRICING)
    DocumentService(ann).create(project.pk, title="Podcast", content=PODCAST)


async def test_question_is_answered_from_the_matching_document(documents, chat: Chat):
    answer = await chat.say("What does a seat cost a month?")
    assert "Each seat costs 12 euros a month. [1]" in answer.text
    assert any(isinstance(event, SourcesCited) for event in answer.events)
    answer = await chat.say("and after that?")
    assert "Discounts begin at 50 seats. [1]" in answer.text and "12 euros" not in answer.text
    assert "**Pricing** › Seats says nothing more." in (await chat.say("and then?")).text


async def test_case_in_front_of_a_question_is_no_part_left_out(documents, chat: Chat):
    answer = await chat.say("There's a big choir on the phone. What does a seat cost a month?")
    assert "Each seat costs 12 euros a month. [1]" in answer.text and "left this out" not in answer.text
    answer = await chat.say("The printer on floor two is out of ink. What does a seat cost a month?")
    assert "left this out" in answer.text


async def test_question_without_a_matching_document_cites_nothing(documents, chat: Chat):
    answer = await chat.say("Why is the sky blue?")
    assert not any(isinstance(event, SourcesCited) for event in answer.events)


async def test_words_in_no_form_of_a_question_are_looked_up(documents, chat: Chat):
    answer = await chat.say("podcast budget a month")
    assert answer.text.startswith("I've changed nothing. If you're asking, your documents say:")
    assert "It costs 400 euros a month. [1]" in answer.text
    assert "I didn't understand that" in (await chat.say("purple giraffe elbows")).text


async def test_empty_section_is_reported_without_a_citation(documents, chat: Chat):
    answer = await chat.say("What does the podcast document say about guests?")
    assert "**Podcast › Guests** is empty" in answer.text
    assert not any(isinstance(event, SourcesCited) for event in answer.events)


async def test_unanswered_question_says_where_it_looked(documents, chat: Chat):
    answer = await chat.say("Which colours does the podcast logo have?")
    said = "I can't tell: I found nothing about “colours does the podcast logo” in your tasks"
    assert answer.text == f"{said}, calendar or documents. Closest: **Podcast**."
    answer = await chat.say("Why is the sky blue?")
    nothing = "I can't tell: I found nothing about “sky blue” in your tasks, calendar or documents"
    assert answer.text == f"{nothing}."


async def test_a_question_about_a_quoted_text_is_answered_from_it(chat: Chat):
    answer = await chat.say(
        'Our agent wrote: "Storage is 80 EUR a day. Free time is 6 days." How many free days do we get?'
    )
    assert answer.text == "It says: “Free time is 6 days.”"


async def test_question_who_somebody_is_does_not_list_members(documents, chat: Chat):
    answer = await chat.say("Who is the host of the podcast?")
    assert "Maya hosts it" in answer.text
    assert "ann" in (await chat.say("Who else is in this workspace?")).text


async def test_complete_question_is_not_mixed_with_the_last_one(documents, chat: Chat):
    await chat.say("Which colours does the podcast logo have?")
    answer = await chat.say("When do discounts begin?")
    assert "Discounts begin at 50 seats. [1]" in answer.text
    assert "12 euros" in (await chat.say("What do we know about seats?")).text


async def test_mentioned_agent_takes_no_question_from_documents(documents, chat: Chat, three_agents):
    await chat.say("What can you do?")  # names an agent as an example
    assert "You can say, for example" in (await chat.say("How do I create an agent?")).text
    assert "notion-reporter" in (await chat.say("Tell me about the notion-reporter")).text
    assert "12 euros" in (await chat.say("Why does a seat cost 12 euros?")).text
    await chat.say("Tell me about the notion-reporter")
    assert "**notion-reporter**" in (await chat.say("When is its next run?")).text


async def test_stated_fact_comes_before_documents(documents, chat: Chat):
    await chat.say("By the way, each seat costs 14 euros from May on.")
    assert "14 euros from May on" in (await chat.say("How much is a seat?")).text


async def test_inflected_verb_matches_and_missing_answer_is_reported(chat: Chat, ann: Access):
    def write() -> None:
        project = ProjectService(ann).create(name="Harbour").row
        DocumentService(ann).create(project.pk, title="Crew", content="The night shift is led by Mia Holt.")

    await in_database(write)
    assert "Mia Holt" in (await chat.say("Who leads the night shift?")).text
    missing = (await chat.say("When was the harbour founded?")).text
    assert "nothing about “harbour founded” in your tasks" in missing and "\n" not in missing


HALL = "# Hall\n\nThe choir sings in the Long Hall. It opens at 18:15.\n"
DUTY = "# Out of hours\n\nWeekend nights: Dr Okell, 01632 960 301.\n"
PLOTS = "# Plots\n\nPlot 9 belongs to Mrs Tarn.\n"
KURSE = "# Kurse\n\nAbmeldungen sind bis 7:45 Uhr möglich.\n"


@pytest.fixture
async def village(ann: Access) -> None:
    def fill() -> None:
        project = ProjectService(ann).create(name="Village").row
        for title, content in (("Hall", HALL), ("Duty", DUTY), ("Plots", PLOTS), ("Kurse", KURSE)):
            DocumentService(ann).create(project.pk, title=title, content=content)

    await in_database(fill)


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("who owns plot 9?", "Mrs Tarn"),
        ("which doctor is on call at weekend nights?", "Dr Okell"),
        ("Are there wheelchair ramps in the Long Hall?", "nothing about"),
        ("is there a bar in the hall?", "nothing about"),
        ("Bis wann sind Abmeldungen möglich?", "7:45"),
        ("I'd be grateful if you could tell me when the Long Hall opens.", "18:15"),
    ],
)
async def test_sentence_answers_only_questions_about_its_subject(village, chat: Chat, said: str, answer: str):
    assert answer in (await chat.say(said)).text


async def test_question_with_a_pronoun_continues_the_last_one(village, chat: Chat):
    await chat.say("which doctor is on call at weekend nights?")
    assert "01632 960 301" in (await chat.say("whats his phone number")).text


@pytest.mark.parametrize(
    "fact, said, now",
    [
        ("remember that the summer party is on 10 July", "no, 11 July", "The summer party is on 11 July."),
        ("note that the fair starts on 10 July", "sorry, 11 July", "The fair starts on 11 July."),
        ("our landlord is called Tom", "no, Tim", "Our landlord is called Tim."),
        ("just so you know the key is with Anna", "no, with Berta", "The key is with Berta."),
    ],
)
async def test_bare_value_after_a_fact_corrects_it(chat: Chat, fact: str, said: str, now: str):
    await chat.say(fact)
    assert now in (await chat.say(said)).text


async def test_value_of_another_kind_corrects_nothing(chat: Chat):
    await chat.say("remember that the summer party is on 10 July")
    assert "noted nothing" in (await chat.say("no, 500 euros")).text


async def test_earlier_messages_are_quoted_by_position(chat: Chat):
    for message in ("when is Christmas", "list my agents", "what is 3 times 3"):
        await chat.say(message)
    assert "list my agents" in (await chat.say("what did I ask you before that?")).text
    assert "when is Christmas" in (await chat.say("and what did I ask before that?")).text
    assert "when is Christmas" in (await chat.say("what was it I asked you first?")).text


@pytest.mark.parametrize(
    "said",
    [
        "A guest cancelled 2 nights yesterday. What does she pay?",
        "Somebody wants to move their booking from Friday. Does that cost them anything?",
    ],
)
async def test_case_before_a_question_is_part_of_it(ann: Access, chat: Chat, said):
    def fill() -> None:
        project = ProjectService(ann).create(name="Inn").row
        rules = "Bookings may be moved for nothing. Guests who cancel nights too late pay half the fee."
        DocumentService(ann).create(project.pk, title="Rules", content=rules)

    await in_database(fill)
    answer = (await chat.say(said)).text
    assert "half the fee" in answer and "left this out" not in answer


async def test_order_before_a_question_is_not_lost(documents, chat: Chat):
    answer = (await chat.say("Move the seats to Friday. What do they cost a month?")).text
    assert answer.startswith("I found nothing called “seats”.")
