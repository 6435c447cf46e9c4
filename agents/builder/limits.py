"""Says, before a draft's agent is created, what it can't do here: missing connections, or no model."""

from agents.builder.creation import not_connected, orders_of
from agents.builder.sources import describe_source, with_planned
from agents.builder.told import has_other_instructions, wishes_of
from agents.context.open import Draft
from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.models import THIS_WORKSPACE, where_to
from intent.commands.places import files_in, names_new_file
from intent.data_files import pattern
from intent.forms.changes import EVERYTHING
from intent.forms.own_work import STANDING, place_left_out, unknown_project, works_without_model
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

_MAILS, _CALLS = pattern("purpose", "mails"), pattern("purpose", "calls")
_SITES = pattern("purpose", "sites")
_NO_MAIL, _NO_CALL = "It can't send mail: ", "It can't call or text anybody, so results stay in a chat here."
_NO_PAGE = (
    "To watch a web page, an agent needs its address (https://…). "
    "Without a model it only tells what is new there, and can't pick from it."
)
_BY_HAND = (
    "It can't do this by itself yet. It can only summarise, count, and find dates, "
    "names and numbers in what you paste or attach when you run it."
)
_NO_READING = (
    "Without a model an agent can't open a file by itself, so at its times it would have nothing to work on. "
    "It can work on what you paste or attach when you run it. Here I can answer from a file whenever you ask."
)
_UNREAD = (
    "I can't read “{}” as a question about your projects, documents or calendar, so it can't do this "
    "by itself yet. Say what it should list, for example “{}”, or where else the data is."
)
_WHOLE = (
    "Without a model it can't keep to “{}”: it does its work as it is said, for everything. "
    "To limit it, name a project in the work itself."
)
_WISHES = "Without a model it can't keep to its instructions. They stay with it for when one is connected."
_NO_PLACE = "There's no project called “{}”, so it does this for all projects."
_NO_FILE = "Without a model it writes no file: results stay in {}."


async def describe_missing(pack: ContextPack, draft: Draft) -> str:
    """Say what is missing: a connection, a project, a source, or a model."""
    missing = await in_database(not_connected, pack.access, draft.slots)
    if draft.kind != "create_agent":
        return missing
    if names_new_file(draft.slots.get("destination", "")) and not pack.models.plays("reply"):
        no_file = _NO_FILE.format(where_to(scheduled=bool(draft.slots.get("cron"))))
        missing = f"{missing} {no_file}".strip()
    by_rules = not (missing or pack.models.plays("reply"))
    unable = (_unable(pack, draft) or _unkept(pack, draft) or _anywhere(pack, draft)) if by_rules else ""
    told = " ".join(filter(None, (missing, describe_source(draft.slots), unable)))
    is_unkept = not (unable or pack.models.plays("reply")) and _keeps_no_instructions(pack, draft)
    return f"{told} {_WISHES}".strip() if is_unkept else told


def _keeps_no_instructions(pack: ContextPack, draft: Draft) -> bool:
    """Return whether a run without a model does the work, but nothing of what more or else it is told."""
    told = draft.slots.get("instructions", "").partition("\n")[0]
    is_other = has_other_instructions(draft.slots)
    reads = is_other and works_without_model((told,), situation_of(pack, scope=STANDING))
    return bool(wishes_of(draft.slots)) or (is_other and not reads)


async def describe_first(pack: ContextPack, words: str) -> str:
    """Say at once what of a request no agent can do here: send mail, or call somebody."""
    if pack.models.plays("reply"):
        return ""
    mails, calls = _MAILS.search(words), _CALLS.search(words)
    mail = await in_database(not_connected, pack.access, {"destination": "email"}) if mails else ""
    page = _NO_PAGE if _SITES.search(words) and "://" not in words else ""
    told = note_file(pack, words), f"{_NO_MAIL}{mail}" if mail else "", _NO_CALL if calls else "", page
    return "".join(f"{one} " for one in told if one)


def note_file(pack: ContextPack, text: str) -> str:
    """Say that an agent without a model opens no file, empty if a text names none that is to be read."""
    return _NO_READING if files_in(text) and not pack.models.plays("reply") else ""


def _unable(pack: ContextPack, draft: Draft) -> str:
    texts, situation = orders_of(draft.slots), with_planned(situation_of(pack, scope=STANDING), draft.slots)
    if project := unknown_project(texts, situation):
        return f"There's no project called “{project}” yet."
    if works_without_model(texts, situation):
        return ""
    if draft.slots.get("source") != THIS_WORKSPACE:
        return note_file(pack, draft.slots.get("source", "")) or _BY_HAND
    project = f" of {plain(situation.projects[0])}" if situation.projects else ""
    return _UNREAD.format(plain(draft.slots.get("purpose", "")), f"list overdue tasks{project}")


def _unkept(pack: ContextPack, draft: Draft) -> str:
    """Say that a limit isn't kept to, if a run without a model reads only the work itself."""
    subject = draft.slots.get("subject", EVERYTHING)
    *own, _ = orders_of(draft.slots)
    is_kept = subject.casefold() == EVERYTHING or any(subject in one for one in own)
    works = not is_kept and works_without_model(own, situation_of(pack, scope=STANDING))
    return _WHOLE.format(plain(subject)) if works else ""


def _anywhere(pack: ContextPack, draft: Draft) -> str:
    """Say that the place named in the work is no project, so that the agent doesn't keep to it."""
    place = place_left_out(orders_of(draft.slots), situation_of(pack, scope=STANDING))
    return _NO_PLACE.format(plain(place)) if place else ""


def is_unread(pack: ContextPack, draft: Draft) -> bool:
    """Return whether a draft is to work in the workspace, and no command does what it says."""
    is_own = draft.kind == "create_agent" and draft.slots.get("source") == THIS_WORKSPACE
    return is_own and not pack.models.plays("reply") and bool(_unable(pack, draft))
