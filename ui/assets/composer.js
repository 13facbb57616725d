// The question box: keys, and names of papers completed while typing.
import { root, $, $$, box, page, stopButton } from "./channel.js";
import { close } from "./panel.js";
import { completions } from "./scope.js";

let list = null;
let chosen = -1;
let asked = 0;
let sent = {};

// What is being typed: behind "@" up to the end, else the last word of three letters or more.
function typed() {
  const before = box().value.slice(0, box().selectionStart);
  const at = before.match(/@([^@\n]{0,60})$/);
  if (at) return { text: at[1], start: at.index, sure: true };
  const word = before.match(/(?:^|[\s"“(])([\p{L}\p{N}][\p{L}\p{N}_.+-]{2,})$/u);
  return word ? { text: word[1], start: before.length - word[1].length, sure: false } : null;
}

async function complete() {
  const now = ++asked;
  const part = typed();
  if (!part) return hide();
  const names = await completions(part.text).catch(() => []);
  if (now !== asked || !names.length || (names.length === 1 && names[0] === part.text)) return hide();
  show(names, part);
}

function show(names, part) {
  hide();
  list = Object.assign(document.createElement("ul"), { id: "ap-completions" });
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", page.words.papers);
  names.forEach((name, index) => {
    const item = Object.assign(document.createElement("li"), { id: `ap-completion-${index}`, textContent: name });
    item.setAttribute("role", "option");
    item.addEventListener("mousedown", (event) => { event.preventDefault(); take(name, part); });
    list.append(item);
  });
  list.typed = part;
  $("#ap-question").append(list);
  box().setAttribute("aria-controls", list.id);
  choose(part.sure ? 0 : -1);
}

function hide() {
  list?.remove();
  list = null;
  box().removeAttribute("aria-activedescendant");
  box().removeAttribute("aria-controls");
}

function choose(index) {
  chosen = index;
  [...list.children].forEach((item, place) => item.setAttribute("aria-selected", place === index));
  if (index < 0) return;
  box().setAttribute("aria-activedescendant", list.children[index].id);
  list.children[index].scrollIntoView({ block: "nearest" });
}

function take(name, part) {
  const area = box();
  area.setRangeText(name, part.start, area.selectionStart, "end");
  area.dispatchEvent(new Event("input", { bubbles: true }));
  hide();
}

function onKey(event) {
  if (event.target !== box()) {
    if (event.key === "Escape" && !$("dialog[open]")) escape();
    return;
  }
  // Enter that chooses a character of an input method sends nothing.
  if (event.isComposing || event.keyCode === 229) return event.stopImmediatePropagation();
  if (list && onListKey(event)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else if (event.key === "Enter" && !event.shiftKey) {
    asked++;
    hide();
    if (!isIdle()) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  } else if (event.key === "Escape") {
    escape();
  }
}

function onListKey(event) {
  const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (move && (chosen >= 0 || event.key === "ArrowDown")) {
    choose((chosen + move + list.children.length) % list.children.length);
    return true;
  }
  if (event.key === "Escape") return hide(), true;
  if ((event.key === "Enter" || event.key === "Tab") && chosen >= 0) {
    take(list.children[chosen].textContent, list.typed);
    return true;
  }
  return false;
}

// A second click, or a key held down, sends nothing; neither do spaces.
function isIdle() {
  const now = { text: box().value.trim(), turns: $$(".ap-question").length, at: performance.now() };
  const again = now.text === sent.text && now.turns === sent.turns && now.at - sent.at < 700;
  if (!now.text || again) return false;
  sent = now;
  return true;
}

function onClick(event) {
  // Where Ask was, Stop comes at once: the second of two clicks must not stop what the first began.
  const stops = event.isTrusted && event.target.closest?.("#ap-question .stop-button");
  const early = stops && performance.now() - sent.at < 400;
  const asks = event.target.closest?.("#ap-question .submit-button");
  if (!early && (!asks || isIdle())) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function escape() {
  if (stopButton()) stopButton().click();
  else if (!close()) root().classList.remove("ap-menu-open");
}

export function compose() {
  document.addEventListener("keydown", onKey, true);
  document.addEventListener("click", onClick, true);
  document.addEventListener("input", (event) => {
    if (event.target === box() && event.isTrusted) complete();
  });
  document.addEventListener("focusout", (event) => event.target === box() && list && hide());
}
