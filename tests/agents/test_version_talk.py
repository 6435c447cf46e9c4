"""Copies and versions of agents in words: what is understood and done, and that no more is claimed."""

from dataclasses import replace

import pytest

from agents.context.dialogue import DialogueState
from agents.models import AgentDefinition
from intent.types import ActionType
from omniforge.projects.focus import Focus
from omniforge.projects.kinds import Kind
from omniforge.storage.ids import new_id
from omniforge.tenants.models import Role
from tests.agents.chat import Chat

HERE = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("three_agents")]


class TestInTheChat:
    pytestmark = HERE

    async def test_duplicated_agent_is_the_next_referent(self, chat: Chat):
        answer = await chat.say("duplicate notion-reporter")
        copied = await AgentDefinition.objects.aget(slug="notion-reporter-copy")
        assert (copied.status, copied.source) == ("paused", "Notion")
        assert [(one.action, one.entity_name) for one in answer.operations] == [("create", copied.slug)]
        assert "**notion-reporter-copy**, a copy of **notion-reporter**" in answer.text
        assert "paused" in answer.text
        await chat.say("resume it")
        await copied.arefresh_from_db()
        assert copied.status == "active"

    async def test_copy_gets_the_given_name_or_is_not_made(self, chat: Chat):
        await chat.say("duplicate notion-reporter as Daily News")
        assert (await AgentDefinition.objects.aget(slug="daily-news")).source == "Notion"
        before = await AgentDefinition.objects.acount()
        taken = await chat.say("duplicate notion-reporter as jira-overdue-monitor")
        assert "taken" in taken.text and not taken.operations
        assert await AgentDefinition.objects.acount() == before

    async def test_agent_versions_are_listed_compared_and_restored(self, chat: Chat):
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
        assert "back at version 1" in gone.text

    async def test_unknown_version_is_reported_and_changes_nothing(self, chat: Chat):
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

    async def test_version_order_without_an_agent_changes_nothing(self, chat: Chat):
        answer = await chat.say("go back to version 2")
        assert not answer.operations
        assert answer.intent.target_agent is None
        await chat.say("pause notion-reporter")  # spoken of, but not the second of any list
        assert not (await chat.say("clone the second one")).operations
        chat.dialogue = DialogueState()
        await chat.say("list my agents")
        assert [one.action for one in (await chat.say("clone the second one")).operations] == ["create"]

    async def test_version_order_beside_a_document_needs_the_agents_name(self, chat: Chat):
        await chat.say("change the source of notion-reporter to Confluence")
        chat.focus = Focus(project_id=new_id(), kind=Kind.DOCUMENT, thing_id=new_id())
        assert not (await chat.say("go back to version 1")).operations
        chat.dialogue = DialogueState()
        assert (await chat.say("roll notion-reporter back to version 1")).operations

    async def test_naming_an_agent_overrides_the_open_question(self, chat: Chat):
        await chat.say("pause notion-reporter")
        await chat.say("delete jira-overdue-monitor")
        answer = await chat.say("duplicate notion-reporter")
        assert [one.action for one in answer.operations] == ["create"]

    async def test_an_auditor_reads_versions_and_copies_nothing(self, chat: Chat):
        auditor = Chat(replace(chat.access, role=Role.AUDITOR))
        assert "Version 1" in (await auditor.say("list the versions of notion-reporter")).text
        assert not (await auditor.say("duplicate notion-reporter")).operations
        assert not await AgentDefinition.objects.filter(slug="notion-reporter-copy").aexists()
