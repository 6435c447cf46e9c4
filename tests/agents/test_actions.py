"""The master agent's reaction to each kind of request, without a model."""

from dataclasses import replace

import pytest
from asgiref.sync import sync_to_async

from agents.definitions.services import create_skill, set_status
from agents.models import AgentDefinition, AgentRun, RunStatus
from intent.types import ActionType
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from omniforge.tenants.models import Invitation, Membership, Role, Tenant
from tests.agents.chat import Chat
from tests.factories import make_member, make_user

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("three_agents")]


async def agent(name: str) -> AgentDefinition:
    return await AgentDefinition.objects.aget(slug=name)


class TestAddSkill:
    async def test_part_of_a_word_does_not_name_a_skill(self, chat: Chat, ann: Access):
        await in_database(create_skill, access=ann, slug="tax", description="Knows taxes.")
        answer = await chat.say("add the syntax-checker skill to notion-reporter")
        assert "There's no skill **syntax-checker**." in answer.text and not answer.operations

    async def test_unknown_skill_name_after_the_word_is_not_replaced(self, chat: Chat):
        await chat.say("give notion-reporter the skill find-overdue-tickets")
        answer = await chat.say("give notion-reporter the skill check-ibans")
        assert "There's no skill **check-ibans**." in answer.text and not answer.operations


class TestExecuteTask:
    async def test_agent_without_input_fails_and_says_what_is_missing(self, chat: Chat):
        answer = await chat.say("@notion-reporter")
        run = await AgentRun.objects.aget()
        assert run.status == RunStatus.FAILED and run.method == "rules" and run.finished_at
        assert "Notion isn't connected (" in answer.text and "Slack isn't connected (" in answer.text
        assert answer.text.index("isn't connected") < answer.text.index("There was nothing to work with")
        assert [one.status for one in answer.operations] == ["started", "failed"]

    async def test_run_on_a_given_text_by_rules_is_partial(self, chat: Chat):
        await chat.say(
            "@notion-reporter summarise this:\nThe launch moved to May. The launch needs legal "
            "review. Coffee was good."
        )
        run = await AgentRun.objects.aget()
        assert run.status == RunStatus.PARTIAL and "launch" in run.output

    async def test_a_paused_agent_is_not_run(self, chat: Chat):
        await sync_to_async(set_status)(access=chat.access, agent="notion-reporter", status="paused")
        answer = await chat.say("@notion-reporter")
        assert "is paused" in answer.text and not await AgentRun.objects.exclude(agent=None).aexists()

    async def test_task_with_its_text_runs_no_agent(self, chat: Chat):
        answer = await chat.say(
            "Summarise this in 1 sentence:\nThe launch is on 12 May 2026. It needs a budget."
        )
        assert "The main sentence" in answer.text
        assert not await AgentRun.objects.exclude(agent=None).aexists()

    async def test_task_beyond_the_rules_is_refused(self, chat: Chat):
        answer = await chat.say("write a poem about churn")
        assert "can't write texts" in answer.text and not answer.operations


class TestQueryInfo:
    @pytest.mark.parametrize(
        ("question", "told"),
        [
            (
                "Which skills are there?",
                "**find-overdue-tickets** - Finds overdue tickets (used by jira-overdue-monitor)",
            ),
            ("Who are the members of this workspace?", "ann@acme.example (owner)"),
            ("How long are chats kept?", "kept for 90 days"),
            ("Which models do you use?", "No model is connected"),
            (
                "When does notion-reporter run next?",
                "runs every Monday at 09:00. Next: ",
            ),
            ("Has notion-reporter run?", "**notion-reporter** has not run yet"),
            ("Is the jira monitor active?", "**jira-overdue-monitor** (active"),
            ("What can the jira overdue monitor do?", "**jira-overdue-monitor** (active"),
            ("Which agents use find-overdue-tickets?", "1 of your 3 agents:\n\n1. **jira-overdue-monitor**"),
            (
                "Which of my agents has to do with tickets?",
                "1 of your 3 agents:\n\n1. **jira-overdue-monitor**",
            ),
            ("Is there an agent that looks after the rota?", "None of your 3 agents names “the rota”."),
            ("Which agents run on Tuesdays?", "1 of your 3 agents:\n\n1. **jira-overdue-monitor**"),
            ("Which agents run in the morning?", "Here are your agents:\n\n1. **notion-reporter**"),
            (
                "Which agents need something that isn't connected?",
                "2 of your 3 agents:\n\n1. **notion-reporter**",
            ),
            ("Which agents have I deleted?", "No agent was deleted here."),
            ("Who set up notion-reporter?", "**notion-reporter** was created by ann@acme.example on "),
            ("Did any runs fail overnight?", "No agent has run yet."),
            ("How much have we spent on models this month?", "used 0 tokens this month, for $0.00"),
            ("Who can see my chats?", "Only you see your conversations"),
            ("What can you do?", "You can say, for example"),
            ("/agents", "1. **notion-reporter**"),
        ],
    )
    async def test_questions_are_answered_from_the_database(self, chat: Chat, question: str, told: str):
        answer = await chat.say(question)
        assert answer.intent.action_type is ActionType.QUERY_INFO and told in answer.text

    async def test_list_of_all_skills_ignores_the_last_agent(self, chat: Chat):
        await chat.say("what does notion-reporter do?")
        answer = await chat.say("which skills does it have?")
        assert answer.text.startswith("**notion-reporter**")
        answer = await chat.say("which skills are there?")
        assert "The skills of this workspace" in answer.text

    async def test_past_conversations_are_listed_by_title(self, chat: Chat):
        chat.titles = ("Overdue tickets", "Weekly report")
        answer = await chat.say("What did we talk about in past conversations?")
        assert "- Overdue tickets\n- Weekly report" in answer.text

    async def test_result_of_the_last_run_is_told(self, chat: Chat):
        await chat.say(
            "@notion-reporter summarise:\nThe launch moved to May, and legal review takes two weeks."
        )
        answer = await chat.say("What did notion-reporter find?")
        assert "partial" in answer.text and "legal review takes two weeks" in answer.text


