from conversations_app.channels.interface import Channel


class WebChannel(Channel):
    """Web chat: the widget, and whatever else talks over the socket or server-sent events.

    It shows everything. Pushes may be lost; clients ask for what follows the newest `seq` that they have.
    """

    name = "web"
