"""The audit chain reveals each entry changed, removed or inserted without our keys."""

import io

import pytest
from cryptography.fernet import Fernet, MultiFernet
from django.core.management import CommandError, call_command
from django.db.models import F

from omniforge.storage.encryption import CannotDecrypt, encrypt
from omniforge.storage.fields import Ciphertext
from omniforge.storage.ids import new_id
from omniforge.telemetry.about import with_ids
from omniforge.tenants import audit
from omniforge.tenants.access import Access
from omniforge.tenants.audit_key import audit_key, rewrap_audit_key
from omniforge.tenants.chain import link, sign
from omniforge.tenants.models import AuditEntry, AuditHead, AuditKey, Membership, Tenant, User
from omniforge.tenants.seal import begin_chain, chain_of, seal, seal_waiting
from omniforge.tenants.verification import verify

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def entries(ann: Access) -> list[AuditEntry]:
    """Five entries of acme, all sealed."""
    with with_ids(turn_id=new_id()):
        for number in range(1, 6):
            audit.record(access=ann, action="thing.done", reason=f"number {number}")
    return list(AuditEntry.objects.order_by("number"))


def fault(access: Access) -> str:
    return verify(access.tenant_id).fault


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command("verify_audit", *arguments, stdout=out)
    return out.getvalue()


def test_entries_are_numbered_per_tenant_and_intact(ann, bob, entries):
    audit.record(access=bob, action="thing.done")
    assert [entry.number for entry in entries] == [1, 2, 3, 4, 5]
    assert AuditEntry.objects.get(tenant_id=bob.tenant_id).number == 1
    assert verify(ann.tenant_id).entries == 5
    assert fault(ann) == fault(bob) == ""


