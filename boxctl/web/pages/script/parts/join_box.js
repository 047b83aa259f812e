// The window in which a phone joins a box: it scans the code that the box shows, or people type its address.

import { h } from "../tree.js";
import { canScan, joiningHere } from "../live/joining.js";
import { say } from "../live/texts.js";
import { openDialog } from "./dialogs.js";

/** Open the window in `place`, a dialog element. */
export function openJoinBox(place) {
  const show = () => openDialog(place, say("Join a box"), joinBox(joining, place));
  const joining = joiningHere(() => place.open && show(), (address) => location.assign(address));
  place.addEventListener("close", joining.leave, { once: true });
  show();
}

/** Draw the content of the window `place`; `joining` is that of live/joining.js. */
function joinBox(joining, place) {
  return h(
    "form",
    {
      class: "join-box hands",
      onsubmit: (event) => {
        event.preventDefault();
        joining.take(event.target.elements.address.value);
      },
    },
    h("p", { key: "hint" }, say("A box with sensors shows a code and an address. Its own page opens and asks who you are.")),
    joining.trouble && h("p", { key: "trouble", class: "trouble", role: "alert" }, joining.trouble),
    joining.scanning && h("video", { key: "camera", playsinline: true, muted: true, "aria-label": say("What the camera sees") }),
    canScan()
      ? !joining.scanning && h("button", { key: "scan", type: "button", class: "main", onclick: () => joining.scan(place) }, say("Scan the code"))
      : h("p", { key: "no-scan", class: "hint" }, whyNoScan()),
    h("label", { key: "words", for: "box-address" }, say("The address that the box shows")),
    h("input", { key: "address", id: "box-address", name: "address", type: "text", inputmode: "url", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: "192.168.4.1:8765" }),
    h("button", { key: "join", type: "submit" }, say("Join")),
  );
}

/** Why nobody can scan here: over http a browser hides its camera, and its reader of codes, too, so that it may have both. */
function whyNoScan() {
  return isSecureContext
    ? say("This browser reads no codes: scan with the camera of the phone itself, or type the address.")
    : say("A browser reads codes only where the address of this page begins with https: scan with the camera of the phone itself, or type the address.");
}
