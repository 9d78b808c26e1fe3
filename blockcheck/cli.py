"""The command line: ``blockcheck check board.json``."""

from __future__ import annotations

import gc
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from functools import wraps
from importlib import import_module
from inspect import Parameter, Signature, signature
from io import TextIOWrapper
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any, NoReturn, get_type_hints

import typer

from blockcheck.errors import (
    DeclarationError,
    Illegal,
    Impossible,
    InputError,
    Undecided,
    closest,
    raise_if_any,
    renamed,
)
from blockcheck.patterns import expression

if TYPE_CHECKING:
    from pydantic import BaseModel
    from rich.console import Console

    from blockcheck.aftermath import Aftermath
    from blockcheck.ask import Limit
    from blockcheck.batch.judging import Settings
    from blockcheck.batch.output import Output
    from blockcheck.batch.run import Judging
    from blockcheck.board import Board
    from blockcheck.cards import CardIndex
    from blockcheck.judge import Judge
    from blockcheck.loading import Cards
    from blockcheck.report.pieces import Page, Paper
    from blockcheck.report.reading import Reading
    from blockcheck.words import Names

ILLEGAL = 1
WRONG_INPUT = 2
NOT_DECIDED = 3
INTERRUPTED = 130
NOBODY_LISTENS = 141
STATUS = {True: 0, False: ILLEGAL, None: NOT_DECIDED}
STDIN = "-"
MOST_LISTED = 100
MOST_COUNTED = 100_000
FEW_PROCESSES = 8
FEW_COLLECTIONS = 150_000
BOARD_SUFFIXES = frozenset({".json", ".yaml", ".yml"})


class Format(StrEnum):
    """What ``export`` writes."""

    MINIZINC = "minizinc"
    CPSAT = "cpsat"
    THEORY = "theory"


class Schema(StrEnum):
    """What has a JSON Schema."""

    AFTERMATH = "aftermath"
    BATCH = "batch"
    BOARD = "board"
    EXPLAIN = "explain"
    LIST = "list"
    OPTIONS = "options"
    SOLVE = "solve"
    THEORY = "theory"
    VERDICT = "verdict"
    WINDOW = "window"


app = typer.Typer(
    name="blockcheck",
    help="Is this declaration of blockers legal, why not, and what would be? (Magic: The Gathering, CR 509.1)",
    epilog="Example: blockcheck check board.json",
    add_completion=False,
    invoke_without_command=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

BoardFile = Annotated[
    str, typer.Argument(metavar="BOARD", help="A board in JSON or YAML; - reads standard input.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the whole answer as JSON.")]
Block = Annotated[
    list[str] | None,
    typer.Option(
        "--block",
        metavar="BLOCKER=ATTACKER",
        help="Declare this block, in place of the board's declaration; repeat it, or name several attackers: a=x,y.",
    ),
]
PayWith = Annotated[
    list[str] | None,
    typer.Option(
        "--pay",
        metavar="WHAT=WITH",
        help="Pay costs so, in place of a way that is looked for; repeat it: activate=forest (or forest:G), tap=bear, "
        "sacrifice=bear, life=2, discard=1, exile=1, counter=bear,-1/-1,1, decline=bear.",
    ),
]
Player = Annotated[str | None, typer.Option("--player", metavar="ID", help="The player who declares.")]
Effort = Annotated[
    float | None,
    typer.Option(
        "--effort",
        min=0,
        metavar="N",
        help="Stop the solver after this much work: the same on every machine.",
    ),
]
TimeLimit = Annotated[
    float | None,
    typer.Option("--time-limit", min=0, metavar="SECONDS", help="Stop the solver after this time."),
]
Workers = Annotated[int, typer.Option("--workers", min=1, metavar="N", help="Threads of the solver.")]
CardsIndex = Annotated[
    str | None,
    typer.Option(
        "--cards",
        metavar="DB",
        help="A card index, for boards that name cards; yours when left out, where there is one.",
    ),
]
Db = Annotated[
    str | None, typer.Option("--db", metavar="DB", help="The index; yours in your data folder when left out.")
]


def _judge_of(
    board: BoardFile,
    effort: Effort = None,
    time_limit: TimeLimit = None,
    workers: Workers = 1,
    cards: CardsIndex = None,
) -> Judge:
    """The judge of a board, with the options that every command has which judges one."""
    return _judge(_load(board, cards), effort, time_limit, workers)


def _with_judge(command: Callable[..., int]) -> Callable[..., None]:
    """A command that names a board and is given its judge; what it returns is the exit status."""
    shared = _parameters(_judge_of)
    board = shared.pop("board")
    own = _parameters(command)
    del own["judge"]

    @wraps(command)
    def run(**given: Any) -> None:
        with _answering():
            judge = _judge_of(**{name: given.pop(name) for name in ("board", *shared)})
            status = command(judge, **given)
        raise typer.Exit(status)

    parameters = [board, *own.values(), *shared.values()]
    vars(run)["__signature__"] = Signature(parameters)
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    return run


def _parameters(function: Callable[..., Any]) -> dict[str, Parameter]:
    """The parameters of a function by name, their annotations as values."""
    hints = get_type_hints(function, localns={"Judge": Any}, include_extras=True)
    return {
        name: parameter.replace(annotation=hints[name])
        for name, parameter in signature(function).parameters.items()
    }


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"blockcheck {version('blockcheck-mtg')}")
        raise typer.Exit


