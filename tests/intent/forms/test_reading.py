"""A form takes only what a message says about it; anything else is left."""

import tomllib
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intent.commands import Situation
from intent.forms import begin_form, read_form

_FOLDER = Path(__file__).parent
_DATA = tomllib.loads((_FOLDER / "answers.toml").read_text(encoding="utf-8"))
_CORRECTIONS = tomllib.loads((_FOLDER / "corrections.toml").read_text(encoding="utf-8"))
_CASES = [*_DATA["answer"], *_CORRECTIONS["answer"]]
_SLOTS = ("purpose", "source", "subject", "destination", "when", "name", "instructions")
_SITUATION = Situation(datetime(2026, 11, 20, 10, 0, tzinfo=UTC), agents=("stock-check",))


@pytest.mark.parametrize(
    "case",
    [*_DATA["answer"], *_CORRECTIONS["answer"]],
    ids=lambda case: f"{case.get('asking', '')}: {case['say']}",
)
def test_message_fills_the_slots_it_names(case: dict[str, Any]):
    now = {**_DATA["now"], **case.get("now", {})} if case.get("filled") else {}
    situation = replace(_SITUATION, said=case.get("before", ""))
    filled = read_form(case["say"], slots=_SLOTS, now=now, asking=case.get("asking", ""), situation=situation)
    assert filled.values == case.get("slots", {})
    assert filled.leaves == case.get("leaves", False)
    assert filled.problem == case.get("problem", "")


@pytest.mark.parametrize(
    ("before", "said", "hour"),
    [
        ("30 6 * * *", "No, half past five. The brewers start at six.", 5),
        ("0 7 * * *", "at 5", 5),
        ("30 6 * * *", "No, half past five p.m.", 17),
        ("30 6 * * *", "make it 17:30", 17),
        ("0 10 * * *", "at 5", 17),
        ("0 16 * * *", "3.30 please", 15),
        ("0 16 * * *", "no, at 3 in the morning", 3),
    ],
)
def test_new_hour_stays_in_the_half_of_day_of_the_old_one(before: str, said: str, hour: int):
    now = {**_DATA["now"], "cron": before}
    filled = read_form(said, slots=_SLOTS, now=now, asking="", situation=_SITUATION)
    assert f"BYHOUR={hour};" in filled.values.get("cron", "")


def test_request_fills_source_destination_and_schedule():
    said = (
        "create an agent that collects prices from Shopify and Xero and posts them to #prices in Slack "
        "every Friday at 4pm"
    )
    assert begin_form(said, slots=_SLOTS, situation=_SITUATION) == {
        "source": "Shopify and Xero",
        "destination": "#prices in Slack",
        "when": "every Friday at 16:00",
        "cron": "RRULE:FREQ=WEEKLY;BYDAY=FR;BYHOUR=16;BYMINUTE=0",
    }


def test_destination_is_not_read_as_source():
    slots = begin_form(
        "an agent that posts the overdue tasks to Slack every morning", slots=_SLOTS, situation=_SITUATION
    )
    assert slots["destination"] == "Slack" and "source" not in slots


@pytest.mark.parametrize(
    ("work", "place"),
    [
        (
            "pulls the late loans from Koha every Monday at 9 and puts them into a spreadsheet",
            "a spreadsheet",
        ),
        ("pulls the late loans out of Koha and drops them into an Excel file every Monday", "an Excel file"),
        ("writes the late loans from Koha to a sheet every Monday", "a sheet"),
        ("reads Koha each morning and saves what is late in a document", "a document"),
        ("copies new loans from Koha to a shared workbook", "a shared workbook"),
        (
            "mails the late loans to ann@b.example, bea@b.example and #desk every Monday",
            "email to ann@b.example and email to bea@b.example and #desk",
        ),
    ],
)
def test_document_is_read_as_destination(work: str, place: str):
    slots = begin_form(f"create an agent that {work}", slots=_SLOTS, situation=_SITUATION)
    assert slots["destination"] == place


@pytest.mark.parametrize(
    "said",
    [
        "create an agent that reads the orders customers put into a spreadsheet",
        "create an agent that checks what we write in the document",
        "we get orders by mail and write them in a sheet. I'd like an agent that adds them up",
        "make an agent that lists the crowns which came back to us",
    ],
)
def test_system_people_write_in_is_not_the_destination(said: str):
    assert "destination" not in begin_form(said, slots=_SLOTS, situation=_SITUATION)


def test_export_names_its_source_and_destination():
    said = "an agent that exports the deals from HubSpot into a spreadsheet"
    slots = begin_form(said, slots=_SLOTS, situation=_SITUATION)
    assert (slots["source"], slots["destination"]) == ("HubSpot", "a spreadsheet")


@pytest.mark.parametrize(
    ("work", "source"),
    [
        ("counts my takings every night at 10 from Tillhub and puts them in a spreadsheet", "Tillhub"),
        ("lists new bookings from Fresha every morning at 7", "Fresha"),
        ("totals the tickets we sold from Eventix on Sundays", "Eventix"),
        ("lists late payers out of Fakturia every Monday", "Fakturia"),
        ("summarises the reviews on Trustpilot every Monday at 9", "Trustpilot"),
        ("checks the mailbox bills@pond.example every weekday at 7", "bills@pond.example"),
        ("watches our shared inbox orders@oven.example for complaints", "orders@oven.example"),
        ("reads bookings@inn.example every hour and tells me the new ones", "bookings@inn.example"),
        ("lists the orders from Berlin every day", ""),
        ("lists from Monday on what is due", ""),
        ("lists the open tasks from Hill House", ""),
        ("writes to anna@pond.example every Monday who is late", ""),
        ("sends a summary to anna@pond.example every Monday", ""),
    ],
)
def test_source_is_read_from_the_request(work: str, source: str):
    situation = replace(_SITUATION, projects=("Hill House",))
    slots = begin_form(f"create an agent that {work}", slots=_SLOTS, situation=situation)
    assert slots.get("source", "") == source


@pytest.mark.parametrize(
    ("said", "when"),
    [
        ("create an agent to copy the bookings into a sheet by hand", ""),
        ("an agent that sorts the mail, we do that manually today", ""),
        ("create an agent that lists the open tasks, only by hand", "on demand"),
        ("create an agent that lists the open tasks, run manually", "on demand"),
    ],
)
def test_frequency_of_the_manual_chore_is_not_the_schedule(said: str, when: str):
    assert begin_form(said, slots=_SLOTS, situation=_SITUATION).get("when", "") == when


@given(st.text(max_size=200), st.sampled_from(("", *_SLOTS)))
def test_no_text_is_too_strange(text: str, asking: str):
    filled = read_form(text or "?", slots=_SLOTS, now={}, asking=asking, situation=_SITUATION)
    assert all(isinstance(value, str) for value in filled.values.values())
