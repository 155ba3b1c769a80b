// Parses the HTTP Range header (RFC 9110 §14).
import type { ByteRange } from '@vitrine/providers/storage'

/**
 * The range of a request. `whole`: none, several, or an unknown unit, which the standard allows a server to ignore.
 * `unsatisfiable`: it begins after the end of the file.
 */
export function readByteRange(header: string | undefined, sizeBytes: number): ByteRange | 'whole' | 'unsatisfiable' {
  const parts = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!parts) return 'whole'
  const [, first = '', last = ''] = parts
  if (first === '') {
    if (last === '') return 'whole'
    // A suffix range: the last bytes of the file.
    const length = Math.min(Number(last), sizeBytes)
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes - 1 }
  }
  const start = Number(first)
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (last !== '' && Number(last) < start) return 'whole'
  return start >= sizeBytes ? 'unsatisfiable' : { start, end }
}
