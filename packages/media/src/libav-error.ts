// Error codes of libav become errors.
import { AV_LOG_FATAL, AVERROR_EAGAIN, AVERROR_EOF, FFmpegError, Log } from 'node-av'

// libav writes its complaints to stderr of its own accord; what matters reaches us as an error code.
Log.setLevel(AV_LOG_FATAL)

/** libav said no: `action` is what we wanted, the message its own words. */
export class LibavError extends Error {
  readonly code: number
  constructor(action: string, code: number) {
    super(`${action}: ${FFmpegError.strerror(code)}`)
    this.name = 'LibavError'
    this.code = code
  }
}

/** Passes libav's non-negative answers through and throws the others. */
export function check(code: number, action: string): number {
  if (code < 0) throw new LibavError(action, code)
  return code
}

/** Reads the answer of a receive call: something came, more input is needed first, or nothing will come any more. */
export function received(code: number, action: string): 'ready' | 'hungry' | 'ended' {
  if (code === AVERROR_EAGAIN) return 'hungry'
  if (code === AVERROR_EOF) return 'ended'
  check(code, action)
  return 'ready'
}
