"""What a front end is sent to run fits what this installation holds."""

from anywidget._version import _ANYWIDGET_SEMVER_VERSION

from jupyter_assistant.kernel.widget.code import (
    ANYWIDGET_RANGE,
    is_built,
    loader_code,
    view_code,
)


def test_a_widget_made_by_hand_names_the_front_end_of_the_installed_anywidget():
    assert ANYWIDGET_RANGE == _ANYWIDGET_SEMVER_VERSION


def test_the_view_is_part_of_the_installation():
    assert is_built()
    assert "export" in loader_code()
    assert "export" in view_code()


def test_what_each_widget_carries_is_small():
    assert len(loader_code()) < 6000
