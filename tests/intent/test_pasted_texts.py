"""A pasted text is told from the person's own words above it."""

import pytest

from intent.statements.pasted_texts import read_pasted_text

_LETTER = "Dear Ms Oyelaran, the hall costs £25 an hour. The deposit is £50. Pay it by 3 May, please."


@pytest.mark.parametrize(
    ("above", "asked"),
    [
        ("what is the deposit", "what is the deposit?"),
        ("the hall sent this, what is the deposit and by when?", "what is the deposit and by when?"),
        ("Hall's letter - how much is it, when do I pay", "how much is it? when do I pay?"),
        ("I can't read it all. What is the deposit? By when?", "What is the deposit? By when?"),
        ("cant find my glasses. whats the deposit. its in the letter", "whats the deposit?"),
        ("if we cancel, what does it cost?", "if we cancel, what does it cost?"),
    ],
)
def test_questions_above_a_text_are_read_alone(above: str, asked: str):
    read = read_pasted_text(f"{above}\n\n{_LETTER}")
    assert read and (read.above, read.text, read.asked) == (above, _LETTER, asked)


@pytest.mark.parametrize(
    "message",
    [
        f"here is the letter\n\n{_LETTER}",  # short, and nothing is asked
        "what is the total?\n\nItem\tPrice\nHall. With stage.\t25\nTea. And cake.\t50\nUrn. Hired.\t12",
        "what is open?\n\n- call Ann\n- order the tea for the hall\n- pay the deposit and tell the others",
    ],
)
def test_tables_and_lists_are_no_text(message: str):
    assert read_pasted_text(message) is None