CHANGES: dict[str, dict[str, object]] = {
    "action": {"action": "thing.undone"},
    "person": {"user_id": None},
    "subject": {"subject_id": F("user_id")},
    "target": {"target_id": "1"},
    "kind of target": {"target_type": "turn"},
    "way": {"through": "hand"},
    "time": {"created_at": "2020-01-01T00:00Z"},
    "reason in plain": {"reason": Ciphertext("{}")},
    "unreadable reason": {"reason": Ciphertext("no token")},
    "hash": {"hash": "0" * 64},
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_changed_entry_is_detected(ann, entries, change):
    AuditEntry.objects.filter(pk=entries[2].pk).update(**change)
    assert fault(ann).startswith("entry 3 was changed ('thing.")
    assert str(entries[2].pk) in fault(ann)


def test_entry_older_than_the_record_of_turns_is_intact(ann):
    made = AuditEntry(tenant_id=ann.tenant_id, user_id=ann.user_id, action="thing.done")
    made.hash = sign(audit_key(), made)
    made.save()
    seal_waiting()
    assert fault(ann) == "" and verify(ann.tenant_id).entries == 1


def test_reason_copied_from_another_entry_is_detected(ann, entries):
    AuditEntry.objects.filter(pk=entries[2].pk).update(reason=Ciphertext(encrypt("number 1")))
    assert "entry 3 was changed" in fault(ann)


def test_missing_entry_is_detected(ann, entries):
    entries[1].delete()
    assert fault(ann) == "entry 2 is missing"


def test_missing_entry_is_detected_after_renumbering(ann, entries):
    entries[1].delete()
    for entry in entries[2:]:
        AuditEntry.objects.filter(pk=entry.pk).update(number=F("number") - 1)
    assert "entry 2 was changed" in fault(ann)


def test_swapped_entries_are_detected(ann, entries):
    AuditEntry.objects.filter(pk=entries[1].pk).update(number=99)
    AuditEntry.objects.filter(pk=entries[2].pk).update(number=2)
    AuditEntry.objects.filter(pk=entries[1].pk).update(number=3)
    assert "entry 2 was changed" in fault(ann)


def copy(entry: AuditEntry, **changed: object) -> AuditEntry:
    values = {field.attname: getattr(entry, field.attname) for field in AuditEntry._meta.concrete_fields}
    return AuditEntry.objects.create(**values | {"id": new_id()} | changed)


def test_entry_appended_behind_the_head_is_detected(ann, entries):
    copy(entries[4], number=6)
    assert fault(ann) == "entries were inserted after 5"


@pytest.mark.parametrize("hash", ["", "0" * 64])
def test_forged_unsealed_entry_is_detected(ann, entries, hash):
    forged = copy(entries[4], number=None, hash=hash)
    audit.record(access=ann, action="thing.done")
    assert "entry 6 was changed" in fault(ann)
    assert str(forged.pk) in fault(ann)


def test_missing_last_entries_are_detected(ann, entries):
    entries[4].delete()
    entries[3].delete()
    assert fault(ann) == "entries from 4 to 5 are missing"


def test_missing_last_entry_is_detected_after_a_new_one(ann, entries):
    entries[4].delete()
    audit.record(access=ann, action="thing.done")
    assert fault(ann) == "entry 5 is missing"


def test_moved_head_is_detected_and_stops_sealing(ann, entries):
    entries[4].delete()
    AuditHead.objects.filter(pk=ann.tenant_id).update(number=4, last=entries[3].hash)
    assert fault(ann) == "its head was changed"
    later = audit.record(access=ann, action="thing.done")
    later.refresh_from_db()
    assert later.number is None
    assert fault(ann) == "its head was changed"


def test_removed_chain_is_detected(ann, entries):
    AuditEntry.objects.filter(tenant_id=ann.tenant_id).delete()
    AuditHead.objects.filter(pk=ann.tenant_id).delete()
    audit.record(access=ann, action="thing.done")
    assert fault(ann) == "its head is missing"


def test_chain_recomputed_with_another_key_is_detected(ann, entries):
    own = b"a key of the attacker's".ljust(32)
    AuditEntry.objects.filter(pk=entries[2].pk).update(action="thing.undone")
    before = ""
    for entry in AuditEntry.objects.order_by("number"):
        before = link(own, before=before, number=entry.number or 0, signature=sign(own, entry))
        AuditEntry.objects.filter(pk=entry.pk).update(hash=before)
    AuditHead.objects.update(last=before)
    assert fault(ann) == "its head was changed"


def test_other_encrypted_text_is_not_accepted_as_audit_key(ann, entries):
    AuditKey.objects.update(wrapped=encrypt("what I said in a chat"))
    audit_key.cache_clear()
    with pytest.raises(CannotDecrypt, match="no configured key opens"):
        audit_key()


def test_entry_left_unsealed_by_a_killed_process_is_sealed(ann, entries):
    left = AuditEntry(tenant_id=ann.tenant_id, action="thing.done")
    left.hash = sign(audit_key(), left)
    left.save()
    seal_waiting()
    left.refresh_from_db()
    assert left.number == 6
    assert fault(ann) == ""


def test_broken_chain_is_logged_and_others_are_sealed(ann, bob, caplog):
    for access in (ann, bob):
        left = AuditEntry(tenant_id=access.tenant_id, action="thing.done")
        left.hash = sign(audit_key(), left)
        left.save()
    AuditHead.objects.filter(pk=ann.tenant_id).update(number=7)
    seal_waiting()
    assert "was tampered with" in caplog.text
    assert fault(ann) == "its head was changed"
    assert AuditEntry.objects.get(tenant_id=bob.tenant_id).number == 1


def test_many_waiting_entries_are_sealed(ann):
    waiting = [AuditEntry(tenant_id=ann.tenant_id, action="thing.done") for _ in range(1_100)]
    for entry in waiting:
        entry.hash = sign(audit_key(), entry)
    AuditEntry.objects.bulk_create(waiting)
    seal(ann.tenant_id)
    assert verify(ann.tenant_id).entries == 1_100
    assert fault(ann) == ""


def test_entries_without_a_tenant_have_their_own_chain():
    for _ in range(2):
        entry = audit.record_of_site(tenant_id=None, action="spool.failed")
    assert verify(chain_of(None)).entries == 2
    assert "the site itself: 2 entries, intact" in run()
    AuditEntry.objects.filter(pk=entry.pk).update(target_id="1")
    assert "entry 2 was changed" in verify(chain_of(None)).fault


def test_chain_begun_by_another_process_is_continued():
    begin_chain(None)
    audit.record_of_site(tenant_id=None, action="thing.done")
    begin_chain(None)
    audit.record_of_site(tenant_id=None, action="thing.done")
    made = verify(chain_of(None))
    assert (made.entries, made.fault) == (2, "")


def test_chain_is_intact_after_key_rotation(ann, entries, settings, monkeypatch):
    old, new = settings.FIELD_ENCRYPTION_KEY[0], Fernet.generate_key().decode()

    def use(*keys: str) -> None:
        settings.FIELD_ENCRYPTION_KEY = list(keys)
        crypter = MultiFernet([Fernet(key) for key in keys])
        monkeypatch.setattr("omniforge.storage.encryption.CRYPTER", crypter)
        audit_key.cache_clear()

    use(new, old)
    assert call_command("rotate_encryption_key", stdout=io.StringIO()) is None
    assert rewrap_audit_key() == (0, 0)
    use(new)
    audit.record(access=ann, action="thing.done")
    assert verify(ann.tenant_id).entries == 6
    assert fault(ann) == ""


def test_chain_is_intact_after_an_account_is_deleted(ann, entries):
    User.objects.filter(pk=ann.user_id).delete()
    assert fault(ann) == ""
    assert {entry.user_id for entry in AuditEntry.objects.all()} == {ann.user_id}


def test_workspace_deleted_outside_the_site_is_detected(ann, bob):
    audit.record(access=ann, action="thing.done")
    Tenant.objects.get(pk=bob.tenant_id).delete()
    assert "gone" not in run()
    for model in (AuditEntry, Membership):
        model.objects.all().delete()
    Tenant.objects.filter(pk=ann.tenant_id)._raw_delete("default")
    with pytest.raises(CommandError, match="which is gone"):
        run()


class TestCommand:
    def test_command_reports_each_intact_chain(self, ann, bob, entries):
        said = run()
        assert f"acme: 5 entries, intact, 5:{entries[4].hash[:16]}\n" in said
        assert "globex: 0 entries, intact" in said

    def test_command_fails_on_a_broken_chain(self, ann, bob, entries):
        entries[1].delete()
        with pytest.raises(CommandError, match=r"not intact: acme\.") as error:
            run()
        assert error.value.returncode == 1
        assert "globex: 0 entries, intact" in run("--tenant", "globex")

    def test_command_compares_a_chain_with_a_known_hash(self, ann, entries):
        noted = f"4:{entries[3].hash[:16]}"
        assert "intact" in run("--tenant", "acme", "--known", noted)
        for wrong in ("4:0000000000000000", f"6:{entries[3].hash[:16]}"):
            with pytest.raises(CommandError):
                run("--tenant", "acme", "--known", wrong)

    @pytest.mark.parametrize(
        "arguments", [("--tenant", "nobody"), ("--known", "4:00000000"), ("--known", "x")]
    )
    def test_command_refuses_invalid_arguments(self, ann, arguments):
        with pytest.raises(CommandError):
            run(*arguments)
