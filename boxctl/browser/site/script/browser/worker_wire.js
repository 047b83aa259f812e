// The way from a page to the program in its worker: what fetch and EventSource are for a box.

/** Answers to requests, by their numbers. */
let asked = 0;

/** What an answer without a body is given, as the browser refuses one. */
const BODILESS = [204, 304];

/** Return a wire over `worker`, which answers with messages. */
export function workerWire(worker) {
  const answering = new Map();
  worker.addEventListener("message", ({ data }) => answering.get(data.request)?.(data));

  /** Ask; `onAnswer(status, headers)` comes once, `onText(text, more)` for each piece. Return how to hang up. */
  const ask = (address, { method = "GET", headers = {}, body = "" }, onAnswer, onText) => {
    const request = ++asked;
    answering.set(request, (data) => {
      if (data.status) onAnswer(data.status, data.headers);
      else {
        if (!data.more) answering.delete(request);
        onText(data.text, data.more);
      }
    });
    worker.postMessage({ request, method, address, headers, body });
    return () => {
      answering.delete(request);
      worker.postMessage({ request, gone: true });
    };
  };

  const fetch = (address, options = {}) =>
    new Promise((resolve, reject) => {
      let status = 0;
      let headers = {};
      let text = "";
      const hangUp = ask(
        address,
        options,
        (told, named) => ([status, headers] = [told, named]),
        (piece, more) => {
          text += piece;
          if (!more) resolve(new Response(BODILESS.includes(status) ? null : text, { status, headers }));
        },
      );
      options.signal?.addEventListener("abort", () => {
        hangUp();
        reject(new DOMException("", "AbortError"));
      });
    });

  /** Follows events as EventSource does. The line to a worker does not break. */
  class Source extends EventTarget {
    static CLOSED = 2;

    constructor(address) {
      super();
      this.readyState = 0;
      this.rest = "";
      this.onopen = null;
      this.onerror = null;
      this.hangUp = ask(
        address,
        {},
        () => {
          this.readyState = 1;
          this.onopen?.();
        },
        (text) => this.take(text),
      );
    }

    take(text) {
      const events = (this.rest + text).split("\n\n");
      this.rest = events.pop();
      for (const event of events) {
        const fields = Object.fromEntries(event.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
        this.dispatchEvent(new MessageEvent(fields.event, { data: fields.data, lastEventId: fields.id ?? "" }));
      }
    }

    close() {
      this.readyState = Source.CLOSED;
      this.hangUp();
    }
  }

  /** Tell the worker, and return its answer to that. */
  const told = (message, isAnswer) =>
    new Promise((resolve) => {
      const take = ({ data }) => {
        if (!isAnswer(data)) return;
        worker.removeEventListener("message", take);
        resolve(data);
      };
      worker.addEventListener("message", take);
      worker.postMessage(message);
    });

  const journal = (name = "") => told({ journal: name }, (data) => data.journal === name && "content" in data);
  const put = (file, place) => told({ file, place }, (data) => data.put === place);

  // A television has a box to follow: there is nothing that it could show beside the page of this browser.
  return { fetch, Source, page: (name) => (name === "tv" ? null : `${name || "index"}.html`), journal, put };
}
