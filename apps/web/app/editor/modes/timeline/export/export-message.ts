// Messages between the page and the worker that renders a video.
import type { ExportFault, ExportOrder, ExportProgress } from '../../../../../testing/export-contract.ts'

/** The message to the worker: the serialisable part of a request, and the file to write. */
export type RenderRequest = Pick<ExportOrder, 'document' | 'fonts' | 'files' | 'size' | 'watermark'> & {
  target: FileSystemFileHandle
}

export type RenderMessage =
  | { kind: 'progress'; progress: ExportProgress }
  | { kind: 'done'; seconds: number; hasSound: boolean }
  | { kind: 'failed'; fault: ExportFault }
