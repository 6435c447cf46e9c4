"""Hypothetical questions are answered from current data, with their day filled in."""

from datetime import date

import pytest

from intent.questions.supposed import read_supposed


@pytest.mark.parametrize(
    ("says", "asks"),
    [
        (
            "suppose we moved the fair to 23 December 2026 - don't change anything, "
            "I want to see which tasks are due until then",
            "which tasks are due until 23 December 2026?",
        ),
        (
            "if the fair slipped to 23 December, what would be due before it?",
            "what would be due before 23 December 2026?",
        ),
        (
            "Angenommen, die Messe ist am 23. Dezember 2026, welche Aufgaben sind bis dahin fällig?",
            "welche Aufgaben sind bis 23 December 2026 fällig?",
        ),
        (
            "Si movemos la feria al 23 de diciembre, ¿qué tareas vencen antes de esa fecha?",
            "¿qué tareas vencen antes de 23 December 2026?",
        ),
        ("if it rains on Friday, what do we do then?", ""),
        ("If Ben is away on Friday, who takes the van?", ""),
        ("which tasks are due until then?", ""),
    ],
)  # fmt: skip
def test_supposed_date_is_the_day_of_the_question(says: str, asks: str):
    assert read_supposed(says, date(2026, 11, 20)) == asks
