"""Questions in a conversation with attached files: handed over, then asked about."""

import pytest

from omniforge.files.attached import AttachedFile
from omniforge.files.services import store_file
from omniforge.storage.database import in_database
from omniforge.storage.ids import new_id
from tests.agents.chat import Chat

pytestmark = pytest.mark.django_db(transaction=True)
QUOTE = """NORTHWALL ROOFING
Quote no. 4471 for the guest house

Strip and re-slate the rear pitch, Welsh slate: £6,880
Scaffolding for three weeks: £960
VAT at 20% is not included.

This quote is good until 15 December 2026.
We ask for 30% on order and the balance on completion.
Work would take nine working days.
Skip hire and waste removal are included.
Gareth Pugh, 01286 555 010
"""
AGREEMENT = """# Cleaning agreement

## Term
It starts on 1 January 2027 and runs for two years.

## Ending it
Either party may terminate with sixty days written notice.

## Fees
The monthly fee is INR 85,000. Late payments attract interest at 1.5% per month.
"""


async def attach(chat: Chat, name: str, text: str) -> None:
    """Attach a file to the next message of a conversation."""
    chat.turn_id = new_id()
    file = await in_database(
        store_file,
        access=chat.access,
        name=name,
        content=text.encode(),
        turn_id=chat.turn_id,
        conversation_id=None,
    )
    given = AttachedFile(file.pk, file.name, "text/plain", len(text), turn_id=chat.turn_id)
    chat.files = (given, *chat.files)


HIRE = """BOAT HIRE
§ 1 Boats
The Club lends the narrowboat Heron, which seats six, with two bicycles.
§ 2 Duration
Hire begins on Fridays at 3 p.m. at the lock and ends on Mondays before 10 a.m. at the boathouse.
§ 3 Giving notice
Up to three weeks before, the Hirer may cancel in writing and the Club refunds the whole fee.
§ 4 Damage
Scratches of up to 100 EUR are borne by the Hirer. For the engine and the hull the Club is responsible.
§ 5 Pets
Dogs may come along on a lead.
"""


@pytest.mark.parametrize(
    "said",
    [
        "heres the quote from the roofers",
        "Kindly find attached the quotation of the roofing contractor.",
        "see attached!",
        "hi, fyi the quote we got, thanks",
        "anbei das Angebot",
        "the quote",
        "prices from this morning",
    ],
)
async def test_attached_file_is_described(chat: Chat, said: str):
    await attach(chat, "Quote.txt", QUOTE)
    answer = (await chat.say(said)).text
    assert answer.startswith("**Quote.txt**: a text of 6") and "NORTHWALL ROOFING" in answer


async def test_attached_table_shows_columns_and_long_text_headings(chat: Chat):
    await attach(chat, "stock.csv", "Item,Count\nbeans,4\nrice,9\n")
    assert "a table of 2 rows with **Item**, **Count**" in (await chat.say("please find attached")).text
    await attach(chat, "agreement.md", AGREEMENT)
    assert "about Cleaning agreement, Term, Ending it, Fees." in (await chat.say("here is the contract")).text


@pytest.mark.parametrize(
    "said",
    [
        "save it as a document",
        "save the file Quote.txt as a document in that project",
        "put the quote in as a document",
    ],
)
async def test_attached_file_becomes_a_document_in_the_next_message(chat: Chat, said):
    await chat.say("create a project called Roof")
    await attach(chat, "Quote.txt", QUOTE)
    assert "save it as a document" in (await chat.say("here is their quote")).text
    chat.turn_id = new_id()
    answer = await chat.say(said)
    assert answer.text == "Created the document **Quote** in **Roof**, from **Quote.txt**."


async def test_order_with_an_attached_file_is_carried_out(chat: Chat):
    await attach(chat, "Quote.txt", QUOTE)
    assert "main sentences" in (await chat.say("summarise the attached file")).text


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("how long is it valid", "**Quote.txt**: This quote is good until 15 December 2026."),
        ("until when must we decide?", "**Quote.txt**: This quote is good until 15 December 2026."),
        (
            "what do they want up front",
            "**Quote.txt**: We ask for 30% on order and the balance on completion.",
        ),
        ("is skip hire included", "**Quote.txt**: Skip hire and waste removal are included."),
        ("does it include vat", "**Quote.txt**: VAT at 20% is not included."),
        ("whats their phone number", "**Quote.txt**: Gareth Pugh, 01286 555 010"),
        ("how much is the scafolding", "**Quote.txt**: Scaffolding for three weeks: £960"),
        ("how long will they take and is skip hire included", "nine working days."),
        ("how long will they take and is skip hire included", "waste removal are included."),
        ("who wrote it", "I found nothing about “wrote” in **Quote.txt**"),
        ("do they do gutters", "I found nothing about “gutters” in **Quote.txt**, your tasks"),
        ("is there a photographer", "I found nothing about “photographer” in **Quote.txt**"),
    ],
)
async def test_question_is_answered_with_a_line_of_the_file(chat: Chat, asked: str, answer: str):
    await attach(chat, "Quote.txt", QUOTE)
    await chat.say("see attached")
    assert answer in (await chat.say(asked)).text


