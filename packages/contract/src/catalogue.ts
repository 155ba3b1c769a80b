// Wire schemas of the catalogue: templates under the specification's names, pages of them, and the editable document.
import { z } from 'zod'
import { FACETS } from './facets.ts'
import { line } from './text-schema.ts'

export const templateKind = z.enum(['video', 'image', 'direct-sell'])
export type TemplateKind = z.infer<typeof templateKind>

/** A shape that a template is offered in. */
const templateShape = z.object({
  aspect: z.string().nullable().describe('What a project names to be in this shape; null is as it was designed'),
  width: z.int(),
  height: z.int(),
})
export type TemplateShape = z.infer<typeof templateShape>

/** One template for sale, the same in lists and details. Prices are whole credits. */
export const template = z.object({
  templateId: z.string(),
  templateLink: z.string().describe('URL of the public preview video'),
  templateName: z.string(),
  templateDescription: z.string(),
  templateCategory: z.array(z.string()),
  templatePrice: z.int().describe('Price in credits'),
  templatePriceIND: z.int().describe('Price in credits for visitors in India'),
  freeUntil: z.iso.date().optional().describe('While it is free for a limited time: the last day; the prices are 0'),
  usualPrice: z.int().optional().describe('While it is free for a limited time: the price on other days'),
  usualPriceIND: z.int().optional(),
  templateCompatibility: z.array(z.string()),
  templateSection: z.array(z.string()),
  aeTemplatePath: z.string(),
  purchaseCount: z.int(),
  templateJson: z.string().describe('Address of the editable document'),
  videoLayout: z.string().describe('Aspect ratio, such as 16:9'),
  greenScreenLayout: z.string(),
  videoDimensions: z.string().describe('Width and height in pixels, such as 1920x1080'),
  greenScreenDimensions: z.string(),
  jsonFile: z.string(),
  jsonSize: z.int().describe('Size of the document in bytes'),
  thumbnail: z.string().describe('Address of the poster picture'),
  thumbnailFrame: z.string(),
  OverlayPNG: z.string(),
  vidStart: z.string(),
  kind: templateKind,
  width: z.int(),
  height: z.int(),
  previewWidth: z.int().optional().describe('Pixels of the file at `templateLink`'),
  previewHeight: z.int().optional(),
  fps: z.number(),
  durationSeconds: z.number(),
  dominantColor: z.string().describe('#rrggbb, shown until the poster has loaded'),
  license: z.object({ name: z.string(), summary: z.string() }),
  editable: z
    .object({
      text: z.int(),
      photo: z.int(),
      video: z.int(),
      photoOrVideo: z.int().describe('Fields that take either'),
      color: z.int(),
      audio: z.int(),
      choice: z.int(),
      toggle: z.int(),
      slider: z.int(),
      point: z.int(),
    })
    .describe('How many fields of each kind a customer can fill; each field is counted once'),
  documentHash: z.string(),
  shapes: z.array(templateShape).describe('What it is offered in, its own shape first; one purchase covers all'),
  disabledShapes: z.array(z.string()).describe('Aspects that it could be in and is not offered in'),
})
export type Template = z.infer<typeof template>

/** A picture that customers fill with their own photo and text. */
export const imageTemplate = template.extend({
  templateOverlay: z
    .string()
    .describe('Address of a picture laid over the customer’s; empty: the document draws its own'),
  overlayImg: z.string(),
})
export type ImageTemplate = z.infer<typeof imageTemplate>

/** A video sold as it is. The URLs of its pictures contain the time of the last change and thereby bypass caches. */
export const directSellTemplate = template.extend({
  templateThumbnail: z.string(),
  templatePreview: z.string(),
  templateImage: z.string(),
})
export type DirectSellTemplate = z.infer<typeof directSellTemplate>

/** A template in a user's own lists (liked, purchased). */
export const userTemplate = z.object({
  templateId: z.string(),
  templateLink: z.string(),
  templateName: z.string(),
  templateDescription: z.string(),
  templateCategory: z.array(z.string()),
  templatePrice: z.int(),
  templatePriceIND: z.int(),
  vidStart: z.string(),
  thumbnailFrame: z.string(),
  templateThumbnail: z.string(),
  kind: templateKind,
  width: z.int(),
  height: z.int(),
  dominantColor: z.string(),
  addedAt: z.iso.datetime().describe('When the user liked or bought it'),
})
export type UserTemplate = z.infer<typeof userTemplate>

