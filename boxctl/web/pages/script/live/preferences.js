// The choices that a person has made on this device: motion, light or dark, language, coach.

const root = document.documentElement;
const STORE = "boxctl";

/** Return the choices; each is empty where the device decides. */
export function preferences() {
  try {
    return JSON.parse(localStorage.getItem(STORE)) || {};
  } catch {
    return {};
  }
}

/** Keep choices and follow them. */
export function prefer(changes) {
  const chosen = { ...preferences(), ...changes };
  try {
    localStorage.setItem(STORE, JSON.stringify(chosen));
  } catch {
    // A browser that keeps nothing still follows them until the page is left.
  }
  follow(chosen);
}

/** Follow the choices, those of the address (`?theme=light&motion=off`), or the device's. */
export function follow(chosen = preferences()) {
  const asked = new URLSearchParams(location.search);
  const theme = asked.get("theme") || chosen.theme || (devicePrefers("light") ? "light" : "dark");
  const motion = asked.get("motion") || chosen.motion || "";
  root.dataset.theme = theme;
  if (motion) root.dataset.motion = motion;
  else delete root.dataset.motion;
}

/** Return whether things may move. */
export function moves() {
  if (root.dataset.motion) return root.dataset.motion !== "off";
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function devicePrefers(scheme) {
  return document.body.dataset.room !== "pub" && matchMedia(`(prefers-color-scheme: ${scheme})`).matches;
}

matchMedia("(prefers-color-scheme: light)").addEventListener("change", () => follow());
