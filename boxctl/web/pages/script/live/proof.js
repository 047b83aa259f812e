// Proves a recorded match: the chain of its entries, and the signature of the box under its end.
//
// A page that comes over plain http has no WebCrypto, so the hashes and the signature are worked out
// by the scripts of vendor/noble.

import { sha256, sha512 } from "../../vendor/noble/sha2.js";
import { hashes, verify } from "../../vendor/noble/ed25519.js";

hashes.sha512 = sha512;

const GENESIS = new Uint8Array(32);

/**
 * Prove one match of a record. Returns `{match, entries, chain, signed, key, covers}`: `chain` is
 * the number of the first entry whose hash does not follow, null if all do; `signed` is `"good"`,
 * `"bad"` or `"none"`; `covers` is how many entries the signature covers.
 */
export function prove(record) {
  const broken = firstBroken(record);
  const head = record.head;
  return {
    match: record.match,
    entries: record.entries.length,
    chain: broken,
    signed: head ? (signatureHolds(record, head) ? "good" : "bad") : "none",
    key: head ? head.key : "",
    covers: head ? head.entries : 0,
  };
}

/** Prove every match of a record: of one match, or of an evening. There must be one at least. */
export function proveAll(record) {
  const records = Array.isArray(record.evening) ? record.evening : [record];
  if (!records.length) throw new Error("no match");
  return records.map(prove);
}

function firstBroken({ match, entries }) {
  let before = GENESIS;
  for (const [place, entry] of entries.entries()) {
    if (entry.number !== place) return place;
    const words = encoded(`${match} ${entry.number} ${entry.kind} ${entry.body}`);
    before = sha256(joined(before, words));
    if (hex(before) !== entry.hash.toLowerCase()) return place;
  }
  return null;
}

/** Return whether the key has signed the very entries of the record. */
function signatureHolds({ match, entries }, head) {
  const last = entries[head.entries - 1];
  if (!last || last.hash.toLowerCase() !== head.hash.toLowerCase()) return false;
  try {
    return verify(bytes(head.signature), new TextEncoder().encode(signedWords(match, head)), bytes(head.key));
  } catch {
    return false;
  }
}

/** Return what a box signs, as docs/journal.md has it. */
export function signedWords(match, head) {
  const words = `boxctl match ${match} ${head.entries} ${head.hash.toLowerCase()}`;
  return head.time ? `${words} journal ${head.journal} ${head.counter} ${head.time}` : words;
}

/** Return text as it was hashed: UTF-8, and what was no text in the journal as the bytes it is. */
function encoded(text) {
  const parts = text.split(/(?<![\ud800-\udbff])([\udc80-\udcff])/);
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
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