@app.callback()
def blockcheck(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Is this declaration of blockers legal, why not, and what would be? (Magic: The Gathering, CR 509.1)"""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), err=True)
        raise typer.Exit(WRONG_INPUT)


@app.command(epilog="Example: blockcheck check board.json --block hound=ogre --block bear=ogre")
@_with_judge
def check(
    judge: Judge,
    block: Block = None,
    pay: PayWith = None,
    player: Player = None,
    as_json: AsJson = False,
) -> int:
    """Judge a declaration of blockers.

    Exit status: 0 legal, 1 illegal, 3 not decided, 2 wrong input.
    """
    blocks, paid = _declared(block, player), _paid(pay)
    with _as_typed(block, pay):
        verdict = judge.check(blocks, player=player, pay=paid)
    _tell_verdict(judge, verdict, as_json)
    return STATUS[verdict.legal]


@app.command(epilog="Example: blockcheck after board.json --block bear=ogre")
@_with_judge
def after(
    judge: Judge,
    block: Block = None,
    pay: PayWith = None,
    then: Annotated[
        list[str] | None,
        typer.Option(
            "--then",
            metavar="EVENT",
            help='What happens next, as JSON; repeat it: \'{"event": "becomes blocked", "attackers": ["ogre"]}\'.',
        ),
    ] = None,
    player: Player = None,
    as_json: AsJson = False,
) -> int:
    """Show combat after a declaration: who blocks, and what triggers.

    An illegal declaration has no aftermath: its verdict is shown. Exit status: 0 legal, 1 illegal, 3 not decided, 2
    wrong input.
    """
    blocks, paid = _declared(block, player), _paid(pay)
    with _as_typed(block, pay):
        try:
            state = judge.after(blocks, player=player, pay=paid)
        except (Illegal, Undecided) as error:
            _tell_verdict(judge, error.verdict, as_json)
            return NOT_DECIDED if isinstance(error, Undecided) else ILLEGAL
    _tell_aftermath(_followed(state, then or []), as_json)
    return 0


def _tell_verdict(judge: Judge, verdict: Any, as_json: bool) -> None:
    def show(console: Paper) -> None:
        from blockcheck.report.terminal import print_verdict

        print_verdict(console, _names(judge), verdict)

    _tell(verdict, as_json, show, show)


def _followed(state: Aftermath, events: list[str]) -> Aftermath:
    """The state after every ``--then``."""
    from blockcheck.aftermath import event_of, then
    from blockcheck.loading import load_object

    for written in events:
        try:
            state = then(state, event_of(load_object(written, "--then")))
        except Impossible as error:
            message = f"--then: {error.message} ({error.cr})"
            raise InputError("--then", written, "an event that can happen", None, message) from None
    return state


def _tell_aftermath(state: Aftermath, as_json: bool) -> None:
    from blockcheck.judge.outcome import aftermath_answer

    answer = aftermath_answer(state)

    def show(console: Console) -> None:
        from blockcheck.report.aftermath import print_aftermath
        from blockcheck.words import Names

        print_aftermath(console, Names(state.known), answer)

    _tell(answer, as_json, show)


@app.command(
    epilog='Example: blockcheck window "Cast this spell only during combat." --step declare_blockers --turn-of alice'
)
def window(
    text: Annotated[
        str, typer.Argument(metavar="TEXT", help="A timing line, or a card's text; - reads standard input.")
    ],
    step: Annotated[
        str | None, typer.Option("--step", metavar="STEP", help="The step it is now, as declare_blockers.")
    ] = None,
    phase: Annotated[
        str | None,
        typer.Option("--phase", metavar="PHASE", help="The main phase it is now, as precombat_main."),
    ] = None,
    turn_of: Annotated[str | None, typer.Option("--turn-of", metavar="ID", help="Whose turn it is.")] = None,
    player: Annotated[str | None, typer.Option("--player", metavar="ID", help="Who would cast it.")] = None,
    combat_phase: Annotated[
        int | None, typer.Option("--combat-phase", metavar="N", help="Which combat phase of the turn it is.")
    ] = None,
    skipped: Annotated[
        list[str] | None,
        typer.Option(
            "--skipped", metavar="STEP", help="A step of this combat phase that is skipped; repeat it."
        ),
    ] = None,
    turn: Annotated[
        str | None,
        typer.Option("--turn", metavar="FILE", help="The turn so far as JSON; other options change it."),
    ] = None,
    board: Annotated[
        str | None,
        typer.Option(
            "--board", metavar="BOARD", help="A board: its turn counts, and conditions are asked of it."
        ),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option("--source", metavar="ID", help="The permanent of the board whose ability it is."),
    ] = None,
    as_json: AsJson = False,
    cards: CardsIndex = None,
) -> None:
    """Say whether a spell may be cast now, by its timing line (506.8).

    If not, when next this turn. Exit status: 0 yes, 1 not now, 3 not decided, 2 wrong input.
    """
    with _answering():
        from blockcheck.judge.outcome import window_answer
        from blockcheck.report.aftermath import print_windows
        from blockcheck.window import windows

        if source is not None and board is None:
            message = "--source: expected a board beside it (--board)"
            raise InputError("--source", source, "a board beside it", None, message)
        given = {
            "step": step,
            "phase": phase,
            "player": turn_of,
            "combat_phase": combat_phase,
            "skipped": skipped,
        }
        data = _turn_facts(turn) | {name: value for name, value in given.items() if value is not None}
        said = _utf8(sys.stdin.buffer.read()) if text == STDIN else text
        if board is None:
            found = windows(said, data, player=player)
        else:
            judge = _judge(_load(board, cards), None, None, 1)
            found = judge.windows(said, data, player=player, source=source)
        answers = [window_answer(one) for one in found]
        if as_json:
            typer.echo("\n".join(answer.model_dump_json() for answer in answers))
        else:
            _show(lambda console: print_windows(console, answers))
    nows = [answer.now for answer in answers]
    raise typer.Exit(ILLEGAL if False in nows else NOT_DECIDED if None in nows else 0)


def _turn_facts(source: str | None) -> dict[str, Any]:
    """The turn so far in a file: an object of its own, or the ``turn`` of a board."""
    if source is None:
        return {}
    from blockcheck.loading import load_object

    with _opened(source) as file:
        data = load_object(_utf8(file.read()), source)
    facts = data.get("turn", data)
    if not isinstance(facts, dict):
        raise InputError("--turn", source, "a JSON object", None, f"{source}: expected a JSON object")
    return facts


@app.command(epilog="Example: blockcheck solve board.json")
@_with_judge
def solve(
    judge: Judge,
    player: Player = None,
    as_json: AsJson = False,
) -> int:
    """Find a legal declaration that obeys the most.

    Nothing is paid for. Exit status: 0 found, 3 not decided, 2 wrong input.
    """
    with _as_typed():
        answer = judge.solve(player=player)

    def show(console: Paper) -> None:
        from blockcheck.report.terminal import print_solution

        print_solution(console, _names(judge), answer)

    _tell(answer, as_json, show, show)
    return NOT_DECIDED if answer.maximum is None else 0


@app.command(epilog="Example: blockcheck options board.json --block hound=ogre")
@_with_judge
def options(
    judge: Judge,
    block: Block = None,
    player: Player = None,
    as_json: AsJson = False,
) -> int:
    """Show what may still be done after some blocks are chosen.

    Which attackers each creature may still block so that a legal declaration can be reached, what is missing, and
    which blocks cannot stand together. Exit status: 0 known, 3 not decided, 2 wrong input.
    """
    blocks = None if block is None else _blocks(block)
    with _as_typed(block):
        answer = judge.options(blocks, player=player)

    def show(console: Console) -> None:
        from blockcheck.report.guide import print_options

        print_options(console, _names(judge), answer)

    _tell(answer, as_json, show)
    return NOT_DECIDED if answer.dead_end is None else 0


@app.command(epilog="Example: blockcheck explain board.json --pair hound=ogre --bound")
@_with_judge
def explain(
    judge: Judge,
    block: Block = None,
    pair: Annotated[
        str | None,
        typer.Option(
            "--pair", metavar="BLOCKER=ATTACKER", help="Tell why no legal declaration has this block."
        ),
    ] = None,
    bound: Annotated[
        bool, typer.Option("--bound", help="Tell why no declaration obeys more requirements.")
    ] = False,
    player: Player = None,
    as_json: AsJson = False,
) -> int:
    """Explain a declaration of blockers.

    What mends each fault, what stands against each requirement that is not obeyed, and which blocks are in every or in
    no legal declaration. Exit status: 0 known, 3 not decided, 2 wrong input.
    """
    blocks = None if block is None else _blocks(block)
    asked = None if pair is None else _pair(pair)
    with _as_typed(block, pair=pair):
        answer = judge.explain(blocks, pair=asked, bound=bound, player=player)

    def show(console: Console) -> None:
        from blockcheck.report.guide import print_explanation

        print_explanation(console, _names(judge), answer, asked, bound=bound)

    _tell(answer, as_json, show)
    return NOT_DECIDED if answer.never is None or answer.limit else 0


@app.command(name="list", epilog="Example: blockcheck list board.json --limit 20")
@_with_judge
def list_legal(
    judge: Judge,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit",
            min=1,
            metavar="N",
            help="Stop after so many; 100 when left out, 100000 with --count.",
        ),
    ] = None,
    only_count: Annotated[bool, typer.Option("--count", help="Only count them.")] = False,
    player: Player = None,
    as_json: AsJson = False,
) -> int:
    """List every legal declaration.

    In order over pairs as they stand on the board, a block before no block. Exit status: 0 known, 3 not decided, 2
    wrong input.
    """
    most = limit if limit is not None else MOST_COUNTED if only_count else MOST_LISTED
    with _as_typed():
        legal = judge.legal if player is None else judge.legal.by(player)
        answer = legal.answer(most, listed=not only_count)

    def show(console: Console) -> None:
        from blockcheck.report.guide import print_list

        print_list(console, _names(judge), answer)

    _tell(answer, as_json, show)
    return NOT_DECIDED if answer.count is None or answer.limit else 0


@app.command(epilog='Example: echo "This creature can\'t block alone." | blockcheck read -')
def read(
    text: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="Rules text, cards (JSON or JSON lines) or a board; - reads standard input."
        ),
    ],
    as_json: AsJson = False,
    cards: CardsIndex = None,
) -> None:
    """Show how rules text is understood.

    Exit status: 0 all of it, 3 some of it bears on blocking and was not understood, 2 wrong input.
    """
    understood = True
    with _answering(), _source(text) as file:
        tell = _tell_as_json if as_json else _tell_reading
        for n, reading in enumerate(_readings(text, file, cards)):
            tell(reading, n)
            understood &= not reading.is_unread
    raise typer.Exit(0 if understood else NOT_DECIDED)


def _tell_as_json(reading: Reading, _: int) -> None:
    typer.echo(json.dumps(reading.as_json(), ensure_ascii=False))


def _tell_reading(reading: Reading, n: int) -> None:
    from blockcheck.report.reading import print_reading

    if n:
        typer.echo()
    if reading.title or reading.clauses:
        _show(lambda console: print_reading(console, reading))


card_commands = typer.Typer(
    help="Keep an index of cards, so that boards can name them.",
    epilog="Example: blockcheck cards import oracle-cards.json",
    rich_markup_mode=None,
)
app.add_typer(card_commands, name="cards")


@card_commands.command(name="import", epilog="Example: blockcheck cards import oracle-cards.json")
def import_file(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="Scryfall's bulk data, MTGJSON's AtomicCards.json, or cards as JSON lines."
        ),
    ],
    db: Db = None,
) -> None:
    """Make the card index from a file of card data.

    All of the file or nothing; what the index held before is replaced. No network is used. Exit status: 0, or 2 wrong
    input.
    """
    with _answering():
        from blockcheck.cards import import_cards
        from blockcheck.report.progress import bytes_read

        place = _place(db)
        with bytes_read(file) as progress:
            count = import_cards(file, place, progress)
        typer.echo(f"{count} {'card' if count == 1 else 'cards'} in {place}")


@card_commands.command(epilog='Example: blockcheck cards show "Mossback Cub"')
def show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of a card, or of one of its faces.")],
    db: Db = None,
) -> None:
    """Show a card and how its text is understood.

    Exit status: 0 all of it, 3 some of it bears on blocking and was not understood, 2 wrong input.
    """
    with _answering():
        from blockcheck.report.reading import print_card, reading_of_card

        card = _card_index(db)(name)
        reading = reading_of_card(card)
        _show(lambda console: print_card(console, card, reading))
    raise typer.Exit(NOT_DECIDED if reading.is_unread else 0)


@app.command(epilog="Example: blockcheck batch boards.jsonl -o verdicts.jsonl --workers 2")
def batch(
    boards: Annotated[
        list[str],
        typer.Argument(
            metavar="IN...",
            help="Files with one JSON board a line, compressed where they end in .gz; - reads standard input.",
        ),
    ],
    out: Annotated[
        str,
        typer.Option(
            "-o",
            "--output",
            "--out",
            metavar="OUT",
            help="Where to write the verdicts; standard output when left out.",
        ),
    ] = STDIN,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume", help="Go on where a batch with the same input, OUT and options was stopped."
        ),
    ] = False,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, metavar="N", help="Judge in so many processes.")
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option(
            "--scheduler",
            metavar="ADDRESS",
            help="Judge on the dask cluster of this scheduler: tcp://host:8786.",
        ),
    ] = None,
    local_cluster: Annotated[
        int | None,
        typer.Option(
            "--local-cluster",
            min=1,
            metavar="N",
            help="Judge on a dask cluster of so many workers on this machine.",
        ),
    ] = None,
    effort: Effort = None,
    time_limit: TimeLimit = None,
    cards: CardsIndex = None,
) -> None:
    """Judge many boards, one JSON object a line.

    One JSON verdict a line comes out, in order, or what is wrong with the line; a count of them on standard error. A
    long-lived process may write boards to `blockcheck batch -` and read verdicts as it goes. Exit status: 0, or 2 when a
    line could not be read.
    """
    with _answering():
        from blockcheck.batch.judging import Settings
        from blockcheck.batch.lines import chunks, size_of
        from blockcheck.batch.run import run

        settings = Settings(_limit(effort, time_limit), _cards_file(cards))
        size = size_of(boards)
        with (
            _team(settings, workers, scheduler, local_cluster) as judging,
            _output(boards, out, settings, resume=resume) as output,
            _progress(out, size, output.tally.lines) as progress,
        ):
            run(chunks(boards), judging, output, progress)
        typer.echo(f"blockcheck: {output.tally}", err=True)
    raise typer.Exit(WRONG_INPUT if output.tally.errors else 0)


@contextmanager
def _team(
    settings: Settings, workers: int | None, scheduler: str | None, local_cluster: int | None
) -> Iterator[Judging]:
    """Whoever judges the lines of a batch: this process, others, or a cluster."""
    from blockcheck.batch.order import alone, together

    given = {"--workers": workers, "--scheduler": scheduler, "--local-cluster": local_cluster}
    options = [option for option, value in given.items() if value is not None]
    if len(options) > 1:
        raise InputError(options[1], None, "one", None, f"{' and '.join(options)}: give one of them")
    _compare_with_processors(options, workers or local_cluster or 1)
    if scheduler is not None or local_cluster is not None:
        from blockcheck.batch import cluster

        made = (
            cluster.local_cluster(local_cluster, settings)
            if local_cluster
            else cluster.cluster(str(scheduler), settings)
        )
        with made as there:
            yield lambda lines: together(lines, there)
    elif workers is not None and workers > 1:
        from blockcheck.batch.workers import processes

        with processes(workers, settings) as here:
            yield lambda lines: together(lines, here)
    else:
        from blockcheck.batch.judging import LineJudge

        judge = LineJudge(settings)
        yield lambda lines: alone(lines, judge)


def _compare_with_processors(options: list[str], count: int) -> None:
    """Refuse more processes than any use: each needs as much memory as the first."""
    processors = os.cpu_count() or 1
    most = max(FEW_PROCESSES, 4 * processors)
    if count > most:
        message = f"{options[0]}: expected at most {most} with {processors} processors, got {count}"
        raise InputError(options[0], count, f"at most {most}", None, message)


@contextmanager
def _output(boards: list[str], out: str, settings: Settings, *, resume: bool) -> Iterator[Output]:
    """Where the answers of a batch go; a file has a record beside it until the batch is done."""
    from blockcheck.batch.output import Output, compare_with_inputs, is_plain, plain, recorded

    if resume and not is_plain(out):
        raise InputError(
            "--resume", out, "-o with a file", None, "--resume goes on with a file; give it with -o"
        )
    compare_with_inputs(out, boards)
    if out == STDIN:
        yield Output(sys.stdout.buffer, at_once=STDIN in boards)
    elif not is_plain(out):
        with plain(out) as device:
            yield Output(device)
    else:
        with recorded(out, settings, resume=resume) as output:
            try:
                yield output
            except KeyboardInterrupt:
                typer.echo(
                    f"blockcheck: stopped; the same command with --resume goes on with {out}", err=True
                )
                raise


@contextmanager
def _progress(out: str, size: int | None, already: int) -> Iterator[Callable[[int, int], None]]:
    """A bar on a terminal that has nothing else to show."""
    if not sys.stderr.isatty() or (out == STDIN and sys.stdout.isatty()):
        yield lambda read, lines: None
        return
    from blockcheck.report.progress import lines_answered

    with lines_answered(size, already) as progress:
        yield progress


@app.command(epilog="Example: blockcheck export board.json --format minizinc > board.dzn")
def export(
    board: BoardFile,
    to: Annotated[
        Format,
        typer.Option("--format", help="MiniZinc data, the CP-SAT model as text, or the theory as JSON."),
    ],
    player: Player = None,
    cards: CardsIndex = None,
) -> None:
    """Write what a board says, for other solvers.

    Exit status: 0 written, 3 the board leaves questions open or has text that was not understood, 2 wrong input.
    """
    with _answering():
        from blockcheck.export import cpsat_text, minizinc_data
        from blockcheck.judge import Judge
        from blockcheck.report.theory import theory_json

        write = {Format.MINIZINC: minizinc_data, Format.CPSAT: cpsat_text, Format.THEORY: theory_json}[to]
        judge = Judge(_load(board, cards))
        theories = judge.theories(player=player)
        if len(theories) > 1:
            typer.echo("blockcheck: the board leaves questions open; `blockcheck check` lists them", err=True)
            raise typer.Exit(NOT_DECIDED)
        typer.echo(write(theories[0]).rstrip())
        if not judge.is_certain(player=player):
            typer.echo(
                "blockcheck: text that was not understood, or a value that the board does not give, is left out; "
                "`blockcheck check` names it",
                err=True,
            )
            raise typer.Exit(NOT_DECIDED)


@app.command(epilog="Example: blockcheck schema verdict > verdict.schema.json")
def schema(
    of: Annotated[
        Schema,
        typer.Argument(metavar="NAME", help=f"{', '.join(list(Schema)[:-1])} or {list(Schema)[-1]}."),
    ],
) -> None:
    """Print a JSON Schema."""
    with _answering():
        typer.echo(json.dumps(schema_of(of), indent=2, ensure_ascii=False))


def schema_of(name: Schema) -> dict[str, Any]:
    """The JSON Schema of a board, of a theory, of a line that ``batch`` writes, or of an answer."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **_schema(name)}


def _schema(name: Schema) -> dict[str, Any]:
    match name:
        case Schema.BOARD:
            from blockcheck.board import Board

            return Board.model_json_schema()
        case Schema.THEORY:
            from blockcheck.report.theory import theory_schema

            return theory_schema()
        case Schema.BATCH:
            from pydantic import TypeAdapter

            from blockcheck.verdict import BatchError, Verdict

            return TypeAdapter(Verdict | BatchError).json_schema(mode="serialization")
        case _:
            module, answer = _ANSWERS[name]
            found: dict[str, Any] = getattr(import_module(module), answer).model_json_schema(
                mode="serialization"
            )
            return found


_ANSWERS = {
    Schema.AFTERMATH: ("blockcheck.outcome", "AftermathAnswer"),
    Schema.EXPLAIN: ("blockcheck.guide", "Explain"),
    Schema.LIST: ("blockcheck.guide", "LegalList"),
    Schema.OPTIONS: ("blockcheck.guide", "Options"),
    Schema.SOLVE: ("blockcheck.verdict", "SolveAnswer"),
    Schema.VERDICT: ("blockcheck.verdict", "Verdict"),
    Schema.WINDOW: ("blockcheck.outcome", "WindowAnswer"),
}
"""Where the model of each answer is."""


# --- what goes in -------------------------------------------------------------------------------------------------------


def _bytes(source: str) -> bytes | Path:
    return sys.stdin.buffer.read() if source == STDIN else Path(source)


def _load(source: str, cards: str | None) -> Board:
    from blockcheck.loading import load_board

    return load_board(_bytes(source), cards=_index(cards))


def _index(given: str | None) -> Cards:
    """The card index that is named, else the user's own: that is looked for when a card is first asked for."""
    found = [] if given is None else [_cards_at(given)]

    def card_of(name: str) -> Mapping[str, Any]:
        if not found:
            found.append(_cards_at(None))
        return found[0](name)

    return card_of


def _cards_at(given: str | None) -> Cards:
    from blockcheck.cards import cards_at

    return cards_at(_cards_file(given))


def _cards_file(given: str | None) -> str | None:
    """The file of the card index that is named, else of the user's own, if there is one."""
    if given is not None:
        _card_index(given).close()
        return given
    own = _place(None)
    return str(own) if own.exists() else None


def _card_index(given: str | None) -> CardIndex:
    from blockcheck.cards import CardIndex

    return CardIndex(_place(given))


def _place(given: str | None) -> Path:
    """Where a card index is: as named, else in the user's data folder."""
    from blockcheck.cards import user_index

    return Path(given) if given is not None else user_index(sys.platform, os.environ, Path.home())


def _readings(source: str, file: IO[bytes], cards: str | None) -> Iterator[Reading]:
    """How a rules text reads, or every card of card data as it comes, or every text of a board."""
    from blockcheck.cards import begins_with_cards
    from blockcheck.loading import load_board
    from blockcheck.report.reading import reading_of, readings_in, readings_of

    are_cards, whole = begins_with_cards(file)
    if are_cards:
        return readings_in(whole)
    text = whole.read()
    if Path(source).suffix in BOARD_SUFFIXES or _JSON_OBJECT.match(text):
        return readings_of(load_board(text, cards=_index(cards)))
    return iter([reading_of(_utf8(text))])


_JSON_OBJECT = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*(?:["}]|$)')
"""The beginning of an object of JSON: a mana symbol in braces is none."""


def _utf8(text: bytes) -> str:
    try:
        return text.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        message = f"expected UTF-8 text; byte {error.start + 1} is none"
        raise InputError("", None, "UTF-8 text", None, message) from None


def _judge(board: Board, effort: float | None, seconds: float | None, workers: int) -> Judge:
    from blockcheck.judge import Judge

    return Judge(board, limit=_limit(effort, seconds, workers))


def _limit(effort: float | None, seconds: float | None, workers: int = 1) -> Limit:
    from blockcheck.ask import Limit
    from blockcheck.judge.judge import EFFORT

    return Limit(EFFORT if effort is None else effort, seconds, workers)


@contextmanager
def _as_typed(
    block: list[str] | None = None, pay: list[str] | None = None, pair: str | None = None
) -> Iterator[None]:
    """Whatever is wrong with what stands in options names the option as it was typed."""
    try:
        yield
    except DeclarationError as error:
        from blockcheck.board.telling import inside

        options = {"player": "--player", "pay": "--pay", "pair": f"--pair {pair}"}
        options |= {f"pay[{n}]": f"--pay {option}" for n, option in enumerate(pay or ())}
        counted: Counter[str] = Counter()
        for option in block or ():
            blocker, _, attackers = option.partition("=")
            place = inside("", "blocks", blocker)
            options.setdefault(place, f"--block {option}")
            for _ in _listed(attackers):
                options[f"{place}[{counted[blocker]}]"] = f"--block {option}"
                counted[blocker] += 1
        raise_if_any([renamed(problem, options) for problem in error.problems])
        raise


def _declared(block: list[str] | None, player: str | None) -> dict[str, list[str]] | None:
    """What ``--block`` declares; None where the board's declaration counts."""
    if player is not None and block is None:
        raise InputError(
            "--player", player, "--block", None, "--player says who makes the --block; give both"
        )
    return None if block is None else _blocks(block)


def _blocks(given: list[str]) -> dict[str, list[str]]:
    """``--block`` options as a declaration; ``hound=`` is a creature that does not block."""
    blocks: dict[str, list[str]] = {}
    for option in given:
        blocker, equals, attackers = option.partition("=")
        if not equals or not blocker or "" in _listed(attackers):
            expected = "BLOCKER=ATTACKER, as hound=ogre"
            raise InputError(
                "--block", option, expected, None, f'--block: expected {expected}, got "{option}"'
            )
        blocks.setdefault(blocker, []).extend(_listed(attackers))
    return blocks


def _listed(attackers: str) -> list[str]:
    """The attackers of a ``--block``: ``ogre,imp``."""
    return attackers.split(",") if attackers else []


def _paid(pay: list[str] | None) -> list[dict[str, Any]] | None:
    """What ``--pay`` pays with; None where a way is looked for."""
    return None if pay is None else list(map(_pay, pay))


def _pay(option: str) -> dict[str, Any]:
    """A ``--pay`` option as an entry of a payment: ``activate=forest:G``, ``counter=bear,-1/-1,1``, ``life=2``."""
    verb, equals, what = option.partition("=")
    if not equals or not what:
        expected = "WHAT=WITH, as activate=forest or life=2"
        raise InputError("--pay", option, expected, None, f'--pay: expected {expected}, got "{option}"')
    if verb == "activate":
        name, *more = what.split(":")
        said = [("ability", int(part)) if part.isdigit() else ("add", part) for part in more]
        return {"activate": name, **dict(said)}
    if verb == "counter":
        name, _, rest = what.partition(",")
        kind, _, n = rest.rpartition(",")
        return {"counter": [name, kind, int(n) if n.isdigit() else n]}
    return {verb: int(what) if what.isdigit() and verb in ("discard", "life", "exile") else what}


def _pair(given: str) -> tuple[str, str]:
    """A ``--pair`` option as a blocker and an attacker."""
    blocker, _, attacker = given.partition("=")
    if not blocker or not attacker:
        expected = "BLOCKER=ATTACKER, as hound=ogre"
        raise InputError("--pair", given, expected, None, f'--pair: expected {expected}, got "{given}"')
    return blocker, attacker


@contextmanager
def _source(source: str) -> Iterator[IO[bytes]]:
    """A file, or standard input."""
    if source == STDIN:
        yield sys.stdin.buffer
        return
    with _opened(source) as file:
        yield file


def _opened(source: str) -> IO[bytes]:
    try:
        return Path(source).open("rb")
    except OSError as error:
        raise _unusable(source, error) from None


def _unusable(source: str, error: OSError) -> InputError:
    return InputError("", source, "a file", None, f"{source}: {(error.strerror or 'unusable').lower()}")


# --- what comes out -----------------------------------------------------------------------------------------------------


def _tell(
    answer: BaseModel,
    as_json: bool,
    show: Callable[[Console], None],
    plainly: Callable[[Page], None] | None = None,
) -> None:
    """Print an answer: as JSON, or for people, ``plainly`` where that is the same."""
    if as_json:
        typer.echo(answer.model_dump_json())
    elif plainly is None or (text := _laid_out(plainly)) is None:
        _show(show)
    else:
        typer.echo(text)


def _laid_out(show: Callable[[Page], None]) -> str | None:
    """What ``show`` puts on a page; None where only rich can lay it out."""
    from blockcheck.report.pieces import DoesNotFit, Page, is_plain

    if not is_plain():
        return None
    page = Page()
    try:
        show(page)
    except DoesNotFit:
        return None
    return page.text


def _names(judge: Judge) -> Names:
    from blockcheck.words import Names

    return Names(judge.board)


def _show(show: Callable[[Console], None]) -> None:
    """Print what ``show`` puts on a console, without the blanks that fill its lines."""
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    with console.capture() as captured:
        show(console)
    typer.echo("\n".join(line.rstrip() for line in captured.get().splitlines()))


@contextmanager
def _answering() -> Iterator[None]:
    """Wrong input ends with its message and status 2; a reader that has left ends everything quietly."""
    try:
        yield
        sys.stdout.flush()
    except InputError as error:
        for line in error.message.splitlines():
            typer.echo(f"blockcheck: {line}", err=True)
        raise typer.Exit(WRONG_INPUT) from None
    except BrokenPipeError:
        _forget_output()
        raise typer.Exit(NOBODY_LISTENS) from None
    except OSError as error:
        _forget_output()
        typer.echo(f"blockcheck: standard output: {(error.strerror or 'unusable').lower()}", err=True)
        raise typer.Exit(WRONG_INPUT) from None


def _forget_output() -> None:
    """Let what is still to be written go nowhere, so that ending the program does not fail too."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# --- the command itself -------------------------------------------------------------------------------------------------

_UsageError: Any = typer.BadParameter.__mro__[1]
"""The class of every wrong use of the command line; typer does not name it in public."""


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and exit with its status; what it prints is UTF-8 wherever it goes."""
    gc.set_threshold(FEW_COLLECTIONS)  # loading modules makes much, and nothing of it is garbage
    if hasattr(sys, "setdlopenflags"):
        sys.setdlopenflags(os.RTLD_LAZY)  # of the solver's functions, few are ever called
    # Looking for plugins reads about every package that is installed.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        status = app(args=arguments, prog_name="blockcheck", standalone_mode=False)
    except _UsageError as error:
        typer.echo(f"blockcheck: {_told(error)}", err=True)
        sys.exit(WRONG_INPUT)
    except (typer.Abort, KeyboardInterrupt):
        sys.exit(INTERRUPTED)
    gc.freeze()  # what ends with the process need not be looked through once more
    sys.exit(status)


_HINT = expression(r"\s*(?:\(Possible options: [^)]*\)|\(?Did you mean [^?]*\?\)?)$")
_QUOTED = expression(r"'([^']*)'")
_WRONG_VALUE = expression(r"Invalid value for '(?P<where>[^']*)'(?: / '[^']*')*: (?P<what>.*)")
_EXPECTED = {
    r"Input should be greater than or equal to (.*)": r"at least \1",
    r"Input should be a valid integer.*": "a whole number",
    r"Input should be a valid number.*": "a number",
}
"""What is expected where a value is refused in these words."""


def _told(error: Any) -> str:
    """A wrong use in one line, with the closest known option, command or word."""
    message = " ".join(error.format_message().split()).replace("Value error, ", "")
    message = _HINT.sub("", message).rstrip(".")
    near = _nearest(error, message)
    told = _as_expected(message)
    return f"{told}; did you mean {near}?" if near else f"{told}; see {error.ctx.command_path} --help"


def _as_expected(message: str) -> str:
    """A message about a wrong value in the form of all the others: where, what was expected, what was given."""
    if not (wrong := _WRONG_VALUE.fullmatch(message)):
        return message
    where, what = wrong["where"], wrong["what"]
    if " is not one of " in what:
        given, *known = _QUOTED.findall(what)
        return f'{where}: expected {", ".join(known[:-1])} or {known[-1]}, got "{given}"'
    for said, expected in _EXPECTED.items():
        if found := re.fullmatch(said, what):
            return f"{where}: expected {found.expand(expected)}"
    return message


def _nearest(error: Any, message: str) -> str | None:
    """The known option, command or word nearest to the one that was given."""
    command, quoted = error.ctx.command, _QUOTED.findall(message)
    if given := getattr(error, "option_name", None):
        return closest(given, [option for parameter in command.params for option in parameter.opts])
    if "is not one of" in message:
        near = closest(quoted[1], quoted[2:])
        return f'"{near}"' if near else None
    return closest(quoted[0], getattr(command, "commands", {})) if quoted else None
