"""The opening messages of a run by a model: rules, context, talk so far, request.

Rules and talk form the same prefix in each turn, so that vendors serve it from their cache. Changing
context comes right before the new message.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from agents.context.history import History
from agents.context.pack import ContextPack
from agents.context.prompts import fence, preferences_block
from agents.context.surroundings import Surroundings
from agents.events import Gap
from agents.models import AgentDefinition, RunTrigger
from agents.runs.brief import about_agent
from agents.runs.pictures import images_of
from agents.runs.previews import preview_files
from agents.tools.readiness import gaps_of
from intent.sentences.titles import normalise
from omniforge.files.attached import AttachedFile
from omniforge.llm.tokens import count
from omniforge.llm.types import ChatMessage
from omniforge.storage.database import in_database
from omniforge.tenants.models import Role

_DATA = Path(__file__).parent / "data"
SYSTEM, _AS_AGENT, _PART = (
    (_DATA / f"{name}.md").read_text(encoding="utf-8").strip() for name in ("system", "agent", "part")
)
_DOCUMENTS_ONLY = (
    "This workspace answers from its own documents and data only: add nothing from general knowledge, and "
    "say so when they are silent."
)
_DRY_RUN = (
    "This is a dry run: do all of the work, and make each call that changes or sends something as you would "
    "in earnest. It is noted and shown to the person, not made. Claim nothing of it as done."
)
_AUDITOR = "An auditor only reads: you have no tool that changes anything for them."
_WAITING = "These calls wait for the person: "
_DECIDED_BY = (
    "The person decides by the buttons of their cards, or by a yes or no that names what is meant; nobody "
    "else can."
)
_UNDECIDED = (
    "What they say now was taken as neither for these, so they wait on: if they agree to one, point to its "
    "button."
)
_REPLACING = (
    "A new call of the same name or receiver takes the place of one that waits; if both are wanted, make "
    "both at once. A new agent that waits is corrected, renamed or dropped by save_agent with its name as "
    "agent."
)
_OPENED, _NO_AGENTS = "<context>", "There are no agents yet."
_AGENTS = ("<agents>", _NO_AGENTS)
_MOST_AGENTS = 40
_DESCRIPTION = 120  # characters
_WITH_FILES = 12  # turns, newest first, whose files stand with their messages


@dataclass(frozen=True, slots=True)
class Opening:
    """The beginning of a request. `parts` are its tokens by name, without those of the tools."""

    messages: tuple[ChatMessage, ...]
    parts: Mapping[str, int]
    left_out: tuple[str, ...]
    context_at: int  # index of the context
    new_at: int  # index of what is new in this turn; before it is the talk

    def cut_to(self, messages: Sequence[ChatMessage]) -> "Opening":
        """Return it with its longest texts cut as in `messages`, and a note about that."""
        both = enumerate(zip(self.messages, messages, strict=True))
        lost = [(self._part_at(at), count(a.content) - count(b.content)) for at, (a, b) in both if a != b]
        if not lost:
            return self
        parts = {
            name: tokens - sum(n for part, n in lost if part == name) for name, tokens in self.parts.items()
        }
        said = f"the middle of {len(lost)} long texts: more than the model reads at once"
        return replace(self, messages=tuple(messages), parts=parts, left_out=(*self.left_out, said))

    def _part_at(self, at: int) -> str:
        if at in (0, self.context_at):
            return "context" if at else "instructions"
        return "history" if at < self.new_at else "new message"


async def open_request(
    pack: ContextPack, around: Surroundings, agent: AgentDefinition | None, found: str = ""
) -> Opening:
    """Return the opening of a run for a turn's message, or for a delegated part's task.

    `found` is extra context for the message, for example that the person chose one of several readings.
    """
    new = _files_given(pack)
    gaps = await in_database(gaps_of, pack.access, agent) if agent else []
    known = [*_context(pack, around, new), _missing(gaps)]
    context = fence("context", "\n\n".join(part for part in known if part))
    rules = "\n\n".join([SYSTEM, *([_AS_AGENT, *about_agent(agent)] if agent else [])])
    message = "\n\n".join([_words(pack), *await preview_files(pack.access, new), *_found(found)])
    said = await _with_files(pack, pack.talk)
    messages = (
        ChatMessage("system", rules),
        *said,
        ChatMessage("user", context),
        ChatMessage("user", message, images=images_of(new)),
    )
    parts = _counted(pack.talk, rules, context, [message])
    return Opening(messages, parts, pack.talk.left_out, context_at=1 + len(said), new_at=2 + len(said))


def open_again(messages: Sequence[ChatMessage], new_at: int) -> Opening:
    """Return the request of a resumed run. What came since the wait begins at `new_at`."""
    context_at = next((at for at, one in enumerate(messages) if one.content.startswith(_OPENED)), 0)
    opening = Opening(tuple(messages), {}, (), context_at, new_at)
    parts = dict[str, int]()
    for at, one in enumerate(messages):
        name, calls = opening._part_at(at), sum(count(request.arguments) for request in one.requests)
        parts[name] = parts.get(name, 0) + count(one.content) + calls
    return replace(opening, parts=parts)


def _words(pack: ContextPack) -> str:
    """Return the person's own words, or the task of a delegated part."""
    return f"{_PART}\n\n{pack.part}" if pack.part else pack.words or pack.message


