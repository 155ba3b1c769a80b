// Messages between the page and the worker that renders a video.
import type { ExportFault, ExportOrder, ExportProgress } from './export-contract.ts'

/** The message to the worker: the serialisable part of a request, and the file to write. */
export type RenderRequest = Pick<ExportOrder, 'document' | 'fonts' | 'files' | 'size' | 'watermark'> & {
  /** Undefined: into memory. */
  target: FileSystemFileHandle | undefined
}

export type RenderMessage =
  | { kind: 'progress'; progress: ExportProgress }
  /** `file` where the video is in memory. */
  | { kind: 'done'; seconds: number; hasSound: boolean; file?: Blob }
  | { kind: 'failed'; fault: ExportFault }
