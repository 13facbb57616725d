// The page's own behaviour, beside Gradio's: each file has one concern.
import { begin } from "./conversations.js";
import { listen } from "./actions.js";
import { compose } from "./composer.js";
import { drawScope } from "./scope.js";
import { acceptDrops } from "./adding.js";
import { watchPanel } from "./panel.js";
import { watchTurns } from "./turns.js";
import { hintAtQuotes } from "./hint.js";
import { load, whenThere } from "./channel.js";

// Gradio loads the code of each kind of part by itself, so they may come in any order.
const PARTS = [
  "#ap-side", "#ap-head", "#ap-chat", "#ap-next", "#ap-panel", "#ap-question textarea",
  "#ap-current textarea", "#ap-scope textarea", "#ap-address textarea",
];

whenThere(PARTS, async () => {
  await load();
  listen();
  watchTurns();
  watchPanel();
  compose();
  hintAtQuotes();
  drawScope();
  acceptDrops();
  await begin();
});
