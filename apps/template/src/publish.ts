// Publishes an imported template with its poster and preview: stores the files, then publishes listing and document like the
// admin area. Publishing a changed file again adds a version.
import assert from 'node:assert/strict'
import { type Db, transaction } from '@vitrine/database/connection'
import type { Storage } from '@vitrine/providers/storage'
import type { Actor } from '@vitrine/store/admin/audit-log'
import { publishTemplate, type StoredVersion, storeDraft } from '@vitrine/store/admin/template-action'
import { registerCatalogueAsset } from '@vitrine/store/media'
import { type CatalogueFile, listFiles, storeFiles } from '@vitrine/worker/store-asset'
import type { Import } from './import.ts'
import { createListing } from './listing.ts'

/** The poster and preview of a template. */
export interface ShownFiles {
  readonly poster: CatalogueFile
  readonly preview: CatalogueFile
  /** `#rrggbb` */
  readonly dominantColor: string
}

export interface Published extends StoredVersion {
  readonly templateId: string
  /** The path of the template's page. */
  readonly path: string
}

const PAGES = { video: 'template', image: 'image-template', 'direct-sell': 'direct-sell' } as const

interface FileServices {
  readonly db: Db
  readonly storage: Storage
  /** Keys of files that are known to be stored; newly stored files are added. */
  readonly stored?: Set<string>
}

interface Publishing extends FileServices {
  readonly actor: Actor
  /** Stored without being published. */
  readonly isDraft: boolean
}

type Imported = Pick<Import, 'imported' | 'settings'>

/**
 * Publishes an import without errors, unless its owner withdrew the template or the template lacks something. As a draft it is
 * only stored: for a published template it becomes a version that waits for publication.
 */
export async function publishImport(
  source: Imported,
  shown: ShownFiles,
  { actor, isDraft, ...services }: Publishing,
): Promise<Published> {
  const { document, report } = source.imported.result
  assert(document, 'there is nothing to publish')
  const { poster, preview, dominantColor } = shown
  const files = await storeContents(source, shown, services)
  const template = {
    ...createListing(document, source.settings),
    id: document.id,
    document,
    report,
    posterAssetId: poster.asset.id,
    previewAssetId: preview.asset.id,
    dominantColor,
  }
  const added = await transaction(services.db, async (tx) => {
    for (const { asset } of files) await registerCatalogueAsset(tx, asset)
    return isDraft ? storeDraft(tx, actor, template) : publishTemplate(tx, actor, template)
  })
  return { ...added, templateId: document.id, path: `/${PAGES[template.kind]}/${document.id}` }
}

/** Stores and registers the files of an import without publishing it. */
export async function storeImport(source: Imported, shown: ShownFiles, services: FileServices): Promise<void> {
  const files = await storeContents(source, shown, services)
  await transaction(services.db, async (tx) => {
    for (const { asset } of files) await registerCatalogueAsset(tx, asset)
  })
}

async function storeContents(
  { imported: { result, contents } }: Imported,
  { poster, preview }: ShownFiles,
  { db, storage, stored = new Set() }: FileServices,
): Promise<CatalogueFile[]> {
  assert(result.document, 'there is nothing to store')
  const files = [...(await listFiles(result.document, contents, db)), poster, preview]
  await storeFiles(
    files.filter(({ asset }) => !stored.has(asset.storageKey)),
    storage,
  )
  for (const { asset } of files) stored.add(asset.storageKey)
  return files
}
