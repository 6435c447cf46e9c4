"""A newcomer's whole way over REST, from the account to an agent's work in a connected system.

`tests/browser/test_whole_way.py` walks it on the pages.
"""

import json
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from tests.agents.mcp_servers.signing import SigningServer, running_signing_server
from tests.conversations.conftest import plain_client
from tests.site import Site
from tests.standin import Fault, ModelServer
from tests.states import PASSWORD
from tests.waiting import until

pytestmark = pytest.mark.slow
ACCOUNT = {
    "workspace": "Larkfield",
    "name": "Derek Obi",
    "email": "derek@larkfield.example",
    "password": PASSWORD,
}
AGENT = {
    "slug": "shopping-list",
    "description": "Say what is on the list and add what is missing",
    "instructions": "Read the notes, say what is on the list, and add tea if it is missing.",
    "source": "Team notes",
    "tools": ["workspace", "team-notes_*"],
}
READ = {"tools": [{"name": "team-notes_list_notes", "arguments": {}}]}
ADD = {"tools": [{"name": "team-notes_add_note", "arguments": {"text": "tea"}}]}


@pytest.fixture
def signing() -> Iterator[SigningServer]:
    with running_signing_server() as server:
        yield server


@pytest.fixture
def site(fresh_site: Site, signing: SigningServer) -> Site:
    fresh_site.env["OMNIFORGE_ALLOWED_HOSTS_OUT"] = signing.here.removeprefix("http://")
    fresh_site.start()
    return fresh_site


def submit(person: httpx2.Client, path: str, **fields: Any) -> httpx2.Response:
    """Send a form as a browser does."""
    person.get(path).raise_for_status()
    answer = person.post(path, data={**fields, "csrfmiddlewaretoken": person.cookies["csrftoken"]})
    assert answer.status_code < 400, answer.text
    return answer


def send(program: httpx2.Client, method: str, path: str, **body: Any) -> Any:
    answer = program.request(method, f"/api/v1/{path}", json=body or None)
    assert answer.status_code < 300, answer.text
    return answer.json()


def ask(program: httpx2.Client, message: str) -> tuple[str, str]:
    """Return the text that `POST /api/v1/chat` streams, and with which event it ends."""
    answer = program.post("/api/v1/chat", json={"message": message}).text
    blocks = [block.split("\n", 1) for block in answer.split("\n\n") if block.startswith("event: ")]
    told = [json.loads(data.removeprefix("data: ")) for _, data in blocks]
    return "".join(one.get("content") or one.get("message", "") for one in told), blocks[-1][0]


def with_key(site: Site, person: httpx2.Client) -> httpx2.Client:
    """Return a program that has a key of the person's, made on the page of keys."""
    scopes = ["chat", "read", "admin"]
    made = submit(person, "/settings/keys/", name="everything", scopes=scopes, days="30").text
    key = made.partition('id="key" readonly value="')[2].partition('"')[0]
    return plain_client(site.url, Authorization=f"Bearer {key}")


def run(program: httpx2.Client, **how: Any) -> dict[str, Any]:
    """Run the agent; returns its run once it has ended or waits."""
    begun = send(program, "POST", "agents/shopping-list/run/", **how)
    until(lambda: send(program, "GET", f"turns/{begun['turn_id']}")["status"] == "completed")
    return send(program, "GET", "agents/shopping-list/runs/")["results"][0]


def sign_in(person: httpx2.Client, at: str, signing: SigningServer) -> None:
    """Do what a browser does: leave for the sign-in, consent there, come back."""
    leaving = submit(person, at).headers["Refresh"].removeprefix("0;url=")
    back = person.get(signing.consent(leaving), follow_redirects=True)
    assert "Signed in to Team notes." in back.text


def connect_model(program: httpx2.Client, model: ModelServer) -> None:
    given = {"vendor": "compatible", "address": f"{model.url}/v1", "key": "sk-good-0123456789"}
    assert send(program, "POST", "model-connections/", **given)["works"]
    model.queue({"text": "It is Canberra."})
    assert ask(program, "What is the capital of Australia?") == ("It is Canberra.", "event: done")


def connect_system(program: httpx2.Client, person: httpx2.Client, signing: SigningServer) -> None:
    given = {"name": "Team notes", "url": signing.address, "sign_in": "workspace"}
    made = send(program, "POST", "mcp-servers/", **given)
    assert made["standing"] == "sign_in"
    sign_in(person, made["sign_in_at"], signing)
    [server] = send(program, "GET", "mcp-servers/")
    assert server["standing"] == "connected" and len(server["tools"]) == 2
    send(program, "PATCH", "mcp-servers/team-notes/", read_only=["list_notes"])


def build_agent(program: httpx2.Client, model: ModelServer) -> None:
    send(program, "POST", "agents/", **AGENT)
    model.queue(READ, ADD, {"text": "Tea would be added."})
    tried = run(program, dry_run=True)["output"]
    assert "A real run would do this:\n\n1. Asking Team notes: add note" in tried
    send(program, "PATCH", "agents/shopping-list/", schedule="0 9 * * 1")
    [standing] = send(program, "GET", "schedules/")["results"]
    assert standing["next_run_at"] and standing["last_status"] is None


def run_agent(program: httpx2.Client, model: ModelServer) -> None:
    model.queue(READ, ADD, {"text": "Tea is on it now."})
    assert run(program)["status"] == "waiting"
    [waiting] = send(program, "GET", "approvals/")["results"]
    assert (waiting["tool"], waiting["arguments"]) == ("team-notes_add_note", {"text": "tea"})
    decided = send(program, "POST", f"approvals/{waiting['approval_id']}/", decision="approve")
    until(lambda: send(program, "GET", f"turns/{decided['turn_id']}")["status"] == "completed")
    done = send(program, "GET", "agents/shopping-list/runs/")["results"][0]
    assert done["status"] == "succeeded" and "Tea is on it now." in done["output"]


def test_newcomer_reaches_an_agent_action_over_rest(
    site: Site, model_server: ModelServer, signing: SigningServer
):
    with plain_client(site.url) as person:
        submit(person, "/first-account/", **ACCOUNT)
        with with_key(site, person) as program:
            connect_model(program, model_server)
            connect_system(program, person, signing)
            build_agent(program, model_server)
            run_agent(program, model_server)
            is_told_what_to_mend(program, model_server, signing)


def is_told_what_to_mend(program: httpx2.Client, model: ModelServer, signing: SigningServer) -> None:
    signing.switch(forget=["access", "refresh"])
    model.queue(READ, {"text": "I couldn't read them."})
    said, ended = ask(program, "@shopping-list what is on the list?")
    assert said.endswith("Reconnect it in [Settings > Connections](/settings/connections/).")
    assert ended == "event: done"
    model.fail(Fault.WRONG_KEY, times=2)
    said, ended = ask(program, "What is the capital of Austria?")
    assert "An owner or admin can replace it in Settings > Models." in said and ended == "event: error"
