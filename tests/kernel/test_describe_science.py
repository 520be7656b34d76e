"""Arrays, estimators, figures, expressions and widgets, described."""

from __future__ import annotations

import io

import ipywidgets
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
import scipy.sparse
import sympy
import xarray
from IPython.display import Image
from matplotlib.figure import Figure
from PIL import Image as Picture
from sklearn.base import BaseEstimator
from sklearn.compose import ColumnTransformer
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import OneHotEncoder
from traitlets import HasTraits, Int

from jupyter_assistant.kernel.describe import arrays, describe, one_line


def told(value, share_values="sample", **kwargs) -> str:
    return describe("x", value, share_values=share_values, **kwargs).text


# ---- NumPy


def test_large_array_is_told_by_shape_type_and_range():
    text = told(np.linspace(0, 1, 8192).reshape(128, 64))
    assert "numpy.ndarray, shape (128, 64), float64, 65.5 kB" in text
    assert "0.0 to 1.0" in text
    assert text.count("0.") < 12


@pytest.mark.parametrize(
    ("array", "facts"),
    [
        (np.zeros(10, "float32"), ["shape (10,), float32", "[0.0, 0.0"]),
        (np.arange(6).reshape(2, 3), ["[[0, 1, 2], [3, 4, 5]]"]),
        (np.array(5), ["shape ()", "values: 5"]),
        (np.zeros((0, 3)), ["shape (0, 3)"]),
        (np.r_[np.nan, np.inf, np.arange(40)], ["1 NaN, 1 infinite", "0.0 to 39.0"]),
        (np.full(40, np.nan), ["40 NaN"]),
        (np.arange(40) % 2 == 0, ["True (20), False (20)"]),
        (np.arange("2024-01", "2025-12", dtype="M8[D]"), ["2024-01-01 to 2025-11-30"]),
        (np.r_[np.array(["NaT"] * 30, "M8[D]")], ["30 NaT"]),
        (np.full(30, np.nan + 1j), ["30 not finite"]),
        (np.array(["a", "bb"]), ["<U2", "'bb'"]),
        (np.array([1, "a", None], dtype=object), ["int: 1, str: 'a', NoneType"]),
        (np.zeros(3, [("x", "i4"), ("y", "f8")]), ["fields x: int32, y: float64"]),
        (np.ma.array(np.arange(40), mask=np.arange(40) < 2), ["2 masked", "2 to 39"]),
        (np.float64(1.5), ["numpy.float64 = 1.5"]),
        (np.str_("a "), ["'a '"]),
        (np.datetime64("2024-01-02"), ["= 2024-01-02"]),
        (np.dtype("f8"), ["= float64"]),
        (np.sin, ["sin, 1 in, 1 out"]),
    ],
)
def test_arrays_and_scalars_of_all_kinds(array, facts):
    text = told(array)
    for fact in facts:
        assert fact in text
    assert "while its summary was made" not in text


def test_huge_array_is_seen_through_evenly_spread_cells(monkeypatch):
    monkeypatch.setattr(arrays, "EXACT_CELLS", 1000)
    assert "evenly spread cells" in told(np.zeros((300, 300)))


def test_array_on_disk_is_hardly_read(tmp_path, monkeypatch):
    monkeypatch.setattr(arrays, "MAPPED_CELLS", 100)
    mapped = np.memmap(tmp_path / "m.bin", dtype="f4", mode="w+", shape=(5000,))
    text = told(mapped)
    assert "mapped from a file" in text
    assert "seen in 100 evenly spread cells" in text


def test_file_of_arrays_is_told_by_its_names(tmp_path):
    np.savez(tmp_path / "a.npz", x=np.ones(3), w=np.ones(2))
    with np.load(tmp_path / "a.npz") as held:
        assert "none loaded: x, w" in told(held)


def test_code_of_an_array_subclass_is_not_run():
    class Loud(np.ndarray):
        def __array_finalize__(self, other):
            pass

        def min(self, *args, **kwargs):
            raise SystemExit

        def __repr__(self):
            raise SystemExit

        @property
        def size(self):
            raise SystemExit

    text = told(np.arange(100.0).view(Loud))
    assert "0.0 to 99.0" in text


def test_sparse_matrices_are_told_by_what_is_stored():
    assert "(5, 5), float64, format csr, 5 stored values (20%)" in told(
        scipy.sparse.csr_matrix(np.eye(5))
    )
    assert "format coo" in told(scipy.sparse.coo_array(np.eye(3)))


def test_arrays_show_no_value_under_schema():
    for array in (np.array([6.125]), np.float64(6.125), np.array(["Ana"], object)):
        text = told(array, share_values="schema")
        assert "6.125" not in text
        assert "Ana" not in text


# ---- tensors


