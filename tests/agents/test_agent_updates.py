"""Changes of agents by talk, without a model."""

import pytest

from agents.models import AgentDefinition
from tests.agents.chat import Chat

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("three_agents")]


async def agent(name: str) -> AgentDefinition:
    return await AgentDefinition.objects.aget(slug=name)


class TestUpdateAgent:
    @pytest.mark.parametrize(
        ("message", "field", "value"),
        [
            (
                "Change the schedule of notion-reporter to every weekday at 8",
                "schedule_words",
                "every weekday at 08:00",
            ),
            ("change the source of notion-reporter to Confluence", "source", "Confluence"),
            ("change the destination of notion-reporter to #news in Slack", "destination", "#news in Slack"),
            ("rename notion-reporter to notion-digest", "slug", "notion-digest"),
            ("pause notion-reporter", "status", "paused"),
        ],
    )
    async def test_order_changes_the_named_field_of_the_agent(
        self, chat: Chat, message: str, field: str, value: str
    ):
        before = await agent("notion-reporter")
        answer = await chat.say(message)
        after = await AgentDefinition.objects.aget(pk=before.pk)
        assert getattr(after, field) == value and after.version == 2
        assert [(one.action, one.entity_name) for one in answer.operations] == [("update", after.slug)]

    async def test_reply_names_the_old_and_new_schedule(self, chat: Chat):
        answer = await chat.say("Change the schedule of notion-reporter to every day at 7")
        assert "now every day at 07:00 (before: every Monday at 09:00)" in answer.text

    async def test_it_refers_to_the_last_mentioned_agent(self, chat: Chat):
        await chat.say("pause jira-overdue-monitor")
        await chat.say("resume it")
        assert (await agent("jira-overdue-monitor")).status == "active"
        await chat.say("make it hourly")
        assert (await agent("jira-overdue-monitor")).schedule_words == "every hour"

    async def test_nothing_is_deleted_without_a_yes(self, chat: Chat):
        answer = await chat.say("delete notion-reporter")
        assert "delete **notion-reporter**?" in answer.text and not answer.operations
        answer = await chat.say("no")
        assert "Kept **notion-reporter**" in answer.text
        assert (await agent("notion-reporter")).status == "active"
        await chat.say("delete notion-reporter")
        answer = await chat.say("yes")
        assert [one.entity_name for one in answer.operations] == ["notion-reporter"]
        assert (await agent("notion-reporter")).status == "archived"
        await chat.say("bring notion-reporter back")
        assert (await agent("notion-reporter")).status == "active"

    async def test_paused_agent_is_restored_as_paused(self, chat: Chat):
        for message in ("pause all of them", "delete notion-reporter", "yes"):
            await chat.say(message)
        answer = await chat.say("bring back the notion reporter")
        assert "is back and paused" in answer.text
        assert (await agent("notion-reporter")).status == "paused"

    async def test_skill_is_removed_from_the_agent(self, chat: Chat):
        await chat.say("pause jira-overdue-monitor")
        answer = await chat.say("remove find-overdue-tickets from it")
        assert "no longer has the skill" in answer.text

    async def test_ambiguous_agent_offers_the_existing_ones(self, chat: Chat):
        answer = await chat.say("make the agent run daily")
        assert {choice.title for choice in answer.options.choices} == {
            "notion-reporter",
            "jira-overdue-monitor",
            "financial-analyzer",
        }
        place = [choice.title for choice in answer.options.choices].index("financial-analyzer")
        await chat.say(str(place + 1))
        assert (await agent("financial-analyzer")).schedule_words == "every day at 09:00"

    async def test_change_without_a_field_asks_what_to_change(self, chat: Chat):
        answer = await chat.say("Change notion-reporter")
        assert "What should change?" in answer.text
        await chat.say("change its source to Confluence")
        assert (await agent("notion-reporter")).source == "Confluence"

    async def test_new_name_with_a_schedule_word_leaves_the_schedule(self, chat: Chat):
        await chat.say("what does notion-reporter do?")
        answer = await chat.say("rename it to weekly-notion")
        assert "its name is now weekly-notion" in answer.text
        assert (await agent("weekly-notion")).schedule_words == "every Monday at 09:00"

    async def test_agent_is_found_by_a_shortened_name(self, chat: Chat):
        assert "**jira-overdue-monitor** is paused" in (await chat.say("pause the jira monitor")).text
        answer = await chat.say("which agents are paused?")
        assert "1 of your 3 agents" in answer.text and "jira-overdue-monitor" in answer.text
        assert "jira-overdue-monitor-copy" in (await chat.say("copy the jira overdue monitor")).text

    async def test_a_taken_name_changes_nothing_and_says_so(self, chat: Chat):
        answer = await chat.say("rename notion-reporter to jira-overdue-monitor")
        assert "The name jira-overdue-monitor is taken" in answer.text
        assert (await agent("notion-reporter")).version == 1
