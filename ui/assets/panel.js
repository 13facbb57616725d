// The panel beside the conversation (a sheet from below on narrow screens).
import { root, $, $$, page, send } from "./channel.js";

let opener = null;
let asked = 0;
let at = 0;

const show = (address, link) => {
  if (!link?.closest("#ap-panel")) opener = link;
  root().classList.add("ap-panel-open");
  $("#ap-panel").setAttribute("aria-busy", "true");
  send("ap-address", `${address}${address.includes("?") ? "&" : "?"}_=${++asked}`);
};

export function close() {
  if (!root().classList.contains("ap-panel-open")) return false;
  root().classList.remove("ap-panel-open");
  opener?.focus?.({ preventScroll: true });
  return true;
}

// The first piece of each quote.
const quotes = () => $$("#ap-panel .ap-abstract mark:not(.ap-on)");

function go(to) {
  const all = quotes();
  if (!all.length) return;
  at = (to + all.length) % all.length;
  for (const mark of $$("#ap-panel mark")) mark.classList.remove("ap-current");
  for (let mark = all[at]; mark && mark !== all[at + 1]; mark = next(mark)) {
    mark.classList.add("ap-current");
  }
  all[at].scrollIntoView({ block: "nearest", behavior: "instant" });
  const place = $("#ap-panel .ap-place");
  if (place) place.textContent = place.title.replace("#", at + 1);
}

function next(mark) {
  const marks = $$("#ap-panel .ap-abstract mark");
  return marks[marks.indexOf(mark) + 1];
}

function settle() {
  const content = $("#ap-panel .ap-panel");
  const aside = $("#ap-panel");
  if (!content || content.settled) return;
  content.settled = true;
  aside.setAttribute("aria-busy", "false");
  const heading = $("h2", content);
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
  aside.scrollTop = 0;
  go(Number($(".ap-at", content)?.textContent ?? 0));
}

export function watchPanel() {
  const aside = $("#ap-panel");
  aside.setAttribute("role", "complementary");
  aside.setAttribute("aria-label", page.words.panel);
  new MutationObserver(settle).observe(aside, { subtree: true, childList: true });
  aside.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches(".ap-filter input")) {
      $(".ap-filter a", aside).click();
    }
  });
}

export const actions = {
  paper: (_, link) => show(link.getAttribute("href"), link),
  papers: (_, link) => show(link.getAttribute("href"), link),
  collection: (_, link) => show("#collection", link),
  close: () => close(),
  step: ({ by }) => go(at + Number(by)),
  apply: (values, link) => {
    for (const input of $$("input", link.closest(".ap-filter"))) {
      const value = input.type === "checkbox" ? (input.checked ? "1" : "") : input.value.trim();
      if (value) values[input.name] = value;
    }
    show(`#papers?${new URLSearchParams(values)}`, link);
  },
};
