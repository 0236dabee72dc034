from argparse import ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections

from conversations_app.management.bots import bot_called, language_model_of
from conversations_app.management.progress import progress_bar
from conversations_app.models import NLUProgram
from conversations_app.understanding.evaluating.examples import Measured
from conversations_app.understanding.language_model import LanguageModelSettings
from conversations_app.understanding.marked.message import MarkedMessage
from conversations_app.understanding.marked.messages import marked_messages
from conversations_app.understanding.optimising import OPTIMIZERS, OptimisingFailed, Plan
from conversations_app.understanding.optimising.plan import BUDGETS
from conversations_app.understanding.optimising.running import Outcome, may_learn, optimise
from conversations_app.understanding.programs import active_program, store_program
from flows_app.models import Bot


class Command(BaseCommand):
    help = (
        "Makes new programs for a bot's language model from the turns that people have marked in the console, measures "
        "them beside those in use on examples that they have not seen, and stores them."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("bot", help="the bot's slug")
        parser.add_argument(
            "--optimizer",
            choices=OPTIMIZERS,
            required=True,
            help="bootstrap picks demonstrations; gepa rewrites the instructions; mipro does both, and needs optuna",
        )
        parser.add_argument("--train-share", type=_share, default=Plan.train_share, help="of the examples; 0.7")
        parser.add_argument("--seed", type=int, default=Plan.seed, help="which examples are learnt from")
        parser.add_argument("--max-demos", type=_count, default=Plan.max_demos, help="demonstrations in a prompt; 8")
        parser.add_argument("--budget", choices=BUDGETS, default=Plan.budget, help="of mipro and gepa")
        parser.add_argument("--threads", type=_count, default=Plan.threads, help="calls of the model at once; 4")
        parser.add_argument("--activate", action="store_true", help="use them from the next turn on")
        parser.add_argument("--dry-run", action="store_true", help="say what would be done; ask and store nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        bot = bot_called(options["bot"])
        plan = Plan(**{name: options[name] for name in Plan.__dataclass_fields__})
        try:
            self._optimise(bot, plan, activate=options["activate"], dry_run=options["dry_run"])
        except OptimisingFailed as failed:
            raise CommandError(f"{failed}\nNothing was stored.") from None

    def _optimise(self, bot: Bot, plan: Plan, *, activate: bool, dry_run: bool) -> None:
        plan.check()
        settings = language_model_of(bot)
        marked = marked_messages(bot)
        train, held_out = plan.split(may_learn(marked))
        in_use = active_program(bot.pk)
        self._tell(f"{plan.optimizer} for “{bot}”, by {settings.model}")
        self._tell(f"{len(marked)} marked examples: {len(train)} to learn from, {len(held_out)} to measure on")
        if dry_run:
            self._tell("Nothing was asked, and nothing stored.")
            return
        # It may take an hour, in which nobody needs the connection.
        connections.close_all()
        outcome = optimise(
            train,
            held_out,
            settings,
            plan,
            in_use=in_use.states if in_use else None,
            tell=self._tell,
            bar=progress_bar,
        )
        program = _stored(bot, plan, settings, train, outcome, in_use, activate)
        self._report(program, outcome, in_use)

    def _report(self, program: NLUProgram, outcome: Outcome, in_use: NLUProgram | None) -> None:
        before = f"program {in_use.number}" if in_use else "the delivered programs"
        self._tell(f"{'':<32}{'right':>12}{'share':>10}")
        self._tell(_line(f"in use: {before}", outcome.before))
        self._tell(_line(f"new: program {program.number}", outcome.after))
        state = "active from the next turn on" if program.active else "not active; the console can activate it"
        self._tell(f"Stored as program {program.number}, {state}.")

    def _tell(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def _stored(
    bot: Bot,
    plan: Plan,
    settings: LanguageModelSettings,
    train: list[MarkedMessage],
    outcome: Outcome,
    in_use: NLUProgram | None,
    activate: bool,
) -> NLUProgram:
    return store_program(
        bot,
        activate=activate,
        optimizer=plan.optimizer,
        model=settings.model,
        states=outcome.states,
        made_with=plan.as_json(),
        score_before=outcome.before.share,
        score=outcome.after.share,
        compared_with=in_use.number if in_use else None,
        trained_on=len(train),
        measured_on=len(outcome.after.answers),
    )


def _line(title: str, measured: Measured) -> str:
    right = f"{measured.right} of {len(measured.answers)}"
    return f"{title:<32}{right:>12}{100 * measured.share:>8.1f} %"


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = 0
    if not 0 < share < 1:
        raise ArgumentTypeError("Give a share between 0 and 1, such as 0.7.")
    return share


def _count(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= 100:
        raise ArgumentTypeError("Give a number from 1 to 100.")
    return int(text)
