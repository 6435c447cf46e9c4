"""How a call of a tool fails; what is below the tools may say so, too."""

from omniforge.errors import OmniForgeError


class ToolFailed(OmniForgeError):
    """A call could not do its work; the message tells model and person what to do about it.

    `transient` failures may pass by themselves, so the gate tries them again. Where it is `unsure`, what the
    call was to do may have happened all the same. A message from `outside` quotes what others wrote, like
    titles. `told` is what the run's answer says of it in any case, as Markdown: what a person has to mend.
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
    ) -> None:
        super().__init__(message)
        self.told = told
        self.transient = transient
        self.unsure = unsure
        self.outside = outside
