// The messages between a process and the child that reads one picture for it. Everything is plain JSON.
import type { ApiErrorCode } from '@vitrine/contract/api-error'
import type { FittedPicture, PictureFrame } from './fitted-picture.ts'
import type { LibraryPicture } from './library-picture.ts'
import type { SquareCrop } from './square-picture.ts'

/** What to create from the picture; `PictureResults` has the result of each task. */
export type PictureTask =
  | { readonly kind: 'library' }
  | { readonly kind: 'square'; readonly crop?: SquareCrop | undefined }
  | { readonly kind: 'copy'; readonly width: number }
  | { readonly kind: 'fit'; readonly frame: PictureFrame }

/** The results of the tasks: files in the folder of the request. */
export interface PictureResults {
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
