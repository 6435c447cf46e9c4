"""Settings of the API and its OpenAPI document, included by omniforge/settings.py."""

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "omniforge.tenants.authentication.ApiKeyAuthentication",
        "omniforge.tenants.authentication.WorkspaceSessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": [
        "omniforge.tenants.permissions.HasScope",
        "omniforge.web.known_queries.KnownQuery",
    ],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["omniforge.web.json_body.JSONBody"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "URL_FORMAT_OVERRIDE": None,  # only the Accept header selects a format
    "EXCEPTION_HANDLER": "omniforge.web.problems.problem_response",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "OmniForge",
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_NAME_OVERRIDES": {
        "AgentStatus": "agents.models.AgentStatus",
        "DocumentRole": "omniforge.projects.models.DocumentRole",
        "EntityKind": "omniforge.projects.kinds.ENTITY_KINDS",
        "EntityState": "omniforge.projects.api.input_serializers.STATES",
        "MessageRole": "conversations.models.MessageRole",
        "MessageStatus": "conversations.models.MessageStatus",
        "ProjectState": "omniforge.projects.models.ProjectState",
        "Role": "omniforge.tenants.models.Role",
        "RunStatus": "agents.models.RunStatus",
        "ThingKind": "omniforge.projects.api.input_serializers.KINDS",
        "TurnStatus": "conversations.models.TurnStatus",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "omniforge.web.openapi.introduce",
    ],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}
