from typing import Any

import pytest

from flows_app.flow_language import MessageTemplate, SlotDefinition
from flows_app.limits import ITEMS_PER_VALUE
from flows_app.registry import registry, validator
from flows_app.slot_types.refusals import Refusal
from flows_app.values import ValueRefused, accept

CARDS = [
    {"value": "debit", "label": {"en": "Debit card", "es": "Tarjeta de débito", "fr": "Carte de débit"}},
    {"value": "credit", "label": ["Visa", "Credit"]},
    {"value": "other"},
]


def refused(given: Any, type_: str = "text", **more: Any) -> ValueRefused:
    slot = SlotDefinition.model_validate({"name": "s", "type": type_, **more})
    with pytest.raises(ValueRefused) as caught:
        accept(slot, given)
    return caught.value


def checked_by(name: str, **arguments: Any) -> dict[str, Any]:
    return {"validators": [{"name": name, "arguments": arguments}]}


@pytest.mark.parametrize("refusal", Refusal)
def test_every_refusal_is_worded_in_both_languages(refusal: Refusal) -> None:
    english, spanish = refusal.texts["en"], refusal.texts["es"]

    assert english != spanish
    assert MessageTemplate.parse(spanish).slots <= MessageTemplate.parse(english).slots


@pytest.mark.parametrize(
    ("given", "type_", "more", "english", "spanish"),
    [
        ("", "text", {}, "Please answer with some text.", "Responde con algo de texto, por favor."),
        (2.5, "integer", {}, "Please give a whole number.", "Dime un número entero, por favor."),
        ("x", "number", {}, "Please give a number.", "Dime un número, por favor."),
        ("x", "boolean", {}, "Please answer yes or no.", "Responde sí o no, por favor."),
        ("x", "date", {}, "Please give a date, such as 2026-05-31.", "Dime una fecha, por ejemplo 2026-05-31."),
        (
            "x",
            "datetime",
            {},
            "Please give a date and time, such as 2026-05-31T17:30.",
            "Dime una fecha y una hora, por ejemplo 2026-05-31T17:30.",
        ),
        ("x", "time", {}, "Please give a time, such as 17:30.", "Dime una hora, por ejemplo 17:30."),
        (
            "x",
            "choice",
            {"choices": CARDS},
            "Please choose one of: Debit card, Visa, other.",
            "Elige una de estas opciones: Tarjeta de débito, Visa, other.",
        ),
        ("x", "email", {}, "Please give an e-mail address.", "Dime una dirección de correo electrónico, por favor."),
        ("x", "phone", {}, "Please give a phone number.", "Dime un número de teléfono, por favor."),
        ("x", "money", {}, "Please give an amount, such as 12.50.", "Dime una cantidad de dinero, por ejemplo 12,50."),
        (5, "list", {}, "Please give a list.", "Dame una lista, por favor."),
        (
            [0] * (ITEMS_PER_VALUE + 1),
            "list",
            {},
            f"Please give at most {ITEMS_PER_VALUE}.",
            f"Dime {ITEMS_PER_VALUE} como máximo, por favor.",
        ),
        (5, "object", {}, "That does not fit.", "Eso no es válido."),
        ("x" * 30_000, "text", {}, "That is too long.", "Eso es demasiado largo."),
        ("a\x00b", "text", {}, "It holds characters that are no text.", "Eso no se puede guardar."),
        (1, "number", checked_by("min", limit=2.5), "It must be at least 2.5.", "Debe ser como mínimo 2,5."),
        (9, "number", checked_by("max", limit=3), "It must be at most 3.", "Debe ser como máximo 3."),
        (0, "number", checked_by("positive"), "It must be more than zero.", "Debe ser mayor que cero."),
        (
            "x",
            "text",
            checked_by("min_length", limit=2),
            "It must have at least 2 characters.",
            "Debe tener al menos 2 caracteres.",
        ),
        (
            "xx",
            "text",
            checked_by("max_length", limit=1),
            "It must have at most 1 characters.",
            "Debe tener como máximo 1 carácter.",
        ),
        (
            "x",
            "text",
            checked_by("pattern", pattern="[0-9]"),
            "It does not have the right form.",
            "No tiene el formato correcto.",
        ),
        (
            "x",
            "text",
            checked_by("one_of", values=["a", "{b}"]),
            "It must be one of: a, {b}.",
            "Debe ser una de estas opciones: a, {b}.",
        ),
        (
            "2025-12-31",
            "date",
            checked_by("not_before", date="2026-01-01"),
            "It must not be before 1 January 2026.",
            "No puede ser anterior a 1 de enero de 2026.",
        ),
        (
            "2026-01-02",
            "date",
            checked_by("not_after", date="2026-01-01"),
            "It must not be after 1 January 2026.",
            "No puede ser posterior a 1 de enero de 2026.",
        ),
    ],
)
def test_a_refusal_speaks_the_language_of_the_user(
    given: Any, type_: str, more: dict[str, Any], english: str, spanish: str
) -> None:
    why = refused(given, type_, **more)

    assert str(why) == why.in_language("en") == why.in_language("en-GB") == english
    assert why.in_language("es") == why.in_language("es-ES") == spanish


def test_a_language_that_we_do_not_speak_is_served_by_english_with_the_labels_that_it_has() -> None:
    assert refused("x", "boolean").in_language("fr") == "Please answer yes or no."
    assert (
        refused("x", "choice", choices=CARDS).in_language("fr") == "Please choose one of: Carte de débit, Visa, other."
    )


def test_braces_in_labels_and_values_of_choices() -> None:
    choices = [{"value": "{a}"}, {"value": "b", "label": "{{B}}"}, {"value": "c", "label": "{amount} euros"}]

    why = refused("x", "choice", choices=choices)

    # What a label would take from slots is not known here.
    assert why.in_language("es") == "Elige una de estas opciones: {a}, {B}, c."


def test_what_a_registered_validator_says_stays_as_it_is() -> None:
    with registry.changed_for_a_while():

        @validator("test_even")
        def even(value: int) -> None:
            if value % 2:
                raise ValueError("{Odd}.")

        why = refused(3, "integer", **checked_by("test_even"))

    assert str(why) == why.in_language("es") == "{Odd}."


def test_a_check_that_breaks_refuses_in_both_languages() -> None:
    with registry.changed_for_a_while():

        @validator("test_broken")
        def broken(value: Any) -> None:
            raise AttributeError("oops")

        why = refused("x", **checked_by("test_broken"))

    assert str(why) == "That does not fit."
    assert why.in_language("es") == "Eso no es válido."
