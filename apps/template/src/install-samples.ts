// Publishes the sample catalogue in a store: its packages are imported and published like those of designers. Their posters and
// previews are not rendered: the packages contain them, and the catalogue their hashes.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Db, transaction } from '@vitrine/database/connection'
import type { TemplateDocument } from '@vitrine/document/document'
import { publicKey, type Storage } from '@vitrine/providers/storage'
import { type RenderedFile, readCatalogue, type Sample, templatesFolder } from '@vitrine/samples/catalogue'
import { listAuditedTemplates, SAMPLES } from '@vitrine/store/admin/audit-log'
import { listTemplatesWithChosenPoster } from '@vitrine/store/catalogue/preview'
import { listPublishedStates, type PublishedState, rankTemplates } from '@vitrine/store/catalogue/publish'
import { listDocumentAssetIds } from '@vitrine/store/catalogue/version'
import { hashJson } from '@vitrine/store/hash'
import { getAssets } from '@vitrine/store/media'
import type { ImportedTemplate } from '@vitrine/worker/import-template'
import { readSettings } from '@vitrine/worker/settings'
import type { CatalogueFile } from '@vitrine/worker/store-asset'
import type { Import } from './import.ts'
import { createListing } from './listing.ts'
import type { ShownFiles } from './publish.ts'

/** A sample and the files that the store should have of it. */
interface SampleState {
  readonly sample: Sample
  readonly state: PublishedState
  /** Ids of the files of the document, the poster and the preview. */
  readonly fileIds: readonly string[]
}

/**
 * Publishes the samples that are not published in their current version, and stores their missing files. Idempotent, so that it
 * can run at every start. A template that the owner has changed is left alone: its listing, poster and version stay, and a
 * withdrawn template stays withdrawn.
 */
export async function installSamples({
  db,
  storage,
  chosen = 'all',
}: {
  db: Db
  storage: Storage
  /** Ids of the samples to install; others are left as they are. */
  chosen?: 'all' | readonly string[]
}): Promise<void> {
  const selected = readCatalogue().filter(({ id }) => chosen === 'all' || chosen.includes(id))
  const samples = await Promise.all(selected.map(readSample))
  const ids = samples.map(({ sample }) => sample.id)
  const [states, edited, withPoster, stored] = await Promise.all([
    listPublishedStates(db, ids),
    listAuditedTemplates(db),
    listTemplatesWithChosenPoster(db),
    listStoredFiles(db, storage, [...new Set(samples.flatMap(({ fileIds }) => fileIds))]),
  ])
  const keys = new Set(stored.values())
  for (const { sample, state, fileIds } of samples) {
    const present = states.get(sample.id)
    const isOwners = edited.has(sample.id) || withPoster.has(sample.id) || present?.status === 'withdrawn'
    const isToStay = isOwners || isDeepStrictEqual(present, state)
    // A sample that the owner has deleted needs no files.
    if (isToStay && (present === undefined || fileIds.every((id) => stored.has(id)))) continue
    await install(sample, { db, storage, stored: keys, onlyFiles: isToStay })
  }
  await transaction(db, (tx) => rankTemplates(tx, ids))
}

async function readSample(sample: Sample): Promise<SampleState> {
  const read = async (file: string) => JSON.parse(await readFile(join(templatesFolder, sample.id, file), 'utf8'))
  const document: TemplateDocument = await read('document.json')
  const settings = readSettings(await read('template.json'))
  assert('settings' in settings, `the listing of the sample ${sample.id} is not valid`)
  const { poster, preview, dominantColor, documentHash } = sample
  const shown = { posterAssetId: poster.id, previewAssetId: preview.id, dominantColor }
  return {
    sample,
    state: { status: 'published', listing: createListing(document, settings.settings), ...shown, documentHash },
    fileIds: [...listDocumentAssetIds(document), poster.id, preview.id],
  }
}

/** The storage keys of the files that are registered and stored, by id. */
async function listStoredFiles(db: Db, storage: Storage, ids: readonly string[]): Promise<Map<string, string>> {
  const stored = new Map<string, string>()
  const look = async ([id, { status, storageKey }]: [string, { status: string; storageKey: string | null }]) => {
    if (status === 'ready' && storageKey !== null && (await storage.exists(storageKey))) stored.set(id, storageKey)
  }
  await Promise.all([...(await getAssets(db, ids))].map(look))
  return stored
}

interface Installation {
  readonly db: Db
  readonly storage: Storage
  readonly stored: Set<string>
  /** True stores the files without publishing. */
  readonly onlyFiles: boolean
}

/** The importer is loaded only when there is something to import: most starts find everything installed. */
async function install(sample: Sample, { onlyFiles, ...services }: Installation): Promise<void> {
  const [{ isPublishable, withImport }, { publishImport, storeImport }] = await Promise.all([
    import('./import.ts'),
    import('./publish.ts'),
  ])
  await withImport(join(templatesFolder, sample.id), {}, async (source) => {
    assert(
      isPublishable(source.imported),
      `the sample ${sample.id} cannot be imported: npm run template -- lint says why`,
    )
    const shown = findShown(sample, source.imported)
    if (onlyFiles) await storeImport(source, shown, services)
    else await publishImport(source, shown, { ...services, actor: SAMPLES, isDraft: false })
  })
}

/** The poster and preview in the package of a sample; undefined for other packages and for a changed sample. */
export function findSampleFiles({ imported }: Pick<Import, 'imported'>): ShownFiles | undefined {
  const { result, contents } = imported
  const sample = readCatalogue().find(({ id }) => id === result.document?.id)
  const isHere = sample && [sample.poster, sample.preview].every(({ id }) => contents.has(id))
  return isHere && hashJson(result.document) === sample.documentHash ? findShown(sample, imported) : undefined
}

/** The poster and preview of the package. Throws unless they match the catalogue. */
function findShown({ id, poster, preview, dominantColor }: Sample, { contents }: ImportedTemplate): ShownFiles {
  const find = (file: RenderedFile): CatalogueFile => {
    const { width, height, durationMs, sizeBytes } = file
    const known = contents.get(file.id)
    assert(known, `the poster or preview of the sample ${id} is another: run npm run samples`)
    const { kind, mime } = known.facts
    assert(kind === 'image' || kind === 'video', `the poster or preview of the sample ${id} is no picture or video`)
    const storageKey = publicKey(file.id.slice('sha256:'.length), mime)
    return {
      asset: { id: file.id, kind, mime, sizeBytes, width, height, durationMs, storageKey },
      content: known.content,
    }
  }
  return { poster: find(poster), preview: find(preview), dominantColor }
}
