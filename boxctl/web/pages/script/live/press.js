// A button that was pressed looks so from the next frame on, however long the table takes to rule.

let pressed = null;

if (typeof document !== "undefined") {
  document.addEventListener("click", ({ target }) => (pressed = target instanceof Element ? target.closest("button") : null), { capture: true });
}

/** Mark the button that was pressed last until `answer` is there, and for one frame at least. Returns the answer. */
export async function whilePressed(answer) {
  const button = pressed;
  if (button) button.setAttribute("data-pressed", "");
  try {
    return await answer;
  } finally {
    requestAnimationFrame(() => requestAnimationFrame(() => button && button.removeAttribute("data-pressed")));
  }
}
