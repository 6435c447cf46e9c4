"""Azure's responses for its deployment `gpt-4o`: OpenAI's format on Azure's path."""

from tests.standin.openai_wire import (  # noqa: F401  # what a wire is made of
    FINISH,
    STATUS,
    VENDOR,
    closing,
    delta,
    error,
    error_event,
    objection,
    opened,
    opening,
    whole,
)

PATH = "/openai/deployments/gpt-4o/chat/completions"
NEWER = ("/openai/v1/chat/completions", "/models/chat/completions")  # paths whose body names the model
