// The conversations of this browser: which one this tab shows, and where they are kept.
import { $, box, download, fetchJson, json, load, page, send, whenIdle } from "./channel.js";
import { drawScope, forget } from "./scope.js";

const KEY = "askpapers:";
let nonce = 0;

const cookie = (name) => document.cookie.match(`(?:^|; )askpapers_${name}=([^;]*)`)?.[1];
const setCookie = (name, value) =>
  (document.cookie = `askpapers_${name}=${value}; path=/; max-age=31536000; samesite=lax`);
const inBrowser = () => (cookie("keep") ?? "browser") === "browser";
const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(36).padStart(2, "0")).join("");

export const current = () => sessionStorage.getItem(KEY + "current");

function open(id) {
  sessionStorage.setItem(KEY + "current", id);
  // A word behind the id makes the field change, so that the page is drawn anew.
  send("ap-current", `${id} ${++nonce}`);
}

export async function begin() {
  await restore();
  open(current() ?? newId());
  document.addEventListener("change", (event) => {
    if (event.target.matches(".ap-keep")) keep(event.target.value);
  });
}

const stored = () => Object.keys(localStorage).filter((key) => key.startsWith(KEY));

// Gives the server back what it has forgotten.
async function restore() {
  if (!inBrowser() || !stored().length) return;
  const known = await fetchJson("/askpapers/conversations");
  for (const key of stored()) {
    const record = JSON.parse(localStorage.getItem(key));
    if (known[record.id] >= record.turns.length) continue;
    await fetchJson("/askpapers/conversations", json(record)).catch(() => localStorage.removeItem(key));
  }
}

// Called when a turn has come to its end.
export async function store(id = current()) {
  if (!inBrowser()) return;
  const record = await fetchJson(`/askpapers/conversations/${id}`).catch(() => null);
  if (record) put(KEY + id, JSON.stringify(record));
}

// The oldest conversations make room where the browser's store is full.
function put(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    const oldest = stored().filter((other) => other !== key)
      .sort((a, b) => changed(a) - changed(b))[0];
    if (!oldest) return;
    localStorage.removeItem(oldest);
    put(key, text);
  }
}
const changed = (key) => JSON.parse(localStorage.getItem(key)).changed;

async function keep(where) {
  setCookie("keep", where);
  if (where !== "browser") for (const key of stored()) localStorage.removeItem(key);
  await fetchJson("/askpapers/keep", json({ where }));
  if (where === "browser") {
    for (const id of Object.keys(await fetchJson("/askpapers/conversations"))) await store(id);
  }
}

export const actions = {
  new: () => whenIdle(() => { forget(); open(newId()); box().focus(); }),
  open: ({ id }) => whenIdle(() => { forget(); open(id); }),
  rename: async ({ id, title }) => {
    const wanted = prompt(page.words.rename, title);
    if (!wanted?.trim()) return;
    await fetchJson(`/askpapers/conversations/${id}`, json({ title: wanted }, "PATCH"));
    await store(id);
    open(current());
  },
  delete: ({ id, title }) => {
    if (!confirm(`${title}\n\n${page.words.delete_sure}`)) return;
    const act = async () => {
      await fetchJson(`/askpapers/conversations/${id}`, { method: "DELETE" });
      localStorage.removeItem(KEY + id);
      open(id === current() ? newId() : current());
    };
    if (id === current()) whenIdle(act);
    else return act();
  },
  export: ({ id }) => download(`/askpapers/conversations/${id}/markdown`, "conversation.md"),
  language: async ({ to }) => {
    setCookie("lang", to);
    await load();
    drawScope();
    open(current());
    $("#ap-panel").setAttribute("aria-label", page.words.panel);
  },
};
