// `npm run samples [-- ID…]`: imports the packages of the sample catalogue, renders poster and preview of the named ones (or,
// without names, of the new and changed ones), and records them. Documents are written as the importer reads them, with the ids
// of their files.
import { copyFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ENGINE_VERSION } from '@vitrine/document/document'
import type { AssetId } from '@vitrine/document/field'
import { documentHash } from '@vitrine/project/render-key'
import {
  catalogueFile,
  type RenderedFile,
  readCatalogue,
  type Sample,
  templatesFolder,
} from '@vitrine/samples/catalogue'
import type { CatalogueFile } from '@vitrine/worker/store-asset'
import { type Import, isPublishable, withImport } from './import.ts'
import { printReport } from './print.ts'
import { renderPreview } from './render-preview.ts'

/** Line width of a document, in characters. */
const WIDTH = 120

const named = process.argv.slice(2)
const ids = await readdir(templatesFolder)
let samples = readCatalogue().filter(({ id }) => ids.includes(id))
for (const id of named) if (!ids.includes(id)) throw new Error(`there is no package ${id} in ${templatesFolder}`)
for (const id of named.length > 0 ? named : ids) {
  const known = samples.find((sample) => sample.id === id)
  const sample = await withImport(join(templatesFolder, id), {}, (source) => updateSample(id, source, known))
  if (sample === known) continue
  samples = known ? samples.map((other) => (other === known ? sample : other)) : [...samples, sample]
  await writeFile(catalogueFile, formatJson(samples))
  console.log(`${id}: poster ${sample.poster.sizeBytes} bytes, preview ${sample.preview.sizeBytes} bytes`)
}
await writeFile(catalogueFile, formatJson(samples))

async function updateSample(id: string, source: Import, known: Sample | undefined): Promise<Sample> {
  const { result, contents } = source.imported
  const { document } = result
  if (!document || !isPublishable(source.imported)) throw new Error(`${id}:\n${printReport(result)}`)
  if (document.id !== id) throw new Error(`the document in ${id} has the id ${document.id}`)
  const folder = join(templatesFolder, id)
  const hash = await documentHash(document)
  const isFresh = known?.documentHash === hash && known.engineVersion === ENGINE_VERSION
  const areFilesThere = known !== undefined && [known.poster, known.preview].every((file) => contents.has(file.id))
  if (isFresh && areFilesThere && !named.includes(id)) return known
  await writeFile(join(folder, 'document.json'), formatJson(document))
  const { poster, preview, dominantColor } = await renderPreview(source)
  for (const old of ['preview.mp4', 'preview.webp']) await rm(join(folder, old), { force: true })
  await keep(poster, join(folder, 'poster.webp'))
  await keep(preview, join(folder, preview.asset.kind === 'video' ? 'preview.mp4' : 'preview.webp'))
  const files = { poster: describe(poster), preview: describe(preview) }
  return { id, documentHash: hash, engineVersion: ENGINE_VERSION, ...files, dominantColor }
}

async function keep({ content }: CatalogueFile, path: string): Promise<void> {
  if ('path' in content) await copyFile(content.path, path)
  else await writeFile(path, content.bytes)
}

function describe({ asset: { id, sizeBytes, width = 0, height = 0, durationMs } }: CatalogueFile): RenderedFile {
  return { id: id as AssetId, sizeBytes, width, height, ...(durationMs !== undefined && { durationMs }) }
}

/** Formats a JSON value. */
function formatJson(value: unknown): string {
  return `${write(value, '', 0)}\n`
}

/** `indent` starts each line; `used` is the number of characters already on the first one. */
function write(value: unknown, indent: string, used: number): string {
  const flat = flatten(value)
  if (typeof value !== 'object' || value === null || indent.length + used + flat.length <= WIDTH) return flat
  const isList = Array.isArray(value)
  const inner = `${indent}  `
  const parts = Object.entries(value).map(([key, part]) => {
    const label = isList ? '' : `${JSON.stringify(key)}: `
    return `${inner}${label}${write(part, inner, label.length)}`
  })
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`
}

function flatten(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(flatten).join(', ')}]`
  const parts = Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${flatten(part)}`)
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}
