"""Follow-ups to changes of agents: the same for another, undo, and further lists."""

import pytest

from agents.models import AgentDefinition
from tests.agents.chat import Chat

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("three_agents")]


async def status_of(name: str) -> str:
    return str((await AgentDefinition.objects.aget(slug=name)).status)


async def test_too_repeats_the_order_for_another_agent(chat: Chat):
    await chat.say("pause notion-reporter")
    answer = await chat.say("and jira-overdue-monitor too please")
    assert answer.text.startswith("**jira-overdue-monitor** is paused")
    assert await status_of("jira-overdue-monitor") == "paused"


async def test_unread_words_about_another_agent_repeat_nothing(chat: Chat):
    await chat.say("pause notion-reporter")
    await chat.say("and this one with the jira overdue monitor, it must come much more gently")
    assert await status_of("jira-overdue-monitor") == "active"


async def test_too_after_another_topic_repeats_nothing(chat: Chat):
    await chat.say("pause notion-reporter")
    await chat.say("what is 3 times 4?")
    await chat.say("and jira-overdue-monitor too please")
    assert await status_of("jira-overdue-monitor") == "active"


@pytest.mark.parametrize(
    "words",
    [
        "and jira-overdue-monitor?",
        "and the jira overdue monitor? what day does that one go out",
        "ok and jira-overdue-monitor? when does it run",
        "and jira-overdue-monitor. which days does that go out?",
        "and the jira overdue monitor? how often is that",
        "And jira-overdue-monitor? Where does it post its results?",
    ],
)
async def test_question_about_another_agent_changes_nothing(chat: Chat, words: str):
    await chat.say("pause notion-reporter")
    await chat.say(words)
    assert await status_of("jira-overdue-monitor") == "active"


@pytest.mark.parametrize("words", ["and jira-overdue-monitor", "ok and the jira overdue monitor please"])
async def test_naming_another_agent_repeats_the_order(chat: Chat, words: str):
    await chat.say("pause notion-reporter")
    await chat.say(words)
    assert await status_of("jira-overdue-monitor") == "paused"


@pytest.fixture
async def two_agents(three_agents: object) -> None:
    """Only two of the agents exist."""
    rest = AgentDefinition.objects.exclude(slug__in=("notion-reporter", "jira-overdue-monitor"))
    await rest.adelete()


@pytest.mark.usefixtures("two_agents")
@pytest.mark.parametrize(
    "words",
    ["pause the other one", "and the other one too", "pausier den anderen auch", "y pausa el otro también"],
)
async def test_the_other_one_is_the_agent_not_meant_last(chat: Chat, words: str):
    await chat.say("pause notion-reporter")
    await chat.say(words)
    assert await status_of("jira-overdue-monitor") == "paused"


@pytest.mark.usefixtures("two_agents")
async def test_spanish_orders_continue_with_the_last_agent(chat: Chat):
    await chat.say("Pausa notion-reporter hasta nuevo aviso, por favor")
    await chat.say("ahora vuelve a activarlo")
    assert await status_of("notion-reporter") == "active"
    await chat.say("y pausa el otro")
    assert await status_of("jira-overdue-monitor") == "paused"


async def test_the_other_one_of_several_agents_is_asked_for(chat: Chat):
    await chat.say("pause notion-reporter")
    answer = await chat.say("pause the other one")
    assert answer.text.startswith("Which agent should I pause?")
    assert "notion-reporter" not in answer.text


@pytest.mark.parametrize("words", ["undo", "change it back please", "hm no, give it its old name back"])
async def test_rename_of_an_agent_is_undone(chat: Chat, words: str):
    await chat.say("rename notion-reporter to notion-news")
    answer = await chat.say(words)
    assert "**notion-reporter**: its name is notion-reporter again" in answer.text
    assert await AgentDefinition.objects.filter(slug="notion-reporter").aexists()


@pytest.mark.parametrize(
    "order",
    ["pause notion-reporter", "pause notion-reporter and jira-overdue-monitor", "delete notion-reporter"],
)
async def test_pause_or_deletion_of_agents_is_undone(chat: Chat, order: str):
    await chat.say(order)
    await chat.say("yes") if order.startswith("delete") else None
    assert await status_of("notion-reporter") != "active"
    await chat.say("undo that")
    assert await status_of("notion-reporter") == await status_of("jira-overdue-monitor") == "active"


async def test_after_another_question_undo_asks_first(chat: Chat):
    await chat.say("delete notion-reporter")
    await chat.say("yes")
    await chat.say("which agents are left?")
    assert "agent **notion-reporter** deleted. Shall I take that back?" in (await chat.say("undo that")).text
    await chat.say("yes")
    assert await status_of("notion-reporter") == "active"
    assert "changed nothing" in (await chat.say("undo the last change")).text


async def test_undo_skips_an_agent_changed_since(chat: Chat):
    await chat.say("pause notion-reporter")
    await AgentDefinition.objects.filter(slug="notion-reporter").aupdate(version=9)
    assert "changed again since" in (await chat.say("undo")).text
    assert await status_of("notion-reporter") == "paused"


async def test_reason_beside_an_order_is_not_reported_as_left_out(chat: Chat):
    for order in (
        "pause notion-reporter, we're doing the inventory",
        "Half of us are away, so please pause notion-reporter",
    ):
        assert "left this out" not in (await chat.say(order)).text


async def test_agent_list_is_repeated_for_another_day(chat: Chat):
    await chat.say("which agents run on Sundays?")
    for words in ("and on Mondays?", "what about Mondays?"):
        assert "agents" in (await chat.say(words)).text


async def test_agents_are_counted(chat: Chat):
    assert (await chat.say("never mind. how many agents do we have?")).text.startswith("You have 3 agents")


@pytest.mark.parametrize(
    "words", ["oh no, wrong one, start that again", "let it run again please", "no, turn it back on"]
)
async def test_last_paused_agent_is_resumed(chat: Chat, words: str):
    await chat.say("pause notion-reporter")
    answer = await chat.say(words)
    assert answer.text.startswith("**notion-reporter** is active again")
    assert await status_of("notion-reporter") == "active"


async def test_last_one_refers_to_the_list_after_other_changes(chat: Chat):
    listed = await chat.say("list my agents")
    await chat.say("pause the first two")
    assert (await chat.say("bin the last one")).text.startswith(f"Shall I delete **{_last_of(listed.text)}**")


async def test_which_ones_are_paused_lists_agents(chat: Chat):
    await chat.say("pause notion-reporter until I'm back from Spain")
    told = (await chat.say("which ones are paused now")).text
    assert "notion-reporter" in told and "jira-overdue-monitor" not in told


def _last_of(listed: str) -> str:
    return listed.rstrip().rpartition(". **")[2].partition("**")[0]
