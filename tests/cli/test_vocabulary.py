"""The whole command line: one name, one letter and one kind of value for each option; help, examples, exit codes, completion."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import tactica
from tactica.envs import rulesets
from tactica.experiments import cli, common
from tactica.experiments.commands import vocabulary
from tactica.experiments.commands.vocabulary import ARGUMENTS, EVERYWHERE, FLAGS, LETTERS, OPTIONS, RENAMED, modern

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "experiments" / "docs" / "commands.md"

#: Kinds of values that an option has besides that of the vocabulary.
ALSO = {
    ("--resume", "FILE"),  # of a battle, which is one file
    ("--rule", "KNOB=VALUE,VALUE,..."),  # a sweep tries several
    ("--search", "NUMBER,NUMBER,..."),  # several budgets
}


def commands(at=None, path=()):
    """Every command of the command line with its words."""
    at = at or typer.main.get_command(cli.app)
    if not hasattr(at, "commands"):
        return {" ".join(path): at}
    return {name: one for word, below in at.commands.items() for name, one in commands(below, (*path, word)).items()}


COMMANDS = commands()
OF = [(name, one) for name, command in COMMANDS.items() for one in command.params]
ASKED = [(name, one) for name, one in OF if one.param_type_name == "option"]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    """Nothing is left behind, and each test begins with a loud and coloured console."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")  # noted, so that it is gone afterwards, whatever a test sets
    monkeypatch.delenv("NO_COLOR")
    before = common.console.stderr, common.console.quiet, common.console.no_color, common.errors.no_color
    yield
    common.console.stderr, common.console.quiet, common.console.no_color, common.errors.no_color = before


def run(*words, expect=0, **given):
    """What a command line prints to standard output, and to the error stream."""
    result = CliRunner().invoke(cli.app, [str(word) for word in words], **given)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == expect, result.output
    return result.stdout, result.stderr


def longs(option):
    """The long names of an option."""
    return [name for name in (*option.opts, *option.secondary_opts) if name.startswith("--")]


# --- names, letters, kinds of values


def test_the_file_of_a_command_bears_its_name():
    """Its own, or that of its group."""
    groups = {one.name: one.typer_instance for one in cli.app.registered_groups}
    commands = [((one.name,), one.callback) for one in cli.app.registered_commands]
    commands += [
        ((name, one.name), one.callback) for name, group in groups.items() for one in group.registered_commands
    ]
    assert len(commands) > 30
    for names, callback in commands:
        assert callback.__module__.removeprefix("tactica.experiments.commands.") in [n.replace("-", "_") for n in names]


def test_every_option_is_in_the_vocabulary():
    unknown = {f"{name} {long}" for name, one in ASKED for long in longs(one) if long not in FLAGS | OPTIONS.keys()}
    assert not unknown, "name it as another command does, or add it to commands/vocabulary.py"
    used = {long for _, one in ASKED for long in longs(one)} | {"--no-color", "--quiet", "--version"}
    assert used == FLAGS | OPTIONS.keys(), "the vocabulary has names that no command uses"


def test_a_letter_means_one_option():
    assert len(set(LETTERS.values())) == len(LETTERS)
    wrong = []
    for name, one in ASKED:
        letters = {letter for letter in one.opts if not letter.startswith("--")}
        renamed = RENAMED.get(name.split()[-1], {})
        wanted = {LETTERS[long] for long in longs(one) if long in LETTERS and LETTERS[long] not in renamed}
        if letters != wanted:
            wrong.append(f"{name} {one.opts}: letters {letters or 'none'}, wanted {wanted or 'none'}")
    assert not wrong


def test_an_option_takes_the_same_kind_of_value_everywhere():
    wrong = []
    for name, one in ASKED:
        kinds = {OPTIONS.get(long, "") for long in longs(one)}
        is_known = {one.metavar or ""} == kinds or (longs(one)[0], one.metavar) in ALSO
        if not is_known or one.is_flag != (kinds == {""}):
            wrong.append(f"{name} {one.opts}: {one.metavar}, wanted {kinds}")
    assert not wrong


def test_numbers_have_limits_that_help_shows():
    """A number without a limit is a mistake of many hours, or takes all memory."""
    numbers = [(name, one) for name, one in ASKED if one.metavar in ("NUMBER", "SHARE", "MINUTES")]
    assert len(numbers) > 80
    own = {"--seed", "--search"}  # limits of its own, and the name of a search for ``why``
    wrong = []
    for name, one in numbers:
        limits = one if hasattr(one, "max") else one.type  # of older versions of typer
        if longs(one)[0] not in own and None in (limits.min, limits.max):
            wrong.append(f"{name} {one.opts}")
    assert not wrong


