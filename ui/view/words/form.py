"""What there is to say on the page; each language says it in a file of its own.

`{}` and `{name}` stand for what is filled in; for "|" see `counted`.
"""

from __future__ import annotations

from dataclasses import dataclass

from rag.types import Status


@dataclass(frozen=True)
class Words:
    """The words of one language; `lang` is its HTML language tag, `other` names the other one."""

    lang: str
    other: str

    # Around an answer
    status: dict[Status, str]
    understood: str
    edit: str
    papers: str
    no_abstract: str
    et_al: str
    unsupported: str
    left_out: str
    source: str
    line: str
    read: str
    choose: str
    show_list: str
    copy_answer: str
    copy_table: str
    save_table: str
    table: str
    held_to: str
    over_years: str

    # What is being done
    searching: str
    reading: str
    writing: str
    checking: str
    waiting: str
    stopped: str
    unexpected: str

    # The page
    title: str
    lead: str
    ask: str
    stop: str
    placeholder: str
    question: str
    menu: str
    new: str
    conversations: str
    no_conversations: str
    rename: str
    delete: str
    delete_sure: str
    export: str
    keep: str
    keep_browser: str
    keep_disk: str
    keep_no: str
    collection: str
    count: str
    files: str
    more_files: str
    follow: str
    filters: str
    add_filter: str
    remove: str
    compare: str
    compare_question: str
    within: str
    clear: str

    # The panel beside the conversation
    panel: str
    close: str
    quote_of: str
    next_quote: str
    previous_quote: str
    abstract: str
    cite: str
    copied: str
    link: str
    from_year: str
    to_year: str
    venue: str
    author: str
    with_code: str
    words: str
    apply: str
    shown_of: str
    shown_from: str
    none_fit: str
    more: str
    before: str
    years: str
    venues: str
    last_change: str
    add_papers: str
    drop_here: str
    limits: str
    choose_files: str
    adding: str
    added: str
    rejected: str
    password: str
    enter: str
    wrong_password: str
    too_often: str

    # Questions that the page suggests
    about: tuple[str, ...]
    overview: str
