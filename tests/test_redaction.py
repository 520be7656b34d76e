"""Credentials are masked wherever they stand; hosts, users and names are not."""

import base64
import json
import string

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from jupyter_assistant.errors import SettingInvalid
from jupyter_assistant.redaction import (
    MASK,
    Redactor,
    is_secret_name,
    named_secrets,
    secret_values,
)

redact = Redactor()
SECRET = "plum-orchard-41"
HEX = "0123456789abcdef" * 2
RANDOM = "Zt8Qm2Lr5Kx9Wv3Hb7Nc1Jd4Fg6Ys0Pa"

# Each `«…»` must be masked and everything else stay.
MASKED = r"""
%env OPENAI_API_KEY=«sk-proj-Zt8Qm2Lr5Kx9Wv3Hb7Nc1Jd4Fg6Ys0Pa»
%env REPORT_DB_PASSWORD=«plum-orchard-41»
%env REPORT_DB_PASSWORD «plum orchard 41»
%set_env API_TOKEN=«a b c»
env: REPORT_DB_PASSWORD=«plum-orchard-41»
export API_TOKEN=«plum-4» OTHER=1
!export DB_PASS=«plum»
DB_PASSWORD=«pl&um;x,1 y»
env DB_PASS=«plum» python run.py
docker run -e DB_PASS=«plum» image
ENV API_KEY «plum»
{'AWS': '«AKIAQ7ZXN4MD2LWTRE5K»', 'REPORT_DB_PASSWORD': '«x»', 'REGION': 'eu-central-1'}
{'Authorization': 'Bearer «sk-proj-Zt8Qm2Lr5Kx9Wv3Hb7Nc1Jd4Fg6Ys0Pa»', 'X-Region': 'eu'}
Authorization: Basic «dXNlcjpwYXNzd29yZA==»
curl -H "Authorization: token «plum-orchard»" https://api.example
headers = {"Authorization": "«plum-orchard-41»"}
Proxy-Authorization: Digest «abc»
X-Api-Key: «12ab-plum»
Cookie: theme=dark; sessionid=«ab12cd34ef56»
< x-request-id: req_7c31, x-token: «eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3MjEifQ.Rk9fX1RoaXNJc05v»
DB_URL = "postgresql+psycopg://reporter:«Gr33n-Heron-88»@db3.internal:5432/sales"
{"mongo": "mongodb+srv://etl:«p%40ss-7Qxl»@cluster0.example/raw?retryWrites=true"}
redis://:«plum»@cache:6379/0
mssql+pyodbc://sa:«P@ss»@host.example/db?driver=x@y
https://user:«pa:ss@w»@h.example:80/path
https://user:«p/w»@host
https://«0123456789abcdefABCD»@git.example/x.git
https://x.example/a?api_key=«abc»&days=30&sig=«a%2Fb»#top
GET /v1?key=«abc» HTTP/1.1
https://b.example/c?sv=2022&X-Amz-Signature=«abc»&X-Amz-Expires=60
password = "«plum»"
password: str = "«plum»"
PASSWORD = '«it\'s»'
conn = connect(host="db", password="«plum»", port=5432)
os.environ["SECRET_KEY"] = '«x9»'
os.environ.setdefault("API_TOKEN", "«plum-9»")
os.environ.get("DB_PASSWORD", "«plum»")
token = "«plum-»" + "«orchard»"
password = f"«plum-{year}»"
secret = b"«plum»"
api_key := "«plum»"
if password == "«plum»":
"password": "«plum»",
"{\"password\": \"«plum»\", \"user\": \"me\"}"
Config(password='«x»', user='y', token=None, secret=SecretStr('***'))
auth=("reporter", "«plum»")
credentials = ["«plum»", "«pear»"]
passwords = {"alice": "«a1»", "bob": "«b2»", "user": "carol"}
api_keys = set(["«k1»"])
password = ("«plum»")
[('user', 'reporter'), ('password', '«plum-41»')]
"host=db user=me password=«plum» dbname=x"
Driver={x};UID=me;PWD=«plum»;Port=1
password=«plum» user=me
DefaultEndpointsProtocol=https;AccountName=acc;AccountKey=«abc+def/12==»;EndpointSuffix=x
Endpoint=sb://x/;SharedAccessKeyName=Root;SharedAccessKey=«abcdefgh12=»
password: «plum»
- db_password: «plum»
api_key: «abc»
access_token: «a1b2c3d4»
password: «1234»
--password «plum» --host db
--token=«plum-1»
<password>«plum»</password>
REPORT_DB_PASSWORD    «plum-orchard-41»
| password | «plum-41x» |
the password is «plum-41».
machine h login me password «plum»
cursor.execute("CREATE USER me WITH PASSWORD '«plum»'")
curl -u me:«plum» https://x.example
db.internal:5432:sales:reporter:«plum-41»
{"username": "me", "key": "«0123456789abcdef0123456789abcdef»"}
{"auths": {"h": {"auth": "«dXNlcjpwYXNzd29yZDEyMw==»"}}}
aws_secret_access_key = «wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY»
password   object   3 missing   '«plum-1»', '«pear»'
password: object, e.g. '«plum-1»'
password = hunter = 1
$env:API_KEY = "«plum»"
password = "«cut off at the end of the line
client_secret='«x»' tenant='y'
""".strip().split("\n")
MASKED.remove("password = hunter = 1")