@pytest.mark.parametrize(
    "words",
    [
        "tournament charge --pairs 1000000000000",
        "sweep toybook/alliance --pairs 1000001",
        "exploit guardian --minutes inf",
        "bench toybook --seconds inf",
        "fight toybook/alliance --time-limit nan",
        "discover toybook/alliance --margin nan",
        "discover toybook/alliance --starts 5000",
        "compare charge random --alpha nan",
        "bench-npc charge --against random --non-inferior nan",
        "fight toybook/alliance -j 1000000",
    ],
)
def test_a_number_beyond_its_limit_is_refused(words):
    errors = " ".join(run(*words.split(), expect=2)[1].split())
    assert "Invalid value for" in errors and "https://" not in errors


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["odds", "toybook/banners", "--want", ""], "--want"),
        (["fight", "toybook/alliance", "--json="], "--json"),
        (["sweep", "toybook/alliance", "-o", ""], "-o"),
        (["compare", "--repeat", ""], "--repeat"),
    ],
)
def test_an_empty_value_is_refused(words, name):
    assert f"error: {name}: the value is empty" in run(*words, expect=2)[1]
    vocabulary.refuse_empty(["--search", "", "--search=", "--", "--json", ""])


@pytest.mark.parametrize("words", ["compare --resume run --elo0 0", "compare --repeat run.json --seed 0",
                                   "discover --resume run --seed 0", "worth --resume run --seed 0"])  # fmt: skip
def test_a_zero_beside_resume_is_an_option_too(words):
    name = words.split()[-2]
    assert f"takes its settings from {words.split()[2]}; leave out {name}" in " ".join(
        run(*words.split(), expect=2)[1].split()
    )


def test_dice_go_with_what_is_played_first():
    assert "--dice goes with --play" in run("odds", "toybook/banners", "--dice", "a", expect=2)[1]


def test_arguments_have_a_kind_of_value():
    given = [(name, one) for name, one in OF if one.param_type_name == "argument"]
    wrong = [f"{name} {one.name}" for name, one in given if one.metavar != ARGUMENTS.get(one.name)]
    assert not wrong


def test_every_option_has_a_sentence():
    wrong = [f"{name} {one.opts}: {one.help}" for name, one in ASKED if not is_sentence(one.help or "")]
    assert not wrong


def is_sentence(text):
    """Whether a help text is a sentence, perhaps with its default behind it."""
    text = re.sub(r"\s*\\?\[default: .*\]$", "", text)
    return bool(re.match(r"[A-Z\"]|[a-z.]+=|--", text)) and text.endswith(".") and " " in text


#: Names of types that only programmers know.
TYPES = r"INTEGER|\bTEXT\b|\bPATH\b|BOOLEAN|<int|<str|<float|<bool|<list|<path"


@pytest.mark.parametrize("name", COMMANDS)
def test_help_speaks_of_people_s_types_and_has_an_example(name, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    said = run(*name.split(), "--help")[0]
    assert not re.search(TYPES, said)
    assert f"tactica {name}" in " ".join(said.split()), "no example"
    for option in EVERYWHERE:
        assert f"--{option.replace('_', '-')}" in said


@pytest.mark.parametrize("name", ["", *(one.name for one in cli.app.registered_groups)])
def test_help_of_a_group_shows_no_type_beside_a_flag(name, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    said = run(*name.split(), "--help")[0]
    assert "--help" in said and not re.search(TYPES, said)


def test_the_page_names_every_command():
    page = PAGE.read_text(encoding="utf-8")
    table = page[page.index("| command | what it answers or does |") :].partition("\n\n")[0]
    assert sorted(re.findall(r"^\| `tactica ([a-z -]+)` \|", table, re.MULTILINE)) == sorted(COMMANDS)


# --- old names


@pytest.mark.parametrize(("command", "old"), [(command, old) for command in RENAMED for old in RENAMED[command]])
def test_an_old_name_works_with_a_hint(command, old):
    said: list[str] = []
    now = RENAMED[command][old]
    found = modern(command, ["x", old, "y", "--", old], said.append)
    assert found == ["x", *([now] if now else []), "y", "--", old]
    assert len(said) == 1 and old in said[0] and now in said[0]
    own = next(one for name, one in COMMANDS.items() if name.split()[-1] == command)
    names = {name for one in own.params for name in (*one.opts, *one.secondary_opts)}
    assert now in {*names, ""} and old not in names


def test_old_names_with_their_value():
    assert modern("worth", ["--budget=30", "-pparry"], lambda text: None) == ["--points=30", "--player", "parry"]
    assert modern("worth", ["-o", "out"], lambda text: None) == ["-o", "out"], "the folder, as everywhere"
    _, errors = run("why", "toybook/banners", "-b", "charger", "--board")
    assert "--board is no longer needed" in errors


# --- help


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (1, 1_000_000, "1 to 1,000,000"), (1e-06, 0.499, "0.000001 to 0.499"), (0.0, 86_400, "0 to 86,400"),
        (2, None, "2 or more"), (None, 5, "up to 5"), (None, None, None),
    ],
)  # fmt: skip
def test_ranges_are_said_in_words(low, high, text):
    assert vocabulary.range_text(low, high) == text


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_no_ranges_in_symbols(name):
    said = run(*name.split(), "--help", env={"COLUMNS": "200", "TERMINAL_WIDTH": "200"})[0]
    assert "<=" not in said and ">=" not in said and "{" not in said


