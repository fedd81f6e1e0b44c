// Loads the letters, and draws the figures whose data stand in the page in the colours of the page,
// which change with the reader's system and before printing.
(() => {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const faces = FACES.map(([name, weight, data]) => new FontFace(name, bytes(data), { weight }));
  for (const face of faces) document.fonts.add(face);
  const lettered = Promise.allSettled(faces.map((face) => face.load()));
  const sans = getComputedStyle(document.body).fontFamily;
  const places = [...document.querySelectorAll("[data-figure]")];
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const narrow = matchMedia("(max-width: 639px)");
  const colours = (onPaper) => {
    const night = dark.matches && !onPaper;
    const ink = onPaper ? "#000000" : night ? "#e6e4df" : "#25292e";
    const soft = onPaper ? "#444444" : night ? "#b3b1ad" : "#666869";
    const line = night ? "#3a3e44" : "#dcd8cf";
    const size = onPaper ? 18 : 13;  // on paper all of a figure is made smaller
    const of = { "font.color": ink, "font.size": size };
    for (const axis of ["xaxis", "yaxis"]) Object.assign(of, { [`${axis}.gridcolor`]: line,
      [`${axis}.tickfont.color`]: soft, [`${axis}.tickfont.size`]: size });
    return of;
  };
  const paint = (onPaper) => Promise.all(places.map(async (place) => {
    const plot = place.querySelector(".plot");
    const now = colours(onPaper);
    await Plotly.relayout(plot, now);
    if (place.dataset.inked) await Plotly.restyle(plot, { "textfont.color": now["font.color"] });
  }));
  const draw = (place) => {
    const name = (narrow.matches && place.dataset.narrow) || place.dataset.figure;
    const figure = JSON.parse(document.getElementById(name).textContent);
    const scale = figure.data.some(({ marker }) => marker?.colorbar);
    // The title stands above in the page; the buttons take its place.
    const { title, ...rest } = figure.layout;
    const t = scale ? rest.margin.t : narrow.matches ? 8 : 34;
    const layout = { ...rest, autosize: true, paper_bgcolor: "rgba(0,0,0,0)",
                     plot_bgcolor: "rgba(0,0,0,0)", margin: { ...rest.margin, t },
                     font: { ...rest.font, family: sans, size: 13 } };
    return Plotly.newPlot(place.querySelector(".plot"), figure.data, layout,
                   { ...figure.config, responsive: true, displaylogo: false,
                     displayModeBar: narrow.matches ? false : "hover",
                     modeBarButtons: [["zoomIn2d", "zoomOut2d", "resetScale2d", "toImage"]] });
  };
  const drawAll = () => Promise.all(places.map(draw)).then(() => paint(false));
  addEventListener("DOMContentLoaded", async () => {
    await lettered;
    Plotly.setPlotConfig({ logging: 0 });  // it warns of colours that a scale gives, and takes them
    drawAll();
    // A finger moves the page, which plotly prevents.
    for (const place of places)
      place.addEventListener("touchstart", (event) => event.stopPropagation(), true);
    if (narrow.matches)  // the first example tells what they are
      for (const next of document.querySelectorAll(".example ~ .example")) next.open = false;
  });
  dark.addEventListener("change", () => paint(false));
  narrow.addEventListener("change", drawAll);  // a telephone is turned
  addEventListener("beforeprint", () => {
    for (const rest of document.querySelectorAll(".rest, .example")) rest.open = true;
    paint(true);
  });
  addEventListener("afterprint", () => paint(false));
})();
