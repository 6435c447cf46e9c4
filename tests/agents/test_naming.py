"""Names: kebab-case, short, free."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.builder.names import suggest_name
from agents.definitions.names import free_name, to_kebab
from agents.definitions.validation import KEBAB, LONGEST_NAME


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Weekly Finance", "weekly-finance"),
        ("Maya's report!", "mayas-report"),
        ("Prüfer für Übergaben", "pruefer-fuer-uebergaben"),
        ("2026 plan", "plan"),
        ("日本", ""),
    ],
)
def test_text_becomes_a_kebab_case_name(text: str, name: str):
    assert to_kebab(text) == name


@given(st.text(max_size=200))
def test_kebab_name_is_empty_or_valid(text: str):
    name = to_kebab(text)
    assert not name or (KEBAB.fullmatch(name) and len(name) <= LONGEST_NAME)


@given(st.text(st.sampled_from("abc -"), max_size=90), st.sets(st.integers(2, 9)))
def test_free_name_is_unused_and_valid(text: str, numbers: set[int]):
    name = to_kebab(text) or "agent"
    taken = {name, *(f"{name}-{number}" for number in numbers)}
    found = free_name(name, taken)
    assert found not in taken and KEBAB.fullmatch(found) and len(found) <= LONGEST_NAME


def test_free_name_is_unchanged():
    assert free_name("jira-monitor", {"jira-monitor-2"}) == "jira-monitor"


@pytest.mark.parametrize(
    ("purpose", "source", "name"),
    [
        ("monitor our Jira board for overdue tickets", "Jira", "jira-overdue-monitor"),
        ("compile project updates from Notion", "Notion", "notion-project-reporter"),
        ("prepare weekly financial reports", "Google Sheets", "financial-reporter"),
        ("analyze our customer churn data", "", "customer-churn-analyzer"),
        ("", "", "assistant"),
    ],
)
def test_suggested_name_describes_the_purpose(purpose: str, source: str, name: str):
    assert suggest_name({"purpose": purpose, "source": source}) == name
