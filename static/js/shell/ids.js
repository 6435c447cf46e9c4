// Ids of what this page makes, UUIDv7 (RFC 9562, section 5.7): they sort by the time at which they were made.

const VERSION = 0x70;
const VARIANT = 0x80;

export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const now = Date.now();
  for (let place = 0; place < 6; place += 1) bytes[place] = Math.floor(now / 256 ** (5 - place)) % 256;
  bytes[6] = (bytes[6] & 0x0f) | VERSION;
  bytes[8] = (bytes[8] & 0x3f) | VARIANT;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
