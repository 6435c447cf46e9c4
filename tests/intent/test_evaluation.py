"""Evaluation, and the command that runs it."""

import json
from decimal import Decimal
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from intent.training.evaluation import Judged, report, wilson
from intent.training.examples import read_examples
from intent.types import ActionType, Intent

ROW = {
    "id": "r1",
    "kind": "plain",
    "message": "Run notion-reporter",
    "history": [],
    "agents": [{"name": "notion-reporter", "description": "Weekly", "skills": ["notion-read"]}],
    "skills": ["notion-read"],
    "action_type": "execute_task",
    "acceptable": ["execute_task"],
    "is_ambiguous": False,
    "target_agent": "notion-reporter",
    "entities": {"agent_name": "notion-reporter"},
}
GREETING = ROW | {
    "id": "r2",
    "kind": "noise",
    "message": "hello",
    "action_type": "unknown",
    "acceptable": ["unknown"],
    "target_agent": None,
}
MISTAKEN = ROW | {
    "id": "r3",
    "message": "hello again",
    "action_type": "create_agent",
    "acceptable": ["create_agent"],
}


@pytest.fixture
def rows(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in (ROW, GREETING, MISTAKEN)))
    return path


def run(*args, **options):
    out = StringIO()
    call_command("evaluate_intent", *args, stdout=out, **options)
    return out.getvalue()


def test_figures_are_computed_from_the_rows(rows, tmp_path):
    run(rows, method="rules", json=tmp_path / "out.json")
    figures = json.loads((tmp_path / "out.json").read_text())
    assert figures["accuracy"] == pytest.approx(2 / 3, abs=1e-4)
    assert figures["per_kind"] == {"noise": 1.0, "plain": 0.5}
    assert figures["per_class"]["execute_task"] == {"precision": 1.0, "recall": 1.0, "rows": 1}
    assert figures["confusion"]["create_agent"] == {"unknown": 1}
    assert figures["latency_ms"]["p50"] > 0 and figures["cost_per_message"] == 0
    assert figures["interval"][0] < figures["accuracy"] < figures["interval"][1]


def test_errors_option_lists_wrong_rows(rows):
    assert "r3: create_agent taken as unknown" in run(rows, method="rules", errors=True)


def test_recorded_prompts_and_answers_are_scored(rows, tmp_path):
    folder = tmp_path / "prompts"
    run(rows, record=folder)
    prompts = sorted(path.name for path in folder.iterdir())
    assert prompts == ["r1.prompt.txt", "r2.prompt.txt", "r3.prompt.txt"]
    assert "Run notion-reporter" in (folder / "r1.prompt.txt").read_text()
    answer = {
        "reasoning": "A wish.", "action_type": "create_agent", "confidence": 0.9, "is_ambiguous": False,
        "alternative_action": None, "alternative_confidence": None, "clarifying_question": None,
        "target_agent": None, "entities": [],
    }  # fmt: skip
    (folder / "r3.answer.txt").write_text(json.dumps(answer))
    run(rows, replay=folder, json=tmp_path / "out.json")
    figures = json.loads((tmp_path / "out.json").read_text())
    assert figures["accuracy"] == 1.0
    assert figures["methods"] == {"rules": 2, "model": 1}


def test_show_prompts_option_prints_the_prompts(rows):
    shown = run(rows, show_prompts=True)
    assert shown.count("### system") == 3 and "--- r1" in shown


@pytest.mark.parametrize("text", ["{", '{"id": "r1"}', "[]"])
def test_malformed_rows_file_is_refused(tmp_path, text):
    path = tmp_path / "rows.jsonl"
    path.write_text(text)
    with pytest.raises(CommandError, match=r"rows\.jsonl"):
        run(path)


def test_rows_may_share_a_catalogue(tmp_path):
    shared = {"catalogue": 3, "agents": ROW["agents"], "skills": ROW["skills"]}
    without = {name: value for name, value in ROW.items() if name not in ("agents", "skills")}
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(map(json.dumps, (shared, without | {"catalogue": 3}, ROW))))
    first, second = read_examples(path)
    assert first == second


def test_missing_rows_file_is_refused(tmp_path):
    with pytest.raises(CommandError):
        run(tmp_path / "nowhere.jsonl")


def test_cost_per_message_is_a_mean(rows):
    examples = read_examples(rows)
    judged = [Judged(one, Intent(one.action, 0.9), Decimal("0.002")) for one in examples]
    assert report(judged)["cost_per_message"] == pytest.approx(0.002)


def test_target_counts_as_wrong_for_a_message_about_no_agent(rows):
    [_, greeting, _] = read_examples(rows)
    assert not Judged(
        greeting, Intent(ActionType.UNKNOWN, 0.9, target_agent="notion-reporter")
    ).is_target_right


def test_wilson_interval_equals_known_values():
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


@given(st.integers(1, 500).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total))))
def test_an_interval_holds_its_share(counts):
    right, total = counts
    low, high = wilson(right, total)
    assert 0 <= low <= right / total + 1e-9 and right / total - 1e-9 <= high <= 1
