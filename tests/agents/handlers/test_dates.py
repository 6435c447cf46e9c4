"""Questions about dates and times, asked on Friday, 20 November 2026, at 10:00 UTC."""

import pytest

from tests.agents.handlers.talk import Talk

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what day is it?", "Friday, 20 November 2026"),
        ("what weekday is 3 March 2027", "Wednesday"),
        ("What day of the week was 14 July 1989?", "was **Friday"),
        ("what's the date in three weeks?", "11 December 2026"),
        ("when is Easter Monday 2027?", "29 March 2027"),
        ("how many days until Christmas?", "35 days"),
        ("how many working days until 25 December", "25 working days"),
        ("how long until 20 November 2028", "731 days"),
        ("how many weeks between 1 March 2027 and 30 June 2027?", "17 weeks and 2 days"),
        ("what date is 45 working days from 1 February 2027", "5 April 2027"),
        ("what time is it in Tokyo", "19:00"),
        ("what time is it?", "10:00"),
        ("if it is 9:00 in New York, what time is it in Berlin?", "15:00"),
        ("what time is it in Kleinkleckersdorf", "don't know the time"),
    ],
)
async def test_date_questions_are_answered(talk: Talk, question: str, answer: str):
    assert answer in await talk.say(question)


async def test_two_date_questions_in_one_message_are_answered(talk: Talk):
    answer = await talk.say("what weekday was 9 November 1989? And what's the date in 10 days?")
    assert "Thursday" in answer and "30 November 2026" in answer
