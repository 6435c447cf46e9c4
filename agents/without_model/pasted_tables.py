"""Remembers a pasted table, whatever its message was answered with."""

from agents.context.dialogue import DialogueState
from agents.context.open import OpenDraft
from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.context.stored import KeptResult
from agents.events import DialogueChanged, Outputs
from agents.tools.stored_results import store_table
from intent.commands import read_commands
from intent.material import Material, read_material
from omniforge.storage.database import in_database

_LONGEST = 200  # characters of the words beside it
_MOST_ROWS = 50  # rows that later orders can refer to


async def remember_pasted(pack: ContextPack, dialogue: DialogueState) -> Outputs:
    """Make the table of the message the table at hand, if no answer kept it: 'which column?' keeps none.

    Tasks made of its lines are asked for instead of them.
    """
    material = None if dialogue.results != pack.dialogue.results else read_material(pack.message)
    if material and material.columns and not _made_of_it(pack):
        yield DialogueChanged(dialogue.keeping(await _kept(pack, material)))


def hands_table_over(pack: ContextPack) -> bool:
    """Return whether a message, although a draft is open, pastes a table with headings or asks of it."""
    material = read_material(pack.message)
    if material is None or not material.columns or not isinstance(pack.dialogue.top, OpenDraft):
        return False
    reading = read_commands(pack.message, situation_of(pack))
    return any(one.name.startswith("table.") for one in reading.commands)


def _made_of_it(pack: ContextPack) -> bool:
    return any("titles" in one.slots for one in read_commands(pack.message, situation_of(pack)).commands)


async def _kept(pack: ContextPack, material: Material) -> KeptResult:
    beside = (pack.message[: material.start] + pack.message[material.end :]).strip()[:_LONGEST]
    columns, rows, units = material.columns, material.rows, material.units
    ref = await in_database(store_table, pack, "table", columns, rows, units)
    return KeptResult(beside, columns, rows[:_MOST_ROWS], units=units, ref=ref)
