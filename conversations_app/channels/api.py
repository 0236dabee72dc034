from conversations_app.channels.interface import Channel


class ApiChannel(Channel):
    """Another system shows the messages, and decides itself how.

    It is told by webhooks, whose outbox is written in the transaction that stores a message. Nothing more has to go
    out; clients that look at the conversation live, such as staff, get pushes as everywhere.
    """

    name = "api"
