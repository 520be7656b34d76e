"""Keys and tokens that give themselves away by their form, and passwords in URLs.

Each form has a needle, a literal that every match holds: a text without it costs one
search and compiles nothing.
"""

from __future__ import annotations

import base64
import binascii
import functools
import re
from typing import TYPE_CHECKING

from jupyter_assistant.redaction.words import is_placeholder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jupyter_assistant.redaction.spans import Span

_KEYS: tuple[tuple[str, str], ...] = (
    ("sk-", r"sk-(?:(?:proj|svcacct|admin|ant|or)-[\w-]{8,}|(?=[\w-]*\d)[\w-]{16,})"),
    ("sess-", r"sess-[A-Za-z0-9]{24,}"),
    ("k_live_", r"[sr]k_live_\w{8,}"),
    ("k_test_", r"[sr]k_test_\w{8,}"),
    ("whsec_", r"whsec_[\w+/=-]{16,}"),
    ("gh", r"gh[pousr]_[A-Za-z0-9]{16,}"),
    ("github_pat_", r"github_pat_\w{16,}"),
    ("gl", r"gl(?:pat|ptt|dt|rt|rtr|cbt|soat|ft|agent|oas|imt)-[\w.-]{16,}"),
    ("AKIA", r"AKIA[A-Z0-9]{12,}"),
    ("ASIA", r"ASIA[A-Z0-9]{12,}"),
    ("AIza", r"AIza[\w-]{20,}"),
    ("ya29.", r"ya29\.[\w.-]{16,}"),
    ("GOCSPX-", r"GOCSPX-[\w-]{16,}"),
    ("1//0", r"1//0[\w-]{20,}"),
    ("xox", r"xox[abcdeoprs]-[\w.%-]{8,}"),
    ("xapp-", r"xapp-[\w-]{8,}"),
    ("hooks.slack.com/", r"(?<=hooks\.slack\.com/)services/[\w/]{8,}"),
    ("discord", r"(?<=/api/webhooks/)\d{5,}/[\w-]{16,}"),
    ("hf_", r"hf_(?=[a-z]*[A-Z0-9])[A-Za-z0-9]{16,}"),
    ("api_org_", r"api_org_[A-Za-z0-9]{16,}"),
    ("eyJ", r"eyJ[\w-]{6,}\.[\w-]{6,}(?:\.[\w-]*)*"),
    ("npm_", r"npm_[A-Za-z0-9]{20,}"),
    ("pypi-AgE", r"pypi-AgE[\w-]{8,}"),
    ("gsk_", r"gsk_[A-Za-z0-9]{16,}"),
    ("xai-", r"xai-(?=[\w-]*\d)[\w-]{16,}"),
    ("pplx-", r"pplx-[A-Za-z0-9]{16,}"),
    ("r8_", r"r8_[A-Za-z0-9]{16,}"),
    ("nvapi-", r"nvapi-[\w-]{16,}"),
    ("tvly-", r"tvly-[\w-]{16,}"),
    ("csk-", r"csk-[a-z0-9]{16,}"),
    ("lsv2_", r"lsv2_[a-z]{2}_\w{16,}"),
    ("fw_", r"fw_(?=[A-Za-z]*\d)[A-Za-z0-9]{16,}"),
    ("dapi", r"dapi[0-9a-f]{32}(?:-\d)?"),
    ("_v1_", r"do[opr]_v1_[0-9a-f]{32,}"),
    ("SG.", r"SG\.[\w-]{16,}\.[\w-]{16,}"),
    ("key-", r"key-[0-9a-f]{32}"),
    (":AA", r"\d{8,10}:AA[\w-]{30,}"),
    ("lin_api_", r"lin_api_[A-Za-z0-9]{16,}"),
    ("ntn_", r"ntn_[A-Za-z0-9]{20,}"),
    ("secret_", r"secret_(?=[a-z]*[A-Z0-9])[A-Za-z0-9]{32,}"),
    ("figd_", r"figd_[\w-]{16,}"),
    ("dp.", r"dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{16,}"),
    ("hvs.", r"hvs\.[\w-]{16,}"),
    ("AGE-SECRET-KEY-1", r"AGE-SECRET-KEY-1[A-Z0-9]{16,}"),
    ("shp", r"shp(?:at|ss|ca|pa)_[0-9a-fA-F]{16,}"),
    ("sq0", r"sq0(?:atp|csp)-[\w-]{16,}"),
    ("gl", r"gl(?:sa|c)_[\w+/=]{16,}"),
    ("phx_", r"phx_[A-Za-z0-9]{16,}"),
    ("sntry", r"sntry[su]_[\w+/=.-]{16,}"),
    ("PMAK-", r"PMAK-[0-9a-f]{16,}-[0-9a-f]{16,}"),
    ("dop_", r"dop_v1_[0-9a-f]{16,}"),
    ("SK", r"SK[0-9a-f]{32}"),
    ("pat", r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}"),
    ("AccountKey=", r"(?<=AccountKey=)[\w+/=-]{8,}"),
    ("AccessKey=", r"(?<=AccessKey=)[\w+/=-]{8,}"),
)
"""(needle, form); none may begin inside a word."""

