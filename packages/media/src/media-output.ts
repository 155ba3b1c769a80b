// Exposes libav's format context for writing files. The same class can also open files, so other code gets it from here,
// without those members.
import { FormatContext } from 'node-av'

export type MediaOutput = Omit<FormatContext, 'openInput' | 'openInputSync'>

/** A format context without a format yet: see `allocOutputContext2`. */
export function createMediaOutput(): MediaOutput {
  return new FormatContext()
}
