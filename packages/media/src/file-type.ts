// Detects what a file from outside is, by its content alone: its name, and what a browser or a document calls it, do not
// count. This is the only list of kinds that the store takes.
import { openAsBlob } from 'node:fs'
import type { AssetKind } from '@vitrine/contract/media'
import { fileTypeFromBlob, fileTypeFromBuffer } from 'file-type'
import { type Container, findContainer } from './container.ts'
import { bytesInMemory, type FileBytes, withFileBytes } from './file-bytes.ts'

/** A picture, or a recording in the container whose demuxer reads it. */
export type DetectedFile =
  | { readonly kind: 'image'; readonly contentType: string }
  | { readonly kind: 'video' | 'audio'; readonly contentType: string; readonly container: Container }

/** Nothing that is taken: `found` is the media type, where there is one. */
export interface UnknownFile {
  readonly kind: 'unknown'
  readonly found: string | undefined
}

type Accepted = { readonly kind: AssetKind; readonly contentType: string; readonly containers?: readonly Container[] }

const image = (contentType: string): Accepted => ({ kind: 'image', contentType })
const video = (contentType: string, ...containers: Container[]): Accepted => ({
  kind: 'video',
  contentType,
  containers,
})
const audio = (contentType: string, ...containers: Container[]): Accepted => ({
  kind: 'audio',
  contentType,
  containers,
})

/**
 * What is accepted, by media type. SVG is absent on purpose: it is a program, not a picture. So are play lists and
 * manifests, which name other files.
 */
const ACCEPTED: Readonly<Record<string, Accepted>> = {
  'image/jpeg': image('image/jpeg'),
  'image/png': image('image/png'),
  'image/apng': image('image/png'),
  'image/webp': image('image/webp'),
  'image/gif': image('image/gif'),
  'image/avif': image('image/avif'),
  'image/heic': image('image/heic'),
  'image/heif': image('image/heic'),
  'image/heic-sequence': image('image/heic'),
  'image/heif-sequence': image('image/heic'),
  'video/mp4': video('video/mp4', 'mp4'),
  'video/x-m4v': video('video/mp4', 'mp4'),
  'video/3gpp': video('video/mp4', 'mp4'),
  'video/3gpp2': video('video/mp4', 'mp4'),
  'video/quicktime': video('video/quicktime', 'mp4'),
  'video/webm': video('video/webm', 'matroska'),
  'video/matroska': video('video/x-matroska', 'matroska'),
  'video/x-matroska': video('video/x-matroska', 'matroska'),
  // Camcorders and older cameras.
  'video/mp2t': video('video/mp2t', 'mpeg-ts'),
  'video/MP1S': video('video/mpeg', 'mpeg-ps'),
  'video/MP2P': video('video/mpeg', 'mpeg-ps'),
  'video/vnd.avi': video('video/vnd.avi', 'avi'),
  'audio/webm': audio('video/webm', 'matroska'),
  'audio/mpeg': audio('audio/mpeg', 'mp3'),
  'audio/mp4': audio('audio/mp4', 'mp4'),
  'audio/x-m4a': audio('audio/mp4', 'mp4'),
  'audio/aac': audio('audio/aac', 'aac'),
  // Voice recorders of telephones.
  'audio/amr': audio('audio/amr', 'amr'),
  'audio/wav': audio('audio/wav', 'wav'),
  'audio/vnd.wave': audio('audio/wav', 'wav'),
  'audio/ogg': audio('audio/ogg', 'ogg'),
  'audio/flac': audio('audio/flac', 'flac'),
  'audio/x-flac': audio('audio/flac', 'flac'),
}

/**
 * The media type of the file at `path`, taken or not. Not by file-type's own reading of files: it loads a package by a name that
 * bundlers do not see, and a release has no such package.
 */
export async function findMediaType(path: string): Promise<string | undefined> {
  return (await fileTypeFromBlob(await openAsBlob(path)))?.mime
}

/** What the file at `path` is. */
export async function detectFile(path: string): Promise<DetectedFile | UnknownFile> {
  const mime = await findMediaType(path)
  return withFileBytes(path, (file) => accept(mime, file))
}

/** What these bytes are. */
export async function detectBytes(bytes: Uint8Array): Promise<DetectedFile | UnknownFile> {
  const type = await fileTypeFromBuffer(bytes)
  return accept(type?.mime, bytesInMemory(bytes))
}

function accept(mime: string | undefined, file: FileBytes): DetectedFile | UnknownFile {
  // file-type adds parameters to some types ('audio/ogg; codecs=opus').
  const accepted = ACCEPTED[mime?.split(';', 1)[0] ?? '']
  if (!accepted) return { kind: 'unknown', found: mime }
  const { kind, contentType, containers } = accepted
  if (kind === 'image') return { kind, contentType }
  // file-type looks at a few bytes only, so a file made to deceive can pass for two things at once.
  const container = findContainer(file)
  return container && containers?.includes(container)
    ? { kind, contentType, container }
    : { kind: 'unknown', found: mime }
}