export const templateList = z.array(template)
export const imageTemplateList = z.array(imageTemplate)
export const directSellTemplateList = z.array(directSellTemplate)

const catalogueSort = z.enum(['popularity', 'price-low-high', 'price-high-low', 'newest'])
export type CatalogueSort = z.infer<typeof catalogueSort>

const facetText = (values: readonly string[]) =>
  z
    .string()
    .max(100)
    .default('')
    .describe(`Some of ${values.join(', ')}, separated by commas`)
const facetQuery = {
  shape: facetText(FACETS.shape),
  length: facetText(FACETS.length),
  photos: facetText(FACETS.photos),
  language: facetText(FACETS.language),
  price: facetText(FACETS.price),
}

export const cataloguePageQuery = z.object({
  search: line(100).default(''),
  section: line(60).default(''),
  ...facetQuery,
  sort: catalogueSort.default('popularity'),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(48).default(8),
})

export const cataloguePage = z.object({
  items: z.array(template),
  nextCursor: z.string().nullable(),
  ahead: z
    .array(template.pick({ templateId: true, width: true, height: true, dominantColor: true }))
    .describe('The shapes of the templates that come next, so that their places can be kept free'),
  sections: z.array(z.string()).describe('All sections of this kind, sorted'),
  total: z.int().describe('How many templates match the search and the section; a search is counted up to 500'),
  isTotalExact: z.boolean().describe('False when a search matches more than `total`'),
  correctedSearch: z
    .string()
    .optional()
    .describe(
      'The search with misspelt words replaced, of which the items are, where it found nothing as it was typed',
    ),
  closest: z.array(template).optional().describe('What comes closest to a search that finds nothing'),
})
export type CataloguePage = z.infer<typeof cataloguePage>

export const facetCountsQuery = cataloguePageQuery.pick({ search: true, section: true }).extend(facetQuery)

const facetCounts = z.array(z.object({ value: z.string(), count: z.int() }))
export const facetCountsResponse = z
  .object({
    shape: facetCounts,
    length: facetCounts,
    photos: facetCounts,
    language: facetCounts,
    price: facetCounts,
  })
  .describe(
    'How many templates each value would leave beside what is chosen of the other facets, counted up to 501; values that no template has are left out',
  )
export type FacetCounts = z.infer<typeof facetCountsResponse>

/** Suggestions for an unfinished search. */
export const searchCompletions = z.object({
  searches: z.array(z.string()).describe('Categories, sections and words with a meaning that begin like it'),
  correctedSearch: z
    .string()
    .optional()
    .describe('The search with misspelt words replaced, of which the templates are'),
  occasions: z.array(z.object({ slug: z.string(), title: z.string() })).describe('Pages of occasions'),
  templates: z
    .array(
      template.pick({
        templateId: true,
        templateName: true,
        thumbnail: true,
        kind: true,
        width: true,
        height: true,
        dominantColor: true,
      }),
    )
    .describe('The first templates that it finds'),
})
export type SearchCompletions = z.infer<typeof searchCompletions>

export const suggestionQuery = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(48).default(8),
})

/** Similar templates, the most similar first. */
export const suggestionPage = z.object({ items: z.array(template), nextCursor: z.string().nullable() })
export type SuggestionPage = z.infer<typeof suggestionPage>

export const documentAsset = z.object({
  url: z.string().describe('For videos the editing copy, at most 540 pixels on the short edge'),
  fullUrl: z.string().optional().describe('The full-size video, for buyers; expires soon'),
  mime: z.string(),
  kind: z.enum(['image', 'video', 'audio', 'font']),
  width: z.int().optional(),
  height: z.int().optional(),
  durationSeconds: z.number().optional(),
})
export type DocumentAsset = z.infer<typeof documentAsset>

/** The editable document of a template with the URLs of its public files. */
export const templateDocument = z.object({
  templateId: z.string(),
  documentHash: z.string(),
  comp: z.object({ width: z.int(), height: z.int() }).describe('Size of the picture in pixels'),
  document: z.record(z.string(), z.unknown()).describe('The composition; see docs/templates.md'),
  assets: z.record(z.string(), documentAsset),
})
export type TemplateDocument = z.infer<typeof templateDocument>

export const videoUrlResponse = z.object({ videoUrl: z.string().describe('Signed; expires within the hour') })
