// The wire to flash, as far as the firmware itself speaks on it: it asks for the number of its flash.

const DATA = 0x60;
const STATUS = 0x28;
const TAKES_AND_HAS = 0x0e;
const SELECT = 0x0c;
const FORCED = 3 << 8;
const LOW = 2 << 8;
const ITS_NUMBER = 0x4b;
const BEFORE_NUMBER = 5;

// Gives the chip a flash with this number; `isHidden` says whether flash is disconnected from memory,
// and only then may it be spoken to.
export function wireFlash(chip, number, isHidden, crash) {
  let selected = false;
  let bytes = [];
  let answer = 0;
  const Ssi = chip.peripherals[0x18000].constructor;
  chip.peripherals[0x18000] = new (class extends Ssi {
    readUint32(offset) {
      if (offset === DATA) {
        return answer;
      }
      return offset === STATUS ? TAKES_AND_HAS : super.readUint32(offset);
    }

    writeUint32(offset, value) {
      if (offset !== DATA) {
        super.writeUint32(offset, value);
        return;
      }
      if (!isHidden() || !selected) {
        crash("flash is spoken to while it is read, or not selected");
      }
      const place = bytes.push(value & 0xff) - 1 - BEFORE_NUMBER;
      answer = bytes[0] === ITS_NUMBER && place >= 0 ? number[place % number.length] : 0xff;
    }
  })(chip, "SSI");

  let select = 0;
  const Unknown = chip.peripherals[0x40018].constructor;
  chip.peripherals[0x40018] = new (class extends Unknown {
    readUint32(offset) {
      return offset === SELECT ? select : super.readUint32(offset);
    }

    writeUint32(offset, value) {
      if (offset !== SELECT) {
        super.writeUint32(offset, value);
        return;
      }
      select = value;
      selected = (value & FORCED) === LOW;
      bytes = [];
    }
  })(chip, "IO_QSPI");
}
