// Stores the files of an imported document and describes them for the catalogue.
import type { TemplateDocument } from '@vitrine/composition/document'
import type { AssetId } from '@vitrine/composition/field'
import type { FileFacts } from '@vitrine/composition/import-files'
import type { Db } from '@vitrine/database/connection'
import { drawPaidKey, publicKey, type Storage } from '@vitrine/providers/storage'
import { listDocumentAssetIds } from '@vitrine/shop/catalogue/document-asset'
import { type CatalogueAsset, findPaidKey } from '@vitrine/shop/media'
import type { ImportedTemplate } from './import-template.ts'

/**
 * Stores what the document names and describes it for the catalogue. Videos, and a picture that is sold as it is because it
 * fills a document without fields, are stored where only a signed link leads.
 */
export async function storeAssets(
  document: TemplateDocument,
  contents: ImportedTemplate['contents'],
  { db, storage }: { readonly db: Db; readonly storage: Storage },
): Promise<CatalogueAsset[]> {
  const described: CatalogueAsset[] = []
  for (const id of listDocumentAssetIds(document) as AssetId[]) {
    const known = contents.get(id)
    if (!known) throw new Error(`the import lost the file ${id}`)
    const { facts, content } = known
    const storageKey = isPaidFor(facts, document)
      ? ((await findPaidKey(db, id)) ?? drawPaidKey(facts.mime))
      : publicKey(id.slice('sha256:'.length), facts.mime)
    const body = 'bytes' in content ? content.bytes : { file: content.path }
    if (!(await storage.exists(storageKey))) await storage.put(storageKey, body, { contentType: facts.mime })
    const stored = await storage.stat(storageKey)
    described.push({ id, mime: facts.mime, sizeBytes: stored?.sizeBytes ?? 0, storageKey, ...factsOf(facts) })
  }
  return described
}

function isPaidFor({ kind }: FileFacts, { fields }: TemplateDocument): boolean {
  return kind === 'video' || kind === 'plate' || (kind === 'image' && fields.length === 0)
}

function factsOf(facts: FileFacts): Pick<CatalogueAsset, 'kind' | 'width' | 'height' | 'durationMs'> {
  const isPlate = facts.kind === 'plate'
  const size = 'width' in facts ? { width: facts.width, height: isPlate ? facts.height * 2 : facts.height } : {}
  const time = 'seconds' in facts ? { durationMs: Math.round(facts.seconds * 1000) } : {}
  return { kind: facts.kind === 'plate' ? 'video' : facts.kind, ...size, ...time }
}