KEPT = r"""
password = os.environ["PW"]
password = getpass("Password: ")
password=password, user="reporter"
password = config.db.password
client = OpenAI(api_key=key)
def f(password: str, token: Optional[str] = None) -> str:
token: str | None = None
max_tokens=4096, tokens = 12, tokenizer = "gpt2", key_columns = ["a", "b"]
{'n_tokens': 12, 'token_count': 5, 'token_type': 'bearer', 'tokens': ["the", "cat"]}
pad_token = "<pad>", eos_token="</s>", next_page_token = "CAUQAA"
print("password: ", pw)
getpass("Password: ") or "x"
input('Your API key: ')
st.text_input("API key", type="password")
groupby(["user", "password", "host"])
cols = ["password", "token"]
df["password"], df.password, df.groupby("token").size()
password_column = "pw"
sort_key="customer_segment_2024", key=lambda x: x
df.merge(left, on="key", how="left"); sorted(x, key=len)
s3.get_object(Bucket="b", Key="data/2024/report1.csv")
url = f"postgresql://user:{pw}@host/db"
"postgresql://user:$PASSWORD@host/db", "https://u:***@h/"
http://host:8080/a@b  ssh://git@github.com:22/x  http://[::1]:80/@
https://example.org/?page=2&sort=key&q=token
os.getenv("OPENAI_API_KEY")
api_key=$OPENAI_API_KEY
api_key: ${KEY}
password = None, secret = "", token = "<your token>", api_key = "..."
Token: the authentication failed
for token in doc: print(token.text, token.pos_)
token = "running"
PWD=/home/me
GOOGLE_APPLICATION_CREDENTIALS=/home/me/key.json
credentials = "/home/me/key.json"
headers = {"Authorization": "Bearer " + os.environ["OPENAI_API_KEY"]}
headers = {"Authorization": f"Bearer {token}"}
Bearer authentication is needed, basic authentication is not.
the password is wrong
password: object, 3 missing
The key insight is that a token costs money.
[redacted] password=[redacted] token: [redacted] https://u:[redacted]@h/
sk-learn, sk-estimator-doc-link, task-1234567890123456789, hf_hub_download
git commit -m "Fix the session cookie"
x = {"session": "2024-01-01", "author": "me", "keyboard": "qwerty"}
12:30:45:10:20 is a time
password, token or key
-----BEGIN PUBLIC KEY-----
if line == "-----BEGIN PRIVATE KEY-----": pass
assert password != other
secret_santa = "bob"
""".strip().split("\n")


