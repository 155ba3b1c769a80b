// Owns how the normaliser says that a recording cannot be used: a code of the shop's own and no second attempt.

export type MediaErrorCode = 'media-damaged' | 'media-too-long'

/** The recording itself is the reason: another attempt would end the same way. */
export class RecordingRejected extends Error {
  readonly code: MediaErrorCode
  constructor(code: MediaErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'RecordingRejected'
    this.code = code
  }
}
