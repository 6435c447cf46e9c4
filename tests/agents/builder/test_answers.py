"""The slots that an answer or a change fills."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.builder.agent_form import AGENT_FORM, begin, read_answer
from agents.builder.answers import has_no_opinion

SAID = [
    ("subject", "The PLATFORM project, past due date, and Slack alerts",
     {"subject": "the PLATFORM project, past due date", "destination": "Slack"}),
    ("subject", "The PLATFORM project, and Slack alerts to #platform-leads",
     {"subject": "the PLATFORM project", "destination": "#platform-leads in Slack"}),
    ("source", "Google Sheets", {"source": "Google Sheets"}),
    ("source", "it's in our CRM", {"source": "our CRM"}),
    ("source", "we use google sheets, and please make it weekly",
     {"source": "Google Sheets", "when": "every Monday at 09:00"}),
    ("source", "the marketing folder", {"source": "the marketing folder"}),
    ("when", "Mondays and Thursdays at 8, and send it to Teams",
     {"when": "every Monday and Thursday at 08:00", "destination": "Microsoft Teams"}),
    ("when", "when the moon is full", {}),
    ("destination", "Slack and email", {"destination": "Slack and email"}),
    ("destination", "email to ann@example.org", {"destination": "email to ann@example.org"}),
    ("destination", "here in this chat", {"destination": "this chat"}),
    ("source", "run it on this: Kim called. Lee will call the printer.", {}),
    ("source", "pause it", {}),
    ("source", "a sheet, results here", {"source": "a sheet", "destination": "this chat"}),
    ("subject", "Gmail", {"source": "Gmail"}),
    ("destination", "only unread mails of today", {"subject": "only unread mails of today"}),
    ("subject", "it should run every Monday at 9", {"when": "every Monday at 09:00"}),
    ("", "make it weekly", {"when": "every Monday at 09:00"}),
    ("", "actually use Google Sheets", {"source": "Google Sheets"}),
    ("", "Change Source to Google Sheets", {"source": "Google Sheets"}),
    ("", "change how often to every Monday at 8", {"when": "every Monday at 08:00"}),
    ("", "call it Weekly Finance", {"name": "weekly-finance"}),
    ("", "send it to Slack instead", {"destination": "Slack"}),
    ("", "sounds good", {}),
]  # fmt: skip


@pytest.mark.parametrize(("asking", "message", "slots"), SAID)
def test_an_answer_fills_what_it_says_and_no_more(asking: str, message: str, slots: dict[str, str]):
    assert read_answer(message, asking) == slots


@pytest.mark.parametrize("spec", AGENT_FORM.slots, ids=lambda spec: spec.name)
def test_a_slot_is_changed_by_the_label_that_is_shown(spec):
    value = "every Monday at 08:00" if spec.name == "when" else "jira-bot"
    assert read_answer(f"Change {spec.label} to {value}", "") == {spec.name: value}


@pytest.mark.parametrize("spec", AGENT_FORM.slots[1:-1], ids=lambda spec: spec.name)
def test_each_quick_answer_fills_its_slot(spec):
    for suggestion in spec.suggestions:
        assert spec.name in read_answer(suggestion, spec.name)


@pytest.mark.parametrize("message", ["skip", "I don't know", "you decide", "whatever", "up to you."])
def test_no_opinion_is_an_answer(message: str):
    assert has_no_opinion(message)


def test_an_opinion_is_not_mistaken_for_none():
    assert not has_no_opinion("anything that is overdue")


@given(st.text(max_size=300), st.sampled_from([spec.name for spec in AGENT_FORM.slots]))
def test_no_text_is_too_strange(text: str, asking: str):
    assert all(isinstance(value, str) for value in read_answer(text, asking).values())


def test_where_results_go_is_not_where_they_come_from():
    said = "an agent that posts the overdue tasks to Slack every morning"
    slots = begin(said, {"data_source": "slack", "channel": "slack"})
    assert slots["destination"] == "Slack" and "source" not in slots
