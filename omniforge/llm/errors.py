"""Errors of language models: one class for each error that people handle differently.

    ModelError                      502  model_error
    ├── ModelOutage                 failures for any request. These open the circuit breaker
    │   ├── ModelTimeout            504  model_timeout
    │   ├── ModelUnavailable        503  model_unavailable      (no connection, 5xx, overloaded, breaker open)
    │   ├── ModelRateLimited        429  model_rate_limited
    │   ├── ModelKeyRefused         502  model_key_refused
    │   └── ModelOutOfCredit        502  model_out_of_credit
    ├── ModelNotConfigured          503  model_not_configured
    ├── ModelAddressRefused     502  model_address_refused  (blocked by the SSRF filter)
    ├── ModelUnknown                502  model_unknown          (no such model at the provider)
    ├── ModelRejected               502  model_rejected         (the provider calls the request invalid)
    ├── ModelContextFull            502  model_context_full     (the request exceeds the context window)
    ├── ModelMalformed              502  model_malformed        (the answer doesn't have the requested form)
    ├── ModelSilent                 502  model_silent           (no words and no call, twice)
    ├── ModelCutOff                 502  model_cut_off          (the stream ended without a finish reason)
    ├── ModelLengthLimit            502  model_length_limit     (the answer exceeds the limit)
    └── ModelDeclined               502  model_declined         (the provider's safety filter)

`retryable`: the same request may succeed a moment later. Text before a failure has already been
yielded. The caller decides whether to keep it.
"""

from typing import Self

from django.utils.translation import gettext

from omniforge.errors import ModelError as ModelError
from omniforge.instants import say_seconds


class ModelOutage(ModelError):
    """The provider fails for any request."""


class ModelTimeout(ModelOutage):
    """No answer, or no further token, within the timeout."""

    code = "model_timeout"
    status = 504
    message = "The language model did not answer in time. Send it again."

    @classmethod
    def after(cls, seconds: float) -> Self:
        """Return the error with the timeout in its message."""
        return cls(f"The language model did not answer within {say_seconds(seconds)}. Send it again.")


class ModelUnavailable(ModelOutage):
    """The provider cannot be reached, or reports an outage or overload."""

    code = "model_unavailable"
    status = 503
    message = "The language model cannot be reached at the moment. Try again shortly."


class ModelRateLimited(ModelOutage):
    """The provider's rate limit. `retry_after` is in seconds if it was sent."""

    code = "model_rate_limited"
    status = 429
    message = "The language model's provider takes no more requests for now. Try again in a moment."


class ModelKeyRefused(ModelOutage):
    """The provider rejects the API key."""

    code = "model_key_refused"
    message = "The model provider refused the key. An owner or admin can replace it in Settings > Models."
    retryable = False


class ModelOutOfCredit(ModelOutage):
    """The account at the provider has no credit."""

    code = "model_out_of_credit"
    message = "The account at the model provider has no credit left. Add some there, then try again."
    retryable = False


class ModelNotConfigured(ModelError):
    """The role has no model. Rules do its work."""

    code = "model_not_configured"
    status = 503
    message = "No model is connected for this. An owner or admin can connect one in Settings > Models."
    retryable = False


class ModelAddressRefused(ModelError):
    """The SSRF filter blocks the provider's address."""

    code = "model_address_refused"
    message = "This server may not connect to the model's address. Ask your administrator to allow it."
    retryable = False

    @classmethod
    def of(cls, host: str) -> Self:
        """Return the error that names the host."""
        said = gettext("This server may not connect to %(host)s. Ask your administrator to allow it.")
        return cls(said % {"host": host})


class ModelUnknown(ModelError):
    """The provider has no model of this name."""

    code = "model_unknown"
    message = (
        "The provider has no model of this name. An owner or admin can choose another in Settings > Models."
    )
    retryable = False


class ModelRejected(ModelError):
    """The provider calls the request invalid."""

    code = "model_rejected"
    message = "The language model's provider did not accept the request."
    retryable = False


class ModelWithoutTools(ModelRejected):
    """The model has no tool calling. Tools then go into the prompt."""

    code = "model_without_tools"
    message = "This language model can't use tools. Pick another model."


class ModelContextFull(ModelError):
    """The request exceeds the model's context window."""

    code = "model_context_full"
    message = (
        "This is more than the language model can read at once. Shorten it, or start a new conversation."
    )
    retryable = False


class ModelMalformed(ModelError):
    """The answer doesn't have the requested form."""

    code = "model_malformed"
    message = "The language model's answer could not be read. Send it again."


class ModelSilent(ModelError):
    """The model gave no words and called no tool, even when it was asked once more."""

    code = "model_silent"
    message = "The language model gave an empty answer. Send it again."


class ModelCutOff(ModelError):
    """The stream ended without a finish reason, so the answer may be incomplete."""

    code = "model_cut_off"
    message = "The answer broke off before its end. Send it again."


class ModelLengthLimit(ModelError):
    """The answer reached its token limit."""

    code = "model_length_limit"
    message = "The answer reached its longest length and stops here. Say 'Continue' to have the rest."
    retryable = False


class ModelDeclined(ModelError):
    """The provider's safety filter stopped the answer."""

    code = "model_declined"
    message = "The language model declined to answer this. Put it differently."
    retryable = False
