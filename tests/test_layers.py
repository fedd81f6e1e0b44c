"""The architecture: which part of gplsa may import which, and what stays out of the library."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY

PACKAGE = REPOSITORY / "gplsa"

# Each layer imports only from itself and from those above it.
LAYERS = (
    {
        *("errors", "files", "frames", "language", "message", "names", "progress", "renamed"),
        *("scratch", "setting", "stored", "version"),
    },
    {"sandbox"},
    {"core"},
    {"core.cluster"},
    {"text"},
    {"images"},
    {"models"},
    {"papers"},
    {"keywords"},
    {"evaluation"},
    {"corpus"},
    {"html"},
    {"headings"},
    {"reading"},
    {"retrieval"},
    {"model"},
    {"training"},
    {"compare"},
    {"answers"},
    {"figures"},
    {"report"},
    {"api", "shaping"},
    {"app", "service"},
    {"cli", "__main__"},
)

# Neighbours that the order allows and the design does not: a corpus knows nothing of what is made
# of it, the app serves people and the service programs.
STRANGERS = {
    ("corpus", "models"),
    ("corpus", "keywords"),
    ("app", "service"),
    ("service", "app"),
}

# The order inside the app: pages know what is above them, and nothing of each other.
APP_LAYERS = ("access", "library", "desk", "show", "pages")
# Where the app's own files lie, which every part may ask.
APP_FRONT = {"gplsa.app.front"}

# Only the app may need these; the library and the command line work without them.
APP_ONLY = {"streamlit", "plotly", "pandas", "starlette", "uvicorn", "platformdirs", "xlsxwriter"}
# Only the service needs these; the app has its own reasons for one of them.
SERVICE = {"starlette", "uvicorn", "h11", "prometheus_client"}
# Only fits on many computers need these.
CLUSTER_ONLY = {"distributed"}
# Only Parquet files, read bit by bit, need these.
PARQUET_ONLY = {"pyarrow"}
# Only vocabularies in SKOS need these.
SKOS_ONLY = {"pyoxigraph"}
# Notebooks draw the same figures as the pages, and have tables as DataFrames.
DRAWING = {"plotly", "pandas"}
TABLES = {"pandas"}

# Parts that need what the library and the command line do without.
NEEDING_MORE = (
    "app",
    "service",
    "figures",
    "report",
    "core.cluster",
    "__main__",
)

MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def part_of(module: str) -> str:
    """`gplsa.core.em` is of part `core`; what needs Dask is a part of its own."""
    names = module.split(".")
    return "core.cluster" if names[1:3] == ["core", "cluster"] else names[1]


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(REPOSITORY).with_suffix("").parts)


def imports(path: Path) -> Iterator[str]:
    """Full names of everything a file imports, also inside functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), path.name)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}, line {node.lineno}: a relative import"
            if node.module == "gplsa":
                yield from (f"gplsa.{alias.name}" for alias in node.names)
            else:
                yield node.module


def layer(part: str) -> int:
    found = [number for number, parts in enumerate(LAYERS) if part in parts]
    assert len(found) == 1, f"gplsa.{part} stands in {len(found)} layers; it needs one place"
    return found[0]


def forbidden(part: str, imported: list[str]) -> list[str]:
    """Those of `imported` that a module of `part` must not import."""
    wrong = []
    for name in imported:
        package = name.split(".")[0]
        drawing = dict.fromkeys(("figures", "report"), DRAWING)
        own = {"app": APP_ONLY, "service": SERVICE, "frames": TABLES}
        allowed = (own | drawing).get(part, set())
        if package in (APP_ONLY | SERVICE) - allowed or (
            package in CLUSTER_ONLY and part != "core.cluster"
        ):
            wrong.append(name)
        if package in PARQUET_ONLY and part != "reading":
            wrong.append(name)
        if package in SKOS_ONLY and part != "headings":
            wrong.append(name)
        if package == "gplsa" and "." in name:
            other = part_of(name)
            if layer(other) > layer(part) or (part, other) in STRANGERS:
                wrong.append(name)
    return wrong


def imported_files(path: Path) -> set[str]:
    """The modules of the package that a file imports, also for types alone."""
    known, found = {module_of(one) for one in MODULES}, set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), path.name)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found & known


def circles(arrows: dict[str, set[str]]) -> list[set[str]]:
    """Groups of names each of which leads to each other one."""
    order = TopologicalSorter(arrows)
    try:
        order.prepare()
    except CycleError as error:
        circle = set(error.args[1])
        rest = {name: to - circle for name, to in arrows.items() if name not in circle}
        return [circle, *circles(rest)]
    return []


def test_no_files_import_each_other_also_for_types_alone():
    assert circles({module_of(path): imported_files(path) for path in MODULES}) == []
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [{"a", "b", "c"}]


@pytest.mark.parametrize(
    "path", MODULES, ids=[path.relative_to(PACKAGE).as_posix() for path in MODULES]
)
def test_imports_only_from_the_layers_above(path):
    part = part_of(module_of(path))
    assert forbidden(part, list(imports(path))) == []


def app_layer(module: str) -> str:
    """The part of the app that a module is of: whatever is none of the shared ones is a page."""
    part = module.split(".")[2]
    return part if part in APP_LAYERS else "pages"


