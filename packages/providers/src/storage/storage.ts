// The storage port. Public files are named by their content and never change; private files are served only through signed
// links that expire.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

/** The content of a file. `{ file }` names a local file, which stays where it is. */
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
  /** Changes whenever the content does; fit for an HTTP ETag (without quotes). */
  readonly version: string
  readonly modifiedAt: Date
}

export interface OpenFile extends StoredFile {
  /** The bytes of the range asked for, or of the whole file. The caller reads or destroys it. */
  readonly stream: Readable
}

export interface LinkOptions {
  /** The link works for at most this long. */
  readonly expiresInSeconds: number
  /** Makes the browser download the file under this name instead of showing it. */
  readonly downloadName?: string
}

export interface Storage {
  /**
   * Stores a file under `key`, replacing what was there. Atomic: a reader sees the old file or the whole new one, and
   * after it resolves the file survives a power cut. The content type must be the one the key's ending stands for.
   */
  put(key: string, body: FileBody, options: { contentType: string }): Promise<StoredFile>
  /** Opens a file, or one range of it. Throws `FileMissing` when there is none. */
  open(key: string, range?: ByteRange): Promise<OpenFile>
  /** Describes a file without opening it; undefined when there is none. */
  stat(key: string): Promise<StoredFile | undefined>
  exists(key: string): Promise<boolean>
  /** Deletes a file; deleting one that is gone is no error. */
  delete(key: string): Promise<void>
  /** The file as a path on this machine, for native libraries that want one. `release()` when done with it. */
  localFile(key: string): Promise<{ path: string; release(): Promise<void> }>
  /** The lasting URL of a public file. */
  publicUrl(key: string): string
  /** A URL that opens a private file until it expires. Equal calls within a short time give equal URLs. */
  signedUrl(key: string, options: LinkOptions): string
  /**
   * A URL of the storage itself that opens a file until it expires, for browsers that fetch it without the server's help.
   * Undefined when the storage cannot be reached by browsers.
   */
  findDirectUrl(key: string, options: LinkOptions): Promise<string | undefined>
  /** Every file whose key begins with `folder` and a slash, in no order. What is stored or deleted meanwhile may be missed. */
  list(folder: string): AsyncIterable<ListedFile>
  /** Removes what killed processes left half written more than a day ago. Returns how many files went. */
  removeUnfinished(now?: number): Promise<number>
  /** Resolves when files can be written and read; throws what is wrong otherwise. */
  check(): Promise<void>
  /** Free space, where that is known. */
  findFreeBytes(): Promise<number | undefined>
}

export type ListedFile = Pick<StoredFile, 'key' | 'sizeBytes' | 'modifiedAt'>

/** The storage cannot be reached, or does not accept us: nothing is known about the file. */
export class StorageUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StorageUnavailable'
  }
}

/** No file under this key: never stored, or deleted since. */
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

/** The content type a key's ending stands for. A key without a known ending is a bug of the caller. */
export function getContentType(key: string): string {
  const type = CONTENT_TYPES[key.slice(key.lastIndexOf('.') + 1)]
  assert(type, `a storage key ends in a known file ending, got ${key}`)
  return type
}

/** The file ending (without a dot) for a content type; undefined for a type we do not store. */
export function findFileEnding(contentType: string): string | undefined {
  return Object.keys(CONTENT_TYPES).find((ending) => CONTENT_TYPES[ending] === contentType)
}

// Each part starts with a letter, digit or underscore: that rules out '..', '.', hidden files and empty parts in one go.
const KEY = /^(public|private)(\/[A-Za-z0-9_][A-Za-z0-9_.-]*)+$/

/** Whether a text may be a key: `public/…` or `private/…`, plain ASCII names, at most 200 characters, no way upwards. */
export function isStorageKey(text: string): boolean {
  return text.length <= 200 && KEY.test(text)
}

/**
 * A new key for catalogue content that only those get who paid. It is random: the hash of such content stands in
 * documents that everybody may read, so that nothing made of it may lead to the file.
 */
export function drawPaidKey(contentType: string): string {
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