def test_help_says_what_a_number_may_be():
    assert "NUMBER [1 to 1,024]" in run("fight", "--help")[0]
    assert "check [OPTIONS] FILE...\n" in re.sub(" +\n", "\n", run("scenarios", "check", "--help")[0])
    assert "[SCENARIO]" in run("sweep", "--help")[0]


# --- options of all commands


GROUPS = ("scenarios", "lab", "benchmark")


@pytest.mark.parametrize("words", [["--version"], *([name, "--version"] for name in ("version", "fight", *GROUPS))])
def test_the_version_is_one_line(words):
    assert run(*words)[0] == f"tactica {tactica.__version__}\n"


@pytest.mark.parametrize(
    "words", [("--quiet", "scenarios", "list"), ("scenarios", "--quiet", "list"), ("scenarios", "list", "--quiet")]
)
def test_options_of_all_commands_stand_anywhere(words):
    assert run(*words, "toybook") == run("scenarios", "list", "toybook")
    assert run("lab", "--no-color", "--version")[0] == f"tactica {tactica.__version__}\n"


@pytest.mark.parametrize("words", [["--quiet", "new-ruleset", "mine"], ["new-ruleset", "mine", "--quiet"]])
def test_quiet_prints_errors_alone(words, tmp_path):
    assert run(*words) == ("", "")
    assert "mine" in run("new-ruleset", "mine", "--into", tmp_path / "other")[0]  # it does not last
    errors = run("--quiet", "scenarios", "show", "toybook/none", expect=2)[1]
    assert errors.startswith("error: ")


@pytest.mark.parametrize(
    "words", [("fight", "--json", "-", "--games", "0"), ("fight", "--json", "-"), ("fight", "--quiet", "--bogus")]
)
def test_the_console_is_as_before_after_a_mistake(words):
    run(*words, expect=2)
    assert not common.console.stderr and not common.console.quiet


def test_quiet_still_gives_the_answer():
    said = run("fight", "toybook/alliance", "--games", 4, "--quiet")[0]
    assert len(said.splitlines()) == 1 and " of 4 battles (95 % CI " in said


@pytest.mark.parametrize("words", [["--no-color", "version"], ["version", "--no-color"]])
def test_no_colours_where_none_are_wanted(words, monkeypatch):
    monkeypatch.setattr(common.console, "_color_system", common.console._detect_color_system())
    run(*words)
    assert common.console.no_color and common.errors.no_color and os.environ["NO_COLOR"] == "1"


