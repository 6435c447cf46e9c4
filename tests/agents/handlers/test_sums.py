"""Calculations in words, and follow-ups with the last result."""

import pytest

from tests.agents.chat import Chat

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("said", "figures"),
    [
        (
            ["what is 1450 + 320", "add 8% to that", "take a tenth off that"],
            ["1,770", "1,911.60", "1,720.44"],
        ),
        (["whats 3 x 85", "plus 20%", "split that three ways"], ["255", "306", "102"]),
        (["add up 12.50, 7.99 and 3", "times 3", "divide that by 4"], ["23.49", "70.47", "17.6175"]),
        (["90 plus 30", "and with VAT at 20%", "half of that", "double it"], ["120", "144", "72", "144"]),
        (["200 minus 15", "less 5% discount", "minus 10"], ["185", "175.75", "165.75"]),
        (["12.5% of Rs. 1,85,000"], ["23,125"]),
        (["what is 7.7% of CHF 1'250.50"], ["96.29"]),
        (["19% von 1.250,50"], ["237.595"]),
        (["70 cents a mile for 48 miles"], ["33.60"]),
        (["how much is 3 and a half times 8"], ["28"]),
        (["what's 340 net of 19% vat"], ["285.71"]),
        (["What is the GST on Rs. 12,000 at 18%?"], ["14,160"]),
        (["invoice is 2340 plus 20% vat what do I charge"], ["2,808"]),
        (["how much is 6 boxes at £3.99 each"], ["£23.94"]),
        (
            ["How much is 18.50 plus 240 plus the 35 from the raffle?", "plus 10 percent for breakages"],
            ["293.50", "322.85"],
        ),
        (["so (3 * 12 + 4 * 9) * 5 is how much"], ["360"]),
        (["450 + 150", "two thirds of that goes to the hall, how much do we keep?"], ["600", "200"]),
        (["to check: 2.5 x 80 + 1.5 x 64"], ["296"]),
        (["9 lessons at 28 euros makes?"], ["252"]),
        (["7 lessons at 45 euros"], ["315"]),
        (
            ["I need 6 planks of 1250 mm each, how many metres is that?", "and what's that at 4 a metre"],
            ["7.5 m", "30"],
        ),
        (["30 days after 16 november"], ["Wednesday, 16 December 2026"]),
    ],
)
async def test_sums_and_follow_ups_are_computed(chat: Chat, said: list[str], figures: list[str]):
    answers = [(await chat.say(one)).text for one in said]
    assert [one for one, figure in zip(answers, figures, strict=True) if f"**{figure}**" not in one] == []


@pytest.mark.parametrize(
    ("said", "figure"),
    [
        ("5 foot 10 in cm", "177.8 cm"),
        ("25C in fahrenheit", "25 °C is **77 °F**"),
        ("what's 86 degF in °C?", "86 °F is **30 °C**"),
        ("how many grams in half a pound", "226.7962 g"),
        ("12 stone 4 in kg", "78.0179 kg"),
        ("900 litres in UK pints", "1,583.7786 UK pt"),
    ],
)
async def test_measures_are_converted(chat: Chat, said: str, figure: str):
    assert figure in (await chat.say(said)).text


async def test_tax_without_a_rate_asks_for_the_rate(chat: Chat):
    assert "At what rate?" in (await chat.say("how much VAT on £85")).text


@pytest.mark.parametrize(
    ("said", "figures"),
    [
        (["The new mixer weighs 95 lb. What is that in kilos?"], ["43.0913 kg"]),
        (["Tess walked 12 miles on Sunday, how many km is that?"], ["19.3121 km"]),
        (["The crate was 40 pounds. In kilos?"], ["18.1437 kg"]),
        (["60 nautical miles in km"], ["111.12 km"]),
        (["how many hours are there in a week?"], ["168 hours"]),
        (["The taxi came to £48.60, split between 4 of us that's how much each?"], ["12.15"]),
        (["Our hall has 24 seats inside and 16 outside. How many is that?"], ["40"]),
        (["12 trays at £4.25 plus 18 bags at £5.99", "plus 20% VAT"], ["£158.82", "190.58"]),
        (["The fence is 2,400 net. What is it with 20% VAT on top?"], ["2,880"]),
        (
            ["what is 15% of 640", "and 640 plus that?", "and that split into two parts?"],
            ["96", "736", "368"],
        ),
        (["So 12 * 40 / 1.5 is?"], ["320"]),
        (["what is 12 times 7", "so what is 2.5 hours of that?"], ["84", "210 hours"]),
    ],
)
async def test_question_uses_the_number_stated_before_it(chat: Chat, said: list[str], figures: list[str]):
    answers = [(await chat.say(one)).text for one in said]
    assert [one for one, figure in zip(answers, figures, strict=True) if f"**{figure}**" not in one] == []


@pytest.mark.parametrize(
    "said",
    [
        "We have 3 dogs and 2 cats. What is that in kilos?",
        "Ann gave 20 and Bo gave 30. plus 5",
        "a van holds 12 crates and I have 600 litres, how many kegs do I need?",
    ],
)
async def test_sum_with_several_candidate_numbers_is_not_computed(chat: Chat, said: str):
    assert "**" not in (await chat.say(said)).text


@pytest.mark.parametrize(
    ("said", "figures"),
    [
        (["how many grams in two pounds?", "and in kilos?"], ["907.1847 g", "0.90718474 kg"]),
        (["The coach costs 7.50 per child and we have 20 children. What does that cost us?"], ["150"]),
        (["A seat is 12 a head and there are 30 of them, how much is that?"], ["360"]),
    ],
)
async def test_sum_in_two_sentences_is_computed(chat: Chat, said: list[str], figures: list[str]):
    answers = [(await chat.say(one)).text for one in said]
    assert [one for one, figure in zip(answers, figures, strict=True) if f"**{figure}**" not in one] == []


@pytest.mark.parametrize(
    "said", [["what is 12 times 7", "and 9?"], ["12% of 600", "and 20 chairs?"], ["hello", "and 20%?"]]
)
async def test_ambiguous_follow_up_figure_changes_no_sum(chat: Chat, said: list[str]):
    assert "**" not in [(await chat.say(one)).text for one in said][-1]
