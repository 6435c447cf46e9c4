"""What a browser calls itself, in the words that people have for it."""

# The first that is found counts: most browsers name those that they came from too.
_BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "CriOS/": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
_SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Mac OS X": "Mac",
    "Linux": "Linux",
}


def browser_name(user_agent: str) -> str:
    """Return 'Firefox on Linux' for a User-Agent header, or the part of it that is known."""
    browser, system = (_first(names, user_agent) for names in (_BROWSERS, _SYSTEMS))
    if browser and system:
        return f"{browser} on {system}"
    return browser or system or "Unknown browser"


def _first(names: dict[str, str], user_agent: str) -> str:
    return next((name for sign, name in names.items() if sign in user_agent), "")
