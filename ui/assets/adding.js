// Files dropped anywhere on the page, or chosen, are added to the collection.
import { root, $, page, say } from "./channel.js";
import { actions as conversations } from "./conversations.js";
import { actions as panel } from "./panel.js";

async function add(files) {
  const { files: most, bytes } = page.limits;
  const { words } = page;
  if (!files.length) return;
  if (files.length > most || files.some((file) => file.size > bytes)) {
    return say(words.limits.replace("{files}", most).replace("{size}", bytes / 1e6));
  }
  const body = new FormData();
  for (const file of files) body.append("files", file, file.name);
  const reply = await fetch("/askpapers/files", { method: "POST", body });
  if (!reply.ok) return tell(await reply.text());
  for await (const line of lines(reply.body)) {
    const { html, done } = JSON.parse(line);
    tell(html, true);
    if (done) {
      await conversations.language({ to: words.lang });  // the page is drawn anew
    }
  }
}

// What is told comes from the server as HTML made by ui/view, or as text.
function tell(text, isHtml = false) {
  const place = $("#ap-panel .ap-adding");
  if (!place) return isHtml || say(text);
  if (isHtml) place.innerHTML = text;
  else place.textContent = text;
}

async function* lines(stream) {
  let rest = "";
  for await (const piece of stream.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + piece).split("\n");
    rest = parts.pop();
    yield* parts.filter(Boolean);
  }
}

const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");

export function acceptDrops() {
  for (const kind of ["dragover", "drop"]) {
    document.addEventListener(kind, (event) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (kind !== "drop") return;
      const files = [...event.dataTransfer.files];
      panel.collection({}, document.activeElement);
      setTimeout(() => add(files), 800);
    }, true);
  }
}

export const actions = {
  add: () => {
    const input = Object.assign(document.createElement("input"), { type: "file", multiple: true, id: "ap-files", hidden: true });
    input.addEventListener("change", () => { add([...input.files]); input.remove(); });
    root().append(input);
    input.click();
  },
};