async def test_question_with_an_attached_file_is_answered_at_once(chat: Chat):
    await attach(chat, "Quote.txt", QUOTE)
    assert "15 December" in (await chat.say("heres the quote, how long is it valid?")).text


async def test_newest_file_answers_before_older_files(chat: Chat):
    await attach(chat, "Quote.txt", QUOTE)
    await chat.say("see attached")
    await attach(chat, "agreement.md", AGREEMENT)
    await chat.say("and here is the contract")
    assert "**agreement.md** › Term: It starts" in (await chat.say("how long does it run for")).text
    assert "sixty days written notice" in (await chat.say("what is the notice period")).text
    assert "INR 85,000" in (await chat.say("how much is it per month")).text
    assert "**Quote.txt**: Skip hire" in (await chat.say("is skip hire included")).text


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("how do we get out of it", "cancel in writing"),
        ("will we get everything back", "refunds the whole fee"),
        ("is a mail ok", "cancel in writing"),
        ("Can grandma bring her dog?", "Dogs may come along"),
        ("how many people fit on the Heron", "seats six"),
        ("when and where does the hire begin?", "3 p.m. at the lock and ends on Mondays before 10 a.m."),
        ("is everything for Heron settled, or does nobody see to the Heron?", "**Heron hire.txt**"),
        ("do we need life jackets?", "1 Boats, § 2 Duration, § 3 Giving notice, § 4 Damage, § 5 Pets."),
    ],
)
async def test_unsure_answer_shows_the_closest_sentence(chat: Chat, asked: str, shown: str):
    await attach(chat, "Heron hire.txt", HIRE)
    await chat.say("see attached")
    said = (await chat.say(asked)).text
    assert shown in said and "says nothing" not in said


async def test_question_about_a_newer_text_skips_the_older_table(chat: Chat):
    await attach(chat, "boats.csv", "Boat;Price;Nov\nHeron;80;3\nOtter;95;0\n")
    await chat.say("our boats")
    assert "**95**" in (await chat.say("what is the price of Otter")).text
    assert "**1.5**" in (await chat.say("what is the average in November?")).text
    await attach(chat, "Heron hire.txt", HIRE)
    await chat.say("and this is the contract")
    for asked in ("can they put a price on scratches?", "what is the minimum notice at the lock?"):
        assert "columns" not in (await chat.say(asked)).text


async def test_question_without_sure_answer_is_told_beside_one_that_has_one(chat: Chat) -> None:
    await attach(chat, "quote.txt", QUOTE)
    await chat.say("here is the quote")
    answer = await chat.say("how long would the work take? And what do the neighbours say?")
    assert "Work would take nine working days." in answer.text
    assert "neighbours" in answer.text


async def test_sentence_that_answers_two_questions_is_quoted_once(chat: Chat) -> None:
    await attach(
        chat, "jackets.txt", "Life jackets are checked every morning; Petra counts them on Mondays.\n"
    )
    await chat.say("here are the rules")
    answer = await chat.say("who checks the jackets and when are they checked?")
    assert answer.text.count("Petra counts them") == 1


async def test_document_changed_since_it_was_made_from_a_file_answers_instead(chat: Chat):
    await chat.say("create a project Yard")
    await attach(chat, "hire_plan.txt", "Deputy: Ben Holt.\nThe shed is swept twice a day.\n")
    await chat.say("save the file hire_plan.txt as a document in Yard")
    before = await chat.say("who is the deputy in the hire plan?")
    await chat.say('in the hire plan replace "Deputy: Ben Holt" with "Deputy: Ann Rees"')
    after = await chat.say("who is the deputy in the hire plan?")
    assert ("Ben Holt" in before.text, "Ann Rees" in after.text) == (True, True), after.text
    assert "Ben Holt" not in after.text


async def test_file_is_kept_in_a_project_under_its_name_or_the_one_said(chat: Chat):
    await attach(chat, "agreement.txt", AGREEMENT)
    await chat.say("what is the monthly fee?")
    answer = await chat.say(
        "Set up the project Barn, save the agreement as a document in it, and add a task: call Dana"
    )
    assert "Created the document **agreement** in **Barn**, from **agreement.txt**." in answer.text
    assert "**Call Dana** in **Barn**" in answer.text
    answer = await chat.say("put agreement.txt into the project as the document Cleaning of 2027")
    assert answer.text == "Created the document **Cleaning of 2027** in **Barn**, from **agreement.txt**."
    await attach(chat, "hire.txt", HIRE)
    await chat.say("here are the rules")
    assert "Created the document **hire** in **Barn**" in (await chat.say("Keep it.")).text


async def test_an_order_beside_a_table_is_carried_out_and_the_file_named(chat: Chat):
    await attach(chat, "hires.csv", "boat,hirer,days\nHeron,Odo,3\nSwan,Ines,2\n")
    answer = (await chat.say("list my agents")).text
    assert "no agents here" in answer and "**hires.csv**" in answer
    chat.turn_id = new_id()
    assert "hires.csv" not in (await chat.say("list my agents")).text
