"""A realistic project: documents in a tree, work of every kind, links; created over REST in a tab."""

from typing import Any

from playwright.sync_api import Page

from tests.site import Site

MARKET = """## What we looked at

Twelve products in **three** countries. The question was what a team pays, and for what.

| Product | Price | What it lacks |
| --- | --- | --- |
| Larkspur | €19 | an audit trail |
| Finch | €35 | offline use |

## Competitors in Europe

- Finch leads in the DACH region.
- Larkspur grows by word of mouth.

> 'We would pay for less, if it worked on a train.' (interview 7)

### What follows

1. Offline first.
2. A price below €30.
"""

WORK: list[dict[str, Any]] = [
    {"kind": "task", "title": "Agree on the price with finance", "priority": 1, "due_on": "2026-11-20"},
    {"kind": "task", "title": "Draft the launch page", "state": "in_progress", "priority": 2},
    {"kind": "task", "title": "Ask three customers for a quote", "state": "in_progress"},
    {"kind": "task", "title": "Translate the app store text", "state": "blocked", "due_on": "2027-01-15"},
    {"kind": "task", "title": "Book the photographer", "state": "done"},
    {"kind": "task", "title": "Write to the press list", "due_on": "2027-02-01"},
    {"kind": "goal", "title": "1,000 teams by the end of May", "state": "active"},
    {"kind": "plan", "title": "Launch in three steps", "state": "active"},
    {"kind": "milestone", "title": "App in the store", "due_on": "2027-03-31"},
    {"kind": "risk", "title": "The review takes longer than two weeks", "fields": {"probability": 0.4}},
    {"kind": "requirement", "title": "It works on a train", "state": "agreed"},
]


class Rest:
    """The API used like a page's script: by session."""

    def __init__(self, page: Page, site: Site) -> None:
        self._context, self._site = page.context, site

    def get(self, path: str) -> Any:
        """GET a path below /api/v1/."""
        answer = self._context.request.get(f"{self._site.url}/api/v1/{path}")
        assert answer.ok, answer.text()
        return answer.json()

    def send(self, method: str, path: str, **body: Any) -> Any:
        """Send JSON to a path below /api/v1/ and return the answer, None for an empty one."""
        token = next(one["value"] for one in self._context.cookies() if one["name"] == "csrftoken")
        headers = {"X-CSRFToken": token, "Referer": self._site.url}
        url = f"{self._site.url}/api/v1/{path}"
        answer = self._context.request.fetch(url, method=method, data=body, headers=headers)
        assert answer.ok, answer.text()
        return answer.json() if answer.status != 204 else None

    def make(self, project_id: str, table: str, **fields: Any) -> Any:
        """Make a document, an entity or a link in a project."""
        return self.send("POST", f"projects/{project_id}/{table}/", **fields)


def make_project(rest: Rest, name: str = "Spring launch") -> dict[str, Any]:
    """Make a project with three documents, one below the other two, and one thing of each kind at least.

    Returns its id, and the ids of its contents by title.
    """
    context = "We bring the app out in May, first in the DACH region."
    about = {"name": name, "context": context, "description": "The app in the stores by May."}
    at = rest.send("POST", "projects/", **about)["id"]
    research = rest.make(at, "documents", title="Market research", content=MARKET, description="Prices.")
    below = rest.make(at, "documents", title="Interviews", content="Seven.", parent_id=research["id"])
    brief = rest.make(at, "documents", title="Launch brief", content="## Why now\n\nSpring is for plans.")
    made = [research, below, brief, *(rest.make(at, "entities", **fields) for fields in WORK)]
    ids = {one["title"]: one["id"] for one in made}
    for source, relation, target in (
        (("task", "Draft the launch page"), "supports", ("goal", "1,000 teams by the end of May")),
        (("task", "Draft the launch page"), "documented_in", ("document", "Launch brief")),
        (("document", "Market research"), "references", ("requirement", "It works on a train")),
    ):
        ends = {"source_kind": source[0], "source_id": ids[source[1]], "target_kind": target[0]}
        rest.make(at, "edges", **ends, relation=relation, target_id=ids[target[1]])
    return {"id": at, "ids": ids}


def demo_project(rest: Rest) -> dict[str, Any]:
    """Return the project of the demonstration workspace, as `make_project` does."""
    project = next(one for one in rest.get("projects/")["results"] if one["name"] == "Finance reporting")
    documents = rest.get(f"projects/{project['id']}/documents/?limit=100")["results"]
    entities = rest.get(f"projects/{project['id']}/entities/?limit=100")["results"]
    return {"id": project["id"], "ids": {one["title"]: one["id"] for one in [*documents, *entities]}}


def project_path(rest: Rest, where: str) -> str:
    """Return the path of a page in that project; `where` may name a thing: 'documents/ Competitor Scan'."""
    project = demo_project(rest)
    table, _, title = where.partition(" ")
    return f"/projects/{project['id']}/{table}" + (f"{project['ids'][title]}/" if title else "")
