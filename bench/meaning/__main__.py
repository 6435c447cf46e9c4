"""`python -m bench.meaning [write]`: how often the sentence that answers is near its question.

Each business is measured with a map that was learnt from the others. `write` learns from all, and stores the
map (omniforge/llm/data/near_answers.npy). Embedding the texts takes a quarter of an hour.
"""

import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "omniforge.settings")
django.setup()

from bench.meaning.measure import measure, write  # noqa: E402  (models need settings)
from bench.meaning.texts import read_businesses  # noqa: E402

if __name__ == "__main__":
    businesses = read_businesses()
    measure(businesses)
    if "write" in sys.argv[1:]:
        print(f"Written: {write(businesses)}")
