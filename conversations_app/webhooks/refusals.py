from conversations_app.refusals import Refused


class EndpointRefused(Refused):
    """The endpoints stay as they are."""
