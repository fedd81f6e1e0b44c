"""A model as one HTML file that needs no network: what was found, and how far to trust it.

It draws with plotly and needs the packages of the app.
"""

from gplsa.report.page import report_html

__all__ = ["report_html"]
