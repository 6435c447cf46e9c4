"""The site's settings, with seconds for a model that stalls where it has half a minute."""

from omniforge.settings import *  # noqa: F403

MODEL_PATIENCE = (6.0, 6.0)
