"""Sources that need no sign-in: news of feeds, pages, mailboxes and files."""
