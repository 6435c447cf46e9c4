"""Messages that hand a file over, alone or with a question."""

from dataclasses import replace

from agents.context.dialogue import DialogueState
from agents.context.pack import ContextPack
from agents.context.situation import new_files, situation_of
from agents.events import Outputs, TextDelta
from agents.handlers.lines import format_names
from agents.without_model.lookups import describe_files
from agents.without_model.reaction import Reaction
from intent.commands import Reading, read_commands
from intent.questions.attachments import asked_beside
from intent.types import ActionType

_OTHERS = ("agent.", "thing.", "project.", "event.", "work.")  # commands that no file is for


def ask_beside_file(pack: ContextPack) -> ContextPack:
    """Return the turn with only the question of 'here is the quote, how long is it valid?'"""
    asked = asked_beside(pack.message) if new_files(pack) else None
    return replace(pack, message=asked) if asked else pack


async def react_to_file(pack: ContextPack) -> Reaction | None:
    """React to a message that only hands over a file."""
    if not new_files(pack) or asked_beside(pack.message) != "" or _is_of_file(pack):
        return None
    return Reaction.to(ActionType.QUERY_INFO, "You handed a file over.", describe_files(pack))


async def name_file_beside(pack: ContextPack, dialogue: DialogueState) -> Outputs:
    """Yield a word on a new file that the message has nothing to do with: 'list my agents'."""
    files = new_files(pack)
    found = read_commands(pack.message, situation_of(pack)) if files else Reading()
    is_other = found.is_whole and all(one.name.startswith(_OTHERS) for one in found.commands)
    if is_other and not any(one.source in {str(file.id) for file in files} for one in dialogue.results):
        yield TextDelta(f"\n\nI have {format_names([one.name for one in files])}, too. Ask me about it.")


def _is_of_file(pack: ContextPack) -> bool:
    """Return whether commands cover the message: 'total sheets per customer' doesn't name a file."""
    reading = read_commands(pack.message, situation_of(pack))
    asked = (one.slots.get("question") for one in reading.commands if not one.tentative)
    return reading.is_whole and any(one is None or not one.only_names for one in asked)
