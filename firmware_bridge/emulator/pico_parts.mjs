// Parts that rp2040js lacks or has only roughly: the ring oscillator, a host that waits, the register
// of causes, and what is soldered to the pins.
import { createHash, randomBytes } from "node:crypto";

const RING_HZ = 6500000;
const RING_CYCLES_A_TICK = 6;
const CYCLE_NS = 8;
const GOOD = 0;
const STUCK = 1;

// The same seed gives the same numbers; without one they come from the system.
export class Numbers {
  constructor(seed) {
    this.seed = seed;
    this.count = 0;
    this.pool = Buffer.alloc(0);
  }

  bytes(length) {
    while (this.pool.length < length) {
      const more =
        this.seed === null
          ? randomBytes(4096)
          : createHash("sha512").update(`${this.seed} ${this.count++}`).digest();
      this.pool = Buffer.concat([this.pool, more]);
    }
    const taken = this.pool.subarray(0, length);
    this.pool = this.pool.subarray(length);
    return taken;
  }

  // About a normal spread: the sum of four dice of `reach` sides, about zero.
  spread(reach) {
    const bytes = this.bytes(8);
    let sum = 0;
    for (let i = 0; i < 4; i++) {
      sum += Math.floor((bytes.readUInt16LE(2 * i) * reach) / 65536);
    }
    return sum - 2 * (reach - 1);
  }
}

// What two chips do not have in common, and how well this one's ring is doing.
export class Ring {
  constructor(numbers) {
    this.numbers = numbers;
    this.noise = GOOD;
    this.dead = false;
    this.late = 0; // nanoseconds from one tick that is asked for to the next
    this.off = numbers.spread(500) / 10000; // up to a tenth slower or faster
  }

  get tickNs() {
    return ((1e9 * RING_CYCLES_A_TICK) / RING_HZ) * (1 + this.off);
  }

  // Nanoseconds by which it comes late or early after a while.
  jitter() {
    const quiet = this.noise === STUCK || (this.noise !== GOOD && this.numbers.bytes(2).readUInt16LE() % 1000 < 750);
    return quiet ? 0 : this.numbers.spread(200) * CYCLE_NS;
  }
}

// The timer, which counts ticks of the ring: rp2040js has the crystal's time in it, and no ring. What
// the firmware uses of it: the time, the first alarm and its interrupt.
export function ringTimer(rp2040js, chip, ring) {
  const { BasePeripheral } = rp2040js;
  return new (class extends BasePeripheral {
    constructor() {
      super(chip, "TIMER");
      this.ticks = 0; // at the last ring, which was at
      this.since = chip.clock.nanos;
      this.target = 0;
      this.enabled = 0;
      this.raised = 0;
      this.alarm = chip.clock.createAlarm(() => this.ring());
    }

    get now() {
      return this.ticks + (chip.clock.nanos - this.since) / ring.tickNs;
    }

    ring() {
      if (ring.dead) {
        this.alarm.schedule(ring.tickNs * 10000);
        return;
      }
      this.ticks = this.target;
      this.since = chip.clock.nanos;
      this.raised |= 1;
      this.tell();
    }

    tell() {
      chip.setInterrupt(0, (this.raised & this.enabled) !== 0);
    }

    readUint32(offset) {
      switch (offset) {
        case 0x10:
          return this.target;
        case 0x28:
          return Math.floor(this.now) >>> 0;
        case 0x34:
          return this.raised;
        case 0x38:
          return this.enabled;
        default:
          return super.readUint32(offset);
      }
    }

    writeUint32(offset, value) {
      switch (offset) {
        case 0x10: {
          this.target = value >>> 0;
          // In whole cycles of the crystal, so that a ring without noise is even.
          const apart = ((this.target - this.ticks) >>> 0) * ring.tickNs;
          const due = this.since + Math.round(apart / CYCLE_NS) * CYCLE_NS + ring.late + ring.jitter();
          this.alarm.schedule(Math.max(CYCLE_NS, due - chip.clock.nanos));
          break;
        }
        case 0x34:
          this.raised &= ~this.rawWriteValue;
          this.tell();
          break;
        case 0x38:
          this.enabled = value;
          this.tell();
          break;
        default:
          super.writeUint32(offset, value);
      }
    }
  })();
}

