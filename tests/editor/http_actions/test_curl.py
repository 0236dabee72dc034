# ruff: noqa: E501  a line each
"""A curl command becomes rows; what can't be taken over is said."""

import json
import shlex
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flows_app.editor.http_actions import CurlRefused, form_from_curl
from flows_app.editor.http_actions.rows import filled

# The command; and what the form amounts to: method, URL, headers, secret headers, body.
TAKEN: list[tuple[str, dict[str, Any]]] = [
    ("curl https://a.example/x", {"method": "GET", "url": "https://a.example/x"}),
    ("  $ curl  'https://a.example/x?a=1&b=%20c' \n", {"url": "https://a.example/x?a=1&b=%20c"}),
    ("curl --url https://a.example/x -sSL --compressed", {"url": "https://a.example/x"}),
    ("/usr/bin/curl -XDELETE https://a.example/x", {"method": "DELETE"}),
    ("curl -X PUT https://a.example -d '{\"a\": 1}'", {"method": "PUT", "body": {"a": 1}}),
    ("curl https://a.example \\\n  -H 'X-A: 1' \\\r\n  -H \"X-B: say \\\"hi\\\"\"", {"headers": {"X-A": "1", "X-B": 'say "hi"'}}),
    ("curl https://a.example -H 'Accept: application/json' -H 'Content-Type: application/json' -d '{}'", {"headers": {}, "body": {}}),
    ("curl https://a.example -H 'Authorization: Bearer s3cret' -H 'X-Api-Key: k3y'", {"headers": {}, "secrets": {"Authorization": "Bearer s3cret", "X-Api-Key": "k3y"}}),
    ("curl -u ana:s3cret https://a.example", {"secrets": {"Authorization": "Basic YW5hOnMzY3JldA=="}}),
    ("curl https://ana:s3cret@a.example/x", {"url": "https://a.example/x", "secrets": {"Authorization": "Basic YW5hOnMzY3JldA=="}}),
    ("curl --oauth2-bearer t0ken https://a.example", {"secrets": {"Authorization": "Bearer t0ken"}}),
    ("curl -b 'session=1' https://a.example", {"secrets": {"Cookie": "session=1"}}),
    ("curl https://a.example --json '{\"a\": {\"b\": [1, null]}}'", {"method": "POST", "body": {"a": {"b": [1, None]}}}),
    ("curl https://a.example --data-raw $'{\"a\": \"it\\'s \\u00e9\"}'", {"method": "POST", "body": {"a": "it's é"}}),
    # Browsers write one escape for each half of a surrogate pair.
    ("curl https://a.example --data-raw $'{\"a\": \"it\\'s \\ud83d\\ude00\"}'", {"method": "POST", "body": {"a": "it's 😀"}}),
    ("curl https://a.example -H $'X-A: \\u00e9\\U0001f600\\uD83D\\uDE00!'", {"headers": {"X-A": "é😀😀!"}}),
    ("curl https://a.example --data-raw '{\"a\": \"5\", \"b\": 5, \"c\": true}'", {"body": {"a": "5", "b": 5, "c": True}}),
    ("curl https://a.example -d a=1 -d 'b=c%20d'", {"method": "POST", "body": {"a": "1", "b": "c d"}}),
    ("curl -G https://a.example/x -d a=1 --data-urlencode 'q=ü &'", {"method": "GET", "url": "https://a.example/x?a=1&q=%C3%BC%20%26", "body": None}),
    ("curl https://a.example/{id} -d '{\"to\": \"{name}\"}'", {"url": "https://a.example/{id}", "inputs": ["id", "name"]}),
    ("curl https://a.example -d 'plain words'", {"body": "plain words"}),
    ("curl -m 5 https://a.example", {"timeout": 5.0}),
    ("curl a.example/x", {"url": "http://a.example/x"}),
]  # fmt: skip
NOTED = [
    ("curl https://a.example --frobnicate", "“--frobnicate” is left out"),
    ("curl https://a.example -d a=1", "The data was a form"),
    ("curl -k https://a.example", "Certificates are always checked"),
    ("curl -L https://a.example", "Redirects are not followed"),
    ("curl https://a.example -H 'Host: b.example'", "The header “Host” is written by the platform"),
    ("curl https://a.example | jq .id", "not what stands behind “|”"),
    ("curl https://a.example https://b.example", "left out: https://b.example"),
    ("curl -x http://proxy:8080 https://a.example", "“-x” is left out"),
]
REFUSED = [
    ("wget https://a.example", "begins with “curl”"),
    ("", "begins with “curl”"),
    ("curl -X POST", "no address"),
    ("curl https://a.example -X", "“-X” is missing"),
    ("curl https://a.example -H 'X-A: 1", "never closed"),
    ("curl https://a.example -F file=@a.png", "an upload"),
    ("curl -T a.txt https://a.example", "an upload"),
    ("curl https://a.example -d @body.json", "names a file"),
    ("curl https://a.example --data-urlencode q@body.txt", "names a file"),
    ("curl -I https://a.example", "HEAD"),
    ("curl -X PURGE https://a.example", "PURGE can't be called"),
    ("curl --digest -u a:b https://a.example", "way to sign in"),
    ("curl https://a.example -d $'\\ud83d'", "no character"),
    ("curl https://a.example --data-urlencode $'q=\\ude00\\ud83d'", "no character"),
    ("curl $'https://a.example/?q=\\ud83d\\u0041'", "no character"),
    ("curl https://a.example -H $'X-A: a\\x00b'", "no character"),
    ("curl https://a.example -d $'\\U00110000'", "no character"),
    ('curl "https://a.example" ^\n  -H "X-A: 1"', "Copy as cURL (bash)"),
]


