"""Files over HTTP: uploaded in a form, downloaded as attachments that browsers don't open."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from omniforge.files.models import StoredFile
from omniforge.files.services import store_file
from omniforge.storage.ids import new_id
from omniforge.tenants.models import User
from tests.clients import program

pytestmark = pytest.mark.django_db(transaction=True)

CSV = b"project,owner\nApollo,Maya\n"


@pytest.fixture
def api(ann) -> Client:
    return program(ann)


def send(client, name="points.csv", content=CSV, **headers):
    return client.post("/api/v1/files/", {"file": SimpleUploadedFile(name, content)}, headers=headers)


def test_uploaded_file_can_be_downloaded(api):
    told = send(api, 'Übersicht; "Q3".csv').json()
    assert told["size"] == len(CSV) and told["media_type"] == "text/csv"
    answer = api.get(told["link"])
    assert answer.content == CSV
    assert answer["Content-Type"] == "text/csv"
    assert answer["Content-Disposition"].startswith("attachment; filename*=utf-8''%C3%9Cbersicht")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Security-Policy"].startswith("sandbox")
    assert answer["Cache-Control"] == "private, no-store"


def test_line_break_in_a_file_name_adds_no_header(ann, api):
    file = store_file(access=ann, name='a"\r\nSet-Cookie: stolen=1; b="c.csv', content=CSV)
    answer = api.get(f"/api/v1/files/{file.pk}/")
    assert "Set-Cookie" not in answer.headers
    assert answer["Content-Disposition"] == r'attachment; filename="a\" Set-Cookie: stolen=1; b=\"c.csv"'


def test_upload_of_two_files_or_unknown_fields_is_refused(api):
    two = {"file": [SimpleUploadedFile(name, CSV) for name in ("a.csv", "b.csv")]}
    other = {"file": SimpleUploadedFile("a.csv", CSV), "conversation": "x"}
    for form, field in ((two, "file"), (other, "conversation")):
        refused = api.post("/api/v1/files/", form)
        assert (refused.status_code, list(refused.json()["errors"])) == (400, [field])
    assert not StoredFile.objects.exists()


@pytest.mark.parametrize(
    ("name", "content", "status", "code"),
    [
        ("page.html", b"<p>", 415, "unsupported_media_type"),
        ("not.pdf", b"<p>", 415, "unsupported_media_type"),
        ("large.txt", b"x" * ((1 << 20) + 1), 413, "too_large"),
        ("much-too-large.txt", b"x" * (3 << 20), 413, "too_large"),
        ("empty.txt", b"", 400, "invalid_request"),
    ],
)
def test_unsupported_upload_is_refused_with_its_error_code(api, settings, name, content, status, code):
    settings.MAX_FILE_MB = 1
    answer = send(api, name, content)
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    assert answer.json()["code"] == code
    assert not StoredFile.objects.exists()


def test_upload_without_a_file_or_as_json_is_refused(api):
    assert api.post("/api/v1/files/", {"other": "field"}).status_code == 400
    wrong = api.post("/api/v1/files/", {"file": "x"}, content_type="application/json")
    assert wrong.status_code == 415 and "Send it as multipart/form-data." in wrong.json()["detail"]


def test_upload_by_session_needs_a_csrf_token(ann):
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.get(pk=ann.user_id))
    assert send(client).status_code == 403
    client.get("/")
    token = client.cookies["csrftoken"].value
    assert send(client, **{"X-CSRFToken": token}).status_code == 201


def test_upload_over_the_rate_limit_is_refused_unparsed(ann, settings):
    settings.MESSAGES_PER_MINUTE = 1
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.get(pk=ann.user_id))
    client.get("/")
    sent = {
        "data": b"no form at all",
        "content_type": "multipart/form-data",  # without a boundary it cannot be parsed
        "headers": {"X-CSRFToken": client.cookies["csrftoken"].value},
    }
    answers = [client.post("/api/v1/files/", **sent).status_code for _ in range(2)]
    assert answers == [400, 429]


def test_read_only_key_downloads_but_cannot_upload_or_delete(ann, api):
    reader = program(ann, "read")
    link = send(api).json()["link"]
    assert reader.get(link).content == CSV
    assert send(reader).status_code == 403
    assert reader.delete(link).status_code == 403


def test_uploads_count_towards_the_message_rate(api, settings):
    settings.MESSAGES_PER_MINUTE = 2
    assert [send(api).status_code for _ in range(3)] == [201, 201, 429]


def test_file_list_can_be_limited_to_a_conversation(ann, api):
    here = new_id()
    store_file(access=ann, name="here.csv", content=CSV, conversation_id=here)
    store_file(access=ann, name="there.csv", content=CSV, conversation_id=new_id())
    listed = api.get("/api/v1/files/", {"conversation_id": str(here)}).json()
    assert [file["name"] for file in listed["results"]] == ["here.csv"]
    assert [file["name"] for file in api.get("/api/v1/files/").json()["results"]] == ["there.csv", "here.csv"]
    assert api.get("/api/v1/files/?cursor=7").status_code == 400


def test_file_list_is_paginated(ann, api):
    for number in range(51):
        store_file(access=ann, name=f"{number}.txt", content=b"x")
    first = api.get("/api/v1/files/").json()
    second = api.get("/api/v1/files/", {"cursor": first["next"]}).json()
    assert len(first["results"]) == 50
    assert [file["name"] for file in second["results"]] == ["0.txt"] and second["next"] is None


def test_deleted_file_answers_404(api):
    link = send(api).json()["link"]
    assert api.delete(link).status_code == 204
    assert api.get(link).status_code == 404
