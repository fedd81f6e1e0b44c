"""The look of a report: light and dark as the reader's system is, black on white on paper."""

CSS = """
:root { color-scheme: light dark; --ground: #fdfcfa; --ink: #25292e; --accent: #1f5f8b; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #16181b; --ink: #e6e4df; --accent: #7fb2d6; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1.25rem 4rem; max-width: 68rem; background: var(--ground);
  color: var(--ink); font: 1rem/1.55 system-ui, "Source Sans 3", sans-serif;
  overflow-wrap: anywhere; --line: color-mix(in srgb, currentColor 18%, transparent);
  --wash: color-mix(in srgb, currentColor 6%, transparent); }
h1, h2 { font-family: Georgia, "Source Serif 4", serif; line-height: 1.2; }
h1 { font-size: 2rem; margin: 0.5rem 0 0; }
h2 { font-size: 1.4rem; margin: 2.6rem 0 0.6rem; border-bottom: 1px solid var(--line);
  padding-bottom: 0.25rem; }
h2 a { float: right; font-size: 1rem; text-decoration: none; }
h3 { font-size: 1.05rem; margin: 1.1rem 0 0; }
.lead { font-size: 1.1rem; }
.findings { list-style: none; margin: 1.4rem 0; padding: 0; display: grid; gap: 0.9rem;
  grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr)); }
.findings li { border-top: 3px solid var(--accent); background: var(--wash); padding: 0.8rem 1rem;
  border-radius: 0 0 0.5rem 0.5rem; }
.findings b { display: block; font: 600 1.1rem/1.3 Georgia, "Source Serif 4", serif;
  margin-bottom: 0.3rem; }
.topic h3 { margin: 0; }
.verdict + .scroll { margin-top: 0.8rem; }
p, ul { margin: 0.4rem 0; }
a { color: var(--accent); }
.soft { color: color-mix(in srgb, currentColor 70%, transparent); }
.small { font-size: 0.875rem; }
.num { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
nav ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 0.2rem 1.2rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.93rem; }
caption { text-align: left; font-size: 0.875rem; padding-bottom: 0.3rem; }
.scroll caption { position: sticky; left: 0; max-width: calc(100vw - 2.5rem); }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 1rem 0.3rem 0;
  border-top: 1px solid var(--line); overflow-wrap: break-word; }
th:first-child { min-width: 7rem; }
thead th { font-weight: 400; font-size: 0.82rem; border-top: 0; }
th[scope=row] { font-weight: 600; }
.verdict { border: 1px solid var(--line); border-left: 4px solid var(--c); padding: 0.7rem 1rem;
  border-radius: 0.5rem; }
.topics { display: grid; gap: 0.9rem;
  grid-template-columns: repeat(auto-fill, minmax(min(26rem, 100%), 1fr)); }
.pictures { display: flex; gap: 0.4rem; margin: 0.5rem 0; }
.pictures img { width: calc((100% - 0.8rem) / 3); aspect-ratio: 1; object-fit: cover;
  border-radius: 0.3rem; }
.topic { border: 1px solid var(--line); border-radius: 0.5rem; padding: 0.7rem 0.9rem; }
.words { display: grid; grid-template-columns: repeat(var(--n), minmax(0, 1fr)); gap: 0 1rem;
  margin-top: 0.4rem; }
.words ol { list-style: none; margin: 0; padding: 0; }
.words ol { hyphens: auto; }
.words li { position: relative; padding: 0.05rem 0.4rem; margin: 1px 0; font-size: 0.9rem; }
.words li i { position: absolute; inset: 0 auto 0 0; border-radius: 0.2rem;
  background: color-mix(in srgb, var(--c) 26%, transparent); }
.words li span { position: relative; }
.side { font-weight: 600; }
.side::before { content: ""; display: inline-block; width: 0.55em; height: 0.55em;
  border-radius: 50%; background: var(--c); margin-right: 0.4em; }
figure { margin: 1rem 0; }
.plot { width: 100%; min-height: 20rem; overflow: hidden; }
blockquote { margin: 0.4rem 0; padding-left: 0.8rem; border-left: 3px solid var(--c); }
.chip { display: inline-block; padding: 0.02rem 0.55rem; margin: 0.1rem 0.15rem 0.1rem 0;
  border-radius: 1rem; background: var(--wash); font-size: 0.9rem; }
details { margin-top: 0.4rem; }
summary { cursor: pointer; font-size: 0.875rem; }
pre { white-space: pre-wrap; background: var(--wash); padding: 0.7rem 0.9rem;
  border-radius: 0.5rem; font-size: 0.875rem; }
@media (max-width: 640px) { body { padding: 1rem 0.9rem 3rem; } h1 { font-size: 1.6rem; } }
@media print {
  :root { color-scheme: light; --ground: #fff; --ink: #000; --accent: #000; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  nav, summary, h2 a { display: none; }
  h2 { break-after: avoid; }
  .topic, tr, figure, .verdict { break-inside: avoid; }
  .topics { grid-template-columns: 1fr 1fr; }
  * { print-color-adjust: exact; } }
"""

# Draws the figures whose data stand in the page, in the colours of the page, which change with the
# reader's system and before printing.
SCRIPT = """
(() => {
  const places = [...document.querySelectorAll("[data-figure]")];
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const colours = (onPaper) => {
    const night = dark.matches && !onPaper;
    const ink = onPaper ? "#000000" : night ? "#e6e4df" : "#25292e";
    const line = night ? "#44484f" : "#d5d2cb";
    return { "font.color": ink, "xaxis.gridcolor": line, "yaxis.gridcolor": line,
             "xaxis.linecolor": line, "yaxis.linecolor": line };
  };
  const paint = (onPaper) => Promise.all(places.map(async (place) => {
    const plot = place.querySelector(".plot");
    const now = colours(onPaper);
    await Plotly.relayout(plot, now);
    if (place.dataset.inked) await Plotly.restyle(plot, { "textfont.color": now["font.color"] });
  }));
  for (const place of places) {
    const figure = JSON.parse(document.getElementById(place.dataset.figure).textContent);
    // The last names are short ones in the stead of those before, where there is little room.
    const other = innerWidth < 640 ? 2 : 3;
    if (place.dataset.inked) figure.data = figure.data.filter((_, n) => n !== other);
    if (innerWidth < 640) {
      // No room for the scale.
      if (figure.layout.coloraxis) figure.layout.coloraxis.showscale = false;
      figure.layout.title = { ...figure.layout.title, font: { size: 12 } };
      // Names beside bars would take three quarters of the width.
      for (const axis of ["xaxis", "yaxis"]) {
        const title = { ...figure.layout[axis].title, font: { size: 10 } };
        figure.layout[axis] = { ...figure.layout[axis], title, tickfont: { size: 9 } };
      }
    }
    const layout = { ...figure.layout, autosize: true, paper_bgcolor: "rgba(0,0,0,0)",
                     plot_bgcolor: "rgba(0,0,0,0)" };
    Plotly.newPlot(place.querySelector(".plot"), figure.data, layout,
                   { ...figure.config, responsive: true, displaylogo: false,
                     displayModeBar: "hover",
                     modeBarButtons: [["zoomIn2d", "zoomOut2d", "resetScale2d", "toImage"]] });
  }
  paint(false);
  dark.addEventListener("change", () => paint(false));
  addEventListener("beforeprint", () => paint(true));
  addEventListener("afterprint", () => paint(false));
})();
"""
