// Maps the store's names for a template to the specification's (`templatePriceIND`, `OverlayPNG`).
import type {
  DirectSellTemplate,
  DocumentAsset,
  ImageTemplate,
  Template,
  UserTemplate,
} from '@vitrine/contract/catalogue'
import { toWireListing } from '@vitrine/contract/listing'
import { type AssetRecord, publicUrl } from '../media/media.ts'
import { type ListingRow, toListing } from './row.ts'
import { offeredShapes } from './shape.ts'
import type { EditableCount, templates, templateVersions } from './tables.ts'

type TemplateRow = typeof templates.$inferSelect
type VersionRow = typeof templateVersions.$inferSelect

/** The data for lists and detail pages: a template's row, its current version and its two public files. */
export type CatalogueRow = Pick<
  TemplateRow,
  'id' | keyof ListingRow | 'status' | 'dominantColor' | 'purchaseCount' | 'updatedAt' | 'disabledShapes'
> &
  Pick<
    VersionRow,
    'documentHash' | 'sizeBytes' | 'width' | 'height' | 'fpsNumerator' | 'fpsDenominator' | 'durationFrames' | 'shapes'
  > & { editable: EditableCount; posterKey: string | null; previewKey: string | null } & {
    previewWidth: number | null
    previewHeight: number | null
    /** The last day of the free period; null when it is not free. */
    freeUntil: string | null
    /** The price after the free period; null when it is not free. */
    usualPriceCredits: number | null
    usualPriceCreditsIndia: number | null
  }

export function toTemplate(row: CatalogueRow): Template {
  return toTemplateWithout(row, Object.keys(row.disabledShapes))
}

/** The same with these shapes removed instead of the disabled ones: some customers may keep using a disabled shape. */
export function toTemplateWithout(row: CatalogueRow, disabledShapes: string[]): Template {
  const fps = row.fpsNumerator / row.fpsDenominator
  const dimensions = `${row.width}x${row.height}`
  const layout = aspectRatio(row.width, row.height)
  const documentUrl = `/api/template/${row.id}/document`
  return {
    templateId: row.id,
    templateLink: row.previewKey ? publicUrl(row.previewKey) : '',
    ...toWireListing(toListing(row)),
    ...(row.freeUntil !== null && {
      freeUntil: row.freeUntil,
      usualPrice: row.usualPriceCredits ?? 0,
      usualPriceIND: row.usualPriceCreditsIndia ?? 0,
    }),
    aeTemplatePath: '',
    purchaseCount: row.purchaseCount,
    templateJson: documentUrl,
    videoLayout: layout,
    greenScreenLayout: layout,
    videoDimensions: dimensions,
    greenScreenDimensions: dimensions,
    jsonFile: documentUrl,
    jsonSize: row.sizeBytes,
    thumbnail: row.posterKey ? publicUrl(row.posterKey) : '',
    thumbnailFrame: '0',
    OverlayPNG: '',
    vidStart: '0',
    width: row.width,
    height: row.height,
    previewWidth: row.previewWidth ?? undefined,
    previewHeight: row.previewHeight ?? undefined,
    fps,
    durationSeconds: row.durationFrames / fps,
    dominantColor: row.dominantColor,
    // Older versions lack the counts of sliders and positions.
    editable: { ...row.editable, slider: row.editable.slider ?? 0, point: row.editable.point ?? 0 },
    documentHash: row.documentHash,
    shapes: offeredShapes(row, disabledShapes),
    disabledShapes,
  }
}

/** An image template. Its two overlay fields exist for the specification only: documents draw their own overlays. */
export function toImageTemplate(row: CatalogueRow): ImageTemplate {
  return { ...toTemplate(row), templateOverlay: '', overlayImg: '' }
}

/** A ready-made template. The URLs of its pictures change with their content, so that no cache shows an old one. */
export function toDirectSellTemplate(row: CatalogueRow): DirectSellTemplate {
  const template = toTemplate(row)
  const poster = template.thumbnail && `${template.thumbnail}?t=${row.updatedAt.getTime()}`
  return {
    ...template,
    templateThumbnail: poster,
    templatePreview: template.templateLink,
    templateImage: poster,
  }
}

/** A template in a user's own lists. */
export function toUserTemplate(row: CatalogueRow, addedAt: Date): UserTemplate {
  const template = toTemplate(row)
  return {
    templateId: template.templateId,
    templateLink: template.templateLink,
    templateName: template.templateName,
    templateDescription: template.templateDescription,
    templateCategory: template.templateCategory,
    templatePrice: template.templatePrice,
    templatePriceIND: template.templatePriceIND,
    vidStart: template.vidStart,
    thumbnailFrame: template.thumbnailFrame,
    templateThumbnail: template.thumbnail,
    kind: template.kind,
    width: template.width,
    height: template.height,
    dominantColor: template.dominantColor,
    addedAt: addedAt.toISOString(),
  }
}

/** A public file of a document. */
export function toDocumentAsset(asset: AssetRecord): DocumentAsset {
  return {
    url: asset.storageKey ? publicUrl(asset.storageKey) : '',
    mime: asset.mime,
    kind: asset.kind,
    ...(asset.width !== null && { width: asset.width }),
    ...(asset.height !== null && { height: asset.height }),
    ...(asset.durationMs !== null && { durationSeconds: asset.durationMs / 1000 }),
  }
}

/** Width and height in lowest terms, such as `16:9`. */
export function aspectRatio(width: number, height: number): string {
  let [a, b] = [width, height]
  while (b > 0) [a, b] = [b, a % b]
  return `${width / a}:${height / a}`
}