def amounts_to(command: str) -> dict[str, Any]:
    form, _ = form_from_curl(command)
    result = filled(form)
    assert result.problems == ()
    return result.fields | {"secrets": result.entered}


@pytest.mark.parametrize(("command", "expected"), TAKEN)
def test_a_command_becomes_rows(command: str, expected: dict[str, Any]) -> None:
    found = amounts_to(command)

    assert {key: found[key] for key in expected} == expected


@pytest.mark.parametrize(("command", "note"), NOTED)
def test_what_is_left_out_is_said(command: str, note: str) -> None:
    _, notes = form_from_curl(command)

    assert any(note in told for told in notes), notes


@pytest.mark.parametrize(("command", "reason"), REFUSED)
def test_what_cannot_be_an_action_is_refused_with_a_reason(command: str, reason: str) -> None:
    with pytest.raises(CurlRefused, match=reason.replace("(", r"\(").replace(")", r"\)")):
        form_from_curl(command)


# Each of the longest command that is taken. One that costs the square of its length would take minutes.
LONG = {
    "line breaks before": "\n" * 999_950 + "curl https://a.example",
    "line breaks behind": "curl https://a.example" + "\n" * 999_950,
    "blank lines before": " \r\n" * 333_300 + "curl https://a.example",
    "flags in a row": "curl https://a.example -" + "s" * 999_950,
    "options that nobody knows": "curl https://a.example" + "".join(f" --{number:x}" for number in range(120_000)),
    "headers that are none": "curl https://a.example" + "".join(f" -H {number:x}" for number in range(120_000)),
}


@pytest.mark.parametrize("command", LONG.values(), ids=LONG)
def test_a_long_command_costs_no_more_than_its_length(command: str) -> None:
    form, _ = form_from_curl(command)

    assert form.address == "https://a.example"


@given(
    st.text()
    | st.lists(
        st.sampled_from(
            [
                "curl",
                "-d",
                "-H",
                "'",
                '"',
                "$'",
                "\\",
                "\\ud83d",
                "\\ude00",
                "\\0",
                "\n",
                " ",
                "-u",
                "--",
                "-",
                "https://a.example",
                "{",
                "@",
                "=",
                "#",
                "|",
                "[",
                "]:",
            ]
        )
    ).map("".join)
)
def test_any_text_is_read_or_refused(text: str) -> None:
    for command in (text, f"curl {text}", f"curl https://a.example {text}"):
        try:
            form, _ = form_from_curl(command)
        except CurlRefused:
            continue
        filled(form)


PRINTABLE = st.text(st.characters(min_codepoint=32, max_codepoint=0x2FFF, exclude_categories=["Cc", "Cs", "Zs", "Zl", "Zp"]), min_size=1)  # fmt: skip


@given(
    PRINTABLE, st.dictionaries(PRINTABLE, PRINTABLE | st.integers() | st.booleans() | st.none() | st.lists(PRINTABLE))
)
def test_what_was_quoted_comes_back(value: str, body: dict[str, Any]) -> None:
    command = shlex.join(["curl", "https://a.example/x", "-H", f"X-Value: {value}", "--data-raw", json.dumps(body)])

    found = amounts_to(command) if body else {"body": body, "headers": {"X-Value": value}}

    assert found["headers"] == {"X-Value": value}
    assert found["body"] == {key.strip(): item for key, item in body.items()}


MANY = {f"field_{number}": str(number) for number in range(250)}


@pytest.mark.parametrize(
    "options",
    [
        "--get " + " ".join(f"-d {name}={value}" for name, value in MANY.items()),
        " ".join(f"-d {name}={value}" for name, value in MANY.items()),
        " ".join(f"-H '{name}: {value}'" for name, value in MANY.items()),
    ],
)
def test_more_than_an_action_holds_is_refused(options: str) -> None:
    with pytest.raises(CurlRefused, match="an action has 200 at most"):
        form_from_curl(f"curl https://api.example.org {options}")


@pytest.mark.parametrize("body", [MANY, {" a ": 1}, {"": 1}])
def test_a_body_that_rows_would_change_stays_json(body: dict[str, Any]) -> None:
    form, notes = form_from_curl(f"curl https://api.example.org -d {shlex.quote(json.dumps(body))}")

    assert (filled(form).fields["body"], notes) == (body, [])


def test_numbers_that_json_does_not_have_are_no_body_in_json() -> None:
    _, notes = form_from_curl("""curl https://api.example.org -d '{"a": 1e999}'""")

    assert any("no JSON" in note for note in notes)
