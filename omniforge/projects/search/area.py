"""In which part of a tenant's projects is searched."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from omniforge.projects.kinds import Kind
from omniforge.projects.models import Passage
from omniforge.projects.search.blinding import Blinder
from omniforge.projects.search.index import kind_token, project_token
from omniforge.projects.selectors import find_documents, find_entities
from omniforge.tenants.access import Access


@dataclass(frozen=True, slots=True)
class Area:
    """The projects of a tenant, or one of them; and there everything, or things of some kinds."""

    access: Access
    project_id: UUID | None = None
    kinds: tuple[Kind, ...] = ()

    @property
    def owner(self) -> dict[str, UUID]:
        """Return the columns of a passage that say whose it is."""
        return {"tenant_id": self.access.tenant_id}

    def passages(self) -> QuerySet[Passage]:
        """Return the passages of it; nothing of a foreign, missing or deleted project."""
        passages = Passage.objects.filter(tenant_id=self.access.tenant_id, project__deleted_at=None)
        if self.project_id:
            passages = passages.filter(project_id=self.project_id)
        return passages.filter(kind__in=self.kinds) if self.kinds else passages

    def things_of(self, passage_ids: Iterable[int]) -> dict[int, UUID]:
        """Return which document or entity each passage is of, without those in the trash."""
        thing = {"pk": OuterRef("entity_id")}
        documents, entities = find_documents(self.access), find_entities(self.access)
        there = Exists(documents.filter(**thing)) | Exists(entities.filter(**thing))
        passages = self.passages().filter(there, pk__in=list(passage_ids))
        return dict(passages.values_list("pk", "entity_id"))

    def tokens(self, blinder: Blinder) -> list[list[str]]:
        """Return the same for the index: a passage has one token of each list."""
        project = [[project_token(blinder, self.project_id)]] if self.project_id else []
        kinds = [[kind_token(blinder, kind) for kind in self.kinds]] if self.kinds else []
        return project + kinds
