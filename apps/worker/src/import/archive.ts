// Reads archives from designers (.lottie, .zip). Size and entry count are limited before unpacking, and paths cannot leave the
// archive.
import { createSentence, fillSentence, type Sentence } from '@vitrine/contract/sentence'
import { unzipSync } from 'fflate'

/** The archive is rejected; the message is a sentence for the designer. */
export class ArchiveRejected extends Error {
  readonly code: 'archive-broken' | 'archive-too-large' | 'unsafe-path'
  readonly sentence: Sentence
  constructor(code: ArchiveRejected['code'], text: string, values: Sentence['values'] = {}) {
    super(fillSentence({ text, values }))
    this.name = 'ArchiveRejected'
    this.code = code
    this.sentence = createSentence(text, values)
  }
}

export interface ArchiveLimits {
  readonly files: number
  /** Total size after unpacking. */
  readonly bytes: number
}

const ARCHIVE_LIMITS: ArchiveLimits = { files: 1000, bytes: 400_000_000 }

/** Checks the signature of ZIP archives. */
export function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5)
}

/**
 * Unpacks an archive: contents by their path in it. The sizes that the archive states are counted before unpacking, and no
 * file can grow beyond the size stated for it. Throws `ArchiveRejected`.
 */
export function readArchive(bytes: Uint8Array, limits: ArchiveLimits = ARCHIVE_LIMITS): Map<string, Uint8Array> {
  let [count, total] = [0, 0]
  let refused: ArchiveRejected | undefined
  const unpack = () =>
    unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (refused || name.endsWith('/')) return false
        count++
        total += originalSize
        refused ??= findProblem(name, count, total, limits)
        return !refused
      },
    })
  const files = (() => {
    try {
      return unpack()
    } catch {
      throw new ArchiveRejected('archive-broken', 'The archive cannot be read')
    }
  })()
  if (refused) throw refused
  return new Map(Object.entries(files).map(([name, content]) => [safeName(name), content]))
}

function findProblem(name: string, count: number, total: number, limits: ArchiveLimits): ArchiveRejected | undefined {
  if (count > limits.files)
    return new ArchiveRejected('archive-too-large', 'More than {count} files', { count: limits.files })
  if (total > limits.bytes)
    return new ArchiveRejected('archive-too-large', 'More than {megabytes} MB when unpacked', {
      megabytes: Math.round(limits.bytes / 1e6),
    })
  const steps = name.replaceAll('\\', '/').split('/')
  const leaves = steps.includes('..') || name.startsWith('/') || /^[a-z]:/i.test(name) || name.includes('\0')
  return leaves
    ? new ArchiveRejected('unsafe-path', 'The file name "{file}" leads out of the archive', {
        file: name.slice(0, 100),
      })
    : undefined
}

function safeName(name: string): string {
  return name
    .replaceAll('\\', '/')
    .split('/')
    .filter((step) => step !== '' && step !== '.')
    .join('/')
}
