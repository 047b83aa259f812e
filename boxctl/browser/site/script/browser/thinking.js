// The way from the worker that plays to the one that thinks: `think` and `give_up` of `boxctl/browser/host.py`.

/** A thinker of whom nothing was asked for so many milliseconds goes: what it has solved takes memory. */
const IDLE = 300000;

/** Return what the program asks of a second worker. It begins with the first question. `toPython` wraps bytes for it. */
export function thinkBeside(toPython) {
  let worker = null;
  let ending = null;
  let answer = null;

  const end = () => {
    worker?.terminate();
    worker = null;
    answer = null;
  };
  const begin = () => {
    worker = new Worker(new URL("./thinker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => answer?.(data));
    worker.addEventListener("error", (event) => {
      const told = answer;
      end();
      told?.({ trouble: event.message || "no second worker" });
    });
  };

  const think = (question, told) => {
    const tell = told.copy();
    const asked = question.toJs();
    clearTimeout(ending);
    answer = ({ content, trouble }) => {
      answer = null;
      ending = setTimeout(end, IDLE);
      tell(toPython(content ?? new Uint8Array()), trouble ?? "");
      tell.destroy();
    };
    try {
      if (!worker) begin();
      worker.postMessage({ question: asked });
    } catch (problem) {
      answer({ trouble: String(problem?.message ?? problem) });
    }
  };
  return { think, give_up: end };
}
