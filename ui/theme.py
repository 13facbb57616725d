"""The page's colours and type: system fonts only, so that nothing is fetched."""

from __future__ import annotations

import gradio as gr

_SANS = ("system-ui", "-apple-system", "Segoe UI", "Noto Sans", "PingFang SC", "sans-serif")
_MONO = ("ui-monospace", "SFMono-Regular", "Menlo", "Consolas", "monospace")


def theme() -> gr.themes.Base:
    """Return the theme; what it can't express stands in `assets/page.css`."""
    base = gr.themes.Base(
        primary_hue="teal",
        neutral_hue="stone",
        font=list(_SANS),
        font_mono=list(_MONO),
        radius_size="lg",
    )
    return base.set(
        body_background_fill="var(--ap-page)",
        body_background_fill_dark="var(--ap-page)",
        body_text_color="var(--ap-ink)",
        body_text_color_dark="var(--ap-ink)",
        body_text_color_subdued="var(--ap-quiet)",
        body_text_color_subdued_dark="var(--ap-quiet)",
        block_background_fill="transparent",
        block_background_fill_dark="transparent",
        block_border_width="0px",
        input_background_fill="var(--ap-surface)",
        input_background_fill_dark="var(--ap-surface)",
        input_border_color="var(--ap-line)",
        input_border_color_dark="var(--ap-line)",
        input_border_color_focus="var(--ap-accent)",
        input_border_color_focus_dark="var(--ap-accent)",
    )