_OTHERS: tuple[tuple[str, str], ...] = (
    # A block without its end was cut off: then the lines of base64 go.
    (
        "PRIVATE KEY",
        r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?P<secret>"
        r"(?:[^-]|-(?!----))*+(?=-----END [A-Z0-9 ]{0,40}PRIVATE KEY)"
        r"|(?:(?:\\+[nr]|[\s\"'+>|,])*+[A-Za-z0-9/][A-Za-z0-9+/=]{15,}+)+)",
    ),
    # -u USER:PASSWORD of curl and its kin.
    (
        "-u",
        r"(?<![\w-])(?:-u|--user|--proxy-user)[ =]?(?:\"|')?[^\s:\"'{$]+:"
        r"(?P<secret>[^\s\"'{$]+)",
    ),
    # host:port:database:user:password, as in .pgpass.
    (
        ":54",
        r"(?m)^(?=[\d.]*[A-Za-z*])[\w.*-]++:(?:\d{2,5}|\*):[^:\s]++:[^:\s]++:"
        r"(?P<secret>[^:\s]+)$",
    ),
    (
        "earer",
        r"(?i:\bbearer)(?:\s|%20|\\t)++(?P<secret>(?:"
        r"(?=[\w.~+/=%-]*(?:\d|[a-z][A-Z]|[.~+/=_]))[\w.~+/=%-]{6,}"
        r"|[\w.~+/=%-]{20,}"
        r"|[\w.~+/=%-]{6,}(?=[\"']))(?<!\.))",
    ),
)
_URL = re.compile(
    r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]*+://(?:"
    # A port and a path may hold an @ further on; that is no password.
    r"[^\s/?#@:\"'<>`\[]*+:(?!\d{1,5}(?:[/?#\s\"']|$))"
    r"(?=(?P<rest>(?:[^\s\"'<>`:]++|:(?!//))*+))"
    # A long random user is a token.
    r"|(?P<user>(?=[A-Za-z_-]*\d)[\w-]{20,}+)@)"
)
_AUTHORITY_END = re.compile(r"[/?#]")
_BASIC = re.compile(r"(?i)\bbasic\s++([A-Za-z0-9+/_-]{6,}={0,2})")


def form_spans(text: str) -> Iterator[Span]:
    """Where secrets stand that are known by their form alone."""
    for index, (needle, _) in enumerate(_KEYS):
        if needle in text:
            for match in _key_pattern(index).finditer(text):
                yield match.span()
    for index, (needle, _) in enumerate(_OTHERS):
        if needle in text or needle.upper() in text:
            for match in _other_pattern(index).finditer(text):
                yield match.span(match.lastgroup or 0)
    yield from url_spans(text)
    if "asic " in text or "ASIC " in text:
        for match in _BASIC.finditer(text):
            if _is_user_and_password(match[1]):
                yield match.span(1)


def url_spans(text: str) -> Iterator[Span]:
    """Where passwords, and tokens in the place of a user, stand in addresses."""
    if "://" not in text:
        return
    for match in _URL.finditer(text):
        if match["user"]:
            yield match.span("user")
            continue
        start, rest = match.start("rest"), match["rest"]
        at = _end_of_password(rest)
        password = rest[: max(at, 0)]
        if password and not is_placeholder(password):
            yield start, start + at


def _end_of_password(rest: str) -> int:
    """Where the @ before the host is, -1 where there is none.

    It is the last one before the path. A password may hold a slash that should have
    been quoted: then what follows is no host.
    """
    authority = _AUTHORITY_END.split(rest, maxsplit=1)[0]
    at = authority.rfind("@")
    is_host = at != -1 and re.search(r"[.:]|^localhost$", authority[at + 1 :])
    later = rest.split("?", 1)[0].rfind("@")
    return at if is_host or later == -1 else later


@functools.cache
def _key_pattern(index: int) -> re.Pattern[str]:
    return re.compile(r"(?<![A-Za-z0-9])(?:" + _KEYS[index][1] + ")", re.ASCII)


@functools.cache
def _other_pattern(index: int) -> re.Pattern[str]:
    return re.compile(_OTHERS[index][1])


def _is_user_and_password(credentials: str) -> bool:
    """Whether this is base64 of `user:password`, not just a word after "basic"."""
    standard = credentials.replace("-", "+").replace("_", "/")
    padded = standard + "=" * (-len(standard) % 4)
    try:
        return b":" in base64.b64decode(padded, validate=True)
    except (binascii.Error, ValueError):
        return False
