"""What bots and agents say, as HTML: the author's Markdown and nothing that anybody else slips in."""

import re
import threading
from html.parser import HTMLParser

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conversations_app.delivery import markdown
from conversations_app.delivery.markdown import html_of
from flows_app.flow_language import MessageTemplate
from flows_app.limits import RENDERED_LENGTH

LINK = 'target="_blank" rel="noopener noreferrer nofollow ugc"'


def shown(text: str, **values: str) -> str | None:
    wording = MessageTemplate.parse(text).wording(values)
    return html_of(wording.text, wording.plain_parts)


class Tags(HTMLParser):
    """What a browser would make of it."""

    def __init__(self, html: str):
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attributes)))


ALLOWED = {
    "a": {"href", "title", "target", "rel"},
    "img": {"src", "alt", "title", "referrerpolicy"},
    "ol": {"start"},
    **{tag: set() for tag in ("p", "br", "hr", "strong", "em", "s", "code", "pre", "ul", "li", "blockquote")},
    **{tag: set() for tag in ("table", "thead", "tbody", "tr", "th", "td")},
}


def assert_harmless(html: str) -> None:
    for tag, attributes in Tags(html).found:
        assert tag in ALLOWED, html
        assert set(attributes) <= ALLOWED[tag], html
        if tag == "a":
            # Without an address it is no link, and leads nowhere.
            assert re.match(r"(https?://|mailto:|tel:)", attributes.get("href") or "tel:", re.IGNORECASE), html
            assert attributes["rel"] == "noopener noreferrer nofollow ugc"
        if tag == "img":
            assert (attributes["src"] or "").lower().startswith("https:"), html


# What is plain stays plain


@pytest.mark.parametrize(
    "text",
    [
        "Hello, Ana!",
        "You have €5,150.00 in your savings account.",
        "Two lines,\none after the other.\n\nAnd a paragraph.",
        "2 < 3 > 1, a_b_c, 5 * 4 * 3, ~10",
        "    indented, as in a poem",
        "<b>bold?</b>",
        "[1]: no footnote",
        "mail me: ana@bank.example, or see www.bank.example",
        "",
    ],
)
def test_plain_words_have_no_html(text: str) -> None:
    assert html_of(text, []) is None


def test_what_no_author_has_written_is_never_markdown() -> None:
    assert html_of("**bold** [x](https://x.example)", None) is None


# What authors write


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("**Bold**, *slanted*, ~~gone~~, `code`",
         "<p><strong>Bold</strong>, <em>slanted</em>, <s>gone</s>, <code>code</code></p>"),
        ("Choose:\n- one\n- two", "<p>Choose:</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>"),
        ("3. three\n4. four", '<ol start="3">\n<li>three</li>\n<li>four</li>\n</ol>'),
        ("# Hours\nNine to five", "<p><strong>Hours</strong></p>\n<p>Nine to five</p>"),
        ("*one*\ntwo", "<p><em>one</em><br>\ntwo</p>"),
        ("> said", "<blockquote>\n<p>said</p>\n</blockquote>"),
        ("```\n<b> & *x*\n```", "<pre><code>&lt;b&gt; &amp; *x*\n</code></pre>"),
        (r"\*not slanted\*", "<p>*not slanted*</p>"),
        ("[Help](https://bank.example/help 'All of it')",
         f'<p><a href="https://bank.example/help" title="All of it" {LINK}>Help</a></p>'),
        ("See https://bank.example/help.",
         f'<p>See <a href="https://bank.example/help" {LINK}>https://bank.example/help</a>.</p>'),
        ("[Call](tel:+34600100200)", f'<p><a href="tel:+34600100200" {LINK}>Call</a></p>'),
        ("![A map](https://bank.example/map.png)",
         '<p><img src="https://bank.example/map.png" alt="A map" referrerpolicy="no-referrer"></p>'),
    ],
)  # fmt: skip
def test_markdown_of_the_author(text: str, html: str) -> None:
    assert html_of(text, []) == html


def test_a_table() -> None:
    html = html_of("| from | to |\n|---|--:|\n| 9 | 17 |", []) or ""

    assert [tag for tag, _ in Tags(html).found] == [
        *("table", "thead", "tr", "th", "th"),
        *("tbody", "tr", "td", "td"),
    ]


# What users give


@pytest.mark.parametrize("name", ["*Ana*", "[x](http://evil.example)", "https://evil.example", "# Ana", "`x`", "<b>"])
def test_a_value_alone_is_no_markdown(name: str) -> None:
    assert shown("Hello, {name}!", name=name) is None
    assert shown("{name}", name=name) is None


def test_a_value_within_markdown_is_shown_as_it_is() -> None:
    assert shown("Hello, **{name}**!", name="[x](http://evil.example) *y*") == (
        "<p>Hello, <strong>[x](http://evil.example) *y*</strong>!</p>"
    )
    assert shown("`{name}`", name="a`b\\*") == "<p><code>a`b\\*</code></p>"
    assert shown("- {name}\n- b", name="a\n- c") == "<ul>\n<li>a<br>\n- c</li>\n<li>b</li>\n</ul>"
    assert shown("{number}. *item*", number="5") == "<p>5. <em>item</em></p>"


def test_words_and_values_do_not_make_markdown_together() -> None:
    assert shown("*{name}", name="Ana*") is None
    assert shown("[{name}", name="x](https://evil.example)") is None
    assert shown("!{name}", name="[x](https://evil.example/x.png)") is None


