"""What sort of change is ordered, for the requests that rules leave to a model."""

import pytest

from agents.workspace.requests import orders_in, requests_in


@pytest.mark.parametrize(
    ("message", "found"),
    [
        ("Write what you know of espresso pricing into a document", [("create", "document"), ("update", "")]),
        ("Break the launch down into tasks and milestones", [("create", "task")]),
        ("put together a launch checklist document", [("create", "document"), ("update", "")]),
        ("make this document shorter", [("create", "document"), ("update", "")]),
        ("Please update the Competitor Scan doc with what you find", [("update", "")]),
        ("What is in the plan?", []),
        ("Could you tell me what to write into the document?", []),
        ("Maybe we should rewrite the plan.", []),
        ("Don't change the plan.", []),
        ("Summarise the notes.", []),
        ("Delete everything.", []),
        ("What does 'rewrite the plan' mean:\nRewrite the plan.", []),
        ("> rewrite the plan\nlooks odd", []),
    ],
)
def test_orders_are_told_from_all_else(message, found):
    assert [(one.action, one.kind) for one in requests_in(message)] == found


@pytest.mark.parametrize(("message", "points"), [("shorten this", True), ("shorten the plan", False)])
def test_pointing_is_told_from_naming(message, points):
    assert [not one.name for one in requests_in(message)] == [points]


def test_what_is_only_read_is_no_order():
    assert orders_in("Read the notes. Then mark 'Call Bob' done. Is it late?") == "Then mark Call Bob done."
