"""What an agent can read from and send to here, by the names that people and models use."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.conf import settings

from agents.failures import ToolFailed
from agents.models import A_SOURCE, THIS_WORKSPACE, AgentDefinition
from agents.notifications.selectors import list_web_hook_names
from agents.tools.mcp.selectors import offered_servers
from agents.tools.sources.selectors import list_source_names
from intent.commands.places import names_new_file
from intent.sentences.titles import normalise
from intent.slots.systems import outside_systems
from omniforge.projects.selectors import find_projects
from omniforge.tenants.access import Access

_HERE = ("projects", "documents", "calendar", "files", "conversations", "web")
_READS = ("read_source",)
_OWN = frozenset(("", "chat", "this chat", normalise(THIS_WORKSPACE)))
_HOOK = "web hook "  # precedes the name of a web hook that an agent posts to
_SUGGESTED = 4
_HOW = "Owners and admins connect systems under Settings, Connections."


class Connected(NamedTuple):
    """A place as it is stored, and the tools that it needs beyond those of the workspace."""

    words: str
    tools: tuple[str, ...] = ()


_ANSWERS = Connected("this chat")
_CHAT = "chat (of a scheduled agent: its own)"


def sources_named(access: Access, names: Sequence[str]) -> Sequence[Connected]:
    """Return where an agent reads. Raises ToolFailed, which lists what is connected, if a name isn't.

    An address is a source that has yet to be added.
    """
    addresses = {normalise(one): Connected(one, _READS) for one in names if is_address(one)}
    return _all(names, {**_sources(access), **addresses}, "read from")


def is_address(name: str) -> bool:
    """Return whether a source is given by its address."""
    return name.strip().startswith(("http://", "https://"))


def channels_named(access: Access, names: Iterable[str]) -> Sequence[Connected]:
    """Return where an agent sends its results. Raises ToolFailed as `sources_named` does."""
    known = _channels(access)
    addresses = {
        normalise(one): Connected(f"mail to {one}", ("send_message",)) for one in names if "@" in one
    }
    return _all(names, {**known, **(addresses if settings.EMAIL_HOST else {})}, "send to")


def missing_systems(access: Access, agent: AgentDefinition) -> list[str]:
    """Return the outside systems that an agent's source and destination name but that are not connected."""
    target = "" if names_new_file(agent.destination) else agent.destination
    named = outside_systems(agent.source, target)
    named += [agent.destination] if agent.destination.startswith("#") and not named else []
    known = " ".join((*_sources(access), *_channels(access))) if named else ""
    return [system for system in named if system.casefold().lstrip("#") not in known]


def tools_of_places(access: Access, agent: AgentDefinition) -> list[str]:
    """Return the tools of the systems that an agent names, including those connected since it was created."""
    places = [*agent.source.split(","), *agent.destination.split(",")]
    named = {normalise(one.strip()) for one in (*places, *outside_systems(*places))} - _OWN
    if not named:
        return []
    servers = [
        one.slug for one in offered_servers(access) if named & {normalise(name) for name in one.names()}
    ]
    posts = any(one in f"{_HOOK}{hook}" for hook in list_web_hook_names(access) for one in named)
    return [*(f"{slug}_*" for slug in servers), *(["send_message"] if posts else [])]


def suggest_connected(access: Access, slot: str) -> list[str]:
    """Return what is connected, as answers to where an agent reads (source) or sends (destination)."""
    if slot == "destination":
        return [f"{_HOOK}{hook}" for hook in list_web_hook_names(access)][:_SUGGESTED]
    servers = [one.title for one in offered_servers(access)]
    return [*(f"{A_SOURCE}{name}" for name, _ in list_source_names(access)), *servers][:_SUGGESTED]


def _sources(access: Access) -> Mapping[str, Connected]:
    known = {name: Connected(name) for name in _HERE}
    known |= _projects(access)
    known |= {
        normalise(name): Connected(server.slug, (f"{server.slug}_*",))
        for server in offered_servers(access)
        for name in server.names()
    }
    sources = (name for name, _ in list_source_names(access))
    return known | {normalise(name): Connected(f"{A_SOURCE}{name}", _READS) for name in sources}


def _channels(access: Access) -> Mapping[str, Connected]:
    known = {"chat": _ANSWERS, "this chat": _ANSWERS}
    known |= {name: Connected(name) for name in ("documents", "files")} | _projects(access)
    hooks = list_web_hook_names(access)
    known |= {normalise(slug): Connected(f"{_HOOK}{slug}", ("send_message",)) for slug in hooks}
    return known | ({"mail": Connected("mail", ("send_message",))} if settings.EMAIL_HOST else {})


def _projects(access: Access) -> dict[str, Connected]:
    names = find_projects(access).values_list("name", flat=True)
    return {normalise(name): Connected(f"project {name}") for name in names}


def _all(names: Iterable[str], known: Mapping[str, Connected], what: str) -> list[Connected]:
    wanted = {name: known.get(normalise(name)) or known.get(_bare(name)) or _to_be(name) for name in names}
    if missing := [name for name, found in wanted.items() if found is None]:
        there = ", ".join(dict.fromkeys(_CHAT if one == _ANSWERS else one.words for one in known.values()))
        raise ToolFailed(
            f"Not connected here: {', '.join(missing)}. What agents can {what}: {there}. "
            f"{_HOW} Nothing was saved.",
            outside=True,
        )
    return [found for found in wanted.values() if found]


def _to_be(name: str) -> Connected | None:
    """Return an outside system that is named before it is connected. Nothing is read or sent there yet."""
    return Connected(name) if outside_systems(name) or name.startswith("#") else None


def _bare(name: str) -> str:
    """Return a name without the word for its kind: 'project Launch', 'source heise'."""
    return normalise(name).removeprefix("project ").removeprefix(A_SOURCE)
