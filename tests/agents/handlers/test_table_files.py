"""Figures from an attached table, asked for in German and in non-native English."""

import pytest

from tests.agents.chat import Chat
from tests.agents.handlers.test_asked_files import attach
from tests.agents.handlers.test_tables import written

pytestmark = pytest.mark.django_db(transaction=True)
HOLZ = "Stamm;Länge;Betrag\nEiche;4,5;1.210,40\nBuche;3,25;88,60\nEsche;6;301,00\n"
FEES = "name,fee,paid\nOrla,40.50,yes\nMats,55,no\nInga,61.25,no\n"


@pytest.mark.parametrize(
    ("table", "said", "answer"),
    [
        (HOLZ, "Wie hoch ist die Summe der Beträge in dieser Liste?", "1,600"),
        (HOLZ, "Was ist die Summe der Beträge?", "1,600"),
        (HOLZ, "Wie viel ist der Betrag insgesamt?", "1,600"),
        (HOLZ, "Wie hoch ist der Betrag im Durchschnitt?", "533.33"),
        (HOLZ, "Welcher Stamm hat die größte Länge?", "Esche"),
        (FEES, "How much are the fees together?", "156.75"),
        (FEES, "which fees are not paid yet and how much it makes together", "116.25"),
    ],
)
async def test_attached_table_is_totalled(chat: Chat, table: str, said: str, answer: str):
    await attach(chat, "list.csv", table)
    assert answer in (await chat.say(said)).text.replace("\u202f", ",")


TURNS = "Time,Driver,Bus\n14:05,Ola,9\n9:30,Bix,4\n11:10,Zoe,9\n"


@pytest.mark.parametrize(
    ("table", "said", "rows"),
    [
        (
            TURNS,
            "make me a csv of this with only bus 9, earliest first",
            [["Time", "Driver", "Bus"], ["11:10", "Zoe", "9"], ["14:05", "Ola", "9"]],
        ),
        (
            FEES,
            "who hasn't paid yet? csv with name only please",
            [["name"], ["Mats"], ["Inga"]],
        ),
        (
            "day,bus,trips\nmon,A,3\ntue,B,4\ntue,A,2\n",
            "how many trips per bus? as csv please",
            [["bus", "Total trips"], ["A", "5"], ["B", "4"]],
        ),
    ],
)
async def test_file_has_only_the_chosen_rows(chat: Chat, table: str, said: str, rows: list[list[str]]):
    await attach(chat, "list.csv", table)
    await chat.say(said)
    assert await written(chat.access) == rows


async def test_only_those_refers_to_the_rows_shown_last(chat: Chat):
    await attach(chat, "list.csv", FEES)
    await chat.say("a csv of only those with a fee over 60")
    await chat.say("which ones are below 60?")
    await chat.say("put only those in a csv, highest fee first")
    assert await written(chat.access) == [
        ["name", "fee", "paid"],
        ["Mats", "55", "no"],
        ["Orla", "40.5", "yes"],
    ]
