// Wire schemas of publishing: imports, template versions and their previews, and missing parts of a version.
import { z } from 'zod'
import { documentAsset, templateKind } from './catalogue.ts'
import { operationStatus } from './operations.ts'
import { failureClause, sentence } from './sentence.ts'
import { line } from './text-schema.ts'

/** One remark of an import: `error` keeps a template from being published. */
const lintLine = z.object({
  severity: z.enum(['error', 'warning', 'info']),
  code: z.string(),
  path: z.string().describe('Where in the file; empty for the whole of it'),
  message: z.string().describe('In English'),
  clauses: z
    .array(sentence)
    .readonly()
    .optional()
    .describe('What the message was made of; absent for one text without values'),
  layer: z.string().optional().describe('Names of the comp and the layer; absent for what is no layer'),
  property: z.string().optional().describe('As After Effects names it'),
  count: z.number().int().optional().describe('How often there is this cause; the place is that of the first'),
  acceptable: z.boolean().optional().describe('An error that only makes the picture different: it may be accepted'),
  accepted: z.boolean().optional().describe('An error that the designer or the owner accepted'),
})
export type LintLine = z.infer<typeof lintLine>

/** The remark whose difference the owner accepts; unknown and unacceptable ones are refused. */
export const acceptDifferenceRequest = lintLine.pick({ code: true, path: true, message: true })
export type AcceptDifferenceRequest = z.infer<typeof acceptDifferenceRequest>

const missingPart = z.object({
  part: z.enum(['document', 'report', 'name', 'description', 'sections', 'categories', 'license', 'preview']),
  message: z.string().describe('In English'),
  sentence: sentence.optional().describe('The same for its translation, if it has values'),
})
export type MissingPart = z.infer<typeof missingPart>

/** Poster and preview of a version, and their progress. */
const previewState = z.object({
  status: operationStatus.nullable().describe('Null until one is requested'),
  percent: z.int(),
  errorMessage: z.string().nullable(),
  posterFrame: z.int().nullable().describe('Chosen by the owner; null leaves it to the document'),
  posterUrl: z.string().nullable(),
  previewUrl: z.string().nullable(),
})
export type PreviewState = z.infer<typeof previewState>

export const previewRequest = z.object({
  posterFrame: z.int().min(0).max(36_000).nullable().optional().describe('Absent: everything is made anew'),
})
export type PreviewRequest = z.infer<typeof previewRequest>

/** The small copy of a version's video or alpha video, for everyone who has not bought the template. */
const editingCopy = z.object({
  assetId: z.string(),
  status: operationStatus,
  errorMessage: z.string().nullable(),
})
export type EditingCopy = z.infer<typeof editingCopy>

/** A version for display: its document with the URLs of its files. */
export const adminVersionDetail = z.object({
  versionId: z.uuid(),
  documentHash: z.string(),
  document: z.record(z.string(), z.unknown()),
  assets: z.record(z.string(), documentAsset),
  report: z.array(lintLine).nullable().describe('Null for a document that was not imported'),
  preview: previewState,
  editingCopies: z.array(editingCopy).describe('Videos and alpha videos that editors show a copy of'),
  missing: z.array(missingPart).describe('What keeps it from being on sale'),
})
export type AdminVersionDetail = z.infer<typeof adminVersionDetail>

export const publishRequest = z.object({
  versionId: z.uuid().optional().describe('Without it: the present one, of a draft the newest'),
  reason: z.string().trim().min(3).max(500).optional(),
})
export type PublishRequest = z.infer<typeof publishRequest>

/**
 * The editable properties of a field. Null removes a value. The list names every field of the new version once, in the order in
 * which customers see them.
 */
const fieldRevision = z.object({
  id: z.string().min(1).max(200),
  layers: z
    .array(z.string().min(1).max(64))
    .min(1)
    .max(100)
    .optional()
    .describe('For a new field: the layers whose text or file it fills, all of one kind'),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .optional()
    .describe('For a new field: instead of their text or files, every occurrence of this colour in those layers'),
  isSwitch: z.literal(true).optional().describe('Of a new field: whether those layers are shown'),
  accept: z
    .array(z.enum(['image', 'video']))
    .min(1)
    .max(2)
    .optional(),
  label: line(120).min(1).optional(),
  group: line(80).min(1).nullable().optional(),
  hint: line(300).min(1).nullable().optional(),
  required: z.boolean().nullable().optional(),
  default: z
    .union([z.string().max(5000), z.number(), z.boolean(), z.tuple([z.number(), z.number()])])
    .nullable()
    .optional()
    .describe('For photos, videos and songs: a file of the version, or a prepared file of the owner’s own'),
  rules: z.record(z.string(), z.number()).nullable().optional(),
})
export type FieldRevision = z.infer<typeof fieldRevision>
export const fieldRevisions = z.object({
  fields: z.array(fieldRevision).max(500),
  removed: z.array(z.string().min(1).max(200)).max(500).default([]).describe('Fields that the new version has no more'),
})
export type FieldRevisions = z.input<typeof fieldRevisions>

