"""What a developer adds, as docs/plugins.md shows it."""

from typing import Any

from flows_app.registry import action, normaliser, validator


@action("example_greet", inputs=["name"], outputs=["greeting"])
def greet(name: str, context: Any = None) -> dict[str, Any]:
    return {"greeting": f"Good day, {name}."}


@validator("example_short")
def short(value: str, **arguments: Any) -> None:
    if len(value) > 5:
        raise ValueError("Too long.")


@normaliser("example_shout")
def shout(value: str) -> str:
    return f"{value}!"
