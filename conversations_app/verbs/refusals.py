from conversations_app.refusals import Refused


class StartRefused(Refused):
    """No conversation was started."""


class PostRefused(Refused):
    """The message was not stored."""


class RetryRefused(Refused):
    """Nothing is tried again."""


class HandOverRefused(Refused):
    """Refusal to hand over or back: the conversation stays as it is."""
