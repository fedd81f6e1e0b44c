"""The one thing that pyproject.toml cannot say: the front of the app goes into the package.

app.py, pages and assets stand at the top of the checkout, where Streamlit's users look for them.
The wheel carries the same folder as gplsa/front, so that `gplsa app` finds them in any place.
"""

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

FRONT = {
    "gplsa.front": ".",
    "gplsa.front.pages": "pages",
    "gplsa.front.assets": "assets",
    "gplsa.front.assets.samples": "assets/samples",
}


class WithoutThisFile(build_py):
    def find_package_modules(self, package, package_dir):
        found = super().find_package_modules(package, package_dir)
        return [module for module in found if module[:2] != ("gplsa.front", "setup")]


setup(
    packages=[*find_packages(include=["gplsa", "gplsa.*"]), *FRONT],
    package_dir=FRONT,
    package_data={
        "gplsa": ["py.typed", "locale/*/LC_MESSAGES/*.mo"],
        "gplsa.front": [".streamlit/config.toml"],
        "gplsa.front.assets": ["*.png", "*.svg"],
        "gplsa.front.assets.samples": ["*.csv", "*.zip"],
    },
    cmdclass={"build_py": WithoutThisFile},
)
