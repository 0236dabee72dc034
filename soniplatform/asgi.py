import os

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "soniplatform.settings")
django_application = get_asgi_application()

# Importable only when Django is set up.
from conversations_app.socket.routing import websocket_urlpatterns  # noqa: E402

application = ProtocolTypeRouter({"http": django_application, "websocket": URLRouter(websocket_urlpatterns)})
