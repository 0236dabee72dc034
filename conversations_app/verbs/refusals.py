from conversations_app.refusals import Refused


class StartRefused(Refused):
    """No conversation was started."""


class PostRefused(Refused):
    """The message was not stored."""


class RetryRefused(Refused):
    """Nothing is tried again."""


class HandOverRefused(Refused):
    """The conversation stays with whoever has it."""
