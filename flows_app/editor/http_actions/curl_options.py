"""The options of curl that are understood, those that change nothing for us, and those that can't be taken over."""

_FILES = "Files are not on this machine, and actions send JSON: an upload (-F, -T) can't become an action."

# By what is done with their value.
WITH_VALUE = {
    "--url": "url",
    **dict.fromkeys(("-X", "--request"), "method"),
    **dict.fromkeys(("-H", "--header"), "header"),
    **dict.fromkeys(("-d", "--data", "--data-ascii", "--data-binary"), "data"),
    "--data-raw": "raw",
    "--data-urlencode": "encoded",
    "--json": "json",
    **dict.fromkeys(("-u", "--user"), "user"),
    "--oauth2-bearer": "bearer",
    **dict.fromkeys(("-b", "--cookie"), "cookie"),
    **dict.fromkeys(("-A", "--user-agent"), "User-Agent"),
    **dict.fromkeys(("-e", "--referer"), "Referer"),
    **dict.fromkeys(("-m", "--max-time"), "timeout"),
    # Where the answer goes, and how it is shown: of no meaning here.
    **dict.fromkeys(
        ("-o", "--output", "-w", "--write-out", "-c", "--cookie-jar", "-D", "--dump-header", "--stderr"), "nothing"
    ),
    **dict.fromkeys(
        (
            *("-x", "--proxy", "--resolve", "--connect-to", "--interface", "--dns-servers", "-r", "--range"),
            *("--cacert", "--capath", "-E", "--cert", "--key", "--ciphers", "-U", "--proxy-user"),
            *("--connect-timeout", "--retry", "--retry-delay", "--retry-max-time", "--max-redirs", "--limit-rate"),
        ),
        "left out",
    ),
}

FLAGS = {
    **dict.fromkeys(("-G", "--get"), "get"),
    **dict.fromkeys(
        ("-L", "--location"), "Redirects are not followed: enter the address that the server sends one to."
    ),
    **dict.fromkeys(("-k", "--insecure"), "Certificates are always checked: “-k” is left out."),
}

HARMLESS = frozenset(
    {
        *("-s", "--silent", "-S", "--show-error", "-v", "--verbose", "-i", "--include", "-f", "--fail", "-N"),
        *("--no-buffer", "--compressed", "-g", "--globoff", "-#", "--progress-bar", "-q", "--disable", "-O"),
        *("--remote-name", "-J", "--fail-with-body", "--no-progress-meter", "--http1.1", "--http2", "-4", "-6"),
        *("--basic", "--tlsv1.2", "--tlsv1.3", "--path-as-is", "--no-keepalive", "--tcp-nodelay"),
    }
)

REFUSED = {
    **dict.fromkeys(("-F", "--form", "--form-string", "-T", "--upload-file"), _FILES),
    **dict.fromkeys(("-I", "--head"), "The method HEAD brings no answer to take values from."),
    **dict.fromkeys(("-K", "--config"), "“-K” names a file of options, which is not on this machine."),
    **dict.fromkeys(
        ("--digest", "--ntlm", "--negotiate", "--anyauth", "--aws-sigv4"),
        "This way to sign in asks the server first, which actions don’t: use a key or a token.",
    ),
}


def said_of(name: str) -> str:
    return f"“{name[:40]}” is left out: an action has nothing like it."
