import traceback


def without_texts(error: BaseException) -> str:
    """Kinds and places, of the error and of what led to it. Its text is left out: it may quote what a user has said."""
    earlier = error.__cause__ or error.__context__
    before = f"{without_texts(earlier)}\nThis led to:\n\n" if earlier else ""
    return f"{before}{''.join(traceback.format_tb(error.__traceback__))}{type(error).__name__}"
