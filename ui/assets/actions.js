// Links of the form `#action?key=value` are carried out here; see ui/view/links.py.
import { root, $, ask, copy, download, fill, say } from "./channel.js";
import { current, actions as conversations } from "./conversations.js";
import { actions as panel } from "./panel.js";
import { actions as scope } from "./scope.js";
import { actions as adding } from "./adding.js";
import { actions as tables } from "./tables.js";

const text = async (address) => {
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(await reply.text());
  return reply.text();
};

const actions = {
  ask: ({ q }) => ask(q),
  edit: ({ q }) => fill(q),
  cite: async (values) => copy(await text(`/askpapers/cite?${new URLSearchParams(values)}`)),
  save: (values) =>
    download(`/askpapers/papers?${new URLSearchParams({ ...values, conversation: current() })}`),
  "copy-answer": async ({ turn }) =>
    copy(await text(`/askpapers/conversations/${current()}/markdown?turn=${turn}`)),
  menu: () => {
    const open = root().classList.toggle("ap-menu-open");
    if (open) $("#ap-side a")?.focus();
  },
  ...conversations, ...panel, ...scope, ...adding, ...tables,
};

export function listen() {
  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.("a[href^='#']");
    if (!link) {
      if (!event.target.closest?.("#ap-side")) root().classList.remove("ap-menu-open");
      return;
    }
    const [name, query] = link.getAttribute("href").slice(1).split(/\?(.*)/s);
    if (!actions[name]) return;
    event.preventDefault();
    if (name !== "menu" && !link.closest("#ap-side details")) {
      root().classList.remove("ap-menu-open");
    }
    try {
      await actions[name](Object.fromEntries(new URLSearchParams(query ?? "")), link);
    } catch (error) {
      say(error.message);
    }
  });
  // A link that acts as a button answers to the space bar as well.
  document.addEventListener("keydown", (event) => {
    const button = event.key === " " && event.target.closest?.("a[role='button']");
    if (!button) return;
    event.preventDefault();
    button.click();
  });
}
