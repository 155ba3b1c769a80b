// Detects the type of an untrusted file by its content alone, ignoring its name and any declared type. This is the only list of
// types that the store accepts.

import { openAsBlob } from 'node:fs'
import type { AssetKind } from '@vitrine/contract/media'
import { fileTypeFromBlob, fileTypeFromBuffer } from 'file-type'
import { bytesInMemory, type Container, type FileBytes, findContainer, withFileBytes } from './container.ts'

/** A picture, or a recording with its container, which selects the demuxer. */
type DetectedFile =
  | { readonly kind: 'image'; readonly contentType: string }
  | { readonly kind: 'video' | 'audio'; readonly contentType: string; readonly container: Container }

/** An unsupported file: `found` is the media type, if detected. */
interface UnknownFile {
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
 * Accepted media types. SVG is excluded because it is a program, not a picture; playlists and manifests are excluded because
 * they refer to other files.
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
  // Voice recorders of phones.
  'audio/amr': audio('audio/amr', 'amr'),
  'audio/wav': audio('audio/wav', 'wav'),
  'audio/vnd.wave': audio('audio/wav', 'wav'),
  'audio/ogg': audio('audio/ogg', 'ogg'),
  'audio/flac': audio('audio/flac', 'flac'),
  'audio/x-flac': audio('audio/flac', 'flac'),
}

/**
 * The media type of the file at `path`, supported or not. Does not use file-type's own file reader: it imports a package by a
 * dynamic name, which bundlers cannot include.
 */
export async function findMediaType(path: string): Promise<string | undefined> {
  return (await fileTypeFromBlob(await openAsBlob(path)))?.mime
}

/** Detects the type of the file at `path`. */
export async function detectFile(path: string): Promise<DetectedFile | UnknownFile> {
  const mime = await findMediaType(path)
  return withFileBytes(path, (file) => accept(mime, file))
}

/** Detects the type of bytes. */
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
  // file-type reads only a few bytes, so a crafted file can match two types at once.
  const container = findContainer(file)
  return container && containers?.includes(container)
    ? { kind, contentType, container }
    : { kind: 'unknown', found: mime }
}