def forbidden_in_app(module: str, imported: list[str]) -> list[str]:
    """Those of `imported` that stand below the module in the order of the app, or on another
    page."""
    place, wrong = APP_LAYERS.index(app_layer(module)), []
    for name in imported:
        if name.startswith("gplsa.app.") and name not in APP_FRONT:
            other = APP_LAYERS.index(app_layer(name))
            of_another_page = name.split(".")[2] != module.split(".")[2]
            if other > place or (other == place == len(APP_LAYERS) - 1 and of_another_page):
                wrong.append(name)
    return wrong


OF_APP = [path for path in MODULES if path.parent.parent == PACKAGE / "app"]


@pytest.mark.parametrize("path", OF_APP, ids=[f"{p.parent.name}/{p.name}" for p in OF_APP])
def test_the_parts_of_the_app_have_an_order_too(path):
    assert forbidden_in_app(module_of(path), list(imports(path))) == []


def test_the_order_of_the_app_is_enforced():
    desk, topics = "gplsa.app.desk.desk", "gplsa.app.topics.parts"
    assert forbidden_in_app(desk, ["gplsa.app.library.library", "gplsa.app.desk.jobs"]) == []
    assert forbidden_in_app(desk, ["gplsa.app.show.cards"]) == ["gplsa.app.show.cards"]
    assert forbidden_in_app(topics, ["gplsa.app.topics.one", "gplsa.app.front"]) == []
    assert forbidden_in_app(topics, ["gplsa.app.train.parts"]) == ["gplsa.app.train.parts"]


def test_the_order_is_enforced():
    assert forbidden("core", ["numpy", "gplsa.errors", "gplsa.core.em"]) == []
    assert forbidden("core", ["gplsa.models", "streamlit"]) == ["gplsa.models", "streamlit"]
    assert forbidden("figures", ["plotly.express", "streamlit"]) == ["streamlit"]
    assert forbidden("frames", ["pandas", "plotly"]) == ["plotly"]
    assert forbidden("training", ["distributed"]) == ["distributed"]
    assert forbidden("training", ["pyarrow"]) == ["pyarrow"]
    assert forbidden("training", ["pyoxigraph"]) == ["pyoxigraph"]
    assert forbidden("corpus", ["gplsa.core.em", "gplsa.models.plsa"]) == ["gplsa.models.plsa"]
    with pytest.raises(AssertionError, match="needs one place"):
        forbidden("core", ["gplsa.nowhere"])


def test_the_library_works_without_the_packages_of_the_app():
    """In a process of its own, as other tests have long loaded streamlit."""
    names = [module_of(path) for path in MODULES if part_of(module_of(path)) not in NEEDING_MORE]
    absent = sorted(APP_ONLY | SERVICE | CLUSTER_ONLY)
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({absent!r})); "
        f"import importlib; [importlib.import_module(name) for name in {names!r}]"
    )
    subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, check=True)


def test_figures_without_their_packages_say_what_to_install():
    code = (
        "import sys; sys.modules['plotly'] = None\n"
        "try:\n    import gplsa.figures\nexcept ImportError as error:\n    print(error)"
    )
    said = subprocess.run(
        [sys.executable, "-c", code], cwd=REPOSITORY, check=True, capture_output=True, text=True
    )
    assert "needs plotly and pandas" in said.stdout
    assert "pip install 'gplsa[app]'" in said.stdout


def test_whatever_is_imported_has_a_requirement():
    lines = (REPOSITORY / "requirements.txt").read_text(encoding="utf-8").splitlines()
    named = {re.split(r"[<>=]", line)[0].strip() for line in lines if line[:1].isalpha()}
    app = [REPOSITORY / "app.py", *sorted((REPOSITORY / "pages").glob("*.py"))]
    used = {name.split(".")[0] for path in [*MODULES, *app] for name in imports(path)}
    used -= CLUSTER_ONLY | PARQUET_ONLY | SKOS_ONLY
    providers = packages_distributions()
    packages = {
        providers[name][0].replace("_", "-"): name
        for name in used - {"gplsa", "pages"} - set(sys.stdlib_module_names)
    }
    assert sorted(set(packages) - named) == [], "imported, but not in requirements.txt"
    assert sorted(named - set(packages)) == [], "in requirements.txt, but not imported"


def test_the_package_asks_for_what_requirements_name():
    """Twice the same ranges: pyproject.toml says besides what only the app needs."""
    lines = (REPOSITORY / "requirements.txt").read_text(encoding="utf-8").splitlines()
    named = {line.split("#")[0].strip() for line in lines if line[:1].isalpha()}
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    library, more = project["dependencies"], project["optional-dependencies"]
    app, service = set(more["app"]), set(more["service"])
    assert sorted({*library, *app, *service}) == sorted(named)
    assert {re.split(r"[<>=]", line)[0] for line in app} == APP_ONLY - {"uvicorn"}
    assert {re.split(r"[<>=]", line)[0].replace("-", "_") for line in service} == SERVICE
    tools = (REPOSITORY / "requirements-dev.txt").read_text(encoding="utf-8").splitlines()
    cluster = more["dask"]
    assert set(cluster) <= {line.split("#")[0].strip() for line in tools}
    assert {re.split(r"[<>=]", line)[0] for line in cluster} == CLUSTER_ONLY
