"""The five journeys of the requirements (seed 000), without a model."""

from intent.types import ActionType
from tests.intent.dialogues import understood

LISTED = (
    "List my agents",
    "Here are your agents:\n1. notion-reporter - Weekly Notion project summaries\n"
    "2. jira-overdue-monitor - Daily overdue ticket alerts\n"
    "3. financial-analyzer - Monthly financial analysis",
)


async def test_described_problem_is_a_request_for_an_agent():
    intent = await understood(
        "Our team wastes hours every Monday compiling project updates from Notion. "
        "Can the platform help with that?"
    )
    assert intent.action_type is ActionType.CREATE_AGENT
    assert not intent.is_unsure
    assert intent.entities["data_source"] == "notion"
    assert "monday" in intent.entities["frequency"]
    assert "chore" in intent.reasoning


async def test_answers_to_the_wizard_stay_in_the_wizard():
    asked = "Create an agent that monitors our Jira board for overdue tickets"
    assert (await understood(asked)).action_type is ActionType.CREATE_AGENT
    which = "I'll help you create a Jira monitoring agent. Which projects, and who should get the alerts?"
    answer = "The PLATFORM project, past due date, and Slack alerts"
    how_often = "How often should it check: every hour, daily, or real-time?"
    for message, *turns in (
        (answer, asked, which),
        ("Every morning at 9am", asked, which, answer, how_often),
    ):
        assert (await understood(message, *turns)).action_type is ActionType.CREATE_AGENT


async def test_the_first_one_refers_to_the_first_listed_agent():
    intent = await understood("Run the first one", *LISTED)
    assert (intent.action_type, intent.target_agent) == (ActionType.EXECUTE_TASK, "notion-reporter")


async def test_ordinals_and_figures_refer_to_listed_agents():
    for message, target in (
        ("run the second one", "jira-overdue-monitor"),
        ("start number 3", "financial-analyzer"),
        ("run the last one please", "financial-analyzer"),
    ):
        assert (await understood(message, *LISTED)).target_agent == target


async def test_two_part_work_is_ambiguous_between_task_and_agent():
    intent = await understood(
        "I need to analyze our customer churn data and put together a presentation "
        "for the board meeting next week"
    )
    assert intent.action_type is ActionType.EXECUTE_TASK
    assert intent.is_ambiguous
    assert intent.alternative_action is ActionType.CREATE_AGENT
    assert 0 < intent.alternative_confidence <= intent.confidence
    assert "agent" in intent.clarifying_question
