"""Small talk, help, noted ideas, and what can't be done here, in one line each."""

from collections.abc import Iterable

from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.handlers.items import Item, load_items, load_kept
from agents.handlers.lines import bold
from agents.handlers.references.target_projects import project_for
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.knowledge.from_past import find_noted_facts
from agents.knowledge.from_talk import LISTED, find_facts, find_withdrawn
from intent.commands import Command, Reference, read_commands
from intent.commands.catalogue import help_on
from intent.questions.about_product import product_answer
from intent.sentences.telling_words import topic_stems
from intent.statements.from_replies import NOTED
from omniforge.projects.kinds import Kind
from omniforge.projects.search.words import stems
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

SELF = (
    "I'm OmniForge, a program and no person. "
    "I keep your projects, answer from your documents, and build and run agents for your team."
)
_UNDOES = "work.undo"
_SORRY = "I'm sorry. Tell me again, with the name of what you mean. “Undo that” takes back my last change."
_SECRET = "Yes. What you write here is stored encrypted, and so are your projects and documents."
_FILES = "Yes. Paste or attach the rows and say “make an Excel file of this”, or “as CSV”."
_UNDO = (
    "Yes. Say “undo that” right after it and it is as it was; what was deleted also waits in the trash of "
    "its project. Only what was sent can't be called back."
)
_NONE_TOLD = "You haven't told me any facts."
_KEPT = "I keep these in the conversation, in no project. “Forget …” drops one."
_MOST_DOCUMENTS = 12
_UNLISTED = (
    "I'm not sure which things you mean, so I've created nothing. "
    "Say “add these tasks:” with each of them on a line of its own."
)
_PLACES = "Yes. Name them together, such as “Jira and Notion”. What isn't connected isn't read."
_FAILS = "Then that run says what was missing, or fails and says why. You see it under Runs."
_SEEN = (
    "Everybody in this workspace sees its agents and can run them. "
    "What they give you in a chat, only you see."
)
_SAID = {
    "talk.agent_places": _PLACES,
    "talk.agent_fails": _FAILS,
    "talk.agent_seen": _SEEN,
    "talk.unlisted": _UNLISTED,
    "talk.undo": _UNDO,
    "talk.who": SELF,
    "talk.languages": product_answer("languages"),
    "talk.secret": _SECRET,
    "talk.files": _FILES,
    "talk.sorry": _SORRY,
    "talk.joke": "I can't do that.",
    "cannot.book": "I can't book, order or buy anything.",
    "cannot.pay": "I can't pay or transfer money.",
    "cannot.call": "I can't call or text anybody.",
    "cannot.send": "I can't send emails or messages.",
    "cannot.write": "I can't write texts without a language model. Connect one under Settings > Models.",
    "cannot.draw": "I can't create pictures, sound or video.",
    "talk.keep": "",  # 'write that down' beside an order: what no command covers is noted anyway
    "event.listed": "",  # 'put them in the calendar' behind the list itself
}


@handles(*_SAID)
async def say(task: Task, command: Command) -> Answer:
    """Return the fixed reply from the table."""
    return Answer(_SAID[command.name])


@handles("talk.left")
async def leave(task: Task, command: Command) -> Answer:
    """Say nothing of what is to stay as it is, unless a whole change is taken back beside it."""
    kept: Reference | None = command.slots.get("kept")
    names = [one.name for one in read_commands(task.pack.message, situation_of(task.pack)).commands]
    if kept is None or _UNDOES not in names:
        return Answer("")
    return Answer(f"A change is taken back as a whole, so I've left nothing out for “{plain(kept.words)}”.")


@handles("cannot.tell")
async def tell_nobody(task: Task, command: Command) -> Answer:
    """Say that the assistant can't write to anybody, and offer the order for a task instead."""
    who, work = plain(command.slots["who"]), plain(command.slots.get("work", ""))
    kept = f" I can keep it as a task: “add a task {work} for {who}”." if work else ""
    return Answer(f"I can't write to {who}, so I've changed nothing.{kept}")


