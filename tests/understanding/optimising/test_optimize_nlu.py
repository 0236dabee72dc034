"""`manage.py optimize_nlu` against a server that speaks the protocol."""

import json
from io import StringIO
from typing import Any
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command

from conversations_app.models import NLUProgram, Turn
from conversations_app.understanding.language_model.modules import programs_of
from conversations_app.understanding.optimising import plan as planning
from flows_app.models import AuditEntry
from tests.support.lm_server import always, fails, given_commands, says
from tests.support.marking import make_bank, mark_a_dozen, marked
from tests.support.talking import Talk
from tests.understanding.optimising.conftest import KEY, Serve, bank_asking, good_seed
from tests.understanding.optimising.pupil import LESSON, pupil, said_in

pytestmark = pytest.mark.django_db


def optimize(*options: str, optimizer: str = "bootstrap", **more: Any) -> str:
    told = StringIO()
    call_command("optimize_nlu", "bank", "--optimizer", optimizer, *options, stdout=told, stderr=told, **more)
    assert KEY not in told.getvalue()
    return told.getvalue()


def test_demonstrations_of_the_bots_own_make_it_better(serve: Serve, capfd: pytest.CaptureFixture[str]) -> None:
    server = serve(pupil)
    bot = bank_asking(server)
    seed = good_seed(mark_a_dozen(bot))

    told = optimize("--seed", seed, "--max-demos", "8", "--activate")

    program = NLUProgram.objects.get()
    assert (program.number, program.optimizer, program.model, program.active) == (
        1,
        "bootstrap",
        "openai/test-model",
        True,
    )
    assert (program.trained_on, program.measured_on) == (8, 4)
    assert program.score_before < program.score == 1
    assert program.compared_with is None
    assert program.made_with == {"seed": int(seed), "train_share": 0.7, "max_demos": 8}
    assert "12 marked examples: 8 to learn from, 4 to measure on" in told
    assert "in use: the delivered programs" in told
    assert "new: program 1" in told
    assert "4 of 4" in told
    assert "active from the next turn on" in told
    assert "".join(capfd.readouterr()) == "", "no bars where no terminal is"
    verbs = AuditEntry.objects.filter(subject="program 1").order_by("pk").values_list("verb", flat=True)
    assert list(verbs) == ["optimised", "activated"]


def test_what_is_stored_has_demonstrations_and_no_language_model(serve: Serve) -> None:
    server = serve(pupil)
    seed = good_seed(mark_a_dozen(bank_asking(server)))

    optimize("--seed", seed, "--max-demos", "4")

    states = NLUProgram.objects.get().states
    assert set(states) == {"understanding", "extraction"}
    for state in states.values():
        assert state["predict"]["lm"] is None
        assert 0 < len(state["predict"]["demos"]) <= 4
    written = json.dumps(states)
    assert KEY not in written
    assert server.api_base not in written
    assert "Moby Dick" not in written
    loaded = programs_of(states)
    assert loaded.extraction.predict.demos[0]["found"]
    assert all(request.key == KEY for request in server.requests)


def test_gepa_rewrites_the_instructions(serve: Serve) -> None:
    server = serve(pupil)
    bot = bank_asking(server)
    seed = good_seed(mark_a_dozen(bot))

    optimize("--seed", seed, optimizer="gepa")

    program = NLUProgram.objects.get()
    assert program.states["understanding"]["predict"]["signature"]["instructions"] == LESSON
    assert program.score_before < program.score == 1
    assert not program.active
    asked = next(request for request in server.requests if request.wants == "new_instruction")
    assert "Expected: set_slot amount = " in asked.everything
    assert "Came: chitchat." in asked.everything
    assert asked.body["temperature"] == 1.0


def test_activation_takes_effect_in_the_next_turn(serve: Serve) -> None:
    server = serve(pupil)
    bot = bank_asking(server)
    seed = good_seed(mark_a_dozen(bot))
    talk = Talk(bot)
    talk.command({"type": "start_flow", "flow": "transfer"})
    talk.say("30 euros")
    assert Turn.objects.latest("pk").commands == [{"type": "chitchat"}]

    optimize("--seed", seed, "--activate")
    talk.say("30 euros")

    assert Turn.objects.latest("pk").commands == [{"type": "set_slot", "slot": "amount", "value": "30"}]
    assert Turn.objects.latest("pk").provider == "dspy"


def test_the_next_one_is_compared_with_the_one_in_use(serve: Serve) -> None:
    server = serve(pupil)
    bot = bank_asking(server)
    seed = good_seed(mark_a_dozen(bot))
    optimize("--seed", seed, "--activate")

    told = optimize("--seed", seed)

    second = NLUProgram.objects.get(number=2)
    assert second.compared_with == 1
    assert second.score_before == 1
    assert "in use: program 1" in told
    assert NLUProgram.objects.get(active=True).number == 1


