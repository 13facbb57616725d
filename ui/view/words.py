"""Every word of the page, in the languages of its interface and of its answers.

`{}` and `{name}` stand for what is filled in; for "|" see `counted`. What is shown around an answer
is in the language of the question, all else in that of the interface.
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


ENGLISH = Words(
    lang="en",
    other="中文",
    status={
        Status.PARTLY: "Answered in part",
        Status.NOT_FOUND: "Not in these papers",
        Status.AMBIGUOUS: "Several papers fit",
    },
    understood="Understood as",
    edit="Edit",
    papers="Papers",
    no_abstract="This paper came without an abstract.",
    et_al=" et al.",
    unsupported="Struck through: not supported by the papers cited.",
    left_out="Left out of this answer",
    source="{file}, paper {record}",
    line=", line {}",
    read="Read",
    choose="Choose",
    show_list="Show the {} papers as a list",
    copy_answer="Copy answer",
    copy_table="Copy table",
    save_table="Save as CSV",
    table="Comparison, scrolls sideways",
    held_to="Only {}",
    over_years="Papers over the years",
    searching="Searching the papers",
    reading="Reading {} paper|Reading {} papers",
    writing="Writing from {} paper|Writing from {} papers",
    checking="Checking every sentence against the papers",
    waiting="Waiting: {} before you",
    stopped="Stopped.",
    unexpected="Something went wrong while answering. Please ask again.",
    title="Ask the papers",
    lead="Every sentence of an answer leads to the words of the paper that it rests on.",
    ask="Ask",
    stop="Stop",
    placeholder="Ask about the papers (@ completes a paper's name)",
    question="Question",
    menu="Menu",
    new="New conversation",
    conversations="Conversations",
    no_conversations="None yet.",
    rename="Rename",
    delete="Delete",
    delete_sure="Delete for good?",
    export="Export as Markdown",
    keep="Keep conversations",
    keep_browser="in this browser",
    keep_disk="on the computer that serves the page",
    keep_no="until the page's server stops",
    collection="Collection",
    count="{} paper|{} papers",
    files="from {}",
    more_files="{names} and {} more file|{names} and {} more files",
    follow="Ask next",
    filters="Filters",
    add_filter="Filter",
    remove="Remove {}",
    compare="Compare",
    compare_question="Compare {} and {}",
    within="Ask about these",
    clear="Clear",
    panel="Beside the conversation",
    close="Close",
    quote_of="Quote {} of {}",
    next_quote="Next quote",
    previous_quote="Previous quote",
    abstract="Abstract",
    cite="Cite as",
    copied="Copied",
    link="Link",
    from_year="From year",
    to_year="To year",
    venue="Venue",
    author="Author",
    with_code="With code",
    words="Words in title or abstract",
    apply="Apply",
    shown_of="{} of {} shown",
    shown_from="{} to {} of {} shown",
    none_fit="No paper fits. Take a part of the filter away.",
    more="More papers",
    before="Papers before",
    years="Years",
    venues="Venues",
    last_change="Last change",
    add_papers="Add papers",
    drop_here="Drop files anywhere on the page, or",
    limits="At most {files} files of {size} MB at once: BibTeX, RIS, JSON, CSV, text and more.",
    choose_files="choose files",
    adding="{stage}: {done} of {total}",
    added=(
        "{} paper read: {added} added, {updated} updated, {unchanged} unchanged."
        "|{} papers read: {added} added, {updated} updated, {unchanged} unchanged."
    ),
    rejected="{} record was left out|{} records were left out",
    password="Password",
    enter="Enter",
    wrong_password="That is not the password.",
    too_often="Too many tries. Wait a minute.",
    about=(
        "What problem does {} address?",
        "What does {} propose?",
        "On what was {} evaluated?",
        "What are the results of {}?",
        "Is there code for {}?",
    ),
    overview="What is this collection about?",
)

CHINESE = Words(
    lang="zh-Hans",
    other="English",
    status={
        Status.PARTLY: "部分回答",
        Status.NOT_FOUND: "论文中没有提到",
        Status.AMBIGUOUS: "有几篇论文符合",
    },
    understood="理解为",
    edit="修改",
    papers="论文",
    no_abstract="这篇论文没有摘要。",
    et_al=" 等",
    unsupported="划线的句子没有得到所引论文的支持。",
    left_out="未写入回答的内容",
    source="{file}，第 {record} 篇",
    line="，第 {} 行",
    read="阅读",
    choose="选择",
    show_list="列出这 {} 篇论文",
    copy_answer="复制回答",
    copy_table="复制表格",
    save_table="存为 CSV",
    table="对比表，可左右滚动",
    held_to="限于 {}",
    over_years="历年论文数",
    searching="正在检索论文",
    reading="正在阅读 {} 篇论文",
    writing="正在根据 {} 篇论文撰写",
    checking="正在逐句核对",
    waiting="排队中：前面还有 {} 位",
    stopped="已停止。",
    unexpected="回答时出了问题，请再问一次。",
    title="向论文提问",
    lead="每句回答都注明出处，可以直接看到论文原文。",
    ask="提问",
    stop="停止",
    placeholder="就这些论文提问（输入 @ 可补全论文名）",
    question="问题",
    menu="菜单",
    new="新对话",
    conversations="对话",
    no_conversations="还没有。",
    rename="重命名",
    delete="删除",
    delete_sure="确定删除？",
    export="导出为 Markdown",
    keep="对话保存在",
    keep_browser="此浏览器中",
    keep_disk="提供本页的电脑上",
    keep_no="不保存（服务停止即失去）",
    collection="论文库",
    count="{} 篇论文",
    files="来自 {}",
    more_files="{names} 等另外 {} 个文件",
    follow="继续提问",
    filters="筛选",
    add_filter="筛选",
    remove="去掉 {}",
    compare="对比",
    compare_question="对比 {} 和 {}",
    within="就这些论文提问",
    clear="清除",
    panel="对话旁边",
    close="关闭",
    quote_of="第 {} 处引用，共 {} 处",
    next_quote="下一处引用",
    previous_quote="上一处引用",
    abstract="摘要",
    cite="引用格式",
    copied="已复制",
    link="链接",
    from_year="起始年份",
    to_year="截止年份",
    venue="会议或期刊",
    author="作者",
    with_code="有代码",
    words="标题或摘要中的词",
    apply="应用",
    shown_of="显示 {} 篇，共 {} 篇",
    shown_from="显示第 {} 至 {} 篇，共 {} 篇",
    none_fit="没有符合的论文，请放宽筛选。",
    more="更多论文",
    before="前面的论文",
    years="年份",
    venues="会议与期刊",
    last_change="最近更新",
    add_papers="添加论文",
    drop_here="把文件拖到页面上，或",
    limits="一次最多 {files} 个文件，每个 {size} MB：BibTeX、RIS、JSON、CSV、文本等。",
    choose_files="选择文件",
    adding="{stage}：{done} / {total}",
    added="读入 {} 篇：新增 {added}，更新 {updated}，未变 {unchanged}。",
    rejected="{} 条记录未收入",
    password="密码",
    enter="进入",
    wrong_password="密码不对。",
    too_often="尝试次数太多，请稍等一分钟。",
    about=(
        "{} 解决什么问题？",
        "{} 提出了什么方法？",
        "{} 在哪些数据集上评测？",
        "{} 的结果如何？",
        "{} 有代码吗？",
    ),
    overview="这个论文库里有哪些主题？",
)


def counted(forms: str, count: int, **slots: object) -> str:
    """Fill a number in: the form for one stands before a bar, that for all others behind it."""
    one, _, others = forms.rpartition("|")
    return (one if one and count == 1 else others).format(f"{count:,}", **slots)


def words_for(language: str | None) -> Words:
    """Return the words of a language ("en", "zh", or a tag such as "zh-CN"); English for others."""
    return CHINESE if (language or "").lower().startswith("zh") else ENGLISH
