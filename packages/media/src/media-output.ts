// Hands out libav's format for writing files. It is the class that opens files, too, so the rest of the code gets it from
// here, without what opens.
import { FormatContext } from 'node-av'

export type MediaOutput = Omit<FormatContext, 'openInput' | 'openInputSync'>

/** A format that is not yet that of any file: see `allocOutputContext2`. */
export function createMediaOutput(): MediaOutput {
  return new FormatContext()
}