def test_an_author_may_lead_to_a_value() -> None:
    """Then it was the author who made the link."""
    assert shown("[Pay]({url})", url="https://pay.example/?a=1&b=(2)") == (
        f'<p><a href="https://pay.example/?a=1&amp;b=(2)" {LINK}>Pay</a></p>'
    )
    assert shown("See https://bank.example/{page}", page='a b"c') == (
        f'<p>See <a href="https://bank.example/a%20b%22c" {LINK}>https://bank.example/a b"c</a></p>'
    )


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", " javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "/x"]
)
def test_but_not_anywhere(url: str) -> None:
    assert shown("[**Pay**]({url})", url=url) == "<p><strong>Pay</strong></p>"
    assert shown("![Pay]({url})", url=url) == "<p>Pay</p>"


def test_characters_that_stand_for_values_can_be_neither_typed_nor_written() -> None:
    assert shown("**x** \ufdd00\ufdd1 {name}", name="\ufdd00\ufdd1") == (
        "<p><strong>x</strong> \ufffd0\ufffd \ufdd00\ufdd1</p>"
    )


# Hostile texts


ATTACKS = [
    "<script>alert(1)</script>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)><animate onbegin=alert(1)></svg>",
    "<svg><style><img src=x onerror=alert(1)></style></svg>",
    "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<a href='javascript:alert(1)'>x</a>",
    "<iframe src=https://evil.example></iframe>",
    "<p style='background:url(javascript:alert(1))'>x</p>",
    "<details open ontoggle=alert(1)>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "[x](javascript:alert(1))",
    "[x](JAVASCRIPT:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](&#x6A;&#x61;vascript:alert(1))",
    "[x](java&Tab;script:alert(1))",
    "[x](java&NewLine;script:alert(1))",
    "[x](\x01javascript:alert(1))",
    "[x](<javascript:alert(1)>)",
    "[x](java%0ascript:alert(1))",
    "[x](vbscript:msgbox(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](file:///etc/passwd)",
    "[x](//evil.example)",
    "[x](https://x.example\"onmouseover=alert(1)>)",
    "[x](https://x.example 'a\" onmouseover=alert(1) b=\"')",
    "![x](javascript:alert(1))",
    "![x](data:image/svg+xml,<svg onload=alert(1)>)",
    "![x](http://x.example/plain.png)",
    "![\" onerror=alert(1) x=\"](https://x.example/x.png)",
    "![x](https://x.example/x.png \"' onload='alert(1)\")",
    "<javascript:alert(1)>",
    "<https://x.example/\"onmouseover=alert(1)>",
    "```\"><script>alert(1)</script>\nx\n```",
    "`<script>`**x**",
    "https://x.example/\"><script>alert(1)</script>",
    "https://x.example/?a=<script>",
    "| <script> | b |\n|---|---|\n| <img src=x onerror=alert(1)> | d |",
    "[![x](javascript:alert(1))](javascript:alert(1))",
    "[a][b]\n\n[b]: javascript:alert(1)",
    "<a href=\"https://x.example\" style=\"position:fixed;inset:0\">x</a> **y**",
]  # fmt: skip


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("frame", ["{}", "**a** {} *b*", "- {}", "> {}", "[{}](https://x.example)", "# {}"])
def test_nothing_harmful_comes_through(attack: str, frame: str) -> None:
    assert_harmless(html_of(frame.replace("{}", attack), []) or "")


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize(
    "frame", ["**a** {v} *b*", "[x]({v})", "![{v}](https://x.example/{v})", "`{v}`", "```\n{v}\n```"]
)
def test_nor_from_a_value(attack: str, frame: str) -> None:
    assert_harmless(shown(frame, v=attack) or "")


PIECES = ["*", "_", "`", "[", "]", "(", ")", "!", "<", ">", "\n", " ", "- ", "#", "|", "\\", "&", "'", '"', "https://x.example/",
          "javascript:alert(1)", "<script>", "onerror=", "a", "{v}", "~~", "```"]  # fmt: skip


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(PIECES), max_size=40), st.lists(st.sampled_from(PIECES[:-3]), max_size=12))
def test_nor_from_any_mixture(written: list[str], given: list[str]) -> None:
    text, value = "".join(written), "".join(given)
    html = shown(text, v=value) or ""

    assert_harmless(html)
    assert not {"\ufdd0", "\ufdd1"} & {*html}


@pytest.mark.parametrize(
    "piece",
    ["[", "![", "*", "*a ", "**a", "_a", "`", "~~a", "> ", ">", "- ", "1. ", "<", "<!--", "&#", "\\", "[](", "[x][",
     "|", "a|b\n", "- a\n", "https://", "https://x.y ", "a.", "\n", " ", "*_", "\ufdd0"],
)  # fmt: skip
def test_what_is_nested_or_repeated_without_end_is_shown_all_the_same(piece: str) -> None:
    """It ends, and nothing is raised: a text is no longer than a message may be."""
    html_of((piece * RENDERED_LENGTH)[:RENDERED_LENGTH], [])
    html_of((piece * (RENDERED_LENGTH // 2 // len(piece)) + "x" + "]" * 1000)[:RENDERED_LENGTH], [])


def test_what_can_not_be_read_is_shown_as_text(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(markdown, "_CLEANER", None)

    assert html_of("**secret and broken**", []) is None
    assert "could not be read" in caplog.text
    assert "secret" not in caplog.text


def test_several_threads_at_once() -> None:
    texts = [f"**{number}** https://x.example/{number}" for number in range(600)]
    wrong: list[str] = []

    def check(mine: list[str]) -> None:
        for text in mine:
            number = text.split("**")[1]
            if (html_of(text, []) or "").count(f">https://x.example/{number}</a>") != 1:
                wrong.append(text)

    threads = [threading.Thread(target=check, args=(texts[start::4],)) for start in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert not wrong
