"""Messages without a command are answered by their subject, or declined for what they are."""

import pytest

from tests.agents.chat import Chat

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("when will notion-reporter be run the next time?", "**notion-reporter** runs every Monday at 09"),
        ("for whom is jira-overdue-monitor there?", "**jira-overdue-monitor** (active)"),
        ("has the financial-analyzer got a nickname?", "**financial-analyzer** (active)"),
    ],
)
async def test_question_naming_an_agent_is_answered_about_it(
    three_agents, chat: Chat, said: str, answer: str
):
    assert answer in (await chat.say(said)).text


@pytest.mark.parametrize("said", ["and when?", "how often exactly?", "und wann?"])
async def test_unnamed_question_is_about_the_last_mentioned_agent(three_agents, chat: Chat, said: str):
    await chat.say("what does notion-reporter do?")
    assert (await chat.say(said)).text.startswith("**notion-reporter** runs every Monday at 09")


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("sorry, I meant Wednesdays", "every Wednesday at 15:00"),
        ("oops, I wanted Mondays and Fridays, same time", "every Monday and Friday at 15:00"),
        ("no, that should have been Tuesdays at 4pm", "every Tuesday at 16:00"),
    ],
)
async def test_meant_days_correct_the_schedule(three_agents, chat: Chat, said: str, answer: str):
    await chat.say("let notion-reporter run on Thursdays at 3 in the afternoon")
    assert answer in (await chat.say(said)).text


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("pause the invoice-bot please", "There's no agent **invoice-bot**. There's **"),
        ("let price-watcher run at 5pm", "There's no agent **price-watcher**. There's **"),
        ("run the payroll agent", "There's no agent “payroll”. Which agent should I run?"),
    ],
)
async def test_order_to_a_missing_agent_lists_the_existing_ones(
    three_agents, chat: Chat, said: str, answer: str
):
    assert (await chat.say(said)).text.startswith(answer)


@pytest.mark.parametrize("said", ["could you run it an hour later?", "would you water the plants?"])
async def test_polite_question_order_is_refused_as_not_understood(three_agents, chat: Chat, said: str):
    assert (await chat.say(said)).text.startswith("I didn't understand that")


async def test_statement_not_noted_still_answers_in_the_same_chat(chat: Chat):
    told = await chat.say("This year the grape harvest starts on 7 February 2027.")
    assert "noted nothing" in told.text
    assert "7 February 2027" in (await chat.say("what day does the grape harvest start?")).text


async def test_correction_of_a_stated_fact_is_noted(chat: Chat):
    await chat.say("The Okafors sit at table 6.")
    await chat.say("Hello")
    assert "table 14" in (await chat.say("No, I mixed that up: the Okafors sit at table 14.")).text
    assert "table 14" in (await chat.say("At which table do the Okafors sit?")).text


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("could notion-reporter possibly go out an hour earlier?", "I didn't understand that"),
        ("don't run notion-reporter next Monday", "**notion-reporter** skips 23 Nov 2026"),
    ],
)
async def test_unsupported_agent_order_is_not_taken_for_another(
    three_agents, chat: Chat, said: str, answer: str
):
    assert answer in (await chat.say(said)).text


async def test_paused_agent_is_not_reported_as_running(three_agents, chat: Chat):
    await chat.say("pause notion-reporter")
    assert "runs as before" not in (await chat.say("don't run notion-reporter next Monday")).text
    assert "is active again" in (await chat.say("start it again pls")).text


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Tasting night for the cellar is 12 March 2027.", "when is the tasting night?"),
        ("market day at the farm will be on 12 March 2027", "when is the market day?"),
    ],
)
async def test_an_occasion_without_an_article_is_noted(chat: Chat, said: str, asked: str):
    assert (await chat.say(said)).text.startswith("Noted: ")
    assert "12 March 2027" in (await chat.say(asked)).text


@pytest.mark.parametrize("said", ["and the other two?", "And the others?", "what about the other ones?"])
async def test_the_others_are_the_agents_not_mentioned(three_agents, chat: Chat, said: str):
    await chat.say("what does notion-reporter do?")
    told = (await chat.say(said)).text
    assert "**jira-overdue-monitor** (active)" in told and "**financial-analyzer** (active)" in told
    assert "**notion-reporter**" not in told
