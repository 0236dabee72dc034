class BadCredential(Exception):
    """Expired, revoked, used up, or not ours. `code` is stable; the text is for people."""

    def __init__(self, detail: str, code: str = "credential_invalid"):
        super().__init__(detail)
        self.code = code
