"""Agents' work is stored with a turn's answer: the latest state of each part, once, truncated."""

import orjson

from agents.events import (
    ApprovalAsked,
    PlanMade,
    PlannedStage,
    PlannedStep,
    Source,
    SourcesCited,
    StepChanged,
    ToolAnswered,
    ToolCalled,
)
from conversations.turns.progress import Progress


def kept(*events):
    """Return the metadata that these events leave, as the database gives it back."""
    progress = Progress()
    for event in events:
        progress.note(event)
    return orjson.loads(orjson.dumps(progress.metadata))


def plan(goal):
    step = PlannedStep("s1", "Read the report", "tools", (), ("read_file",))
    return PlanMade("p1", goal, (PlannedStage("collect", "Collect", "parallel", (step,)),))


def test_the_last_plan_counts():
    assert kept(plan("first"), plan("second"))["plan"]["goal"] == "second"
    assert kept(plan("first"))["plan"]["stages"][0]["steps"][0]["title"] == "Read the report"


def test_of_each_step_how_it_stands_last():
    steps = kept(
        StepChanged("s1", "Read", "running"),
        StepChanged("s2", "Look up", "running"),
        StepChanged("s1", "Read", "done", "3 pages", 1200),
        StepChanged("s2", "Look up", "failed", "Jira did not answer"),
    )["steps"]
    assert [(step["step_id"], step["status"], step["note"]) for step in steps] == [
        ("s1", "done", "3 pages"),
        ("s2", "failed", "Jira did not answer"),
    ]


def test_a_call_and_its_result_are_one_row():
    calls = kept(
        ToolCalled("c1", "web_search", "Searching the web", {"query": "tea"}),
        ToolCalled("c2", "calculate", "Working out 1+1", {"expression": "1+1"}),
        ToolAnswered("c1", True, "5 pages", 900, '{"pages": 5}'),
    )["tools"]
    assert [call["call_id"] for call in calls] == ["c1", "c2"]
    assert calls[0]["arguments"] == {"query": "tea"}
    assert calls[0]["summary"] == "5 pages"
    assert "ok" not in calls[1]


def test_long_texts_are_cut_wherever_they_stand():
    [call] = kept(
        ToolCalled("c1", "write_file", "Writing", {"parts": [{"text": "x" * 5000}], "size": 5000}),
        ToolAnswered("c1", True, "Written", 5, "y" * 4000),
    )["tools"]
    assert call["arguments"] == {"parts": [{"text": "x" * 1000 + "…"}], "size": 5000}
    assert call["result"] == "y" * 1000 + "…"


def test_a_place_is_cited_once():
    tea, also_tea = Source("Tea", "https://tea.example/"), Source("All of tea", "https://tea.example/")
    unlinked = Source("A talk", ""), Source("Another talk", "")
    cited = kept(SourcesCited((tea,)), SourcesCited((also_tea, *unlinked)))["sources"]
    assert [source["title"] for source in cited] == ["Tea", "A talk", "Another talk"]


def test_what_waited_for_a_word_is_kept():
    asked = ApprovalAsked(
        "a1", "send_mail", "Sending a mail", "You asked", {"to": "x"}, "2026-11-22T10:00:00Z"
    )
    assert kept(asked)["approvals"][0]["what"] == "Sending a mail"
