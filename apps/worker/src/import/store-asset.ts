// Stores the files of an imported document and describes them for the catalogue.
import { stat } from 'node:fs/promises'
import type { FileFacts } from '@vitrine/after-effects/files'
import type { Db } from '@vitrine/database/connection'
import type { TemplateDocument } from '@vitrine/document/document'
import type { AssetId } from '@vitrine/document/field'
import { createPaidKey, publicKey, type Storage } from '@vitrine/providers/storage'
import { listDocumentAssetIds } from '@vitrine/store/catalogue/version'
import { type CatalogueAsset, findPaidKey } from '@vitrine/store/media'
import type { Content, ImportedTemplate } from './import-template.ts'

/** A file of the catalogue with its record and content. */
export interface CatalogueFile {
  readonly asset: CatalogueAsset
  readonly content: Content
}

/** Stores the files of the document and describes them for the catalogue. */
export async function storeAssets(
  document: TemplateDocument,
  contents: ImportedTemplate['contents'],
  { db, storage }: { readonly db: Db; readonly storage: Storage },
): Promise<CatalogueAsset[]> {
  const files = await listFiles(document, contents, db)
  await storeFiles(files, storage)
  return files.map(({ asset }) => asset)
}

/**
 * Lists the files that the document names. Two kinds get a key that only signed links reach: videos, and a picture that fills a
 * document without fields, because it is itself the product.
 */
export async function listFiles(
  document: TemplateDocument,
  contents: ImportedTemplate['contents'],
  db: Db,
): Promise<CatalogueFile[]> {
  const files: CatalogueFile[] = []
  for (const id of listDocumentAssetIds(document) as AssetId[]) {
    const known = contents.get(id)
    if (!known) throw new Error(`the import lost the file ${id}`)
    const { facts, content } = known
    const storageKey = isPaidFor(facts, document)
      ? ((await findPaidKey(db, id)) ?? createPaidKey(facts.mime))
      : publicKey(id.slice('sha256:'.length), facts.mime)
    const sizeBytes = 'bytes' in content ? content.bytes.length : (await stat(content.path)).size
    files.push({ asset: { id, mime: facts.mime, sizeBytes, storageKey, ...toAssetFacts(facts) }, content })
  }
  return files
}

/** Stores the files that are not stored yet. */
export async function storeFiles(files: readonly CatalogueFile[], storage: Storage): Promise<void> {
  for (const { asset, content } of files) {
    if (await storage.exists(asset.storageKey)) continue
    const body = 'bytes' in content ? content.bytes : { file: content.path }
    await storage.put(asset.storageKey, body, { contentType: asset.mime })
  }
}

function isPaidFor({ kind }: FileFacts, { fields }: TemplateDocument): boolean {
  return kind === 'video' || kind === 'plate' || (kind === 'image' && fields.length === 0)
}

function toAssetFacts(facts: FileFacts): Pick<CatalogueAsset, 'kind' | 'width' | 'height' | 'durationMs'> {
  const isPlate = facts.kind === 'plate'
  const size = 'width' in facts ? { width: facts.width, height: isPlate ? facts.height * 2 : facts.height } : {}
  const time = 'seconds' in facts ? { durationMs: Math.round(facts.seconds * 1000) } : {}
  return { kind: facts.kind === 'plate' ? 'video' : facts.kind, ...size, ...time }
}