@pytest.mark.parametrize("marked", MASKED)
def test_a_secret_is_masked_and_all_around_it_stays(marked):
    if marked.count("«") > marked.count("»"):
        marked += "»"
    text = marked.replace("«", "").replace("»", "")
    pieces = marked.split("«")
    expected = pieces[0] + "".join(MASK + piece.split("»")[1] for piece in pieces[1:])
    assert redact(text) == expected
    assert redact(expected) == expected


@pytest.mark.parametrize("text", KEPT)
def test_what_is_no_secret_is_the_same_object(text):
    assert redact(text) is text


def test_lines_do_not_disturb_each_other():
    text = "\n".join(KEPT)
    assert redact(text) is text


FORMS = [
    "sk-" + RANDOM,
    "sk-proj-" + "Ab_c-" * 6,
    "sk-ant-api03-" + RANDOM,
    "sk-or-v1-" + HEX,
    "sess-" + RANDOM,
    "sk_live_" + RANDOM,
    "rk_test_" + RANDOM,
    "whsec_" + RANDOM,
    *(f"gh{kind}_{RANDOM}" for kind in "pousr"),
    "github_pat_11ABC_" + RANDOM,
    "glpat-" + RANDOM,
    "glrt-" + RANDOM,
    "AKIA" + "Q7ZXN4MD2LWTRE5K",
    "ASIA" + "Q7ZXN4MD2LWTRE5K",
    "AIza" + RANDOM + "abc",
    "ya29." + RANDOM,
    "GOCSPX-" + RANDOM,
    "1//0" + RANDOM,
    "xoxb-12-34-" + RANDOM,
    "xapp-1-" + RANDOM,
    "hf_" + RANDOM,
    "api_org_" + RANDOM,
    "npm_" + RANDOM,
    "pypi-AgEIcHlwaS5vcmc" + RANDOM,
    "gsk_" + RANDOM,
    "xai-" + RANDOM,
    "pplx-" + RANDOM,
    "r8_" + RANDOM,
    "nvapi-" + RANDOM,
    "tvly-" + RANDOM,
    "csk-" + HEX,
    "lsv2_pt_" + HEX,
    "fw_" + RANDOM,
    "dapi" + HEX,
    "dop_v1_" + HEX * 2,
    "SG." + RANDOM + "." + RANDOM,
    "key-" + HEX,
    "123456789:AA" + RANDOM,
    "lin_api_" + RANDOM,
    "ntn_" + RANDOM,
    "secret_" + RANDOM,
    "figd_" + RANDOM,
    "dp.pt." + RANDOM,
    "hvs." + RANDOM,
    "AGE-SECRET-KEY-1" + RANDOM.upper(),
    "shpat_" + HEX,
    "sq0csp-" + RANDOM,
    "glsa_" + RANDOM,
    "phx_" + RANDOM,
    "sntrys_" + RANDOM,
    "PMAK-" + HEX + "-" + HEX,
    "SK" + HEX,
    "pat" + "A1b2C3d4E5f6G7" + "." + HEX * 2,
    "eyJhbGciOi.eyJzdWIiOi.c2ln",
]


@pytest.mark.parametrize("key", FORMS)
@pytest.mark.parametrize("around", ["{}", "x = {}", "('{}', 1)", "a\n{}\nb", "[{}]"])
def test_a_key_of_a_known_form_is_masked_wherever_it_stands(key, around):
    assert redact(around.format(key)) == around.format(MASK)


def test_webhooks_are_masked_and_their_hosts_stay():
    slack = "https://hooks.slack.com/services/T00/B00/" + RANDOM
    assert redact(slack) == f"https://hooks.slack.com/{MASK}"
    discord = f"https://discord.com/api/webhooks/123456/{RANDOM}"
    assert redact(discord) == f"https://discord.com/api/webhooks/{MASK}"


PEM = "-----BEGIN RSA PRIVATE KEY-----{0}MIIEpAIBAAKCAQEA7{1}{0}{1}{0}"
PEM_END = "-----END RSA PRIVATE KEY-----"


