"""Put the audit entries that there are into chains, a thousand at a time, in the order in which they came."""

from django.db import migrations

from omniforge.tenants.audit_key import unwrap, wrap_new_key
from omniforge.tenants.chain import link, seal_of_head, sign
from omniforge.tenants.sealing import chain_of

_BATCH = 1_000


def chain_entries(apps, schema_editor):
    wrapped = apps.get_model("tenants", "AuditKey").objects.create(pk=1, wrapped=wrap_new_key()).wrapped
    tenants = apps.get_model("tenants", "Tenant").objects.values_list("pk", flat=True)
    for tenant_id in [None, *tenants]:
        _chain(apps, unwrap(wrapped), tenant_id)


def _chain(apps, key, tenant_id):
    entries = apps.get_model("tenants", "AuditEntry").objects
    number, last = 0, ""
    waiting = entries.filter(tenant_id=tenant_id, number=None).order_by("created_at", "pk")
    while batch := list(waiting[:_BATCH]):
        for entry in batch:
            number += 1
            last = link(key, before=last, number=number, signature=sign(key, entry))
            entry.number, entry.hash = number, last
        entries.bulk_update(batch, ["number", "hash"], batch_size=200)
    chain = chain_of(tenant_id)
    seal = seal_of_head(key, chain=chain, number=number, last=last)
    apps.get_model("tenants", "AuditHead").objects.create(pk=chain, number=number, last=last, seal=seal)


def unchain_entries(apps, schema_editor):
    apps.get_model("tenants", "AuditEntry").objects.update(number=None, hash="")
    apps.get_model("tenants", "AuditHead").objects.all().delete()
    apps.get_model("tenants", "AuditKey").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("tenants", "0004_audit_chain")]

    operations = [migrations.RunPython(chain_entries, unchain_entries)]
