"""Archives of skills: packing and unpacking round-trips, and dangerous content is refused by name."""

import io
import stat
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.definitions.skills import archive
from agents.definitions.skills.archive import SkillFolder, read_archive, write_archive
from agents.definitions.skills.skill_file import InvalidSkill, SkillFile
from omniforge.errors import InvalidInput, OmniForgeError, TooLarge

SKILL = "---\nname: report\ndescription: Reports.\n---\nDo it."
FOLDERS = [
    SkillFolder(SkillFile("report", "Reports."), {"forms/table.md": "| a |", "notes.txt": "ä"}),
    SkillFolder(SkillFile("tidy", "Tidies.", "Tidy it.")),
]


def packed(*files: tuple[str | zipfile.ZipInfo, str | bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as zipped:
        for name, content in files:
            zipped.writestr(name, content)
    return made.getvalue()


def beside_a_skill(name: str | zipfile.ZipInfo, content: str | bytes = "x") -> bytes:
    return packed(("report/SKILL.md", SKILL), (name, content))


def link(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return entry


def test_packed_skills_are_read_back():
    assert read_archive(write_archive(FOLDERS)) == FOLDERS


def test_archive_bytes_are_deterministic():
    assert write_archive(FOLDERS) == write_archive(FOLDERS)


def test_archived_files_have_mode_644():
    with zipfile.ZipFile(io.BytesIO(write_archive(FOLDERS))) as zipped:
        assert {entry.external_attr >> 16 for entry in zipped.infolist()} == {0o644}


@pytest.mark.parametrize(
    "name",
    [
        "../report/x.md",
        "report/../../x.md",
        "/etc/x.md",
        "report\\..\\x.md",
        "C:/x.md",
        "report/./../../x.md",
    ],
)
def test_path_traversal_is_refused_by_name(name: str):
    entry = zipfile.ZipInfo("report/x.md")
    entry.filename = name  # as in a hostile archive; the constructor would normalise it
    with pytest.raises(InvalidInput, match="leads out of the archive") as refused:
        read_archive(beside_a_skill(entry))
    assert name in refused.value.message


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        (link("report/passwords"), "/etc/passwd", "report/passwords is a link"),
        ("report/logo.png", b"\x89PNG\r\n\x00\xff", "report/logo.png is no text"),
        ("report/zeros.txt", b"a\x00b", "report/zeros.txt is no text"),
        ("README.md", "x", "README.md is in no skill's folder"),
        ("other/notes.md", "x", "other/notes.md is in no skill's folder"),
        (".", "x", "is in no skill's folder"),
    ],
)
def test_links_and_binary_files_are_refused_by_name(
    name: str | zipfile.ZipInfo, content: str | bytes, said: str
):
    with pytest.raises(InvalidInput, match=said):
        read_archive(beside_a_skill(name, content))


def test_duplicate_file_is_refused():
    with pytest.warns(UserWarning, match="Duplicate"):
        twice = beside_a_skill("report/SKILL.md", SKILL)
    with pytest.raises(InvalidInput, match="twice"):
        read_archive(twice)


def test_system_files_are_ignored():
    (folder,) = read_archive(beside_a_skill("report/.DS_Store", b"\x00\xff"))
    assert folder.resources == {}


def test_zip_bomb_is_refused():
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as zipped:
        zipped.writestr("report/SKILL.md", SKILL)
        zipped.writestr("report/zeros.txt", "0" * 50_000_000)
    with pytest.raises(TooLarge, match=r"report/zeros\.txt"):
        read_archive(bomb.getvalue())


def test_sizes_and_counts_are_limited(monkeypatch: pytest.MonkeyPatch):
    with pytest.raises(TooLarge, match="1,000,000 bytes"):
        read_archive(b"x" * 1_000_001)
    with pytest.raises(TooLarge, match="at most 200 files"):
        read_archive(packed(*((f"report/{number}.md", "x") for number in range(201))))
    monkeypatch.setattr(archive, "_MOST_UNPACKED", 10)
    with pytest.raises(TooLarge, match="Unpacked"):
        read_archive(packed(("report/SKILL.md", SKILL)))


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 and no more", packed()])
def test_invalid_archive_is_refused(content: bytes):
    with pytest.raises(InvalidInput):
        read_archive(content)


def test_an_encrypted_file_is_refused():
    content = bytearray(packed(("report/SKILL.md", SKILL)))
    content[content.rindex(b"PK\x01\x02") + 8] |= 1  # the flag in the central directory
    with pytest.raises(InvalidInput, match="encrypted"):
        read_archive(bytes(content))


def test_problems_of_all_files_are_reported_together():
    wrong = packed(("a/SKILL.md", "nothing"), ("b/SKILL.md", SKILL), ("c/SKILL.md", "---\n---\n"))
    with pytest.raises(InvalidSkill) as refused:
        read_archive(wrong)
    assert set(refused.value.fields) == {"a/SKILL.md", "c/SKILL.md"}


ARCHIVE = write_archive(FOLDERS)


@given(st.integers(0, len(ARCHIVE) - 1), st.integers(0, 255))
def test_damaged_archive_never_crashes_the_reader(place: int, byte: int):
    damaged = bytearray(ARCHIVE)
    damaged[place] = byte
    try:
        read = read_archive(bytes(damaged))
    except OmniForgeError as refused:
        assert refused.message
    else:  # the damage is in a date or a name
        assert {one.skill for one in read} <= {one.skill for one in FOLDERS}
