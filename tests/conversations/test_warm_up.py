"""What the first turn needs is loaded before it comes."""

import gc

import pytest

from conversations.turns.warm_up import warm_up
from intent.commands.catalogue import index, templates

pytestmark = pytest.mark.django_db(transaction=True)  # the models are read in a thread of their own


async def test_the_catalogue_is_compiled_before_the_first_message(ann):
    templates.cache_clear()
    index.cache_clear()
    await warm_up(ann.tenant_id)
    assert templates.cache_info().currsize == 1 and index.cache_info().currsize == 1


async def test_the_garbage_collector_looks_through_none_of_it_and_works_again_after(ann):
    templates.cache_clear()
    seen = []
    gc.callbacks.append(lambda phase, info: seen.append(phase))
    try:
        await warm_up(ann.tenant_id)
    finally:
        gc.callbacks.pop()
    assert seen == [] and gc.isenabled()
    assert gc.get_freeze_count() > 0
