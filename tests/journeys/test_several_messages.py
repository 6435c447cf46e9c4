"""Tasks over several messages (seed 001) over REST, by rules and with a model."""

import io
import json
from collections.abc import Iterator

import openpyxl
import pytest

from tests.agents.web_search import SearchServer
from tests.journeys.test_over_rest import Talk
from tests.site import Site, copy_state
from tests.standin.server import ModelServer
from tests.standin.thread import running
from tests.states import Peopled

pytestmark = pytest.mark.slow

# Each message, and a text that its answer must contain.
CASES = {
    "restaurants": [
        ("Find restaurants near me and make an Excel list", "Which place"),
        ("07103", "Result 1 for restaurants 07103"),
    ],
    "comparison": [
        ("Compare iPhone vs Samsung", "Which ones exactly"),
        ("iPhone 15 Pro and Galaxy S24", "iPhone 15 Pro and Galaxy S24"),
    ],
    "flight": [
        ("Book a flight", "flying from"),
        ("New York to London", "which dates"),
        ("December 15-22", "New York to London December 15-22"),
    ],
    "weather": [("What's the weather?", "Which place"), ("New York", "New York")],
    "table for dinner": [
        ("Book a restaurant", "What kind of food"),
        ("Italian in Manhattan", "Italian in Manhattan"),
    ],
    "another topic": [("What's the weather in Paris?", "Paris"), ("Find restaurants near me", "Which place")],
    "songs": [
        ("Find top 10 Hindi songs of the week", "Result 7"),
        ("Make Excel with song name, date, producer, singer", "Nothing is known of: producer, singer"),
    ],
    "first and second": [
        ("Search for Python tutorials", "Result 2 for Python tutorials"),
        ("Compare the first and second results", "| Title |"),
    ],
    "two phones": [
        ("Find iPhone 17 specs", "iPhone 17 specs"),
        ("Find Pixel 10 specs", "Pixel 10 specs"),
        ("Compare them in a table", "iPhone 17 specs"),
    ],
    "twice the same": [("Find Pixel 10 specs", "Result 1"), ("Find Pixel 10 specs", "Result 1")],
    "a new conversation": [("Compare the first and second results", "no results in this conversation")],
}


@pytest.fixture(scope="module")
def search() -> Iterator[SearchServer]:
    with SearchServer() as server:
        server.most = 7
        yield server


@pytest.fixture(scope="module")
def site(
    peopled: Peopled, tmp_path_factory: pytest.TempPathFactory, search: SearchServer
) -> Iterator[tuple[Site, str]]:
    """A site without a model, with a search engine; and the key of somebody there."""
    site = Site(
        copy_state(peopled[0], tmp_path_factory.mktemp("talks") / "var"),
        OMNIFORGE_SEARCH=f"searxng:{search.address}",
        OMNIFORGE_ALLOWED_HOSTS_OUT=search.host,
        OMNIFORGE_MESSAGES_PER_MINUTE="0",
    )
    site.start()
    yield site, peopled[1]["ann"]
    site.kill()


@pytest.mark.parametrize("case", CASES)
def test_task_spread_over_several_messages_is_done(site: tuple[Site, str], case: str):
    talk = Talk(*site)
    for message, expected in CASES[case]:
        answer = talk.say(message)
        assert expected in answer, answer


def test_eleventh_task_drops_the_oldest(site: tuple[Site, str]):
    talk = Talk(*site)
    for number in range(1, 12):
        talk.say(f"Find Pixel {number} specs")
    messages = talk.get(f"conversations/{talk.conversation_id}/messages/")["results"]
    assert json.dumps(messages).count("Result 1 for Pixel") >= 10
    assert "Pixel 11" in talk.say("Compare them in a table")


@pytest.fixture(scope="module")
def modelled(
    peopled: Peopled, tmp_path_factory: pytest.TempPathFactory, search: SearchServer
) -> Iterator[tuple[Site, str, ModelServer]]:
    """A site whose answers come from the stand-in over OpenAI's wire; a key; the stand-in."""
    with running(ModelServer()) as model:
        site = Site(
            copy_state(peopled[0], tmp_path_factory.mktemp("modelled") / "var"),
            OPENAI_API_KEY="test-key",
            OPENAI_BASE_URL=f"{model.url}/v1",
            OMNIFORGE_MODEL_INTENT="rules",
            OMNIFORGE_MODEL_SUMMARY="rules",  # what the model was told last is of the turn, not after it
            OMNIFORGE_MODEL_GRADE="rules",
            OMNIFORGE_SEARCH=f"searxng:{search.address}",
            OMNIFORGE_ALLOWED_HOSTS_OUT=search.host,
            OMNIFORGE_MESSAGES_PER_MINUTE="0",
        )
        site.start()
        yield site, peopled[1]["ann"], model
        site.kill()


