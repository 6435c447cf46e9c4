"""What can be wrong with a file that is read, said so that a model and a person can do something about it."""

from omniforge.errors import OmniForgeError


class Unreadable(OmniForgeError):
    """A file cannot be read, or not in reasonable time and memory."""

    code = "unreadable_file"
    status = 422


class ImageHasNoText(Unreadable):
    """An image is seen, not read."""

    message = "This is an image. A model that sees images looks at it where it is attached."
