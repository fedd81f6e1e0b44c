"""The button that hands out a model as a report: one HTML file for readers without the app."""

from pathlib import PurePath

from gplsa.app.library.library import MODEL
from gplsa.app.library.on_disk import OnDisk
from gplsa.app.show.downloads import download_button, file_name
from gplsa.language import tr
from gplsa.report import report_html


def report_button(library: OnDisk, model_id: str, name: str) -> None:
    """Make a report of a kept model when it is asked for."""

    def make() -> bytes:
        model = library.open(MODEL, model_id)
        if model is None:
            return tr("This model is not kept any more.").encode()
        return report_html(library.as_called(model)).encode("utf-8", "replace")

    download_button(
        tr("Report"),
        make,
        f"{file_name(PurePath(name).name, 'model')}-report.html",
        icon=":material/description:",
        key=f"report-{model_id}",
    )
