"""Sign-in to servers by OAuth 2.1, as the Model Context Protocol specifies. The SDK does the protocol.

`authorization.py` finds the authorization server, registers us there and sends the browser to it,
`callback.py` redeems the code. `tokens.py` renews and ends tokens. `bearer.py` sends them. `revoking.py`
revokes them.
Tokens, secrets and verifiers are stored in encrypted columns, and never in a message, log or page.
"""
