// The quote behind a marker, shown while it is pointed at or has the focus.
import { root } from "./channel.js";

let hint = null;

function show(marker) {
  hide();
  const text = marker.title;
  if (!text) return;
  marker.title = ""; // the browser's own hint comes late, and never by keyboard
  hint = Object.assign(document.createElement("div"), { id: "ap-hint", textContent: text });
  hint.marker = marker;
  hint.setAttribute("role", "tooltip");
  root().append(hint);
  const at = marker.getBoundingClientRect();
  const left = Math.min(Math.max(8, at.left - 40), innerWidth - hint.offsetWidth - 8);
  const above = at.top - hint.offsetHeight - 6;
  hint.style.left = `${left}px`;
  hint.style.top = `${above > 8 ? above : at.bottom + 6}px`;
  marker.setAttribute("aria-describedby", hint.id);
}

function hide() {
  if (!hint) return;
  hint.marker.title = hint.textContent;
  hint.marker.removeAttribute("aria-describedby");
  hint.remove();
  hint = null;
}

export function hintAtQuotes() {
  const isMarker = (target) => target.closest?.("a.ap-marker");
  for (const kind of ["mouseover", "focusin"]) {
    document.addEventListener(kind, ({ target }) => isMarker(target) && show(isMarker(target)));
  }
  for (const kind of ["mouseout", "focusout"]) {
    document.addEventListener(kind, ({ target }) => isMarker(target) && hide());
  }
  for (const kind of ["click", "scroll", "keydown"]) document.addEventListener(kind, hide, true);
}
