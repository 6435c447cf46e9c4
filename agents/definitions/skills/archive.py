"""Skills as a zip: one folder each, with SKILL.md and any other text files it needs."""

import io
import stat
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from agents.definitions.skills.skill_file import InvalidSkill, SkillFile, parse_skill, render_skill
from omniforge.errors import InvalidInput, TooLarge

MOST_BYTES = 1_000_000  # of the archive itself
_MOST_UNPACKED = 1_000_000
_MOST_IN_FILE = 200_000
_MOST_FILES = 200
_SKILL = "SKILL.md"
_LEFT_BY_SYSTEMS = ("__MACOSX", ".DS_Store", "Thumbs.db")


@dataclass(frozen=True, slots=True)
class SkillFolder:
    """A skill with the other files of its folder. `resources` is their text by path."""

    skill: SkillFile
    resources: Mapping[str, str] = field(default_factory=dict)


def read_archive(archive: bytes, *, servers: Collection[str] = ()) -> list[SkillFolder]:
    """Return the skills of a zip by folder; `servers` as for `parse_skill`. Nothing is written to disk.

    Raises InvalidInput if it isn't a zip, or contains links, paths that lead out of it, binary files or
    files outside a skill's folder; TooLarge beyond its limits; InvalidSkill with the lines of all files.
    """
    if len(archive) > MOST_BYTES:
        raise TooLarge(f"An archive of skills has at most {MOST_BYTES:,} bytes. Import fewer at once.")
    try:
        with zipfile.ZipFile(io.BytesIO(archive)) as zipped:
            folders = _by_folder(_texts(zipped))
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError) as error:
        raise InvalidInput("This is no zip that can be read here. Pack the folders again.") from error
    return _parsed(folders, servers)


def write_archive(folders: Iterable[SkillFolder]) -> bytes:
    """Return a zip of the skills, byte for byte equal for equal skills."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as zipped:
        for folder in folders:
            files = {_SKILL: render_skill(folder.skill), **folder.resources}
            for path, text in files.items():
                entry = zipfile.ZipInfo(f"{folder.skill.name}/{path}")
                entry.external_attr = 0o644 << 16
                zipped.writestr(entry, text.encode(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _texts(zipped: zipfile.ZipFile) -> dict[PurePosixPath, str]:
    entries = [entry for entry in zipped.infolist() if not _is_folder_or_litter(entry)]
    if len(entries) > _MOST_FILES:
        raise TooLarge(f"An archive of skills has at most {_MOST_FILES} files; this one has {len(entries)}.")
    texts: dict[PurePosixPath, str] = {}
    for entry in entries:
        path = _checked_path(entry)
        if path in texts:
            raise InvalidInput(f"{path} is in the archive twice. Keep one of them.")
        texts[path] = _text(zipped, entry)
        if sum(map(len, texts.values())) > _MOST_UNPACKED:
            raise TooLarge(f"Unpacked this is more than {_MOST_UNPACKED:,} characters. Import fewer at once.")
    return texts


def _is_folder_or_litter(entry: zipfile.ZipInfo) -> bool:
    # zipfile's own is_dir() fails on an empty name.
    return entry.filename.endswith("/") or any(
        part in _LEFT_BY_SYSTEMS for part in PurePosixPath(entry.filename).parts
    )


def _checked_path(entry: zipfile.ZipInfo) -> PurePosixPath:
    path = PurePosixPath(entry.filename)
    if path.is_absolute() or ".." in path.parts or "\\" in entry.filename or ":" in entry.filename:
        raise InvalidInput(f"{entry.filename} leads out of the archive. Pack the folders again.")
    if stat.S_ISLNK(entry.external_attr >> 16):
        raise InvalidInput(f"{path} is a link. Put the file itself there.")
    if entry.flag_bits & 1 or entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise InvalidInput(f"{path} is encrypted or packed in an unusual way. Pack it as an ordinary zip.")
    return path


def _text(zipped: zipfile.ZipFile, entry: zipfile.ZipInfo) -> str:
    """Return a file's text, reading no more than the limit, whatever size the archive claims."""
    with zipped.open(entry) as file:
        content = file.read(_MOST_IN_FILE + 1)
    if len(content) > _MOST_IN_FILE:
        raise TooLarge(f"{entry.filename} has more than {_MOST_IN_FILE:,} bytes. Shorten or split it.")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise InvalidInput(f"{entry.filename} is no text in UTF-8. Skills are made of text files alone.")
    return text


def _by_folder(texts: Mapping[PurePosixPath, str]) -> dict[str, dict[str, str]]:
    folders: dict[str, dict[str, str]] = defaultdict(dict)
    for path, text in texts.items():
        folder, _, inner = str(path).partition("/")
        if not inner or PurePosixPath(folder, _SKILL) not in texts:
            raise InvalidInput(f"{path} is in no skill's folder. Each folder has its own {_SKILL}.")
        folders[folder][inner] = text
    if not folders:
        raise InvalidInput(f"There is no skill in this archive: a folder with its {_SKILL}.")
    return folders


def _parsed(folders: Mapping[str, dict[str, str]], servers: Collection[str]) -> list[SkillFolder]:
    """Return the folders as skills. Raises InvalidSkill with the problems of all of them."""
    found, problems = [], {}
    for folder, files in folders.items():
        path = f"{folder}/{_SKILL}"
        try:
            skill = parse_skill(files.pop(_SKILL), path=path, servers=servers)
        except InvalidSkill as error:
            problems.update(error.fields)
        else:
            found.append(SkillFolder(skill, files))
    if problems:
        raise InvalidSkill(problems)
    return found