class TestManagePlatform:
    async def test_retention_changes_after_a_yes(self, chat: Chat, acme: Tenant):
        answer = await chat.say("Keep our chats for 180 days")
        assert "Keep chats for 180 days" in answer.text and not answer.operations
        answer = await chat.say("yes")
        await acme.arefresh_from_db()
        assert acme.retention_days == 180 and answer.operations[0].entity_name == "Acme"

    async def test_invalid_retention_changes_nothing_and_is_explained(self, chat: Chat, acme: Tenant):
        await chat.say("Keep our chats for 5 days")
        answer = await chat.say("yes")
        assert "Nothing was changed" in answer.text and "30 to 3650" in answer.text and not answer.operations

    async def test_an_invitation_is_made_with_its_link(self, chat: Chat, settings):
        settings.SITE_URL = "https://forge.example.org"
        await chat.say("Invite kim@example.org as an admin")
        answer = await chat.say("yes")
        invitation = await Invitation.objects.aget()
        assert (invitation.email, invitation.role) == ("kim@example.org", "admin")
        assert "[https://forge.example.org/join/" in answer.text

    async def test_a_role_is_changed(self, chat: Chat, amy: Access):
        await chat.say("Make amy@acme.example an admin", forced_action=ActionType.MANAGE_PLATFORM)
        await chat.say("yes")
        assert (await Membership.objects.aget(user_id=amy.user_id)).role == "admin"

    async def test_ambiguous_first_name_gets_no_role(self, chat: Chat, acme: Tenant):
        people = [await in_database(make_user, f"amy{n}@acme.example", name=f"Amy {n}") for n in "AB"]
        for person in people:
            await in_database(make_member, acme, person)
        await chat.say("Make Amy an admin")
        answer = await chat.say("yes")
        assert "Nothing was changed. Amy fits 2 members" in answer.text and not answer.operations
        assert not await Membership.objects.filter(user__in=people, role=Role.ADMIN).aexists()

    async def test_member_is_told_who_may_change_settings(self, chat: Chat, amy: Access, acme: Tenant):
        answer = await Chat(amy).say("Keep our chats for 180 days")
        await acme.arefresh_from_db()
        assert "ann@acme.example" in answer.text and acme.retention_days == 90

    async def test_setting_not_changeable_in_chat_points_to_settings(self, chat: Chat):
        answer = await chat.say("Rotate the workspace API key", forced_action=ActionType.MANAGE_PLATFORM)
        assert "Settings" in answer.text and not answer.operations


class TestUnknown:
    async def test_a_greeting_is_greeted(self, chat: Chat):
        assert (await chat.say("hello")).text.startswith("Hello.")

    @pytest.mark.parametrize(
        ("said", "answered"),
        [
            ("bye", "Goodbye"),
            ("ok", "OK."),
            ("that's wrong", "I'm sorry"),
            ("I don't understand", "I'm sorry"),
            ("Are you a human?", "I'm OmniForge"),
            ("start over", "Nothing is open"),
        ],
    )
    async def test_small_talk_is_answered_without_a_question(self, chat: Chat, said: str, answered: str):
        answer = await chat.say(said)
        assert answered in answer.text and "Shall I" not in answer.text and not answer.operations

    async def test_an_agent_that_does_not_exist_is_not_invented(self, chat: Chat):
        answer = await chat.say("@nobody do it")
        assert "There is no agent called nobody" in answer.text and "notion-reporter" in answer.text


class TestAuditors:
    @pytest.mark.parametrize(
        "message", ["Create an agent that watches Jira", "@notion-reporter", "pause notion-reporter"]
    )
    async def test_an_auditor_reads_only(self, chat: Chat, message: str):
        auditor = Chat(replace(chat.access, role=Role.AUDITOR))
        answer = await auditor.say(message)
        assert "As an auditor" in answer.text and not answer.operations


class TestNoClaim:
    async def test_another_tenants_agents_are_never_shown(self, bob: Access):
        assert "no agents here yet" in (await Chat(bob).say("List my agents")).text
        answer = await Chat(bob).say("pause notion-reporter")
        assert not answer.operations


async def test_message_without_an_action_is_unsure(chat: Chat):
    read = (await chat.say("every evening before we close")).intent
    assert (read.action_type, read.is_unsure) == (ActionType.UNKNOWN, True)
    assert read.alternative_action not in (None, ActionType.UNKNOWN)
