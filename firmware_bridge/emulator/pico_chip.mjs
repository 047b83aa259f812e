// An RP2040 that runs the firmware, in virtual time. Times are its nanoseconds, eight to a cycle.
import { BootRom, PowerCut } from "./pico_rom.mjs";
import { wireFlash } from "./pico_flash.mjs";
import { Numbers, Ring, UsbHost, Wires, chipReset, ringTimer } from "./pico_parts.mjs";

const CYCLE_NS = 8;
const HAD_POWER = 1 << 8;
const HAD_PIN = 1 << 16;
const BY_FORCE = 2; // a watchdog that was told to bite
const RAM = 0x20000000;
const STACK_FROM = 0x30000; // from here on nothing but the stack lies in memory
const STACK_TO = 0x40000;
const UNTOUCHED = 0xa5;
const TO_ITSELF = 0xe7fe;

export class Crash extends Error {}

export class Chip {
  constructor(rp2040js, flash, table, seed) {
    this.rp2040js = rp2040js;
    this.clock = new (new rp2040js.RP2040().clock.constructor)();
    this.numbers = new Numbers(seed);
    this.flashNumber = new Numbers(seed === null ? null : `flash of ${seed}`).bytes(8);
    this.ring = new Ring(this.numbers);
    this.wires = new Wires(table);
    this.rom = new BootRom(flash, (why) => {
      throw new Crash(why);
    });
    this.heard = [];
    this.said = [];
    this.lineSaid = false;
    this.scratch = new Uint32Array(8);
    this.memory = new Uint8Array(264 * 1024);
    this.hang = null;
    this.hangAtSleep = false;
    this.watched = null;
    this.cuts = 0;
    this.reset(true);
  }

  get now() {
    return this.clock.nanos;
  }

  // As a drive it has taken a new firmware: the boot ROM starts it by the watchdog, and has used memory.
  load() {
    this.rom.isDrive = false;
    this.scratch.fill(0);
    this.memory.set(this.numbers.bytes(this.memory.length));
    this.begin(this.had, BY_FORCE);
  }

  // By its pin, or with power off and on, after which memory is rubbish.
  reset(power) {
    this.scratch.fill(0);
    this.rom.isDrive = false;
    if (power) {
      this.memory.set(this.numbers.bytes(this.memory.length));
      this.memory.fill(UNTOUCHED, STACK_FROM, STACK_TO);
    }
    this.begin(power ? HAD_POWER : HAD_PIN, 0);
  }

  begin(had, reason) {
    this.clock.nextAlarm = null;
    this.had = had;
    this.bitten = false;
    const chip = new this.rp2040js.RP2040(this.clock);
    const unknown = (name, what) => {
      throw new Crash(`${name}: ${what}`);
    };
    chip.logger = { debug() {}, info() {}, warn: unknown, error: unknown };
    chip.sram.set(this.memory);
    this.memory = chip.sram;
    chip.peripherals[0x40054] = ringTimer(this.rp2040js, chip, this.ring);
    chip.peripherals[0x40064] = chipReset(this.rp2040js, chip, had);
    const crash = (why) => unknown("flash", why);
    wireFlash(chip, this.flashNumber, () => chip.flash.length === 0, crash);
    const watchdog = chip.peripherals[0x40058];
    watchdog.reason = reason;
    watchdog.scratchData.set(this.scratch);
    this.scratch = watchdog.scratchData;
    watchdog.onWatchdogTrigger = () => {
      this.bitten = watchdog.reason;
      watchdog.timer.enable = false; // or it would bite for ever in this very moment
    };
    // rp2040js counts a cycle too few from one tick of the core's clock to the next.
    const { ppb } = chip;
    ppb.systickAlarm.callback = () => {
      chip.core.pendingSystick = ppb.systickIntEnable;
      chip.core.interruptsUpdated = true;
      ppb.systickTimer.set(ppb.systickReload + 1);
    };
    this.host = new UsbHost(this.rp2040js, chip, this.heard, (packet) => {
      this.said.push(...packet);
      this.lineSaid = this.lineSaid || packet.includes(10);
    });
    this.chip = chip;
    this.rom.start(chip);
    this.wires.attach(chip);
  }

  // Until this time, or until it has said the last byte of a line, or what is watched has changed.
  run(until) {
    this.lineSaid = false;
    while (this.now < until && !this.lineSaid) {
      try {
        this.step(until);
      } catch (error) {
        if (!(error instanceof PowerCut)) {
          throw error;
        }
        this.cuts++;
        this.reset(true);
      }
      if (this.bitten) {
        this.begin(this.had, this.bitten);
      }
      if (this.watched && this.memory[this.watched.at - RAM] !== this.watched.is) {
        this.watched = null;
        return;
      }
    }
  }

  step(until) {
    const { core } = this.chip;
    const { clock } = this;
    if (!core.waiting) {
      const ns = core.executeInstruction() * CYCLE_NS;
      if (this.hang) {
        this.hangIfWanted();
      }
      clock.tick(ns);
      return;
    }
    if (this.hangAtSleep && this.hangHere()) {
      this.hangAtSleep = false;
      core.waiting = false;
      return;
    }
    if (core.checkForInterrupts()) {
      core.waiting = false;
      return;
    }
    const next = clock.nextAlarm ? Math.min(clock.nextAlarm.nanos, until) : until;
    clock.tick(Math.max(0, next - clock.nanos));
  }

  // An instruction that goes to itself stands here from now on, until a reset copies the firmware anew.
  hangHere() {
    const at = this.chip.core.PC - RAM;
    if (at < 0 || at >= STACK_FROM) {
      return false;
    }
    this.chip.sramView.setUint16(at, TO_ITSELF, true);
    return true;
  }

  hangIfWanted() {
    const { core } = this.chip;
    const { at, is, deaf } = this.hang;
    if (this.memory[at - RAM] === is && core.IPSR === 0 && !core.PM && this.hangHere()) {
      core.PM = deaf;
      this.hang = null;
    }
  }

  get memoryLeft() {
    let longest = 0;
    let stretch = 0;
    for (let at = STACK_FROM; at < STACK_TO; at++) {
      stretch = this.memory[at] === UNTOUCHED ? stretch + 1 : 0;
      longest = Math.max(longest, stretch);
    }
    return longest;
  }
}
