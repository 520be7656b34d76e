"""The files that the tests of the browser's view go by say what the kernel shows."""

import json

import msgspec
import pytest
from reply_contract import FOLDER, contract, events_of, folded, path_of, shown
from reply_logs import LOGS

NEW = "run `python tests/support/reply_contract.py` and look at the difference"


@pytest.mark.parametrize("name", LOGS)
def test_each_file_holds_what_a_run_tells_and_what_is_shown_of_it(name):
    saved = json.loads(path_of(name).read_text("utf-8"))
    assert saved == json.loads(msgspec.json.encode(contract(name))), NEW


@pytest.mark.parametrize("name", [name for name in LOGS if name != "snapshot"])
def test_what_is_shown_follows_from_the_events_alone(name):
    saved = json.loads(path_of(name).read_text("utf-8"))
    assert shown(folded(events_of(saved))) == saved["expected"]


def test_no_file_is_left_over():
    assert {path.stem for path in FOLDER.glob("*.json")} == set(LOGS)
