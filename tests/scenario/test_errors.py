"""Every mistake is named with file, line, key and what is allowed, and all of them at once."""

# ruff: noqa: E501 - one mistake a row

from pathlib import Path

import pytest

from tactica.envs import scenario

GOOD = """\
ruleset: wfrp1
board: {size: [6, 6]}
units:
- {template: sellsword, side: side0, at: [1, 1]}
- {template: skaven, side: side1, at: [4, 4]}
"""


def problems_of(tmp_path: Path, text: str) -> list[scenario.Problem]:
    file = tmp_path / "fight.yaml"
    file.write_text(text)
    return scenario.check(file)


def only_problem(tmp_path: Path, text: str) -> tuple[int, str, str, str]:
    found = problems_of(tmp_path, text)
    assert len(found) == 1, found
    assert found[0].file == str(tmp_path / "fight.yaml")
    return found[0].line, found[0].key, found[0].what, found[0].allowed


def unit(text: str) -> str:
    """The good scenario with another second unit, on line 5."""
    return GOOD.replace("template: skaven, side: side1, at: [4, 4]", text)


def test_a_good_scenario_has_no_problems(tmp_path: Path) -> None:
    assert problems_of(tmp_path, GOOD) == []


CASES = [
    # text, line, key, what, part of what is allowed
    (GOOD + "nmae: x\n", 6, "nmae", "unknown key 'nmae' (did you mean 'name'?)", "ruleset, name, description"),
    (GOOD + "max_round: 9\n", 6, "max_round", "unknown key 'max_round' (did you mean 'max_rounds'?)", "max_rounds"),
    (GOOD.replace("wfrp1", "wfrp2"), 1, "ruleset", "unknown ruleset 'wfrp2' (did you mean 'wfrp1'?)", "wfrp1"),
    ("name: x\n", 1, "ruleset", "'ruleset' is missing", "wfrp1"),
    ("- 1\n", 1, "scenario", "a scenario is a mapping", "ruleset, board"),
    (GOOD.replace("6, 6", "40, 6"), 2, "board.size", "a board of 40 x 6 cells is not possible", "each 2 to 32 cells"),
    (GOOD.replace("6, 6", "1, 6"), 2, "board.size", "a board of 1 x 6 cells is not possible", "each 2 to 32 cells"),
    (GOOD.replace("[6, 6]", "6"), 2, "board.size", "6 is not a size", "[width, height]"),
    (GOOD + "sides: [a]\n", 6, "sides", "1 side is not possible", "2 to 4 sides"),
    (GOOD + "sides: [side0, side1, Third]\n", 6, "sides[2]", "'Third' is not a name", "lower-case letters"),
    (GOOD + "sides: [side0, side1, extra]\n", 3, "units", "side 'extra' has no units", "at least one unit"),
    (GOOD + "allies: [[side0, side1]]\n", 6, "allies", "all sides are allied", "not allied"),
    (GOOD + "battle: {lihgt: day}\n", 6, "battle.lihgt", "unknown key 'lihgt' (did you mean 'light'?)", "light, rain"),
    (GOOD + "battle: {light: dim}\n", 6, "battle.light", "'dim' is not possible", "day, dark"),
    (GOOD + "battle: {surprise: us}\n", 6, "battle.surprise", "unknown surprise 'us'", "nobody, everybody, by_unit, side0"),
    (GOOD + "battle: light day\n", 6, "battle", "expected lines of the form KEY: VALUE; is a colon missing?", ""),
    (GOOD + "rules:\n  parry.shield.shield_parry_bonus 40\n", 6, "rules",
     "expected lines of the form KNOB: VALUE; is a colon missing?", ""),
    (GOOD + "rules:\n\tparry.shield.shield_parry_bonus: 40\n", 7, "", "the line begins with a tab; indent with spaces", ""),
    (GOOD + "max_rounds: 0\n", 6, "max_rounds", "0 is out of range", "1 to 1000"),
    (GOOD + "rules:\n  c.victory.max_rounds: 5000\n", 7, "rules.c.victory.max_rounds", "5000 is out of range", "1 to 1000"),
    (GOOD + "rules: {c.victory.max_rounds: 9}\nmax_rounds: 9\n", 6, "rules.c.victory.max_rounds",
     "c.victory.max_rounds is already given under another name", "each knob once"),
    (GOOD + "rules: {c.victory.max_rounds: {from: 9, to: 2}}\n", 6, "rules.c.victory.max_rounds",
     "`from` must not exceed `to`, and `step` must be at least 1", "{from: low, to: high}"),
    (GOOD + "rules: {c.victory.round_limit_mode: win}\n", 6, "rules.c.victory.round_limit_mode",
     "'win' is not possible", "draw, share"),
    (unit("template: skavn, side: side1, at: [4, 4]"), 5, "units[1].template",
     "unknown template 'skavn' (did you mean 'skaven'?)", "sellsword, ranger"),
    (unit("template: skaven, side: side2, at: [4, 4]"), 5, "units[1].side",
     "unknown side 'side2' (did you mean 'side1'?)", "side0, side1"),
    (unit("template: skaven, at: [4, 4]"), 5, "units[1]", "`side` is missing", "side0, side1"),
    (unit("template: skaven, side: side1"), 5, "units[1]",
     "no cell given, and side 'side1' has no deployment zone", "deploy: {side1: {zone: [x0, y0, x1, y1]}}"),
    (unit("template: skaven, side: side1, at: [6, 4]"), 5, "units[1].at", "cell [6, 4] is off the board", "x 0 to 5, y 0 to 5"),
    (unit("template: skaven, side: side1, at: [4]"), 5, "units[1].at", "[4] is not a cell", "[x, y]"),
    (unit("template: skaven, side: side1, at: [1, 1]"), 5, "units[1].at", "cell [1, 1] is taken", "1 unit in a cell"),
    (unit("template: skaven, side: side1, at: [4, 4], facing: up"), 5, "units[1].facing", "'up' is not a direction", "north-east"),
    (unit("template: skaven, side: side1, at: [4, 4], weapon_skil: 9"), 5, "units[1].weapon_skil",
     "unknown key 'weapon_skil' (did you mean 'weapon_skill'?)", "template, side, at"),
    (unit("template: skaven, side: side1, at: [4, 4], weapon_skill: -4"), 5, "units[1].weapon_skill",
     "-4 is not possible", "0 to 100"),
    (unit("template: skaven, side: side1, at: [4, 4], WS: 4, weapon_skill: 5"), 5, "units[1].weapon_skill",
     "weapon_skill is already given as 'WS'", "each key once"),
    (unit("template: skaven, side: side1, at: [4, 4], WS: 40.5"), 5, "units[1].WS", "40.5 is not possible", "0 to 100"),
    (unit("template: skaven, side: side1, at: [4, 4], WS: '40'"), 5, "units[1].WS", "'40' is not possible", "0 to 100"),
    (unit("template: skaven, side: side1, at: [4, 4], WS: {from: 90, to: 120}"), 5, "units[1].WS",
     "120 is not possible", "0 to 100"),
    (unit("template: skaven, side: side1, at: [4, 4], WS: {form: 90, to: 99}"), 5, "units[1].WS",
     "a mapping with form, to is not a range", "{from: low, to: high}"),
    (unit("template: skaven, side: side1, at: [4, 4], main_hand: swrod"), 5, "units[1].main_hand",
     "unknown item 'swrod' (did you mean 'sword'?)", "hand weapon, knife/dagger"),
    (unit("template: skaven, side: side1, at: [4, 4], armour: [mail shrit]"), 5, "units[1].armour",
     "unknown armour piece 'mail shrit' (did you mean 'mail shirt'?)", "mail coif"),
    (unit("template: skaven, side: side1, at: [4, 4], armour: [shield]"), 5, "units[1].armour",
     "a shield is held, not worn", "off_hand: shield"),
    (unit("template: skaven, side: side1, at: [4, 4], armour: [mail shirt, leather jerkin]"), 5, "units[1].armour",
     "'mail shirt' and 'leather jerkin' cannot be worn together", "helmet over mail coif"),
    (unit("template: skaven, side: side1, at: [4, 4], skills: [dancing]"), 5, "units[1].skills",
     "unknown skill 'dancing'", "strike_to_stun"),
    (unit("template: skaven, side: side1, at: [4, 4], night_vision: owll"), 5, "units[1].night_vision",
     "unknown night vision 'owll' (did you mean 'owl'?)", "0 to 9999 yards"),
    (unit("template: skaven, side: side1, at: [4, 4], mount: hors"), 5, "units[1].mount", "unknown template 'hors'", "warhorse"),
    (unit("template: ogre, side: side1, at: [4, 4], off_hand: shield"), 5, "units[1].off_hand",
     "2-handed weapon needs both hands", "off_hand: none"),
    (unit("template: ogre, side: side1, at: [4, 4], light: torch"), 5, "units[1].light",
     "no free hand for the torch", "an empty hand"),
    (unit("template: skaven, side: side1, at: [4, 4], light: spear"), 5, "units[1].light", "'spear' gives no light", "torch"),
    (unit("template: skaven, side: side1, at: [4, 4], ammunition: 5"), 5, "units[1].ammunition",
     "it has no missile weapon", "a missile weapon"),
    (unit("template: skaven, side: side1, at: [4, 4], altitude: 6"), 5, "units[1].altitude", "it cannot fly", "fly_movement"),
    (unit("template: giant_eagle, side: side1, at: [4, 4], altitude: 7"), 5, "units[1].altitude",
     "7 yards is not an altitude step", "0, 6, 12, 18, 24"),
    (unit("template: skaven, side: side1, at: [4, 4], bombs: 6, backup: [knife]"), 5, "units[1].backup",
     "7 items stowed (each bomb counts as one)", "0 to 6"),
    (unit("template: skaven, side: side1, at: [4, 4], surprised: true"), 5, "units[1].surprised",
     "only whole sides are surprised here", "surprise: by_unit"),
    (unit("template: skaven, side: side1, at: [4, 4], count: 2"), 5, "units[1].count",
     "several units cannot share one `at`", "count without `at`"),
    (unit("template: skaven, side: side1, count: 16") + "deploy: {side1: [0, 2, 5, 5]}\n", 3, "units",
     "17 units are too many (mounts count)", "1 to 16 units"),
    (unit("template: skaven, side: side1, count: 3") + "deploy: {side1: [5, 5, 5, 5]}\n", 6, "deploy.side1.zone",
     "3 units do not fit into 1 free cells", "a larger zone"),
    (GOOD + "deploy: {side1: [5, 5, 6, 6]}\n", 6, "deploy.side1.zone", "[5, 5, 6, 6] reaches off the board", "x 0 to 5"),
    (GOOD + "deploy: {side3: [5, 5, 5, 5]}\n", 6, "deploy.side3", "unknown side 'side3'", "side0, side1"),
    (GOOD + "choose: {side: side0, from: [skaven]}\n", 6, "choose[0]", "`count` or `budget` is missing", "count: 3"),
    (GOOD + "choose: {side: side0, count: 1, from: [skavn]}\ndeploy: {side0: [0, 3, 5, 5]}\n", 6, "choose[0].from[0]",
     "unknown template 'skavn' (did you mean 'skaven'?)", "sellsword"),
    (GOOD + "choose: {side: side0, budget: 5, from: [skaven]}\ndeploy: {side0: [0, 3, 5, 5]}\n", 6, "choose[0].budget",
     "5 points buy no unit", "at least 10"),
    (GOOD + "choose: {side: side0, budget: 5, from: [{WS: 40}]}\ndeploy: {side0: [0, 3, 5, 5]}\n", 6, "choose[0].from[0]",
     "the cost is missing", "points"),
    (GOOD + "choose: {side: side0, count: 1, from: [skaven], weights: [1, 2]}\ndeploy: {side0: [0, 3, 5, 5]}\n", 6,
     "choose[0].weights", "[1, 2] does not fit", "1 whole numbers"),
    (GOOD + "choose: {side: side0, count: 2, distinct: true, from: [skaven]}\ndeploy: {side0: [0, 3, 5, 5]}\n", 6,
     "choose[0].count", "2 different entries of 1", "1 to 1"),
    (GOOD + "generate:\n- {kind: scater, flag: water, share: 0.1}\n", 7, "generate[0].kind",
     "unknown kind of random terrain 'scater' (did you mean 'scatter'?)", "scatter, walls"),
    (GOOD + "generate: {kind: scatter, flag: wter, share: 0.1}\n", 6, "generate[0].flag", "unknown flag 'wter'", "water"),
    (GOOD + "generate: {kind: scatter, flag: water, share: 2}\n", 6, "generate[0].share", "2 is not a share of the board", "0 to 0.6"),
    (GOOD + "generate: {kind: scatter, flag: water}\n", 6, "generate[0]", "'share' is missing", "above 0"),
    (GOOD + "generate: {kind: walls}\n", 6, "generate[0]", "'type' is missing", "locked_door"),
    (GOOD + "generate: {kind: walls, type: wal}\n", 6, "generate[0].type", "unknown border 'wal' (did you mean 'wall'?)", "obstacle"),
    (unit("template: skaven, side: side1") + "place: {distance: 4d6}\n", 6, "place.distance", "'4d6' is not a distance", "4d6_yards"),
    (unit("template: skaven, side: side1") + "place: {distance: 4, direction: up}\n", 6, "place.direction",
     "'up' is not a direction", "corridor, clock"),
    (GOOD.replace("[6, 6]", "[6, 6], flags: []"), 2, "board.flags", "unknown key 'flags'", "size, map, legend, cells, borders"),
    (GOOD.replace("[6, 6]", "[6, 6], cells: [{flag: water, at: [[9, 9]]}]"), 2, "board.cells[0].at",
     "cell [9, 9] is off the board", "x 0 to 5, y 0 to 5"),
    (GOOD.replace("[6, 6]", "[6, 6], cells: [{flag: {level: 20}, at: all}]"), 2, "board.cells[0].flag",
     "level cannot be 20", "-9 to 9"),
    (GOOD.replace("[6, 6]", "[6, 6], cells: [{flag: water}]"), 2, "board.cells[0]", "give either `at` or `area`", "at: all"),
    (GOOD.replace("[6, 6]", "[6, 6], cells: [{flag: blocked, at: [[1, 1]]}]"), 4, "units[0].at",
     "cell [1, 1] is blocked", "not blocked"),
    (GOOD.replace("[6, 6]", "[6, 6], borders: [{type: fence, cell: [0, 0], direction: east}]"), 2,
     "board.borders[0].type", "unknown border 'fence'", "obstacle, wall, door, locked_door"),
    (GOOD.replace("[6, 6]", "[6, 6], borders: [{type: wall, cell: [0, 0], direction: ne}]"), 2,
     "board.borders[0].direction", "a border lies on one of the four sides of a cell", "north, east, south, west"),
    (GOOD.replace("[6, 6]", "[6, 6], borders: [{type: wall, cell: [0, 0], direction: west}]"), 2,
     "board.borders[0].direction", "the west side of cell [0, 0] is the edge of the board", "between two cells"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[2] + " " + case[3][:30])
def test_mistake(tmp_path: Path, case: tuple[str, int, str, str, str]) -> None:
    text, line, key, what, allowed = case
    found = only_problem(tmp_path, text)
    assert found[:2] == (line, "" if key == "scenario" else key)
    assert what in found[2]
    assert allowed in found[3]


def test_all_mistakes_are_found_at_once(tmp_path: Path) -> None:
    found = problems_of(
        tmp_path,
        """\
ruleset: wfrp1
nmae: x
board:
  map: |
    ....#
    ...
    ..Q..
  cells:
  - {flag: watr, at: all}
  - {flag: water, at: [[0, 0]], colour: red}
rules:
  no.such_knob: 1
units:
- {template: sellsword, side: here, at: [0, 0], WS: 101}
- nonsense
""",
    )
    places = [(problem.line, problem.key) for problem in found]
    assert places == [
        (2, "nmae"),
        (6, "board.map[1]"),
        (7, "board.map[2]"),
        (9, "board.cells[0].flag"),
        (10, "board.cells[1].colour"),
        (12, "rules.no.such_knob"),
        (14, "units[0].side"),
        (14, "units[0].WS"),
        (15, "units[1]"),
    ]


def test_the_map_must_be_square_and_known(tmp_path: Path) -> None:
    board = GOOD.replace(
        "{size: [6, 6]}", "\n  map: |\n    ......\n    ...?..\n    .....\n    ......\n    ......\n    ......"
    )
    rows = [(p.line, p.key, p.what) for p in problems_of(tmp_path, board)]
    assert rows == [
        (5, "board.map[1]", "column 3: unknown character '?'"),
        (6, "board.map[2]", "row 2 has 5 cells"),
    ]
    both = GOOD.replace("{size: [6, 6]}", "\n  size: [6, 6]\n  map: |\n    ......\n    ......")
    assert [p.what for p in problems_of(tmp_path, both)] == ["2 rows, but the board is 6 cells high"]


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("ruleset: wfrp1\nruleset: wfrp1\n", 2, "duplicate key in this mapping"),
        ("ruleset: [wfrp1\n", 2, "not valid YAML"),
        ("a: *nowhere\n", 1, "not valid YAML"),
        ("", 1, "a scenario is a mapping"),
    ],
)
def test_not_even_yaml(tmp_path: Path, text: str, line: int, what: str) -> None:
    (problem,) = problems_of(tmp_path, text)
    assert what in problem.what
    assert problem.line in (line, 0)