export const addedVersion = z.object({ versionId: z.uuid(), isNewVersion: z.boolean() })

const shortText = z.string().trim().max(200)

/** Settings of an import package besides its files; `template.json` in the package has the same form. */
const importSettings = z.object({
  name: line(120).min(1).optional(),
  kind: templateKind.optional(),
  background: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .optional(),
  layerNames: z
    .boolean()
    .optional()
    .describe('Makes fields of layers whose plain names say what they take, such as "PHOTO 1" or "Your Text"'),
  autoFields: z.boolean().optional().describe('Makes fields of all texts and pictures when the file names none'),
  fontLicense: shortText.optional(),
  video: shortText.optional().describe('The video that the template is made of, by its path among the files'),
  overlay: shortText.optional().describe('A picture on top of everything, by its path among the files'),
  screen: z
    .enum(['green', 'alpha', 'none'])
    .optional()
    .describe('How the customer’s picture shows through the video: chroma key, its own alpha, or not at all'),
  place: z
    .string()
    .trim()
    .max(60)
    .optional()
    .describe('Where the customer’s picture goes: `x,y,width,height` or `9:16`'),
})
export type ImportSettings = z.infer<typeof importSettings>

export const importRequest = z.object({
  name: z.string().trim().min(1).max(120).describe('Of the file or folder'),
  templateId: z
    .string()
    .max(200)
    .optional()
    .describe('The template that gets a new version; without it a new template is created'),
  files: z
    .array(z.object({ uploadId: z.string().min(1).max(100), path: z.string().min(1).max(300) }))
    .min(1)
    .max(20),
  settings: importSettings.default({}),
})
export type ImportRequest = z.infer<typeof importRequest>

export const templateImport = z.object({
  importId: z.uuid(),
  name: z.string(),
  templateId: z.string().nullable().describe('The template it is for, or that was made of it'),
  status: operationStatus,
  percent: z.int(),
  versionId: z.uuid().nullable(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable().describe('In English'),
  failure: z.array(failureClause).nullable().describe('What the message was made of; null for one text without values'),
  report: z.array(lintLine).nullable(),
  createdAt: z.iso.datetime(),
})
export type TemplateImport = z.infer<typeof templateImport>
export const templateImports = z.object({
  items: z.array(templateImport).describe('Newest first; those not yet seen to'),
})

/** A row of the admin's list of templates. */
const publishingRow = z.object({
  templateId: z.string(),
  templateName: z.string(),
  kind: templateKind,
  status: z.enum(['draft', 'published', 'withdrawn']),
  thumbnail: z.string().describe('Empty until there is a poster'),
  dominantColor: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  templatePrice: z.int(),
  templatePriceIND: z.int(),
  templateSection: z.array(z.string()),
  purchaseCount: z.int(),
  versions: z.int(),
  hasNewerVersion: z.boolean().describe('A version was added after the one on sale'),
  preview: operationStatus.nullable().describe('Of the newest version; null until one is requested'),
  updatedAt: z.iso.datetime(),
})
export type PublishingRow = z.infer<typeof publishingRow>

const publishingSort = z.enum(['updatedAt', 'templateName', 'purchaseCount', 'templatePrice'])
export const publishingQuery = z.object({
  search: line(100).default(''),
  status: z.enum(['draft', 'published', 'withdrawn']).optional(),
  kind: templateKind.optional(),
  sort: publishingSort.default('updatedAt'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(24),
})
export type PublishingQuery = z.infer<typeof publishingQuery>
export const publishingList = z.object({
  items: z.array(publishingRow),
  matching: z.int(),
  counts: z.object({ draft: z.int(), published: z.int(), withdrawn: z.int() }),
  sections: z.array(z.string()).describe('All that are in use, for the form'),
  categories: z.array(z.string()),
})
export type PublishingList = z.infer<typeof publishingList>
