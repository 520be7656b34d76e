"""Options on the line of a magic: `-m openai/gpt-5.1 --yes and then any words`."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field

from jupyter_assistant.errors import SettingInvalid

_WORD = re.compile(r"""\s*((?:"[^"]*"|'[^']*'|[^\s"'])+)""")
_QUOTED = re.compile(r""""([^"]*)"|'([^']*)'""")
_OPTION = re.compile(r"--?[A-Za-z]|--$")
"""`-5` and a lone dash are words."""


class HelpWanted(Exception):  # noqa: N818 (no error: the person asked for it)
    """The person asked for the help text instead."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a magic."""

    names: tuple[str, ...]
    """Short and long; the last one is the key under which its values are found."""
    example: str = ""
    """How it is used with a value; empty: it takes none."""


HELP = Option(("-h", "--help"))


@dataclass(slots=True)
class OptionLine:
    """What a line held."""

    values: dict[str, list[str]] = field(default_factory=dict)
    """By the last name of each option that was given; a flag's values are empty."""
    rest: str = ""
    """What follows the options, untouched."""

    def has(self, name: str) -> bool:
        """Whether the option was given."""
        return name in self.values

    def last(self, name: str) -> str | None:
        """The value of an option; the last one counts."""
        values = self.values.get(name)
        return values[-1] if values else None


def read_options(line: str, options: tuple[Option, ...], magic: str) -> OptionLine:
    """The options at the start of a line, and what follows them.

    Raises:
        SettingInvalid: an unknown option, or one without its value.
        HelpWanted: `-h` or `--help`.
    """
    known = {name: option for option in (*options, HELP) for name in option.names}
    found = OptionLine()
    at = 0
    while (word := _WORD.match(line, at)) and _OPTION.match(word[1]):
        at = word.end()
        if word[1] == "--":
            break
        name, equals, value = word[1].partition("=")
        option = known.get(name)
        if option is None:
            raise _unknown(name, known, magic)
        if option is HELP:
            raise HelpWanted
        if equals and not option.example:
            raise SettingInvalid(f"{name} takes no value: write {name} alone")
        if option.example and not equals:
            following = _WORD.match(line, at)
            if following is None:
                raise SettingInvalid(f"{name} needs a value: {option.example}")
            value, at = following[1], following.end()
        values = found.values.setdefault(option.names[-1], [])
        if option.example:
            values.append(unquoted(value))
    found.rest = line[at:].strip(" \t")
    return found


def words_of(text: str) -> list[str]:
    """The words of a text without the quotes around them."""
    return [unquoted(word[1]) for word in _WORD.finditer(text)]


def unquoted(word: str) -> str:
    """A word without the quotes that held it together."""
    return _QUOTED.sub(lambda found: found[1] or found[2] or "", word)


def _unknown(name: str, known: dict[str, Option], magic: str) -> SettingInvalid:
    close = difflib.get_close_matches(name, known, n=1)
    hint = f"Did you mean {close[0]}? " if close else ""
    return SettingInvalid(
        f"{name} is no option of {magic}. {hint}"
        "--help lists them; -- goes before words that start with a dash"
    )
