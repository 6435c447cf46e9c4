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


def test_what_was_sent_can_be_downloaded(api):
    told = send(api, 'Übersicht; "Q3".csv').json()
    assert told["size"] == len(CSV) and told["media_type"] == "text/csv"
    answer = api.get(told["link"])
    assert answer.content == CSV
    assert answer["Content-Type"] == "text/csv"
    assert answer["Content-Disposition"].startswith("attachment; filename*=utf-8''%C3%9Cbersicht")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Security-Policy"].startswith("sandbox")
    assert answer["Cache-Control"] == "private, no-store"


def test_a_name_cannot_add_a_header(ann, api):
    file = store_file(access=ann, name='a"\r\nSet-Cookie: stolen=1; b="c.csv', content=CSV)
    answer = api.get(f"/api/v1/files/{file.pk}/")
    assert "Set-Cookie" not in answer.headers
    assert answer["Content-Disposition"] == r'attachment; filename="a\" Set-Cookie: stolen=1; b=\"c.csv"'


def test_of_two_files_at_once_none_is_dropped_unsaid(api):
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
def test_what_is_not_taken_is_refused_with_a_reason(api, settings, name, content, status, code):
    settings.MAX_FILE_MB = 1
    answer = send(api, name, content)
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    assert answer.json()["code"] == code
    assert not StoredFile.objects.exists()


def test_a_form_without_a_file_and_a_body_of_json_are_refused(api):
    assert api.post("/api/v1/files/", {"other": "field"}).status_code == 400
    wrong = api.post("/api/v1/files/", {"file": "x"}, content_type="application/json")
    assert wrong.status_code == 415 and "Send it as multipart/form-data." in wrong.json()["detail"]


def test_a_session_needs_the_token_of_its_page(ann):
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.get(pk=ann.user_id))
    assert send(client).status_code == 403
    client.get("/")
    token = client.cookies["csrftoken"].value
    assert send(client, **{"X-CSRFToken": token}).status_code == 201


def test_beyond_the_rate_the_form_of_a_page_is_not_even_parsed(ann, settings):
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


def test_a_key_that_only_reads_may_download_and_not_send(ann, api):
    reader = program(ann, "read")
    link = send(api).json()["link"]
    assert reader.get(link).content == CSV
    assert send(reader).status_code == 403
    assert reader.delete(link).status_code == 403


def test_uploads_count_as_messages(api, settings):
    settings.MESSAGES_PER_MINUTE = 2
    assert [send(api).status_code for _ in range(3)] == [201, 201, 429]


def test_the_list_is_of_one_conversation_or_of_all(ann, api):
    here = new_id()
    store_file(access=ann, name="here.csv", content=CSV, conversation_id=here)
    store_file(access=ann, name="there.csv", content=CSV, conversation_id=new_id())
    listed = api.get("/api/v1/files/", {"conversation_id": str(here)}).json()
    assert [file["name"] for file in listed["results"]] == ["here.csv"]
    assert [file["name"] for file in api.get("/api/v1/files/").json()["results"]] == ["there.csv", "here.csv"]
    assert api.get("/api/v1/files/?cursor=7").status_code == 400


def test_a_long_list_comes_in_pages(ann, api):
    for number in range(51):
        store_file(access=ann, name=f"{number}.txt", content=b"x")
    first = api.get("/api/v1/files/").json()
    second = api.get("/api/v1/files/", {"cursor": first["next"]}).json()
    assert len(first["results"]) == 50
    assert [file["name"] for file in second["results"]] == ["0.txt"] and second["next"] is None


def test_a_deleted_file_is_gone(api):
    link = send(api).json()["link"]
    assert api.delete(link).status_code == 204
    assert api.get(link).status_code == 404
