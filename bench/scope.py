"""The time to build a turn's project context: `python -m bench.scope`.

Measured with a project of 2,000 documents and 300 tasks on SQLite, in a warm process: from nothing, after a
change of one document, and without changes.
"""

import asyncio
import os
import tempfile
import time

from bench.timing import times

DOCUMENTS, TASKS, ROUNDS = 2_000, 300, 100


def main() -> None:
    """Print the times in milliseconds as a Markdown table."""
    with tempfile.TemporaryDirectory() as var:
        os.environ |= {"OMNIFORGE_VAR": var, "DJANGO_SETTINGS_MODULE": "omniforge.settings"}
        import django

        django.setup()
        from django.core.management import call_command

        call_command("prepare", verbosity=0)
        _measure()


def _measure() -> None:
    from agents.context.project_scope.pack import scope_pack
    from conversations.turns.warm_up import warm_up
    from omniforge.projects import bundle, titles
    from omniforge.projects.focus import Focus
    from omniforge.projects.services import DocumentService
    from omniforge.storage import encryption

    access, project_id, document_id = _fill()
    asyncio.run(warm_up(access.tenant_id))
    focus = Focus(project_id)

    def pack() -> None:
        scope_pack(bundle.load_bundle(access, focus), "What does document 1500 say about prices?")

    def forget() -> None:
        bundle._kept.clear()
        titles._known.clear()
        encryption._opened_lately.cache_clear()

    def change() -> None:
        DocumentService(access).update(document_id, description=str(time.monotonic_ns()))

    print("| pack of a project of 2,000 documents | p50 | p95 |\n| --- | --- | --- |")
    for name, before in (("from nothing", forget), ("after a change", change), ("unchanged", lambda: None)):
        p50, p95 = times(before, pack, ROUNDS)
        print(f"| {name} | {p50:.1f} ms | {p95:.1f} ms |")


def _fill():  # type: ignore[no-untyped-def]
    from omniforge.projects import tree
    from omniforge.projects.kinds import Kind
    from omniforge.projects.models import Document
    from omniforge.projects.services import EntityService, ProjectService
    from tests.factories import make_member, make_tenant

    access = make_member(make_tenant())
    project = ProjectService(access).create(name="Large", context="Everything that we know.").row
    rows = [
        Document(tenant_id=access.tenant_id, project=project, title=f"Document {n}", description="On prices")
        for n in range(DOCUMENTS)
    ]
    Document.objects.bulk_create(rows)
    structure = project.doc_structure
    for place, row in enumerate(rows):
        parent = rows[place // 20] if place >= 20 else None
        structure = tree.insert(structure, row.pk, parent.pk if parent else None, None)
    project.doc_structure = structure
    project.save(update_fields=["doc_structure"])
    for number in range(TASKS):
        EntityService(access, Kind.TASK).create(project.pk, title=f"Task {number}")
    return access, project.pk, rows[0].pk


if __name__ == "__main__":
    main()
