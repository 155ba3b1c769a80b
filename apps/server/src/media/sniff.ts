// What an uploaded file is, judged by its first bytes; its name and what the browser called it do not count.
import type { AssetKind } from '@vitrine/contract/media'
import { Refusal } from '@vitrine/contract/refusal'
import { fileTypeFromFile } from 'file-type'

export interface SniffedFile {
  /** What kind of container it is. A video container may turn out to hold sound only. */
  readonly kind: AssetKind
  /** What it really is; HEIC for every kind of HEIF. */
  readonly contentType: string
}

/** SVG is absent on purpose: it is a program, not a picture. */
const ACCEPTED: Readonly<Record<string, SniffedFile>> = {
  'image/jpeg': { kind: 'image', contentType: 'image/jpeg' },
  'image/png': { kind: 'image', contentType: 'image/png' },
  'image/apng': { kind: 'image', contentType: 'image/png' },
  'image/webp': { kind: 'image', contentType: 'image/webp' },
  'image/gif': { kind: 'image', contentType: 'image/gif' },
  'image/avif': { kind: 'image', contentType: 'image/avif' },
  'image/heic': { kind: 'image', contentType: 'image/heic' },
  'image/heif': { kind: 'image', contentType: 'image/heic' },
  'image/heic-sequence': { kind: 'image', contentType: 'image/heic' },
  'image/heif-sequence': { kind: 'image', contentType: 'image/heic' },
  'video/mp4': { kind: 'video', contentType: 'video/mp4' },
  'video/x-m4v': { kind: 'video', contentType: 'video/mp4' },
  'video/3gpp': { kind: 'video', contentType: 'video/mp4' },
  'video/quicktime': { kind: 'video', contentType: 'video/quicktime' },
  'video/webm': { kind: 'video', contentType: 'video/webm' },
  'video/matroska': { kind: 'video', contentType: 'video/x-matroska' },
  'video/x-matroska': { kind: 'video', contentType: 'video/x-matroska' },
  // Camcorders and older cameras.
  'video/mp2t': { kind: 'video', contentType: 'video/mp2t' },
  'video/MP1S': { kind: 'video', contentType: 'video/mpeg' },
  'video/MP2P': { kind: 'video', contentType: 'video/mpeg' },
  'video/vnd.avi': { kind: 'video', contentType: 'video/vnd.avi' },
  'audio/webm': { kind: 'audio', contentType: 'video/webm' },
  'audio/mpeg': { kind: 'audio', contentType: 'audio/mpeg' },
  'audio/mp4': { kind: 'audio', contentType: 'audio/mp4' },
  'audio/x-m4a': { kind: 'audio', contentType: 'audio/mp4' },
  'audio/aac': { kind: 'audio', contentType: 'audio/aac' },
  // Voice recorders of telephones.
  'audio/amr': { kind: 'audio', contentType: 'audio/amr' },
  'audio/wav': { kind: 'audio', contentType: 'audio/wav' },
  'audio/vnd.wave': { kind: 'audio', contentType: 'audio/wav' },
  'audio/ogg': { kind: 'audio', contentType: 'audio/ogg' },
  'audio/flac': { kind: 'audio', contentType: 'audio/flac' },
  'audio/x-flac': { kind: 'audio', contentType: 'audio/flac' },
}

/** Sniffs a file on disk. Refuses with upload-type-not-allowed whatever is no picture, film or sound we can use. */
export async function sniffFile(path: string): Promise<SniffedFile> {
  const found = await fileTypeFromFile(path)
  // file-type adds parameters to some types ('audio/ogg; codecs=opus').
  const sniffed = found && ACCEPTED[found.mime.split(';', 1)[0] ?? '']
  if (!sniffed) throw new Refusal('upload-type-not-allowed', found ? { found: found.mime } : {})
  return sniffed
}
