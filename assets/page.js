// Runs anew for every page and language: what only a browser can do, and Streamlit's own texts.
(() => {
  const facts = document.querySelector("[data-reader]").dataset;
  const texts = Object.entries(JSON.parse(facts.texts));
  const items = Object.entries(JSON.parse(facts.items));
  document.documentElement.lang = facts.reader;
  // Not where it is the same page, told its room: somebody may have opened the menu meanwhile.
  if (window.opened !== facts.page) {
    document.querySelector('[data-testid="stMain"]')?.scrollTo(0, 0);
    if (innerWidth < 768) {
      document.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click();
    }
  }
  window.opened = facts.page;
  const MENU = '[data-testid="stMainMenuPopover"]';
  const size = (_, number, unit) => `${Number(number).toLocaleString(facts.reader)}\u00a0${unit}`;
  const PLACES = '[data-testid="stFileUploaderDropzone"], [data-testid="InputInstructions"], ' +
    '[role="listbox"] > [role="option"]:is([style*="contents"], [data-key="__creatable__"])';
  const say = () => {
    const menu = document.querySelector('[data-testid="stExpandSidebarButton"]');
    if (menu) menu.dataset.said = facts.menu;
    for (const place of document.querySelectorAll(`${PLACES}, ${MENU}`)) {
      const known = place.matches(MENU) ? items : texts;
      const walk = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) {
        const node = walk.currentNode;
        if (node.nodeValue !== node.said) node.english = node.nodeValue;
        node.said = known.reduce((told, [english, own]) => told.replace(english, own), node.english)
          .replace(/^([\d.]+)([KMG]?B)$/, size);
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
    if (target.closest(".st-key-next-pair")) document.querySelector(".st-key-steps")?.scrollIntoView();
  };
  // What a click on something in a figure, or on a wall of pictures, shows stands below it.
  const behind = () => document.querySelector('[class*="st-key-behind-"]');
  const follow = () => {
    const now = /st-key-behind-\S+/.exec(behind()?.className)?.[0];
    const block = behind()?.closest(".st-key-wall") ? "nearest" : "start";
    if (now && now !== window.shown && window.onFigure) behind().scrollIntoView({ block });
    window.shown = now;
  };
  // What a merge or split made is seen, wherever it was asked for.
  const lead = () => {
    const card = document.querySelector('[class*="st-key-new-card-"]');
    const now = /st-key-new-card-\S+/.exec(card?.className)?.[0];
    if (now && now !== window.made) card.scrollIntoView({ block: "nearest" });
    window.made = now;
  };
  lead();
  // The server draws figures for the room that there is, once it is told.
  const measure = () => {
    const room = innerWidth < 640 ? "narrow" : "wide";
    const known = document.querySelector("[data-reader]")?.dataset.narrow || "wide";
    const button = document.querySelector(`.st-key-is-${room} button`);
    if (room !== known && room !== window.told) button?.click();
    window.told = room === known ? undefined : button ? room : window.told;
  };
  measure();
  // A text that was typed is seen from its first line once it is read.
  const fold = () => {
    for (const field of document.querySelectorAll(":is(.st-key-pasted, [class*=st-key-search-text]) textarea")) {
      const read = field === document.activeElement ? field.read : field.value;
      if (field.clientHeight !== field.high || read !== field.read) field.scrollTop = 0;
      [field.high, field.read] = [field.clientHeight, read];
    }
  };
  const above = (text, mark) =>
    mark?.getBoundingClientRect().top - text.getBoundingClientRect().top + text.scrollTop;
  const sought = (text) => above(text, text.querySelector("mark.s")) - text.clientHeight / 3;
  // What was sought in a pair is seen in its box; on a side that does not say it, what is as far on.
  const found = () => {
    const texts = [...document.querySelectorAll(".pair.whole .text")];
    if (texts.every((text) => text.sought)) return;
    const room = (text) => text.scrollHeight - text.clientHeight;
    const places = texts.map((text) => {
      text.sought = true;
      return Math.min(Math.max(sought(text), 0), room(text));
    });
    const [share = 0] = places.map((place, n) => place / room(texts[n])).filter(isFinite);
    texts.forEach((text, n) => {
      const line = parseFloat(getComputedStyle(text).lineHeight);
      const top = places[n] >= 0 ? places[n] : share * room(text);
      text.scrollTop = line * Math.floor(top / line);
    });
  };
  found();
  // Dialogs lie beside the app, which alone knows whether the page is dark.
  const colours = () => {
    const app = document.querySelector('[data-testid="stApp"]');
    if (app) document.documentElement.style.colorScheme = getComputedStyle(app).colorScheme;
  };
  colours();
  document.onpointerdown = ({ target }) => {
    window.onFigure = target.closest(".js-plotly-plot, .st-key-wall") !== null;
  };
  // A finger on a figure moves the page, which plotly prevents; a tap is still a click.
  document.removeEventListener("touchstart", window.withoutPlotly, true);
  window.withoutPlotly = (event) => {
    if (event.target.closest(".js-plotly-plot")) event.stopPropagation();
  };
  document.addEventListener("touchstart", window.withoutPlotly, true);
  window.saying?.disconnect();
  window.saying = new MutationObserver(() => { say(); follow(); lead(); measure(); colours(); fold(); found(); });
  window.saying.observe(document.body, { childList: true, characterData: true, subtree: true });
})();
