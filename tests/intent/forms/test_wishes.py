"""The wish for an agent that refers to a chore described before."""

import pytest

from intent.forms.outside_chores import find_outside_chore
from intent.forms.wishes import find_chore_order, find_news_order
from intent.forms.work_wished import find_work_order


@pytest.mark.parametrize(
    ("message", "order"),
    [
        (
            "Hi there! I do the paperwork for a choir, and every single week I copy who's away out of our "
            "Google Sheet by hand. Could you set something up that does it for me?",
            "create an agent to copy who's away out of our Google Sheet by hand",
        ),
        (
            "every evening we copy the takings into a spreadsheet, could you do that for us?",
            "create an agent to copy the takings into a spreadsheet",
        ),
        (
            "Each Tuesday at 7 I type the deliveries off the notes. can you take that over?",
            "create an agent to type the deliveries off the notes, every Tuesday at 07:00",
        ),
        (
            "Each morning I type the orders into the till. Can you build an agent that does that?",
            "create an agent to type the orders into the till",
        ),
        (
            "every Friday we count the crates by hand, can you automate that",
            "create an agent to count the crates by hand, every Friday",
        ),
        (
            "We still go through the bookings every day. I'd love to have something that takes that over",
            "create an agent to go through the bookings every day",
        ),
        (
            "Every Monday at 8 I always list the late parcels. Please make something that does it.",
            "create an agent to list the late parcels, every Monday at 08:00",
        ),
        (
            "i have to sort the mails manually. could you get a bot to do it",
            "create an agent to sort the mails manually",
        ),
        (
            "Every week someone at the bar has to write up the leftovers by hand. Can we build an agent that "
            "does this?",
            "create an agent to write up the leftovers by hand",
        ),
        (
            "each night my wife types the deliveries into a sheet. can you make something that does that",
            "create an agent to type the deliveries into a sheet",
        ),
        (
            "Every Monday one of us still copies the new members by hand, could you build a bot that does it",
            "create an agent to copy the new members by hand, every Monday",
        ),
        (
            "Somebody at the desk needs to list the late returns every day. Could we have an agent for that?",
            "create an agent to list the late returns every day",
        ),
        (
            "they count the bottles manually every evening. is there something that takes that over?",
            "create an agent to count the bottles manually every evening",
        ),
        (
            "Each Tuesday we lose two hours typing the ratings out of Tally. could you take that over?",
            "create an agent to type the ratings out of Tally, every Tuesday",
        ),
        (
            "It takes me half a day to collect the open invoices from Xero. can you do that for me?",
            "create an agent to collect the open invoices from Xero",
        ),
        (
            "Typing the orders from Shopify into our list takes me hours. I'd rather not do that myself",
            "create an agent to type the orders from Shopify into our list",
        ),
        (
            "each Monday we waste two hours going through our Trello cards. is that something for you?",
            "create an agent to go through our Trello cards, every Monday",
        ),
        (
            "half my morning goes into sorting the mails in Gmail, can you take that off my hands?",
            "create an agent to sort the mails in Gmail",
        ),
        (
            "every week I spend ages adding up hours. I'd like to hand that over",
            "create an agent to add up hours",
        ),
        (
            "each morning before we open, Petra goes through the delivery notes and lists what is missing, "
            "can something do that instead of her?",
            "create an agent to go through the delivery notes and lists what is missing",
        ),
        (
            "We lose every Tuesday because someone reads all reports and notes who was hurt. An agent should "
            "take this over.",
            "create an agent to read all reports and notes who was hurt, every Tuesday",
        ),
        (
            "I write out the open jobs each Tuesday at 07:15. That should happen without me.",
            "create an agent to write out the open jobs, every Tuesday at 07:15",
        ),
        (
            "every week I copy the parents' mails out, takes forever, I want that to happen by itself",
            "create an agent to copy the parents' mails out",
        ),
        ("We meet every Monday. Someone brings cake. I want that to happen without Tom.", ""),
        ("I lose an hour every Friday. could you take that over?", ""),
        ("it takes me an hour to get there. can you do it?", ""),
        ("it takes me ten minutes to walk home, can you do that too?", ""),
        ("it takes us 2 days to sand a boat. could you note that for this project?", ""),
        ("it takes 3 hours to drive to Bern. can you do the sum for this?", ""),
        ("Every week somebody forgets the keys. Who does it this time?", ""),
        ("I like crates. Could you do it for me?", ""),
        ("Every week I go to the gym. Can you book it?", ""),
        ("Could you set something up that does it for me?", ""),
        ("I am off every Friday. Can you set something up?", ""),
        ("We meet every Monday. Who does it this week?", ""),
        ("create an agent that counts the crates every Friday", ""),
    ],
)
def test_described_chore_becomes_the_order_of_an_agent(message: str, order: str):
    assert find_chore_order(message) == order


