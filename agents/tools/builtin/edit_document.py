"""The tool that writes to an existing document: all of it, a section, its end, or single passages."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import zip_longest
from typing import Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr

from agents.failures import ToolFailed
from agents.tools.context import CallContext
from agents.tools.differing import alike, gone
from agents.tools.named_things import DOCUMENT
from agents.tools.resolver import Resolver
from agents.tools.schemas import IN_WORDS, UNTOLD
from agents.tools.texts import Texts
from agents.tools.tool import Ask, Effect, ToolArguments, tool
from agents.tools.workspace import sections
from agents.tools.workspace.borders import require_inside, was_made_in_turn
from agents.tools.workspace.changed_meanwhile import note_of, require_seen
from agents.tools.workspace.results import Written, extent_of
from agents.tools.workspace.scope import Scope
from omniforge.projects.models import Document
from omniforge.projects.selectors import get_document
from omniforge.projects.services import DocumentService
from omniforge.projects.validation import CONTENT
from omniforge.storage.database import in_database

_QUOTED = 60  # characters quoted of a passage that isn't found
_BESIDE = 2  # lines of context before and after the change
_SHOWN = 6  # lines of the change shown
_LINE = 100  # characters


class Edit(BaseModel):
    """A passage, and its replacement."""

    model_config = ConfigDict(extra="forbid")

    find: str = Field(min_length=1)
    replace: str


class Writing(ToolArguments):
    """A document and the text to write. Edits are made first."""

    ref: str = Field(min_length=1, max_length=500)
    project: str = Field("", max_length=200, json_schema_extra=UNTOLD)
    content: str | None = Field(
        None,
        max_length=CONTENT,
        description="The new text, or the section's.",
    )
    section: str = Field("", max_length=200, description="Heading; a new one comes last.")
    append: str = Field("", max_length=CONTENT, description="At its end, or the section's.")
    edits: list[Edit] = Field(
        default_factory=list,
        max_length=50,
        json_schema_extra=IN_WORDS,
        description="Each {find, replace}; find: exact, in one place.",
    )


_READ = {"done", "name", "note", "characters", "headings", "now", "gone"}


class Edited(Written):
    """The result for the document: its headings, the lines around the change, and of a text written anew what
    is gone.
    """

    characters: int
    headings: list[str]
    now: str | None = None
    gone: str | None = None
    _is_own: bool = PrivateAttr(True)

    def as_read(self) -> dict[str, Any]:
        """Return what a model needs to go on. It named the document itself, so ids are left out."""
        return self.model_dump(mode="json", exclude_none=True, include=_READ)

    def texts(self) -> Texts:
        return Texts([UUID(self.id)])

    def is_own(self) -> bool:
        return self._is_own

    @classmethod
    def of_document(cls, written: Written, document: Document) -> "Edited":
        edited = cls(**written.model_dump(), **extent_of(document))
        edited._changes = written._changes
        return edited


def _said(arguments: Mapping[str, Any]) -> str:
    section = f", section {arguments['section']}" if arguments.get("section") else ""
    return f'Writing in the document "{arguments["ref"]}"{section}'


@tool(said=_said, effect=Effect.WRITE, ask=Ask.NEVER, outside=True, undoable=True, cap=50)
async def edit_document(arguments: Writing, context: CallContext) -> Edited:
    """Write Markdown in an existing document, rather by edits or a section than anew. Append long texts
    in parts.
    """
    return await in_database(_edited, arguments, context)


def _edited(arguments: Writing, context: CallContext) -> Edited:
    scope = Scope.of(context)
    ref = Resolver(scope).one(arguments.ref, (DOCUMENT,), arguments.project)
    document = get_document(scope.access, ref.id)
    require_inside(scope, document.project_id, document.title)
    before = document.content
    content = _written(arguments, before)
    if arguments.content is not None:
        require_seen(context, document, partial(_overwritten, heading=arguments.section))
    note = note_of(context, document)
    service = DocumentService(scope.access, turn_id=scope.turn_id)
    changed = service.update(document.pk, version=document.version, content=content)
    edited = Edited.of_document(Written.of(changed, "updated", note), changed.row)
    if arguments.content is not None:
        edited.gone = gone(_overwritten(before, arguments.section), arguments.content) or None
    if arguments.content is None or arguments.section:
        edited.now = lines_around(before, content)
    if edited.now or edited.gone:
        edited._is_own = was_made_in_turn(scope, document.pk)
    return edited


def _written(arguments: Writing, text: str) -> str:
    given = arguments.content is not None
    whole = given and not arguments.section
    nothing = not (given or arguments.append or arguments.edits)
    if nothing or (given and arguments.append) or (whole and arguments.edits):
        raise ToolFailed("Give content, append or edits; edits go along with append or a section's content.")
    if whole:
        return arguments.content or ""
    text = _replaced(text, arguments.edits)
    return _with_section(text, arguments) if given or arguments.append else text


def _overwritten(text: str, heading: str) -> str:
    """Return the part of a text that new content takes the place of: all, or a section."""
    if not heading:
        return text
    return (
        sections.text_of(text, sections.section_named(text, heading)) if _has_section(text, heading) else ""
    )


def _with_section(text: str, arguments: Writing) -> str:
    """Return the text with a section written, or with text appended to it or to a section."""
    mode: sections.Mode = "replace" if arguments.content is not None else "append"
    if arguments.section and not _has_section(text, arguments.section):
        mode = "add"
    return sections.write_section(text, arguments.section, arguments.content or arguments.append, mode)


def _has_section(text: str, heading: str) -> bool:
    """Return whether the section exists. Raises ToolFailed if several match."""
    try:
        sections.section_named(text, heading)
    except ToolFailed as error:
        if error.message.startswith("Several"):
            raise
        return False
    return True


def _replaced(text: str, edits: Sequence[Edit]) -> str:
    """Return the text with all edits made in order. Raises ToolFailed that lists all that don't match."""
    wrong = []
    for number, edit in enumerate(edits, 1):
        places = text.count(edit.find)
        if places == 1:
            text = text.replace(edit.find, edit.replace)
        else:
            found = f"stands {places} times in it; take more of what is around" if places else "is not in it"
            wrong.append(f"edit {number}: '{edit.find[:_QUOTED]}' {found}.")
    if wrong:
        raise ToolFailed(f"Nothing was changed. {' '.join(wrong)} Read the document again.", outside=True)
    return text


def lines_around(before: str, after: str) -> str | None:
    """Return the new lines, or the place of removed ones, with some context."""
    old, new = before.splitlines(), after.splitlines()
    if old == new:
        return None
    start = alike(old, new)
    same = min(alike(old[::-1], new[::-1]), min(len(old), len(new)) - start)
    end = len(new) - same
    pairs = zip_longest(new[start:end], old[start : len(old) - same][: end - start], fillvalue="")
    changed = _cut([_part(line, 0 if line == was else alike(line, was)) for line, was in pairs])
    around = [_part(line) for line in new[max(0, start - _BESIDE) : start]]
    return "\n".join((*around, *changed, *map(_part, new[end : end + _BESIDE])))


def _part(line: str, changed: int = 0) -> str:
    """Return as much of a line as is shown, with the place where it was changed."""
    start = max(0, changed - _LINE // 2) if len(line) > _LINE else 0
    end = start + _LINE
    return f"{'…' * (start > 0)}{line[start:end]}{'…' * (end < len(line))}"


def _cut(lines: Sequence[str]) -> Sequence[str]:
    half = _SHOWN // 2
    return lines if len(lines) <= _SHOWN else [*lines[:half], "…", *lines[-half:]]
