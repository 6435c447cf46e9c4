"""Bodies with unknown fields are refused, and the error lists the known ones."""

import pytest
from rest_framework import serializers

from omniforge.errors import InvalidInput
from omniforge.web.request_data import checked, refuse_misspelt, validated

TALK = ("message", "store", "conversation_id", "model")


class Inner(serializers.Serializer):
    subject = serializers.CharField(required=False)


class Body(serializers.Serializer):
    title = serializers.CharField(required=False)
    changes = Inner(required=False)


@pytest.mark.parametrize(
    ("given", "field", "said"),
    [
        ({"titel": "x"}, "titel", "Did you mean 'title'? The fields are: title, changes."),
        ({"body": "x"}, "body", "There is no field 'body' here. The fields are: title, changes."),
        ({"changes": {"subjct": "x"}}, "changes.subjct", "Did you mean 'changes.subject'?"),
        ({"chan-ges": {}}, "chan-ges", "Did you mean 'changes'?"),
        ({"x" * 9_999: 1}, "x" * 60, "The fields are: title, changes."),
    ],
)
def test_unknown_field_is_refused_with_the_known_ones(given, field, said):
    with pytest.raises(InvalidInput) as refused:
        validated(Body(data=given))
    assert said in refused.value.message
    assert list(refused.value.fields) == [field]


def test_known_fields_are_accepted_and_queries_may_have_others():
    assert validated(Body(data={"title": "x", "changes": {}})) == {"title": "x", "changes": {}}
    assert checked(Body(data={"title": "x", "page": 1})) == {"title": "x"}


def test_at_most_ten_unknown_fields_are_named():
    with pytest.raises(InvalidInput) as refused:
        validated(Body(data={f"x{number}": 1 for number in range(99)}))
    assert len(refused.value.fields) == 10


@pytest.mark.parametrize("name", ["stor", "STORE", "mesage", "conversationId", "conversation-id"])
def test_misspelt_field_is_refused_where_others_are_ignored(name):
    with pytest.raises(InvalidInput, match="Did you mean"):
        refuse_misspelt({name: 1}, TALK)


@pytest.mark.parametrize("name", ["stream", "user", "temperature", "top_p", "max_tokens", "x" * 9_999])
def test_fields_of_other_clients_are_ignored(name):
    refuse_misspelt(dict.fromkeys([*TALK, name]), TALK)
