// A comparison's table, copied or saved.
import { $, $$, copy, download } from "./channel.js";

const cells = (link) => {
  const table = $("table", link.closest(".ap-comparison"));
  return $$("tr", table).map((row) => $$("th, td", row).map((cell) => cell.innerText.trim().replace(/\s+/g, " ")));
};

// A spreadsheet would take these for formulas.
const harmless = (text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
const quoted = (text) => `"${harmless(text).replaceAll('"', '""')}"`;

export const actions = {
  "copy-table": (_, link) => copy(cells(link).map((row) => row.join("\t")).join("\n")),
  "save-table": (_, link) => {
    const text = "\ufeff" + cells(link).map((row) => row.map(quoted).join(",")).join("\r\n");
    const address = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
    download(address, "comparison.csv");
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  },
};