def tensor_class(library: str, name: str, **members):
    """A class as that library has it."""
    return type(name, (), {"__module__": library, **members})


def test_tensor_is_told_by_shape_type_and_device_and_not_copied():
    def copy(self):
        raise AssertionError("copied from the device")

    cls = tensor_class(
        "torch",
        "Tensor",
        shape=(2, 3),
        dtype="torch.float32",
        device="cuda:0",
        requires_grad=True,
        grad_fn=None,
        detach=copy,
        tolist=copy,
        __repr__=copy,
    )
    assert "shape (2, 3), torch.float32, on cuda:0, requires grad" in told(cls())


def test_small_tensor_in_memory_shows_its_values():
    members = {
        "shape": (2,),
        "dtype": "torch.int64",
        "device": "cpu",
        "requires_grad": False,
        "detach": lambda self: self,
        "tolist": lambda self: [7, 8],
    }
    cls = tensor_class("torch", "Tensor", **members)
    assert "values [7, 8]" in told(cls())
    assert "7" not in told(cls(), share_values="schema")


def test_network_is_told_by_its_parts_and_parameters():
    parameter = tensor_class(
        "torch", "Tensor", shape=(3, 4), dtype="f", device="cpu", requires_grad=False
    )
    module = tensor_class("torch.nn", "Module")
    inner, outer = module(), module()
    inner.__dict__.update(
        _parameters={"weight": parameter()}, _modules={}, training=True
    )
    outer.__dict__.update(
        _parameters={"bias": parameter(), "none": None},
        _modules={"layer": inner, "same": inner, "off": None},
        training=False,
    )
    text = told(outer)
    assert "24 parameters, evaluating" in text
    assert "layer: Module, 12 parameters" in text
    assert "12 parameters" in told([inner])


# ---- scikit-learn


def test_pipeline_is_told_by_steps_and_changed_parameters():
    model = Pipeline(
        [
            ("impute", SimpleImputer(strategy="median")),
            ("scale", "passthrough"),
            ("clf", LogisticRegression(C=310.0, max_iter=9)),
        ]
    )
    text = told(model)
    assert "not fitted" in text
    assert "impute: SimpleImputer(strategy='median')" in text
    assert "scale: 'passthrough'" in text
    assert "clf: LogisticRegression(C=310.0, max_iter=9)" in text
    assert "<style" not in text


def test_fitted_estimator_tells_what_it_learnt():
    data = pd.DataFrame({"a": [0.0, 1, 2, 3], "b": [1.0, 0, 1, 0]})
    text = told(LogisticRegression().fit(data, [0, 0, 1, 1]))
    assert ", fitted" in text
    assert "fitted on 2 features: 'a', 'b'" in text
    assert "classes_: [0, 1]" in text
    assert "coef_" in text
    assert "fitted" in told(
        Pipeline([("c", LogisticRegression())]).fit(data, [0, 0, 1, 1])
    )


def test_search_and_columns_are_told():
    search = GridSearchCV(LogisticRegression(), {"C": [1, 2]})
    assert "param_grid={'C': [1, 2]}" in told(search)
    columns = ColumnTransformer(
        [
            ("kinds", OneHotEncoder(), ["x", "y"]),
            ("many", SimpleImputer(), list("abcdefghij")),
        ]
    )
    text = told(columns)
    assert "kinds: OneHotEncoder() for ['x', 'y']" in text
    assert "for 10 columns" in text


def test_estimator_of_the_persons_own_runs_none_of_its_code():
    class Mine(BaseEstimator):
        def __init__(self, depth=3, grid=float("nan"), token=None):
            self.depth, self.grid, self.token = depth, grid, token

        def get_params(self, deep=True):
            raise SystemExit

        @property
        def coef_(self):
            raise SystemExit

        def __repr__(self):
            raise SystemExit

    text = told(Mine(depth=5, token="abc"))
    assert "depth=5" in text
    assert "grid" not in text
    assert "abc" not in text


def test_estimator_shows_no_value_under_schema():
    model = LogisticRegression(C=310.0)
    model.fit(pd.DataFrame({"a": [0.0, 1]}), ["benign", "malign"])
    text = told(model, share_values="schema")
    assert "C: float" in text
    assert "310" not in text
    assert "benign" not in text


# ---- figures and pictures