@handles("settings.invite_whom")
async def ask_for_address(task: Task, command: Command) -> Answer:
    """Ask for the email address of a person to invite, if only the name was given."""
    return Answer(f"I need {plain(command.slots['who'])}'s email address: say “invite ann@example.org”.")


@handles("talk.help")
async def help_with(task: Task, command: Command) -> Answer:
    """List examples of what can be done, on one topic or all."""
    topic = command.slots.get("topic", "")
    return Answer(examples(topic) if topic else f"{SELF} {examples()}")


def examples(topic: str = "") -> str:
    """Return a list of example sentences on a topic, or on all."""
    lines = [f"- {', '.join(f'“{one}”' for one in said)}" for said in help_on(topic).values()]
    return "You can say, for example:\n\n" + "\n".join(lines)


@handles("talk.told")
async def tell_told(task: Task, command: Command) -> Answer:
    """List the facts that the person stated, here and in other conversations, perhaps with where they are."""
    if "where" in command.slots and (place := await in_database(_place_of_document, task)):
        return Answer(place)
    told = await tell_facts(task.pack)
    if "notes" not in command.slots:
        return Answer(told or _NONE_TOLD)
    where = f"{told}\n\n{_KEPT}" if told else _NONE_TOLD
    return Answer("\n\n".join(filter(None, (where, await in_database(_documents, task)))))


@handles("talk.told_in")
async def tell_whether_in(task: Task, command: Command) -> Answer:
    """Say whether what the last answer noted, made or changed is in a project."""
    is_note = NOTED in _last_reply(task)
    touched = [] if is_note else await in_database(_touched, task)
    if not (is_note or touched):
        raise NoSuchTarget
    home = await project_for(task, command.slots["project"])
    if touched and touched[0].home == home.id:
        return Answer(f"Yes, it's in {bold(home.title)}.")
    return Answer(f"No, it's {f'in {bold(touched[0].home_name)}' if touched else 'in no project'}.")


def _place_of_document(task: Task) -> str:
    """Return where the document of the last answer is, empty if that noted something or was about none."""
    found = [] if NOTED in _last_reply(task) else [one for one in _touched(task) if one.kind == Kind.DOCUMENT]
    return f"{bold(found[0].title)} is a document in {bold(found[0].home_name)}." if found else ""


def _last_reply(task: Task) -> str:
    return str(task.pack.window[-1].content) if task.pack.window else ""


def _touched(task: Task) -> list[Item]:
    """Return the thing that the last answer was about, if any."""
    return load_kept(task.pack.access, task.pack.dialogue.touched[-1:])


def _documents(task: Task) -> str:
    """Return the documents of the projects as a list, the newest first, since notes may be documents, too."""
    found = load_items(task.pack.access, (Kind.DOCUMENT,), task.pack.focus.project_id)[:_MOST_DOCUMENTS]
    listed = _listed(f"- {bold(one.title)} ({plain(one.home_name)})" for one in found)
    return f"Notes that belong to a project are documents there:\n\n{listed}" if found else ""


async def tell_facts(pack: ContextPack, about: str = "") -> str:
    """Return the person's facts as a list, perhaps only those on a topic, empty if there are none."""
    words = set(topic_stems(about))
    here = dict.fromkeys(one.text.rstrip(".") for one in find_facts(pack) if words <= set(stems(one.text)))
    before = await find_noted_facts(
        pack.recall, about, without=find_withdrawn(pack.window), here=pack.conversation_id
    )
    others = [
        f"- {plain(fact)} [Open that conversation]({said.link})"
        for fact, said in before.items()
        if fact not in here
    ]
    told = [f"{LISTED}\n\n{_listed(f'- {plain(one)}' for one in here)}"] if here else []
    told += [f"In other conversations, among other things:\n\n{_listed(others)}"] if others else []
    return "\n\n".join(told)


def _listed(lines: Iterable[str]) -> str:
    return "\n".join(lines)


@handles("work.idea")
async def note(task: Task, command: Command) -> Answer:
    """Say that an idea was noted. The conversation keeps it open for a 'go ahead'."""
    task.run.spoken.idea = command.slots["order"]
    return Answer(
        f"Noted as an idea: *{plain(command.slots['order'])}*. Say “go ahead” to do it, or “never mind”."
    )
