"""Which tools a model is offered. Rare ones are offered once they are searched for, or clearly needed.

Each model call pays for the schemas. A tool that isn't offered can still run.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from django.conf import settings

from agents.context.pack import ContextPack
from agents.runs.surroundings import RunSurroundings
from agents.tools.addresses import addresses_in
from agents.tools.allowed import OF_PERSONS
from agents.tools.registry import Toolbox
from agents.tools.run_context import RunContext
from agents.tools.tool import Tool
from intent.data_files import pattern, words_of
from omniforge.llm.types import ChatMessage

_MOST_FOUND = 6
_LEAST = 3  # letters of a meaningful word
_LONG = 250  # characters of a message that may ask for work in several parts, whose plan people see
_SEVERAL = 2  # files, which can be worked on in parallel
_IN_PARALLEL = pattern("work_side_by_side", "in_parallel")
_TABLES = (".csv", ".tsv", ".xlsx", '"result_id"')  # in a talk that is about tables


def tools_offered(run: RunContext, messages: Sequence[ChatMessage]) -> Toolbox:
    """Return the tools offered to a model in a talk.

    They are ordered so that requests share a prefix, which vendors cache: first those that agents have too,
    rare ones last.
    """
    wanted = {*run.found, *run.at_hand, *_used_or_named(messages)}
    shown = [(name, tool) for name, tool in run.tools.items() if not is_rare(tool) or name in wanted]
    return dict(sorted(shown, key=lambda one: (is_rare(one[1]), one[0] in OF_PERSONS)))


def _used_or_named(messages: Sequence[ChatMessage]) -> Iterator[str]:
    """Yield the names of the tools that were called before.

    The tool that runs agents is added once an agent was saved, and the tool for tables once one is named.
    """
    used = [request.name for message in messages for request in message.requests]
    yield from used
    if "save_agent" in used:
        yield "run_agent"
    texts = [message.content.lower() for message in messages]
    if any(mark in text for text in texts for mark in _TABLES):
        yield "query_tables"


def is_rare(tool: Tool) -> bool:
    """Return whether a tool is offered only once it is searched for, as tools of MCP servers are."""
    return tool.rare or tool.arguments is None


def find_rare_tools(tools: Toolbox, query: str) -> list[Tool]:
    """Return the rare tools that share most words with a query, or alone have one of its words.

    The best come first, empty if only common words match.
    """
    words = _words(query) - words_of("word_lists", "common")
    rare = {name: tool for name, tool in tools.items() if is_rare(tool)}
    scores = {name: _score(tool, words) for name, tool in rare.items()}
    least = max(scores.values(), default=0) / 2
    fitting = {name for name, score in scores.items() if score > least or _is_named(rare[name], words)}
    fitting |= _alone(rare, words)
    best = sorted(fitting, key=lambda name: (-scores[name], name))
    return [tools[name] for name in best[:_MOST_FOUND]]


def _alone(tools: Toolbox, words: Collection[str]) -> set[str]:
    """Return the tools that alone have a query word: for 'export to Excel' the one that says Excel."""
    having = [[name for name, tool in tools.items() if _score(tool, {word})] for word in words]
    return {names[0] for names in having if len(names) == 1}


def _is_named(tool: Tool, words: Collection[str]) -> bool:
    """Return whether a query contains a word of the tool's name: a query for two things finds both."""
    named = _words(tool.name.replace("_", " "))
    return any(_is_in(word, named) for word in words)


def _score(tool: Tool, words: Collection[str]) -> int:
    """Return a tool's score: a word of its name counts three times as much as one of its description."""
    named, told = _words(tool.name.replace("_", " ")), _words(tool.description)
    return sum(3 * _is_in(word, named) + _is_in(word, told) for word in words)


def _is_in(word: str, others: Iterable[str]) -> bool:
    return any(
        word == one or (len(min(word, one, key=len)) > _LEAST and _begin_alike(word, one)) for one in others
    )


def _begin_alike(word: str, other: str) -> bool:
    return other.startswith(word[:6]) or word.startswith(other[:6])


def _words(text: str) -> set[str]:
    cleaned = "".join(sign if sign.isalnum() else " " for sign in text.casefold())
    return {word for word in cleaned.split() if len(word) >= _LEAST}


def useful_tools(pack: ContextPack, around: RunSurroundings) -> frozenset[str]:
    """Return the names of the rare tools that are useful now. Once useful a tool stays in the talk's list."""
    return frozenset(_useful(pack, around))


def _useful(pack: ContextPack, around: RunSurroundings) -> Iterator[str]:
    if pack.dialogue.changed_turns or pack.dialogue.undone_in:
        yield "undo"
    if pack.catalogue.agents:
        yield "run_agent"
    if pack.catalogue.sources:
        yield "read_source"
    if settings.EMAIL_HOST or around.web_hooks.answer:
        yield "send_message"
    if settings.SEARCH or _has_address(pack):
        yield "web_visit"
    if around.is_agents and around.tables.answer:  # what an agent is told need not name its files
        yield "query_tables"
    yield from _for_parts(pack)


def _for_parts(pack: ContextPack) -> Iterator[str]:
    """Yield the tools for work in several parts if a message seems to ask for it."""
    said = (pack.message, *_told(pack))
    if any(len(one) >= _LONG for one in said):
        yield "todo"
    if len(pack.files) >= _SEVERAL or any(map(_IN_PARALLEL.search, said)):
        yield "delegate"


def _told(pack: ContextPack) -> Iterator[str]:
    """Yield the person's messages before this one: a tool that one of them asked for stays in the list."""
    return (one.content for one in pack.talk.messages if one.role == "user")


def _has_address(pack: ContextPack) -> bool:
    said = (pack.message, pack.words, pack.part, *(one.content for one in pack.talk.messages))
    return any(addresses_in(text) for text in said)
