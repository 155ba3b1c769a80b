// The entry point for untrusted pictures: a child process for each, bounded in time and memory.

import { fileURLToPath } from 'node:url'
import { ApiError, type ApiErrorCode } from '@vitrine/contract/api-error'
import { isRequestFault, runBoundedChild, WorkFailed, type WorkLimits } from '@vitrine/process/bounded-child'
import type { FittedPicture, LibraryPicture, PictureFrame, SquareCrop } from './write-picture.ts'

export type { PictureFrame }

/** An untrusted picture and its type according to `detectFile`. */
export interface PictureFile {
  readonly path: string
  readonly contentType: string
}

export interface PictureOptions {
  /** The output folder, used by this picture alone. */
  readonly folder: string
  /** Ends the work immediately; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  readonly limits?: WorkLimits
  /** Called with the process id once the process is running. */
  onStart?: ((pid: number) => void) | undefined
}

export const PICTURE_LIMITS: WorkLimits = {
  // A HEIC photo of 200 megapixels takes 12 s of processor time, and others may be processed at the same time.
  durationMs: 120_000,
  silenceMs: 120_000,
  // The measured maximum for a picture within the limits is 660 MB: one rotated HEVC tile of 49 megapixels.
  memoryBytes: 1024 * 2 ** 20,
}

// In a bundle the child is a file in the same folder; in the source tree Node strips the types itself.
const CHILD = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './picture-process.ts' : './picture-process.js', import.meta.url),
)

/**
 * Writes the render master and the editing copy of a picture: see `LibraryPicture`. Throws image-too-many-pixels, and
 * media-damaged for a picture that cannot be read within the limits.
 */
export async function makeLibraryPicture(file: PictureFile, options: PictureOptions): Promise<LibraryPicture> {
  return (await carryOut(file, { kind: 'library' }, options)) as PictureResults['library']
}

/**
 * Writes a square of 512 pixels, from `crop` or the centre, and returns its path: WebP in sRGB on white. Throws like
 * `makeLibraryPicture`, and invalid-input for a square outside the picture.
 */
export async function makeSquarePicture(
  file: PictureFile,
  crop: SquareCrop | undefined,
  options: PictureOptions,
): Promise<string> {
  return (await carryOut(file, { kind: 'square', crop }, options)) as PictureResults['square']
}

/** Writes a WebP of at most `width` pixels and returns its path. Throws like `makeLibraryPicture`. */
export async function makeSmallerCopy(file: PictureFile, width: number, options: PictureOptions): Promise<string> {
  return (await carryOut(file, { kind: 'copy', width }, options)) as PictureResults['copy']
}

/** Fits a picture into a frame: see `PictureFrame`. Throws like `makeLibraryPicture`. */
export async function makeFittedPicture(
  file: PictureFile,
  frame: PictureFrame,
  options: PictureOptions,
): Promise<FittedPicture> {
  return (await carryOut(file, { kind: 'fit', frame }, options)) as PictureResults['fit']
}

async function carryOut(
  { path, contentType }: PictureFile,
  task: PictureTask,
  { folder, signal, limits = PICTURE_LIMITS, onStart }: PictureOptions,
): Promise<PictureResults[keyof PictureResults]> {
  const request: PictureRequest = { path, contentType, task, folder }
  const child = { path: CHILD, name: 'picture', limits, signal, onStart }
  const answer = await runBoundedChild<PictureRequest, never, PictureResponse>(request, child).catch(
    (error: unknown) => {
      if (error instanceof WorkFailed && isRequestFault(error)) {
        throw new ApiError('media-damaged', { reason: 'could not be read' })
      }
      throw error
    },
  )
  if (answer.outcome === 'completed') return answer.result
  throw new ApiError(answer.code, { ...answer.details }, answer.message)
}

// The messages between this process and the child. Everything is plain JSON.

/** What to create from the picture; `PictureResults` has the result of each task. */
export type PictureTask =
  | { readonly kind: 'library' }
  | { readonly kind: 'square'; readonly crop?: SquareCrop | undefined }
  | { readonly kind: 'copy'; readonly width: number }
  | { readonly kind: 'fit'; readonly frame: PictureFrame }

/** The results of the tasks: files in the folder of the request. */
interface PictureResults {
  readonly library: LibraryPicture
  /** A path. */
  readonly square: string
  /** A path. */
  readonly copy: string
  readonly fit: FittedPicture
}

export interface PictureRequest {
  readonly path: string
  /** The detected type of the file. */
  readonly contentType: string
  readonly task: PictureTask
  /** The output folder, used by this request alone. */
  readonly folder: string
}

export type PictureResponse =
  | { readonly outcome: 'completed'; readonly result: PictureResults[keyof PictureResults] }
  | {
      readonly outcome: 'refused'
      readonly code: ApiErrorCode
      readonly details: Readonly<Record<string, unknown>>
      readonly message: string
    }
