"""`/api/v1/sources/`: feeds, pages and others that agents check for news."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from agents.models import Source
from agents.tools.sources.checks import check_source
from agents.tools.sources.kinds import KINDS
from agents.tools.sources.selectors import describe_location, find_sources
from agents.tools.sources.services import LONGEST_NAME, add_source, remove_source
from omniforge.tenants.permissions import access_for
from omniforge.web.request_data import validated
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
        return describe_location(source)

    def get_items(self, source: Source) -> int:
        return len(source.seen.get("items", ()))


class NewSourceData(serializers.Serializer[Any]):
    """The address of a feed or a page, where `kind` may say which of them, or what another kind needs."""

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


class SourcesView(APIView):
    """The sources of the workspace. Everybody's agents read them."""

    required_scope = "admin"

    @extend_schema(responses=SourceData(many=True))
    def get(self, request: Request) -> Response:
        """Return the sources by name, and how the last look at each went."""
        return Response(SourceData(find_sources(access_for(request)), many=True).data)

    @extend_schema(request=NewSourceData, responses={201: SourceData})
    def post(self, request: Request) -> Response:
        """Add a source. It is looked at first: what can't be read isn't kept."""
        wanted = validated(NewSourceData(data=request.data))
        source = add_source(access=access_for(request), **wanted)
        return Response(SourceData(source).data, status.HTTP_201_CREATED)


class SourceView(APIView):
    """One source, by its name or its id."""

    required_scope = "admin"

    @extend_schema(responses={204: None})
    def delete(self, request: Request, source: str) -> Response:
        """Remove the source, and what was seen in it."""
        remove_source(access=access_for(request), source=source)
        return Response(status=status.HTTP_204_NO_CONTENT)


class SourceCheckView(APIView):
    """Whether a source can be read at the moment."""

    required_scope = "admin"

    @extend_schema(request=None, responses=SourceData)
    def post(self, request: Request, source: str) -> Response:
        """Look at the source now. What fails is told, and kept with it."""
        return Response(SourceData(check_source(access=access_for(request), source=source)).data)
