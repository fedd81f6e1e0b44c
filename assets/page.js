// Runs anew for every page and language: what only a browser can do, and Streamlit's own texts.
(() => {
  const facts = document.querySelector("[data-reader]").dataset;
  const texts = Object.entries(JSON.parse(facts.texts));
  document.documentElement.lang = facts.reader;
  document.querySelector('[data-testid="stMain"]')?.scrollTo(0, 0);
  if (innerWidth < 768) {
    document.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click();
  }
  const PLACES = '[data-testid="stFileUploaderDropzone"], [data-testid="InputInstructions"], ' +
    '[role="listbox"] > [role="option"][style*="contents"]';
  const say = () => {
    for (const place of document.querySelectorAll(PLACES)) {
      const walk = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) {
        const node = walk.currentNode;
        if (node.nodeValue !== node.said) node.english = node.nodeValue;
        node.said = texts.reduce((told, [english, own]) => told.replace(english, own), node.english);
        if (node.nodeValue !== node.said) node.nodeValue = node.said;
      }
    }
  };
  say();
  // A list turned over at its foot begins at its top.
  document.onclick = ({ target }) => {
    const foot = target.closest('[data-testid="stPagination"] button')?.closest(
      '[data-testid="stElementContainer"]');
    foot?.previousElementSibling?.scrollIntoView();
  };
  // What a click on something in a figure shows stands below it.
  document.onpointerdown = ({ target }) => {
    if (!target.closest(".js-plotly-plot")?.querySelector(".hoverlayer *")) return;
    setTimeout(() => document.querySelector(".st-key-behind")?.scrollIntoView(), 800);
  };
  window.saying?.disconnect();
  window.saying = new MutationObserver(say);
  window.saying.observe(document.body, { childList: true, subtree: true });
})();
