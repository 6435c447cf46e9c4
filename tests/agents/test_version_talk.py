"""Copies and versions of agents in words: what is understood, what is done, and that no more is said."""

from dataclasses import replace

import pytest

from agents.dialogue import DialogueState
from agents.models import AgentDefinition
from agents.version_wishes import read_version_wish
from intent.types import ActionType
from omniforge.ids import new_id
from omniforge.projects.focus import Focus
from omniforge.tenants.models import Role
from tests.agents.chat import Chat

AGENTS = ("notion-reporter", "jira-overdue-monitor")
HERE = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("three_agents")]


@pytest.mark.parametrize(
    ("message", "wish"),
    [
        ("duplicate it", ("duplicate", "", "", 0)),
        ("Please copy notion-reporter.", ("duplicate", "notion-reporter", "", 0)),
        (
            "duplicate the agent notion-reporter as 'Daily News'",
            ("duplicate", "notion-reporter", "Daily News", 0),
        ),
        ("make a copy of it and call it daily-news", ("duplicate", "", "daily-news", 0)),
        ("clone the second one", ("duplicate", "", "", 0)),
        ("show me its versions", ("list", "", "", 0)),
        ("show notion-reporter's versions", ("list", "notion-reporter", "", 0)),
        ("list the versions of notion-reporter", ("list", "notion-reporter", "", 0)),
        ("what versions does it have?", ("list", "", "", 0)),
        ("go back to version 2", ("restore", "", "", 2)),
        ("roll notion-reporter back to version 12!", ("restore", "notion-reporter", "", 12)),
        ("revert it to version 1", ("restore", "", "", 1)),
        ("restore version 3 of notion-reporter", ("restore", "notion-reporter", "", 3)),
        ("what changed in version 3?", ("compare", "", "", 3)),
        ("what did version 2 of notion-reporter change?", ("compare", "notion-reporter", "", 2)),
        ("show me the changes in version 2", ("compare", "", "", 2)),
    ],
)
def test_what_is_wanted_is_read(message: str, wish: tuple[str, str, str, int]):
    found = read_version_wish(message, AGENTS)
    assert found and (found.do, found.agent, found.name, found.number) == wish


@pytest.mark.parametrize(
    "message",
    [
        "copy the launch plan into the archive",
        "duplicate the pricing task",
        "show me the versions of the contract",
        "go back to version 2 of the pricing document",
        "what changed in the project since yesterday?",
        "create an agent that goes back to version 2",
        "what changed?",
        "copy this: the flyers are done",
    ],
)
def test_what_is_about_something_else_is_left(message: str):
    assert read_version_wish(message, AGENTS) is None


class TestInTheChat:
    pytestmark = HERE

    async def test_an_agent_is_duplicated_and_the_copy_spoken_of_next(self, chat: Chat):
        answer = await chat.say("duplicate notion-reporter")
        copied = await AgentDefinition.objects.aget(slug="notion-reporter-copy")
        assert (copied.status, copied.source) == ("paused", "Notion")
        assert [(one.action, one.entity_name) for one in answer.operations] == [("create", copied.slug)]
        assert "**notion-reporter-copy**, a copy of **notion-reporter**" in answer.text
        assert "paused" in answer.text
        await chat.say("resume it")
        await copied.arefresh_from_db()
        assert copied.status == "active"

    async def test_a_copy_is_given_the_name_that_is_said_or_none_is_made(self, chat: Chat):
        await chat.say("duplicate notion-reporter as Daily News")
        assert (await AgentDefinition.objects.aget(slug="daily-news")).source == "Notion"
        before = await AgentDefinition.objects.acount()
        taken = await chat.say("duplicate notion-reporter as jira-overdue-monitor")
        assert "taken" in taken.text and not taken.operations
        assert await AgentDefinition.objects.acount() == before

    async def test_its_versions_are_listed_compared_and_gone_back_to(self, chat: Chat):
        await chat.say("change the source of notion-reporter to Confluence")
        await chat.say("pause it")
        listed = await chat.say("show me its versions")
        assert listed.intent.action_type == ActionType.QUERY_INFO and not listed.operations
        assert [f"Version {number}" in listed.text for number in (1, 2, 3, 4)] == [True, True, True, False]
        assert "Version 3, the current one" in listed.text
        compared = await chat.say("what changed in version 2?")
        assert "- source: Notion → Confluence" in compared.text and "destination" not in compared.text
        gone = await chat.say("go back to version 1")
        agent = await AgentDefinition.objects.aget(slug="notion-reporter")
        assert (agent.source, agent.status, agent.version) == ("Notion", "paused", 4)
        assert [(one.action, one.entity_name) for one in gone.operations] == [("update", agent.slug)]
        assert "version 1" in gone.text and "version 4" in gone.text

    async def test_a_version_that_is_not_there_changes_nothing_and_is_told(self, chat: Chat):
        for message in (
            "roll notion-reporter back to version 7",
            "what changed in version 7 of notion-reporter?",
        ):
            answer = await chat.say(message)
            assert "There is no version 7" in answer.text and not answer.operations
        current = await chat.say("roll notion-reporter back to version 1")
        assert "at version 1 already" in current.text and not current.operations
        first = await chat.say("what changed in version 1 of notion-reporter?")
        assert "the first version" in first.text

    async def test_without_an_agent_that_was_spoken_of_nothing_is_guessed(self, chat: Chat):
        answer = await chat.say("go back to version 2")
        assert not answer.operations
        assert answer.intent.target_agent is None
        await chat.say("pause notion-reporter")  # spoken of, but not the second of any list
        assert not (await chat.say("clone the second one")).operations
        chat.dialogue = DialogueState()
        await chat.say("list my agents")
        assert [one.action for one in (await chat.say("clone the second one")).operations] == ["create"]

    async def test_in_the_talk_about_a_project_only_a_name_means_an_agent(self, chat: Chat):
        await chat.say("change the source of notion-reporter to Confluence")
        chat.focus = Focus(project_id=new_id())
        assert not (await chat.say("go back to version 1")).operations
        chat.dialogue = DialogueState()
        assert (await chat.say("roll notion-reporter back to version 1")).operations

    async def test_an_open_question_stays_unless_the_agent_is_named(self, chat: Chat):
        await chat.say("pause notion-reporter")
        await chat.say("delete jira-overdue-monitor")
        answer = await chat.say("duplicate notion-reporter")
        assert [one.action for one in answer.operations] == ["create"]

    async def test_an_auditor_reads_versions_and_copies_nothing(self, chat: Chat):
        auditor = Chat(replace(chat.access, role=Role.AUDITOR))
        assert "Version 1" in (await auditor.say("list the versions of notion-reporter")).text
        assert not (await auditor.say("duplicate notion-reporter")).operations
        assert not await AgentDefinition.objects.filter(slug="notion-reporter-copy").aexists()