def test_a_dry_run_asks_and_stores_nothing(serve: Serve) -> None:
    server = serve(pupil)
    mark_a_dozen(bank_asking(server))

    assert "Nothing was asked, and nothing stored." in optimize("--dry-run")

    assert not server.requests
    assert not NLUProgram.objects.exists()


def test_it_takes_ten(serve: Serve) -> None:
    talk = Talk(bank_asking(serve(pupil)))
    for number in range(9):
        marked(talk, f"hello {number}", [{"type": "chitchat"}])

    with pytest.raises(CommandError, match="at least 10 marked examples, and there are 9"):
        optimize()


def test_it_takes_a_language_model() -> None:
    mark_a_dozen(make_bank({"provider": "embedded"}))

    with pytest.raises(CommandError, match="has no language model"):
        optimize()
    with pytest.raises(CommandError, match="There is no bot “nobody”"):
        call_command("optimize_nlu", "nobody", "--optimizer", "gepa")


@pytest.mark.parametrize("options", [("--train-share", "1"), ("--train-share", "x"), ("--max-demos", "0")])
def test_options_that_cannot_be(options: tuple[str, str]) -> None:
    with pytest.raises(CommandError, match="Give a"):
        optimize(*options)


def test_mipro_says_what_it_needs(serve: Serve) -> None:
    mark_a_dozen(bank_asking(serve(pupil)))

    with (
        patch.object(planning, "find_spec", return_value=None),
        pytest.raises(CommandError, match="needs the package “optuna”"),
    ):
        optimize(optimizer="mipro")


def test_mipro_is_called_as_planned(serve: Serve) -> None:
    """Without optuna itself: what it would be given."""
    mark_a_dozen(bank_asking(serve(pupil)))
    made: list[Any] = []

    class Mipro:
        def __init__(self, **options: Any) -> None:
            made.append(options)

        def compile(self, program: Any, *, trainset: list[Any], valset: list[Any]) -> Any:
            made.append((trainset, valset))
            return program

    with patch.object(planning, "find_spec"), patch("dspy.MIPROv2", Mipro):
        optimize("--budget", "medium", "--max-demos", "6", "--seed", "3", optimizer="mipro")

    options, (trainset, valset) = made[0], made[1]
    assert (options["auto"], options["max_labeled_demos"], options["seed"]) == ("medium", 6, 3)
    assert options["metric"](trainset[0], type("P", (), {"commands": trainset[0].commands})()) == 1
    assert len(trainset) == len(valset) == 8
    assert NLUProgram.objects.get().optimizer == "mipro"


def test_mipro_end_to_end(serve: Serve) -> None:
    mark_a_dozen(bank_asking(serve(pupil)))

    optimize("--max-demos", "2", optimizer="mipro")

    assert NLUProgram.objects.get().optimizer == "mipro"


@pytest.mark.parametrize("optimizer", ["bootstrap", "gepa"])
@pytest.mark.parametrize("good", [0, 6])
def test_trouble_with_the_language_model_leaves_nothing_behind(serve: Serve, optimizer: str, good: int) -> None:
    """From the start, or after a while."""
    seen: list[int] = []

    def script(request: Any) -> Any:
        seen.append(1)
        return pupil(request) if len(seen) <= good else fails(401)

    server = serve(script)
    mark_a_dozen(bank_asking(server))

    with pytest.raises(CommandError, match=r"openai/test-model gave no answer: auth\.\nNothing was stored\."):
        optimize(optimizer=optimizer)

    assert not NLUProgram.objects.exists()
    assert len(server.requests) < 20, "it does not go on asking"


def test_nonsense_is_a_wrong_answer_and_no_trouble(serve: Serve) -> None:
    mark_a_dozen(bank_asking(serve(always(says("I'd rather not.")))))

    optimize()

    assert NLUProgram.objects.get().score == 0


def test_no_message_is_sent_that_answers_a_question_for_a_secret(serve: Serve) -> None:
    server = serve(pupil)
    bot = bank_asking(server)
    mark_a_dozen(bot)
    asked = {
        "stack": [{"flow": "transfer", "values": {}}],
        "question": {"type": "collect", "prompt": "Your PIN?", "slot": "pin", "options": []},
    }
    marked(Talk(bot), "never mind, cancel", [{"type": "cancel_flow"}], **asked)

    told = optimize("--max-demos", "100")

    assert "13 marked examples: 8 to learn from, 4 to measure on" in told
    assert not any("never mind" in request.everything for request in server.requests)


def test_what_users_say_is_not_logged(serve: Serve, caplog: pytest.LogCaptureFixture) -> None:
    server = serve(lambda request: says("?") if said_in(request).startswith("open") else given_commands())
    mark_a_dozen(bank_asking(server))

    optimize()

    assert "to Ana" not in caplog.text
    assert "open on day" not in caplog.text