// The host at the other end of the cable. rp2040js's own enumerates the board and opens its port; but it
// answers at once with nothing when there is nothing to send, while a real host keeps silent.
export class UsbHost {
  constructor(rp2040js, chip, heard, said) {
    this.usb = chip.usbCtrl;
    this.heard = heard;
    this.room = 0;
    this.coding = null;
    this.asked = false;
    this.answered = [];
    this.cdc = new rp2040js.USBCDC(this.usb);
    this.cdc.onSerialData = said;
    const written = this.usb.onEndpointWrite;
    this.usb.onEndpointWrite = (endpoint, packet) => {
      if (endpoint === 0 && this.asked) {
        this.answered.push(...packet);
        return;
      }
      written(endpoint, packet);
    };
    this.usb.onEndpointRead = (endpoint, room) => {
      if (endpoint === 0 && room && this.coding) {
        this.usb.endpointReadDone(0, this.coding);
        this.coding = null;
      }
      if (endpoint === this.cdc.outEndpoint) {
        this.room = room;
        this.send();
      }
    };
  }

  // One packet of what waits, if the board takes one.
  send() {
    if (this.room && this.heard.length) {
      const packet = this.heard.splice(0, this.room);
      this.room = 0;
      this.usb.endpointReadDone(this.cdc.outEndpoint, Uint8Array.from(packet));
    }
  }

  // What the board says of itself: as a device, or a text.
  ask(kind, which) {
    this.asked = true;
    this.answered = [];
    this.usb.sendSetupPacket(Uint8Array.from([0x80, 6, which, kind, 0, 0, 255, 0]));
  }

  // Whether the host has found out what the board is.
  get isReady() {
    return this.cdc.initialized;
  }

  // A program sets the speed of the port: the board is told 8N1 at so many bits a second.
  setSpeed(baud) {
    this.coding = Uint8Array.from([baud, baud >> 8, baud >> 16, baud >> 24, 0, 0, 8]);
    this.usb.sendSetupPacket(Uint8Array.from([0x21, 0x20, 0, 0, 0, 0, 7, 0]));
  }

  // A program opens the port, or closes it.
  open(is) {
    this.cdc.cdcSetControlLineState(is ? 3 : 0);
  }

  // What the board tells of itself, as a host asks for it.
  get told() {
    return this.cdc.descriptors;
  }
}

// The register that tells what has switched the chip on.
export function chipReset(rp2040js, chip, bits) {
  const { BasePeripheral } = rp2040js;
  return new (class extends BasePeripheral {
    readUint32(offset) {
      return offset === 8 ? bits : super.readUint32(offset);
    }
  })(chip, "VREG_AND_CHIP_RESET");
}

const CONFIRM = 25;

// Sensors, buttons, lamps, dice and shift registers, as the pin table has them: `GP7` is 7 here.
export class Wires {
  constructor(table) {
    this.table = table;
    this.contacts = 0;
    this.chainIn = 0;
    this.chainOut = 0;
    this.latched = 0;
    this.digits = [0, 0];
  }

  attach(chip) {
    this.chip = chip;
    const { sensorChain, lampChain, digits } = this.table;
    const rises = (pin, then) => chip.gpio[pin].addListener((state, before) => this.edge(state, before, 1, then));
    const falls = (pin, then) => chip.gpio[pin].addListener((state, before) => this.edge(state, before, 0, then));
    if (sensorChain) {
      falls(sensorChain.latch, () => this.load());
      rises(sensorChain.clock, () => {
        this.chainIn >>>= 1;
        this.showChain();
      });
    }
    if (lampChain) {
      rises(lampChain.clock, () => {
        this.chainOut = ((this.chainOut << 1) | this.driven(lampChain.data)) >>> 0;
      });
      rises(lampChain.latch, () => {
        this.latched = this.chainOut & 0xffffff;
      });
    }
    digits.forEach((pin, which) => falls(pin, () => (this.digits[which] = this.bits(this.table.segments))));
    this.raise();
  }

  edge(state, _before, wanted, then) {
    if (state === wanted) {
      then();
    }
  }

  driven(pin) {
    return this.chip.gpio[pin].value === 1 ? 1 : 0;
  }

  bits(pins) {
    return pins.reduce((bits, pin, i) => bits | (this.driven(pin) << i), 0);
  }

  isOn(contact) {
    return (this.contacts >>> (contact - 1)) & 1;
  }

  // A shut tile has its contact closed, and a closed contact draws its pin to ground.
  close(pin, closed) {
    this.chip.gpio[pin].setInputValue(!closed);
  }

  raise() {
    this.table.sensors.forEach((pin, i) => this.close(pin, !this.isOn(i + 1)));
    ["confirm", "new", "roll"].forEach((name, i) => {
      if (name in this.table.buttons) {
        this.close(this.table.buttons[name], this.isOn(CONFIRM + i));
      }
    });
  }

  load() {
    this.chainIn = this.contacts & 0xffffff;
    this.showChain();
  }

  showChain() {
    this.close(this.table.sensorChain.data, !(this.chainIn & 1));
  }

  get lamps() {
    return this.table.lampChain ? this.latched : this.bits(this.table.lamps);
  }

  face(which) {
    return this.table.segments.length ? this.digits[which] || 0 : this.bits(this.table.dice[which] || []);
  }
}
