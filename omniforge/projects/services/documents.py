"""Changing documents and their places in the tree."""

from typing import Any, Unpack
from uuid import UUID

from django.utils import timezone

from omniforge.projects import tree
from omniforge.projects.changes import Batch, Changed, check_version, record_changes
from omniforge.projects.models import Action, Document, DocumentRole
from omniforge.projects.representation import represent
from omniforge.projects.selectors import find_documents, get_document, one
from omniforge.projects.services.edges import drop_edges_of
from omniforge.projects.validation import DocumentFields, check_document_fields
from omniforge.tenants.access import Access


class DocumentService:
    """Creates, changes and moves documents. Changes record the turn's id."""

    def __init__(self, access: Access, *, turn_id: UUID | None = None) -> None:
        self._access, self._turn_id = access, turn_id

    def create(
        self,
        project_id: UUID,
        *,
        parent_id: UUID | None = None,
        position: int | None = None,
        role: DocumentRole = DocumentRole.PLAIN,
        **fields: Unpack[DocumentFields],
    ) -> Changed[Document]:
        """Create a document (`title` is required) below `parent_id` (None: at the top), by default last.

        Raises NotFound, InvalidInput, and NotAllowed for auditors.
        """
        checked = check_document_fields(DocumentFields(**{"title": "", **fields}))
        with record_changes(self._access, project_id, self._turn_id) as batch:
            document = self._stored(batch, role, checked)
            batch.rearranges(tree.insert(batch.project.doc_structure, document.pk, parent_id, position))
        return Changed(document, batch.changes)

    def read(self, document_id: UUID) -> Document:
        """Return a document with its content. Raises NotFound."""
        return get_document(self._access, document_id)

    def update(
        self, document_id: UUID, *, version: int | None = None, **fields: Unpack[DocumentFields]
    ) -> Changed[Document]:
        """Change title, description or content. Unchanged values write nothing.

        Raises NotFound, InvalidInput, NotAllowed, and Conflict if `version` is not the current one.
        """
        checked = check_document_fields(fields)
        with record_changes(self._access, self.read(document_id).project_id, self._turn_id) as batch:
            document = self.read(document_id)
            check_version(document, version)
            _alter(batch, document, checked)
        return Changed(document, batch.changes)

    def move(
        self, document_id: UUID, *, parent_id: UUID | None, position: int | None = None
    ) -> Changed[Document]:
        """Move a document and its subtree. Raises NotFound, InvalidInput."""
        document = self.read(document_id)
        with record_changes(self._access, document.project_id, self._turn_id) as batch:
            before = batch.project.doc_structure
            after = tree.move(before, document_id, parent_id, position)
            if after != before:
                batch.rearranges(after, moved=document_id)
        return Changed(document, batch.changes)

    def delete(self, document_id: UUID, *, version: int | None = None) -> Changed[Document]:
        """Move a document to the trash. Its children take its place, its edges go. Raises as `update`."""
        with record_changes(self._access, self.read(document_id).project_id, self._turn_id) as batch:
            document = self.read(document_id)
            check_version(document, version)
            drop_edges_of(self._access, batch, document_id)
            structure = batch.project.doc_structure
            document.version, document.deleted_at = document.version + 1, timezone.now()
            document.save(update_fields=["version", "deleted_at"])
            batch.disappears(document, tree.place_of(structure, document_id))
            batch.rearranges(tree.remove(structure, document_id))
        return Changed(document, batch.changes)

    def restore(self, document_id: UUID, place: tree.Place | None = None) -> Changed[Document]:
        """Restore a document from the trash: to `place` if that still exists, else last at the top.

        Raises NotFound, NotAllowed, and Conflict for a second context document.
        """
        trash = find_documents(self._access, deleted=True)
        with record_changes(self._access, one(trash, document_id).project_id, self._turn_id) as batch:
            document = one(trash, document_id)
            if document.deleted_at:
                document.version, document.deleted_at = document.version + 1, None
                document.save(update_fields=["version", "deleted_at"])
                batch.appears(document, Action.RESTORE)
                batch.rearranges(_with_restored(batch.project.doc_structure, document_id, place))
        return Changed(document, batch.changes)

    def _stored(self, batch: Batch, role: DocumentRole, checked: dict[str, Any]) -> Document:
        document = Document(
            tenant_id=self._access.tenant_id,
            project_id=batch.project.pk,
            created_by_id=self._access.user_id,
            role=role,
            content_length=len(checked.get("content", "")),
            **checked,
        )
        document.save()
        batch.appears(document)
        return document


def _alter(batch: Batch, document: Document, checked: dict[str, Any]) -> None:
    before = represent(document)
    if all(getattr(document, name) == value for name, value in checked.items()):
        return
    for name, value in checked.items():
        setattr(document, name, value)
    document.content_length = len(document.content)
    document.version, document.updated_at = document.version + 1, timezone.now()
    document.save()
    batch.alters(document, before)


def _with_restored(structure: tree.Structure, document: UUID, place: tree.Place | None) -> tree.Structure:
    if place is None or (place.parent and place.parent not in tree.ids(structure)):
        return tree.insert(structure, document, None, None)
    returned = tree.insert(structure, document, place.parent, place.position)
    for child in place.children:  # they took its place when it was deleted
        if child in tree.ids(returned) and tree.place_of(returned, child).parent == place.parent:
            returned = tree.move(returned, child, document, None)
    return returned
