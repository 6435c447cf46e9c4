"""A model's question to the person. The run waits for the answer."""

from collections.abc import Sequence

from pydantic import Field, ValidationError

from agents.events import OptionsOffered
from agents.tools.schemas import schema_of
from agents.tools.tool import ToolArguments
from intent.types import ActionType, Choice
from omniforge.llm.types import ToolRequest, ToolSpec


class Question(ToolArguments):
    question: str = Field(min_length=1)
    choices: list[str] = Field(default_factory=list, max_length=6)


ASK_PERSON = ToolSpec(
    "ask_person",
    "Ask the person what the task cannot go on without and no tool can tell; never for permission.",
    schema_of(Question),
)


def question_in(requests: Sequence[ToolRequest]) -> Question | None:
    """Return the model's question among the requests, or None."""
    for request in requests:
        if request.name == ASK_PERSON.name:
            try:
                return Question.model_validate_json(request.arguments)
            except ValidationError:
                return None
    return None


def options_of(asked: Question) -> OptionsOffered | None:
    """Return the offered answers as people see them. Choosing one sends its text."""
    if not asked.choices:
        return None
    choices = [Choice(one, "", ActionType.EXECUTE_TASK, one) for one in asked.choices]
    return OptionsOffered(asked.question, "", tuple(choices))
