"""The time to change and fetch a tree of 5,000 documents over REST: `python -m bench.tree`.

Measured on SQLite, from request to response, without a network.
"""

import os
import random
import tempfile
import time

from bench.timing import times

DOCUMENTS, ROUNDS = 5_000, 40
JSON = "application/json"


def main() -> None:
    """Print the times in milliseconds as a Markdown table."""
    with tempfile.TemporaryDirectory() as var:
        os.environ |= {"OMNIFORGE_VAR": var, "DJANGO_SETTINGS_MODULE": "omniforge.settings"}
        import django

        django.setup()
        from django.core.management import call_command
        from django.test.utils import setup_test_environment

        setup_test_environment()
        call_command("prepare", verbosity=0)
        print("| tree of 5,000 documents | p50 | p95 |\n| --- | ---: | ---: |")
        for shape, branches in (("20 below each", 20), ("all at the top", 0)):
            _measure(shape, branches)


def _measure(shape: str, branches: int) -> None:
    from omniforge.projects import titles
    from tests.clients import program

    access, project_id, documents = _fill(branches)
    api, chosen = program(access), random.Random(7)
    whole, one = f"/api/v1/projects/{project_id}/", f"/api/v1/documents/{documents[0]}/"

    def move() -> None:
        place = {"parent_id": chosen.choice(documents[:100]), "position": 0}
        api.post(f"/api/v1/documents/{chosen.choice(documents[200:])}/move/", place, JSON)

    def insert() -> None:
        parent = chosen.choice(documents[:100]) if branches else None
        api.post(f"{whole}documents/", {"title": "New", "content": "New.", "parent_id": parent}, JSON)

    def fetch() -> None:
        api.get(f"{whole}tree/")

    def change() -> None:
        api.patch(one, {"title": str(time.monotonic_ns())}, JSON)

    for name, before, measured in (
        ("move", _nothing, move),
        ("insert", _nothing, insert),
        ("change a title", _nothing, change),
        ("fetch, from nothing", titles._known.clear, fetch),
        ("fetch, after a change", change, fetch),
        ("fetch, unchanged", _nothing, fetch),
        ("list 50 documents with their paths", _nothing, lambda: api.get(f"{whole}documents/")),
    ):
        p50, p95 = times(before, measured, ROUNDS)
        print(f"| {name} ({shape}) | {p50:.0f} ms | {p95:.0f} ms |", flush=True)


def _nothing() -> None:
    """Do nothing."""


def _fill(branches: int):  # type: ignore[no-untyped-def]
    from omniforge.projects.models import Document
    from omniforge.projects.services import ProjectService
    from tests.factories import make_member, make_tenant

    access = make_member(make_tenant())
    project = ProjectService(access).create(name="Large", context="Everything that we know.").row
    rows = [
        Document(tenant_id=access.tenant_id, project=project, title=f"Document {n}", description="On prices")
        for n in range(DOCUMENTS)
    ]
    Document.objects.bulk_create(rows, batch_size=500)
    nodes = [{"id": str(row.pk), "order": 0, "children": []} for row in rows]
    for number, node in enumerate(nodes):
        parent = nodes[number // branches - 1]["children"] if branches and number >= branches else None
        siblings = project.doc_structure["root"] if parent is None else parent
        node["order"] = len(siblings)
        siblings.append(node)
    project.save(update_fields=["doc_structure"])
    return access, project.pk, [row.pk for row in rows]


if __name__ == "__main__":
    main()