@pytest.mark.parametrize("case", ["restaurants", "comparison", "flight", "weather", "table for dinner"])
def test_model_asks_and_continues_with_the_answer(modelled: tuple[Site, str, ModelServer], case: str):
    site, key, model = modelled
    model.reset()
    *asking, (last, _) = CASES[case]
    for _, question in asking:
        model.queue({"tools": [{"name": "ask_person", "arguments": {"question": f"{question}?"}}]})
    model.queue(
        {"tools": [{"name": "web_search", "arguments": {"query": last}}]}, {"text": f"All about {last}."}
    )
    talk = Talk(site, key)
    for message, question in asking:
        assert question in talk.say(message)
    assert talk.say(last).rstrip().endswith(f"All about {last}.")
    told = model.requests[-1].text
    assert all(message in told for message, _ in CASES[case])  # what was said, and what was found
    assert f"Result 1 for {last}" in told


def looks(query: str) -> dict:
    return {"tools": [{"name": "web_search", "arguments": {"query": query}}]}


def writes(*columns: str) -> dict:
    cells = " | ".join(("Result 7", "2026-11-20", "", ""))
    text = f"| {' | '.join(columns)} |\n| --- | --- | --- | --- |\n| {cells} |"
    return {"tools": [{"name": "write_file", "arguments": {"name": "Songs", "format": "xlsx", "text": text}}]}


SONG = ("song name", "date", "producer", "singer")
ASKS = {"tools": [{"name": "ask_person", "arguments": {"question": "Which place?"}}]}
SAYS = {"text": "Here you are."}

# Each message, the model's responses, and the texts that the model must have received by the end of the turn.
TOLD = {
    "another topic": [
        ("What's the weather in Paris?", [looks("weather Paris"), SAYS], ["Result 1 for weather Paris"]),
        ("Find restaurants near me", [ASKS], ["Find restaurants near me"]),
    ],
    "songs": [
        (
            "Find top 10 Hindi songs of the week",
            [looks("Hindi songs"), looks("more Hindi songs"), SAYS],
            ["Result 7 for Hindi songs", "Result 7 for more Hindi songs"],
        ),
        (
            f"Make Excel with {', '.join(SONG)}",
            [writes(*SONG), SAYS],
            ["Result 7 for Hindi songs", "Songs.xlsx"],
        ),
    ],
    "first and second": [
        ("Search for Python tutorials", [looks("Python tutorials"), SAYS], []),
        (
            "Compare the first and second results",
            [SAYS],
            ["Result 1 for Python tutorials", "Result 2 for Python tutorials"],
        ),
    ],
    "two phones": [
        ("Find iPhone 17 specs", [looks("iPhone 17 specs"), SAYS], []),
        ("Find Pixel 10 specs", [looks("Pixel 10 specs"), SAYS], []),
        ("Compare them in a table", [SAYS], ["Result 1 for iPhone 17 specs", "Result 1 for Pixel 10 specs"]),
    ],
    "twice the same": [
        ("Find Pixel 10 specs", [looks("Pixel 10 specs"), SAYS], []),
        (
            "Find Pixel 10 specs",
            [looks("Pixel 10 specs"), SAYS],
            ["Find Pixel 10 specs", "<result>"],
        ),
    ],
}


def say(talk: Talk, model: ModelServer, message: str, answers: list[dict]) -> tuple[str, str]:
    """Say a message to which the model answers so; returns the answer and what the model was told last."""
    model.queue(*answers)
    answer = talk.say(message)
    return answer, model.requests[-1].text


@pytest.mark.parametrize("case", TOLD)
def test_model_prompt_includes_earlier_results(modelled: tuple[Site, str, ModelServer], case: str):
    site, key, model = modelled
    model.reset()
    talk = Talk(site, key)
    for message, answers, expected in TOLD[case]:
        answer, told = say(talk, model, message, answers)
        assert answer.rstrip().endswith("Which place?" if ASKS in answers else "Here you are.")
        for part in expected:
            assert part in told, told
    if case == "songs":
        (file,) = talk.get(f"files/?conversation_id={talk.conversation_id}")["results"]
        book = openpyxl.load_workbook(io.BytesIO(talk.download(file["link"])))
        assert [cell.value for cell in book.active[1]] == list(SONG)


def test_model_prompt_shortens_old_results_and_omits_other_chats(
    modelled: tuple[Site, str, ModelServer],
):
    site, key, model = modelled
    model.reset()
    talk = Talk(site, key)
    for number in range(1, 17):
        say(talk, model, f"Find Pixel {number} specs", [looks(f"Pixel {number} specs"), SAYS])
    _, told = say(talk, model, "Compare them in a table", [SAYS])
    assert "Result 1 for Pixel 16 specs" in told and "Find Pixel 1 specs" in told
    assert "Result 1 for Pixel 1 specs" not in told  # results of about the last twelve turns go along
    _, told = say(Talk(site, key), model, "Compare the first and second results", [SAYS])
    assert "Result 1" not in told and "Pixel" not in told
