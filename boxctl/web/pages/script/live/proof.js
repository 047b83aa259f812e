// Proves a recorded match: the chain of its entries, and the signature of the box under its end; and
// that an evening has all of its matches.
//
// A page that comes over plain http has no WebCrypto, so the hashes and the signature are worked out
// by the scripts of vendor/noble.

import { sha256, sha512 } from "../../vendor/noble/sha2.js";
import { hashes, verify } from "../../vendor/noble/ed25519.js";

hashes.sha512 = sha512;

/** A byte that was no text in the journal, as the file has it. */
const ESCAPED = /(?<![\ud800-\udbff])([\udc80-\udcff])/g;

const GENESIS = new Uint8Array(32);

const LAST_MATCH = 999_999_999;
const SPAN = 1_000_000_000;

/**
 * Prove one match of a record; `before` is the one before it in the same record. Returns `{match,
 * entries, chain, follows, signed, key, covers, tapped}`: `chain` is the number of the first entry whose
 * hash does not follow, or that is none of a match, null if all do; `follows` is null, or says why it
 * is not the next match of the same journal: `{why, match}`, where `why` is `"missing"`,
 * `"inserted"`, `"head"` or `"journal"`; `signed` is `"good"`, `"bad"` or `"none"`; `covers` is how many
 * entries the signature covers; `tapped` is what people tapped of a box that nothing sensed, empty for nothing.
 */
export function prove(record, before = null) {
  const chain = firstBroken(record);
  const header = chain === null ? headerOf(record) : null;
  const head = record.head;
  const tapped = header && header.tapped;
  return {
    match: record.match,
    entries: record.entries.length,
    chain: chain != null ? chain : header ? null : 0,
    follows: header && before ? misfit(header, before) : null,
    signed: head ? (signatureHolds(record, head, header) ? "good" : "bad") : "none",
    key: head ? head.key : "",
    covers: head ? head.entries : 0,
    tapped: typeof tapped === "string" ? tapped : "",
  };
}

/**
 * Prove every match of a record: of one match, or of an evening, in the order in which they were
 * played. Throws if it is no record, has no match, or has one twice.
 */
export function proveAll(record) {
  const records = "evening" in record ? [...record.evening] : [record];
  if (!records.length) throw new Error("no match");
  records.forEach(check);
  records.sort((one, other) => one.match - other.match);
  if (records.some((each, place) => place && each.match === records[place - 1].match)) throw new Error("a match twice");
  return records.map((each, place) => prove(each, place ? records[place - 1] : null));
}

/**
 * Compare the matches of an evening with the list that the box has signed. Returns null if they are
 * those, and for the record of one match; else `{why, matches}`, where `why` is `"unsigned"`, `"bad"`
 * (the signature), `"key"`, `"left out"`, `"put in"` or `"changed"`. `key` must have signed the list;
 * without it, a key that has signed matches of the record. Throws if it is no record.
 */
export function eveningFlaw(record, key = "") {
  if (!("evening" in record)) return null;
  const contents = record.contents || null;
  if (!contents) return { why: "unsigned", matches: [] };
  const signers = record.evening.map(({ head }) => head && head.key.toLowerCase());
  checkContents(contents);
  if (!isSigned(contents, new TextEncoder().encode(eveningWords(contents)))) return { why: "bad", matches: [] };
  const signer = contents.key.toLowerCase();
  if (key && signer !== key) return { why: "key", matches: [] };
  const found = difference(new Map(contents.matches.map(headText)), new Map(record.evening.map(lastHeadText)));
  return found || (key || signers.includes(signer) ? null : { why: "unsigned", matches: [] });
}

function difference(signed, there) {
  const matchesWith = (heads, isSo) => [...heads.keys()].filter(isSo).sort((one, other) => one - other);
  const flaws = {
    "left out": matchesWith(signed, (match) => !there.has(match)),
    "put in": matchesWith(there, (match) => !signed.has(match)),
    changed: matchesWith(there, (match) => there.get(match) !== signed.get(match)),
  };
  const why = Object.keys(flaws).find((each) => flaws[each].length);
  return why ? { why, matches: flaws[why] } : null;
}

function headText({ match, entries, hash }) {
  return [match, `${match} ${entries} ${hash.toLowerCase()}`];
}

function lastHeadText({ match, entries }) {
  return headText({ match, entries: entries.length, hash: entries[entries.length - 1].hash });
}

/** Return what a box signs for an evening, as docs/journal.md has it. */
export function eveningWords({ matches, time }) {
  return ["boxctl evening", time, ...matches.map((each) => headText(each)[1])].join(" ");
}

