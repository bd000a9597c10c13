"""A wrong configuration names the key and quotes the value."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardpi.commands.config import example, markdown, show, to_json
from boardpi.config import (
    BoardConfig,
    Config,
    book_path,
    data_directory,
    find_config,
    known_rule_sets,
    load_config,
    read_board,
    read_config,
)
from boardpi.config.keys import BadConfig
from boardpi.rules import RULE_SETS, Hole

ROOT = Path(__file__).parents[2]


def test_nothing_written_means_the_defaults() -> None:
    config = read_config("")
    assert config == Config()
    assert config.table.dwell_ms == 250
    assert config.table.settle_ms == 10
    assert config.table.inhand_ms == 2500
    assert config.table.astray_ms == 1500
    assert config.table.decline_ms == 8000
    assert (config.page.host, config.page.port) == ("127.0.0.1", 8025)
    assert config.board.kind == "virtual"


def test_values_are_typed() -> None:
    config = read_config(
        '[table]\ndead = ["c3", "d4"]\ntouch_move = true\nname = "Corner"\n'
        '[board]\nkind = "serial"\nport = "/dev/ttyUSB0"\n'
        '[page]\nhost = "::1"\nallowed_hosts = ["board.local"]\n'
    )
    assert config.table.dead == (Hole("c3"), Hole("d4"))
    assert config.table.touch_move is True
    assert config.board == BoardConfig("serial", "/dev/ttyUSB0")
    assert config.page.allowed_hosts == ("board.local",)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[tabel]", "tabel: there is no section 'tabel'; did you mean 'table'?"),
        (
            "[table]\ndwel_ms = 1",
            "table.dwel_ms: there is no key 'dwel_ms'; did you mean 'dwell_ms'?",
        ),
        ("[log]\nzzz = 1", "log.zzz: there is no key 'zzz'. Known: level, format"),
        ("dwell_ms = 5", "dwell_ms: there is no section 'dwell_ms'"),
        ("table = 5", "table: must be a section [table], not 5"),
        ("[table]\ndwell_ms = 49", "table.dwell_ms: 49 is not a whole number from 50 to 10000"),
        ("[table]\ndwell_ms = 10001", "10001"),
        ("[table]\ndwell_ms = true", "table.dwell_ms: True is not a whole number"),
        ("[table]\ndwell_ms = 250.0", "table.dwell_ms: 250.0 is not"),
        ('[table]\ndwell_ms = "250"', "table.dwell_ms: '250' is not"),
        ("[table]\ntouch_move = 1", "table.touch_move: 1 is not true or false"),
        ('[table]\nhelp = "Full"', 'table.help: \'Full\' is not one of "off", "lift", "full"'),
        ('[table]\ndead = ["c9"]', "table.dead: 'c9' is not a hole"),
        ('[table]\ndead = "c3"', "table.dead: 'c3' is not a list"),
        ("[table]\ndead = [3]", "table.dead: 3 is not"),
        ('[table]\nname = ""', "table.name: ''"),
        ('[table]\nname = "a\\u0000b"', "table.name: 'a\\x00b'"),
        ('[table]\ntheme = "../x"', "table.theme: '../x'"),
        ('[board]\nkind = "usb"', "board.kind: 'usb'"),
        ('[board]\nkind = "serial"', 'board.port: board.kind = "serial" needs a port'),
        ("[board]\nrows = [5, 6, 13, 19]", "board.rows: [5, 6, 13, 19] is not a list of 5 whole"),
        ("[board]\nrows = 5", "board.rows: 5 is not a list of 5 whole numbers"),
        ('[board]\nrows = [5, 6, 13, 19, "26"]', "board.rows: '26' is not a whole number from 0"),
        ("[board]\ncolumns = [16, 20, 21, 12, 28]", "board.columns: 28 is not a whole number"),
        ("[board]\nrows = [5, 6, 13, 19, 5]", "board.rows: GPIO 5 stands there twice"),
        ("[board]\nbutton = 5", "board.button: GPIO 5 is taken by board.rows"),
        ("[board]\nbuzzer = 17", "board.buzzer: GPIO 17 is taken by board.button"),
        ("[board]\nbutton = 8", "board.button: GPIO 8 is taken by SPI0, which drives the pixels"),
        ("[board]\npixels = 4", "board.pixels: GPIO 4 cannot drive pixels; these can: 10 (SPI), "),
        ("[board]\npixels = 12", "board.columns: GPIO 12 is taken by board.pixels"),
        ("[board]\nrows = [5, 6, 13, 19, 2]", "board.rows: GPIO 2 has a pull-up of its own"),
        (
            '[board]\npixels = 18\npixels_driver = "spidev"',
            'board.pixels_driver: "spidev" drives GPIO 10 only, and board.pixels is 18',
        ),
        ('[board]\npixels_driver = "pwm"', "board.pixels_driver: 'pwm' is not one of"),
        ('[board]\npixels_order = "rgbw"', "board.pixels_order: 'rgbw' is not one of"),
        ("[board]\nscan_hz = 1000", "board.scan_hz: 1000 is not a whole number from 20 to 200"),
        ("[board]\nrow_settle_us = 10", "board.row_settle_us: 10 is not"),
        ("[board]\nbeep_ms = -1", "board.beep_ms: -1 is not"),
        ("[page]\nport = 0", "page.port: 0"),
        ('[page]\nhost = "a b"', "page.host: 'a b'"),
        ('[page]\nhost = "localhost:80"', "page.host: 'localhost:80'"),
        ('[page]\nallowed_hosts = ["*"]', "page.allowed_hosts: '*'"),
        ('[page]\nlanguage = "fi"', "page.language: 'fi'"),
        ('[book]\npath = "book.sqlite"', "book.path: 'book.sqlite' is not a full path"),
        ("[book]\ntrace_mb = 0", "book.trace_mb: 0"),
        ("[log]\nlevel = 5", "log.level: 5"),
        ("[table", "not TOML"),
    ],
)
def test_what_is_wrong_is_named(text: str, words: str) -> None:
    with pytest.raises(BadConfig) as caught:
        read_config(text)
    assert words in str(caught.value)


def test_all_problems_are_told_at_once() -> None:
    with pytest.raises(BadConfig) as caught:
        read_config('[table]\nhelp = "x"\nrulez = 1\n[page]\nport = -1\n')
    assert len(caught.value.problems) == 3


@given(st.text())
def test_any_text_is_a_configuration_or_a_named_error(text: str) -> None:
    try:
        config = read_config(text)
    except BadConfig:
        return
    assert read_config(show(config)) == config


def test_the_example_changes_nothing_and_knows_every_key() -> None:
    assert read_config(example()) == Config()
    lines = [line.removeprefix("#") for line in example().splitlines()]
    active = "\n".join(line for line in lines if not line.startswith(" "))
    assert read_config(active) == Config()
    shown = tomllib.loads(active)
    assert {name: set(keys) for name, keys in shown.items()} == {
        name: set(keys) for name, keys in tomllib.loads(show(Config())).items()
    }


def test_what_is_shown_can_be_read_back() -> None:
    text = '[table]\nname = "Caf\\u00e9 \\"x\\""\ndead = ["a1"]\n[page]\nport = 80\n'
    config = read_config(text)
    assert read_config(show(config)) == config
    assert "port = 80  # default: 8025" in show(config)


def test_the_documentation_is_up_to_date() -> None:
    text = (ROOT / "docs" / "configure.md").read_text()
    begin, end = "<!-- begin: boardpi config example --markdown -->\n", "<!-- end -->"
    written = text[text.index(begin) + len(begin) : text.index(end)]
    assert written == markdown(), "copy the output of `boardpi config example --markdown`"


def test_the_file_that_is_named_comes_first(tmp_path: Path) -> None:
    system = tmp_path / "boardpi.toml"
    assert find_config(None, system) is None
    assert load_config(None) == Config()
    system.write_text("[page]\nport = 80\n")
    assert find_config(None, system) == system
    assert load_config(system).page.port == 80
    assert find_config("mine.toml", system) == Path("mine.toml")


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match=r"nowhere\.toml: cannot be read: No such file"):
        load_config(tmp_path / "nowhere.toml")
    with pytest.raises(BadConfig, match="cannot be read: Is a directory"):
        load_config(tmp_path)
    bad = tmp_path / "bad.toml"
    bad.write_bytes(b"\xff\xfe")
    with pytest.raises(BadConfig, match="UTF-8"):
        load_config(bad)
    bad.write_bytes(b"#" * 200_000)
    with pytest.raises(BadConfig, match="larger"):
        load_config(bad)


def test_problems_name_their_file(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("[page]\nport = 0\n")
    with pytest.raises(BadConfig) as caught:
        load_config(bad)
    assert str(caught.value).startswith(f"{bad}: page.port: 0")


def test_the_rule_set_must_exist(tmp_path: Path) -> None:
    file = tmp_path / "boardpi.toml"
    file.write_text('[table]\nrules = "jasir-pergico"\n')
    with pytest.raises(BadConfig, match=r"table\.rules: .*did you mean 'jasir-pergioco'"):
        load_config(file)


def test_rule_sets_of_ones_own(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('[rules.ours]\nlike = "jarmo-oca"\nshuttle_limit = 2\n')
    file = tmp_path / "boardpi.toml"
    file.write_text(f'[table]\nrules = "ours"\nrule_sets = "{own}"\n')
    known = known_rule_sets(load_config(file))
    assert known["ours"].shuttle_limit == 2
    assert known.keys() > RULE_SETS.keys()
    own.write_text("[rules.ours]\n")
    with pytest.raises(BadConfig, match=r"table\.rule_sets: "):
        load_config(file)
    own.unlink()
    with pytest.raises(BadConfig, match=r"table\.rule_sets: .*cannot be read"):
        load_config(file)


def test_the_board_of_the_command_line() -> None:
    assert read_board("virtual") == BoardConfig("virtual")
    assert read_board("serial:/dev/ttyACM0") == BoardConfig("serial", "/dev/ttyACM0")
    for text in ("serial", "usb", "serial:a\nb"):
        with pytest.raises(BadConfig):
            read_board(text)


def test_pins_of_ones_own() -> None:
    text = "[board]\nrows = [0, 1, 4, 14, 15]\npixels = 18\nbutton = 8\nscan_hz = 200\n"
    config = read_config(text)
    assert config.board.rows == (0, 1, 4, 14, 15)
    assert (config.board.pixels, config.board.button) == (18, 8)
    assert read_config(show(config)) == config
    assert to_json(config)["board"]["rows"] == [0, 1, 4, 14, 15]


def test_a_board_of_the_command_line_keeps_the_pins_of_the_file() -> None:
    configured = read_config("[board]\nbutton = 4\n").board
    assert read_board("gpio", configured) == BoardConfig("gpio", button=4)


def test_where_the_book_lies(tmp_path: Path) -> None:
    home = str(Path.home())
    assert data_directory({"STATE_DIRECTORY": "/var/lib/a:/var/lib/b"}) == Path("/var/lib/a")
    assert data_directory({"XDG_STATE_HOME": "/x"}) == Path("/x/boardpi")
    assert data_directory({}) == Path(home, ".local", "state", "boardpi")
    assert book_path(Config(), {"STATE_DIRECTORY": "/s"}) == Path("/s/book.sqlite")
    named = read_config('[book]\npath = "~/book.sqlite"')
    assert book_path(named, {"STATE_DIRECTORY": "/s"}) == Path(home, "book.sqlite")
