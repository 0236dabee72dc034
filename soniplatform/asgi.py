import os
from typing import Any

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "soniplatform.settings")
pages = get_asgi_application()

# Importable only when Django is set up.
from conversations_app.socket.routing import websocket_urlpatterns  # noqa: E402
from soniplatform.api_handler import ApiHandler  # noqa: E402
from soniplatform.body_limits import bounded  # noqa: E402
from soniplatform.session_limits import limit_sessions  # noqa: E402

limit_sessions()

api = ApiHandler()


async def http(scope: Any, receive: Any, send: Any) -> None:
    await (api if scope["path"].startswith("/api/") else pages)(scope, bounded(scope, receive), send)


application = ProtocolTypeRouter({"http": http, "websocket": URLRouter(websocket_urlpatterns)})
