"""Normalisers that every bot can use by name."""

import re

from flows_app.registry import normaliser


@normaliser("lower")
def lower(value: str) -> str:
    return value.lower()


@normaliser("upper")
def upper(value: str) -> str:
    return value.upper()


@normaliser("title")
def title(value: str) -> str:
    return value.title()


@normaliser("strip")
def strip(value: str) -> str:
    return value.strip()


@normaliser("collapse_spaces")
def collapse_spaces(value: str) -> str:
    return re.sub(r"\s+", " ", value).strip()


@normaliser("digits")
def digits(value: str) -> str:
    """Only the digits of a text."""
    return re.sub(r"\D", "", value)
