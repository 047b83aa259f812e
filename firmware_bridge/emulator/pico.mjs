// An RP2040 for chip_pico.py: node pico.mjs RP2040JS UF2 TABLE SEED
//
// Takes an order a line, a JSON list of its name and arguments, and answers each with a line of JSON.
// Bytes are text of as many characters.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { Chip } from "./pico_chip.mjs";
import { flashOf } from "./pico_rom.mjs";

const [packagePath, uf2Path, table, seed] = process.argv.slice(2);
const rp2040js = await import(pathToFileURL(packagePath).href);
let chip;
let notStarted;
try {
  chip = new Chip(rp2040js, flashOf(readFileSync(uf2Path)), JSON.parse(table), JSON.parse(seed));
} catch (error) {
  notStarted = error;
}

const RAM = 0x20000000;
const LOG = 0x1e0000;
const text = (bytes) => Buffer.from(bytes).toString("latin1");
const bytes = (from) => Buffer.from(from, "latin1");

const orders = {
  run(until) {
    chip.run(until * 1000);
    const said = text(chip.said);
    chip.said = [];
    return [chip.now / 1000, said];
  },
  hear(what) {
    chip.heard.push(...bytes(what));
    chip.host.send();
  },
  forget() {
    chip.heard.length = 0;
  },
  reset: (power) => chip.reset(power),
  hang() {
    chip.hangAtSleep = true;
  },
  hangWhen(at, is, deaf) {
    chip.hang = { at, is, deaf };
  },
  watch(at) {
    chip.watched = { at, is: chip.memory[at - RAM] };
  },
  noise(quality) {
    chip.ring.noise = quality;
  },
  late(us) {
    chip.ring.off = 0;
    chip.ring.late = Math.round(us * 125) * 8;
  },
  dead(is) {
    chip.ring.dead = is;
  },
  contacts(on) {
    chip.wires.contacts = on;
    chip.wires.raise();
  },
  told: () => chip.host.told,
  askString: (which) => chip.host.ask(3, which),
  askDevice: () => chip.host.ask(1, 0),
  toldString: () => text(chip.host.answered),
  open: (is) => chip.host.open(is),
  speed(baud) {
    if (chip.host.isReady) {
      chip.host.setSpeed(baud);
    }
    return chip.host.isReady;
  },
  isDrive: () => chip.rom.isDrive,
  load(uf2) {
    flashOf(bytes(uf2), chip.rom.flash);
    chip.load();
  },
  setFlashNumber(what) {
    chip.flashNumber = bytes(what);
  },
  lamps: () => chip.wires.lamps,
  face: (which) => chip.wires.face(which),
  storage: () => text(chip.rom.flash.subarray(LOG)),
  setStorage(what) {
    chip.rom.flash.set(bytes(what), LOG);
  },
  memory: (at, length) => text(chip.memory.subarray(at - RAM, at - RAM + length)),
  setMemory(at, what) {
    chip.memory.set(bytes(what), at - RAM);
  },
  memoryLeft: () => chip.memoryLeft,
  cutAfter(left) {
    chip.rom.left = left === null ? Infinity : left;
  },
  isErasing: () => chip.rom.isErasing,
  cuts: () => chip.cuts,
};

for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...rest] = JSON.parse(line);
  let answer;
  try {
    if (notStarted) {
      throw notStarted;
    }
    answer = { answer: orders[name](...rest) ?? null };
  } catch (error) {
    answer = { crashed: error.stack };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
