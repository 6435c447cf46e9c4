"""OpenAI's models at Azure: a deployment in the path, the API's version in the query, the key in a header."""

from collections.abc import Mapping
from urllib.parse import parse_qs, quote, urlsplit

from omniforge.llm.listing import ListedModel
from omniforge.llm.openai import OpenAI

_VERSION = "2024-10-21"  # the newest that is generally available
_DEPLOYMENTS = "/openai/deployments/"


class Azure(OpenAI):
    """Deployments of one resource (https://learn.microsoft.com/azure/ai-services/openai/reference).

    The base URL may be the resource's, or a deployment's as the portal shows it: then that is the model.
    """

    name = "azure"
    limit = "max_completion_tokens"

    def path(self, model: str, of: str = "chat/completions") -> str:
        """Return where a deployment does its work."""
        version = parse_qs(urlsplit(self.base_url).query).get("api-version", [_VERSION])[0]
        return f"{_DEPLOYMENTS}{quote(model, safe='')}/{of}?api-version={quote(version)}"

    def headers(self) -> Mapping[str, str]:
        """Return the key."""
        return {"api-key": self.api_key}

    async def list_models(self) -> list[ListedModel]:
        """Return the deployment that the base URL names, if any: a key alone can't list them."""
        named = urlsplit(self.base_url).path.partition(_DEPLOYMENTS)[2].partition("/")[0]
        return [ListedModel(named, abilities=("tools", "images", "structured"))] if named else []
