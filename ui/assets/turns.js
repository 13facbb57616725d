// What happens in the conversation: new questions are brought to the top, ends are noticed.
import { $, $$, stopButton } from "./channel.js";
import { store } from "./conversations.js";
import { markChosen } from "./scope.js";

let questions = 0;
let answering = false;

function settle() {
  const asked = $$(".ap-question");
  if (asked.length === questions + 1) asked.at(-1).scrollIntoView({ behavior: "instant" });
  questions = asked.length;
  // Gradio labels each turn with its markup; without the label its text is read.
  for (const turn of $$("#ap-chat [data-testid][aria-label]")) turn.removeAttribute("aria-label");
  // Gradio calls its examples a list, but none of them an item.
  $("#ap-chat .examples[role='list']")?.setAttribute("role", "group");
  if (answering && !stopButton()) store();
  answering = Boolean(stopButton());
  markChosen();
}

export function watchTurns() {
  let due = false;
  new MutationObserver(() => {
    if (due) return;
    due = true;
    requestAnimationFrame(() => { due = false; settle(); });
  }).observe(document.body, { subtree: true, childList: true });
}