@pytest.mark.parametrize(
    ("message", "order"),
    [
        ("I want to know every day how many jars we filled", "tell me how many jars we filled"),
        ("each tuesday i'd like to hear what was sold", "tell me what was sold"),
        ("we'd like to be told who is off every morning at 7", "tell us who is off, every day at 07:00"),
        ("every evening I need to see which bikes are out", "tell me which bikes are out"),
        ("I want to know what the rent is", ""),
        ("I'd like to know who works on fridays", ""),
        ("can we know what happens every monday?", ""),
    ],
)
def test_wish_for_regular_news_is_an_order_for_an_agent(message: str, order: str):
    assert find_news_order(message) == (order and f"create an agent to {order}")


@pytest.mark.parametrize(
    ("message", "work"),
    [
        (
            "Somebody should look through our Zendesk every night and tell me about torn boxes",
            "look through our Zendesk and tell me about torn boxes",
        ),
        (
            "something should look at Trello every Monday at 8 and list the stale cards",
            "look at Trello and list the stale cards, every Monday at 08:00",
        ),
        (
            "every evening somebody ought to check our Airtable for missing prices",
            "check our Airtable for missing prices",
        ),
        (
            "hey could something tell Ruth and me every Monday at 8:00 what is open for the fair? i always "
            "look it up by hand",
            "tell us what is open for the fair, every Monday at 08:00",
        ),
        (
            "I never know which vans are due. can something tell me at 5 every afternoon, not at weekends?",
            "tell me which vans are due, every weekday at 17:00",
        ),
        (
            "I would like that someone tells me every evening which rooms are free, so I needn't ask",
            "tell me which rooms are free",
        ),
        ("we need somebody to read the Intercom chats daily", "read the Intercom chats"),
        ("I wish someone would check HubSpot each week for dead leads", "check HubSpot for dead leads"),
        (
            "jemand sollte jeden Morgen unser Zendesk durchgehen und mir die Rückläufer melden",
            "unser Zendesk durchgehen und mir die Rückläufer melden",
        ),
        (
            "alguien debería revisar Zendesk cada mañana y avisarme de las quejas",
            "revisar Zendesk y avisarme de las quejas",
        ),
        ("can you keep an eye on Trello for jobs that are stuck?", "watch Trello for jobs that are stuck"),
        (
            "keep tabs on our Jira board and let me know if a ticket is a week old",
            "watch our Jira board and let me know if a ticket is a week old",
        ),
        ("please watch the Notion page Prices for changes", "watch the Notion page Prices for changes"),
        (
            "could you look after our Zendesk and warn us when somebody is angry?",
            "watch our Zendesk and warn us when somebody is angry",
        ),
        (
            "I'd like you to monitor Salesforce for new leads every hour",
            "monitor Salesforce for new leads, every hour",
        ),
        (
            "would you stay on top of Trello for cards without an owner?",
            "watch Trello for cards without an owner",
        ),
        ("Könntest du Jira auf alte Tickets im Auge behalten?", "Jira auf alte Tickets überwachen"),
        ("¿puedes vigilar Asana por si hay retrasos?", "vigilar Asana por si hay retrasos"),
        ("could you take over copying the notes out of Notion every Friday?", "copy the notes out of Notion"),
        ("somebody should water the plants every Monday", ""),
        ("somebody has to lock up every evening", ""),
        ("someone should have told me about Jira", ""),
        ("someone should call the plumber", ""),
        ("can you monitor Jira?", ""),
        ("can you watch our dog?", ""),
        ("can you watch Jira for me?", ""),
        ("please keep an eye on the Asana task and finish it", ""),
        ("keep track of the Asana renewal for me", ""),
        ("keep an eye on the milk", ""),
        ("can you check Asana for late jobs?", ""),
        ("should someone go through Zendesk each morning?", ""),
    ],
)
def test_work_somebody_should_do_is_an_order_for_an_agent(message: str, work: str):
    assert find_work_order(message) == (work and f"create an agent to {work}")


@pytest.mark.parametrize(
    ("message", "work"),
    [
        (
            "Jeden Dienstag verliere ich eine Stunde damit, die Noten aus Notion zu kopieren. "
            "Kannst du das übernehmen?",
            "die Noten aus Notion kopieren",
        ),
        (
            "Jeden Montag muss ich die Preise aus Airtable abschreiben. Könntest du das für mich machen?",
            "die Preise aus Airtable abschreiben",
        ),
        (
            "Cada viernes pierdo una hora copiando las notas de Notion. ¿Puedes encargarte tú?",
            "copiar las notas de Notion",
        ),
        (
            "Cada lunes tengo que copiar los pedidos de Airtable. ¿podrías hacerlo por mí?",
            "copiar los pedidos de Airtable",
        ),
        ("Heute muss ich die Kinder abholen. Kannst du das übernehmen?", ""),
        ("Jeden Freitag kommen Rechnungen. Kannst du das übernehmen?", ""),
    ],
)
def test_chore_in_another_language_is_an_order_for_an_agent(message: str, work: str):
    assert find_outside_chore(message) == (work and f"create an agent to {work}")
