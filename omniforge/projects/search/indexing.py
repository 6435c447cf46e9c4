"""Indexing an object's passages: after each change, and all of them again by `reindex`."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from uuid import UUID

from django.db import DatabaseError, transaction
from django.db.models import Exists, OuterRef

from omniforge.projects.changes import Change
from omniforge.projects.kinds import Kind
from omniforge.projects.models import Document, Entity, Passage
from omniforge.projects.representation import type_of
from omniforge.projects.search.blinders import Blinder, create_blinder
from omniforge.projects.search.index import Entry, index, kind_token, project_token
from omniforge.projects.search.passages import split_passages
from omniforge.projects.search.words import stems
from omniforge.tenants.access import Access

logger = logging.getLogger(__name__)
_SEARCHED = frozenset(kind.value for kind in Kind)
Thing = Document | Entity


def index_changes(*, access: Access, changes: Sequence[Change], **_: Any) -> None:
    """Index committed changes. A database error here only delays it until `repair`."""
    for change in {change.entity_id: change for change in changes}.values():
        if change.entity_type in _SEARCHED:
            try:
                index_thing(_model_of(change.entity_type), change.entity_id)
            except DatabaseError as error:
                logger.warning("%s is not in the search index yet: %s", change.entity_id, error)


def index_thing(model: type[Thing], thing_id: UUID) -> None:
    """Index the current text of a document or entity. Removes it if it is in the trash or gone."""
    with transaction.atomic():
        thing = model._default_manager.select_for_update().filter(pk=thing_id).first()
        if thing is None or thing.deleted_at:
            Passage.objects.filter(entity_id=thing_id).delete()
        else:
            _renew(thing)


def repair() -> int:
    """Index objects that a killed process has missed, and return how many.

    Passages of objects that are in the trash or erased are deleted.
    """
    there = {"pk": OuterRef("entity_id"), "deleted_at": None}
    kept = Exists(Document.objects.filter(**there)) | Exists(Entity.objects.filter(**there))
    Passage.objects.exclude(kept).delete()
    missed = [(model, thing_id) for model in (Document, Entity) for thing_id in _missed(model)]
    for model, thing_id in missed:
        index_thing(model, thing_id)
    return len(missed)


def reindex(tenant_id: UUID | None = None) -> Iterator[UUID]:
    """Rebuild the index of one tenant or of all. Yields the id of each finished object."""
    passages = Passage.objects.filter(tenant_id=tenant_id) if tenant_id else Passage.objects.all()
    passages.delete()
    for model in (Document, Entity):
        things = model._default_manager.filter(deleted_at=None).order_by("pk")
        things = things.filter(tenant_id=tenant_id) if tenant_id else things
        for thing_id in things.values_list("pk", flat=True):
            index_thing(model, thing_id)
            yield thing_id


def _missed(model: type[Thing]) -> list[UUID]:
    of_today = Passage.objects.filter(entity_id=OuterRef("pk"), version=OuterRef("version"))
    things = model._default_manager.filter(deleted_at=None).exclude(Exists(of_today))
    return list(things.values_list("pk", flat=True))


def _model_of(entity_type: str) -> type[Thing]:
    return Document if entity_type == Kind.DOCUMENT else Entity


def _renew(thing: Thing) -> None:
    """Store the passages of an object. Unchanged ones keep their rows and vectors."""
    before = list(Passage.objects.filter(entity_id=thing.pk))
    stored = {(one.heading, one.text): one for one in before}
    kept: list[Passage] = []
    fresh: list[Passage] = []
    for passage in _passages(thing):
        known = stored.pop((passage.heading, passage.text), None)
        if known:
            known.number, known.version = passage.number, passage.version
        (kept if known else fresh).append(known or passage)
    if gone := {one.pk for one in before}.difference(one.pk for one in kept):
        Passage.objects.filter(pk__in=gone).delete()
    Passage.objects.bulk_update(kept, ["number", "version"], batch_size=200)
    index().add(_entries(Passage.objects.bulk_create(fresh), create_blinder(thing.tenant_id)))


def _passages(thing: Thing) -> Iterator[Passage]:
    for number, piece in enumerate(split_passages(_text(thing))):
        headings = piece.headings[1:] if piece.headings[:1] == (thing.title,) else piece.headings
        yield Passage(
            tenant_id=thing.tenant_id,
            project_id=thing.project_id,
            kind=type_of(thing),
            entity_id=thing.pk,
            version=thing.version,
            number=number,
            heading="\n".join([thing.title, *headings]),
            text=piece.text,
        )


def _text(thing: Thing) -> str:
    own = [thing.content] if isinstance(thing, Document) else map(str, thing.fields.values())
    return "\n\n".join(part for part in (thing.description, *own) if part)


def _entries(passages: Iterable[Passage], blinder: Blinder) -> list[Entry]:
    return [
        Entry(
            passage.pk,
            (
                blinder.tokens(stems(passage.heading)),
                blinder.tokens(stems(passage.text)),
                [project_token(blinder, passage.project_id), kind_token(blinder, passage.kind)],
            ),
        )
        for passage in passages
    ]
