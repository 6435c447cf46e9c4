"""The catalogue of commands: TOML files per family and language, compiled once.

A file has `[rules]`, fragments that its templates share, and `[[command]]` tables:

    name = "thing.create"          its key in handlers and tests
    writes = true                  whether it changes anything
    tentative = true               its words are ambiguous: it counts only if its target exists
    whole = true                   a sentence that is one such order isn't split into two
    values = {state = "done"}      slots that the words imply. "it" and "them" refer to what is at hand
    follows = ["thing.create"]     it counts only right after such a command ('... and a milestone B'); with
                                   "thing.update.state" only if that has the slot, with
                                   "thing.create.title+due" only if it has both; with
                                   "event.create.event+day" if the event has a day; with "*" after any order
    body = "content"               the slot that takes all text after ':' or below; "titles" makes it a list,
                                   "task_table" and "milestone_table" a table of things like "titles"
    scope = "form"                 it counts only while a form, or the command of this name, is open
    quiet = true                   its first word also begins titles: a name may continue with it
    sentences = ["..."]            templates, see templates.py
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from intent.commands.grammar.index import Index
from intent.commands.grammar.matcher import Compiler, Pattern
from intent.commands.grammar.templates import Node, Rules, parse_template, slots_of
from intent.commands.types import Reference
from intent.commands.words import LANGUAGES, key_of

_FOLDER = files("intent") / "commands" / "catalogue"
JOINTS = frozenset(
    (",", "and", "then", "also", "plus", "but", "und", "dann", "danach", "aber", "y", "luego", "pero")
)  # of clauses
_ALSO_ORDERS = ("document.read", "document.summarize")
_POINTING = {
    "it": Reference("it", is_pronoun=True),
    "them": Reference("them", is_pronoun=True, is_plural=True),
}
_SHARED = "rules"  # rules.en.toml: shared by all families of a language


@dataclass(frozen=True, slots=True)
class Template:
    """One sentence template of a command."""

    command: str
    types: Mapping[str, str]  # by slot
    pattern: Pattern
    writes: bool = False
    tentative: bool = False
    values: Mapping[str, Any] = field(default_factory=dict)
    follows: tuple[str, ...] = ()
    body: str = ""
    scope: str = ""
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class ConditionTemplate:
    """A phrase that filters things: 'overdue', 'assigned to {value:people}'."""

    field: str
    pattern: Pattern
    value: Any = None
    negated: bool = False


@cache
def templates() -> tuple[Template, ...]:
    """Return the templates of all families and languages, in file order."""
    found: list[Template] = []
    for language in LANGUAGES:
        compiler = Compiler()
        for family in families(language):
            found += _templates_of(family, language, compiler)
    return tuple(found)


def families(language: str) -> list[str]:
    """Return the names of a language's command files."""
    ending = f".{language}.toml"
    names = (file.name.removesuffix(ending) for file in _FOLDER.iterdir() if file.name.endswith(ending))
    return sorted(name for name in names if name.split(".")[0] not in (_SHARED, "words", "conditions"))


def _templates_of(family: str, language: str, compiler: Compiler) -> list[Template]:
    data = load(family, language)
    rules = Rules({**load(_SHARED, language).get("rules", {}), **data.get("rules", {})})
    return [
        _template(parse_template(sentence, rules), one, compiler)
        for one in data.get("command", ())
        for sentence in one["sentences"]
    ]


def _template(nodes: tuple[Node, ...], one: Mapping[str, Any], compiler: Compiler) -> Template:
    return Template(
        one["name"],
        {slot.name: slot.type for slot in slots_of(nodes)},
        compiler.compile(nodes),
        one.get("writes", False),
        one.get("tentative", False),
        {name: _POINTING.get(str(value), value) for name, value in one.get("values", {}).items()},
        tuple(one.get("follows", ())),
        one.get("body", ""),
        one.get("scope", ""),
        one.get("quiet", False),
    )


@cache
def index() -> Index[Template]:
    """Return the templates, indexed by the words that they need."""
    return Index(templates(), (one.pattern for one in templates()))


@cache
def condition_templates(side: str) -> Index[ConditionTemplate]:
    """Return the phrases that come `before` or `after` the word for a kind."""
    found: list[ConditionTemplate] = []
    for language in LANGUAGES:
        compiler = Compiler()
        data = load("conditions", language)
        rules = Rules({**load(_SHARED, language).get("rules", {}), **data.get("rules", {})})
        for one in data.get(side, ()):
            for phrase in one["phrases"]:
                nodes = parse_template(phrase, rules)
                negated = one.get("negated", False)
                pattern = compiler.compile(nodes)
                found.append(ConditionTemplate(one["field"], pattern, one.get("value"), negated))
    return Index(found, (one.pattern for one in found))


@cache
def load(name: str, language: str) -> Mapping[str, Any]:
    """Return a file of the catalogue, empty if the language has no such file."""
    file = _FOLDER / f"{name}.{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


@cache
def whole_commands() -> frozenset[str]:
    """Return the names of the commands marked `whole`."""
    named = (
        one
        for language in LANGUAGES
        for family in families(language)
        for one in load(family, language).get("command", ())
    )
    return frozenset(one["name"] for one in named if one.get("whole"))


@cache
def verbs() -> frozenset[str]:
    """Return the words that begin orders of the catalogue."""
    plain = (one for one in templates() if not (one.follows or one.quiet or one.scope))
    orders = (one for one in plain if one.writes or one.command in _ALSO_ORDERS)
    firsts = frozenset().union(*(one.pattern.firsts for one in orders))
    return frozenset(one for one in firsts - JOINTS if not key_of("article", one))


@cache
def help_on(topic: str = "") -> Mapping[str, Sequence[str]]:
    """Return example sentences by topic: all topics, or the one asked about."""
    found: Mapping[str, Sequence[str]] = load("help", "en")["help"]
    return {topic: found[topic]} if topic in found else found
