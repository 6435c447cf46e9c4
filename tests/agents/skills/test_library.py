"""The starter library: every skill is complete, names only existing tools, and can be installed."""

import re

import pytest

from agents.definitions import services
from agents.definitions.skills.front_matter import Findings, read_document
from agents.definitions.skills.library import LIBRARY, library, skill_of_library
from agents.definitions.skills.skill_file import SkillFile, parse_skill, render_skill
from agents.tools.registry import our_tools
from omniforge.errors import Conflict, NotAllowed, NotFound
from omniforge.tenants.access import Access
from omniforge.tenants.models import Role, Tenant
from tests.factories import make_member

FOLDERS = sorted(path.name for path in LIBRARY.iterdir())


def test_library_skills_name_only_existing_tools():
    missing = {}
    for folder in FOLDERS:
        text = (LIBRARY / folder / "SKILL.md").read_text()
        named = read_document(text, Findings()).entries["allowed-tools"].value
        missing[folder] = sorted(set(named) - set(our_tools()))
    assert {folder: names for folder, names in missing.items() if names} == {}


def test_library_has_twelve_skills_in_folders_of_their_names():
    assert list(library()) == FOLDERS and len(FOLDERS) == 12


@pytest.mark.parametrize("name", FOLDERS)
class TestSkill:
    @pytest.fixture
    def skill(self, name: str) -> SkillFile:
        return skill_of_library(name)

    def test_library_skill_round_trips_without_warnings(self, skill: SkillFile):
        assert skill.warnings == () and parse_skill(render_skill(skill)) == skill

    def test_description_says_when_to_use_the_skill(self, skill: SkillFile):
        assert "Use it " in skill.description and len(skill.description) < 250

    def test_instructions_name_only_allowed_tools(self, skill: SkillFile):
        told = set(re.findall(r"`([a-z_]+)`", skill.instructions)) & set(our_tools())
        assert told <= set(skill.allowed_tools)

    def test_library_skill_can_be_installed_once(self, skill: SkillFile, ann: Access):
        installed = services.install_skill(access=ann, name=skill.name)
        assert (installed.slug, installed.instructions) == (skill.name, skill.instructions)
        assert installed.allowed_tools == list(skill.allowed_tools) and installed.versions.count() == 1
        with pytest.raises(Conflict):
            services.install_skill(access=ann, name=skill.name)


def test_unknown_skill_is_not_found_and_auditors_install_none(ann: Access, acme: Tenant):
    with pytest.raises(NotFound, match="weekly-report"):
        services.install_skill(access=ann, name="no-such-skill")
    with pytest.raises(NotAllowed):
        services.install_skill(access=make_member(acme, role=Role.AUDITOR), name="weekly-report")
