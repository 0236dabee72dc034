class Refused(Exception):
    """Nothing has changed. `code` is stable; the text is for people."""

    def __init__(self, code: str, detail: str):
        super().__init__(detail)
        self.code = code
        self.detail = detail