@pytest.mark.parametrize("end_of_line", ["\n", "\\n", "\r\n", "\\\\n", "\n    "])
@pytest.mark.parametrize("rest", [PEM_END, ""])
def test_a_private_key_goes_also_where_its_end_is_cut_off(end_of_line, rest):
    text = PEM.format(end_of_line, "Ab1/+" * 12) + rest + "\nafter: it"
    clean = redact(text)
    assert "Ab1/" not in clean
    assert "MIIE" not in clean
    assert clean.startswith("-----BEGIN RSA PRIVATE KEY-----" + MASK)
    assert clean.endswith("after: it")
    assert redact(clean) == clean


def test_encrypted_keys_with_headers_go_too():
    head = "\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,AB12\n\n"
    text = PEM.format(head, "Ab1/+" * 12) + PEM_END
    assert "Ab1/" not in redact(text)


# Tables


def test_values_below_a_secrets_name_are_masked_in_tables_of_all_kinds():
    rows = [("alice", "plum-41x", "h1"), ("bob", "heron-7y", "h2")]
    for separator in (",", ";", "\t", " | ", "  │ "):
        table = "\n".join(
            separator.join(row) for row in [("user", "password", "host"), *rows]
        )
        clean = redact(table + "\n\nuser,other\na,plum-9z")
        assert "plum-41x" not in clean
        assert "heron-7y" not in clean
        for kept in ("alice", "bob", "h1", "h2", "plum-9z"):
            assert kept in clean


def test_aligned_tables_are_read_from_either_side():
    right = "    user  password host\n0  alice  plum-41x   h1\n1    bob  heron-7   h2"
    left = "user   password   host\nalice  plum-41x   h1\nbob    heron-77  h2"
    for table in (right, left):
        clean = redact(table)
        assert clean.count(MASK) == 2
        assert "alice" in clean
        assert "h2" in clean


def test_a_box_is_read_past_its_rules():
    box = (
        "│ user  ┆ password │\n│ ---   ┆ ---      │\n╞═══════╪══════════╡\n"
        "│ alice ┆ plum-41  │\n│ bob   ┆ heron-7  │\n└───────┴──────────┘"
    )
    clean = redact(box)
    assert "plum-41" not in clean
    assert "heron-7" not in clean
    assert "alice" in clean


def test_sentences_and_other_lines_are_no_table():
    for text in (
        "user, password\nalice, 1",
        "  the password  is here\n  and 12345a  below it there is one more word",
        "password\nplum-41x",
        "x,password(y)\n1,plum-41x",
    ):
        assert redact(text + "\n").count(MASK) <= 1
    assert redact("password\nplum-41x") == "password\nplum-41x"


# Properties

TOKEN = st.text(string.ascii_letters + string.digits, min_size=24, max_size=40).filter(
    lambda t: any(c.isdigit() for c in t) and any(c.isalpha() for c in t)
)
PASSWORD = st.text(
    string.ascii_letters + string.digits + "!$%^*()-_=+.,~", min_size=6, max_size=30
).filter(lambda p: not p.isdigit() and any(c.isdigit() for c in p))
PROSE = st.text(string.ascii_letters + " .,\n()", max_size=40)


@given(PROSE, st.sampled_from(["sk-", "ghp_", "gsk_", "glpat-", "AIza"]), TOKEN, PROSE)
def test_no_key_survives(before, prefix, token, after):
    assert token not in redact(f"{before} {prefix}{token} {after}")


@given(PROSE, st.sampled_from(["Bearer ", "bearer ", "BEARER  "]), TOKEN, PROSE)
def test_no_bearer_token_survives(before, scheme, token, after):
    assert token not in redact(f"{before} {scheme}{token} {after}")


