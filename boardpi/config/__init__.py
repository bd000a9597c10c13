"""The configuration: every key with its default, range and meaning, read from one TOML file.

`config` holds the sections, `keys` what a key is and how it is read.
"""

from boardpi.config.config import (
    LARGEST_FILE,
    SYSTEM_FILE,
    BoardConfig,
    BookConfig,
    ClocksConfig,
    Config,
    HubConfig,
    LessonsConfig,
    LogConfig,
    PageConfig,
    TableConfig,
    VoiceConfig,
    book_path,
    build_config,
    data_directory,
    find_config,
    hub_path,
    known_rule_sets,
    lessons_folder,
    load_config,
    own_file,
    read_board,
    read_config,
    scheme_of,
)
from boardpi.config.keys import BadConfig
from boardpi.texts.languages import LANGUAGES

__all__ = [
    "LANGUAGES",
    "LARGEST_FILE",
    "SYSTEM_FILE",
    "BadConfig",
    "BoardConfig",
    "BookConfig",
    "ClocksConfig",
    "Config",
    "HubConfig",
    "LessonsConfig",
    "LogConfig",
    "PageConfig",
    "TableConfig",
    "VoiceConfig",
    "book_path",
    "build_config",
    "data_directory",
    "find_config",
    "hub_path",
    "known_rule_sets",
    "lessons_folder",
    "load_config",
    "own_file",
    "read_board",
    "read_config",
    "scheme_of",
]
