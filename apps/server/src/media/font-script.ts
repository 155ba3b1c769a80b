// Finds the scripts that a font file supports, from its `OS/2` table.
import type { FontScript } from '@vitrine/contract/fonts'

/** Bits of `ulUnicodeRange` by the OpenType specification. */
const BITS: readonly [bit: number, script: FontScript][] = [
  [0, 'latin'],
  [7, 'greek'],
  [9, 'cyrillic'],
  [11, 'hebrew'],
  [13, 'arabic'],
  [15, 'devanagari'],
  [16, 'bengali'],
  [17, 'gurmukhi'],
  [18, 'gujarati'],
  [20, 'tamil'],
  [21, 'telugu'],
  [22, 'kannada'],
  [23, 'malayalam'],
]

const RANGE_OFFSET = 42
const RECORD_BYTES = 16
const HEADER_BYTES = 12

/** The scripts of a TrueType or OpenType file; empty when the file does not state them. Never throws. */
export function listFontScripts(file: Uint8Array): FontScript[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  if (view.byteLength < HEADER_BYTES) return []
  const tables = view.getUint16(4)
  for (let n = 0; n < tables; n++) {
    const record = HEADER_BYTES + n * RECORD_BYTES
    if (record + RECORD_BYTES > view.byteLength) return []
    const tag = String.fromCharCode(...file.subarray(record, record + 4))
    if (tag !== 'OS/2') continue
    const at = view.getUint32(record + 8) + RANGE_OFFSET
    if (at + 4 > view.byteLength) return []
    const range = view.getUint32(at)
    return BITS.filter(([bit]) => (range >>> bit) & 1).map(([, script]) => script)
  }
  return []
}
