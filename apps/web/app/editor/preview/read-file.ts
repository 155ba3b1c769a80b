// Checks on this device whether a chosen file can be used, before anything is uploaded.

import { t } from '@lingui/core/macro'
import { findFileKind } from '../project/assign-files.ts'
import { findFileProblem } from '../project/uploads.ts'
import { measurePhoto, type PhotoSize } from './photo-file.ts'

type Kind = 'image' | 'video' | 'audio'

/** A usable file; it has no size if only the server can read it. */
interface ReadableFile {
  kind: Kind
  size?: PhotoSize
}

export const damagedText = () =>
  t`This file is damaged or of another type than its name says, so it cannot be read. Please choose another one.`

/** Reads a chosen file. A string is the reason why it cannot be used. */
export async function readChosenFile(file: File, accept: readonly Kind[]): Promise<ReadableFile | string> {
  const problem = findFileProblem(file, accept)
  const kind = findFileKind(file)
  if (problem || !kind) return problem ?? t`This file cannot be used here.`
  if (kind === 'audio') return { kind }
  const size = await (kind === 'image' ? measurePhoto(file) : measureVideo(file)).catch(() => undefined)
  if (size) return { kind, size }
  return isShownByBrowsers(file) ? damagedText() : { kind }
}

/** Whether a file can still be read: files that were moved, or that belong to a closed private window, cannot. */
export function isStillThere(file: File): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
}

/**
 * Image formats that every browser reads, so that an unreadable one is damaged. Others, such as HEIC, are left to the
 * server.
 */
export function isShownByBrowsers({ type, name }: File): boolean {
  return /^image\/(jpeg|png|gif|webp)$/.test(type) || (type === '' && /\.(jpe?g|png|gif|webp)$/i.test(name))
}

function measureVideo(file: File): Promise<PhotoSize> {
  const address = URL.createObjectURL(file)
  const video = document.createElement('video')
  return new Promise<PhotoSize>((done, fail) => {
    video.addEventListener('loadedmetadata', () =>
      done({ width: video.videoWidth || 16, height: video.videoHeight || 9 }),
    )
    video.addEventListener('error', () => fail(new Error('This video cannot be read here')))
    video.preload = 'metadata'
    video.src = address
  }).finally(() => {
    video.removeAttribute('src')
    URL.revokeObjectURL(address)
  })
}
