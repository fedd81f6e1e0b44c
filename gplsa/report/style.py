"""The look of a report: light and dark as the reader's system is, black on white on paper."""

from gplsa.report.typefaces import SANS, SERIF

CSS = """
:root { color-scheme: light dark; --ground: #fdfcfa; --ink: #25292e; --accent: #1f5f8b;
  --wash: #f3f1ec; --line: #dcd8cf; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #16181b; --ink: #e6e4df; --accent: #7db9e2; --wash: #202327;
    --line: #3a3e44; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; padding: 2.5rem 1.5rem 5rem; max-width: 68rem; background: var(--ground);
  color: var(--ink); font: 1.03rem/1.55 SANS; overflow-wrap: anywhere; }
h1, h2 { font-family: SERIF; font-weight: 600; line-height: 1.2; text-wrap: balance; }
h1 { font-size: 2.6rem; margin: 0.2rem 0 0; }
h2 { font-size: 1.6rem; margin: 3.4rem 0 0.8rem; border-bottom: 1px solid var(--line);
  padding-bottom: 0.35rem; }
h2 > a { float: right; font: 1rem/1.9 SANS; text-decoration: none; }
h3 { font-size: 1.05rem; line-height: 1.4; font-weight: 600; margin: 1.8rem 0 0.3rem; }
h3.field { font-family: SERIF; font-size: 1.2rem; }
p, ul { margin: 0.4rem 0; }
p, li, blockquote, figcaption { max-width: 46rem; }
ul { padding-left: 1.1rem; }
a { color: var(--accent); text-underline-offset: 0.2em; text-decoration-thickness: 1px; }
.lead { font-size: 1.15rem; margin: 0.35rem 0 0; }
.soft, figcaption { color: color-mix(in srgb, currentColor 72%, transparent); }
.small, figcaption { font-size: 0.9rem; }
.num { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
nav { margin-top: 2rem; border-block: 1px solid var(--line); padding: 0.6rem 0; }
nav ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap;
  gap: 0.2rem 1.5rem; font-size: 0.95rem; }
nav a { text-decoration: none; }
nav a:hover { text-decoration: underline; }

.findings { display: grid; gap: 1.6rem 3.2rem; margin-top: 1.9rem;
  grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); }
.findings > .beside:first-child { grid-column: 1 / -1; }
.findings h2 { font-size: 1.3rem; margin: 0 0 0.3rem; border: 0; padding: 0; }
.findings > section, .beside > section { border-top: 3px solid var(--accent); padding-top: 0.9rem; }
.beside { display: grid; gap: 1.8rem; align-content: start; }
.findings ol { list-style: none; margin: 0.5rem 0 0; padding: 0; }
.findings li { display: grid; grid-template-columns: minmax(0, 1fr) 7.5rem 3.4rem;
  gap: 0 0.9rem; align-items: center; max-width: none; padding: 0.3rem 0;
  border-top: 1px solid var(--line); }
.findings li a { color: inherit; text-decoration: none; }
.findings li a:hover { text-decoration: underline; }
.findings i { height: 0.45rem; border-radius: 0.25rem; }
.findings li i { width: var(--p); background: color-mix(in srgb, var(--accent) 55%, transparent); }
.way { display: grid; grid-template-columns: 1fr auto; margin: 0.45rem 0 0.7rem; }
.meter { display: block; grid-column: 1 / -1; position: relative; height: 0.45rem;
  border-radius: 0.25rem; background: color-mix(in srgb, var(--ink) 10%, transparent); }
.meter i { position: absolute; inset: 0 auto 0 0;
  background: color-mix(in srgb, var(--accent) 55%, transparent); }
.meter b { position: absolute; inset: -3px auto -3px; width: 2px; background: var(--ink); }

.fact { margin: 1.1rem 0; }
.fact h3 { margin: 0; }
.fact > :not(h3) { margin: 0.2rem 0; }
@media (min-width: 641px) {
  .fact { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 0 1.5rem; }
  .fact > :not(h3) { margin: 0; } }
.fact li + li { margin-top: 0.25rem; }
.scroll { overflow-x: auto; margin: 1.1rem 0 1.4rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.97rem; }
caption { text-align: left; font-size: 0.9rem; padding-bottom: 0.4rem;
  color: color-mix(in srgb, currentColor 72%, transparent); }
.scroll caption { position: sticky; left: 0; max-width: calc(100vw - 2.5rem); }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 1.2rem 0.4rem 0;
  border-top: 1px solid var(--line); overflow-wrap: break-word; }
th:last-child, td:last-child { padding-right: 0; }
th:first-child { min-width: 7rem; }
thead th { font-weight: 400; font-size: 0.88rem; border-top: 0; vertical-align: bottom;
  color: color-mix(in srgb, currentColor 72%, transparent); }
th[scope=row] { font-weight: 600; }
.id { display: block; max-width: 15rem; overflow: hidden; text-overflow: ellipsis;
  white-space: nowrap; font-size: 0.88rem; }
code { font-size: 0.88em; }
.verdict { background: var(--wash); border-left: 4px solid var(--c); padding: 0.7rem 1.1rem;
  border-radius: 0.3rem; }

.topics { display: grid; gap: 1rem; margin-top: 1.4rem;
  grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); }
.topic { border: 1px solid var(--line); border-radius: 0.5rem; padding: 0.9rem 1rem;
  scroll-margin-top: 1rem; display: flex; flex-direction: column; }
.topic:target { border-color: var(--accent); }
.topic h3 { margin: 0; font: 600 1.12rem/1.3 SERIF; }
.topic h3::before { content: ""; display: inline-block; width: 0.62em; height: 0.62em;
  border-radius: 50%; background: var(--t); margin-right: 0.45em; }
.topic p { margin: 0.2rem 0 0; }
.pictures { display: flex; gap: 0.4rem; margin: 0.6rem 0; }
.pictures img { width: calc((100% - 0.8rem) / 3); aspect-ratio: 1; object-fit: cover;
  border-radius: 0.3rem; }
.words { display: grid; grid-template-columns: repeat(var(--n), minmax(0, 1fr)); gap: 0 0.5rem;
  margin-top: 0.6rem; }
.words .side { margin: 0 0 0.15rem; font-weight: 400; }
.words ol { list-style: none; margin: 0; padding: 0; hyphens: auto; }
.words li { position: relative; padding: 0.08rem 0.3rem; margin: 1px 0; font-size: 0.86rem; }
.words li i { position: absolute; inset: 0 auto 0 0; border-radius: 0.2rem;
  background: light-dark(color-mix(in srgb, var(--c) 20%, transparent),
    color-mix(in srgb, var(--c) 40%, transparent)); }
.words li span { position: relative; }
.side { font-weight: 600; }
.side::before { content: ""; display: inline-block; width: 0.55em; height: 0.55em;
  border-radius: 50%; background: var(--c); margin-right: 0.4em; }
details { margin-top: 0.6rem; }
.topic > details { margin-top: auto; padding-top: 0.6rem; }
summary { cursor: pointer; font-size: 0.9rem; color: var(--accent); }
details li { font-size: 0.9rem; }
.rest > summary { margin-top: 1.2rem; padding: 0.7rem 1.1rem; font-size: 1rem; font-weight: 600;
  background: var(--wash); border-radius: 0.5rem; }

figure { margin: 1.8rem 0; }
figure h3 { margin: 0; }
.plot { width: 100%; min-height: 20rem; overflow: hidden; }
.pair { display: grid; gap: 0.4rem 2.4rem; margin-bottom: 0.8rem;
  grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); }
blockquote { margin: 0.4rem 0; padding-left: 1rem; border-left: 3px solid var(--c); }
.example { margin-top: 1.8rem; }
.example > summary { font-size: 1rem; }
.example > summary h3 { display: inline; color: var(--ink); }
.example > summary .small { display: block; }
.example[open] > summary .small { display: none; }
.chip { display: inline-block; padding: 0.05rem 0.65rem; margin: 0.1rem 0.3rem 0.15rem 0;
  border-radius: 1rem; background: var(--wash); font-size: 0.95rem; }
pre { white-space: pre-wrap; background: var(--wash); padding: 0.7rem 1.1rem;
  border-radius: 0.3rem; font-size: 0.9rem; }

@media (max-width: 640px) {
  body { padding: 1.4rem 1rem 3rem; }
  h1 { font-size: 2rem; }
  h2 { font-size: 1.4rem; margin-top: 2.6rem; }
  .findings { grid-template-columns: minmax(0, 1fr); }
  .findings li { grid-template-columns: minmax(0, 1fr) 3.4rem; }
  .findings li i { grid-row: 2; grid-column: 1 / -1; height: 0.3rem; margin-top: 0.2rem; }
  nav ul { gap: 0.45rem 1.3rem; }
  /* A row below another, and in it its cells, each beside the name of its column. */
  .stacked, .stacked :is(tbody, tr, th, caption) { display: block; }
  .stacked thead { position: absolute; width: 1px; height: 1px; overflow: hidden;
    clip-path: inset(50%); }
  .stacked tr { border-top: 1px solid var(--line); padding: 0.5rem 0; }
  .stacked :is(th, td) { border: 0; padding: 0.1rem 0; }
  .stacked td { display: grid; grid-template-columns: 8rem minmax(0, 1fr); gap: 0 0.8rem; }
  .stacked td.num { text-align: left; }
  .figures td, .figures td.num { grid-template-columns: minmax(0, 1fr) auto; text-align: right; }
  .stacked td::before { content: attr(data-label); font-size: 0.88rem; text-align: left;
    line-height: 1.75; color: color-mix(in srgb, currentColor 72%, transparent); }
  .stacked td > * { grid-column: 2; }
  /* The one number stands beside the name of its row; whence it is has no room. */
  .stacked:not(.figures) tr { display: grid; grid-template-columns: minmax(0, 1fr) auto;
    gap: 0 0.8rem; align-items: baseline; }
  .stacked:not(.figures) :is(th, td) { grid-column: 1 / -1; }
  .stacked:not(.figures) th:has(~ .num) { grid-column: 1; }
  .stacked:not(.figures) td.num { display: block; grid-area: 1 / 2; }
  .stacked:not(.figures) td.num::before { display: none; }
  .stacked:not(.figures) td.num::after { content: " " attr(data-label); font-size: 0.88rem;
    color: color-mix(in srgb, currentColor 72%, transparent); }
  .stacked td:has(.id) { display: none; }
  .stacked td:empty { display: none; } }

@media print {
  :root { color-scheme: light; --ground: #fff; --ink: #000; --accent: #000; --wash: #f3f1ec;
    --line: #ccc; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  nav, summary, h2 > a { display: none; }
  .example > summary { display: block; }
  h2, h3 { break-after: avoid; }
  .topic, tr, figure, .verdict { break-inside: avoid; }
  .topics { grid-template-columns: 1fr 1fr; }
  .plot { zoom: 0.64; } /* drawn for the screen, which is wider than paper */
  * { print-color-adjust: exact; } }
""".replace("SANS", SANS).replace("SERIF", SERIF)
