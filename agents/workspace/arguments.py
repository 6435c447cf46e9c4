"""How models name things of projects, the same in all tools."""

from typing import Annotated, Literal

from pydantic import Field

from omniforge.projects.validation import CONTENT, DESCRIPTION, TITLE

ProjectName = Annotated[
    str,
    Field(max_length=TITLE, description="Name or id of a project; left out: the one that the talk is about."),
]
EntityKind = Literal["task", "goal", "plan", "milestone", "risk", "requirement"]
ThingName = Annotated[
    str, Field(min_length=1, max_length=500, description="Its title, a part of it, or its id.")
]
DocumentName = Annotated[
    str,
    Field(
        min_length=1, max_length=500, description="Its title, its path like 'Research > Rivals', or its id."
    ),
]
Parent = Annotated[
    str,
    Field(
        max_length=500, description="The document to stand below: title, path or id; left out: at the top."
    ),
]
Position = Annotated[
    int | None, Field(ge=0, description="Its place among its siblings, from 0; left out: the last.")
]
ExpectedVersion = Annotated[
    int | None, Field(ge=1, description="The version that was read: refused if somebody changed it since.")
]
Title = Annotated[str, Field(min_length=1, max_length=TITLE)]
Description = Annotated[str, Field(max_length=DESCRIPTION)]
Priority = Annotated[int | None, Field(ge=1, le=5, description="From 1, the most urgent, to 5.")]
Markdown = Annotated[str, Field(max_length=CONTENT, description="Markdown, whole.")]
Start = Annotated[int, Field(ge=1, description="Where to begin: next_start of the result before.")]
Limit = Annotated[int, Field(ge=1, le=50)]
