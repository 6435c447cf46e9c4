"""Counting tokens without a network."""

import gzip
import hashlib
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st
from tiktoken_ext.openai_public import o200k_base

from omniforge.llm.tokens import _pattern, count, table
from tests.pace import slowness
from tests.site import ROOT


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> tiktoken.Encoding:
    """OpenAI's own counting, with the table that we ship, whose hash it checks."""
    folder = tmp_path_factory.mktemp("tiktoken")
    name = hashlib.sha1(
        b"https://openaipublic.blob.core.windows.net/encodings/o200k_base.tiktoken"
    ).hexdigest()
    (folder / name).write_bytes(gzip.decompress(table._RANKS.read_bytes()))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TIKTOKEN_CACHE_DIR", str(folder))
        return tiktoken.Encoding(**o200k_base())


def test_short_texts_have_the_models_token_counts():
    assert (count(""), count("hello world")) == (0, 2)


def test_pattern_equals_the_published_one(published):
    assert _pattern().pattern == published._pat_str


def test_counts_of_project_files_equal_the_published_encoding(published):
    paths = [
        path
        for kind in ("docs/*.md", "omniforge/**/*.py", "static/js/**/*.js", "intent/data/*.toml")
        for path in ROOT.glob(kind)
    ]
    texts = [path.read_text()[:9_999] for path in paths]
    assert len(texts) > 300
    assert [count(text) for text in texts] == [len(published.encode_ordinary(text)) for text in texts]


LETTERS = "abcABC  \n\t.,;'\"!?/12345äöüßéñ日本語한국Приветمرحبا🙂👍🏽\u200dſⅷ"


@given(st.text(st.sampled_from(LETTERS), max_size=200))
def test_any_mixture_counts_as_published(published, text):
    assert count(text) == len(published.encode_ordinary(text))


@given(st.text(max_size=200))
def test_any_text_can_be_counted(text):
    assert count(text) <= 3 * len(text.encode("utf-8", "surrogatepass"))


def test_special_tokens_are_counted_as_text():
    assert count("<|endoftext|>") > 1


@pytest.mark.parametrize("text", ["a", " ", "\n", "^", "🙂", "a1", "日"])
def test_long_run_of_one_character_is_counted_quickly(text):
    count("loaded")
    started = time.thread_time()
    assert count(text * 10_000) > 0
    assert time.thread_time() - started < 0.25 * slowness()


@pytest.mark.parametrize("text", [" ", "a", "\n", "x y "])
def test_million_characters_are_counted_exactly(text):
    exact = count(text * 10_000 if len(text) == 1 else text * 2_500) * 100
    assert count((text * 1_000_000)[:1_000_000]) == exact


def test_damaged_vocabulary_is_refused(tmp_path, monkeypatch):
    damaged = tmp_path / "ranks.tiktoken.gz"
    damaged.write_bytes(gzip.compress(b"IQ== 0\n"))
    monkeypatch.setattr(table, "_RANKS", damaged)
    with pytest.raises(ValueError, match="damaged"):
        table._read_tokens()


def test_first_counts_of_a_process_may_be_concurrent(tmp_path: Path):
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