def test_no_color_of_the_environment():
    done = subprocess.run(
        [sys.executable, "-c", "from tactica.experiments.common import console as c, errors as e; print(c.no_color, e.no_color)"],
        env={**os.environ, "NO_COLOR": "1"}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == "True True\n"


# --- JSON

RESULTS = [
    ["version"],
    ["rules"],
    ["rules", "toybook"],
    ["rules", "toybook", "speed"],
    ["scenarios", "list", "toybook"],
    ["scenarios", "show", "toybook/banners"],
    ["behaviours"],
    ["behaviours", "charger"],
    ["behaviours", "--features", "-r", "toybook"],
    ["behaviours", "charger", "--check"],
    ["battle", "toybook/alliance", "--seed", "3"],
    ["fight", "toybook/alliance", "--games", "3"],
    ["why", "toybook/banners", "-b", "charger"],
    ["why", "toybook/banners", "--search", "8"],
    ["odds", "toybook/banners", "pass"],
    ["odds", "toybook/banners"],
    ["tournament", "random", "fierce", "-s", "toybook/banners", "-n", "2", "--no-page"],
    ["compare", "fierce", "random", "-s", "toybook/banners", "--max-pairs", "400", "--elo1", "100"],
    ["fuzz", "toybook", "-s", "toybook/banners", "--decisions", "40"],
]


@pytest.mark.parametrize("words", RESULTS, ids=" ".join)
def test_json_alone_goes_to_standard_output(words):
    if words[0] == "odds" and len(words) > 2:
        words = [*words[:2], choice_at(words[1])]
    said, errors = run(*words, "--json", "-")
    assert json.loads(said) and errors


def test_a_replay_as_json(tmp_path):
    run("battle", "toybook/alliance", "--seed", 3, "--save", tmp_path / "one")
    said, _ = run("replay", tmp_path / "one.tactica-replay", "--verify", "--json", "-")
    found = json.loads(said)
    assert found["verified"] is True and found["scenario"].startswith("toybook/") and found["seed"].startswith("3 ")
    said, _ = run("replay", tmp_path / "one.tactica-replay", "--verify", "--quiet")
    assert said == f"{tmp_path / 'one.tactica-replay'}: {found['verdict']}\n"


def test_json_goes_to_a_file(tmp_path):
    said, errors = run("version", "--json", tmp_path / "new" / "x.json")
    assert not errors and "x.json" in said
    assert json.loads((tmp_path / "new" / "x.json").read_text())["versions"]["tactica"] == tactica.__version__


def choice_at(name):
    """A choice that is open in a scenario."""
    from tactica.envs import sandbox

    slug, scenario = name.split("/")
    return sandbox(slug, scenario).choices()[0]


def test_every_command_with_a_result_takes_json():
    without = {name for name, command in COMMANDS.items() if "json" not in {one.name for one in command.params}}
    assert without <= {"demo", "play", "report", "train", "export", "compile", "new-ruleset"}


# --- exit codes


def codes():
    """The rows of the table of exit codes: command -> code -> what it means there."""
    page = PAGE.read_text(encoding="utf-8")
    table = page[page.index("| command | 0 | 1 |") :].partition("\n\n")[0].splitlines()[2:]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table]
    return {name.strip("`"): {0: fine, 1: failed} for names, fine, failed in rows for name in names.split(", ")}


def test_the_table_of_exit_codes_has_every_command_that_can_fail():
    table = codes()
    assert table.keys() - {"all others"} <= COMMANDS.keys()
    folder = Path(vocabulary.__file__).parent
    failing = {
        file.stem for file in folder.glob("*.py") if re.search(r"Exit\(EXIT_FAILED|EXIT_FAILED\)", file.read_text())
    }
    modules = {
        name: command.callback.__wrapped__.__module__
        if hasattr(command.callback, "__wrapped__")
        else command.callback.__module__
        for name, command in COMMANDS.items()
    }
    can_fail = {name for name, module in modules.items() if module.rsplit(".", 1)[-1] in failing}
    named = {name for name, row in table.items() if row[1] not in ("", "-") and name != "all others"}
    assert named <= can_fail and {modules[name] for name in can_fail} == {modules[name] for name in named}


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("version", 0),
        ("scenarios check good.yaml", 0),
        ("scenarios check bad.yaml", 1),
        ("scenarios check none.yaml", 2),
        ("behaviours --check charger", 0),
        ("compare fierce random -s toybook/banners --max-pairs 2000 --elo1 100", 0),
        ("compare random fierce -s toybook/banners --max-pairs 200 --elo1 400", 1),
        ("compare random -s toybook/banners", 2),
        ("fight toybook/none", 2),
        ("dance", 2),
        ("fight toybook/alliance --rounds 3", 2),
    ],
)
def test_exit_codes_are_those_of_the_table(words, code, tmp_path):
    text = (rulesets.get("toybook").folder / "scenarios" / "banners.yaml").read_text(encoding="utf-8")
    (tmp_path / "good.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "bad.yaml").write_text(text + "\nnonsense: 1\n", encoding="utf-8")
    run(*shlex.split(words), expect=code)


def test_ctrl_c_is_the_usual_end_of_play():
    """So it is no failure, as the page says."""
    pytest.importorskip("uvicorn", reason="needs uvicorn")
    assert "130 after Ctrl-C (except `odds` and `play`)" in PAGE.read_text(encoding="utf-8")
    words = [sys.executable, "-m", "tactica", "play", "--no-browser"]
    with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) as process:
        last_resort = threading.Timer(120, process.kill)
        last_resort.start()
        for line in process.stdout:
            if "Press Ctrl-C to stop" in line:
                break
        process.send_signal(signal.SIGINT)
        assert process.wait() == 0
        last_resort.cancel()