@given(
    st.sampled_from(["api_key", "token", "access_token", "password", "sig", "key"]),
    st.text(string.ascii_letters + string.digits + "%._-", min_size=1, max_size=30),
    st.booleans(),
)
def test_no_secret_query_parameter_survives(name, value, is_first):
    assume(any(c.isalnum() for c in value))
    value += "q7Q"  # not a word that the rest of the address holds
    assume("xxx" not in value.lower())
    pairs = [f"{name}={value}", "page=2"]
    query = "&".join(pairs if is_first else reversed(pairs))
    clean = redact(f"GET https://api.example/v1/data?{query} took 3 s")
    assert value not in clean
    assert "https://api.example/v1/data?" in clean
    assert "page=2" in clean


@given(st.sampled_from(["postgresql", "mongodb+srv", "https", "amqp"]), PASSWORD)
@example("https", "1a,b://")
def test_no_password_of_an_address_survives_and_user_and_host_do(scheme, password):
    assume("://" not in password)
    clean = redact(f"x {scheme}://reporter:{password}@db3.internal:5432/sales y")
    assert clean == f"x {scheme}://reporter:{MASK}@db3.internal:5432/sales y"


@given(
    st.sampled_from(
        ['password = "{}"', "{{'api_key': '{}'}}", '{{"DB_PASSWORD": "{}"}}']
        + ["f(secret='{}', user='x')", "export DB_PASS='{}'", 'token: "{}"']
    ),
    PASSWORD,
)
def test_no_literal_beside_a_secrets_name_survives(form, password):
    assume(password.strip("*.xX_-=") and "$" not in password and "%" not in password)
    assume(not password.isalpha())
    assert password not in redact(form.format(password)).replace(MASK, "")


ANYTHING = st.lists(
    st.one_of(
        st.sampled_from([*MASKED, *KEPT, *FORMS, MASK, PEM_END]),
        st.sampled_from(
            ["password", "token=", "api_key: ", '"', "'", "\n", ",", " ", "://", "a:b@c"]
            + ["Bearer ", "{", "[", "(", ")", "|", "  ", "\\", "?", "&", "=", "İ", "\t"]
        ),
        st.text(max_size=12),
    ),
    max_size=14,
).map("".join)


@given(ANYTHING)
@example("İİ password='plum'")
def test_what_was_redacted_once_is_redacted(text):
    once = redact(text)
    assert redact(once) == once


@given(st.text(string.ascii_lowercase + " .\n", max_size=300))
def test_plain_prose_is_the_same_object(text):
    assert redact(text) is text


MEGABYTE = 1_000_000
AWKWARD = [
    "password=", 'password="', "'password':'", "password,", "password ", "\\",
    '"', 'api_keys=["a",', "a://a:", "-----BEGIN RSA PRIVATE KEY-----", "eyJaaaaaa.",
    "user,password\n", "bearer ", "-u a:b ", "<password>", "|password|", "\n",
    "password: object ", "Cookie: a=b12345678;", "?a=b&sig=", "login me password x ",
    "password    ", "A1", "{", "f'{", "token:str=", "Basic YTpi ", "x-api-key: ",
]  # fmt: skip


