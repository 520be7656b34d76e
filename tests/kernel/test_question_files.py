import base64

import pytest

from jupyter_assistant.conversation import ImagePart, TextPart
from jupyter_assistant.errors import SettingInvalid
from jupyter_assistant.kernel.select.files import WHOLE_BYTES, file_part


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def text_of(name, *, share_rows=True, redact=str):
    part = file_part(name, share_rows=share_rows, redact=redact)
    assert isinstance(part, TextPart)
    assert part.context is not None
    assert (part.context.type, part.context.label) == ("file", name)
    return part.text


def test_small_file_is_told_whole_with_its_size(folder):
    (folder / "a.csv").write_text("x,y\n1,2\n")

    assert text_of("a.csv") == "a.csv, 8 bytes, 2 lines:\nx,y\n1,2\n"


def test_home_folder_is_found(folder, monkeypatch):
    monkeypatch.setenv("HOME", str(folder))
    (folder / "a.txt").write_text("hi")

    assert text_of("~/a.txt").endswith("\nhi")


def test_long_file_is_told_by_its_start_its_end_and_its_odd_lines(folder):
    rows = [f"{n},{n * 2},ok" for n in range(5000)]
    rows[2000] = "not a row"
    (folder / "a.csv").write_text("\n".join(["n,twice,state", *rows]))

    text = text_of("a.csv")
    assert "5,001 lines" in text
    assert "n,twice,state\n0,0,ok" in text
    assert "not a row" in text
    assert text.endswith("4999,9998,ok")
    assert len(text) < 4500


def test_huge_file_is_not_read_whole(folder):
    with (folder / "a.log").open("w") as file:
        file.write("start\n" + "x" * WHOLE_BYTES + "\nend\n")

    text = text_of("a.log")
    assert text.startswith("a.log, 1,000,011 bytes:\nstart")
    assert text.rstrip().endswith("end")


def test_secrets_are_masked_before_the_text_is_cut(folder):
    (folder / "a.env").write_text("KEY=" + "hunter2" * 1000)

    assert "hunter" not in text_of("a.env", redact=lambda t: t.replace("hunter2", "*"))


def test_rows_stay_where_values_must_not_leave(folder):
    (folder / "a.csv").write_text("x,y\n1,2\n")
    (folder / "a.py").write_text("x = 1\n")
    (folder / "a.png").write_bytes(b"\x89PNG\0")

    assert text_of("a.csv", share_rows=False).endswith("values are not shared:\nx,y")
    assert text_of("a.py", share_rows=False).endswith("\nx = 1\n")
    assert "no text" in text_of("a.png", share_rows=False)


def test_picture_is_sent_as_one(folder):
    (folder / "a.png").write_bytes(b"\x89PNG")
    part = file_part("a.png", share_rows=True, redact=str)

    assert isinstance(part, ImagePart)
    assert base64.b64decode(part.data) == b"\x89PNG"
    assert part.context is not None
    assert part.context.label == "a.png"


def test_file_in_another_encoding_is_read_all_the_same(folder):
    (folder / "a.txt").write_bytes("Größe in Öl: äöüß".encode("latin-1"))
    (folder / "b.txt").write_bytes(b"\xef\xbb\xbfx")

    assert "Größe in Öl" in text_of("a.txt")
    assert text_of("b.txt").endswith(":\nx")


def test_file_without_text_is_told_by_its_size(folder):
    (folder / "a.bin").write_bytes(b"\0\1\2")

    assert text_of("a.bin") == "a.bin: no text, 3 bytes."


def test_file_that_does_not_exist_is_named_with_the_remedy(folder):
    with pytest.raises(SettingInvalid, match=r"-c no\.csv: no such file.*name a file"):
        file_part("no.csv", share_rows=True, redact=str)


def test_folder_is_refused(folder):
    with pytest.raises(SettingInvalid, match="that is a folder"):
        file_part(str(folder), share_rows=True, redact=str)


def test_folder_that_is_gone_and_a_home_nobody_knows_are_said(folder, monkeypatch):
    gone = folder / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(SettingInvalid, match="a folder that is gone"):
        text_of("a.csv")
    monkeypatch.chdir(folder)
    with pytest.raises(SettingInvalid, match="no such file"):
        text_of("~nobody-here/a.csv")
