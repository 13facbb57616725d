// What the questions of this tab are held to: filters and chosen papers, as chips.
import { root, $, ask, box, fetchJson, page, send } from "./channel.js";

const empty = () => ({ filters: {}, chosen: [], within: false });
let scope = empty();

const element = (tag, values = {}, ...children) => {
  const made = Object.assign(document.createElement(tag), values);
  made.append(...children);
  return made;
};

export function drawScope() {
  let bar = $("#ap-scope-bar");
  if (!bar) {
    bar = element("div", { id: "ap-scope-bar" });
    $("#ap-question").before(bar);
  }
  const w = page.words;
  const chips = Object.entries(scope.filters).map(([key, value]) =>
    chip(named(key, value), () => delete scope.filters[key]));
  chips.push(...scope.chosen.map((paper) =>
    chip(paper.label, () => (scope.chosen = scope.chosen.filter((one) => one.id !== paper.id)))));
  const tools = [button(`+ ${w.add_filter}`, openFilter)];
  if (scope.chosen.length >= 2) tools.push(button(w.compare, compare));
  if (scope.chosen.length) {
    const within = button(w.within, () => change(() => (scope.within = !scope.within)));
    within.setAttribute("aria-pressed", scope.within);
    tools.push(within, button(w.clear, () => change(() => (scope = empty()))));
  }
  bar.replaceChildren(...chips, ...tools);
  markChosen();
}

// The choice of papers shows at each of their buttons.
export function markChosen() {
  for (const link of document.querySelectorAll("a[href^='#choose?']")) {
    const id = new URLSearchParams(link.getAttribute("href").split("?")[1]).get("id");
    link.setAttribute("aria-pressed", scope.chosen.some((paper) => paper.id === id));
  }
}

const named = (key, value) =>
  key === "year" ? `${value[0] ?? "…"}–${value[1] ?? "…"}`
  : key === "has_code" ? page.words.with_code : value;

function chip(label, remove) {
  const made = button("", () => change(remove));
  made.className = "ap-chip";
  made.append(element("span", { textContent: label }), element("span", { textContent: "×", ariaHidden: "true" }));
  made.setAttribute("aria-label", page.words.remove.replace("{}", label));
  return made;
}

function button(label, act) {
  const made = element("button", { type: "button", textContent: label });
  made.addEventListener("click", act);
  return made;
}

function change(act) {
  act();
  const ids = scope.within && scope.chosen.length ? { ids: scope.chosen.map((p) => p.id) } : {};
  send("ap-scope", JSON.stringify({ ...scope.filters, ...ids }));
  drawScope();
}

function compare() {
  const [first, second] = scope.chosen.slice(-2).map((paper) => paper.label);
  ask(page.words.compare_question.replace("{}", first).replace("{}", second));
}

function openFilter() {
  const w = page.words;
  const field = (name, label, type, list = "") => {
    const value = name === "low" ? scope.filters.year?.[0] : name === "high" ? scope.filters.year?.[1] : scope.filters[name];
    const input = element("input", { name, type });
    if (type === "checkbox") input.checked = Boolean(value);
    else input.value = value ?? "";
    if (list) input.setAttribute("list", list);
    return element("label", { textContent: label }, input);
  };
  const venues = element("datalist", { id: "ap-venues" },
    ...page.venues.map((value) => element("option", { value })));
  const apply = element("button", { type: "submit", textContent: w.apply });
  const form = element("form", { method: "dialog" },
    field("low", w.from_year, "number"), field("high", w.to_year, "number"),
    field("venue", w.venue, "text", "ap-venues"), venues, field("author", w.author, "text"),
    field("has_code", w.with_code, "checkbox"), apply);
  const dialog = element("dialog", { id: "ap-filter-dialog", ariaLabel: w.filters }, form);
  dialog.addEventListener("close", () => { dialog.remove(); box().focus(); });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    change(() => (scope.filters = read(new FormData(form))));
    dialog.close();
  });
  root().append(dialog);
  dialog.showModal();
}

function read(form) {
  const year = ["low", "high"].map((key) => Number.parseInt(form.get(key), 10) || null);
  const filters = {};
  if (year.some(Boolean)) filters.year = year;
  for (const key of ["venue", "author"]) if (form.get(key).trim()) filters[key] = form.get(key).trim();
  if (form.get("has_code")) filters.has_code = true;
  return filters;
}

export const forget = () => change(() => (scope = empty()));

export const actions = {
  choose: ({ id, label }) => change(() => {
    const others = scope.chosen.filter((paper) => paper.id !== id);
    scope.chosen = others.length < scope.chosen.length ? others : [...others, { id, label }];
    if (!scope.chosen.length) scope.within = false;
  }),
};

export const completions = (q) => fetchJson(`/askpapers/names?${new URLSearchParams({ q })}`);
