"""The site's settings, with a timeout of seconds for a stalled model."""

from omniforge.settings import *  # noqa: F403

MODEL_PATIENCE = (6.0, 6.0)
