"""Errors of reading files, worded so that a model or a person can act on them."""

from omniforge.errors import OmniForgeError


class Unreadable(OmniForgeError):
    """A file cannot be read within the limits of time and memory."""

    code = "unreadable_file"
    status = 422


class ImageHasNoText(Unreadable):
    """Text was requested from an image."""

    message = "This is an image. A model that sees images looks at it where it is attached."