@pytest.mark.parametrize("awkward", AWKWARD)
def test_a_megabyte_of_what_is_awkward_is_no_trouble(awkward):
    text = awkward * (MEGABYTE // 5 // len(awkward))
    clean = redact(text)
    assert redact(clean) == clean
    named_secrets(text)


# What is known beforehand


def test_exact_values_go_wherever_they_stand_longest_first():
    known = Redactor([SECRET, SECRET + "-more", "p@ss w/rd"])
    assert known(f"x{SECRET}-more,{SECRET}y") == f"x{MASK},{MASK}y"
    assert known("p%40ss%20w%2Frd p%40ss+w%2Frd p@ss w/rd") == " ".join([MASK] * 3)


def test_short_values_are_not_looked_for():
    assert Redactor(["a", "12345", "     "]).values == frozenset()
    text = "a 12345"
    assert Redactor(["a", "12345", ""])(text) is text


def test_a_plain_word_is_masked_as_a_word():
    known = Redactor(["postgres"])
    assert known("postgres, postgresql://postgres@h") == (
        f"{MASK}, postgresql://{MASK}@h"
    )


def test_more_values_make_another_redactor():
    first = Redactor([SECRET], [r"EMP-\d+"])
    second = first.with_values("heron-777")
    assert first("heron-777") == "heron-777"
    assert second(f"heron-777 {SECRET} EMP-12") == " ".join([MASK] * 3)
    assert first.values == {SECRET}
    assert second.patterns == first.patterns


def test_the_mask_itself_is_never_masked():
    assert Redactor(["redacted"], [r"\w+"])(f"x{MASK}") == MASK + MASK
    assert Redactor([MASK])(MASK) == MASK


def test_a_pattern_of_the_person_is_masked_whole():
    assert Redactor(patterns=[r"EMP-\d+", r""])("see EMP-0042.") == f"see {MASK}."


def test_a_bad_pattern_is_named():
    with pytest.raises(SettingInvalid, match=r"redact_patterns holds '\('"):
        Redactor(patterns=["("])


def test_secret_values_of_the_environment():
    environ = {
        "OPENAI_API_KEY": "sk-1234567",
        "DB_PASS": "plum-41",
        "HOME": "/home/me",
        "PWD": "/home/me/work",
        "AWS_REGION": "eu-central-1",
        "SHORT_TOKEN": "abc",
        "API_KEY_FILE": "/run/secrets/key",
        "GOOGLE_APPLICATION_CREDENTIALS": "/home/me/key.json",
        "MAX_TOKENS": "1234567",
        "AUTH_TOKEN": "undefined",
    }
    assert secret_values(environ) == {"sk-1234567", "plum-41"}


def test_named_secrets_are_the_values_that_a_text_assigns():
    source = "\n".join(
        [
            "%env REPORT_DB_PASSWORD=plum-orchard-41",
            'user = "reporter"; password = "heron\\n77"',
            'url = "postgresql://u:p%40ss-7Qxl@db/x"',
            'short = {"token": "abc"}',
            "user,api_key",
            "alice,k-12345",
        ]
    )
    assert named_secrets(source) == {
        SECRET,
        "heron\\n77",
        "heron\n77",
        "p%40ss-7Qxl",
        "k-12345",
    }
    known = Redactor(named_secrets(source))
    assert known("it was plum-orchard-41, p@ss-7Qxl") == f"it was {MASK}, {MASK}"


def test_broken_escapes_are_kept_as_they_are():
    assert named_secrets(r'password = "plum-\x4"') == {r"plum-\x4"}


@pytest.mark.parametrize(
    "name",
    ["password", "PGPASSWORD", "db_pw", "apiKey", "API_KEY_2", "githubToken", "secret"]
    + ["AWS_SECRET_ACCESS_KEY", "clientSecret", "x-api-key", "password_reset_token"]
    + ["DB_PASS", "accessToken", "SSH_PRIVATE_KEY", "api_keys", "refresh_tokens"],
)
def test_names_of_secrets(name):
    assert is_secret_name(name)


@pytest.mark.parametrize(
    "name",
    ["tokens", "token_count", "max_tokens", "tokenizer", "key", "key_columns", "user"]
    + ["password_column", "next_page_token", "primary_key", "compass", "first_pass"]
    + ["author", "monkey", "passenger", "secretary", "", "_", "pass", "customer_key"],
)
def test_names_of_other_things(name):
    assert not is_secret_name(name)


def test_json_of_json_is_read():
    inner = json.dumps({"password": SECRET, "user": "me"})
    for text in (inner, json.dumps(inner), json.dumps(json.dumps(inner))):
        clean = redact(text)
        assert SECRET not in clean
        assert "me" in clean


def test_what_only_looks_like_basic_credentials_stays():
    assert redact("basic understanding") == "basic understanding"
    secret = base64.b64encode(b"user:p\xfcss").decode()
    assert redact(f"Basic {secret}") == f"Basic {MASK}"
    assert redact("Basic aaaaa") == "Basic aaaaa"
