// The way from a page without a box to a box: its QR code through the camera, or its address.

import { say } from "./texts.js";

/** Milliseconds between two looks through the camera. */
const EVERY = 200;

const SCHEME = /^[a-z][\w+.-]*:[/]{2}/i;

/** The word of a box's code, which its page takes out of its address at once. */
const WORD = /^#[a-z2-7]{16}$/;

/**
 * Return the address of the first page of a box, with the word of its code that lets this device take part; null if
 * `text` is no address.
 */
export function boxAddress(text) {
  const written = text.trim();
  try {
    const { protocol, origin, username, hash } = new URL(SCHEME.test(written) ? written : `http://${written}`);
    if (!/^https?:$/.test(protocol) || username || /\s/.test(written)) return null;
    return `${origin}/${WORD.test(hash) ? hash : ""}`;
  } catch {
    return null;
  }
}

/** Return whether this browser reads QR codes through a camera: over http it does not. */
export function canScan() {
  return "BarcodeDetector" in globalThis && Boolean(navigator.mediaDevices && navigator.mediaDevices.getUserMedia);
}

/** Return what joins a box: its state for parts/join_box.js, which `draw` draws. `go` opens an address. */
export function joiningHere(draw, go) {
  const joining = {
    trouble: "",
    scanning: false,
    take: (text) => {
      const address = boxAddress(text);
      if (address) go(address);
      else joining.tell(say("BX788: {text} is no address of a box: type what the box shows, such as 192.168.4.1:8765.", { text: text.trim().slice(0, 80) || "…" }));
    },
    tell: (trouble) => {
      Object.assign(joining, { trouble, scanning: false });
      draw();
    },
    scan: async (place) => {
      Object.assign(joining, { trouble: "", scanning: true });
      draw();
      try {
        const text = await scanned(place.querySelector("video"), () => place.open && joining.scanning);
        if (text !== null) joining.take(text);
      } catch (problem) {
        if (joining.scanning) joining.tell(say("BX789: the camera cannot be used ({why}): allow it for this page, or type the address.", { why: problem.message }));
      }
    },
    leave: () => Object.assign(joining, { trouble: "", scanning: false }),
  };
  return joining;
}

/** Show the camera in `video` until it sees a QR code, and return its text; null once `goesOn` says no. */
async function scanned(video, goesOn) {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  try {
    video.srcObject = stream;
    await video.play();
    const detector = new /** @type {any} */ (globalThis).BarcodeDetector({ formats: ["qr_code"] });
    while (goesOn()) {
      const [code] = await detector.detect(video);
      // It may have been closed while this was looked at.
      if (code && goesOn()) return code.rawValue;
      await new Promise((soon) => setTimeout(soon, EVERY));
    }
    return null;
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}