def test_figure_is_told_by_titles_labels_and_what_is_drawn():
    figure, (left, right) = plt.subplots(1, 2)
    figure.suptitle("River")
    left.plot([1, 2, 3], [1, np.nan, 5], label="level")
    left.set_title("Gauge")
    left.set_xlabel("day")
    left.legend()
    right.hist([1, 2, 3, 3])
    right.set_yscale("log")
    for n in range(10):
        right.axhline(n)
    text = told(figure)
    plt.close(figure)
    assert "2 axes, 6.4 x 4.8 inches, title 'River'" in text
    assert "title 'Gauge', x 'day'" in text
    assert "line 'level', 3 points, x 1 to 3, y 1.0 to 5.0 (1 missing)" in text
    assert "legend: 'level'" in text
    assert "y log" in text
    assert "10 patches" in text
    assert "2 more lines" in text
    assert "bar container of 10" in text
    assert "Gauge" in told(left)
    assert "an artist 'level'" in told(left.lines[0])


def test_empty_axes_and_lines_without_values_are_told():
    axes = Figure().add_subplot()
    axes.plot([1.0, 2.0], [np.nan, np.nan])
    axes.plot(["a", "b"], ["c", "d"])
    text = told(axes)
    assert "y has no values" in text
    assert "2 points" in text


def test_figure_shows_no_text_or_value_under_schema():
    axes = Figure().add_subplot()
    axes.plot([61.25], label="Ana")
    axes.set_title("Ben")
    axes.legend()
    for value in (axes, axes.figure, axes.lines[0]):
        text = told(value, share_values="schema")
        assert "Ana" not in text
        assert "Ben" not in text
        assert "61.25" not in text


def test_displayed_picture_is_sent_as_it_is():
    file = io.BytesIO()
    Picture.new("RGB", (4, 3)).save(file, "PNG")
    description = describe("logo", Image(file.getvalue()), share_values="sample")
    assert description.image is not None
    assert description.image.media_type == "image/png"
    assert describe("x", Image(file.getvalue()), share_values="schema").image is None
    assert (
        describe("x", Image(b"GIF89a", format="gif"), share_values="sample").image
        is None
    )
    assert "4 x 3 pixels, mode RGB" in told(Picture.new("RGB", (4, 3)))


# ---- xarray


def test_dataset_is_told_by_dimensions_variables_and_units():
    data = xarray.Dataset(
        {"t": (("time", "x"), np.arange(12.0).reshape(3, 4), {"units": "K"})},
        coords={"time": pd.date_range("2024", periods=3), "x": list("abcd")},
        attrs={"title": "Demo"},
    )
    data["t"][0, 0] = np.nan
    text = told(data)
    assert "dimensions (time: 3, x: 4), 1 variable" in text
    assert "t: (time, x), float64, units 'K', 1.0 to 11.0, 1 missing" in text
    assert "coordinate x: (x), <U1, 'a', 'b', 'c', 'd'" in text
    assert "attributes: title='Demo'" in text
    assert "t, (time: 3, x: 4), float64, units 'K'" in told(data["t"])
    assert "11.0" not in told(data, share_values="schema")
    assert "dimensions" in one_line("x", data, share_values="sample")


def test_what_xarray_has_not_loaded_is_not_loaded():
    data = xarray.Dataset({"t": ("x", np.arange(8.0))}).chunk({"x": 2})
    assert "Dask chunks" in told(data)
    assert "0.0 to 7.0" not in told(data)


# ---- SymPy


def test_expression_is_written_with_its_symbols_and_assumptions():
    x, y = sympy.symbols("x y", positive=True)
    text = told(sympy.Integral(sympy.exp(-(x**2)) * y, (x, 0, sympy.oo)))
    assert "Integral(y*exp(-x**2), (x, 0, oo))" in text
    assert "symbols: x (positive), y (positive)" in text
    assert "2 x 2: [[1, x], [y, 2]]" in told(sympy.Matrix([[1, x], [y, 2]]))
    assert "6 x 6" in told(sympy.eye(6))
    assert "x**2" not in told(sympy.exp(x**2), share_values="schema")


def test_huge_expression_is_not_written_out():
    terms = sum(sympy.Symbol(f"a{n}") ** n for n in range(300))
    text = told(terms)
    assert "more than 600 parts" in text
    assert len(text) < 600
    assert len(told([sympy.Symbol("b" * 300)])) < 300


# ---- widgets


def test_widget_is_told_by_its_state():
    slider = ipywidgets.IntSlider(value=3, description="n", max=9, disabled=True)
    text = told(slider)
    assert "ipywidgets.IntSlider, value=3, description='n', min=0, max=9" in text
    assert "disabled=True" in text
    box = ipywidgets.VBox([slider, ipywidgets.Button(description="Go")])
    assert "children: IntSlider, Button" in told(box)
    assert "value=3" not in told(slider, share_values="schema")
    secret = ipywidgets.Password(value="hunter2")
    assert "hunter2" not in told(secret)


def test_object_with_traits_is_told_by_their_values():
    class Settings(HasTraits):
        depth = Int(3)

    settings = Settings(depth=5)
    assert ".depth: 5" in told(settings)
