"""Signing in to servers by OAuth 2.1, as the Model Context Protocol has it. The protocol is the SDK's.

`leaving.py` finds the authorization server, makes us known to it and sends the browser there; `returning.py`
redeems what it comes back with; `tokens.py` renews and ends tokens; `bearer.py` sends them; `revoking.py`
gives them back. Tokens, secrets and verifiers are in encrypted columns, and in no message, log or page.
"""
