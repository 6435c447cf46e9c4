"""A yes or no to several things at once, and by a sign."""

import pytest

from intent.dialogue import Reply, read_decision


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("Yes, delete Heating oil.", None),
        ("Ja, lösch das Heating oil", None),
        ("Yes, delete both", Reply.YES),
        ("Yes, delete Heating oil and the foil order", Reply.YES),
        ("yes please delete them", Reply.YES),
        ("👍", Reply.YES),
        ("👍🏽", Reply.YES),
        ("👎", Reply.NO),
        ("...", None),
        ("🙂", None),
        ("!", None),
    ],
)
def test_yes_to_several_deletions_means_all_and_a_sign_may_decide(message: str, said: Reply | None):
    assert read_decision(message, 'Deleting "Heating oil", "Foil order"') is said
