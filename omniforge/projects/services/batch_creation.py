"""Creates many documents at once: one change of the tree, one history entry per document."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from django.utils import timezone

from omniforge.projects import tree
from omniforge.projects.changes import Batch, Change, record_changes
from omniforge.projects.models import Document, DocumentRole
from omniforge.projects.representation import represent
from omniforge.projects.validation import DocumentFields, check_document_fields
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access


@dataclass(frozen=True, slots=True)
class Draft:
    """A document to be created, with its children."""

    title: str
    content: str = ""
    description: str = ""
    role: DocumentRole = DocumentRole.PLAIN
    children: tuple["Draft", ...] = ()
    id: UUID = field(default_factory=new_id, compare=False)

    def walk(self) -> Iterator["Draft"]:
        """Yield this draft and all below it."""
        yield self
        for child in self.children:
            yield from child.walk()


def plant(
    *, access: Access, project_id: UUID, parent_id: UUID | None, drafts: Sequence[Draft]
) -> tuple[Change, ...]:
    """Create documents with their subtrees under `parent_id` (None: at the top), after the existing ones.

    If the project's context document is empty, the first draft of one at the top fills it. Any other becomes
    a plain document. Raises NotFound, InvalidInput, and NotAllowed for auditors.
    """
    with record_changes(access, project_id, None) as batch:
        structure, anchor = batch.project.doc_structure, None
        if parent_id is None and (anchor := _empty_anchor(batch)):
            drafts = _with_anchor(drafts, anchor.pk)
            is_used = any(draft.id == anchor.pk for draft in drafts)
            structure = tree.remove(structure, anchor.pk) if is_used else structure
        _store(access, batch, [one for draft in drafts for one in draft.walk()], anchor)
        batch.rearranges(tree.graft(structure, map(_node, drafts), parent_id))
    return batch.changes


def _empty_anchor(batch: Batch) -> Document | None:
    """Return the project's context document if it has neither content nor children."""
    anchors = Document.objects.filter(project=batch.project, role=DocumentRole.CONTEXT, deleted_at=None)
    anchor = anchors.first()
    if anchor is None or anchor.content or tree.place_of(batch.project.doc_structure, anchor.pk).children:
        return None
    return anchor


def _with_anchor(drafts: Sequence[Draft], anchor_id: UUID) -> Sequence[Draft]:
    """Return the drafts. The first context document among them gets the existing one's id."""
    place = next((at for at, one in enumerate(drafts) if one.role == DocumentRole.CONTEXT), None)
    return [replace(one, id=anchor_id) if at == place else one for at, one in enumerate(drafts)]


def _store(access: Access, batch: Batch, drafts: Sequence[Draft], anchor: Document | None) -> None:
    """Store the drafts, and record each of them."""
    documents = []
    for draft in drafts:
        fields = DocumentFields(title=draft.title, description=draft.description, content=draft.content)
        checked = check_document_fields(fields)
        if anchor and draft.id == anchor.pk:
            _fill(batch, anchor, checked)
        else:
            documents.append(_document(access, batch, draft.id, checked))
    for document in Document.objects.bulk_create(documents):
        batch.appears(document)


def _fill(batch: Batch, anchor: Document, checked: dict[str, Any]) -> None:
    before = represent(anchor)
    for name, value in checked.items():
        setattr(anchor, name, value)
    anchor.content_length = len(anchor.content)
    anchor.version, anchor.updated_at = anchor.version + 1, timezone.now()
    anchor.save()
    batch.alters(anchor, before)


def _document(access: Access, batch: Batch, document_id: UUID, checked: dict[str, Any]) -> Document:
    return Document(
        id=document_id,
        tenant_id=access.tenant_id,
        project_id=batch.project.pk,
        created_by_id=access.user_id,
        content_length=len(checked["content"]),
        **checked,
    )


def _node(draft: Draft) -> tree.Node:
    children = [{**_node(child), "order": order} for order, child in enumerate(draft.children)]
    return {"id": str(draft.id), "order": 0, "children": children}
