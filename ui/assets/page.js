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

// Gradio has drawn its parts when the last of these is there.
whenThere("#ap-address textarea", async () => {
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
