"""Names the project that 'there' and 'that project' mean: the one just spoken of, else it is asked for."""

from dataclasses import replace

from agents.context.open import OpenDraft
from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.events import give, offer_choices
from agents.handlers.items import PROJECT, load_kept
from agents.without_model.reaction import Reaction
from intent.commands import read_commands
from intent.plain.spoken_places import (
    asked_of,
    asks_of_place,
    inside_at,
    moves_there,
    place_in,
    projects_named_in,
    put_inside,
    with_place,
)
from intent.types import ActionType, Choice
from omniforge.storage.database import in_database

_WHICH = "Which project do you mean?"
_MOST = 6  # projects offered
_LOOKED_BACK = 6  # messages


async def name_place(pack: ContextPack) -> ContextPack:
    """Return the turn with the project's name in place of 'there', if it is certain which one is meant."""
    if not _may_point(pack):
        return pack
    inside = inside_at(pack.message)
    if inside is not None and (begun := _begun_in(pack, pack.message[:inside])):
        return replace(pack, message=put_inside(pack.message, begun))
    at = place_in(pack.message)
    if at is None and not (asks_of_place(pack.message) and pack.table is None):
        return pack
    project = await in_database(_meant, pack, pack.message[: at or 0])
    if not project:
        return pack
    said = asked_of(pack.message, project) if at is None else with_place(pack.message, project)
    return replace(pack, message=said)


async def react_to_unnamed_place(pack: ContextPack) -> Reaction | None:
    """Ask which project 'that project' is, if several may be meant."""
    projects = [one.name for one in pack.catalogue.projects]
    if not _may_point(pack) or len(projects) < 2 or place_in(pack.message) is None:
        return None
    ways = [(one, with_place(pack.message, one)) for one in projects[:_MOST]]
    choices = tuple(Choice(name, "", ActionType.EXECUTE_TASK, says) for name, says in ways)
    asked = give(*offer_choices(pack.dialogue, ActionType.EXECUTE_TASK, _WHICH, choices))
    return Reaction.to(ActionType.EXECUTE_TASK, "You mean a project that isn't certain.", asked)


def _may_point(pack: ContextPack) -> bool:
    """Return whether the words of a turn may point at a project. In a draft they are about the draft."""
    return not (pack.agent or pack.ask or isinstance(pack.dialogue.top, OpenDraft))


def _meant(pack: ContextPack, before: str) -> str:
    """Return the one project that is certainly meant: named before in the message, in focus, or last."""
    if focus := pack.focus.project_id:
        return next((one.name for one in pack.catalogue.projects if one.id == focus), "")
    if begun := _begun_in(pack, before):
        return begun
    projects = [one.name for one in pack.catalogue.projects]
    if named := projects_named_in(before, projects):
        return named[0] if len(named) == 1 else ""
    homes, lies_in = _homes(pack), _homes_of_things(pack) if moves_there(pack.message) else []
    for said in [str(one.content) for one in pack.window[-_LOOKED_BACK:]][::-1]:
        named = [one for one in projects_named_in(said, projects) if one not in lies_in]
        if len(named) > 1:
            return homes[0] if len(homes) == 1 and homes[0] in named else ""
        if named:
            return named[0]
    return projects[0] if len(projects) == 1 else homes[0] if len(homes) == 1 else ""


def _begun_in(pack: ContextPack, before: str) -> str:
    """Return the one project that the message's words before create."""
    found = read_commands(before, situation_of(pack)).commands if before.strip() else ()
    made = [one.slots for one in found if one.name == "thing.create" and one.slots.get("kind") == "project"]
    return str(made[0].get("title", "")) if len(made) == 1 else ""


def _homes(pack: ContextPack) -> list[str]:
    """Return the projects that were changed or shown last, and those of the things that were."""
    found = load_kept(pack.access, pack.dialogue.touched or pack.dialogue.listed)
    return list(dict.fromkeys(one.title if one.kind == PROJECT else one.home_name for one in found))


def _homes_of_things(pack: ContextPack) -> list[str]:
    found = load_kept(pack.access, pack.dialogue.touched or pack.dialogue.listed)
    return list(dict.fromkeys(one.home_name for one in found if one.kind != PROJECT))