function checkContents({ matches, time, key, signature }) {
  need(Array.isArray(matches) && isHex(key, 32) && isHex(signature, 64));
  // A time has no space: what is signed can be read in one way only.
  need(typeof time === "string" && /^[0-9TZ:.-]*$/.test(time));
  for (const { match, entries, hash } of matches) need(isWhole(match, 1, LAST_MATCH) && isWhole(entries, 1, SPAN) && isHex(hash, 32));
}

/** Throw unless the record has the types that `boxctl verify` wants, too. */
function check({ match, entries, head }) {
  need(isWhole(match, 1, LAST_MATCH) && Array.isArray(entries) && entries.length > 0 && head !== undefined);
  let before = -1;
  for (const { number, kind, body, hash } of entries) {
    need(isWhole(number, 0, SPAN - 1) && number > before && isText(kind) && isText(body) && isHex(hash, 32));
    before = number;
  }
  if (head === null) return;
  need(isWhole(head.entries, 1, SPAN) && isHex(head.hash, 32) && isHex(head.key, 32) && isHex(head.signature, 64));
  need(head.counter !== undefined);
  if (head.counter !== null) need(isWhole(head.counter, 1, SPAN) && typeof head.journal === "string" && typeof head.time === "string");
}

function need(condition) {
  if (!condition) throw new Error("no record");
}

function isWhole(value, least, most) {
  return Number.isInteger(value) && least <= value && value <= most;
}

function isHex(value, length) {
  return typeof value === "string" && value.length === 2 * length && /^[0-9a-f]*$/i.test(value);
}

/** Return whether it is a text that a journal can have: bytes that were no text are escaped in it. */
function isText(value) {
  return typeof value === "string" && !/\p{Surrogate}/u.test(value.replace(ESCAPED, ""));
}

function firstBroken({ match, entries }) {
  let before = GENESIS;
  for (const [place, entry] of entries.entries()) {
    if (entry.number !== place) return place;
    const words = encoded(`${match} ${entry.number} ${entry.kind} ${entry.body}`);
    before = sha256(joined(before, words));
    if (hex(before) !== entry.hash.toLowerCase() || entry.kind.includes(" ") || !objectIn(entry.body)) return place;
  }
  return null;
}

/** Return the header of a sound match; null if its first entry is none. */
function headerOf({ entries }) {
  return entries[0].kind === "match" ? objectIn(entries[0].body) : null;
}

function objectIn(text) {
  try {
    const found = JSON.parse(text);
    return typeof found === "object" && !Array.isArray(found) ? found : null;
  } catch {
    return null;
  }
}

/** Return why a match is not the one that was played after another; null if it is. */
function misfit(header, before) {
  const after = header.after == null ? null : header.after;
  if (after === null || after.match < before.match) return { why: "inserted", match: before.match };
  if (after.match > before.match) return { why: "missing", match: after.match };
  const last = before.entries[after.entries - 1];
  if (!last || last.hash.toLowerCase() !== after.head) return { why: "head", match: before.match };
  const journal = journalOf(headerOf(before) || {});
  return journal && journal !== journalOf(header) ? { why: "journal", match: before.match } : null;
}

function journalOf({ journal }) {
  return typeof journal === "string" && /^[0-9a-f]{16}$/.test(journal) ? journal : "";
}

/** Return whether the key has signed the very entries of the record, as those of its journal. */
function signatureHolds({ match, entries }, head, header) {
  if (head.counter !== null && header && head.journal !== journalOf(header)) return false;
  const last = entries[head.entries - 1];
  if (!last || last.hash.toLowerCase() !== head.hash.toLowerCase()) return false;
  return isSigned(head, new TextEncoder().encode(signedWords(match, head)));
}

function isSigned({ signature, key }, words) {
  try {
    // As strict as boxctl verify is.
    return verify(bytes(signature), words, bytes(key), { zip215: false });
  } catch {
    return false;
  }
}

/** Return what a box signs, as docs/journal.md has it. */
export function signedWords(match, head) {
  const words = `boxctl match ${match} ${head.entries} ${head.hash.toLowerCase()}`;
  return head.counter !== null ? `${words} journal ${head.journal} ${head.counter} ${head.time}` : words;
}

/** Return text as it was hashed: UTF-8, and what was no text in the journal as the bytes it is. */
function encoded(text) {
  const parts = text.split(ESCAPED);
  return parts.reduce(
    (all, part, place) =>
      joined(all, place % 2 ? Uint8Array.of(part.charCodeAt(0) - 0xdc00) : new TextEncoder().encode(part)),
    new Uint8Array(0),
  );
}

function joined(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

export function hex(numbers) {
  return Array.from(numbers, (number) => number.toString(16).padStart(2, "0")).join("");
}

function bytes(text) {
  if (!/^([0-9a-f]{2})*$/i.test(text)) throw new Error("no hexadecimal number");
  return Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));
}
