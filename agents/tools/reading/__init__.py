"""What the tool `read` returns for each kind of thing."""

from collections.abc import Awaitable, Callable, Mapping

from agents.tools.context import CallContext
from agents.tools.named_things import AGENT, DOCUMENT, FILE, PROJECT, RUN, SKILL, WORK, Ref
from agents.tools.reading.builders import read_agent, read_run, read_skill
from agents.tools.reading.part import Part, Reading
from agents.tools.reading.texts import read_document, read_file, read_result
from agents.tools.reading.work import read_project, read_work

__all__ = ["READERS", "Part", "Reading", "read_result"]

Reader = Callable[[Ref, Part, CallContext], Awaitable[Reading]]
READERS: Mapping[str, Reader] = {
    PROJECT: read_project,
    DOCUMENT: read_document,
    **dict.fromkeys(WORK, read_work),
    FILE: read_file,
    AGENT: read_agent,
    SKILL: read_skill,
    RUN: read_run,
}
