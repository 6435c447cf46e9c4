"""Failures of a tool call, in a module low enough that code below the tools can raise them too."""

from omniforge.errors import OmniForgeError


class ToolFailed(OmniForgeError):
    """A call failed. The message tells the model and the person what to do about it.

    A `transient` failure may pass, so the gate retries it. If it is `unsure`, the call may have taken
    effect all the same. If it came from `outside`, the message quotes text by others, such as titles.
    `told` is Markdown that the run's answer always includes: what a person has to fix. `for_model` is what a
    model reads instead, with what it can do about it and a person can't.
    """

    code = "tool_failed"
    status = 422

    def __init__(
        self,
        message: str,
        *,
        transient: bool = False,
        unsure: bool = False,
        outside: bool = False,
        told: str = "",
        for_model: str = "",
    ) -> None:
        super().__init__(message)
        self.for_model = for_model
        self.told = told
        self.transient = transient
        self.unsure = unsure
        self.outside = outside
