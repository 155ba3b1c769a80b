// Reads broken files one after another in one process, as the children of server and worker do: starting one for each of
// thousands of files would take hours. Each message names a file; the response is the result.
import { mkdir, readFile, rm } from 'node:fs/promises'
import { validateDocument } from '@vitrine/after-effects/validate'
import { ApiError } from '@vitrine/contract/api-error'
import { detectFile } from '@vitrine/media/file-type'
import { listBundledFonts } from '@vitrine/samples/bundled-font'
import { listFontScripts } from '../../apps/server/src/media/font.ts'
import { readRecording } from '../../apps/server/src/media/recording-reader.ts'
import { ImportRejected, toImportPackage } from '../../apps/worker/src/import/import-package.ts'
import { importTemplate } from '../../apps/worker/src/import/import-template.ts'
import { readSettings } from '../../apps/worker/src/import/settings.ts'
import { isPictureType, openPicture } from '../../packages/media/src/picture/decoder.ts'
import { convertHeif } from '../../packages/media/src/picture/heif/convert-heif.ts'
import { writeLibraryPicture } from '../../packages/media/src/picture/write-picture.ts'
import type { Entry } from './corpus.ts'

export interface BatchOrder {
  readonly path: string
  readonly name: string
  readonly entry: Entry
  /** Folder for the results. */
  readonly folder: string
}

export interface BatchAnswer {
  /** `unexpected`: an error that no reader throws on purpose. */
  readonly outcome: 'read' | 'refused' | 'unexpected'
  readonly detail: string
  readonly milliseconds: number
  /** The most that this process has taken so far. */
  readonly peakBytes: number
}

/** Longer than any video of the corpus. */
const MAX_MS = 60_000

async function readUpload({ path, folder }: BatchOrder): Promise<string> {
  const found = await detectFile(path)
  if (found.kind === 'unknown') throw new ApiError('upload-type-not-allowed')
  if (found.kind !== 'image') {
    const report = await readRecording(path, MAX_MS)
    if (report.outcome !== 'playable') throw new ApiError('media-damaged', { reason: report.outcome })
    return `${report.kind} of ${report.durationMs} ms`
  }
  const { contentType } = found
  const picture = isPictureType(contentType)
    ? await openPicture(path, contentType)
    : await openPicture(await convertHeif(path, folder), 'image/png')
  const { width, height } = await writeLibraryPicture(picture, folder)
  return `picture of ${width} x ${height}`
}

const bundled = listBundledFonts()

async function readPackage({ path, name, folder }: BatchOrder): Promise<string> {
  const bytes = await readFile(path)
  listFontScripts(bytes)
  const importPackage = toImportPackage('fuzz', new Map([[name, bytes]]))
  const read = readSettings(importPackage.settings)
  if ('problems' in read) throw new ImportRejected('settings', read.problems.join('; '))
  const { result } = await importTemplate(importPackage, read.settings, { bundled, folder })
  if (!result.document) throw new ImportRejected('nothing-to-draw', 'no document')
  if (!validateDocument(result.document).ok) throw new Error('the import let something invalid through')
  return `document of ${result.document.layers.length} layers`
}

async function readDocument({ path }: BatchOrder): Promise<string> {
  let json: unknown
  try {
    json = JSON.parse(await readFile(path, 'utf8'))
  } catch {
    throw new ApiError('invalid-json')
  }
  const result = validateDocument(json)
  if (!result.ok) throw new ApiError('invalid-input')
  return 'document'
}

const READERS = { upload: readUpload, package: readPackage, document: readDocument }

async function answer(order: BatchOrder): Promise<BatchAnswer> {
  const began = performance.now()
  const end = (outcome: BatchAnswer['outcome'], detail: string): BatchAnswer => ({
    outcome,
    detail,
    milliseconds: performance.now() - began,
    // In kilobytes on every system that this runs on.
    peakBytes: process.resourceUsage().maxRSS * 1024,
  })
  await mkdir(order.folder, { recursive: true })
  try {
    return end('read', await READERS[order.entry](order))
  } catch (error) {
    if (error instanceof ApiError || error instanceof ImportRejected) return end('refused', error.code)
    return end('unexpected', error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    await rm(order.folder, { recursive: true, force: true })
  }
}

process.on('message', async (order: BatchOrder) => process.send?.(await answer(order)))
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
