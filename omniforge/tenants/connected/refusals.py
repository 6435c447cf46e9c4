"""A connection shows a key that its vendor refused during a turn, like a failed test, until one succeeds."""

from collections.abc import Iterable
from uuid import UUID

from django.conf import settings
from django.utils.translation import override

from omniforge.llm.errors import ModelKeyRefused, ModelOutOfCredit
from omniforge.llm.types import ModelCall
from omniforge.tenants.connected.connection_test import Endpoint, failed_test
from omniforge.tenants.models import ModelConnection

_TOLD = {error.code: error for error in (ModelKeyRefused, ModelOutOfCredit)}


def record_failures(tenant_id: UUID, calls: Iterable[ModelCall]) -> None:
    """Store failures with a tenant's connections that only a change of key or account can fix."""
    refused = {call.provider: _TOLD[call.error]() for call in calls if call.error in _TOLD}
    if not refused:  # the usual case
        return
    for one in ModelConnection.objects.filter(tenant_id=tenant_id, slug__in=refused):
        with override(settings.LANGUAGE_CODE):  # everybody reads it
            failure = failed_test(Endpoint(one.vendor, one.address), refused[one.slug]).message
        ModelConnection.objects.filter(pk=one.pk).update(failure=failure)
