"""Everything wrong with an HTTP action: for the author's form, and before each call, for rows that came another way."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from flows_app.actions.placeholders import keys_in_json, names_in, names_in_json
from flows_app.actions.urls import UrlTemplate
from flows_app.flow_language.base import NAME_PATTERN
from flows_app.limits import ACTION_RETRIES_AT_MOST, ACTION_SECONDS_AT_MOST
from flows_app.models import HttpAction
from flows_app.outbound import Allowances, OutboundRefused
from flows_app.outbound import headers as header_rules
from flows_app.outbound.destinations import check, parse
from flows_app.outbound.limits import HEADERS, REQUEST_BYTES

IDEMPOTENCY_HEADER = "Idempotency-Key"

RESULT_PATH = re.compile(r"[^.\s]+(\.[^.\s]+)*")


@dataclass(frozen=True)
class Problem:
    """A sentence for the author, which quotes no secret, and the field of the action that it is about."""

    field: str
    sentence: str

    def __str__(self) -> str:
        return self.sentence


def check_http_action(action: HttpAction) -> list[str]:
    return [problem.sentence for problem in problems_of(action)]


def problems_of(action: HttpAction) -> list[Problem]:
    checks = {
        "method": _method(action),
        "url": _url(action),
        "inputs": _inputs(action.inputs),
        "headers": _headers(action),
        "secret_headers": _secret_headers(action),
        "body": _body(action.body),
        "outputs": _outputs(action.outputs),
        "timeout": _timeout(action.timeout),
        "retries": _retries(action),
    }
    found = [Problem(field, sentence) for field, sentences in checks.items() for sentence in sentences]
    return [*found, *_unknown_placeholders(action)]


def _method(action: HttpAction) -> Iterator[str]:
    if action.method not in HttpAction.Method.values:
        yield gettext("The method is unknown.")


def _url(action: HttpAction) -> Iterator[str]:
    template = UrlTemplate.read(action.url)
    if template is None:
        yield (
            gettext(
                "The URL begins with http:// or https:// and a host without placeholders, user name or password, "
                "and holds no spaces, backslashes or “#”."
            )
        )
        return
    allowances = Allowances.of_operator()
    try:
        url = parse(template.origin + "/")
        check(url, allowances)
    except OutboundRefused as refused:
        yield str(refused)
        return
    if action.secret_headers and url.scheme != "https" and not allowances.cover_host(url.raw_host.decode("ascii")):
        yield gettext("Secret headers are sent over https only.")


def _inputs(inputs: Any) -> Iterator[str]:
    if not _is_list_of_texts(inputs):
        yield gettext("The inputs are a list of names.")
        return
    for name in inputs:
        if not re.fullmatch(NAME_PATTERN, name):
            yield gettext("The input “{name}” is no name: use small letters, digits and underscores.").format(
                name=name[:80]
            )
    if len(set(inputs)) < len(inputs):
        yield gettext("An input is there twice.")


def _headers(action: HttpAction) -> Iterator[str]:
    if not _are_headers(action):
        yield gettext("The headers are names with texts, such as {“Accept-Language”: “en”}.")
        return
    names = [*action.headers, *action.secret_headers]
    if len({name.lower() for name in names}) < len(names):
        yield gettext("A header is there twice; a secret one counts too.")
    if len(names) > HEADERS - 3:
        yield gettext("There are more than {count} headers.").format(count=HEADERS - 3)
    yield from _header_names(action.headers)
    for name, value in action.headers.items():
        if problem := header_rules.value_problem(name, value):
            yield problem


def _secret_headers(action: HttpAction) -> Iterator[str]:
    if _are_headers(action):
        yield from _header_names(action.secret_headers)


def _header_names(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        if problem := header_rules.name_problem(name):
            yield problem
        if name.lower() == IDEMPOTENCY_HEADER.lower():
            yield gettext("The header “{name}” is written by the platform.").format(name=name)


def _body(body: Any) -> Iterator[str]:
    if any(names_in(key) for key in keys_in_json(body)):
        yield gettext("The body has a placeholder in a key; only values can be filled.")
    if len(json.dumps(body)) > REQUEST_BYTES:
        yield gettext("The body is too long.")


def _unknown_placeholders(action: HttpAction) -> Iterator[Problem]:
    if not _is_list_of_texts(action.inputs):
        return
    for field in ("url", "headers", "body"):
        for name in dict.fromkeys(names_in_json(getattr(action, field))):
            if name not in action.inputs:
                yield Problem(field, gettext("The placeholder {{{name}}} is not one of the inputs.").format(name=name))


def _outputs(outputs: Any) -> Iterator[str]:
    if not _is_dict_of_texts(outputs):
        yield gettext("The outputs are result keys with places in the answer, such as {“id”: “data.id”}.")
        return
    for key, path in outputs.items():
        if not re.fullmatch(NAME_PATTERN, key):
            yield gettext("The result key “{key}” is no name: use small letters, digits and underscores.").format(
                key=key[:80]
            )
        if not RESULT_PATH.fullmatch(path):
            yield gettext(
                "“{path}” is no place in an answer: write keys and numbers with dots between (data.items.0.id)."
            ).format(path=path[:80])


def _timeout(timeout: float) -> Iterator[str]:
    if not _is_timeout(timeout):
        yield gettext("The time limit is more than 0 and at most {seconds} seconds.").format(
            seconds=ACTION_SECONDS_AT_MOST
        )


def _retries(action: HttpAction) -> Iterator[str]:
    if _is_timeout(action.timeout) and action.timeout * (action.retries + 1) > ACTION_SECONDS_AT_MOST:
        yield gettext("All tries together may take {seconds} seconds: lower the time limit or the retries.").format(
            seconds=ACTION_SECONDS_AT_MOST
        )
    if not 0 <= action.retries <= ACTION_RETRIES_AT_MOST:
        yield gettext("There are at most {count} retries.").format(count=ACTION_RETRIES_AT_MOST)


def _is_timeout(timeout: float) -> bool:
    return 0 < timeout <= ACTION_SECONDS_AT_MOST


def _are_headers(action: HttpAction) -> bool:
    return _is_dict_of_texts(action.headers) and _is_dict_of_texts(action.secret_headers)


def _is_list_of_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _is_dict_of_texts(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(item, str) for item in value.values())
