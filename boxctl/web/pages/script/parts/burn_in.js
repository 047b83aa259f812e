// Keeps a picture from burning into a screen that shows it all evening.

/** Milliseconds between two steps. */
const EVERY = 60000;

/** Pixels to the right and down. */
const STEPS = [[0, 0], [5, 2], [9, 5], [6, 9], [1, 7], [-4, 9], [-8, 5], [-9, 0], [-5, -4], [0, -7], [5, -8], [8, -4]];

/** Return how far the picture is moved in its `step`, in pixels. */
export function shiftAt(step) {
  return STEPS[step % STEPS.length];
}

/** Move an element by a few pixels every minute: too little to notice, enough for the screen. */
export function guardAgainstBurnIn(element, clock = window) {
  let step = 0;
  clock.setInterval(() => {
    step += 1;
    const [right, down] = shiftAt(step);
    element.style.setProperty("transform", `translate(${right}px, ${down}px)`);
  }, EVERY);
}
