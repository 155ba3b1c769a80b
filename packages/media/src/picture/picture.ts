// The door through which pictures from outside are read: a child process for each, bounded in time and memory.
import { fileURLToPath } from 'node:url'
import { ApiError } from '@vitrine/contract/api-error'
import { isFaultOfRequest, runBoundedChild, WorkFailed, type WorkLimits } from '@vitrine/process/bounded-child'
import type { FittedPicture, PictureFrame } from './fitted-picture.ts'
import type { LibraryPicture } from './library-picture.ts'
import type { PictureRequest, PictureResponse, PictureResults, PictureTask } from './picture-message.ts'
import type { SquareCrop } from './square-picture.ts'

export type { PictureFrame }

/** A picture from outside, and what `detectFile` says that it is. */
export interface PictureFile {
  readonly path: string
  readonly contentType: string
}

export interface PictureOptions {
  /** The output folder, used by this picture alone. */
  readonly folder: string
  /** Ends the work at once; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  readonly limits?: WorkLimits
  /** Called with the process id once the process runs. */
  onStart?: ((pid: number) => void) | undefined
}

export const PICTURE_LIMITS: WorkLimits = {
  // A HEIC photo of 200 megapixels takes 12 s of processor time, and others may be in work beside it.
  durationMs: 120_000,
  silenceMs: 120_000,
  // The most that a picture within the limits was measured to take is 660 MB: one HEVC tile of 49 megapixels, turned.
  memoryBytes: 1024 * 2 ** 20,
}

// In a bundle the child is a file beside this one; in the source tree Node strips the types itself.
const CHILD = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './picture-process.ts' : './picture-process.js', import.meta.url),
)

/**
 * Makes the render master and the editing copy of a picture: `LibraryPicture` says how. Refuses image-too-many-pixels, and
 * media-damaged for what cannot be read within the limits.
 */
export async function makeLibraryPicture(file: PictureFile, options: PictureOptions): Promise<LibraryPicture> {
  return (await carryOut(file, { kind: 'library' }, options)) as PictureResults['library']
}

/**
 * Makes a square of 512 pixels, of `crop` or of the middle, and answers its path: WebP in sRGB on white. Refuses as
 * `makeLibraryPicture` does, and invalid-input for a square outside the picture.
 */
export async function makeSquarePicture(
  file: PictureFile,
  crop: SquareCrop | undefined,
  options: PictureOptions,
): Promise<string> {
  return (await carryOut(file, { kind: 'square', crop }, options)) as PictureResults['square']
}

/** Makes a WebP of at most `width` pixels and answers its path. Refuses as `makeLibraryPicture` does. */
export async function makeSmallerCopy(file: PictureFile, width: number, options: PictureOptions): Promise<string> {
  return (await carryOut(file, { kind: 'copy', width }, options)) as PictureResults['copy']
}

/** Fits a picture into a frame: `PictureFrame` says how. Refuses as `makeLibraryPicture` does. */
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
      if (error instanceof WorkFailed && isFaultOfRequest(error)) {
        throw new ApiError('media-damaged', { reason: 'could not be read' })
      }
      throw error
    },
  )
  if (answer.outcome === 'made') return answer.made
  throw new ApiError(answer.code, { ...answer.details }, answer.message)
}
