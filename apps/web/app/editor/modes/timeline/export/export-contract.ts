// The interface of the export in the browser: a request, a worker, and a file. Types only.
import type { ResolvedDocument } from '@vitrine/document/document'
import type { FontFiles } from '@vitrine/painter/font'

/** Why this browser cannot export the video itself; the server's render is offered instead, with this reason. */
export type ExportProblem =
  /** No WebCodecs, no worker canvas: an old browser. */
  | 'browser-too-old'
  /** The browser has no H.264 encoder for this size. */
  | 'no-video-encoder'
  /** Neither the browser nor the library can encode AAC here. */
  | 'no-audio-encoder'
  /** Only the server can read the format of a clip. */
  | 'source-needs-server'

export interface ExportSize {
  width: number
  height: number
}

export interface ExportOrder {
  /** With values, timeline and edits applied, as in the preview. */
  document: ResolvedDocument
  fonts: FontFiles
  /** The source of each asset: the chosen file, or an address (of the full file for customers who paid). */
  files: Readonly<Record<string, Blob | string>>
  /** Pixels, both even. `computeExportSize` in use-video-export.ts determines the size. */
  size: ExportSize
  /** Watermark text before payment; undefined for customers who paid. */
  watermark: string | undefined
  fileName: string
  /** Aborting stops the export and deletes its file. */
  signal?: AbortSignal
  onProgress?: (progress: ExportProgress) => void
}

export interface ExportProgress {
  stage: 'preparing' | 'drawing' | 'finishing'
  framesDone: number
  frameCount: number
  /** 0 to 100. */
  percent: number
  /** Undefined until known. */
  secondsLeft: number | undefined
}

export interface ExportedVideo {
  /** The video, in this site's storage and not in memory. */
  file: File
  width: number
  height: number
  seconds: number
  hasSound: boolean
  /** The duration of the export. */
  tookSeconds: number
  /** Deletes the file from the storage; call it after the download. */
  discard(): Promise<void>
}

/** The cause of a failed export. */
export type ExportFault =
  | 'sound'
  | 'picture'
  /** A file of the video was moved or changed since it was chosen. */
  | 'file-moved'
  /** The device has too little space for the video. */
  | 'no-space'
  /** The video could not be written for another reason. */
  | 'storage'
  /** The worker ended without a message: it ran out of memory, or could not be loaded. */
  | 'worker'

/** For the customer's message of each fault see `use-video-export.ts`. */
export class ExportError extends Error {
  readonly fault: ExportFault
  constructor(fault: ExportFault, options?: ErrorOptions) {
    super(fault, options)
    this.name = 'ExportError'
    this.fault = fault
  }
}
