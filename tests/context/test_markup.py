from jupyter_assistant.context.markup import html_text


def test_rows_of_a_table_are_lines_and_its_cells_are_told_apart() -> None:
    html = """<style>td {color: red}</style><table><thead><tr><th>city</th>
    <th>pop</th></tr></thead><tr><td>Ghent</td><td>265 086</td></tr></table>
    <p>two cities</p>"""

    assert html_text(html) == "city | pop\nGhent | 265 086\ntwo cities"


def test_scripts_and_styles_say_nothing() -> None:
    assert html_text("<script>alert(1)</script><div>a<br>b</div></style>") == "a\nb"


def test_entities_are_the_characters_they_stand_for() -> None:
    assert html_text("<p>a &lt; b &amp; c</p></table>") == "a < b & c"
