"""Signing in at another site: OpenID Connect, authorization code with PKCE, one issuer for the whole site.

models · issuer (its endpoints and keys) · tokens (the code for an id_token, and what that says) · flow (there
and back) · people (whose account it is) · views
"""
