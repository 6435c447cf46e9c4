"""Tests a connection with one small call before it is saved. Failures are one sentence."""

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import TypeVar
from urllib.parse import urlsplit

from django.utils.translation import gettext, gettext_noop

from omniforge.errors import InvalidInput
from omniforge.llm.errors import (
    ModelAddressRefused,
    ModelError,
    ModelKeyRefused,
    ModelOutOfCredit,
    ModelRateLimited,
    ModelTimeout,
    ModelUnavailable,
    ModelUnknown,
)
from omniforge.llm.model_listing import ListedModel, ids_of
from omniforge.llm.providers import connect
from omniforge.llm.retry import time_limit
from omniforge.llm.types import ChatMessage, ModelRequest
from omniforge.llm.vendor import Vendor
from omniforge.llm.vendors import VENDORS

T = TypeVar("T")
_SECONDS = 30.0  # a server on this machine may have to load the model first
_LISTING_SECONDS = 10.0
_HELLO = (ChatMessage("user", "Reply with the single word OK."),)
_TOKENS = 32

_NOBODY = gettext_noop("Nothing answers at {host}. Check the address and that the server is running.")
_BROKEN = gettext_noop("{host} answers with an error of its own. Look into its log, then try again.")
_REFUSED = gettext_noop("{label} didn't accept a request to {model}. Choose another model.")
_SAID: dict[type[ModelError], tuple[str, str]] = {
    ModelKeyRefused: ("key", gettext_noop("{label} refused this key. Check that you copied all of it.")),
    ModelOutOfCredit: (
        "key",
        gettext_noop("This {label} account has no credit left. Add some, then try again."),
    ),
    ModelRateLimited: ("key", gettext_noop("{label} is limiting requests right now. Try again in a minute.")),
    ModelUnknown: ("model", gettext_noop("{label} has no model called {model}. Choose another one.")),
    ModelTimeout: ("address", gettext_noop("{host} didn't answer in time. Try again in a moment.")),
    ModelUnavailable: ("address", gettext_noop("{label} can't be reached right now. Try again in a moment.")),
}


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A vendor's address and key. Without an address it is the vendor's own."""

    vendor: str
    address: str = ""
    key: str = ""

    @property
    def url(self) -> str:
        return self.address or VENDORS[self.vendor].address

    @property
    def label(self) -> str:
        """The name for people: the vendor, or the host if they entered one."""
        row = VENDORS[self.vendor]
        return host_of(self.url) if row.asks_address else row.label

    def provider(self) -> Vendor:
        """Return its provider. Every address except the vendor's own passes the SSRF filter."""
        row = VENDORS[self.vendor]
        return connect(self.vendor, self.key, self.url, guarded=row.asks_address or bool(self.address))


@dataclass(frozen=True, slots=True)
class Tested:
    """The models that a vendor lists, and the one that has answered."""

    listed: list[ListedModel]
    model: str


def test_endpoint(endpoint: Endpoint, model: str = "") -> Tested:
    """List the models, and ask one of them for a word: `model`, or the best one.

    It blocks, in a thread without an event loop. Raises InvalidInput beside the field that is wrong.
    """
    return asyncio.run(_test(endpoint, model))


test_endpoint.__test__ = False  # type: ignore[attr-defined]  # not one of pytest's


async def _test(endpoint: Endpoint, model: str) -> Tested:
    provider = endpoint.provider()
    listed = await _list(endpoint, provider)
    chosen = model or _best(endpoint, ids_of(listed or ()))
    if not chosen:
        raise _no_model(endpoint, listed)
    request = ModelRequest(chosen, _HELLO, max_tokens=_TOKENS)
    try:
        await _in_time(provider.complete(request), _SECONDS)
    except ModelError as error:
        raise failed_test(endpoint, error, chosen, was_listed=listed is not None) from error
    if VENDORS[endpoint.vendor].asks_address:  # loaded models are listed with more details
        listed = await _list(endpoint, provider) or listed
    return Tested(_with(listed or [], chosen), chosen)


async def _list(endpoint: Endpoint, provider: Vendor) -> list[ListedModel] | None:
    """Return the listed models, or None if the server has no listing. Raises InvalidInput."""
    try:
        return await _in_time(provider.list_models(), _LISTING_SECONDS)
    except (ModelKeyRefused, ModelAddressRefused, ModelUnavailable, ModelTimeout, ModelRateLimited) as error:
        raise failed_test(endpoint, error) from error
    except ModelError:
        return None


async def _in_time(call: Awaitable[T], seconds: float) -> T:
    async with time_limit(seconds):
        return await call


def _best(endpoint: Endpoint, listed: list[str]) -> str:
    return VENDORS[endpoint.vendor].choose("reply", listed) or next(iter(listed), "")


def _with(listed: list[ListedModel], model: str) -> list[ListedModel]:
    """Return the list with the model that answered, even if it wasn't listed."""
    return listed if any(one.id == model for one in listed) else [ListedModel(model), *listed]


def _no_model(endpoint: Endpoint, listed: list[ListedModel] | None) -> InvalidInput:
    if VENDORS[endpoint.vendor].wire == "azure":
        return InvalidInput.of("model", gettext("Enter the name of your deployment."))
    if listed is None:
        return InvalidInput.of("address", _not_this_wire(endpoint))
    return InvalidInput.of(
        "model",
        gettext("%(label)s has no models yet. Install one there, then try again.")
        % {"label": endpoint.label},
    )


def failed_test(
    endpoint: Endpoint, error: ModelError, model: str = "", *, was_listed: bool = True
) -> InvalidInput:
    """Return what failed and what to do, beside the field that can fix it."""
    if isinstance(error, ModelAddressRefused):
        return InvalidInput.of("address", error.message)
    asks = VENDORS[endpoint.vendor].asks_address
    if isinstance(error, ModelUnavailable) and asks:
        said = _NOBODY if error.__cause__ else _BROKEN  # only connection errors have a cause
        return InvalidInput.of("address", gettext(said).format(host=host_of(endpoint.url)))
    if type(error) in _SAID and (was_listed or not isinstance(error, ModelUnknown)):
        named = {"label": endpoint.label, "host": host_of(endpoint.url), "model": model}
        field, said = _SAID[type(error)]
        return InvalidInput.of(field, gettext(said).format(**named))
    if asks:
        return InvalidInput.of("address", _not_this_wire(endpoint))
    return InvalidInput.of("model", gettext(_REFUSED).format(label=endpoint.label, model=model))


def _not_this_wire(endpoint: Endpoint) -> str:
    api = "Azure OpenAI" if VENDORS[endpoint.vendor].wire == "azure" else gettext("OpenAI's API")
    told = gettext("%(label)s doesn't answer like %(api)s. Check the address.")
    return told % {"label": endpoint.label, "api": api}


def host_of(url: str) -> str:
    """Return host and port of a URL."""
    return urlsplit(url).netloc.rpartition("@")[2] or url
