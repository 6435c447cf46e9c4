"""Answers questions about the product itself: its purpose, what it can do, who sees what."""

from collections.abc import Mapping

from agents.context.pack import ContextPack
from agents.events import say
from agents.handlers.talk import LANGUAGES, SELF, examples
from agents.without_model.reaction import Reaction
from intent.questions.about_product import PURPOSE, product_topic
from intent.types import ActionType

_ANSWERS: Mapping[str, str] = {
    "mailbox": "Only if you connect the mailbox under Settings > Connections. Then an agent tells you what "
    "is new in it, every morning for example. I never answer from it.",
    "messages": "I don't write to your customers. What an agent finds can go to a web hook, such as "
    "Slack's, once that is set up under Settings > Connections.",
    "calls": "I can't make or take calls, and I don't hear voice: type what you want.",
    "reminders": "I keep your dates and due days, but I don't send a notification when it's time. An agent "
    "can tell you at a set time: “every day at 8 tell me what is due”.",
    "books": "I don't write invoices or keep books. Paste or attach a list of them, and I sum, filter and "
    "sort it or make an Excel file of it. Their due dates I keep as tasks.",
    "charts": "I make lists and tables, no charts: “make an Excel file of it”.",
    "pictures": "Not without a language model that sees: connect one under Settings > Models. Without it I "
    "read text, such as PDF, Word and Excel files.",
    "documents": "Yes: PDF, Word, Excel, CSV and text. Attach it here, or upload it to a project, and ask "
    "what it says. I answer from it and name the place.",
    "systems": "What can be connected stands under Settings > Connections: Notion, Linear, GitHub, Jira and "
    "others by signing in, mailboxes, feeds, web pages, web hooks such as Slack's, and any MCP server. A "
    "calendar comes by CalDAV. What isn't connected I can't read.",
    "phone": "There's no app to install: open this page in the browser of your phone or tablet.",
    "people": "Yes. Invite them with “invite ann@example.org”. All of you share projects, documents and "
    "agents, but not chats.",
    "safety": "What you write and upload is stored encrypted on this server. Projects, documents and agents "
    "are seen by the people of this workspace. Your chats only you see; an owner, an admin or an auditor "
    "can open a message in the audit if they give a reason. A connected language model is sent what its "
    "answer needs.",
    "backup": "Whoever runs this server backs it up. With a language model I can export a project as a file.",
    "memory": "I keep our conversations, so you can go on later or search them. A fact I keep when you "
    "state it or say “remember that …”; “what have I told you?” lists them.",
    "price": "OmniForge runs on your own server and charges nothing. A connected language model costs what "
    "its vendor asks; Settings > Usage shows it.",
    "model": "I work without a language model: lists, tasks, dates, tables, sums, and questions that your "
    "documents answer. With one, connected under Settings > Models, I also write, plan and reason.",
    "offline": "I run on your own server, so I need the internet only for what is connected to me.",
    "languages": LANGUAGES,
    "texts": "I can't write or translate texts without a language model. Connect one under Settings > "
    "Models.",
}


async def by_product(pack: ContextPack) -> Reaction | None:
    """React to a question about the product, before documents are searched."""
    topic = "" if pack.forced_action else product_topic(pack.message)
    if not topic:
        return None
    return Reaction.to(ActionType.QUERY_INFO, "You ask what I can do.", say(_told(topic)))


def told_around(question: str) -> str:
    """Return the answer to a question that the team's own data couldn't answer; else empty."""
    topic = product_topic(question, around=True)
    return _told(topic) if topic else ""


def _told(topic: str) -> str:
    return f"{SELF} {examples()}" if topic == PURPOSE else _ANSWERS[topic]
