"""Sources that work without anybody's sign-in: what is new in feeds, pages, mailboxes and files."""
