"""What the API of sources takes and gives."""

from typing import Any

from rest_framework import serializers

from agents.models import Source
from agents.tools.sources.kinds import KINDS
from agents.tools.sources.selectors import where
from agents.tools.sources.services import LONGEST_NAME
from omniforge.web.strict_fields import StrictCharField, StrictChoiceField, StrictIntegerField


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
    """The address of a feed or a page, where `kind` may say which of them; or what another kind needs."""

    kind = StrictChoiceField([(one.name, one.label) for one in KINDS.values()], required=False)
    slug = StrictCharField(max_length=LONGEST_NAME, required=False, help_text="Its name; else its title.")
    url = StrictCharField(max_length=2_000, required=False)
    host = StrictCharField(max_length=255, required=False, help_text="Of a mailbox: the IMAP server.")
    port = StrictIntegerField(min_value=1, max_value=65_535, required=False, help_text="993, for TLS.")
    username = StrictCharField(max_length=320, required=False)
    password = StrictCharField(max_length=1_000, required=False, trim_whitespace=False, write_only=True)
    folder = StrictCharField(max_length=200, required=False, help_text="INBOX, if it's left out.")
    project = StrictCharField(max_length=200, required=False, help_text="Of files: read its documents.")
    names = StrictCharField(max_length=200, required=False, help_text="Of files: which, as *.csv.")