def _files_given(pack: ContextPack) -> list[AttachedFile]:
    """Return the files of this turn, for a delegated part those that its task names, if it names any."""
    new = [file for file in reversed(pack.files) if file.turn_id == pack.turn_id]
    named = [file for file in new if file.name.casefold() in pack.part.casefold()]
    return named or new


def _found(found: str) -> Sequence[str]:
    return [f"({found})"] if found else []


def _counted(talk: History, rules: str, context: str, new: Sequence[str]) -> dict[str, int]:
    """Return the tokens of each part that the request has."""
    parts = {
        "instructions": count(rules),
        "context": count(context),
        "history": talk.tokens or sum(count(one.content) for one in talk.messages),
        "new message": sum(map(count, new)),
    }
    return {name: tokens for name, tokens in parts.items() if tokens}


async def _with_files(pack: ContextPack, talk: History) -> list[ChatMessage]:
    """Return the talk so far, with the person's files at the messages that they came with."""
    messages = list(talk.messages)
    for turn_id, at in talk.turns[-_WITH_FILES:]:
        given = [file for file in reversed(pack.files) if file.turn_id == turn_id and not file.written]
        blocks = await preview_files(pack.access, given)
        if blocks and at < len(messages):
            words = "\n\n".join([messages[at].content, *blocks])
            messages[at] = replace(messages[at], content=words, images=images_of(given))
    return messages


def refresh_opening(
    opening: Sequence[ChatMessage], waiting: Sequence[str], pack: ContextPack
) -> list[ChatMessage]:
    """Return the opening of a resumed run with the calls that wait now and the agents that there are now."""
    return [
        replace(one, content=_told_anew(one.content, waiting, _agents(pack)))
        if one.content.startswith(_OPENED)
        else one
        for one in opening
    ]


def _told_anew(context: str, waiting: Sequence[str], agents: str) -> str:
    first, *others = context.split("\n\n")
    lasting = [agents if one.startswith(_AGENTS) else one for one in others if not one.startswith(_WAITING)]
    return "\n\n".join(filter(None, (first, _what_waits(waiting), *lasting)))


def _what_waits(waiting: Sequence[str], undecided: str = "") -> str:
    """Return a paragraph on the calls that wait, with what the person's current message may mean for them."""
    told = "; ".join(" ".join(one.split()) for one in waiting)
    said = " ".join(filter(None, (_DECIDED_BY, undecided, _REPLACING)))
    return f"{_WAITING}{told}. {said}" if waiting else ""


def day_of(now: datetime) -> str:
    """Return the date as a model is given it."""
    return f"{now:%A, %d %B %Y}"


def moment_of(now: datetime) -> str:
    """Return the date, the time of day and the zone as a model is given them."""
    return f"{day_of(now)}, {now:%H:%M} ({now.tzname()})"


def _context(pack: ContextPack, around: Surroundings, new: list[AttachedFile]) -> Iterator[str]:
    """Yield the context beside the talk, each item as a paragraph or a block of data."""
    yield (
        f"It is {moment_of(pack.now)}. "
        f"You work for {around.person}, {around.role} of the workspace {around.workspace}."
    )
    yield _what_waits(around.waiting, _UNDECIDED)
    yield _AUDITOR if pack.access.role == Role.AUDITOR else ""
    yield from preferences_block(pack.preferences)
    yield _agents(pack)
    yield around.connected
    yield _DRY_RUN if pack.trigger == RunTrigger.DRY_RUN else ""
    if pack.scope:
        yield pack.scope.instructions
        yield from pack.scope.blocks()
    else:
        yield "There are no projects yet."
    earlier = [str(file) for file in pack.files if file not in new]
    yield fence("files", "\n".join(earlier)) if earlier else ""
    said = _said_in(pack.talk)
    known = "\n".join(line for line in pack.known.splitlines() if not _is_known(line, said))
    yield fence("noted-in-this-talk", known) if known else ""
    if pack.facts and pack.talk.left_out:  # otherwise they are in the talk
        yield fence("facts-stated-by-the-person", "\n".join(pack.facts))
    yield _DOCUMENTS_ONLY if pack.documents_only else ""
    yield fence("summary", pack.talk.summary) if pack.talk.summary else ""


def _said_in(talk: History) -> str:
    """Return all words of the talk that is sent, including its calls: the context doesn't repeat them."""
    calls = (request.arguments for one in talk.messages for request in one.requests)
    return normalise("\n".join([*(one.content for one in talk.messages), *calls]))


def _is_known(line: str, said: str) -> bool:
    """Return whether the talk has a line of the state already, or the thing that the line only names."""
    kind, _, name = line.partition(": ")
    return normalise(line) in said or (kind.startswith("known ") and normalise(name) in said)


def _missing(gaps: Sequence[Gap]) -> str:
    """List an agent's missing or broken connections, empty if all work."""
    if not gaps:
        return ""
    said = " ".join(one.problem for one in gaps)
    return f"{said} The person is told of it: nothing can be read or sent there, so claim nothing of it."


def _agents(pack: ContextPack) -> str:
    cards = pack.catalogue.agents
    lines = [f"- {one.name} ({one.runs}): {one.description[:_DESCRIPTION]}" for one in cards[:_MOST_AGENTS]]
    lines += [f"- and {len(cards) - _MOST_AGENTS} more"] if len(cards) > _MOST_AGENTS else []
    return fence("agents", "\n".join(lines)) if lines else _NO_AGENTS