def test_error_prints_one_problem_a_line() -> None:
    with pytest.raises(scenario.ScenarioError) as caught:
        scenario.load(GOOD + "nmae: x\nmax_rounds: 0\n")
    lines = str(caught.value).split("\n")
    assert lines[0].startswith("<text>:6: nmae: unknown key 'nmae' (did you mean 'name'?); allowed: ruleset, ")
    assert lines[1] == "<text>:7: max_rounds: 0 is out of range; allowed: 1 to 1000"
    assert len(caught.value.problems) == 2


def test_dict_errors_name_the_key() -> None:
    units = [
        {"template": "sellsword", "side": "side0", "at": [0, 0]},
        {"template": "ogr", "side": "side1", "at": [3, 3]},
    ]
    with pytest.raises(scenario.ScenarioError, match=r"^<dict>: units\[1\]\.template: unknown template 'ogr'"):
        scenario.load({"ruleset": "wfrp1", "units": units})


def test_unknown_names() -> None:
    with pytest.raises(
        LookupError,
        match=r"wfrp1 has no scenario 'duell'; did you mean 'duel'\? tactica scenarios list wfrp1 lists all$",
    ):
        scenario.load("wfrp1/duell")
    with pytest.raises(
        LookupError, match=r"no scenario 'duell'; did you mean 'duel'\? tactica scenarios list shows all$"
    ):
        scenario.load("duell")
    with pytest.raises(LookupError, match=r"no scenario 'nowhere'; tactica scenarios list shows all$"):
        scenario.load("nowhere")
    with pytest.raises(ValueError, match="unknown split 'test'; choose from: train, eval"):
        scenario.pool("wfrp1", "duel", split="test")
    assert "has no scenario 'duell'" in scenario.check("wfrp1/duell")[0].what
    assert "cannot be read" in scenario.check("/no/such/file.yaml")[0].what


def test_a_scenario_of_another_ruleset_is_refused(tmp_path: Path) -> None:
    with pytest.raises(scenario.ScenarioError, match="ruleset: a scenario of wfrp1; allowed: heimr"):
        scenario.load(GOOD, ruleset="heimr")


def test_a_pool_has_a_start() -> None:
    with pytest.raises(ValueError, match="at least one start of each scenario, not 0"):
        scenario.pool("wfrp1", "duel", n=0)


def test_a_key_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "fight.yaml"
    file.write_text("ruleset: wfrp1\n? [1, 2]\n: 3\n")
    assert "fight.yaml:2:3: not valid YAML: a key must be text" in str(scenario.check(file)[0])


def test_a_mount_that_is_no_name(tmp_path: Path) -> None:
    line, key, what, allowed = only_problem(
        tmp_path, unit("template: lancer, side: side1, at: [4, 4], mount: [[warhorse]]")
    )
    assert (line, key, what) == (
        5,
        "units[1].mount",
        "unknown template ['warhorse'] (did you mean 'warhorse'?)",
    ) and "warhorse" in allowed
