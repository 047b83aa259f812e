// The second worker: what takes long is worked out here, one thing after the other, while the first one plays.

import { bytes, fetchProgram, importProgram, loadFastest, unpack } from "./python.js";

async function start() {
  const program = fetchProgram();
  const { python, isNew } = await loadFastest();
  unpack(python, await program);
  if (isNew) importProgram(python, "boxctl.browser.thinking");
  const workedOut = python.runPython("from boxctl.browser.thinking import worked_out; worked_out");
  return (question) => bytes(workedOut(python.toPy(question)));
}

let thinker = null;
self.addEventListener("message", async ({ data }) => {
  try {
    thinker ??= start();
    const workedOut = await thinker;
    self.postMessage({ content: workedOut(data.question) });
  } catch (problem) {
    self.postMessage({ trouble: String(problem?.message ?? problem) });
  }
});
