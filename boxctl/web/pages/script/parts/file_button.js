// A button that looks like the others and has the device choose a file.

import { h } from "../tree.js";

/** Draw a button that calls `take` with the file that is chosen. */
export function fileButton(words, take) {
  const choose = ({ target }) => {
    const [file] = target.files;
    // The same file can be chosen again when it was mended.
    target.value = "";
    if (file) take(file);
  };
  return h("label", { key: words, class: "quiet button file" }, words, h("input", { type: "file", accept: ".toml,text/plain", onchange: choose }));
}
