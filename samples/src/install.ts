// Puts the sample catalogue on sale: files into the storage, records into the database. A second run changes nothing.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { TemplateDocument } from '@vitrine/composition/document'
import type { AssetId } from '@vitrine/composition/field'
import { documentHash } from '@vitrine/composition/render-key'
import { type Template, templateKind } from '@vitrine/contract/catalogue'
import { type Db, transaction } from '@vitrine/database/connection'
import { publicKey, type Storage } from '@vitrine/providers/storage'
import { listAuditedTemplates, SAMPLES } from '@vitrine/shop/admin/audit-log'
import { publishWhole } from '@vitrine/shop/admin/template-action'
import { listTemplates } from '@vitrine/shop/catalogue'
import { listTemplatesWithChosenPoster } from '@vitrine/shop/catalogue/preview'
import { rankTemplates } from '@vitrine/shop/catalogue/publish'
import { type CatalogueAsset, getAssets, registerCatalogueAsset } from '@vitrine/shop/media'
import { mediaFolder } from './build/folder.ts'
import { assetIdsIn, getIngredient } from './build/ingredient.ts'
import { type Sample, sampleLicense, samples } from './catalogue.ts'
import { type RenderedFile, type RenderedSample, readManifest } from './media-manifest.ts'

/** A file of the samples with the record it gets. */
interface SampleFile {
  readonly path: string
  readonly asset: CatalogueAsset
}

interface Offer {
  readonly sample: Sample
  readonly document: TemplateDocument
  readonly rendered: RenderedSample
}

/**
 * Registers every font, picture, song, poster and preview of the samples and publishes their templates. Idempotent: what is
 * there already, by the hash of its content, is left alone, so that it can run at every start. So is every template that the
 * owner has done something to: their words, prices, posters and versions are theirs, and what they withdrew stays withdrawn.
 */
export async function installSamples({ db, storage }: { db: Db; storage: Storage }): Promise<void> {
  const offers = listOffers()
  await installFiles(db, storage, offers)
  const listed = await Promise.all(templateKind.options.map((kind) => listTemplates(db, kind)))
  const known = new Map(listed.flat().map((template) => [template.templateId, template]))
  const [actedOn, withPoster] = await Promise.all([listAuditedTemplates(db), listTemplatesWithChosenPoster(db)])
  for (const offer of offers) {
    const { id } = offer.document
    if (actedOn.has(id) || withPoster.has(id)) continue
    if (!(await isPublished(offer, known.get(id)))) await publish(db, offer)
  }
  await transaction(db, (tx) =>
    rankTemplates(
      tx,
      offers.map(({ document }) => document.id),
    ),
  )
}

function listOffers(): Offer[] {
  const manifest = readManifest()
  return samples.map((sample) => {
    const document = sample.build()
    const rendered = manifest[document.id]
    assert(rendered, `the sample ${document.id} has no poster and preview yet: run npm run samples`)
    return { sample, document, rendered }
  })
}

async function installFiles(db: Db, storage: Storage, offers: readonly Offer[]): Promise<void> {
  const files = new Map(offers.flatMap(listFiles).map((file) => [file.asset.id, file]))
  const [known, stored] = await Promise.all([
    getAssets(db, [...files.keys()]),
    Promise.all([...files.values()].map(({ asset }) => storage.exists(asset.storageKey))),
  ])
  const missing = [...files.values()].filter((_, index) => !stored[index])
  for (const { path, asset } of missing)
    await storage.put(asset.storageKey, { file: path }, { contentType: asset.mime })
  const unknown = [...files.values()].filter(({ asset }) => known.get(asset.id)?.status !== 'ready')
  if (unknown.length === 0) return
  await transaction(db, async (tx) => {
    for (const { asset } of unknown) await registerCatalogueAsset(tx, asset)
  })
}

function listFiles({ document, rendered }: Offer): SampleFile[] {
  return [...assetIdsIn(document).map(ingredientFile), renderedFile(rendered.poster), renderedFile(rendered.preview)]
}

function ingredientFile(id: AssetId): SampleFile {
  const { kind, mime, file, sizeBytes, asset } = getIngredient(id)
  const storageKey = publicKey(id.slice('sha256:'.length), mime)
  const base = { id, kind, mime, sizeBytes, storageKey }
  if (asset?.kind === 'image') return { path: file, asset: { ...base, width: asset.w, height: asset.h } }
  if (asset?.kind === 'audio') return { path: file, asset: { ...base, durationMs: Math.round(asset.seconds * 1000) } }
  return { path: file, asset: base }
}

function renderedFile(file: RenderedFile): SampleFile {
  const isFilm = file.path.endsWith('.mp4')
  const [kind, mime] = isFilm ? (['video', 'video/mp4'] as const) : (['image', 'image/webp'] as const)
  const { id, sizeBytes, width, height, durationMs } = file
  const storageKey = publicKey(id.slice('sha256:'.length), mime)
  return {
    path: join(mediaFolder, file.path),
    asset: { id, kind, mime, sizeBytes, width, height, durationMs, storageKey },
  }
}

/** Whether the shop already shows exactly this. */
async function isPublished({ sample, document, rendered }: Offer, known: Template | undefined): Promise<boolean> {
  if (!known) return false
  const wanted = [
    sample.kind,
    document.name,
    sample.description,
    sample.categories,
    sample.sections,
    sample.compatibility,
    sample.priceCredits,
    sample.priceCreditsIndia,
    sampleLicense.name,
    sampleLicense.summary,
    rendered.dominantColor,
    true,
    true,
    await documentHash(document),
  ]
  const shown = [
    known.kind,
    known.templateName,
    known.templateDescription,
    known.templateCategory,
    known.templateSection,
    known.templateCompatibility,
    known.templatePrice,
    known.templatePriceIND,
    known.license.name,
    known.license.summary,
    known.dominantColor,
    known.thumbnail.includes(rendered.poster.id.slice('sha256:'.length)),
    known.templateLink.includes(rendered.preview.id.slice('sha256:'.length)),
    known.documentHash,
  ]
  return JSON.stringify(wanted) === JSON.stringify(shown)
}

async function publish(db: Db, { sample, document, rendered }: Offer): Promise<void> {
  await transaction(db, (tx) =>
    publishWhole(tx, SAMPLES, {
      id: document.id,
      kind: sample.kind,
      name: document.name,
      description: sample.description,
      categories: sample.categories,
      sections: sample.sections,
      compatibility: sample.compatibility,
      priceCredits: sample.priceCredits,
      priceCreditsIndia: sample.priceCreditsIndia,
      license: sampleLicense,
      document,
      posterAssetId: rendered.poster.id,
      previewAssetId: rendered.preview.id,
      dominantColor: rendered.dominantColor,
    }),
  )
}
