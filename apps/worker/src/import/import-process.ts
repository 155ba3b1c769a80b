// Reads each import package in a separate process, so that malformed contents can crash only this process.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileFacts } from '@vitrine/after-effects/files'
import type { AssetId } from '@vitrine/document/field'
import { serveRequest } from '@vitrine/process/child-request'
import { listBundledFonts } from '@vitrine/samples/bundled-font'
import { listDocumentAssetIds } from '@vitrine/store/catalogue/version'
import {
  type ImportOutcome,
  type ImportProgress,
  ImportRejected,
  type ImportRequest,
  type RejectedImport,
  toImportPackage,
} from './import-package.ts'
import { importTemplate } from './import-template.ts'
import { parseFormSettings, readSettings } from './settings.ts'

serveRequest<ImportRequest, ImportProgress, ImportOutcome | RejectedImport>(async (request, report) => {
  try {
    return await importRequested(request, report)
  } catch (error) {
    if (error instanceof ImportRejected) return { code: error.code, clauses: error.clauses }
    throw error
  }
})

async function importRequested(
  request: ImportRequest,
  report: (progress: ImportProgress) => void,
): Promise<ImportOutcome> {
  report({ stage: 'reading', percent: 5 })
  const contentsByPath = new Map<string, Uint8Array>()
  for (const [path, file] of Object.entries(request.files)) contentsByPath.set(path, await readFile(file))
  const importPackage = toImportPackage(request.name, contentsByPath, parseFormSettings(request.settings))
  const read = readSettings(importPackage.settings)
  if ('problems' in read) {
    const inFile = read.problems.map((problem) => ({ ...problem, place: `template.json: ${problem.place}` }))
    throw new ImportRejected('settings', inFile)
  }
  report({ stage: 'reading', percent: 15 })
  const bundled = listBundledFonts()
  const { result, contents } = await importTemplate(importPackage, read.settings, {
    bundled,
    folder: request.folder,
    onProgress: (share) => report({ stage: 'reading', percent: Math.round(15 + 65 * share) }),
  })
  report({ stage: 'writing', percent: 80 })
  const files: [AssetId, { facts: FileFacts; path: string }][] = []
  for (const id of result.document ? (listDocumentAssetIds(result.document) as AssetId[]) : []) {
    const known = contents.get(id)
    if (!known) throw new Error(`the import lost the file ${id}`)
    const path = 'path' in known.content ? known.content.path : join(request.folder, id.slice('sha256:'.length))
    if ('bytes' in known.content) await writeFile(path, known.content.bytes)
    files.push([id, { facts: known.facts, path }])
  }
  return { result, settings: read.settings, contents: files }
}
