// How long an answer takes that has to be worked out: who waits sees it, and can give it up.

/** How long an answer may take before the page says that it is worked out, in milliseconds. */
const PATIENCE = 400;

const SECOND = 1000;

/** Call `show(seconds)` once an answer takes long, and each second from then on, until the `end()` of what is returned. */
export function watch(show) {
  const begun = performance.now();
  const tell = () => show(Math.round((performance.now() - begun) / SECOND));
  let every = 0;
  const first = setTimeout(() => {
    tell();
    every = setInterval(tell, SECOND);
  }, PATIENCE);
  return {
    end: () => {
      clearTimeout(first);
      clearInterval(every);
    },
  };
}
