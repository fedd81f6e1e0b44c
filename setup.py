"""What pyproject.toml cannot say: the front of the app goes into the package, and addresses.

app.py, pages and assets stand at the top of the checkout, where Streamlit's users look for them.
The wheel carries the same folder as gplsa/front, so that `gplsa app` finds them in any place.

Where GPLSA_REPOSITORY names the address of the repository, as the release does, the links of the
README lead there from any page that shows it, and the package states its addresses.
"""

import os
import re
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

FRONT = {
    "gplsa.front": ".",
    "gplsa.front.pages": "pages",
    "gplsa.front.assets": "assets",
    "gplsa.front.assets.samples": "assets/samples",
    "gplsa.front.docs": "docs",
    "gplsa.front.docs.de": "docs/de",
}


VERSION = re.search('VERSION = "(.+)"', Path("gplsa/version.py").read_text("utf-8"))[1]
REPOSITORY = os.environ.get("GPLSA_REPOSITORY", "").rstrip("/")


def readme() -> str:
    """With absolute links: a picture as it is, all else as a page."""
    text = Path("README.md").read_text("utf-8")
    if not REPOSITORY:
        return text
    text = re.sub(r"(!\[[^]]*\]\()(?!http)", rf"\1{REPOSITORY}/raw/v{VERSION}/", text)
    return re.sub(r"((?<!!)\[[^]]*\]\()(?!http)", rf"\1{REPOSITORY}/blob/v{VERSION}/", text)


def addresses() -> dict[str, str]:
    if not REPOSITORY:
        return {}
    pages = {"Documentation": "docs/index.md", "Changelog": "CHANGELOG.md"}
    found = {name: f"{REPOSITORY}/blob/v{VERSION}/{page}" for name, page in pages.items()}
    return {"Homepage": REPOSITORY, "Source": REPOSITORY, "Issues": f"{REPOSITORY}/issues"} | found


class WithoutThisFile(build_py):
    def find_package_modules(self, package, package_dir):
        if package.startswith("gplsa.front.docs"):
            return []  # the manual's own configuration
        found = super().find_package_modules(package, package_dir)
        return [module for module in found if module[:2] != ("gplsa.front", "setup")]


setup(
    long_description=readme(),
    long_description_content_type="text/markdown",
    project_urls=addresses(),
    packages=[*find_packages(include=["gplsa", "gplsa.*"]), *FRONT],
    package_dir=FRONT,
    package_data={
        "gplsa": ["py.typed", "locale/*/LC_MESSAGES/*.mo"],
        "gplsa.text.language": ["endings.toml", "words/*.toml"],
        "gplsa.report": ["report.css", "report.js", "fonts/*"],
        "gplsa.front": [".streamlit/config.toml"],
        "gplsa.front.assets": ["*.png", "*.svg", "*.js", "*.css"],
        "gplsa.front.assets.samples": ["*.csv", "*.zip"],
        "gplsa.front.docs": ["reading.md"],
        "gplsa.front.docs.de": ["reading.md"],
    },
    cmdclass={"build_py": WithoutThisFile},
)
