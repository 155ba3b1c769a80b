// Random ids from the browser. `crypto.randomUUID` exists on secure pages only; a local installation opened from a
// phone is not one.

/** 122 random bits as a UUID of version 4 (RFC 9562, section 5.4). */
export function createRandomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
