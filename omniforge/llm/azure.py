"""OpenAI's models at Azure: a deployment in the path, the API's version in the query, the key in a header."""

from collections.abc import Mapping
from urllib.parse import SplitResult, parse_qs, quote, urlsplit

from omniforge.llm.model_listing import ListedModel
from omniforge.llm.openai import OpenAI

_VERSION = "2024-10-21"  # the newest generally available version
_DEPLOYMENTS, _UNIFIED, _MODELS = "/openai/deployments/", "/openai/v1", "/models"


class Azure(OpenAI):
    """Deployments of one resource (https://learn.microsoft.com/azure/ai-services/openai/reference).

    The base URL may be the resource's, or a deployment's as the portal shows it, which then is the model. If
    it ends with /openai/v1 or /models, the newer APIs, the model is in the body only.
    """

    name = "azure"

    @property
    def limit(self) -> str:
        """Models of other vendors, at /models, know only the older name of the parameter."""
        return "max_tokens" if self._where.path.endswith(_MODELS) else "max_completion_tokens"

    @property
    def _where(self) -> SplitResult:
        """The base URL without deployment, version and path of a single call."""
        url = urlsplit(self.base_url)
        return url._replace(path=url.path.rstrip("/").removesuffix("/chat/completions"))

    def path(self, model: str, of: str = "chat/completions") -> str:
        """Return the path of a deployment."""
        url = self._where
        version = parse_qs(url.query).get("api-version", [""])[0]
        if url.path.endswith((_UNIFIED, _MODELS)):
            return f"{url.path}/{of}" + (f"?api-version={quote(version)}" if version else "")
        before = url.path.partition("/openai")[0]  # a gateway's own path
        deployment = f"{before}{_DEPLOYMENTS}{quote(model, safe='')}/{of}"
        return f"{deployment}?api-version={quote(version or _VERSION)}"

    def headers(self) -> Mapping[str, str]:
        return {"api-key": self.api_key}

    async def list_models(self) -> list[ListedModel]:
        """Return the deployment that the base URL names, if any: an API key can't list them."""
        named = self._where.path.partition(_DEPLOYMENTS)[2].partition("/")[0]
        return [ListedModel(named, abilities=("tools", "images", "structured"))] if named else []
