"""The colours of topics and verdicts; the look is assets/style.css."""

from gplsa.app.front import front
from gplsa.language import later

# Okabe and Ito's palette, told apart by colour-blind people too, without black and yellow.
TOPIC_COLORS = ("#e69f00", "#56b4e9", "#009e73", "#cc79a7", "#d55e00", "#0072b2")
NEUTRAL = "#8a8f98"  # of what belongs to no side and has no verdict
GOOD, FAIR, POOR = "#3f8f5b", "#c08a1e", "#c2503d"
VERDICT_COLORS = {later("good"): GOOD, later("fair"): FAIR, later("poor"): POOR}


def style_sheet() -> str:
    """As markup for st.html."""
    return f"<style>{(front() / 'assets' / 'style.css').read_text('utf-8')}</style>"
