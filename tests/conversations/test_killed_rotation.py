"""A rotation of keys that is killed half way is taken up again, as an operator does it."""

import sqlite3
from contextlib import closing

import pytest
from cryptography.fernet import Fernet

from tests.site import Site
from tests.waiting import until

NEW = Fernet.generate_key().decode()
MAKE = """
from conversations.models import *
from omniforge.tenants.models import *
user = User.objects.create_user("ann@example.org", "x")
tenant = Tenant.objects.create(slug="acme", name="Acme")
talk = Conversation.objects.create(tenant=tenant, user=user, title="the title")
Message.objects.bulk_create(
    Message(conversation=talk, sequence=n, role="user", content=f"message {n}") for n in range(1, 1001)
)
"""


COUNT = """
from cryptography.fernet import Fernet
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
cursor = connection.cursor()
cursor.execute("SELECT content FROM conversations_message")
key, done = Fernet(settings.FIELD_ENCRYPTION_KEY[0]), 0
for (token,) in cursor.fetchall():
    try:
        key.decrypt(token.encode()); done += 1
    except Exception:
        pass
print(done)
"""


READ = """
from conversations.models import *
assert Conversation.objects.get().title == "the title"
print(len({m.content for m in Message.objects.all()}))
"""


# The trigger stalls the rotation halfway through the messages, so that the process is there to be killed.
HALT = """
CREATE TRIGGER halt BEFORE UPDATE ON conversations_message WHEN old.sequence = 501 BEGIN
SELECT count(*) FROM conversations_message a, conversations_message b, conversations_message c,
conversations_message d;
END
"""


def with_keys(site: Site, *keys: str) -> Site:
    site.env["FIELD_ENCRYPTION_KEY"] = ",".join(keys)
    return site


@pytest.mark.slow
def test_a_rotation_that_is_killed_half_way_is_taken_up_again(fresh_site):
    made_under = (fresh_site.var / "keys.env").read_text().split("FIELD_ENCRYPTION_KEY='")[1].split("'")[0]
    site = with_keys(fresh_site, made_under)
    site.manage("shell", "-c", MAKE)
    with_keys(site, NEW, made_under)
    change(site, HALT)
    kill_at_first_progress(site)
    change(site, "DROP TRIGGER halt")
    done = int(site.manage("shell", "-v", "0", "-c", COUNT))
    assert 200 <= done <= 500
    assert "Everything is under the first key." in site.manage("rotate_encryption_key")
    with_keys(site, NEW)
    assert int(site.manage("shell", "-v", "0", "-c", READ)) == 1000


def change(site: Site, statement: str) -> None:
    with closing(sqlite3.connect(site.var / "omniforge.sqlite3", timeout=120)) as database:
        database.execute(statement)


def kill_at_first_progress(site: Site) -> None:
    site.env["PYTHONUNBUFFERED"] = "1"
    with site.beside("manage", "rotate_encryption_key") as rotation:
        until(lambda: "\nconversations.Message" in (site.var / "manage.log").read_text(), every=0.01)
        rotation.kill()
