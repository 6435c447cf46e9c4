"""Tasks over several messages without a model (seed 001): missing values are asked for, then it is done."""

from collections.abc import Iterator

import pytest

from agents.definitions.services import create_agent
from agents.events import FileWritten, ToolCalled
from agents.models import AgentRun, RunStatus
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import Answer, Chat
from tests.agents.web_search import SearchServer

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def search(settings) -> Iterator[SearchServer]:  # type: ignore[no-untyped-def]
    with SearchServer() as server:
        settings.SEARCH = f"searxng:{server.address}"
        settings.ALLOWED_HOSTS_OUT = [server.host]
        yield server


@pytest.fixture
def chat(ann: Access, search: SearchServer) -> Chat:
    return Chat(ann)


def files(answer: Answer) -> list[str]:
    return [event.file.name for event in answer.events if isinstance(event, FileWritten)]


def queries(answer: Answer) -> list[str]:
    return [
        event.arguments["query"]
        for event in answer.events
        if isinstance(event, ToolCalled) and event.tool == "web_search"
    ]


async def test_near_me_asks_for_the_place_then_writes_the_list(chat: Chat):
    asked = await chat.say("Find restaurants near me and make an Excel list")
    assert "Which place" in asked.text and not queries(asked)
    done = await chat.say("07103")
    assert queries(done) == ["restaurants 07103"]
    assert "| Title |" in done.text and len(files(done)) == 1 and files(done)[0].endswith(".xlsx")
    assert (await AgentRun.objects.aget()).status == RunStatus.SUCCEEDED


async def test_comparison_asks_for_the_exact_models(chat: Chat):
    asked = await chat.say("Compare iPhone vs Samsung")
    assert "Which ones exactly" in asked.text
    done = await chat.say("iPhone 15 Pro and Galaxy S24")
    assert "iPhone 15 Pro and Galaxy S24" in queries(done)[0]


async def test_a_flight_asks_for_route_then_dates(chat: Chat):
    assert "Where are you flying" in (await chat.say("Book a flight")).text
    assert "which dates" in (await chat.say("New York to London")).text
    done = await chat.say("December 15-22")
    assert "New York to London" in queries(done)[0] and "December 15-22" in queries(done)[0]


async def test_weather_asks_for_the_place(chat: Chat):
    assert "Which place" in (await chat.say("What's the weather?")).text
    assert "New York" in queries(await chat.say("New York"))[0]


async def test_a_restaurant_asks_for_kind_and_place_at_once(chat: Chat):
    assert "What kind of food, and where?" in (await chat.say("Book a restaurant")).text
    assert "Italian in Manhattan" in queries(await chat.say("Italian in Manhattan"))[0]


async def test_a_new_topic_does_not_inherit_the_place(chat: Chat):
    first = await chat.say("What's the weather in Paris?")
    assert "Paris" in queries(first)[0]
    asked = await chat.say("Find restaurants near me")
    assert "Which place" in asked.text and not queries(asked)


async def test_too_few_results_are_searched_again(chat: Chat, search: SearchServer):
    search.most = 7
    first = await chat.say("Find top 10 Hindi songs of the week")
    assert len(queries(first)) > 1
    assert first.text.count("\n| ") >= 10


async def test_excel_of_results_has_the_asked_column_order(chat: Chat):
    await chat.say("Find top 10 Hindi songs of the week")
    made = await chat.say("Make Excel with song name, date, producer, singer")
    sql = " ".join(str(event.arguments) for event in made.events if isinstance(event, ToolCalled))
    assert files(made)[0].endswith(".xlsx")
    assert sql.index('"song name"') < sql.index('"date"') < sql.index('"singer"')
    assert "producer" in made.text  # unknown, and the reply says so


async def test_the_first_and_the_second_result_are_compared(chat: Chat):
    await chat.say("Search for Python tutorials")
    compared = await chat.say("Compare the first and second results")
    assert "| Title | Result 1" in compared.text and "Result 2" in compared.text and not queries(compared)


async def test_two_results_are_compared_in_a_table(chat: Chat):
    await chat.say("Find iPhone 17 specs")
    await chat.say("Find Pixel 10 specs")
    compared = await chat.say("Compare them in a table")
    assert "iPhone 17 specs" in compared.text and "Pixel 10 specs" in compared.text


async def test_same_search_is_repeated_for_another_quarter(chat: Chat):
    await chat.say("Find the revenue of Acme in Q3")
    again = await chat.say("now the same for Q1")
    assert "Q1" in queries(again)[0] and "Q3" not in queries(again)[0]


async def test_repeated_question_is_not_a_follow_up(chat: Chat):
    first, second = await chat.say("Find Pixel 10 specs"), await chat.say("Find Pixel 10 specs")
    assert queries(first) == queries(second)


async def test_new_conversation_has_no_earlier_results(chat: Chat, ann: Access):
    await chat.say("Search for Python tutorials")
    other = await Chat(ann).say("Compare the first and second results")
    assert "Result 1" not in other.text


async def test_eleventh_result_drops_the_oldest(chat: Chat):
    for number in range(11):
        await chat.say(f"Find Pixel {number} specs")
    assert len(chat.dialogue.results) == 10
    assert chat.dialogue.results[0].task == "Find Pixel 1 specs"


async def test_without_a_search_engine_the_setting_is_named(ann: Access, settings):  # type: ignore[no-untyped-def]
    settings.SEARCH = ""
    answer = await Chat(ann).say("Find Pixel 10 specs")
    assert "OMNIFORGE_SEARCH" in answer.text


async def test_agent_totals_a_pasted_table(chat: Chat, ann: Access):
    await in_database(lambda: create_agent(access=ann, slug="boats", description="Summarise texts I paste"))
    answer = await chat.say("@boats add up the litres in this:\nBoat,Litres\nKittiwake,40\nFulmar,35.5")
    assert "75.50" in answer.text
