"""Running sites that tests share: the demonstration workspace, with or without a model."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Cookie

from tests.browser.projects.scenes import Rest
from tests.site import Site, copy_state
from tests.standin import ModelServer
from tests.states import PASSWORD

OWNER = "maya@example.org"


@contextmanager
def running_demo(demo_var: Path, folder: Path, **env: str) -> Iterator[Site]:
    """Let a copy of the demonstration workspace run in `folder` with `env` until the block ends."""
    site = Site(copy_state(demo_var, folder / "var"), **env)
    site.start()
    try:
        yield site
    finally:
        site.kill()  # a clean shutdown would write data that nobody reads


def owner_of(site: Site) -> list[Cookie]:
    """Return the cookies of Larkfield's owner, who has signed in by the form, but without a browser."""
    with httpx2.Client(base_url=site.url, timeout=120, verify=False) as http:
        http.get("/sign-in/")
        form = {"email": OWNER, "password": PASSWORD, "csrfmiddlewaretoken": http.cookies["csrftoken"]}
        http.post("/sign-in/", data=form)
        return [{"name": name, "value": value, "url": site.url} for name, value in http.cookies.items()]


BEGUN = pytest.StashKey[datetime]()


def delete_talks_of_an_earlier_try(test: pytest.Item, rest: Rest) -> None:
    """Delete the conversations of an earlier attempt of a rerun test: titles would occur twice."""
    if BEGUN in test.stash:
        talks = rest.get("conversations/?limit=50")["results"]
        for talk in talks:
            if datetime.fromisoformat(talk["updated_at"]) > test.stash[BEGUN]:
                rest.send("DELETE", f"conversations/{talk['id']}/")
    test.stash.setdefault(BEGUN, datetime.now(UTC))


def replies_of(model: ModelServer) -> dict[str, str]:
    """Return the settings by which `model` writes the replies; intents are found by rules."""
    return {
        "OPENAI_BASE_URL": f"{model.url}/v1",
        "OPENAI_API_KEY": "test-key",
        "OMNIFORGE_MODEL_INTENT": "rules",
        "OMNIFORGE_MODEL_REPLY": "openai:gpt-4o-mini",
        "OMNIFORGE_MODEL_GRADE": "rules",
    }
