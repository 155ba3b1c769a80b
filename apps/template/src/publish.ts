// Publishes an imported template: stores its files, renders its poster and preview with the worker's code, and writes its
// record and version to the database. Publishing a changed file again adds a version.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TemplateDocument } from '@vitrine/composition/document'
import { neededAssets, resolveDocument } from '@vitrine/composition/resolve'
import { transaction } from '@vitrine/database/connection'
import { COMMAND_LINE } from '@vitrine/shop/admin/audit-log'
import { publishWhole } from '@vitrine/shop/admin/template-action'
import { addDraftVersion, kindOf } from '@vitrine/shop/catalogue/draft'
import { findStatus } from '@vitrine/shop/catalogue/edit'
import { recordPreview } from '@vitrine/shop/catalogue/preview'
import { storeTemplate } from '@vitrine/shop/catalogue/publish'
import { registerCatalogueAsset } from '@vitrine/shop/media'
import type { ImportedTemplate } from '@vitrine/worker/import-template'
import { makePreview, type PreviewFiles, storeFiles } from '@vitrine/worker/make-preview'
import type { Settings } from '@vitrine/worker/settings'
import { storeAssets } from '@vitrine/worker/store-asset'
import type { Installation } from './installation.ts'

export interface Published {
  readonly templateId: string
  readonly versionId: string
  readonly isNewVersion: boolean
  /** The page of the template. */
  readonly address: string
}

/**
 * Puts an import without errors on sale, unless its owner withdrew it or it lacks something. As a draft it is stored alone: of a template that is on sale already, it becomes a
 * version that waits to be published. `folder` takes files while they are made.
 */
export async function publishImport(
  { result, contents }: ImportedTemplate,
  settings: Settings,
  installation: Installation,
  { folder, isDraft }: { folder: string; isDraft: boolean },
): Promise<Published> {
  const { document, report } = result
  if (!document) throw new Error('there is nothing to publish')
  const { db, storage } = installation
  const kind = settings.kind ?? kindOf(document)
  const assets = await storeAssets(document, contents, installation)
  const made = await makePreview({
    document,
    kind,
    assetFiles: await localFiles(document, contents, folder),
    posterFrame: settings.posterFrame ?? null,
    isPosterOnly: false,
    folder,
    encoderThreads: 0,
  })
  await storeFiles(storage, made)
  const shown = shownBy(made)
  const published = await transaction(db, async (tx) => {
    for (const asset of [...assets, made.poster.asset, ...(made.preview ? [made.preview.asset] : [])])
      await registerCatalogueAsset(tx, asset)
    const status = await findStatus(tx, document.id)
    if (isDraft && status !== undefined && status !== 'draft') {
      const added = await addDraftVersion(tx, document.id, { document, report })
      await recordPreview(tx, added.versionId, shown)
      return added
    }
    const template = {
      id: document.id,
      kind,
      name: document.name,
      description: settings.description,
      categories: settings.categories,
      sections: settings.sections,
      compatibility: settings.compatibility,
      priceCredits: settings.priceCredits,
      priceCreditsIndia: settings.priceCreditsIndia ?? settings.priceCredits,
      license: settings.license,
      document,
      report,
      ...shown,
    }
    return isDraft ? storeTemplate(tx, template) : publishWhole(tx, COMMAND_LINE, template)
  })
  const page = { video: 'template', image: 'image-template', 'direct-sell': 'direct-sell' }[kind]
  const { versionId, isNewVersion } = published
  return { templateId: document.id, versionId, isNewVersion, address: `${installation.address}/${page}/${document.id}` }
}

function shownBy({ poster, preview, dominantColor }: PreviewFiles) {
  if (!preview) throw new Error('the preview was not made')
  return { posterAssetId: poster.asset.id, previewAssetId: preview.asset.id, dominantColor }
}

/** The files that drawing needs, as paths. */
async function localFiles(
  document: TemplateDocument,
  contents: ImportedTemplate['contents'],
  folder: string,
): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const id of neededAssets(resolveDocument(document, {}))) {
    const content = contents.get(id)?.content
    if (!content) throw new Error(`the import lost the file ${id}`)
    if ('path' in content) files[id] = content.path
    else {
      files[id] = join(folder, id.slice('sha256:'.length))
      await writeFile(files[id], content.bytes)
    }
  }
  return files
}
