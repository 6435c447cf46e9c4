"""People of the site that `bench.strangers` measures: `python -m bench.crowd HEAVY` prints their keys."""

import json
import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "omniforge.settings")
django.setup()

from bench.data import SENTENCE, long_conversation  # noqa: E402  (Django must be set up first)
from omniforge.projects.models import Document  # noqa: E402
from omniforge.projects.search.indexing import reindex  # noqa: E402
from omniforge.projects.services import ProjectService  # noqa: E402
from omniforge.tenants.access import Access  # noqa: E402
from omniforge.tenants.models import Tenant, User  # noqa: E402
from tests.factories import make_api_key, make_member, make_tenant  # noqa: E402

_DOCUMENTS = 1_000


def main(heavy: int) -> None:
    """Store `heavy` people with one beside them, and one in another workspace. The last has much to fetch."""
    tenant, other = make_tenant(), make_tenant()
    beside, *members = (make_member(tenant) for _ in range(heavy + 1))
    found = {
        "elsewhere": make_api_key(make_member(other)),
        "beside": make_api_key(beside),
        "heavy": [make_api_key(one) for one in members],
    }
    print(json.dumps(found | _large_project(members[-1]) | _long_conversation(members[-1])))


def _large_project(access: Access) -> dict[str, str]:
    project = ProjectService(access).create(name="Figures", context="").row
    Document.objects.bulk_create(
        Document(tenant_id=access.tenant_id, project=project, title=f"Report {number}", content=SENTENCE * 20)
        for number in range(_DOCUMENTS)
    )
    for _ in reindex():
        pass
    return {"project": str(project.pk)}


def _long_conversation(access: Access) -> dict[str, str]:
    tenant, user = Tenant.objects.get(pk=access.tenant_id), User.objects.get(pk=access.user_id)
    return {"long": str(long_conversation(tenant, user).pk)}


if __name__ == "__main__":
    main(int(sys.argv[1]))
