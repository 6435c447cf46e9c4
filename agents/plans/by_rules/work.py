"""What rules can make of a task, and what they are told for it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from agents.context import ContextPack
from agents.dialogue import KeptResult
from agents.files.attached import AttachedFile
from agents.material import read_task


@dataclass(frozen=True, slots=True)
class Missing:
    """The task cannot begin: `question` asks for what is missing, to be kept under `name`.

    `options` are answers to choose from, each a title and what it is. Where it is `free` any words may be
    the answer.
    """

    name: str
    question: str
    options: Sequence[tuple[str, str]] = ()
    free: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """The answer is known already. `result` are its rows, for the next tasks to refer to."""

    text: str
    result: KeptResult | None = None


@dataclass(frozen=True, slots=True)
class Known:
    """What is known besides the task: the day, answers to its questions, results of earlier tasks, files.

    `event` is the title of the calendar's event that was made or moved last, and nothing else since.
    """

    today: date
    said: Mapping[str, str] = field(default_factory=dict)
    results: Sequence[KeptResult] = ()
    files: Sequence[AttachedFile] = ()
    event: str = ""


def known_in(pack: ContextPack, said: Mapping[str, str] | None = None) -> Known:
    """Return what a turn knows. A message that brings its own text is not about the files."""
    files = () if read_task(pack.message, ()).text else pack.files
    last = pack.dialogue.touched[-1:]
    event = next((one.title for one in last if one.kind == "event"), "")
    return Known(pack.now.date(), said or {}, pack.dialogue.results, files, event)
