"""The look of the app: one style sheet, and the colours of topics and verdicts.

Colours are mid-tones, and text in them is mixed with the colour of the text around it, so that
the same rules serve the light and the dark theme without asking which one is on.
"""

from gplsa.language import later

# Okabe and Ito's palette, told apart by colour-blind people too, without black and yellow.
TOPIC_COLORS = ("#e69f00", "#56b4e9", "#009e73", "#cc79a7", "#d55e00", "#0072b2")
NEUTRAL = "#8a8f98"  # of what belongs to no side and has no verdict
GOOD, FAIR, POOR = "#3f8f5b", "#c08a1e", "#c2503d"
VERDICT_COLORS = {later("good"): GOOD, later("fair"): FAIR, later("poor"): POOR}


CSS = """
<style>
.g { --line: color-mix(in srgb, currentColor 16%, transparent);
     --soft: color-mix(in srgb, currentColor 70%, transparent);
     --wash: color-mix(in srgb, currentColor 5%, transparent);
     line-height: 1.5; overflow-wrap: anywhere; }
.g p { margin: 0; }
.g .soft { color: var(--soft); }
.g .soft .soft { color: inherit; }
.g .small { font-size: 0.875rem; }
.g .num { font-variant-numeric: tabular-nums; }
.g .side { color: color-mix(in srgb, var(--c) 72%, currentColor); font-weight: 600; }
.g .side::before { content: ""; display: inline-block; width: 0.55em; height: 0.55em;
     border-radius: 50%; background: var(--c); margin-right: 0.4em; }
.g .dot { display: inline-block; width: 0.7em; height: 0.7em; border-radius: 50%;
     background: var(--c); margin-right: 0.45em; }
.g .panel { border: 1px solid var(--line); border-radius: 0.6rem; padding: 1rem 1.2rem; }
.g .cols { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr));
     gap: 0.75rem 1.5rem; }
.g .pairs { display: grid; gap: 0.6rem; }
.g .pair { display: grid; grid-template-columns: repeat(var(--n), minmax(0, 1fr));
     gap: 0.3rem 1.5rem; padding: 0.65rem 0.9rem; border: 1px solid var(--line);
     border-radius: 0.6rem; }
.g .pair > div { border-left: 3px solid var(--c); padding-left: 0.75rem; }
.g .pair > .id { grid-column: 1 / -1; border: 0; padding: 0; }
.g .pair.bare { border: 0; padding: 0; }
.g .mixtures { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
     gap: 0.35rem 1.25rem; align-items: center; font-size: 0.92rem; }
.g .mixtures .tracks { display: grid; grid-template-columns: 1fr 3rem; gap: 0.1rem 0.6rem;
     align-items: center; }
.g .mixtures .track { height: 0.45rem; border-radius: 0.2rem; background: var(--wash); }
.g .mixtures .track i { display: block; height: 100%; border-radius: 0.2rem;
     background: var(--c); }
.g .matches { display: grid; gap: 0.6rem; }
.g .match { display: grid; grid-template-columns: 4rem minmax(0, 1fr) minmax(0, 1fr);
     gap: 0.3rem 1.25rem; border-top: 1px solid var(--line); padding-top: 0.5rem; }
.g .swatch { display: inline-block; width: 0.9em; height: 0.9em; border-radius: 0.2em;
     background: color-mix(in srgb, var(--c) 45%, transparent); border-bottom: 2px solid var(--c);
     margin-right: 0.5em; vertical-align: -0.1em; }
.g .gallery { display: grid; gap: 0.9rem; grid-template-columns:
     repeat(auto-fill, minmax(min(11rem, 46%), 1fr)); }
.g figure { margin: 0; }
.g .gallery figcaption { display: grid; gap: 0.3rem; margin-top: 0.4rem; }
.g .gallery .photo { width: 100%; aspect-ratio: 4 / 3; object-fit: cover; }
.g .gallery .id { font-size: 0.72rem; }
.g .photo { max-width: 100%; border-radius: 0.5rem; display: block; }
.g .photo.whole { width: 100%; max-width: 26rem; }
.g .photo.none { display: grid; place-items: center; border: 1px dashed var(--line); }
.g .pair .photo { max-height: 9rem; }
.g .strip { display: grid; grid-template-columns: repeat(4, 1fr); gap: 0.35rem;
     margin-top: 0.5rem; }
.g .thumb { width: 100%; aspect-ratio: 1; object-fit: cover; border-radius: 0.35rem; }
.g .patches { display: flex; flex-wrap: wrap; gap: 0.4rem; margin: 0.35rem 0; }
.g .patch { width: 3.6rem; height: 3.6rem; border-radius: 0.3rem; display: block; }
.g .patches figcaption { font-size: 0.75rem; color: var(--soft); text-align: center; }
.g .big { font-size: 1.12rem; }
.g .verdict { font-weight: 600; color: color-mix(in srgb, var(--c) 65%, currentColor); }
.g .check { border: 1px solid var(--line); border-left: 4px solid var(--c);
     border-radius: 0.6rem; padding: 1rem 1.2rem; }
.g .check .row { display: grid; grid-template-columns: 9rem 1fr; gap: 0.1rem 0.75rem;
     margin-top: 0.45rem; align-items: baseline; }
.g .check .head { font-family: "Source Serif", Georgia, serif; font-size: 1.2rem;
     font-weight: 600; }
.g .meter { height: 0.4rem; border-radius: 0.2rem; background: var(--wash); position: relative;
     margin-top: 0.3rem; max-width: 26rem; overflow: hidden; }
.g .meter i { position: absolute; inset: 0 auto 0 0; background: var(--c); border-radius: 0.2rem; }
.g .meter b { position: absolute; top: 0; bottom: 0; width: 2px; background: currentColor; }
.g .topic { min-height: 11.4rem; }
.g .topic .head { display: grid; }
.g .topic .name { font-weight: 600; font-size: 1.06rem;
     font-family: "Source Serif", Georgia, serif; }
.g .topic .name::before { content: ""; display: inline-block; width: 0.62em; height: 0.62em;
     border-radius: 50%; background: var(--c); margin-right: 0.4em; }
.g .topic .facts { font-size: 0.8rem; color: var(--soft); }
.g .topic.filler { opacity: 0.6; }
.g .topic .low { color: color-mix(in srgb, #c08a1e 80%, currentColor); font-size: 0.8rem; }
.g .words { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1.25rem; margin-top: 0.5rem; }
.g .word { position: relative; padding: 0.08rem 0.45rem; margin: 1px 0; overflow: hidden;
     text-overflow: ellipsis; white-space: nowrap; border-radius: 0.2rem; font-size: 0.92rem; }
.g .word i { position: absolute; inset: 0 auto 0 0; border-radius: 0.2rem;
     background: color-mix(in srgb, var(--c) 24%, transparent); }
.g .word span { position: relative; }
.g .word.hit span { font-weight: 700; text-decoration: underline; }
.g .text { white-space: pre-wrap; max-height: 26rem; overflow: auto; padding: 0.9rem 1.1rem;
     border: 1px solid var(--line); border-radius: 0.6rem; border-left: 3px solid var(--c); }
.g .words-found { min-height: 10.5rem; } /* so that the fields of both sides are level below it */
.g .change { border-left: 3px solid var(--c); padding-left: 0.75rem; margin-bottom: 0.6rem;
     min-width: min(30rem, 70vw); font-size: 0.92rem; }
[class*="st-key-clean-"] label p { white-space: normal !important; }
.g .change .was { color: var(--soft); }
.g .passages { display: grid; gap: 0.35rem; }
.g .text mark, .g .passages mark { color: inherit; border-radius: 0.2rem; padding: 0 0.1em;
     background: color-mix(in srgb, var(--c) calc(14% + 46% * var(--w)), transparent); }
.g .text mark.t { background: color-mix(in srgb, var(--c) 26%, transparent);
     border-bottom: 2px solid var(--c); }
.g .text u { text-decoration: underline dotted var(--soft); text-underline-offset: 0.2em; }
.g .chips { display: flex; flex-wrap: wrap; gap: 0.3rem 0.4rem; }
.g .chip { padding: 0.05rem 0.55rem; border-radius: 1rem; font-size: 0.9rem;
     background: color-mix(in srgb, var(--c) 14%, transparent); }
.g .chip.sure { background: linear-gradient(to right, color-mix(in srgb, #2278b0 30%, transparent)
     var(--p), var(--wash) var(--p)); font-weight: 600; }
.g .jump { display: inline-block; padding: 0.42rem 0.8rem; border: 1px solid var(--line);
     border-radius: 0.5rem; color: inherit; text-decoration: none; font-size: 0.875rem; }
.g .first { display: grid; gap: 1rem 2rem; grid-template-columns: 1fr 1fr; }
.g .first .text { font-size: 1.02rem; line-height: 1.75; margin-top: 0.5rem; }
.g .because { display: grid; grid-template-columns: auto 1fr; gap: 0.45rem 0.8rem;
     align-items: center; margin-top: 0.6rem; }
.g .because .chip { text-align: center; }
.g .chip.wrong { background: var(--wash); color: var(--soft); }
.g .bar { display: grid; grid-template-columns: 1fr auto; gap: 0 0.6rem; align-items: baseline;
     font-size: 0.92rem; margin-bottom: 0.3rem; }
.g .bar .track { grid-column: 1 / -1; height: 0.35rem; border-radius: 0.2rem;
     background: var(--wash); overflow: hidden; }
.g .bar .track i { display: block; height: 100%; background: var(--c); }
.g .asked .photo { max-height: 14rem; }
.g .found { display: grid; gap: 0.7rem; }
.g .found article { border: 1px solid var(--line); border-left: 3px solid var(--c);
     border-radius: 0.6rem; padding: 0.7rem 1rem; }
.g .found .top { display: grid; grid-template-columns: 1.6rem minmax(0, 1fr) 6rem; gap: 0.6rem;
     align-items: center; margin-bottom: 0.4rem; }
.g .found .near { height: 0.4rem; border-radius: 0.2rem; background: var(--wash);
     overflow: hidden; }
.g .found .near i { display: block; height: 100%; background: var(--c); }
.g .found .body { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
     gap: 0.5rem 1.5rem; overflow-wrap: anywhere; }
.g .found.wall { grid-template-columns: repeat(auto-fill, minmax(min(13rem, 46%), 1fr)); }
.g .found.wall article { padding: 0.6rem; font-size: 0.92rem; }
.g .found.wall .body { grid-template-columns: minmax(0, 1fr); }
.g .found.wall .top { grid-template-columns: 1.2rem minmax(0, 1fr) 3rem; }
.g .found.wall .top .soft { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.g .found.wall .main .larger:not([open]) .photo { width: 100%; max-height: none;
     aspect-ratio: 4 / 3; object-fit: cover; }
.g mark { color: inherit; border-radius: 0.2rem; padding: 0 0.12em;
     background: color-mix(in srgb, var(--c) 30%, transparent); }
.g .larger summary { list-style: none; cursor: zoom-in; }
.g .larger summary::-webkit-details-marker { display: none; }
.g .larger[open] summary { position: fixed; inset: 0; z-index: 999999; cursor: zoom-out;
     display: grid; place-items: center; background: rgb(0 0 0 / 82%); }
.g .larger[open][open] > summary > img { width: auto; height: 92vmin; max-width: 96vw;
     max-height: 94vh; aspect-ratio: auto; object-fit: contain; border-radius: 0.3rem; }
.g .found-head { margin-bottom: 0.45rem; }
.g .found .other { font-size: 0.88rem; border-left: 2px solid var(--c); padding-left: 0.6rem;
     margin-bottom: 0.3rem; }
.g .found .photo { max-height: 11rem; }
.g .found .other .photo { max-height: 7rem; }
.g .found .why { display: flex; flex-wrap: wrap; gap: 0.3rem 0.45rem; align-items: baseline;
     margin-top: 0.55rem; }
.g .found .chip { font-size: 0.82rem; }
.g .chip.plain { background: var(--wash); }
.g .found .partner { margin-top: 0.45rem; font-weight: 600; }
.g .scroll { overflow-x: auto; }
.g table.said { border-collapse: collapse; font-size: 0.92rem; width: 100%; }
.g table.said th:first-child { min-width: 7rem; overflow-wrap: break-word; }
.g table.said caption { text-align: left; padding-bottom: 0.3rem; }
.g table.said th, .g table.said td { padding: 0.25rem 0.9rem 0.25rem 0; text-align: left;
     border: 0; border-top: 1px solid var(--line); background: none; color: inherit; }
.g table.said .num { text-align: right; white-space: nowrap; }
.g table.said thead th { font-weight: 400; color: var(--soft); font-size: 0.8rem; border-top: 0;
     white-space: normal; overflow-wrap: normal; vertical-align: bottom; }
.g table.said .track { display: inline-block; width: 3.5rem; height: 0.4rem; margin-right: 0.5rem;
     border-radius: 0.2rem; background: var(--wash); overflow: hidden; }
.g table.said .track i { display: block; height: 100%; background: var(--c); }
.g .aligned { display: grid; gap: 0.1rem; font-size: 0.92rem; }
.g .aligned .heads, .g .aligned article { display: grid; gap: 0.2rem 1.5rem;
     grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
.g .aligned article { border-top: 1px solid var(--line); padding: 0.4rem 0; }
.g .aligned .id { grid-column: 1 / -1; font-size: 0.75rem; }
.g .aligned .kwic, .g .aligned .other { border-left: 3px solid var(--c); padding-left: 0.7rem; }
.g .aligned mark { color: inherit; border-radius: 0.2rem; padding: 0 0.12em; font-weight: 600;
     background: color-mix(in srgb, var(--c) 26%, transparent); }
.g .curve { display: block; width: 100%; height: 6rem; }
.g .steps { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(11rem, 100%), 1fr));
     gap: 0.75rem; counter-reset: s; }
.g .steps > div { border-top: 2px solid var(--line); padding-top: 0.5rem; }
.g .side-facts { display: grid; gap: 0.8rem; font-size: 0.92rem; }
.g .side-facts .k { font-size: 0.75rem; color: var(--soft); }
[data-testid="stMainBlockContainer"] { max-width: 1120px; }
[data-testid="stLayoutWrapper"]:has(> .st-key-browser) { display: none; }
:is(a, button, summary, [tabindex="0"], [role="tab"], [role="slider"]):focus-visible,
     label:has(:focus-visible) { outline: 3px solid light-dark(#1f5f8b, #7db9e2) !important;
     outline-offset: 2px !important; border-radius: 0.3rem; }
/* The chip stands in the header, beside the navigation. */
[data-testid="stLayoutWrapper"]:has(> .st-key-desk) { position: fixed; top: 0.8rem; right: 6.2rem;
     z-index: 999991; width: auto; }
[data-testid="stLayoutWrapper"]:has(> .st-key-languages) { position: fixed; top: 0.8rem;
     right: 3.6rem; z-index: 999991; width: auto; }
.st-key-languages button { min-height: 2.1rem; padding: 0 0.3rem; }
.st-key-desk { width: auto; }
.st-key-desk button { max-width: clamp(7rem, 100vw - 50rem, 19rem);
     min-height: 2.1rem; padding-block: 0; }
.st-key-desk button, .st-key-desk button * { overflow: hidden; min-width: 0; }
.st-key-desk button p { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
/* In the order of reading, as many beside each other as there is room for. */
[class*="st-key-grid-"] { display: grid; align-items: start; gap: 1rem;
     grid-template-columns: repeat(auto-fill, minmax(min(22rem, 100%), 1fr)); }
[class*="st-key-grid-"] > * { min-width: 0; width: 100%; }
[data-testid="stCaptionContainer"] { opacity: 1; }
[data-testid="stCaptionContainer"] p { opacity: 0.75; }
[role="tab"][data-testid="stTab"][aria-selected="true"]:not([data-disabled]) { color: inherit; }
/* So are the values above sliders. */
[data-testid="stSliderThumbValue"] p { color: light-dark(#1f5f8b, #7db9e2); }
/* Chosen pills in the theme's colour are too faint on their own tint, above all in the dark. */
[data-testid="stButtonGroup"] button[data-variant][data-selected="true"]:not([data-disabled]) {
     color: inherit; }
/* What runs, and how it ended, is said where somebody looks who has scrolled down. */
[data-testid="stLayoutWrapper"]:has(> .st-key-job) { position: sticky; top: 4.25rem; z-index: 20; }
.st-key-job > div { background: light-dark(#fdfcfa, #16181b); border-radius: 0.6rem; }
[class*="st-key-keyword-list-"] > * { padding: 0.12rem 0; }
[class*="st-key-word-"] button { min-width: 8rem; border-radius: 1rem; background:
     linear-gradient(to right, color-mix(in srgb, #2278b0 30%, transparent) var(--p), transparent
     var(--p)); }
/* The chosen one keeps its bar, on which a button's white could not be read. */
[class*="st-key-word-"] button[kind="primary"] { color: light-dark(#25292e, #e6e4df);
     font-weight: 600; }
[class*="st-key-reasoned-"] { flex-wrap: nowrap; }
[class*="st-key-reasoned-"] > :nth-child(2) { flex: 1 1 0; min-width: 0; }
[class*="st-key-keyword-list-"] button { min-height: 2rem; padding-block: 0.1rem; }
.st-key-job-done { padding: 0.3rem 0.9rem; border-left: 3px solid #3f8f5b; }
/* An alert takes what the button beside it leaves, and breaks its lines there. */
.st-key-job-ended > div:first-child, .st-key-interrupted > div:first-child,
     [class*="st-key-listed-"] > div:first-child, [class*="st-key-clean-"] > div:first-child {
     flex: 1 1 16rem; min-width: 0; }
[class*="st-key-piece-"] > div:first-child { flex: 1 1 16rem; min-width: 0; }
[class*="st-key-piece-model-"] { padding-left: 1.5rem; }
[data-testid="stMainBlockContainer"] h1 { padding: 0.2rem 0 0; }
@media (min-width: 1400px) {
  [data-testid="stMainBlockContainer"] { max-width: 1340px; }
}
@media (max-width: 767px) {
  .st-key-desk button { max-width: calc(100vw - 13.2rem); }
  .st-key-desk button [data-has-shortcut] > span:has(> [data-testid="stIconMaterial"]) {
    display: none; }
  [data-testid="stHeader"] [data-testid*="Logo"] { width: 2.2rem; object-fit: cover;
    object-position: left; }
}
@media (max-width: 640px) {
  .st-key-map .scatterlayer .trace:nth-child(3) { display: none; }
  [data-testid="stMainBlockContainer"] { padding-left: 1rem; padding-right: 1rem; }
  [data-testid="stHorizontalBlock"]:has(> [data-testid="stColumn"]) { row-gap: 1rem; }
  .g .words-found { min-height: 0; }
  .g table.said .track { display: none; }
  .g table.said th, .g table.said td { padding-right: 0.5rem; }
  .g table.said th { overflow-wrap: anywhere; }
  .g .aligned .heads, .g .aligned article { grid-template-columns: minmax(0, 1fr); }
  .g .first, .g .check .row, .g .pair, .g .match, .g .mixtures, .g .found .body {
    grid-template-columns: 1fr; }
}
</style>
"""
