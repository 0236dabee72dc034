"""`manage.py evaluate_nlu --bot`: providers side by side on what people have marked."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from conversations_app.models import NLUProgram
from tests.support.lm_server import always, fails
from tests.support.marking import make_bank, mark_a_dozen
from tests.understanding.optimising.conftest import KEY, Serve, bank_asking, good_seed
from tests.understanding.optimising.pupil import pupil

pytestmark = pytest.mark.django_db


def evaluate(*options: str) -> list[list[str]]:
    told = StringIO()
    call_command("evaluate_nlu", "--bot", "bank", *options, stdout=told)
    assert KEY not in told.getvalue()
    return [line.split() for line in told.getvalue().splitlines()]


def test_all_that_a_turn_may_come_to_stands_side_by_side(serve: Serve) -> None:
    bot = bank_asking(serve(pupil))
    seed = good_seed(mark_a_dozen(bot))
    call_command("optimize_nlu", "bank", "--optimizer", "bootstrap", "--activate", "--seed", seed, stdout=StringIO())

    title, head, embedded, delivered, program = evaluate()

    assert title == ["12", "marked", "examples", "of", "“Bank”"]
    assert head == ["right", "share", "ms", "a", "message", "tokens", "fell", "back"]
    assert (embedded[0], embedded[2:4], embedded[-2:]) == ("embedded", ["of", "12"], ["–", "–"])
    assert delivered[:6] == ["delivered", "9", "of", "12", "75.0", "%"]
    # Twelve first passes and six second ones, at 150 tokens each.
    assert delivered[-2:] == ["225", "0"]
    assert program[:4] == ["program", "1", "12", "of"]


def test_one_chooses_and_sees_who_fell_back(serve: Serve) -> None:
    mark_a_dozen(bank_asking(serve(always(fails(401)))))

    (*_, delivered) = evaluate("--programs", "delivered")

    assert delivered[-1] == "12"


def test_what_there_is_not(serve: Serve) -> None:
    bot = bank_asking(serve(pupil))
    with pytest.raises(CommandError, match="no marked examples"):
        evaluate()
    mark_a_dozen(bot)
    for name in ("7", "best"):
        with pytest.raises(CommandError, match=f"has no program “{name}”"):
            evaluate("--programs", name)
    assert not NLUProgram.objects.exists()


def test_without_a_language_model_only_the_embedded_one() -> None:
    mark_a_dozen(make_bank({"provider": "embedded"}))

    assert [line[0] for line in evaluate()[2:]] == ["embedded"]
    with pytest.raises(CommandError, match="has no language model"):
        evaluate("--programs", "delivered")
