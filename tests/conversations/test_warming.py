"""What the first turn needs is loaded before it comes."""

from conversations.turns.warming import warm_up
from intent.commands.catalogue import by_word, templates


async def test_the_catalogue_is_compiled_before_the_first_message():
    templates.cache_clear()
    by_word.cache_clear()
    await warm_up()
    assert templates.cache_info().currsize == 1 and by_word.cache_info().currsize == 1
