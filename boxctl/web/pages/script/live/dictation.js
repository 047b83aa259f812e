// A throw that is said in place of tapped. Only where this device understands it by itself: most browsers send what is
// said to their maker, and nothing leaves the device.

/** Characters of a throw that is told. */
const LONGEST = 40;

/**
 * Return how a throw is said in the language of this code, null where this device does not understand it. Call it with
 * `onHeard(text)` and `onEnd()`.
 */
export async function dictation(code) {
  /** @type {any} */
  const Recognition = /** @type {any} */ (globalThis).SpeechRecognition;
  const lang = navigator.languages.find((tag) => new Intl.Locale(tag).language === code) || code;
  try {
    if ((await Recognition.available({ langs: [lang], processLocally: true })) !== "available") return null;
  } catch {
    return null;
  }
  return (onHeard, onEnd) => {
    const recognition = new Recognition();
    recognition.lang = lang;
    recognition.processLocally = true;
    recognition.onresult = ({ results }) => onHeard(results[0][0].transcript.trim().slice(0, LONGEST));
    recognition.onend = onEnd;
    recognition.onerror = onEnd;
    recognition.start();
  };
}
