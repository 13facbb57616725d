// How the page's script speaks to the server: Gradio's hidden fields, and a few addresses.
export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

// What the page adds and marks stays within this: Gradio's style sheet reaches no further.
export const root = () => $("#ap-page");

// The words of the interface and what the collection can be filtered by; see ui/http/page.py.
export const page = { words: {}, venues: [], limits: {} };

export async function load() {
  Object.assign(page, await fetchJson("/askpapers/start"));
  document.documentElement.lang = page.words.lang;
}

export async function fetchJson(address, options) {
  const reply = await fetch(address, options);
  if (!reply.ok) throw new Error(await reply.text());
  return reply.status === 204 ? null : reply.json();
}

export const json = (value, method = "POST") => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value),
});

export function whenThere(selectors, act) {
  const there = () => selectors.every((selector) => $(selector));
  if (there()) return void act();
  const observer = new MutationObserver(() => {
    if (!there()) return;
    observer.disconnect();
    act();
  });
  observer.observe(document, { subtree: true, childList: true });
}

// Fill one of Gradio's fields as if it had been typed.
export function send(id, value) {
  const field = $(`#${id} textarea`);
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

export const box = () => $("#ap-question textarea");
export const stopButton = () => $("#ap-question .stop-button");

export function fill(text) {
  send("ap-question", text);
  box().focus();
}

export function ask(text) {
  fill(text);
  whenIdle(() => setTimeout(() => $("#ap-question .submit-button")?.click(), 50));
}

// An answer on its way is stopped first: only it writes to its conversation while it grows.
export function whenIdle(act) {
  const stop = stopButton();
  if (!stop) return void act();
  stop.click();
  const timer = setInterval(() => {
    if (stopButton()) return;
    clearInterval(timer);
    act();
  }, 50);
}

export function say(text) {
  let region = $("#ap-said");
  if (!region) {
    region = Object.assign(document.createElement("div"), { id: "ap-said" });
    region.setAttribute("role", "status");
    root().append(region);
  }
  region.textContent = text;
  clearTimeout(region.timer);
  region.timer = setTimeout(() => (region.textContent = ""), 4000);
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = Object.assign(document.createElement("textarea"), { value: text });
    root().append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  say(page.words.copied);
}

export function download(address, name = "") {
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  root().append(link);
  link.click();
  link.remove();
}
