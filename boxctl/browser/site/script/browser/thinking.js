// The way from the worker that plays to the one that thinks: `think` and `give_up` of `boxctl/browser/host.py`.

/** A thinker of whom nothing was asked for so many milliseconds goes: what it has solved takes memory. */
const IDLE = 300000;

/** Return what the program asks of a second worker. It begins with the first question. `toPython` wraps bytes for it. */
export function thinkBeside(toPython) {
  let worker = null;
  let ending = null;
  /** Whom the answer is told: a function of Python, which takes memory until it is freed. */
  let tell = null;

  const give_up = () => {
    worker?.terminate();
    worker = null;
    tell?.destroy();
    tell = null;
  };
  const answer = ({ content, trouble }) => {
    const told = tell;
    if (!told) return;
    tell = null;
    ending = setTimeout(give_up, IDLE);
    told(toPython(content ?? new Uint8Array()), trouble ?? "");
    told.destroy();
  };
  const fail = (trouble) => {
    // The next question begins another worker.
    worker?.terminate();
    worker = null;
    answer({ content: null, trouble });
  };
  const begin = () => {
    worker = new Worker(new URL("./thinker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => answer(data));
    worker.addEventListener("error", (event) => fail(event.message || "no second worker"));
  };

  const think = (question, told) => {
    clearTimeout(ending);
    tell = told.copy();
    try {
      const asked = question.toJs();
      if (!worker) begin();
      worker.postMessage({ question: asked });
    } catch (problem) {
      answer({ content: null, trouble: String(problem?.message ?? problem) });
    }
  };
  return { think, give_up };
}
