// The interface of the export in the browser: a request, a worker, and a file. Types only.
import type { ResolvedDocument } from '@vitrine/document/document'
import type { FontFiles } from '@vitrine/painter/font'

/** Why this browser cannot export the video itself; the server's render is offered instead, with this reason. */
export type ExportProblem =
  /** No WebCodecs, no worker canvas: an old browser. */
  | 'browser-too-old'
  /** It has no H.264 encoder for this size. */
  | 'no-video-encoder'
  /** Neither the browser nor the library encodes AAC here. */
  | 'no-audio-encoder'
  /** A clip is in a format that only the server reads. */
  | 'source-needs-server'

export interface ExportSize {
  width: number
  height: number
}

export interface ExportOrder {
  /** With values, timeline and edits applied: what the preview paints. */
  document: ResolvedDocument
  fonts: FontFiles
  /** Where each asset of the document is read: the chosen file, or an address (of the full file for the entitled). */
  files: Readonly<Record<string, Blob | string>>
  /** Pixels, both even. `computeExportSize` in export-size.ts gives what the customer is entitled to. */
  size: ExportSize
  /** Words laid over the video before payment; undefined for the entitled. */
  watermark: string | undefined
  fileName: string
  /** Aborting stops the work and leaves nothing behind. */
  signal?: AbortSignal
  onProgress?: (progress: ExportProgress) => void
}

export interface ExportProgress {
  stage: 'preparing' | 'drawing' | 'finishing'
  framesDone: number
  frameCount: number
  /** 0 to 100. */
  percent: number
  /** Undefined until it is known. */
  secondsLeft: number | undefined
}

export interface ExportedVideo {
  /** The video; in this site's storage, not in memory. */
  file: File
  width: number
  height: number
  seconds: number
  hasSound: boolean
  /** How long it took. */
  tookSeconds: number
  /** Gives the storage back; call when it has been downloaded. */
  discard(): Promise<void>
}

/** What went wrong in an export. */
export type ExportFault =
  | 'sound'
  | 'picture'
  /** A file of the video was moved or changed since it was chosen. */
  | 'file-moved'
  /** The video does not fit onto the device. */
  | 'no-space'
  /** The video could not be written for another reason. */
  | 'storage'
  /** The worker ended without a word: out of memory, or not to be loaded. */
  | 'worker'

/** The page says what the fault means to the customer: see `use-video-export.ts`. */
export class ExportError extends Error {
  readonly fault: ExportFault
  constructor(fault: ExportFault, options?: ErrorOptions) {
    super(fault, options)
    this.name = 'ExportError'
    this.fault = fault
  }
}
