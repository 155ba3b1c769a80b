// Messages between the page and the media worker.

export type WorkerRequest =
  | { task: 'thumbnails'; origin: Blob | string; times: readonly number[]; height: number }
  | { task: 'waveform'; origin: Blob | string; samplesPerSecond: number }
  | { task: 'copy'; origin: Blob | string; target: FileSystemFileHandle }

export type WorkerResult =
  | { task: 'thumbnails'; seconds: number; picture: ImageBitmap; file: Blob }
  /** The peaks from interval `first` on. */
  | { task: 'waveform'; first: number; peaks: Float32Array<ArrayBuffer> }

export type WorkerMessage = { id: number; kind: 'ask'; request: WorkerRequest } | { id: number; kind: 'cancel' }

export type WorkerAnswer =
  | { id: number; kind: 'percent'; percent: number }
  | { id: number; kind: 'piece'; result: WorkerResult }
  | { id: number; kind: 'done'; result?: WorkerResult }
  | { id: number; kind: 'failed'; message: string }
