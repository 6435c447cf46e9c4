"""Which agent fits a task, and what it would leave undone."""

from agents.matching import best_match
from intent.types import AgentCard

AGENTS = (
    AgentCard("notion-reporter", "Weekly Notion project summaries"),
    AgentCard("financial-analyzer", "Monthly analysis of revenue data", ("read-sheets",)),
)


def test_the_agent_that_speaks_of_most_of_the_task_is_found_in_any_form_of_the_words():
    match = best_match(AGENTS, "Analyse the revenue by month")
    assert match and match.agent.name == "financial-analyzer" and "revenue" in match.covered


def test_what_it_does_not_speak_of_is_told():
    match = best_match(AGENTS, "analysis of customer churn for the board")
    assert match and match.missing == ("customer", "churn", "board") and not match.fits


def test_no_common_word_makes_a_match():
    assert best_match(AGENTS, "please do it for me this week") is None
    assert best_match((), "analysis of revenue") is None
