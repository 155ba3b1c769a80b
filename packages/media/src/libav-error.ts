// Converts libav's error codes to errors.
import { AV_LOG_FATAL, AVERROR_EAGAIN, AVERROR_EOF, FFmpegError, Log } from 'node-av'

// libav writes errors to stderr by itself, but the error code is all that we need.
Log.setLevel(AV_LOG_FATAL)

/** A libav call failed: `action` is what we attempted, the message is libav's. */
export class LibavError extends Error {
  readonly code: number
  constructor(action: string, code: number) {
    super(`${action}: ${FFmpegError.strerror(code)}`)
    this.name = 'LibavError'
    this.code = code
  }
}

/** Returns libav's non-negative results and throws the others. */
export function check(code: number, action: string): number {
  if (code < 0) throw new LibavError(action, code)
  return code
}

/** Interprets the result of a receive call: a result is ready, more input is needed, or the stream has ended. */
export function interpretCode(code: number, action: string): 'ready' | 'hungry' | 'ended' {
  if (code === AVERROR_EAGAIN) return 'hungry'
  if (code === AVERROR_EOF) return 'ended'
  check(code, action)
  return 'ready'
}
