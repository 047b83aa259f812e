// The boot ROM's part in it: starting the firmware, and the functions that write flash.
//
// The ROM itself is in no package. What the firmware calls of it is played here: each function is a
// breakpoint, at which this program does its work, and a wait until a real flash would be done.

export const SECTOR = 4096;
const FLASH_AT = 0x10000000;
const BOOT2_RUNS_AT = 0x20041f00;
const TABLE = 0x14;
const LOOK_UP = 0x18;
const LOOK_UP_AT = 0x40;
const FUNCTIONS_AT = 0x200;
const A_FUNCTION = 16;
const PROGRAM_NS = 400000;
const ERASE_NS = 45000000;
const NAMES = ["IF", "EX", "RE", "RP", "FC", "CX", "UB"];

export class PowerCut extends Error {}

// CRC-32 with the polynomial 04C11DB7, most significant bit first, neither inverted nor reflected.
function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) {
      crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
    }
  }
  return crc >>> 0;
}

export class BootRom {
  constructor(flash, crash) {
    this.flash = flash;
    this.crash = crash;
    this.left = Infinity; // bytes that are written until the power is cut
    this.isDrive = false; // and waits for a new firmware
  }

  // What flash holds, put into a chip that is just switched on, and its first instruction.
  start(chip) {
    this.chip = chip;
    this.busyUntil = 0;
    this.running = -1;
    this.show();
    const words = chip.bootrom;
    const halves = new Uint16Array(words.buffer);
    halves[TABLE / 2] = 0x100;
    halves[LOOK_UP / 2] = LOOK_UP_AT + 1;
    halves.set([0xbe00, 0x4770], LOOK_UP_AT / 2); // bkpt 0; bx lr
    NAMES.forEach((_name, which) => {
      // bkpt; if r0 is not 0: wfi, and once more; bx lr
      const code = [0xbe00 | (which + 1), 0x2800, 0xd001, 0xbf30, 0xe7fa, 0x4770];
      halves.set(code, (FUNCTIONS_AT + A_FUNCTION * which) / 2);
    });
    chip.onBreak = (code) => this.called(code);
    const boot2 = this.flash.subarray(0, 256);
    if (new DataView(boot2.buffer, boot2.byteOffset).getUint32(252, true) !== crc32(boot2.subarray(0, 252))) {
      this.crash("boot stage 2 has a wrong checksum: the boot ROM does not start this");
    }
    chip.sram.set(boot2, BOOT2_RUNS_AT - 0x20000000);
    chip.core.SP = BOOT2_RUNS_AT;
    chip.core.LR = 0;
    chip.core.PC = BOOT2_RUNS_AT;
  }

  get isErasing() {
    return this.running > 0 && NAMES[this.running - 1] === "RE";
  }

  show() {
    this.chip.flash = this.flash;
    this.chip.flashView = new DataView(this.flash.buffer, this.flash.byteOffset, this.flash.length);
  }

  // While it is written, flash can neither be read nor run.
  hide() {
    this.chip.flash = new Uint8Array(0);
  }

  called(code) {
    const registers = this.chip.core.registers;
    if (code === 0) {
      const name = String.fromCharCode(registers[1] & 0xff, registers[1] >> 8);
      const which = NAMES.indexOf(name);
      if (which < 0) {
        this.crash(`the firmware looks for the function ${name} of the boot ROM`);
      }
      registers[0] = FUNCTIONS_AT + A_FUNCTION * which + 1;
      return;
    }
    const now = this.chip.clock.nanos;
    if (this.running !== code) {
      this.running = code;
      this.busyUntil = now + this.work(NAMES[code - 1], registers);
    }
    registers[0] = now < this.busyUntil ? 1 : 0;
    if (registers[0] === 0) {
      this.running = -1;
    }
  }

  // Do what is asked; how long it takes.
  work(name, [at, second, third]) {
    switch (name) {
      case "EX":
        this.hide();
        return 0;
      case "CX":
        this.show();
        return 0;
      case "UB":
        this.isDrive = true;
        return Infinity;
      case "RE":
        this.erase(at, second);
        return ERASE_NS * (second / SECTOR);
      case "RP":
        this.program(at, second, third);
        return PROGRAM_NS * (third / 256);
      default:
        return 0;
    }
  }

  one(at, byte) {
    if (this.left-- <= 0) {
      this.left = Infinity;
      throw new PowerCut();
    }
    this.flash[at] = byte;
  }

  erase(at, count) {
    if (this.chip.flash.length || at % SECTOR || count % SECTOR) {
      this.crash("flash is erased while it is read, or not by sectors");
    }
    for (let i = 0; i < count; i++) {
      this.one(at + i, 0xff);
    }
  }

  program(at, from, count) {
    if (this.chip.flash.length || at % 256 || count % 256) {
      this.crash("flash is written while it is read, or not by pages");
    }
    for (let i = 0; i < count; i++) {
      const byte = this.chip.sram[from - 0x20000000 + i];
      if (byte !== 0xff) {
        this.one(at + i, this.flash[at + i] & byte);
      }
    }
  }
}

// A flash of 2 MB with what an UF2 file holds: a new one, or one in which all else stays.
export function flashOf(uf2, flash = new Uint8Array(2 * 1024 * 1024).fill(0xff)) {
  for (let at = 0; at < uf2.length; at += 512) {
    const block = new DataView(uf2.buffer, uf2.byteOffset + at, 512);
    const word = (where) => block.getUint32(where, true);
    if (word(0) !== 0x0a324655 || word(4) !== 0x9e5d5157 || word(508) !== 0x0ab16f30 || word(28) !== 0xe48bff56) {
      throw new Error("this is no UF2 file for an RP2040");
    }
    flash.set(uf2.subarray(at + 32, at + 32 + word(16)), word(12) - FLASH_AT);
  }
  return flash;
}