def test_a_forfeit_passes_no_gate_and_says_why_in_its_last_line(tmp_path):
    (tmp_path / "p.py").write_text(
        "class Fails:\n    name = 'fails'\n    def act(self, observation, mask, rng):\n        raise RuntimeError('no idea')\n"
    )
    words = ["-s", "toybook/banners", "--max-pairs", "200", "--elo1", "400", "--elo0", "100"]
    said, errors = run("compare", "fierce", "p.py:Fails", *words, expect=1)
    assert "accepted: fierce is stronger" in said
    last = errors.strip().splitlines()[-1]
    assert re.match(
        r"not passed \([\d,]+ by fails\): [\d,]+ games were forfeited; first reason: fails: .*no idea", last
    )
    _, errors = run("fight", "toybook/banners", "--red", "p.py:Fails", "--games", 2, expect=1)
    assert "2 battles were forfeited" in errors.strip().splitlines()[-1] and "no idea" in errors


# --- completion


def completed(line, shell="bash"):
    """What Tab offers behind a command line that is not finished."""
    words = shlex.split(line) + ([""] if line.endswith(" ") else [])
    if shell == "bash":
        given = {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
    else:
        given = {"_TYPER_COMPLETE_ARGS": line}
    env = {"_TACTICA_COMPLETE": f"complete_{shell}", "_TYPER_COMPLETE_FISH_ACTION": "get-args", **given}
    result = CliRunner().invoke(cli.app, [], env=env, prog_name="tactica")
    return result.output


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("tactica fi", ["fight"]),
        ("tactica scenarios s", ["show"]),
        ("tactica fight --qu", ["--quick", "--quiet"]),
        ("tactica fight sma", ["small", "small_random"]),
        ("tactica fight tow/sm", ["tow/small", "tow/small_random"]),
        ("tactica fight -r he", ["heimr"]),
        ("tactica fight tow/small --red trai", ["trained:tow"]),
        ("tactica fight small --red guar", ["guardian"]),
        ("tactica battle small --red hum", ["human"]),
        ("tactica compare guar", ["guardian"]),
        ("tactica fight small --rule parry.shield.sh", ["parry.shield.shield_parry_bonus=20"]),
        ("tactica rules wfrp1 parry.shie", ["parry.shield"]),
        ("tactica rules parry.shie", ["parry.shield"]),
        ("tactica rules wfrp1.parry.shie", ["wfrp1.parry.shield"]),
        ("tactica rules heim", ["heimr"]),
        ("tactica rules wfrp1 --fired st", ["standard"]),
        ("tactica matter small --only parry.sh", ["parry.shield.shield_parry_bonus"]),
        ("tactica behaviours arch", ["archer"]),
        ("tactica bench-npc archer --suite wf", ["wfrp1"]),
        ("tactica lab check wf", ["wfrp1"]),
        ("tactica discover --recipe wo", ["woin"]),
        ("tactica battle duel --board r", ["rounds"]),
        ("tactica odds duel --open st", ["stop"]),
        ("tactica train hei", ["heimr"]),
        ("tactica fight no_such_thing", []),
    ],
)
def test_tab_offers_names(line, offered):
    assert completed(line).split() == offered


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_offer_the_same(shell):
    assert "tow/small_random" in completed("tactica fight tow/sm", shell)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_has_a_script(shell):
    env = {"_TACTICA_COMPLETE": f"source_{shell}"}
    assert f"_TACTICA_COMPLETE=complete_{shell}" in CliRunner().invoke(cli.app, [], env=env, prog_name="tactica").output


def test_a_knob_offered_by_tab_has_the_number_of_the_book():
    book = rulesets.get("wfrp1").rulebook
    offered = completed("tactica fight small --rule wfrp1.tables.melee_weapons.f").split()
    assert offered
    for one in offered:
        address, _, value = one.partition("=")
        assert book.knob(address).default == int(value)


def test_completion_loads_no_compiler():
    code = (
        "import os, sys\n"
        "words = ['tactica', 'fight', 'small', '--rule', 'parry.sh']\n"
        "os.environ.update(_TACTICA_COMPLETE='complete_bash', COMP_WORDS='\\n'.join(words), COMP_CWORD='4')\n"
        "sys.argv = ['tactica']\n"
        "from tactica.experiments.cli import app\n"
        "try:\n    app(prog_name='tactica')\nexcept SystemExit:\n    pass\n"
        "assert 'numba' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "parry.shield.shield_parry_bonus=20" in done.stdout
