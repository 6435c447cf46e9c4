"""The purpose in a message."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intent.forms.purpose import read_purpose, strip_opening
from intent.forms.work_in_front import move_work_behind

PURPOSES = [
    ("could something send the rota to our drivers twice a day", "send the rota to our drivers"),
    ("would somebody email us the new reviews every evening", "email us the new reviews"),
    ("an agent that every friday at 4 reads our order sheet", "read our order sheet"),
    ("a bot which every monday at 8 emails us the open orders", "email us the open orders"),
    ("Each Monday at 7 a bot named hay-count must fetch the deliveries from Farmplan and post them to #yard",
     "fetch the deliveries from Farmplan"),
    ("need an agent wich reads our Trello for late cards, fridays 5pm, to #till in slack",
     "read our Trello for late cards"),
    ("Create an agent that monitors our Jira board for overdue tickets",
     "monitor our Jira board for overdue tickets"),
    ("Our team wastes hours every Monday compiling project updates from Notion. Can you help with that?",
     "compile project updates from Notion"),
    ("Every Monday we waste hours compiling updates by hand", "compile updates"),
    ("Create an agent that manually checks invoices", "check invoices"),
    ("I want to create an agent for weekly financial reports", "prepare weekly financial reports"),
    ("I want a bot that will watch the support inbox, tags urgent mail and alerts the team",
     "watch the support inbox, tags urgent mail and alert the team"),
    ("Our weekly reports are always late", "prepare our weekly reports"),
    ("New agent please: competitor newsletter summary, delivered to Slack",
     "prepare competitor newsletter summary"),
    ("Create an agent called notion-bot that summarizes Notion pages and posts them to #team in Slack",
     "summarize Notion pages"),
    ("Kindly create one agent which will be giving me daily report of pending tasks at 6 pm",
     "give me report of pending tasks"),
    ("create an agent called Bean Counter that counts the open tasks", "count the open tasks"),
    ("set up an agent for me that sends a summary of all projects", "send a summary of all projects"),
    ("create an agent Boarding watch that counts the open tasks", "count the open tasks"),
    ("build an agent: every 2 hours it should list the open tasks", "list the open tasks"),
    ("can u build an agent that looks which drivers called in sick", "look which drivers called in sick"),
    ("I am needing one agent for preparing the attendance register", "prepare the attendance register"),
    ("make an agent that counts how many nights each guest stays", "count how many nights each guest stays"),
    ("do me a bot that checks the rota", "check the rota"),
    ("A bot which counts the bikes in Airtable would make my Fridays easier", "count the bikes in Airtable"),
    ("An agent that sends us the rota would be great!", "send us the rota"),
    ("Could you set up an agent for us? It should read the complaints in Zendesk every weekday at 8.",
     "read the complaints in Zendesk"),
    ("A bot, please. Each Friday at noon it should go through the rota and post a list to #crew.",
     "go through the rota"),
    ("I was hoping to get someone to check our Trello board for stale cards each morning at 7",
     "check our Trello board for stale cards"),
    ("make an agent called hay-log: it takes the new rows from Airtable and posts them to #hay on Slack",
     "take the new rows from Airtable"),
    ("I want an agent: it goes through Zendesk every morning", "go through Zendesk"),
    ("a bot please, named rota-post. It picks the rota from Trello each Friday",
     "pick the rota from Trello"),
    ("every time a parcel comes one of us has to copy it across to the ledger and it's driving us mad",
     "copy it across to the ledger"),
    ("I want to be told every Monday at 9 which tasks are overdue", "tell me which tasks are overdue"),
    ("can I be told every Monday at 9 which tasks are overdue?", "tell me which tasks are overdue"),
    ("each Monday I want to see which tasks are overdue", "tell me which tasks are overdue"),
    ("I'd like to be told each Friday at noon what is due next week", "tell me what is due next week"),
    ("every Monday at 8 we'd like to know who has open tasks", "tell us who has open tasks"),
    ("the tasks that are late", ""),
    ("make me an agent", ""),
    ("please automate our invoice filing", "automate our invoice filing"),
    ("Create an agent", ""),
    ("build me a bot", ""),
    ("hello", ""),
]  # fmt: skip


@pytest.mark.parametrize(("message", "purpose"), PURPOSES)
def test_purpose_leaves_out_schedule_and_destination(message: str, purpose: str):
    assert read_purpose(message) == purpose


@given(st.text(max_size=300))
def test_no_text_is_too_strange(text: str):
    assert len(read_purpose(text)) <= 160


@pytest.mark.parametrize(
    ("said", "purpose"),
    [
        (
            "sum up the orders from Notion every weekday at 9. make me an agent for this",
            "sum up the orders from Notion",
        ),
        ("every Monday at 8 list the late tasks, i'd like an agent that does that", "list the late tasks"),
        (
            "collect the open invoices every friday, can you set up an agent for it?",
            "collect the open invoices",
        ),
        (
            "every evening at 8 somebody should add up the tickets. can that be an agent?",
            "add up the tickets",
        ),
        ("cada lunes a las 9 resume las facturas, crea un agente para eso", "resume las facturas"),
        (
            "jeden Montag um 9 die offenen Aufgaben auflisten, bau mir dafür einen Agenten",
            "die offenen Aufgaben auflisten",
        ),
    ],
)
def test_agent_for_that_takes_its_purpose_from_the_text_before(said, purpose):
    assert read_purpose(move_work_behind(said)) == purpose
    assert "agent" not in strip_opening(move_work_behind(said))


@pytest.mark.parametrize(
    "said",
    ["the boss is ill, is there an agent for that?", "our invoices are late. build me an agent for that"],
)
def test_text_without_work_is_left_unchanged(said):
    assert move_work_behind(said) == said
