/** Reads what the Pico's USB drive takes, block by block, as the drive does. */

const BLOCK = 512;
const RP2040 = 0xe48bff56;
export const FLASH = 0x10000000;
export const FLASH_SIZE = 2 * 1024 * 1024;

/** The bytes of the flash after the file was copied to an empty Pico. */
export function flashOf(file) {
  const flash = new Uint8Array(FLASH_SIZE).fill(0xff);
  if (!file.length || file.length % BLOCK) throw new Error('not a whole number of blocks');
  for (let at = 0; at < file.length; at += BLOCK) {
    const view = new DataView(file.buffer, file.byteOffset + at, BLOCK);
    const word = (n) => view.getUint32(4 * n, true);
    if (word(0) !== 0x0a324655 || word(1) !== 0x9e5d5157 || word(127) !== 0x0ab16f30) {
      throw new Error(`block ${at / BLOCK} has no magic numbers`);
    }
    if (!(word(2) & 0x2000) || word(7) !== RP2040) throw new Error('not for an RP2040');
    if (word(5) !== at / BLOCK || word(6) !== file.length / BLOCK) throw new Error('a block is missing');
    const place = word(3) - FLASH;
    if (word(4) !== 256 || place < 0 || place % 256 || place + 256 > FLASH_SIZE) {
      throw new Error(`block ${at / BLOCK} is beside the flash`);
    }
    flash.set(file.subarray(at + 32, at + 32 + 256), place);
  }
  return flash;
}
