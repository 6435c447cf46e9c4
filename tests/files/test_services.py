"""Stored files come back unchanged, only to their owner, and are encrypted on disk."""

import hashlib
import os

import pytest
from django.db import transaction

from omniforge.errors import InvalidInput, NotFound, TooLarge, WrongMediaType
from omniforge.files import storage
from omniforge.files.models import StoredFile
from omniforge.files.selectors import attached_files, content_of, find_file, get_file, list_files
from omniforge.files.services import attach_files, delete_file, store_file
from omniforge.storage.ids import new_id

pytestmark = pytest.mark.django_db

CSV = b"project,owner\nApollo,Maya\n"


def keep(access, name="points.csv", content=CSV, **fields) -> StoredFile:
    return store_file(access=access, name=name, content=content, **fields)


def on_disk() -> list[bytes]:
    return [(storage.folder() / path).read_bytes() for path in storage.every_path()]


def test_stored_file_is_returned_unchanged(ann):
    file = get_file(ann, keep(ann).pk)
    assert content_of(file) == CSV
    assert (file.name, file.media_type, file.size) == ("points.csv", "text/csv", len(CSV))
    assert file.sha256 == hashlib.sha256(CSV).hexdigest()


def test_stored_bytes_are_encrypted_and_private_to_the_owner(ann):
    file = keep(ann)
    path = storage.folder() / file.path
    assert path.parent.name == ann.tenant_id.hex
    assert b"Apollo" not in path.read_bytes()
    assert os.stat(path).st_mode & 0o777 == 0o600
    assert os.stat(path.parent).st_mode & 0o777 == 0o700


def test_refused_file_leaves_nothing_on_disk(ann, settings):
    settings.MAX_FILE_MB = 1
    refused = [
        ("empty.csv", b"", InvalidInput),
        ("large.txt", b"x" * (1 << 20) + b"x", TooLarge),
        ("page.html", b"<script>", WrongMediaType),
        ("picture.svg", b"<svg>", WrongMediaType),
        ("no-end", b"text", WrongMediaType),
        ("program.txt", b"\x7fELF\x00\x00", WrongMediaType),
        ("not.pdf", b"text", WrongMediaType),
        ("not.xlsx", b"text", WrongMediaType),
    ]
    for name, content, error in refused:
        with pytest.raises(error):
            keep(ann, name, content)
    assert on_disk() == [] and not StoredFile.objects.exists()


def test_file_of_the_maximum_size_is_accepted(ann, settings):
    settings.MAX_FILE_MB = 1
    assert keep(ann, "large.txt", b"x" * (1 << 20)).size == 1 << 20


def test_file_of_another_user_is_not_found(ann, amy, bob):
    file = keep(ann)
    for stranger in (amy, bob):
        with pytest.raises(NotFound):
            get_file(stranger, file.pk)
        with pytest.raises(NotFound):
            delete_file(access=stranger, file_id=file.pk)
        with pytest.raises(NotFound):
            find_file(stranger, "points.csv")
    with pytest.raises(NotFound):
        get_file(ann, new_id())
    assert content_of(file) == CSV


@pytest.mark.django_db(transaction=True)
def test_deleting_a_file_removes_its_bytes(ann):
    delete_file(access=ann, file_id=keep(ann).pk)
    assert on_disk() == [] and list_files(ann) == []


@pytest.mark.django_db(transaction=True)
def test_rolled_back_deletion_keeps_the_bytes(ann):
    file = keep(ann)
    with pytest.raises(InvalidInput), transaction.atomic():
        delete_file(access=ann, file_id=file.pk)
        raise InvalidInput()
    assert content_of(get_file(ann, file.pk)) == CSV


@pytest.mark.parametrize("damage", ["lost", "swapped"])
def test_missing_or_swapped_bytes_are_reported_as_damaged(ann, damage, caplog):
    file, other = keep(ann), keep(ann, content=b"another,file\n")
    storage.remove(file.path)
    if damage == "swapped":
        os.rename(storage.folder() / other.path, storage.folder() / file.path)
    with pytest.raises(NotFound, match=r"points\.csv is lost or damaged"):
        content_of(file)
    assert caplog.messages == [f"the content of the stored file {file.pk} is lost or damaged: {file.path}"]


def test_attached_files_keep_the_requested_order(ann):
    first, second = keep(ann, "a.csv"), keep(ann, "b.csv")
    turn, conversation = new_id(), new_id()
    given = attach_files(
        access=ann, file_ids=[second.pk, first.pk], turn_id=turn, conversation_id=conversation
    )
    assert given == [second, first]
    assert set(StoredFile.objects.values_list("turn_id", "conversation_id")) == {(turn, conversation)}
    assert [file.name for file in attached_files(ann, conversation)] == ["b.csv", "a.csv"]


def test_file_of_another_user_or_conversation_is_not_attached(ann, amy):
    elsewhere = keep(ann, conversation_id=new_id())
    for who, file_id in ((amy, keep(ann).pk), (ann, new_id()), (ann, elsewhere.pk)):
        with pytest.raises(NotFound, match="Attach it again"):
            attach_files(access=who, file_ids=[file_id], turn_id=new_id(), conversation_id=new_id())


def test_name_finds_the_newest_file_of_the_conversation_first(ann):
    here, there = new_id(), new_id()
    keep(ann, conversation_id=here)
    newer = keep(ann, conversation_id=here)
    newest = keep(ann, conversation_id=there)
    assert find_file(ann, "POINTS.csv", conversation_id=here) == newer
    assert find_file(ann, "points.csv", conversation_id=new_id()) == newest
    assert find_file(ann, str(newest.pk), conversation_id=here) == newest
    with pytest.raises(NotFound, match=r"There is no file other\.csv.*: points\.csv, points\.csv\."):
        find_file(ann, "other.csv", conversation_id=here)


def test_file_list_continues_after_the_last_file_seen(ann):
    files = [keep(ann, f"{number}.csv") for number in range(5)]
    StoredFile.objects.update(created_at=files[0].created_at)  # the same moment for all
    first = list_files(ann, limit=3)
    rest = list_files(ann, before=first[-1].pk)
    assert [file.name for file in (*first, *rest)] == ["4.csv", "3.csv", "2.csv", "1.csv", "0.csv"]
