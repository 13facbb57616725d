"""What `askpapers status --check` found out about the language model, in words."""

from __future__ import annotations

from rag.llms.trial import Trial


def trial_text(trial: Trial | None) -> str:
    """Return what a trial found, a line each; None stands for no model."""
    if trial is None:
        return "Model     none: answers are in the papers' own words, and nothing is sent anywhere"
    rows = [("Model", f"{trial.model} at {trial.server}")]
    if trial.error:
        rows.append(("Trial", f"failed: {trial.error}"))
    else:
        rows.append(("Trial", f"answered in {trial.seconds} s"))
        rows += [("", line) for line in _manners(trial)]
    rows.append(("Window", f"{trial.window} tokens set, at most {trial.max_tokens} for an answer"))
    return "\n".join(f"{label:<10}{value}" for label, value in rows)


def _manners(trial: Trial) -> list[str]:
    return [
        "streams its replies" if trial.streams else "does not stream: answers come at once",
        "takes a system message" if trial.takes_rules else "takes no system message",
        "counts tokens" if trial.counts_tokens else "counts no tokens: they are estimated",
        f"limits answers by {trial.sends}" if trial.sends else "can't limit the length of answers",
    ]
