"""The source of an agent that reports news: found by name or address, or added after a yes."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count

from agents.builder.form import Form
from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.definitions.names import to_kebab
from agents.models import A_SOURCE
from agents.tools.sources.services import LONGEST_NAME, add_in_turn
from intent.commands import Situation, SourceNamed
from intent.forms.own_work import STANDING, source_asked
from intent.slots.systems import find_systems, rename_system
from intent.types import SourceCard
from omniforge.tables.markdown import plain

_ADDRESS = ("http://", "https://")
_ASKED = "what is new in {}"


def with_source(pack: ContextPack, slots: Mapping[str, str]) -> dict[str, str]:
    """Return slots with the source that the work names, or that answers where the data is."""
    situation = situation_of(pack, scope=STANDING)
    named, answered = _of_work(slots, situation), _answered(slots, situation)
    if place := _place(answered) or _place(named):
        return {"subject": "everything", "destination": "this chat", **slots, "source": place}
    return {**slots, "source_question": _question(named)} if named else dict(slots)


def _answered(slots: Mapping[str, str], situation: Situation) -> SourceNamed | None:
    return source_asked(_ASKED.format(slots["source"]), situation) if slots.get("source") else None


def _question(named: SourceNamed) -> str:
    if named.names:
        return f"Which source do you mean: {' or '.join(named.names)}?"
    return f"I don't know the feed “{plain(named.called)}” yet. What's its address? I'll add it."


def work_on(text: str, source: str) -> str:
    """Return an agent's work with its source added: 'tell me what is new' in 'source heise'."""
    name = source.removeprefix(A_SOURCE)
    return f"{text.rstrip(' .')} in {name}" if text and is_source(source) else ""


def is_source(source: str) -> bool:
    """Return whether the place where an agent reads is a source, or an address that can become one."""
    return source.startswith((A_SOURCE, *_ADDRESS))


def with_planned(situation: Situation, slots: Mapping[str, str]) -> Situation:
    """Return a situation in which the address to be added counts as a source."""
    if not is_planned(slots):
        return situation
    card = SourceCard(_name(slots, situation) or "new", "", slots["source"])
    return replace(situation, sources=(*situation.sources, card))


def is_planned(slots: Mapping[str, str]) -> bool:
    """Return whether the source is an address that hasn't been added yet."""
    return slots.get("source", "").startswith(_ADDRESS)


def describe_source(slots: Mapping[str, str]) -> str:
    """Say that an address will be added, empty if there is none."""
    if not is_planned(slots):
        return ""
    return f"{plain(slots['source'])} isn't a source here yet. I'll add it with the agent."


async def resolve_source(pack: ContextPack, slots: Mapping[str, str]) -> str:
    """Return a draft's source, adding it first if it is an address. Raises InvalidInput for `url`."""
    if not is_planned(slots):
        return slots["source"]
    name = _name(slots, situation_of(pack, scope=STANDING))
    source = await add_in_turn(pack.access, slots["source"], name)
    return f"{A_SOURCE}{source.slug}"


def _name(slots: Mapping[str, str], situation: Situation) -> str:
    """Return the name that the person gave a new source, empty if they gave none."""
    named = _of_work(slots, situation)
    called = to_kebab(named.called)[:LONGEST_NAME].strip("-") if named else ""
    taken = {card.name for card in situation.sources}
    numbered = (f"{called}-{number}" for number in count(2))
    return called if not called or called not in taken else next(one for one in numbered if one not in taken)


def _of_work(slots: Mapping[str, str], situation: Situation) -> SourceNamed | None:
    texts: Sequence[str] = [slots.get("purpose", ""), slots.get("instructions", "")]
    return next(filter(None, (source_asked(text, situation) for text in texts if text)), None)


def _place(found: SourceNamed | None) -> str:
    if found is None:
        return ""
    return f"{A_SOURCE}{found.name}" if found.name else found.url


def with_its_name(form: Form, before: Mapping[str, str], values: Mapping[str, str]) -> dict[str, str]:
    """Return changed values in which the agent's purpose also names its new source: 'watch Trello for …'."""
    old, new = (find_systems(slots.get("source", "")) for slots in (before, values))
    if len(old) != 1 or len(new) != 1 or old[0].name == new[0].name:
        return dict(values)
    texts = {slot: before.get(slot, "") for slot in ("purpose", "instructions") if slot not in values}
    named = {slot: rename_system(text, old[0].name, new[0].name) for slot, text in texts.items()}
    told = {slot: text for slot, text in named.items() if text != texts[slot]}
    changed = {**values, **told}
    if "purpose" in told and "name" not in values and before.get("name") == form.suggest_name(before):
        changed["name"] = form.suggest_name({**before, **changed})
    return changed
