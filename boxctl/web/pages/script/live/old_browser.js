// Browsers of before 2020, such as the Chromium 79 of televisions of 2021: a style sheet has what their style lacks.

/** Load that sheet where it is needed. */
export function helpOldBrowser() {
  if (knowsGaps()) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = "/style/old_browsers.css";
  document.head.append(link);
}

/** Return whether a row or column that is flexible leaves the gaps it is told to: no other question answers that. */
function knowsGaps() {
  const column = document.createElement("div");
  column.append(document.createElement("div"), document.createElement("div"));
  Object.assign(column.style, { display: "flex", flexDirection: "column", rowGap: "1px", position: "absolute" });
  document.body.append(column);
  const knows = column.scrollHeight === 1;
  column.remove();
  return knows;
}
