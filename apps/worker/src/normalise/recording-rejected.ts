// The error for a recording that cannot be used. It has an API error code and is never retried.

export type MediaErrorCode = 'media-damaged' | 'media-too-long'

/** The recording itself is the reason: a retry would fail the same way. */
export class RecordingRejected extends Error {
  readonly code: MediaErrorCode
  constructor(code: MediaErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'RecordingRejected'
    this.code = code
  }
}
