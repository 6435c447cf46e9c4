"""Which fields of a changed object an undo restores: those that nobody has changed again since."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from omniforge.projects.models import Version
from omniforge.projects.representation import fields_of
from omniforge.projects.services.undo_refusals import fields_reason

_INNER = "fields"  # of entities: their own fields by name
_GONE = object()


@dataclass(slots=True)
class KeptFields:
    """The fields of each object that are left as they are, by name: 'priority', 'fields/assignee'."""

    _of: dict[UUID, set[str]] = field(default_factory=lambda: defaultdict(set))

    def restorable(self, version: Version, now: Mapping[str, Any]) -> dict[str, Any]:
        """Return the former values of a change's fields, as input of a service, without those to keep.

        A field that was kept in a later change stays so in the changes before it.
        """
        given, former, current = (
            _flat(fields_of(version.patch)),
            _flat(fields_of(version.inverse)),
            _flat(now),
        )
        changed = [one for one in {**given, **former} if given.get(one, _GONE) != former.get(one, _GONE)]
        kept = self._of[version.entity_id]
        kept |= {one for one in changed if current.get(one) != given.get(one)}
        return _nested({one: former.get(one) for one in changed if one not in kept})

    def reason(self, version: Version) -> dict[UUID, str]:
        """Return the sentence on the fields of an object that are kept, by its id, if there are any."""
        kept = self._of.get(version.entity_id)
        return {version.entity_id: fields_reason(version, kept)} if kept else {}

    def changes_since(
        self, versions: Collection[Version], left: Mapping[UUID, str]
    ) -> dict[str, Sequence[Version]]:
        """Return the later changes of the objects that were left, by the sentence on each."""
        last = {one.entity_id: one.number for one in sorted(versions, key=lambda one: one.number)}
        rows = Version.objects.filter(entity_id__in=left.keys() & last.keys()).select_related("changed_by")
        later = defaultdict[str, list[Version]](list)
        for row in rows.order_by("id"):
            if row.number > last[row.entity_id] and self._concerns(row):
                later[left[row.entity_id]].append(row)
        return dict(later)

    def _concerns(self, version: Version) -> bool:
        kept = self._of.get(version.entity_id)
        given, former = _flat(fields_of(version.patch)), _flat(fields_of(version.inverse))
        return not kept or any(given.get(one) != former.get(one) for one in kept)


def _flat(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return fields with the inner ones beside the others."""
    inner = fields.get(_INNER) or {}
    outer = {name: value for name, value in fields.items() if name != _INNER}
    return outer | {f"{_INNER}/{name}": value for name, value in inner.items()}


def _nested(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return flat fields as a service takes them. An inner field without a value is removed."""
    inner = {name.partition("/")[2]: value for name, value in fields.items() if "/" in name}
    outer = {name: value for name, value in fields.items() if "/" not in name}
    return outer | ({_INNER: inner} if inner else {})
