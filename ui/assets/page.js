// A marker leads to its paper's card, which takes the focus, so that reading goes on there.
document.addEventListener("click", (event) => {
  const marker = event.target.closest?.("a.ap-marker[href^='#']");
  const card = marker && document.getElementById(marker.hash.slice(1));
  if (!card) return;
  event.preventDefault();
  card.scrollIntoView({ block: "center", behavior: "instant" });
  card.focus({ preventScroll: true });
});

// An abstract that is opened shows the words quoted from it.
document.addEventListener(
  "toggle",
  ({ target }) => target.open && target.querySelector("mark")?.scrollIntoView({ block: "nearest" }),
  true,
);

// A new question is brought to the top, so that its answer is read from its first line on.
let questions = 0;
const settle = () => {
  const asked = document.querySelectorAll(".ap-question");
  if (asked.length > questions) asked[asked.length - 1].scrollIntoView({ behavior: "instant" });
  questions = asked.length;
  // Gradio labels each turn with its markup; without the label its text is read.
  for (const turn of document.querySelectorAll("#ap-chat [data-testid][aria-label]")) {
    turn.removeAttribute("aria-label");
  }
};
new MutationObserver(settle).observe(document, { subtree: true, childList: true });
