"""The ways in which a language model fails, one class for each that a person would act on differently.

    ModelError                      502  model_error
    ├── ModelOutage                 the provider fails whatever it is asked; these open the circuit breaker
    │   ├── ModelTimeout            504  model_timeout
    │   ├── ModelUnavailable        503  model_unavailable      (no connection, 5xx, overloaded, breaker open)
    │   ├── ModelRateLimited        429  model_rate_limited
    │   ├── ModelKeyRefused         502  model_key_refused
    │   └── ModelOutOfCredit        502  model_out_of_credit
    ├── ModelNotConfigured          503  model_not_configured
    ├── ModelAddressRefused     502  model_address_refused  (the guard doesn't let requests go there)
    ├── ModelUnknown                502  model_unknown          (no such model at the provider)
    ├── ModelRejected               502  model_rejected         (the provider calls the request invalid)
    ├── ModelContextFull            502  model_context_full     (more was sent than the model reads)
    ├── ModelMalformed              502  model_malformed        (the answer is not what was agreed)
    ├── ModelCutOff                 502  model_cut_off          (the stream ended without a finish reason)
    ├── ModelLengthLimit            502  model_length_limit     (the answer is longer than was allowed)
    └── ModelDeclined               502  model_declined         (the provider's safety filter)

`retryable` says that the same request may go well a moment later. Text that came before the failure has been
yielded; whether to keep it is the caller's choice.
"""

from typing import Self

from django.utils.translation import gettext

from omniforge.errors import ModelError as ModelError
from omniforge.instants import say_seconds


class ModelOutage(ModelError):
    """The provider itself fails, whatever it is asked."""


class ModelTimeout(ModelOutage):
    """No answer, or no further word of it, within the time allowed."""

    code = "model_timeout"
    status = 504
    message = "The language model did not answer in time. Send it again."

    @classmethod
    def after(cls, seconds: float) -> Self:
        """Return the error that tells how long was waited."""
        return cls(f"The language model did not answer within {say_seconds(seconds)}. Send it again.")


class ModelUnavailable(ModelOutage):
    """The provider cannot be reached, or says that it is broken or overloaded."""

    code = "model_unavailable"
    status = 503
    message = "The language model cannot be reached at the moment. Try again shortly."


class ModelRateLimited(ModelOutage):
    """The provider's own limit is reached; `retry_after` is in seconds where it was told."""

    code = "model_rate_limited"
    status = 429
    message = "The language model's provider takes no more requests for now. Try again in a moment."


class ModelKeyRefused(ModelOutage):
    """The provider does not accept the key."""

    code = "model_key_refused"
    message = "The model provider refused the key. An owner or admin can replace it in Settings > Models."
    retryable = False


class ModelOutOfCredit(ModelOutage):
    """The account at the provider is used up."""

    code = "model_out_of_credit"
    message = "The account at the model provider has no credit left. Add some there, then try again."
    retryable = False


class ModelNotConfigured(ModelError):
    """The role works by rules; there is no model to ask."""

    code = "model_not_configured"
    status = 503
    message = "No model is connected for this. An owner or admin can connect one in Settings > Models."
    retryable = False


class ModelAddressRefused(ModelError):
    """The address of the provider is none that this server may connect to."""

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
    """The model takes no tools; it is told of them in its prompt then."""

    code = "model_without_tools"
    message = "This language model can't use tools. Pick another model."


class ModelContextFull(ModelError):
    """More was sent than the model can read."""

    code = "model_context_full"
    message = (
        "This is more than the language model can read at once. Shorten it, or start a new conversation."
    )
    retryable = False


class ModelMalformed(ModelError):
    """The answer does not have the agreed form."""

    code = "model_malformed"
    message = "The language model's answer could not be read. Send it again."


class ModelCutOff(ModelError):
    """The stream ended without a finish reason, so the answer is not known to be whole."""

    code = "model_cut_off"
    message = "The answer broke off before its end. Send it again."


class ModelLengthLimit(ModelError):
    """The answer reached the number of tokens that was allowed for it."""

    code = "model_length_limit"
    message = "The answer reached its longest length and stops here. Say 'Continue' to have the rest."
    retryable = False


class ModelDeclined(ModelError):
    """The provider's safety filter stopped the answer."""

    code = "model_declined"
    message = "The language model declined to answer this. Put it differently."
    retryable = False
