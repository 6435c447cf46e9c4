"""Single sign-on by OpenID Connect: authorization code with PKCE, one issuer for the whole site.

models · issuer (its endpoints and keys) · tokens (code to id_token to claims) · flow (redirect to the issuer
and back) · people (which account it is) · views
"""
