"""What the API of sources takes and gives."""

from typing import Any

from rest_framework import serializers

from agents.models import Source
from agents.tools.sources.kinds.feed import FEED
from agents.tools.sources.kinds.page import PAGE
from agents.tools.sources.selectors import where
from agents.tools.sources.services import LONGEST_NAME
from omniforge.web.strict_fields import StrictCharField, StrictChoiceField


class SourceData(serializers.ModelSerializer[Source]):
    """A source: where it is, without what is secret, and how its last look went."""

    where = serializers.SerializerMethodField()
    items = serializers.SerializerMethodField(help_text="How many are kept.")

    class Meta:
        model = Source
        fields = (
            "id",
            "slug",
            "kind",
            "where",
            "items",
            "checked_at",
            "error",
            "failing_since",
            "created_at",
        )

    def get_where(self, source: Source) -> str:
        return where(source)

    def get_items(self, source: Source) -> int:
        return len(source.seen.get("items", ()))


class NewSourceData(serializers.Serializer[Any]):
    """An address; what is there is found out, unless `kind` says what it is to be."""

    url = StrictCharField(max_length=2_000)
    slug = StrictCharField(max_length=LONGEST_NAME, required=False, help_text="Its name; else its title.")
    kind = StrictChoiceField([(one.name, one.label) for one in (FEED, PAGE)], required=False)
