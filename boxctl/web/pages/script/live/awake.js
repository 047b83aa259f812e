// Keeps the screen of a phone on while people play at it.

/** @type {WakeLockSentinel | null} */
let held = null;
let wanted = false;
let asking = false;

/** Keep the screen on, or let it go dark again. A browser that cannot, or may not, does nothing. */
export function keepAwake(want) {
  wanted = want;
  look();
}

async function look() {
  if (asking || !navigator.wakeLock) return;
  if (!wanted) {
    if (held) held.release();
    held = null;
  } else if (!held && document.visibilityState === "visible") {
    asking = true;
    try {
      held = await navigator.wakeLock.request("screen");
      held.addEventListener("release", () => {
        held = null;
      });
    } catch {
      // The battery is low, or the page was left meanwhile.
    }
    asking = false;
    if (!wanted) look();
  }
}

// A phone that was locked has let go of it.
document.addEventListener("visibilitychange", look);
