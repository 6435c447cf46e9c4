"""A project's context is changed like its other fields, and the change is undone."""

import pytest

from omniforge.projects.models import Document
from tests.agents.tools.builtin.calls import given

pytestmark = pytest.mark.django_db(transaction=True)


async def test_the_context_of_a_project_can_be_changed_like_its_other_fields(run, launch):
    operation = {"op": "update", "ref": "Launch", "kind": "project", "fields": {"context": "In May."}}
    result = await given(run, "change", operations=[operation])
    assert result["done"][0]["written"] == ["context"]
    context = await Document.objects.aget(project_id=launch.pk, role="context")
    assert context.content == "In May."
    await given(run, "undo", turn="this")
    await context.arefresh_from_db()
    assert context.content != "In May."
