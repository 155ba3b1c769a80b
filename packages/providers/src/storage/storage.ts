// The storage port. Public files are named by their content and never change; private files are served only through signed
// links that expire.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

/** The content of a file. `{ file }` names a local file, which is not moved. */
export type FileBody = Buffer | Uint8Array | Readable | { readonly file: string }

/** Inclusive byte positions, as in an HTTP range: `{ start: 0, end: 0 }` is the first byte. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface StoredFile {
  readonly key: string
  readonly sizeBytes: number
  readonly contentType: string
  /** Changes whenever the content does; suitable as an HTTP ETag (without quotes). */
  readonly version: string
  readonly modifiedAt: Date
}

export interface OpenFile extends StoredFile {
  /** The bytes of the requested range, or of the whole file. The caller reads or destroys it. */
  readonly stream: Readable
}

export interface LinkOptions {
  /** Upper limit of the link's lifetime. */
  readonly expiresInSeconds: number
  /** Makes the browser download the file under this name instead of showing it. */
  readonly downloadName?: string
}

export interface Storage {
  /**
   * Stores a file under `key`, replacing an existing one. Atomic: a reader sees the old file or the whole new one, and after it
   * resolves the file survives a power cut. The content type must match the key's ending.
   */
  put(key: string, body: FileBody, options: { contentType: string }): Promise<StoredFile>
  /** Opens a file, or one range of it. Throws `FileMissing` when there is none. */
  open(key: string, range?: ByteRange): Promise<OpenFile>
  /** Describes a file without opening it; undefined when there is none. */
  stat(key: string): Promise<StoredFile | undefined>
  exists(key: string): Promise<boolean>
  /** Deletes a file, if it exists. */
  delete(key: string): Promise<void>
  /** A local path of the file, for native libraries. Call `release()` when done. */
  localFile(key: string): Promise<{ path: string; release(): Promise<void> }>
  /** The permanent URL of a public file. */
  publicUrl(key: string): string
  /** A URL that opens a private file until it expires. Equal calls within a short time return equal URLs. */
  signedUrl(key: string, options: LinkOptions): string
  /**
   * A URL of the storage itself that opens a file until it expires, for browsers to fetch it directly. Undefined when browsers
   * cannot reach the storage.
   */
  findDirectUrl(key: string, options: LinkOptions): Promise<string | undefined>
  /** Every file whose key begins with `folder` and a slash, in no order. May miss concurrent changes. */
  list(folder: string): AsyncIterable<ListedFile>
  /** Removes incomplete files that killed processes left more than a day ago. Returns how many. */
  removeUnfinished(now?: number): Promise<number>
  /** Resolves when files can be written and read; otherwise throws the reason. */
  check(): Promise<void>
  /** Free space, if known. */
  findFreeBytes(): Promise<number | undefined>
}

export type ListedFile = Pick<StoredFile, 'key' | 'sizeBytes' | 'modifiedAt'>

/** The storage is unreachable or refused access: nothing is known about the file. */
export class StorageUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StorageUnavailable'
  }
}

/** There is no file under this key: it was never stored, or was deleted. */
export class FileMissing extends Error {
  readonly key: string
  constructor(key: string, options?: ErrorOptions) {
    super(`no stored file ${key}`, options)
    this.name = 'FileMissing'
    this.key = key
  }
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  ttf: 'font/ttf',
  otf: 'font/otf',
  woff: 'font/woff',
  woff2: 'font/woff2',
  json: 'application/json',
  txt: 'text/plain; charset=utf-8',
  bin: 'application/octet-stream',
}

/** The content type of a key's ending. A key without a known ending is a caller's bug. */
export function getContentType(key: string): string {
  const type = CONTENT_TYPES[key.slice(key.lastIndexOf('.') + 1)]
  assert(type, `a storage key ends in a known file ending, got ${key}`)
  return type
}

/** The file ending (without a dot) for a content type; undefined for an unsupported type. */
export function findFileEnding(contentType: string): string | undefined {
  return Object.keys(CONTENT_TYPES).find((ending) => CONTENT_TYPES[ending] === contentType)
}

// Each part starts with a letter, digit or underscore, which rules out '..', '.', hidden files and empty parts.
const KEY = /^(public|private)(\/[A-Za-z0-9_][A-Za-z0-9_.-]*)+$/

/** Whether a text may be a key: `public/…` or `private/…`, plain ASCII names, at most 200 characters, no parent paths. */
export function isStorageKey(text: string): boolean {
  return text.length <= 200 && KEY.test(text)
}

/**
 * A new key for catalogue content that only buyers get. It is random: public documents contain the hash of such content, so a key
 * derived from it would reveal the file.
 */
export function createPaidKey(contentType: string): string {
  return `private/catalogue/${randomBytes(24).toString('hex')}.${getFileEnding(contentType)}`
}

/** The key under which public content with this SHA-256 (64 hexadecimal digits) is stored. */
export function publicKey(sha256: string, contentType: string): string {
  assert(/^[0-9a-f]{64}$/.test(sha256), `expected a SHA-256 in hexadecimal, got ${sha256}`)
  return `public/${sha256}.${getFileEnding(contentType)}`
}

function getFileEnding(contentType: string): string {
  const ending = findFileEnding(contentType)
  assert(ending, `no file ending for ${contentType}`)
  return ending
}

/** The Content-Disposition header of a download (RFC 6266): `attachment` with a name in any script; old clients get the name with non-ASCII characters replaced. */
export function attachmentNamed(name: string): string {
  // Removes path separators and control characters, because the name may be user input.
  const safe = name
    .replace(/[\p{Cc}/\\]/gu, '_')
    .slice(0, 200)
    .toWellFormed()
  const fallback = safe.replace(/[^\x20-\x7e]/g, '_').replace(/["%]/g, '_')
  const encoded = encodeURIComponent(safe).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${fallback}"; filename*=UTF-8''${encoded}`
}
