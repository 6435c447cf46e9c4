"""A change of a long text is told by the part that differs."""

import pytest

from agents.tools.differing import before_and_after, gone

LONG = "Look into the order book every morning and write down who has not paid within a month. "
END = " Then say it in one line, with the sum of what is open and the day of the last reminder."


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (None, "Ben", "none → Ben"),
        ("todo", "done", "todo → done"),
        (0, 0.5, "0 → 0.5"),
        (["tea"], ["tea", "milk"], "tea → tea, milk"),
        ("One.\n\nTwo.", "One. Two.", "only spaces or line breaks"),
    ],
)
def test_change_is_told_by_what_differs(before, after, told):
    assert before_and_after(before, after) == told


@pytest.mark.parametrize(
    ("before", "after"),
    [("Wait 14 days.", "Wait 21 days."), ("Hand it to scribe.", ""), ("", "Tell Ben as well.")],
)
def test_long_text_is_told_around_its_change(before, after):
    said = before_and_after(f"{LONG}{before}{END}", f"{LONG}{after}{END}").split(" → ")
    for one, part in zip(said, (before, after), strict=True):
        assert f"within a month. {part}".strip() in one and "Then say it" in one
        assert one[0] == one[-1] == "…" and len(one) < 100


def test_both_ends_of_a_long_part_are_told():
    before, _, after = before_and_after(f"Old {LONG * 9} last.", f"New {LONG * 9} first.").partition(" → ")
    assert before.startswith("Old Look") and before.endswith(" last.")
    assert after.startswith("New Look") and after.endswith(" first.")
    assert max(len(before), len(after)) < 260


@pytest.mark.parametrize(
    ("before", "after", "left_out"),
    [
        ("One.\n\nTwo.", "One. Two.", ""),
        ("Glue. Clamp.", "Glue. Clamp. Wait an hour.", ""),
        ("", "Glue it.", ""),
        ("Glue. Clamp. Sand.", "Glue. Sand.", "Glue. Clamp. Sand."),
    ],
)
def test_what_a_text_no_longer_has_is_told(before, after, left_out):
    assert gone(before, after) == left_out
