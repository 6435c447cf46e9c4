"""The scope of a search within a tenant's projects."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from omniforge.projects.kinds import Kind
from omniforge.projects.models import Passage
from omniforge.projects.search.blinders import Blinder
from omniforge.projects.search.index import kind_token, project_token
from omniforge.projects.selectors import find_documents, find_entities
from omniforge.tenants.access import Access


@dataclass(frozen=True, slots=True)
class Area:
    """All projects of a tenant or one of them, and all objects or some kinds."""

    access: Access
    project_id: UUID | None = None
    kinds: tuple[Kind, ...] = ()

    @property
    def owner(self) -> dict[str, UUID]:
        """Return the ownership columns of a passage."""
        return {"tenant_id": self.access.tenant_id}

    def passages(self) -> QuerySet[Passage]:
        """Return the passages in scope, none for another tenant's, missing or deleted project."""
        passages = Passage.objects.filter(tenant_id=self.access.tenant_id, project__deleted_at=None)
        if self.project_id:
            passages = passages.filter(project_id=self.project_id)
        return passages.filter(kind__in=self.kinds) if self.kinds else passages

    def things_of(self, passage_ids: Iterable[int]) -> dict[int, UUID]:
        """Map passages to their document or entity, without those in the trash."""
        thing = {"pk": OuterRef("entity_id")}
        documents, entities = find_documents(self.access), find_entities(self.access)
        there = Exists(documents.filter(**thing)) | Exists(entities.filter(**thing))
        passages = self.passages().filter(there, pk__in=list(passage_ids))
        return dict(passages.values_list("pk", "entity_id"))

    def tokens(self, blinder: Blinder) -> list[list[str]]:
        """Return the scope as index tokens: a passage has one token of each list."""
        project = [[project_token(blinder, self.project_id)]] if self.project_id else []
        kinds = [[kind_token(blinder, kind) for kind in self.kinds]] if self.kinds else []
        return project + kinds
